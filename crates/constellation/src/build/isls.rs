//! The checks of links between satellites: which are on, and to whom those across the seam lead.
//!
//! Knows no terminals. When checks happen is decided in [`super`]; what failures and the time to
//! acquire a link make of what checks find, in [`super::switching`].

use std::collections::{BTreeMap, BTreeSet};

use skyseam_base::{Duration, NodeId, SimTime};
use skyseam_orbit::{Inertial, Vector};

use crate::config::{Geometry, Metric, SkyConfig};
use crate::isl::approach::{can_exceed, rate_bound};
use crate::isl::limits::{Limits, Line, State};
use crate::isl::{self, Link, LinkKind};
use crate::sky::{Phases, Sky};
use crate::timeline::{Change, Changed};

/// The links between satellites, and what checks have changed so far.
pub(super) struct Isls {
    pub pairs: Vec<(NodeId, NodeId)>,
    /// Per pair.
    pub kinds: Vec<LinkKind>,
    /// Per pair when it got its number: ascending.
    numbered: Vec<SimTime>,
    /// Per pair the instants at which it goes on, off, on, ...
    pub toggles: Vec<Vec<SimTime>>,
    /// What changed, in the order of time.
    pub changes: Vec<Change>,
    /// Bound of |d'| / d over links whose length is measured at checks, while they are on, 1/s.
    pub measured_rate: f64,
    limits: Limits,
    /// Links that checks look at.
    checked: Vec<Checked>,
    /// The same by their numbers in `checked`, per satellite.
    checked_of: Vec<Vec<u32>>,
    /// Links across the seam; a satellite drives one at most.
    crossings: Vec<Crossing>,
    /// The same, per satellite that drives one.
    crossing_of: Vec<Option<u32>>,
    /// How many of `crossings` lead to a satellite.
    crossings_to: Vec<u32>,
    /// Numbers in `pairs` of those that have been linked across the seam; `None` where the two have
    /// a link of the list anyway.
    crossing_pairs: BTreeMap<(NodeId, NodeId), Option<u32>>,
    is_on: Vec<bool>,
    /// Per pair whether its length is measured at checks.
    is_measured: Vec<bool>,
    /// Whether anyone asks how fast lengths change.
    measures: bool,
    /// Whether checks need velocities.
    looks_at_velocities: bool,
    /// How the satellites move at a check of all, if that is needed.
    velocities: Vec<Vector<Inertial>>,
}

/// What the checks have led to.
#[derive(Clone, Debug, Default)]
pub(super) struct Laid {
    pub pairs: Vec<(NodeId, NodeId)>,
    /// Per pair.
    pub kinds: Vec<LinkKind>,
    /// Per pair when it got its number: ascending.
    numbered: Vec<SimTime>,
    /// Per pair the instants at which it goes on, off, on, ...
    pub toggles: Vec<Vec<SimTime>>,
    /// The same in the order of time.
    pub changes: Vec<Change>,
    /// Bound of |d'| / d over links whose length is measured at checks, while they are on, 1/s.
    pub measured_rate: f64,
    /// The same at whatever time over the links that are not measured, and over all.
    pub fastest_fixed: f64,
    pub fastest_ever: f64,
}

impl Laid {
    /// The same as far as it happens up to `end`.
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
            ..*self
        }
    }
}

