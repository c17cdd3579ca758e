//! Measures forwarding steps towards 100 cities: incremental, and by a plain Dijkstra; with `day`
//! the whole Starlink day. Prints a JSON line each; bench/README.md says what they mean.
//!
//! `cargo bench -p skyseam-sim --bench steps -- [day]`

#![expect(clippy::disallowed_methods, reason = "a benchmark reads the clock")]

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::hint::black_box;
use std::sync::Arc;
use std::time::Instant;

use serde_json::json;
use skyseam_base::{Duration, NodeId, SimTime};
use skyseam_constellation::Sampling;
use skyseam_constellation::config::SkyConfig;
use skyseam_constellation::forwarding::tree::{Tree, Workspace};
use skyseam_constellation::forwarding::weights::{FAR, Weights};
use skyseam_constellation::forwarding::{Ground, Request, Stretch, Topology, walk};

const CITIES: &str = include_str!("../../../bench/cities.csv");

/// Presets, and what the literature's plain Dijkstra and Hypatia take for a step, s (issue 3).
const CONSTELLATIONS: [(&str, f64, f64); 4] = [
    ("iridium", 0.3e-3, 0.6),
    ("telesat", 2e-3, 6.0),
    ("kuiper-630", 8e-3, 9.0),
    ("starlink-shell1", 12e-3, 25.0),
];

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    for (preset, published_dijkstra_s, published_hypatia_s) in CONSTELLATIONS {
        let mut line = steps(preset);
        line["published_dijkstra_s"] = json!(published_dijkstra_s);
        line["published_hypatia_s"] = json!(published_hypatia_s);
        println!("{line}");
    }
    let length = Duration::from_secs(600);
    println!("{}", stretch("starlink-shell1", length, 1));
    println!("{}", stretch("starlink-shell1", length, 2));
    if arguments.iter().any(|argument| argument == "day") {
        println!("{}", stretch("starlink-shell1", Duration::from_secs(86_400), 2));
    }
}

fn sky(preset: &str) -> SkyConfig {
    let mut text = format!("constellation.preset = \"{preset}\"\n");
    for line in CITIES.lines().filter(|line| !line.starts_with('#')).skip(1) {
        let fields: Vec<&str> = line.split(',').collect();
        text += &format!(
            "[[terminals]]\nname = \"{}\"\nlatitude = \"{} deg\"\nlongitude = \"{} deg\"\n",
            fields[0], fields[1], fields[2]
        );
    }
    skyseam_scenario::parse(&text, "bench").expect("a scenario of this bench").sky
}

fn topology(preset: &str, end: SimTime) -> (Arc<Topology>, Vec<NodeId>) {
    let config = sky(preset);
    let topology = Topology::build(&config, Ground::Visible, end, &mut |_| true);
    let topology = Arc::new(topology.expect("nobody stops it"));
    let first = topology.satellites();
    let cities = (first..first + config.terminals.len() as u32).map(NodeId).collect();
    (topology, cities)
}

/// Medians over ten minutes of steps of a second, one thread. The Dijkstra gets the same weights.
fn steps(preset: &str) -> serde_json::Value {
    let count = 600;
    let (topology, cities) = topology(preset, SimTime::from_secs(count));
    let mut weights = Weights::new(topology.clone(), &cities);
    let satellites = weights.satellites();
    let mut trees = vec![Tree::new(satellites); cities.len()];
    let mut work = Workspace::new(satellites);
    let mut search = Search::new(satellites);
    let (mut weighing, mut updating, mut searching) = (Vec::new(), Vec::new(), Vec::new());
    let (mut touched, mut untouched) = (0, 0);
    for second in 0..count {
        let began = Instant::now();
        weights.seek(SimTime::from_secs(second));
        let weighed = Instant::now();
        for (number, tree) in trees.iter_mut().enumerate() {
            tree.update(&weights, number, &mut work);
            if second > 0 {
                untouched += u64::from(work.touched().is_empty());
                touched += work.touched().len();
            }
        }
        if second > 0 {
            weighing.push((weighed - began).as_secs_f64() * 1e3);
            updating.push(weighed.elapsed().as_secs_f64() * 1e3);
        }
        if second % 20 == 0 {
            let began = Instant::now();
            for number in 0..trees.len() {
                search.run(&weights, number);
                black_box(&search.parents);
            }
            searching.push(began.elapsed().as_secs_f64() * 1e3);
        }
    }
    let updates = (count - 1) as f64 * trees.len() as f64;
    let mean = |times: &[f64]| times.iter().sum::<f64>() / times.len() as f64;
    let mean_step = mean(&weighing) + mean(&updating);
    let (weighing, updating) = (median(weighing), median(updating));
    let searching = median(searching);
    json!({
        "benchmark": "step",
        "preset": preset,
        "satellites": satellites,
        "destinations": cities.len(),
        "step_ms": weighing + updating,
        "step_mean_ms": mean_step,
        "weights_ms": weighing,
        "trees_ms": updating,
        "dijkstra_ms": weighing + searching,
        "ratio": (weighing + searching) / (weighing + updating),
        "touched_per_tree": touched as f64 / updates,
        "untouched_share": untouched as f64 / updates,
    })
}

fn median(mut times: Vec<f64>) -> f64 {
    times.sort_unstable_by(f64::total_cmp);
    times[times.len() / 2]
}

/// Walks a length of time in steps of a second and counts the changes.
fn stretch(preset: &str, length: Duration, threads: usize) -> serde_json::Value {
    let began = Instant::now();
    let end = SimTime::ZERO + length;
    let (topology, destinations) = topology(preset, end);
    let built = began.elapsed().as_secs_f64();
    let request = Request {
        destinations,
        sources: Vec::new(),
        sampling: Sampling { start: SimTime::ZERO, step: Duration::from_secs(1), end },
    };
    let mut changes = 0;
    let mut sink = |stretch: Stretch| {
        changes += stretch.changes.len();
        true
    };
    assert!(walk(&topology, &request, threads, &mut sink, &mut |_| true));
    json!({
        "benchmark": "walk",
        "preset": preset,
        "seconds": length.as_secs_f64(),
        "threads": threads,
        "wall_s": began.elapsed().as_secs_f64(),
        "topology_s": built,
        "changes": changes,
    })
}

/// Dijkstra's search with a binary heap, as a textbook has it.
struct Search {
    costs: Vec<u32>,
    parents: Vec<u32>,
    heap: BinaryHeap<Reverse<(u32, u32)>>,
}

impl Search {
    fn new(satellites: usize) -> Self {
        let (costs, parents) = (vec![FAR; satellites], vec![u32::MAX; satellites]);
        Self { costs, parents, heap: BinaryHeap::new() }
    }

    fn run(&mut self, weights: &Weights, terminal: usize) {
        self.costs.fill(FAR);
        self.parents.fill(u32::MAX);
        for &(satellite, cost) in weights.usable(terminal) {
            self.costs[satellite as usize] = cost;
            self.heap.push(Reverse((cost, satellite)));
        }
        while let Some(Reverse((cost, satellite))) = self.heap.pop() {
            if cost > self.costs[satellite as usize] {
                continue;
            }
            for (neighbour, link) in weights.neighbours(satellite) {
                let through = cost + link;
                if through < self.costs[neighbour as usize] {
                    self.costs[neighbour as usize] = through;
                    self.parents[neighbour as usize] = satellite;
                    self.heap.push(Reverse((through, neighbour)));
                }
            }
        }
    }
}
