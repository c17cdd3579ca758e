//! The delay of a moving link as a polynomial over a second or so, exact to the nanosecond.
//!
//! If packets follow each other closely, computing the positions of both ends for each of them
//! costs more than the rest of a hop. A polynomial through the delays at some instants is so
//! accurate that it gives the same nearest nanosecond, unless the delay is within the polynomial's
//! error of the boundary between two nanoseconds: there [`DelayCurve::at`] has no answer, and the
//! caller asks the geometry.
//!
//! # How far it may be off
//! A distance is the square root of a sum of squares of entire functions, so it is analytic up to
//! its zeros in complex time. For a distance `d` that changes by at most `v` these are at least
//! `d/v` away: no less than [`NEAREST_ZERO_S`], otherwise there is no curve. The error of an
//! interpolation of degree `n` at the Chebyshev points of an interval of half-length `h` is at most
//! `4 M p^-n / (p - 1)`, where `p = 2 d/(v h)` to a good approximation and `M` bounds the function
//! within the ellipse (Trefethen, Approximation Theory and Approximation Practice, 2013, theorem
//! 8.2). With 20 s, half a second, degree 4 and 10,000 km that is 1e-7 km or 4e-4 ns; for links of
//! low orbits it is a hundred times less. Orbits from elements are themselves piecewise
//! polynomials, about which nothing is known beyond the current segment. All curves are also tested
//! between the points, and rejected if they deviate by more than [`TRIED_NS`].

use skyseam_base::{Duration, NodeId, SimTime, math};

use super::Sky;

/// Number of coefficients: a polynomial of degree 4.
const TERMS: usize = 5;

/// Validity of a curve, ns.
const LENGTH_NS: u64 = 1 << 30;

/// Minimum distance of a zero of the range from the interval in complex time, s.
const NEAREST_ZERO_S: f64 = 20.0;

/// Maximum speed of two linked nodes relative to each other, km/s: two satellites in low orbits of
/// opposite direction.
const FASTEST_KM_PER_S: f64 = 16.0;

/// Permitted error of a curve at the instants at which it is tested, ns.
const TRIED_NS: f64 = 2e-4;

/// Permitted error of a curve anywhere, ns.
const OFF_NS: f64 = 2e-3;

/// Delay of a link over an interval.
#[derive(Clone, Copy, Debug)]
pub struct DelayCurve {
    from: SimTime,
    /// End of the interval, exclusive.
    until: SimTime,
    /// Coefficients of powers of the time since `from` in units of half the interval, minus one;
    /// ns.
    coefficients: [f64; TERMS],
}

impl DelayCurve {
    /// A curve that is never valid.
    pub const NONE: Self =
        Self { from: SimTime::ZERO, until: SimTime::ZERO, coefficients: [0.0; TERMS] };

    /// Returns the delay at `t`, to the nearest nanosecond; `None` outside the interval or where
    /// rounding is uncertain.
    #[inline]
    pub fn at(&self, t: SimTime) -> Option<Duration> {
        if t < self.from || t >= self.until {
            return None;
        }
        // Converted by way of signed numbers, for which processors have an instruction.
        let nanos = self.evaluate((t - self.from).as_nanos() as i64 as f64);
        let whole = nanos as i64 as u64;
        let rest = nanos - whole as i64 as f64;
        if (rest - 0.5).abs() < OFF_NS {
            return None;
        }
        Some(Duration::from_nanos(whole + u64::from(rest > 0.5)))
    }

    /// Returns the delay at a time after the curve's beginning, ns.
    #[inline]
    fn evaluate(&self, elapsed_ns: f64) -> f64 {
        let x = elapsed_ns * (2.0 / LENGTH_NS as f64) - 1.0;
        let [a, b, c, d, e] = self.coefficients;
        // Estrin's scheme has fewer dependent products than Horner's.
        let square = x * x;
        (a + b * x) + square * ((c + d * x) + square * e)
    }

    /// Whether `t` is in the interval.
    #[inline]
    pub fn holds(&self, t: SimTime) -> bool {
        self.from <= t && t < self.until
    }
}

impl Sky {
    /// Returns the delay between two satellites, or a satellite and a fixed site, from `t` on;
    /// `None` if no polynomial is accurate enough, the geometry does not round to nanoseconds, or a
    /// site is moving.
    pub fn delay_curve(&self, a: NodeId, b: NodeId, t: SimTime) -> Option<DelayCurve> {
        let travels = |node: NodeId| self.is_place(node) && self.place(node).fastest() > 0.0;
        if self.model.delay_step_s > 1e-9 || travels(a) || travels(b) {
            return None;
        }
        let end = t.saturating_add(Duration::from_nanos(LENGTH_NS));
        let (begin, joint) = self.smooth(t)?;
        // All points are within one segment of the orbits.
        if begin > t || joint < end {
            return None;
        }
        let nanos = |x: f64| {
            let elapsed = ((x + 1.0) * 0.5 * LENGTH_NS as f64) as u64;
            let range_km = self.range_km(a, b, t + Duration::from_nanos(elapsed));
            let is_far = range_km > NEAREST_ZERO_S * FASTEST_KM_PER_S;
            // The delay is taken at the whole nanosecond, and so is the point's abscissa.
            let x = elapsed as f64 * (2.0 / LENGTH_NS as f64) - 1.0;
            is_far.then(|| (x, skyseam_orbit::wgs84::delay_s(range_km) * 1e9))
        };
        let mut points = [(0.0, 0.0); TERMS];
        for (k, point) in points.iter_mut().enumerate() {
            let angle = std::f64::consts::PI * (k as f64 + 0.5) / TERMS as f64;
            *point = nanos(-math::cos(angle))?;
        }
        let curve = DelayCurve { from: t, until: end, coefficients: through(points) };
        let is_near = [-1.0, -0.77, -0.3, 0.3, 0.77, 0.999].into_iter().all(|x| {
            nanos(x).is_some_and(|(x, y)| {
                (curve.evaluate((x + 1.0) * 0.5 * LENGTH_NS as f64) - y).abs() < TRIED_NS
            })
        });
        is_near.then_some(curve)
    }
}

/// Returns the coefficients of the polynomial through `points`: Newton's divided differences,
/// multiplied out.
fn through(points: [(f64, f64); TERMS]) -> [f64; TERMS] {
    let mut differences = points.map(|(_, y)| y);
    for order in 1..TERMS {
        for k in (order..TERMS).rev() {
            let span = points[k].0 - points[k - order].0;
            differences[k] = (differences[k] - differences[k - 1]) / span;
        }
    }
    let mut powers = [0.0; TERMS];
    for k in (0..TERMS).rev() {
        // powers = powers * (x - points[k].0) + differences[k]
        for power in (1..TERMS).rev() {
            powers[power] = powers[power - 1] - points[k].0 * powers[power];
        }
        powers[0] = differences[k] - points[k].0 * powers[0];
    }
    powers
}
