//! How fast the length of a link can change between one check and the next.
//!
//! Routing by delay keeps decisions as long as no link's length can have changed too much
//! ([`crate::routing`]); a rate given too low would make it wrong, one too high only slow.

use skyseam_orbit::{Inertial, Vector};

/// A bound of |d'| / d from an instant until `within_s` later, 1/s: `line` and `velocity` are
/// position and velocity of one end as seen from the other at that instant, km and km/s; the two
/// are never accelerated against each other by more than `acceleration`, km/s^2.
///
/// By Taylor's theorem the line stays within `A t^2 / 2` of `r + v t`, and its velocity within
/// `A t` of `v`. So the length is at least the least of `|r + v t|`, less `A T^2 / 2`: `d_min`; and
/// the speed at most `V = |v| + A T`. From `d d' = r v` follows `d'' = (v^2 - d'^2 + r a) / d`,
/// hence `|d''| <= V^2 / d_min + A`, and `|d'|` grows from what it is by no more than `T` times
/// that; nor is it ever greater than `V`.
pub(crate) fn rate_bound(
    line: Vector<Inertial>,
    velocity: Vector<Inertial>,
    acceleration: f64,
    within_s: f64,
) -> f64 {
    let speed = velocity.norm();
    let closest_s = -line.dot(velocity) / (speed * speed);
    // Not a number without a speed; then any instant will do.
    let closest_s = if closest_s > 0.0 { closest_s.min(within_s) } else { 0.0 };
    let least_km = (line + velocity * closest_s).norm() - acceleration * within_s.powi(2) / 2.0;
    // A millimetre: what is nearer may be a rounding error.
    if least_km <= 1e-6 {
        return f64::INFINITY;
    }
    let fastest = speed + acceleration * within_s;
    let now = line.dot(velocity).abs() / line.norm();
    let later = now + within_s * (fastest * fastest / least_km + acceleration);
    // A millionth for the rounding of what it is worked out from.
    later.min(fastest) / least_km * (1.0 + 1e-6)
}

/// Whether [`rate_bound`] can be more than `rate`, found with less work: the line gets no shorter
/// than both ends going straight at each other would make it.
#[inline]
pub(crate) fn can_exceed(
    rate: f64,
    line: Vector<Inertial>,
    velocity: Vector<Inertial>,
    acceleration: f64,
    within_s: f64,
) -> bool {
    let speed = velocity.norm();
    let least_km = line.norm() - (speed + acceleration * within_s / 2.0) * within_s;
    // Twice the millionth that the bound itself allows.
    (speed + acceleration * within_s) * (1.0 + 2e-6) > rate * least_km
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use skyseam_orbit::{Motion, Phase};

    const MU: f64 = 398_600.441_8;

    proptest! {
        /// Goal: what is passed over has no greater bound. Method: random lines, and rates about
        /// the bound and about where the short way decides.
        #[test]
        fn no_bound_is_more_than_what_it_can_exceed(
            at in [-3e3..3e3, -3e3..3e3, -3e3..3e3_f64],
            moves in [-8.0..8.0, -8.0..8.0, -8.0..8.0_f64],
            acceleration in 0.0..0.02_f64,
            within_s in 0.5..60.0_f64,
            factor in 0.1..3.0_f64,
        ) {
            let vector = |[x, y, z]: [f64; 3]| Vector::new(x, y, z);
            let (line, velocity) = (vector(at), vector(moves));
            let bound = rate_bound(line, velocity, acceleration, within_s);
            let exceeds = |rate| can_exceed(rate, line, velocity, acceleration, within_s);
            if bound < f64::INFINITY {
                prop_assert!(exceeds(bound * (1.0 - 1e-9)));
                prop_assert!(exceeds(bound * factor) || bound <= bound * factor);
                // Passing over saves something: what is far and slow is.
                prop_assert!(line.norm() < 40.0 * within_s || !exceeds(10.0));
            } else {
                prop_assert!(exceeds(1e300));
            }
        }

        /// Goal: no length changes faster than its bound. Method: two circular orbits, lengths at
        /// 200 instants between two checks.
        #[test]
        fn lengths_change_within_the_bound(
            one in [6_800.0..9_000.0, 0.0..3.1, 0.0..6.2, 0.0..6.2],
            other in [6_800.0..9_000.0, 0.0..3.1, 0.0..6.2, 0.0..6.2],
            within_s in 0.5..60.0_f64,
        ) {
            let state = |[radius, inclination, raan, argument]: [f64; 4], t: f64| {
                let motion = Motion::orbit(radius, inclination, raan, argument);
                let rate = (MU / radius.powi(3)).sqrt();
                let (sin, cos) = (rate * t).sin_cos();
                let phase = Phase { sin, cos };
                (motion.at(phase), motion.heading(phase) * rate)
            };
            let relative = |t| {
                let ((a, of_a), (b, of_b)) = (state(one, t), state(other, t));
                (b - a, of_b - of_a)
            };
            let (line, velocity) = relative(0.0);
            let acceleration = MU / one[0].powi(2) + MU / other[0].powi(2);
            let bound = rate_bound(line, velocity, acceleration, within_s);
            let mut highest = 0.0_f64;
            for step in 0..=200 {
                let (r, v) = relative(within_s * f64::from(step) / 200.0);
                highest = highest.max(r.dot(v).abs() / r.dot(r));
            }
            prop_assert!(highest <= bound, "{highest} is more than {bound}");
            // And it is of use: not far above what happens where the length changes at all.
            if line.norm() > 2_000.0 && within_s < 15.0 && highest > 5e-4 {
                prop_assert!(bound < 3.0 * highest, "{bound} is far more than {highest}");
            }
        }
    }

    #[test]
    fn ends_that_may_meet_have_no_bound() {
        let line = Vector::new(100.0, 0.0, 0.0);
        assert_eq!(rate_bound(line, Vector::new(-11.0, 0.0, 0.0), 0.0, 10.0), f64::INFINITY);
        let bound = rate_bound(line, Vector::new(-5.0, 0.0, 0.0), 0.0, 10.0);
        assert!((bound - 0.1).abs() < 1e-6, "5 km/s at 50 km: {bound}");
        assert_eq!(rate_bound(line, Vector::default(), 0.0, 10.0), 0.0);
    }
}
