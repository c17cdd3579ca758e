//! An instant of wall time in the UTC scale, and its sidereal time.
//!
//! [`Utc`] is not [`SimTime`]: element files and a scenario's epoch give the first, the simulation
//! counts the second. Days have 86 400 s here: leap seconds (none since the end of 2016) are
//! neither read nor inserted. Does not own time zones, UT1 or a clock.

use std::fmt;
use std::str::FromStr;

use sgp4::chrono::{DateTime, NaiveDateTime};
use skyseam_base::{Duration, SimTime};

/// Nanoseconds in a day.
const NANOS_PER_DAY: i64 = 86_400_000_000_000;
/// Noon of 2000-01-01 UTC, nanoseconds after the start of 1970: the origin of the formula of
/// sidereal time.
const J2000: i64 = 946_728_000_000_000_000;
/// Julian date of noon of 2000-01-01.
const JULIAN_J2000: f64 = 2_451_545.0;

/// Formats of instants in CCSDS messages and in scenarios: calendar date or day of year (CCSDS
/// 502.0-B-3, Sec. 7.5.10).
const FORMS: [&str; 2] = ["%Y-%m-%dT%H:%M:%S%.f", "%Y-%jT%H:%M:%S%.f"];

/// An instant of wall time in the UTC scale, to the nanosecond, from 1678 to 2261.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Utc {
    /// Nanoseconds after the start of 1970, without leap seconds.
    nanos: i64,
}

/// The error for a text that is not an instant of UTC.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{found}` is not an instant of UTC: write it like 2026-11-20T00:00:00Z")]
pub struct UtcError {
    /// Invalid text.
    pub found: String,
}

impl Utc {
    /// The instant `nanos` nanoseconds after 1970-01-01T00:00:00Z, without leap seconds.
    pub const fn from_unix_nanos(nanos: i64) -> Self {
        Self { nanos }
    }

    /// Nanoseconds after 1970-01-01T00:00:00Z, without leap seconds.
    pub const fn unix_nanos(self) -> i64 {
        self.nanos
    }

    /// The instant `t` after this one, which is time zero; saturates at the last instant, in 2262.
    pub fn after(self, t: SimTime) -> Self {
        Self { nanos: self.nanos.saturating_add_unsigned(t.as_nanos()) }
    }

    /// Time from the beginning of the day.
    pub const fn time_of_day(self) -> Duration {
        Duration::from_nanos(self.nanos.rem_euclid(NANOS_PER_DAY).unsigned_abs())
    }

    /// Seconds from `earlier` to this instant; negative if `earlier` is later.
    pub fn seconds_since(self, earlier: Self) -> f64 {
        (i128::from(self.nanos) - i128::from(earlier.nanos)) as f64 / 1e9
    }

    /// Days from `earlier` to this instant; negative if `earlier` is later.
    pub(crate) fn days_since(self, earlier: Self) -> f64 {
        self.seconds_since(earlier) / 86_400.0
    }

    /// Julian date, days; accurate to 40 us, the spacing of floats of that size.
    pub fn julian_date(self) -> f64 {
        JULIAN_J2000 + (self.nanos.saturating_sub(J2000)) as f64 / NANOS_PER_DAY as f64
    }

    /// Greenwich mean sidereal time in radians, from 0 to 2 pi: the angle from the mean equinox to
    /// the Greenwich meridian (IAU 1982; Aoki et al., Astron. Astrophys. 105, 1982, p. 359; as in
    /// Vallado, 4th ed., Eq. 3-47).
    ///
    /// UT1 is set equal to UTC. The two differ by at most 0.9 s, in which the equator moves 420 m.
    pub fn gmst_rad(self) -> f64 {
        let since = self.nanos.saturating_sub(J2000);
        let centuries = since as f64 / (NANOS_PER_DAY as f64 * 36_525.0);
        // Whole days are whole turns at 876600 h per century: left out, so nothing is rounded.
        let of_day = since.rem_euclid(NANOS_PER_DAY) as f64 / 1e9;
        let seconds = 67_310.548_41
            + of_day
            + centuries * (8_640_184.812_866 + centuries * (0.093_104 - centuries * 6.2e-6));
        (seconds / 86_400.0).rem_euclid(1.0) * std::f64::consts::TAU
    }

    /// Converts to the calendar library's type.
    pub(crate) fn calendar(self) -> NaiveDateTime {
        DateTime::from_timestamp_nanos(self.nanos).naive_utc()
    }

