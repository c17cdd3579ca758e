//! Channels that follow the satellite serving a terminal: the elevations and handovers that they
//! see, and their effect on a run.

use std::sync::Arc;

use crate::common::{counts, floats, names};
use skyseam_base::{Duration, SimTime};
use skyseam_constellation::Timeline;
use skyseam_scenario::{Files, Scenario};
use skyseam_sim::run::run_over;
use skyseam_sim::{
    ChannelRequest, Control, Outcome, Progress, RunOptions, channel, channel_of, parse, run_alone,
};

/// A car in Toulouse under Iridium, to which a gateway with a clear view sends pings: the
/// environment of the downlink, and further keys of the car.
fn scenario(environment: &str, car: &str) -> Scenario {
    let text = format!(
        r#"
        constellation.preset = "iridium"
        [[terminals]]
        name = "gateway"
        latitude = "48.86 deg"
        longitude = "2.35 deg"
        channel = {{ kind = "constant", level = "0 dB" }}
        [[terminals]]
        name = "car"
        latitude = "43.6 deg"
        longitude = "1.44 deg"
        {car}
        [links]
        isl = {{ rate = "10 Mbit/s", queue = "50 packets" }}
        [links.uplink]
        rate = "10 Mbit/s"
        queue = "50 packets"
        [links.downlink]
        rate = "10 Mbit/s"
        queue = "50 packets"
        channel = {{ kind = "p681", environment = "{environment}", speed = "50 km/h",
                    elevation = "satellite" }}
        harq = {{ kind = "incremental-redundancy", symbols = "k8920", reference_snr = "7 dB" }}
        [[flows]]
        name = "ping"
        from = "gateway"
        to = "car"
        application = {{ kind = "ping", count = 24000, interval = "50 ms", size = "1000 B" }}
        [run]
        start = "2 h"
        duration = "1200 s"
        record = ["harq_packets"]
        "#
    );
    let parsed = parse(&text, "test.toml", &Files::new());
    parsed.unwrap_or_else(|errors| panic!("{errors}")).scenario
}

fn go(_: f64) -> Control {
    Control::Continue
}

fn studied(scenario: &Scenario, link: Option<&str>, duration_s: Option<f64>) -> Outcome {
    let request = ChannelRequest { receiver: "car downlink".into(), seed: 1, duration_s };
    let chosen = channel_of(scenario, link, Some("car")).unwrap();
    channel(&request.resolve(chosen).unwrap(), &mut go).unwrap()
}

/// Goal: a channel sees the serving satellite, handovers included. Method: elevation and satellite
/// of the channel study, compared every 10 s and around every handover with the timeline and with
/// elevations from which its handover policy decides (an independent computation).
#[test]
fn the_elevation_is_that_of_the_satellite_that_serves() {
    let scenario = scenario("suburban", "");
    let made = studied(&scenario, None, None);
    let (elevations, satellites) =
        (floats(&made, "levels", "elevation_deg"), names(&made, "levels", "satellite"));
    assert_eq!(elevations.len(), 1_200_000, "the length of the run");
    let start = scenario.run.start;
    let timeline = Timeline::build(&scenario.sky, start + scenario.run.duration);
    let car = timeline.node("car").unwrap();
    let mut at: Vec<u64> = (0..1_200_000).step_by(10_000).collect();
    let mut handovers = 0;
    for sample in 1..1_200_000 {
        if satellites[sample] != satellites[sample - 1] {
            handovers += 1;
            at.extend([sample as u64 - 1, sample as u64]);
        }
    }
    assert!(handovers >= 2, "{handovers}");
    for sample in at {
        let t = start + Duration::from_millis(sample);
        let satellite = timeline.satellite_of(car, t).expect("Iridium covers Toulouse");
        let phases = timeline.sky().phases(t);
        let expected = timeline.sky().view(car, &phases).elevation(satellite).unwrap();
        let found = elevations[sample as usize];
        assert!((found - expected.to_degrees()).abs() < 1e-6, "{found} at {sample} ms");
        assert_eq!(
            satellites[sample as usize].as_deref(),
            Some(timeline.nodes()[satellite.index()].name.as_str())
        );
    }
    assert!(elevations.iter().any(|deg| *deg > 50.0) && elevations.iter().any(|deg| *deg < 20.0));
}

/// The share of packets to the car that decode in the first transmission while its satellite is in
/// this range of elevations, and their number.
fn decoded_at_once(out: &Outcome, elevations: &[f64], range: std::ops::Range<f64>) -> (f64, f64) {
    let receivers = names(out, "harq_packets", "receiver");
    let transmissions = counts(out, "harq_packets", "transmissions");
    let (mut at_once, mut all) = (0.0, 0.0);
    for (row, sent_s) in floats(out, "harq_packets", "sent_s").into_iter().enumerate() {
        let sample = ((sent_s - 7200.0) * 1e3) as usize;
        if receivers[row].as_deref() == Some("car") && range.contains(&elevations[sample]) {
            all += 1.0;
            at_once += f64::from(u8::from(transmissions[row] == 1));
        }
    }
    (at_once / all, all)
}

