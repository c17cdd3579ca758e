//! The events of a run, as plain values; the time is passed beside them.

use skyseam_base::{Duration, FlowId, NodeId, SimTime};
use skyseam_packet::Packet;

/// Why a packet was dropped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum DropReason {
    /// The queue was full.
    QueueOverflow,
    /// The queue's discipline dropped it to keep the queue short, though there was room.
    EarlyDrop,
    /// It waited longer for a link than the scheduler allows.
    WaitedTooLong,
    /// It was lost on the link: noise, fading, whatever the loss model stands for.
    LinkLoss,
    /// It was queued for a satellite the terminal has left, or for a terminal that has left.
    Handover,
    /// HARQ gave it up: too little was received in all its transmissions.
    HarqFailure,
    /// It waited too long in a reordering buffer for a packet before it.
    ReorderingTimeout,
    /// The node had no route to the destination.
    NoRoute,
    /// Its hop limit ran out.
    TtlExpired,
    /// It came to the hop limit of a rule that routes by place, which leads it in circles.
    GeographicLoop,
    /// It came to the hop limit of a rule that routes by place, though not in circles.
    HopLimit,
}

impl DropReason {
    /// All reasons, in the order of reports.
    pub const ALL: [Self; 11] = [
        Self::QueueOverflow,
        Self::EarlyDrop,
        Self::WaitedTooLong,
        Self::LinkLoss,
        Self::Handover,
        Self::HarqFailure,
        Self::ReorderingTimeout,
        Self::NoRoute,
        Self::TtlExpired,
        Self::GeographicLoop,
        Self::HopLimit,
    ];

    /// The reason as results spell it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::QueueOverflow => "queue_overflow",
            Self::EarlyDrop => "early_drop",
            Self::WaitedTooLong => "waited_too_long",
            Self::LinkLoss => "link_loss",
            Self::Handover => "handover",
            Self::HarqFailure => "harq_failure",
            Self::ReorderingTimeout => "reordering_timeout",
            Self::NoRoute => "no_route",
            Self::TtlExpired => "ttl_expired",
            Self::GeographicLoop => "geographic_loop",
            Self::HopLimit => "hop_limit",
        }
    }
}

/// Why a TCP sender sent bytes again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum RetransmitCause {
    /// Duplicate ACKs or SACK holes (RFC 5681, RFC 6675, FACK).
    FastRetransmit,
    /// A segment sent sufficiently later was delivered (RFC 8985 Sec. 6).
    Rack,
    /// A partial ACK in NewReno recovery (RFC 6582).
    PartialAck,
    /// The retransmission timer (RFC 6298).
    Timeout,
    /// A probe for the loss of a tail (RFC 8985 Sec. 7).
    TailLossProbe,
}

impl RetransmitCause {
    /// All causes, in the order of reports.
    pub const ALL: [Self; 5] =
        [Self::FastRetransmit, Self::Rack, Self::PartialAck, Self::Timeout, Self::TailLossProbe];

    /// The cause as results spell it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::FastRetransmit => "fast_retransmit",
            Self::Rack => "rack",
            Self::PartialAck => "partial_ack",
            Self::Timeout => "timeout",
            Self::TailLossProbe => "tail_loss_probe",
        }
    }
}

/// Why a delayed ACK was sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum AckRelease {
    /// Another segment in order: the ACK answers both.
    SecondSegment,
    /// It had waited as long as it may.
    Timer,
    /// A segment beyond a gap, or one that fills a gap.
    Gap,
    /// A segment received twice, the end of the data, or a window update worth sending.
    Other,
}

impl AckRelease {
    /// All of them, in the order of reports.
    pub const ALL: [Self; 4] = [Self::SecondSegment, Self::Timer, Self::Gap, Self::Other];

    /// The name as results spell it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::SecondSegment => "second_segment",
            Self::Timer => "timer",
            Self::Gap => "gap",
            Self::Other => "other",
        }
    }
}

