//! What a QUIC connection is described by, and the registry of its congestion controllers.
//!
//! A new controller is one variant of [`Algorithm`], one line in [`ALGORITHMS`] and one arm in
//! `settings`.

use skyseam_base::Duration;

/// Congestion controllers of QUIC.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Algorithm {
    /// CUBIC of quinn-proto.
    Cubic,
    /// NewReno of quinn-proto.
    NewReno,
    /// BBR, version 1.
    Bbr,
}

/// A registered controller.
#[derive(Clone, Copy, Debug)]
pub struct Controller {
    /// Name in scenario files.
    pub name: &'static str,
    /// One sentence for documentation.
    pub summary: &'static str,
    /// Where it comes from.
    pub source: &'static str,
    /// Which.
    pub algorithm: Algorithm,
}

/// All controllers, in the order documentation lists them.
pub const ALGORITHMS: &[Controller] = &[
    Controller {
        name: "cubic",
        summary: "CUBIC as quinn-proto has it, without HyStart",
        source: "RFC 9438; quinn-proto 0.11",
        algorithm: Algorithm::Cubic,
    },
    Controller {
        name: "newreno",
        summary: "NewReno as quinn-proto has it",
        source: "RFC 9002 Sec. 7 and App. B; quinn-proto 0.11",
        algorithm: Algorithm::NewReno,
    },
    Controller {
        name: "bbr",
        summary: "BBR version 1, paced; not quinn-proto's, which draws from the system",
        source: "draft-cardwell-iccrg-bbr-congestion-control-00",
        algorithm: Algorithm::Bbr,
    },
];

/// A QUIC connection's parameters, both ends.
#[derive(Clone, Debug, PartialEq)]
pub struct QuicConfig {
    /// Congestion controller of both ends.
    pub congestion: Algorithm,
    /// Initial congestion window, bytes (RFC 9002 Sec. 7.2).
    pub initial_window: u64,
    /// UDP payload of a full datagram until a larger one is found to pass, bytes; 1200 or more.
    pub datagram_bytes: u16,
    /// Largest UDP payload looked for (RFC 8899), bytes; `None` looks for none.
    pub discovery: Option<u16>,
    /// What the receiver lets the sender have unread, of the stream and of the connection, bytes.
    pub receive_window: u64,
    /// Packets that elicit one ACK; `None` leaves that to the receiver (every second).
    pub ack_every: Option<u32>,
    /// Longest time the receiver is asked to hold an ACK back; `None` leaves it at 25 ms.
    pub ack_delay: Option<Duration>,
    /// The connection ends when nothing was received for so long; `None` waits for ever.
    pub idle_timeout: Option<Duration>,
    /// Round-trip time before the first sample (RFC 9002 Sec. 6.2.2).
    pub initial_rtt: Duration,
    /// TLS messages of the server after its hello: extensions, certificates, finished; bytes.
    pub server_flight: u32,
}

impl QuicConfig {
    /// What quinn-proto 0.11 does unless told otherwise, with `congestion`.
    ///
    /// The flight of the server is that of an ECDSA certificate and an intermediate one, about
    /// 2.5 kB.
    pub fn of(congestion: Algorithm) -> Self {
        Self {
            congestion,
            initial_window: 12_000,
            datagram_bytes: 1_200,
            discovery: Some(1_452),
            receive_window: 1_250_000,
            ack_every: None,
            ack_delay: None,
            idle_timeout: Some(Duration::from_secs(30)),
            initial_rtt: Duration::from_millis(333),
            server_flight: 2_500,
        }
    }
}
