//! The checks of links between satellites: which are on, and to whom those across the seam lead.
//!
//! Knows no terminals. When checks happen is decided in [`super`].

use std::collections::BTreeMap;

use skyseam_base::{Duration, NodeId, SimTime};
use skyseam_orbit::{Inertial, Vector};

use crate::config::{Orbits, SkyConfig};
use crate::isl::{LinkKind, PATTERNS};
use crate::registry::rule_of;
use crate::sky::{Phases, Sky};
use crate::timeline::{Change, Changed};

/// The links between satellites, and what checks have changed so far.
pub(super) struct Isls {
    pub pairs: Vec<(NodeId, NodeId)>,
    /// Per pair the instants at which it goes on, off, on, ...
    pub toggles: Vec<Vec<SimTime>>,
    /// What changed, in the order of time.
    pub changes: Vec<Change>,
    /// From here on `pairs` are pairs linked across the seam.
    pub first_crossing: usize,
    /// Bound of |d'| / d over links across the seam while they are on, 1/s.
    pub crossing_rate: f64,
    /// Links that checks can switch: their numbers in `pairs`.
    inter_plane: Vec<u32>,
    /// The same, per satellite.
    inter_plane_of: Vec<Vec<u32>>,
    /// Links across the seam; a satellite drives one at most.
    crossings: Vec<Crossing>,
    /// The same, per satellite that drives one.
    crossing_of: Vec<Option<u32>>,
    /// How many of `crossings` lead to a satellite.
    crossings_to: Vec<u32>,
    /// Numbers in `pairs` of those that have been linked across the seam.
    crossing_pairs: BTreeMap<(NodeId, NodeId), u32>,
    is_on: Vec<bool>,
    /// Where the satellites are at a check of all.
    positions: Vec<Vector<Inertial>>,
}

/// A link across the seam.
#[derive(Clone, Copy, Debug)]
struct Crossing {
    /// The satellite that looks for the other.
    driver: NodeId,
    peer: NodeId,
    /// The pair's number in `pairs` while the link is on.
    isl: Option<u32>,
}

/// Interfaces that a satellite has for links across the seam: one, and a spare that makes it
/// possible to hand a link on (model.md Sec. 4).
const CROSSING_INTERFACES: u32 = 2;

impl Isls {
    pub fn new(config: &SkyConfig, sky: &Sky) -> Self {
        let satellites = sky.satellites() as usize;
        let mut isls = Self {
            pairs: Vec::new(),
            toggles: Vec::new(),
            changes: Vec::new(),
            first_crossing: 0,
            crossing_rate: 0.0,
            inter_plane: Vec::new(),
            inter_plane_of: vec![Vec::new(); satellites],
            crossings: Vec::new(),
            crossing_of: vec![None; satellites],
            crossings_to: vec![0; satellites],
            crossing_pairs: BTreeMap::new(),
            is_on: Vec::new(),
            positions: vec![Vector::default(); satellites],
        };
        for (shell, at) in config.shells.iter().zip(sky.shells()) {
            let pattern = rule_of(PATTERNS, shell.pattern);
            let links = match &shell.orbits {
                Orbits::Walker(walker) => pattern(walker),
                Orbits::Listed(_) => Vec::new(),
            };
            for link in links {
                isls.lay(NodeId(at.first + link.a), NodeId(at.first + link.b), link.kind);
            }
        }
        isls.first_crossing = isls.pairs.len();
        isls
    }

    fn lay(&mut self, a: NodeId, b: NodeId, kind: LinkKind) {
        match kind {
            LinkKind::IntraPlane => {
                // Never looked at: on from time zero.
                let isl = self.add(a, b);
                self.set(isl, true, SimTime::ZERO);
            }
            LinkKind::InterPlane => {
                let isl = self.add(a, b);
                self.inter_plane.push(isl);
                self.inter_plane_of[a.index()].push(isl);
                self.inter_plane_of[b.index()].push(isl);
            }
            LinkKind::CrossSeam => {
                // Its pairs are numbered when they first come on.
                self.crossing_of[a.index()] = Some(self.crossings.len() as u32);
                self.crossings_to[b.index()] += 1;
                self.crossings.push(Crossing { driver: a, peer: b, isl: None });
            }
        }
    }

    fn add(&mut self, a: NodeId, b: NodeId) -> u32 {
        self.pairs.push((a, b));
        self.toggles.push(Vec::new());
        self.is_on.push(false);
        self.pairs.len() as u32 - 1
    }

