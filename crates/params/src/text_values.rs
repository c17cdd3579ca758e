//! Text values of keys: free text, names, pairs of names, file names.

use serde_json::{Value as Json, json};

use crate::document::{Spanned, Value};
use crate::error::{Problems, short};
pub use crate::files::FileName;
use crate::parameters::holds;
use crate::shape::{Definitions, Shape, last_key};

/// Free text, for people.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FreeText(pub String);

holds!(FreeText => String, |own| own);

impl Shape for FreeText {
    fn read(value: &Spanned<Value>, problems: &mut Problems<'_>) -> Option<Self> {
        if let Value::Text(text) = &value.value {
            return Some(Self(text.clone()));
        }
        problems.refuse(value, "must be a string").expected("text in quotes");
        None
    }

    fn schema(_: &mut Definitions) -> Json {
        json!({ "type": "string" })
    }
}

/// A name of a location, node or flow. It becomes part of file names, so it has no separators.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Name(pub String);

impl Name {
    /// Maximum number of characters of a name.
    pub const MAX_CHARS: usize = 64;
    const EXPECTED: &'static str = "1 to 64 characters: no control character, none of / \\ \" < > \
                                    : | ? *, no space at either end, no dot at the beginning";

    /// Whether a text is a valid name.
    pub fn is_valid(text: &str) -> bool {
        (1..=Self::MAX_CHARS).contains(&text.chars().count())
            && !text.starts_with(['.', ' '])
            && !text.ends_with(' ')
            && !text.contains(|c: char| c.is_control() || "/\\\"<>:|?*".contains(c))
    }
}

holds!(Name => String, |own| own);

impl Shape for Name {
    fn read(value: &Spanned<Value>, problems: &mut Problems<'_>) -> Option<Self> {
        let key = last_key(&value.place.path);
        match &value.value {
            Value::Text(text) if Self::is_valid(text) => return Some(Self(text.clone())),
            Value::Text(text) => problems
                .add(&value.place, format!("`{key}` is not a name"))
                .found(format!("\"{}\"", short(text)))
                .expected(Self::EXPECTED),
            _ => problems.refuse(value, "must be a name").expected("a name in quotes"),
        };
        None
    }

    fn schema(_: &mut Definitions) -> Json {
        // The first and the last character have fewer choices than those between them.
        let any = r#"/\\"<>:|?*\u0000-\u001f"#;
        let pattern = format!("^[^. {any}]([^{any}]*[^ {any}])?$");
        json!({
            "type": "string",
            "minLength": 1,
            "maxLength": Self::MAX_CHARS,
            "pattern": pattern,
        })
    }
}

/// A name, or the names of a link's two endpoints as one text, such as "HNL - LAX".
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NameOrEnds(pub String);

impl NameOrEnds {
    /// Text between the two endpoints.
    pub const BETWEEN: &'static str = " - ";
}

impl Shape for NameOrEnds {
    fn read(value: &Spanned<Value>, problems: &mut Problems<'_>) -> Option<Self> {
        if let Value::Text(text) = &value.value
            && let Some((one, other)) = text.split_once(Self::BETWEEN)
            && Name::is_valid(one)
            && Name::is_valid(other)
        {
            return Some(Self(text.clone()));
        }
        Name::read(value, problems).map(|name| Self(name.0))
    }

    fn schema(definitions: &mut Definitions) -> Json {
        let mut schema = Name::schema(definitions);
        schema["maxLength"] = json!(2 * Name::MAX_CHARS + Self::BETWEEN.len());
        schema
    }
}

/// Two names.
#[derive(Clone, Debug, PartialEq)]
pub struct Pair(pub [Spanned<Name>; 2]);

impl Shape for Pair {
    fn read(value: &Spanned<Value>, problems: &mut Problems<'_>) -> Option<Self> {
        if let Value::List(items) = &value.value
            && let [a, b] = &items[..]
        {
            let mut name = |item: &Spanned<Value>| {
                Name::read(item, problems).map(|name| Spanned::new(name, item.place.clone()))
            };
            let (a, b) = (name(a), name(b));
            return Some(Self([a?, b?]));
        }
        let found = match &value.value {
            Value::List(items) => format!("a list of {}", items.len()),
            other => other.described(),
        };
        let key = last_key(&value.place.path);
        problems
            .add(&value.place, format!("`{key}` must have two names"))
            .found(found)
            .expected("two names in brackets, such as [\"HNL\", \"LAX\"]");
        None
    }

    fn schema(definitions: &mut Definitions) -> Json {
        json!({
            "type": "array",
            "items": Name::schema(definitions),
            "minItems": 2,
            "maxItems": 2,
        })
    }
}

impl Shape for FileName {
    fn read(value: &Spanned<Value>, problems: &mut Problems<'_>) -> Option<Self> {
        if let Some(path) = Self::of(&value.value) {
            problems.name_file(&value.place, path);
            return Some(Self(path.to_string()));
        }
        problems
            .refuse(value, "must be the name of a file")
            .expected("a path in quotes, relative to the directory of the scenario");
        None
    }

    fn schema(_: &mut Definitions) -> Json {
        json!({
            "type": "string",
            "minLength": 1,
            "maxLength": Self::MAX_LEN,
            "pattern": "^[^\\u0000-\\u001f\\u007f-\\u009f]*$",
            "description": "Expected: a path, relative to the directory of the scenario.",
        })
    }
}

holds!(FileName => String, |own| own);
