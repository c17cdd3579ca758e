//! Forwarding tables of satellites towards cells, as a centre on the ground would compute them.
//!
//! Henderson 1999, Sec. 6.6: for every satellite and cell, the port of the least-delay route to the
//! satellite that serves the centre of the cell, which is the one nearest to it. A port is a
//! direction (fore, aft, the planes to either side, down), not a satellite's name, so that tables
//! of different satellites can be compared. Owns tables, their compression as runs and blocks, and
//! the number of messages that flooding of link changes takes; uploads nothing.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use skyseam_base::{NodeId, SimTime};
use skyseam_orbit::{Inertial, Vector};

use crate::cells::Cells;
use crate::sky::Phases;
use crate::timeline::{FixedLink, NodeKind, Timeline};

/// Outgoing direction of a satellite towards a cell.
pub type Port = u8;

/// The satellite itself serves the cell.
pub(crate) const DOWN: Port = 0;

/// There is no route.
pub(crate) const NOWHERE: Port = u8::MAX;

/// Tables of all satellites at an instant.
#[derive(Clone, Debug)]
pub struct CellTables {
    cells: Cells,
    /// Ports, satellite by satellite and cell by cell.
    ports: Vec<Port>,
}

/// Sizes of a compressed table, entries.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TableSizes {
    /// Number of runs of one port in the order of cell numbers, each within one band.
    pub runs: u32,
    /// Number of runs if a run may continue in the next band.
    pub runs_across_bands: u32,
    /// Number of aligned blocks of 2^k cells of one port.
    pub blocks: u32,
}

impl CellTables {
    /// Computes the tables over the links that are on at `t`.
    pub fn at(timeline: &Timeline, cells: &Cells, t: SimTime) -> Self {
        let satellites = timeline.sky().satellites() as usize;
        let phases = timeline.sky().phases(t);
        let positions = timeline.sky().satellite_positions(&phases);
        let units = directions(positions);
        let serving: Vec<usize> = (0..cells.count())
            .map(|cell| {
                let (latitude_deg, longitude_deg) = cells.middle(cell);
                nearest(&units, timeline.sky().direction(latitude_deg, longitude_deg, &phases))
            })
            .collect();
        let ports = PortsBetween::at(timeline, t).all();
        let mut table = Vec::with_capacity(satellites * serving.len());
        for at in 0..satellites {
            table.extend(serving.iter().map(|&to| ports[to * satellites + at]));
        }
        Self { cells: cells.clone(), ports: table }
    }

    /// Returns the ports of a satellite, by cell.
    pub fn of(&self, satellite: NodeId) -> &[Port] {
        let count = self.cells.count() as usize;
        &self.ports[satellite.index() * count..][..count]
    }

    /// Returns the runs of one port in a satellite's table, each within one band: first cell,
    /// number of cells and port.
    pub fn runs(&self, satellite: NodeId) -> Vec<(u32, u32, Port)> {
        let table = self.of(satellite);
        let mut runs = Vec::new();
        let mut first = 0;
        for band in 0..self.cells.bands() {
            let of_band = &table[first as usize..][..self.cells.in_band(band) as usize];
            for run in of_band.chunk_by(|a, b| a == b) {
                runs.push((first, run.len() as u32, run[0]));
                first += run.len() as u32;
            }
        }
        runs
    }

    /// Returns the sizes of a satellite's table after compression.
    pub fn sizes(&self, satellite: NodeId) -> TableSizes {
        let table = self.of(satellite);
        TableSizes {
            runs: self.runs(satellite).len() as u32,
            runs_across_bands: table.chunk_by(|a, b| a == b).count() as u32,
            blocks: blocks(table),
        }
    }
}

/// Returns the number of aligned blocks of 2^k entries of one value that a table consists of;
/// entries beyond its end match any value.
pub fn blocks(table: &[Port]) -> u32 {
    let mut size = 1;
    while size < table.len() {
        size *= 2;
    }
    let Some((&first, rest)) = table.split_first() else { return 0 };
    if rest.iter().all(|&port| port == first) {
        return 1;
    }
    let (low, high) = table.split_at(size / 2);
    blocks_within(low, size / 2) + blocks_within(high, size / 2)
}

