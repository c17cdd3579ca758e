//! Families of models to choose from: [`registry!`], and the [`Catalogue`] that holds them all.
//!
//! A catalogue is a value passed to a reader. It is open: a program can add a [`Member`] to a
//! family that another crate declares, which is then read, printed, listed and named in messages
//! like the built-in ones.

use std::any::Any;
use std::fmt;
use std::ops::Deref;
use std::sync::Arc;

use serde_json::{Value as Json, json};

pub use crate::catalogue::{Catalogue, Listed};
use crate::document::{SourceSpan, Spanned, Value};
use crate::dynamic::{Described, Make};
use crate::error::{Problems, ScenarioErrors};
use crate::format::Format;
use crate::names::read_name;
use crate::parameters::{Declared, Keys, NoKeys, Parameter, Parameters};
use crate::shape::{Definitions, KeySchema, Shape, entries, object, refuse_unknown_keys, summary};

/// Key that chooses a member in its table.
pub const KIND: &str = "kind";

/// Common properties of the members of a family; implemented for the family's trait object.
pub trait Family: Send + Sync + 'static {
    /// Keys that all members have in addition to their own; [`NoKeys`] for none.
    type Common: Declared;

    /// Name of the family in the schema.
    const NAME: &'static str;
    /// Documentation of the choice.
    const DOC: &'static [&'static str];
    /// Noun for a member in messages, with its article.
    const WHAT: &'static str;
    /// Path of the choice in scenarios.
    const KEY: &'static str;
    /// The default member, whose table may omit that key.
    const DEFAULT: Option<&'static str>;

    /// Parameters of this member.
    fn parameters(&self) -> &dyn Parameters;

    /// Reports errors of a member's keys in combination with the common keys.
    fn check(&self, _common: &Self::Common, _keys: &Keys, _problems: &mut Problems<'_>) {}
}

/// One model of a family: its name and documentation, its reader and its keys.
pub struct Member<F: Family + ?Sized> {
    /// Name in scenario files.
    pub name: &'static str,
    /// One-line summary.
    pub summary: String,
    /// Source of the definition.
    pub source: &'static str,
    doc: &'static [&'static str],
    pub(crate) own: Arc<dyn MemberKeys<F>>,
}

/// The keys of a member and their reader.
pub(crate) trait MemberKeys<F: Family + ?Sized>: Send + Sync {
    /// Reads the keys; ignores unknown ones.
    fn read(&self, table: &Spanned<Value>, problems: &mut Problems<'_>) -> Option<Chosen<F>>;

    /// Keys in such a table; `None` if they cannot be known.
    fn keys(&self, catalogue: &Arc<Catalogue>, table: &Value) -> Option<Vec<&'static str>>;

    /// Schemas of the keys.
    fn key_schemas(&self, definitions: &mut Definitions) -> Vec<KeySchema>;

    /// Keyword of JSON Schema for keys of which one is required, and these keys.
    fn choices(&self) -> (&'static str, Vec<&'static str>);
}

/// The keys of the member that is declared by `T`, and the constructor of the member.
struct KeysOf<T, F: ?Sized>(fn(T) -> Arc<F>);

impl<T: Declared, F: Family + ?Sized> MemberKeys<F> for KeysOf<T, F> {
    fn read(&self, table: &Spanned<Value>, problems: &mut Problems<'_>) -> Option<Chosen<F>> {
        let own = T::read_keys(table, problems);
        let common = F::Common::read_keys(table, problems);
        Some(Chosen::new(own?, common?, Keys::new(table), self.0))
    }

    fn keys(&self, catalogue: &Arc<Catalogue>, _: &Value) -> Option<Vec<&'static str>> {
        Some(T::keys(catalogue))
    }

    fn key_schemas(&self, definitions: &mut Definitions) -> Vec<KeySchema> {
        T::key_schemas(definitions)
    }

