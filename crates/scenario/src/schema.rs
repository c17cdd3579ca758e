//! The JSON Schema of a scenario file, from the same declarations as its reader.
//!
//! Contains shapes, units, names of choices and limits of integers. Ranges of quantities and
//! relations between keys are not included: `skyseam check` tests them.

use std::sync::Arc;

use serde_json::{Map, Value as Json, json};
use skyseam_params::{Catalogue, Format};

use crate::shape::{Definitions, Table};
use crate::tables::ScenarioTable;

/// The schema of a file with these choices.
pub(crate) fn of(catalogue: &Arc<Catalogue>) -> Json {
    whole::<ScenarioTable>("scenario", "Skyseam scenario", catalogue)
}

/// The format of a scenario with these choices.
pub(crate) fn format(catalogue: Arc<Catalogue>) -> Format {
    Format { catalogue, schema: Some(of), refused: REFUSED, meant: Some(meant) }
}

/// The schema of a file that is a table.
pub(crate) fn whole<T: Table>(name: &str, title: &str, catalogue: &Arc<Catalogue>) -> Json {
    let mut definitions = Definitions::new(catalogue.clone());
    let Json::Object(root) = T::table_schema(&mut definitions) else {
        unreachable!("a table's schema is an object")
    };
    let mut schema = Map::new();
    schema.insert("$schema".into(), json!("https://json-schema.org/draft/2020-12/schema"));
    schema.insert("$id".into(), json!(format!("https://skyseam.org/schema/{name}.json")));
    schema.insert("title".into(), json!(title));
    schema.extend(root);
    schema.insert("$defs".into(), definitions.into_json());
    Json::Object(schema)
}

/// Keys that a table has in common with others, but that are rejected there with a reason.
pub(crate) const REFUSED: &[(&str, &str)] = &[
    ("[links.uplink]", "scheduler"),
    ("[links.isl]", "scheduler"),
    ("[links.isl]", "channel"),
    ("[links.isl]", "harq"),
    ("[links.isl]", "reordering"),
    ("[links.isl]", "rlc"),
];

/// Hint for a key used in a table where it does not belong.
pub(crate) fn meant(table: &str, key: &str) -> Option<&'static str> {
    match (table, key) {
        ("wires", "scheduler") => {
            Some("a wire has one receiver: describe a transmitter that users share as [[beams]]")
        }
        (_, "hybla_rtt") => Some(
            "it is a key of the controller: congestion = { kind = \"hybla\", rtt = \"25 ms\" }",
        ),
        (_, "max_element_age") => Some(
            "it is a key of the file: elements = { file = \"day.tle\", max_age = \"30 days\" }",
        ),
        _ => None,
    }
}
