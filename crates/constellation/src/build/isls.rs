//! Checks of links between satellites: which are on, and which satellites those across the seam
//! join.
//!
//! Does not know terminals. The instants of checks are decided in [`super`]; [`super::switching`]
//! applies failures and the acquisition time to the results of checks.

use std::collections::{BTreeMap, BTreeSet};

use skyseam_base::{Duration, NodeId, SimTime};
use skyseam_orbit::{Inertial, Vector};

use crate::description::config::SkyConfig;
use crate::geometry::Geometry;
use crate::isl::limits::{IslGeometry, Limits, SatelliteState};
use crate::isl::{self, LinkKind, ShellLink};
use crate::sky::{Phases, Sky};
use crate::timeline::{Changed, TopologyChange};

/// Links between satellites and the changes found by the checks so far.
pub(super) struct Isls {
    pub pairs: Vec<(NodeId, NodeId)>,
    /// Kind of each pair's link.
    pub kinds: Vec<LinkKind>,
    /// Instant at which each pair was numbered, ascending.
    numbered: Vec<SimTime>,
    /// Instants at which each pair's link goes on, off, on, ...
    pub toggles: Vec<Vec<SimTime>>,
    /// All changes in order of time.
    pub changes: Vec<TopologyChange>,
    limits: Limits,
    /// Links that are checked.
    checked: Vec<Checked>,
    /// Indices into `checked` of each satellite's links.
    checked_of: Vec<Vec<u32>>,
    /// Links across the seam; a satellite drives at most one.
    crossings: Vec<Crossing>,
    /// Index into `crossings` of the link that each satellite drives, if any.
    crossing_of: Vec<Option<u32>>,
    /// Number of `crossings` that lead to each satellite.
    crossings_to: Vec<u32>,
    /// Pair numbers of links across the seam; `None` where the two satellites also have a listed
    /// link.
    crossing_pairs: BTreeMap<(NodeId, NodeId), Option<u32>>,
    is_on: Vec<bool>,
    /// Velocities of all satellites at a check of all links; filled only if the tracking rate is
    /// limited.
    velocities: Vec<Vector<Inertial>>,
}

/// Result of all checks of inter-satellite links.
#[derive(Clone, Debug, Default)]
pub(super) struct IslTimeline {
    pub pairs: Vec<(NodeId, NodeId)>,
    /// Kind of each pair's link.
    pub kinds: Vec<LinkKind>,
    /// Instant at which each pair was numbered, ascending.
    numbered: Vec<SimTime>,
    /// Instants at which each pair's link goes on, off, on, ...
    pub toggles: Vec<Vec<SimTime>>,
    /// All changes in order of time.
    pub changes: Vec<TopologyChange>,
}

impl IslTimeline {
    /// Returns the part of the result up to and including `end`.
    pub fn until(&self, end: SimTime) -> Self {
        let happened = self.changes.partition_point(|change| change.at <= end);
        let up_to_end = |toggles: &Vec<SimTime>| {
            toggles[..toggles.partition_point(|&toggle| toggle <= end)].to_vec()
        };
        let there = self.numbered.partition_point(|&since| since <= end);
        Self {
            pairs: self.pairs[..there].to_vec(),
            kinds: self.kinds[..there].to_vec(),
            numbered: self.numbered[..there].to_vec(),
            toggles: self.toggles[..there].iter().map(up_to_end).collect(),
            changes: self.changes[..happened].to_vec(),
        }
    }
}

/// A link that is checked.
#[derive(Clone, Copy, Debug)]
struct Checked {
    isl: u32,
    line: IslGeometry,
}

/// A link across the seam.
#[derive(Clone, Copy, Debug)]
struct Crossing {
    /// Satellite at whose checks the link is checked.
    driver: NodeId,
    peer: NodeId,
    /// Pair number while the link is on.
    isl: Option<u32>,
}

/// Number of interfaces of a satellite for links across the seam: one, and a spare one for handing
/// a link over (ns-2's `get_peer_next_linkhead`).
const CROSSING_INTERFACES: u32 = 2;

impl Isls {
    pub fn new(config: &SkyConfig, sky: &Sky) -> Self {
        let satellites = sky.satellites() as usize;
        let limits = Limits::new(&config.isl, sky.model().earth_radius_km);
        let mut isls = Self {
            pairs: Vec::new(),
            kinds: Vec::new(),
            numbered: Vec::new(),
            toggles: Vec::new(),
            changes: Vec::new(),
            limits,
            checked: Vec::new(),
            checked_of: vec![Vec::new(); satellites],
            crossings: Vec::new(),
            crossing_of: vec![None; satellites],
            crossings_to: vec![0; satellites],
            crossing_pairs: BTreeMap::new(),
            is_on: Vec::new(),
            velocities: Vec::new(),
        };
        let mut at_zero = AtZero {
            sky,
            phases: sky.phases(SimTime::ZERO),
            // ns-2 checks inter-plane links only (`SatLinkHandoffMgr::handoff`).
            in_plane: match config.geometry == Geometry::NS2 {
                true => IslGeometry::InPlaneNs2,
                false => IslGeometry::InPlane,
            },
        };
        for (shell, at) in config.shells.iter().zip(sky.shells()) {
            for ShellLink { a, b, kind } in isl::links(shell) {
                isls.lay(NodeId(at.first + a), NodeId(at.first + b), kind, &mut at_zero);
            }
        }
        isls.lay_listed(&config.listed_isls, &mut at_zero);
        if isls.limits.is_of_turning() {
            isls.velocities = vec![Vector::default(); satellites];
        }
        isls
    }

