//! Uniform circular motion, cheap to evaluate: one sine and cosine per instant serve all motions
//! with the same rate.
//!
//! A satellite at argument of latitude `u = alpha + theta(t)` is at `r (cos u P + sin u Q)`, with
//! `P` towards the ascending node and `Q` a quarter of an orbit ahead. Angle addition makes that
//! `cos theta A + sin theta B` with `A` and `B` fixed per satellite, so the satellites of a shell
//! share `theta`. A location on the Earth rotates in the same way about the z axis, with a fixed
//! component along it.

use skyseam_base::{SimTime, math};

use crate::vector::{EarthFixed, Inertial, Vector};

/// A uniform rotation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rotation {
    period_s: f64,
    turn_rad: f64,
}

/// Sine and cosine of the angle of a rotation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RotationAngle {
    /// Sine of the angle.
    pub sin: f64,
    /// Cosine of the angle.
    pub cos: f64,
}

/// Uniform motion on a circle in the inertial frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Motion {
    fixed: Vector<Inertial>,
    cos: Vector<Inertial>,
    sin: Vector<Inertial>,
}

impl Rotation {
    /// A rotation by `turn_rad` (2 pi, as the model writes it) every `period_s` seconds.
    pub fn new(period_s: f64, turn_rad: f64) -> Self {
        assert!(period_s > 0.0 && period_s.is_finite(), "not a period: {period_s} s");
        Self { period_s, turn_rad }
    }

    /// A rotation at `rate` rad/s, clockwise if it is negative.
    pub fn from_rate(rate: f64) -> Self {
        let turn = std::f64::consts::TAU;
        Self::new(turn / rate.abs(), turn.copysign(rate))
    }

    /// The phase at `t`. The reduction to one turn is exact, so precision does not degrade with
    /// time.
    pub fn at(self, t: SimTime) -> RotationAngle {
        let secs = t.as_secs_f64();
        // The remainder is slow, and mostly there is no whole turn to remove.
        let secs = if secs < self.period_s { secs } else { secs % self.period_s };
        let angle = self.turn_rad * secs / self.period_s;
        let (sin, cos) = math::sin_cos(angle);
        RotationAngle { sin, cos }
    }

    /// Angular rate, rad/s.
    pub fn rate(self) -> f64 {
        self.turn_rad / self.period_s
    }

    /// Rotation period, s.
    pub fn period_s(self) -> f64 {
        self.period_s
    }
}

impl RotationAngle {
    /// The vector rotated about the z axis by the angle of this phase.
    pub fn turn_about_z(self, v: Vector<Inertial>) -> Vector<Inertial> {
        let Self { sin, cos } = self;
        Vector::new(v.x * cos - v.y * sin, v.x * sin + v.y * cos, v.z)
    }
}

impl Motion {
    /// A circular orbit of the given radius, angles in radians: `alpha` is the argument of latitude
    /// at phase zero.
    pub fn orbit(radius_km: f64, inclination: f64, raan: f64, alpha: f64) -> Self {
        let (sin_i, cos_i) = math::sin_cos(inclination);
        let (sin_raan, cos_raan) = math::sin_cos(raan);
        let (sin_alpha, cos_alpha) = math::sin_cos(alpha);
        let node = Vector::new(cos_raan, sin_raan, 0.0) * radius_km;
        let ahead = Vector::new(-sin_raan * cos_i, cos_raan * cos_i, sin_i) * radius_km;
        Self {
            fixed: Vector::default(),
            cos: node * cos_alpha + ahead * sin_alpha,
            sin: ahead * cos_alpha - node * sin_alpha,
        }
    }

    /// A vector fixed to the Earth, rotating with it.
    pub fn carried(vector: Vector<EarthFixed>) -> Self {
        Self {
            fixed: Vector::new(0.0, 0.0, vector.z),
            cos: Vector::new(vector.x, vector.y, 0.0),
            sin: Vector::new(-vector.y, vector.x, 0.0),
        }
    }

    /// The position (or direction) at a phase.
    pub fn at(&self, phase: RotationAngle) -> Vector<Inertial> {
        self.fixed + self.cos * phase.cos + self.sin * phase.sin
    }

    /// Derivative of the position with respect to the phase angle: the direction of motion.
    pub fn heading(&self, phase: RotationAngle) -> Vector<Inertial> {
        self.sin * phase.cos - self.cos * phase.sin
    }

    /// The motion of `self` relative to `other`, if both rotate with the same phase.
    pub fn relative_to(&self, other: &Self) -> Self {
        Self {
            fixed: self.fixed - other.fixed,
            cos: self.cos - other.cos,
            sin: self.sin - other.sin,
        }
    }

