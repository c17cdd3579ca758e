//! Fuzzes the scenario reader: every text gets a scenario or reasons, never a panic, and what a
//! scenario resolves to reads back as the same scenario.
//!
//! Run from the top of the repository, with the files people read as seeds:
//!
//! ```text
//! mkdir -p fuzz/corpus/scenario
//! RUSTC_BOOTSTRAP=1 cargo fuzz run scenario fuzz/corpus/scenario scenarios \
//!     crates/scenario/tests/broken -- -dict=fuzz/scenario.dict -max_total_time=180
//! ```

#![no_main]

use libfuzzer_sys::fuzz_target;
use skyseam_scenario::{Files, parse};

fuzz_target!(|bytes: &[u8]| {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let files = Files::new();
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
