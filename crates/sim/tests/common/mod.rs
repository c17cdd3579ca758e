//! What tests read from an outcome.

use skyseam_sim::Outcome;
use skyseam_trace::Values;

fn column<'a>(outcome: &'a Outcome, table: &str, column: &str) -> &'a Values {
    let found = outcome.tables.iter().find(|(name, _)| *name == table);
    let (_, table) = found.expect("a table of that name");
    table.column(column).expect("a column of that name")
}

/// A column of real numbers.
pub fn floats(outcome: &Outcome, table: &str, name: &str) -> Vec<f64> {
    match column(outcome, table, name) {
        Values::F64(values) => values.clone(),
        other => panic!("{table}.{name} is {other:?}"),
    }
}

/// A column of counts.
pub fn counts(outcome: &Outcome, table: &str, name: &str) -> Vec<u64> {
    match column(outcome, table, name) {
        Values::U64(values) => values.clone(),
        other => panic!("{table}.{name} is {other:?}"),
    }
}
