//! Shells, planes and slots of satellites, found from their elements alone.
//!
//! Satellites of nearly the same semi-major axis and inclination form a shell, those of nearly the
//! same ascending node a plane, and their arguments of latitude order them within it. Groups are
//! recognised by the gaps between them, not by fixed bins, so neither the number of planes nor
//! their spacing need be known. Does not own links: the patterns of `constellation` choose
//! neighbours.
//!
//! The rest (satellites raising or lowering their orbit, spares, other operators' satellites in the
//! file) is [`Grouping::unassigned`]: such satellites move, but belong to no pattern.

use crate::elements::Elements;
use crate::utc::Utc;
use crate::wgs84::{EQUATORIAL_RADIUS_KM, J2};
use skyseam_base::math;

/// Maximum difference to another satellite's semi-major axis within a shell, as a fraction: 2.8 km
/// in low orbits. Shells of one operator are at least 10 km apart.
const SHELL_GAP: f64 = 4e-4;
/// Maximum difference to the same satellite's inclination, deg. Navigation satellites of one shell
/// differ by a degree, but neighbours in the order of inclinations do not.
const SHELL_GAP_DEG: f64 = 0.5;
/// Minimum number of satellites in reach, including the satellite itself, for it to found a shell;
/// with fewer it may be in transit.
const MIN_SHELL_SIZE: usize = 3;
/// Inclination below which the ascending node is undefined, deg: the shell is one plane.
const EQUATORIAL_DEG: f64 = 1.0;
/// Gap between nodes below which planes are never separated, deg.
const MIN_PLANE_GAP_DEG: f64 = 0.05;
/// Minimum ratio of the gaps between planes to those within planes.
const PLANE_RATIO: f64 = 2.5;
/// Range of nodes that form one plane, whatever the gaps between them, deg.
const ONE_PLANE_DEG: f64 = 1.0;

/// Arrangement of satellites at an instant.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Grouping {
    /// Shells, the lowest first.
    pub shells: Vec<ShellGroup>,
    /// Indices of the satellites outside of all shells.
    pub unassigned: Vec<usize>,
}

/// Satellites of one altitude and inclination.
#[derive(Clone, Debug, PartialEq)]
pub struct ShellGroup {
    /// Mean semi-major axis minus the equatorial radius, km.
    pub altitude_km: f64,
    /// Mean inclination, deg.
    pub inclination_deg: f64,
    /// Planes by ascending node, eastwards. If the widest gap is at least 1.5 times the typical
    /// one, as at the seam, the first plane is the one after it; otherwise it is the first east of
    /// the equinox.
    pub planes: Vec<PlaneGroup>,
}

/// Satellites of one orbital plane.
#[derive(Clone, Debug, PartialEq)]
pub struct PlaneGroup {
    /// Mean right ascension of the ascending node, deg, from 0 to 360; 0 for equatorial shells.
    pub raan_deg: f64,
    /// Satellites by argument of latitude.
    pub slots: Vec<Slot>,
}

/// One satellite in its plane.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Slot {
    /// Index among the elements.
    pub satellite: usize,
    /// Mean argument of latitude, deg, from 0 to 360: from the node, or from the equinox for
    /// equatorial shells.
    pub argument_of_latitude_deg: f64,
}

/// Position of a satellite's orbit at the common instant.
#[derive(Clone, Copy, Debug)]
struct OrbitPosition {
    semi_major_axis_km: f64,
    inclination_deg: f64,
    raan_deg: f64,
    argument_of_latitude_deg: f64,
}

/// Groups satellites by their mean elements, propagated to `at`.
pub fn group(elements: &[Elements], at: Utc) -> Grouping {
    let places: Vec<OrbitPosition> = elements.iter().map(|of| OrbitPosition::of(of, at)).collect();
    let (groups, unassigned) = shells(&places);
    let mut shells: Vec<ShellGroup> =
        groups.iter().map(|members| shell(&places, members)).collect();
    let order = |a: &ShellGroup, b: &ShellGroup| {
        let by_altitude = a.altitude_km.total_cmp(&b.altitude_km);
        by_altitude.then(a.inclination_deg.total_cmp(&b.inclination_deg))
    };
    shells.sort_by(order);
    Grouping { shells, unassigned }
}

