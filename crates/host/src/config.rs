//! What a flow is described by: the typed, checked form a scenario resolves to.

use skyseam_base::Duration;

use crate::congestion::Algorithm;
use crate::delayed_ack::DelayedAck;
use crate::endpoint::Agent;
use crate::quic::QuicConfig;
use crate::transport::{Content, Entry, Opening, Transport};
use crate::{linux, ns2, tcp};

/// Whose TCP this is; the profile every other value of [`TcpConfig`] defaults to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stack {
    /// The RFCs read plainly.
    Rfc,
    /// What ns-2.35's one-way agents do; [`LossRecovery`] says which.
    Ns2,
    /// What a Linux 6.18 kernel does.
    Linux,
}

/// How a sender of the stack `ns2` finds and repairs losses: which of ns-2's agents it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LossRecovery {
    /// Duplicate and partial ACKs: `Agent/TCP/Newreno`, to the plain `Agent/TCPSink`.
    NewReno,
    /// A pipe beside selective acknowledgements: `Agent/TCP/Sack1`, to `Agent/TCPSink/Sack1`.
    Sack,
    /// Forward acknowledgement and rate halving: `Agent/TCP/Linux`, to `Agent/TCPSink/Sack1`.
    Fack,
}

/// A TCP connection's parameters, both ends.
#[derive(Clone, Debug, PartialEq)]
pub struct TcpConfig {
    /// Whose behaviour.
    pub stack: Stack,
    /// Congestion controller of the sender.
    pub congestion: Algorithm,
    /// How the stack `ns2` finds and repairs losses; `None` for the others, which have one way with
    /// selective acknowledgements and one without.
    pub recovery: Option<LossRecovery>,
    /// Whether [`LossRecovery::Fack`] takes two steps that ns-2 does not, against storms of
    /// retransmissions where packets overtake each other (docs/models/tcp.md).
    pub storm_guard: bool,
    /// Payload bytes of a full segment.
    pub mss: u32,
    /// Bytes of IP and TCP header on every segment, options not counted.
    pub header_bytes: u32,
    /// Initial congestion window in segments (RFC 6928).
    pub initial_window: u32,
    /// Receive window in bytes. In the stack `ns2`, which advertises none, it is ns-2's `window_`:
    /// the first slow-start threshold, and a bound on the window, which each agent applies in
    /// its own way.
    pub receive_window: u64,
    /// Memory that the send buffer of the stack `linux` grows to at most, bytes, the kernel's own
    /// for each segment counted; `None` for a buffer that never fills, the only one others have.
    pub send_buffer: Option<u64>,
    /// Whether selective acknowledgements are used, and how many blocks an ACK carries at most.
    pub sack_blocks: u8,
    /// Whether the timestamps option is used (12 bytes on every segment).
    pub timestamps: bool,
    /// Whether ACKs are held back, and for how long.
    pub delayed_ack: DelayedAck,
    /// Whether the sender waits for SYN-ACK before it sends data.
    pub handshake: bool,
    /// Duplicate ACKs that mean loss.
    pub dup_threshold: u32,
    /// Whether CUBIC looks for the end of slow start (HyStart); the stack `linux` alone does.
    pub hystart: bool,
    /// Hybla grows as fast as Reno would over this round-trip time.
    pub hybla_rtt: Duration,
    /// Whether the sender is paced; the stack `linux` alone can be. BBR is always.
    pub pacing: bool,
    /// Whether a paced sender of the stack `linux` sends what belongs to a millisecond at once, as
    /// with segmentation offload, and segments share memory in its send buffer.
    pub offload: bool,
    /// Whether a receiver of the stack `linux` gathers SACKs for a millisecond.
    pub compressed_sacks: bool,
    /// Retransmission timeout before the first sample.
    pub initial_rto: Duration,
    /// Smallest retransmission timeout.
    pub min_rto: Duration,
    /// Largest retransmission timeout.
    pub max_rto: Duration,
}

impl Transport for TcpConfig {
    fn entry(&self) -> Entry {
        match self.stack {
            Stack::Rfc => tcp::ENTRY,
            Stack::Linux => linux::ENTRY,
            Stack::Ns2 => ns2::ENTRY,
        }
    }

    fn open(&self, opening: Opening<'_>, content: Content) -> [Agent; 2] {
        match self.stack {
            Stack::Rfc => tcp::open(self, opening, content),
            Stack::Linux => linux::open(self, opening, content),
            Stack::Ns2 => ns2::open(self, opening, content),
        }
    }

    fn bytes_for(&self, bytes: u64) -> u64 {
        match self.stack {
            Stack::Rfc | Stack::Linux => bytes,
            Stack::Ns2 => ns2::bytes_for(self, bytes),
        }
    }

    fn tcp(&self) -> Option<&TcpConfig> {
        Some(self)
    }
}

/// How a flow is carried, as a scenario says it. Pings and voice are carried by neither; what
/// stands here then is not looked at.
#[derive(Clone, Debug, PartialEq)]
pub enum TransportConfig {
    /// TCP.
    Tcp(TcpConfig),
    /// QUIC.
    Quic(QuicConfig),
}

impl TransportConfig {
    /// The transport.
    pub fn transport(&self) -> &dyn Transport {
        match self {
            Self::Tcp(tcp) => tcp,
            Self::Quic(quic) => quic,
        }
    }

    /// The parameters of TCP, where it is TCP.
    pub fn tcp(&self) -> Option<&TcpConfig> {
        self.transport().tcp()
    }
}
