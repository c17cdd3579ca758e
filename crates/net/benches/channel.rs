//! Benchmark: the cost of a level of a channel, read every millisecond, once in a block of 256, and
//! after intervals that were not read; for 200 users in rotation. Prints one line of JSON; run by
//! `cargo bench -p skyseam-net --bench channel`.

#![expect(clippy::disallowed_methods, reason = "a benchmark reads the wall clock")]

use std::hint::black_box;
use std::time::Instant;

use skyseam_base::{Duration, SimTime};
use skyseam_net::LinkContext;
use skyseam_net::channel::{Channel, ChannelConfig, ChannelModel, build, built_in};
use skyseam_params::{Catalogue, Model, registry};

/// The model called `name`; all but one have random levels.
fn model(name: &str) -> Model<dyn ChannelModel> {
    let keys = match name {
        "constant" => "level = \"-3 dB\"",
        "fontan" => "environment = \"intermediate-tree-shadow\"\nspeed = \"60 km/h\"",
        _ => "environment = \"suburban\"\nspeed = \"60 km/h\"\nelevation = \"30 deg\"",
    };
    let catalogue = Catalogue::default().with_all(built_in());
    registry::parse(&format!("kind = \"{name}\"\n{keys}"), catalogue).expect("an example")
}

/// Nanoseconds per sample of `users` over `samples` each, read every `every` samples.
fn nanos(name: &str, users: usize, samples: u64, every: u64) -> f64 {
    let config = ChannelConfig::of(model(name));
    let channel = |user| {
        let name = format!("user {user}");
        build(&config, &LinkContext::plain(1, &name, SimTime::ZERO), None)
    };
    let timed = |_| {
        let mut channels: Vec<Box<dyn Channel>> = (0..users).map(channel).collect();
        let begun = Instant::now();
        for sample in (0..samples).step_by(every as usize) {
            for channel in &mut channels {
                black_box(channel.level_db(Duration::from_millis(sample)));
            }
        }
        begun.elapsed().as_secs_f64()
    };
    1e9 * (0..3).map(timed).fold(f64::INFINITY, f64::min) / (samples * users as u64) as f64
}

fn main() {
    let figures: Vec<String> = ["constant", "fontan", "p681"]
        .into_iter()
        .map(|name| {
            format!(
                "\"{name}\":{{\"read_ns\":{:.1},\"read_200_users_ns\":{:.1},\
                 \"one_in_256_ns\":{:.2},\"skipped_ns\":{:.3}}}",
                nanos(name, 1, 2_000_000, 1),
                nanos(name, 200, 20_000, 1),
                nanos(name, 1, 2_000_000, 256),
                nanos(name, 1, 100_000_000, 1_000_000),
            )
        })
        .collect();
    println!("{{{}}}", figures.join(","));
}
