//! Division of the nodes of a scenario into regions.
//!
//! Satellites are divided by their position in their planes: every plane is cut at the same
//! positions, since links along a plane are long and hardly change. Of the tried cuts, the one with
//! the most even work of regions is used; nodes on the ground even out the rest. The work is
//! estimated from the paths of all flows at a few instants.
//!
//! Endpoints of flows that share anything besides their packets stay together, and proxies with
//! them: those of streams, which read each other's descriptors, and those whose application or
//! transport requires it.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::sync::Arc;

use skyseam_app::TransportService;
use skyseam_base::{Duration, NodeId, SimTime};
use skyseam_constellation::{NodeKind, Timeline};
use skyseam_scenario::Scenario;

use crate::run::RunOptions;
use crate::world::World;

/// Minimum length of a window: shorter ones are not worth the barriers.
const SHORTEST_WINDOW: Duration = Duration::from_micros(100);

/// Number of instants at which links between regions are examined for their minimum delay.
const LOOKS: u64 = 32;

/// Percentage of the minimum delay found that is used: links may be shorter between samples.
const PERCENT_OF_LEAST: u64 = 96;

/// Number of instants at which the paths of flows are examined.
const SAMPLES: u64 = 3;

/// Number of sectors of a plane, at whose boundaries it may be cut.
const SECTORS: usize = 48;

/// Work of an endpoint for a packet, in packet hops: about a thousand instructions against 250
/// (`bench/instructions`).
const HOPS_OF_AN_END: u64 = 4;

/// Division of a scenario's nodes.
pub(crate) struct Division {
    /// Region of each node.
    pub of: Arc<[u16]>,
    pub regions: usize,
    /// Lower bound on the delay between regions.
    pub window: Duration,
    /// Whether the run is left to one thread if dividing is not worthwhile.
    pub has_to_pay: bool,
    /// Limits on the flows that are open, and on the packets in the network, at once.
    pub most_open: u64,
    pub most_packets: u64,
}

/// Divides the nodes of `world`; `None` if links between them would be too short.
pub(crate) fn divide(
    scenario: &Scenario,
    timeline: &Timeline,
    world: &mut World,
    options: &RunOptions,
) -> Option<Division> {
    let regions = options.regions.unwrap_or(options.threads).min(usize::from(u16::MAX));
    let of = regions_of_nodes(scenario, timeline, world, regions);
    let window = least_delay(scenario, timeline, &of)?;
    let &RunOptions { most_open, most_packets, .. } = options;
    let has_to_pay = options.regions.is_none();
    let division = Division { of: of.into(), regions, window, has_to_pay, most_open, most_packets };
    (window >= SHORTEST_WINDOW).then_some(division)
}

/// Estimated work of a run.
struct Loads {
    /// Packets forwarded by satellites, by instant and sector.
    sectors: Vec<[u64; SECTORS]>,
    /// Work of the endpoints at each node.
    ends: BTreeMap<NodeId, u64>,
}

impl Loads {
    fn of(scenario: &Scenario, world: &mut World, sector: &[Option<usize>]) -> Self {
        let mut flows = BTreeMap::new();
        for series in world.flows.series() {
            *flows.entry((series.from, series.to)).or_insert(0) += u64::from(series.count);
        }
        let mut ends = BTreeMap::new();
        for (&(from, to), &count) in &flows {
            for node in [from, to] {
                *ends.entry(node).or_insert(0) += HOPS_OF_AN_END * count;
            }
        }
        let length = scenario.run.duration.as_nanos();
        let sectors = (0..SAMPLES).map(|sample| {
            let passed = length / (2 * SAMPLES) * (2 * sample + 1);
            let t = scenario.run.start + Duration::from_nanos(passed);
            let mut loads = [0; SECTORS];
            for (&(from, to), &count) in &flows {
                for node in world.way(t, from, to) {
                    if let Some(sector) = sector[node.index()] {
                        loads[sector] += count;
                    }
                }
            }
            loads
        });
        Self { sectors: sectors.collect(), ends }
    }
}

