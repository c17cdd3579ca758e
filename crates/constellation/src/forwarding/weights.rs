//! What every link costs at an instant, in whole nanoseconds, for all destinations at once.
//!
//! Owns positions, delays of the inter-satellite links that are on, and which satellites a terminal
//! can use. Knows no route.

use std::ops::Range;
use std::sync::Arc;

use skyseam_base::{NodeId, SimTime};
use skyseam_orbit::{Inertial, Vector};

use super::lanes::Lanes;
use super::{FAR, Ground, Topology};
use crate::config::Geometry;
use crate::sky::Phases;
use crate::timeline::Changed;

/// By how much the local vertical can differ from the direction away from the Earth's centre, rad:
/// 0.00336 on the ellipsoid, with something to spare.
const VERTICAL_RAD: f64 = 0.004;

/// Delays between satellites, and from terminals to the satellites they can use, at one instant.
#[derive(Clone, Debug)]
pub struct Weights {
    topology: Arc<Topology>,
    /// Satellites of one shell: the first, and one after the last.
    shells: Vec<(usize, usize)>,
    /// The least and the greatest distance of a shell's satellites from the Earth's centre, km.
    radii: Vec<[f64; 2]>,
    positions: Vec<Vector<Inertial>>,
    x: Vec<f64>,
    y: Vec<f64>,
    z: Vec<f64>,
    /// The instant up to which changes are applied, and how many that are.
    at: Option<SimTime>,
    applied: usize,
    isl_on: Vec<bool>,
    /// Both places of a link in `costs`.
    places: Vec<[u32; 2]>,
    /// Neighbours of satellite `n`, ascending, and what it costs to go there:
    /// `starts[n]..starts[n + 1]`. The last cost is of no link and always 0.
    pub(super) starts: Vec<u32>,
    pub(super) neighbours: Vec<u32>,
    pub(super) costs: Vec<u32>,
    pub(super) lanes: Lanes,
    /// Per terminal the satellites it can use, ascending, and what they cost.
    sites: Vec<Site>,
}

/// A terminal, and what it sees.
#[derive(Clone, Debug)]
struct Site {
    node: NodeId,
    /// Cosine and sine of the elevation below which nothing is worth a look; `None` when everything
    /// is.
    least_elevation: Option<(f64, f64)>,
    usable: Vec<(u32, u32)>,
}

impl Weights {
    /// Weights for routes between satellites and `terminals`.
    ///
    /// # Panics
    /// When one of `terminals` is none.
    pub fn new(topology: Arc<Topology>, terminals: &[NodeId]) -> Self {
        let timeline = &topology.timeline;
        let satellites = timeline.sky().satellites() as usize;
        let mut links: Vec<(u32, u32, u32)> = Vec::new();
        for (number, &(a, b)) in timeline.isl_pairs().iter().enumerate() {
            links.push((a.0, b.0, number as u32));
            links.push((b.0, a.0, number as u32));
        }
        links.sort_unstable();
        let mut starts = vec![0; satellites + 1];
        let mut places = vec![[u32::MAX; 2]; timeline.isl_pairs().len()];
        for (place, &(from, _, number)) in links.iter().enumerate() {
            starts[from as usize + 1] = place as u32 + 1;
            let [first, second] = &mut places[number as usize];
            *if *first == u32::MAX { first } else { second } = place as u32;
        }
        for satellite in 0..satellites {
            starts[satellite + 1] = starts[satellite + 1].max(starts[satellite]);
        }
        let shells = timeline.sky().shells().iter().map(|shell| {
            let Range { start, end } = shell.satellites();
            (start as usize, end as usize)
        });
        let shells: Vec<(usize, usize)> = shells.collect();
        let sites = terminals.iter().map(|&node| {
            let number = topology.terminal_index(node);
            // Where elevation is the angle above the horizontal plane, it says where to look. Other
            // rules have other reasons.
            let is_angle = matches!(timeline.config().geometry, Geometry::Exact | Geometry::Ns2);
            let mask = topology.masks_deg[number].to_radians();
            let (sin, cos) = (mask - VERTICAL_RAD).sin_cos();
            Site { node, least_elevation: is_angle.then_some((cos, sin)), usable: Vec::new() }
        });
        Self {
            sites: sites.collect(),
            radii: vec![[0.0; 2]; shells.len()],
            shells,
            positions: vec![Vector::default(); satellites],
            x: vec![0.0; satellites],
            y: vec![0.0; satellites],
            z: vec![0.0; satellites],
            at: None,
            applied: 0,
            isl_on: vec![false; places.len()],
            lanes: Lanes::new(timeline.isl_pairs(), &places),
            places,
            starts,
            neighbours: links.iter().map(|&(_, to, _)| to).collect(),
            costs: vec![0; links.len() + 1],
            topology,
        }
    }

    /// Number of satellites.
    pub fn satellites(&self) -> usize {
        self.positions.len()
    }

