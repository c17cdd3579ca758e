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

    /// Nothing forged: the transfer must end (`siege::run` asserts it). Each of these happenings
    /// takes one byte more.
    #[test]
    fn honest_scripts_end(
        head in prop::array::uniform3(any::<u8>()),
        happenings in prop::collection::vec((0u8..8, any::<bool>(), any::<u8>()), 0..300),
    ) {
        let mut script = head.to_vec();
        for (what, to_receiver, how) in happenings {
            // 132 is a multiple of the twelve kinds of happening, beyond the bit of the receiver.
            script.extend([if to_receiver { 132 + what } else { what }, how]);
        }
        siege::run(&script);
    }
}