/// Goal: a run receives what the study of its channel shows, and more from high satellites than
/// from low ones. Method: the share of packets to a car in a city that decode in the first
/// transmission, by elevation; without a satellite to follow (at 30 deg) there is no such
/// difference. The levels of the study, with the same seed and receiver, predict each packet.
#[test]
fn packets_from_high_satellites_decode_sooner() {
    let scenario = scenario("urban", "");
    let made = studied(&scenario, None, None);
    let elevations = floats(&made, "levels", "elevation_deg");
    let out = run_alone(&scenario, &mut |_| Control::Continue).unwrap();
    let (low, lows) = decoded_at_once(&out, &elevations, 0.0..25.0);
    let (high, highs) = decoded_at_once(&out, &elevations, 52.5..90.0);
    assert!(lows > 2000.0 && highs > 2000.0, "{lows} and {highs} packets");
    assert!(high > low + 0.3, "{high} against {low}");
    // The first transmission of the table decodes above -2.93 dB (the papers' 0.42 of the time).
    let levels = floats(&made, "levels", "level_db");
    let receivers = names(&out, "harq_packets", "receiver");
    let transmissions = counts(&out, "harq_packets", "transmissions");
    let sent = floats(&out, "harq_packets", "sent_s");
    let ended = floats(&out, "harq_packets", "t_s");
    let (mut right, mut all) = (0.0, 0.0);
    for row in 0..sent.len() {
        if receivers[row].as_deref() == Some("car") && transmissions[row] == 1 {
            all += 1.0;
            let level = levels[((ended[row] - 7200.0) * 1e3) as usize];
            right += f64::from(u8::from(level > -2.95));
        }
    }
    assert!(all > 1000.0 && right == all, "{right} of {all}");
}

/// Goal: the same bytes, whatever else is computed. Method: a run over a timeline of its own, and
/// two concurrent ones over a longer timeline.
#[test]
fn runs_side_by_side_are_alike() {
    let mut scenario = scenario("rural-wooded", "");
    scenario.run.duration = Duration::from_secs(300);
    let alone = run_alone(&scenario, &mut |_| Control::Continue).unwrap();
    let end = SimTime::from_secs(8100);
    let timeline = Arc::new(Timeline::build(&scenario.sky, end));
    let tables = |out: &Outcome| format!("{:?}", out.tables);
    let together: Vec<String> = std::thread::scope(|scope| {
        let go = || {
            let go_on = &mut |_: Progress<'_>| Control::Continue;
            tables(&run_over(&scenario, &timeline, &RunOptions::default(), go_on).unwrap().outcome)
        };
        let threads = [scope.spawn(go), scope.spawn(go)];
        threads.map(|thread| thread.join().unwrap()).into()
    });
    assert_eq!(together[0], together[1]);
    assert_eq!(together[0], tables(&alone));
}

/// A terminal with its own environment follows too, on the uplink as well; missing information is
/// reported.
#[test]
fn whose_satellite_it_is_is_said_or_clear() {
    let own = r#"channel = { kind = "p681", environment = "rural-wooded", speed = "50 km/h",
                             elevation = "satellite" }"#;
    let both = scenario("urban", own);
    let environment = |out: &Outcome| out.manifest["channel"]["environment"].clone();
    assert_eq!(environment(&studied(&both, None, Some(1.0))), "rural-wooded");
    // Neither terminal receives over the downlink's own channel.
    let said = channel_of(&both, None, None).unwrap_err();
    assert!(said.contains("follows the satellite of a terminal"), "{said}");
    let one = scenario("urban", "");
    let request = ChannelRequest { receiver: "a".into(), seed: 1, duration_s: Some(1.0) };
    let chosen = channel_of(&one, None, None).unwrap();
    let made = channel(&request.resolve(chosen).unwrap(), &mut go).unwrap();
    assert_eq!(made.manifest["terminal"], "car", "the other terminal has a channel of its own");
    assert_eq!(made.manifest["start_s"], 7200.0);
    let said = channel_of(&one, None, Some("lorry")).unwrap_err();
    assert_eq!(said, "no terminal is called \"lorry\"; expected one of gateway, car");
    let said = channel_of(&one, Some("wires[0]"), Some("car")).unwrap_err();
    assert!(said.contains("is not a link of a terminal"), "{said}");
    let fixed = channel_of(&one, None, Some("gateway")).unwrap();
    let made = channel(&request.resolve(fixed).unwrap(), &mut go).unwrap();
    assert_eq!(made.manifest["channel"]["kind"], "constant");
}
