//! A file: a number of bytes, all available from the start.

use skyseam_base::{RandomStream, SimTime};
use skyseam_endpoint::app::OfferedData;
use skyseam_params::values::quantity;
use skyseam_params::{parameters, units};

use super::kind::{AppEndpoints, ApplicationKind, TransportService};

quantity! {
    /// Size of a file.
    FileSize(u64) in units::SIZE,
    accepts |bytes| (1..=1_000_000_000_000_000).contains(&bytes),
    expected "a size from 1 B to 1000 TB", such as "9 kB"
}

parameters! {
    /// A file of a given size; finished when it is acknowledged.
    pub struct File "file" from "RFC 9293" {
        /// Size of the file.
        size: FileSize,
    }
}

impl ApplicationKind for File {
    fn service(&self) -> TransportService {
        TransportService::Transfer
    }

    /// # Panics
    /// If the file is empty.
    fn open(&self, _: SimTime, _: RandomStream) -> AppEndpoints {
        assert!(self.size > 0, "an empty file");
        AppEndpoints::Transfer(OfferedData { limit: Some(self.size), stop: None })
    }
}