    /// Whether a satellite has links that checks can switch.
    pub fn are_checked_at(&self, satellite: NodeId) -> bool {
        !self.inter_plane_of[satellite.index()].is_empty()
            || self.crossing_of[satellite.index()].is_some()
    }

    /// Checks all links at `t`; the next check comes `within` so long.
    pub fn check_all(&mut self, sky: &Sky, t: SimTime, within: Duration, phases: &Phases) {
        if self.inter_plane.is_empty() && self.crossings.is_empty() {
            return;
        }
        for (number, position) in (0..).zip(&mut self.positions) {
            *position = sky.position(NodeId(number), phases);
        }
        for i in 0..self.inter_plane.len() {
            let isl = self.inter_plane[i];
            let (a, b) = self.pairs[isl as usize];
            let (a, b) = (self.positions[a.index()], self.positions[b.index()]);
            self.set(isl, sky.inter_plane_holds(a, b), t);
        }
        for crossing in 0..self.crossings.len() as u32 {
            let at = self.beside_seam(crossing, sky).map(|node| self.positions[node.index()]);
            self.check_crossing(crossing, sky, t, within, at);
        }
    }

    /// Checks the links of a satellite at `t`; its next check comes `within` so long.
    pub fn check(
        &mut self,
        satellite: NodeId,
        sky: &Sky,
        t: SimTime,
        within: Duration,
        phases: &Phases,
    ) {
        for i in 0..self.inter_plane_of[satellite.index()].len() {
            let isl = self.inter_plane_of[satellite.index()][i];
            let (a, b) = self.pairs[isl as usize];
            let (a, b) = (sky.position(a, phases), sky.position(b, phases));
            self.set(isl, sky.inter_plane_holds(a, b), t);
        }
        if let Some(crossing) = self.crossing_of[satellite.index()] {
            let at = self.beside_seam(crossing, sky).map(|node| sky.position(node, phases));
            self.check_crossing(crossing, sky, t, within, at);
        }
    }

    /// The satellites a check of a link across the seam looks at: the one that drives it, its peer,
    /// and the one behind the peer.
    fn beside_seam(&self, crossing: u32, sky: &Sky) -> [NodeId; 3] {
        let Crossing { driver, peer, .. } = self.crossings[crossing as usize];
        [driver, peer, sky.behind(peer)]
    }

    /// Hands a link across the seam on to the satellite behind its peer where that is closer, and
    /// sees whether it can be held (model.md Sec. 4); the next check comes `within` so long.
    fn check_crossing(
        &mut self,
        crossing: u32,
        sky: &Sky,
        t: SimTime,
        within: Duration,
        [here, there, behind]: [Vector<Inertial>; 3],
    ) {
        let [driver, mut peer, next] = self.beside_seam(crossing, sky);
        let before = self.crossings[crossing as usize].isl;
        let (mut there, mut range_km) = (there, (here - there).norm());
        if (here - behind).norm() < range_km
            && self.crossings_to[next.index()] < CROSSING_INTERFACES
        {
            self.crossings_to[peer.index()] -= 1;
            self.crossings_to[next.index()] += 1;
            (peer, there, range_km) = (next, behind, (here - behind).norm());
        }
        let on = sky.crossing_holds(here, there);
        let isl = on.then(|| self.crossing_pair(driver, peer));
        if before != isl {
            before.into_iter().for_each(|isl| self.set(isl, false, t));
            isl.into_iter().for_each(|isl| self.set(isl, true, t));
        }
        self.crossings[crossing as usize] = Crossing { driver, peer, isl };
        if on {
            let speed = sky.closing_speed(driver);
            let least_km = range_km - speed * within.as_secs_f64();
            let rate = if least_km > 0.0 { speed / least_km } else { f64::INFINITY };
            self.crossing_rate = self.crossing_rate.max(rate);
        }
    }

    /// The number of a pair linked across the seam.
    fn crossing_pair(&mut self, driver: NodeId, peer: NodeId) -> u32 {
        if let Some(&isl) = self.crossing_pairs.get(&(driver, peer)) {
            return isl;
        }
        let isl = self.add(driver, peer);
        self.crossing_pairs.insert((driver, peer), isl);
        isl
    }

    fn set(&mut self, isl: u32, on: bool, at: SimTime) {
        if self.is_on[isl as usize] != on {
            self.is_on[isl as usize] = on;
            self.toggles[isl as usize].push(at);
            self.changes.push(Change { at, what: Changed::Isl(isl) });
        }
    }
}
