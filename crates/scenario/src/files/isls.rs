//! A list of links between satellites: on each line two satellites, by number or by name.
//!
//! Numbers count from 0 over all shells, or in the order of the file of elements, as in Hypatia's
//! isls.txt. Empty lines and what follows a
//! `#` are left out.

use std::collections::BTreeMap;

use super::{MOST_FAULTS, lines, uncommented};
use crate::document::At;
use crate::error::{Problems, Spot, short};
use crate::sky_values::FileName;

/// The links listed in `text`, lower number first; `None` when something is wrong with the list,
/// which is noted. `satellites` are the names there are, with their numbers; `order` says what
/// number each has got that the list counts, where that is another.
pub(crate) fn read(
    text: &str,
    name: &At<FileName>,
    satellites: &BTreeMap<String, u32>,
    order: Option<&[u32]>,
    problems: &mut Problems<'_>,
) -> Option<Vec<[u32; 2]>> {
    let path = &name.value.0;
    let mut links = Vec::new();
    let mut first_lines: BTreeMap<[u32; 2], usize> = BTreeMap::new();
    let mut faults = 0;
    for (number, line) in lines(text) {
        if faults >= MOST_FAULTS {
            break;
        }
        match link(uncommented(line), satellites, order) {
            Ok(link) => match first_lines.insert(link, number) {
                None => links.push(link),
                Some(first) => {
                    faults += 1;
                    problems
                        .add_in(&name.place, Spot::line(path, number, line), "a link a second time")
                        .found(format!("\"{}\"", short(uncommented(line))))
                        .expected(format!("each link once; this one is in line {first}"));
                }
            },
            Err(Fault { what, found, expected }) => {
                faults += 1;
                problems
                    .add_in(&name.place, Spot::line(path, number, line), what)
                    .found(found)
                    .expected(expected);
            }
        }
    }
    if links.is_empty() && faults == 0 {
        faults += 1;
        problems
            .add_in(&name.place, Spot::line(path, 1, ""), "the file lists no links")
            .expected("lines of two satellites each, such as \"0 1\"");
    }
    (faults == 0).then_some(links)
}

/// What is wrong with a line.
struct Fault {
    what: &'static str,
    found: String,
    expected: String,
}

fn link(
    line: &str,
    satellites: &BTreeMap<String, u32>,
    order: Option<&[u32]>,
) -> Result<[u32; 2], Fault> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let [a, b] = words[..] else {
        return Err(Fault {
            what: "a link has two ends",
            found: format!("\"{}\"", short(line)),
            expected: "two satellites with a space between, such as \"0 1\"".into(),
        });
    };
    let ends = [satellite(a, satellites, order)?, satellite(b, satellites, order)?];
    if ends[0] == ends[1] {
        return Err(Fault {
            what: "a link needs two different ends",
            found: format!("\"{}\"", short(line)),
            expected: "two satellites".into(),
        });
    }
    Ok([ends[0].min(ends[1]), ends[0].max(ends[1])])
}

/// The number of a satellite, given by number or by name; a name of digits alone is a number.
fn satellite(
    word: &str,
    satellites: &BTreeMap<String, u32>,
    order: Option<&[u32]>,
) -> Result<u32, Fault> {
    let count = satellites.len();
    let is_number = word.bytes().all(|byte| byte.is_ascii_digit());
    let number = word.parse::<u32>().ok().filter(|number| is_number && (*number as usize) < count);
    let number = number.map(|number| order.map_or(number, |order| order[number as usize]));
    number.or_else(|| satellites.get(word).copied().filter(|_| !is_number)).ok_or_else(|| Fault {
        what: "there is no such satellite",
        found: format!("\"{}\"", short(word)),
        expected: format!("a number from 0 to {}, or a name", count.saturating_sub(1)),
    })
}
