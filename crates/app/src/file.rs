//! A file: so many bytes, all there from the start.

use skyseam_base::{RandomStream, SimTime};
use skyseam_endpoint::app::Supply;
use skyseam_params::values::quantity;
use skyseam_params::{parameters, units};

use super::kind::{Kind, Service, Session};

quantity! {
    /// Bytes of a file.
    FileSize(u64) reads units::bytes, prints units::print_bytes, SIZE,
    accepts |bytes| (1..=1_000_000_000_000_000).contains(&bytes),
    expected "a size from 1 B to 1000 TB", such as "9 kB"
}

parameters! {
    /// A file of a given size; finished when it is acknowledged.
    pub struct File "file" from "RFC 9293" {
        /// Length of the file.
        size: FileSize,
    }
}

impl Kind for File {
    fn service(&self) -> Service {
        Service::Transfer
    }

    /// # Panics
    /// When the file is empty.
    fn open(&self, _: SimTime, _: RandomStream) -> Session {
        assert!(self.size > 0, "a file of no bytes");
        Session::Transfer(Supply { limit: Some(self.size), stop: None })
    }
}
