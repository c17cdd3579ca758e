//! Goal: whatever handovers and routes do, a run keeps track of every packet, and the fate of
//! packets is that of the configuration. Method: runs over drawn constellations with every option
//! at once (the run itself asserts conservation and that no event lies in the past), and small
//! constellations whose losses can be predicted.

use crate::common::{counts, floats};
use proptest::prelude::*;
use skyseam_base::{Duration, SimTime};
use skyseam_constellation::Timeline;
use skyseam_constellation::description::config::{Antennas, Failed, Failure, Metric, Transition};
use skyseam_constellation::handover::{
    GlobalReallocation, HandoverPolicy, HighestElevation, LongestVisibility, ShortestPath, Sticky,
    model,
};
use skyseam_constellation::isl;
use skyseam_constellation::routing::ShortestPaths;
use skyseam_params::Model;
use skyseam_scenario::Scenario;
use skyseam_sim::{Control, NoOutcome, Outcome, parse_alone, run_alone};

fn scenario(text: &str) -> Scenario {
    parse_alone(text, "test.toml").unwrap_or_else(|errors| panic!("{errors}"))
}

fn outcome(scenario: &Scenario) -> Outcome {
    run_alone(scenario, &mut |_| Control::Continue).expect("nobody cancels")
}

fn dropped(out: &Outcome, reason: &str) -> u64 {
    out.manifest["packets"]["dropped"][reason].as_u64().expect("a count")
}

prop_compose! {
    fn transition()(is_break in any::<bool>(), ms in 0..9_000_u64) -> Transition {
        let length = Duration::from_millis(ms);
        if is_break {
            Transition::BreakBeforeMake(length)
        } else {
            Transition::MakeBeforeBreak(length)
        }
    }
}

