//! Events of a run, as plain values; the time is passed separately.

use skyseam_base::{Duration, FlowId, NodeId, SimTime};
use skyseam_packet::Packet;

/// Reason for which a packet was dropped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum DropReason {
    /// The queue was full.
    QueueOverflow,
    /// The queue discipline dropped it to keep the queue short, although there was room.
    EarlyDrop,
    /// The packet waited for a link longer than the scheduler allows.
    WaitedTooLong,
    /// The packet was an ACK that a later one in the queue made redundant.
    RedundantAck,
    /// The packet was lost on the link, by the loss model: noise or fading.
    LinkLoss,
    /// The packet was queued for a satellite that the terminal has left, or for a terminal that
    /// has left.
    Handover,
    /// HARQ gave up: too little was received in all transmissions.
    HarqFailure,
    /// The packet waited too long in a reordering buffer for an earlier packet.
    ReorderingTimeout,
    /// The node had no route to the destination.
    NoRoute,
    /// The packet's hop limit reached zero.
    TtlExpired,
    /// The packet reached the hop limit of geographic routing while it was going in circles.
    GeographicLoop,
    /// The packet reached the hop limit of geographic routing, but not by going in circles.
    HopLimit,
}

impl DropReason {
    /// All reasons, in the order of reports.
    pub const ALL: [Self; 12] = [
        Self::QueueOverflow,
        Self::EarlyDrop,
        Self::WaitedTooLong,
        Self::RedundantAck,
        Self::LinkLoss,
        Self::Handover,
        Self::HarqFailure,
        Self::ReorderingTimeout,
        Self::NoRoute,
        Self::TtlExpired,
        Self::GeographicLoop,
        Self::HopLimit,
    ];

    /// Name of the reason in results.
    pub const fn name(self) -> &'static str {
        match self {
            Self::QueueOverflow => "queue_overflow",
            Self::EarlyDrop => "early_drop",
            Self::WaitedTooLong => "waited_too_long",
            Self::RedundantAck => "redundant_ack",
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

/// Cause of a TCP retransmission.
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
    /// A tail loss probe (RFC 8985 Sec. 7).
    TailLossProbe,
}

impl RetransmitCause {
    /// All causes, in the order of reports.
    pub const ALL: [Self; 5] =
        [Self::FastRetransmit, Self::Rack, Self::PartialAck, Self::Timeout, Self::TailLossProbe];

    /// Name of the cause in results.
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

/// Trigger of a delayed ACK.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum AckRelease {
    /// The second in-order segment: the ACK covers both.
    SecondSegment,
    /// The delayed-ACK timer.
    Timer,
    /// A segment beyond a gap, or one that fills a gap.
    Gap,
    /// A duplicate segment, the end of the data, or a window update.
    Other,
}

impl AckRelease {
    /// All triggers, in the order of reports.
    pub const ALL: [Self; 4] = [Self::SecondSegment, Self::Timer, Self::Gap, Self::Other];

    /// Name of the trigger in results.
    pub const fn name(self) -> &'static str {
        match self {
            Self::SecondSegment => "second_segment",
            Self::Timer => "timer",
            Self::Gap => "gap",
            Self::Other => "other",
        }
    }
}

/// Outcome of HARQ for a packet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HarqEnd {
    /// The packet was decoded.
    Decoded,
    /// The packet was not decoded after its last transmission.
    GaveUp,
    /// The receiver had left before the packet was decoded.
    LeftBehind,
}

impl HarqEnd {
    /// All outcomes, in the order of reports.
    pub const ALL: [Self; 3] = [Self::Decoded, Self::GaveUp, Self::LeftBehind];

    /// Name of the outcome in results.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Decoded => "decoded",
            Self::GaveUp => "failed",
            Self::LeftBehind => "receiver_changed",
        }
    }
}

/// A step of medium access where terminals share a carrier.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AccessStep {
    /// A request was received.
    Request,
    /// A request was lost to a collision with another one in the same slot.
    Collision,
    /// Slots were granted.
    Grant,
}

