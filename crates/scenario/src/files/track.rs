//! A track: where a terminal is when, as CSV.
//!
//! The first line names the columns, `t_s,latitude_deg,longitude_deg,altitude_m`; each other line
//! is a point, later than the one before. Empty lines and what follows a `#` are left out.

use skyseam_base::SimTime;
use skyseam_constellation::config::Point;

use super::{MOST_FAULTS, lines, uncommented};
use crate::document::{At, Place};
use crate::error::{Problems, Spot};
use crate::sky_values::FileName;

/// The columns, their units in their names, and what each can hold.
const COLUMNS: [(&str, f64, f64); 4] = [
    ("t_s", 0.0, 366.0 * 86_400.0),
    ("latitude_deg", -90.0, 90.0),
    ("longitude_deg", -360.0, 360.0),
    ("altitude_m", -1000.0, 100_000.0),
];

/// The points of the track in `text`; `None` when something is wrong with it, which is noted.
pub(crate) fn read(
    text: &str,
    name: &At<FileName>,
    problems: &mut Problems<'_>,
) -> Option<Vec<(SimTime, Point)>> {
    let mut reader = Reader { path: &name.value.0, key: &name.place, faults: 0, problems };
    let mut lines = lines(text);
    let header = COLUMNS.map(|(column, ..)| column).join(",");
    let (number, first) = lines.next().unwrap_or((1, ""));
    let columns: Vec<&str> = uncommented(first).split(',').map(str::trim).collect();
    if columns != COLUMNS.map(|(column, ..)| column) {
        reader.fault(number, first, "the first line does not name the columns").expected(header);
        return None;
    }
    let mut points: Vec<(SimTime, Point)> = Vec::new();
    let mut last = (0, number);
    for (number, line) in lines {
        let Some([t_s, latitude_deg, longitude_deg, altitude_m]) = reader.numbers(number, line)
        else {
            if reader.faults >= MOST_FAULTS {
                break;
            }
            continue;
        };
        // Within 366 days to 8 ns, which is a tenth of a millimetre of the fastest aircraft.
        let at = SimTime::from_nanos((t_s * 1e9).round() as u64);
        if points.last().is_some_and(|&(before, _)| at <= before) {
            let fault = reader.fault(number, line, "a track cannot stand still or go back in time");
            fault.found(format!("t_s = {t_s}")).expected(format!("after line {}", last.1));
        }
        last = (0, number);
        points.push((at, Point { latitude_deg, longitude_deg, altitude_m }));
    }
    if points.is_empty() && reader.faults == 0 {
        reader.fault(number, first, "the track has no points").expected("at least one line more");
    }
    (reader.faults == 0).then_some(points)
}

/// What is needed to note a fault.
struct Reader<'r, 'p, 't> {
    path: &'r str,
    key: &'r Place,
    faults: usize,
    problems: &'p mut Problems<'t>,
}

impl Reader<'_, '_, '_> {
    fn fault(&mut self, number: usize, line: &str, what: &str) -> &mut crate::error::Problem {
        self.faults += 1;
        self.problems.add_in(self.key, Spot::line(self.path, number, line), what)
    }

    /// The four numbers of a line, each within what its column can hold.
    fn numbers(&mut self, number: usize, line: &str) -> Option<[f64; 4]> {
        let fields: Vec<&str> = uncommented(line).split(',').map(str::trim).collect();
        if fields.len() != COLUMNS.len() {
            let problem = self.fault(number, line, "a point has four numbers");
            problem.found(format!("{} fields", fields.len())).expected(
                "t_s,latitude_deg,longitude_deg,altitude_m, such as 600,48.35,11.79,10668",
            );
            return None;
        }
        let mut numbers = [0.0; 4];
        for ((field, (column, least, most)), slot) in fields.iter().zip(COLUMNS).zip(&mut numbers) {
            match field.parse::<f64>() {
                Ok(value) if (least..=most).contains(&value) => *slot = value,
                parsed => {
                    let what = match parsed {
                        Ok(_) => format!("`{column}` is out of range"),
                        Err(_) => format!("`{column}` is not a number"),
                    };
                    let problem = self.fault(number, line, &what);
                    problem.found(format!("\"{}\"", crate::error::short(field)));
                    problem.expected(format!("a number from {least} to {most}"));
                    return None;
                }
            }
        }
        Some(numbers)
    }
}
