//! The contract of every registered controller, and CUBIC against its closed form.

use std::sync::Arc;

use skyseam_base::{Duration, SimTime, math};
use skyseam_endpoint::slow_start::{HyStartPlusPlus, SlowStart};
use skyseam_params::Model;

use super::algorithm::{AckInfo, CongestionController, Setup, TcpAlgorithm};
use super::cubic::{self, Cubic, CubicState};
use super::new_reno::NewReno;
use super::{all, built_in, named};
use crate::stacks;

const MSS: u64 = 1460;
const RTT: Duration = Duration::from_millis(100);

fn setup() -> Setup {
    Setup { mss: MSS as u32, initial_window: 10 * MSS, ..Setup::SOME }
}

fn ack(now: SimTime, bytes: u64) -> AckInfo {
    AckInfo { now, bytes, smoothed_rtt: RTT, rtt: Some(RTT), cwnd_limited: true, ..AckInfo::SOME }
}

/// One round trip: a window of full segments, each acknowledged on its own, evenly spaced.
fn round(controller: &mut dyn CongestionController, now: &mut SimTime) {
    let segments = (controller.cwnd() / MSS).max(1);
    for i in 1..=segments {
        controller.on_ack(&ack(*now + RTT * i / segments, MSS));
    }
    *now += RTT;
}

/// Runs `check` on every controller that counts bytes.
fn every(check: impl Fn(&str, Box<dyn CongestionController>)) {
    for algorithm in all() {
        if let Some(controller) = algorithm.in_bytes(&setup()) {
            check(algorithm.name(), controller);
        }
    }
}

/// Goal: statements of the documentation about stacks are true. Method: the sentence of each,
/// compared with what is built.
#[test]
fn each_says_which_stacks_have_it() {
    for (member, controller) in built_in().iter().zip(all()) {
        assert_eq!(member.name, controller.name());
        assert!(!member.source.is_empty());
        let having = stacks::all().filter(|stack| stack.has(&*controller));
        let names: Vec<&str> = having.map(|stack| stack.name()).collect();
        let (summary, said) =
            member.summary.split_once(". Stacks: ").expect("a sentence of stacks");
        assert!(!summary.is_empty() && !names.is_empty());
        assert_eq!(said, names.join(", "), "{}", member.name);
        assert_eq!(named(member.name), Some(controller));
    }
    assert!(named("no such thing").is_none());
}

#[test]
fn slow_start_doubles_the_window_each_round_trip() {
    every(|name, mut controller| {
        let mut now = SimTime::ZERO;
        assert!(controller.in_slow_start(), "{name}");
        assert_eq!((controller.cwnd(), controller.ssthresh()), (10 * MSS, u64::MAX), "{name}");
        for doubling in 1..6 {
            round(&mut *controller, &mut now);
            assert_eq!(controller.cwnd(), (10 << doubling) * MSS, "{name}");
        }
    });
}

#[test]
fn a_loss_shrinks_the_window_and_ends_slow_start() {
    every(|name, mut controller| {
        let mut now = SimTime::ZERO;
        (0..4).for_each(|_| round(&mut *controller, &mut now));
        let before = controller.cwnd();
        controller.on_loss(now, before);
        assert!(controller.cwnd() < before, "{name}");
        assert!(controller.cwnd() >= before / 2 - MSS, "{name}: more than halved");
        assert!(!controller.in_slow_start(), "{name}");
        assert_eq!(controller.cwnd(), controller.ssthresh(), "{name}");
    });
}

#[test]
fn a_timeout_leaves_one_segment_and_keeps_the_threshold_when_it_repeats() {
    every(|name, mut controller| {
        let mut now = SimTime::ZERO;
        (0..4).for_each(|_| round(&mut *controller, &mut now));
        let flight = controller.cwnd();
        controller.on_timeout(now, flight, true);
        let threshold = controller.ssthresh();
        assert_eq!(controller.cwnd(), MSS, "{name}");
        assert!(threshold < flight && threshold >= 2 * MSS, "{name}");
        controller.on_timeout(now + RTT, MSS, false);
        assert_eq!((controller.cwnd(), controller.ssthresh()), (MSS, threshold), "{name}");
        assert!(controller.in_slow_start(), "{name}");
    });
}

#[test]
fn congestion_avoidance_grows_and_by_less_than_slow_start() {
    every(|name, mut controller| {
        let mut now = SimTime::ZERO;
        (0..3).for_each(|_| round(&mut *controller, &mut now));
        let flight = controller.cwnd();
        controller.on_loss(now, flight);
        // The rate of CR grows by four segments per second and second: 0.04 segments in 100 ms.
        for passed in 0..2_000 {
            if passed >= 200 && controller.cwnd() > flight {
                break;
            }
            let before = controller.cwnd();
            round(&mut *controller, &mut now);
            let after = controller.cwnd();
            assert!(after >= before && after <= before * 3 / 2 + MSS, "{name}: {before} {after}");
        }
        assert!(controller.cwnd() > flight, "{name}: never passes the window of the loss");
    });
}

