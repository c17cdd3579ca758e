//! The user's path through segments of constant surroundings: the parameters at each position, with
//! linear transitions between segments.
//!
//! The models decide the order and the lengths of the segments ([`StateProcess`]).

use skyseam_base::math;

/// The components of the received level at a position: Loo's triplet (C. Loo, IEEE Trans. Vehicular
/// Technology 34, 1985), in dB relative to an unobstructed line of sight.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Loo {
    /// Mean of the direct ray's level (alpha, MA), dB.
    pub(crate) mean_db: f64,
    /// Standard deviation of that level (psi, Sigma A), dB.
    pub(crate) spread_db: f64,
    /// Mean power of the diffuse component (MP), dB.
    pub(crate) diffuse_db: f64,
}

impl Loo {
    /// Mean power of the direct ray and of the diffuse component, relative to a clear line of
    /// sight; the former is the mean of a log-normal variable.
    pub(super) fn powers(&self) -> (f64, f64) {
        let neper = std::f64::consts::LN_10 / 20.0;
        let direct = 2.0 * neper * self.mean_db + 2.0 * math::powi(neper * self.spread_db, 2);
        (math::exp(direct), math::exp(2.0 * neper * self.diffuse_db))
    }

    /// Interpolates between this triplet (`share` 0) and another (`share` 1), each number in dB
    /// separately.
    pub(crate) fn mixed(&self, other: &Self, share: f64) -> Self {
        let mix = |a: f64, b: f64| a + (b - a) * share;
        Self {
            mean_db: mix(self.mean_db, other.mean_db),
            spread_db: mix(self.spread_db, other.spread_db),
            diffuse_db: mix(self.diffuse_db, other.diffuse_db),
        }
    }
}

/// A segment of the user's path with constant surroundings.
#[derive(Clone, Copy, Debug)]
pub(super) struct StateSegment {
    /// Index of the state.
    pub(super) state: usize,
    /// Length of the segment, m.
    pub(super) length_m: f64,
    /// Parameters on the segment.
    pub(super) loo: Loo,
    /// Normal variates from which the length and the mean level were computed; 0 where none were
    /// drawn.
    pub(super) drawn: [f64; 2],
}

/// A model of the sequence of segments.
pub(super) trait StateProcess: Send {
    /// Creates the next segment, in another state than the previous one.
    fn next(&mut self) -> StateSegment;

    /// Length of the transition between two segments, m.
    fn transition_m(&self, before: &StateSegment, after: &StateSegment) -> f64;

    /// Distance over which the correlation of shadowing falls to 1/e, m.
    fn correlation_m(&self) -> f64;

    /// Sets the satellite's elevation from here on. Returns whether the parameters change, so that
    /// segments must be regenerated with [`again`](Self::again).
    fn turn_to(&mut self, _elevation_deg: f64) -> bool {
        false
    }

    /// Regenerates a segment from its draws with the current parameters.
    fn again(&self, stretch: &StateSegment) -> StateSegment {
        *stretch
    }

    /// Initial segment for a user who comes into view of a satellite at a random time, and the
    /// fraction of the segment already travelled.
    fn entered(&mut self) -> (StateSegment, f64) {
        (self.next(), 0.0)
    }
}

/// Position of the user within the sequence of segments.
#[derive(Debug)]
pub(super) struct StateSequence<S> {
    stretches: S,
    before: StateSegment,
    current: StateSegment,
    following: StateSegment,
    /// Start and end of the current segment, m from the start of the course.
    start_m: f64,
    end_m: f64,
    /// Half lengths of the transitions there, m.
    half_at_start_m: f64,
    half_at_end_m: f64,
}

impl<S: StateProcess> StateSequence<S> {
    pub(super) fn new(mut stretches: S) -> Self {
        let (current, following) = (stretches.next(), stretches.next());
        let half_at_end_m = half(&stretches, &current, &following);
        Self {
            stretches,
            before: current,
            current,
            following,
            start_m: 0.0,
            end_m: current.length_m,
            half_at_start_m: 0.0,
            half_at_end_m,
        }
    }

    /// Distance over which the correlation of shadowing falls to 1/e, m.
    pub(super) fn correlation_m(&self) -> f64 {
        self.stretches.correlation_m()
    }

