//! The course of a user through stretches of constant surroundings: the parameters at each place,
//! with linear transitions from one stretch to the next.
//!
//! The models decide which stretches follow each other and how long they are ([`Stretches`]).

use skyseam_base::math;

/// The components of the received level at a place: Loo's triplet (C. Loo, IEEE Trans. Vehicular
/// Technology 34, 1985), in dB relative to an unobstructed line of sight.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Loo {
    /// Mean of the direct ray's level (alpha, MA), dB.
    pub(crate) mean_db: f64,
    /// Standard deviation of that level (psi, Sigma A), dB.
    pub(crate) spread_db: f64,
    /// Mean power of the diffuse part (MP), dB.
    pub(crate) diffuse_db: f64,
}

impl Loo {
    /// Mean power of the direct ray and of the diffuse part, relative to a clear line of sight; the
    /// former is the mean of a log-normal variable.
    pub(super) fn powers(&self) -> (f64, f64) {
        let neper = std::f64::consts::LN_10 / 20.0;
        let direct = 2.0 * neper * self.mean_db + 2.0 * math::powi(neper * self.spread_db, 2);
        (math::exp(direct), math::exp(2.0 * neper * self.diffuse_db))
    }

    /// Interpolates between this (`share` 0) and another (`share` 1), each number in dB separately.
    pub(crate) fn mixed(&self, other: &Self, share: f64) -> Self {
        let mix = |a: f64, b: f64| a + (b - a) * share;
        Self {
            mean_db: mix(self.mean_db, other.mean_db),
            spread_db: mix(self.spread_db, other.spread_db),
            diffuse_db: mix(self.diffuse_db, other.diffuse_db),
        }
    }
}

/// A stretch of the course whose surroundings do not change.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stretch {
    /// Which state.
    pub(super) state: usize,
    /// Length, m.
    pub(super) length_m: f64,
    /// The parameters on it.
    pub(super) loo: Loo,
}

/// A model of the order of stretches.
pub(super) trait Stretches: Send {
    /// The next stretch, in another state than the one before.
    fn next(&mut self) -> Stretch;

    /// Length of the transition between two stretches, m.
    fn transition_m(&self, before: &Stretch, after: &Stretch) -> f64;
}

/// Where the user is among the stretches.
#[derive(Debug)]
pub(super) struct Course<S> {
    stretches: S,
    before: Loo,
    current: Stretch,
    following: Stretch,
    /// Where the current stretch begins and ends, m from the start of the course.
    start_m: f64,
    end_m: f64,
    /// Halves of the transitions there, m.
    half_at_start_m: f64,
    half_at_end_m: f64,
}

impl<S: Stretches> Course<S> {
    pub(super) fn new(mut stretches: S) -> Self {
        let (current, following) = (stretches.next(), stretches.next());
        let half_at_end_m = half(&stretches, &current, &following);
        Self {
            stretches,
            before: current.loo,
            current,
            following,
            start_m: 0.0,
            end_m: current.length_m,
            half_at_start_m: 0.0,
            half_at_end_m,
        }
    }

    /// The parameters at `at_m`, which must not decrease, and the state whose stretch that is on.
    pub(super) fn at(&mut self, at_m: f64) -> (Loo, usize) {
        while at_m >= self.end_m {
            self.before = self.current.loo;
            self.current = self.following;
            self.following = self.stretches.next();
            self.start_m = self.end_m;
            self.end_m += self.current.length_m;
            self.half_at_start_m = self.half_at_end_m;
            self.half_at_end_m = half(&self.stretches, &self.current, &self.following);
        }
        let Stretch { loo, state, .. } = self.current;
        let (since_m, until_m) = (at_m - self.start_m, self.end_m - at_m);
        let here = if until_m < self.half_at_end_m {
            loo.mixed(&self.following.loo, 0.5 * (1.0 - until_m / self.half_at_end_m))
        } else if since_m < self.half_at_start_m {
            self.before.mixed(&loo, 0.5 * (1.0 + since_m / self.half_at_start_m))
        } else {
            loo
        };
        (here, state)
    }
}

/// Half the transition between two stretches, m. It reaches at most to the middle of each, so that
/// transitions do not overlap.
fn half<S: Stretches>(stretches: &S, before: &Stretch, after: &Stretch) -> f64 {
    let whole = stretches.transition_m(before, after);
    0.5 * whole.min(before.length_m).min(after.length_m).max(0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Stretches of 10, 4, 10, 4, ... m at 0 and -10 dB, with transitions of 6 m, which the shorter
    /// ones cut to 4 m.
    struct Alternating(usize);

    impl Stretches for Alternating {
        fn next(&mut self) -> Stretch {
            self.0 += 1;
            let state = (self.0 + 1) % 2;
            let loo = Loo { mean_db: -10.0 * state as f64, spread_db: 1.0, diffuse_db: -20.0 };
            Stretch { state, length_m: [10.0, 4.0][state], loo }
        }

        fn transition_m(&self, _: &Stretch, _: &Stretch) -> f64 {
            6.0
        }
    }

    #[test]
    fn transitions_are_linear_and_end_in_the_middle_of_short_stretches() {
        let mut course = Course::new(Alternating(0));
        let expected = [
            (0.0, 0.0, 0),
            (8.0, 0.0, 0),
            (9.0, -2.5, 0),
            (10.0, -5.0, 1),
            (11.0, -7.5, 1),
            (12.0, -10.0, 1),
            (13.0, -7.5, 1),
            (14.0, -5.0, 0),
            (15.0, -2.5, 0),
            (16.0, 0.0, 0),
            // Two rounds later.
            (43.0, -2.5, 0),
        ];
        for (at, mean_db, state) in expected {
            let (loo, found) = course.at(at);
            assert!((loo.mean_db - mean_db).abs() < 1e-12, "{} at {at} m", loo.mean_db);
            assert_eq!((loo.spread_db, loo.diffuse_db, found), (1.0, -20.0, state));
        }
    }
}
