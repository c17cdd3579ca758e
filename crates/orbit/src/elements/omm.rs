//! Orbit mean-elements messages (CCSDS 502.0-B-3, Sec. 4), in any of their formats.
//!
//! The readers of formats yield keywords with their values and lines; which keywords there must be,
//! and in what units, is decided here once.

use super::error::ElementsError;
use super::{Elements, Identity, MeanElements};
use crate::utc::Utc;

/// One satellite's message: keywords as the standard spells them.
pub(super) struct Message {
    /// Where it begins, counted from 1.
    pub line: usize,
    /// Its fields, in their order.
    pub fields: Vec<Field>,
}

/// One keyword of a message.
pub(super) struct Field {
    /// The keyword.
    pub keyword: String,
    /// Its value as text; empty where the file leaves it out.
    pub value: String,
    /// The unit, where the file states one.
    pub unit: Option<String>,
    /// Where it stands, counted from 1.
    pub line: usize,
}

/// Keywords whose values SGP4 takes for granted, and the values they may have where they are there
/// at all.
const FIXED: &[(&str, &[&str])] = &[
    ("CENTER_NAME", &["EARTH"]),
    ("REF_FRAME", &["TEME", "TEMEOFDATE"]),
    ("TIME_SYSTEM", &["UTC"]),
    ("MEAN_ELEMENT_THEORY", &["SGP4", "SGP/SGP4"]),
    // 4 is SGP4-XP, another theory (Space-Track's documentation of its TLE).
    ("EPHEMERIS_TYPE", &["0", "2"]),
];

/// The satellite of a message.
pub(super) fn elements(message: Message) -> Result<Elements, ElementsError> {
    for (keyword, allowed) in FIXED {
        let field = message.stated(keyword);
        if let Some(field) = field.filter(|f| !allowed.contains(&&*f.value.to_uppercase())) {
            return Err(ElementsError::new(field.line, format!("{keyword} is not that of SGP4"))
                .found(&field.value)
                .expected(allowed[0])
                .help("fetch general-perturbations elements (GP data) of the satellite"));
        }
    }
    let catalogue = message.needed("NORAD_CAT_ID")?;
    let catalogue_number = catalogue.value.parse::<u32>().map_err(|_| {
        ElementsError::new(catalogue.line, "NORAD_CAT_ID is no catalogue number")
            .found(&catalogue.value)
            .expected("a whole number of up to nine digits")
            .help(AGAIN)
    })?;
    let text = |keyword| message.stated(keyword).map_or(String::new(), |f| f.value.clone());
    let identity =
        Identity { name: text("OBJECT_NAME"), catalogue_number, designator: text("OBJECT_ID") };
    let epoch = message.needed("EPOCH")?;
    let instant = epoch.value.parse::<Utc>().map_err(|_| {
        ElementsError::new(epoch.line, "EPOCH is no instant of UTC")
            .found(&epoch.value)
            .expected("an instant like 2026-11-20T00:00:00.000000")
            .help(AGAIN)
    })?;
    let mean = MeanElements {
        inclination_deg: message.number("INCLINATION", "deg")?,
        raan_deg: message.number("RA_OF_ASC_NODE", "deg")?,
        eccentricity: message.number("ECCENTRICITY", "")?,
        argument_of_perigee_deg: message.number("ARG_OF_PERICENTER", "deg")?,
        mean_anomaly_deg: message.number("MEAN_ANOMALY", "deg")?,
        mean_motion_rev_per_day: message.number("MEAN_MOTION", "rev/day")?,
        bstar: message.number("BSTAR", "1/ER")?,
    };
    let elements = Elements::new(identity, instant, mean).map_err(|error| {
        ElementsError::new(message.line, format!("SGP4 cannot start from the {}", error.field))
            .found(error.found)
            .expected(error.expected)
            .help("take the satellite out of the file, or fetch the file again")
    })?;
    Ok(elements.at_line(message.line))
}

/// Advice for a broken message.
const AGAIN: &str = "fetch the file again, it is incomplete or was edited";

impl Message {
    /// The field, if the message has it and it is not empty.
    fn stated(&self, keyword: &str) -> Option<&Field> {
        self.fields.iter().find(|field| field.keyword == keyword && !field.value.is_empty())
    }

    /// The field, which is required.
    fn needed(&self, keyword: &str) -> Result<&Field, ElementsError> {
        self.stated(keyword).ok_or_else(|| {
            let empty = self.fields.iter().find(|field| field.keyword == keyword);
            let line = empty.map_or(self.line, |field| field.line);
            ElementsError::new(line, format!("the message has no {keyword}"))
                .expected("OMM with the mean elements of SGP4")
                .help(AGAIN)
        })
    }

    /// The number, which is required and must be in `unit` if the file states a unit.
    fn number(&self, keyword: &str, unit: &str) -> Result<f64, ElementsError> {
        let field = self.needed(keyword)?;
        if let Some(found) = field.unit.as_ref().filter(|found| !found.eq_ignore_ascii_case(unit)) {
            return Err(ElementsError::new(field.line, format!("{keyword} is in another unit"))
                .found(found)
                .expected(if unit.is_empty() { "no unit" } else { unit })
                .help("convert the value, or fetch GP data"));
        }
        field.value.parse().ok().filter(|number: &f64| number.is_finite()).ok_or_else(|| {
            ElementsError::new(field.line, format!("{keyword} is no number"))
                .found(&field.value)
                .expected(if unit.is_empty() { "a number" } else { unit })
                .help(AGAIN)
        })
    }
}

/// The line of the byte at `offset`, counted from 1.
pub(super) fn line_of(text: &str, offset: usize) -> usize {
    1 + text.as_bytes().iter().take(offset).filter(|&&byte| byte == b'\n').count()
}