fn regions_of_nodes(
    scenario: &Scenario,
    timeline: &Timeline,
    world: &mut World,
    regions: usize,
) -> Vec<u16> {
    let nodes = timeline.nodes();
    let mut in_plane = BTreeMap::new();
    for node in nodes {
        if let NodeKind::Satellite { shell, plane, index } = node.kind {
            let most: &mut usize = in_plane.entry((shell, plane)).or_default();
            *most = (*most).max(index as usize + 1);
        }
    }
    let sector_of = |node: &skyseam_constellation::Node| match node.kind {
        NodeKind::Satellite { shell, plane, index } => {
            Some(index as usize * SECTORS / in_plane[&(shell, plane)])
        }
        NodeKind::Terminal | NodeKind::Wired => None,
    };
    let sectors: Vec<Option<usize>> = nodes.iter().map(sector_of).collect();
    let loads = Loads::of(scenario, world, &sectors);
    let (of_sector, sums) = cut(&loads, regions);
    let middle = scenario.run.start + Duration::from_nanos(scenario.run.duration.as_nanos() / 2);
    let near = |node: usize| {
        let satellite = matches!(nodes[node].kind, NodeKind::Terminal)
            .then(|| timeline.satellite_of(NodeId::from_index(node), middle))??;
        Some(of_sector[sectors[satellite.index()]?])
    };
    let wires = timeline.wires().iter().map(|&(a, b, _)| (a, b));
    let joined = joined(nodes.len(), wires.chain(together(scenario, world)));
    let of_ground = deal_out(timeline, &loads.ends, &joined, sums, near);
    let region = |(node, sector): (usize, Option<usize>)| match sector {
        Some(sector) => of_sector[sector],
        None => of_ground[&node],
    };
    sectors.iter().copied().enumerate().map(region).collect()
}

/// Region of each sector, and work of the satellites of each region: planes are cut into as many
/// arcs as there are regions or twice as many, with equal work, so that no region exceeds its share
/// at any sample, as nearly as possible.
fn cut(loads: &Loads, regions: usize) -> ([u16; SECTORS], Vec<u64>) {
    let ends: u64 = loads.ends.values().sum();
    let mut all = [0; SECTORS];
    for sectors in &loads.sectors {
        all.iter_mut().zip(sectors).for_each(|(all, load)| *all += load);
    }
    let sums = |of: &[u16; SECTORS], sectors: &[u64; SECTORS]| {
        let mut sums = vec![0; regions];
        for (region, load) in of.iter().zip(sectors) {
            sums[usize::from(*region)] += load;
        }
        sums
    };
    let most = |of: &[u16; SECTORS]| -> u64 {
        let of_sample = |sectors: &[u64; SECTORS]| {
            let sums = sums(of, sectors);
            let share = (sums.iter().sum::<u64>() + ends) / regions as u64;
            sums.into_iter().max().unwrap_or(0).max(share)
        };
        loads.sectors.iter().map(of_sample).sum()
    };
    // Where there is nothing to do, sectors count by themselves.
    let whole: u64 = all.iter().map(|load| load + 1).sum();
    let turned = |arcs: usize, turn: usize| {
        let (mut of, mut before) = ([0; SECTORS], 0);
        for sector in (turn..SECTORS).chain(0..turn) {
            let middle = 2 * before + all[sector] + 1;
            let arc = middle as usize * arcs / (2 * whole) as usize;
            of[sector] = (arc % regions) as u16;
            before += all[sector] + 1;
        }
        of
    };
    let tried = [regions, 2 * regions]
        .into_iter()
        .flat_map(|arcs| (0..SECTORS).map(move |turn| turned(arcs, turn)));
    let of = tried.min_by_key(most).expect("a way to cut");
    let sums = sums(&of, &all).into_iter().map(|sum| sum / SAMPLES).collect();
    (of, sums)
}

/// Assigns ground nodes to regions, the busiest first: to the region of their satellite (`near`)
/// unless it has its share already, otherwise to the least loaded one. Nodes that are `joined` stay
/// together.
fn deal_out(
    timeline: &Timeline,
    ends: &BTreeMap<NodeId, u64>,
    joined: &[usize],
    mut sums: Vec<u64>,
    near: impl Fn(usize) -> Option<u16>,
) -> BTreeMap<usize, u16> {
    let nodes = timeline.nodes();
    let is_ground = |node: &usize| !matches!(nodes[*node].kind, NodeKind::Satellite { .. });
    let mut groups: BTreeMap<usize, u64> = BTreeMap::new();
    for node in (0..nodes.len()).filter(is_ground) {
        let own = ends.get(&NodeId::from_index(node)).copied().unwrap_or(0);
        *groups.entry(joined[node]).or_default() += own;
    }
    let mut busiest: Vec<(usize, u64)> = groups.into_iter().collect();
    busiest.sort_by_key(|&(node, load)| (Reverse(load), node));
    let all = sums.iter().sum::<u64>() + busiest.iter().map(|(_, load)| load).sum::<u64>();
    let share = all / sums.len() as u64;
    let mut of = BTreeMap::new();
    for (node, load) in busiest {
        let near = near(node).map(usize::from).filter(|&near| sums[near] + load <= share);
        let least = (0..sums.len()).min_by_key(|&region| sums[region]).expect("regions");
        let region = near.unwrap_or(least);
        sums[region] += load;
        of.insert(node, region as u16);
    }
    (0..nodes.len()).filter(is_ground).map(|node| (node, of[&joined[node]])).collect()
}

