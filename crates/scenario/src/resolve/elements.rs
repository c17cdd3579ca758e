//! A file of published orbits: its satellites, and the instant that time zero is.
//!
//! The file is read and its epochs are checked by the crate `orbit`.

use skyseam_base::Duration;
use skyseam_constellation::config::{IslPattern, Shell};
use skyseam_orbit::elements::{self, ElementsError, MAX_AGE_DAYS};
use skyseam_orbit::{Elements, Utc};

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
    let elements = match elements::read(text, path) {
        Ok(elements) => elements,
        Err(error) => return refuse(name, text, error, problems),
    };
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
    let file = ElementsFile { name: path.clone(), epoch, max_age };
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
    /// The satellites as shells. No shell can be made of them before the configuration of a
    /// constellation knows orbits by elements, so that they are refused here.
    pub(super) fn shells(
        &self,
        _pattern: IslPattern,
        problems: &mut Problems<'_>,
    ) -> Option<Vec<Shell>> {
        problems
            .add(&self.place, "orbits from element files cannot be simulated")
            .found(format!("{} satellites", self.elements.len()))
            .expected("a preset or shells");
        None
    }
}
