//! Reader of element files of any format, and checks across satellites.

use std::collections::BTreeMap;

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
