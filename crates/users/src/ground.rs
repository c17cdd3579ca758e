//! Locations on the ground for the placement of users: distances, points at a distance, circles,
//! lines.
//!
//! On a sphere with the mean radius of the Earth: within half a percent of the ellipsoid, which is
//! less than the accuracy of a randomly placed user.

use skyseam_base::{RandomStream, math};

/// Mean radius of the Earth (IUGG, GRS 80), km.
const RADIUS_KM: f64 = 6371.0088;

/// A location: latitude and longitude, deg.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ground {
    /// Latitude, north positive.
    pub latitude_deg: f64,
    /// Longitude, east positive.
    pub longitude_deg: f64,
}

/// A location as a unit vector from the centre of the Earth, which makes distances between many
/// locations cheap.
#[derive(Clone, Copy, Debug)]
pub struct UnitVector([f64; 3]);

impl UnitVector {
    /// Squared chord to another unit vector; it increases with the distance.
    pub fn chord_squared(self, other: Self) -> f64 {
        let ([a, b, c], [x, y, z]) = (self.0, other.0);
        (a - x) * (a - x) + (b - y) * (b - y) + (c - z) * (c - z)
    }

    /// Distance of locations with this squared chord, km.
    pub fn distance_km(chord_squared: f64) -> f64 {
        RADIUS_KM * 2.0 * math::asin((chord_squared.sqrt() / 2.0).min(1.0))
    }
}

impl Ground {
    /// Unit vector towards the location.
    pub fn direction(self) -> UnitVector {
        let (sin, cos) = math::sin_cos(self.latitude_deg.to_radians());
        let (y, x) = math::sin_cos(self.longitude_deg.to_radians());
        UnitVector([cos * x, cos * y, sin])
    }

    fn of([x, y, z]: [f64; 3]) -> Self {
        let latitude = math::atan2(z, math::hypot(x, y));
        Self { latitude_deg: latitude.to_degrees(), longitude_deg: math::atan2(y, x).to_degrees() }
    }

    /// Great-circle distance to another location, km.
    pub fn distance_km(self, other: Self) -> f64 {
        UnitVector::distance_km(self.direction().chord_squared(other.direction()))
    }

    /// Centre of the locations: the direction of their mean; `None` if the mean has no direction.
    pub fn middle(places: &[Self]) -> Option<Self> {
        let mut sum = [0.0; 3];
        for place in places {
            let direction = place.direction().0;
            (0..3).for_each(|axis| sum[axis] += direction[axis]);
        }
        let squared: f64 = sum.iter().map(|part| part * part).sum();
        (squared.sqrt() > 1e-6 * places.len() as f64).then(|| Self::of(sum))
    }

    /// Position of another location in the gnomonic projection about this one, east and north, in
    /// radii of the Earth; great circles are straight lines in it. The other location is less than
    /// a quarter of a great circle away.
    pub(crate) fn gnomonic(self, other: Self) -> [f64; 2] {
        let (sin_lat, cos_lat) = math::sin_cos(self.latitude_deg.to_radians());
        let (sin_lon, cos_lon) = math::sin_cos(self.longitude_deg.to_radians());
        let UnitVector([x, y, z]) = other.direction();
        let up = cos_lat * cos_lon * x + cos_lat * sin_lon * y + sin_lat * z;
        let east = cos_lon * y - sin_lon * x;
        let north = cos_lat * z - sin_lat * cos_lon * x - sin_lat * sin_lon * y;
        [east / up, north / up]
    }

    /// The location at this distance (km) and bearing (rad, clockwise from north).
    fn at(self, distance_km: f64, bearing: f64) -> Self {
        let (sin_lat, cos_lat) = math::sin_cos(self.latitude_deg.to_radians());
        let (sin_lon, cos_lon) = math::sin_cos(self.longitude_deg.to_radians());
        let (sin_angle, cos_angle) = math::sin_cos(distance_km / RADIUS_KM);
        let (east, north) = math::sin_cos(bearing);
        let along = [0, 1, 2].map(|axis| {
            let up = [cos_lat * cos_lon, cos_lat * sin_lon, sin_lat][axis];
            let to_north = [-sin_lat * cos_lon, -sin_lat * sin_lon, cos_lat][axis];
            let to_east = [-sin_lon, cos_lon, 0.0][axis];
            cos_angle * up + sin_angle * (north * to_north + east * to_east)
        });
        Self::of(along)
    }

