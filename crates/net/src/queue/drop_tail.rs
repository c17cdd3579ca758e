//! Drop-tail and drop-front: of a full queue the arriving packet is dropped, or the oldest one.

use std::collections::VecDeque;

use skyseam_base::SimTime;
use skyseam_packet::Ecn;
use skyseam_params::names::{Choice, Named, choice};
use skyseam_params::parameters;
use skyseam_trace::DropReason;

use super::{Backlog, Built, Discipline, DropPolicy, QueueContext, QueueLimit};
use super::{Dropped, Limit, PacketQueue, QueuedPacket};

parameters! {
    /// First in, first out; if an arriving packet finds no room within `limit`, a packet is
    /// dropped.
    pub struct DropTail "drop-tail"
    from "RFC 7567 Sec. 2 (tail drop); ns-2.35's Queue/DropTail counts one more" {
        /// Maximum amount that may wait, excluding the packet being sent.
        limit: QueueLimit,
        /// End of a full queue at which packets are dropped.
        drop_from: DropFrom = DropFrom::Tail,
    }
}

/// End of a full queue at which packets are dropped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DropFrom {
    /// The arriving packet is dropped.
    Tail,
    /// The packets that have waited longest are dropped until the arriving one fits. A packet
    /// larger than the whole limit is dropped itself.
    Front,
}

impl Named for DropFrom {
    const WHAT: &'static str = "an end of a queue";
    fn choices() -> Vec<Choice<Self>> {
        vec![
            choice(Self::Tail, "tail", "the arriving packet is dropped", "RFC 7567 Sec. 2"),
            choice(
                Self::Front,
                "front",
                "the packets that have waited longest are dropped until the arriving one fits",
                "Lakshman, Neidhardt, Ott, IEEE INFOCOM, 1996; found in Starlink's access: \
                 Brunstrom et al., Characterizing the Configuration of Starlink Queuing, ACM IMC, \
                 2026 (arXiv 2605.27717)",
            ),
        ]
    }
}

impl DropTail {
    /// Drop-tail with this limit.
    pub const fn new(limit: QueueLimit) -> Self {
        Self { limit, drop_from: DropFrom::Tail }
    }
}

impl Discipline for DropTail {
    fn build(&self, _: &QueueContext<'_>) -> Built {
        let limit = self.limit.known();
        match self.drop_from {
            DropFrom::Tail => Built::AtArrival(Box::new(DropTailQueue::new(limit))),
            DropFrom::Front => Built::Holding(Box::new(DropFrontQueue::new(limit))),
        }
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
    fn admit(
        &mut self,
        _: SimTime,
        waiting: Backlog,
        bytes: u32,
        ecn: Ecn,
    ) -> Result<Ecn, DropReason> {
        let has_room = waiting.idle_since.is_some() || waiting.leaves_room(self.limit, bytes);
        if has_room { Ok(ecn) } else { Err(DropReason::QueueOverflow) }
    }

    fn limit_alone(&self) -> Option<Limit> {
        Some(self.limit)
    }
}

/// A queue with the same limit whose oldest packets make room for an arriving one.
///
/// Which packets leave is not known at their arrival, so it holds them, and costs an event for each
/// that waits.
#[derive(Debug)]
struct DropFrontQueue {
    limit: Limit,
    held: VecDeque<QueuedPacket>,
    bytes: u64,
}

impl DropFrontQueue {
    const fn new(limit: Limit) -> Self {
        Self { limit, held: VecDeque::new(), bytes: 0 }
    }

    fn backlog(&self) -> Backlog {
        let packets = u32::try_from(self.held.len()).unwrap_or(u32::MAX);
        Backlog { packets, bytes: self.bytes, idle_since: None }
    }

    fn push(&mut self, packet: QueuedPacket) {
        self.bytes += u64::from(packet.bytes);
        self.held.push_back(packet);
    }

    fn pop(&mut self) -> Option<QueuedPacket> {
        let packet = self.held.pop_front()?;
        self.bytes -= u64::from(packet.bytes);
        Some(packet)
    }
}

impl PacketQueue for DropFrontQueue {
    fn enqueue(&mut self, _: SimTime, packet: QueuedPacket, dropped: &mut Vec<Dropped>) {
        let reason = DropReason::QueueOverflow;
        let nothing = Backlog { packets: 0, bytes: 0, idle_since: None };
        if !nothing.leaves_room(self.limit, packet.bytes) {
            dropped.push(Dropped { packet, reason });
            return;
        }
        while !self.backlog().leaves_room(self.limit, packet.bytes) {
            let oldest = self.pop().expect("an empty queue has room");
            dropped.push(Dropped { packet: oldest, reason });
        }
        self.push(packet);
    }

