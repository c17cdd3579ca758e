//! Goal: geometry `ns2` is ns-2 to the last tie-break. Method: every sample of every Iridium trace
//! in tests/data/ns2 (see README.md there): the path must be equal, the delay within 1e-5 ms.

mod common;

use std::io::Read;
use std::path::Path;
use std::sync::Arc;

use common::iridium;
use skyseam_base::{Duration, SimTime};
use skyseam_constellation::config::{Geometry, Metric};
use skyseam_constellation::{Router, Timeline};

struct Sample {
    t: SimTime,
    delay_ms: f64,
    path: String,
}

/// The samples of a trace, with the 0.8 ns of transmission per link taken out of the delay.
fn samples(file: &str) -> Vec<Sample> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/ns2").join(file);
    let mut text = String::new();
    flate2::read::GzDecoder::new(std::fs::File::open(path).unwrap())
        .read_to_string(&mut text)
        .unwrap();
    let rows = text.lines().skip(1).map(|line| {
        let cells: Vec<&str> = line.split(',').collect();
        let links: f64 = cells[3].parse().unwrap();
        Sample {
            t: SimTime::from_secs_f64(cells[0].parse().unwrap()),
            delay_ms: cells[1].parse::<f64>().unwrap() - 0.8e-6 * links,
            path: cells[4].to_string(),
        }
    });
    rows.collect()
}

/// Compares a trace that must have `expected_samples`, and prints the largest deviation.
///
/// Up to 7 ns are left where the reference run sent several flows from one place at one instant:
/// its packets waited for each other at 1 Tb/s.
fn compare(file: &str, metric: Metric, latitude_threshold_deg: f64, expected_samples: usize) {
    let samples = samples(file);
    assert_eq!(samples.len(), expected_samples);
    let (ends, _) = file.split_once(".csv").unwrap();
    let ends: Vec<&str> = ends.rsplit('_').take(2).collect();
    let (source, destination) = (ends[1], ends[0]);
    let mut config = iridium(Geometry::Ns2, metric, &[source, destination]);
    config.isl.latitude_threshold_deg = latitude_threshold_deg;
    let end = samples.last().unwrap().t + Duration::from_secs(1);
    let timeline = Arc::new(Timeline::build(&config, end));
    let (from, to) = (timeline.node(source).unwrap(), timeline.node(destination).unwrap());
    let mut router = Router::new(timeline.clone());
    let mut largest: f64 = 0.0;
    for sample in samples {
        let path = router.path(from, to, sample.t).expect("ns-2 lost no packet here");
        let names = path.nodes.iter().map(|node| timeline.nodes()[node.index()].name.as_str());
        let names: Vec<&str> = names.collect();
        assert_eq!(names.join("-"), sample.path, "{file} at {}", sample.t);
        let deviation = (path.delay.as_millis_f64() - sample.delay_ms).abs();
        assert!(deviation <= 1e-5, "{file} at {}: {deviation} ms off", sample.t);
        largest = largest.max(deviation);
    }
    println!("{file}: {expected_samples} samples, largest deviation {largest:.2e} ms");
}

#[test]
fn hop_metric_traces_are_met_at_every_sample() {
    for pair in ["BOAT_LON", "HNL_DEL", "HNL_LAX", "HNL_LON", "HNL_MOW", "NYC_SFO"] {
        compare(&format!("iri_hop_h10_{pair}.csv.gz"), Metric::Hops, 60.0, 8640);
    }
}

#[test]
fn delay_metric_traces_are_met_at_every_sample() {
    for pair in ["BOAT_LON", "HNL_LAX", "NYC_SFO"] {
        compare(&format!("iri_delay_h10_{pair}.csv.gz"), Metric::Delay, 60.0, 8640);
    }
}

#[test]
fn another_latitude_threshold_is_met_at_every_sample() {
    compare("iri_hop_h10_lat75_NYC_SFO.csv.gz", Metric::Hops, 75.0, 1440);
}
