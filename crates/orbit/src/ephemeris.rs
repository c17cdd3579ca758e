//! Position tables from which the motion of many satellites is interpolated.
//!
//! SGP4 is too slow to call for every packet. A day is cut into segments; in each, every
//! satellite's position is stored at the [`NODES`] Chebyshev-Lobatto points and interpolated by the
//! polynomial through them. The interpolation weights depend on the instant only, so [`Basis`] is
//! computed once per instant and serves all satellites: a position costs 24 multiplications.
//!
//! Segments are halved until the polynomial is within [`TOLERANCE_KM`] of SGP4 where its error is
//! largest. Positions are in the simulation's inertial frame, in which the Earth rotates uniformly.
//! Does not own elements nor visibility.
//!
//! ```
//! use skyseam_base::SimTime;
//! use skyseam_orbit::{Ephemerides, Utc, elements};
//!
//! let text = "\
//! ISS (ZARYA)
//! 1 25544U 98067A   20194.88612269 -.00002218  00000-0 -31515-4 0  9992
//! 2 25544  51.6461 221.2784 0001413  89.1723 280.4612 15.49507896236008
//! ";
//! let satellites = elements::read(text, "iss.tle")?;
//! let zero: Utc = "2020-07-13T00:00:00Z".parse()?;
//! let faults = elements::check_epochs(&satellites, zero, elements::MAX_AGE_DAYS, "iss.tle");
//! assert!(faults.is_empty());
//!
//! let table = Ephemerides::of(&satellites, zero, SimTime::from_secs(3600))?;
//! let basis = table.basis(SimTime::from_secs(60));
//! let height_km = table.position(0, &basis).norm() - 6371.0;
//! assert!((400.0..450.0).contains(&height_km));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use skyseam_base::{SimTime, math};

use crate::elements::{Elements, PropagationError};
use crate::utc::Utc;
use crate::vector::{Inertial, Teme, Vector};
use crate::wgs84::{EARTH_RATE_RAD_PER_S, MU_KM3_PER_S2};

/// Positions stored per segment and satellite.
pub const NODES: usize = 8;
/// Tolerance of the interpolation, km: segments are halved while a check finds a larger error. 3 ns
/// of delay.
pub(crate) const TOLERANCE_KM: f64 = 1e-3;
/// Interpolation error above which a satellite is rejected, km: 1 us of delay.
const MAX_ERROR_KM: f64 = 0.3;
/// Maximum length of a segment, s, for medium and high orbits; it is then halved.
const MAX_SEGMENT_S: f64 = 9600.0;
const MIN_SEGMENT_S: f64 = 75.0;
/// Maximum size of a table, bytes: 20,000 low satellites for a month take 8.4e9.
const MAX_BYTES: f64 = 1e10;
/// Time by which the table extends beyond its end, s: packets are still in flight then.
const MARGIN_S: f64 = 10.0;

/// Motion of many satellites over a range of simulated time.
#[derive(Clone, Debug, PartialEq)]
pub struct Ephemerides {
    satellites: usize,
    segments: usize,
    segment_s: f64,
    /// Positions by segment, then satellite, then node, so that one instant reads one range of
    /// memory.
    nodes: Vec<[Vector<Inertial>; NODES]>,
    max_speed_km_per_s: Vec<f64>,
    max_acceleration: Vec<f64>,
    error_km: f64,
    /// Elements, for instants beyond the table.
    elements: Vec<Elements>,
    zero: Utc,
}

/// Interpolation weights of one instant, the same for every satellite of the table.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Basis {
    segment: usize,
    weights: [f64; NODES],
}

/// Like [`Basis`], for velocities. Expensive to compute: one serves all satellites.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Slopes {
    segment: usize,
    /// Derivatives of the weights with respect to the normalized time in the segment, from -1 to 1.
    weights: [f64; NODES],
    /// Rate of change of the normalized time, 1/s.
    per_s: f64,
}

/// Motion of one satellite over a range of simulated time.
#[derive(Clone, Debug, PartialEq)]
pub struct Ephemeris(Ephemerides);

