//! Goal: whatever segments come, from whoever, the state machines of TCP keep their senses.
//! Method: random scripts of what happens (`support/siege.rs` says what is asserted), and those in
//! which the fuzz target `tcp` once found a fault.

#[path = "support/siege.rs"]
mod siege;

use proptest::prelude::*;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn random_scripts_break_nothing(script in prop::collection::vec(any::<u8>(), 0..600)) {
        siege::run(&script);
    }
}