    /// The instant of a calendar date and time; `None` before 1678, after 2261 and within a leap
    /// second.
    pub(crate) fn from_calendar(date: NaiveDateTime) -> Option<Self> {
        use sgp4::chrono::Timelike;
        let leap = date.nanosecond() >= 1_000_000_000;
        let nanos = date.and_utc().timestamp_nanos_opt().filter(|_| !leap)?;
        Some(Self { nanos })
    }
}

impl FromStr for Utc {
    type Err = UtcError;

    /// Reads ISO 8601: `2026-11-20T00:00:00Z`, with any decimals of seconds, or with the day of the
    /// year, `2026-324T00:00:00Z`. The `Z` may be missing, as in OMM files.
    fn from_str(text: &str) -> Result<Self, UtcError> {
        let refused = || UtcError { found: text.to_string() };
        let bare = text.strip_suffix('Z').unwrap_or(text);
        // The calendar library also accepts signs and short years; files have neither.
        if !bare.starts_with(|c: char| c.is_ascii_digit()) || !bare.is_ascii() {
            return Err(refused());
        }
        let date = FORMS.iter().find_map(|form| NaiveDateTime::parse_from_str(bare, form).ok());
        date.and_then(Self::from_calendar).ok_or_else(refused)
    }
}

impl fmt::Display for Utc {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Documented to be in the form %Y-%m-%dT%H:%M:%S%.f, and available without the standard
        // library.
        write!(f, "{:?}Z", self.calendar())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn utc(text: &str) -> Utc {
        text.parse().unwrap()
    }

    #[test]
    fn an_instant_reads_and_prints() {
        for text in ["2026-11-20T00:00:00Z", "1957-10-04T19:28:34.123456Z", "2100-02-28T23:59:59Z"]
        {
            assert_eq!(utc(text).to_string(), text);
        }
        assert_eq!(utc("2026-324T06:00:00"), utc("2026-11-20T06:00:00Z"));
        assert_eq!(utc("1970-01-01T00:00:01.5Z").unix_nanos(), 1_500_000_000);
    }

    #[test]
    fn what_is_no_instant_of_utc_is_refused() {
        for text in [
            "",
            "today",
            "2026-11-20",
            "2026-11-20 00:00:00",
            "2026-13-01T00:00:00Z",
            "2026-11-20T24:00:00Z",
            "2016-12-31T23:59:60Z",
            "2026-11-20T00:00:00+01:00",
            "-2026-11-20T00:00:00Z",
            "9999-01-01T00:00:00Z",
            "2026-367T00:00:00Z",
        ] {
            let error = text.parse::<Utc>().unwrap_err();
            assert!(error.to_string().contains("2026-11-20T00:00:00Z"), "{error}");
        }
    }

    /// Vallado, 4th ed., Example 3-5: 1992-08-20, 12:14 UT1, GMST 152.578787886 deg. The book
    /// rounds the Julian centuries, so its last digits are off: 1e-7 deg is 11 mm at the equator.
    #[test]
    fn sidereal_time_is_that_of_the_textbook() {
        let found = utc("1992-08-20T12:14:00Z").gmst_rad().to_degrees();
        assert!((found - 152.578_787_886).abs() < 1e-7, "{found}");
    }

    #[test]
    fn sidereal_time_turns_at_the_earths_rate() {
        let zero = utc("2026-11-20T00:00:00Z");
        let day = zero.after(SimTime::from_secs(86_400));
        let turned = crate::wgs84::EARTH_RATE_RAD_PER_S * 86_400.0;
        let off = (day.gmst_rad() - zero.gmst_rad() - turned).rem_euclid(std::f64::consts::TAU);
        assert!(off.min(std::f64::consts::TAU - off) < 1e-9, "{off} rad");
    }

    #[test]
    fn julian_dates_count_from_noon() {
        assert_eq!(utc("2000-01-01T12:00:00Z").julian_date(), 2_451_545.0);
        assert_eq!(utc("2026-11-20T00:00:00Z").julian_date(), 2_461_364.5);
        let zero = utc("2026-11-20T00:00:00Z");
        assert_eq!(zero.after(SimTime::from_secs(43_200)).days_since(zero), 0.5);
        assert_eq!(zero.seconds_since(zero.after(SimTime::from_secs(7))), -7.0);
    }
}
