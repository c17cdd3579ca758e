//! Numbers with units are read exactly, and messages say what is wrong with malformed ones.

use proptest::prelude::*;

use skyseam_base::{Duration, Rate, SimTime};
use skyseam_params::units::*;

#[test]
fn decimals_are_exact_where_floats_would_not_be() {
    assert_eq!(TIME.read("0.1 s"), Ok(Duration::from_millis(100)));
    assert_eq!(TIME.read("86399.999999999 s"), Ok(Duration::from_nanos(86_399_999_999_999)));
    assert_eq!(TIME.read("24 h"), TIME.read("1 d"));
    assert_eq!(RATE.read("1.5 Mbit/s"), Ok(Rate::from_bps(1_500_000).unwrap()));
    assert_eq!(SIZE.read("1.5 KiB"), Ok(1536));
    assert_eq!(SIZE.read("15 MiB"), Ok(15 * 1024 * 1024));
    assert_eq!(SIZE.read("9 kB"), Ok(9000));
    assert_eq!(PACKETS.read("1 packet"), Ok(1));
    assert_eq!(KILOMETRES.read("780000 m"), KILOMETRES.read("780 km"));
    assert_eq!(METRES.read("-0.4 km"), Ok(-400.0));
    assert_eq!(ANGLE.read("-158.0 deg"), Ok(-158.0));
    assert_eq!(ANGULAR_RATE.read("0.06 deg/s"), Ok(0.06));
    assert_eq!(TIME.read("1.5 days"), Ok(Duration::from_secs(129_600)));
    assert_eq!((TIME.read("1 day"), TIME.read("24 h")), (TIME.read("1 d"), TIME.read("1440 min")));
}

/// Goal: floating-point numbers printed by programs are read, rounded to the nearest whole number.
#[test]
fn floating_point_numbers_of_programs_are_rounded() {
    assert_eq!(TIME.read("23.759999999999998 s"), Ok(Duration::from_millis(23_760)));
    assert_eq!(TIME.read("0.03333333333333333 s"), Ok(Duration::from_nanos(33_333_333)));
    assert_eq!(TIME.read("0.00012345678901234567 s"), Ok(Duration::from_nanos(123_457)));
    assert_eq!(TIME.read("1.0000004999 ms"), Ok(Duration::from_millis(1)));
    assert_eq!(TIME.read("1e-05 s"), TIME.read("10 us"));
    assert_eq!(TIME.read("1e3 s"), TIME.read("1000 s"));
    assert_eq!(TIME.read("2.5e+2 ms"), TIME.read("250 ms"));
    assert_eq!(TIME.read("0e-999 s"), Ok(Duration::ZERO));
    assert_eq!(RATE.read("0.30000000000000004 Mbit/s"), Ok(Rate::from_bps(300_000).unwrap()));
    assert_eq!(RATE.read("8333333.333333333 bit/s"), Ok(Rate::from_bps(8_333_333).unwrap()));
    assert_eq!(FREQUENCY.read("11.700000000000001 GHz"), Ok(11_700_000_000));
    assert_eq!(SIZE.read("1.1000000000000001 MB"), Ok(1_100_000));
    assert_eq!(PACKETS.read("7.000000000000001 packets"), Ok(7));
    assert_eq!(ANGLE.read("1e-05 deg"), Ok(1e-5));
    assert_eq!(INSTANT.read("0:00:01.0000000000000002"), Ok(SimTime::from_secs(1)));
}

#[test]
fn an_instant_is_a_clock_or_a_length() {
    assert_eq!(INSTANT.read("12:21:00"), Ok(SimTime::from_secs(44_460)));
    assert_eq!(INSTANT.read("44460 s"), INSTANT.read("12:21:00"));
    assert_eq!(INSTANT.read("0:00:00.000000001"), Ok(SimTime::from_nanos(1)));
    for wrong in [
        "12:21",
        "12:60:00",
        "0:00:00.5e3",
        "12:21:60",
        "1:2:3",
        ":00:00",
        "12:21:00:00",
        "a:00:00",
    ] {
        assert!(INSTANT.read(wrong).is_err(), "{wrong}");
    }
}

