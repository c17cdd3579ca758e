//! Drop-tail: what finds the queue full is dropped.

use skyseam_base::SimTime;

use super::{Discipline, Queue, Waiting};
use crate::config::QueueConfig;

/// How scenarios and documentation know it.
pub const DISCIPLINE: Discipline = Discipline {
    name: "drop-tail",
    summary: "first in, first out; a packet that finds `limit` packets waiting is dropped",
    source: "RFC 7567 Sec. 2 (tail drop); ns-2.35's Queue/DropTail counts one more",
    example: QueueConfig::DropTail { limit_packets: 10 },
};

/// A queue of at most so many waiting packets; the one being sent is not counted.
///
/// ns-2.35 refuses a packet that would be the N-th to wait under a limit of N (seen in its traces:
/// crates/host/tests/data/ns2/README.md), so its limit of 50 is a limit of 49 here.
#[derive(Clone, Debug)]
pub struct DropTail {
    limit_packets: u32,
}

impl DropTail {
    /// A queue with room for `limit_packets`.
    pub const fn new(limit_packets: u32) -> Self {
        Self { limit_packets }
    }
}

impl Queue for DropTail {
    fn admits(&mut self, _: SimTime, waiting: Waiting, _: u32) -> bool {
        waiting.idle || waiting.packets < self.limit_packets
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_limit_counts_waiting_packets_only() {
        let mut queue = DropTail::new(2);
        let mut admits =
            |packets, idle| queue.admits(SimTime::ZERO, Waiting { packets, idle }, 1500);
        assert!(admits(0, true));
        assert!(admits(0, false) && admits(1, false));
        assert!(!admits(2, false));
    }
}