/// Reason for which there is no table.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum EphemerisError {
    /// A satellite decays, or its elements diverge, within the range.
    #[error(transparent)]
    Propagation(#[from] PropagationError),
    /// The table would not fit into memory.
    #[error(
        "a table of positions would take {gigabytes:.0} GB: simulate a shorter time or fewer \
         satellites"
    )]
    TooLarge {
        /// Lower bound on the size, 1e9 bytes.
        gigabytes: f64,
    },
    /// A satellite moves too irregularly to be interpolated.
    #[error(
        "positions of {satellite} cannot be interpolated more accurately than {error_km:.1} km: \
         its elements are not those of a smooth orbit; leave the satellite out"
    )]
    NotInterpolable {
        /// Name and catalogue number.
        satellite: String,
        /// Largest error found, km.
        error_km: f64,
        /// Line of the file where the satellite begins, counted from 1; 0 if it comes from no file.
        line: usize,
    },
}

impl Ephemerides {
    /// Checks for satellites that decay from time zero to `end`, at instants spread evenly over
    /// that time, including both ends; faster than building a table. Computes about `most`
    /// positions.
    ///
    /// # Errors
    /// If a satellite has no position at one of the instants.
    pub fn check(
        elements: &[Elements],
        zero: Utc,
        end: SimTime,
        most: usize,
    ) -> Result<(), PropagationError> {
        let span_s = end.as_secs_f64() + MARGIN_S;
        let instants = (most / elements.len().max(1)).clamp(2, 1000);
        // Drag works towards the end, so the last instant comes first.
        for instant in (0..instants).rev() {
            let s = span_s * instant as f64 / (instants - 1) as f64;
            for of in elements {
                of.propagate(zero.after(SimTime::from_secs_f64(s)))?;
            }
        }
        Ok(())
    }

    /// Tabulates the satellites from time zero, which is the instant `zero`, to `end`.
    ///
    /// # Errors
    /// If a satellite decays by then or cannot be interpolated, or the table would be too large.
    pub fn of(elements: &[Elements], zero: Utc, end: SimTime) -> Result<Self, EphemerisError> {
        let span_s = end.as_secs_f64() + MARGIN_S;
        let mut segment_s = span_s.min(MAX_SEGMENT_S);
        let row_bytes = size_of::<[Vector<Inertial>; NODES]>() as f64;
        let bytes =
            |segment_s: f64| (span_s / segment_s).ceil() * elements.len() as f64 * row_bytes;
        while segment_s > MIN_SEGMENT_S {
            if bytes(segment_s) > MAX_BYTES {
                return Err(EphemerisError::TooLarge { gigabytes: bytes(segment_s) / 1e9 });
            }
            if let Ok(table) = Self::with_segments(elements, zero, end, segment_s, TOLERANCE_KM)? {
                return Ok(table);
            }
            segment_s /= 2.0;
        }
        Self::with_segments(elements, zero, end, segment_s, MAX_ERROR_KM)?.map_err(
            |(satellite, error_km)| {
                let of = &elements[satellite];
                EphemerisError::NotInterpolable { satellite: of.label(), error_km, line: of.line() }
            },
        )
    }

    /// Builds the table with a given segment length, or returns the first satellite whose error
    /// exceeds `tolerance_km`, and that error, km.
    fn with_segments(
        elements: &[Elements],
        zero: Utc,
        end: SimTime,
        segment_s: f64,
        tolerance_km: f64,
    ) -> Result<Result<Self, (usize, f64)>, PropagationError> {
        // Whole segments, so that SGP4 is not evaluated beyond the span.
        let span_s = end.as_secs_f64() + MARGIN_S;
        let segments = (span_s / segment_s).ceil() as usize;
        let segment_s = span_s / segments as f64;
        let satellites = elements.len();
        let abscissae = ABSCISSAE;
        let middle = weights(0.0);
        let mut nodes = vec![[Vector::default(); NODES]; segments * satellites];
        let mut max_speed_km_per_s = vec![0.0; satellites];
        let mut max_acceleration = vec![0.0; satellites];
        let slopes = ABSCISSAE.map(slopes);
        let per_s = 2.0 / segment_s;
        let mut error_km = 0.0;
        for (satellite, of_one) in elements.iter().enumerate() {
            let state = |s: f64| inertial_state(of_one, zero, s);
            let (mut last, velocity) = state(0.0)?;
            let (mut fastest, mut strongest) = (speed_at_perigee(last, velocity), 0.0_f64);
            for segment in 0..segments {
                let at = |x: f64| (segment as f64 + 0.5 + 0.5 * x) * segment_s;
                let row = &mut nodes[segment * satellites + satellite];
                row[0] = last;
                for (node, x) in row.iter_mut().zip(abscissae).skip(1) {
                    let (position, velocity) = state(at(x))?;
                    *node = position;
                    fastest = fastest.max(speed_at_perigee(position, velocity));
                }
                last = row[NODES - 1];
                // The node polynomial is largest in the middle, and with it the error.
                let error = (combined(row, &middle) - state(at(0.0))?.0).norm();
                if error > tolerance_km {
                    return Ok(Err((satellite, error)));
                }
                error_km = f64::max(error_km, error);
                strongest = strongest.max(most_curved(row, &slopes) * per_s * per_s);
            }
            max_speed_km_per_s[satellite] = fastest * SPEED_MARGIN;
            max_acceleration[satellite] = strongest;
        }
        Ok(Ok(Self {
            satellites,
            segments,
            segment_s,
            nodes,
            max_speed_km_per_s,
            max_acceleration,
            error_km,
            elements: elements.to_vec(),
            zero,
        }))
    }