    fn choices(&self) -> (&'static str, Vec<&'static str>) {
        ("oneOf", T::CHOICES.to_vec())
    }
}

impl<F: Family + ?Sized> Member<F> {
    /// Creates an entry for the model declared by `T`; `of` is `|own| Arc::new(own)`.
    pub fn of<T: Declared>(of: fn(T) -> Arc<F>) -> Self {
        Self::with_keys(T::NAME, T::DOC, T::SOURCE, KeysOf(of))
    }

    /// Creates an entry for the model with these keys.
    pub(crate) fn with_keys(
        name: &'static str,
        doc: &'static [&'static str],
        source: &'static str,
        own: impl MemberKeys<F> + 'static,
    ) -> Self {
        Self { name, summary: summary(doc), source, doc, own: Arc::new(own) }
    }

    /// The member's own keys.
    pub fn keys(&self, catalogue: &Arc<Catalogue>) -> Vec<&'static str> {
        self.own.keys(catalogue, &Value::from(())).unwrap_or_default()
    }

    /// Reads the keys of a table that has no other keys than `kind`.
    fn read_whole(&self, table: &Spanned<Value>, problems: &mut Problems<'_>) -> Option<Chosen<F>> {
        let catalogue = problems.catalogue();
        if let Some(own) = self.own.keys(catalogue, table) {
            let known = [own, F::Common::keys(catalogue)].concat();
            refuse_unknown_keys(table, &known, Some(KIND), problems);
        }
        self.own.read(table, problems)
    }

    /// Reads the member's keys in a table that also has other keys, without printing to the
    /// manifest.
    pub(crate) fn read_beside(
        &self,
        table: &Spanned<Value>,
        problems: &mut Problems<'_>,
    ) -> Option<Model<F>> {
        let chosen = self.own.read(table, problems)?;
        (chosen.make)(&chosen.keys, &mut |_, _, _, _| {}, problems).map(Model)
    }

    /// The model with default parameters, chosen from `catalogue`; `None` if a required key has no
    /// default.
    pub fn usual(&self, catalogue: &Arc<Catalogue>) -> Option<Model<F>> {
        let format = Format { catalogue: catalogue.clone(), ..Format::default() };
        let mut problems = Problems::of("", format);
        let table = Spanned::new(Value::from(()), SourceSpan::default());
        self.own.read(&table, &mut problems)?.model(&mut problems)
    }

    /// Schemas of all keys of the member's table.
    fn all_key_schemas(&self, definitions: &mut Definitions) -> Vec<KeySchema> {
        let mut keys = self.own.key_schemas(definitions);
        keys.extend(F::Common::key_schemas(definitions));
        keys
    }

    /// Whether the name alone suffices to choose the member: it has no required keys.
    fn is_named_alone(&self, definitions: &mut Definitions) -> bool {
        let keys = self.all_key_schemas(definitions);
        keys.iter().all(|key| !key.is_required) && self.own.choices().1.is_empty()
    }
}

impl<F: Family + ?Sized> Clone for Member<F> {
    fn clone(&self) -> Self {
        Self { summary: self.summary.clone(), own: self.own.clone(), ..*self }
    }
}

impl<F: Family + ?Sized> fmt::Debug for Member<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Member").field("name", &self.name).finish_non_exhaustive()
    }
}

impl Catalogue {
    /// Adds a member.
    ///
    /// # Panics
    /// If its family already has a member of this name.
    #[must_use]
    pub fn with<F: Family + ?Sized>(mut self, member: Member<F>) -> Self {
        let mut members = self.members::<F>().to_vec();
        let is_new = members.iter().all(|other| other.name != member.name);
        assert!(is_new, "{} \"{}\" is there already", F::WHAT, member.name);
        self.listed.push(Listed {
            key: F::KEY,
            name: member.name,
            summary: member.summary.clone(),
            source: member.source,
        });
        members.push(member);
        self.with_set(members)
    }

