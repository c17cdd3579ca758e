//! A file of published orbits: its satellites, and the instant that time zero is.
//!
//! The file is read and its epochs are checked by the crate `orbit`.

use std::collections::BTreeMap;

use skyseam_base::Duration;
use skyseam_constellation::config::{IslPattern, Listed, Orbiter, Orbits, Plane, Shell};
use skyseam_orbit::elements::{self, ElementsError, MAX_AGE_DAYS};
use skyseam_orbit::grouping::{self, Grouping};
use skyseam_orbit::wgs84::EQUATORIAL_RADIUS_KM;
use skyseam_orbit::{Elements, Utc};

use super::sky::MOST_SATELLITES;
use crate::document::{At, Place};
use crate::error::{Problems, Spot};
use crate::files::Files;
use crate::scenario::ElementsFile;
use crate::sky_values::FileName;
use crate::tables::ConstellationTable;

/// Satellites of a file, their epochs within what the scenario allows.
pub(super) struct Orbiting {
    pub(super) file: ElementsFile,
    pub(super) elements: Vec<Elements>,
    place: Place,
}

/// The satellites of the element file, where there is one; `None` also when it cannot be used.
pub(super) fn elements(
    table: &ConstellationTable,
    files: &Files,
    problems: &mut Problems<'_>,
) -> Option<Orbiting> {
    let Some(name) = &table.elements else {
        let needing = [
            table.epoch.as_ref().map(|key| ("epoch", &key.place)),
            table.max_element_age.as_ref().map(|key| ("max_element_age", &key.place)),
        ];
        for (key, place) in needing.into_iter().flatten() {
            if !problems.doubts("constellation.elements") {
                problems
                    .add(place, format!("`{key}` goes with `elements`"))
                    .help(format!("remove `{key}`: circular orbits have no date"));
            }
        }
        return None;
    };
    let text = files.text(name, problems)?;
    let path = &name.value.0;
    let (planes, satellites) = match planes_in_front(text) {
        Some((planes, rest)) => (Some(planes), rest),
        None => (None, text),
    };
    let elements = match elements::read(satellites, path) {
        Ok(elements) => elements,
        Err(error) => {
            let before = usize::from(planes.is_some());
            let error = ElementsError { line: error.line + before, ..error };
            return refuse(name, text, error, problems);
        }
    };
    if let Some((planes, each)) = planes
        && planes.checked_mul(each) != Some(elements.len())
    {
        problems
            .add_in(&name.place, Spot::line(path, 1, text), "the first line counts otherwise")
            .found(format!("{planes} planes of {each}, and {} satellites", elements.len()))
            .expected("as many satellites as the first line says");
        return None;
    }
    let epoch = match &table.epoch {
        Some(epoch) => epoch.0,
        None if problems.doubts("constellation.epoch") => return None,
        None => next_minute(elements.iter().map(Elements::epoch).max()?),
    };
    let max_age = match &table.max_element_age {
        Some(age) => age.0,
        None if problems.doubts("constellation.max_element_age") => return None,
        None => Duration::from_nanos((MAX_AGE_DAYS * 86_400e9) as u64),
    };
    let days = max_age.as_secs_f64() / 86_400.0;
    if let Err(error) = elements::check_epochs(&elements, epoch, days, path) {
        return refuse(name, text, error, problems);
    }
    if let Err(error) = elements::check_perigees(&elements, path) {
        return refuse(name, text, error, problems);
    }
    let file = ElementsFile { name: path.clone(), epoch, max_age, planes };
    Some(Orbiting { file, elements, place: name.place.clone() })
}

/// The whole minute at or after an instant.
fn next_minute(of: Utc) -> Utc {
    const MINUTE: i64 = 60_000_000_000;
    let nanos = of.unix_nanos();
    Utc::from_unix_nanos(nanos.saturating_add((-nanos).rem_euclid(MINUTE)))
}

/// Notes what is wrong with a file of elements, with the line shown.
fn refuse<T>(
    name: &At<FileName>,
    text: &str,
    error: ElementsError,
    problems: &mut Problems<'_>,
) -> Option<T> {
    let shown = error.line.checked_sub(1).and_then(|index| text.lines().nth(index));
    let spot = Spot::line(&name.value.0, error.line.max(1), shown.unwrap_or(""));
    let problem = problems.add_in(&name.place, spot, error.message);
    problem.found(error.found).expected(error.expected);
    if !error.help.is_empty() {
        problem.help(error.help);
    }
    None
}

