//! An explicit path from node to node, as given in a scenario.

use serde_json::{Value as Json, json};
use skyseam_params::text_values::Name;
use skyseam_params::{Definitions, Parameter, Problems, Shape, Spanned, Value};

/// Names of all nodes from source to destination, at least two.
#[derive(Clone, Debug, PartialEq)]
pub struct ExplicitPath(pub Vec<Spanned<Name>>);

impl Shape for ExplicitPath {
    fn read(value: &Spanned<Value>, problems: &mut Problems<'_>) -> Option<Self> {
        if let Value::List(items) = &value.value
            && items.len() >= 2
        {
            let names: Vec<Option<Spanned<Name>>> = items
                .iter()
                .map(|item| Some(Spanned::new(Name::read(item, problems)?, item.place.clone())))
                .collect();
            return names.into_iter().collect::<Option<_>>().map(Self);
        }
        let found = match &value.value {
            Value::List(items) => format!("a list of {}", items.len()),
            other => other.described(),
        };
        problems
            .add(&value.place, "a path must have at least two names")
            .found(found)
            .expected("names from source to destination: [\"HNL\", \"iridium-0-3\", \"LAX\"]");
        None
    }

    fn schema(definitions: &mut Definitions) -> Json {
        json!({ "type": "array", "items": Name::schema(definitions), "minItems": 2 })
    }
}

impl Parameter for ExplicitPath {
    type Own = Vec<String>;

    fn own(self) -> Self::Own {
        self.0.into_iter().map(|name| name.value.0).collect()
    }

    fn print(own: &Self::Own) -> Json {
        json!(own)
    }
}
