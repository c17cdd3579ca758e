//! Queue disciplines: admission of packets to the queue in front of a transmitter, and the order of
//! departure.
//!
//! A discipline is one file here (parameters, behaviour, tests) and one line in the registry below,
//! from which the reader of scenarios, its messages, the schema, the manifest, `skyseam models` and
//! the contract test are made. [`Built`] distinguishes two kinds: those that decide at a packet's
//! arrival ([`DropPolicy`]) and those that decide when the link requests the next packet
//! ([`PacketQueue`]).
//! On a link that users share, their scheduler replaces the queue ([`LazyScheduler`]).

mod at_arrival;
mod build;
mod cake;
mod codel;
mod drop_tail;
mod dualpi2;
mod ets;
mod fq_codel;
mod fq_pie;
mod limit;
mod pie;
pub mod product;
mod red;
mod shared;
mod threshold;

#[cfg(test)]
mod contract;
#[cfg(test)]
mod kernel_lists;
#[cfg(test)]
mod kernel_outcomes;

pub use build::build;
pub use cake::{AckFilter, Cake, Cells, Diffserv, Isolation};
pub use codel::{CoDel, Fifo, Implementation};
pub use drop_tail::{DropFrom, DropTail};
pub use dualpi2::DualPi2;
pub use ets::{Ets, TrafficClass};
pub use fq_codel::FqCoDel;
pub(crate) use fq_codel::FqCoDelQueue;
pub use fq_pie::FqPie;
pub use limit::{Limit, QueueChoice, QueueLimit};
pub use pie::{DelaySource, Pie};
pub use red::{Red, RedImplementation};
pub use shared::LazyScheduler;
pub use threshold::{MarkingThreshold, Threshold};

use skyseam_base::{RandomStream, Rate, SimTime};
pub use skyseam_packet::Ecn;
use skyseam_packet::Packet;
use skyseam_params::{Parameters, registry};
use skyseam_trace::DropReason;

use crate::context::LinkContext;

/// Decides at a packet's arrival whether to admit it.
///
/// First in, first out: because the order of service is the order of arrival, a link knows each
/// packet's departure time at its arrival, and calls the discipline only then.
pub trait DropPolicy: Send {
    /// Decides whether to admit a packet of `bytes` (including framing) that arrives at `now` with
    /// the ECN field `ecn`; `waiting` is the current backlog. Returns the ECN field with which it
    /// is admitted: `ecn`, or if it is ECN-capable, [`Ecn::Ce`] to mark it.
    ///
    /// # Errors
    /// Reason for the drop.
    fn admit(
        &mut self,
        now: SimTime,
        waiting: Backlog,
        bytes: u32,
        ecn: Ecn,
    ) -> Result<Ecn, DropReason>;

    /// The limit on the backlog, if that alone decides and an idle link always accepts a packet:
    /// then the link applies it without calling the discipline.
    fn limit_alone(&self) -> Option<Limit> {
        None
    }
}

/// The backlog at a packet's arrival: packets whose transmission has not begun.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Backlog {
    /// Number of packets.
    pub packets: u32,
    /// Number of bytes, including framing.
    pub bytes: u64,
    /// Time since which the transmitter has been idle, so that the packet would not wait; `None`
    /// while it sends.
    pub idle_since: Option<SimTime>,
}

impl Backlog {
    /// Whether `limit` allows a frame of `bytes` in addition to this backlog.
    #[inline]
    pub fn leaves_room(&self, limit: Limit, bytes: u32) -> bool {
        match limit {
            Limit::Packets(most) => self.packets < most,
            Limit::Bytes(most) => self.bytes + u64::from(bytes) <= most,
        }
    }
}

/// Holds packets, and picks the next one whenever the link is free. Costs an event for each packet
/// that waits, unlike a [`DropPolicy`].
pub trait PacketQueue: Send {
    /// Enqueues a packet; packets dropped as a result, possibly itself, are appended to `dropped`.
    fn enqueue(&mut self, now: SimTime, packet: QueuedPacket, dropped: &mut Vec<Dropped>);

    /// Enqueues a packet on a link that has been idle since `idle_since`, so that it can be
    /// dequeued at once.
    fn enqueue_at_idle(
        &mut self,
        now: SimTime,
        _idle_since: SimTime,
        packet: QueuedPacket,
        dropped: &mut Vec<Dropped>,
    ) {
        self.enqueue(now, packet, dropped);
    }

    /// Enqueues a packet with these headers, on a link that has been idle since `idle_since` or
    /// that is sending. Queues that read more of a packet than a [`QueuedPacket`] has, such as
    /// hosts, codepoints or ACKs, implement it; the others do not see `headers`.
    fn enqueue_with_headers(
        &mut self,
        now: SimTime,
        idle_since: Option<SimTime>,
        packet: QueuedPacket,
        _headers: &Packet,
        dropped: &mut Vec<Dropped>,
    ) {
        match idle_since {
            Some(since) => self.enqueue_at_idle(now, since, packet, dropped),
            None => self.enqueue(now, packet, dropped),
        }
    }