/// Pairs of nodes whose endpoints of flows share anything besides their packets.
fn together(scenario: &Scenario, world: &World) -> Vec<(NodeId, NodeId)> {
    let series = world.flows.series().iter().zip(&scenario.flows);
    let pairs = series.flat_map(|(series, flow)| {
        let share = match flow.application.service() {
            TransportService::Messages => flow.application.ends_share(),
            TransportService::Transfer => flow.transport.ends_share() || !flow.split_at.is_empty(),
            TransportService::Stream | TransportService::Connections => true,
        };
        series.parts().filter(move |_| share)
    });
    pairs.collect()
}

/// For each node, the lowest of the nodes with which it is joined.
fn joined(nodes: usize, pairs: impl Iterator<Item = (NodeId, NodeId)>) -> Vec<usize> {
    let mut joined: Vec<usize> = (0..nodes).collect();
    let root = |joined: &mut [usize], mut node: usize| {
        while joined[node] != node {
            joined[node] = joined[joined[node]];
            node = joined[node];
        }
        node
    };
    for (a, b) in pairs {
        let (a, b) = (root(&mut joined, a.index()), root(&mut joined, b.index()));
        joined[a.max(b)] = a.min(b);
    }
    (0..nodes).map(|node| root(&mut joined, node)).collect()
}

/// Somewhat less than the minimum delay of links between regions, from a number of samples; `None`
/// if there are no such links. A link that turns out to be shorter costs a run its division, and
/// does not change results.
fn least_delay(scenario: &Scenario, timeline: &Timeline, of: &[u16]) -> Option<Duration> {
    let region = |node: NodeId| of[node.index()];
    let instants = || instants(scenario);
    let isls = timeline.isl_pairs().iter().filter(|(a, b)| region(*a) != region(*b));
    let of_isls = isls.flat_map(|&(a, b)| {
        let on = instants().filter(move |&t| timeline.is_linked(a, b, t));
        on.map(move |t| timeline.propagation(a, b, t))
    });
    of_isls.map(shortened).chain([least_delay_to_ground(scenario, timeline)]).min()
}

fn instants(scenario: &Scenario) -> impl Iterator<Item = SimTime> + use<> {
    let (start, length) = (scenario.run.start, scenario.run.duration.as_nanos());
    (0..=LOOKS).map(move |look| start + Duration::from_nanos(length / LOOKS * look))
}

fn shortened(delay: Duration) -> Duration {
    Duration::from_nanos(delay.as_nanos() / 100 * PERCENT_OF_LEAST)
}

/// Somewhat less than the minimum delay between the ground and a satellite.
pub(crate) fn least_delay_to_ground(scenario: &Scenario, timeline: &Timeline) -> Duration {
    let heights = instants(scenario).map(|t| least_height(timeline, t));
    heights.min().map_or(Duration::ZERO, shortened)
}

/// Delay from the highest location on the ground vertically to the altitude of the lowest
/// satellite.
fn least_height(timeline: &Timeline, t: SimTime) -> Duration {
    let sky = timeline.sky();
    let phases = sky.phases(t);
    let radius = |node: NodeId| sky.position(node, &phases).norm();
    let nodes = || (0..).map(NodeId).zip(timeline.nodes());
    let of = |is_satellite: bool| {
        let places = nodes().filter(move |(_, node)| match node.kind {
            NodeKind::Satellite { .. } => is_satellite,
            NodeKind::Terminal => !is_satellite,
            NodeKind::Wired => false,
        });
        places.map(|(node, _)| radius(node))
    };
    let lowest = of(true).fold(f64::INFINITY, f64::min);
    let highest = of(false).fold(0.0, f64::max);
    sky.delay((lowest - highest).max(0.0))
}