/// RFC 9438 Sec. 5.8. Method: an unused minute in slow start and in congestion avoidance; after the
/// latter the window continues as if that minute had not been.
#[test]
fn an_unused_window_stands_still() {
    let minute = Duration::from_secs(60);
    let unused = |controller: &mut dyn CongestionController, now: &mut SimTime| {
        let before = controller.cwnd();
        for _ in 0..600 {
            *now += minute / 600;
            controller.on_ack(&AckInfo { cwnd_limited: false, ..ack(*now, MSS) });
        }
        assert_eq!(controller.cwnd(), before);
    };
    every(|name, mut controller| {
        let mut now = SimTime::ZERO;
        unused(&mut *controller, &mut now);
        (0..5).for_each(|_| round(&mut *controller, &mut now));
        let flight = controller.cwnd();
        controller.on_loss(now, flight);
        (0..10).for_each(|_| round(&mut *controller, &mut now));
        unused(&mut *controller, &mut now);
        let before = controller.cwnd();
        round(&mut *controller, &mut now);
        let after = controller.cwnd();
        assert!(after >= before && after <= before + 10 * MSS, "{name}: {before} to {after}");
    });
}

/// Goal: no sequence of events breaks a window. Method: a fixed pseudo-random walk over all calls,
/// with absurd arguments; twice, and the same both times.
#[test]
fn any_sequence_keeps_the_window_sane_and_is_repeatable() {
    let walk = |controller: &mut dyn CongestionController, name: &str| -> Vec<u64> {
        let mut state = 7u64;
        let mut now = SimTime::ZERO;
        let mut seen = Vec::new();
        for _ in 0..5_000 {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let draw = state >> 33;
            now += Duration::from_micros(draw % 200_000);
            let before = controller.cwnd();
            match draw % 23 {
                0 => controller.on_loss(now, draw % 3 * before),
                1 => controller.on_timeout(now, draw % 3 * before, draw.is_multiple_of(2)),
                2 => controller.on_syn_lost(),
                _ => controller.on_ack(&ack(now, draw % (4 * MSS))),
            }
            let after = controller.cwnd();
            assert!(after >= MSS, "{name}: {after} is below one segment");
            assert!(after < 1 << 40, "{name}: {after} is beyond reason");
            assert!(draw % 23 > 2 || after <= before, "{name}: grew at a loss");
            assert!(controller.ssthresh() >= 2 * MSS, "{name}");
            seen.push(after);
        }
        seen
    };
    for algorithm in all() {
        let (build, name) = (|| algorithm.in_bytes(&setup()), algorithm.name());
        let (Some(mut one), Some(mut other)) = (build(), build()) else { continue };
        let walks = (walk(&mut *one, name), walk(&mut *other, name));
        assert_eq!(walks.0, walks.1, "{name} is not repeatable");
    }
}

/// RFC 5681 eq. (3): one segment per round trip.
#[test]
fn new_reno_adds_a_segment_each_round_trip() {
    let mut controller = NewReno::default().in_bytes(&setup()).expect("RFC 5681's own");
    let mut now = SimTime::ZERO;
    controller.on_loss(now, 20 * MSS);
    assert_eq!(controller.cwnd(), 10 * MSS);
    for extra in 1..20 {
        round(&mut *controller, &mut now);
        assert_eq!(controller.cwnd(), (10 + extra) * MSS);
    }
}

/// Goal: growth is RFC 9438's eq. (1) and (2). Method: a window large enough that the cubic term
/// rules, one loss, and the window at each second compared with the formula.
#[test]
fn cubic_follows_the_closed_form() {
    let initial_window = 2_000 * MSS;
    let mut controller = CubicState::new(&Setup { initial_window, ..setup() });
    let mut now = SimTime::from_secs(5);
    let start = now;
    controller.on_loss(now, initial_window);
    let w_max: f64 = 2_000.0;
    let k = math::cbrt(w_max * (1.0 - cubic::BETA) / cubic::C);
    while now < start + Duration::from_secs_f64(k + 3.0) {
        round(&mut controller, &mut now);
        // The window reaches the target set one round trip before, which looked one ahead.
        let t = (now - start).as_secs_f64();
        let form = |t: f64| cubic::C * math::powi(t - k, 3) + w_max;
        let window = controller.cwnd() as f64 / MSS as f64;
        let (low, high) = (form(t - 2.0 * RTT.as_secs_f64()), form(t + RTT.as_secs_f64()));
        let slack = 2.0;
        if t > 1.0 {
            assert!(window > low - slack && window < high + slack, "{t} s: {low} {window} {high}");
        }
    }
    assert!(controller.cwnd() > initial_window, "past the plateau it probes on");
}

