//! Decoding and sizes of transmissions, compared with hand calculation.

use proptest::prelude::*;

use super::*;

fn config(scheme: impl HarqScheme, reference_es_n0_db: f64) -> HarqConfig {
    HarqConfig::of(scheme, reference_es_n0_db)
}

fn table(name: &str) -> IncrementalRedundancy {
    let symbols = Symbols::Table(symbols::SymbolTable::named(name).unwrap());
    IncrementalRedundancy { symbols, ..IncrementalRedundancy::default() }
}

fn chase(symbols: u32, retransmissions: u32) -> ChaseCombining {
    ChaseCombining { symbols, retransmissions, information_bits: USUAL_BITS }
}

/// Verdicts at these levels, and the process at the end.
fn verdicts(harq: &Harq, levels: &[f64]) -> (Vec<DecodingResult>, Process) {
    let mut process = harq.begin();
    let mut verdicts = Vec::new();
    for &level in levels {
        verdicts.push(harq.receive(&mut process, level));
        if verdicts.last() != Some(&DecodingResult::Again) {
            break;
        }
    }
    (verdicts, process)
}

/// At 7 dB of Es/N0, C = 1.89882 (by Gauss-Hermite): 6764 of 26760 symbols carry 0.47995 of the
/// 0.40657 needed. At 3 dB (C = 1.44213) they carry 0.36452, and 3268 more in one transmission
/// suffice.
#[test]
fn mutual_information_accumulates() {
    let harq = Harq::new(&config(table("k8920"), 7.0), &|_| 0.0);
    let (seen, process) = verdicts(&harq, &[0.0]);
    assert_eq!(seen, [DecodingResult::Decoded]);
    let expected = mutual_information::qpsk(ratio(7.0)) * 6764.0 / 26760.0;
    assert!((process.mutual_information - expected).abs() < 1e-5);
    let (seen, process) = verdicts(&harq, &[-4.0, -4.0]);
    assert_eq!(seen, [DecodingResult::Again, DecodingResult::Decoded]);
    let expected = mutual_information::qpsk(ratio(3.0)) * 10032.0 / 26760.0;
    assert!((process.mutual_information - expected).abs() < 1e-5, "{process:?}");
    let (seen, process) = verdicts(&harq, &[f64::NEG_INFINITY; 4]);
    assert_eq!(
        seen,
        [
            DecodingResult::Again,
            DecodingResult::Again,
            DecodingResult::Again,
            DecodingResult::GaveUp
        ]
    );
    assert_eq!((process.mutual_information, process.symbols_received), (0.0, 26760));
}

/// The whole codeword at the threshold's Es/N0 is just enough; at 0.01 dB less it is not.
#[test]
fn the_threshold_is_that_of_the_whole_codeword() {
    let harq = Harq::new(&config(table("k8920"), 7.0), &|_| 0.0);
    let at = |es_n0: f64| verdicts(&harq, &[es_n0 - 7.0; 4]).0;
    assert_eq!(at(-4.86)[3], DecodingResult::Decoded);
    assert_eq!(at(-4.8712)[3], DecodingResult::GaveUp);
}

/// The papers' accounting: 1040 B of IP and 2 * 6764 / 8 B of coded bits make 2731 B; 3268 more
/// symbols are 817 B.
#[test]
fn frames_are_those_of_the_papers_or_the_coded_bits() {
    let mut config = config(table("k8920"), 7.0);
    let frames = |config: &HarqConfig| {
        let harq = Harq::new(config, &|_| 0.0);
        let mut process = harq.begin();
        let first = harq.frame_bytes(&process, 1040, 4);
        harq.receive(&mut process, -30.0);
        [first, harq.frame_bytes(&process, 1040, 4)]
    };
    assert_eq!(frames(&config), [2735, 817]);
    config.keys.accounting = Accounting::CodedBits;
    assert_eq!(frames(&config), [1695, 817]);
}

/// Two receptions at the same Es/N0 equal one at twice the ratio.
#[test]
fn chase_combining_adds_ratios() {
    let harq = Harq::new(&config(chase(6690, 3), 7.0), &|_| 0.0);
    let mut process = harq.begin();
    assert_eq!(harq.receive(&mut process, -6.0), DecodingResult::Again);
    harq.receive(&mut process, -6.0);
    let expected = mutual_information::qpsk(2.0 * ratio(1.0)) / 4.0;
    assert!((process.mutual_information - expected).abs() < 1e-5);
    assert_eq!(verdicts(&harq, &[f64::NEG_INFINITY; 4]).0.len(), 4);
}