impl OrbitPosition {
    /// Propagates mean elements to an instant by the secular effects of oblateness.
    ///
    /// With k = 3/2 J2 (R/p)^2 n: node -k cos i, perigee k (2 - 5/2 sin^2 i). The mean anomaly
    /// moves with the published (Kozai's) mean motion, which includes its share (Vallado, 4th ed.,
    /// Sec. 9.6). Drag is neglected.
    fn of(elements: &Elements, at: Utc) -> Self {
        let mean = elements.mean();
        let days = at.days_since(elements.epoch());
        let deg_per_day = 360.0 * mean.mean_motion_rev_per_day;
        let a = elements.semi_major_axis_km();
        let p = a * (1.0 - mean.eccentricity * mean.eccentricity);
        let k = 1.5 * J2 * math::powi(EQUATORIAL_RADIUS_KM / p, 2) * deg_per_day;
        let (sin_i, cos_i) = math::sin_cos(mean.inclination_deg.to_radians());
        let raan = mean.raan_deg - k * cos_i * days;
        let perigee = mean.argument_of_perigee_deg + k * (2.0 - 2.5 * sin_i * sin_i) * days;
        let latitude = perigee + mean.mean_anomaly_deg + deg_per_day * days;
        let equatorial = mean.inclination_deg < EQUATORIAL_DEG;
        Self {
            semi_major_axis_km: a,
            inclination_deg: mean.inclination_deg,
            raan_deg: if equatorial { 0.0 } else { raan.rem_euclid(360.0) },
            argument_of_latitude_deg: match equatorial {
                true => (latitude + raan).rem_euclid(360.0),
                false => latitude.rem_euclid(360.0),
            },
        }
    }

    /// Whether two satellites may be in one shell by their semi-major axes.
    fn near_in_axis(&self, other: &Self) -> bool {
        let apart_km = (self.semi_major_axis_km - other.semi_major_axis_km).abs();
        apart_km <= SHELL_GAP * self.semi_major_axis_km.min(other.semi_major_axis_km)
    }

    /// Whether two satellites may be in one shell by their inclinations.
    fn near_in_inclination(&self, other: &Self) -> bool {
        (self.inclination_deg - other.inclination_deg).abs() <= SHELL_GAP_DEG
    }
}

/// Satellites by shell, and those outside of all shells: density-based clustering (DBSCAN; Ester et
/// al., KDD 1996) of semi-major axis and inclination.
fn shells(places: &[OrbitPosition]) -> (Vec<Vec<usize>>, Vec<usize>) {
    let mut sorted: Vec<usize> = (0..places.len()).collect();
    sorted.sort_by(|&a, &b| {
        places[a].semi_major_axis_km.total_cmp(&places[b].semi_major_axis_km).then(a.cmp(&b))
    });
    let ranked: Vec<OrbitPosition> = sorted.iter().map(|&satellite| places[satellite]).collect();
    let ranked = ranked.as_slice();
    // Neighbours lie within a window of the sorted list.
    let near = |rank: usize| {
        let of = &ranked[rank];
        let within = move |&other: &usize| ranked[other].near_in_axis(of);
        let below = (0..rank).rev().take_while(within);
        let above = (rank..ranked.len()).take_while(within);
        below.chain(above).filter(move |&other| ranked[other].near_in_inclination(of))
    };
    let founds: Vec<bool> = (0..sorted.len())
        .map(|rank| near(rank).take(MIN_SHELL_SIZE).count() == MIN_SHELL_SIZE)
        .collect();
    let mut group_of = vec![None; sorted.len()];
    let mut groups: Vec<Vec<usize>> = Vec::new();
    for first in 0..sorted.len() {
        if !founds[first] || group_of[first].is_some() {
            continue;
        }
        let number = groups.len();
        let mut members = Vec::new();
        let mut reached = vec![first];
        group_of[first] = Some(number);
        while let Some(rank) = reached.pop() {
            members.push(sorted[rank]);
            if !founds[rank] {
                continue;
            }
            for other in near(rank) {
                if group_of[other].is_none() {
                    group_of[other] = Some(number);
                    reached.push(other);
                }
            }
        }
        members.sort_unstable();
        groups.push(members);
    }
    let left = group_of.iter().zip(&sorted).filter(|(group, _)| group.is_none());
    let mut unassigned: Vec<usize> = left.map(|(_, &satellite)| satellite).collect();
    unassigned.sort_unstable();
    (groups, unassigned)
}

