//! Sites of terminals: positions over time, also of moving terminals, and obstacles to visibility.
//!
//! Does not know satellites.

use std::f64::consts::FRAC_PI_2;

use skyseam_base::{SimTime, math};
use skyseam_orbit::{Inertial, RotationAngle, Vector};

use crate::description::parts::{Point, Site, Terminal};
use crate::geometry::EarthFixedSite;

/// Converts geodetic coordinates to a position fixed to the Earth, by the rules of a geometry mode.
type Placing = fn(Point) -> EarthFixedSite;

/// Position of a terminal over time.
#[derive(Clone, Debug)]
pub(crate) enum SiteMotion {
    Fixed(EarthFixedSite),
    Moving(Track),
}

/// Position of a terminal at an instant.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SitePosition {
    pub position: Vector<Inertial>,
    /// Local vertical; its length is arbitrary.
    pub up: Vector<Inertial>,
    /// Azimuth from which those of the horizon profile count, rad: zero, which is north, or the
    /// direction of motion.
    pub heading_rad: f64,
}

impl SiteMotion {
    pub fn new(terminal: &Terminal, placing: Placing) -> Self {
        match &terminal.site {
            Site::Fixed(point) => Self::Fixed(placing(*point)),
            Site::Track(points) => {
                let turns = terminal.turns_skyline;
                Self::Moving(Track { turns, ..Track::new(points, placing) })
            }
        }
    }

    /// Returns the position at `t`, when the Earth has turned by `earth`.
    pub fn at(&self, t: SimTime, earth: RotationAngle) -> SitePosition {
        let (carried, heading_rad) = match self {
            Self::Fixed(carried) => (carried, 0.0),
            Self::Moving(track) => {
                let heading_rad = if track.turns { track.heading_rad(t) } else { 0.0 };
                (&(track.placing)(track.point(t)), heading_rad)
            }
        };
        let (position, up) = (carried.position.at(earth), carried.up.at(earth));
        SitePosition { position, up, heading_rad }
    }

    /// Returns the largest distance from the centre of the Earth, km.
    pub fn radius_km(&self) -> f64 {
        match self {
            Self::Fixed(carried) => carried.radius_km,
            Self::Moving(track) => track.radius_km,
        }
    }

    /// Returns the largest angular speed over the Earth about its centre, rad/s.
    pub fn fastest(&self) -> f64 {
        match self {
            Self::Fixed(_) => 0.0,
            Self::Moving(track) => track.fastest,
        }
    }

    /// Returns the largest rate at which its distance from the centre of the Earth changes, km/s.
    pub(crate) fn climb_km_per_s(&self) -> f64 {
        match self {
            Self::Fixed(_) => 0.0,
            Self::Moving(track) => track.climb_km_per_s,
        }
    }
}

/// A track over the Earth along great circles from point to point.
#[derive(Clone, Debug)]
pub(crate) struct Track {
    points: Vec<(SimTime, Point)>,
    /// Whether the horizon profile turns with the direction of motion.
    turns: bool,
    placing: Placing,
    radius_km: f64,
    fastest: f64,
    climb_km_per_s: f64,
}

/// Upper bound of the ratio between an angle at the centre of the Earth and the difference in
/// geodetic latitude: 1 / (1 - e^2) is 1.0067.
const GEOCENTRIC: f64 = 1.01;

/// Upper bound of the increase of the ellipsoid's radius per radian of latitude towards the
/// equator, km: the radius is about `a (1 - f sin^2)`, and `a f` is 21.4 km.
const OBLATE_KM: f64 = 22.0;

impl Track {
    fn new(points: &[(SimTime, Point)], placing: Placing) -> Self {
        assert!(!points.is_empty(), "a track without points");
        assert!(points.is_sorted_by(|a, b| a.0 < b.0), "a track that goes back in time");
        let altitudes = points.iter().map(|&(_, point)| point.altitude_m);
        // Between two points the track may cross the equator, farther from the centre than both.
        let altitude_m = altitudes.fold(f64::NEG_INFINITY, f64::max);
        let highest = Point { latitude_deg: 0.0, longitude_deg: 0.0, altitude_m };
        let (mut fastest, mut climb_km_per_s) = (0.0, 0.0);
        for leg in points.windows(2) {
            let ([(start, from), (end, to)], climb) =
                ([leg[0], leg[1]], (leg[1].1.altitude_m - leg[0].1.altitude_m).abs() / 1000.0);
            let seconds = (end - start).as_secs_f64();
            let along = angle(direction(from), direction(to)) / seconds;
            fastest = f64::max(fastest, GEOCENTRIC * along);
            climb_km_per_s = f64::max(climb_km_per_s, climb / seconds + OBLATE_KM * along);
        }
        Self {
            points: points.to_vec(),
            turns: false,
            placing,
            radius_km: placing(highest).radius_km,
            fastest,
            climb_km_per_s,
        }
    }

