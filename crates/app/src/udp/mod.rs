//! Datagrams over UDP that are sent without feedback: by a rule, or as captured.
//!
//! Owns the parameters of such a flow and the choice of its sending endpoints. [`source`] owns
//! sending times, [`meter`] measurements of arrivals.

pub mod meter;
mod packet_list;
mod peer;
pub mod replay;
pub mod source;

use skyseam_base::{Duration, RandomStream, SimTime};
use skyseam_params::names::{Choice, Named, choice};
use skyseam_params::values::PositiveSpan;
use skyseam_params::{Keys, Model, Problems, parameters};

use self::peer::UdpEndpoint;
use super::kind::{
    AppEndpoints, ApplicationKind, NoTransportNote, PacketLimit, RetainedPackets, TransportService,
};

pub use self::meter::UdpReport;
pub use self::replay::{Replay, ReplayedDatagram, ReplayedDatagrams};
pub use self::source::{ConstantSource, ExponentialOnOff, ParetoOnOff, PoissonSource, Source};

/// Maximum number of datagrams within a run: more take gigabytes of memory, as the delay of each is
/// kept.
const LIMIT: PacketLimit = PacketLimit {
    most: 50_000_000,
    title: "the UDP flows send too many datagrams together",
    noun: "datagrams",
    help: "a lower `rate`, larger datagrams, a shorter `duration`, a smaller `count`, or a shorter \
           run",
};

/// Maximum number of datagrams of one endpoint: more do not fit into numbers of 32 bits.
const MAX_DATAGRAMS: f64 = 4_000_000_000.0;

parameters! {
    /// Datagrams over UDP, sent without feedback.
    pub struct Udp "udp" from "RFC 768; RFC 3550 Sec. 6.4.1", check together {
        /// Sending times and lengths of datagrams.
        source: Model<dyn Source>,
        /// Endpoints that send; each has separate random numbers.
        direction: UdpDirection = UdpDirection::Forward,
        /// Duration of sending. Required unless the source ends by itself.
        duration: Option<PositiveSpan>,
    }
}

/// Sending endpoints of a flow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum UdpDirection {
    /// The endpoint at `from`.
    Forward,
    /// The endpoint at `to`.
    Back,
    /// Both endpoints.
    Both,
}

impl Named for UdpDirection {
    const WHAT: &'static str = "a direction";
    fn choices() -> Vec<Choice<Self>> {
        vec![
            choice(Self::Forward, "forward", "the endpoint at `from` sends", "docs: udp"),
            choice(Self::Back, "back", "the endpoint at `to` sends", "docs: udp"),
            choice(Self::Both, "both", "both ends send", "docs: udp"),
        ]
    }
}

impl UdpDirection {
    /// Whether the endpoint at `from` sends, and whether the one at `to` does.
    const fn senders(self) -> [bool; 2] {
        match self {
            Self::Forward => [true, false],
            Self::Back => [false, true],
            Self::Both => [true, true],
        }
    }
}

impl Udp {
    /// Reports a source that would never end, and one with more datagrams than can be numbered.
    fn together(&self, keys: &Keys, problems: &mut Problems<'_>) {
        match self.duration {
            None if self.source.is_unbounded() => {
                let why = "a limit in time, because the source does not end by itself";
                problems.require("duration", keys.table(), why);
            }
            Some(duration) if self.source.expected_within(duration) > MAX_DATAGRAMS => {
                problems
                    .add(&keys.at("duration"), "the flow sends too many datagrams")
                    .found(format!("some {:.3e} of them", self.source.expected_within(duration)))
                    .expected(format!("at most {MAX_DATAGRAMS:e}"));
            }
            _ => {}
        }
    }
}

impl ApplicationKind for Udp {
    fn service(&self) -> TransportService {
        TransportService::Messages
    }

    fn ends_share(&self) -> bool {
        false
    }

    fn open(&self, start: SimTime, random: RandomStream) -> AppEndpoints {
        let senders = self.direction.senders();
        let until = self.duration.map(|duration| start.saturating_add(duration));
        let peer = |is_client: bool, sends: bool| {
            let emissions = sends.then(|| self.source.begin(random.part(u64::from(!is_client))));
            Box::new(UdpEndpoint::new(start, until, is_client, emissions, senders))
        };
        AppEndpoints::Messages { client: peer(true, senders[0]), server: peer(false, senders[1]) }
    }

    fn carrier(&self) -> NoTransportNote {
        NoTransportNote {
            what: "an application over UDP",
            why: "datagrams are carried by UDP only",
        }
    }

    fn largest_packet(&self) -> Option<u32> {
        Some(self.source.largest_packet())
    }

    fn retained_packets(&self, duration: Duration) -> Option<RetainedPackets> {
        let within = self.duration.map_or(duration, |own| own.min(duration));
        let ends = self.direction.senders().into_iter().filter(|sends| *sends).count() as u64;
        let sent = self.source.expected_within(within).ceil() as u64;
        Some(RetainedPackets { sent: sent.saturating_mul(ends), limit: &LIMIT })
    }
}
