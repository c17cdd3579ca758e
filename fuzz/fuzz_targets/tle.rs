//! Fuzzes the reader of two-line element sets: every text gives satellites or a reason, none causes
//! a panic, and satellites written as TLE read back as the same.
//!
//! Run with `make fuzz`, which takes the files of the tests as seeds.

#![no_main]

use libfuzzer_sys::fuzz_target;
use skyseam_orbit::elements;

fuzz_target!(|bytes: &[u8]| {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    match elements::read(text, "fuzz.tle") {
        Ok(found) => {
            assert!(!found.is_empty(), "no satellite and no reason");
            for of in &found {
                if let Ok((position, velocity)) = of.propagate(of.epoch()) {
                    assert!(position.norm().is_finite() && velocity.norm().is_finite());
                }
            }
            let Ok(written) = elements::write_tle(&found) else { return };
            let again = elements::read(&written, "again.tle").unwrap_or_else(|e| panic!("{e}"));
            assert_eq!(again.len(), found.len());
            for (again, found) in again.iter().zip(&found) {
                assert_eq!(again.identity(), found.identity());
            }
            assert_eq!(elements::write_tle(&again).as_ref(), Ok(&written));
        }
        Err(error) => {
            assert!(error.line <= text.lines().count().max(1), "{error}");
            assert!(error.to_string().starts_with("fuzz.tle"), "{error}");
        }
    }
});
