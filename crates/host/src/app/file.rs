//! A file: so many bytes, all there from the start.

use skyseam_base::{RandomStream, SimTime};

use super::{Entry, Kind, Service, Session, Supply};

/// The registry's entry.
pub const ENTRY: Entry = Entry {
    name: "file",
    summary: "A file of a given size; finished when it is acknowledged.",
    service: Service::Transfer,
};

/// A file: this many bytes, then the flow is finished.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct File {
    /// Length in bytes, not zero.
    pub size_bytes: u64,
}

impl Kind for File {
    fn entry(&self) -> Entry {
        ENTRY
    }

    /// # Panics
    /// When the file is empty.
    fn open(&self, _: SimTime, _: RandomStream) -> Session {
        assert!(self.size_bytes > 0, "a file of no bytes");
        Session::Transfer(Supply { limit: Some(self.size_bytes), stop: None })
    }
}
