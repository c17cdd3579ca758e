//! Builds a [`Timeline`]: numbers the nodes, adds the links, and runs all checks. Parts that
//! timelines with the same satellites share are in `space`.

mod ground;
mod isls;
pub(crate) mod space;
mod switching;

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, BinaryHeap};

use skyseam_base::time::NANOS_PER_SEC;
use skyseam_base::{Duration, NodeId, RandomStream, SimTime};

use crate::contacts::{Contact, Contacts};
use crate::description::config::SkyConfig;
use crate::description::parts::{Antennas, Orbits};
use crate::outages::Stretches;
use crate::sky::Sky;
use crate::timeline::{Changed, FixedLink, NoTimeline, Node, NodeKind, Timeline, TopologyChange};
use ground::GslBuilder;
use isls::{IslTimeline, Isls};

impl Timeline {
    /// Computes all topology changes from time zero to `end`, inclusive.
    ///
    /// # Panics
    ///
    /// When `config` is not consistent: two nodes of one name; a wire to an unknown name, to a
    /// satellite, from a node to itself, or parallel to another wire; a listed link or a failure of
    /// a satellite that does not exist, or between a satellite and itself; a failure that ends
    /// before it begins; a check interval of zero; a propagation that the geometry does not
    /// support; or when `end` is [`SimTime::MAX`]. The scenario reader rejects such input. Also
    /// when a satellite's elements are not valid up to `end`: with elements use
    /// [`Timeline::build_watched`].
    pub fn build(config: &SkyConfig, end: SimTime) -> Self {
        let built = Self::build_watched(config, end, &mut |_| true);
        built.unwrap_or_else(|reason| panic!("no timeline: {reason}"))
    }

    /// As [`Timeline::build`], with regular calls of `progress` with the fraction done.
    ///
    /// # Errors
    ///
    /// [`NoTimeline::Stopped`] when `progress` returns `false`; [`NoTimeline::Ephemeris`] when a
    /// satellite has no position at some instant up to `end`.
    ///
    /// # Panics
    ///
    /// As [`Timeline::build`].
    pub fn build_watched(
        config: &SkyConfig,
        end: SimTime,
        progress: &mut dyn FnMut(f64) -> bool,
    ) -> Result<Self, NoTimeline> {
        build(config, end, progress)
    }
}

fn build(
    config: &SkyConfig,
    end: SimTime,
    progress: &mut dyn FnMut(f64) -> bool,
) -> Result<Timeline, NoTimeline> {
    assert!(end < SimTime::MAX, "a timeline without an end");
    let sky = Sky::new(config, end)?;
    let nodes = number_nodes(config, &sky);
    let mut walk = Walk {
        config,
        isls: Some(Isls::new(config, &sky)),
        ground: Some(GslBuilder::new(config, &sky, end)),
        sky,
    };
    walk.all_checks(&nodes, end, progress)?;
    let Walk { sky, isls, ground, .. } = walk;
    let isls = isls.map(|isls| isls.laid(&sky, config.isl.acquisition, end));
    let contacts = ground.map_or_else(Vec::new, GslBuilder::into_contacts);
    Ok(assemble(config, end, sky, nodes, isls.unwrap_or_default(), contacts))
}