/// Two gateways with a wire between them, a relay, and a leaf, over Iridium.
fn world(kbit: u32, queue: u32, queued: &str, start: u32, millis: u32) -> String {
    let link = format!(r#"{{ rate = "{kbit} kbit/s", queue = "{queue} packets" }}"#);
    let terminal = |name: &str, latitude: i32, longitude: i32| {
        format!(
            "[[terminals]]\nname = \"{name}\"\nlatitude = \"{latitude} deg\"\n\
             longitude = \"{longitude} deg\"\n"
        )
    };
    let terminals = [
        terminal("north", 62, 20),
        terminal("south", -30, 150),
        terminal("leaf", 45, -100),
        terminal("relay", 50, -60),
    ]
    .join("");
    format!(
        r#"
    nodes = [{{ name = "lab" }}]
    wires = [
        {{ between = ["north", "lab"], delay = "40 ms", rate = "1 Mbit/s", queue = "9 packets" }},
        {{ between = ["lab", "south"], delay = "30 ms", rate = "1 Mbit/s", queue = "9 packets" }},
    ]
    [constellation]
    preset = "iridium"
    [links]
    uplink = {link}
    downlink = {link}
    isl = {link}
    [handover]
    queued = "{queued}"
    {terminals}
    [[flows]]
    name = "up"
    from = "lab"
    to = "leaf"
    application = {{ kind = "bulk", duration = "60 s" }}
    transport = {{ kind = "tcp", stack = "ns2", congestion = "cubic" }}
    [[flows]]
    name = "down"
    from = "leaf"
    to = "south"
    application = {{ kind = "bulk", duration = "60 s" }}
    transport = {{ kind = "tcp", stack = "rfc", congestion = "newreno" }}
    [[flows]]
    name = "ping"
    from = "relay"
    to = "north"
    application = {{ kind = "ping", count = 500, interval = "10 ms", size = "1000 B" }}
    [run]
    start = "{start} s"
    duration = "{millis} ms"
    record = ["queue"]
    "#
    )
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, failure_persistence: None, ..<_>::default() })]

    #[test]
    fn any_handovers_and_routes_conserve_packets(
        (kbit, queue) in (20u32..400, 1u32..100),
        queued in prop::sample::select(vec!["lost", "forwarded"]),
        (start, millis) in (0u32..3_000, 1u32..90_000),
        policy in prop::sample::select(vec![
            model(Sticky {}), model(HighestElevation::default()), model(LongestVisibility {}),
            model(GlobalReallocation::default()), model(ShortestPath {}),
        ]),
        (interval, offset, randomized) in (2u64..15, 0u64..15, any::<bool>()),
        capacity in prop::option::of(1u32..3),
        transition in transition(),
        antennas in prop::collection::vec(0u32..4, 4),
        (pattern, is_relay) in (
            prop_oneof![
                Just(isl::model(isl::GridSeamOpen {})),
                Just(isl::model(isl::NoLinks {})),
            ],
            any::<bool>(),
        ),
        failed in prop::collection::vec((0u32..66, 0u64..3_000), 0..20),
        (of_terminals, of_wires) in (
            prop::collection::vec((0usize..4, 0u64..3_000), 0..5),
            prop::collection::vec((0usize..2, 0u64..3_000), 0..3),
        ),
        (metric, recompute_interval, convergence_delay, hysteresis) in (
            prop::sample::select(vec![Metric::HOPS, Metric::DELAY]),
            prop::option::of(500u64..20_000), 0u64..8_000, 0u64..3,
        ),
        is_laid_down in any::<bool>(),
    ) {
        let mut scenario = scenario(&world(kbit, queue, queued, start, millis));
        let sky = &mut scenario.sky;
        sky.handover.policy = match policy.rule().is_together() {
            true => model(GlobalReallocation::with_capacity(capacity)),
            false => policy,
        };
        sky.handover.check_interval = Duration::from_secs(interval);
        sky.handover.offset = Duration::from_secs(offset);
        sky.handover.randomized = randomized;
        sky.handover.transition = transition;
        sky.shells[0].pattern = pattern;
        for (terminal, antennas) in sky.terminals.iter_mut().zip(antennas) {
            terminal.is_relay = is_relay && terminal.name == "relay";
            terminal.antennas = match antennas {
                0 => Antennas::Unlimited,
                1 => Antennas::One,
                several => Antennas::Several(several),
            };
        }
        sky.failures = failed.into_iter().map(|(satellite, from)| Failure {
            what: Failed::Satellite(satellite),
            from: SimTime::from_secs(from),
            until: SimTime::from_secs(from + 500),
        }).collect();
        let length = |from: u64| (SimTime::from_secs(from), SimTime::from_secs(from + 200));
        // One outage each, so that they are disjoint.
        for (number, from) in of_terminals {
            sky.terminals[number].outages = vec![length(from)];
        }
        for (number, from) in of_wires {
            sky.wires[number].outages = vec![length(from)];
        }
        let mut routing = ShortestPaths::by(metric);
        routing.recompute_interval = recompute_interval.map(Duration::from_millis);
        routing.convergence_delay = Duration::from_millis(convergence_delay);
        if metric == Metric::DELAY && recompute_interval.is_some() {
            routing.hysteresis = Duration::from_millis(hysteresis);
        }
        if is_laid_down {
            routing.paths = vec![["leaf", "iridium-0-3", "south"].map(String::from).into()];
        }
        sky.routing = routing.model();
        let out = outcome(&scenario);
        let sent: u64 = counts(&out, "flows", "packets_sent").iter().sum();
        prop_assert!(out.manifest["packets"]["sent"].as_u64() >= Some(sent));
        prop_assert!(out.manifest["packets"]["sent"].as_u64() > Some(0));
        // Up, down and back, or over the wires: nothing is faster than light over 780 km.
        let fastest_ms = 4.0 * 780.0 / 299.792458;
        let round_trips = floats(&out, "flows", "rtt_min_ms");
        prop_assert!(round_trips.iter().all(|&ms| ms.is_nan() || ms > fastest_ms));
    }
}

