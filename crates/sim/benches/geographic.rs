//! Benchmark: a decision of geographic forwarding, at busy satellites. Prints a line of JSON per
//! preset and scope.
//!
//! `cargo bench -p skyseam-sim --bench geographic`

use std::hint::black_box;
use std::sync::Arc;

use serde_json::json;
use skyseam_base::{FlowId, NodeId, SimTime};
use skyseam_constellation::Timeline;
use skyseam_constellation::routing::ForwardedPacket;
use skyseam_packet::{Body, Echo, Packet};

/// Number of decisions that are timed, and number per second of simulated time: the packets of 1500
/// bytes that a link of 120 Mbit/s carries.
const DECISIONS: u64 = 2_000_000;
const PER_SECOND: u64 = 10_000;

fn main() {
    for preset in ["teledesic-ns2", "starlink-shell1"] {
        for scope in 1..=4 {
            println!("{}", decisions(preset, scope));
        }
    }
}

fn decisions(preset: &str, scope: u32) -> serde_json::Value {
    let place = |name: &str, latitude: f64, longitude: f64| {
        format!(
            "[[terminals]]\nname = \"{name}\"\nlatitude = \"{latitude} deg\"\n\
             longitude = \"{longitude} deg\"\n"
        )
    };
    let text = format!(
        "constellation = {{ preset = \"{preset}\", elevation_mask = \"25 deg\" }}\n\
         routing = {{ kind = \"geographic\", scope = {scope} }}\n{}{}",
        place("MAD", 40.4, -3.7),
        place("SYD", -33.9, 151.2)
    );
    let files = skyseam_scenario::Files::new();
    let parsed = skyseam_sim::parse(&text, "bench", &files).unwrap_or_else(|e| panic!("{e}"));
    let sky = parsed.scenario.sky;
    let end = SimTime::from_secs(DECISIONS / PER_SECOND + 1);
    let timeline = Arc::new(Timeline::build(&sky, end));
    let mut routes = sky.routing.build(&timeline);
    let satellites = timeline.sky().satellites();
    let destination = NodeId(satellites + 1);
    let packet = Packet {
        flow: FlowId(0),
        source: NodeId(satellites),
        destination,
        size: 1500,
        ttl: Packet::INITIAL_TTL - 3,
        created: SimTime::ZERO,
        body: Body::Echo(Echo { sequence: 0, reply: false, sent: SimTime::ZERO }),
        ..Packet::BLANK
    };
    let began = cpu_ms();
    for number in 0..DECISIONS {
        let now = SimTime::from_nanos(number * (1_000_000_000 / PER_SECOND));
        let hop =
            ForwardedPacket { now, at: NodeId((number % 10) as u32), from: None, packet: &packet };
        black_box(routes.route(&hop));
    }
    let nanos = (cpu_ms() - began) * 1e6 / DECISIONS as f64;
    json!({
        "preset": preset,
        "satellites": satellites,
        "scope": scope,
        "decisions": DECISIONS,
        "per_second_and_10_satellites": PER_SECOND,
        "decision_ns": nanos,
    })
}

/// CPU time of this thread so far, ms; see `steps.rs`.
fn cpu_ms() -> f64 {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").expect("this needs Linux");
    let nanos = text.split(' ').next().and_then(|word| word.parse::<f64>().ok());
    nanos.expect("nanoseconds first") / 1e6
}
