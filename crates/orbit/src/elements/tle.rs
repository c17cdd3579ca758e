//! Two-line element sets, with or without a line for the name.
//!
//! Owns the pairing of lines, their checksums and the meaning of their columns; the fields become
//! those of a message, to which the rules of all formats apply. Columns: T.S. Kelso, "Two-Line
//! Element Set Format" (CelesTrak), with Alpha-5 catalogue numbers.

use std::borrow::Cow;

use super::entries::Entries;
use super::error::ElementsError;
use super::message::Message;

/// Number of characters in a line of elements.
const LENGTH: usize = 69;
/// Advice for a damaged file.
const DOWNLOAD_HINT: &str = "fetch the file again: it is truncated or was edited";

/// A line and its number, counted from 1.
type Line<'t> = (usize, &'t str);

/// Reads the satellites of a file, in its order. Lines that begin with `#` are comments.
pub(super) fn read(text: &str, entries: &mut Entries<'_>) -> Result<(), ElementsError> {
    let mut lines = (1..)
        .zip(text.lines().map(str::trim_end))
        .filter(|(_, line)| !line.is_empty() && !line.starts_with('#'))
        .peekable();
    while let Some((number, line)) = lines.next() {
        let mut message = Message::at(number);
        let (mut first, mut last) = (Some((number, line)), (number, line));
        if starts(line, '2') {
            message.refuse(
                ElementsError::new(number, "a line 2 without its line 1 before it")
                    .found(line)
                    .expected("a name, or line 1 of a satellite")
                    .help(DOWNLOAD_HINT),
            );
            entries.add(message)?;
            continue;
        }
        if !starts(line, '1') {
            let name = line.strip_prefix("0 ").unwrap_or(line).trim();
            message.push("OBJECT_NAME", name.into(), None, number);
            first = follow('1', lines.peek().copied(), last, &mut message);
            if first.is_some() {
                lines.next();
            }
            last = first.unwrap_or(last);
        }
        // Where line 1 is missing, a line 2 that stands there is this satellite's.
        let second = match first {
            None => lines.peek().copied().filter(|(_, line)| starts(line, '2')),
            Some(_) => follow('2', lines.peek().copied(), last, &mut message),
        };
        if second.is_some() {
            lines.next();
        }
        if let (Some(first), Some(second)) = (first, second) {
            let checked = check('1', first, &mut message) && check('2', second, &mut message);
            add_fields(first, second, checked, &mut message);
        }
        entries.add(message)?;
    }
    Ok(())
}

/// Whether this resembles line `digit` of an element set, by its first two columns and its length.
fn starts(line: &str, digit: char) -> bool {
    let mut characters = line.chars();
    // A name may begin with a digit, so a line of elements must also be long enough.
    characters.next() == Some(digit) && characters.next() == Some(' ') && line.len() > 24
}

/// Description of line `digit` of a satellite, for messages.
fn wanted(digit: char) -> String {
    format!("line {digit} of a satellite, `{digit} NNNNN...`, {LENGTH} characters")
}

/// The line `found`, if it is line `digit` of a satellite; otherwise records a problem.
fn follow<'t>(
    digit: char,
    found: Option<Line<'t>>,
    last: Line<'_>,
    message: &mut Message<'_>,
) -> Option<Line<'t>> {
    let fault = match found {
        None => {
            let what = format!("the file ends where line {digit} of a satellite should follow");
            ElementsError::new(last.0, what).found(last.1)
        }
        Some((_, line)) if line.starts_with(digit) && line[1..].starts_with(' ') => return found,
        Some((number, line)) => {
            ElementsError::new(number, "not the line that should follow").found(line)
        }
    };
    message.refuse(fault.expected(wanted(digit)).help(DOWNLOAD_HINT));
    None
}

