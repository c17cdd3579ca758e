//! Goal: geometry `ns2` is ns-2 to the last tie-break. Method: every sample of every Iridium trace
//! in tests/data/ns2 (see README.md there): the path must be equal, the delay within 1e-5 ms.

use std::io::Read;
use std::path::Path;
use std::sync::Arc;

use crate::common::{iridium, teledesic};
use skyseam_base::{Duration, NodeId, SimTime};
use skyseam_constellation::description::config::{Geometry, Metric, SkyConfig};
use skyseam_constellation::{Router, Timeline};

struct Sample {
    t: SimTime,
    /// The path, or the part of it up to the loss.
    path: String,
    /// `None` for a packet that was lost.
    delay_ms: Option<f64>,
}

/// Samples of a trace, with the 0.8 ns of transmission per link subtracted from the delay.
fn samples(file: &str) -> Vec<Sample> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/ns2").join(file);
    let mut text = String::new();
    flate2::read::GzDecoder::new(std::fs::File::open(path).unwrap())
        .read_to_string(&mut text)
        .unwrap();
    let rows = text.lines().skip(1).map(|line| {
        let cells: Vec<&str> = line.split(',').collect();
        let delay_ms = (!cells[1].is_empty()).then(|| {
            let links: f64 = cells[3].parse().unwrap();
            cells[1].parse::<f64>().unwrap() - 0.8e-6 * links
        });
        Sample {
            t: SimTime::from_secs_f64(cells[0].parse().unwrap()),
            path: cells[4].to_string(),
            delay_ms,
        }
    });
    rows.collect()
}

/// A packet that the reference lost: time of sending, and path and delay here, if any.
type Lost = (f64, Option<(Vec<NodeId>, Duration)>);

/// Compares a trace that must have `expected_samples`, and prints the largest deviation.
///
/// Deviations of up to 7 ns remain where the reference run sent several flows from one place at one
/// instant: its packets waited for each other at 1 Tb/s.
fn compare(
    file: &str,
    config: impl Fn(&[&str]) -> SkyConfig,
    expected_samples: usize,
) -> Vec<Lost> {
    let samples = samples(file);
    assert_eq!(samples.len(), expected_samples);
    let (ends, _) = file.split_once(".csv").unwrap();
    let ends: Vec<&str> = ends.rsplit('_').take(2).collect();
    let (source, destination) = (ends[1], ends[0]);
    let config = config(&[source, destination]);
    let end = samples.last().unwrap().t + Duration::from_secs(1);
    let timeline = Arc::new(Timeline::build(&config, end));
    let (from, to) = (timeline.node(source).unwrap(), timeline.node(destination).unwrap());
    let mut router = Router::new(timeline.clone());
    let (mut largest, mut lost) = (0.0_f64, Vec::new());
    for sample in samples {
        let path = router.path(from, to, sample.t);
        let Some(delay_ms) = sample.delay_ms else {
            lost.push((sample.t.as_secs_f64(), path.map(|path| (path.nodes, path.delay))));
            continue;
        };
        let path = path.unwrap_or_else(|| panic!("{file} at {}: no path", sample.t));
        let names = path.nodes.iter().map(|node| timeline.nodes()[node.index()].name.as_str());
        let names: Vec<&str> = names.collect();
        assert_eq!(names.join("-"), sample.path, "{file} at {}", sample.t);
        let deviation = (path.delay.as_millis_f64() - delay_ms).abs();
        assert!(deviation <= 1e-5, "{file} at {}: {deviation} ms off", sample.t);
        largest = largest.max(deviation);
    }
    println!("{file}: {expected_samples} samples, lost {lost:?}, largest {largest:.2e} ms off");
    lost
}

#[test]
fn hop_metric_traces_are_met_at_every_sample() {
    for pair in ["BOAT_LON", "HNL_DEL", "HNL_LAX", "HNL_LON", "HNL_MOW", "NYC_SFO"] {
        let config = |places: &[&str]| iridium(Geometry::NS2, Metric::HOPS, places);
        compare(&format!("iri_hop_h10_{pair}.csv.gz"), config, 8640);
    }
}

#[test]
fn delay_metric_traces_are_met_at_every_sample() {
    for pair in ["BOAT_LON", "HNL_LAX", "NYC_SFO"] {
        let config = |places: &[&str]| iridium(Geometry::NS2, Metric::DELAY, places);
        compare(&format!("iri_delay_h10_{pair}.csv.gz"), config, 8640);
    }
}

#[test]
fn another_latitude_threshold_is_met_at_every_sample() {
    let config = |places: &[&str]| {
        let mut config = iridium(Geometry::NS2, Metric::HOPS, places);
        config.isl.latitude_threshold_deg = 75.0;
        config
    };
    compare("iri_hop_h10_lat75_NYC_SFO.csv.gz", config, 1440);
}

#[test]
fn teledesic_and_its_links_across_the_seam_are_met_at_every_sample() {
    let config = |places: &[&str]| teledesic(Geometry::NS2, Metric::DELAY, places);
    let lost = compare("tel_delay_h10_NYC_SFO.csv.gz", config, 1440);
    // No satellite is above New York's mask.
    assert_eq!(lost[0], (15_660.5, None));
    // Lost behind 288-49-1-270 in the reference, but not when ns-2 is begun 27000 s later: then it
    // goes this way, sent at 780.5000 s and received at 780.5358 s (README.md).
    let (t, Some((nodes, delay))) = &lost[1] else { panic!("no path at {}", lost[1].0) };
    assert_eq!((*t, lost.len()), (27_780.5, 2));
    assert_eq!(*nodes, [288, 49, 1, 270, 271, 289].map(NodeId));
    assert!((delay.as_millis_f64() - 35.8).abs() < 0.1, "{delay}");
}
