//! What tests read from an outcome.

use skyseam_sim::Outcome;
use skyseam_trace::Values;

fn column<'a>(outcome: &'a Outcome, table: &str, column: &str) -> &'a Values {
    let found = outcome.tables.iter().find(|(name, _)| *name == table);
    let (_, table) = found.expect("a table of that name");
    table.column(column).expect("a column of that name")
}

/// A column of real numbers.
#[allow(dead_code, reason = "not every test reads one")]
pub fn floats(outcome: &Outcome, table: &str, name: &str) -> Vec<f64> {
    match column(outcome, table, name) {
        Values::F64(values) => values.clone(),
        other => panic!("{table}.{name} is {other:?}"),
    }
}

/// A column of counts.
#[allow(dead_code, reason = "not every test reads one")]
pub fn counts(outcome: &Outcome, table: &str, name: &str) -> Vec<u64> {
    match column(outcome, table, name) {
        Values::U64(values) => values.clone(),
        other => panic!("{table}.{name} is {other:?}"),
    }
}

/// A column of counts that not every row has.
#[allow(dead_code, reason = "not every test reads one")]
pub fn optional_counts(outcome: &Outcome, table: &str, name: &str) -> Vec<Option<u64>> {
    match column(outcome, table, name) {
        Values::OptionalU64(values) => values.clone(),
        other => panic!("{table}.{name} is {other:?}"),
    }
}

/// A column of names that not every row has.
#[allow(dead_code, reason = "not every test reads one")]
pub fn names(outcome: &Outcome, table: &str, name: &str) -> Vec<Option<String>> {
    match column(outcome, table, name) {
        Values::Names { indices, names } => {
            indices.iter().map(|&index| names.get(index as usize).cloned()).collect()
        }
        other => panic!("{table}.{name} is {other:?}"),
    }
}
