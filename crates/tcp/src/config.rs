//! The parameters of a TCP connection, which are the keys of a scenario's transport.
//!
//! Keys that only one stack has are declared beside it ([`crate::stack`]) and are written in the
//! same table. Each stack's defaults are in its [`Stack::profile`], the checks of combinations of
//! keys in `tcp::checks`.

use skyseam_endpoint::tls::TlsChoice;
use skyseam_endpoint::values::{HeaderSize, InitialWindow, SegmentSize, Timeout, Window};
use skyseam_params::values::{Count, Flag};
use skyseam_params::{Beside, Model, parameters};

use crate::accelerated::PeerCacheState;
use crate::congestion::algorithm::{TcpAlgorithm, algorithm};
use crate::congestion::cubic::Cubic;
use crate::delayed_ack::DelayedAck;
use crate::ecn::{EcnVariant, OptionUse};
use crate::rfc::keys::Rfc;
use crate::stack::{Stack, stack};

/// Order of the keys in documentation and manifests, including those of the built-in stacks. Keys
/// of other stacks come last.
const ORDER: &[&str] = &[
    "stack",
    "congestion",
    "recovery",
    "storm_guard",
    "exit_burst",
    "initial_ssthresh",
    "mss",
    "header",
    "initial_window",
    "receive_window",
    "send_buffer",
    "sack_blocks",
    "timestamps",
    "delayed_ack",
    "handshake",
    "fast_open",
    "ttcp",
    "ecn",
    "ecn_server",
    "accecn_option",
    "tls",
    "dup_threshold",
    "hystart",
    "pacing",
    "initial_spreading",
    "careful_resume",
    "offload",
    "sack_compression",
    "initial_rto",
    "min_rto",
    "max_rto",
];

parameters! {
    /// TCP at both endpoints. Absent keys have the defaults of the stack.
    pub struct TcpConfig "tcp" from "RFC 9293", check together, in order of ORDER {
        /// Stack whose behaviour both endpoints have; every other key defaults to this stack's
        /// value.
        stack: Beside<dyn Stack> = stack(Rfc::default()),
        /// Congestion controller of the sender. Default: "cubic"; "newreno" for the stack "bsd" and
        /// for agents of "ns2" that have a window of their own.
        congestion: Model<dyn TcpAlgorithm> = algorithm(Cubic::default()),
    } else profile {
        /// Payload of a full segment.
        mss: SegmentSize,
        /// IP and TCP header on every segment, options not counted.
        header: HeaderSize,
        /// Initial congestion window (RFC 6928): a number of full segments, or the bytes of an RFC.
        initial_window: InitialWindow,
        /// Receive window; with the stack "ns2" the sender's limit (`window_`).
        receive_window: Window,
        /// Maximum number of selective-acknowledgement blocks in an ACK (RFC 2018); 0 disables
        /// SACK.
        sack_blocks: Count<0, 4>,
        /// Whether the timestamps option is used, 12 bytes on every segment (RFC 7323).
        timestamps: Flag,
        /// Time that a segment in order waits at the receiver for a second one before its ACK
        /// leaves; "off" for immediate ACKs, "heartbeat" for the next multiple of 200 ms of the
        /// host's clock, as in 4.4BSD, or "linux" for quick ACKs first and a timer that adapts
        /// between 40 and 200 ms.
        delayed_ack: DelayedAck,
        /// Whether the sender waits for the SYN-ACK before it sends data; always with the stack
        /// "linux".
        handshake: Flag,
        /// TCP Fast Open of the stacks "rfc" and "linux": data on the SYN behind a cookie, where
        /// the client has one (RFC 7413). Default: none.
        fast_open: Option<PeerCacheState>,
        /// Explicit congestion notification (ECN) of the stacks "rfc" and "linux": the variant that
        /// the client asks for. Default: "off"; "classic" with "dctcp", "accecn" with "prague".
        ecn: Option<EcnVariant>,
        /// The most accurate variant of ECN that the server accepts. Default: that of `ecn`.
        ecn_server: Option<EcnVariant>,
        /// Segments with the AccECN option, if `ecn` is "accecn". Default: "full".
        accecn_option: Option<OptionUse>,
        /// TLS 1.3 between TCP and the application: a handshake by name, or a table with the
        /// lengths of its flights. Default: "learned" for web pages over HTTP/1.1 and 2, otherwise
        /// none.
        tls: Option<TlsChoice>,
        /// Number of duplicate ACKs that indicate a loss.
        dup_threshold: Count<1, 1000>,
        /// Retransmission timeout before the first round-trip sample (RFC 6298).
        initial_rto: Timeout,
        /// Minimum retransmission timeout (RFC 6298).
        min_rto: Timeout,
        /// Maximum retransmission timeout (RFC 6298).
        max_rto: Timeout,
    }
}
