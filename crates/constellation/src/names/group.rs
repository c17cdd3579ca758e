//! Number of nodes of a group, as a value of a key.

use serde_json::Value as Json;
use skyseam_params::values::Whole;
use skyseam_params::{Definitions, Problems, Shape, Spanned, Value};

/// A group's number of nodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Members(pub u32);

impl Members {
    /// Maximum number of members; a larger number is taken for a typing error.
    pub const MOST: u32 = 1_000_000;
}

impl Shape for Members {
    fn read(value: &Spanned<Value>, problems: &mut Problems<'_>) -> Option<Self> {
        if let Value::Whole(Some(0), _) = &value.value {
            problems
                .add(&value.place, "a group without members")
                .found(value.value.described())
                .expected(format!("a whole number from 1 to {}", Self::MOST))
                .help("for no such nodes, leave out the group and what names it");
            return None;
        }
        let number = Whole::<1, { Self::MOST as i64 }>::read(value, problems)?;
        u32::try_from(number.0).ok().map(Self)
    }

    fn schema(definitions: &mut Definitions) -> Json {
        Whole::<1, { Self::MOST as i64 }>::schema(definitions)
    }
}