impl Orbiting {
    /// The satellites as shells, and which number each satellite of the file has got.
    ///
    /// Satellites in a file that begins with its numbers of planes and of satellites in each, as
    /// Hypatia's do, stay in its order; others are put into shells and planes by their orbits.
    pub(super) fn shells(
        &self,
        pattern: IslPattern,
        problems: &mut Problems<'_>,
    ) -> Option<(Vec<Shell>, Vec<u32>)> {
        if self.elements.len() as u64 > MOST_SATELLITES {
            problems
                .add(&self.place, "the file has too many satellites")
                .found(format!("{} satellites", self.elements.len()))
                .expected(format!("at most {MOST_SATELLITES} satellites"));
            return None;
        }
        let listed = match self.file.planes {
            Some((planes, each)) => vec![("elements".into(), self.as_written(planes, each))],
            None => self.grouped(),
        };
        let names = self.names();
        let mut numbers = vec![0; self.elements.len()];
        let mut shells = Vec::new();
        let mut number = 0;
        for (name, arranged) in listed {
            let planes = arranged.planes.into_iter().map(|plane| Plane {
                raan_deg: plane.raan_deg,
                satellites: plane
                    .slots
                    .into_iter()
                    .map(|slot| {
                        numbers[slot.satellite] = number;
                        number += 1;
                        Orbiter {
                            name: names[slot.satellite].clone(),
                            elements: self.elements[slot.satellite].clone(),
                            argument_of_latitude_deg: slot.argument_of_latitude_deg,
                        }
                    })
                    .collect(),
            });
            let listed =
                Listed { inclination_deg: arranged.inclination_deg, planes: planes.collect() };
            // Strays are nobody's neighbours.
            let pattern = if name == STRAYS { IslPattern::None } else { pattern };
            shells.push(Shell { name, orbits: Orbits::Listed(listed), pattern });
        }
        Some((shells, numbers))
    }

    /// As the file says: plane after plane, in its order.
    fn as_written(&self, planes: usize, each: usize) -> grouping::Shell {
        let count = self.elements.len() as f64;
        let slot = |satellite: usize| grouping::Slot {
            satellite,
            argument_of_latitude_deg: argument_of_latitude_deg(&self.elements[satellite]),
        };
        let plane = |plane: usize| grouping::Plane {
            raan_deg: self.elements[plane * each].mean().raan_deg.rem_euclid(360.0),
            slots: (plane * each..(plane + 1) * each).map(slot).collect(),
        };
        let heights = self.elements.iter().map(Elements::semi_major_axis_km);
        let inclinations = self.elements.iter().map(|of| of.mean().inclination_deg);
        grouping::Shell {
            altitude_km: heights.sum::<f64>() / count - EQUATORIAL_RADIUS_KM,
            inclination_deg: inclinations.sum::<f64>() / count,
            planes: (0..planes).map(plane).collect(),
        }
    }

    /// By altitude, inclination, ascending node and argument of latitude at time zero. What fits
    /// nowhere is a shell of its own, each satellite a plane.
    fn grouped(&self) -> Vec<(String, grouping::Shell)> {
        let Grouping { shells, unassigned } = grouping::group(&self.elements, self.file.epoch);
        let mut named: Vec<(String, grouping::Shell)> = Vec::new();
        for shell in shells {
            let name = format!("{:.0}km-{:.0}deg", shell.altitude_km, shell.inclination_deg);
            let twins = named.iter().filter(|(other, _)| other.starts_with(&name)).count();
            let name = if twins == 0 { name } else { format!("{name}-{}", twins + 1) };
            named.push((name, shell));
        }
        if !unassigned.is_empty() {
            let plane = |&satellite: &usize| {
                let of = &self.elements[satellite];
                let argument_of_latitude_deg = argument_of_latitude_deg(of);
                let slots = vec![grouping::Slot { satellite, argument_of_latitude_deg }];
                grouping::Plane { raan_deg: of.mean().raan_deg.rem_euclid(360.0), slots }
            };
            let planes = unassigned.iter().map(plane).collect();
            let strays = grouping::Shell { altitude_km: 0.0, inclination_deg: 0.0, planes };
            named.push((STRAYS.into(), strays));
        }
        named
    }

    /// Names of the satellites; where two are alike, or there is none, with the catalogue number.
    fn names(&self) -> Vec<String> {
        let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
        for of in &self.elements {
            *counts.entry(of.identity().name.as_str()).or_default() += 1;
        }
        let name = |of: &Elements| match of.identity().name.as_str() {
            "" => of.identity().catalogue_number.to_string(),
            name if counts[name] == 1 => name.to_string(),
            name => format!("{name} ({})", of.identity().catalogue_number),
        };
        self.elements.iter().map(name).collect()
    }
}

/// What the shell of satellites that fit nowhere is called.
const STRAYS: &str = "strays";

/// From the node to the satellite at the epoch, deg, from 0 to 360.
fn argument_of_latitude_deg(of: &Elements) -> f64 {
    let mean = of.mean();
    (mean.argument_of_perigee_deg + mean.mean_anomaly_deg).rem_euclid(360.0)
}

/// The numbers of planes and of satellites in each that the text begins with, if it does, and where
/// the satellites begin.
fn planes_in_front(text: &str) -> Option<((usize, usize), &str)> {
    let (line, rest) = text.split_once('\n')?;
    let mut words = line.split_whitespace();
    let (planes, each) = (words.next()?.parse().ok()?, words.next()?.parse().ok()?);
    words.next().is_none().then_some(((planes, each), rest))
}
