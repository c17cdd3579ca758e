//! Configuration of a QUIC connection: its keys in a scenario.

use skyseam_base::Duration;
use skyseam_endpoint::careful_resume::CarefulResumeModel;
use skyseam_endpoint::values::{Timeout, Window};
use skyseam_params::names::{Choice, Named, choice};
use skyseam_params::values::{Count, Flag, OffOrSpan, PositiveSpan, quantity};
use skyseam_params::{Keys, Model, Problems, parameters, units};

use super::congestion::{self, Cubic, QuicAlgorithm, algorithm};
use super::crypto::MIN_SERVER_FLIGHT;

/// Default maximum UDP payload of path MTU discovery: that of quinn-proto.
const LARGEST_TRIED: u16 = 1_452;

/// Default flight of a server with certificates.
const SERVER_FLIGHT: u32 = 2_500;

/// Time of a client's first data.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum QuicHandshake {
    /// After the server's answer.
    OneRtt,
    /// Data leave with the client's hello, under a key of an earlier connection.
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
    /// UDP payload of a datagram: at least the minimum of QUIC (RFC 9000 Sec. 14), at most what an
    /// IPv4 packet holds.
    DatagramSize(u16) in units::SIZE,
    accepts |bytes| (1_200..=65_507).contains(&bytes),
    expected "a size from 1200 B to 65507 B", such as "1200 B"
}

quantity! {
    /// An initial congestion window, in bytes.
    WindowBytes(u64) in units::SIZE,
    accepts |bytes| (2_400..=1 << 30).contains(&bytes),
    expected "a size from 2400 B to 1 GiB", such as "12 kB"
}

quantity! {
    /// TLS messages of a server: at least its transport parameters.
    FlightSize(u32) in units::SIZE,
    accepts |bytes| (u64::from(MIN_SERVER_FLIGHT)..=100_000).contains(&bytes),
    expected "a size from 300 B to 100 kB", such as "2500 B"
}

parameters! {
    /// QUIC, run by quinn-proto. The endpoint at `from` is the client, and sends.
    pub struct QuicConfig "quic" from "RFC 9000, 9002", check together {
        /// Congestion controller of both endpoints.
        congestion: Model<dyn QuicAlgorithm> = algorithm(Cubic::default()),
        /// Initial congestion window (RFC 9002 Sec. 7.2), at least two datagrams.
        initial_window: WindowBytes = 12_000,
        /// Careful Resume: a window that jumps to half of what an earlier connection used. Default:
        /// none.
        careful_resume: Option<CarefulResumeModel> = None,
        /// UDP payload of a full datagram, until path MTU discovery finds a larger one.
        initial_mtu: DatagramSize = 1_200,
        /// Whether larger datagrams are probed (RFC 8899). Links here carry any size.
        mtu_discovery: Flag = true,
        /// UDP payload of the largest datagram probed. Default: 1452 B, or `initial_mtu` if that is
        /// larger.
        max_mtu: Option<DatagramSize> = None,
        /// Flow-control window of the receiver for unread data, of the stream and of the
        /// connection.
        receive_window: Window = 1_250_000,
        /// Packets per ACK, requested by the sender (draft-ietf-quic-ack-frequency). Default: every
        /// second packet, without a request.
        ack_eliciting_threshold: Option<Count<1, 1000>> = None,
        /// Maximum delay of an ACK, requested by the sender. Default: 25 ms, without a request.
        max_ack_delay: Option<PositiveSpan> = None,
        /// Time without a received packet after which the connection ends, or "off".
        max_idle_timeout: OffOrSpan = Some(Duration::from_secs(30)),
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
    /// The defaults of quinn-proto 0.11, with `congestion`.
    ///
    /// The flight of the server is that of an ECDSA certificate and an intermediate one, about 2.5
    /// kB.
    pub fn of(congestion: Model<dyn QuicAlgorithm>) -> Self {
        Self {
            congestion,
            max_mtu: Some(LARGEST_TRIED),
            server_flight: Some(SERVER_FLIGHT),
            ..Self::default()
        }
    }

    /// The defaults with the built-in controller of this name; see [`QuicConfig::of`].
    ///
    /// # Panics
    /// If there is none.
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

    /// Maximum UDP payload of path MTU discovery (RFC 8899), bytes; `None` disables it.
    pub(super) fn discovery(&self) -> Option<u16> {
        let largest = self.max_mtu.unwrap_or_else(|| self.initial_mtu.max(LARGEST_TRIED));
        self.mtu_discovery.then_some(largest)
    }

    /// UDP payload of the largest datagram sent, bytes.
    pub(super) fn largest_sent(&self) -> u16 {
        self.initial_mtu.max(self.discovery().unwrap_or(0))
    }

    fn together(&mut self, keys: &Keys, problems: &mut Problems<'_>) {
        let initial_mtu = self.initial_mtu;
        if let (Some(largest), true) = (self.max_mtu, keys.has("max_mtu")) {
            let here = keys.at("max_mtu");
            if !self.mtu_discovery {
                problems
                    .add(&here, "`max_mtu` is never tried")
                    .found("mtu_discovery = false")
                    .help("remove it, or let mtu_discovery be true");
            } else if largest < initial_mtu {
                problems
                    .add(&here, "`max_mtu` is below `initial_mtu`")
                    .found(format!("max_mtu = {largest} B, initial_mtu = {initial_mtu} B"))
                    .expected("a largest datagram not below the first");
            }
        }
        self.max_mtu = self.discovery();
        self.server_flight = Some(self.flight());
        if self.initial_window < 2 * u64::from(initial_mtu) {
            let window = self.initial_window;
            problems
                .add(&keys.at("initial_window"), "the initial window does not hold two datagrams")
                .found(format!("initial_window = {window} B, initial_mtu = {initial_mtu} B"))
                .expected("an initial window of at least two datagrams (RFC 9002 Sec. 7.2)");
        }
        if keys.has("careful_resume") && !self.congestion.can_resume() {
            let name = self.congestion.name();
            problems
                .add(&keys.at("careful_resume"), format!("\"{name}\" cannot resume carefully"))
                .found(format!("careful_resume with congestion = \"{name}\""))
                .expected("a controller whose window follows losses: \"cubic\" or \"newreno\"");
        }
        if self.receive_window < u64::from(initial_mtu) {
            let window = self.receive_window;
            problems
                .add(&keys.at("receive_window"), "the receive window does not hold one datagram")
                .found(format!("receive_window = {window} B, initial_mtu = {initial_mtu} B"))
                .expected("a receive window of at least one datagram");
        }
    }
}
