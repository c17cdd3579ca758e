//! A file of published orbits: its satellites, and the instant that time zero is.
//!
//! The file is read and its epochs are checked by the crate `orbit`.

use std::collections::{BTreeMap, BTreeSet};

use skyseam_base::Duration;
use skyseam_constellation::config::{
    Geometry, IslPattern, Listed, Orbiter, Orbits, Plane, Propagation, Shell,
};
use skyseam_constellation::isl::PATTERNS;
use skyseam_constellation::shell::MOST_SATELLITES;
use skyseam_orbit::elements::{self, ElementsError, MAX_AGE_DAYS};
use skyseam_orbit::grouping::{self, Grouping, Slot, group};
use skyseam_orbit::wgs84::EQUATORIAL_RADIUS_KM;
use skyseam_orbit::{Elements, Utc};

use crate::document::At;
use crate::error::{Problems, Spot};
use crate::files::Files;
use crate::names::LinkPattern;
use crate::scenario::ElementsFile;
use crate::sky_values::FileName;
use crate::tables::ConstellationTable;

/// Satellites of a file, their epochs within what the scenario allows.
pub(super) struct Orbiting {
    pub(super) file: ElementsFile,
    elements: Vec<Elements>,
    /// The numbers of planes and of satellites in each that the file begins with, if it does.
    planes: Option<(usize, usize)>,
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
        Err(error) => return refuse(name, text, error, problems),
    };
    if let Some((planes, each)) = planes
        && planes.checked_mul(each) != Some(elements.len())
    {
        let first = text.lines().next().unwrap_or_default();
        problems
            .add_in(&name.place, Spot::line(path, 1, first), "the first line counts otherwise")
            .found(format!("{planes} planes of {each}, and {} satellites", elements.len()))
            .expected("as many satellites as the first line says");
        return None;
    }
    if elements.len() as u64 > MOST_SATELLITES {
        problems
            .add(&name.place, "the file has too many satellites")
            .found(format!("{} satellites", elements.len()))
            .expected(format!("at most {MOST_SATELLITES} satellites"));
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
    let file = ElementsFile { name: path.clone(), epoch, max_age };
    check_models(table, problems);
    Some(Orbiting { file, elements, planes })
}

