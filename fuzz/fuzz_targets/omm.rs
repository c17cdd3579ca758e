//! Fuzzes the readers of orbit mean-elements messages: every text gives satellites or a reason, and
//! none causes a panic.
//!
//! Run with `make fuzz`, which takes the files of the tests as seeds: JSON, CSV, XML and KVN are
//! recognized by their text, so one target serves all four.

#![no_main]

use libfuzzer_sys::fuzz_target;
use skyseam_orbit::elements;

fuzz_target!(|bytes: &[u8]| {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    match elements::read(text, "fuzz.omm") {
        Ok(found) => {
            assert!(!found.is_empty(), "no satellite and no reason");
            for of in &found {
                assert!(of.line() >= 1 && of.line() <= text.lines().count());
                if let Ok((position, velocity)) = of.propagate(of.epoch()) {
                    assert!(position.norm().is_finite() && velocity.norm().is_finite());
                }
            }
        }
        Err(error) => {
            assert!(error.line <= text.lines().count().max(1), "{error}");
            assert!(error.to_string().starts_with("fuzz.omm"), "{error}");
        }
    }
});