    /// Dequeues the packet to send at `now`; packets dropped before it are appended to `dropped`.
    /// `None` if none is left. The packet is marked if its ECN field has become [`Ecn::Ce`].
    fn dequeue(&mut self, now: SimTime, dropped: &mut Vec<Dropped>) -> Option<QueuedPacket>;

    /// Time from which a held packet can leave, for queues with a shaper; `None` if the link alone
    /// decides. Before it, [`PacketQueue::dequeue`] returns `None` although packets are held.
    fn next_ready(&self) -> Option<SimTime> {
        None
    }

    /// Counters of the queue's classes, in their order; empty for a queue without classes.
    fn class_counters(&self) -> Vec<ClassCounters> {
        Vec::new()
    }

    /// Number of the class of a packet with these headers; `None` for a queue without classes.
    fn class_of(&self, headers: &Packet) -> Option<u32> {
        let _ = headers;
        None
    }

    /// Number of packets held.
    fn len(&self) -> usize;

    /// Whether no packets are held.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

skyseam_base::id! {
    /// Key by which the owner of a link identifies a packet.
    pub PacketKey "packet"
}

/// A packet in a [`PacketQueue`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct QueuedPacket {
    /// Key by which its owner identifies the packet.
    pub key: PacketKey,
    /// Length in bytes, including framing.
    pub bytes: u32,
    /// Flow of the packet: one direction of one connection.
    pub flow: u64,
    /// Time of arrival.
    pub arrived: SimTime,
    /// ECN field, which the queue may set to [`Ecn::Ce`] if the packet is ECN-capable.
    pub ecn: Ecn,
}

/// Counters of a class of traffic since the start of the run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ClassCounters {
    /// Packets that the class accepted.
    pub packets: u64,
    /// Bytes of these packets, including framing.
    pub bytes: u64,
    /// Packets that found the class full.
    pub overflows: u64,
    /// Maximum number of packets that waited at a time.
    pub peak_waiting: u32,
}

/// A packet that a [`PacketQueue`] has dropped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dropped {
    /// Packet that was dropped.
    pub packet: QueuedPacket,
    /// Reason for the drop.
    pub reason: DropReason,
}

/// A discipline of either kind, or a scheduler.
pub enum Built {
    /// A discipline that decides at arrival.
    AtArrival(Box<dyn DropPolicy>),
    /// A discipline that decides when the link is free.
    Holding(Box<dyn PacketQueue>),
    /// A scheduler that picks a user whenever the link is free.
    Scheduled(LazyScheduler),
    /// A discipline that decides when the link is granted slots on its carrier.
    Granted(Box<dyn PacketQueue>),
}

/// A queue discipline: its parameters, and the initial state they define.
pub trait Discipline: Parameters {
    /// Creates the queue of one link.
    fn build(&self, context: &QueueContext<'_>) -> Built;
}

/// Source of 64 random bits at a time.
type RandomBits = Box<dyn FnMut() -> u64 + Send>;

/// Memory that a frame of `bytes` takes in Linux (`truesize`): bookkeeping, and a buffer whose
/// size is a power of two.
fn kernel_memory(bytes: u32) -> u64 {
    256 + (u64::from(bytes) + 384).next_power_of_two().max(512)
}

/// The link that a queue is built for.
#[derive(Clone, Copy, Debug)]
pub struct QueueContext<'a> {
    /// Transmission rate of frames, unless a trace sets it.
    pub rate: Rate,
    /// Bytes of link framing added to every IP packet.
    pub framing_bytes: u32,
    context: &'a LinkContext<'a>,
}

impl QueueContext<'_> {
    /// Start of the run.
    pub fn start(&self) -> SimTime {
        self.context.start
    }

    /// Unique name of the link.
    pub fn name(&self) -> &str {
        self.context.name
    }

    /// The random stream of the queue, from its beginning at every call.
    pub fn stream(&self) -> RandomStream {
        self.context.stream("queue of")
    }

    /// The random stream of the queue as a source of random bits.
    fn random_bits(&self) -> RandomBits {
        let mut stream = self.stream();
        Box::new(move || stream.next_u64())
    }
}

registry! {
    /// A queue discipline and its parameters.
    dyn Discipline "Queue" is "a kind of queue" at "links.*.queue.kind" {
        DropTail, Red, CoDel, FqCoDel, Pie, FqPie, DualPi2, Cake, Ets, Threshold,
    }
    pub fn built_in;
    pub fn member;
}
