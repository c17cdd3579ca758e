//! Builds a [`Timeline`]: numbers the nodes, lays the links, and walks through all checks.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, BinaryHeap};

use skyseam_base::time::NANOS_PER_SEC;
use skyseam_base::{Duration, NodeId, RandomStream, SimTime};
use skyseam_orbit::{Inertial, Vector};

use crate::config::{Orbits, SkyConfig};
use crate::handover::{self, Attachment, POLICIES};
use crate::isl::{LinkKind, PATTERNS};
use crate::registry::rule_of;
use crate::sky::{Phases, Sky};
use crate::timeline::{Change, Changed, FixedLink, Node, NodeKind, Spell, Timeline};

pub(crate) fn build(
    config: &SkyConfig,
    end: SimTime,
    progress: &mut dyn FnMut(f64) -> bool,
) -> Option<Timeline> {
    assert!(end < SimTime::MAX, "a timeline without an end");
    let sky = Sky::new(config);
    let nodes = number_nodes(config, &sky);
    let mut by_name = BTreeMap::new();
    for (number, node) in nodes.iter().enumerate() {
        let twin = by_name.insert(node.name.clone(), NodeId(number as u32));
        assert!(twin.is_none(), "two nodes are called {}", node.name);
    }
    let wires = lay_wires(config, sky.satellites(), &by_name);
    let mut walk = Walk::new(config, sky, nodes.len());
    let mut watch = Watch { progress, end, checks: 0 };
    let whole = if config.handover.randomized {
        walk.randomized(&nodes, end, &mut watch)
    } else {
        walk.together(end, &mut watch)
    };
    if !whole {
        return None;
    }

    let mut fixed_links: Vec<Vec<(NodeId, FixedLink)>> = vec![Vec::new(); nodes.len()];
    let isls = walk.isl_pairs.iter().enumerate();
    let isls = isls.map(|(number, &(a, b))| (a, b, FixedLink::Isl(number as u32)));
    let wired = wires.iter().enumerate();
    let wired = wired.map(|(number, &(a, b, _))| (a, b, FixedLink::Wire(number as u32)));
    for (a, b, link) in isls.chain(wired) {
        fixed_links[a.index()].push((b, link));
        fixed_links[b.index()].push((a, link));
    }
    fixed_links.iter_mut().for_each(|links| links.sort_by_key(|&(end, _)| end));

    let satellites = walk.sky.satellites();
    let terminals = satellites..satellites + walk.sky.terminals();
    let is_transit: Vec<bool> = terminals.map(|t| !fixed_links[t as usize].is_empty()).collect();
    let fastest_ever = fastest_link(&walk, &is_transit, |_| true);
    let fastest_fixed = fastest_link(&walk, &is_transit, |isl| isl < walk.first_crossing);
    let max_relative_rate = fastest_fixed.max(walk.crossing_rate);
    let mut instants: Vec<SimTime> = walk.changes.iter().map(|change| change.at).collect();
    instants.dedup();
    let mut transit_changes = walk.changes;
    transit_changes.retain(|change| match change.what {
        Changed::Isl(_) => true,
        Changed::Attachment { terminal, .. } => is_transit[(terminal.0 - satellites) as usize],
    });
    Some(Timeline {
        config: config.clone(),
        end,
        nodes,
        by_name,
        sky: walk.sky,
        isl_pairs: walk.isl_pairs,
        isl_toggles: walk.isl_toggles,
        wires,
        fixed_links,
        spells: walk.spells,
        is_transit,
        transit_changes,
        instants,
        max_relative_rate,
        max_relative_rate_after_end: fastest_ever,
    })
}

/// Tells how far the walk is, now and then.
struct Watch<'a> {
    progress: &'a mut dyn FnMut(f64) -> bool,
    end: SimTime,
    checks: u32,
}