    /// Adds several members.
    ///
    /// # Panics
    /// See [`Catalogue::with`].
    #[must_use]
    pub fn with_all<F: Family + ?Sized>(self, members: Vec<Member<F>>) -> Self {
        members.into_iter().fold(self, Self::with)
    }

    /// The members of a family.
    pub fn members<F: Family + ?Sized>(&self) -> &[Member<F>] {
        self.set::<Vec<Member<F>>>().map_or(&[], |all| all)
    }
}

/// A member of a family with its parameters: the representation of a choice in a program.
pub struct Model<F: ?Sized>(Arc<F>);

impl<F: ?Sized> Model<F> {
    /// Creates a model with these parameters.
    pub fn new(own: Arc<F>) -> Self {
        Self(own)
    }
}

impl<F: ?Sized> Clone for Model<F> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

impl<F: ?Sized> Deref for Model<F> {
    type Target = F;
    fn deref(&self) -> &F {
        &self.0
    }
}

impl<F: Family + ?Sized> fmt::Debug for Model<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.parameters().fmt(f)
    }
}

impl<F: Family + ?Sized> PartialEq for Model<F> {
    fn eq(&self, other: &Self) -> bool {
        let (own, other): (_, &dyn Any) = (self.0.parameters(), other.0.parameters());
        own.equals(other)
    }
}

impl<F: Family + ?Sized> Model<F> {
    /// Prints the choice as in a scenario file, with every default, but without the keys that all
    /// members have.
    pub fn print(&self) -> Json {
        print(&*self.0)
    }

    /// Prints the choice as in a scenario file, with every default.
    pub fn print_with(&self, common: &F::Common) -> Json {
        let mut table = self.print();
        table.as_object_mut().expect("a table").extend(common.printed());
        table
    }
}

/// Prints a member of a family as in a scenario file, with every default, but without the keys that
/// all members have.
pub fn print<F: Family + ?Sized>(member: &F) -> Json {
    let own = member.parameters();
    let mut table = serde_json::Map::new();
    table.insert(KIND.into(), json!(own.name()));
    table.extend(own.printed());
    Json::Object(table)
}

/// Callback that completes a value from the rest of the file, such as a bandwidth-delay product in
/// bytes, and reports errors. It is called with every key and its value.
pub(crate) type Adapt<'a> = dyn FnMut(&'static str, &mut dyn Any, &Keys, &mut Problems<'_>) + 'a;

/// A choice as read: the member, and the locations of its keys.
pub struct Chosen<F: Family + ?Sized> {
    /// Name of the member.
    pub name: &'static str,
    /// Values of the keys that all members have.
    pub common: F::Common,
    /// Locations of the member's keys.
    pub keys: Keys,
    make: Box<Complete<F>>,
}

type Complete<F> = dyn Fn(&Keys, &mut Adapt<'_>, &mut Problems<'_>) -> Option<Arc<F>>;

impl<F: Family + ?Sized> fmt::Debug for Chosen<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Chosen").field(&self.name).finish()
    }
}

impl<F: Family + ?Sized> Chosen<F> {
    /// A member with parameters at the locations `keys`; `of` is `|own| Arc::new(own)`.
    pub fn new<T: Declared>(own: T, common: F::Common, keys: Keys, of: fn(T) -> Arc<F>) -> Self {
        Self::made(T::NAME, common, keys, move |keys, adapt, problems| {
            let mut own = own.clone();
            let before = problems.count();
            own.visit(&mut |key, value| adapt(key, value, keys, problems));
            if problems.count() > before {
                return None;
            }
            own.check(keys, problems);
            Some(of(own))
        })
    }

    /// A described model with the values of its keys at the locations `keys`.
    pub(crate) fn described(own: Described, common: F::Common, keys: Keys, of: Make<F>) -> Self {
        Self::made(own.description.name, common, keys, move |_, _, _| Some(of(own.clone())))
    }