fn blocks_within(table: &[Port], size: usize) -> u32 {
    let Some((&first, rest)) = table.split_first() else { return 0 };
    if rest.iter().all(|&port| port == first) {
        return 1;
    }
    let (low, high) = table.split_at((size / 2).min(table.len()));
    blocks_within(low, size / 2) + blocks_within(high, size / 2)
}

/// Returns the unit vectors from the Earth's centre to all satellites.
fn directions(positions: &[Vector<Inertial>]) -> Vec<Vector<Inertial>> {
    positions.iter().map(|&at| at * (1.0 / at.norm())).collect()
}

/// Returns the satellite nearest to the direction `over`.
fn nearest(directions: &[Vector<Inertial>], over: Vector<Inertial>) -> usize {
    let close = |&satellite: &usize| directions[satellite].dot(over);
    let nearest = (0..directions.len()).max_by(|a, b| close(a).total_cmp(&close(b)));
    nearest.expect("a satellite")
}

/// Positions and links at an instant, from which routes to any cell are computed.
#[derive(Debug)]
pub(crate) struct Centre {
    ports: PortsBetween,
    directions: Vec<Vector<Inertial>>,
    phases: Phases,
}

impl Centre {
    pub fn at(timeline: &Timeline, t: SimTime) -> Self {
        let phases = timeline.sky().phases(t);
        let directions = directions(timeline.sky().satellite_positions(&phases));
        Self { ports: PortsBetween::at(timeline, t), directions, phases }
    }

    /// Returns the next satellite of each satellite towards the one that serves a cell; none at
    /// that satellite and without a route.
    pub fn next(&self, timeline: &Timeline, cells: &Cells, cell: u32) -> Vec<Option<u32>> {
        let (latitude_deg, longitude_deg) = cells.middle(cell);
        let over = timeline.sky().direction(latitude_deg, longitude_deg, &self.phases);
        let mut next = vec![None; self.directions.len()];
        self.ports.towards(nearest(&self.directions, over), |at, link| {
            next[at] = link.map(|(end, ..)| end as u32);
        });
        next
    }

    /// Returns the port of each satellite towards the one that serves a cell: [`DOWN`] at that
    /// satellite, [`NOWHERE`] without a route.
    pub fn ports(&self, timeline: &Timeline, cells: &Cells, cell: u32) -> Vec<Port> {
        let (latitude_deg, longitude_deg) = cells.middle(cell);
        let over = timeline.sky().direction(latitude_deg, longitude_deg, &self.phases);
        let mut ports = vec![NOWHERE; self.directions.len()];
        self.ports.towards(nearest(&self.directions, over), |at, link| {
            ports[at] = link.map_or(DOWN, |(_, port, _)| port);
        });
        ports
    }

    /// Returns, for each satellite, the one of its plane that was, at the centre's instant, nearest
    /// to its position at `t`; of two equally near ones the lower number.
    pub fn places(&self, timeline: &Timeline, t: SimTime) -> Vec<u32> {
        let sky = timeline.sky();
        let phases = sky.phases(t);
        let now = directions(sky.satellite_positions(&phases));
        let stood = |of: NodeId, place: NodeId| self.directions[place.index()].dot(now[of.index()]);
        (0..sky.satellites())
            .map(|satellite| {
                let of = NodeId(satellite);
                let plane = sky.plane_satellites(of);
                let closer = |a: &u32, b: &u32| {
                    stood(of, NodeId(*a)).total_cmp(&stood(of, NodeId(*b))).then(b.cmp(a))
                };
                plane.max_by(closer).expect("itself at least")
            })
            .collect()
    }
}

/// Returns the satellite at a port of `at`: the first one there whose link is on at `t`; none at
/// [`DOWN`], [`NOWHERE`], and if no link is on.
pub(crate) fn neighbour_at(
    timeline: &Timeline,
    at: NodeId,
    out: Port,
    t: SimTime,
) -> Option<NodeId> {
    let links = timeline.fixed_links[at.index()].iter();
    let mut ends = links.filter(|(_, link)| matches!(link, FixedLink::Isl(_)));
    ends.find(|(end, _)| port(timeline, at, *end) == out && timeline.is_linked(at, *end, t))
        .map(|(end, _)| *end)
}