    /// Moves to `t`. Any order is right; ascending is fast.
    pub fn seek(&mut self, t: SimTime) {
        self.switch(t);
        let topology = self.topology.clone();
        let sky = &topology.sky;
        let phases = sky.phases(t);
        for (number, position) in self.positions.iter_mut().enumerate() {
            *position = sky.position(NodeId(number as u32), &phases);
            (self.x[number], self.y[number], self.z[number]) = (position.x, position.y, position.z);
        }
        for (number, (&(a, b), &[there, back])) in
            topology.timeline.isl_pairs().iter().zip(&self.places).enumerate()
        {
            let cost = if self.isl_on[number] {
                self.cost((self.positions[a.index()] - self.positions[b.index()]).norm())
            } else {
                FAR
            };
            self.costs[there as usize] = cost;
            self.costs[back as usize] = cost;
            self.lanes.costs[self.lanes.of_link[number] as usize] = cost as i32;
        }
        for (radii, &(first, last)) in self.radii.iter_mut().zip(&self.shells) {
            let squares = self.positions[first..last].iter().map(|v| v.dot(*v));
            let (low, high) = squares.fold((f64::INFINITY, 0.0), |(low, high), square| {
                (square.min(low), square.max(high))
            });
            *radii = [low.sqrt(), f64::sqrt(high)];
        }
        let mut sites = std::mem::take(&mut self.sites);
        for site in &mut sites {
            self.look(site, t, &phases);
        }
        self.sites = sites;
    }

    /// Satellites that are linked to `satellite`, ascending, each with the delay in ns.
    pub fn neighbours(&self, satellite: u32) -> impl Iterator<Item = (u32, u32)> {
        let satellite = satellite as usize;
        let row = self.starts[satellite] as usize..self.starts[satellite + 1] as usize;
        let links = self.neighbours[row.clone()].iter().zip(&self.costs[row]);
        links.map(|(&end, &cost)| (end, cost)).filter(|&(_, cost)| cost < FAR)
    }

    /// Satellites that the terminal (by its number among those given) can use, ascending, each with
    /// the delay in ns.
    pub fn usable(&self, terminal: usize) -> &[(u32, u32)] {
        &self.sites[terminal].usable
    }

    /// Puts every link into its state at `t`.
    fn switch(&mut self, t: SimTime) {
        let timeline = &self.topology.timeline;
        let changes = &timeline.transit_changes;
        if self.at.is_none_or(|at| t < at) {
            self.applied = changes.partition_point(|change| change.at <= t);
            for (on, toggles) in self.isl_on.iter_mut().zip(&timeline.isl_toggles) {
                *on = toggles.partition_point(|&toggle| toggle <= t) % 2 == 1;
            }
        }
        while let Some(change) = changes.get(self.applied).filter(|change| change.at <= t) {
            if let Changed::Isl(isl) = change.what {
                self.isl_on[isl as usize] ^= true;
            }
            self.applied += 1;
        }
        self.at = Some(t);
    }

    /// What a terminal can use now.
    fn look(&self, site: &mut Site, t: SimTime, phases: &Phases) {
        let sky = &self.topology.sky;
        let place = sky.position(site.node, phases);
        let cost_of = |satellite: usize| self.cost((self.positions[satellite] - place).norm());
        site.usable.clear();
        if self.topology.ground == Ground::Attached {
            let satellite = self.topology.timeline.satellite_of(site.node, t);
            site.usable.extend(satellite.map(|s| (s.0, cost_of(s.index()))));
            return;
        }
        let view = sky.view(site.node, phases);
        let distance = place.norm();
        let up = place * (1.0 / distance);
        for (shell, &(first, last)) in self.shells.iter().enumerate() {
            let least = site.least_elevation.map_or(f64::NEG_INFINITY, |elevation| {
                let [low, high] = self.radii[shell];
                least_height(elevation, distance, low).min(least_height(elevation, distance, high))
            });
            let (x, y) = (&self.x[first..last], &self.y[first..last]);
            let z = &self.z[first..last];
            for (number, ((&x, &y), &z)) in x.iter().zip(y).zip(z).enumerate() {
                // One product decides for nearly all satellites.
                if x * up.x + y * up.y + z * up.z < least {
                    continue;
                }
                let satellite = first + number;
                if view.usable_elevation(NodeId(satellite as u32)).is_some() {
                    site.usable.push((satellite as u32, cost_of(satellite)));
                }
            }
        }
    }

    /// At least 1, so that the way to a destination gets shorter with every hop, whatever happens.
    fn cost(&self, range_km: f64) -> u32 {
        let delay = self.topology.sky.delay(range_km);
        delay.as_nanos().clamp(1, u64::from(FAR)) as u32
    }
}

/// How far along the direction away from the Earth's centre a satellite at `radius` is when a place
/// at `distance` sees it at the elevation of the given cosine and sine.
///
/// In the triangle of centre, place and satellite the range is `d = sqrt(r^2 - p^2 cos^2 e) - p sin
/// e` and the height `p + d sin e`. It grows with `e`, and with `r` grows or falls all the way, so
/// that of all satellites between two radii and above an elevation none is lower than at one end.
fn least_height((cos, sin): (f64, f64), distance: f64, radius: f64) -> f64 {
    let square = radius * radius - (distance * cos) * (distance * cos);
    if square < 0.0 {
        return f64::NEG_INFINITY;
    }
    distance + (square.sqrt() - distance * sin) * sin
}
