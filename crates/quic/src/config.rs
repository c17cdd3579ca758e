//! What a QUIC connection is described by: its keys, which are what a scenario says of it.

use skyseam_base::Duration;
use skyseam_endpoint::values::{Timeout, Window};
use skyseam_params::names::{Choice, Named, choice};
use skyseam_params::values::{Count, Flag, OffOrSpan, PositiveSpan, quantity};
use skyseam_params::{Keys, Model, Problems, parameters, units};

use super::congestion::{self, Algorithm, Cubic, algorithm};
use super::crypto::MIN_SERVER_FLIGHT;

/// The largest UDP payload that is looked for by default: what quinn-proto tries.
const LARGEST_TRIED: u16 = 1_452;

/// The flight of a server with certificates.
const SERVER_FLIGHT: u32 = 2_500;

/// When a client sends its first data.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum QuicHandshake {
    /// After the server's answer.
    OneRtt,
    /// With its hello.
    ZeroRtt,
}

impl Named for QuicHandshake {
    const WHAT: &'static str = "a handshake of QUIC";
    fn choices() -> Vec<Choice<Self>> {
        vec![
            choice(
                Self::OneRtt,
                "1-rtt",
                "the client's first data wait for the server's answer",
                "RFC 9001 Sec. 4.1",
            ),
            choice(
                Self::ZeroRtt,
                "0-rtt",
                "they go with its hello, under a key of an earlier connection",
                "RFC 9001 Sec. 4.6",
            ),
        ]
    }
}

quantity! {
    /// UDP payload of a datagram: at least what QUIC needs (RFC 9000 Sec. 14), at most what an IPv4
    /// packet holds.
    DatagramSize(u16) reads bytes_in_16_bits, prints units::print_bytes, SIZE,
    accepts |bytes| (1_200..=65_507).contains(&bytes),
    expected "a size from 1200 B to 65507 B", such as "1200 B"
}

quantity! {
    /// An initial congestion window, in bytes.
    WindowBytes(u64) reads units::bytes, prints units::print_bytes, SIZE,
    accepts |bytes| (2_400..=1 << 30).contains(&bytes),
    expected "a size from 2400 B to 1 GiB", such as "12 kB"
}

quantity! {
    /// TLS messages of a server: at least its transport parameters, at most what is ever sent.
    FlightSize(u32) reads units::bytes_in_32_bits, prints units::print_bytes, SIZE,
    accepts |bytes| (MIN_SERVER_FLIGHT..=100_000).contains(&bytes),
    expected "a size from 300 B to 100 kB", such as "2500 B"
}

fn bytes_in_16_bits(text: &str) -> Result<u16, units::Fault> {
    units::bytes(text).map(|bytes| u16::try_from(bytes).unwrap_or(u16::MAX))
}

parameters! {
    /// QUIC, run by quinn-proto. The end at `from` is the client, and sends.
    pub struct QuicConfig "quic" from "RFC 9000, 9002", check together {
        /// Congestion controller of both ends.
        congestion: Model<dyn Algorithm> = algorithm(Cubic {}),
        /// Initial congestion window (RFC 9002 Sec. 7.2), of two datagrams or more.
        initial_window: WindowBytes = 12_000,
        /// UDP payload of a full datagram, until a larger one was found to pass.
        datagram: DatagramSize = 1_200,
        /// Whether larger datagrams are tried (RFC 8899). The links here carry any.
        mtu_discovery: Flag = true,
        /// UDP payload of the largest datagram tried. Default: 1452 B, or `datagram` where that is
        /// larger.
        largest_datagram: Option<DatagramSize> = None,
        /// What the receiver lets the sender have unread, of the stream and of the connection.
        receive_window: Window = 1_250_000,
        /// Packets that one ACK answers; asked for by the sender (draft-ietf-quic-ack-frequency).
        /// Default: every second, without asking.
        ack_every: Option<Count<1, 1000>> = None,
        /// Longest time an ACK may be held back; asked for by the sender. Default: 25 ms, without
        /// asking.
        ack_delay: Option<PositiveSpan> = None,
        /// The connection ends when nothing was received for so long, or "off".
        idle_timeout: OffOrSpan = Some(Duration::from_secs(30)),
        /// Round-trip time before the first sample (RFC 9002 Sec. 6.2.2).
        initial_rtt: Timeout = Duration::from_millis(333),
        /// Whether the client's first data wait for the server's answer, or go with its hello under
        /// a key of an earlier connection.
        handshake: QuicHandshake = QuicHandshake::OneRtt,
        /// TLS messages of the server after its hello: extensions, certificates, finished. Default:
        /// 2500 B; with handshake "0-rtt", which has no certificates, 300 B.
        server_flight: Option<FlightSize> = None,
    }
}

