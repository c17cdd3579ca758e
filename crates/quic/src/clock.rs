//! Simulated time as quinn-proto takes it: instants of the standard library.
//!
//! This is the one place below `py` that asks a clock. An [`Instant`] can be had from `now` alone,
//! so one is taken when a world is made and every other is that one plus simulated time. The value
//! goes nowhere else: quinn-proto only takes differences of instants, and what comes back is given
//! as simulated time again. Tests in `tests/quic.rs` shift the origin and find the same bytes; see
//! docs/decisions/006-quic.md.

use std::time::{Duration as StdDuration, SystemTime};

/// An instant as quinn-proto takes it.
pub(super) use std::time::Instant;

use quinn_proto::TimeSource;

use skyseam_base::{Duration, SimTime};

/// Turns simulated time into instants and back.
#[derive(Clone, Copy, Debug)]
pub struct Clock {
    /// Time zero of the simulation.
    origin: Instant,
}

impl Clock {
    /// A clock of a world's own.
    pub fn new() -> Self {
        #[expect(clippy::disallowed_methods, reason = "the exception this file is there for")]
        let origin = Instant::now();
        Self { origin }
    }

    /// A clock whose time zero lies `shift` later: for the tests that it does not matter.
    pub fn shifted(self, shift: Duration) -> Self {
        Self { origin: self.origin + std_duration(shift) }
    }

    /// A simulated instant as quinn-proto takes it.
    pub(super) fn instant(self, at: SimTime) -> Instant {
        self.origin + StdDuration::from_nanos(at.as_nanos())
    }

    /// The simulated instant of a deadline.
    pub(super) fn sim_time(self, at: Instant) -> SimTime {
        let nanos = at.saturating_duration_since(self.origin).as_nanos();
        SimTime::from_nanos(u64::try_from(nanos).unwrap_or(u64::MAX))
    }
}

impl Default for Clock {
    fn default() -> Self {
        Self::new()
    }
}

/// The wall time of tokens, of which none is ever given out.
pub(super) struct NoWallTime;

impl TimeSource for NoWallTime {
    fn now(&self) -> SystemTime {
        SystemTime::UNIX_EPOCH
    }
}

/// A length of time as the standard library has it.
pub(super) fn std_duration(length: Duration) -> StdDuration {
    StdDuration::from_nanos(length.as_nanos())
}

/// A length of time of the standard library.
pub(super) fn sim_duration(length: StdDuration) -> Duration {
    Duration::from_nanos(u64::try_from(length.as_nanos()).unwrap_or(u64::MAX))
}