    /// Number of satellites.
    pub fn len(&self) -> usize {
        self.satellites
    }

    /// Whether there are no satellites.
    pub fn is_empty(&self) -> bool {
        self.satellites == 0
    }

    /// The weights of an instant. Beyond the end the last polynomial is extrapolated, which is
    /// accurate for some seconds.
    pub fn basis(&self, t: SimTime) -> Basis {
        let (segment, x) = self.place(t);
        Basis { segment, weights: weights(x) }
    }

    /// Position of a satellite, km.
    ///
    /// # Panics
    /// If there is no such satellite, or `at` belongs to another, longer table.
    #[inline]
    pub fn position(&self, satellite: usize, at: &Basis) -> Vector<Inertial> {
        assert!(satellite < self.satellites, "no satellite {satellite}");
        combined(&self.nodes[at.segment * self.satellites + satellite], &at.weights)
    }

    /// Position of a satellite, km, even long after the end, then by SGP4; `None` if SGP4 fails
    /// because the satellite has decayed by then.
    ///
    /// # Panics
    /// If there is no such satellite.
    pub fn position_ahead(&self, satellite: usize, t: SimTime) -> Option<Vector<Inertial>> {
        if t.as_secs_f64() <= self.segments as f64 * self.segment_s {
            return Some(self.position(satellite, &self.basis(t)));
        }
        let state = inertial_state(&self.elements[satellite], self.zero, t.as_secs_f64());
        state.ok().map(|(position, _)| position)
    }

    /// Positions of all satellites, in their order, km.
    pub fn positions(&self, at: &Basis) -> impl ExactSizeIterator<Item = Vector<Inertial>> {
        let first = at.segment * self.satellites;
        let weights = at.weights;
        self.nodes[first..first + self.satellites].iter().map(move |row| combined(row, &weights))
    }

    /// The weights of velocities at an instant.
    pub fn slopes(&self, t: SimTime) -> Slopes {
        let (segment, x) = self.place(t);
        Slopes { segment, weights: slopes(x), per_s: 2.0 / self.segment_s }
    }

    /// Velocity of a satellite, km/s.
    ///
    /// # Panics
    /// If there is no such satellite, or `at` belongs to another, longer table.
    #[inline]
    pub fn velocity(&self, satellite: usize, at: &Slopes) -> Vector<Inertial> {
        assert!(satellite < self.satellites, "no satellite {satellite}");
        combined(&self.nodes[at.segment * self.satellites + satellite], &at.weights) * at.per_s
    }

    /// Upper bound on the satellite's speed within the range, km/s.
    ///
    /// # Panics
    /// If there is no such satellite.
    pub fn max_speed_km_per_s(&self, satellite: usize) -> f64 {
        self.max_speed_km_per_s[satellite]
    }

    /// Upper bound on the acceleration of the satellite's interpolation polynomials within the
    /// range, km/s^2. At the boundary of two segments the velocity may have a small discontinuity.
    ///
    /// # Panics
    /// If there is no such satellite.
    pub fn max_acceleration_km_per_s2(&self, satellite: usize) -> f64 {
        self.max_acceleration[satellite]
    }

