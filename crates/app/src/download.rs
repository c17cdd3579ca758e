//! A download: the client sends a request, the server a response of a given size.
//!
//! One exchange of [`super::RequestResponse`], with keys named after their meaning to users.

use skyseam_base::{Duration, RandomStream, SimTime};
use skyseam_params::parameters;

use super::file::FileSize;
use super::kind::{AppEndpoints, ApplicationKind, TransportService};
use super::request_response::RequestResponse;

parameters! {
    /// A file that the client requests and the server sends; TCP of the stacks "rfc" and "linux"
    /// and QUIC carry it.
    pub struct Download "download" from "RFC 9110 Sec. 9.3.1" {
        /// Size of the downloaded file.
        size: FileSize,
        /// Size of the request.
        request: FileSize = 300,
    }
}

impl ApplicationKind for Download {
    fn service(&self) -> TransportService {
        TransportService::Stream
    }

    /// # Panics
    /// If the file or the request is empty.
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