    fn made(
        name: &'static str,
        common: F::Common,
        keys: Keys,
        own: impl Fn(&Keys, &mut Adapt<'_>, &mut Problems<'_>) -> Option<Arc<F>> + 'static,
    ) -> Self {
        let beside = common.clone();
        let make = move |keys: &Keys, adapt: &mut Adapt<'_>, problems: &mut Problems<'_>| {
            let before = problems.count();
            let made = own(keys, adapt, problems)?;
            made.check(&beside, keys, problems);
            (problems.count() == before).then_some(made)
        };
        Self { name, common, keys, make: Box::new(make) }
    }

    /// Converts to the model that a program uses; `None` if a problem was reported.
    pub fn model(&self, problems: &mut Problems<'_>) -> Option<Model<F>> {
        self.adapted(&mut |_, _, _, _| {}, problems)
    }

    /// Converts like [`Chosen::model`], with values completed from the rest of the file.
    pub fn adapted(&self, adapt: &mut Adapt<'_>, problems: &mut Problems<'_>) -> Option<Model<F>> {
        let model = (self.make)(&self.keys, adapt, problems).map(Model)?;
        problems.print(self.keys.table(), model.print_with(&self.common));
        Some(model)
    }
}

impl<F: Family + ?Sized> Shape for Chosen<F> {
    fn read(value: &Spanned<Value>, problems: &mut Problems<'_>) -> Option<Self> {
        let catalogue = problems.catalogue().clone();
        let members = catalogue.members::<F>();
        let is_by_name = match &value.value {
            Value::Text(_) => true,
            Value::Table(_) | Value::List(_) => false,
            _ => {
                let mut definitions = Definitions::new(catalogue.clone());
                members.iter().any(|member| member.is_named_alone(&mut definitions))
            }
        };
        if is_by_name {
            return find(members, value, problems)?.read_whole(value, problems);
        }
        entries(value, problems)?;
        let usual = members.iter().find(|member| F::DEFAULT == Some(member.name));
        let member = match (value.get(KIND), usual) {
            (Some(name), _) => find(members, name, problems)?,
            (None, Some(usual)) => usual,
            (None, None) => {
                problems.require(KIND, &value.place, "");
                return None;
            }
        };
        member.read_whole(value, problems)
    }

    fn schema(definitions: &mut Definitions) -> Json {
        let catalogue = definitions.catalogue().clone();
        let members = catalogue.members::<F>();
        let table = definitions.refer(F::NAME, |definitions| {
            let choice = |member: &Member<F>| {
                let keys = member.all_key_schemas(definitions);
                let tag = Some((KIND, member.name));
                let (keyword, choices) = member.own.choices();
                let mut table = object(member.doc, keys, (keyword, &choices), tag);
                if F::DEFAULT == Some(member.name)
                    && let Some(required) = table["required"].as_array_mut()
                {
                    required.retain(|key| *key != *KIND);
                }
                table
            };
            let choices: Vec<Json> = members.iter().map(choice).collect();
            json!({ "description": crate::shape::joined(F::DOC), "oneOf": choices })
        });
        let alone = members.iter().filter(|member| member.is_named_alone(definitions));
        let names: Vec<&str> = alone.map(|member| member.name).collect();
        match names.is_empty() {
            true => table,
            false => json!({ "oneOf": [{ "type": "string", "enum": names }, table] }),
        }
    }
}

/// The member named by `value`.
pub(crate) fn find<'m, F: Family + ?Sized>(
    members: &'m [Member<F>],
    value: &Spanned<Value>,
    problems: &mut Problems<'_>,
) -> Option<&'m Member<F>> {
    let names: Vec<&str> = members.iter().map(|member| member.name).collect();
    read_name(value, F::WHAT, &names, problems).map(|number| &members[number])
}