/// Checks line `digit` apart from its fields.
fn check(digit: char, (number, line): Line<'_>, message: &mut Message<'_>) -> bool {
    let fault = |what: &str| ElementsError::new(number, what).found(line).expected(wanted(digit));
    if let Some(column) = line.chars().position(|c| !c.is_ascii()) {
        let what = format!("a character that is not ASCII in column {}", column + 1);
        message.refuse(fault(&what).help("write the file as plain ASCII text"));
        return false;
    }
    if line.len() != LENGTH {
        message
            .refuse(fault(&format!("the line has {} characters", line.len())).help(DOWNLOAD_HINT));
        return false;
    }
    let (printed, computed) = (&line[LENGTH - 1..], checksum(&line[..LENGTH - 1]));
    if printed != computed.to_string() {
        let what = format!("the checksum in column {LENGTH} is wrong");
        message.refuse(
            ElementsError::new(number, what)
                .found(printed)
                .expected(format!("{computed}, computed from the line"))
                .help(DOWNLOAD_HINT),
        );
    }
    true
}

/// Sum of the digits, a minus counting one, modulo 10.
pub(super) fn checksum(line: &str) -> u32 {
    let value = |c: char| if c == '-' { 1 } else { c.to_digit(10).unwrap_or(0) };
    line.chars().map(value).sum::<u32>() % 10
}

/// Adds the fields of a satellite to its message: all if both lines are `whole`, otherwise only its
/// number.
fn add_fields<'t>(
    (number, first): Line<'t>,
    (next, second): Line<'t>,
    whole: bool,
    message: &mut Message<'t>,
) {
    let catalogue = first.get(2..7).unwrap_or("");
    let decoded = alpha5(catalogue.trim()).unwrap_or_else(|| catalogue.to_string());
    message.push("NORAD_CAT_ID", decoded.into(), None, number);
    if !whole {
        return;
    }
    if catalogue != &second[2..7] {
        message.refuse(
            ElementsError::new(next, "the catalogue numbers of line 1 and 2 differ")
                .found(&second[2..7])
                .expected(format!("`{catalogue}`, as in line {number} of the file"))
                .help("lines are missing or in another order: fetch the file again"),
        );
    }
    for (line, text, columns) in [(number, first, GAPS_1), (next, second, GAPS_2)] {
        let filled = |column: &&usize| text.as_bytes()[**column - 1] != b' ';
        if let Some(column) = columns.iter().find(filled) {
            message.refuse(
                ElementsError::new(line, format!("column {column} is not blank"))
                    .found(text)
                    .expected("fields in the columns of an element set")
                    .help(DOWNLOAD_HINT),
            );
        }
    }
    for &(of_second, start, end, field, form, keyword) in FIELDS {
        let (line, text) = if of_second { (next, second) } else { (number, first) };
        let field_text = &text[start..end];
        match form.value(field_text) {
            Some(value) => {
                if let Some(keyword) = keyword {
                    message.push(keyword, value, None, line);
                }
            }
            None => {
                let what = format!("{field} in columns {} to {end} is not a number", start + 1);
                message
                    .refuse(ElementsError::new(line, what).found(field_text).help(DOWNLOAD_HINT));
            }
        }
    }
    message.push("OBJECT_ID", designator(first[9..17].trim()), None, number);
    message.push("EPHEMERIS_TYPE", first[62..63].trim().into(), None, number);
}

/// Columns, counted from 1, that are blank between the fields of line 1.
const GAPS_1: &[usize] = &[2, 9, 18, 33, 44, 53, 62, 64];
/// Columns, counted from 1, that are blank between the fields of line 2.
const GAPS_2: &[usize] = &[2, 8, 17, 26, 34, 43, 52];

/// Notation of a number.
#[derive(Clone, Copy)]
enum Form {
    /// With its decimal point.
    Plain,
    /// Decimals after an assumed point; blanks are zeros.
    Decimals,
    /// Notation of [`exponential`]; may be blank if `optional`.
    Exponential { optional: bool },
    /// Year and day of the year.
    Epoch,
}

/// Description of a field: whether it is on line 2, first column (from 0), last column, name,
/// notation, and keyword of a message if SGP4 uses it.
type FieldOf = (bool, usize, usize, &'static str, Form, Option<&'static str>);

