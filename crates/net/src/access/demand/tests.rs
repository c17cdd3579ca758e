//! Tests of demand assignment: times by arithmetic, shares, and invariants for any parameters.

use proptest::prelude::*;

use super::super::testing::{Here, Log, controller, kind, run};
use super::super::{Burst, Frame};
use super::*;
use skyseam_base::Duration;

const MS: u64 = 1_000_000;

/// 10 slots of 1 ms, two of them for contention; 125 B in each at 1 Mbit/s.
const TEN: &str = "kind = \"demand-assigned\"\nframe = \"10 ms\"\nslots = 8\ncontention_slots = 2";

/// Goal: the first packet on an idle carrier costs a request. Method: by arithmetic. 200 B arrive
/// at 3 ms; the next frame begins at 10 ms, the request takes one of its two first slots, its grant
/// can be used 24 ms after that slot, thus in the frame of 40 ms, whose third slot is the first for
/// data: two slots of 125 B from 42 ms on.
#[test]
fn an_idle_carrier_costs_a_request() {
    let mut here =
        Here { carriers: vec![Some(0)], round_trip: Duration::from_millis(24), ..Here::default() };
    let mut demands = controller(TEN, 1);
    let (sent, log) = run(&mut *demands, &mut here, &[(3 * MS, 0, 200)], 1_000 * MS);
    assert_eq!(sent, [200]);
    let [(at, AccessEvent::Requested { user: 0, slots: 2 }), (begun, AccessEvent::Burst(burst))] =
        log[..]
    else {
        panic!("{log:?}")
    };
    assert_eq!((at, begun), (10 * MS, 42 * MS));
    assert_eq!((burst.slots, burst.bytes()), (2, 250));
    assert_eq!(burst.end_after(125).as_nanos(), 43 * MS);
    assert_eq!(burst.start_after(125).as_nanos(), 43 * MS);
    // 75 B of the second slot at 1 Mbit/s: 0.6 ms.
    assert_eq!(burst.end_after(200).as_nanos(), 43 * MS + 600_000);
    assert_eq!(demands.poll_timeout(), None, "an idle carrier has no events");
}

/// Goal: a terminal with slots of its own sends no request at first. Method: one constant slot
/// carries 100 B in the next frame.
#[test]
fn constant_slots_cost_no_request() {
    let mut here =
        Here { carriers: vec![Some(0)], round_trip: Duration::from_millis(24), ..Here::default() };
    let keys = format!("{TEN}\nconstant_slots = 1");
    let (sent, log) = run(&mut *controller(&keys, 1), &mut here, &[(3 * MS, 0, 100)], 1_000 * MS);
    assert_eq!(sent, [100]);
    assert!(
        log.iter().any(|(at, step)| matches!(step, AccessEvent::Burst(_)) && *at == 12 * MS),
        "{log:?}"
    );
}

/// Goal: constant slots of a silent user are not granted to another one. Method: two users with
/// four constant slots each in frames of eight, of whom one sends ten slots' worth.
#[test]
fn constant_slots_of_the_silent_stay_theirs() {
    let mut here = Here {
        carriers: vec![Some(0); 2],
        round_trip: Duration::from_millis(4),
        ..Here::default()
    };
    let keys = format!("{TEN}\nconstant_slots = 4");
    let (sent, log) = run(&mut *controller(&keys, 2), &mut here, &[(0, 0, 1250)], 1_000 * MS);
    assert_eq!(sent, [1250, 0]);
    let bursts = log.iter().filter_map(|(_, step)| match step {
        AccessEvent::Burst(burst) => Some(burst.slots),
        _ => None,
    });
    assert_eq!(bursts.collect::<Vec<u32>>(), [4, 4, 4]);
}

/// Goal: packets of a burst leave within its slots, however long a slot is beyond its bytes.
/// Method: two slots of 5 ms from 5 ms on, each with 500 B, which take 4 ms at 1 Mbit/s.
#[test]
fn bytes_leave_within_their_slots() {
    let frame = Frame {
        start: SimTime::ZERO,
        length: Duration::from_millis(15),
        slots: 3,
        slot_bytes: 500,
        rate: Rate::from_bps(1_000_000).expect("a rate"),
    };
    let burst = Burst { user: 0, slots: 2, frame, first: 1 };
    let micros = |t: SimTime| t.as_nanos() / 1000;
    let ends = [1, 499, 500, 501, 1000].map(|bytes| micros(burst.end_after(bytes)));
    assert_eq!(ends, [5008, 8992, 9000, 10_008, 14_000]);
    let starts = [0, 499, 500, 501].map(|bytes| micros(burst.start_after(bytes)));
    assert_eq!(starts, [5000, 8992, 10_000, 10_008]);
}

/// Goal: two requests in the same slot collide, are retried after drawn times, and are received in
/// the end. Method: one contention slot, two terminals whose packets arrive together.
#[test]
fn collisions_are_asked_again() {
    let mut here = Here {
        carriers: vec![Some(0); 3],
        round_trip: Duration::from_millis(4),
        ..Here::default()
    };
    let keys = "kind = \"demand-assigned\"\nframe = \"10 ms\"\nslots = 9\ncontention_slots = 1";
    let arrivals = [(0, 0, 100), (0, 2, 100)];
    let (sent, log) = run(&mut *controller(keys, 3), &mut here, &arrivals, 10_000 * MS);
    assert_eq!(sent, [100, 0, 100]);
    let at_first: Vec<&(u64, AccessEvent)> = log.iter().take(2).collect();
    assert!(
        matches!(
            at_first[..],
            [
                (0, AccessEvent::Collided { user: 0, .. }),
                (0, AccessEvent::Collided { user: 2, .. })
            ]
        ),
        "{log:?}"
    );
    let requests = log.iter().filter(|(_, step)| matches!(step, AccessEvent::Requested { .. }));
    assert_eq!(requests.count(), 2);
}

