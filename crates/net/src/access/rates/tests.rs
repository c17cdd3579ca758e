//! Tests of access by rate: times by arithmetic, expiry, and invariants for any parameters.

use proptest::prelude::*;

use super::super::testing::{Here, controller, kind, run};
use super::*;

const MS: u64 = 1_000_000;

/// 10 slots of 1 ms, two of them for contention; 125 B in each at 1 Mbit/s.
const TEN: &str = "kind = \"rate-based\"\nframe = \"10 ms\"\nslots = 8\ncontention_slots = 2";

fn here(users: usize) -> Here {
    Here {
        carriers: vec![Some(0); users],
        round_trip: Duration::from_millis(24),
        ..Here::default()
    }
}

fn bursts(log: &[(u64, AccessEvent)]) -> Vec<(u64, u32)> {
    let of = |(at, step): &(u64, AccessEvent)| match step {
        AccessEvent::Burst(burst) => Some((*at, burst.slots)),
        _ => None,
    };
    log.iter().filter_map(of).collect()
}

/// Goal: the first packet costs a request, the next one within the lifetime none. Method: by
/// arithmetic. 100 B arrive at 3 ms: requested in the frame of 10 ms in a slot that ends at 11 or
/// 12 ms, served 24 ms later, thus from the frame of 40 ms on, whose third slot is the first for
/// data. 100 B more at 73 ms leave in the frame of 80 ms; those of 700 ms, after 10 frames, need a
/// new request.
#[test]
fn a_rate_is_asked_for_once_and_lapses() {
    let keys = format!("{TEN}\nlifetime = 10");
    let mut users = here(1);
    let mut carrier = controller(&keys, 1);
    let arrivals = [(3 * MS, 0, 100), (73 * MS, 0, 100), (703 * MS, 0, 100)];
    let (sent, log) = run(&mut *carrier, &mut users, &arrivals, 5_000 * MS);
    assert_eq!(sent, [300]);
    assert_eq!(bursts(&log), [(42 * MS, 1), (82 * MS, 1), (742 * MS, 1)]);
    let unused = log.iter().filter(|(_, step)| matches!(step, AccessEvent::Unused { .. })).count();
    assert!(unused > 0, "a rate that nobody uses is granted all the same");
    assert_eq!(carrier.poll_timeout(), None, "an idle carrier has no events");
}

/// Goal: a stream gets the rate that it needs, and its queue does not grow. Method: 250 B in every
/// frame of 10 ms, two slots of 125 B.
#[test]
fn a_stream_gets_its_rate() {
    let mut users = here(1);
    let mut carrier = controller(TEN, 1);
    let arrivals: Vec<(u64, u32, u64)> = (0..500).map(|n| (n * 10 * MS + MS, 0, 250)).collect();
    let (sent, log) = run(&mut *carrier, &mut users, &arrivals, 5_010 * MS);
    let came = 500 * 250;
    assert!(sent[0] <= came && sent[0] >= came - 500, "{sent:?}");
    // In the second half what is granted is what comes, within a slot; now and then the third slot
    // of one frame carries a part of what the next would have.
    let late: Vec<u32> = bursts(&log)
        .iter()
        .filter(|(at, _)| (2_500 * MS..5_000 * MS).contains(at))
        .map(|(_, slots)| *slots)
        .collect();
    assert!(late.len() >= 200 && late.iter().all(|slots| (2..=3).contains(slots)), "{late:?}");
}

/// Goal: a burst of data beyond the maximum rate is requested by volume. Method: by arithmetic.
/// 2,500 B at 3 ms are 20 slots: one of every frame by rate carries 10 within a window of 10
/// frames, so that 10 are requested by volume. Both are served from the frame of 40 ms on: 1 + 7
/// slots there, 1 + 3 in the next, then one a frame for the 1,000 B that are left.
#[test]
fn what_the_rate_does_not_carry_is_asked_by_volume() {
    let mut carrier = controller(&format!("{TEN}\nrate_slots = 1"), 1);
    let (sent, log) = run(&mut *carrier, &mut here(1), &[(3 * MS, 0, 2_500)], 5_000 * MS);
    assert_eq!(sent, [2_500]);
    let mut expected = vec![(42 * MS, 8), (52 * MS, 4)];
    expected.extend((6..14).map(|frame| ((10 * frame + 2) * MS, 1)));
    assert_eq!(bursts(&log), expected);
    assert_eq!(log[0].1, AccessEvent::Requested { user: 0, slots: 11 });
}

/// Goal: packets of a class by volume pay a request each time and leave no rate behind, beside a
/// terminal by rate. Method: by arithmetic, as above; user 1 is the class by volume. Its 100 B at
/// 203 ms are requested in the frame of 210 ms, usable from 235 or 236 ms on, in the frame of
/// 240 ms; user 0 then has its rate since its request, in the first of the two slots.
#[test]
fn a_class_by_volume_asks_each_time() {
    let keys = format!("{TEN}\nvolume_dscp = [\"CS0\"]");
    let burst = |user: u32| {
        let mut carrier = controller(&keys, 2);
        let arrivals = [(3 * MS, user, 100), (203 * MS, user, 100)];
        bursts(&run(&mut *carrier, &mut here(2), &arrivals, 5_000 * MS).1)
    };
    assert_eq!(burst(0), [(42 * MS, 1), (212 * MS, 1)]);
    assert_eq!(burst(1), [(42 * MS, 1), (242 * MS, 1)]);
}

