//! Reading a file of elements of any format, and checks across its satellites.

use std::collections::BTreeMap;

use super::error::ElementsError;
use super::{Elements, csv, json, kvn, omm, tle, xml};
use crate::utc::Utc;

/// How far epochs of elements may lie from time zero by default, days: SGP4 is some kilometres off
/// after a day, and more later (Vallado, 4th ed., Sec. 9.7).
pub const MAX_AGE_DAYS: f64 = 30.0;

/// Reads a file of elements, in the order of the file. `name` is what messages call the file.
///
/// The format is recognised from the text: two-line element sets with or without names, or orbit
/// mean-elements messages (CCSDS 502.0-B) as JSON, CSV, XML or KVN.
///
/// # Errors
/// When the text is not of one of these formats, or a satellite in it is malformed or there twice.
pub fn read(text: &str, name: &str) -> Result<Vec<Elements>, ElementsError> {
    let named = |error: ElementsError| {
        // In a file that is cut short a library may point behind the end.
        let line = error.line.min(text.lines().count().max(1));
        ElementsError { file: name.to_string(), line, ..error }
    };
    let elements = read_any(text.trim_start_matches('\u{feff}')).map_err(named)?;
    if elements.is_empty() {
        return Err(named(
            ElementsError::new(0, "the file holds no satellite")
                .expected("TLE, or OMM as JSON, CSV, XML or KVN")
                .help("check what it was fetched from"),
        ));
    }
    unique(&elements).map_err(named)?;
    Ok(elements)
}

/// Checks that the epochs of elements lie within `limit_days` of time zero; `name` is what messages
/// call the file.
///
/// # Errors
/// When one does not.
pub fn check_epochs(
    elements: &[Elements],
    zero: Utc,
    limit_days: f64,
    name: &str,
) -> Result<(), ElementsError> {
    let age = |of: &Elements| zero.days_since(of.epoch()).abs();
    let Some(worst) = elements.iter().max_by(|a, b| age(a).total_cmp(&age(b))) else {
        return Ok(());
    };
    if age(worst) <= limit_days {
        return Ok(());
    }
    let too_far = elements.iter().filter(|of| age(of) > limit_days).count();
    let message = format!(
        "elements of {} are {:.1} days from time zero, {zero}; {too_far} of {} satellites are \
         too far",
        worst.label(),
        age(worst),
        elements.len(),
    );
    let error = ElementsError::new(worst.line(), message)
        .found(worst.epoch())
        .expected(format!("an epoch within {limit_days} days of time zero"))
        .help(
            "set `epoch` near that of the elements, fetch newer ones or leave those satellites out",
        );
    Err(ElementsError { file: name.to_string(), ..error })
}

/// Checks that no orbit meets the ground; `name` is what messages call the file.
///
/// # Errors
/// When one does.
pub fn check_perigees(elements: &[Elements], name: &str) -> Result<(), ElementsError> {
    let height = Elements::perigee_altitude_km;
    let lowest = elements.iter().min_by(|a, b| height(a).total_cmp(&height(b)));
    let Some(lowest) = lowest.filter(|of| height(of) < 0.0) else { return Ok(()) };
    let message = format!("the perigee of {} is below the ground", lowest.label());
    let error = ElementsError::new(lowest.line(), message)
        .found(format!("{:.0} km", height(lowest)))
        .expected("an altitude above 0 km")
        .help("take the satellite out of the file: it has decayed, or its elements are wrong");
    Err(ElementsError { file: name.to_string(), ..error })
}

/// A format of elements, as recognised from how a text begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Format {
    Json,
    Xml,
    Csv,
    Kvn,
    Tle,
}

impl Format {
    /// The format that the text seems to have; what begins like no other is taken for TLE.
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

/// The satellites, by the format that the text seems to have.
fn read_any(text: &str) -> Result<Vec<Elements>, ElementsError> {
    let messages = match Format::of(text) {
        Format::Json => json::messages(text)?,
        Format::Xml => xml::messages(text)?,
        Format::Csv => csv::messages(text)?,
        Format::Kvn => kvn::messages(text)?,
        Format::Tle => return tle::read(text),
    };
    messages.into_iter().map(omm::elements).collect()
}

/// Checks that no satellite is there twice. Number 0 stands for objects not yet catalogued.
fn unique(elements: &[Elements]) -> Result<(), ElementsError> {
    let mut lines = BTreeMap::new();
    for of in elements.iter().filter(|of| of.identity().catalogue_number != 0) {
        if let Some(first) = lines.insert(of.identity().catalogue_number, of.line()) {
            let message = format!("{} is already there, on line {first}", of.label());
            return Err(ElementsError::new(of.line(), message)
                .expected("each catalogue number once")
                .help("keep the elements with the epoch nearest to time zero"));
        }
    }
    Ok(())
}
