//! Tables of modes, and the choice among them.

use skyseam_radio::{AdaptiveCoding, Mode, ModeTable};

fn coding(table: &str, margin_db: f64, hysteresis_db: f64) -> AdaptiveCoding {
    AdaptiveCoding::new(ModeTable::named(table).unwrap().modes(), margin_db, hysteresis_db)
}

/// Goal: the tables are whole. Method: number of modes of each.
#[test]
fn tables_have_the_modes_of_their_standards() {
    let counts = ModeTable::BUILT_IN.map(|table| (table.name, table.modes().len()));
    let expected = [
        ("dvb-s2", 28),
        ("dvb-s2x", 39),
        ("dvb-rcs2-short", 10),
        ("dvb-rcs2-long", 10),
        ("nr-mcs-1", 26),
        ("nr-mcs-2", 25),
    ];
    assert_eq!(counts, expected);
    assert_eq!(ModeTable::named("dvb-s3"), None);
}

/// Goal: efficiencies of DVB-S2 and S2X are those of their frames. Method: EN 302 307-1 Sec. 5.2.1
/// and 5.5.1: of a normal frame, 64,800 r - 16 t - 80 bits in 90 (slots + 1) symbols.
#[test]
fn efficiencies_follow_from_the_frames() {
    for table in ["dvb-s2", "dvb-s2x"] {
        for mode in ModeTable::named(table).unwrap().modes() {
            let (modulation, code) = mode.name.split_once(' ').unwrap();
            let bits = match modulation {
                "QPSK" => 2,
                "8PSK" | "8APSK" => 3,
                "16APSK" => 4,
                "32APSK" => 5,
                "64APSK" => 6,
                "128APSK" => 7,
                _ => 8,
            };
            let (over, under) = code.trim_end_matches("-L").split_once('/').unwrap();
            let (over, under): (u32, u32) = (over.parse().unwrap(), under.parse().unwrap());
            let coded = 64_800 * over / under;
            let slots = 64_800_u32.div_ceil(90 * bits);
            let efficiency = |corrected: u32| {
                f64::from(coded - 16 * corrected - 80) / f64::from(90 * (slots + 1))
            };
            // The BCH code corrects 8, 10 or 12 errors, depending on the rate.
            let fits = [8, 10, 12].map(|t| (efficiency(t) - mode.bit_per_symbol).abs() < 1e-6);
            assert!(fits.contains(&true), "{mode:?}");
        }
    }
}

/// Goal: at each threshold the most efficient mode is chosen that holds there. Method: 0.1 dB above
/// and below each threshold of each table, beside a search through all its modes.
#[test]
fn most_efficient_mode_that_holds_is_chosen() {
    for table in ModeTable::BUILT_IN {
        let all = table.modes();
        let coding = coding(table.name, 0.0, 0.0);
        for at in all.iter().flat_map(|mode| [-0.1, 0.0, 0.1].map(|off| mode.es_n0_db + off)) {
            let holds = all.iter().filter(|mode| mode.es_n0_db <= at + 1e-9);
            let most = holds.map(|mode| mode.bit_per_symbol).reduce(f64::max);
            let chosen = coding.best(at).map(|index| coding.modes()[index].bit_per_symbol);
            assert_eq!(chosen, most, "{} at {at} dB", table.name);
        }
    }
}

/// Goal: a mode is never chosen that another one beats. Method: the six of DVB-S2 whose rows carry
/// less than a row with a lower threshold.
#[test]
fn dominated_modes_are_left_out() {
    let coding = coding("dvb-s2", 0.0, 0.0);
    let chosen: Vec<&str> = coding.modes().iter().map(|mode| &*mode.name).collect();
    assert_eq!(chosen.len(), 28 - 6);
    for name in ["QPSK 8/9", "8PSK 5/6", "8PSK 8/9", "8PSK 9/10", "16APSK 8/9", "16APSK 9/10"] {
        assert!(!chosen.contains(&name), "{name}");
    }
    let names = |es_n0_db| coding.best(es_n0_db).map(|index| &*coding.modes()[index].name);
    assert_eq!(names(6.3), Some("8PSK 3/5"));
    assert_eq!(names(13.2), Some("32APSK 3/4"));
    assert_eq!(names(-2.36), None);
}

/// Goal: margin and hysteresis. Method: two modes at 5 dB and 8 dB with 1 dB and 0.5 dB: a better
/// mode needs 9.5 dB, holds down to 9 dB, and 6 dB is the end; after an outage 6.5 dB begins.
#[test]
fn hysteresis_delays_better_modes_alone() {
    let mode = |name: &str, bit_per_symbol, es_n0_db| Mode {
        name: name.to_owned(),
        bit_per_symbol,
        es_n0_db,
    };
    let coding = AdaptiveCoding::new(vec![mode("b", 2.0, 8.0), mode("a", 1.0, 5.0)], 1.0, 0.5);
    let mut current = None;
    let course = [6.4, 6.5, 9.4, 9.5, 9.0, 8.9, 6.0, 5.9, 20.0];
    let chosen = course.map(|es_n0_db| {
        current = coding.next(current, es_n0_db);
        current
    });
    let (a, b) = (Some(0), Some(1));
    assert_eq!(chosen, [None, a, a, b, b, a, a, None, b]);
}
