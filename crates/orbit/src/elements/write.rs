//! Writer of two-line element sets.

use std::fmt::Write;

use sgp4::chrono::{Datelike, Timelike};
use skyseam_base::math;

use super::Elements;
use super::read::Format;
use super::tle::checksum;
use crate::utc::Utc;

/// The error for elements that cannot be written as two lines.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{satellite} cannot be written as TLE: {reason}")]
pub struct WriteError {
    /// Name and catalogue number.
    pub satellite: String,
    /// Reason for which they cannot.
    pub reason: String,
}

/// Writes the satellites as element sets of three lines: name, line 1, line 2; without the name if
/// it is empty.
///
/// Catalogue numbers from 100000 to 339999 are written as Alpha-5. Derivatives of the mean motion,
/// which SGP4 does not use, set numbers and revolution numbers are zero.
///
/// # Errors
/// If a name, number, designator or epoch does not fit into the format.
pub fn write_tle(elements: &[Elements]) -> Result<String, WriteError> {
    // Writing to a String cannot fail, so results of `writeln!` are ignored.
    let mut text = String::new();
    for of in elements {
        let refused =
            |reason: &str| WriteError { satellite: of.label(), reason: reason.to_string() };
        let name = &of.identity().name;
        if name.contains(|c: char| !c.is_ascii() || c.is_ascii_control()) {
            return Err(refused("its name is not of printable ASCII characters"));
        }
        if !name.is_empty() {
            // A name that looks like another line, or like the first line of another format, is
            // marked as a name; readers drop the mark.
            let another = ["0 ", "1 ", "2 ", "#"].iter().any(|start| name.starts_with(start))
                || Format::of(name) != Format::Tle;
            let mark = if another { "0 " } else { "" };
            let _ = writeln!(text, "{mark}{name}");
        }
        let number = alpha5(of.identity().catalogue_number)
            .ok_or_else(|| refused("its catalogue number is above 339999"))?;
        let designator = designator(&of.identity().designator)
            .ok_or_else(|| refused("its designator is not like 1998-067A"))?;
        let bstar = exponential(of.mean().bstar).ok_or_else(|| refused("B* is 1 or more"))?;
        let epoch = epoch(of).ok_or_else(|| refused("its epoch is after 2056"))?;
        let first =
            format!("1 {number}U {designator:8} {epoch}  .00000000  00000-0 {bstar} 0    0");
        let mean = of.mean();
        let angle = |degrees: f64| {
            // An angle that rounds to a whole turn is written as zero.
            let rounded = (degrees.rem_euclid(360.0) * 1e4).round() / 1e4;
            format!("{:8.4}", if rounded >= 360.0 { 0.0 } else { rounded })
        };
        let second = format!(
            "2 {number} {:8.4} {} {:07} {} {} {:11.8}    0",
            mean.inclination_deg,
            angle(mean.raan_deg),
            (mean.eccentricity * 1e7).round().min(9_999_999.0) as u32,
            angle(mean.argument_of_perigee_deg),
            angle(mean.mean_anomaly_deg),
            mean.mean_motion_rev_per_day,
        );
        for line in [first, second] {
            let _ = writeln!(text, "{line}{}", checksum(&line));
        }
    }
    Ok(text)
}

/// A catalogue number in five characters: from 100000 on the first is a letter that stands for two
/// digits, without I and O (Space-Track, "Alpha-5").
fn alpha5(number: u32) -> Option<String> {
    const LETTERS: &[u8] = b"ABCDEFGHJKLMNPQRSTUVWXYZ";
    match number {
        0..100_000 => Some(format!("{number:05}")),
        _ => {
            let letter = *LETTERS.get((number / 10_000) as usize - 10)?;
            Some(format!("{}{:04}", char::from(letter), number % 10_000))
        }
    }
}

/// Converts `1998-067A` to `98067A`, empty to empty; `None` for any other form.
fn designator(long: &str) -> Option<String> {
    if long.is_empty() {
        return Some(String::new());
    }
    let (year, piece) = long.split_once('-')?;
    let year = year.parse::<u32>().ok().filter(|year| (1957..2057).contains(year))?;
    let launch_first = piece.len() >= 3 && piece.bytes().take(3).all(|b| b.is_ascii_digit());
    let short = piece.len() <= 6 && piece.bytes().all(|b| b.is_ascii_alphanumeric());
    (launch_first && short).then(|| format!("{:02}{piece}", year % 100))
}

/// The epoch as year and day, to 1e-8 day; `None` if two digits cannot represent the year.
fn epoch(of: &Elements) -> Option<String> {
    const UNIT_NANOS: i64 = 864_000;
    let nanos = of.epoch().unix_nanos().checked_add(UNIT_NANOS / 2)?;
    let date = Utc::from_unix_nanos(nanos).calendar();
    let of_day =
        i64::from(date.num_seconds_from_midnight()) * 1_000_000_000 + i64::from(date.nanosecond());
    let (year, day, units) = (date.year(), date.ordinal(), of_day / UNIT_NANOS);
    (1957..2057).contains(&year).then(|| format!("{:02}{day:03}.{units:08}", year % 100))
}

/// A number below 1 as sign, five digits after an assumed point, and a power of ten.
fn exponential(value: f64) -> Option<String> {
    if value == 0.0 {
        return Some(" 00000+0".to_string());
    }
    let sign = if value < 0.0 { '-' } else { ' ' };
    let mut exponent = math::log10(value.abs()).floor() as i32 + 1;
    let mut digits = (value.abs() / math::powi(10.0, exponent) * 1e5).round() as u32;
    if digits >= 100_000 {
        (digits, exponent) = (10_000, exponent + 1);
    }
    match exponent {
        // Smaller than the format can distinguish from zero.
        ..-9 => Some(" 00000+0".to_string()),
        -9..=0 => Some(format!("{sign}{digits:05}-{}", -exponent)),
        _ => None,
    }
}
