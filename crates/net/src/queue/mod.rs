//! Queue disciplines: who may enter the queue before a transmitter.
//!
//! A discipline is one file here, one variant of [`QueueConfig`] and one line in [`DISCIPLINES`];
//! that line feeds the scenario's names, the documentation and the contract test below.

mod drop_tail;

pub use drop_tail::DropTail;

use skyseam_base::SimTime;
use skyseam_trace::DropReason;

use crate::config::{Limit, QueueConfig};

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
pub const DISCIPLINES: &[Discipline] = &[drop_tail::DISCIPLINE];

/// The discipline that `config` describes.
pub fn build(config: &QueueConfig) -> Box<dyn Queue> {
    match *config {
        QueueConfig::DropTail { limit } => Box::new(DropTail::new(limit)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What every discipline promises: an idle link takes a packet, a queue has a limit, the same
    /// arrivals meet the same fate, and names are unique.
    #[test]
    fn every_discipline_keeps_the_contract() {
        for (i, d) in DISCIPLINES.iter().enumerate() {
            assert!(DISCIPLINES[..i].iter().all(|other| other.name != d.name), "{} twice", d.name);
            assert!(!d.summary.is_empty() && !d.source.is_empty());
            assert_eq!(fates(&d.example), fates(&d.example), "{} draws lots", d.name);
            let idle = Waiting { packets: 0, bytes: 0, idle_since: Some(SimTime::ZERO) };
            let admitted = build(&d.example).admit(SimTime::ZERO, idle, 1500);
            assert_eq!(admitted, Ok(()), "{} refuses an idle link", d.name);
            let full = Err(DropReason::QueueOverflow);
            assert!(fates(&d.example).contains(&full), "{} has no limit", d.name);
        }
    }

    /// What becomes of each of a thousand packets that arrive at once.
    fn fates(config: &QueueConfig) -> Vec<Result<(), DropReason>> {
        let mut queue = build(config);
        let mut packets = 0;
        (0..1000)
            .map(|_| {
                let bytes = 1500 * u64::from(packets);
                let waiting = Waiting { packets, bytes, idle_since: None };
                let fate = queue.admit(SimTime::ZERO, waiting, 1500);
                packets += u32::from(fate.is_ok());
                fate
            })
            .collect()
    }
}
