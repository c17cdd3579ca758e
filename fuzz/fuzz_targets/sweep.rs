//! Fuzzes the reader of sweep files: every text gives a sweep or reasons, none causes a panic, and
//! the scenario of every run is accepted or refused consistently.
//!
//! Run with `make fuzz`, which takes the sweeps of the repository and of the tests as seeds.

#![no_main]

use libfuzzer_sys::fuzz_target;
use skyseam_scenario::Files;
use skyseam_scenario::sweep::{self, BaseFile};
use skyseam_sim::models;

const BASE: &str = include_str!("../../scenarios/lossy-wire.toml");

fuzz_target!(|bytes: &[u8]| {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let base = sweep::base_of(text).map(|file| match file.as_str() {
        "none.toml" => BaseFile::Unreadable("there is no such file".into()),
        _ => BaseFile::Read { text: BASE.into(), name: file, files: Files::new() },
    });
    match sweep::read(text, "fuzz.toml", base, Files::new(), &models()) {
        Ok(sweep) => {
            assert!(sweep.runs() >= 1);
            for run in [0, sweep.runs() / 2, sweep.runs() - 1] {
                assert!(sweep.values(run).len() < 1_000_000);
                if let Err(errors) = sweep.scenario(run) {
                    assert!(!errors.problems.is_empty(), "refused without a reason");
                }
            }
        }
        Err(errors) => assert!(!errors.problems.is_empty(), "refused without a reason"),
    }
});