    /// The parameters at `at_m`, which must not decrease, and the state of the segment there.
    pub(super) fn at(&mut self, at_m: f64) -> (Loo, usize) {
        while at_m >= self.end_m {
            self.before = self.current;
            self.current = self.following;
            self.following = self.stretches.next();
            self.start_m = self.end_m;
            self.end_m += self.current.length_m;
            self.half_at_start_m = self.half_at_end_m;
            self.half_at_end_m = half(&self.stretches, &self.current, &self.following);
        }
        let StateSegment { loo, state, .. } = self.current;
        let (since_m, until_m) = (at_m - self.start_m, self.end_m - at_m);
        let here = if until_m < self.half_at_end_m {
            loo.mixed(&self.following.loo, 0.5 * (1.0 - until_m / self.half_at_end_m))
        } else if since_m < self.half_at_start_m {
            self.before.loo.mixed(&loo, 0.5 * (1.0 + since_m / self.half_at_start_m))
        } else {
            loo
        };
        (here, state)
    }

    /// Sets the satellite's elevation from `at_m` on. Segments keep their draws, and the user the
    /// travelled fraction of the current one, so that the new elevation takes effect at once on
    /// levels and on the distance to the next segment.
    pub(super) fn turn_to(&mut self, at_m: f64, elevation_deg: f64) {
        self.at(at_m);
        if !self.stretches.turn_to(elevation_deg) {
            return;
        }
        let behind = (at_m - self.start_m) / (self.end_m - self.start_m);
        let had_transition = self.half_at_start_m > 0.0;
        self.before = self.stretches.again(&self.before);
        self.following = self.stretches.again(&self.following);
        let current = self.stretches.again(&self.current);
        self.place(at_m, current, behind);
        if had_transition {
            self.half_at_start_m = half(&self.stretches, &self.before, &self.current);
        }
    }

    /// Switches to another satellite at `at_m`, at this elevation: the obstructions of its line of
    /// sight are independent of those of the previous one.
    pub(super) fn hand_over(&mut self, at_m: f64, elevation_deg: f64) {
        self.at(at_m);
        self.stretches.turn_to(elevation_deg);
        let (current, behind) = self.stretches.entered();
        self.before = current;
        self.following = self.stretches.next();
        self.place(at_m, current, behind);
    }

    /// Places the user on `current` at `at_m`, with this fraction of it travelled, without a
    /// transition at its start.
    fn place(&mut self, at_m: f64, current: StateSegment, behind: f64) {
        self.start_m = at_m - behind * current.length_m;
        self.end_m = at_m + (1.0 - behind) * current.length_m;
        self.current = current;
        self.half_at_start_m = 0.0;
        self.half_at_end_m = half(&self.stretches, &self.current, &self.following);
    }
}

/// Half length of the transition between two segments, m. It extends at most to the middle of each,
/// so that transitions do not overlap.
fn half<S: StateProcess>(stretches: &S, before: &StateSegment, after: &StateSegment) -> f64 {
    let whole = stretches.transition_m(before, after);
    0.5 * whole.min(before.length_m).min(after.length_m).max(0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Segments of 10, 4, 10, 4, ... m at 0 and -10 dB, with transitions of 6 m, which the shorter
    /// ones cut to 4 m.
    struct Alternating(usize);

    impl StateProcess for Alternating {
        fn next(&mut self) -> StateSegment {
            self.0 += 1;
            let state = (self.0 + 1) % 2;
            let loo = Loo { mean_db: -10.0 * state as f64, spread_db: 1.0, diffuse_db: -20.0 };
            StateSegment { state, length_m: [10.0, 4.0][state], loo, drawn: [0.0; 2] }
        }

        fn transition_m(&self, _: &StateSegment, _: &StateSegment) -> f64 {
            6.0
        }

        fn correlation_m(&self) -> f64 {
            1.0
        }
    }

    #[test]
    fn transitions_are_linear_and_end_in_the_middle_of_short_stretches() {
        let mut course = StateSequence::new(Alternating(0));
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

    /// Goal: mean powers are those of a log-normal ray and of the diffuse component. Method: by
    /// hand, -10 dB with a spread of 4 dB, and -15 dB.
    #[test]
    fn powers_are_means() {
        let loo = Loo { mean_db: -10.0, spread_db: 4.0, diffuse_db: -15.0 };
        let (direct, diffuse) = loo.powers();
        assert!((direct - 0.152_83).abs() < 1e-5, "{direct}");
        assert!((diffuse - 0.031_623).abs() < 1e-6, "{diffuse}");
    }
}
