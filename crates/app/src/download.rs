//! A download: the client asks, the server sends so many bytes.
//!
//! One exchange of [`super::RequestResponse`], said by what a reader of a scenario means.

use skyseam_base::{Duration, RandomStream, SimTime};
use skyseam_params::parameters;

use super::file::FileSize;
use super::kind::{AppEndpoints, Kind, TransportService};
use super::request_response::RequestResponse;

parameters! {
    /// A file that the client asks for and the server sends; TCP of the stacks "rfc" and "linux"
    /// and QUIC carry it.
    pub struct Download "download" from "RFC 9110 Sec. 9.3.1" {
        /// Length of what is downloaded.
        size: FileSize,
        /// Length of the request.
        request: FileSize = 300,
    }
}

impl Kind for Download {
    fn service(&self) -> TransportService {
        TransportService::Stream
    }

    /// # Panics
    /// When the file or the request is empty.
    fn open(&self, start: SimTime, random: RandomStream) -> AppEndpoints {
        let exchange = RequestResponse {
            request: self.request.into(),
            response: self.size.into(),
            think: Duration::ZERO.into(),
            count: 1,
        };
        exchange.open(start, random)
    }
}
