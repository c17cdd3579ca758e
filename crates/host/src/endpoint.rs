//! The interface of everything that sits at a node: four verbs, with time always an argument.

use std::any::Any;
use std::fmt;

use skyseam_base::SimTime;
use skyseam_packet::Packet;
use skyseam_trace::Recorder;

use crate::app::voice::report::VoiceReport;
use crate::report::FlowReport;
use crate::session::Trunk;

/// The answer of [`Endpoint::transmit_into`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Polled {
    /// There is nothing to send; the place is as it was.
    Nothing,
    /// The packet is the last one for now: no need to ask again.
    Last,
    /// There may be more after this packet.
    MayBeMore,
}

/// One end of a flow: a TCP sender or receiver, an end of a QUIC connection, a ping.
///
/// The caller gives packets and the passing of deadlines in, and after each asks for packets to
/// send until there are none, and then for the next deadline. An endpoint reads no clock and does
/// no I/O.
pub trait Endpoint {
    /// Takes a packet that arrived for this end.
    fn handle_packet(&mut self, now: SimTime, packet: &Packet, trace: &mut dyn Recorder);

    /// Handles the passing of the deadline last given by [`Endpoint::poll_timeout`].
    fn handle_timeout(&mut self, now: SimTime, trace: &mut dyn Recorder);

    /// The next packet to send at `now`, or `None` when there is none.
    fn poll_transmit(&mut self, now: SimTime, trace: &mut dyn Recorder) -> Option<Packet>;

    /// As [`Endpoint::poll_transmit`], with the packet written to its place in the network, which
    /// spares a copy; ends that know when they have sent the last spare a call as well.
    fn transmit_into(
        &mut self,
        now: SimTime,
        place: &mut Packet,
        trace: &mut dyn Recorder,
    ) -> Polled {
        match self.poll_transmit(now, trace) {
            Some(packet) => {
                *place = packet;
                Polled::MayBeMore
            }
            None => Polled::Nothing,
        }
    }

    /// When [`Endpoint::handle_timeout`] wants to be called next, if ever. For an end that has not
    /// begun, that is when it begins.
    fn poll_timeout(&self) -> Option<SimTime>;
}

/// An end of a flow with its account: what a transport opens two of.
pub trait End: Endpoint + fmt::Debug + Send {
    /// What this end counted.
    fn report(&self) -> FlowReport;

    /// Whether more comes of this end even if no packet arrives. The end that only answers has no
    /// plans: a delayed ACK is none.
    fn has_plans(&self) -> bool;

    /// What its application measured beside the report: a type of the application's own.
    fn measured(&self) -> Option<Box<dyn Any>> {
        None
    }

    /// What it measured, where it is the end that listens to speech.
    fn voice(&self) -> Option<VoiceReport> {
        None
    }

    /// The end as a proxy writes into it, where it can be written into by hand.
    fn writer(&mut self) -> Option<&mut dyn Writer> {
        None
    }

    /// The end as a proxy reads from it, where it can be read by hand.
    fn reader(&mut self) -> Option<&mut dyn Reader> {
        None
    }

    /// The end as a proxy relays a session through it, where it is the proxy's.
    fn trunk(&mut self) -> Option<&mut Trunk> {
        None
    }

    /// Bytes in order that wait to be read by hand.
    fn unread(&self) -> u64 {
        0
    }

    /// Bytes written and not sent yet, where that is known; 0 elsewhere.
    fn unsent(&self) -> u64 {
        0
    }

    /// Whether both ends of the flow send, so that each may have plans.
    fn is_two_way(&self) -> bool {
        false
    }

    /// Has the processor fetch this end, since a packet comes soon; of no other consequence.
    fn prefetch(&self) {}

    /// The same for what it will look at, once it is there itself.
    fn prefetch_inside(&self) {}
}

/// A sending end into which bytes are written by hand.
pub trait Writer {
    /// Caps the stream at what [`Writer::write`] supplies. Call before the first segment.
    fn wait_for_writes(&mut self);

    /// The application writes `bytes` more.
    fn write(&mut self, now: SimTime, bytes: u64);

    /// What was written is all: the end is known and acted on in the next time-out.
    fn end_writes(&mut self, now: SimTime);

    /// Bytes written and not acknowledged: what a send buffer holds.
    fn held(&self) -> u64;
}

/// A receiving end from which bytes are read by hand.
pub trait Reader {
    /// Keeps bytes in order until [`Reader::read`] takes them. Call before anything arrives.
    fn read_by_hand(&mut self);

    /// Bytes in order that wait to be read by hand.
    fn unread(&self) -> u64;

    /// The application reads `bytes` of them.
    fn read(&mut self, now: SimTime, bytes: u64);

    /// Whether the other end has closed its direction and everything from it came; false where
    /// a connection's other direction does not exist.
    fn is_at_end(&self) -> bool {
        false
    }
}

/// One end of a flow, whichever transport opened it.
#[derive(Debug)]
pub struct Agent(Box<dyn End>);

