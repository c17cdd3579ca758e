//! Differentiated services codepoints as scenarios write them.

use serde_json::{Value as Json, json};

use crate::error::{Problems, short};
use crate::shape::{Definitions, Shape, last_key};
use crate::{Parameter, Spanned, Value};

/// Codepoint of packets (RFC 2474): a name of IANA's registry, or a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dscp(pub u8);

/// Names of the registry.
const NAMES: [(&str, u8); 23] = [
    ("CS0", 0),
    ("LE", 1),
    ("CS1", 8),
    ("AF11", 10),
    ("AF12", 12),
    ("AF13", 14),
    ("CS2", 16),
    ("AF21", 18),
    ("AF22", 20),
    ("AF23", 22),
    ("CS3", 24),
    ("AF31", 26),
    ("AF32", 28),
    ("AF33", 30),
    ("CS4", 32),
    ("AF41", 34),
    ("AF42", 36),
    ("AF43", 38),
    ("CS5", 40),
    ("VOICE-ADMIT", 44),
    ("EF", 46),
    ("CS6", 48),
    ("CS7", 56),
];

/// Number of codepoints.
const CODEPOINTS: u64 = 64;

impl Shape for Dscp {
    fn read(value: &Spanned<Value>, problems: &mut Problems<'_>) -> Option<Self> {
        let expected = "a name such as \"EF\", \"AF41\" or \"CS1\", or a number from 0 to 63";
        let key = last_key(&value.place.path);
        let (found, known) = match &value.value {
            Value::Text(text) => {
                let named = NAMES.iter().find(|(name, _)| name == text);
                (format!("\"{}\"", short(text)), named.map(|(_, number)| *number))
            }
            Value::Whole(number, text) => {
                let number = number.and_then(|number| u8::try_from(number).ok());
                (text.clone(), number.filter(|number| u64::from(*number) < CODEPOINTS))
            }
            other => (other.described(), None),
        };
        if known.is_none() {
            let problem = problems.add(&value.place, format!("`{key}` is not a codepoint"));
            problem.found(found).expected(expected);
        }
        known.map(Self)
    }

    fn schema(_: &mut Definitions) -> Json {
        let names: Vec<&str> = NAMES.iter().map(|(name, _)| *name).collect();
        json!({
            "oneOf": [
                { "type": "string", "enum": names },
                { "type": "integer", "minimum": 0, "maximum": CODEPOINTS - 1 },
            ],
            "description": "Expected: a name of IANA's registry or a number.",
            "examples": ["EF", "AF41", "CS1", 46],
        })
    }
}

impl Parameter for Dscp {
    type Own = u8;

    fn own(self) -> u8 {
        self.0
    }

    fn print(own: &u8) -> Json {
        let named = NAMES.iter().find(|(_, number)| number == own);
        named.map_or(json!(own), |(name, _)| json!(name))
    }
}
