//! Shells of satellites that each have a name and elements of their own.
//!
//! `orbit::grouping` assigns satellites to planes, and planes to shells.

use std::collections::{BTreeMap, BTreeSet};

use skyseam_orbit::grouping::{self, Grouping, Slot, group};
use skyseam_orbit::wgs84::EQUATORIAL_RADIUS_KM;
use skyseam_orbit::{Elements, Utc};
use skyseam_params::Model;

use crate::description::parts::{ListedPlanes, Orbiter, Orbits, Plane, Shell};
use crate::isl::{self, NoLinks, Pattern};

/// Name of the shell of satellites that belong to no other shell.
pub const UNASSIGNED: &str = "unassigned";

/// Groups the satellites into shells at the instant `zero`, lowest first, each linked by `pattern`;
/// returns them with the number assigned to each satellite. Satellites of no shell come last and
/// have no links.
///
/// If `planes` gives numbers of planes and of satellites per plane, the satellites, listed plane by
/// plane, are one shell in the given order.
pub fn shells(
    elements: &[Elements],
    zero: Utc,
    planes: Option<(usize, usize)>,
    pattern: &Model<dyn Pattern>,
) -> (Vec<Shell>, Vec<u32>) {
    let grouping = match planes {
        Some((planes, each)) => as_written(elements, planes, each),
        None => group(elements, zero),
    };
    let names = names(elements);
    let orbiter = |slot: &Slot| Orbiter {
        name: names[slot.satellite].clone(),
        elements: elements[slot.satellite].clone(),
        argument_of_latitude_deg: slot.argument_of_latitude_deg,
    };
    let plane = |plane: &grouping::PlaneGroup| Plane {
        raan_deg: plane.raan_deg,
        satellites: plane.slots.iter().map(orbiter).collect(),
    };
    let shell = |(number, shell): (usize, &grouping::ShellGroup)| Shell {
        name: format!("shell{number}"),
        orbits: Orbits::Listed(ListedPlanes {
            inclination_deg: shell.inclination_deg,
            planes: shell.planes.iter().map(plane).collect(),
        }),
        pattern: pattern.clone(),
    };
    let mut shells: Vec<Shell> = (1..).zip(&grouping.shells).map(shell).collect();
    if !grouping.unassigned.is_empty() {
        // Each satellite is a plane of its own, with no neighbour in its orbit.
        let single = |&satellite: &usize| Plane {
            raan_deg: elements[satellite].mean().raan_deg.rem_euclid(360.0),
            satellites: vec![orbiter(&Slot { satellite, argument_of_latitude_deg: 0.0 })],
        };
        let planes = grouping.unassigned.iter().map(single).collect();
        shells.push(Shell {
            name: UNASSIGNED.into(),
            orbits: Orbits::Listed(ListedPlanes { inclination_deg: 0.0, planes }),
            pattern: isl::model(NoLinks {}),
        });
    }
    let slots = grouping.shells.iter().flat_map(|shell| &shell.planes);
    let placed = slots.flat_map(|plane| &plane.slots).map(|slot| slot.satellite);
    let mut numbers = vec![0; elements.len()];
    for (number, satellite) in (0..).zip(placed.chain(grouping.unassigned)) {
        numbers[satellite] = number;
    }
    (shells, numbers)
}

/// Returns the planes as listed in the file.
fn as_written(elements: &[Elements], planes: usize, each: usize) -> Grouping {
    let count = elements.len() as f64;
    let slot = |satellite: usize| {
        let mean = elements[satellite].mean();
        let argument = mean.argument_of_perigee_deg + mean.mean_anomaly_deg;
        Slot { satellite, argument_of_latitude_deg: argument.rem_euclid(360.0) }
    };
    let plane = |plane: usize| grouping::PlaneGroup {
        raan_deg: elements[plane * each].mean().raan_deg.rem_euclid(360.0),
        slots: (plane * each..(plane + 1) * each).map(slot).collect(),
    };
    let heights = elements.iter().map(Elements::semi_major_axis_km);
    let inclinations = elements.iter().map(|of| of.mean().inclination_deg);
    let shell = grouping::ShellGroup {
        altitude_km: heights.sum::<f64>() / count - EQUATORIAL_RADIUS_KM,
        inclination_deg: inclinations.sum::<f64>() / count,
        planes: (0..planes).map(plane).collect(),
    };
    Grouping { shells: vec![shell], unassigned: Vec::new() }
}

