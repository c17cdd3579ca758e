//! Tables that are kept of every run, and the resulting changes to the scenario: kept tables are
//! recorded, and no others.

use super::key::Key;
use super::tables::KeptTable;
use super::template::{Replacement, Template};
use crate::document::{SourceSpan, Spanned, Value};

/// Tables of users: the users, and the flow of each session.
const OF_USERS: [&str; 2] = ["users", "sessions"];

/// Names of the tables to keep, `flows` first, and the resulting changes to every run's scenario.
/// The tables of users are kept if the scenario has users.
pub(crate) fn resolve(
    template: &Template,
    wanted: &[KeptTable],
    varied: &[Key],
) -> (Vec<String>, Vec<Replacement>) {
    let mut names = vec!["flows".to_string()];
    for KeptTable(name) in wanted {
        if names.iter().all(|known| known != name) {
            names.push((*name).into());
        }
    }
    if matches!(key("users").find(template.document()), Some(Value::List(all)) if !all.is_empty()) {
        let missing = OF_USERS.into_iter().filter(|name| wanted.iter().all(|one| one.0 != *name));
        names.extend(missing.map(String::from));
    }
    let recorded = wanted.iter().filter(|kept| template.series().find(kept.0).is_some());
    let text = |kept: &KeptTable| Spanned::new(Value::Text(kept.0.into()), SourceSpan::default());
    let recorded: Vec<Spanned<Value>> = recorded.map(text).collect();
    let record = key("run.record");
    let is_varied = varied.iter().any(|key| key.meets(&record, template.document()));
    let is_needed = !recorded.is_empty() || template.has(&record);
    let always = match is_needed && !is_varied {
        true => vec![(record, Value::List(recorded))],
        false => Vec::new(),
    };
    (names, always)
}

/// Finds a requested table that needs a bin width the scenario does not set: its index, its name
/// and the missing key.
pub(crate) fn lacks_bins(
    template: &Template,
    wanted: &[KeptTable],
    varied: &[Key],
) -> Option<(usize, &'static str, &'static str)> {
    KeptTable::BINS.into_iter().find_map(|(name, width)| {
        let number = wanted.iter().position(|table| table.0 == name)?;
        let bins = key(width);
        let is_said =
            template.has(&bins) || varied.iter().any(|key| key.meets(&bins, template.document()));
        (!is_said).then_some((number, name, width))
    })
}

fn key(written: &str) -> Key {
    Key::parse(written).expect("a key")
}