impl Watch<'_> {
    /// Counts a check at `t`; whether to go on.
    fn goes_on(&mut self, t: SimTime) -> bool {
        self.checks += 1;
        if self.checks < CHECKS_PER_QUESTION {
            return true;
        }
        self.checks = 0;
        (self.progress)(t.as_secs_f64() / self.end.as_secs_f64().max(1e-9))
    }
}

/// Checks between two questions whether to go on: a few milliseconds with 66 satellites.
const CHECKS_PER_QUESTION: u32 = 4096;

/// The largest relative change per second of any delay that routes can weigh, of the `counted`
/// inter-satellite links.
fn fastest_link(walk: &Walk<'_>, is_transit: &[bool], counted: impl Fn(usize) -> bool) -> f64 {
    let sky = &walk.sky;
    let transit = (0..sky.terminals()).filter(|&number| is_transit[number as usize]);
    let grounded = transit.flat_map(|number| {
        let terminal = NodeId(sky.satellites() + number);
        // All satellites of a shell are equally high and fast.
        sky.shells().iter().map(move |shell| (NodeId(shell.first), terminal))
    });
    let isls = walk.isl_pairs.iter().copied().enumerate();
    isls.filter(|&(isl, _)| counted(isl))
        .map(|(_, pair)| pair)
        .chain(grounded)
        .map(|(a, b)| sky.relative_range_rate(a, b))
        .fold(0.0, f64::max)
}

fn number_nodes(config: &SkyConfig, sky: &Sky) -> Vec<Node> {
    let mut nodes = Vec::new();
    for (number, shell) in (0..).zip(&config.shells) {
        let named = |node: u32, plane, index| Node {
            name: (sky.model().satellite_name)(&shell.name, node, plane, index),
            kind: NodeKind::Satellite { shell: number, plane, index },
        };
        match &shell.orbits {
            Orbits::Walker(walker) => {
                let first = nodes.len() as u32;
                nodes.extend((first..).zip(walker.slots()).map(|(n, (p, i))| named(n, p, i)));
            }
        }
    }
    let terminals = config.terminals.iter();
    nodes.extend(terminals.map(|t| Node { name: t.name.clone(), kind: NodeKind::Terminal }));
    let wired = config.nodes.iter();
    nodes.extend(wired.map(|name| Node { name: name.clone(), kind: NodeKind::Wired }));
    nodes
}

fn lay_wires(
    config: &SkyConfig,
    satellites: u32,
    by_name: &BTreeMap<String, NodeId>,
) -> Vec<(NodeId, NodeId, Duration)> {
    let end = |name: &String| {
        let node = by_name.get(name).unwrap_or_else(|| panic!("a wire to {name}, no node"));
        assert!(node.0 >= satellites, "a wire to satellite {name}");
        *node
    };
    let mut pairs = BTreeSet::new();
    let wires = config.wires.iter().map(|wire| {
        let (a, b) = (end(&wire.between[0]), end(&wire.between[1]));
        assert!(a != b, "a wire from {} to itself", wire.between[0]);
        assert!(pairs.insert((a.min(b), a.max(b))), "two wires join {:?}", wire.between);
        (a, b, wire.delay)
    });
    wires.collect()
}

/// The checks from time zero on, and what they have changed so far.
struct Walk<'a> {
    config: &'a SkyConfig,
    sky: Sky,
    policy: handover::Rule,
    isl_pairs: Vec<(NodeId, NodeId)>,
    /// Links that checks can switch: their numbers in `isl_pairs`.
    inter_plane: Vec<u32>,
    /// The same, per satellite.
    inter_plane_of: Vec<Vec<u32>>,
    /// Links across the seam; a satellite drives one at most.
    crossings: Vec<Crossing>,
    /// The same, per satellite that drives one.
    crossing_of: Vec<Option<u32>>,
    /// How many of `crossings` lead to a satellite.
    crossings_to: Vec<u32>,
    /// Numbers of pairs in `isl_pairs` that have been linked across the seam.
    crossing_pairs: BTreeMap<(NodeId, NodeId), u32>,
    /// From here on `isl_pairs` are pairs linked across the seam.
    first_crossing: usize,
    /// Bound of |d'| / d over links across the seam while they are on, 1/s.
    crossing_rate: f64,
    isl_on: Vec<bool>,
    isl_toggles: Vec<Vec<SimTime>>,
    held: Vec<Attachment>,
    spells: Vec<Vec<Spell>>,
    changes: Vec<Change>,
}