/// Goal: a terminal that changes carriers requests anew, and nothing is granted on the old one.
/// Method: a carrier that changes between request and grant.
#[test]
fn a_change_of_carriers_forgets_requests() {
    let mut here =
        Here { carriers: vec![Some(0)], round_trip: Duration::from_millis(50), ..Here::default() };
    let mut demands = controller(TEN, 1);
    let (_, log) = run(&mut *demands, &mut here, &[(0, 0, 100)], 9 * MS);
    assert!(matches!(log[..], [(0, AccessEvent::Requested { slots: 1, .. })]));
    here.carriers[0] = Some(7);
    let mut log = Log::new();
    while let Some(at) = demands.poll_timeout().filter(|at| at.as_nanos() <= 200 * MS) {
        let mut steps = Vec::new();
        demands.handle_timeout(at, &mut here, &mut steps);
        for step in steps {
            log.push((at.as_nanos(), step));
            if let AccessEvent::Burst(burst) = step {
                demands.on_burst(at, burst.user, 0, &mut here, &mut Vec::new());
            }
        }
    }
    // Asked at 10 ms, in slots that end at 11 or 12 ms; usable from 61 or 62 ms on.
    assert!(
        matches!(log[..], [(asked, AccessEvent::Requested { .. }), (begun, AccessEvent::Burst(_))]
            if asked == 10 * MS && begun == 72 * MS),
        "{log:?}"
    );
}

/// Goal: backlogged terminals get equal shares, and all of the capacity together. Method: five
/// terminals with endless data, no collisions after the start.
#[test]
fn the_greedy_share_evenly() {
    let mut here = Here {
        carriers: vec![Some(0); 5],
        round_trip: Duration::from_millis(24),
        ..Here::default()
    };
    let arrivals: Vec<(u64, u32, u64)> = (0..5).map(|user| (0, user, 10_000_000)).collect();
    let until = 20_000 * MS;
    let (sent, _) = run(&mut *controller(TEN, 5), &mut here, &arrivals, until);
    // From when the first have been heard: 8 slots of 125 B in 10 ms.
    let all: u64 = sent.iter().sum();
    assert!(all > 1_900_000 && all <= 2_000_000, "{sent:?}");
    let (least, most) = (sent.iter().min().unwrap(), sent.iter().max().unwrap());
    assert!(*least as f64 > 0.9 * *most as f64, "{sent:?}");
}

#[test]
fn parameters_that_make_no_sense_are_refused() {
    let key = |keys: &str, bps: u64| {
        kind(keys).validate(Rate::from_bps(bps).unwrap()).map_err(|error| error.key)
    };
    assert_eq!(key(TEN, 8_000), Ok(()));
    assert_eq!(key(TEN, 7_999), Err("frame"));
    assert_eq!(key(&format!("{TEN}\nconstant_slots = 9"), 1_000_000), Err("constant_slots"));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, ..ProptestConfig::default() })]

    /// Goal: no frame of a carrier grants more slots than it has, no two bursts of a carrier
    /// overlap, and exactly the waiting bytes are sent in the end. Method: random arrivals,
    /// carriers and parameters.
    #[test]
    fn slots_are_conserved(
        slots in 1u32..12, contention in 1u32..4, constant in 0u32..3, free in any::<bool>(),
        rtt_ms in 0u64..300, backoff in 0u32..7,
        places in prop::collection::vec(0u32..3, 1..7),
        mut arrivals in prop::collection::vec((0u64..2_000, 0u32..7, 1u64..5_000), 1..40),
    ) {
        let users = places.len();
        // Two who never wait would collide for ever.
        let backoff = backoff.max(3);
        let keys = format!(
            "kind = \"demand-assigned\"\nframe = \"10 ms\"\nslots = {slots}\n\
             contention_slots = {contention}\n\
             constant_slots = {}\nfree_slots = {free}\nbackoff = {backoff}",
            constant.min(slots),
        );
        let round_trip = Duration::from_millis(rtt_ms);
        let carriers = places.iter().map(|place| Some(*place)).collect();
        let mut here = Here { carriers, round_trip, ..Here::default() };
        let mut demands = controller(&keys, users);
        for (at, user, _) in &mut arrivals {
            *at *= MS;
            *user %= users as u32;
        }
        arrivals.sort();
        let mut wanted = vec![0; users];
        for &(_, user, bytes) in &arrivals {
            wanted[user as usize] += bytes;
        }
        let (sent, log) = run(&mut *demands, &mut here, &arrivals, 10_000_000 * MS);
        prop_assert_eq!(sent, wanted);
        prop_assert_eq!(demands.poll_timeout(), None);
        // By carrier and frame: slots granted, and where the last burst ended.
        let mut frames: BTreeMap<(u32, u64), u32> = BTreeMap::new();
        let mut ended: BTreeMap<u32, SimTime> = BTreeMap::new();
        for (at, step) in log {
            let (user, granted) = match step {
                AccessEvent::Burst(burst) => (burst.user, burst.slots),
                AccessEvent::Unused { user, slots } => (user, slots),
                AccessEvent::Requested { .. } | AccessEvent::Collided { .. } => continue,
            };
            let carrier = places[user as usize];
            let frame = frames.entry((carrier, at / (10 * MS))).or_default();
            *frame += granted;
            prop_assert!(*frame <= slots);
            if let AccessEvent::Burst(burst) = step {
                let before = ended.insert(carrier, burst.end_after(burst.bytes()));
                prop_assert!(before.is_none_or(|before| before <= burst.start()));
            }
        }
    }
}