/// Assembles the timeline after all checks.
fn assemble(
    config: &SkyConfig,
    end: SimTime,
    sky: Sky,
    nodes: Vec<Node>,
    isls: IslTimeline,
    contacts: Vec<Contacts>,
) -> Timeline {
    let mut by_name = BTreeMap::new();
    for (number, node) in nodes.iter().enumerate() {
        let twin = by_name.insert(node.name.clone(), NodeId(number as u32));
        assert!(twin.is_none(), "two nodes are called {}", node.name);
    }
    let wires = lay_wires(config, sky.satellites(), &by_name);
    let wire_toggles = wire_toggles(config, end);
    let mut fixed_links: Vec<Vec<(NodeId, FixedLink)>> = vec![Vec::new(); nodes.len()];
    let pairs = isls.pairs.iter().enumerate();
    let pairs = pairs.map(|(number, &(a, b))| (a, b, FixedLink::Isl(number as u32)));
    let wired = wires.iter().enumerate();
    let wired = wired.map(|(number, &(a, b, _))| (a, b, FixedLink::Wire(number as u32)));
    for (a, b, link) in pairs.chain(wired) {
        fixed_links[a.index()].push((b, link));
        fixed_links[b.index()].push((a, link));
    }
    fixed_links.iter_mut().for_each(|links| links.sort_by_key(|&(end, _)| end));

    let (satellites, rule) = (sky.satellites(), config.handover.policy.rule());
    let has_hysteresis = !config.routing.planned().hysteresis.is_zero();
    let mut is_transit = Vec::new();
    let mut is_routed = Vec::new();
    for (number, terminal) in (satellites..).zip(&config.terminals) {
        let passes = terminal.is_relay || !fixed_links[number as usize].is_empty();
        is_transit.push(passes);
        is_routed
            .push(passes || rule.antennas(terminal.antennas) != Antennas::One || has_hysteresis);
    }
    let mut instants: Vec<SimTime> = isls.changes.iter().map(|change| change.at).collect();
    let mut transit_changes = isls.changes;
    for (&wire, toggles) in &wire_toggles {
        instants.extend(toggles);
        let what = Changed::Wire(wire);
        transit_changes.extend(toggles.iter().map(|&at| TopologyChange { at, what }));
    }
    let mut end_changes = vec![Vec::new(); contacts.len()];
    for (number, contacts) in contacts.iter().enumerate() {
        let terminal = NodeId(satellites + number as u32);
        for &Contact { satellite, from, sends_until, until } in contacts.all() {
            instants.extend([from, sends_until, until]);
            if is_transit[number] {
                let what = Changed::Contact { terminal, satellite };
                transit_changes.extend([from, sends_until].map(|at| TopologyChange { at, what }));
            } else if is_routed[number] {
                end_changes[number].extend([from, sends_until]);
            }
        }
    }
    // The instants are mostly sorted already, which a stable sort exploits.
    instants.sort();
    instants.dedup();
    instants.pop_if(|last| *last == SimTime::MAX);
    transit_changes.retain(|change| change.at < SimTime::MAX);
    transit_changes.sort_by_key(|change| change.at);
    for changes in &mut end_changes {
        changes.sort_unstable();
        changes.dedup();
    }
    Timeline {
        config: config.clone(),
        end,
        nodes,
        by_name,
        sky,
        isl_pairs: isls.pairs,
        isl_kinds: isls.kinds,
        isl_toggles: isls.toggles,
        wires,
        wire_toggles,
        fixed_links,
        spells: contacts.iter().map(Contacts::spells).collect(),
        contacts,
        is_transit,
        is_routed,
        transit_changes,
        end_changes,
        instants,
    }
}

/// Reports the progress of the checks.
struct ProgressReporter<'a> {
    progress: &'a mut dyn FnMut(f64) -> bool,
    end: SimTime,
    checks: u32,
}

impl ProgressReporter<'_> {
    /// Counts the checks of `nodes` nodes at `t`; returns whether to continue.
    fn goes_on(&mut self, t: SimTime, nodes: u32) -> bool {
        self.checks = self.checks.saturating_add(nodes);
        if self.checks < CHECKS_PER_QUESTION {
            return true;
        }
        self.checks = 0;
        (self.progress)(t.as_secs_f64() / self.end.as_secs_f64().max(1e-9))
    }
}

/// Number of checks of one node between two calls of `progress`: a few milliseconds.
const CHECKS_PER_QUESTION: u32 = 4096;

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
            Orbits::Listed(listed) => {
                nodes.extend(listed.orbiters().map(|(plane, index, orbiter)| Node {
                    name: orbiter.name.clone(),
                    kind: NodeKind::Satellite { shell: number, plane, index },
                }));
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
) -> Vec<(NodeId, NodeId, [Duration; 2])> {
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
        (a, b, wire.delays)
    });
    wires.collect()
}

/// Returns the instants up to `end` at which wires that fail go off, on, off, ..., by number.
fn wire_toggles(config: &SkyConfig, end: SimTime) -> BTreeMap<u32, Vec<SimTime>> {
    let toggles = |outages: &Stretches| -> Vec<SimTime> {
        let bounds = outages.iter().flat_map(|&(from, until)| [from, until]);
        bounds.filter(|&at| at <= end).collect()
    };
    let wires = (0..).zip(&config.wires).map(|(number, wire)| (number, toggles(&wire.outages)));
    wires.filter(|(_, toggles)| !toggles.is_empty()).collect()
}

/// All checks from time zero on: of inter-satellite links, of terminals, or of both. The two kinds
/// are independent of each other.
struct Walk<'a> {
    config: &'a SkyConfig,
    sky: Sky,
    isls: Option<Isls>,
    ground: Option<GslBuilder>,
}

