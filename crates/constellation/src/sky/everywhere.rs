//! Positions of all satellites at an instant, and a search for those that a site may see.
//!
//! Owns the search, which examines every satellite by one dot product; [`super::TerminalView`]
//! decides whether a satellite is above a mask.

use skyseam_base::{NodeId, math};
use skyseam_orbit::{Inertial, Vector};

/// Positions of all satellites at one instant.
#[derive(Clone, Debug)]
pub(super) struct Everywhere {
    pub positions: Vec<Vector<Inertial>>,
    shells: Vec<Layer>,
}

/// Satellites of a shell: the first, the one after the last, and the range of their distances from
/// the Earth's centre, km.
#[derive(Clone, Copy, Debug)]
struct Layer {
    first: usize,
    after: usize,
    radii_km: [f64; 2],
}

/// Minimum elevation of a search.
#[derive(Clone, Copy, Debug)]
pub(super) struct LeastElevation {
    sin: f64,
    cos: f64,
}

/// Maximum angle between the local vertical and the direction away from the Earth's centre, rad:
/// 0.00336 on the ellipsoid, plus a margin.
const VERTICAL_RAD: f64 = 0.004;

impl LeastElevation {
    /// Returns the minimum elevation against the direction away from the Earth's centre that
    /// includes all satellites above a mask against the local vertical.
    pub(crate) fn under_mask(mask_rad: f64) -> Self {
        let (sin, cos) = math::sin_cos(mask_rad - VERTICAL_RAD);
        Self { sin, cos }
    }

    /// Returns the height, along the direction away from the Earth's centre, of a satellite at
    /// `radius` which a site at `distance` sees at this elevation.
    ///
    /// In the triangle of centre, site and satellite the range is `d = sqrt(r^2 - p^2 cos^2 e) - p
    /// sin e` and the height `p + d sin e`. It increases with `e`, and is monotonic in `r`, so that
    /// among all satellites between two radii and above an elevation the lowest height is that at
    /// one end.
    fn height(self, distance: f64, radius: f64) -> f64 {
        let square = radius * radius - (distance * self.cos) * (distance * self.cos);
        if square < 0.0 {
            return f64::NEG_INFINITY;
        }
        distance + (square.sqrt() - distance * self.sin) * self.sin
    }
}

impl Everywhere {
    /// Indexes the satellites at `positions`; `starts` are the numbers of the first satellite of
    /// each shell.
    pub fn new(positions: Vec<Vector<Inertial>>, starts: impl Iterator<Item = u32>) -> Self {
        let mut shells: Vec<Layer> = Vec::new();
        for first in starts.map(|start| start as usize) {
            if let Some(before) = shells.last_mut() {
                before.after = first;
            }
            shells.push(Layer { first, after: positions.len(), radii_km: [0.0; 2] });
        }
        for layer in &mut shells {
            let squares = positions[layer.first..layer.after].iter().map(|v| v.dot(*v));
            let (low, high) = squares.fold((f64::INFINITY, 0.0), |(low, high), square| {
                (square.min(low), square.max(high))
            });
            layer.radii_km = [low.sqrt(), f64::sqrt(high)];
        }
        Self { positions, shells }
    }

    /// Returns the satellites, ascending, that may be above the elevation as seen from `place`: all
    /// that are, and few more. Without an elevation, all satellites.
    pub(crate) fn in_reach(
        &self,
        place: Vector<Inertial>,
        least: Option<LeastElevation>,
    ) -> impl Iterator<Item = NodeId> {
        let distance = place.norm();
        let up = place * (1.0 / distance);
        self.shells.iter().flat_map(move |&Layer { first, after, radii_km: [low, high] }| {
            let least = least.map_or(f64::NEG_INFINITY, |elevation| {
                elevation.height(distance, low).min(elevation.height(distance, high))
            });
            let satellites = (first as u32..).zip(&self.positions[first..after]);
            // For nearly all satellites one dot product is sufficient.
            satellites
                .filter(move |(_, position)| position.dot(up) >= least)
                .map(|(number, _)| NodeId(number))
        })
    }
}