const FIELDS: &[FieldOf] = &[
    (false, 18, 32, "the epoch", Form::Epoch, Some("EPOCH")),
    (false, 33, 43, "the derivative of the mean motion", Form::Plain, None),
    (
        false,
        44,
        52,
        "the second derivative of the mean motion",
        Form::Exponential { optional: true },
        None,
    ),
    (false, 53, 61, "the drag term B*", Form::Exponential { optional: false }, Some("BSTAR")),
    (true, 8, 16, "the inclination", Form::Plain, Some("INCLINATION")),
    (true, 17, 25, "the right ascension of the node", Form::Plain, Some("RA_OF_ASC_NODE")),
    (true, 26, 33, "the eccentricity", Form::Decimals, Some("ECCENTRICITY")),
    (true, 34, 42, "the argument of perigee", Form::Plain, Some("ARG_OF_PERICENTER")),
    (true, 43, 51, "the mean anomaly", Form::Plain, Some("MEAN_ANOMALY")),
    (true, 52, 63, "the mean motion", Form::Plain, Some("MEAN_MOTION")),
];

impl Form {
    /// The field in the notation of a message; `None` if it is not in this notation.
    fn value(self, field: &str) -> Option<Cow<'_, str>> {
        match self {
            Self::Plain => {
                let number = field.trim();
                number.parse::<f64>().is_ok_and(f64::is_finite).then(|| number.into())
            }
            Self::Decimals => {
                let digits = field.replace(' ', "0");
                digits.bytes().all(|b| b.is_ascii_digit()).then(|| format!("0.{digits}").into())
            }
            Self::Exponential { optional } => match field.trim() {
                "" if optional => Some("0".into()),
                _ => exponential(field).map(Cow::from),
            },
            Self::Epoch => epoch(field).map(Cow::from),
        }
    }
}

/// Converts a number of eight columns: sign, five digits after an assumed point, and a signed power
/// of ten. Either sign may be blank: AMSAT writes zero as ` 00000 0`.
fn exponential(field: &str) -> Option<String> {
    let (mantissa, exponent) = field.split_at_checked(6)?;
    let mantissa = mantissa.trim_start();
    let digits = mantissa.trim_start_matches(['+', '-']);
    let sign = &mantissa[..mantissa.len() - digits.len()];
    let power = exponent.trim_start().trim_start_matches(['+', '-']);
    let below = if exponent.starts_with('-') { "-" } else { "" };
    let whole = |digits: &str| !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
    (sign.len() <= 1 && whole(digits) && whole(power))
        .then(|| format!("{sign}0.{digits}e{below}{power}"))
}

/// Converts year and day `26324.50000000` to an instant of UTC with the day of the year. Two-digit
/// years from 57 are in the 20th century.
fn epoch(field: &str) -> Option<String> {
    let (year, day) = field.split_at_checked(2)?;
    let year: u32 = year.trim().parse().ok()?;
    let (day, decimals) = day.trim().split_once('.').unwrap_or((day.trim(), ""));
    let day: u32 = day.parse().ok()?;
    // At most ten columns are left for decimals, so all of this fits.
    let digits = decimals.len() as u32;
    let part: u64 = if digits == 0 { 0 } else { decimals.parse().ok()? };
    let nanos = u128::from(part) * 86_400_000_000_000 / 10_u128.pow(digits);
    let (seconds, nanos) = (nanos / 1_000_000_000, nanos % 1_000_000_000);
    let (hour, minute, second) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    let century = if year < 57 { 2000 } else { 1900 };
    Some(format!("{}-{day:03}T{hour:02}:{minute:02}:{second:02}.{nanos:09}", century + year))
}

/// Converts a catalogue number of five columns to digits: from 100000 on the first column is a
/// letter that stands for two digits, without I and O (Space-Track, "Alpha-5").
fn alpha5(columns: &str) -> Option<String> {
    const LETTERS: &[u8] = b"ABCDEFGHJKLMNPQRSTUVWXYZ";
    let first = *columns.as_bytes().first()?;
    if columns.len() != 5 || !first.is_ascii_uppercase() {
        return None;
    }
    let tens = 10 + LETTERS.iter().position(|letter| *letter == first)?;
    Some(format!("{tens}{}", &columns[1..]))
}

/// Converts `98067A` to `1998-067A`; leaves anything else unchanged.
fn designator(short: &str) -> Cow<'_, str> {
    let years = short.get(..2).and_then(|years| years.parse::<u32>().ok());
    match years {
        Some(year) => {
            let century = if year < 57 { 2000 } else { 1900 };
            format!("{}-{}", century + year, &short[2..]).into()
        }
        None => short.into(),
    }
}
