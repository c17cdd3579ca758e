//! Goal: the rule "centralized" carries packets by tables towards cells; changes between two
//! uploads lose packets, for stated reasons; pings without packets take the same path. Method: runs
//! of pings and TCP over Teledesic with short and long periods, compared with shortest paths and
//! `probe`.

use crate::common::floats;
use skyseam_scenario::{Files, Scenario};
use skyseam_sim::{Outcome, ProbeRequest, parse, run_alone};

const PINGS: &str = r#"{ kind = "ping", count = 200, interval = "20 s", size = "125 B" }"#;

fn scenario(rule: &str, application: &str) -> Scenario {
    let text = format!(
        r#"
        routing = {rule}
        constellation = {{ preset = "teledesic-ns2", elevation_mask = "40 deg" }}
        [links]
        uplink = {{ rate = "1 Gbit/s", queue = "99 packets" }}
        downlink = {{ rate = "1 Gbit/s", queue = "99 packets" }}
        isl = {{ rate = "1 Gbit/s", queue = "99 packets" }}
        [[terminals]]
        name = "MAD"
        latitude = "40.4 deg"
        longitude = "-3.7 deg"
        [[terminals]]
        name = "SYD"
        latitude = "-33.9 deg"
        longitude = "151.2 deg"
        [[flows]]
        name = "flow"
        from = "MAD"
        to = "SYD"
        application = {application}
        [run]
        duration = "4100 s"
        record = ["rtt"]
        "#
    );
    parse(&text, "centralized.toml", &Files::new()).unwrap_or_else(|e| panic!("{e}")).scenario
}

fn outcome(rule: &str, application: &str) -> Outcome {
    let scenario = scenario(rule, application);
    run_alone(&scenario, &mut |_| skyseam_sim::Control::Continue).expect("a run")
}

fn dropped(out: &Outcome, reason: &str) -> u64 {
    out.manifest["packets"]["dropped"].get(reason).map_or(0, |count| count.as_u64().unwrap())
}

#[test]
fn old_tables_lose_packets_and_fresh_ones_do_not() {
    let best = floats(&outcome("{ metric = \"delay\" }", PINGS), "rtt", "rtt_ms");
    let mut arrived = Vec::new();
    for recompute_s in [1, 60, 1200] {
        let rule =
            format!("{{ kind = \"centralized\", recompute_interval = \"{recompute_s} s\" }}");
        let out = outcome(&rule, PINGS);
        let rtts = floats(&out, "rtt", "rtt_ms");
        let reasons = ["no_route", "geographic_loop", "hop_limit", "handover"];
        let lost: u64 = reasons.iter().map(|reason| dropped(&out, reason)).sum();
        assert_eq!(rtts.len() as u64 + lost, 200, "every {recompute_s} s");
        assert_eq!(floats(&out, "drops", "t_s").len() as u64, lost);
        assert_eq!(format!("{:?}", outcome(&rule, PINGS)), format!("{out:?}"));
        arrived.push(rtts);
    }
    let counts: Vec<usize> = arrived.iter().map(Vec::len).collect();
    assert!(counts[0] + 3 >= best.len(), "{counts:?} of {}", best.len());
    assert!(counts[2] < counts[1] && counts[1] <= counts[0], "{counts:?}");
    let mean = |rtts: &[f64]| rtts.iter().sum::<f64>() / rtts.len() as f64;
    let (fresh, all) = (mean(&arrived[0]), mean(&best));
    assert!(fresh > all - 0.5 && fresh < all + 20.0, "{fresh} {all}");
}

/// Late tables are outdated: those of 600 s ago are worse than those of this second.
#[test]
fn tables_are_in_use_a_reaction_later() {
    let count = |convergence_delay: &str| {
        let rule = format!(
            "{{ kind = \"centralized\", recompute_interval = \"1 s\", \
                 convergence_delay = \"{convergence_delay}\" }}"
        );
        floats(&outcome(&rule, PINGS), "rtt", "rtt_ms").len()
    };
    let (now, late) = (count("0 s"), count("600 s"));
    assert!(late < now, "{late} {now}");
}

/// Goal: tables that stay in place are valid longer. Method: tables up to 20 minutes old, during
/// which every satellite reaches the position of one up to four places ahead; with tables kept by
/// satellites most losses are due to positions that no longer fit.
#[test]
fn tables_that_are_handed_on_lose_less() {
    let arrived = |inherit_tables: bool| {
        let rule = format!(
            "{{ kind = \"centralized\", recompute_interval = \"1200 s\", \
                 inherit_tables = {inherit_tables} }}"
        );
        let out = outcome(&rule, PINGS);
        let rtts = floats(&out, "rtt", "rtt_ms").len();
        let reasons = ["no_route", "geographic_loop", "hop_limit", "handover"];
        let lost: u64 = reasons.iter().map(|reason| dropped(&out, reason)).sum();
        assert_eq!(rtts as u64 + lost, 200);
        rtts
    };
    let (handed_on, kept) = (arrived(true), arrived(false));
    assert!(handed_on > kept + 20, "{handed_on} of 200, kept {kept}");
}

#[test]
fn tcp_gets_its_bytes() {
    let rule = "{ kind = \"centralized\", recompute_interval = \"10 s\", scope = 2 }";
    let out = outcome(rule, r#"{ kind = "file", size = "2 MB" }"#);
    assert_eq!(out.manifest["end_reason"], "all flows had ended");
}

#[test]
fn pings_without_packets_go_the_same_way() {
    let rule = "{ kind = \"centralized\", recompute_interval = \"120 s\" }";
    let scenario = scenario(rule, PINGS);
    let count = 200;
    let request = ProbeRequest {
        from_latitude_deg: vec![40.4; count],
        from_longitude_deg: vec![-3.7; count],
        to_latitude_deg: vec![-33.9; count],
        to_longitude_deg: vec![151.2; count],
        t_s: (0..count).map(|ping| 20.0 * ping as f64).collect(),
        ..ProbeRequest::default()
    };
    let study = request.resolve(&scenario).expect("a request");
    let probes = skyseam_sim::probe(&scenario, &study, 1, &mut |_| skyseam_sim::Control::Continue);
    let probes = probes.expect("nobody cancels");
    let delays = floats(&probes, "probes", "delay_ms");
    let lost = delays.iter().filter(|delay| delay.is_nan()).count();
    assert!(lost > 0 && lost == floats(&probes, "undelivered", "remaining_km").len(), "{lost}");
    let out = run_alone(&scenario, &mut |_| skyseam_sim::Control::Continue).expect("a run");
    let (sent, rtts) = (floats(&out, "rtt", "t_s"), floats(&out, "rtt", "rtt_ms"));
    assert!(rtts.len() > 100, "{}", rtts.len());
    for (t, rtt) in sent.iter().zip(&rtts) {
        let ping = ((t - rtt / 1e3) / 20.0).round() as usize;
        assert!(delays[ping] < *rtt, "ping {ping}: {} one way, {rtt} both", delays[ping]);
    }
}
