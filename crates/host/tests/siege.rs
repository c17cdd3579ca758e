//! Goal: whatever segments arrive, from anyone, the state machines of TCP stay consistent. Method:
//! random scripts of events (`support/siege.rs` states the assertions), and those in which the fuzz
//! target `tcp` once found a fault.

#[path = "support/siege.rs"]
mod scripts;

use proptest::prelude::*;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn random_scripts_break_nothing(script in prop::collection::vec(any::<u8>(), 0..600)) {
        scripts::run(&script);
    }

    /// Without forged segments the transfer must end (`scripts::run` asserts it). Each of these
    /// events takes one more byte.
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
        scripts::run(&script);
    }
}

/// Goal: faults found by the fuzz target `tcp` stay fixed. Method: its scripts: BBR with a
/// bandwidth of zero after a round of losses, with SACK and without; a peer that offers one byte.
#[test]
fn scripts_that_broke_something() {
    let mut after_losses = vec![127, 0, 198, 255, 20, 27, 144, 45];
    after_losses.extend([229; 22]);
    after_losses.extend([185, 185, 3, 198, 3, 198, 7, 172, 65, 65]);
    scripts::run(&after_losses);
    let mut without_sack = vec![139];
    without_sack.extend([217; 15]);
    without_sack.push(64);
    without_sack.extend([217; 11]);
    scripts::run(&without_sack);
    scripts::run(&[
        0x8b, 0x69, 0xff, 0xff, 0xff, 0xff, 0x51, 0xff, 0xff, 0xff, 0xff, 0x21, 0x00, 0x03, 0x23,
        0x21, 0x00, 0x03, 0x23,
    ]);
}
