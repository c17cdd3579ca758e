//! Bulk: as much as the transport takes, for a time; finished when all of that is acknowledged.

use skyseam_base::{RandomStream, SimTime};
use skyseam_endpoint::app::Supply;
use skyseam_params::parameters;
use skyseam_params::values::PositiveSpan;

use super::kind::{Kind, Service, Session};

parameters! {
    /// As many bytes as the transport takes, for a given time.
    pub struct Bulk "bulk" from "RFC 9293" {
        /// How long the sender offers data.
        duration: PositiveSpan,
    }
}

impl Kind for Bulk {
    fn service(&self) -> Service {
        Service::Transfer
    }

    fn open(&self, start: SimTime, _: RandomStream) -> Session {
        let stop = Some(start.saturating_add(self.duration));
        Session::Transfer(Supply { limit: None, stop })
    }
}
