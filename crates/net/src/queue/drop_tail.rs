//! Drop-tail: a packet that finds the queue full is dropped.

use skyseam_base::SimTime;
use skyseam_params::parameters;
use skyseam_trace::DropReason;

use super::Limit;
use super::{Backlog, Built, Discipline, DropPolicy, QueueContext, QueueLimit};

parameters! {
    /// First in, first out; a packet that finds no room within `limit` is dropped.
    pub struct DropTail "drop-tail"
    from "RFC 7567 Sec. 2 (tail drop); ns-2.35's Queue/DropTail counts one more" {
        /// Maximum amount that may wait, excluding the packet being sent.
        limit: QueueLimit,
    }
}

impl Discipline for DropTail {
    fn build(&self, _: &QueueContext<'_>) -> Built {
        Built::AtArrival(Box::new(DropTailQueue::new(self.limit.known())))
    }
}

/// A queue with a limit on waiting packets or bytes, excluding the packet being sent.
///
/// ns-2.35 drops a packet that would be the N-th to wait under a limit of N (its traces show it:
/// crates/host/tests/data/ns2/README.md), so its limit of 50 is a limit of 49 here.
#[derive(Clone, Debug)]
struct DropTailQueue {
    limit: Limit,
}

impl DropTailQueue {
    /// A queue with this limit.
    const fn new(limit: Limit) -> Self {
        Self { limit }
    }
}

impl DropPolicy for DropTailQueue {
    #[inline]
    fn admit(&mut self, _: SimTime, waiting: Backlog, bytes: u32) -> Result<(), DropReason> {
        let has_room = waiting.idle_since.is_some() || waiting.leaves_room(self.limit, bytes);
        if has_room { Ok(()) } else { Err(DropReason::QueueOverflow) }
    }

    fn limit_alone(&self) -> Option<Limit> {
        Some(self.limit)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn admits(limit: Limit, packets: u32, bytes: u64) -> bool {
        let waiting = Backlog { packets, bytes, idle_since: None };
        DropTailQueue::new(limit).admit(SimTime::ZERO, waiting, 1500).is_ok()
    }

    #[test]
    fn the_limit_counts_waiting_packets_only() {
        let idle = Backlog { packets: 0, bytes: 0, idle_since: Some(SimTime::ZERO) };
        for limit in [Limit::Packets(0), Limit::Bytes(0)] {
            assert!(DropTailQueue::new(limit).admit(SimTime::ZERO, idle, 1500).is_ok());
        }
        let two = Limit::Packets(2);
        assert!(admits(two, 0, 0) && admits(two, 1, 9_000_000));
        assert!(!admits(two, 2, 80));
    }

    #[test]
    fn a_limit_in_bytes_takes_what_fits_whole() {
        let limit = Limit::Bytes(3_000);
        assert!(admits(limit, 1, 1_500) && admits(limit, 37, 1_480));
        assert!(!admits(limit, 1, 1_501));
    }
}
