//! Fuzzes the scenario reader: every text gives a scenario or reasons, none causes a panic, and a
//! resolved scenario reads back as the same scenario.
//!
//! Run with `make fuzz`, which takes the example scenarios and the broken ones of the tests as
//! seeds.

#![no_main]

use libfuzzer_sys::fuzz_target;
use skyseam_scenario::Files;
use skyseam_sim::parse;

/// Files that a scenario may name, as in the examples.
fn files() -> Files {
    let mut files = Files::new();
    files.insert("flight.csv", include_str!("../../scenarios/flight.csv"));
    files.insert("traced-wire.csv", include_str!("../../scenarios/traced-wire.csv"));
    files.insert("listed-links.txt", include_str!("../../scenarios/listed-links.txt"));
    files.insert("made-up-66.tle", include_str!("../../scenarios/made-up-66.tle"));
    files.insert("bad.csv", [0xff, 0x0a]);
    files
}

fuzz_target!(|bytes: &[u8]| {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let files = files();
    match parse(text, "fuzz.toml", &files) {
        Ok(parsed) => {
            let mut scenario = parsed.scenario;
            let resolved = scenario.resolved();
            let toml: toml::Table = serde_json::from_value(resolved).expect("tables and values");
            let text = toml::to_string(&toml).expect("a table can be written");
            let again = parse(&text, "again.toml", &files);
            let again = again.unwrap_or_else(|errors| panic!("{errors}"));
            scenario.preset = None;
            assert_eq!(again.scenario, scenario);
        }
        Err(errors) => {
            assert!(!errors.problems.is_empty(), "refused without a reason");
            for problem in &errors.problems {
                assert!(problem.line >= 1 && problem.column >= 1 && problem.width >= 1);
            }
            assert!(errors.render(true).len() >= errors.to_string().len());
        }
    }
});
