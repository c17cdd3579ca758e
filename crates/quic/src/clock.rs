//! Simulated time in the form of quinn-proto: instants of the standard library.
//!
//! This is the one module below `py` that reads a clock. An [`Instant`] can only be obtained by
//! `now`, so one is taken when a world is created and every other is that one plus simulated time.
//! The value is used nowhere else: quinn-proto only takes differences of instants, and its
//! deadlines are converted back to simulated time. Tests in `tests/quic.rs` shift the origin and
//! find the same bytes; see docs/decisions/006-quic.md.

use std::time::{Duration as StdDuration, SystemTime};

/// Instant in the form of quinn-proto.
pub(super) use std::time::Instant;

use quinn_proto::TimeSource;

use skyseam_base::{Duration, SimTime};

/// Converter between simulated time and instants.
#[derive(Clone, Copy, Debug)]
pub struct InstantConverter {
    /// Time zero of the simulation.
    origin: Instant,
}

impl InstantConverter {
    /// Creates the clock of a world.
    pub fn new() -> Self {
        #[expect(clippy::disallowed_methods, reason = "the exception this file is there for")]
        let origin = Instant::now();
        Self { origin }
    }

    /// Shifts time zero by `shift` later: for the tests that it does not matter.
    pub fn shifted(self, shift: Duration) -> Self {
        Self { origin: self.origin + std_duration(shift) }
    }

    /// A simulated instant in the form of quinn-proto.
    pub(super) fn instant(self, at: SimTime) -> Instant {
        self.origin + StdDuration::from_nanos(at.as_nanos())
    }

    /// The simulated instant of a deadline.
    pub(super) fn sim_time(self, at: Instant) -> SimTime {
        let nanos = at.saturating_duration_since(self.origin).as_nanos();
        SimTime::from_nanos(u64::try_from(nanos).unwrap_or(u64::MAX))
    }
}

impl Default for InstantConverter {
    fn default() -> Self {
        Self::new()
    }
}

/// Source of the wall time of tokens, none of which is ever issued.
pub(super) struct NoWallTime;

impl TimeSource for NoWallTime {
    fn now(&self) -> SystemTime {
        SystemTime::UNIX_EPOCH
    }
}

/// A duration in the form of the standard library.
pub(super) fn std_duration(length: Duration) -> StdDuration {
    StdDuration::from_nanos(length.as_nanos())
}

/// A duration from that of the standard library.
pub(super) fn sim_duration(length: StdDuration) -> Duration {
    Duration::from_nanos(u64::try_from(length.as_nanos()).unwrap_or(u64::MAX))
}