    /// Start of the segment that contains `t`, and start of the next one; `None` beyond the table's
    /// end.
    pub fn segment(&self, t: SimTime) -> Option<(SimTime, SimTime)> {
        if t.as_secs_f64() / self.segment_s >= self.segments as f64 {
            return None;
        }
        let (segment, _) = self.place(t);
        // The first instant for which the division above gives this segment; searched near its
        // start.
        let start = |segment: usize| {
            let mut nanos = (segment as f64 * self.segment_s * 1e9) as u64;
            let is_in =
                |nanos| SimTime::from_nanos(nanos).as_secs_f64() / self.segment_s >= segment as f64;
            while nanos > 0 && is_in(nanos - 1) {
                nanos -= 1;
            }
            while !is_in(nanos) {
                nanos += 1;
            }
            SimTime::from_nanos(nanos)
        };
        Some((start(segment), start(segment + 1)))
    }

    /// Largest distance from SGP4 found when the table was checked, km.
    pub fn error_km(&self) -> f64 {
        self.error_km
    }

    /// Length of a segment, s.
    pub fn segment_s(&self) -> f64 {
        self.segment_s
    }

    /// Segment of an instant, and normalized time in it, from -1 to 1.
    fn place(&self, t: SimTime) -> (usize, f64) {
        let segments = t.as_secs_f64() / self.segment_s;
        let segment = (segments as usize).min(self.segments - 1);
        (segment, 2.0 * (segments - segment as f64) - 1.0)
    }
}

impl Ephemeris {
    /// Tabulates one satellite from time zero, which is the instant `zero`, to `end`.
    pub fn of(elements: &Elements, zero: Utc, end: SimTime) -> Result<Self, EphemerisError> {
        Ephemerides::of(std::slice::from_ref(elements), zero, end).map(Self)
    }

    /// Position, km.
    pub fn position(&self, t: SimTime) -> Vector<Inertial> {
        self.0.position(0, &self.0.basis(t))
    }

    /// Velocity, km/s.
    pub fn velocity(&self, t: SimTime) -> Vector<Inertial> {
        self.0.velocity(0, &self.0.slopes(t))
    }

    /// Upper bound on the satellite's speed within the range, km/s.
    pub fn max_speed_km_per_s(&self) -> f64 {
        self.0.max_speed_km_per_s(0)
    }

    /// Largest distance from SGP4 found when the table was checked, km.
    pub fn error_km(&self) -> f64 {
        self.0.error_km()
    }
}

/// Factor by which perturbations may raise a satellite's speed above the perigee speed of its
/// osculating orbits at the nodes.
const SPEED_MARGIN: f64 = 1.002;

/// Perigee speed in km/s of the Kepler orbit through a state: `mu (1 + e) / h`.
fn speed_at_perigee(r: Vector<Inertial>, v: Vector<Inertial>) -> f64 {
    let (rr, vv, rv) = (r.norm(), v.dot(v), r.dot(v));
    let h = (rr * rr * vv - rv * rv).max(0.0).sqrt();
    let eccentricity = ((r * (vv - MU_KM3_PER_S2 / rr)) - v * rv).norm() / MU_KM3_PER_S2;
    MU_KM3_PER_S2 * (1.0 + eccentricity) / h
}

/// `cos(5 pi / 14)`. A polynomial of degree 5, such as the second derivative of one of degree 7,
/// nowhere exceeds its maximum at the 8 Chebyshev-Lobatto points divided by this (Ehlich and
/// Zeller, Schwankung von Polynomen zwischen Gitterpunkten, Math. Z. 86, 1964). This holds along
/// any direction, and so for lengths of vectors.
const BETWEEN_NODES: f64 = 0.4338837391175581;

/// Upper bound on the length of the second derivative of the polynomial through the nodes, with
/// respect to normalized time, given the [`slopes`] at the nodes.
fn most_curved(row: &[Vector<Inertial>; NODES], slopes: &[[f64; NODES]; NODES]) -> f64 {
    let once = slopes.map(|weights| combined(row, &weights));
    let twice = slopes.map(|weights| combined(&once, &weights).norm());
    // A millionth more, for rounding.
    twice.into_iter().fold(0.0, f64::max) / BETWEEN_NODES * (1.0 + 1e-6)
}

