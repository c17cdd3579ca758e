//! Reader of element files of any format, and checks across satellites.

use std::collections::{BTreeMap, BTreeSet};

use super::entries::Entries;
use super::error::ElementsError;
use super::message::SatelliteEntry;
use super::{Elements, csv, json, kvn, tle, xml};
use crate::utc::Utc;

/// Default maximum age of elements at time zero, days: the error of SGP4 is some kilometres after a
/// day, and grows (Vallado, 4th ed., Sec. 9.7).
pub const MAX_AGE_DAYS: f64 = 30.0;

/// Reads a file of elements, in the order of the file. `name` is the file's name in messages.
///
/// The format is recognised from the text: two-line element sets with or without names, or orbit
/// mean-elements messages (CCSDS 502.0-B) as JSON, CSV, XML or KVN.
///
/// # Errors
/// If the text is in none of these formats, or a satellite in it is malformed or repeated.
pub fn read(text: &str, name: &str) -> Result<Vec<Elements>, ElementsError> {
    let elements = entries(text, name)?.into_iter().map(|entry| entry.elements);
    let elements: Vec<Elements> = elements.collect::<Result<_, _>>()?;
    twice(&elements, name).into_iter().next().map_or(Ok(elements), Err)
}

/// Reads the satellites of a file like [`read`], each malformed one with its problem. Does not
/// check for repeated satellites; [`twice`] does.
///
/// # Errors
/// If the text is in none of the formats, has no satellite, or has more than a thousand that are
/// malformed.
pub fn entries(text: &str, name: &str) -> Result<Vec<SatelliteEntry>, ElementsError> {
    let text = text.trim_start_matches('\u{feff}');
    let last = text.lines().count().max(1);
    let named = |error: ElementsError| {
        // In a file that is cut short a library may point behind the end.
        ElementsError { file: name.to_string(), line: error.line.min(last), ..error }
    };
    let mut entries = Entries::new(name);
    let read = match Format::of(text) {
        Format::Json => json::read,
        Format::Xml => xml::read,
        Format::Csv => csv::read,
        Format::Kvn => kvn::read,
        Format::Tle => tle::read,
    };
    read(text, &mut entries).map_err(named)?;
    if entries.is_empty() {
        return Err(named(
            ElementsError::new(0, "the file holds no satellite")
                .expected("TLE, or OMM as JSON, CSV, XML or KVN")
                .help("check what it was fetched from"),
        ));
    }
    Ok(entries.into_list())
}

/// The repeated satellites; `name` is the file's name in messages. Number 0 stands for objects not
/// yet catalogued, which may repeat.
pub fn twice(elements: &[Elements], name: &str) -> Vec<ElementsError> {
    let mut lines = BTreeMap::new();
    let mut faults = Vec::new();
    for of in elements.iter().filter(|of| of.identity().catalogue_number != 0) {
        let number = of.identity().catalogue_number;
        let Some(first) = lines.get(&number) else {
            lines.insert(number, of.line());
            continue;
        };
        let message = format!("{} is already there, on line {first}", of.label());
        let fault = ElementsError::new(of.line(), message)
            .expected("each catalogue number once")
            .help("keep the elements with the epoch nearest to time zero");
        faults.push(ElementsError { file: name.to_string(), ..fault });
    }
    faults
}

/// Numbers of objects that are left out, above zero, each with its reason.
pub type LeftOut = Vec<(usize, String)>;

/// Satellites of a file that can be simulated, and how many others there are by reason.
#[derive(Debug, PartialEq)]
pub struct Usable {
    /// The satellites, in the order of the file.
    pub elements: Vec<Elements>,
    /// The others.
    pub left_out: LeftOut,
}

