//! The interface of everything at a node: four methods, all of which take the time as an argument;
//! and the state that the flows of a world share.

use std::any::{Any, TypeId};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use skyseam_base::SimTime;
use skyseam_packet::{Packet, Payloads};
use skyseam_trace::Recorder;

use crate::report::FlowReport;

/// Result of [`Endpoint::poll_transmit`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Polled {
    /// There is nothing to send; the place is unchanged.
    Nothing,
    /// The packet is the last one for now: no further call is needed.
    Last,
    /// There may be more packets after this one.
    MayBeMore,
}

/// One endpoint of a flow: a TCP sender or receiver, an endpoint of a QUIC connection, a ping.
///
/// The caller passes in packets and expired deadlines, and after each polls for packets to send
/// until there are none, and then for the next deadline. An endpoint reads no clock and does no
/// I/O.
pub trait Endpoint {
    /// Handles a packet that arrived for this endpoint.
    fn handle_packet(&mut self, now: SimTime, packet: &Packet, trace: &mut dyn Recorder);

    /// Handles the expiry of the deadline last returned by [`Endpoint::poll_timeout`].
    fn handle_timeout(&mut self, now: SimTime, trace: &mut dyn Recorder);

    /// Writes the next packet to send at `now`, if any, to `place`.
    fn poll_transmit(
        &mut self,
        now: SimTime,
        place: &mut Packet,
        trace: &mut dyn Recorder,
    ) -> Polled;

    /// Returns the next packet to send; for callers that keep no place for packets. See
    /// [`Endpoint::poll_transmit`].
    fn take_packet(&mut self, now: SimTime, trace: &mut dyn Recorder) -> Option<Packet> {
        let mut place = Packet::BLANK;
        (self.poll_transmit(now, &mut place, trace) != Polled::Nothing).then_some(place)
    }

    /// Time at which [`Endpoint::handle_timeout`] must be called next, if ever. For an endpoint
    /// that has not begun, its start time.
    fn poll_timeout(&self) -> Option<SimTime>;
}

/// An endpoint of a flow with its report: a transport opens two of them.
pub trait FlowEndpoint: Endpoint + fmt::Debug + Send {
    /// The endpoint's counters.
    fn report(&self) -> FlowReport;

    /// Whether the endpoint does more even if no packet arrives. An endpoint that only answers has
    /// no plans: a delayed ACK is none.
    fn has_pending_work(&self) -> bool;

    /// Measurements of its application in addition to the report: a type of the application's own.
    fn measured(&self) -> Option<Box<dyn Any>> {
        None
    }

    /// The interface for a proxy to write into this endpoint, if that is possible.
    fn writer(&mut self) -> Option<&mut dyn ProxyWriter> {
        None
    }

    /// The interface for a proxy to read from this endpoint, if that is possible.
    fn reader(&mut self) -> Option<&mut dyn ProxyReader> {
        None
    }

    /// The interface for a proxy to relay many connections, if this endpoint is the proxy's.
    fn relay(&mut self) -> Option<&mut dyn Relay> {
        None
    }

    /// Number of in-order bytes that wait to be read by a proxy.
    fn unread(&self) -> u64 {
        0
    }

    /// Number of bytes written and not sent yet, if it is known; otherwise 0.
    fn unsent(&self) -> u64 {
        0
    }

    /// Whether both endpoints of the flow send, so that each may have plans.
    fn is_bidirectional(&self) -> bool {
        false
    }

    /// Prefetches this endpoint into the cache for a packet that arrives soon. No effect on
    /// results.
    fn prefetch(&self) {}

    /// Prefetches the data that this endpoint will read, once it is in the cache itself. No effect
    /// on results.
    fn prefetch_state(&self) {}
}

/// A sending endpoint into which a proxy writes.
pub trait ProxyWriter {
    /// Limits the stream to the data of [`ProxyWriter::write`]. Must be called before the first
    /// segment.
    fn set_manual_write(&mut self);

    /// Writes `bytes` more.
    fn write(&mut self, now: SimTime, bytes: u64);

    /// Ends the stream after the data written so far; takes effect in the next timeout.
    fn end_writes(&mut self, now: SimTime);

    /// Number of bytes written and not acknowledged: the content of a send buffer.
    fn held(&self) -> u64;
}

/// A receiving endpoint from which a proxy reads.
pub trait ProxyReader {
    /// Holds in-order bytes until [`ProxyReader::read`] takes them. Must be called before any data
    /// arrive.
    fn set_manual_read(&mut self);

    /// Number of in-order bytes that wait to be read.
    fn unread(&self) -> u64;

    /// Reads `bytes` of the in-order bytes.
    fn read(&mut self, now: SimTime, bytes: u64);

    /// Whether the peer has closed its direction and everything from it was received; false if a
    /// connection has no other direction.
    fn is_eof(&self) -> bool {
        false
    }
}

/// One side of a proxy in a flow of many connections, each known by its number.
pub trait Relay {
    /// Returns the connections with events since the last call.
    fn take_touched(&mut self) -> BTreeSet<u16>;

    /// Returns the endpoint of connection `number`, if it exists.
    fn line(&mut self, number: u16) -> Option<&mut BoxedEndpoint>;

    /// Returns the endpoint of connection `number`, which is opened if necessary.
    fn opened(&mut self, now: SimTime, number: u16) -> Option<&mut BoxedEndpoint>;

    /// Declares that no further connection is opened.
    fn complete(&mut self, now: SimTime);
}

/// One endpoint of a flow, of any transport.
pub type BoxedEndpoint = Box<dyn FlowEndpoint>;

/// State that the flows of a world share. Clones refer to the same state.
///
/// A transport keeps its own part here, a type with a default that is created at the first request:
/// caches of peers, a clock, memory for datagrams.
#[derive(Clone, Debug, Default)]
pub struct SharedState {
    /// Seed of the run.
    pub seed: u64,
    /// Bytes of the packets in the network.
    pub payloads: Payloads,
    parts: Arc<Mutex<BTreeMap<TypeId, Box<dyn Any + Send>>>>,
}

impl SharedState {
    /// Creates the state of a world whose run has this seed.
    pub fn new(seed: u64) -> Self {
        Self { seed, ..Self::default() }
    }

    /// The same state with another seed.
    pub(crate) fn with_seed(&self, seed: u64) -> Self {
        Self { seed, ..self.clone() }
    }

    /// Sets `part` as the part of its type.
    pub fn with<T: Clone + Send + 'static>(self, part: T) -> Self {
        self.locked().insert(TypeId::of::<T>(), Box::new(part));
        self
    }

    /// The part of type `T`; its clones must refer to the same state.
    pub fn part<T: Clone + Default + Send + 'static>(&self) -> T {
        let mut parts = self.locked();
        let part = parts.entry(TypeId::of::<T>()).or_insert_with(|| Box::new(T::default()));
        part.downcast_ref::<T>().expect("stored by its type").clone()
    }

    fn locked(&self) -> MutexGuard<'_, BTreeMap<TypeId, Box<dyn Any + Send>>> {
        self.parts.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
