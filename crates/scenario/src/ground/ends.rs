//! Ends of flows at the ground segment: `"internet"` and `"pop:NAME"`.

use serde_json::{Value as Json, json};

use skyseam_constellation::names::is_pattern;

use crate::document::{Spanned, Value};
use crate::error::Problems;
use crate::shape::{Definitions, Shape};
use crate::text_values::Name;

/// The end that stands for the nearest point of presence.
pub(crate) const INTERNET: &str = "internet";

const POP: &str = "pop:";

/// The name of the point of presence that an end such as `"pop:Frankfurt"` names.
pub(crate) fn pop_of(end: &str) -> Option<&str> {
    end.strip_prefix(POP)
}

/// An end of a flow: a terminal, node, group or satellite, satellites by a pattern, `"internet"`,
/// or a point of presence. It is read when `resolve::ground` has put nodes in place of the latter
/// two.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct FlowEnd(pub(crate) Name);

impl FlowEnd {
    /// The name of the terminal, node, group or satellite.
    pub(crate) fn name(end: &Spanned<Self>) -> Spanned<Name> {
        Spanned::new(end.0.clone(), end.place.clone())
    }
}

impl Shape for FlowEnd {
    fn read(value: &Spanned<Value>, problems: &mut Problems<'_>) -> Option<Self> {
        if let Value::Text(text) = &value.value
            && is_pattern(text)
            && Name::is_valid(&text.replace('*', "-"))
        {
            return Some(Self(Name(text.clone())));
        }
        Name::read(value, problems).map(Self)
    }

    fn schema(definitions: &mut Definitions) -> Json {
        let mut end = session_end(definitions);
        let name = &mut end["oneOf"][0]["pattern"];
        *name = json!(name.as_str().unwrap_or_default().replace("|?*", "|?"));
        end
    }
}

/// The schema of an end of sessions, which cannot be a pattern.
pub(crate) fn session_end(definitions: &mut Definitions) -> Json {
    let name = Name::schema(definitions);
    let pattern = name["pattern"].as_str().unwrap_or_default().replacen('^', "^pop:", 1);
    json!({ "oneOf": [name, { "type": "string", "pattern": pattern }] })
}
