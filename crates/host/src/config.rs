//! The parameters of a TCP connection, which are the keys of a scenario's transport.
//!
//! What a stack has for keys that are absent is in [`crate::tcp::profile`], what is wrong with keys
//! together in `tcp::checks`.

use skyseam_params::values::{Count, Flag};
use skyseam_params::{Model, parameters};

use crate::congestion::algorithm::{Algorithm, algorithm};
use crate::congestion::cubic::Cubic;
use crate::delayed_ack::DelayedAck;
use crate::tcp::accelerated::Acquaintance;
use crate::tcp::stack::{ExitBurst, LossRecovery, Stack};
use crate::transport::tls::TlsChoice;
use crate::values::{HeaderSize, InitialWindow, SegmentSize, SendBuffer, Timeout, Window};

parameters! {
    /// TCP, both ends. What is not given is what the stack does.
    pub struct TcpConfig "tcp" from "RFC 9293", check together {
        /// Whose behaviour; every other key defaults to what this stack does.
        stack: Stack = Stack::Rfc,
        /// Congestion controller of the sender. Default: "cubic"; "newreno" for the stack "bsd" and
        /// for agents of "ns2" that have a window of their own.
        congestion: Model<dyn Algorithm> = algorithm(Cubic {}),
        /// How a sender of the stacks "ns2" and "bsd" finds and repairs losses: "fack" and
        /// "sack-newreno" when not given.
        recovery: Option<LossRecovery>,
    } else profile {
        /// Whether a sender of the stack "ns2" with recovery "fack" takes two steps that ns-2 does
        /// not, against storms of retransmissions where packets overtake each other.
        storm_guard: Option<Flag>,
        /// What the ACK that ends a recovery of the stack "bsd" leaves of the window.
        exit_burst: Option<ExitBurst>,
        /// First slow-start threshold of the stack "bsd", which 4.4BSD keeps for each route: not
        /// less than two segments. Default: the receive window.
        initial_ssthresh: Option<Window>,
        /// Payload of a full segment.
        mss: SegmentSize,
        /// IP and TCP header on every segment, options not counted.
        header: HeaderSize,
        /// Initial congestion window (RFC 6928): full segments, or what an RFC says of bytes.
        initial_window: InitialWindow,
        /// Receive window; with the stack "ns2" the sender's limit (`window_`).
        receive_window: Window,
        /// Memory that the send buffer of the stack "linux" grows to at most, the kernel's own for
        /// each segment counted (832 B); by default "4 MiB", as the kernel comes (`tcp_wmem`).
        send_buffer: Option<SendBuffer>,
        /// Selective-acknowledgement blocks that an ACK carries at most (RFC 2018); 0 turns SACK
        /// off.
        sack_blocks: Count<0, 4>,
        /// Whether the timestamps option is used, 12 bytes on every segment (RFC 7323).
        timestamps: Flag,
        /// How long a segment in order waits at the receiver for a second one before its ACK
        /// leaves: so long, "off" for not at all, "heartbeat" for the next whole multiple of 200 ms
        /// of the host's clock, as 4.4BSD has it, or as "linux" has it, with quick ACKs first and
        /// a timer that adapts between 40 and 200 ms.
        delayed_ack: DelayedAck,
        /// Whether the sender waits for the SYN-ACK before it sends data; always with the stack
        /// "linux".
        handshake: Flag,
        /// TCP Fast Open of the stacks "rfc" and "linux": data on the SYN behind a cookie, where
        /// the client has one (RFC 7413). Default: none.
        fast_open: Option<Acquaintance>,
        /// T/TCP of the stack "rfc": data on the SYN under a connection count, which the server
        /// takes if it knows a smaller one (RFC 1644). Default: none.
        ttcp: Option<Acquaintance>,
        /// TLS 1.3 between TCP and the application: a handshake by name, or a table with the
        /// lengths of its flights. Default: "learned" for web pages over HTTP/1.1 and 2, otherwise
        /// none.
        tls: Option<TlsChoice>,
        /// Duplicate ACKs that mean loss.
        dup_threshold: Count<1, 1000>,
        /// Whether CUBIC of the stack "linux" looks for the end of slow start (HyStart).
        hystart: Option<Flag>,
        /// Whether a sender of the stack "linux" is paced; BBR always is.
        pacing: Option<Flag>,
        /// Whether a paced sender of the stack "linux" sends what belongs to a millisecond at once,
        /// as with segmentation offload; its send buffer holds half as much again then.
        offload: Option<Flag>,
        /// Whether a receiver of the stack "linux" gathers SACKs for a millisecond.
        compressed_sacks: Option<Flag>,
        /// Retransmission timeout before the first round-trip sample (RFC 6298).
        initial_rto: Timeout,
        /// Smallest retransmission timeout (RFC 6298).
        min_rto: Timeout,
        /// Largest retransmission timeout (RFC 6298).
        max_rto: Timeout,
    }
}