    /// Adds the links of a list that do not exist yet.
    fn lay_listed(&mut self, listed: &[[u32; 2]], at_zero: &mut AtZero<'_>) {
        let satellites = at_zero.sky.satellites();
        let mut laid: BTreeSet<(NodeId, NodeId)> = BTreeSet::new();
        if !listed.is_empty() {
            laid.extend(&self.pairs);
        }
        for &[a, b] in listed {
            assert!(a != b, "a link from satellite {a} to itself");
            assert!(a.max(b) < satellites, "a link to satellite {}, no satellite", a.max(b));
            let (a, b) = (NodeId(a.min(b)), NodeId(a.max(b)));
            if laid.insert((a, b)) {
                let sky = at_zero.sky;
                let is_in_plane = sky.behind(a) == b || sky.behind(b) == a;
                let kind = if is_in_plane { LinkKind::IntraPlane } else { LinkKind::InterPlane };
                self.lay(a, b, kind, at_zero);
                self.crossing_pairs.insert((a, b), None);
            }
        }
    }

    fn lay(&mut self, a: NodeId, b: NodeId, kind: LinkKind, at_zero: &mut AtZero<'_>) {
        if kind == LinkKind::CrossSeam {
            // Pairs across the seam are numbered when their link first goes on.
            self.crossing_of[a.index()] = Some(self.crossings.len() as u32);
            self.crossings_to[b.index()] += 1;
            self.crossings.push(Crossing { driver: a, peer: b, isl: None });
            return;
        }
        let sky = at_zero.sky;
        let isl = self.add(a, b, kind, SimTime::ZERO);
        let turn_together = sky.turn_together(a, b);
        let line = match kind {
            LinkKind::IntraPlane => {
                if turn_together {
                    // The link never changes its state and is not checked again.
                    let [a, b] = [a, b].map(|node| sky.state(node, &at_zero.phases));
                    if self.limits.hold(at_zero.in_plane, a.position, b.position)
                        && (!self.limits.is_of_turning() || self.limits.follow(a, b))
                    {
                        self.set(isl, true, SimTime::ZERO);
                    }
                    return;
                }
                at_zero.in_plane
            }
            _ if turn_together => IslGeometry::Level,
            _ => IslGeometry::Sloping,
        };
        for end in [a, b] {
            self.checked_of[end.index()].push(self.checked.len() as u32);
        }
        self.checked.push(Checked { isl, line });
    }

    fn add(&mut self, a: NodeId, b: NodeId, kind: LinkKind, at: SimTime) -> u32 {
        self.pairs.push((a, b));
        self.numbered.push(at);
        self.kinds.push(kind);
        self.toggles.push(Vec::new());
        self.is_on.push(false);
        self.pairs.len() as u32 - 1
    }

    /// Returns the links up to `end`, with failures and the acquisition time applied.
    pub fn laid(mut self, sky: &Sky, acquisition: Duration, end: SimTime) -> IslTimeline {
        self.settle(sky, acquisition, end);
        IslTimeline {
            pairs: self.pairs,
            kinds: self.kinds,
            numbered: self.numbered,
            toggles: self.toggles,
            changes: self.changes,
        }
    }

    /// Whether any link of a satellite is checked.
    pub(crate) fn are_checked_at(&self, satellite: NodeId) -> bool {
        !self.checked_of[satellite.index()].is_empty()
            || self.crossing_of[satellite.index()].is_some()
    }

    /// Checks all links at `t`.
    pub(crate) fn check_all(&mut self, sky: &Sky, t: SimTime, phases: &Phases) {
        if self.checked.is_empty() && self.crossings.is_empty() {
            return;
        }
        let positions = sky.satellite_positions(phases);
        for (number, velocity) in (0..).zip(&mut self.velocities) {
            *velocity = sky.velocity(NodeId(number), phases);
        }
        for i in 0..self.checked.len() {
            let link = self.checked[i];
            let (a, b) = self.pairs[link.isl as usize];
            let at = (positions[a.index()], positions[b.index()]);
            let state = |isls: &Self, node: NodeId| SatelliteState {
                position: positions[node.index()],
                velocity: isls.velocities[node.index()],
            };
            let on = self.limits.hold(link.line, at.0, at.1)
                && (!self.limits.is_of_turning()
                    || self.limits.follow(state(self, a), state(self, b)));
            self.set(link.isl, on, t);
        }
        for crossing in 0..self.crossings.len() as u32 {
            let at = self.beside_seam(crossing, sky).map(|node| positions[node.index()]);
            self.check_crossing(crossing, sky, t, at, phases);
        }
    }

