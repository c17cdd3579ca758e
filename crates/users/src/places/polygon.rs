//! Users in a polygon on the ground, such as a country's outline or a service area.
//!
//! Sides are great circles. In the gnomonic projection about the polygon's centre these are
//! straight lines, so that a planar test decides whether a location is inside. Locations are drawn
//! in the smallest circle about the centre, and drawn again if they are outside of the polygon.

use std::f64::consts::PI;

use skyseam_params::shape::List;
use skyseam_params::{Keys, Problems, parameters};

use super::{Draw, Places};
use crate::ground::Ground;
use crate::values::PlacePoint;

/// Maximum distance of a corner from the centre, km: the projection reaches to a quarter of a great
/// circle, 10,008 km.
const MAX_KM: f64 = 8000.0;

/// Minimum share of the projected circle that the polygon fills: draws are repeated until a
/// location is inside.
const MIN_SHARE: f64 = 1e-3;

parameters! {
    /// A polygon whose sides are great circles, with users spread uniformly over it. Every location
    /// that the outline surrounds at least once is inside.
    pub struct Polygon "polygon" from "uniform by area on a sphere" {
        /// Corners in order, [latitude, longitude] each; at least three. The last one is joined to
        /// the first.
        corners: List<PlacePoint>,
    }
}

impl Places for Polygon {
    fn draw(&self, keys: &Keys, problems: &mut Problems<'_>) -> Option<Box<Draw>> {
        let place = keys.at("corners");
        if problems.any_under(&place.path) {
            return None;
        }
        let mut refuse = |message: &str, found: String, expected: &str| {
            problems.add(&place, message).found(found).expected(expected);
        };
        if self.corners.len() < 3 {
            let found = format!("{} corners", self.corners.len());
            let expected = "at least three, such as [[\"48 deg\", \"11 deg\"], [\"52 deg\", \
                            \"13 deg\"], [\"50 deg\", \"8 deg\"]]";
            refuse("a polygon has three corners or more", found, expected);
            return None;
        }
        let middle = Ground::middle(&self.corners);
        let radius_km = middle.map_or(f64::INFINITY, |middle| {
            let distances = self.corners.iter().map(|corner| middle.distance_km(*corner));
            distances.fold(0.0, f64::max)
        });
        let Some(middle) = middle.filter(|_| radius_km <= MAX_KM) else {
            let found = match radius_km.is_finite() {
                true => format!("a corner {radius_km:.0} km from its middle"),
                false => "corners all around the Earth".to_owned(),
            };
            let expected = "corners within 8000 km of their middle; several groups of users for \
                            more";
            refuse("the polygon is too large", found, expected);
            return None;
        };
        let corners: Vec<[f64; 2]> =
            self.corners.iter().map(|corner| middle.gnomonic(*corner)).collect();
        let farthest = corners.iter().map(|[x, y]| x * x + y * y).fold(0.0, f64::max);
        let share = area(&corners).abs() / (PI * farthest);
        // It is not a number where all corners are at one place.
        if share.is_nan() || share < MIN_SHARE {
            let expected = "corners in order along the outline, not all on a line";
            refuse("the polygon has almost no area", "an outline".to_owned(), expected);
            return None;
        }
        Some(Box::new(move |_, random| {
            loop {
                let drawn = middle.within(radius_km, random);
                if winds_around(&corners, middle.gnomonic(drawn)) {
                    return drawn.into();
                }
            }
        }))
    }
}

/// The sides of a polygon.
fn sides(corners: &[[f64; 2]]) -> impl Iterator<Item = [[f64; 2]; 2]> + '_ {
    let next = corners.iter().skip(1).chain(corners.first());
    corners.iter().zip(next).map(|(from, to)| [*from, *to])
}

/// Signed area enclosed by the sides of a polygon, positive if they are anticlockwise.
fn area(corners: &[[f64; 2]]) -> f64 {
    sides(corners).map(|[[a, b], [c, d]]| (a * d - b * c) / 2.0).sum()
}

/// Whether the sides of a polygon wind around a point.
fn winds_around(corners: &[[f64; 2]], [x, y]: [f64; 2]) -> bool {
    let turns = sides(corners).map(|[[a, b], [c, d]]| {
        let is_left = (c - a) * (y - b) - (x - a) * (d - b) > 0.0;
        match (b <= y, d <= y) {
            (true, false) if is_left => 1,
            (false, true) if !is_left => -1,
            _ => 0,
        }
    });
    turns.sum::<i32>() != 0
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Goal: a point is inside if the outline winds around it. Method: an arrowhead, whose notch is
    /// outside, and a square traversed twice.
    #[test]
    fn a_notch_is_outside() {
        let arrow = [[0.0, 0.0], [4.0, 0.0], [4.0, 4.0], [2.0, 1.0], [0.0, 4.0]];
        assert!(winds_around(&arrow, [1.0, 1.0]) && winds_around(&arrow, [3.5, 2.5]));
        assert!(!winds_around(&arrow, [2.0, 2.0]) && !winds_around(&arrow, [5.0, 1.0]));
        assert!((area(&arrow) - 10.0).abs() < 1e-12, "{}", area(&arrow));
        let square = [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]].repeat(2);
        assert!(winds_around(&square, [0.5, 0.5]) && !winds_around(&square, [1.5, 0.5]));
    }
}