/// Neighbour, port there and delay.
type Link = (usize, Port, u64);

/// Ports between satellites over the links that are on at an instant.
#[derive(Debug)]
struct PortsBetween {
    /// Links of each satellite.
    links: Vec<Vec<Link>>,
}

impl PortsBetween {
    fn at(timeline: &Timeline, t: SimTime) -> Self {
        let sky = timeline.sky();
        let phases = sky.phases(t);
        let positions = sky.satellite_positions(&phases);
        let up = |at: usize, links: &Vec<(NodeId, FixedLink)>| {
            let of_satellites = links.iter().filter(|(_, link)| matches!(link, FixedLink::Isl(_)));
            let from = NodeId(at as u32);
            let up = of_satellites.filter(|(end, _)| timeline.is_linked(from, *end, t));
            let link = |&(end, _): &(NodeId, FixedLink)| {
                let range_km = (positions[at] - positions[end.index()]).norm();
                (end.index(), port(timeline, from, end), sky.delay(range_km).as_nanos())
            };
            up.map(link).collect()
        };
        let satellites = timeline.fixed_links[..sky.satellites() as usize].iter().enumerate();
        Self { links: satellites.map(|(at, links)| up(at, links)).collect() }
    }

    /// Returns the ports of all satellites towards each satellite.
    fn all(&self) -> Vec<Port> {
        let satellites = self.links.len();
        let mut ports = vec![NOWHERE; satellites * satellites];
        for to in 0..satellites {
            let found = &mut ports[to * satellites..][..satellites];
            self.towards(to, |at, link| found[at] = link.map_or(DOWN, |(_, port, _)| port));
        }
        ports
    }

    /// Passes to `found` the outgoing link of every satellite with a route to `to`, and none for
    /// `to` itself, by Dijkstra's search from there. Of two routes with the same delay the one with
    /// the lower port is taken, wherever the satellites are, so that a table changes little over
    /// time.
    fn towards(&self, to: usize, mut found: impl FnMut(usize, Option<Link>)) {
        let mut settled = vec![false; self.links.len()];
        let mut queue = BinaryHeap::from([Reverse((0, to, DOWN, None))]);
        while let Some(Reverse((cost, at, _, link))) = queue.pop() {
            if std::mem::replace(&mut settled[at], true) {
                continue;
            }
            found(at, link);
            for &(end, _, delay) in self.links[at].iter().filter(|(end, ..)| !settled[*end]) {
                let back = self.links[end].iter().find(|(back, ..)| *back == at);
                let back = *back.expect("links go both ways");
                queue.push(Reverse((cost + delay, end, back.1, Some(back))));
            }
        }
    }
}

/// Returns the port of a link: the number of satellites ahead in the plane, or of planes to a side,
/// in the shorter direction.
fn port(timeline: &Timeline, from: NodeId, to: NodeId) -> Port {
    let place = |node: NodeId| match timeline.nodes()[node.index()].kind {
        NodeKind::Satellite { shell, plane, index } => (shell, plane, index),
        NodeKind::Terminal | NodeKind::Wired => unreachable!("links between satellites"),
    };
    let ((shell, plane, index), (_, other_plane, other_index)) = (place(from), place(to));
    let starts = &timeline.sky().shells()[shell as usize].plane_starts;
    let (sense, ahead) = if plane == other_plane {
        let size = starts[plane as usize + 1] - starts[plane as usize];
        (0, around(index, other_index, size))
    } else {
        (1, around(plane, other_plane, starts.len() as u32 - 1))
    };
    // 1 to 60 in the plane, 61 to 120 across planes; odd numbers ahead.
    let far = ahead.unsigned_abs().min(30) as Port;
    sense * 60 + 2 * far - Port::from(ahead > 0)
}

fn around(from: u32, to: u32, size: u32) -> i32 {
    let ahead = (to + size - from) % size;
    if 2 * ahead > size { ahead as i32 - size as i32 } else { ahead as i32 }
}

