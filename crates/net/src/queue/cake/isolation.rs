//! What CAKE shares fairly: flows, hosts, or flows of hosts.

use skyseam_packet::Packet;
use skyseam_params::names::{Choice, Named, choice};

use super::tin::FlowKey;

/// Packets that share a queue, and the hosts among which a tin is shared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Isolation {
    /// One queue.
    Flowblind,
    /// A queue for each source.
    SrcHost,
    /// A queue for each destination.
    DstHost,
    /// A queue for each pair of hosts.
    Hosts,
    /// A queue for each flow.
    Flows,
    /// A queue for each flow; sources share equally.
    DualSrcHost,
    /// A queue for each flow; destinations share equally.
    DualDstHost,
    /// A queue for each flow; sources and destinations share equally.
    TripleIsolate,
}

impl Named for Isolation {
    const WHAT: &'static str = "an isolation of flows and hosts";

    fn choices() -> Vec<Choice<Self>> {
        let from = "tc-cake(8)";
        vec![
            choice(Self::Flowblind, "flowblind", "one queue for all", from),
            choice(Self::SrcHost, "srchost", "a queue for each source", from),
            choice(Self::DstHost, "dsthost", "a queue for each destination", from),
            choice(Self::Hosts, "hosts", "a queue for each pair of hosts", from),
            choice(Self::Flows, "flows", "a queue for each flow", from),
            choice(
                Self::DualSrcHost,
                "dual-srchost",
                "a queue for each flow, and equal shares for sources",
                from,
            ),
            choice(
                Self::DualDstHost,
                "dual-dsthost",
                "a queue for each flow, and equal shares for destinations",
                from,
            ),
            choice(
                Self::TripleIsolate,
                "triple-isolate",
                "a queue for each flow, and equal shares for sources and for destinations",
                from,
            ),
        ]
    }
}

impl Isolation {
    /// The queue of a packet of `flow`.
    pub(super) fn key(self, flow: u64, headers: &Packet) -> FlowKey {
        let (source, destination) = (headers.source.0.into(), headers.destination.0.into());
        match self {
            Self::Flowblind => (0, 0),
            Self::SrcHost => (source, 0),
            Self::DstHost => (0, destination),
            Self::Hosts => (source, destination),
            _ => (flow, headers.connection.into()),
        }
    }

    pub(super) fn counts_sources(self) -> bool {
        matches!(self, Self::DualSrcHost | Self::TripleIsolate)
    }

    pub(super) fn counts_destinations(self) -> bool {
        matches!(self, Self::DualDstHost | Self::TripleIsolate)
    }
}