impl AccessStep {
    /// Name of the step in results.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Request => "request",
            Self::Collision => "collision",
            Self::Grant => "grant",
        }
    }
}

/// Result of HARQ for a packet.
#[derive(Clone, Copy, Debug)]
pub struct HarqEnding {
    /// Outcome.
    pub end: HarqEnd,
    /// Start of the first transmission.
    pub sent: SimTime,
    /// Number of the link.
    pub link: u32,
    /// Number of the receiver.
    pub receiver: u32,
    /// Number of transmissions received.
    pub transmissions: u32,
    /// Number of symbols received.
    pub symbols: u32,
    /// Mutual information accumulated at the receiver, bits per symbol of the mother codeword.
    pub mutual_information: f64,
}

/// A video segment that has arrived, and the playback state after it.
#[derive(Clone, Copy, Debug)]
pub struct Segment {
    /// Position in the video, from 0.
    pub number: u32,
    /// Number of segments of the video.
    pub of: u32,
    /// Index of the bitrate, from 0 at the lowest.
    pub level: u32,
    /// Nominal bitrate of its level, bit/s.
    pub bitrate_bps: u64,
    /// Size, bytes.
    pub bytes: u64,
    /// Time of the request.
    pub asked: SimTime,
    /// Playing time.
    pub length: Duration,
    /// Playback state.
    pub playback: Playback,
}

/// Playback state of a video.
#[derive(Clone, Copy, Debug)]
pub struct Playback {
    /// Length of the buffered video.
    pub buffered: Duration,
    /// Time when playback began.
    pub started: Option<SimTime>,
    /// Time when the buffer runs empty; `None` while playback waits.
    pub plays_until: Option<SimTime>,
    /// Number of stalls so far.
    pub stalls: u32,
    /// Total length of completed stalls.
    pub stalled: Duration,
    /// Start of the current stall, if playback is stalled.
    pub stalled_since: Option<SimTime>,
}

/// End of the visit of a web page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PageEnd {
    /// Position among the flow's visits, from 0.
    pub number: u32,
    /// Cause, as spelled in results.
    pub because: &'static str,
    /// Time of the first byte of a response.
    pub first_byte: Option<SimTime>,
    /// Time when the last object above the fold was processed, if there are any and all were.
    pub above_fold: Option<SimTime>,
    /// Number of objects received completely over the network.
    pub objects: u32,
    /// Bytes of responses read, including headers.
    pub bytes: u64,
    /// Number of connections opened for the visit.
    pub connections: u32,
}

/// A web object that has arrived completely.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WebObject<'a> {
    /// Position of the visit among the flow's, from 0.
    pub page: u32,
    /// Name in the page.
    pub name: &'a str,
    /// Time when the browser discovered the object.
    pub discovered: SimTime,
    /// Time when the browser wrote the request.
    pub requested: SimTime,
    /// Time of the first byte of the response.
    pub first_byte: SimTime,
    /// Size of the content, bytes.
    pub bytes: u64,
    /// Number of the connection in its flow, from 0.
    pub connection: u16,
    /// Number of the request on that connection, from 0.
    pub stream: u32,
}

