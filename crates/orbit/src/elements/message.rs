//! The data of one satellite in a file of any format, and the rules for all formats.
//!
//! The readers of all formats, including two-line element sets, yield the keywords of orbit
//! mean-elements messages (CCSDS 502.0-B-3, Sec. 4) with their values and lines. The required
//! keywords, their units and their valid values are defined only here.

use std::borrow::Cow;

use super::error::ElementsError;
use super::{Elements, Identity, MeanElements};
use crate::utc::Utc;

/// Known keywords; all others are ignored.
const KEYWORDS: &[&str] = &[
    "CREATION_DATE",
    "ORIGINATOR",
    "OBJECT_NAME",
    "OBJECT_ID",
    "CENTER_NAME",
    "REF_FRAME",
    "TIME_SYSTEM",
    "MEAN_ELEMENT_THEORY",
    "EPOCH",
    "MEAN_MOTION",
    "ECCENTRICITY",
    "INCLINATION",
    "RA_OF_ASC_NODE",
    "ARG_OF_PERICENTER",
    "MEAN_ANOMALY",
    "EPHEMERIS_TYPE",
    "NORAD_CAT_ID",
    "BSTAR",
];

/// The keyword, if it is known.
pub(super) fn known(keyword: &str) -> Option<&'static str> {
    KEYWORDS.iter().find(|known| **known == keyword).copied()
}

/// A satellite of a file: its elements, or the reason for which it has none.
#[derive(Clone, Debug, PartialEq)]
pub struct SatelliteEntry {
    /// Identity as far as it is legible: missing parts are empty or zero.
    pub identity: Identity,
    /// Line of the file where the satellite begins, counted from 1.
    pub line: usize,
    /// Elements, or the first problem.
    pub elements: Result<Elements, ElementsError>,
}

/// One satellite's message: keywords as the standard spells them.
pub(super) struct Message<'t> {
    /// Line where the message begins, counted from 1.
    line: usize,
    /// Fields, each keyword once.
    fields: Vec<Field<'t>>,
    /// First problem that the reader found in the message.
    fault: Option<ElementsError>,
}

/// One keyword of a message.
struct Field<'t> {
    keyword: &'static str,
    /// Value as text; empty if the file omits it.
    value: Cow<'t, str>,
    /// Unit, if the file states one.
    unit: Option<Cow<'t, str>>,
    /// Line, counted from 1.
    line: usize,
}

/// Keywords whose values SGP4 presupposes, and their permitted values if they are present.
const FIXED: &[(&str, &[&str])] = &[
    ("CENTER_NAME", &["EARTH"]),
    ("REF_FRAME", &["TEME", "TEMEOFDATE"]),
    ("TIME_SYSTEM", &["UTC"]),
    ("MEAN_ELEMENT_THEORY", &["SGP4", "SGP/SGP4"]),
    // 4 is SGP4-XP, another theory (Space-Track's documentation of its TLE).
    ("EPHEMERIS_TYPE", &["0", "2"]),
];

/// Largest catalogue number: nine digits (CCSDS 502.0-B-3, Table 4-3).
const LAST_NUMBER: u32 = 999_999_999;

/// Advice for a damaged message.
const DOWNLOAD_HINT: &str = "fetch the file again: it is incomplete or was edited";
/// Advice for an unusable satellite.
const SKIP_HINT: &str = "leave the satellite out by `skip`, or fetch the file again";

impl<'t> Message<'t> {
    /// Creates a message without fields that begins on a line.
    pub(super) fn at(line: usize) -> Self {
        Self { line, fields: Vec::new(), fault: None }
    }

    /// Adds a field. A repeated keyword is a problem of the message.
    pub(super) fn push(
        &mut self,
        keyword: &'static str,
        value: Cow<'t, str>,
        unit: Option<Cow<'t, str>>,
        line: usize,
    ) {
        if self.fields.iter().any(|earlier| earlier.keyword == keyword) {
            self.refuse(
                ElementsError::new(line, format!("{keyword} is there twice"))
                    .found(value)
                    .expected("each keyword once in a message")
                    .help("fetch the file again: it was joined or edited"),
            );
            return;
        }
        self.fields.push(Field { keyword, value, unit, line });
    }

    /// Records a problem; the first one is kept.
    pub(super) fn refuse(&mut self, fault: ElementsError) {
        self.fault.get_or_insert(fault);
    }

    /// Converts the message into the satellite, or the reason for which it cannot be used; in
    /// either case with its identity as far as it is legible.
    pub(super) fn into_entry(mut self) -> SatelliteEntry {
        let text = |keyword| self.field(keyword).map_or("", |field| &field.value).to_string();
        let identity = Identity {
            name: text("OBJECT_NAME"),
            catalogue_number: self.catalogue_number().unwrap_or(0),
            designator: text("OBJECT_ID"),
        };
        let elements = match self.fault.take() {
            Some(fault) => Err(fault),
            None => self.elements(&identity),
        };
        SatelliteEntry { identity, line: self.line, elements }
    }

