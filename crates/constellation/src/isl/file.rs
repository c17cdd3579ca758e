//! A list of links between satellites: on each line two satellites, by number or by name.
//!
//! Numbers count from 0 over all shells, or in the order of the file of elements, as in Hypatia's
//! isls.txt. Names with blanks are in quotes.

use std::collections::BTreeMap;

use skyseam_params::error::short;
use skyseam_params::file_values::Faults;
use skyseam_params::rows::{Fields, Rows};
use skyseam_params::text_values::FileName;
use skyseam_params::{Problems, Spanned};

/// Reads the links in the file called `name`, lower number first. Returns `None`, with a problem
/// reported, if the list is invalid. `satellites` maps names of all satellites to their numbers;
/// `order` maps numbers in the list to these numbers, if they differ.
pub fn read(
    name: &Spanned<FileName>,
    satellites: &BTreeMap<String, u32>,
    order: Option<&[u32]>,
    problems: &mut Problems<'_>,
) -> Option<Vec<[u32; 2]>> {
    let text = problems.text_of(name)?;
    let mut faults = Faults::of(name, problems);
    let mut links = Vec::new();
    let mut first_lines: BTreeMap<[u32; 2], usize> = BTreeMap::new();
    let mut rows = Rows::of_words(text);
    while let Some(words) = rows.next(&faults) {
        let row = words.row;
        let Some(link) = link(words, satellites, order, &mut faults) else { continue };
        match first_lines.insert(link, row.0) {
            None => links.push(link),
            Some(first) => {
                faults
                    .add(row, "a link a second time")
                    .found(short(row.1.trim()))
                    .expected(format!("each link once; this one is in line {first}"));
            }
        }
    }
    if links.is_empty() && faults.is_empty() {
        faults
            .add((1, ""), "the file lists no links")
            .expected("lines of two satellites each, such as \"0 1\"");
    }
    faults.is_empty().then_some(links)
}

fn link(
    words: Fields<'_, '_>,
    satellites: &BTreeMap<String, u32>,
    order: Option<&[u32]>,
    faults: &mut Faults<'_, '_, '_>,
) -> Option<[u32; 2]> {
    let line = words.row.1.trim();
    let mut refuse = |what: &str, found: &str, expected: &str| {
        faults.add(words.row, what).found(short(found)).expected(expected);
    };
    let Some([a, b]) = words.array() else {
        let expected = "two satellites, such as 0 1, or by names: \"SAT A\" \"SAT B\"";
        refuse("a link has two ends", line, expected);
        return None;
    };
    let mut ends = [0; 2];
    for (end, word) in ends.iter_mut().zip([a, b]) {
        let Some(number) = satellite(word, satellites, order) else {
            let last = satellites.len().saturating_sub(1);
            let expected = format!("a number from 0 to {last}, or a name");
            refuse("there is no such satellite", word, &expected);
            return None;
        };
        *end = number;
    }
    if ends[0] == ends[1] {
        refuse("a link needs two different ends", line, "two satellites");
        return None;
    }
    ends.sort_unstable();
    Some(ends)
}

/// Returns the number of a satellite, given by number or by name; a name that consists of digits is
/// a number.
fn satellite(word: &str, satellites: &BTreeMap<String, u32>, order: Option<&[u32]>) -> Option<u32> {
    if !word.bytes().all(|byte| byte.is_ascii_digit()) {
        return satellites.get(word).copied();
    }
    let number = word.parse::<u32>().ok().filter(|n| (*n as usize) < satellites.len())?;
    Some(order.map_or(number, |order| order[number as usize]))
}