/// Position in km and velocity in km/s, `s` seconds after time zero.
///
/// Earth-fixed coordinates are TEME coordinates rotated by GMST; inertial ones are these rotated
/// back by the Earth's rotation since time zero. The two angles differ by a constant, so the frame
/// does not rotate and the velocity needs no further term.
fn inertial_state(
    elements: &Elements,
    zero: Utc,
    s: f64,
) -> Result<(Vector<Inertial>, Vector<Inertial>), PropagationError> {
    let at = zero.after(SimTime::from_secs_f64(s));
    let (position, velocity) = elements.propagate(at)?;
    let (sin, cos) = math::sin_cos(at.gmst_rad() - EARTH_RATE_RAD_PER_S * s);
    let turned = |v: Vector<Teme>| Vector::new(v.x * cos + v.y * sin, v.y * cos - v.x * sin, v.z);
    Ok((turned(position), turned(velocity)))
}

/// The Chebyshev-Lobatto points, from -1 to 1: both ends are included, so segments join. Equal to
/// `-cos(k pi / 7)`, as a test checks.
const ABSCISSAE: [f64; NODES] = [
    -1.0,
    -0.9009688679024191,
    -0.6234898018587336,
    -0.22252093395631445,
    0.22252093395631434,
    0.6234898018587335,
    0.900968867902419,
    1.0,
];

/// Weights of the polynomial through the nodes (barycentric formula of the second kind; Berrut and
/// Trefethen, SIAM Review 46, 2004, Eq. 4.2 and 5.4).
fn weights(x: f64) -> [f64; NODES] {
    let abscissae = ABSCISSAE;
    if let Some(hit) = abscissae.iter().position(|&node| node == x) {
        return std::array::from_fn(|k| if k == hit { 1.0 } else { 0.0 });
    }
    let terms: [f64; NODES] = std::array::from_fn(|k| barycentric(k) / (x - abscissae[k]));
    let sum: f64 = terms.iter().sum();
    terms.map(|term| term / sum)
}

/// Derivatives of the weights with respect to `x`, by the product rule.
fn slopes(x: f64) -> [f64; NODES] {
    let a = ABSCISSAE;
    std::array::from_fn(|k| {
        let others = |j: usize| (0..NODES).filter(move |&i| i != k && i != j);
        let scale: f64 = others(k).map(|i| a[k] - a[i]).product();
        let sum: f64 = others(k).map(|j| others(j).map(|i| x - a[i]).product::<f64>()).sum();
        sum / scale
    })
}

/// Barycentric weights of the Chebyshev-Lobatto points: alternating, halved at the ends.
fn barycentric(k: usize) -> f64 {
    let sign = if k.is_multiple_of(2) { 1.0 } else { -1.0 };
    if k == 0 || k == NODES - 1 { sign / 2.0 } else { sign }
}

/// Weighted sum of the nodes.
#[inline]
fn combined(row: &[Vector<Inertial>; NODES], weights: &[f64; NODES]) -> Vector<Inertial> {
    let mut sum = Vector::default();
    for (node, &weight) in row.iter().zip(weights) {
        sum = sum + *node * weight;
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::f64::consts::PI;

    #[test]
    fn abscissae_are_the_cosines_to_the_last_digit() {
        let last = NODES - 1;
        let cosines = std::array::from_fn(|k| -math::cos(PI * k as f64 / last as f64));
        assert_eq!(ABSCISSAE, cosines);
        assert!((BETWEEN_NODES - math::cos(5.0 * PI / 14.0)).abs() < 1e-15);
    }

    /// Goal: the bound holds between nodes too, and is tight enough. Method: polynomials of all
    /// signs at the nodes, the second derivative by differences at 1000 points.
    #[test]
    fn no_polynomial_is_more_curved_than_its_bound() {
        let all = ABSCISSAE.map(slopes);
        for signs in 0..256_u32 {
            let row: [Vector<Inertial>; NODES] = std::array::from_fn(|k| {
                let sign = if signs >> k & 1 == 1 { 1.0 } else { -1.0 };
                Vector::new(sign, 0.5 * ABSCISSAE[k], sign * ABSCISSAE[k])
            });
            let bound = most_curved(&row, &all);
            let (h, at) = (1e-3, |x: f64| combined(&row, &weights(x)));
            let curved = (0..1000).map(|k| -1.0 + h + (2.0 - 2.0 * h) * f64::from(k) / 999.0);
            let curved =
                curved.map(|x| ((at(x + h) + at(x - h) - at(x) * 2.0) * (1.0 / (h * h))).norm());
            let most = curved.fold(0.0, f64::max);
            // Differences of numbers near one, over a millionth.
            assert!(most <= bound + 1e-8, "{most} is more than {bound}");
            assert!(bound < 2.5 * most + 1e-3, "{bound} is far more than {most}");
        }
    }
}