/// Goal: constant slots need no request and lower the rate that is asked for. Method: 375 B in
/// every frame are three slots, two of them constant: the first two leave in the frame after their
/// arrival, and the rate is one slot.
#[test]
fn constant_slots_come_before_rates() {
    let mut carrier = controller(&format!("{TEN}\nconstant_slots = 2"), 1);
    let arrivals: Vec<(u64, u32, u64)> = (0..500).map(|n| (n * 10 * MS + MS, 0, 375)).collect();
    let (sent, log) = run(&mut *carrier, &mut here(1), &arrivals, 5_010 * MS);
    assert_eq!(bursts(&log)[0], (12 * MS, 2));
    assert!(sent[0] + 750 >= 500 * 375, "{sent:?}");
    let asked = log.iter().filter_map(|(at, step)| match step {
        AccessEvent::Requested { slots, .. } if *at > 2_500 * MS => Some(*slots),
        _ => None,
    });
    let asked: Vec<u32> = asked.collect();
    assert!(!asked.is_empty() && asked.iter().all(|slots| (1..=2).contains(slots)), "{asked:?}");
}

/// Goal: terminals whose demand exceeds the capacity share it evenly.
#[test]
fn the_greedy_share_evenly() {
    let mut users = here(5);
    let arrivals: Vec<(u64, u32, u64)> = (0..5).map(|user| (0, user, 10_000_000)).collect();
    let (sent, _) = run(&mut *controller(TEN, 5), &mut users, &arrivals, 20_000 * MS);
    let all: u64 = sent.iter().sum();
    assert!(all > 1_900_000 && all <= 2_000_000, "{sent:?}");
    let (least, most) = (sent.iter().min().unwrap(), sent.iter().max().unwrap());
    assert!(*least as f64 > 0.9 * *most as f64, "{sent:?}");
}

#[test]
fn slots_that_carry_nothing_are_refused() {
    let key =
        |bps: u64| kind(TEN).validate(Rate::from_bps(bps).unwrap()).map_err(|error| error.key);
    assert_eq!(key(8_000), Ok(()));
    assert_eq!(key(7_999), Err("frame"));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, ..ProptestConfig::default() })]

    /// Goal: no frame grants more slots than it has, no two bursts overlap, exactly the waiting
    /// bytes are sent, and the carrier is idle then. Method: random arrivals, carriers and
    /// parameters.
    #[test]
    fn slots_are_conserved(
        slots in 1u32..12, contention in 1u32..4, window in 1u32..20, lifetime in 1u32..50,
        rtt_ms in 0u64..300, backoff in 3u32..7,
        more in prop::sample::select(vec![
            "", "constant_slots = 1", "rate_slots = 1", "volume_dscp = [\"CS0\"]",
            "constant_slots = 1\nrate_slots = 1\nvolume_dscp = [\"CS0\"]",
        ]),
        places in prop::collection::vec(0u32..3, 1..7),
        mut arrivals in prop::collection::vec((0u64..2_000, 0u32..7, 1u64..5_000), 1..40),
    ) {
        let users = places.len();
        let keys = format!(
            "kind = \"rate-based\"\nframe = \"10 ms\"\nslots = {slots}\n\
             contention_slots = {contention}\nwindow = {window}\nlifetime = {lifetime}\n\
             backoff = {backoff}\n{more}"
        );
        let carriers = places.iter().map(|place| Some(*place)).collect();
        let round_trip = Duration::from_millis(rtt_ms);
        let mut here = Here { carriers, round_trip, ..Here::default() };
        for (at, user, _) in &mut arrivals {
            *at *= MS;
            *user %= users as u32;
        }
        arrivals.sort();
        let mut wanted = vec![0; users];
        for &(_, user, bytes) in &arrivals {
            wanted[user as usize] += bytes;
        }
        let mut carrier = controller(&keys, users);
        let (sent, log) = run(&mut *carrier, &mut here, &arrivals, 10_000_000 * MS);
        prop_assert_eq!(sent, wanted);
        prop_assert_eq!(carrier.poll_timeout(), None);
        let mut frames: BTreeMap<(u32, u64), u32> = BTreeMap::new();
        for (at, step) in log {
            let (user, granted) = match step {
                AccessEvent::Burst(burst) => (burst.user, burst.slots),
                AccessEvent::Unused { user, slots } => (user, slots),
                AccessEvent::Requested { .. } | AccessEvent::Collided { .. } => continue,
            };
            let frame = frames.entry((places[user as usize], at / (10 * MS))).or_default();
            *frame += granted;
            prop_assert!(*frame <= slots);
        }
    }
}