    /// Checks the links of a satellite at `t`.
    pub fn check(&mut self, satellite: NodeId, sky: &Sky, t: SimTime, phases: &Phases) {
        for i in 0..self.checked_of[satellite.index()].len() {
            let link = self.checked[self.checked_of[satellite.index()][i] as usize];
            let (a, b) = self.pairs[link.isl as usize];
            let at = [a, b].map(|node| sky.position(node, phases));
            let on = self.limits.hold(link.line, at[0], at[1])
                && (!self.limits.is_of_turning()
                    || self.limits.follow(sky.state(a, phases), sky.state(b, phases)));
            self.set(link.isl, on, t);
        }
        if let Some(crossing) = self.crossing_of[satellite.index()] {
            let at = self.beside_seam(crossing, sky).map(|node| sky.position(node, phases));
            self.check_crossing(crossing, sky, t, at, phases);
        }
    }

    /// Returns the satellites involved in a check of a link across the seam: the driver, its peer,
    /// and the satellite that follows the peer.
    fn beside_seam(&self, crossing: u32, sky: &Sky) -> [NodeId; 3] {
        let Crossing { driver, peer, .. } = self.crossings[crossing as usize];
        [driver, peer, sky.behind(peer)]
    }

    /// Hands a link across the seam over to the satellite behind its peer if that is closer, and
    /// updates whether the link can be held (`SatLinkHandoffMgr::handoff` of ns-2).
    fn check_crossing(
        &mut self,
        crossing: u32,
        sky: &Sky,
        t: SimTime,
        [here, there, behind]: [Vector<Inertial>; 3],
        phases: &Phases,
    ) {
        let [driver, mut peer, next] = self.beside_seam(crossing, sky);
        let before = self.crossings[crossing as usize].isl;
        let mut there = there;
        if (here - behind).norm() < (here - there).norm()
            && self.crossings_to[next.index()] < CROSSING_INTERFACES
        {
            self.crossings_to[peer.index()] -= 1;
            self.crossings_to[next.index()] += 1;
            (peer, there) = (next, behind);
        }
        let mut on = self.limits.hold_crossing(here, there);
        if self.limits.is_of_turning() {
            on = on && self.limits.follow(sky.state(driver, phases), sky.state(peer, phases));
        }
        let isl = if on { self.crossing_pair(driver, peer, t) } else { None };
        if before != isl {
            before.into_iter().for_each(|isl| self.set(isl, false, t));
            isl.into_iter().for_each(|isl| self.set(isl, true, t));
        }
        self.crossings[crossing as usize] = Crossing { driver, peer, isl };
    }

    /// Returns the number of a pair linked across the seam; `None` if the two satellites also have
    /// another link.
    fn crossing_pair(&mut self, driver: NodeId, peer: NodeId, t: SimTime) -> Option<u32> {
        if let Some(&isl) = self.crossing_pairs.get(&(driver, peer)) {
            return isl;
        }
        let isl = self.add(driver, peer, LinkKind::CrossSeam, t);
        self.crossing_pairs.insert((driver, peer), Some(isl));
        Some(isl)
    }

    fn set(&mut self, isl: u32, on: bool, at: SimTime) {
        if self.is_on[isl as usize] != on {
            self.is_on[isl as usize] = on;
            self.toggles[isl as usize].push(at);
            self.changes.push(TopologyChange { at, what: Changed::Isl(isl) });
        }
    }
}

/// State of the constellation at time zero, when links are added.
struct AtZero<'a> {
    sky: &'a Sky,
    phases: Phases,
    /// Limits of intra-plane links.
    in_plane: IslGeometry,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixtures;
    use crate::routing::Metric;

    /// The satellite behind the peer is nearer; it takes the link if it has an interface left.
    #[test]
    fn a_link_across_the_seam_is_handed_to_a_satellite_with_a_free_interface() {
        let mut config = fixtures::iridium(Metric::HOPS);
        config.shells[0].pattern = isl::model(isl::GridSeamCrossed {});
        let sky = Sky::new(&config, SimTime::from_secs(10)).unwrap();
        let phases = sky.phases(SimTime::ZERO);
        let places = [7_000.0, 7_200.0, 7_100.0].map(|x| Vector::new(x, 0.0, 0.0));
        for (taken, is_handed_on) in [(1, true), (2, false)] {
            let mut isls = Isls::new(&config, &sky);
            let [_, peer, next] = isls.beside_seam(0, &sky);
            isls.crossings_to[next.index()] = taken;
            isls.check_crossing(0, &sky, SimTime::ZERO, places, &phases);
            let expected = if is_handed_on { next } else { peer };
            assert_eq!(isls.crossings[0].peer, expected, "{taken} interfaces taken");
        }
    }
}
