//! A file of published orbits: its satellites, and the instant that time zero is.
//!
//! The file is read and its epochs are checked by the crate `orbit`.

use skyseam_base::Duration;
use skyseam_constellation::config::{Geometry, Propagation, Shell};
use skyseam_constellation::element_file::ElementsKeys;
use skyseam_constellation::isl::Pattern;
use skyseam_constellation::listed;
use skyseam_constellation::shell::MOST_SATELLITES;
use skyseam_orbit::elements::{self, ElementsError, MAX_AGE_DAYS};
use skyseam_orbit::{Elements, Utc};
use skyseam_params::Model;

use crate::document::At;
use crate::error::{Problems, Spot};
use crate::sky_values::FileName;
use crate::tables::ConstellationTable;

/// Satellites of a file, their epochs within what the scenario allows.
pub(super) struct Orbiting {
    pub(super) file: ElementsKeys,
    /// UTC of time zero.
    epoch: Utc,
    elements: Vec<Elements>,
    /// The numbers of planes and of satellites in each that the file begins with, if it does.
    planes: Option<(usize, usize)>,
}

/// The satellites of the element file, where there is one; `None` also when it cannot be used.
pub(super) fn elements(sky: &ConstellationTable, problems: &mut Problems<'_>) -> Option<Orbiting> {
    let table = sky.elements.as_ref()?;
    // The file is looked at whatever else is wrong.
    let given = table.keys.value("file");
    let name = match &table.read {
        Some(own) => own.0.file.clone(),
        None => FileName::of(&given?.value)?.to_owned(),
    };
    let place = given.map_or(&table.place, |given| &given.place);
    let name = &At::new(FileName(name), place.clone());
    let text = problems.text_of(name)?;
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
    let own = &table.read.as_ref()?.0;
    let latest = elements.iter().map(Elements::epoch).max()?;
    let epoch = own.epoch.unwrap_or_else(|| next_minute(latest));
    let usual = || Duration::from_nanos((MAX_AGE_DAYS * 86_400e9) as u64);
    let max_age = own.max_age.unwrap_or_else(usual);
    let days = max_age.as_secs_f64() / 86_400.0;
    if let Err(error) = elements::check_epochs(&elements, epoch, days, path) {
        return refuse(name, text, error, problems);
    }
    if let Err(error) = elements::check_perigees(&elements, path) {
        return refuse(name, text, error, problems);
    }
    check_models(sky, problems);
    let file = ElementsKeys { file: path.clone(), epoch: Some(epoch), max_age: Some(max_age) };
    Some(Orbiting { file, epoch, elements, planes })
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
    let isl = table.isl.as_ref();
    let pattern = isl.and_then(|isl| isl.read.as_ref()?.pattern.as_ref());
    if let (Some(isl), Some(pattern)) = (isl, pattern.filter(|own| own.needs_even_planes())) {
        let catalogue = problems.catalogue().clone();
        let members = catalogue.members::<dyn Pattern>().iter();
        let usual = members.filter_map(|member| member.usual(&catalogue));
        let fitting = usual.filter(|pattern| !pattern.needs_even_planes());
        let known: Vec<String> = fitting.map(|own| format!("\"{}\"", own.name())).collect();
        problems
            .add(&isl.keys.at("pattern"), "this pattern needs evenly spaced planes")
            .found(format!("\"{}\"", pattern.name()))
            .expected(format!("one of {}, or a `file` of links", known.join(", ")));
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

/// The numbers of planes and of satellites in each that the text begins with, if it does, and the
/// satellites: all behind the first line but for its end, so that lines are counted as in the file.
fn planes_in_front(text: &str) -> Option<((usize, usize), &str)> {
    let (line, rest) = text.split_at(text.find('\n')?);
    let mut words = line.split_whitespace();
    let (planes, each) = (words.next()?.parse().ok()?, words.next()?.parse().ok()?);
    words.next().is_none().then_some(((planes, each), rest))
}

impl Orbiting {
    /// The satellites as shells, each linked by `pattern`, and the number that each satellite of
    /// the file has got; see [`listed::shells`].
    pub(super) fn shells(&self, pattern: &Model<dyn Pattern>) -> (Vec<Shell>, Vec<u32>) {
        listed::shells(&self.elements, self.epoch, self.planes, pattern)
    }
}