/// A link across the seam.
#[derive(Clone, Copy, Debug)]
struct Crossing {
    /// The satellite that looks for the other.
    driver: NodeId,
    peer: NodeId,
    /// The pair's number in `isl_pairs` while the link is on.
    isl: Option<u32>,
}

/// Interfaces that a satellite has for links across the seam: one, and a spare that makes it
/// possible to hand a link on (model.md Sec. 4).
const CROSSING_INTERFACES: u32 = 2;

impl<'a> Walk<'a> {
    fn new(config: &'a SkyConfig, sky: Sky, nodes: usize) -> Self {
        let mut isl_pairs = Vec::new();
        let mut inter_plane = Vec::new();
        let mut intra_plane = Vec::new();
        let mut inter_plane_of = vec![Vec::new(); nodes];
        let mut crossings = Vec::new();
        let mut crossing_of = vec![None; nodes];
        let mut crossings_to = vec![0; nodes];
        for (shell, at) in config.shells.iter().zip(sky.shells()) {
            let pattern = rule_of(PATTERNS, shell.pattern);
            let links = match &shell.orbits {
                Orbits::Walker(walker) => pattern(walker),
            };
            for link in links {
                let number = isl_pairs.len() as u32;
                let (a, b) = (NodeId(at.first + link.a), NodeId(at.first + link.b));
                match link.kind {
                    LinkKind::IntraPlane => intra_plane.push(number),
                    LinkKind::InterPlane => {
                        inter_plane.push(number);
                        inter_plane_of[a.index()].push(number);
                        inter_plane_of[b.index()].push(number);
                    }
                    LinkKind::CrossSeam => {
                        crossing_of[a.index()] = Some(crossings.len() as u32);
                        crossings_to[b.index()] += 1;
                        crossings.push(Crossing { driver: a, peer: b, isl: None });
                        // Numbered when it first comes on.
                        continue;
                    }
                }
                isl_pairs.push((a, b));
            }
        }
        let terminals = sky.terminals() as usize;
        let first = (sky.model().attached_at_zero && sky.satellites() > 0).then_some(NodeId(0));
        let mut walk = Self {
            config,
            policy: rule_of(POLICIES, config.handover.policy),
            inter_plane,
            inter_plane_of,
            crossings,
            crossing_of,
            crossings_to,
            crossing_pairs: BTreeMap::new(),
            first_crossing: isl_pairs.len(),
            crossing_rate: 0.0,
            isl_on: vec![false; isl_pairs.len()],
            isl_toggles: vec![Vec::new(); isl_pairs.len()],
            isl_pairs,
            held: vec![Attachment { current: first, last: first }; terminals],
            spells: vec![vec![Spell { from: SimTime::ZERO, satellite: None }]; terminals],
            changes: Vec::new(),
            sky,
        };
        // Links within a plane are never looked at: on from time zero.
        for isl in intra_plane {
            walk.set_isl(isl, true, SimTime::ZERO);
        }
        walk
    }

