//! Tests of scheduling requests: times by arithmetic, rotation, and invariants for any parameters.

use proptest::prelude::*;

use super::super::testing::{Here, controller, kind, run};
use super::plain::Plain;
use super::*;
use skyseam_base::RandomStream;

const MS: u64 = 1_000_000;

/// Slots of 1 ms with 125 B at 1 Mbit/s; each terminal may send a request every 8 ms.
const EIGHT: &str = "kind = \"scheduling-request\"\nslot = \"1 ms\"\nperiod = 8";

fn here(users: usize, round_trip_ms: u64) -> Here {
    let round_trip = Duration::from_millis(round_trip_ms);
    Here { carriers: vec![Some(0); users], round_trip, ..Here::default() }
}

/// Goal: the first packet costs the wait for an occasion, a request and its grant; more bytes cost
/// a report. Method: by arithmetic. 300 B arrive at 3 ms at terminal 1, whose occasions are slots
/// 1, 9, ...; the request ends at 10 ms, its grant of one slot is used from 34 ms on; the report of
/// two more slots ends at 35 ms, and they are used from 59 ms on.
#[test]
fn an_idle_carrier_costs_an_occasion_a_request_and_a_report() {
    let mut users = here(2, 24);
    let mut carrier = controller(EIGHT, 2);
    let (sent, log) = run(&mut *carrier, &mut users, &[(3 * MS, 1, 300)], 1_000 * MS);
    assert_eq!(sent, [0, 300]);
    let told: Vec<(u64, u32)> = log
        .iter()
        .filter_map(|(at, step)| match step {
            AccessEvent::Requested { user: 1, slots } => Some((*at, *slots)),
            _ => None,
        })
        .collect();
    assert_eq!(told, [(9 * MS, 1), (34 * MS, 2)]);
    let bursts: Vec<u64> = log
        .iter()
        .filter_map(|(at, step)| matches!(step, AccessEvent::Burst(_)).then_some(*at))
        .collect();
    assert_eq!(bursts, [34 * MS, 59 * MS, 60 * MS]);
    assert_eq!(carrier.poll_timeout(), None, "an idle carrier has no events");
}

/// Goal: a larger first grant saves the report. Method: three slots carry the 300 B at once.
#[test]
fn a_larger_first_grant_saves_a_round_trip() {
    let keys = format!("{EIGHT}\nfirst_grant = 3\ngrant_delay = \"5 ms\"");
    let mut users = here(1, 24);
    let mut carrier = controller(&keys, 1);
    let (sent, log) = run(&mut *carrier, &mut users, &[(3 * MS, 0, 300)], 1_000 * MS);
    assert_eq!(sent, [300]);
    let bursts: Vec<u64> = log
        .iter()
        .filter_map(|(at, step)| matches!(step, AccessEvent::Burst(_)).then_some(*at))
        .collect();
    assert_eq!(bursts, [14 * MS, 15 * MS, 16 * MS]);
}

/// Goal: backlogged terminals get equal shares, and all of the carrier.
#[test]
fn the_greedy_share_evenly() {
    let mut users = here(3, 24);
    let arrivals: Vec<(u64, u32, u64)> = (0..3).map(|user| (0, user, 10_000_000)).collect();
    let mut carrier = controller(EIGHT, 3);
    let (sent, _) = run(&mut *carrier, &mut users, &arrivals, 10_000 * MS);
    let all: u64 = sent.iter().sum();
    assert!(all > 1_230_000 && all <= 1_250_125, "{sent:?}");
    let (least, most) = (sent.iter().min().unwrap(), sent.iter().max().unwrap());
    assert!(most - least <= 125 * 8, "{sent:?}");
}

/// Goal: a terminal that changes carriers requests anew. Method: a change between request and
/// grant.
#[test]
fn a_change_of_carriers_forgets_requests() {
    let mut users = here(1, 50);
    let mut carrier = controller(EIGHT, 1);
    let (_, log) = run(&mut *carrier, &mut users, &[(0, 0, 100)], 9 * MS);
    assert!(matches!(log[..], [(0, AccessEvent::Requested { slots: 1, .. })]), "{log:?}");
    users.carriers[0] = Some(7);
    let mut times = Vec::new();
    while let Some(at) = carrier.poll_timeout() {
        let mut steps = Vec::new();
        carrier.handle_timeout(at, &mut users, &mut steps);
        for step in steps {
            times.push(at.as_nanos() / MS);
            if let AccessEvent::Burst(burst) = step {
                carrier.on_burst(at, burst.user, 0, &mut users, &mut Vec::new());
                carrier.on_backlog(at, burst.user, 0);
            }
        }
    }
    // The grant of the old carrier would begin at 51 ms, where the change is seen; the next
    // occasion is slot 56, whose request ends at 57 ms.
    assert_eq!(times, [56, 107]);
}