/// Notes choices that are for evenly spaced circular orbits.
fn check_models(table: &ConstellationTable, problems: &mut Problems<'_>) {
    if let Some(given) = table.propagation.as_ref().filter(|given| given.value == Propagation::J2) {
        problems
            .add(&given.place, "satellites with elements are moved by SGP4")
            .found("\"j2\"")
            .expected("no `propagation` beside `elements`");
    }
    if let Some(given) = table.geometry.as_ref().filter(|given| given.value == Geometry::Ns2) {
        problems
            .add(&given.place, "the geometry \"ns2\" knows circular orbits only")
            .found("\"ns2\"")
            .expected("geometry = \"exact\" beside `elements`");
    }
    let pattern = table.isl.as_ref().and_then(|isl| isl.pattern.as_ref());
    let row = pattern.and_then(|given| match given.value {
        LinkPattern::Rule(rule) => PATTERNS.iter().find(|row| row.value == rule),
        LinkPattern::File => None,
    });
    if let (Some(pattern), Some(row)) = (pattern, row)
        && row.rule.uneven.is_none()
    {
        let known: Vec<String> = PATTERNS
            .iter()
            .filter(|row| row.rule.uneven.is_some())
            .map(|row| format!("\"{}\"", row.name))
            .collect();
        problems
            .add(&pattern.place, "this pattern needs evenly spaced planes")
            .found(format!("\"{}\"", row.name))
            .expected(format!("one of {}, \"file\"", known.join(", ")));
    }
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
    /// The satellites as shells, lowest first, each linked by `pattern`, and the number that each
    /// satellite of the file has got. Those of no shell come last and are linked to nothing.
    ///
    /// A file that begins with its numbers of planes and of satellites in each, as Hypatia's do, is
    /// one shell in its own order.
    pub(super) fn shells(&self, pattern: IslPattern) -> (Vec<Shell>, Vec<u32>) {
        let grouping = match self.planes {
            Some((planes, each)) => self.as_written(planes, each),
            None => group(&self.elements, self.file.epoch),
        };
        let names = names(&self.elements);
        let orbiter = |slot: &Slot| Orbiter {
            name: names[slot.satellite].clone(),
            elements: self.elements[slot.satellite].clone(),
            argument_of_latitude_deg: slot.argument_of_latitude_deg,
        };
        let plane = |plane: &grouping::Plane| Plane {
            raan_deg: plane.raan_deg,
            satellites: plane.slots.iter().map(orbiter).collect(),
        };
        let shell = |(number, shell): (usize, &grouping::Shell)| Shell {
            name: format!("shell{number}"),
            orbits: Orbits::Listed(Listed {
                inclination_deg: shell.inclination_deg,
                planes: shell.planes.iter().map(plane).collect(),
            }),
            pattern,
        };
        let mut shells: Vec<Shell> = (1..).zip(&grouping.shells).map(shell).collect();
        if !grouping.unassigned.is_empty() {
            // Each is a plane of its own: nothing follows it in its orbit.
            let single = |&satellite: &usize| Plane {
                raan_deg: self.elements[satellite].mean().raan_deg.rem_euclid(360.0),
                satellites: vec![orbiter(&Slot { satellite, argument_of_latitude_deg: 0.0 })],
            };
            let planes = grouping.unassigned.iter().map(single).collect();
            shells.push(Shell {
                name: "unassigned".into(),
                orbits: Orbits::Listed(Listed { inclination_deg: 0.0, planes }),
                pattern: IslPattern::None,
            });
        }
        let slots = grouping.shells.iter().flat_map(|shell| &shell.planes);
        let placed = slots.flat_map(|plane| &plane.slots).map(|slot| slot.satellite);
        let mut numbers = vec![0; self.elements.len()];
        for (number, satellite) in (0..).zip(placed.chain(grouping.unassigned)) {
            numbers[satellite] = number;
        }
        (shells, numbers)
    }

    /// Plane after plane as the file has them.
    fn as_written(&self, planes: usize, each: usize) -> Grouping {
        let count = self.elements.len() as f64;
        let slot = |satellite: usize| {
            let mean = self.elements[satellite].mean();
            let argument = mean.argument_of_perigee_deg + mean.mean_anomaly_deg;
            Slot { satellite, argument_of_latitude_deg: argument.rem_euclid(360.0) }
        };
        let plane = |plane: usize| grouping::Plane {
            raan_deg: self.elements[plane * each].mean().raan_deg.rem_euclid(360.0),
            slots: (plane * each..(plane + 1) * each).map(slot).collect(),
        };
        let heights = self.elements.iter().map(Elements::semi_major_axis_km);
        let inclinations = self.elements.iter().map(|of| of.mean().inclination_deg);
        let shell = grouping::Shell {
            altitude_km: heights.sum::<f64>() / count - EQUATORIAL_RADIUS_KM,
            inclination_deg: inclinations.sum::<f64>() / count,
            planes: (0..planes).map(plane).collect(),
        };
        Grouping { shells: vec![shell], unassigned: Vec::new() }
    }
}

/// The numbers of planes and of satellites in each that the text begins with, if it does, and the
/// satellites: all behind the first line but for its end, so that lines are counted as in the file.
fn planes_in_front(text: &str) -> Option<((usize, usize), &str)> {
    let (line, rest) = text.split_at(text.find('\n')?);
    let mut words = line.split_whitespace();
    let (planes, each) = (words.next()?.parse().ok()?, words.next()?.parse().ok()?);
    words.next().is_none().then_some(((planes, each), rest))
}

/// A name for each satellite: its own where that is one and no other has it, else with its number.
fn names(elements: &[Elements]) -> Vec<String> {
    let mut uses: BTreeMap<String, u32> = BTreeMap::new();
    let plain: Vec<String> = elements.iter().map(plain_name).collect();
    for name in &plain {
        *uses.entry(name.clone()).or_default() += 1;
    }
    let mut taken = BTreeSet::new();
    let named = plain.into_iter().zip(elements).enumerate();
    let unique = |(index, (name, of)): (usize, (String, &Elements))| {
        let numbered = format!("{name}-{}", of.identity().catalogue_number);
        let candidates = [name, numbered.clone(), format!("{numbered}-{index}")];
        let first = usize::from(candidates[0].is_empty() || uses[&candidates[0]] > 1);
        let mut free = candidates.into_iter().skip(first);
        let name = free.find(|name| !taken.contains(name)).unwrap_or(format!("{index}"));
        taken.insert(name.clone());
        name
    };
    named.map(unique).collect()
}

/// A satellite's name without what no name in a scenario has.
fn plain_name(of: &Elements) -> String {
    let name: String = of.identity().name.chars().filter(|c| !c.is_control()).collect();
    let name: String = name.replace(['/', '\\', '"', '<', '>', ':', '|', '?', '*'], "-");
    let name = name.trim().trim_start_matches('.');
    name.chars().take(40).collect::<String>().trim().to_string()
}
