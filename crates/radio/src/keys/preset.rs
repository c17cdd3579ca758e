//! Link budgets by name: those of the files that come with the package, and the table of keys that
//! takes one of them as its defaults.

use std::sync::LazyLock;

use serde_json::{Value as Json, json};
use skyseam_params::names::{Choice, Named, choice};
use skyseam_params::{
    Declared, Definitions, Parameter, Problems, Shape, SourceSpan, Spanned, TableEntry, Value,
    document, shape,
};

use super::LinkBudgetKeys;
use crate::budget::Direction;

/// Path of the directory of built-in budgets.
macro_rules! built_in {
    () => {
        concat!(env!("CARGO_MANIFEST_DIR"), "/../../python/skyseam/link_budgets/")
    };
}

/// Sources and texts of the files of built-in budgets.
const FILES: [(&str, &str); 2] = [
    ("filings and papers, second hand", include_str!(concat!(built_in!(), "systems.toml"))),
    ("3GPP TR 38.821 Sec. 6.1.3.3", include_str!(concat!(built_in!(), "tr38821.toml"))),
];

/// Losses that stand for what a climate describes.
const OF_ATMOSPHERE: [&str; 2] = ["atmosphere", "scintillation"];

static BUDGETS: LazyLock<Vec<BuiltIn>> = LazyLock::new(|| {
    let of_file = |(source, text): (&'static str, &str)| {
        let document = document::read(text, &mut Problems::new(text)).expect("a built-in file");
        let Some(Value::List(budgets)) = of(&document, "budgets").map(|list| &list.value) else {
            unreachable!("a file of budgets")
        };
        budgets.iter().map(|budget| BuiltIn::new(budget, source)).collect::<Vec<_>>()
    };
    FILES.into_iter().flat_map(of_file).collect()
});

/// A budget of the files.
#[derive(Debug)]
struct BuiltIn {
    name: String,
    summary: String,
    source: &'static str,
    direction: Direction,
    keys: Vec<TableEntry>,
}

impl BuiltIn {
    fn new(budget: &Spanned<Value>, source: &'static str) -> Self {
        let text = |table: &Spanned<Value>, key| match of(table, key).map(|own| &own.value) {
            Some(Value::Text(text)) => Some(text.clone()),
            _ => None,
        };
        let table = of(budget, "link_budget").expect("a budget has keys");
        let stated = |key| text(table, key).expect("a budget states it");
        let direction = match text(budget, "direction").as_deref() {
            Some("up") => Direction::Up,
            _ => Direction::Down,
        };
        let (frequency, bandwidth) = (stated("frequency"), stated("bandwidth"));
        Self {
            name: text(budget, "name").expect("a budget has a name"),
            summary: format!("{} at {frequency}, {bandwidth} wide", word(direction)),
            source,
            direction,
            keys: entries(table).to_vec(),
        }
    }
}

fn word(direction: Direction) -> &'static str {
    match direction {
        Direction::Up => "an uplink",
        Direction::Down => "a downlink",
    }
}

fn entries(table: &Spanned<Value>) -> &[TableEntry] {
    match &table.value {
        Value::Table(entries) => entries,
        _ => &[],
    }
}

/// The value of a key of a table.
fn of<'v>(table: &'v Spanned<Value>, key: &str) -> Option<&'v Spanned<Value>> {
    entries(table).iter().find(|entry| *entry.key == key).map(|entry| &entry.value)
}

/// A built-in link budget.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BudgetPreset(usize);

impl Named for BudgetPreset {
    const WHAT: &'static str = "a preset of link budgets";

    fn choices() -> Vec<Choice<Self>> {
        let choice = |(index, own): (usize, &'static BuiltIn)| {
            choice(Self(index), &own.name, &own.summary, own.source)
        };
        BUDGETS.iter().enumerate().map(choice).collect()
    }
}