/// Leaves out satellites of a catalogue that cannot be simulated from the instant `zero` on: sets
/// of elements that another one of the satellite replaces, those with an epoch more than
/// `limit_days` from time zero, and satellites that have decayed. `name` is the file's name in
/// messages.
///
/// # Errors
/// If a number stands for two satellites, if most epochs are too far from time zero, or if all
/// satellites have decayed.
pub fn usable(
    elements: Vec<Elements>,
    zero: Utc,
    limit_days: f64,
    name: &str,
) -> Result<Usable, Vec<ElementsError>> {
    let age = |of: &Elements| zero.days_since(of.epoch()).abs();
    let mut usable = Usable { elements, left_out: Vec::new() };
    let mut nearest: BTreeMap<(u32, String), (f64, usize)> = BTreeMap::new();
    for (at, of) in usable.elements.iter().enumerate() {
        let key = (of.identity().catalogue_number, of.identity().name.clone());
        let best = nearest.entry(key).or_insert((age(of), at));
        if age(of) < best.0 {
            *best = (age(of), at);
        }
    }
    let kept: BTreeSet<usize> = nearest.values().map(|(_, at)| *at).collect();
    let mut at = 0..;
    usable.retain("of a satellite that has elements nearer to time zero", |of| {
        let is_kept = at.next().is_some_and(|at| kept.contains(&at));
        is_kept || of.identity().catalogue_number == 0
    });
    let mut faults = twice(&usable.elements, name);
    let too_far = check_epochs(&usable.elements, zero, limit_days, name);
    let stale = usable.elements.iter().filter(|of| age(of) > limit_days).count();
    if 2 * stale > usable.elements.len() {
        faults.extend(too_far);
    } else {
        let reason = format!("with elements more than {limit_days} days from time zero");
        usable.retain(&reason, |of| age(of) <= limit_days);
    }
    let sunk = check_perigees(&usable.elements, name);
    if sunk.len() == usable.elements.len() {
        faults.extend(sunk);
    } else {
        let is_up = |of: &Elements| of.perigee_altitude_km() >= 0.0 && of.propagate(zero).is_ok();
        usable.retain("that have decayed", is_up);
    }
    if faults.is_empty() { Ok(usable) } else { Err(faults) }
}

impl Usable {
    /// Leaves out the satellites that are not `kept`, and counts them.
    fn retain(&mut self, reason: &str, kept: impl FnMut(&Elements) -> bool) {
        let before = self.elements.len();
        self.elements.retain(kept);
        let count = before - self.elements.len();
        if count > 0 {
            self.left_out.push((count, reason.to_string()));
        }
    }
}

/// The satellites whose epochs do not lie within `limit_days` of time zero, or one error for all of
/// them if they are most of the file; `name` is the file's name in messages.
pub fn check_epochs(
    elements: &[Elements],
    zero: Utc,
    limit_days: f64,
    name: &str,
) -> Vec<ElementsError> {
    let age = |of: &Elements| zero.days_since(of.epoch()).abs();
    let mut too_far: Vec<&Elements> = elements.iter().filter(|of| age(of) > limit_days).collect();
    let count = too_far.len();
    let mut others = String::new();
    if 2 * count > elements.len() {
        too_far.sort_by(|a, b| age(b).total_cmp(&age(a)));
        too_far.truncate(1);
        others = format!("; {count} of {} satellites are too far away", elements.len());
    }
    let error = |of: &Elements| {
        let (label, days) = (of.label(), age(of));
        let message =
            format!("elements of {label} are {days:.1} days from time zero, {zero}{others}");
        let error = ElementsError::new(of.line(), message)
            .found(of.epoch())
            .expected(format!("an epoch within {limit_days} days of time zero"))
            .help(
                "set `epoch` near that of the elements, fetch newer ones, or leave out those \
                 satellites by `skip`",
            );
        ElementsError { file: name.to_string(), ..error }
    };
    too_far.into_iter().map(error).collect()
}

/// The satellites whose perigee is below the ground; `name` is the file's name in messages.
pub fn check_perigees(elements: &[Elements], name: &str) -> Vec<ElementsError> {
    let error = |of: &Elements| {
        let message = format!("the perigee of {} is below the ground", of.label());
        let error = ElementsError::new(of.line(), message)
            .found(format!("{:.0} km", of.perigee_altitude_km()))
            .expected("an altitude above 0 km")
            .help("leave the satellite out by `skip`: it has decayed, or its elements are wrong");
        ElementsError { file: name.to_string(), ..error }
    };
    elements.iter().filter(|of| of.perigee_altitude_km() < 0.0).map(error).collect()
}

/// A format of elements, recognised from the start of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Format {
    Json,
    Xml,
    Csv,
    Kvn,
    Tle,
}

impl Format {
    /// The probable format of the text; TLE if the text begins like no other.
    pub(super) fn of(text: &str) -> Self {
        let start = text.trim_start();
        let first_line = start.lines().next().unwrap_or("");
        match start.chars().next() {
            Some('{' | '[') => Self::Json,
            Some('<') => Self::Xml,
            _ if csv::begins(first_line) => Self::Csv,
            _ if kvn::begins(first_line) => Self::Kvn,
            _ => Self::Tle,
        }
    }
}
