//! Bulk: as much as the transport takes, for a time; finished when all of that is acknowledged.

use skyseam_base::{Duration, SimTime};

use super::{Entry, Supply};

/// The registry's entry.
pub const ENTRY: Entry =
    Entry { name: "bulk", summary: "As many bytes as the transport takes, for a given time." };

/// Bytes without end until `duration` after `start`.
pub fn supply(start: SimTime, duration: Duration) -> Supply {
    Supply { limit: None, stop: Some(start.saturating_add(duration)) }
}
