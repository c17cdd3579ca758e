//! Parser from TOML text to a tree of values with their source locations.
//!
//! Owns syntax and locations; knows no scenario. Every problem that the TOML parser finds is
//! reported with its location. A document with syntax errors is not read any further, because
//! problems found in its keys could be mere consequences.

use toml::de::{DeTable, DeValue};

use crate::error::Problems;
pub use crate::list::Items;
pub use crate::value::{SourceSpan, Spanned, TableEntry, Value};

/// Maximum number of values: more are a mistake, and would take gigabytes of memory.
const MAX_VALUES: usize = 4_000_000;

/// Parses TOML text; `None` if its syntax is wrong.
pub fn read(text: &str, problems: &mut Problems<'_>) -> Option<Spanned<Value>> {
    // One of these characters stands before every value, so there are not more values.
    let values = text.bytes().filter(|byte| matches!(byte, b'=' | b',' | b'[')).count();
    if values > MAX_VALUES {
        problems
            .add(&SourceSpan::default(), "the file holds too much for a scenario")
            .found(format!(
                "{values} of the characters `=`, `,` and `[`, which stand before values"
            ))
            .expected(format!("at most {MAX_VALUES}"))
            .help("nodes that are alike are a group: one table with `count`");
        return None;
    }
    let (table, errors) = DeTable::parse_recoverable(text);
    for error in &errors {
        let span = error.span().unwrap_or(0..0);
        let place = SourceSpan {
            start: span.start,
            end: span.end.max(span.start + 1),
            path: String::new(),
        };
        let (what, expected) = match error.message().split_once(", expected ") {
            Some((what, expected)) => (what, expected),
            None => (error.message(), ""),
        };
        let problem = problems.add(&place, format!("this is not TOML: {what}")).expected(expected);
        if what == "duplicate key" {
            problem.help("a key and a [table] can occur only once; [[table]] makes a list");
        }
    }
    errors.is_empty().then(|| {
        let place = SourceSpan { start: 0, end: 0, path: String::new() };
        Spanned::new(table_value(table.get_ref(), &place), place)
    })
}

fn table_value(table: &DeTable<'_>, place: &SourceSpan) -> Value {
    let mut entries: Vec<TableEntry> = table
        .iter()
        .map(|(key, value)| {
            let name = key.get_ref().to_string();
            let key_place = place.key(&name, key.span());
            let value_place = place.key(&name, value.span());
            TableEntry { key: Spanned::new(name, key_place), value: convert(value, value_place) }
        })
        .collect();
    entries.sort_by_key(|entry| entry.key.place.start);
    Value::Table(entries)
}

fn convert(value: &toml::Spanned<DeValue<'_>>, place: SourceSpan) -> Spanned<Value> {
    let converted = match value.get_ref() {
        DeValue::String(text) => Value::Text(text.to_string()),
        DeValue::Integer(number) => Value::Whole(
            i64::from_str_radix(number.as_str(), number.radix()).ok(),
            number.to_string(),
        ),
        DeValue::Float(number) => Value::Real(number.to_string()),
        DeValue::Boolean(flag) => Value::Flag(*flag),
        DeValue::Datetime(date) => Value::Date(date.to_string()),
        DeValue::Array(items) => Value::List(
            items
                .iter()
                .enumerate()
                .map(|(i, item)| convert(item, place.element(i, item.span())))
                .collect(),
        ),
        DeValue::Table(table) => table_value(table, &place),
    };
    Spanned::new(converted, place)
}