/// A link that checks look at.
#[derive(Clone, Copy, Debug)]
struct Checked {
    isl: u32,
    line: Line,
    /// Where its length changes other than as two satellites of one shell go round: how strongly
    /// its ends can be accelerated against each other, km/s^2.
    acceleration: Option<f64>,
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
        let limits = Limits::new(&config.isl, sky.model().earth_radius_km);
        let mut isls = Self {
            pairs: Vec::new(),
            kinds: Vec::new(),
            numbered: Vec::new(),
            toggles: Vec::new(),
            changes: Vec::new(),
            measured_rate: 0.0,
            limits,
            checked: Vec::new(),
            checked_of: vec![Vec::new(); satellites],
            crossings: Vec::new(),
            crossing_of: vec![None; satellites],
            crossings_to: vec![0; satellites],
            crossing_pairs: BTreeMap::new(),
            is_on: Vec::new(),
            is_measured: Vec::new(),
            measures: config.routing.metric == Metric::Delay,
            looks_at_velocities: limits.is_of_turning(),
            velocities: Vec::new(),
        };
        let mut at_zero = AtZero {
            sky,
            phases: sky.phases(SimTime::ZERO),
            // model.md Sec. 4: ns-2 looks at links between planes only.
            in_plane: match config.geometry {
                Geometry::Ns2 => Line::InPlaneNs2,
                _ => Line::InPlane,
            },
        };
        for (shell, at) in config.shells.iter().zip(sky.shells()) {
            for Link { a, b, kind } in isl::links(shell) {
                isls.lay(NodeId(at.first + a), NodeId(at.first + b), kind, &mut at_zero);
            }
        }
        isls.lay_listed(&config.listed_isls, &mut at_zero);
        if isls.looks_at_velocities {
            isls.velocities = vec![Vector::default(); satellites];
        }
        isls
    }

    /// Lays the links of a list, but those that are there already.
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
            // Its pairs are numbered when they first come on.
            self.crossing_of[a.index()] = Some(self.crossings.len() as u32);
            self.crossings_to[b.index()] += 1;
            self.crossings.push(Crossing { driver: a, peer: b, isl: None });
            return;
        }
        let sky = at_zero.sky;
        let isl = self.add(a, b, kind, SimTime::ZERO);
        let turn_together = sky.turn_together(a, b);
        let is_measured = !turn_together && self.measures;
        let acceleration = is_measured.then(|| sky.strongest_pull(a) + sky.strongest_pull(b));
        self.is_measured[isl as usize] = is_measured;
        self.looks_at_velocities |= is_measured;
        let line = match kind {
            LinkKind::IntraPlane => {
                if turn_together {
                    // It is always as it is now: never looked at again.
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
            _ if turn_together => Line::Level,
            _ => Line::Sloping,
        };
        for end in [a, b] {
            self.checked_of[end.index()].push(self.checked.len() as u32);
        }
        self.checked.push(Checked { isl, line, acceleration });
    }

    fn add(&mut self, a: NodeId, b: NodeId, kind: LinkKind, at: SimTime) -> u32 {
        self.pairs.push((a, b));
        self.numbered.push(at);
        self.kinds.push(kind);
        self.toggles.push(Vec::new());
        self.is_on.push(false);
        self.is_measured.push(kind == LinkKind::CrossSeam);
        self.pairs.len() as u32 - 1
    }

    /// What checks up to `end` have led to, with failures and the time to acquire a link.
    pub fn laid(mut self, sky: &Sky, acquisition: Duration, end: SimTime) -> Laid {
        self.settle(sky, acquisition, end);
        let (mut fastest_fixed, mut fastest_ever) = (0.0_f64, 0.0_f64);
        for (&(a, b), is_measured) in self.pairs.iter().zip(self.is_measured) {
            let rate = sky.relative_range_rate(a, b);
            fastest_ever = fastest_ever.max(rate);
            if !is_measured {
                fastest_fixed = fastest_fixed.max(rate);
            }
        }
        Laid {
            pairs: self.pairs,
            kinds: self.kinds,
            numbered: self.numbered,
            toggles: self.toggles,
            changes: self.changes,
            measured_rate: self.measured_rate,
            fastest_fixed,
            fastest_ever,
        }
    }

    /// Whether a satellite has links that checks can switch.
    pub fn are_checked_at(&self, satellite: NodeId) -> bool {
        !self.checked_of[satellite.index()].is_empty()
            || self.crossing_of[satellite.index()].is_some()
    }

    /// Checks all links at `t`; the next check comes `within` so long.
    pub fn check_all(&mut self, sky: &Sky, t: SimTime, within: Duration, phases: &Phases) {
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
            let state = |isls: &Self, node: NodeId| State {
                position: positions[node.index()],
                velocity: isls.velocities[node.index()],
            };
            let on = self.limits.hold(link.line, at.0, at.1)
                && (!self.looks_at_velocities
                    || self.keeps_up(link, within, [state(self, a), state(self, b)]));
            self.set(link.isl, on, t);
        }
        for crossing in 0..self.crossings.len() as u32 {
            let at = self.beside_seam(crossing, sky).map(|node| positions[node.index()]);
            self.check_crossing(crossing, sky, t, within, at, phases);
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
        for i in 0..self.checked_of[satellite.index()].len() {
            let link = self.checked[self.checked_of[satellite.index()][i] as usize];
            let (a, b) = self.pairs[link.isl as usize];
            let at = [a, b].map(|node| sky.position(node, phases));
            let on = self.limits.hold(link.line, at[0], at[1])
                && (!self.looks_at_velocities
                    || self.keeps_up(link, within, [a, b].map(|node| sky.state(node, phases))));
            self.set(link.isl, on, t);
        }
        if let Some(crossing) = self.crossing_of[satellite.index()] {
            let at = self.beside_seam(crossing, sky).map(|node| sky.position(node, phases));
            self.check_crossing(crossing, sky, t, within, at, phases);
        }
    }

    /// Whether the terminals of a link can follow each other; measures how fast its length may
    /// change until the next check, `within` so long.
    fn keeps_up(&mut self, link: Checked, within: Duration, [a, b]: [State; 2]) -> bool {
        let on = !self.limits.is_of_turning() || self.limits.follow(a, b);
        if on && let Some(acceleration) = link.acceleration {
            let (line, velocity) = (b.position - a.position, b.velocity - a.velocity);
            let within_s = within.as_secs_f64();
            if can_exceed(self.measured_rate, line, velocity, acceleration, within_s) {
                let rate = rate_bound(line, velocity, acceleration, within_s);
                self.measured_rate = self.measured_rate.max(rate);
            }
        }
        on
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
        phases: &Phases,
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
        if on {
            let speed = sky.closing_speed(driver);
            let least_km = range_km - speed * within.as_secs_f64();
            let rate = if least_km > 0.0 { speed / least_km } else { f64::INFINITY };
            self.measured_rate = self.measured_rate.max(rate);
        }
    }

    /// The number of a pair linked across the seam; `None` where the two have a link anyway.
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
            self.changes.push(Change { at, what: Changed::Isl(isl) });
        }
    }
}