impl QuicConfig {
    /// What quinn-proto 0.11 does unless told otherwise, with `congestion`.
    ///
    /// The flight of the server is that of an ECDSA certificate and an intermediate one, about
    /// 2.5 kB.
    pub fn of(congestion: Model<dyn Algorithm>) -> Self {
        Self {
            congestion,
            largest_datagram: Some(LARGEST_TRIED),
            server_flight: Some(SERVER_FLIGHT),
            ..Self::default()
        }
    }

    /// As [`QuicConfig::of`], with the controller that is built in under a name.
    ///
    /// # Panics
    /// Where none is.
    pub fn named(congestion: &str) -> Self {
        let known = congestion::named(congestion);
        Self::of(known.unwrap_or_else(|| panic!("no controller \"{congestion}\"")))
    }

    /// TLS messages of the server after its hello, bytes.
    pub(super) fn flight(&self) -> u32 {
        self.server_flight.unwrap_or(match self.handshake {
            QuicHandshake::OneRtt => SERVER_FLIGHT,
            QuicHandshake::ZeroRtt => MIN_SERVER_FLIGHT,
        })
    }

    /// Largest UDP payload looked for (RFC 8899), bytes; `None` looks for none.
    pub(super) fn discovery(&self) -> Option<u16> {
        let largest = self.largest_datagram.unwrap_or_else(|| self.datagram.max(LARGEST_TRIED));
        self.mtu_discovery.then_some(largest)
    }

    /// UDP payload of the largest datagram that is ever sent, bytes.
    pub(super) fn largest_sent(&self) -> u16 {
        self.datagram.max(self.discovery().unwrap_or(0))
    }

    fn together(&mut self, keys: &Keys, problems: &mut Problems<'_>) {
        let datagram = self.datagram;
        if let (Some(largest), true) = (self.largest_datagram, keys.has("largest_datagram")) {
            let here = keys.at("largest_datagram");
            if !self.mtu_discovery {
                problems
                    .add(&here, "`largest_datagram` is never tried")
                    .found("mtu_discovery = false")
                    .help("remove it, or let mtu_discovery be true");
            } else if largest < datagram {
                problems
                    .add(&here, "`largest_datagram` is below `datagram`")
                    .found(format!("largest_datagram = {largest} B, datagram = {datagram} B"))
                    .expected("a largest datagram not below the first");
            }
        }
        self.largest_datagram = self.discovery();
        self.server_flight = Some(self.flight());
        if self.initial_window < 2 * u64::from(datagram) {
            let window = self.initial_window;
            problems
                .add(&keys.at("initial_window"), "the initial window does not hold two datagrams")
                .found(format!("initial_window = {window} B, datagram = {datagram} B"))
                .expected("an initial window of at least two datagrams (RFC 9002 Sec. 7.2)");
        }
        if self.receive_window < u64::from(datagram) {
            let window = self.receive_window;
            problems
                .add(&keys.at("receive_window"), "the receive window does not hold one datagram")
                .found(format!("receive_window = {window} B, datagram = {datagram} B"))
                .expected("a receive window of at least one datagram");
        }
    }
}
