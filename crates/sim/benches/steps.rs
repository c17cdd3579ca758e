//! Benchmark: steps of forwarding towards 100 cities, incremental and by a plain Dijkstra. Prints a
//! line of JSON each; bench/README.md explains them.
//!
//! `cargo bench -p skyseam-sim --bench steps`

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::hint::black_box;
use std::sync::Arc;

use serde_json::json;
use skyseam_base::{NodeId, SimTime};
use skyseam_constellation::description::config::SkyConfig;
use skyseam_constellation::forwarding::tree::{ForwardingTree, Workspace};
use skyseam_constellation::forwarding::weights::Weights;
use skyseam_constellation::forwarding::{FAR, GroundAccess, Topology};

const CITIES: &str = include_str!("../../../bench/cities.csv");

/// Presets, and the times that a plain Dijkstra from the literature and Hypatia take for a step, s.
const CONSTELLATIONS: [(&str, f64, f64); 4] = [
    ("iridium", 0.3e-3, 0.6),
    ("telesat", 2e-3, 6.0),
    ("kuiper-630", 8e-3, 9.0),
    ("starlink-shell1", 12e-3, 25.0),
];

fn main() {
    for (preset, published_dijkstra_s, published_hypatia_s) in CONSTELLATIONS {
        let mut line = steps(preset);
        line["published_dijkstra_ms"] = json!(published_dijkstra_s * 1e3);
        line["published_hypatia_ms"] = json!(published_hypatia_s * 1e3);
        println!("{line}");
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
    let files = skyseam_scenario::Files::new();
    let parsed = skyseam_sim::parse(&text, "bench", &files);
    parsed.expect("a scenario of this bench").scenario.sky
}

fn topology(preset: &str, end: SimTime) -> (Arc<Topology>, Vec<NodeId>) {
    let config = sky(preset);
    let topology = Topology::build(&config, GroundAccess::Visible, end, &mut |_| true);
    let topology = Arc::new(topology.expect("nobody stops it"));
    let first = topology.satellites();
    let cities = (first..first + config.terminals.len() as u32).map(NodeId).collect();
    (topology, cities)
}

/// CPU time per step of one second, mean over some minutes to hours, on one thread.
fn steps(preset: &str) -> serde_json::Value {
    let satellites = sky(preset).satellites() as usize;
    let count = (1_000_000 / satellites as u64).clamp(600, 6_000);
    let searches = count / 20;
    let (topology, cities) = topology(preset, SimTime::from_secs(count));
    let mut weights = Weights::new(topology, &cities);
    let mut trees = vec![ForwardingTree::new(satellites); cities.len()];
    let mut work = Workspace::new(satellites);
    let mut search = Search::new(satellites);

    let began = cpu_ms();
    for second in 0..count {
        weights.seek(SimTime::from_secs(second));
    }
    let weighing = (cpu_ms() - began) / count as f64;

    let began = cpu_ms();
    for second in 0..count {
        weights.seek(SimTime::from_secs(second));
        for (number, tree) in trees.iter_mut().enumerate() {
            tree.update(&weights, number, &mut work);
            black_box(work.touched());
        }
    }
    let step = (cpu_ms() - began) / count as f64;

    let began = cpu_ms();
    for number in 0..searches {
        weights.seek(SimTime::from_secs(20 * number));
        for terminal in 0..cities.len() {
            search.run(&weights, terminal);
            black_box(&search.parents);
        }
    }
    let dijkstra = (cpu_ms() - began) / searches as f64;
    json!({
        "preset": preset,
        "satellites": satellites,
        "destinations": cities.len(),
        "steps": count,
        "step_ms": step,
        "of_which_weights_ms": weighing,
        "dijkstra_ms": dijkstra,
        "ratio": dijkstra / step,
    })
}

/// CPU time of this thread so far, ms. Unlike wall time it does not count other work on the
/// machine. Linux updates it at each of its ticks, every 1 to 10 ms.
fn cpu_ms() -> f64 {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").expect("this needs Linux");
    let nanos = text.split(' ').next().and_then(|word| word.parse::<f64>().ok());
    nanos.expect("nanoseconds first") / 1e6
}

/// Dijkstra's search with a binary heap, as in textbooks.
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