/// What the sky is when links are laid.
struct AtZero<'a> {
    sky: &'a Sky,
    phases: Phases,
    /// The limits of links between neighbours in a plane.
    in_plane: Line,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Timeline;
    use crate::config::{IslPattern, Metric, Orbits, Shell, Walker};
    use crate::fixtures;
    use proptest::prelude::*;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(48))]

        /// Goal: no length changes faster than the bound that routing goes by. Method: random
        /// skies of two linked shells, the lengths of all links that are on sampled finely.
        #[test]
        fn lengths_change_within_the_bound_while_links_are_on(
            altitude_km in 400.0..1_500.0_f64,
            inclination_deg in 0.0..180.0_f64,
            raan_offset_deg in 0.0..360.0_f64,
            argument_of_latitude_deg in 0.0..360.0_f64,
            shift in 0..66_u32,
            is_grid in any::<bool>(),
            randomized in any::<bool>(),
            seed in any::<u64>(),
        ) {
            let mut config = fixtures::iridium(Metric::Delay);
            if !is_grid {
                // Then the links between the shells are the only ones whose length changes.
                config.shells[0].pattern = IslPattern::IntraPlane;
            }
            let orbits = Walker {
                planes: 1,
                satellites_per_plane: 12,
                altitude_km,
                inclination_deg,
                raan_offset_deg,
                argument_of_latitude_deg,
                ..fixtures::iridium_orbits()
            };
            config.shells.push(Shell {
                name: "other".into(),
                orbits: Orbits::Walker(orbits),
                pattern: IslPattern::IntraPlane,
            });
            config.listed_isls =
                (0..24).map(|n| [66 + n % 12, (n * 7 + shift) % 66]).collect();
            (config.handover.randomized, config.seed) = (randomized, seed);
            let timeline = Timeline::build(&config, SimTime::from_secs(600));
            let millis = |ms: u64| SimTime::from_nanos(ms * 1_000_000);
            let mut highest = 0.0_f64;
            for (&(a, b), toggles) in timeline.isl_pairs.iter().zip(&timeline.isl_toggles) {
                for start in (0..600_000).step_by(500) {
                    let is_on = toggles.partition_point(|&toggle| toggle <= millis(start)) % 2 == 1;
                    let next = toggles.iter().find(|&&toggle| toggle > millis(start));
                    if !is_on || next.is_some_and(|&toggle| toggle < millis(start + 500)) {
                        continue;
                    }
                    let [early, late] =
                        [start, start + 500].map(|at| timeline.sky.range_km(a, b, millis(at)));
                    // The mean of the logarithm's slope is not more than the highest slope.
                    highest = highest.max((late / early).ln().abs() / 0.5);
                }
            }
            let bound = timeline.max_relative_rate;
            // Lengths that do not change are rounded, to some 1e-16 of themselves.
            prop_assert!(highest <= bound + 1e-14, "{highest} is more than {bound}");
            let ever = timeline.max_relative_rate_after_end;
            prop_assert!(bound <= ever, "{bound} is more than what holds for ever, {ever}");
        }
    }
}
