//! A track: positions of a terminal over time, as CSV.
//!
//! The first line names the columns, `t_s,latitude_deg,longitude_deg,altitude_m`; every other line
//! is a point, later than the one before.

use skyseam_base::SimTime;
use skyseam_params::file_values::{Faults, FileColumn};
use skyseam_params::rows::{Fields, Rows};
use skyseam_params::text_values::FileName;
use skyseam_params::{Problems, Spanned};

use crate::description::parts::Point;

/// Columns with their units and ranges.
const COLUMNS: [FileColumn; 4] = [
    ("t_s", 0.0, 366.0 * 86_400.0),
    ("latitude_deg", -90.0, 90.0),
    ("longitude_deg", -360.0, 360.0),
    ("altitude_m", -1000.0, 100_000.0),
];

/// Reads the points of the track in the file called `name`. Returns `None`, with a problem
/// reported, if the file is invalid.
pub fn read(
    name: &Spanned<FileName>,
    problems: &mut Problems<'_>,
) -> Option<Vec<(SimTime, Point)>> {
    let text = problems.text_of(name)?;
    let mut faults = Faults::of(name, problems);
    let mut rows = Rows::of(text);
    if !rows.names(&COLUMNS.map(|(column, ..)| column), &mut faults) {
        return None;
    }
    let mut points: Vec<(SimTime, Point)> = Vec::new();
    let mut last = 0;
    while let Some(fields) = rows.next(&faults) {
        let row = fields.row;
        let Some([t_s, latitude_deg, longitude_deg, altitude_m]) = numbers(fields, &mut faults)
        else {
            continue;
        };
        // Over 366 days the time is exact to 8 ns, a tenth of a millimetre of the fastest
        // aircraft's motion.
        let at = SimTime::from_nanos((t_s * 1e9).round() as u64);
        if points.last().is_some_and(|&(before, _)| at <= before) {
            faults
                .add(row, "a track cannot stand still or go back in time")
                .found(format!("t_s = {t_s}"))
                .expected(format!("after line {last}"));
        }
        last = row.0;
        points.push((at, Point { latitude_deg, longitude_deg, altitude_m }));
    }
    if points.is_empty() && faults.is_empty() {
        faults.add(rows.last(), "the track has no points").expected("at least one line more");
    }
    faults.is_empty().then_some(points)
}

/// Returns the four numbers of a line, each within the range of its column.
fn numbers(fields: Fields<'_, '_>, faults: &mut Faults<'_, '_, '_>) -> Option<[f64; 4]> {
    let Some(texts) = fields.array::<4>() else {
        faults
            .add(fields.row, "a point has four numbers")
            .found(format!("{} fields", fields.count()))
            .expected("t_s,latitude_deg,longitude_deg,altitude_m, such as 600,48.35,11.79,10668");
        return None;
    };
    let mut numbers = [0.0; 4];
    for ((text, column), number) in texts.into_iter().zip(COLUMNS).zip(&mut numbers) {
        *number = faults.number(fields.row, column, text)?;
    }
    Some(numbers)
}