/// An event of a run.
#[derive(Clone, Copy, Debug)]
pub enum Event<'a> {
    /// A flow's sender handed a packet to its node.
    Sent {
        /// Packet that the sender handed over.
        packet: &'a Packet,
    },
    /// A packet of a flow's sender reached the receiver's node.
    Arrived {
        /// Packet that arrived.
        packet: &'a Packet,
    },
    /// A packet of a flow's receiver reached the sender's node.
    Answered {
        /// Packet that arrived.
        packet: &'a Packet,
    },
    /// A packet was handed to the network at its source, or crossed a link.
    Reached {
        /// Number of the packet, unique among the packets in the network at the time.
        number: u32,
        /// Node: the source, then each one on the path.
        node: NodeId,
        /// Packet that is at the node.
        packet: &'a Packet,
    },
    /// A packet left the network without reaching its destination. Recorded in addition to
    /// [`Event::Dropped`], and for both directions of a flow.
    Gone {
        /// Number of the packet in [`Event::Reached`].
        number: u32,
        /// Reason of the drop.
        reason: DropReason,
    },
    /// A packet waits for a link, or has waited. The event's time is the start of the wait, which
    /// may lie before the time of recording.
    Waited {
        /// Number of the link.
        link: u32,
        /// End of the wait; [`SimTime::MAX`] if it lies after the run.
        until: SimTime,
    },
    /// A packet leaves a queue with classes, to be sent.
    ClassServed {
        /// Number of the link.
        link: u32,
        /// Number of the class, from 0.
        class: u32,
        /// Size including framing.
        bytes: u32,
        /// Time when the packet was enqueued.
        arrived: SimTime,
        /// Start of the transmission.
        start: SimTime,
    },
    /// A step of medium access on a link whose users share a carrier.
    Accessed {
        /// Number of the link.
        link: u32,
        /// Step of medium access.
        step: AccessStep,
        /// Number of slots requested or granted.
        slots: u32,
        /// Bytes sent in the granted slots.
        bytes: u64,
    },
    /// HARQ has ended for a packet.
    HarqEnded {
        /// Packet that HARQ was for.
        packet: &'a Packet,
        /// Result of HARQ.
        ending: &'a HarqEnding,
    },
    /// A terminal's satellite changed. Recorded after all other events, in order of time: the
    /// constellation does not depend on packets.
    HandedOver {
        /// Terminal that changed its satellite.
        terminal: NodeId,
        /// Cause, as spelled in results.
        cause: &'static str,
        /// Previous satellite; `None` if there was none.
        from: Option<NodeId>,
        /// New satellite; `None` if none was found.
        to: Option<NodeId>,
    },
    /// A packet was dropped.
    Dropped {
        /// Node that dropped the packet.
        node: NodeId,
        /// Reason of the drop.
        reason: DropReason,
        /// Packet that was dropped.
        packet: &'a Packet,
    },
    /// A flow's sender started.
    FlowStarted {
        /// Number of the flow.
        flow: FlowId,
    },
    /// The receiver has every byte of the flow.
    FlowReceived {
        /// Number of the flow.
        flow: FlowId,
    },
    /// The sender knows that the receiver has every byte of the flow.
    FlowFinished {
        /// Number of the flow.
        flow: FlowId,
    },
    /// The receiver handed new in-order bytes to its application.
    Delivered {
        /// Number of the flow.
        flow: FlowId,
        /// Payload bytes.
        bytes: u64,
    },
    /// The receiver sent a delayed ACK.
    AckDelayed {
        /// Number of the flow.
        flow: FlowId,
        /// Time that the first segment it acknowledges had waited.
        waited: Duration,
        /// Trigger of the ACK.
        released_by: AckRelease,
    },
    /// A voice packet arrived for the first time.
    VoicePacketArrived {
        /// Number of the flow.
        flow: FlowId,
        /// Position of the packet in the flow, from 0.
        number: u32,
        /// Time of sending.
        sent: SimTime,
        /// Time of playout; `None` if the packet came too late for it.
        play: Option<SimTime>,
    },
    /// A datagram whose payload is only counted arrived for the first time.
    DatagramArrived {
        /// Number of the flow.
        flow: FlowId,
        /// Position among the sender's datagrams, from 0.
        number: u32,
        /// IP length, bytes.
        size: u32,
        /// Time of sending.
        sent: SimTime,
        /// Whether the direction is forward, from the flow's source.
        is_forward: bool,
    },
    /// A video segment arrived completely.
    SegmentArrived {
        /// Number of the flow.
        flow: FlowId,
        /// The segment and the playback state.
        segment: &'a Segment,
    },
    /// The sender's congestion state changed.
    Congestion {
        /// Number of the flow.
        flow: FlowId,
        /// Congestion window in bytes.
        cwnd: u64,
        /// Slow-start threshold in bytes; `u64::MAX` if it is not set.
        ssthresh: u64,
        /// Bytes in flight.
        in_flight: u64,
    },
    /// The sender took a round-trip sample, or the reply to a ping arrived.
    RoundTrip {
        /// Number of the flow.
        flow: FlowId,
        /// Sampled round-trip time.
        sample: Duration,
        /// Smoothed round-trip time after the sample (for a ping, the sample itself).
        smoothed: Duration,
    },
    /// The sender took a delivery-rate sample (draft-ietf-ccwg-bbr Sec. 4.1).
    Rate {
        /// Number of the flow.
        flow: FlowId,
        /// Delivery rate of the sample, payload bytes/s.
        delivered: u64,
        /// Whether the sample was limited by the application rather than by the network.
        app_limited: bool,
        /// Pacing rate of the sender, payload bytes/s; `None` if it does not pace.
        pacing: Option<u64>,
    },
    /// The response to a request of an application was received completely.
    Responded {
        /// Number of the flow.
        flow: FlowId,
        /// Position among the flow's requests, from 0.
        number: u32,
        /// Time when the request was written.
        asked: SimTime,
        /// Bytes of the response.
        bytes: u64,
    },
    /// The browser began the visit of a web page.
    PageBegan {
        /// Number of the flow.
        flow: FlowId,
        /// Position among the flow's visits, from 0.
        number: u32,
    },
    /// The browser ended the visit of a web page.
    PageEnded {
        /// Number of the flow.
        flow: FlowId,
        /// Result of the visit.
        page: &'a PageEnd,
    },
    /// A web object arrived completely.
    ObjectLoaded {
        /// Number of the flow.
        flow: FlowId,
        /// Object, with the times of its loading.
        object: &'a WebObject<'a>,
    },
    /// The sender retransmitted bytes.
    Retransmitted {
        /// Number of the flow.
        flow: FlowId,
        /// Stream offset of the first byte.
        offset: u64,
        /// Payload bytes.
        bytes: u32,
        /// Cause of the retransmission.
        cause: RetransmitCause,
    },
    /// The sender's retransmission timer expired.
    RetransmissionTimeout {
        /// Number of the flow.
        flow: FlowId,
    },
    /// The sender entered loss recovery.
    RecoveryEntered {
        /// Number of the flow.
        flow: FlowId,
    },
}