impl Walk<'_> {
    fn all_checks(
        &mut self,
        nodes: &[Node],
        end: SimTime,
        progress: &mut dyn FnMut(f64) -> bool,
    ) -> Result<(), NoTimeline> {
        let mut watch = ProgressReporter { progress, end, checks: 0 };
        let whole = if self.config.handover.randomized {
            self.randomized(nodes, end, &mut watch)
        } else {
            self.together(end, &mut watch)
        };
        if whole { Ok(()) } else { Err(NoTimeline::Stopped) }
    }

    /// Runs checks at fixed intervals: satellites at multiples of the interval, terminals at the
    /// same instants or shifted by their offset.
    fn together(&mut self, end: SimTime, watch: &mut ProgressReporter<'_>) -> bool {
        let interval = self.config.handover.check_interval;
        assert!(!interval.is_zero(), "a check interval of zero");
        let first = |is_walked| if is_walked { SimTime::ZERO } else { SimTime::MAX };
        let mut isls = first(self.isls.is_some());
        let mut ground = first(self.ground.is_some());
        loop {
            let t = isls.min(ground);
            if t > end {
                return true;
            }
            let satellites = if isls == t { self.sky.satellites() } else { 0 };
            let terminals = if ground == t { self.sky.terminals() } else { 0 };
            if !watch.goes_on(t, satellites + terminals) {
                return false;
            }
            let phases = self.sky.phases(t);
            if let Some(links) = self.isls.as_mut().filter(|_| isls == t) {
                links.check_all(&self.sky, t, &phases);
                isls = t.saturating_add(interval);
            }
            if let Some(links) = self.ground.as_mut().filter(|_| ground == t) {
                links.check_all(&self.sky, t, &phases);
                ground = t.saturating_add(self.second_check(t).unwrap_or(interval));
            }
        }
    }

    /// Returns the time from a terminal's check at `t` to the next one where the offset determines
    /// it.
    fn second_check(&self, t: SimTime) -> Option<Duration> {
        let offset = self.config.handover.offset;
        (t == SimTime::ZERO && !offset.is_zero()).then_some(offset)
    }

    /// Runs randomized checks: each node has its own clock, except terminals that are assigned
    /// satellites together.
    fn randomized(
        &mut self,
        nodes: &[Node],
        end: SimTime,
        watch: &mut ProgressReporter<'_>,
    ) -> bool {
        let interval = self.config.handover.check_interval;
        assert!(!interval.is_zero(), "a check interval of zero");
        let satellites = self.sky.satellites();
        let placed = satellites + self.sky.terminals();
        let is_together = self.ground.as_ref().is_some_and(GslBuilder::is_together);
        let checking = if is_together { satellites + 1 } else { placed };
        let owners = (0..).zip(&nodes[..checking.min(placed) as usize]).map(|(number, node)| {
            // A clock shared by all terminals belongs to none of them: the order of terminals does
            // not affect it.
            let is_shared = is_together && number == satellites;
            if is_shared { "terminals" } else { &*node.name }
        });
        let mut clocks: Vec<RandomizedChecks> =
            owners.map(|owner| RandomizedChecks::new(interval, self.config.seed, owner)).collect();
        let is_walked = |node: NodeId| match &self.isls {
            _ if node.0 >= satellites => self.ground.is_some(),
            Some(isls) => isls.are_checked_at(node),
            None => false,
        };
        let mut checks: BinaryHeap<Reverse<(SimTime, NodeId)>> = (0..checking.min(placed))
            .map(NodeId)
            .filter(|&node| is_walked(node))
            .map(|node| Reverse((SimTime::ZERO, node)))
            .collect();
        while let Some(Reverse((t, node))) = checks.pop() {
            if t > end {
                break;
            }
            let is_shared = is_together && node.0 == satellites;
            if !watch.goes_on(t, if is_shared { self.sky.terminals() } else { 1 }) {
                return false;
            }
            let phases = self.sky.phases(t);
            let mut next = clocks[node.index()].next_interval();
            if node.0 < satellites {
                if let Some(isls) = &mut self.isls {
                    isls.check(node, &self.sky, t, &phases);
                }
            } else if let Some(ground) = &mut self.ground {
                if is_together {
                    ground.check_all(&self.sky, t, &phases);
                } else {
                    ground.check(node, &self.sky, t, &phases);
                }
                next = self.second_check(t).unwrap_or(next);
            }
            checks.push(Reverse((t + next, node)));
        }
        true
    }
}

/// Times of a node's randomized checks.
pub(crate) struct RandomizedChecks {
    interval: Duration,
    half: Duration,
    stream: RandomStream,
}

impl RandomizedChecks {
    pub(crate) fn new(interval: Duration, seed: u64, node: &str) -> Self {
        // ns-2's interval / 2 is an integer division of seconds (sathandoff.cc).
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
            let mut clock = RandomizedChecks::new(Duration::from_secs(10), seed, "HNL");
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
        let mut clock = RandomizedChecks::new(Duration::from_secs(1), 7, "HNL");
        assert!((0..100).all(|_| clock.next_interval() == Duration::from_secs(1)));
    }
}
