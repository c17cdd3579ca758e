//! A file of published orbits: its keys, its satellites, and the instant of time zero. The crate
//! `orbit` reads such files; [`crate::description::listed`] groups their satellites into shells.

use serde_json::{Value as Json, json};
use skyseam_base::Duration;
use skyseam_orbit::elements::{self, ElementsError, MAX_AGE_DAYS};
use skyseam_orbit::{Elements, Utc};
use skyseam_params::error::short;
use skyseam_params::file_values::Faults;
use skyseam_params::parameters::holds;
use skyseam_params::shape::{List, Tried, last_key};
use skyseam_params::text_values::FileName;
use skyseam_params::units;
use skyseam_params::values::{Count, LONGEST, quantity};
use skyseam_params::{Definitions, Model, Parameter, Problems, Shape, Spanned, Value, parameters};

use crate::description::element_selection::{LAST_NUMBER, NameOrNumber, NamePattern, select};
use crate::description::listed;
use crate::description::parts::Shell;
use crate::description::shell::MAX_SATELLITES;
use crate::isl::Pattern;

quantity! {
    /// Maximum age of elements.
    Age(Duration) in units::TIME,
    accepts |age| age >= Duration::from_secs(1) && age <= LONGEST,
    expected "an age from 1 s to 366 days", such as "30 days"
}

parameters! {
    /// A file of published orbits beside the scenario: two-line elements (TLE), or orbit
    /// mean-elements messages (OMM) as JSON, CSV, XML or KVN. Its name stands for a table with
    /// `file`.
    pub struct ElementsKeys {
        /// The name of the file.
        file: FileName,
        /// UTC of time zero. Default: the latest epoch in the file, rounded up to a whole minute.
        epoch: Option<WallTime>,
        /// Satellites whose elements are further from time zero than this are left out and counted;
        /// if most are, the file is rejected. Default: 30 days.
        max_age: Option<Age>,
        /// Only satellites with these names, as the file spells them, and those of `numbers`; `*`
        /// stands for any characters. Default: all.
        names: Option<List<NamePattern>>,
        /// Only satellites with these numbers in the catalogue, and those of `names`. Default: all.
        numbers: Option<List<Count<0, LAST_NUMBER>>>,
        /// Satellites to leave out, by name (`*` stands for any characters) or number; errors in
        /// their elements are ignored.
        skip: Option<List<NameOrNumber>>,
    }
}

impl ElementsKeys {
    /// Selects all satellites of a file.
    fn of(file: String) -> Self {
        Self { file, epoch: None, max_age: None, names: None, numbers: None, skip: None }
    }
}

/// The name of a file of orbits, or a table with it.
#[derive(Clone, Debug, PartialEq)]
pub struct ElementFile(pub ElementsKeys);

impl Shape for ElementFile {
    fn read(value: &Spanned<Value>, problems: &mut Problems<'_>) -> Option<Self> {
        if let Value::Table(_) = &value.value {
            return ElementsKeys::read(value, problems).map(Self);
        }
        let file = FileName::read(value, problems)?.own();
        Some(Self(ElementsKeys::of(file)))
    }

    fn schema(definitions: &mut Definitions) -> Json {
        json!({ "oneOf": [FileName::schema(definitions), ElementsKeys::schema(definitions)] })
    }
}

/// An instant of wall time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct WallTime(pub Utc);

impl WallTime {
    const EXPECTED: &'static str =
        "an instant of UTC in ISO 8601, such as \"2026-11-20T00:00:00Z\"";
}

impl Shape for WallTime {
    fn read(value: &Spanned<Value>, problems: &mut Problems<'_>) -> Option<Self> {
        let key = last_key(&value.place.path);
        match &value.value {
            // Without the Z, the time could be meant as local time.
            Value::Text(text) => match text.parse::<Utc>() {
                Ok(utc) if text.ends_with('Z') => return Some(Self(utc)),
                Ok(_) => problems
                    .add(&value.place, format!("`{key}` does not say that it is UTC"))
                    .found(format!("\"{}\"", short(text)))
                    .expected(Self::EXPECTED)
                    .help(format!("add the Z: \"{}Z\"", short(text))),
                Err(_) => problems
                    .add(&value.place, format!("`{key}` is not an instant of UTC"))
                    .found(format!("\"{}\"", short(text)))
                    .expected(Self::EXPECTED),
            },
            Value::Date(date) => problems
                .refuse(value, "must be a string")
                .expected(Self::EXPECTED)
                .help(format!("write it inside quotes: \"{date}\"")),
            _ => problems
                .refuse(value, "must be an instant of UTC, as a string")
                .expected(Self::EXPECTED),
        };
        None
    }

    fn schema(_: &mut Definitions) -> Json {
        json!({
            "type": "string",
            "pattern": "^[0-9]{4}-[0-9]{2,3}(-[0-9]{2})?T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]+)?Z$",
            "description": format!("Expected: {}.", Self::EXPECTED),
            "examples": ["2026-11-20T00:00:00Z"],
        })
    }
}

holds!(WallTime => Utc, |own| own.to_string());

/// Satellites of a file whose epochs are within the permitted age.
#[derive(Debug)]
pub struct Orbiting {
    /// Keys of the file with epoch and age filled in.
    pub file: ElementsKeys,
    /// UTC of time zero.
    epoch: Utc,
    elements: Vec<Elements>,
    /// Numbers of planes and of satellites per plane on the first line of the file, if any.
    planes: Option<(usize, usize)>,
}

