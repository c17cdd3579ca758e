//! Bulk data: as much as the transport takes, for a time; finished when all of that is
//! acknowledged.

use skyseam_base::{RandomStream, SimTime};
use skyseam_endpoint::app::OfferedData;
use skyseam_params::parameters;
use skyseam_params::values::PositiveSpan;

use super::kind::{AppEndpoints, ApplicationKind, TransportService};

parameters! {
    /// As many bytes as the transport takes, for a given time.
    pub struct Bulk "bulk" from "RFC 9293" {
        /// Time for which the sender offers data.
        duration: PositiveSpan,
    }
}

impl ApplicationKind for Bulk {
    fn service(&self) -> TransportService {
        TransportService::Transfer
    }

    fn open(&self, start: SimTime, _: RandomStream) -> AppEndpoints {
        let stop = Some(start.saturating_add(self.duration));
        AppEndpoints::Transfer(OfferedData { limit: None, stop })
    }
}