/// On a channel that stays at its target level the first transmission just suffices, and after a
/// bad one the second does; the last one requests all remaining symbols.
#[test]
fn what_is_missing_is_asked_for() {
    let harq = Harq::new(&config(Adaptive::default(), 7.0), &|p| -10.0 * p);
    let first = harq.begin().symbols;
    let needed = harq.threshold() * 26760.0 / mutual_information::qpsk(ratio(7.0 - 4.2));
    assert!((f64::from(first) - needed).abs() < 2.0, "{first} instead of {needed}");
    assert_eq!(verdicts(&harq, &[-4.2]).0, [DecodingResult::Decoded]);
    assert_eq!(verdicts(&harq, &[-4.21]).0, [DecodingResult::Again]);
    assert_eq!(verdicts(&harq, &[-20.0, -6.9]).0, [DecodingResult::Again, DecodingResult::Decoded]);
    let (seen, process) = verdicts(&harq, &[f64::NEG_INFINITY; 4]);
    assert_eq!((seen.len(), process.symbols_received), (4, 26760));
}

#[test]
fn without_retransmissions_the_first_verdict_is_the_last() {
    let none = IncrementalRedundancy { retransmissions: Some(0), ..table("k8920") };
    let harq = Harq::new(&config(none, 7.0), &|_| 0.0);
    assert_eq!(verdicts(&harq, &[-10.0]).0, [DecodingResult::GaveUp]);
}

/// Goal: a packet takes the fewest codewords that hold it, and its first transmission the coded
/// bits of all of them. Method: codewords of 8920 bits, 1115 bytes, with 5696 initial symbols at 10
/// dB.
#[test]
fn long_packets_are_split_into_equal_parts() {
    let whole = config(table("k8920"), 10.0);
    let keys = HarqKeys { packets: LongPackets::Split, ..whole.keys.clone() };
    let [whole, split] =
        [whole.clone(), HarqConfig { keys, ..whole }].map(|own| Harq::new(&own, &|_| 0.0));
    for (size, codewords) in [(0, 1), (1, 1), (1115, 1), (1116, 2), (1500, 2), (2231, 3)] {
        assert_eq!((whole.codewords(size), split.codewords(size)), (1, codewords));
        let bytes = split.frame_bytes(&split.begin(), size, 16);
        assert_eq!(bytes, size + 16 + codewords * 5696 / 4);
    }
}

proptest! {
    #![proptest_config(ProptestConfig {
        failure_persistence: None, cases: 64, ..Default::default()
    })]

    /// Goal: every scheme ends after at most its number of transmissions, whatever the levels; more
    /// signal never needs more of them; sizes stay within the mother codeword. Method: random
    /// levels, and the same ones 1 dB higher.
    #[test]
    fn every_scheme_comes_to_an_end(
        levels in prop::collection::vec(-60.0..10.0f64, 8),
        retransmissions in 0u32..4,
        reference in 7.0..13.0f64,
    ) {
        let given = Some(retransmissions);
        let laid_down = IncrementalRedundancy { retransmissions: given, ..table("k8920") };
        let adaptive = Adaptive { retransmissions: given, ..Adaptive::default() };
        for config in [
            config(laid_down, reference),
            config(adaptive, reference),
            config(chase(5000, retransmissions), reference),
        ] {
            let name = config.scheme.name();
            let is_chase = name == "chase-combining";
            let is_fixed = name == "incremental-redundancy";
            let harq = Harq::new(&config, &|p| 2.0 - 20.0 * p);
            let (seen, process) = verdicts(&harq, &levels);
            prop_assert!(seen.last() != Some(&DecodingResult::Again));
            prop_assert!(seen.len() <= retransmissions as usize + 1);
            prop_assert!(is_chase || process.symbols_received <= 26_860);
            let higher: Vec<f64> = levels.iter().map(|level| level + 1.0).collect();
            let better = verdicts(&harq, &higher);
            if is_chase || is_fixed {
                prop_assert!(better.0.len() <= seen.len());
            }
        }
    }
}
