//! Queue disciplines: who may enter the queue before a transmitter, and who leaves it next.
//!
//! A discipline is one file here, one variant of [`QueueConfig`] and one line in [`DISCIPLINES`];
//! that line feeds the scenario's names, the documentation and the contract test below. There are
//! two kinds, and [`build`] says which one a discipline is: those that decide at a packet's arrival
//! ([`Queue`]) and those that decide when the link asks for the next packet ([`Buffer`]). In the
//! place of a queue stands, on a link that users share, their scheduler ([`Shared`]).

mod at_arrival;
mod codel;
mod drop_tail;
mod fq_codel;
mod red;
mod shared;

#[cfg(test)]
mod contract;

pub use codel::{CoDelConfig, Fifo};
pub(crate) use fq_codel::FqCoDel;
pub use fq_codel::FqCoDelConfig;
pub use red::RedConfig;
pub use shared::Shared;

use skyseam_base::SimTime;
use skyseam_trace::DropReason;

use crate::config::{Limit, LinkConfig, QueueConfig};
use crate::transmitter::LinkContext;

/// Decides at a packet's arrival whether it may enter.
///
/// First in, first out: because the order of service is the order of arrival, a link knows at once
/// when each packet's turn will come, and asks the discipline only here.
pub trait Queue: Send {
    /// Lets a packet of `bytes` (framing included) that arrives at `now` and finds `waiting` before
    /// it enter.
    ///
    /// # Errors
    /// Why it may not.
    fn admit(&mut self, now: SimTime, waiting: Waiting, bytes: u32) -> Result<(), DropReason>;
}

/// What an arriving packet finds: packets whose transmission has not begun.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Waiting {
    /// How many packets.
    pub packets: u32,
    /// Their bytes, framing included.
    pub bytes: u64,
    /// Since when the transmitter is idle, so that the packet would not wait at all; `None` while
    /// it sends.
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

/// Holds packets, and chooses the next one whenever the link is free. Costs an event for each
/// packet that waits, which a [`Queue`] does not.
pub trait Buffer: Send {
    /// Takes a packet in; those thrown out for it, maybe itself, go to `dropped`.
    fn enqueue(&mut self, now: SimTime, packet: Held, dropped: &mut Vec<Dropped>);

    /// The same while the link is idle, since `idle_since`, so that it can be taken out at once.
    fn enqueue_at_idle(
        &mut self,
        now: SimTime,
        _idle_since: SimTime,
        packet: Held,
        dropped: &mut Vec<Dropped>,
    ) {
        self.enqueue(now, packet, dropped);
    }

    /// Takes out the packet that is sent from `now` on; those thrown out on the way to it go to
    /// `dropped`. `None` when none is left.
    fn dequeue(&mut self, now: SimTime, dropped: &mut Vec<Dropped>) -> Option<Held>;

    /// How many packets it holds.
    fn len(&self) -> usize;

    /// Whether it holds none.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// A packet in a [`Buffer`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Held {
    /// What its owner knows it by.
    pub key: u32,
    /// Its length, framing included.
    pub bytes: u32,
    /// What it belongs to: one direction of one connection.
    pub flow: u64,
    /// When it came.
    pub arrived: SimTime,
}

/// A packet that a [`Buffer`] has thrown out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dropped {
    /// Which.
    pub packet: Held,
    /// Why.
    pub reason: DropReason,
}

/// A discipline of either kind, or a scheduler.
pub enum Built {
    /// Decides at arrival.
    AtArrival(Box<dyn Queue>),
    /// Decides when the link is free.
    Holding(Box<dyn Buffer>),
    /// Decides whom to serve when the link is free.
    Scheduled(Shared),
}

/// A discipline as scenarios and documentation know it.
#[derive(Clone, Debug)]
pub struct Discipline {
    /// Name in scenario files.
    pub name: &'static str,
    /// One line of what it does.
    pub summary: &'static str,
    /// Where it is defined.
    pub source: &'static str,
    /// A small one of its kind, for the contract test.
    pub example: QueueConfig,
}

/// Every discipline there is.
pub const DISCIPLINES: &[Discipline] =
    &[drop_tail::DISCIPLINE, red::DISCIPLINE, codel::DISCIPLINE, fq_codel::DISCIPLINE];

/// The discipline of a link that `users` share, a number of which only schedulers take notice; a
/// link with HARQ holds its packets whatever the discipline, since redundancy goes before them.
///
/// # Panics
/// Where the description of a scheduler makes no sense: see `SchedulerConfig::check`.
pub fn build(link: &LinkConfig, context: &LinkContext<'_>, users: u32) -> Built {
    match by_config(link, context, users) {
        Built::AtArrival(queue) if link.radio.is_some() => {
            Built::Holding(Box::new(at_arrival::AtArrival::new(queue)))
        }
        built => built,
    }
}

fn by_config(link: &LinkConfig, context: &LinkContext<'_>, users: u32) -> Built {
    let stream = || context.stream("queue of");
    match &link.queue {
        QueueConfig::DropTail { limit } => {
            Built::AtArrival(Box::new(drop_tail::DropTail::new(*limit)))
        }
        QueueConfig::Red(config) => {
            Built::AtArrival(Box::new(red::Red::new(config, link.rate, stream())))
        }
        QueueConfig::CoDel(config) => Built::Holding(Box::new(codel::CoDelQueue::new(config))),
        QueueConfig::FqCoDel(config) => {
            Built::Holding(Box::new(fq_codel::FqCoDel::new(config, stream().next_u64())))
        }
        QueueConfig::Scheduled(config) => Built::Scheduled(Shared::new(config, users)),
    }
}