/// How HARQ ends for a packet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HarqEnd {
    /// It was decoded.
    Decoded,
    /// It was not decoded after its last transmission.
    GaveUp,
    /// Its receiver had left before it was decoded.
    LeftBehind,
}

impl HarqEnd {
    /// All of them, in the order of reports.
    pub const ALL: [Self; 3] = [Self::Decoded, Self::GaveUp, Self::LeftBehind];

    /// The name as results spell it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Decoded => "decoded",
            Self::GaveUp => "gave_up",
            Self::LeftBehind => "left_behind",
        }
    }
}

/// What happens where terminals take turns on a carrier.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AccessStep {
    /// A request was heard.
    Request,
    /// A request was not heard, because another was sent in the same slot.
    Collision,
    /// Slots were granted.
    Grant,
}

impl AccessStep {
    /// The name as results spell it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Request => "request",
            Self::Collision => "collision",
            Self::Grant => "grant",
        }
    }
}

/// What HARQ did for a packet.
#[derive(Clone, Copy, Debug)]
pub struct HarqEnding {
    /// How it ended.
    pub end: HarqEnd,
    /// When its first transmission began.
    pub sent: SimTime,
    /// Number of the link.
    pub link: u32,
    /// Number of the receiver.
    pub receiver: u32,
    /// Transmissions that were received.
    pub transmissions: u32,
    /// Symbols that were received.
    pub symbols: u32,
    /// What the receiver had accumulated, bits per symbol of the mother codeword.
    pub mutual_information: f64,
}

/// A segment of a video that has arrived, and how playback stands after it.
#[derive(Clone, Copy, Debug)]
pub struct Segment {
    /// Position in the video, from 0.
    pub number: u32,
    /// Segments of the video.
    pub of: u32,
    /// Index of its bitrate, from 0 at the lowest.
    pub level: u32,
    /// Its bitrate by name, bit/s.
    pub bitrate_bps: u64,
    /// Its bytes.
    pub bytes: u64,
    /// When it was asked for.
    pub asked: SimTime,
    /// How long it plays.
    pub length: Duration,
    /// How playback stands.
    pub playback: Playback,
}

/// How the playback of a video stands.
#[derive(Clone, Copy, Debug)]
pub struct Playback {
    /// Video that is buffered.
    pub buffered: Duration,
    /// When playback began.
    pub started: Option<SimTime>,
    /// When what is buffered has been played; `None` while playback waits.
    pub plays_until: Option<SimTime>,
    /// Stalls so far.
    pub stalls: u32,
    /// Length of those that are over.
    pub stalled: Duration,
    /// Since when playback has stalled, where it does.
    pub stalled_since: Option<SimTime>,
}

/// How the visit of a web page ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PageEnd {
    /// Position among the flow's visits, from 0.
    pub number: u32,
    /// Why, as results spell it.
    pub because: &'static str,
    /// When the first byte of a response came.
    pub first_byte: Option<SimTime>,
    /// When the last object above the fold was processed, if there is any and all were.
    pub above_fold: Option<SimTime>,
    /// Objects that came over the network, complete.
    pub objects: u32,
    /// Bytes of responses that were read, headers included.
    pub bytes: u64,
    /// Connections that were opened for it.
    pub connections: u32,
}

/// An object of a web page that has arrived in full.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WebObject<'a> {
    /// Position of the visit among the flow's, from 0.
    pub page: u32,
    /// Its name in the page.
    pub name: &'a str,
    /// When the browser learned that it needs it.
    pub discovered: SimTime,
    /// When the browser wrote the request.
    pub requested: SimTime,
    /// When the first byte of the response came.
    pub first_byte: SimTime,
    /// Bytes of its content.
    pub bytes: u64,
    /// Number of the connection in its flow, from 0.
    pub connection: u16,
    /// Number of its request on that connection, from 0.
    pub stream: u32,
}