    /// A random location within `radius_km`, uniform by area.
    pub fn within(self, radius_km: f64, random: &mut RandomStream) -> Self {
        // The area of a cap is in proportion to sin^2 of half its angle.
        let half = math::sin((radius_km / RADIUS_KM).min(std::f64::consts::PI) / 2.0);
        let angle = 2.0 * math::asin((random.uniform().sqrt() * half).min(1.0));
        let bearing = std::f64::consts::TAU * random.uniform();
        self.at(RADIUS_KM * angle, bearing)
    }

    /// The location at this fraction of the great circle to another one.
    pub fn towards(self, other: Self, share: f64) -> Self {
        let angle = self.distance_km(other) / RADIUS_KM;
        let whole = math::sin(angle);
        if whole < 1e-12 {
            return self;
        }
        let weights = [math::sin((1.0 - share) * angle) / whole, math::sin(share * angle) / whole];
        let (a, b) = (self.direction().0, other.direction().0);
        Self::of([0, 1, 2].map(|axis| weights[0] * a[axis] + weights[1] * b[axis]))
    }
}

/// A line of locations along which users are uniformly distributed.
#[derive(Debug)]
pub(crate) struct GroundLine {
    points: Vec<Ground>,
    /// Length up to each point, km.
    until_km: Vec<f64>,
}

impl GroundLine {
    /// The line through these points.
    pub fn new(points: Vec<Ground>) -> Self {
        let mut until_km = vec![0.0];
        let mut length_km = 0.0;
        for pair in points.windows(2) {
            length_km += pair[0].distance_km(pair[1]);
            until_km.push(length_km);
        }
        Self { points, until_km }
    }

    /// Length of the line, km.
    pub fn length_km(&self) -> f64 {
        self.until_km.last().copied().unwrap_or(0.0)
    }

    /// A random location on the line.
    pub fn draw(&self, random: &mut RandomStream) -> Ground {
        let at_km = random.uniform() * self.length_km();
        let after = self.until_km.partition_point(|until| *until <= at_km);
        let after = after.clamp(1, self.points.len() - 1);
        let [from, to] = [self.until_km[after - 1], self.until_km[after]];
        let share = if to > from { (at_km - from) / (to - from) } else { 0.0 };
        self.points[after - 1].towards(self.points[after], share)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn place(latitude_deg: f64, longitude_deg: f64) -> Ground {
        Ground { latitude_deg, longitude_deg }
    }

    /// Goal: distances are those of the great circle. Method: a quarter of the meridian and of the
    /// equator, and Berlin to Munich, 504 km.
    #[test]
    fn distances_are_great_circles() {
        let quarter = RADIUS_KM * std::f64::consts::FRAC_PI_2;
        assert!((place(0.0, 20.0).distance_km(place(90.0, 77.0)) - quarter).abs() < 1e-6);
        assert!((place(0.0, 170.0).distance_km(place(0.0, -100.0)) - quarter).abs() < 1e-6);
        let to_munich = place(52.52, 13.405).distance_km(place(48.137, 11.575));
        assert!((to_munich - 504.0).abs() < 1.0, "{to_munich}");
    }

    /// Goal: a circle is filled uniformly and no user is outside of it, at the equator, near a pole
    /// and across the date line. Method: half of the locations lie within radius / sqrt(2) on small
    /// circles.
    #[test]
    fn a_circle_is_filled_evenly() {
        for centre in [place(0.0, 0.0), place(89.5, 12.0), place(-20.0, 179.9)] {
            let mut random = RandomStream::new(1, "circle");
            let drawn: Vec<f64> =
                (0..4000).map(|_| centre.within(100.0, &mut random).distance_km(centre)).collect();
            assert!(drawn.iter().all(|km| *km <= 100.0 + 1e-6));
            let inner = drawn.iter().filter(|km| **km < 100.0 / 2f64.sqrt()).count();
            assert!((1900..2100).contains(&inner), "{inner} of 4000 in half the area");
        }
    }

    /// Goal: a line is filled uniformly, whatever the lengths of its segments. Method: a short and
    /// a long segment of a meridian.
    #[test]
    fn a_line_is_filled_evenly() {
        let line = GroundLine::new(vec![place(0.0, 5.0), place(1.0, 5.0), place(10.0, 5.0)]);
        let mut random = RandomStream::new(1, "line");
        let drawn: Vec<Ground> = (0..4000).map(|_| line.draw(&mut random)).collect();
        assert!(drawn.iter().all(|p| (p.longitude_deg - 5.0).abs() < 1e-9));
        let first = drawn.iter().filter(|p| p.latitude_deg < 1.0).count();
        assert!((330..470).contains(&first), "{first} of 4000 on a tenth of the length");
    }
}