impl Agent {
    /// `end` as the world holds it.
    pub fn new(end: impl End + 'static) -> Self {
        Self(Box::new(end))
    }

    /// What this end counted; [`FlowReport::merged`] joins both ends'.
    pub fn report(&self) -> FlowReport {
        self.0.report()
    }

    /// As [`End::has_plans`].
    pub fn has_plans(&self) -> bool {
        self.0.has_plans()
    }

    /// As [`End::measured`].
    pub fn measured(&self) -> Option<Box<dyn Any>> {
        self.0.measured()
    }

    /// As [`End::voice`].
    pub fn voice(&self) -> Option<VoiceReport> {
        self.0.voice()
    }

    /// As [`End::unread`].
    pub fn unread(&self) -> u64 {
        self.0.unread()
    }

    /// As [`End::unsent`].
    pub fn unsent(&self) -> u64 {
        self.0.unsent()
    }

    /// As [`End::is_two_way`].
    #[inline]
    pub fn is_two_way(&self) -> bool {
        self.0.is_two_way()
    }

    /// As [`End::prefetch`].
    #[inline]
    pub fn prefetch(&self) {
        self.0.prefetch();
    }

    /// As [`End::prefetch_inside`].
    #[inline]
    pub fn prefetch_inside(&self) {
        self.0.prefetch_inside();
    }

    /// As [`End::writer`].
    pub fn writer(&mut self) -> Option<&mut dyn Writer> {
        self.0.writer()
    }

    /// As [`End::trunk`].
    pub fn trunk(&mut self) -> Option<&mut Trunk> {
        self.0.trunk()
    }

    /// As [`End::reader`].
    pub fn reader(&mut self) -> Option<&mut dyn Reader> {
        self.0.reader()
    }
}

impl Endpoint for Agent {
    #[inline]
    fn handle_packet(&mut self, now: SimTime, packet: &Packet, trace: &mut dyn Recorder) {
        self.0.handle_packet(now, packet, trace);
    }

    #[inline]
    fn handle_timeout(&mut self, now: SimTime, trace: &mut dyn Recorder) {
        self.0.handle_timeout(now, trace);
    }

    #[inline]
    fn poll_transmit(&mut self, now: SimTime, trace: &mut dyn Recorder) -> Option<Packet> {
        self.0.poll_transmit(now, trace)
    }

    #[inline]
    fn transmit_into(
        &mut self,
        now: SimTime,
        place: &mut Packet,
        trace: &mut dyn Recorder,
    ) -> Polled {
        self.0.transmit_into(now, place, trace)
    }

    #[inline]
    fn poll_timeout(&self) -> Option<SimTime> {
        self.0.poll_timeout()
    }
}

/// Makes the sender and the receiver of a stack the two ends of a one-way flow, which proxies can
/// write into and read from. `by` names a field that lies first in each.
macro_rules! one_way_ends {
    ($sender:ident by $sender_first:ident, $receiver:ident by $receiver_first:ident) => {
        impl $crate::endpoint::End for $sender {
            fn report(&self) -> $crate::report::FlowReport {
                self.report()
            }

            fn has_plans(&self) -> bool {
                $crate::endpoint::Endpoint::poll_timeout(self).is_some()
            }

            fn writer(&mut self) -> Option<&mut dyn $crate::endpoint::Writer> {
                Some(self)
            }

            fn prefetch(&self) {
                skyseam_base::prefetch(&self.$sender_first, size_of::<Self>());
            }

            fn prefetch_inside(&self) {
                self.prefetch_outstanding();
            }
        }

        impl $crate::endpoint::Writer for $sender {
            fn wait_for_writes(&mut self) {
                self.wait_for_writes();
            }

            fn write(&mut self, now: skyseam_base::SimTime, bytes: u64) {
                self.write(now, bytes);
            }

            fn end_writes(&mut self, now: skyseam_base::SimTime) {
                self.end_writes(now);
            }

            fn held(&self) -> u64 {
                self.held()
            }
        }

        impl $crate::endpoint::End for $receiver {
            fn report(&self) -> $crate::report::FlowReport {
                self.report()
            }

            fn has_plans(&self) -> bool {
                false
            }

            fn reader(&mut self) -> Option<&mut dyn $crate::endpoint::Reader> {
                Some(self)
            }

            fn unread(&self) -> u64 {
                self.unread()
            }

            fn prefetch(&self) {
                skyseam_base::prefetch(&self.$receiver_first, size_of::<Self>());
            }

            fn prefetch_inside(&self) {
                self.early.prefetch();
            }
        }

        impl $crate::endpoint::Reader for $receiver {
            fn read_by_hand(&mut self) {
                self.read_by_hand();
            }

            fn unread(&self) -> u64 {
                self.unread()
            }

            fn read(&mut self, now: skyseam_base::SimTime, bytes: u64) {
                self.read(now, bytes);
            }
        }
    };
}
pub(crate) use one_way_ends;