/// An event of a run.
#[derive(Clone, Copy, Debug)]
pub enum Event<'a> {
    /// A flow's sender handed a packet to its node.
    Sent {
        /// The packet.
        packet: &'a Packet,
    },
    /// A packet of a flow's sender reached the receiver's node.
    Arrived {
        /// The packet.
        packet: &'a Packet,
    },
    /// A packet of a flow's receiver reached the sender's node.
    Answered {
        /// The packet.
        packet: &'a Packet,
    },
    /// A packet was handed to the network at its source, or crossed a link.
    Reached {
        /// A number that no other packet in the network has at the time.
        number: u32,
        /// The node: its source, then each one on its way.
        node: NodeId,
        /// The packet.
        packet: &'a Packet,
    },
    /// A packet left the network without having reached its destination. Beside
    /// [`Event::Dropped`], and in both directions of a flow.
    Gone {
        /// Its number in [`Event::Reached`].
        number: u32,
        /// Why.
        reason: DropReason,
    },
    /// A packet waits for a link, or has waited. The event's time is when the wait begins, which
    /// may be past when the event is recorded.
    Waited {
        /// Number of the link.
        link: u32,
        /// When its turn comes; [`SimTime::MAX`] where that is after the run.
        until: SimTime,
    },
    /// Something happened to a link whose users take turns on a carrier.
    Accessed {
        /// Number of the link.
        link: u32,
        /// What.
        step: AccessStep,
        /// Slots asked for or granted.
        slots: u32,
        /// Bytes sent in what was granted.
        bytes: u64,
    },
    /// HARQ is over for a packet.
    HarqEnded {
        /// Which packet.
        packet: &'a Packet,
        /// What was done for it.
        ending: &'a HarqEnding,
    },
    /// A terminal's satellite changed. Recorded after all other events, in order of time: the sky
    /// does not depend on packets.
    HandedOver {
        /// Which terminal.
        terminal: NodeId,
        /// Why, as results spell it.
        cause: &'static str,
        /// The satellite it left; `None` if it had none.
        from: Option<NodeId>,
        /// The satellite it took; `None` if it found none.
        to: Option<NodeId>,
    },
    /// A packet was dropped.
    Dropped {
        /// The node at which it was dropped.
        node: NodeId,
        /// Why.
        reason: DropReason,
        /// The packet.
        packet: &'a Packet,
    },
    /// A flow's sender started.
    FlowStarted {
        /// Which flow.
        flow: FlowId,
    },
    /// The receiver has every byte of the flow.
    FlowReceived {
        /// Which flow.
        flow: FlowId,
    },
    /// The sender knows that the receiver has every byte of the flow.
    FlowFinished {
        /// Which flow.
        flow: FlowId,
    },
    /// The receiver handed new in-order bytes to its application.
    Delivered {
        /// Which flow.
        flow: FlowId,
        /// Payload bytes.
        bytes: u64,
    },
    /// The receiver sent a delayed ACK.
    AckDelayed {
        /// Which flow.
        flow: FlowId,
        /// How long the first segment that it acknowledges had waited for it.
        waited: Duration,
        /// Why it was sent.
        released_by: AckRelease,
    },
    /// A packet of speech arrived for the first time.
    Heard {
        /// Which flow.
        flow: FlowId,
        /// Which of its packets, from 0.
        number: u32,
        /// When it was sent.
        sent: SimTime,
        /// When it is played; `None` where it came too late for that.
        play: Option<SimTime>,
    },
    /// A datagram whose payload is counted arrived for the first time.
    DatagramArrived {
        /// Which flow.
        flow: FlowId,
        /// Its position among those of its sender, from 0.
        number: u32,
        /// IP length, bytes.
        size: u32,
        /// When it was sent.
        sent: SimTime,
        /// Whether it came from the flow's source.
        is_forward: bool,
    },
    /// A segment of a video arrived in full.
    SegmentArrived {
        /// Which flow.
        flow: FlowId,
        /// The segment.
        segment: &'a Segment,
    },
    /// The sender's congestion state changed.
    Congestion {
        /// Which flow.
        flow: FlowId,
        /// Congestion window in bytes.
        cwnd: u64,
        /// Slow-start threshold in bytes; `u64::MAX` while there is none.
        ssthresh: u64,
        /// Bytes in flight.
        in_flight: u64,
    },
    /// The sender took a round-trip sample, or a ping came back.
    RoundTrip {
        /// Which flow.
        flow: FlowId,
        /// The sample.
        sample: Duration,
        /// The smoothed round-trip time after it (for a ping the sample itself).
        smoothed: Duration,
    },
    /// The sender measured how fast its data are delivered (draft-ietf-ccwg-bbr Sec. 4.1).
    Rate {
        /// Which flow.
        flow: FlowId,
        /// The delivery rate of the sample, payload bytes/s.
        delivered: u64,
        /// Whether the application, not the network, limited that sample.
        app_limited: bool,
        /// The rate at which the sender paces its packets, payload bytes/s; `None` if it does not.
        pacing: Option<u64>,
    },
    /// A request of an application was answered in full.
    Responded {
        /// Which flow.
        flow: FlowId,
        /// Position among the flow's requests, from 0.
        number: u32,
        /// When the request was written.
        asked: SimTime,
        /// Bytes of the response.
        bytes: u64,
    },
    /// The visit of a web page began.
    PageBegan {
        /// Which flow.
        flow: FlowId,
        /// Position among the flow's visits, from 0.
        number: u32,
    },
    /// The visit of a web page ended.
    PageEnded {
        /// Which flow.
        flow: FlowId,
        /// The visit.
        page: &'a PageEnd,
    },
    /// An object of a web page arrived in full.
    ObjectLoaded {
        /// Which flow.
        flow: FlowId,
        /// The object.
        object: &'a WebObject<'a>,
    },
    /// The sender retransmitted bytes.
    Retransmitted {
        /// Which flow.
        flow: FlowId,
        /// Stream offset of the first byte.
        offset: u64,
        /// Payload bytes.
        bytes: u32,
        /// Why.
        cause: RetransmitCause,
    },
    /// The sender's retransmission timer expired.
    RetransmissionTimeout {
        /// Which flow.
        flow: FlowId,
    },
    /// The sender entered loss recovery.
    RecoveryEntered {
        /// Which flow.
        flow: FlowId,
    },
}