    fn point(&self, t: SimTime) -> Point {
        let next = self.points.partition_point(|&(at, _)| at <= t);
        let (Some(&(start, from)), Some(&(end, to))) =
            (next.checked_sub(1).and_then(|n| self.points.get(n)), self.points.get(next))
        else {
            let nearest = next.min(self.points.len() - 1);
            return self.points[nearest].1;
        };
        between(from, to, (t - start).as_secs_f64() / (end - start).as_secs_f64())
    }

    /// Returns the azimuth of the direction of motion at `t`, rad; at rest the last one, before the
    /// first motion the first one, and north without any.
    fn heading_rad(&self, t: SimTime) -> f64 {
        let moves = |leg: &&[(SimTime, Point)]| {
            angle(direction(leg[0].1), direction(leg[1].1)) > LEAST_MOTION_RAD
        };
        let next = self.points.partition_point(|&(at, _)| at <= t);
        let begun = self.points[..(next + 1).min(self.points.len())].windows(2);
        let leg = begun.rev().find(moves).or_else(|| self.points.windows(2).find(moves));
        let Some(&[(start, from), (end, to)]) = leg else { return 0.0 };
        let gone = t.clamp(start, end) - start;
        let share = gone.as_secs_f64() / (end - start).as_secs_f64();
        let (at, ahead) = along(from, to, share);
        azimuth(ahead, at)
    }
}

/// Angle at the centre of the Earth below which a leg is rest, rad: 6 mm.
const LEAST_MOTION_RAD: f64 = 1e-9;

/// Returns the point at the fraction `share` of the great circle from one point to another.
/// Antipodes are joined over the north pole, and the poles along the Greenwich meridian.
pub(super) fn between(from: Point, to: Point, share: f64) -> Point {
    let (v, _) = along(from, to, share);
    Point {
        latitude_deg: math::atan2(v.z, math::hypot(v.x, v.y)).to_degrees(),
        longitude_deg: math::atan2(v.y, v.x).to_degrees(),
        altitude_m: from.altitude_m + (to.altitude_m - from.altitude_m) * share,
    }
}

/// Returns unit vectors at the fraction `share` of the way: to the point, and of the motion there.
fn along(from: Point, to: Point, share: f64) -> (Vector<Inertial>, Vector<Inertial>) {
    let (a, b) = (direction(from), direction(to));
    let angle = angle(a, b);
    // Unit vector a quarter turn ahead of `a`.
    let across = |v: Vector<Inertial>| v - a * a.dot(v);
    let ways = [b, Vector::new(0.0, 0.0, 1.0), Vector::new(1.0, 0.0, 0.0)].map(across);
    let ahead = ways.into_iter().find(|way| way.norm() > 1e-9).expect("two axes are not one");
    let (sin, cos) = math::sin_cos(share * angle);
    let v = a * cos + ahead * (sin / ahead.norm());
    (v, ahead * (cos / ahead.norm()) - a * sin)
}

fn direction(point: Point) -> Vector<Inertial> {
    let (sin_lat, cos_lat) = math::sin_cos(point.latitude_deg.to_radians());
    let (sin_lon, cos_lon) = math::sin_cos(point.longitude_deg.to_radians());
    Vector::new(cos_lat * cos_lon, cos_lat * sin_lon, sin_lat)
}

/// Returns the angle between two unit vectors, rad; accurate for small angles and near half a turn.
fn angle(a: Vector<Inertial>, b: Vector<Inertial>) -> f64 {
    math::atan2(a.cross(b).norm(), a.dot(b))
}

/// Elevation mask and optional horizon profile of a terminal.
#[derive(Clone, Debug)]
pub(crate) struct Horizon {
    mask_rad: f64,
    /// Square of the sine of an elevation that is above the mask in every geometry whose elevations
    /// are angles; `None` with a profile.
    clear_sin_squared: Option<f64>,
    /// Azimuths, ascending, and elevations.
    skyline: Vec<(f64, f64)>,
}

impl Horizon {
    pub fn new(terminal: &Terminal) -> Self {
        // Geometries may measure elevations against another vertical, or round distances.
        const MARGIN_RAD: f64 = 0.01;
        let skyline = terminal.skyline_deg.iter();
        let mask_rad = terminal.elevation_mask_deg.to_radians();
        let clear_sin = math::sin((mask_rad.max(0.0) + MARGIN_RAD).min(FRAC_PI_2));
        Self {
            mask_rad,
            clear_sin_squared: terminal.skyline_deg.is_empty().then_some(clear_sin * clear_sin),
            skyline: skyline.map(|&(a, e)| (a.to_radians(), e.to_radians())).collect(),
        }
    }

