//! Owned copies of events, for later delivery.

use skyseam_base::{FlowId, NodeId};
use skyseam_packet::Packet;

use crate::event::{DropReason, Event, Events, PageEnd, Segment};

/// An owned event, including its packet.
#[derive(Clone, Copy, Debug)]
pub struct KeptEvent(Kept);

#[derive(Clone, Copy, Debug)]
enum Kept {
    /// An event that refers to nothing outside itself.
    Whole(Event<'static>),
    Sent(Packet),
    Arrived(Packet),
    Answered(Packet),
    Dropped(NodeId, DropReason, Packet),
    SegmentArrived(FlowId, Segment),
    PageEnded(FlowId, PageEnd),
}

impl KeptEvent {
    /// Event kinds that can be stored.
    pub const KINDS: Events = Events::SENT
        .and(Events::ARRIVED)
        .and(Events::ANSWERED)
        .and(Events::WAITED)
        .and(Events::DROPPED)
        .and(Events::FLOW_STARTED)
        .and(Events::FLOW_RECEIVED)
        .and(Events::FLOW_FINISHED)
        .and(Events::DELIVERED)
        .and(Events::ACK_DELAYED)
        .and(Events::VOICE_PACKET_ARRIVED)
        .and(Events::DATAGRAM_ARRIVED)
        .and(Events::CONGESTION)
        .and(Events::ROUND_TRIP)
        .and(Events::RATE)
        .and(Events::RETRANSMITTED)
        .and(Events::RETRANSMISSION_TIMEOUT)
        .and(Events::RECOVERY_ENTERED)
        .and(Events::RESPONDED)
        .and(Events::SEGMENT_ARRIVED)
        .and(Events::PAGES);

    /// Stores `event`; `None` if its kind is not in [`KeptEvent::KINDS`].
    pub fn of(event: &Event<'_>) -> Option<Self> {
        let whole = match *event {
            Event::Sent { packet } => return Some(Self(Kept::Sent(*packet))),
            Event::Arrived { packet } => return Some(Self(Kept::Arrived(*packet))),
            Event::Answered { packet } => return Some(Self(Kept::Answered(*packet))),
            Event::Dropped { node, reason, packet } => {
                return Some(Self(Kept::Dropped(node, reason, *packet)));
            }
            Event::SegmentArrived { flow, segment } => {
                return Some(Self(Kept::SegmentArrived(flow, *segment)));
            }
            Event::PageEnded { flow, page } => return Some(Self(Kept::PageEnded(flow, *page))),
            Event::PageBegan { flow, number } => Event::PageBegan { flow, number },
            Event::Responded { flow, number, asked, bytes } => {
                Event::Responded { flow, number, asked, bytes }
            }
            Event::Waited { link, until } => Event::Waited { link, until },
            Event::ClassServed { link, class, bytes, arrived, start } => {
                Event::ClassServed { link, class, bytes, arrived, start }
            }
            Event::FlowStarted { flow } => Event::FlowStarted { flow },
            Event::FlowReceived { flow } => Event::FlowReceived { flow },
            Event::FlowFinished { flow } => Event::FlowFinished { flow },
            Event::Delivered { flow, bytes } => Event::Delivered { flow, bytes },
            Event::AckDelayed { flow, waited, released_by } => {
                Event::AckDelayed { flow, waited, released_by }
            }
            Event::VoicePacketArrived { flow, number, sent, play } => {
                Event::VoicePacketArrived { flow, number, sent, play }
            }
            Event::DatagramArrived { flow, number, size, sent, is_forward } => {
                Event::DatagramArrived { flow, number, size, sent, is_forward }
            }
            Event::Congestion { flow, cwnd, ssthresh, in_flight } => {
                Event::Congestion { flow, cwnd, ssthresh, in_flight }
            }
            Event::RoundTrip { flow, sample, smoothed } => {
                Event::RoundTrip { flow, sample, smoothed }
            }
            Event::Rate { flow, delivered, app_limited, pacing } => {
                Event::Rate { flow, delivered, app_limited, pacing }
            }
            Event::Retransmitted { flow, offset, bytes, cause } => {
                Event::Retransmitted { flow, offset, bytes, cause }
            }
            Event::RetransmissionTimeout { flow } => Event::RetransmissionTimeout { flow },
            Event::RecoveryEntered { flow } => Event::RecoveryEntered { flow },
            _ => return None,
        };
        Some(Self(Kept::Whole(whole)))
    }

    /// The event.
    pub const fn event(&self) -> Event<'_> {
        match &self.0 {
            Kept::Whole(event) => *event,
            Kept::Sent(packet) => Event::Sent { packet },
            Kept::Arrived(packet) => Event::Arrived { packet },
            Kept::Answered(packet) => Event::Answered { packet },
            Kept::Dropped(node, reason, packet) => {
                Event::Dropped { node: *node, reason: *reason, packet }
            }
            Kept::SegmentArrived(flow, segment) => Event::SegmentArrived { flow: *flow, segment },
            Kept::PageEnded(flow, page) => Event::PageEnded { flow: *flow, page },
        }
    }
}