/// A set of kinds of events.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Events(u32);

impl Events {
    /// No kind of event.
    pub const NONE: Self = Self(0);
    /// [`Event::Sent`].
    pub const SENT: Self = Self(1);
    /// [`Event::Arrived`].
    pub const ARRIVED: Self = Self(1 << 1);
    /// [`Event::Answered`].
    pub const ANSWERED: Self = Self(1 << 2);
    /// [`Event::Waited`].
    pub const WAITED: Self = Self(1 << 3);
    /// [`Event::HarqEnded`].
    pub const HARQ_ENDED: Self = Self(1 << 4);
    /// [`Event::HandedOver`].
    pub const HANDED_OVER: Self = Self(1 << 5);
    /// [`Event::Dropped`].
    pub const DROPPED: Self = Self(1 << 6);
    /// [`Event::FlowStarted`].
    pub const FLOW_STARTED: Self = Self(1 << 7);
    /// [`Event::FlowReceived`].
    pub const FLOW_RECEIVED: Self = Self(1 << 8);
    /// [`Event::FlowFinished`].
    pub const FLOW_FINISHED: Self = Self(1 << 9);
    /// [`Event::Delivered`].
    pub const DELIVERED: Self = Self(1 << 10);
    /// [`Event::AckDelayed`].
    pub const ACK_DELAYED: Self = Self(1 << 11);
    /// [`Event::Heard`].
    pub const HEARD: Self = Self(1 << 12);
    /// [`Event::Congestion`].
    pub const CONGESTION: Self = Self(1 << 13);
    /// [`Event::RoundTrip`].
    pub const ROUND_TRIP: Self = Self(1 << 14);
    /// [`Event::Rate`].
    pub const RATE: Self = Self(1 << 15);
    /// [`Event::Retransmitted`].
    pub const RETRANSMITTED: Self = Self(1 << 16);
    /// [`Event::RetransmissionTimeout`].
    pub const RETRANSMISSION_TIMEOUT: Self = Self(1 << 17);
    /// [`Event::RecoveryEntered`].
    pub const RECOVERY_ENTERED: Self = Self(1 << 18);
    /// [`Event::Responded`].
    pub const RESPONDED: Self = Self(1 << 19);
    /// [`Event::DatagramArrived`].
    pub const DATAGRAM_ARRIVED: Self = Self(1 << 24);
    /// [`Event::SegmentArrived`].
    pub const SEGMENT_ARRIVED: Self = Self(1 << 25);
    /// [`Event::Accessed`].
    pub const ACCESSED: Self = Self(1 << 20);
    /// [`Event::PageBegan`] and [`Event::PageEnded`].
    pub const PAGES: Self = Self(1 << 26);
    /// [`Event::ObjectLoaded`].
    pub const OBJECT_LOADED: Self = Self(1 << 27);