    /// All nodes check at multiples of the interval.
    fn together(&mut self, end: SimTime, watch: &mut Watch<'_>) -> bool {
        let interval = self.config.handover.check_interval;
        assert!(!interval.is_zero(), "a check interval of zero");
        let satellites = self.sky.satellites();
        let mut positions = vec![Vector::<Inertial>::default(); satellites as usize];
        let mut t = SimTime::ZERO;
        while t <= end {
            if !watch.goes_on(t) {
                return false;
            }
            let phases = self.sky.phases(t);
            if !self.inter_plane.is_empty() || !self.crossings.is_empty() {
                for (number, position) in positions.iter_mut().enumerate() {
                    *position = self.sky.position(NodeId(number as u32), &phases);
                }
            }
            for i in 0..self.inter_plane.len() {
                let isl = self.inter_plane[i];
                let (a, b) = self.isl_pairs[isl as usize];
                let on = self.sky.inter_plane_holds(positions[a.index()], positions[b.index()]);
                self.set_isl(isl, on, t);
            }
            for crossing in 0..self.crossings.len() as u32 {
                let at = self.beside_seam(crossing).map(|node| positions[node.index()]);
                self.check_crossing(crossing, t, interval, at);
            }
            for terminal in satellites..satellites + self.sky.terminals() {
                self.check_terminal(NodeId(terminal), t, &phases);
            }
            t = t.saturating_add(interval);
        }
        true
    }

    /// Each node checks in its own time.
    fn randomized(&mut self, nodes: &[Node], end: SimTime, watch: &mut Watch<'_>) -> bool {
        let interval = self.config.handover.check_interval;
        assert!(!interval.is_zero(), "a check interval of zero");
        let satellites = self.sky.satellites();
        let placed = satellites + self.sky.terminals();
        let mut clocks: Vec<Clock> = nodes[..placed as usize]
            .iter()
            .map(|node| Clock::new(interval, self.config.seed, &node.name))
            .collect();
        let mut checks: BinaryHeap<Reverse<(SimTime, NodeId)>> = (0..placed)
            .filter(|&n| {
                let number = n as usize;
                n >= satellites
                    || !self.inter_plane_of[number].is_empty()
                    || self.crossing_of[number].is_some()
            })
            .map(|n| Reverse((SimTime::ZERO, NodeId(n))))
            .collect();
        while let Some(Reverse((t, node))) = checks.pop() {
            if t > end {
                break;
            }
            if !watch.goes_on(t) {
                return false;
            }
            let phases = self.sky.phases(t);
            if node.0 < satellites {
                for i in 0..self.inter_plane_of[node.index()].len() {
                    let isl = self.inter_plane_of[node.index()][i];
                    let (a, b) = self.isl_pairs[isl as usize];
                    let (a, b) = (self.sky.position(a, &phases), self.sky.position(b, &phases));
                    self.set_isl(isl, self.sky.inter_plane_holds(a, b), t);
                }
                if let Some(crossing) = self.crossing_of[node.index()] {
                    let at = self.beside_seam(crossing).map(|n| self.sky.position(n, &phases));
                    self.check_crossing(crossing, t, interval * 3 / 2, at);
                }
            } else {
                self.check_terminal(node, t, &phases);
            }
            checks.push(Reverse((t + clocks[node.index()].next_interval(), node)));
        }
        true
    }

    /// The satellites a check of a link across the seam looks at: the one that drives it, its peer,
    /// and the one behind the peer.
    fn beside_seam(&self, crossing: u32) -> [NodeId; 3] {
        let Crossing { driver, peer, .. } = self.crossings[crossing as usize];
        [driver, peer, self.sky.behind(peer)]
    }

