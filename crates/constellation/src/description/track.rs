//! A track: positions of a terminal over time, as CSV.
//!
//! Also tracks of terminals that move along one to and fro.
//!
//! The first line names the columns, `t_s,latitude_deg,longitude_deg,altitude_m`; every other line
//! is a point, later than the one before.

use skyseam_base::{Duration, SimTime};
use skyseam_params::file_values::{Faults, FileColumn};
use skyseam_params::rows::Rows;
use skyseam_params::text_values::FileName;
use skyseam_params::{Problems, Spanned};

use crate::description::parts::Point;
use crate::description::site::between;

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
    let expected = "t_s,latitude_deg,longitude_deg,altitude_m, such as 600,48.35,11.79,10668";
    while let Some((row, numbers)) = rows.numbers(&COLUMNS, expected, &mut faults) {
        let [t_s, latitude_deg, longitude_deg, altitude_m] = numbers;
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

/// Returns an upper bound of the number of legs that [`to_and_fro`] makes until `end`.
pub fn legs(points: &[(SimTime, Point)], end: SimTime) -> u64 {
    let length = points[points.len() - 1].0 - points[0].0;
    let times = if length.is_zero() { 0 } else { end.as_nanos() / length.as_nanos() };
    (times + 3).saturating_mul(points.len() as u64)
}

/// Returns the track of a terminal that moves along `points` to and fro until `end`. At time zero
/// it is where the share `begun` of the way there and back, in time, has passed.
pub fn to_and_fro(points: &[(SimTime, Point)], begun: f64, end: SimTime) -> Vec<(SimTime, Point)> {
    let (first, last) = (points[0].0, points[points.len() - 1].0);
    let length = last - first;
    if length.is_zero() {
        return points.to_vec();
    }
    let there = points.iter().map(|&(at, point)| (at - first, point));
    let back = points.iter().rev().map(|&(at, point)| (length + (last - at), point));
    let round: Vec<(Duration, Point)> = there.chain(back.skip(1)).collect();
    let period = length + length;
    let gone = Duration::from_nanos((period.as_nanos() as f64 * begun) as u64);
    let next = round.partition_point(|&(at, _)| at <= gone).clamp(1, round.len() - 1);
    let [(start, from), (until, to)] = [round[next - 1], round[next]];
    let share = (gone - start).as_secs_f64() / (until - start).as_secs_f64();
    let mut made = vec![(SimTime::ZERO, between(from, to, share))];
    // The first point of the way there is the last one of the way back.
    let ahead = (0..)
        .flat_map(|turn| round[1..].iter().map(move |&(at, point)| (period * turn + at, point)));
    for (at, point) in ahead.skip(next - 1) {
        let at = SimTime::ZERO + (at - gone);
        if at > made[made.len() - 1].0 {
            made.push((at, point));
        }
        if at > end {
            return made;
        }
    }
    made
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Goal: a terminal that goes to and fro is where the track is, forwards and backwards. Method:
    /// a track along the equator, 1 deg in 10 s and 2 deg in 10 s.
    #[test]
    fn a_terminal_goes_to_and_fro() {
        let at = SimTime::from_secs;
        let point = |longitude_deg| Point { latitude_deg: 0.0, longitude_deg, altitude_m: 5.0 };
        let points = [(at(100), point(0.0)), (at(110), point(1.0)), (at(120), point(3.0))];
        // A quarter of 40 s is at the second point, three quarters at it on the way back.
        for (begun, expected) in [
            (0.0, vec![(0, 0.0), (10, 1.0), (20, 3.0), (30, 1.0), (40, 0.0), (50, 1.0)]),
            (0.25, vec![(0, 1.0), (10, 3.0), (20, 1.0), (30, 0.0), (40, 1.0), (50, 3.0)]),
            (0.625, vec![(0, 2.0), (5, 1.0), (15, 0.0), (25, 1.0), (35, 3.0), (45, 1.0)]),
            (0.875, vec![(0, 0.5), (5, 0.0), (15, 1.0), (25, 3.0), (35, 1.0), (45, 0.0)]),
        ] {
            let made = to_and_fro(&points, begun, at(44));
            let found: Vec<_> = made.iter().map(|(t, _)| t.as_secs_f64()).collect();
            let times: Vec<_> = expected.iter().map(|&(t, _)| f64::from(t)).collect();
            assert_eq!(found, times, "from {begun}");
            for ((_, found), (_, longitude_deg)) in made.iter().zip(expected) {
                assert!((found.longitude_deg - longitude_deg).abs() < 1e-9, "{made:?}");
                assert!(found.latitude_deg.abs() < 1e-9);
            }
            assert!(made.len() as u64 <= legs(&points, at(44)));
        }
        let still = [(at(7), point(4.0))];
        assert_eq!(to_and_fro(&still, 0.5, at(44)), still);
    }
}
