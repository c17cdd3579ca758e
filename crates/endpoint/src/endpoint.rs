//! The interface of everything that sits at a node: four verbs, with time always an argument; and
//! the state that the flows of a world share.

use std::any::{Any, TypeId};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use skyseam_base::SimTime;
use skyseam_packet::{Packet, Payloads};
use skyseam_trace::Recorder;

use crate::report::FlowReport;

/// The answer of [`Endpoint::poll_transmit`].
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

    /// Writes the next packet to send at `now` to `place`, if there is one.
    fn poll_transmit(
        &mut self,
        now: SimTime,
        place: &mut Packet,
        trace: &mut dyn Recorder,
    ) -> Polled;

    /// As [`Endpoint::poll_transmit`], for callers that keep no place for packets.
    fn take_packet(&mut self, now: SimTime, trace: &mut dyn Recorder) -> Option<Packet> {
        let mut place = Packet::BLANK;
        (self.poll_transmit(now, &mut place, trace) != Polled::Nothing).then_some(place)
    }

    /// When [`Endpoint::handle_timeout`] wants to be called next, if ever. For an end that has not
    /// begun, that is when it begins.
    fn poll_timeout(&self) -> Option<SimTime>;
}

/// An end of a flow with its account: what a transport opens two of.
pub trait FlowEndpoint: Endpoint + fmt::Debug + Send {
    /// What this end counted.
    fn report(&self) -> FlowReport;

    /// Whether more comes of this end even if no packet arrives. The end that only answers has no
    /// plans: a delayed ACK is none.
    fn has_pending_work(&self) -> bool;

    /// What its application measured beside the report: a type of the application's own.
    fn measured(&self) -> Option<Box<dyn Any>> {
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

    /// The end as a proxy relays many connections through it, where it is the proxy's.
    fn relay(&mut self) -> Option<&mut dyn Relay> {
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
    fn is_bidirectional(&self) -> bool {
        false
    }

    /// Has the processor fetch this end, since a packet comes soon; of no other consequence.
    fn prefetch(&self) {}

    /// The same for what it will look at, once it is there itself.
    fn prefetch_state(&self) {}
}

/// A sending end into which bytes are written by hand.
pub trait Writer {
    /// Caps the stream at what [`Writer::write`] supplies. Call before the first segment.
    fn set_manual_write(&mut self);

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
    fn set_manual_read(&mut self);

    /// Bytes in order that wait to be read by hand.
    fn unread(&self) -> u64;

    /// The application reads `bytes` of them.
    fn read(&mut self, now: SimTime, bytes: u64);

    /// Whether the other end has closed its direction and everything from it came; false where
    /// a connection's other direction does not exist.
    fn is_eof(&self) -> bool {
        false
    }
}

/// One side of a proxy in a flow of many connections, each known by its number.
pub trait Relay {
    /// Returns the connections at which something happened since the last call.
    fn take_touched(&mut self) -> BTreeSet<u16>;

    /// Returns the end of connection `number`, where there is one.
    fn line(&mut self, number: u16) -> Option<&mut BoxedEndpoint>;

    /// Returns the end of connection `number`, which is opened where it is not yet.
    fn opened(&mut self, now: SimTime, number: u16) -> Option<&mut BoxedEndpoint>;

    /// Says that no further connection is opened.
    fn complete(&mut self, now: SimTime);
}

/// One end of a flow, whichever transport opened it.
pub type BoxedEndpoint = Box<dyn FlowEndpoint>;

/// State that the flows of a world share. Clones refer to the same.
///
/// A transport keeps its own part here, a type with a default that is made when it is first asked
/// for: caches of peers, a clock, memory for datagrams.
#[derive(Clone, Debug, Default)]
pub struct SharedState {
    /// Seed of the run.
    pub seed: u64,
    /// Bytes of the packets in the network.
    pub payloads: Payloads,
    parts: Arc<Mutex<BTreeMap<TypeId, Box<dyn Any + Send>>>>,
}

impl SharedState {
    /// The state of a world of its own, whose run has this seed.
    pub fn new(seed: u64) -> Self {
        Self { seed, ..Self::default() }
    }

    /// The same state with another seed.
    pub fn with_seed(&self, seed: u64) -> Self {
        Self { seed, ..self.clone() }
    }

    /// The same state, in which `part` is the part of its type.
    pub fn with<T: Clone + Send + 'static>(self, part: T) -> Self {
        self.locked().insert(TypeId::of::<T>(), Box::new(part));
        self
    }

    /// The part of type `T`; its clones have to refer to the same.
    pub fn part<T: Clone + Default + Send + 'static>(&self) -> T {
        let mut parts = self.locked();
        let part = parts.entry(TypeId::of::<T>()).or_insert_with(|| Box::new(T::default()));
        part.downcast_ref::<T>().expect("stored by its type").clone()
    }

    fn locked(&self) -> MutexGuard<'_, BTreeMap<TypeId, Box<dyn Any + Send>>> {
        self.parts.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