/// A set of event kinds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Events(u32);

impl Events {
    /// The empty set.
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
    /// [`Event::VoicePacketArrived`].
    pub const VOICE_PACKET_ARRIVED: Self = Self(1 << 12);
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
    /// [`Event::ClassServed`].
    pub const CLASS_SERVED: Self = Self(1 << 29);

    /// The union with `others`.
    #[must_use]
    pub const fn and(self, others: Self) -> Self {
        Self(self.0 | others.0)
    }

    /// Whether this set is a subset of `others`.
    pub const fn are_among(self, others: Self) -> bool {
        self.0 & !others.0 == 0
    }

    /// Whether the two sets intersect.
    pub const fn has(self, others: Self) -> bool {
        self.0 & others.0 != 0
    }
}

impl Event<'_> {
    /// The kind of the event, as a set of one.
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
            Self::ClassServed { .. } => Events::CLASS_SERVED,
            Self::Accessed { .. } => Events::ACCESSED,
            Self::HarqEnded { .. } => Events::HARQ_ENDED,
            Self::HandedOver { .. } => Events::HANDED_OVER,
            Self::Dropped { .. } => Events::DROPPED,
            Self::FlowStarted { .. } => Events::FLOW_STARTED,
            Self::FlowReceived { .. } => Events::FLOW_RECEIVED,
            Self::FlowFinished { .. } => Events::FLOW_FINISHED,
            Self::Delivered { .. } => Events::DELIVERED,
            Self::AckDelayed { .. } => Events::ACK_DELAYED,
            Self::VoicePacketArrived { .. } => Events::VOICE_PACKET_ARRIVED,
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
