//! Scenarios of tests, and columns of their outcomes.

use std::path::Path;

use skyseam_base::Duration;
use skyseam_scenario::{Files, Models, Scenario};
use skyseam_sim::{Control, Outcome, parse, run_alone};
use skyseam_trace::Values;

/// A transfer over a wire of 50 ms.
pub fn transfer(transport: &str, rate: &str, size: &str) -> String {
    format!(
        r#"
        nodes = [{{ name = "a" }}, {{ name = "b" }}]
        [[wires]]
        between = ["a", "b"]
        delay = "50 ms"
        rate = "{rate}"
        queue = "100 packets"
        [[flows]]
        name = "flow"
        from = "a"
        to = "b"
        application = {{ kind = "file", size = "{size}" }}
        transport = {{ {transport} }}
        [run]
        duration = "60 s"
        "#
    )
}

/// The examples with flows, by name, cut to `longest_s`, and to `crowd_s` with over 100 flows.
pub fn examples(longest_s: u64, crowd_s: u64) -> Vec<(String, Scenario)> {
    let place = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenarios");
    let mut files = Files::new();
    let mut texts = Vec::new();
    for entry in place.read_dir().unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap().to_owned();
        let bytes = std::fs::read(&path).unwrap();
        if name.ends_with(".toml") {
            texts.push((name.clone(), String::from_utf8(bytes.clone()).unwrap()));
        }
        files.insert(name, bytes);
    }
    texts.sort();
    let read = |(name, text): (String, String)| {
        let parsed = parse(&text, &name, &files).unwrap_or_else(|errors| panic!("{errors}"));
        let mut scenario = parsed.scenario;
        let most_s = if scenario.flows.len() > 100 { crowd_s } else { longest_s };
        scenario.run.duration = scenario.run.duration.min(Duration::from_secs(most_s));
        (!scenario.flows.is_empty()).then_some((name, scenario))
    };
    texts.into_iter().filter_map(read).collect()
}

/// The scenario described by a text.
pub fn read(models: &Models, text: &str) -> Scenario {
    let parsed = models.parse(text, "own.toml", &Files::new());
    parsed.unwrap_or_else(|errors| panic!("{errors}")).scenario
}

/// The message about a text with a mistake.
pub fn refused(models: &Models, text: &str) -> String {
    models.parse(text, "own.toml", &Files::new()).expect_err("a mistake").to_string()
}

/// The outcome of a whole run.
pub fn run(scenario: &Scenario) -> Outcome {
    run_alone(scenario, &mut |_| Control::Continue).expect("nobody cancels")
}

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