    /// Hands a link across the seam on to the satellite behind its peer where that is closer, and
    /// sees whether it can be held (model.md Sec. 4); the next check comes `within` so long.
    fn check_crossing(
        &mut self,
        crossing: u32,
        t: SimTime,
        within: Duration,
        [here, there, behind]: [Vector<Inertial>; 3],
    ) {
        let [driver, mut peer, next] = self.beside_seam(crossing);
        let before = self.crossings[crossing as usize].isl;
        let (mut there, mut range_km) = (there, (here - there).norm());
        if (here - behind).norm() < range_km
            && self.crossings_to[next.index()] < CROSSING_INTERFACES
        {
            self.crossings_to[peer.index()] -= 1;
            self.crossings_to[next.index()] += 1;
            (peer, there, range_km) = (next, behind, (here - behind).norm());
        }
        let on = self.sky.crossing_holds(here, there);
        let isl = on.then(|| self.crossing_pair(driver, peer));
        if before != isl {
            before.into_iter().for_each(|isl| self.set_isl(isl, false, t));
            isl.into_iter().for_each(|isl| self.set_isl(isl, true, t));
        }
        self.crossings[crossing as usize] = Crossing { driver, peer, isl };
        if on {
            let speed = self.sky.closing_speed(driver);
            let least_km = range_km - speed * within.as_secs_f64();
            let rate = if least_km > 0.0 { speed / least_km } else { f64::INFINITY };
            self.crossing_rate = self.crossing_rate.max(rate);
        }
    }

    /// The number of a pair linked across the seam.
    fn crossing_pair(&mut self, driver: NodeId, peer: NodeId) -> u32 {
        *self.crossing_pairs.entry((driver, peer)).or_insert_with(|| {
            self.isl_pairs.push((driver, peer));
            self.isl_on.push(false);
            self.isl_toggles.push(Vec::new());
            self.isl_pairs.len() as u32 - 1
        })
    }

    fn set_isl(&mut self, isl: u32, on: bool, at: SimTime) {
        if self.isl_on[isl as usize] != on {
            self.isl_on[isl as usize] = on;
            self.isl_toggles[isl as usize].push(at);
            self.changes.push(Change { at, what: Changed::Isl(isl) });
        }
    }

    fn check_terminal(&mut self, terminal: NodeId, at: SimTime, phases: &Phases) {
        let number = (terminal.0 - self.sky.satellites()) as usize;
        let held = self.held[number];
        let after = (self.policy)(&self.sky.view(terminal, phases), held);
        self.held[number] = Attachment { current: after, last: after.or(held.last) };
        let spells = &mut self.spells[number];
        let before = spells[spells.len() - 1];
        if before.satellite != after {
            if before.from == at {
                spells.pop();
            }
            spells.push(Spell { from: at, satellite: after });
            let what = Changed::Attachment { terminal, before: before.satellite, after };
            self.changes.push(Change { at, what });
        }
    }
}

/// When a node with randomized checks checks next.
pub(crate) struct Clock {
    interval: Duration,
    half: Duration,
    stream: RandomStream,
}

impl Clock {
    pub(crate) fn new(interval: Duration, seed: u64, node: &str) -> Self {
        // model.md Sec. 4: interval / 2 is an integer division of seconds.
        let half = Duration::from_secs(interval.as_nanos() / NANOS_PER_SEC / 2);
        Self { interval, half, stream: RandomStream::new(seed, &format!("handover {node}")) }
    }

    pub(crate) fn next_interval(&mut self) -> Duration {
        let spread = 2.0 * self.stream.uniform() * self.half.as_secs_f64();
        self.interval.saturating_sub(self.half) + Duration::from_secs_f64(spread)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn random_intervals_fill_their_bounds_and_follow_the_seed() {
        let draw = |seed| {
            let mut clock = Clock::new(Duration::from_secs(10), seed, "HNL");
            (0..2000).map(|_| clock.next_interval()).collect::<Vec<_>>()
        };
        let draws = draw(7);
        let (least, most) = (draws.iter().min().unwrap(), draws.iter().max().unwrap());
        assert!(*least >= Duration::from_secs(5) && *least < Duration::from_millis(5_050));
        assert!(*most <= Duration::from_secs(15) && *most > Duration::from_millis(14_950));
        assert_eq!(draws, draw(7));
        assert_ne!(draws, draw(8));
    }

    #[test]
    fn an_interval_of_one_second_is_not_random() {
        let mut clock = Clock::new(Duration::from_secs(1), 7, "HNL");
        assert!((0..100).all(|_| clock.next_interval() == Duration::from_secs(1)));
    }
}
