//! The Satellite Transport Protocol: the transport `stp`.
//!
//! | File | Owns |
//! |---|---|
//! | [`wire`] | packets as bytes |
//! | [`sender`] | packets sent and not acknowledged, losses, the window, polls |
//! | [`receiver`] | packets received, and when they are reported |
//! | [`end`] | both directions of an endpoint, opening and closing |
//!
//! After T. R. Henderson and R. H. Katz, "Transport Protocols for Internet-Compatible Satellite
//! Networks", IEEE Journal on Selected Areas in Communications 17 (1999) 326, which adapts SSCOP
//! (ITU-T Q.2110) to the Internet: data are numbered by packet, the receiver reports its state on
//! request (POLL, STAT) and at once when something is missing (USTAT), and the sender has TCP's
//! congestion control or a fixed rate. The available descriptions leave bit positions, pacing and
//! timers open; docs/models/stp.md lists the choices made here.

mod end;
mod receiver;
mod sender;
pub mod wire;

use skyseam_base::Duration;
use skyseam_endpoint::transport::{ConnectionPayload, FlowSetup, Streams, Transport};
use skyseam_endpoint::values::SegmentSize;
use skyseam_endpoint::{BoxedEndpoint, session};
use skyseam_params::values::{BitRate, Count, Flag, OffOrSpan, Span};
use skyseam_params::{Keys, Problems, parameters};

use self::end::{ConnectionIds, SendMode, StpEndpoint};

parameters! {
    /// STP: the receiver is polled instead of acknowledging every other packet.
    pub struct Stp "stp" from "Henderson, Katz 1999; ITU-T Q.2110", check together {
        /// Data bytes of a full packet, to which 32 bytes of headers are added, 36 in a packet that
        /// polls.
        segment: SegmentSize = 1_460,
        /// Whether data leave with the request to connect. Otherwise a round trip comes first.
        fast_open: Flag = true,
        /// Fixed sending rate, including headers, regardless of losses. Default: a congestion
        /// window like TCP's.
        rate: Option<BitRate> = None,
        /// Initial congestion window, packets (RFC 2414). Default: 4, and none at a fixed rate.
        initial_window: Option<Count<1, 1_000>> = None,
        /// Receive buffer, packets.
        receive_window: Count<1, 4_194_304> = 65_536,
        /// Number of polls per window and per round trip.
        polls: Count<1, 100> = 3,
        /// Whether packets leave evenly over the round trip. Otherwise an answer to a poll releases
        /// a burst. Default: true, and no choice at a fixed rate.
        pacing: Option<Flag> = None,
        /// Whether the window grows half as fast in slow start, like that of a TCP whose receiver
        /// acknowledges every second segment. Default: false; not allowed at a fixed rate.
        delayed_growth: Option<Flag> = None,
        /// Number of later packets after which a hole is reported, unless `reorder_delay` expires
        /// first; 0 reports it immediately, for networks that keep order.
        reorder_packets: Count<0, 1_000> = 3,
        /// Maximum time after which a hole is reported, unless `reorder_packets` have passed it
        /// before.
        reorder_delay: Span = Duration::from_millis(10),
        /// Interval of polls on an idle connection, or "off".
        keepalive: OffOrSpan = Some(Duration::from_secs(2)),
        /// Consecutive timeouts after which the connection is given up.
        retries: Count<1, 15> = 5,
    }
}

impl Stp {
    fn together(&mut self, keys: &Keys, problems: &mut Problems<'_>) {
        for key in ["initial_window", "pacing", "delayed_growth"] {
            if self.rate.is_some() && keys.has(key) {
                problems
                    .add(&keys.at(key), format!("`{key}` has no effect at a fixed rate"))
                    .found(format!("`{key}` beside `rate`"))
                    .help(format!("remove `{key}`, or remove `rate` for a congestion window"));
            }
        }
        if self.rate.is_none() {
            let (window, pacing, growth) =
                (self.initial_window(), self.is_paced(), self.grows_as_delayed());
            self.initial_window = Some(window);
            (self.pacing, self.delayed_growth) = (Some(pacing), Some(growth));
        }
    }

    fn initial_window(&self) -> u32 {
        self.initial_window.unwrap_or(4)
    }

    fn is_paced(&self) -> bool {
        self.pacing.unwrap_or(true)
    }

    fn grows_as_delayed(&self) -> bool {
        self.delayed_growth.unwrap_or(false)
    }

    /// IP length of a full packet, bytes.
    fn full_packet(&self) -> u32 {
        wire::IP_BYTES + wire::HEADER_BYTES + self.segment
    }

    /// Opens like [`Transport::open`], with numbers that begin at `base`: for tests of their wrap.
    pub fn open_from(
        &self,
        base: u64,
        opening: FlowSetup<'_>,
        content: ConnectionPayload,
    ) -> [BoxedEndpoint; 2] {
        let FlowSetup { flow, from, to, start, shared, .. } = opening;
        let place = |source, destination| ConnectionIds {
            flow,
            source,
            destination,
            payloads: shared.payloads.clone(),
            base,
        };
        let (loads, expected) = match content {
            ConnectionPayload::Transfer(supply) => {
                ([SendMode::Supply(supply), SendMode::Nothing], supply.limit)
            }
            ConnectionPayload::Stream(apps) => (apps.map(SendMode::Application), None),
            ConnectionPayload::Ports(_) | ConnectionPayload::Session(_) => {
                unreachable!("a connection of one stream")
            }
        };
        let [ours, theirs] = loads;
        let client = StpEndpoint::new(place(from, to), self, ours, Some(start), None);
        let server = StpEndpoint::new(place(to, from), self, theirs, None, expected);
        [Box::new(client), Box::new(server)]
    }
}

impl Transport for Stp {
    fn is_two_way(&self) -> bool {
        true
    }

    fn streams(&self) -> Option<Streams> {
        Some(Streams::One)
    }

    fn open(&self, opening: FlowSetup<'_>, content: ConnectionPayload) -> [BoxedEndpoint; 2] {
        if let ConnectionPayload::Session(apps) = content {
            return session::open(self.clone(), opening, apps);
        }
        self.open_from(0, opening, content)
    }

    fn is_relayed(&self) -> bool {
        true
    }

    fn largest_packet(&self) -> u32 {
        self.full_packet() + 4
    }
}
