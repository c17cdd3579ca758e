//! Selection of satellites from a file of elements: by name, by number, and with exceptions.

use std::collections::BTreeMap;

use serde_json::{Value as Json, json};
use skyseam_orbit::elements::{LeftOut, SatelliteEntry};
use skyseam_params::error::short;
use skyseam_params::parameters::{Keys, holds};
use skyseam_params::shape::last_key;
use skyseam_params::{Definitions, Problems, Shape, SourceSpan, Spanned, Value};

use crate::description::element_file::ElementsKeys;

/// Largest catalogue number: nine digits (CCSDS 502.0-B-3, Table 4-3).
pub const LAST_NUMBER: u32 = 999_999_999;

/// Maximum number of names with a `*` in one list; each is compared with all satellites.
const MAX_PATTERNS: usize = 100;

/// Satellite name as spelt in the file, in which `*` stands for any characters.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct NamePattern(pub String);

impl NamePattern {
    const MOST: usize = 100;
    const EXPECTED: &'static str =
        "1 to 100 characters, in which * stands for any, such as \"STARLINK-1*\"";

    fn of(text: &str) -> Option<Self> {
        let length = text.chars().count();
        let is_name = (1..=Self::MOST).contains(&length) && !text.contains(char::is_control);
        is_name.then(|| Self(text.to_string()))
    }
}

impl Shape for NamePattern {
    fn read(value: &Spanned<Value>, problems: &mut Problems<'_>) -> Option<Self> {
        if let Value::Text(text) = &value.value
            && let Some(pattern) = Self::of(text)
        {
            return Some(pattern);
        }
        problems.refuse(value, "must be a name").expected(Self::EXPECTED);
        None
    }

    fn schema(_: &mut Definitions) -> Json {
        json!({
            "type": "string",
            "minLength": 1,
            "maxLength": Self::MOST,
            "pattern": "^[^\\u0000-\\u001f\\u007f-\\u009f]*$",
            "description": format!("Expected: {}.", Self::EXPECTED),
        })
    }
}

holds!(NamePattern => String, |own| own);

/// A satellite by its name or by its number.
#[derive(Clone, Debug, PartialEq)]
pub enum Satellite {
    /// The name as [`NamePattern`] has it.
    Name(String),
    /// The number in the catalogue.
    Number(u32),
}

/// The shape of a [`Satellite`].
#[derive(Debug)]
pub(crate) struct NameOrNumber(pub Satellite);

impl Shape for NameOrNumber {
    fn read(value: &Spanned<Value>, problems: &mut Problems<'_>) -> Option<Self> {
        match &value.value {
            Value::Text(text) if NamePattern::of(text).is_some() => {
                Some(Self(Satellite::Name(text.clone())))
            }
            Value::Whole(Some(number), _) if (0..=i64::from(LAST_NUMBER)).contains(number) => {
                u32::try_from(*number).ok().map(Satellite::Number).map(Self)
            }
            _ => {
                let key = last_key(&value.place.path);
                problems
                    .add(&value.place, format!("`{key}` must be a name or a catalogue number"))
                    .found(value.value.described())
                    .expected("a name in quotes, or a whole number of up to nine digits");
                None
            }
        }
    }

    fn schema(definitions: &mut Definitions) -> Json {
        let number = json!({ "type": "integer", "minimum": 0, "maximum": LAST_NUMBER });
        json!({ "oneOf": [NamePattern::schema(definitions), number] })
    }
}

holds!(NameOrNumber => Satellite, |own| match own {
    Satellite::Name(name) => json!(name),
    Satellite::Number(number) => json!(number),
});

/// Selects the satellites of a file, in the order of the file, and counts the others by reason.
/// Returns `None`, with a problem reported, if a name or number matches none of them or none is
/// left.
pub(crate) fn select(
    entries: Vec<SatelliteEntry>,
    own: &ElementsKeys,
    keys: &Keys,
    problems: &mut Problems<'_>,
) -> Option<(Vec<SatelliteEntry>, LeftOut)> {
    let before = problems.count();
    let mut taken = vec![own.names.is_none() && own.numbers.is_none(); entries.len()];
    let index = Index::of(&entries);
    let named = own.names.iter().flatten().cloned().map(Satellite::Name);
    index.find("names", named, keys, problems, &mut |at| taken[at] = true);
    let numbered = own.numbers.iter().flatten().copied().map(Satellite::Number);
    index.find("numbers", numbered, keys, problems, &mut |at| taken[at] = true);
    // A skipped satellite must be among those selected before any is skipped.
    let selected = taken.clone();
    let index = index.among(&selected);
    let skipped = own.skip.iter().flatten().cloned();
    index.find("skip", skipped, keys, problems, &mut |at| taken[at] = false);
    if problems.count() > before {
        return None;
    }
    let left_out = left_out(&taken, &selected);
    let kept = entries.into_iter().zip(taken).filter_map(|(entry, taken)| taken.then_some(entry));
    let kept: Vec<SatelliteEntry> = kept.collect();
    if kept.is_empty() {
        let key = if own.skip.is_some() { "skip" } else { "names" };
        problems
            .add(&keys.at(key), "no satellite is left of the file")
            .expected("names and numbers of at least one satellite that is not left out");
        return None;
    }
    Some((kept, left_out))
}

