//! Goal: the rule "geographic" carries packets over moving satellites, its losses are stated by
//! reason, and pings without packets take the same path as packets. Method: runs of pings and TCP
//! over Iridium and Teledesic, read back from their tables; the same pings with `probe`.

use crate::common::floats;
use skyseam_scenario::Files;
use skyseam_sim::{Outcome, ProbeRequest, parse, run_alone};

fn sky(preset: &str, mask: &str, application: &str, duration: &str) -> String {
    format!(
        r#"
        constellation = {{ preset = "{preset}", elevation_mask = "{mask}" }}
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
        duration = "{duration}"
        record = ["rtt"]
        "#
    )
}

fn outcome(sky: &str, rule: &str) -> Outcome {
    let text = format!("routing = {rule}\n{sky}");
    let parsed = parse(&text, "geographic.toml", &Files::new());
    let parsed = parsed.unwrap_or_else(|e| panic!("{e}"));
    run_alone(&parsed.scenario, &mut |_| skyseam_sim::Control::Continue).expect("a run")
}

fn dropped(out: &Outcome, reason: &str) -> u64 {
    out.manifest["packets"]["dropped"].get(reason).map_or(0, |count| count.as_u64().unwrap())
}

const PINGS: &str = r#"{ kind = "ping", count = 200, interval = "20 s", size = "125 B" }"#;

#[test]
fn packets_arrive_or_are_dropped_for_a_stated_reason() {
    let sky = sky("teledesic-ns2", "40 deg", PINGS, "4100 s");
    let best = outcome(&sky, "{ metric = \"delay\" }");
    let mut arrived = Vec::new();
    for scope in [1, 2, 4] {
        let rule = format!("{{ kind = \"geographic\", scope = {scope} }}");
        let out = outcome(&sky, &rule);
        let rtts = floats(&out, "rtt", "rtt_ms");
        let reasons = ["no_route", "geographic_loop", "hop_limit", "handover"];
        let lost: u64 = reasons.iter().map(|reason| dropped(&out, reason)).sum();
        assert_eq!(rtts.len() as u64 + lost, 200, "scope {scope}");
        assert_eq!(floats(&out, "drops", "t_s").len() as u64, lost);
        assert_eq!(format!("{:?}", outcome(&sky, &rule)), format!("{out:?}"));
        arrived.push(rtts);
    }
    // What a satellite knows more of its neighbourhood is to the good of packets.
    let counts: Vec<usize> = arrived.iter().map(Vec::len).collect();
    assert!(counts[2] > 190 && counts[2] >= counts[0] && counts[0] > 50, "{counts:?}");
    let mean = |rtts: &[f64]| rtts.iter().sum::<f64>() / rtts.len() as f64;
    let (known, all) = (mean(&arrived[2]), mean(&floats(&best, "rtt", "rtt_ms")));
    assert!(known > all - 0.5 && known < all + 40.0, "{known} {all}");
}

/// Iridium with its seam closed: the satellite closest to the destination is often on the other
/// side.
#[test]
fn circles_end_at_the_hop_limit_and_are_called_so() {
    let sky = sky("iridium-ns2", "8.2 deg", PINGS, "4100 s");
    let plain = "{ kind = \"geographic\", scope = 0, look_ahead = 1 }";
    let out = outcome(&sky, plain);
    assert!(dropped(&out, "geographic_loop") + dropped(&out, "hop_limit") > 0);
    assert_eq!(dropped(&out, "ttl_expired"), 0);
    // Over four links nobody gets to the other side of the Earth.
    let short = outcome(&sky, "{ kind = \"geographic\", scope = 2, hop_limit = 4 }");
    assert_eq!(floats(&short, "rtt", "rtt_ms").len(), 0);
    let limited = dropped(&short, "hop_limit") + dropped(&short, "geographic_loop");
    assert_eq!(limited + dropped(&short, "no_route"), 200);
    // Without escape there is nothing left to go in circles.
    let strict = outcome(&sky, "{ kind = \"geographic\", escape = false, backtrack = true }");
    assert_eq!(dropped(&strict, "geographic_loop"), 0);
    assert!(dropped(&strict, "no_route") > 0);
}

#[test]
fn tcp_gets_its_bytes_over_a_geographic_route() {
    let application = r#"{ kind = "file", size = "2 MB" }"#;
    let out = outcome(
        &sky("teledesic-ns2", "40 deg", application, "600 s"),
        "{ kind = \"geographic\", scope = 3 }",
    );
    assert_eq!(out.manifest["end_reason"], "all flows had ended");
}

#[test]
fn pings_without_packets_go_the_same_way() {
    let sky = sky("teledesic-ns2", "40 deg", PINGS, "4100 s");
    let text = format!("routing = {{ kind = \"geographic\", scope = 2 }}\n{sky}");
    let scenario = parse(&text, "geographic.toml", &Files::new()).expect("a scenario").scenario;
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
    let undelivered = floats(&probes, "undelivered", "remaining_km");
    assert_eq!(delays.iter().filter(|delay| delay.is_nan()).count(), undelivered.len());
    // A run's pings go there and back, and wait for nobody: of those that came back, half the round
    // trip is about the way there, some microseconds of transmission aside.
    let out = outcome(&sky, "{ kind = \"geographic\", scope = 2 }");
    let (sent, rtts) = (floats(&out, "rtt", "t_s"), floats(&out, "rtt", "rtt_ms"));
    assert!(rtts.len() > 100, "{}", rtts.len());
    for (t, rtt) in sent.iter().zip(&rtts) {
        let ping = ((t - rtt / 1e3) / 20.0).round() as usize;
        assert!(delays[ping] < *rtt, "ping {ping}: {} one way, {rtt} both", delays[ping]);
    }
}
