//! Queue disciplines: which packets may enter the queue before a transmitter, and which leaves
//! next.
//!
//! A discipline is one file here (parameters, behaviour, tests) and one line in the registry below,
//! from which the reader of scenarios, its messages, the schema, the manifest, `skyseam models` and
//! the contract test are made. There are two kinds, and [`Built`] says which one a discipline is:
//! those that decide at a packet's arrival ([`Queue`]) and those that decide when the link asks for
//! the next packet ([`Buffer`]). On a link that users share, their scheduler replaces the queue
//! ([`Shared`]).

mod at_arrival;
mod codel;
mod drop_tail;
mod fq_codel;
mod limit;
pub mod product;
mod red;
mod shared;

#[cfg(test)]
mod contract;
#[cfg(test)]
mod kernel_lists;

pub use codel::{CoDel, Fifo, Implementation};
pub use drop_tail::DropTail;
pub use fq_codel::FqCoDel;
pub(crate) use fq_codel::FqCoDelQueue;
pub use limit::{Limit, QueueChoice, QueueLimit};
pub use red::{Red, RedImplementation};
pub use shared::Shared;

use skyseam_base::{RandomStream, SimTime};
use skyseam_params::{Parameters, registry};
use skyseam_trace::DropReason;

use crate::config::{LinkConfig, QueueConfig};
use crate::context::LinkContext;
use crate::scheduler::SharedLink;

/// Decides at a packet's arrival whether it may enter.
///
/// First in, first out: because the order of service is the order of arrival, a link knows at once
/// when each packet's turn will come, and calls the discipline only here.
pub trait Queue: Send {
    /// Decides whether a packet of `bytes` (framing included) that arrives at `now` may enter;
    /// `waiting` is what it finds.
    ///
    /// # Errors
    /// Why it may not.
    fn admit(&mut self, now: SimTime, waiting: Waiting, bytes: u32) -> Result<(), DropReason>;

    /// The limit on what waits, if that alone decides and an idle link always takes a packet: then
    /// the link applies it without asking.
    fn limit_alone(&self) -> Option<Limit> {
        None
    }
}

/// The packets an arriving packet finds: those whose transmission has not begun.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Waiting {
    /// How many packets.
    pub packets: u32,
    /// Their bytes, framing included.
    pub bytes: u64,
    /// Since when the transmitter is idle, so that the packet would not wait; `None` while it
    /// sends.
    pub idle_since: Option<SimTime>,
}

impl Waiting {
    /// Whether `limit` lets a frame of `bytes` wait beside these.
    #[inline]
    pub fn leaves_room(&self, limit: Limit, bytes: u32) -> bool {
        match limit {
            Limit::Packets(most) => self.packets < most,
            Limit::Bytes(most) => self.bytes + u64::from(bytes) <= most,
        }
    }
}

/// Holds packets, and picks the next one whenever the link is free. Costs an event for each packet
/// that waits, which a [`Queue`] does not.
pub trait Buffer: Send {
    /// Takes a packet in; packets dropped because of it, perhaps itself, go to `dropped`.
    fn enqueue(&mut self, now: SimTime, packet: Held, dropped: &mut Vec<Dropped>);

    /// The same for a link that is idle since `idle_since`, so that it can be taken out at once.
    fn enqueue_at_idle(
        &mut self,
        now: SimTime,
        _idle_since: SimTime,
        packet: Held,
        dropped: &mut Vec<Dropped>,
    ) {
        self.enqueue(now, packet, dropped);
    }

    /// Takes out the packet to send at `now`; packets dropped before it go to `dropped`. `None`
    /// when none is left.
    fn dequeue(&mut self, now: SimTime, dropped: &mut Vec<Dropped>) -> Option<Held>;

    /// How many packets it holds.
    fn len(&self) -> usize;

    /// Whether it holds no packet.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

skyseam_base::id! {
    /// What the owner of a link knows a packet by.
    pub PacketKey "packet"
}

/// A packet in a [`Buffer`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Held {
    /// The key by which its owner knows it.
    pub key: PacketKey,
    /// Its length in bytes, framing included.
    pub bytes: u32,
    /// What it belongs to: one direction of one connection.
    pub flow: u64,
    /// When it arrived.
    pub arrived: SimTime,
}

/// A packet that a [`Buffer`] has dropped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dropped {
    /// The packet.
    pub packet: Held,
    /// The reason.
    pub reason: DropReason,
}

/// A discipline of either kind, or a scheduler.
pub enum Built {
    /// Decides at arrival.
    AtArrival(Box<dyn Queue>),
    /// Decides when the link is free.
    Holding(Box<dyn Buffer>),
    /// Picks a user whenever the link is free.
    Scheduled(Shared),
    /// Decides when the link is given a turn on its carrier.
    Granted(Box<dyn Buffer>),
}

/// A queue discipline: its parameters, and the initial state they give.
pub trait Discipline: Parameters {
    /// The queue of one link.
    fn build(&self, context: &QueueContext<'_>) -> Built;
}

/// The link that a queue is built for.
#[derive(Clone, Copy, Debug)]
pub struct QueueContext<'a> {
    /// The link.
    pub link: &'a LinkConfig,
    context: &'a LinkContext<'a>,
}

impl QueueContext<'_> {
    /// The random stream of the queue, from its beginning at every call.
    pub fn stream(&self) -> RandomStream {
        self.context.stream("queue of")
    }
}

registry! {
    /// A queue discipline and its parameters.
    dyn Discipline "Queue" is "a kind of queue" at "links.*.queue.kind" by "kind" {
        DropTail, Red, CoDel, FqCoDel,
    }
    pub fn built_in;
    pub fn member;
}

/// The discipline of a link shared by `users`, a number that only schedulers use. A link with HARQ
/// holds its packets whatever the discipline, since redundancy goes before them; so does one that
/// waits for turns.
///
/// # Panics
/// When the parameters of a scheduler are invalid: see `Policy::sense`.
pub fn build(link: &LinkConfig, context: &LinkContext<'_>, users: u32) -> Built {
    if link.access.is_some() {
        return match by_config(link, context, users) {
            Built::AtArrival(queue) => Built::Granted(Box::new(at_arrival::AtArrival::new(queue))),
            Built::Holding(buffer) => Built::Granted(buffer),
            Built::Scheduled(_) | Built::Granted(_) => panic!("a discipline before a carrier"),
        };
    }
    match by_config(link, context, users) {
        Built::AtArrival(queue) if link.radio.is_some() => {
            Built::Holding(Box::new(at_arrival::AtArrival::new(queue)))
        }
        built => built,
    }
}

fn by_config(link: &LinkConfig, context: &LinkContext<'_>, users: u32) -> Built {
    match &link.queue {
        QueueConfig::Discipline(discipline) => discipline.build(&QueueContext { link, context }),
        QueueConfig::Scheduled(policy) => {
            let reference = link.radio.as_ref().map(|radio| radio.harq.keys.reference_snr);
            let reference_es_n0_db = reference.unwrap_or(0.0);
            Built::Scheduled(Shared::new(policy, SharedLink { users, reference_es_n0_db }))
        }
    }
}