    /// The satellite's elements.
    fn elements(&self, identity: &Identity) -> Result<Elements, ElementsError> {
        for (keyword, allowed) in FIXED {
            let field = self.field(keyword);
            if let Some(field) = field.filter(|f| !allowed.contains(&&*f.value.to_uppercase())) {
                return Err(ElementsError::new(
                    field.line,
                    format!("{keyword} is not that of SGP4"),
                )
                .found(&field.value)
                .expected(allowed[0])
                .help("fetch general-perturbations elements (GP data) of the satellite"));
            }
        }
        let catalogue = self.required("NORAD_CAT_ID")?;
        if self.catalogue_number().is_none() {
            return Err(ElementsError::new(
                catalogue.line,
                "NORAD_CAT_ID is not a catalogue number",
            )
            .found(&catalogue.value)
            .expected("a whole number of up to nine digits")
            .help(DOWNLOAD_HINT));
        }
        let epoch = self.required("EPOCH")?;
        let instant = epoch.value.parse::<Utc>().map_err(|_| {
            ElementsError::new(epoch.line, "EPOCH is not an instant of UTC")
                .found(&epoch.value)
                .expected("an instant like 2026-11-20T00:00:00.000000")
                .help(DOWNLOAD_HINT)
        })?;
        let mean = MeanElements {
            inclination_deg: self.number("INCLINATION", "deg")?,
            raan_deg: self.number("RA_OF_ASC_NODE", "deg")?,
            eccentricity: self.number("ECCENTRICITY", "")?,
            argument_of_perigee_deg: self.number("ARG_OF_PERICENTER", "deg")?,
            mean_anomaly_deg: self.number("MEAN_ANOMALY", "deg")?,
            mean_motion_rev_per_day: self.number("MEAN_MOTION", "rev/day")?,
            bstar: self.number("BSTAR", "1/ER")?,
        };
        let elements = Elements::new(identity.clone(), instant, mean).map_err(|error| {
            let line = self.field(error.keyword).map_or(self.line, |field| field.line);
            ElementsError::new(line, format!("SGP4 cannot start from the {}", error.field))
                .found(error.found)
                .expected(error.expected)
                .help(SKIP_HINT)
        })?;
        Ok(elements.at_line(self.line))
    }

    /// The catalogue number, if there is one.
    fn catalogue_number(&self) -> Option<u32> {
        let digits = &self.field("NORAD_CAT_ID")?.value;
        let number = digits.parse().ok().filter(|number| *number <= LAST_NUMBER)?;
        digits.bytes().all(|byte| byte.is_ascii_digit()).then_some(number)
    }

    /// The field, if it is present and not empty.
    fn field(&self, keyword: &str) -> Option<&Field<'t>> {
        self.fields.iter().find(|field| field.keyword == keyword && !field.value.is_empty())
    }

    /// The required field.
    fn required(&self, keyword: &str) -> Result<&Field<'t>, ElementsError> {
        self.field(keyword).ok_or_else(|| {
            let empty = self.fields.iter().find(|field| field.keyword == keyword);
            let line = empty.map_or(self.line, |field| field.line);
            ElementsError::new(line, format!("the message has no {keyword}"))
                .expected("OMM with the mean elements of SGP4")
                .help(DOWNLOAD_HINT)
        })
    }

    /// The required number, which must be in `unit` if the file states a unit.
    fn number(&self, keyword: &str, unit: &str) -> Result<f64, ElementsError> {
        let field = self.required(keyword)?;
        if let Some(found) = field.unit.as_ref().filter(|found| !found.eq_ignore_ascii_case(unit)) {
            return Err(ElementsError::new(field.line, format!("{keyword} is in another unit"))
                .found(found)
                .expected(if unit.is_empty() { "no unit" } else { unit })
                .help("convert the value, or fetch GP data"));
        }
        field.value.parse().ok().filter(|number: &f64| number.is_finite()).ok_or_else(|| {
            ElementsError::new(field.line, format!("{keyword} is not a number"))
                .found(&field.value)
                .expected(if unit.is_empty() { "a number" } else { unit })
                .help(DOWNLOAD_HINT)
        })
    }
}

/// Line numbers of a text by byte offset.
#[derive(Default)]
pub(super) struct Lines {
    /// Offsets of line ends.
    ends: Vec<usize>,
}

impl Lines {
    /// Indexes the lines of a text, which end with LF or CRLF.
    pub(super) fn of(text: &str) -> Self {
        let ends = text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n').map(|(at, _)| at);
        Self { ends: ends.collect() }
    }

    /// The line of a byte, counted from 1.
    pub(super) fn at(&self, offset: usize) -> usize {
        1 + self.ends.partition_point(|&end| end < offset)
    }
}
