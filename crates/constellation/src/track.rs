//! A track: where a terminal is when, as CSV.
//!
//! The first line names the columns, `t_s,latitude_deg,longitude_deg,altitude_m`; each other line
//! is a point, later than the one before. Empty lines and what follows a `#` are left out.

use skyseam_base::SimTime;
use skyseam_params::files::{Column, Faults, Row, fields, head_and_rows};
use skyseam_params::text_values::FileName;
use skyseam_params::{At, Problems};

use crate::parts::Point;

/// The columns, their units in their names, and what each can hold.
const COLUMNS: [Column; 4] = [
    ("t_s", 0.0, 366.0 * 86_400.0),
    ("latitude_deg", -90.0, 90.0),
    ("longitude_deg", -360.0, 360.0),
    ("altitude_m", -1000.0, 100_000.0),
];

/// The points of the track in the file called `name`; `None` when something is wrong with it, which
/// is noted.
pub fn read(name: &At<FileName>, problems: &mut Problems<'_>) -> Option<Vec<(SimTime, Point)>> {
    let text = problems.text_of(name)?;
    let mut faults = Faults::of(name, problems);
    let (head, rows) = head_and_rows(text);
    if fields(head.1) != COLUMNS.map(|(column, ..)| column) {
        let header = COLUMNS.map(|(column, ..)| column).join(",");
        faults.add(head, "the first line does not name the columns").expected(header);
        return None;
    }
    let mut points: Vec<(SimTime, Point)> = Vec::new();
    let mut last = head.0;
    for row in rows {
        let Some([t_s, latitude_deg, longitude_deg, altitude_m]) = numbers(row, &mut faults) else {
            continue;
        };
        // Within 366 days to 8 ns, which is a tenth of a millimetre of the fastest aircraft.
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
        faults.add(head, "the track has no points").expected("at least one line more");
    }
    faults.is_empty().then_some(points)
}

/// The four numbers of a line, each within what its column can hold.
fn numbers(row: Row<'_>, faults: &mut Faults<'_, '_, '_>) -> Option<[f64; 4]> {
    let fields = fields(row.1);
    if fields.len() != COLUMNS.len() {
        faults
            .add(row, "a point has four numbers")
            .found(format!("{} fields", fields.len()))
            .expected("t_s,latitude_deg,longitude_deg,altitude_m, such as 600,48.35,11.79,10668");
        return None;
    }
    let mut numbers = [0.0; 4];
    for ((field, column), number) in fields.iter().zip(COLUMNS).zip(&mut numbers) {
        *number = faults.number(row, column, field)?;
    }
    Some(numbers)
}