    fn enqueue_at_idle(
        &mut self,
        now: SimTime,
        _: SimTime,
        packet: QueuedPacket,
        dropped: &mut Vec<Dropped>,
    ) {
        // An idle link takes a packet that is larger than the limit, as with tail drop.
        if self.held.is_empty() {
            self.push(packet);
        } else {
            self.enqueue(now, packet, dropped);
        }
    }

    fn dequeue(&mut self, _: SimTime, _: &mut Vec<Dropped>) -> Option<QueuedPacket> {
        self.pop()
    }

    fn len(&self) -> usize {
        self.held.len()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn admits(limit: Limit, packets: u32, bytes: u64) -> bool {
        let waiting = Backlog { packets, bytes, idle_since: None };
        DropTailQueue::new(limit).admit(SimTime::ZERO, waiting, 1500, Ecn::NotEct).is_ok()
    }

    #[test]
    fn the_limit_counts_waiting_packets_only() {
        let idle = Backlog { packets: 0, bytes: 0, idle_since: Some(SimTime::ZERO) };
        for limit in [Limit::Packets(0), Limit::Bytes(0)] {
            assert!(
                DropTailQueue::new(limit).admit(SimTime::ZERO, idle, 1500, Ecn::NotEct).is_ok()
            );
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

    fn packet(key: usize, bytes: u32) -> QueuedPacket {
        let key = crate::queue::PacketKey::from_index(key);
        QueuedPacket { key, bytes, flow: 0, arrived: SimTime::ZERO, ecn: Ecn::NotEct }
    }

    /// Goal: the arriving packet enters and the oldest ones leave, as many as necessary; one that
    /// is larger than the limit costs no other packet its place.
    #[test]
    fn the_oldest_packets_make_room() {
        let enqueued = |limit, sizes: &[u32]| {
            let mut queue = DropFrontQueue::new(limit);
            let mut dropped = Vec::new();
            for (key, &bytes) in sizes.iter().enumerate() {
                queue.enqueue(SimTime::ZERO, packet(key, bytes), &mut dropped);
            }
            let left = std::iter::from_fn(|| queue.dequeue(SimTime::ZERO, &mut Vec::new()));
            let left: Vec<u32> = left.map(|packet| packet.key.0).collect();
            (dropped.iter().map(|drop| drop.packet.key.0).collect::<Vec<_>>(), left)
        };
        assert_eq!(enqueued(Limit::Packets(2), &[9, 9, 9, 9]), (vec![0, 1], vec![2, 3]));
        assert_eq!(enqueued(Limit::Bytes(300), &[100, 100, 100, 250]), (vec![0, 1, 2], vec![3]));
        assert_eq!(enqueued(Limit::Bytes(300), &[100, 301, 200]), (vec![1], vec![0, 2]));
    }

    proptest! {
        /// Goal: packets are conserved, leave in the order of arrival, and the queue stays within
        /// its limit. Method: random sizes and departures under a limit in packets or bytes; drops
        /// and departures together are all packets, and each of the two is in order, as are both
        /// together, since only the oldest packet ever leaves.
        #[test]
        fn packets_are_conserved_and_keep_their_order(
            steps in prop::collection::vec(prop::option::weighted(0.7, 40_u32..1500), 1..300),
            limit in prop_oneof![
                (1_u32..20).prop_map(Limit::Packets),
                (1500_u64..9000).prop_map(Limit::Bytes),
            ],
        ) {
            let mut queue = DropFrontQueue::new(limit);
            let (mut dropped, mut arrived, mut left) = (Vec::new(), 0, Vec::new());
            for step in steps {
                let before = dropped.len();
                match step {
                    Some(bytes) => {
                        queue.enqueue(SimTime::ZERO, packet(arrived, bytes), &mut dropped);
                        arrived += 1;
                    }
                    None => left.extend(queue.dequeue(SimTime::ZERO, &mut Vec::new())),
                }
                left.extend(dropped[before..].iter().map(|drop| drop.packet));
                let waiting = queue.held.iter().map(|held| u64::from(held.bytes)).sum::<u64>();
                prop_assert_eq!(waiting, queue.bytes);
                let is_within = match limit {
                    Limit::Packets(most) => queue.len() <= most as usize,
                    Limit::Bytes(most) => waiting <= most,
                };
                prop_assert!(is_within);
            }
            left.extend(std::iter::from_fn(|| queue.pop()));
            let keys: Vec<usize> = left.iter().map(|packet| packet.key.index()).collect();
            prop_assert_eq!(keys, (0..arrived).collect::<Vec<_>>());
        }
    }
}