/// Planes and slots of the satellites of a shell.
fn shell(places: &[OrbitPosition], members: &[usize]) -> ShellGroup {
    let mean = |of: fn(&OrbitPosition) -> f64| {
        members.iter().map(|&m| of(&places[m])).sum::<f64>() / members.len() as f64
    };
    ShellGroup {
        altitude_km: mean(|place| place.semi_major_axis_km) - EQUATORIAL_RADIUS_KM,
        inclination_deg: mean(|place| place.inclination_deg),
        planes: planes(places, members),
    }
}

/// Cuts the circle of nodes at its wide gaps.
fn planes(places: &[OrbitPosition], members: &[usize]) -> Vec<PlaneGroup> {
    let mut sorted = members.to_vec();
    sorted.sort_by(|&a, &b| places[a].raan_deg.total_cmp(&places[b].raan_deg).then(a.cmp(&b)));
    let raan = |position: usize| places[sorted[position % sorted.len()]].raan_deg;
    // The gap before each satellite, around the circle; for a single satellite the whole circle.
    let last = sorted.len() - 1;
    let mut gaps: Vec<f64> = vec![raan(0) + 360.0 - raan(last)];
    gaps.extend((1..sorted.len()).map(|position| raan(position) - raan(position - 1)));
    let widest = gaps.iter().copied().fold(0.0, f64::max);
    let least = if 360.0 - widest < ONE_PLANE_DEG { widest } else { threshold(&gaps) };
    let starts: Vec<usize> = (0..sorted.len()).filter(|&k| gaps[k] >= least).collect();
    // From one start to the next, around the circle.
    let plane = |(index, &start): (usize, &usize)| {
        let next = starts.get(index + 1).copied().unwrap_or(starts[0] + sorted.len());
        let of_plane: Vec<usize> =
            (start..next).map(|position| sorted[position % sorted.len()]).collect();
        (gaps[start], slots(places, &of_plane))
    };
    let planes: Vec<(f64, PlaneGroup)> = starts.iter().enumerate().map(plane).collect();
    in_order(planes)
}

/// Minimum gap that separates planes: where the sorted gaps increase most.
fn threshold(gaps: &[f64]) -> f64 {
    let mut widths: Vec<f64> = gaps.iter().map(|gap| gap.max(MIN_PLANE_GAP_DEG)).collect();
    widths.sort_by(f64::total_cmp);
    let jumps = widths.windows(2).map(|pair| (pair[1] / pair[0], pair[1]));
    let jump = jumps.filter(|(ratio, _)| *ratio >= PLANE_RATIO).max_by(|a, b| a.0.total_cmp(&b.0));
    // If all gaps are alike, every satellite has a plane of its own.
    jump.map_or(widths[0], |(_, width)| width)
}

/// Planes in order, starting with the first one east of the widest gap or of the equinox.
fn in_order(mut planes: Vec<(f64, PlaneGroup)>) -> Vec<PlaneGroup> {
    planes.sort_by(|a, b| a.1.raan_deg.total_cmp(&b.1.raan_deg));
    let mut widths: Vec<f64> = planes.iter().map(|(gap, _)| *gap).collect();
    widths.sort_by(f64::total_cmp);
    let usual = widths[widths.len() / 2];
    let widest = widths[widths.len() - 1];
    if planes.len() > 2 && widest > 1.5 * usual {
        let first = planes.iter().position(|(gap, _)| *gap == widest).unwrap_or(0);
        planes.rotate_left(first);
    }
    planes.into_iter().map(|(_, plane)| plane).collect()
}

/// The satellites of a plane in order.
fn slots(places: &[OrbitPosition], members: &[usize]) -> PlaneGroup {
    let slot = |&satellite: &usize| Slot {
        satellite,
        argument_of_latitude_deg: places[satellite].argument_of_latitude_deg,
    };
    let mut slots: Vec<Slot> = members.iter().map(slot).collect();
    slots.sort_by(|a, b| {
        let by_latitude = a.argument_of_latitude_deg.total_cmp(&b.argument_of_latitude_deg);
        by_latitude.then(a.satellite.cmp(&b.satellite))
    });
    // The mean of angles is the angle of the mean direction.
    let (sin, cos) = members.iter().fold((0.0, 0.0), |(sin, cos), &member| {
        let angle = places[member].raan_deg.to_radians();
        (sin + math::sin(angle), cos + math::cos(angle))
    });
    let raan_deg = math::atan2(sin, cos).to_degrees().rem_euclid(360.0);
    PlaneGroup { raan_deg, slots }
}
