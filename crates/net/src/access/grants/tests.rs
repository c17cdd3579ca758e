//! Tests of scheduling requests: times by arithmetic, turns, and what holds for any parameters.

use proptest::prelude::*;

use super::super::testing::{Here, controller, kind, run};
use super::*;

const MS: u64 = 1_000_000;

/// Slots of 1 ms with 125 B at 1 Mbit/s; each terminal may ask every 8 ms.
const EIGHT: &str = "kind = \"scheduling-request\"\nslot = \"1 ms\"\nperiod = 8";

fn here(users: usize, round_trip_ms: u64) -> Here {
    let round_trip = Duration::from_millis(round_trip_ms);
    Here { carriers: vec![Some(0); users], round_trip }
}

/// Goal: the first packet costs the wait for an occasion, a request and its grant; more bytes cost
/// a report. Method: by arithmetic. 300 B come at 3 ms at terminal 1, whose occasions are slots 1,
/// 9, ...; the request ends at 10 ms, its grant of one slot is used from 34 ms on; the report of
/// two slots more ends at 35 ms, and they are used from 59 ms on.
#[test]
fn an_idle_carrier_costs_an_occasion_a_request_and_a_report() {
    let mut users = here(2, 24);
    let mut carrier = controller(EIGHT, 2);
    let (sent, log) = run(&mut *carrier, &mut users, &[(3 * MS, 1, 300)], 1_000 * MS);
    assert_eq!(sent, [0, 300]);
    let told: Vec<(u64, u32)> = log
        .iter()
        .filter_map(|(at, step)| match step {
            Step::Requested { user: 1, slots } => Some((*at, *slots)),
            _ => None,
        })
        .collect();
    assert_eq!(told, [(9 * MS, 1), (34 * MS, 2)]);
    let bursts: Vec<u64> =
        log.iter().filter_map(|(at, step)| matches!(step, Step::Burst(_)).then_some(*at)).collect();
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
    let bursts: Vec<u64> =
        log.iter().filter_map(|(at, step)| matches!(step, Step::Burst(_)).then_some(*at)).collect();
    assert_eq!(bursts, [14 * MS, 15 * MS, 16 * MS]);
}

/// Goal: those who always have something to send get the same share, and all of the carrier.
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

/// Goal: who changes carriers asks anew. Method: a change between request and grant.
#[test]
fn a_change_of_carriers_forgets_requests() {
    let mut users = here(1, 50);
    let mut carrier = controller(EIGHT, 1);
    let (_, log) = run(&mut *carrier, &mut users, &[(0, 0, 100)], 9 * MS);
    assert!(matches!(log[..], [(0, Step::Requested { slots: 1, .. })]), "{log:?}");
    users.carriers[0] = Some(7);
    let mut times = Vec::new();
    while let Some(at) = carrier.poll_timeout() {
        let mut steps = Vec::new();
        carrier.handle_timeout(at, &mut users, &mut steps);
        for step in steps {
            times.push(at.as_nanos() / MS);
            if let Step::Burst(burst) = step {
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
    let key = |bps: u64| kind(EIGHT).sense(Rate::from_bps(bps).unwrap()).map_err(|error| error.key);
    assert_eq!(key(8_000), Ok(()));
    assert_eq!(key(7_999), Err("slot"));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, ..ProptestConfig::default() })]

    /// Goal: everything that waits is sent, no more, and the carrier sleeps then; no two bursts of
    /// a carrier overlap. Method: random arrivals, carriers and parameters.
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
        let mut here = Here { carriers, round_trip: Duration::from_millis(rtt_ms) };
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
