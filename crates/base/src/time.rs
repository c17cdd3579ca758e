//! Simulated time: [`SimTime`] is an instant, [`Duration`] a length of time; both count whole
//! nanoseconds.
//!
//! Does not own wall clocks or calendar dates. A `u64` of nanoseconds spans 584 years. Sums and
//! products saturate at [`SimTime::MAX`] and [`Duration::MAX`], which stand for "never" and
//! "without end": the last packet of a long queue before a slow link can be due in thousands of
//! years. A negative difference is a bug and panics.

use std::fmt;
use std::iter::Sum;
use std::ops::{Add, AddAssign, Div, Mul, Sub, SubAssign};

/// Nanoseconds in a second.
pub const NANOS_PER_SEC: u64 = 1_000_000_000;

/// An instant of simulated time: nanoseconds since the scenario's time zero.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SimTime(u64);

/// A length of simulated time in nanoseconds, never negative.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Duration(u64);

impl SimTime {
    /// Time zero.
    pub const ZERO: Self = Self(0);
    /// Never: later than every instant a run can reach.
    pub const MAX: Self = Self(u64::MAX);

    /// The instant `nanos` nanoseconds after time zero.
    pub const fn from_nanos(nanos: u64) -> Self {
        Self(nanos)
    }

    /// The instant `secs` whole seconds after time zero.
    pub const fn from_secs(secs: u64) -> Self {
        Self(secs * NANOS_PER_SEC)
    }

    /// The instant nearest to `secs` seconds after time zero (ties away from zero).
    ///
    /// # Panics
    /// When `secs` is negative, not a number, or beyond 584 years.
    pub fn from_secs_f64(secs: f64) -> Self {
        Self(Duration::from_secs_f64(secs).0)
    }

    /// Nanoseconds since time zero.
    pub const fn as_nanos(self) -> u64 {
        self.0
    }

    /// Seconds since time zero, within half a nanosecond below 97 days.
    pub fn as_secs_f64(self) -> f64 {
        Duration(self.0).as_secs_f64()
    }

    /// Time elapsed since `earlier`, or `None` if `earlier` is later than this instant.
    pub fn checked_since(self, earlier: Self) -> Option<Duration> {
        self.0.checked_sub(earlier.0).map(Duration)
    }

    /// Time elapsed since `earlier`; zero if `earlier` is later.
    pub fn saturating_since(self, earlier: Self) -> Duration {
        Duration(self.0.saturating_sub(earlier.0))
    }

    /// This instant plus `length`, or [`SimTime::MAX`] on overflow.
    pub fn saturating_add(self, length: Duration) -> Self {
        Self(self.0.saturating_add(length.0))
    }
}

impl Duration {
    /// The zero duration.
    pub const ZERO: Self = Self(0);
    /// The longest duration, which stands for "without end".
    pub const MAX: Self = Self(u64::MAX);

    /// A duration of `nanos` nanoseconds.
    pub const fn from_nanos(nanos: u64) -> Self {
        Self(nanos)
    }

    /// A duration of `micros` microseconds.
    pub const fn from_micros(micros: u64) -> Self {
        Self(micros * 1_000)
    }

    /// A duration of `millis` milliseconds.
    pub const fn from_millis(millis: u64) -> Self {
        Self(millis * 1_000_000)
    }

    /// A duration of `secs` whole seconds.
    pub const fn from_secs(secs: u64) -> Self {
        Self(secs * NANOS_PER_SEC)
    }

    /// The duration nearest to `secs` seconds (ties away from zero).
    ///
    /// # Panics
    /// When `secs` is negative, not a number, or beyond 584 years.
    pub fn from_secs_f64(secs: f64) -> Self {
        let nanos = secs * NANOS_PER_SEC as f64;
        assert!(nanos > -0.5 && nanos < u64::MAX as f64, "not a length of time: {secs} s");
        // The same as `round`, without a function call.
        let whole = nanos as u64;
        Self(whole + u64::from(nanos - whole as f64 >= 0.5))
    }

    /// The duration in nanoseconds.
    pub const fn as_nanos(self) -> u64 {
        self.0
    }

    /// The duration in seconds, within half a nanosecond below 97 days.
    pub fn as_secs_f64(self) -> f64 {
        self.0 as f64 / NANOS_PER_SEC as f64
    }

    /// The duration in milliseconds.
    pub fn as_millis_f64(self) -> f64 {
        self.0 as f64 / 1e6
    }