    /// Minimum and maximum distance from the origin over a turn, km, of a motion without a fixed
    /// component.
    ///
    /// # Panics
    /// If the motion has a fixed component.
    pub fn extremes_km(&self) -> (f64, f64) {
        assert!(self.fixed == Vector::default(), "extremes of a motion with a fixed part");
        // |A cos + B sin|^2 = (AA + BB)/2 + (AA - BB)/2 cos 2 theta + AB sin 2 theta.
        let (aa, bb) = (self.cos.dot(self.cos), self.sin.dot(self.sin));
        let mean = (aa + bb) / 2.0;
        let swing = math::hypot((aa - bb) / 2.0, self.cos.dot(self.sin));
        ((mean - swing).max(0.0).sqrt(), (mean + swing).sqrt())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::f64::consts::{FRAC_PI_2, PI, TAU};

    /// The textbook form: latitude and longitude from the argument of latitude, then Cartesian.
    fn by_spherical_trigonometry(r: f64, i: f64, raan: f64, u: f64) -> Vector<Inertial> {
        let latitude = math::asin(math::sin(i) * math::sin(u));
        let longitude = raan + math::atan2(math::cos(i) * math::sin(u), math::cos(u));
        Vector::new(
            r * math::cos(latitude) * math::cos(longitude),
            r * math::cos(latitude) * math::sin(longitude),
            r * math::sin(latitude),
        )
    }

    #[test]
    fn angle_addition_gives_the_textbook_position_within_a_micrometre() {
        let rotation = Rotation::new(6026.9, TAU);
        for step in 0..500_u64 {
            let t = SimTime::from_nanos(step * 173_456_789_123);
            let (i, raan, alpha) = (1.5, 0.55 * step as f64, 0.3 + 0.1 * step as f64);
            let u = alpha + TAU * (t.as_secs_f64() / 6026.9).fract();
            let expected = by_spherical_trigonometry(7158.0, i, raan, u);
            let found = Motion::orbit(7158.0, i, raan, alpha).at(rotation.at(t));
            assert!((found - expected).norm() < 1e-9, "{} km", (found - expected).norm());
        }
    }

    #[test]
    fn a_rotation_of_negative_rate_turns_backwards() {
        let quarter = Rotation::from_rate(-FRAC_PI_2).at(SimTime::from_secs(1));
        let east = quarter.turn_about_z(Vector::new(0.0, 5.0, 2.0));
        assert!((east - Vector::new(5.0, 0.0, 2.0)).norm() < 1e-12);
        assert_eq!(Rotation::from_rate(-0.25).rate(), -0.25);
    }

    #[test]
    fn a_place_moves_east_and_keeps_its_height_above_the_equator() {
        let motion = Motion::carried(Vector::new(6000.0, 0.0, 2000.0));
        let quarter = Rotation::new(4.0, TAU).at(SimTime::from_secs(1));
        let found = motion.at(quarter);
        assert!((found - Vector::new(0.0, 6000.0, 2000.0)).norm() < 1e-9);
    }

    #[test]
    fn heading_is_the_derivative_of_the_position() {
        let motion = Motion::orbit(7000.0, 1.2, 0.4, 2.0);
        let phase = |angle: f64| RotationAngle { sin: math::sin(angle), cos: math::cos(angle) };
        for angle in [0.0, 0.7, FRAC_PI_2, PI, 5.0] {
            let h = 1e-5;
            let slope = (motion.at(phase(angle + h)) - motion.at(phase(angle - h))) * (0.5 / h);
            assert!((slope - motion.heading(phase(angle))).norm() < 1e-5);
        }
    }

    #[test]
    fn extremes_bound_the_distance_of_two_satellites_and_are_reached() {
        let a = Motion::orbit(7158.0, 1.5, 0.0, 0.1);
        let b = Motion::orbit(7158.0, 1.5, 0.55, 0.4);
        let relative = a.relative_to(&b);
        let (least, greatest) = relative.extremes_km();
        let distances: Vec<f64> = (0..100_000)
            .map(|k| k as f64 * TAU / 1e5)
            .map(|x| relative.at(RotationAngle { sin: math::sin(x), cos: math::cos(x) }).norm())
            .collect();
        let min = distances.iter().copied().fold(f64::INFINITY, f64::min);
        let max = distances.iter().copied().fold(0.0, f64::max);
        assert!((min - least).abs() < 1e-4 && min >= least - 1e-9, "{min} {least}");
        assert!((max - greatest).abs() < 1e-4 && max <= greatest + 1e-9, "{max} {greatest}");
    }
}