#[test]
fn what_is_not_strictly_spelled_is_refused_with_the_right_spelling() {
    let help = |fault: QuantityFault| fault.help.unwrap_or_default();
    assert_eq!(help(RATE.read("25 Mbps").unwrap_err()), "write \"25 Mbit/s\"");
    assert_eq!(help(RATE.read("25 Mb/s").unwrap_err()), "write \"25 Mbit/s\"");
    assert_eq!(help(TIME.read("50ms").unwrap_err()), "write \"50 ms\"");
    assert_eq!(help(TIME.read("5 m").unwrap_err()), "write \"5 min\"");
    assert_eq!(
        help(TIME.read("1_000 ms").unwrap_err()),
        "write it without separators: \"1000 ms\""
    );
    assert_eq!(help(SIZE.read("9 KB").unwrap_err()), "write \"9 kB\" (1000 B) or KiB (1024 B)");
    for wrong in [
        "", " ", "ms", "50", "50  ms", " 50 ms", "50 ms ", "+5 ms", ".5 s", "5. s", "1e s",
        "1e+-3 s",
    ] {
        assert!(TIME.read(wrong).is_err(), "{wrong:?}");
    }
}

#[test]
fn what_the_model_cannot_count_is_refused() {
    let finer = TIME.read("0.5 ns").unwrap_err();
    assert!(finer.message.contains("whole number of nanoseconds"));
    assert_eq!(finer.help.as_deref(), Some("the nearest is \"1 ns\""));
    // A measure may be rounded by a thousandth, a count by a thousand-millionth.
    assert_eq!(TIME.read("0.5004 us"), Ok(Duration::from_nanos(500)));
    assert!(TIME.read("0.3336 us").is_err());
    assert!(SIZE.read("1500.4 B").is_err() && PACKETS.read("1000000.4 packets").is_err());
    assert!(TIME.read("1e-30 s").is_err() && TIME.read("1e-999 s").is_err());
    assert!(TIME.read("1e30 s").unwrap_err().message.contains("more than"));
    assert!(SIZE.read("0.3 KiB").is_err());
    assert!(PACKETS.read("1.5 packets").is_err());
    assert!(TIME.read("-1 s").unwrap_err().message.contains("negative"));
    assert!(TIME.read("99999999999999999999 d").unwrap_err().message.contains("more than"));
    assert!(TIME.read(&format!("0.{} s", "1".repeat(400))).is_err());
    assert!(ANGLE.read(&format!("{} deg", "9".repeat(400))).is_err());
    assert!(RATE.read("0 bit/s").is_err());
}

proptest! {
    #![proptest_config(ProptestConfig {
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    /// Every value, once printed, reads back as the same value.
    #[test]
    fn printing_and_reading_are_inverse(
        n in any::<u64>(),
        small in 1u64..10_000_000,
        x in any::<f64>(),
    ) {
        for n in [n, small] {
            let length = Duration::from_nanos(n);
            prop_assert_eq!(TIME.read(&print_duration(length)), Ok(length));
            prop_assert_eq!(SIZE.read(&print_bytes(n)), Ok(n));
            if let Some(r) = Rate::from_bps(n) {
                prop_assert_eq!(RATE.read(&print_rate(r)), Ok(r));
            }
        }
        if x.is_finite() {
            prop_assert_eq!(ANGLE.read(&print_real(x, "deg")), Ok(x));
        }
    }

    /// Every unit of time has the size that its table says, with decimals.
    #[test]
    fn a_unit_is_worth_its_table(n in 0u32..200_000, tenths in 0u32..10, unit in 1usize..7) {
        let (name, worth, _) = TIME.units[unit];
        let expected = u64::from(n) * worth + u64::from(tenths) * (worth / 10);
        prop_assert_eq!(
            TIME.read(&format!("{n}.{tenths} {name}")),
            Ok(Duration::from_nanos(expected))
        );
    }

    /// No text makes a reader panic.
    #[test]
    fn no_text_panics(
        text in any::<String>(),
        near in "[-+]?[0-9._,]{0,30}(e[-+]?[0-9]{1,4})? {0,2}[a-zA-Z/:0-9\u{b5}]{0,6}",
    ) {
        for text in [text, near] {
            let _ = (TIME.read(&text), INSTANT.read(&text), RATE.read(&text), SIZE.read(&text));
            let _ = (PACKETS.read(&text), SEGMENTS.read(&text), ANGLE.read(&text));
            let _ = (KILOMETRES.read(&text), METRES.read(&text));
        }
    }
}