/// Messages needed to flood changes of links.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Flooding {
    /// Number of times that links went on or off.
    pub changes: u64,
    /// Number of messages over links between satellites.
    pub messages: u64,
}

/// Counts the messages that announce links between satellites going on or off from after `start` to
/// `end`: both ends of a link inform all satellites within `scope` links (`None`: all satellites).
/// An end sends over all its links; any other satellite within the scope, at the first message of a
/// change, sends over all but the link it was received on.
pub fn flooding(timeline: &Timeline, scope: Option<u32>, start: SimTime, end: SimTime) -> Flooding {
    let satellites = timeline.sky().satellites() as usize;
    let mut toggles: Vec<(SimTime, usize)> = Vec::new();
    for (isl, instants) in timeline.isl_toggles.iter().enumerate() {
        toggles.extend(instants.iter().map(|&at| (at, isl)));
    }
    toggles.sort_unstable();
    let mut linked: Vec<Vec<usize>> = vec![Vec::new(); satellites];
    let mut known = vec![0u64; satellites];
    let (mut found, mut flood) = (Flooding::default(), 0);
    for same in toggles.chunk_by(|a, b| a.0 == b.0) {
        for &(_, isl) in same {
            let (a, b) = timeline.isl_pairs[isl];
            for (one, other) in [(a.index(), b.index()), (b.index(), a.index())] {
                match linked[one].iter().position(|&end| end == other) {
                    Some(place) => drop(linked[one].swap_remove(place)),
                    None => linked[one].push(other),
                }
            }
        }
        if same[0].0 <= start || same[0].0 > end {
            continue;
        }
        for &(_, isl) in same {
            found.changes += 1;
            let (a, b) = timeline.isl_pairs[isl];
            for origin in [a.index(), b.index()] {
                flood += 1;
                found.messages += spread(origin, scope, &linked, &mut known, flood);
            }
        }
    }
    found
}

