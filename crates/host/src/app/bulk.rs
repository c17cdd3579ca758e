//! Bulk: as much as the transport takes, for a time; finished when all of that is acknowledged.

use skyseam_base::{Duration, RandomStream, SimTime};

use super::{Entry, Kind, Service, Session, Supply};

/// The registry's entry.
pub const ENTRY: Entry = Entry {
    name: "bulk",
    summary: "As many bytes as the transport takes, for a given time.",
    service: Service::Transfer,
};

/// As many bytes as the transport takes, for this long.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bulk {
    /// How long the sender offers data.
    pub duration: Duration,
}

impl Kind for Bulk {
    fn entry(&self) -> Entry {
        ENTRY
    }

    fn open(&self, start: SimTime, _: RandomStream) -> Session {
        let stop = Some(start.saturating_add(self.duration));
        Session::Transfer(Supply { limit: None, stop })
    }
}