/// Numbers of objects of the file that are left out, above zero, each with its reason.
fn left_out(taken: &[bool], selected: &[bool]) -> LeftOut {
    let count = |of: &[bool]| of.iter().filter(|is| **is).count();
    let (all, selected, kept) = (taken.len(), count(selected), count(taken));
    let reasons = [
        (all - selected, "that `names` and `numbers` do not select"),
        (selected - kept, "that `skip` names"),
    ];
    let reasons = reasons.into_iter().filter(|(left, _)| *left > 0);
    reasons.map(|(left, why)| (left, why.to_string())).collect()
}

/// Satellites by name and by number.
struct Index<'e> {
    names: BTreeMap<&'e str, Vec<usize>>,
    numbers: BTreeMap<u32, Vec<usize>>,
}

impl<'e> Index<'e> {
    fn of(entries: &'e [SatelliteEntry]) -> Self {
        let (mut names, mut numbers) = (BTreeMap::new(), BTreeMap::new());
        for (at, entry) in entries.iter().enumerate() {
            let of = &entry.identity;
            names.entry(of.name.as_str()).or_insert_with(Vec::new).push(at);
            numbers.entry(of.catalogue_number).or_insert_with(Vec::new).push(at);
        }
        Self { names, numbers }
    }

    /// Restricts the index to satellites that are `selected`.
    fn among(mut self, selected: &[bool]) -> Self {
        for of in self.names.values_mut().chain(self.numbers.values_mut()) {
            of.retain(|at| selected[*at]);
        }
        self.names.retain(|_, of| !of.is_empty());
        self.numbers.retain(|_, of| !of.is_empty());
        self
    }

    /// Calls `see` with each satellite that the list at `key` matches; reports entries that match
    /// none.
    fn find(
        &self,
        key: &str,
        list: impl Iterator<Item = Satellite>,
        keys: &Keys,
        problems: &mut Problems<'_>,
        see: &mut impl FnMut(usize),
    ) {
        let mut count = 0;
        let mut patterns = 0;
        for (index, satellite) in list.enumerate() {
            count += 1;
            let place = &keys.element(key, index);
            let found: Vec<usize> = match &satellite {
                Satellite::Name(name) if name.contains('*') => {
                    patterns += 1;
                    if patterns > MAX_PATTERNS {
                        problems
                            .add(place, format!("`{key}` has too many names with a *"))
                            .expected(format!("at most {MAX_PATTERNS}"));
                        return;
                    }
                    let meant = self.names.iter().filter(|(of, _)| matches(name, of));
                    meant.flat_map(|(_, of)| of).copied().collect()
                }
                Satellite::Name(name) => self.names.get(name.as_str()).cloned().unwrap_or_default(),
                Satellite::Number(number) => self.numbers.get(number).cloned().unwrap_or_default(),
            };
            if found.is_empty() {
                self.refuse(key, &satellite, place, problems);
            }
            found.into_iter().for_each(&mut *see);
        }
        if let Some(given) = keys.value(key).filter(|_| count == 0)
            && matches!(&given.value, Value::List(items) if items.is_empty())
        {
            problems
                .add(&given.place, format!("`{key}` is empty"))
                .expected("at least one satellite");
        }
    }

    /// Reports that there is no such satellite.
    fn refuse(&self, key: &str, of: &Satellite, place: &SourceSpan, problems: &mut Problems<'_>) {
        let among = if key == "skip" { "among those selected" } else { "in the file" };
        match of {
            Satellite::Name(name) => {
                let near = problems.nearest_name(name, self.names.keys().copied());
                problems
                    .add(place, format!("there is no satellite of this name {among}"))
                    .found(format!("\"{}\"", short(name)))
                    .expected("a name as the file spells it; * stands for any characters")
                    .did_you_mean(near);
            }
            Satellite::Number(number) => {
                let below = self.numbers.range(..number).next_back();
                let above = self.numbers.range(number..).next();
                let near: Vec<String> =
                    below.into_iter().chain(above).map(|(near, _)| near.to_string()).collect();
                problems
                    .add(place, format!("there is no satellite of this number {among}"))
                    .found(number.to_string())
                    .expected(format!("a catalogue number, such as {}", near.join(" or ")));
            }
        }
    }
}

/// Whether a name matches a pattern, in which `*` stands for any characters.
pub(crate) fn matches(pattern: &str, name: &str) -> bool {
    let Some((first, rest)) = pattern.split_once('*') else { return pattern == name };
    let Some(mut name) = name.strip_prefix(first) else { return false };
    let mut parts: Vec<&str> = rest.split('*').collect();
    let last = parts.pop().unwrap_or_default();
    // Matching each part as early as possible leaves most for the parts after it.
    for part in parts {
        let Some(at) = name.find(part) else { return false };
        name = &name[at + part.len()..];
    }
    name.ends_with(last)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Goal: stars stand for any characters, possibly none, and for nothing else. Method: names of
    /// real catalogues and near misses.
    #[test]
    fn stars_stand_for_any_characters() {
        for (pattern, name, is) in [
            ("STARLINK-*", "STARLINK-1007", true),
            ("STARLINK-*", "STARLINK", false),
            ("*DEB*", "COSMOS 2251 DEB", true),
            ("*", "", true),
            ("**", "a", true),
            ("a*a", "a", false),
            ("a*a", "aa", true),
            ("*(*)", "ISS (ZARYA)", true),
            ("a*b*b", "ab", false),
            ("ISS", "ISS (ZARYA)", false),
            ("iss*", "ISS", false),
        ] {
            assert_eq!(matches(pattern, name), is, "{pattern} {name}");
        }
    }
}