fn spread(
    origin: usize,
    scope: Option<u32>,
    linked: &[Vec<usize>],
    known: &mut [u64],
    flood: u64,
) -> u64 {
    known[origin] = flood;
    let (mut heard, mut messages, mut links) = (vec![origin], 0, 0);
    while !heard.is_empty() && scope.is_none_or(|scope| links < scope) {
        let mut next = Vec::new();
        for at in heard {
            messages += linked[at].len() as u64 - u64::from(at != origin);
            for &end in &linked[at] {
                if std::mem::replace(&mut known[end], flood) != flood {
                    next.push(end);
                }
            }
        }
        (heard, links) = (next, links + 1);
    }
    messages
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixtures;
    use crate::routing::Metric;

    #[test]
    fn blocks_are_aligned() {
        assert_eq!(blocks(&[1, 1, 1, 1, 1, 1]), 1);
        assert_eq!(blocks(&[1, 1, 1, 1, 2, 2, 2, 2]), 2);
        assert_eq!(blocks(&[1, 1, 1, 2, 2, 2, 2, 2]), 4);
        assert_eq!(blocks(&[1, 2, 2, 1]), 4);
        assert_eq!(blocks(&[3]), 1);
    }

    /// Goal: tables are correct. Method: over Iridium, packets that follow the ports of all tables
    /// reach the satellite nearest to the cell, and a table equals the sum of its runs.
    #[test]
    fn tables_lead_to_the_satellite_that_serves_the_cell() {
        let config = fixtures::iridium(Metric::DELAY);
        let t = SimTime::from_secs(600);
        let timeline = Timeline::build(&config, t);
        let cells = Cells::new(1280.0);
        let tables = CellTables::at(&timeline, &cells, t);
        let satellites = timeline.sky().satellites();
        let next = |at: NodeId, out: Port| {
            let ends = timeline.neighbours(at, t).into_iter();
            let mut ends = ends.filter(|&end| timeline.is_satellite(end));
            ends.find(|&end| port(&timeline, at, end) == out).expect("a link there")
        };
        let centre = Centre::at(&timeline, t);
        for cell in (0..cells.count()).step_by(7) {
            let mut serves = std::collections::BTreeSet::new();
            let by_name = centre.next(&timeline, &cells, cell);
            for at in (0..satellites).map(NodeId) {
                let out = tables.of(at)[cell as usize];
                let by_port = (out != DOWN).then(|| next(at, out).0);
                assert_eq!(by_name[at.index()], by_port, "cell {cell} at {at:?}");
            }
            for first in 0..satellites {
                let mut at = NodeId(first);
                let mut links = 0;
                while tables.of(at)[cell as usize] != DOWN {
                    at = next(at, tables.of(at)[cell as usize]);
                    links += 1;
                    assert!(links < satellites, "in circles");
                }
                serves.insert(at);
            }
            assert_eq!(serves.len(), 1, "cell {cell}");
        }
        for satellite in (0..satellites).map(NodeId) {
            let said = tables.runs(satellite).into_iter();
            let said = said.flat_map(|(_, cells, port)| vec![port; cells as usize]);
            assert!(said.eq(tables.of(satellite).iter().copied()));
            let TableSizes { runs, runs_across_bands, blocks } = tables.sizes(satellite);
            assert!(runs_across_bands <= runs && runs_across_bands <= blocks);
        }
    }

    /// Goal: tables keep their position. Method: over Iridium, whose planes have 11 satellites, a
    /// satellite has its own table until half of an eleventh of a period has passed, then that of
    /// the satellite ahead; its ports lead to its own neighbours.
    #[test]
    fn tables_are_taken_over_from_the_satellite_ahead() {
        let config = fixtures::iridium(Metric::DELAY);
        let begin = SimTime::from_secs(600);
        let slot_s = 6027.0 / 11.0;
        let later =
            |slots: f64| begin + skyseam_base::Duration::from_millis((slots * slot_s * 1e3) as u64);
        let timeline = Timeline::build(&config, later(12.0));
        let centre = Centre::at(&timeline, begin);
        for satellite in (0..timeline.sky().satellites()).map(NodeId) {
            let mut ahead = satellite;
            for step in 0..=11 {
                for slots in [step as f64 - 0.49, step as f64 + 0.49] {
                    let taken = centre.places(&timeline, later(slots.max(0.0)))[satellite.index()];
                    assert_eq!(taken, ahead.0, "{satellite:?} after {slots} slots");
                }
                let mut plane = timeline.sky().plane_satellites(satellite).map(NodeId);
                let behind = |of: &NodeId| timeline.sky().behind(*of) == ahead;
                ahead = plane.find(behind).expect("somebody is ahead");
            }
            assert_eq!(timeline.sky().behind(ahead), satellite, "once around and one further");
        }
    }

    #[test]
    fn a_port_is_a_neighbour_or_nobody() {
        let t = SimTime::from_secs(600);
        let timeline = Timeline::build(&fixtures::iridium(Metric::DELAY), t);
        for at in (0..timeline.sky().satellites()).map(NodeId) {
            let ends: Vec<NodeId> = timeline.neighbours(at, t).into_iter().collect();
            for end in ends.into_iter().filter(|&end| timeline.is_satellite(end)) {
                let out = port(&timeline, at, end);
                assert_eq!(neighbour_at(&timeline, at, out, t), Some(end));
            }
            assert_eq!(neighbour_at(&timeline, at, DOWN, t), None);
            assert_eq!(neighbour_at(&timeline, at, NOWHERE, t), None);
            assert_eq!(neighbour_at(&timeline, at, 7, t), None, "four ahead");
        }
    }

    #[test]
    fn a_flood_of_two_links_reaches_two_links_far() {
        // A line of five: 0 - 1 - 2 - 3 - 4.
        let linked = [vec![1], vec![0, 2], vec![1, 3], vec![2, 4], vec![3]];
        let count = |origin, scope| spread(origin, scope, &linked, &mut [0; 5], 1);
        assert_eq!(count(2, Some(1)), 2);
        assert_eq!(count(2, Some(2)), 4);
        assert_eq!(count(0, Some(3)), 3);
        assert_eq!((count(0, None), count(2, Some(0))), (4, 0));
    }
}
