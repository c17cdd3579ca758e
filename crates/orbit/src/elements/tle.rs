//! Two-line element sets, with or without a line for the name.
//!
//! Each line is checked here first, so that a message can name the file's line and column; the
//! fields are then read by the `sgp4` crate. Columns: T.S. Kelso, "Two-Line Element Set Format"
//! (CelesTrak), Alpha-5 catalogue numbers among them.

use super::error::ElementsError;
use super::{Elements, Identity, MeanElements};
use crate::utc::Utc;

/// Characters in a line of elements.
const LENGTH: usize = 69;
/// Advice for a broken file.
const AGAIN: &str = "fetch the file again, it is cut short or was edited";

/// The satellites of a file, in its order. Lines that begin with `#` are comments.
pub(super) fn read(text: &str) -> Result<Vec<Elements>, ElementsError> {
    let mut lines = text
        .lines()
        .enumerate()
        .map(|(index, line)| (index + 1, line.trim_end()))
        .filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
    let mut elements = Vec::new();
    while let Some((number, line)) = lines.next() {
        let (name, first) = match starts(line, '1') {
            true => (None, Some((number, line))),
            false if starts(line, '2') => {
                return Err(ElementsError::new(number, "a line 2 without its line 1 before it")
                    .found(line)
                    .expected("a name, or line 1 of a satellite")
                    .help(AGAIN));
            }
            false => (Some((number, line)), lines.next()),
        };
        let first = expected('1', first, number, line)?;
        let second = expected('2', lines.next(), first.0, first.1)?;
        elements.push(satellite(name, first, second)?);
    }
    Ok(elements)
}

/// Whether this looks like line `digit` of an element set: by its first two columns and its length.
fn starts(line: &str, digit: char) -> bool {
    let mut characters = line.chars();
    // A name may begin with a digit, so a line of elements must also be long enough.
    characters.next() == Some(digit) && characters.next() == Some(' ') && line.len() > 24
}

/// The line that must follow, checked as far as possible without its fields.
fn expected<'a>(
    digit: char,
    found: Option<(usize, &'a str)>,
    last_number: usize,
    last: &str,
) -> Result<(usize, &'a str), ElementsError> {
    let wanted = format!("line {digit} of a satellite, `{digit} NNNNN...`, {LENGTH} characters");
    let Some((number, line)) = found else {
        let message = format!("the file ends where line {digit} of a satellite should follow");
        return Err(ElementsError::new(last_number, message)
            .found(last)
            .expected(wanted)
            .help(AGAIN));
    };
    let refused = |message: &str| ElementsError::new(number, message).found(line);
    if let Some(column) = line.chars().position(|c| !c.is_ascii()) {
        let message = format!("a character that is not ASCII in column {}", column + 1);
        return Err(refused(&message).expected(wanted).help("write the file as plain ASCII text"));
    }
    if !line.starts_with(digit) || line.as_bytes().get(1) != Some(&b' ') {
        return Err(refused("not the line that should follow").expected(wanted).help(AGAIN));
    }
    if line.len() != LENGTH {
        let message = format!("the line has {} characters", line.len());
        return Err(refused(&message).expected(wanted).help(AGAIN));
    }
    let (printed, computed) = (&line[LENGTH - 1..], checksum(&line[..LENGTH - 1]));
    if printed != computed.to_string() {
        let message = format!("the checksum in column {LENGTH} is wrong");
        return Err(ElementsError::new(number, message)
            .found(printed)
            .expected(format!("{computed}, computed from the line"))
            .help(AGAIN));
    }
    Ok((number, line))
}

/// Sum of the digits, a minus counting one, modulo 10.
pub(super) fn checksum(line: &str) -> u32 {
    let value = |c: char| if c == '-' { 1 } else { c.to_digit(10).unwrap_or(0) };
    line.chars().map(value).sum::<u32>() % 10
}

/// One satellite from its checked lines.
fn satellite(
    name: Option<(usize, &str)>,
    (number, first): (usize, &str),
    (next, second): (usize, &str),
) -> Result<Elements, ElementsError> {
    if first[2..7] != second[2..7] {
        return Err(ElementsError::new(next, "the catalogue numbers of line 1 and 2 differ")
            .found(&second[2..7])
            .expected(format!("`{}`, as in line {number} of the file", &first[2..7]))
            .help("lines are missing or in another order: fetch the file again"));
    }
    for &(of_second, start, end, field) in FIELDS {
        let (number, line) = if of_second { (next, second) } else { (number, first) };
        let readable = line[start..end].trim().parse::<f64>().is_ok_and(f64::is_finite);
        if !readable {
            let columns = format!("{field} in columns {} to {end} is no number", start + 1);
            return Err(ElementsError::new(number, columns).found(&line[start..end]).help(AGAIN));
        }
    }
    // Fields that SGP4 does not use are blank in some files; the library requires a digit.
    let filled = filled(first, &[(62, 63), (64, 68)]);
    let read = sgp4::Elements::from_tle(
        None,
        filled.as_bytes(),
        self::filled(second, &[(63, 68)]).as_bytes(),
    );
    let read = read
        .map_err(|error| ElementsError::new(number, error.to_string()).found(first).help(AGAIN))?;
    let line = name.map_or(number, |(number, _)| number);
    let epoch = Utc::from_calendar(read.datetime).ok_or_else(|| {
        ElementsError::new(number, "the epoch is no instant of UTC").found(&first[18..32])
    })?;
    let name = name.map_or("", |(_, name)| name.strip_prefix("0 ").unwrap_or(name));
    let identity = Identity {
        name: name.trim().to_string(),
        catalogue_number: u32::try_from(read.norad_id).unwrap_or(u32::MAX),
        designator: read.international_designator.unwrap_or_default(),
    };
    let mean = MeanElements {
        inclination_deg: read.inclination,
        raan_deg: read.right_ascension,
        eccentricity: read.eccentricity,
        argument_of_perigee_deg: read.argument_of_perigee,
        mean_anomaly_deg: read.mean_anomaly,
        mean_motion_rev_per_day: read.mean_motion,
        bstar: read.drag_term,
    };
    let elements = Elements::new(identity, epoch, mean).map_err(|error| {
        ElementsError::new(next, format!("SGP4 cannot start from the {}", error.field))
            .found(error.found)
            .expected(error.expected)
            .help("take the satellite out of the file, or fetch the file again")
    })?;
    Ok(elements.at_line(line))
}

/// Numbers that a message can point at: whether of line 2, first column (from 0), last column,
/// name.
const FIELDS: &[(bool, usize, usize, &str)] = &[
    (false, 18, 20, "the year of the epoch"),
    (false, 20, 32, "the day of the epoch"),
    (false, 33, 43, "the derivative of the mean motion"),
    (true, 8, 16, "the inclination"),
    (true, 17, 25, "the right ascension of the node"),
    (true, 26, 33, "the eccentricity"),
    (true, 34, 42, "the argument of perigee"),
    (true, 43, 51, "the mean anomaly"),
    (true, 52, 63, "the mean motion"),
];

/// The line with zeros in those ranges of columns that are blank.
fn filled(line: &str, ranges: &[(usize, usize)]) -> String {
    let mut filled = line.to_string();
    for &(start, end) in ranges.iter().filter(|&&(start, end)| line[start..end].trim().is_empty()) {
        filled.replace_range(start..end, &"0".repeat(end - start));
    }
    filled
}
