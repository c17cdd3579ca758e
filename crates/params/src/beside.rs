//! A choice whose keys stand in the same table as the key that makes it: [`Beside`].

use std::sync::Arc;

use serde_json::{Map, Value as Json, json};

use crate::document::{Spanned, Value};
use crate::error::Problems;
use crate::names::{described, schema_of_names};
use crate::parameters::{Keys, NoKeys, Parameter};
use crate::registry::{Catalogue, Family, Member, Model, find};
use crate::shape::{Definitions, KeySchema, Shape};

/// A member of a family that is chosen by name and whose own keys stand in the same table as the
/// key that names it: `stack = "linux"`, with the keys of `linux` in the table of `stack`.
///
/// The table accepts the keys of every member. The struct's `check` rejects those that the chosen
/// member does not have ([`foreign`]).
#[derive(Debug)]
pub struct Beside<F: Family + ?Sized>(Model<F>);

/// Keys of the table that the member called `chosen` does not have, each with the members that have
/// it.
pub fn foreign<F: Family + ?Sized>(
    chosen: &str,
    keys: &Keys,
    catalogue: &Arc<Catalogue>,
) -> Vec<(&'static str, Vec<&'static str>)> {
    let members = catalogue.members::<F>();
    let own = members.iter().find(|member| member.name == chosen);
    let own = own.map_or_else(Vec::new, |own| own.keys(catalogue));
    let given = all_keys(members, catalogue).into_iter().filter(|key| keys.has(key));
    given
        .filter(|key| !own.contains(key))
        .map(|key| {
            let owners = members.iter().filter(|member| member.keys(catalogue).contains(&key));
            (key, owners.map(|member| member.name).collect())
        })
        .collect()
}

/// Reports keys of the table that only other members than the one called `chosen` have, where the
/// key `kind` names the member; `None` if there is no such key.
pub fn refuse_foreign<F: Family + ?Sized>(
    chosen: Option<&str>,
    keys: &Keys,
    problems: &mut Problems<'_>,
) {
    let catalogue = problems.catalogue().clone();
    let what = F::WHAT.trim_start_matches("a ");
    for (key, owners) in foreign::<F>(chosen.unwrap_or_default(), keys, &catalogue) {
        let owners: Vec<_> = owners.iter().map(|owner| format!("\"{owner}\"")).collect();
        let found = chosen.map_or_else(|| "no `kind`".into(), |name| format!("kind = \"{name}\""));
        problems
            .add(&keys.at(key), format!("`{key}` is a key of the {what} {}", owners.join(" or ")))
            .found(found)
            .help(format!("remove `{key}`, or set kind = {}", owners[0]));
    }
}

/// The keys of all members, without repetition.
fn all_keys<F: Family + ?Sized>(
    members: &[Member<F>],
    catalogue: &Arc<Catalogue>,
) -> Vec<&'static str> {
    let mut all = Vec::new();
    for key in members.iter().flat_map(|member| member.keys(catalogue)) {
        if !all.contains(&key) {
            all.push(key);
        }
    }
    all
}

impl<F: Family<Common = NoKeys> + ?Sized> Shape for Beside<F> {
    fn read(value: &Spanned<Value>, problems: &mut Problems<'_>) -> Option<Self> {
        let catalogue = problems.catalogue().clone();
        let member = find(catalogue.members::<F>(), value, problems)?;
        member.read_beside(value, problems).map(Self)
    }

    fn schema(definitions: &mut Definitions) -> Json {
        let members = definitions.catalogue().members::<F>().iter();
        schema_of_names(members.map(|one| (one.name, described(&one.summary, one.source))))
    }
}

impl<F: Family<Common = NoKeys> + ?Sized> Parameter for Beside<F> {
    type Own = Model<F>;

    fn own(self) -> Model<F> {
        self.0
    }

    fn print(own: &Model<F>) -> Json {
        json!(own.parameters().name())
    }

    fn read_in(
        table: &Spanned<Value>,
        key: &str,
        usual: Option<Model<F>>,
        problems: &mut Problems<'_>,
    ) -> Option<Model<F>> {
        let catalogue = problems.catalogue().clone();
        let members = catalogue.members::<F>();
        let member = match table.get(key) {
            Some(name) => find(members, name, problems)?,
            None => {
                let usual = usual?.parameters().name();
                members.iter().find(|member| member.name == usual)?
            }
        };
        member.read_beside(table, problems)
    }

    fn print_in(own: &Model<F>, key: &'static str, table: &mut Map<String, Json>) {
        table.insert(key.into(), Self::print(own));
        table.extend(own.parameters().printed());
    }

    /// Schemas of the key and of the keys of all members, none of which is required.
    fn schemas(
        key: &'static str,
        doc: &'static [&'static str],
        usual: Option<Model<F>>,
        definitions: &mut Definitions,
    ) -> Vec<KeySchema> {
        let catalogue = definitions.catalogue().clone();
        let mut all = vec![Self::key_schema(key, doc, usual, definitions)];
        for own in catalogue.members::<F>().iter().flat_map(|one| one.own.key_schemas(definitions))
        {
            if all.iter().all(|other| other.key != own.key) {
                all.push(KeySchema { is_required: false, default: None, ..own });
            }
        }
        all
    }

    fn keys(key: &'static str, catalogue: &Arc<Catalogue>) -> Vec<&'static str> {
        [vec![key], all_keys(catalogue.members::<F>(), catalogue)].concat()
    }
}