/// Reads the satellites of an element file. Returns `None`, with a problem reported, if it cannot
/// be used.
pub fn read(table: &Spanned<Tried<ElementFile>>, problems: &mut Problems<'_>) -> Option<Orbiting> {
    // The file is read even if other keys are invalid.
    let given = table.keys.value("file");
    let name = match &table.read {
        Some(own) => own.0.file.clone(),
        None => FileName::of(&given?.value)?.to_owned(),
    };
    let place = given.map_or(&table.place, |given| &given.place);
    let name = &Spanned::new(FileName(name), place.clone());
    let text = problems.text_of(name)?;
    let path = &name.value.0;
    let (planes, satellites) = match planes_in_front(text) {
        Some((planes, rest)) => (Some(planes), rest),
        None => (None, text),
    };
    let entries = match elements::entries(satellites, path) {
        Ok(entries) => entries,
        Err(error) => return refuse(name, text, [error], problems),
    };
    let count = entries.len();
    if let Some((planes, each)) = planes
        && planes.checked_mul(each) != Some(count)
    {
        let first = text.lines().next().unwrap_or_default();
        problems
            .add_in(name, (1, first), "the first line counts otherwise")
            .found(format!("{planes} planes of {each}, and {count} satellites"))
            .expected("as many satellites as the first line says");
        return None;
    }
    let own = match &table.read {
        Some(own) => &own.0,
        None => &ElementsKeys::of(path.clone()),
    };
    let (entries, mut left_out) = select(entries, own, &table.keys, problems)?;
    if entries.len() as u64 > MAX_SATELLITES {
        problems
            .add(&name.place, "the file has too many satellites")
            .found(format!("{} satellites", entries.len()))
            .expected(format!("at most {MAX_SATELLITES} satellites"))
            .help("select some by `names` or `numbers`");
        return None;
    }
    let (mut elements, mut faults) = (Vec::new(), Vec::new());
    for entry in entries {
        match entry.elements {
            Ok(of) => elements.push(of),
            Err(fault) => faults.push(fault),
        }
    }
    if table.read.is_none() {
        faults.extend(elements::twice(&elements, path));
        faults.extend(elements::check_perigees(&elements, path));
        faults.sort_by_key(|fault| fault.line);
        // The selection may name satellites that could not be read.
        let is_all = !["names", "numbers", "skip"].iter().any(|key| table.keys.has(key));
        return refuse(name, text, faults.into_iter().filter(|_| is_all), problems);
    }
    let latest = elements.iter().map(Elements::epoch).max();
    let epoch = own.epoch.or(latest.map(next_minute));
    let usual = || Duration::from_nanos((MAX_AGE_DAYS * 86_400e9) as u64);
    let max_age = own.max_age.unwrap_or_else(usual);
    let days = max_age.as_secs_f64() / 86_400.0;
    let mut usable = Vec::new();
    if let Some(epoch) = epoch {
        match elements::usable(elements, epoch, days, path) {
            Ok(found) => {
                usable = found.elements;
                left_out.extend(found.left_out);
            }
            Err(found) => faults.extend(found),
        }
    }
    if !faults.is_empty() {
        faults.sort_by_key(|fault| fault.line);
        return refuse(name, text, faults, problems);
    }
    note(&left_out, count, problems);
    let (epoch, elements) = (epoch?, usable);
    // The counted planes are those of the whole file.
    let planes = planes.filter(|_| elements.len() == count);
    let file = ElementsKeys { epoch: Some(epoch), max_age: Some(max_age), ..own.clone() };
    Some(Orbiting { file, epoch, elements, planes })
}

/// Notes how many objects of the file are left out, by reason.
fn note(left_out: &[(usize, String)], all: usize, problems: &mut Problems<'_>) {
    let reasons: Vec<String> = left_out.iter().map(|(left, why)| format!("{left} {why}")).collect();
    let count: usize = left_out.iter().map(|(left, _)| left).sum();
    if count > 0 {
        let reasons = reasons.join(", ");
        problems
            .manifest()
            .note(format!("{count} of {all} objects of the element file are left out: {reasons}"));
    }
}

/// Returns the whole minute at or after an instant.
fn next_minute(of: Utc) -> Utc {
    const MINUTE: i64 = 60_000_000_000;
    let nanos = of.unix_nanos();
    Utc::from_unix_nanos(nanos.saturating_add((-nanos).rem_euclid(MINUTE)))
}

/// Reports an error in a file of elements, with the lines shown.
fn refuse<T>(
    name: &Spanned<FileName>,
    text: &str,
    errors: impl IntoIterator<Item = ElementsError>,
    problems: &mut Problems<'_>,
) -> Option<T> {
    let mut faults = Faults::of(name, problems);
    for error in errors {
        if faults.is_full() {
            break;
        }
        let shown = error.line.checked_sub(1).and_then(|index| text.lines().nth(index));
        let row = (error.line.max(1), shown.unwrap_or(""));
        let problem = faults.add(row, error.message);
        problem.found(error.found).expected(error.expected);
        if !error.help.is_empty() {
            problem.help(error.help);
        }
    }
    None
}

/// Splits the text into the numbers of planes and of satellites per plane on its first line, if
/// any, and the rest, which keeps the end of that line so that line numbers match the file.
fn planes_in_front(text: &str) -> Option<((usize, usize), &str)> {
    let (line, rest) = text.split_at(text.find('\n')?);
    let mut words = line.split_whitespace();
    let (planes, each) = (words.next()?.parse().ok()?, words.next()?.parse().ok()?);
    words.next().is_none().then_some(((planes, each), rest))
}

impl Orbiting {
    /// Groups the satellites into shells, each linked by `pattern`; returns them with the number
    /// assigned to each satellite of the file; see [`listed::shells`].
    pub fn shells(&self, pattern: &Model<dyn Pattern>) -> (Vec<Shell>, Vec<u32>) {
        listed::shells(&self.elements, self.epoch, self.planes, pattern)
    }
}