/// RFC 9438 Sec. 4.3: in the Reno-friendly region the window grows by alpha per round trip.
#[test]
fn cubic_is_no_slower_than_reno_on_short_paths() {
    let rtt = Duration::from_millis(5);
    let mut controller = CubicState::new(&setup());
    controller.on_loss(SimTime::ZERO, 10 * MSS);
    let mut now = SimTime::ZERO;
    let begun = controller.cwnd();
    let rounds = 40;
    for _ in 0..rounds {
        for _ in 0..controller.cwnd() / MSS {
            controller.on_ack(&AckInfo { smoothed_rtt: rtt, ..ack(now, MSS) });
        }
        now += rtt;
    }
    let per_round = (controller.cwnd() - begun) as f64 / MSS as f64 / f64::from(rounds);
    let alpha = 3.0 * 0.3 / 1.7;
    assert!(per_round > 0.9 * alpha && per_round < 1.05, "{per_round} segments per round trip");
}

/// RFC 9438 Sec. 4.8: after a timeout the first congestion avoidance stage starts at its own
/// plateau, K = 0, and does not climb back to the window before. Method: the closed form.
#[test]
fn cubic_forgets_the_old_plateau_at_a_timeout() {
    let initial_window = 2_000 * MSS;
    let mut controller = CubicState::new(&Setup { initial_window, ..setup() });
    let mut now = SimTime::from_secs(1);
    controller.on_timeout(now, 1_000 * MSS, true);
    assert_eq!(controller.ssthresh(), 700 * MSS);
    while controller.in_slow_start() {
        round(&mut controller, &mut now);
    }
    let (start, origin) = (now, controller.cwnd() as f64 / MSS as f64);
    while now < start + Duration::from_secs(6) {
        round(&mut controller, &mut now);
    }
    let form = |t: f64| 0.4 * math::powi(t, 3) + origin;
    let window = controller.cwnd() as f64 / MSS as f64;
    assert!(window > form(5.7) && window < form(6.3), "{window} instead of {}", form(6.0));
}

/// RFC 9438 Sec. 4.7: a loss below the last maximum puts the next plateau lower.
#[test]
fn cubic_converges_fast() {
    let initial_window = 2_000 * MSS;
    let mut controller = CubicState::new(&Setup { initial_window, ..setup() });
    for second in 0..2 {
        controller.on_loss(SimTime::from_secs(second), controller.cwnd());
    }
    assert_eq!(controller.cwnd(), 980 * MSS, "2000 * 0.7 * 0.7");
    // The second loss was at 1400, below 2000: the plateau is at 1400 * (1 + 0.7) / 2 = 1190.
    let k = math::cbrt(210.0 / 0.4);
    let mut now = SimTime::from_secs(2);
    while now < SimTime::from_secs_f64(2.0 + k) {
        round(&mut controller, &mut now);
    }
    let window = controller.cwnd() as f64 / MSS as f64;
    assert!((window - 1190.0).abs() < 3.0, "{window} segments");
}

/// Goal: with HyStart++ the first slow start grows by a quarter once round trips grow, and ends
/// after five rounds of that; a later slow start is the usual one (RFC 9406 Sec. 4.2, 4.3). Method:
/// rounds of 100 ms, then of 120 ms, for each controller that counts bytes and has it.
#[test]
fn the_first_slow_start_can_become_conservative() {
    let hystart = || -> Model<dyn SlowStart> { Model::new(Arc::new(HyStartPlusPlus::default())) };
    let controllers = [
        Cubic { slow_start: Some(hystart()) }.in_bytes(&setup()),
        NewReno { slow_start: Some(hystart()) }.in_bytes(&setup()),
    ];
    for mut controller in controllers.into_iter().flatten() {
        let mut now = SimTime::ZERO;
        let mut grown_by = |controller: &mut dyn CongestionController, rtt: Duration| {
            let before = controller.cwnd();
            for _ in 0..before / MSS {
                let in_flight = Some(before - MSS);
                controller.on_ack(&AckInfo { rtt: Some(rtt), in_flight, ..ack(now, MSS) });
            }
            now += rtt;
            controller.cwnd() as f64 / before as f64
        };
        let grown = RTT * 12 / 10;
        assert!(grown_by(&mut *controller, RTT) > 1.9);
        assert!(grown_by(&mut *controller, RTT) > 1.9);
        let first = grown_by(&mut *controller, grown);
        assert!(first > 1.2 && first < 1.9, "CSS began in this round: {first}");
        for _ in 0..3 {
            let later = grown_by(&mut *controller, grown);
            assert!((later - 1.25).abs() < 0.03, "{later}");
        }
        assert!(controller.in_slow_start());
        (0..2).for_each(|_| _ = grown_by(&mut *controller, grown));
        assert!(!controller.in_slow_start(), "five rounds of CSS");
        controller.on_timeout(SimTime::from_secs(9), controller.cwnd(), true);
        let (before, rtt) = (controller.cwnd(), Some(Duration::from_secs(1)));
        controller.on_ack(&AckInfo { rtt, ..ack(SimTime::from_secs(10), MSS) });
        assert_eq!(controller.cwnd(), before + MSS, "the second slow start");
    }
}