/// A ping every 10 ms for 20 minutes.
fn pings(change: impl FnOnce(&mut Scenario)) -> Outcome {
    let mut scenario = scenario(
        r#"
    [constellation]
    preset = "iridium"
    [links]
    uplink = { rate = "10 Mbit/s", queue = "50 packets" }
    downlink = { rate = "10 Mbit/s", queue = "50 packets" }
    isl = { rate = "25 Mbit/s", queue = "50 packets" }
    [[terminals]]
    name = "HNL"
    latitude = "21.5 deg"
    longitude = "-158.0 deg"
    [[terminals]]
    name = "LAX"
    latitude = "34.05 deg"
    longitude = "-118.24 deg"
    [[flows]]
    name = "ping"
    from = "HNL"
    to = "LAX"
    application = { kind = "ping", count = 120000, interval = "10 ms", size = "100 B" }
    [run]
    start = "1000 s"
    duration = "1210 s"
    "#,
    );
    change(&mut scenario);
    outcome(&scenario)
}

/// Goal: an outage costs exactly the packets that fall into it. Method: a ping every 10 ms, so the
/// number of lost requests and replies is that of ticks of 10 ms in which either end has no link,
/// plus those in flight when an outage began: a round trip of some 50 ms for each of 500 ms.
#[test]
fn packets_are_lost_for_as_long_as_a_handover_takes() {
    assert_eq!(dropped(&pings(|_| ()), "no_route"), 0);
    let outage = Transition::BreakBeforeMake(Duration::from_millis(500));
    let mut ticks = 0;
    let out = pings(|scenario| {
        scenario.sky.handover.transition = outage;
        let timeline = Timeline::build(&scenario.sky, SimTime::from_secs(2_300));
        let ends = ["HNL", "LAX"].map(|name| timeline.node(name).unwrap());
        let instants = (0..120_000).map(|k| SimTime::from_nanos((100_000 + k) * 10_000_000));
        let is_cut = |&t: &SimTime| ends.iter().any(|&end| timeline.satellite_of(end, t).is_none());
        ticks = instants.filter(is_cut).count() as u64;
    });
    let lost = dropped(&out, "no_route");
    assert!(ticks >= 150, "{ticks} ticks without a link: less than three handovers");
    assert!(ticks * 98 / 100 <= lost && lost <= ticks * 120 / 100, "{lost} lost in {ticks} ticks");
}

/// Goal: make-before-break delivers packets that are at the old satellite. Method: two terminals at
/// one place, which hand over together, below satellites without links: packets on their way up
/// when the terminals leave cannot be forwarded, unless the old satellite still delivers.
#[test]
fn an_overlap_saves_what_is_under_way_to_the_old_satellite() {
    let bent_pipe = |policy: &Model<dyn HandoverPolicy>, transition| {
        let out = pings(|scenario| {
            let sky = &mut scenario.sky;
            sky.terminals[1].site = sky.terminals[0].site.clone();
            sky.shells[0].pattern = isl::model(isl::NoLinks {});
            sky.handover.policy = policy.clone();
            sky.handover.transition = transition;
        });
        dropped(&out, "no_route") + dropped(&out, "handover")
    };
    for policy in &[model(HighestElevation::default()), model(Sticky {})] {
        assert!(bent_pipe(policy, Transition::BreakBeforeMake(Duration::ZERO)) > 0, "{policy:?}");
        assert_eq!(
            bent_pipe(policy, Transition::MakeBeforeBreak(Duration::from_millis(100))),
            0,
            "{policy:?}"
        );
    }
}

/// Goal: work that would take hours is refused with a message, not begun. Method: routes with
/// hysteresis a day ahead, every 10 ms and every 10 s.
#[test]
fn hysteresis_over_too_many_periods_is_refused() {
    let run = |recompute_interval| {
        let mut scenario = scenario(&world(1000, 50, "forwarded", 86_400, 1));
        let (recompute_interval, hysteresis) = (Some(recompute_interval), Duration::from_millis(1));
        scenario.sky.routing =
            ShortestPaths { recompute_interval, hysteresis, ..<_>::default() }.model();
        scenario.run.start = SimTime::from_secs(20 * 86_400);
        run_alone(&scenario, &mut |_| Control::Cancel)
    };
    let refused = run(Duration::from_millis(10)).expect_err("too many periods");
    assert!(matches!(refused, NoOutcome::Hysteresis { periods: 172_800_000, .. }), "{refused:?}");
    assert!(refused.to_string().contains("routing.recompute_interval"), "{refused}");
    assert_eq!(run(Duration::from_secs(10)).err(), Some(NoOutcome::Stopped));
}
