//! The examples in scenarios/ are the first files that users read: they must be valid, and their
//! resolved form must read back as the same scenario.

use crate::common::{examples, examples_directory, parse};

#[test]
fn every_example_is_valid_for_the_reader_and_warns_of_nothing() {
    let examples = examples();
    assert!(examples.len() >= 6, "only {} examples", examples.len());
    for (name, text) in examples {
        match parse(&text, &name, &examples_directory()) {
            Ok(parsed) => assert_eq!(parsed.warnings, [], "{name}"),
            Err(errors) => panic!("{errors}"),
        }
    }
}

/// A manifest is complete: nothing is left to a default that a later version may change.
#[test]
fn a_resolved_scenario_reads_back_as_itself() {
    for (name, text) in examples() {
        let mut scenario = parse(&text, &name, &examples_directory()).unwrap().scenario;
        let resolved = scenario.resolved();
        let toml: toml::Table = serde_json::from_value(resolved.clone()).unwrap();
        let text = toml::to_string(&toml).unwrap();
        let again = parse(&text, &name, &examples_directory()).unwrap_or_else(|e| panic!("{e}"));
        let again = again.scenario;
        scenario.preset = None;
        assert_eq!(again, scenario, "{name}");
        assert_eq!(again.resolved(), resolved, "{name}");
    }
}
