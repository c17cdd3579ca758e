//! Keys that only the stack `rfc` has.

use skyseam_params::parameters;

use crate::accelerated::PeerCacheState;

parameters! {
    /// the RFCs read plainly
    pub struct Rfc "rfc" from "RFC 9293, 5681, 6582, 6675, 9438" {
        /// T/TCP of the stack "rfc": data on the SYN under a connection count, which the server
        /// takes if it knows a smaller one (RFC 1644). Default: none.
        ttcp: Option<PeerCacheState> = None,
    }
}