/// Returns a name for each satellite: its own if it is valid and unique, otherwise one with its
/// number.
fn names(elements: &[Elements]) -> Vec<String> {
    let mut uses: BTreeMap<String, u32> = BTreeMap::new();
    let plain: Vec<String> = elements.iter().map(plain_name).collect();
    for name in &plain {
        *uses.entry(name.clone()).or_default() += 1;
    }
    let mut taken = BTreeSet::new();
    let named = plain.into_iter().zip(elements).enumerate();
    let unique = |(index, (name, of)): (usize, (String, &Elements))| {
        let base = if name.is_empty() { "satellite" } else { &name };
        let numbered = format!("{base}-{}", of.identity().catalogue_number);
        let candidates = [name, numbered.clone(), format!("{numbered}-{index}")];
        let first = usize::from(candidates[0].is_empty() || uses[&candidates[0]] > 1);
        let mut free = candidates.into_iter().skip(first);
        let name = free.find(|name| !taken.contains(name)).unwrap_or(format!("{index}"));
        taken.insert(name.clone());
        name
    };
    named.map(unique).collect()
}

/// Returns a satellite's name without characters that are not allowed in a scenario.
fn plain_name(of: &Elements) -> String {
    let name: String = of.identity().name.chars().filter(|c| !c.is_control()).collect();
    let name: String = name.replace(['/', '\\', '"', '<', '>', ':', '|', '?', '*'], "-");
    let name = name.trim().trim_start_matches('.');
    name.chars().take(40).collect::<String>().trim().to_string()
}

#[cfg(test)]
mod tests {
    use skyseam_orbit::elements::{Identity, MeanElements};

    use super::*;

    /// Goal: satellites listed plane by plane are planes in that order. Method: three planes of two
    /// satellites that differ in inclination.
    #[test]
    fn planes_are_as_listed() {
        let satellite = |number: u32| {
            let mean = MeanElements {
                inclination_deg: 50.0 + f64::from(number),
                raan_deg: 100.0 * f64::from(number / 2),
                eccentricity: 0.001,
                argument_of_perigee_deg: 90.0,
                mean_anomaly_deg: 180.0 * f64::from(number % 2) + 100.0,
                mean_motion_rev_per_day: 14.34,
                bstar: 0.0,
            };
            let (name, designator) = (format!("S{number}"), String::new());
            let identity = Identity { name, catalogue_number: number, designator };
            let epoch = "2026-11-18T06:00:00Z".parse().expect("a date");
            Elements::new(identity, epoch, mean).expect("elements of an orbit")
        };
        let elements: Vec<Elements> = (0..6).map(satellite).collect();
        let grouping = as_written(&elements, 3, 2);
        let [shell] = &grouping.shells[..] else { panic!("{grouping:?}") };
        assert!((shell.altitude_km - 780.0).abs() < 20.0, "{}", shell.altitude_km);
        assert!((shell.inclination_deg - 52.5).abs() < 1e-9, "{}", shell.inclination_deg);
        let planes: Vec<_> = shell
            .planes
            .iter()
            .map(|plane| {
                let slot =
                    |slot: &Slot| (slot.satellite, slot.argument_of_latitude_deg.round() as u32);
                (plane.raan_deg.round() as u32, [slot(&plane.slots[0]), slot(&plane.slots[1])])
            })
            .collect();
        let expected = [(0, [0, 1]), (100, [2, 3]), (200, [4, 5])];
        assert_eq!(planes, expected.map(|(raan, [a, b])| (raan, [(a, 190), (b, 10)])));
        assert!(grouping.unassigned.is_empty());
    }
}