impl BudgetPreset {
    /// Reports a preset of the other direction, at `place`.
    pub(super) fn check_direction(
        self,
        direction: Direction,
        place: &SourceSpan,
        problems: &mut Problems<'_>,
    ) {
        let own = &BUDGETS[self.0];
        if own.direction != direction {
            problems
                .add(place, format!("the preset \"{}\" is {}", own.name, word(own.direction)))
                .expected(format!("a preset of {}", word(direction)))
                .help("`skyseam models` lists the presets, or state the keys of the budget");
        }
    }

    /// Reports losses of the preset that a `climate` or `weather` of the table counts again.
    fn check_losses(self, given: &[TableEntry], problems: &mut Problems<'_>) {
        let own = &BUDGETS[self.0];
        let find = |keys: &[TableEntry], key| keys.iter().position(|entry| *entry.key == key);
        let again = find(given, "climate").or_else(|| find(given, "weather"));
        let losses = find(&own.keys, "losses").filter(|_| find(given, "losses").is_none());
        let (Some(again), Some(losses)) = (again, losses) else { return };
        let losses = entries(&own.keys[losses].value).iter().map(|loss| loss.key.as_str());
        let losses: Vec<_> = losses.filter(|name| OF_ATMOSPHERE.contains(name)).collect();
        if losses.is_empty() {
            return;
        }
        let key = &given[again].key;
        problems
            .add(&key.place, format!("`{}` counts losses of the preset once more", key.value))
            .found(format!("losses {} of \"{}\"", shape::listed(&losses), own.name))
            .expected("`losses` beside it, which replace those of the preset")
            .help("add losses = {}, or those that remain");
    }
}

/// Table of a link budget: the keys that it states, and those of its preset for the others.
#[derive(Debug)]
pub struct LinkBudgetTable(pub LinkBudgetKeys);

impl Shape for LinkBudgetTable {
    fn read(value: &Spanned<Value>, problems: &mut Problems<'_>) -> Option<Self> {
        let given = entries(value);
        let Some(name) = of(value, "preset") else {
            return LinkBudgetKeys::read(value, problems).map(Self);
        };
        let preset = BudgetPreset::read(name, problems)?;
        preset.check_losses(given, problems);
        let rest = BUDGETS[preset.0].keys.iter().filter(|entry| of(value, &entry.key).is_none());
        // Problems of the preset's values would be shown at its name.
        let moved = rest.map(|entry| {
            let place = value.place.key(&entry.key, name.place.start..name.place.end);
            let key = Spanned::new(entry.key.value.clone(), place.clone());
            TableEntry { key, value: placed(&entry.value, &place) }
        });
        let keys = given.iter().cloned().chain(moved).collect();
        let table = Spanned::new(Value::Table(keys), value.place.clone());
        LinkBudgetKeys::read(&table, problems).map(Self)
    }

    fn schema(definitions: &mut Definitions) -> Json {
        definitions.refer("LinkBudget", |definitions| {
            let mut schema = LinkBudgetKeys::table_schema(definitions);
            let required = schema["required"].take();
            schema["required"] = json!([]);
            schema["anyOf"] = json!([{ "required": ["preset"] }, { "required": required }]);
            schema
        })
    }
}

/// The same value, and all within it, at `place`.
fn placed(value: &Spanned<Value>, place: &SourceSpan) -> Spanned<Value> {
    let span = place.start..place.end;
    let own = match &value.value {
        Value::Table(entries) => {
            let moved = entries.iter().map(|entry| {
                let place = place.key(&entry.key, span.clone());
                let key = Spanned::new(entry.key.value.clone(), place.clone());
                TableEntry { key, value: placed(&entry.value, &place) }
            });
            Value::Table(moved.collect())
        }
        Value::List(items) => {
            let moved = items.iter().enumerate();
            let moved = moved.map(|(n, item)| placed(item, &place.element(n, span.clone())));
            Value::List(moved.collect())
        }
        other => other.clone(),
    };
    Spanned::new(own, place.clone())
}

impl Parameter for LinkBudgetTable {
    type Own = LinkBudgetKeys;

    fn own(self) -> LinkBudgetKeys {
        self.0
    }

    fn print(own: &LinkBudgetKeys) -> Json {
        LinkBudgetKeys::print(own)
    }
}