    /// Returns the elevation mask, rad.
    pub(crate) fn mask_rad(&self) -> f64 {
        self.mask_rad
    }

    /// Whether a satellite in the direction `line` is so far above the mask, of a horizon without a
    /// profile, that its elevation need not be computed.
    pub(crate) fn is_far_below(&self, line: Vector<Inertial>, up: Vector<Inertial>) -> bool {
        let height = line.dot(up);
        self.clear_sin_squared.is_some_and(|sin_squared| {
            height > 0.0 && height * height > sin_squared * line.dot(line) * up.dot(up)
        })
    }

    /// Whether a satellite in the direction `line` at `elevation` is above the mask and the
    /// profile.
    pub(crate) fn is_cleared(
        &self,
        elevation: f64,
        line: Vector<Inertial>,
        here: &SitePosition,
    ) -> bool {
        elevation > self.mask_rad && self.is_over_skyline(elevation, line, here)
    }

    /// Whether a satellite in the direction `line` at `elevation` is above the profile, regardless
    /// of the mask.
    pub(crate) fn is_over_skyline(
        &self,
        elevation: f64,
        line: Vector<Inertial>,
        here: &SitePosition,
    ) -> bool {
        let azimuth = || azimuth(line, here.up) - here.heading_rad;
        self.skyline.is_empty()
            || elevation > self.skyline_at(azimuth().rem_euclid(std::f64::consts::TAU))
    }

    fn skyline_at(&self, azimuth: f64) -> f64 {
        let turn = std::f64::consts::TAU;
        let count = self.skyline.len();
        let next = self.skyline.partition_point(|&(at, _)| at <= azimuth);
        let (after, below) = self.skyline[next % count];
        let (before, above) = self.skyline[(next + count - 1) % count];
        let span = (after - before).rem_euclid(turn);
        // A single point spans the whole circle.
        let span = if span == 0.0 { turn } else { span };
        let share = (azimuth - before).rem_euclid(turn) / span;
        above + (below - above) * share
    }
}

