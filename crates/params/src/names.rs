//! Choices by name without keys of their own: the reader of a name, and the list of names in the
//! schema.

use std::fmt;

use serde_json::{Value as Json, json};

use crate::catalogue::Catalogue;
use crate::document::{Spanned, Value};
use crate::error::{Problems, short};
use crate::parameters::Parameter;
use crate::shape::{Definitions, Shape};
use crate::spelling::nearest;

/// A choice that a scenario can name.
#[derive(Clone, Copy, Debug)]
pub struct Choice<T> {
    /// Value of the choice.
    pub value: T,
    /// Name of the choice.
    pub name: &'static str,
    /// Summary for the documentation.
    pub summary: &'static str,
    /// Source of the model.
    pub source: &'static str,
}

/// A type whose values scenarios choose by name.
pub trait Named: Copy + PartialEq + fmt::Debug + Send + Sync + 'static {
    /// Noun for such a choice in messages.
    const WHAT: &'static str;

    /// All choices.
    fn choices() -> Vec<Choice<Self>>;

    /// The name of this value.
    fn name(self) -> &'static str {
        let choices = Self::choices();
        choices.iter().find(|choice| choice.value == self).expect("every value has a name").name
    }

    /// Condition on other choices under which this choice is possible, as a sentence.
    fn condition(self) -> Option<String> {
        None
    }
}

/// The name of a value.
pub fn name_of<T: Named>(value: T) -> &'static str {
    value.name()
}

impl<T: Named> Shape for T {
    fn read(value: &Spanned<Value>, problems: &mut Problems<'_>) -> Option<Self> {
        let choices = problems.catalogue().choices::<T>();
        let names: Vec<&str> = choices.iter().map(|choice| choice.name).collect();
        let number = read_name(value, T::WHAT, &names, problems)?;
        Some(choices[number].value)
    }

    fn schema(definitions: &mut Definitions) -> Json {
        let row = |choice: Choice<T>| {
            let condition = choice.value.condition().map(|text| format!(" {text}"));
            let text = described(choice.summary, choice.source);
            (choice.name, text + &condition.unwrap_or_default())
        };
        schema_of_names(definitions.catalogue().choices::<T>().into_iter().map(row))
    }
}

impl Catalogue {
    /// Adds a value that is chosen by name.
    ///
    /// # Panics
    /// If there is a value of this name and type.
    #[must_use]
    pub fn with_choice<T: Named>(self, choice: Choice<T>) -> Self {
        let is_new = self.choices::<T>().iter().all(|other| other.name != choice.name);
        assert!(is_new, "{} \"{}\" is there already", T::WHAT, choice.name);
        let mut added = self.set::<Vec<Choice<T>>>().cloned().unwrap_or_default();
        added.push(choice);
        self.with_set(added)
    }

    /// The values of a type that are chosen by name: those of the type, and those added.
    pub fn choices<T: Named>(&self) -> Vec<Choice<T>> {
        let added = self.set::<Vec<Choice<T>>>().into_iter().flatten().copied();
        T::choices().into_iter().chain(added).collect()
    }
}

/// Looks up a value in `names`, or reports that it is none of them; `what` is the noun for such a
/// choice in messages.
pub fn read_name(
    value: &Spanned<Value>,
    what: &str,
    names: &[&'static str],
    problems: &mut Problems<'_>,
) -> Option<usize> {
    let quoted: Vec<String> = names.iter().map(|name| format!("\"{name}\"")).collect();
    let expected = match &quoted[..] {
        [only] => only.clone(),
        several => format!("one of {}", several.join(", ")),
    };
    let Value::Text(text) = &value.value else {
        problems.refuse(value, format!("must be {what}, by name")).expected(expected);
        return None;
    };
    let known = names.iter().position(|name| name == text);
    if known.is_none() {
        problems
            .add(&value.place, format!("\"{}\" is not {what}", short(text)))
            .expected(expected)
            .did_you_mean(nearest(text, names.iter().copied()));
    }
    known
}

/// The schema of a choice by name: each name and its documentation.
pub fn schema_of_names(rows: impl Iterator<Item = (&'static str, String)>) -> Json {
    let (names, lines): (Vec<&str>, Vec<String>) =
        rows.map(|(name, text)| (name, format!("\"{name}\": {text}"))).unzip();
    json!({ "type": "string", "enum": names, "description": lines.join(" ") })
}

/// Description of a choice in the schema.
pub fn described(summary: &str, source: &str) -> String {
    format!("{} ({source}).", summary.trim_end_matches('.'))
}

impl<T: Named> Parameter for T {
    type Own = T;

    fn own(self) -> T {
        self
    }

    fn print(own: &T) -> Json {
        json!(name_of(*own))
    }
}

/// Creates a choice, for types without a registry.
pub const fn choice<T>(
    value: T,
    name: &'static str,
    summary: &'static str,
    source: &'static str,
) -> Choice<T> {
    Choice { value, name, summary, source }
}