    /// [`Event::Reached`] and [`Event::Gone`].
    pub const STEPS: Self = Self(1 << 28);

    /// The union with `others`.
    #[must_use]
    pub const fn and(self, others: Self) -> Self {
        Self(self.0 | others.0)
    }

    /// Whether all kinds of this set are among `others`.
    pub const fn are_among(self, others: Self) -> bool {
        self.0 & !others.0 == 0
    }

    /// Whether the two sets have a kind in common.
    pub const fn has(self, others: Self) -> bool {
        self.0 & others.0 != 0
    }
}

impl Event<'_> {
    /// Its kind.
    pub const fn kind(&self) -> Events {
        match self {
            Self::Sent { .. } => Events::SENT,
            Self::Arrived { .. } => Events::ARRIVED,
            Self::Answered { .. } => Events::ANSWERED,
            Self::Responded { .. } => Events::RESPONDED,
            Self::PageBegan { .. } | Self::PageEnded { .. } => Events::PAGES,
            Self::ObjectLoaded { .. } => Events::OBJECT_LOADED,
            Self::Reached { .. } | Self::Gone { .. } => Events::STEPS,
            Self::Waited { .. } => Events::WAITED,
            Self::Accessed { .. } => Events::ACCESSED,
            Self::HarqEnded { .. } => Events::HARQ_ENDED,
            Self::HandedOver { .. } => Events::HANDED_OVER,
            Self::Dropped { .. } => Events::DROPPED,
            Self::FlowStarted { .. } => Events::FLOW_STARTED,
            Self::FlowReceived { .. } => Events::FLOW_RECEIVED,
            Self::FlowFinished { .. } => Events::FLOW_FINISHED,
            Self::Delivered { .. } => Events::DELIVERED,
            Self::AckDelayed { .. } => Events::ACK_DELAYED,
            Self::Heard { .. } => Events::HEARD,
            Self::DatagramArrived { .. } => Events::DATAGRAM_ARRIVED,
            Self::SegmentArrived { .. } => Events::SEGMENT_ARRIVED,
            Self::Congestion { .. } => Events::CONGESTION,
            Self::RoundTrip { .. } => Events::ROUND_TRIP,
            Self::Rate { .. } => Events::RATE,
            Self::Retransmitted { .. } => Events::RETRANSMITTED,
            Self::RetransmissionTimeout { .. } => Events::RETRANSMISSION_TIMEOUT,
            Self::RecoveryEntered { .. } => Events::RECOVERY_ENTERED,
        }
    }
}