/// Returns the azimuth clockwise from north, rad, 0 to 2 pi. At a pole the site's longitude defines
/// north: the direction along that meridian towards the north pole. (The vertical there is off the
/// axis by a rounding error along the meridian.)
pub(crate) fn azimuth(line: Vector<Inertial>, up: Vector<Inertial>) -> f64 {
    let level = math::hypot(up.x, up.y);
    let east = if level > 0.0 {
        Vector::new(-up.y / level, up.x / level, 0.0)
    } else {
        Vector::new(0.0, 1.0, 0.0)
    };
    let north = up.cross(east) * (1.0 / up.norm());
    math::atan2(line.dot(east), line.dot(north)).rem_euclid(std::f64::consts::TAU)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Geometry;

    fn point(latitude_deg: f64, longitude_deg: f64) -> Point {
        Point { latitude_deg, longitude_deg, altitude_m: 0.0 }
    }

    /// Goal: azimuths are those of the textbook. Method: lines of sight along the known local axes
    /// of a site on the equator at the Greenwich meridian.
    #[test]
    fn azimuths_go_clockwise_from_north() {
        let up = Vector::new(1.0, 0.0, 0.0);
        for (line, degrees) in [
            (Vector::new(0.5, 0.0, 1.0), 0.0),
            (Vector::new(0.5, 1.0, 0.0), 90.0),
            (Vector::new(0.5, 0.0, -1.0), 180.0),
            (Vector::new(0.5, -1.0, 0.0), 270.0),
            (Vector::new(0.0, 1.0, 1.0), 45.0),
        ] {
            assert!((azimuth(line, up).to_degrees() - degrees).abs() < 1e-9, "{degrees}");
        }
    }

    #[test]
    fn north_at_a_pole_on_the_axis_is_along_the_meridian_of_zero() {
        let up = Vector::new(0.0, 0.0, 1.0);
        for (line, degrees) in [
            (Vector::new(-1.0, 0.0, 0.5), 0.0),
            (Vector::new(0.0, 1.0, 0.5), 90.0),
            (Vector::new(1.0, 0.0, 0.5), 180.0),
            (Vector::new(0.0, -1.0, 0.5), 270.0),
        ] {
            assert!((azimuth(line, up).to_degrees() - degrees).abs() < 1e-9, "{degrees}");
        }
    }

    #[test]
    fn a_skyline_goes_evenly_from_point_to_point_and_round() {
        let mut terminal = Terminal::fixed("T", 0.0, 0.0, 5.0);
        terminal.skyline_deg = vec![(90.0, 10.0), (180.0, 30.0), (270.0, 10.0)];
        let horizon = Horizon::new(&terminal);
        for (azimuth, elevation) in
            [(90.0, 10.0), (135.0, 20.0), (180.0, 30.0), (225.0, 20.0), (0.0, 10.0), (359.0, 10.0)]
        {
            let found = horizon.skyline_at(f64::to_radians(azimuth)).to_degrees();
            assert!((found - elevation).abs() < 1e-9, "{found} at {azimuth}");
        }
        terminal.skyline_deg = vec![(120.0, 25.0)];
        assert!((Horizon::new(&terminal).skyline_at(1.0).to_degrees() - 25.0).abs() < 1e-9);
    }

    /// Goal: the heading is that of the great circle. Method: a flight along the equator and one
    /// from 45 deg north to 45 deg north a quarter turn away, whose heading at the start is
    /// atan2(sin(90) cos(45), -sin(45) cos(45) cos(90)) = 54.7 deg and at the end 125.3 deg; rest.
    #[test]
    fn headings_follow_the_great_circle() {
        let at = SimTime::from_secs;
        let track = |points: &[(u64, Point)]| {
            let points: Vec<_> = points.iter().map(|&(s, point)| (at(s), point)).collect();
            Track::new(&points, Geometry::EXACT.place)
        };
        let heading = |track: &Track, s: u64| track.heading_rad(at(s)).to_degrees();
        let (a, b) = (point(45.0, 0.0), point(45.0, 90.0));
        let flight = track(&[(100, a), (200, b), (300, b), (400, a)]);
        let start = math::atan2(1.0, math::sin(f64::to_radians(45.0))).to_degrees();
        for (s, expected) in [
            (0, start),
            (100, start),
            (150, 90.0),
            (199, 180.0 - start - 0.01),
            (250, 180.0 - start),
            (350, 270.0),
            (400, 180.0 + start),
            (900, 180.0 + start),
        ] {
            let within = if s == 199 { 1.0 } else { 1e-6 };
            let found = heading(&flight, s);
            assert!((found - expected).abs() < within, "{found} at {s} s instead of {expected}");
        }
        assert_eq!(heading(&track(&[(0, a)]), 5), 0.0);
        assert_eq!(heading(&track(&[(0, a), (9, a)]), 5), 0.0);
        let west = track(&[(0, point(0.0, 10.0)), (9, point(0.0, 9.0))]);
        assert!((heading(&west, 5) - 270.0).abs() < 1e-9);
    }

    #[test]
    fn a_track_is_at_its_points_and_on_the_great_circle_between() {
        let exact = Geometry::EXACT.place;
        let at = SimTime::from_secs;
        let points = [(at(100), point(0.0, 170.0)), (at(200), point(0.0, -170.0))];
        let track = Track::new(&points, exact);
        assert_eq!(track.point(at(0)), points[0].1);
        assert_eq!(track.point(at(500)), points[1].1);
        // Across the date line, not back around the Earth.
        let middle = track.point(at(150));
        assert!((middle.longitude_deg.abs() - 180.0).abs() < 1e-9, "{middle:?}");
        // From 45 deg north to 45 deg north over 90 deg of longitude, the great circle bends to the
        // pole: tan(lat) = tan(45) / cos(45).
        let north = between(point(45.0, 0.0), point(45.0, 90.0), 0.5);
        assert!(
            (math::tan(north.latitude_deg.to_radians()) - 2_f64.sqrt()).abs() < 1e-9,
            "{north:?}"
        );
        // Antipodes are joined over the north pole at constant speed.
        let (from, to) = (point(20.0, 30.0), point(-20.0, -150.0));
        let over = between(from, to, 70.0 / 180.0);
        assert!((over.latitude_deg - 90.0).abs() < 1e-6, "{over:?}");
        let down = between(from, to, 100.0 / 180.0);
        assert!((down.latitude_deg - 60.0).abs() < 1e-6, "{down:?}");
        assert!((down.longitude_deg + 150.0).abs() < 1e-6, "{down:?}");
        let from_pole = between(point(90.0, 0.0), point(-90.0, 0.0), 0.25);
        assert!((from_pole.latitude_deg - 45.0).abs() < 1e-6, "{from_pole:?}");
        let stays = between(from, from, 0.5);
        assert!((stays.latitude_deg - 20.0).abs() < 1e-9, "{stays:?}");
        // 20 deg in 100 s.
        assert!((track.fastest - 1.01 * 20_f64.to_radians() / 100.0).abs() < 1e-9);
    }
}