/// Parses the choice made by the keys in `text`, such as `kind = "codel"`; for tests and programs.
///
/// # Errors
/// The problems of the text.
pub fn parse<F: Family + ?Sized>(
    text: &str,
    catalogue: Catalogue,
) -> Result<Model<F>, ScenarioErrors> {
    let format = Format { catalogue: Arc::new(catalogue), ..Format::default() };
    let mut problems = Problems::of(text, format);
    let read = crate::document::read(text, &mut problems)
        .and_then(|document| Chosen::read(&document, &mut problems)?.model(&mut problems));
    problems.verdict(read, F::NAME)
}

impl<F: Family<Common = NoKeys> + ?Sized> Shape for Model<F> {
    fn read(value: &Spanned<Value>, problems: &mut Problems<'_>) -> Option<Self> {
        Chosen::<F>::read(value, problems)?.model(problems)
    }

    fn schema(definitions: &mut Definitions) -> Json {
        Chosen::<F>::schema(definitions)
    }
}

impl<F: Family<Common = NoKeys> + ?Sized> Parameter for Model<F> {
    type Own = Self;

    fn own(self) -> Self {
        self
    }

    fn print(own: &Self) -> Json {
        let parameters = own.0.parameters();
        match parameters.printed().is_empty() {
            true => json!(parameters.name()),
            false => own.print(),
        }
    }
}

/// Declares a family of models and its built-in members:
///
/// ```text
/// registry! {
///     /// A queue discipline and its parameters.
///     dyn Discipline "Queue" is "a kind of queue" at "links.*.queue.kind" {
///         DropTail, Red,
///     }
///     pub fn built_in;
///     pub fn member;
/// }
/// ```
///
/// `or "drop-tail"` after the path names the default member, whose table may omit the key `kind`.
/// `with Keys` after that names a struct of parameters that all members have in addition to their
/// own; `, check name` after that names a method of the trait, `fn name(&self, common: &Keys, keys,
/// problems)`, that checks a member's keys together with those. `Discipline` is a trait whose
/// supertrait is [`Parameters`]; each member is declared by [`parameters!`] and implements it. The
/// two functions return the built-in members, and the member declared by any type.
#[macro_export]
macro_rules! registry {
    (
        $(#[doc = $doc:literal])+
        dyn $family:ident $name:literal is $what:literal at $at:literal
        $(or $usual:literal)? $(with $common:ty)? $(, check $check:ident)? $({
            $($member:path),+ $(,)?
        }
        $vis:vis fn $built_in:ident)?;
        $member_vis:vis fn $member_fn:ident;
    ) => {
        impl $crate::Family for dyn $family {
            type Common = $crate::common!($($common)?);

            const NAME: &'static str = $name;
            const DOC: &'static [&'static str] = &[$($doc),+];
            const WHAT: &'static str = $what;
            const KEY: &'static str = $at;
            const DEFAULT: Option<&'static str> = $crate::usual!($($usual)?);

            fn parameters(&self) -> &dyn $crate::Parameters {
                self
            }

            $(
                fn check(
                    &self,
                    common: &Self::Common,
                    keys: &$crate::Keys,
                    problems: &mut $crate::Problems<'_>,
                ) {
                    self.$check(common, keys, problems);
                }
            )?
        }

        /// The member declared by a type.
        $member_vis fn $member_fn<T: $crate::Declared + $family>()
        -> $crate::Member<dyn $family> {
            $crate::Member::of::<T>(|own| ::std::sync::Arc::new(own))
        }

        $(
            /// The built-in members.
            $vis fn $built_in() -> Vec<$crate::Member<dyn $family>> {
                vec![$($member_fn::<$member>()),+]
            }
        )?
    };
}

/// The keys that all members of a family have.
#[doc(hidden)]
#[macro_export]
macro_rules! common {
    () => {
        $crate::parameters::NoKeys
    };
    ($keys:ty) => {
        $keys
    };
}

pub use crate::registry;