#[test]
fn slots_that_carry_nothing_are_refused() {
    let key =
        |bps: u64| kind(EIGHT).validate(Rate::from_bps(bps).unwrap()).map_err(|error| error.key);
    assert_eq!(key(8_000), Ok(()));
    assert_eq!(key(7_999), Err("slot"));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, ..ProptestConfig::default() })]

    /// Goal: exactly the waiting bytes are sent, and the carrier is idle then; no two bursts of a
    /// carrier overlap. Method: random arrivals, carriers and parameters.
    #[test]
    fn everything_is_sent(
        period in 1u32..20, first in 1u32..4, rtt_ms in 0u64..300,
        places in prop::collection::vec(0u32..3, 1..7),
        mut arrivals in prop::collection::vec((0u64..2_000, 0u32..7, 1u64..5_000), 1..40),
    ) {
        let users = places.len();
        let keys = format!(
            "kind = \"scheduling-request\"\nslot = \"1 ms\"\nperiod = {period}\n\
             first_grant = {first}"
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
        let (sent, _) = run(&mut *carrier, &mut here, &arrivals, 10_000_000 * MS);
        prop_assert_eq!(sent, wanted);
        prop_assert_eq!(carrier.poll_timeout(), None);
    }
}

/// Users who move from carrier to carrier.
struct Moving {
    /// For each user the sequence of carriers, each with the slot in which it ends.
    courses: Vec<Vec<(u64, Option<u32>)>>,
}

impl AccessContext for Moving {
    fn carrier_until(&mut self, user: u32, now: SimTime) -> (Option<u32>, SimTime) {
        let course = &self.courses[user as usize];
        let at = |slot: u64| SimTime::from_nanos(slot * MS);
        let here = course.iter().find(|(end, _)| now < at(*end));
        here.map_or((Some(9), SimTime::MAX), |&(end, carrier)| (carrier, at(end)))
    }

    fn round_trip(&mut self, user: u32, _: SimTime) -> Duration {
        Duration::from_micros(20_300 + 700 * u64::from(user))
    }
}

/// Events of a controller with their instants, under arrivals (us, user, bytes) and users who move.
/// A second arrival at an instant may be empty: a queue that was emptied.
fn told(
    controller: &mut dyn AccessController,
    around: &mut Moving,
    arrivals: &[(u64, u32, u64)],
) -> Vec<(u64, Vec<AccessEvent>)> {
    let mut backlogs = vec![0u64; around.courses.len()];
    let (mut told, mut next) = (Vec::new(), 0);
    loop {
        let due = controller.poll_timeout().map_or(u64::MAX, SimTime::as_nanos);
        let arrival = arrivals.get(next).map_or(u64::MAX, |(at, ..)| *at * 1_000);
        if due.min(arrival) > 5_000 * MS {
            return told;
        }
        if arrival <= due {
            let (_, user, bytes) = arrivals[next];
            next += 1;
            let backlog = &mut backlogs[user as usize];
            *backlog = if bytes == 0 { 0 } else { *backlog + bytes };
            controller.on_backlog(SimTime::from_nanos(arrival), user, *backlog);
            continue;
        }
        let now = SimTime::from_nanos(due);
        let mut steps = Vec::new();
        controller.handle_timeout(now, around, &mut steps);
        for number in 0..steps.len() {
            let AccessEvent::Burst(burst) = steps[number] else { continue };
            let left = &mut backlogs[burst.user as usize];
            *left = left.saturating_sub(burst.bytes());
            controller.on_burst(now, burst.user, *left, around, &mut steps);
        }
        told.push((due, steps));
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 512, ..ProptestConfig::default() })]

    /// Goal: examining users only in slots at which their state can change has no effect. Method:
    /// events compared with those of a controller that examines all users in every slot, under
    /// random arrivals, emptied queues and changes of carriers.
    #[test]
    fn slots_that_concern_nobody_may_be_left_out(
        period in 1u32..20, first in 1u32..4,
        courses in prop::collection::vec(
            prop::collection::vec((1u64..90, prop::option::of(0u32..3)), 0..12), 1..9),
        mut arrivals in prop::collection::vec(
            (0u64..600_000, 0u32..9, prop_oneof![Just(0), 1u64..900, 1u64..9_000]), 1..60),
    ) {
        let mut around = Moving { courses };
        for course in &mut around.courses {
            let mut end = 0;
            for step in course {
                end += step.0;
                step.0 = end;
            }
        }
        for (_, user, _) in &mut arrivals {
            *user %= around.courses.len() as u32;
        }
        arrivals.sort_by_key(|&(at, ..)| at);
        let keys = format!(
            "kind = \"scheduling-request\"\nslot = \"1 ms\"\nperiod = {period}\n\
             first_grant = {first}"
        );
        let kind = kind(&keys);
        let any: &dyn std::any::Any = &*kind;
        let config = any.downcast_ref::<SchedulingRequest>().expect("scheduling requests");
        let rate = Rate::from_bps(1_000_000).unwrap();
        let streams = || around.courses.iter().map(|_| RandomStream::new(1, "user")).collect();
        let carrier = || Carrier { rate, start: SimTime::ZERO, streams: streams() };
        let [ours, plain] = [carrier(), carrier()];
        let ours = told(&mut UplinkScheduler::new(config, &ours), &mut around, &arrivals);
        let plain = told(&mut Plain::new(config, &plain), &mut around, &arrivals);
        prop_assert_eq!(ours, plain);
    }
}