    /// Whether the duration is zero.
    pub const fn is_zero(self) -> bool {
        self.0 == 0
    }

    /// This duration minus `other`; zero if `other` is longer.
    pub fn saturating_sub(self, other: Self) -> Self {
        Self(self.0.saturating_sub(other.0))
    }

    /// The absolute difference between two durations.
    pub fn abs_diff(self, other: Self) -> Self {
        Self(self.0.abs_diff(other.0))
    }

    /// This duration times `factor`, or [`Duration::MAX`] on overflow.
    pub fn saturating_mul(self, factor: u64) -> Self {
        Self(self.0.saturating_mul(factor))
    }
}

impl Add<Duration> for SimTime {
    type Output = Self;
    #[inline]
    fn add(self, length: Duration) -> Self {
        self.saturating_add(length)
    }
}

impl AddAssign<Duration> for SimTime {
    fn add_assign(&mut self, length: Duration) {
        *self = *self + length;
    }
}

impl Sub<Duration> for SimTime {
    type Output = Self;
    fn sub(self, length: Duration) -> Self {
        Self(self.0.checked_sub(length.0).expect("an instant before time zero"))
    }
}

impl Sub for SimTime {
    type Output = Duration;
    fn sub(self, earlier: Self) -> Duration {
        self.checked_since(earlier).expect("a negative length of time")
    }
}

impl Add for Duration {
    type Output = Self;
    #[inline]
    fn add(self, other: Self) -> Self {
        Self(self.0.saturating_add(other.0))
    }
}

impl AddAssign for Duration {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl Sub for Duration {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self(self.0.checked_sub(other.0).expect("a negative length of time"))
    }
}

impl SubAssign for Duration {
    fn sub_assign(&mut self, other: Self) {
        *self = *self - other;
    }
}

impl Mul<u64> for Duration {
    type Output = Self;
    fn mul(self, factor: u64) -> Self {
        self.saturating_mul(factor)
    }
}

impl Div<u64> for Duration {
    type Output = Self;
    fn div(self, divisor: u64) -> Self {
        Self(self.0 / divisor)
    }
}

impl Sum for Duration {
    fn sum<I: Iterator<Item = Self>>(lengths: I) -> Self {
        lengths.fold(Self::ZERO, Add::add)
    }
}

impl fmt::Display for SimTime {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{:09} s", self.0 / NANOS_PER_SEC, self.0 % NANOS_PER_SEC)
    }
}

impl fmt::Display for Duration {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            0..1_000 => write!(f, "{} ns", self.0),
            1_000..1_000_000 => write!(f, "{} us", self.0 as f64 / 1e3),
            1_000_000..1_000_000_000 => write!(f, "{} ms", self.0 as f64 / 1e6),
            _ => write!(f, "{} s", self.0 as f64 / 1e9),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_instant_and_a_length_convert_to_seconds_and_back() {
        let t = SimTime::from_secs_f64(86_399.999_999_999);
        assert_eq!(t.as_nanos(), 86_399_999_999_999);
        assert_eq!(SimTime::from_secs_f64(t.as_secs_f64()), t);
        assert_eq!(t - SimTime::from_secs(86_399), Duration::from_nanos(999_999_999));
    }

    #[test]
    #[should_panic(expected = "negative length")]
    fn the_past_is_not_a_length() {
        let _ = SimTime::ZERO - SimTime::from_nanos(1);
    }

    /// Goal: overflow gives "never" or "without end", not a smaller number. Method: each operation
    /// that can exceed 64 bits.
    #[test]
    fn beyond_584_years_is_never() {
        let (never, forever) = (SimTime::MAX, Duration::MAX);
        let long = Duration::from_secs(18_000_000_000);
        assert_eq!(SimTime::ZERO + long + long, never);
        assert_eq!(never + Duration::from_nanos(1), never);
        assert_eq!((long + long, long * 2), (forever, forever));
        assert_eq!([long, long].into_iter().sum::<Duration>(), forever);
    }

    #[test]
    fn a_length_prints_in_the_unit_that_fits() {
        let printed: Vec<String> = [7, 1_500, 40_000_000, 60_000_000_000]
            .map(|n| Duration::from_nanos(n).to_string())
            .into();
        assert_eq!(printed, ["7 ns", "1.5 us", "40 ms", "60 s"]);
    }
}
