//! FQ-CoDel (RFC 8290): a queue for each flow, served by deficit round robin, each under CoDel's
//! law; new flows go first.
//!
//! Flows are distinguished by a hash, as in the RFC, so two may share a queue. If all queues
//! together are full, the head of the longest (in bytes) is dropped; Linux drops up to 64 packets
//! at a time there to save work, which is not modelled. No ECN.

use std::collections::{BTreeMap, VecDeque};

use skyseam_base::{Duration, SimTime};
use skyseam_params::parameters;
use skyseam_params::values::{Count, FrameSize, PositiveSpan};
use skyseam_trace::DropReason;

use super::Limit;
use super::codel::{CoDel, ControlLaw, Fifo};
use super::{Buffer, Built, Discipline, Dropped, Held, QueueContext, QueueLimit, Waiting};

parameters! {
    /// A queue for each flow, served in turn by bytes, each as "codel".
    pub struct FqCoDel "fq-codel" from "RFC 8290; defaults of Linux's tc-fq_codel(8)" {
        /// What may wait at all, in all queues together.
        limit: QueueLimit = QueueLimit::Packets(10_240),
        /// Queues that flows are spread over by a hash.
        flows: Count<1, 65_536> = 1024,
        /// Bytes that a queue may send in its turn.
        quantum: FrameSize = 1514,
        /// Acceptable waiting time.
        target: PositiveSpan = Duration::from_millis(5),
        /// How long waiting times must have been above `target` before the first drop: the largest
        /// usual round-trip time.
        interval: PositiveSpan = Duration::from_millis(100),
        /// In a queue with no more than this nothing is dropped: the largest frame.
        max_packet: FrameSize = 1514,
    }
}

impl Discipline for FqCoDel {
    fn build(&self, context: &QueueContext<'_>) -> Built {
        Built::Holding(Box::new(FqCoDelQueue::new(self, context.stream().next_u64())))
    }
}

/// One of the queues.
#[derive(Debug, Default)]
struct FlowQueue {
    packets: Fifo,
    law: ControlLaw,
    /// Bytes it may still send in this turn.
    credits: i64,
    /// Whether it is in one of the two lists.
    is_listed: bool,
}

/// All queues, and whose turn it is.
#[derive(Debug)]
pub(crate) struct FqCoDelQueue {
    config: FqCoDel,
    limit: Limit,
    /// CoDel's parameters, the same for each queue.
    law: CoDel,
    /// Varies the hash from link to link.
    salt: u64,
    /// Queues that were ever used.
    queues: BTreeMap<u32, FlowQueue>,
    new: VecDeque<u32>,
    old: VecDeque<u32>,
    packets: u32,
    bytes: u64,
}

impl FqCoDelQueue {
    pub(crate) fn new(config: &FqCoDel, salt: u64) -> Self {
        Self {
            limit: config.limit.known(),
            law: CoDel {
                limit: config.limit,
                target: config.target,
                interval: config.interval,
                max_packet: config.max_packet,
            },
            config: config.clone(),
            salt,
            queues: BTreeMap::new(),
            new: VecDeque::new(),
            old: VecDeque::new(),
            packets: 0,
            bytes: 0,
        }
    }

    /// The queue of a flow: the finalizer of SplitMix64 (Steele et al., OOPSLA 2014), which leaves
    /// no pattern for consecutive flow numbers.
    fn queue_of(&self, flow: u64) -> u32 {
        let mut z = (flow ^ self.salt).wrapping_add(0x9e37_79b9_7f4a_7c15);
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^= z >> 31;
        (z % u64::from(self.config.flows)) as u32
    }

    fn forget(&mut self, packet: &Held) {
        self.packets -= 1;
        self.bytes -= u64::from(packet.bytes);
    }

    /// Drops the head of the queue with most bytes (Sec. 4.1.2).
    fn drop_of_longest(&mut self, dropped: &mut Vec<Dropped>) {
        // Of several the first, so that the choice is deterministic.
        let longest = self.queues.values_mut().rev().max_by_key(|queue| queue.packets.bytes());
        if let Some(packet) = longest.and_then(|queue| queue.packets.pop()) {
            self.forget(&packet);
            dropped.push(Dropped { packet, reason: DropReason::QueueOverflow });
        }
    }

    /// Puts a packet into the queue `number`; for owners that map packets to queues themselves.
    pub(crate) fn enqueue_in(&mut self, number: u32, packet: Held, dropped: &mut Vec<Dropped>) {
        let queue = self.queues.entry(number).or_default();
        queue.packets.push(packet);
        if !queue.is_listed {
            queue.is_listed = true;
            queue.credits = i64::from(self.config.quantum);
            self.new.push_back(number);
        }
        self.packets += 1;
        self.bytes += u64::from(packet.bytes);
        let over = |all: &Self| {
            // Room for a frame of no bytes: the packet is already counted.
            let before = Waiting { packets: all.packets - 1, bytes: all.bytes, idle_since: None };
            all.packets > 1 && !before.leaves_room(all.limit, 0)
        };
        while over(self) {
            self.drop_of_longest(dropped);
        }
    }

    /// Takes all packets out of the queue `number`.
    pub(crate) fn withdraw_from(&mut self, number: u32, out: &mut Vec<Held>) {
        let before = out.len();
        if let Some(queue) = self.queues.get_mut(&number) {
            out.extend(std::iter::from_fn(|| queue.packets.pop()));
        }
        for packet in &out[before..] {
            self.forget(packet);
        }
    }
}

impl Buffer for FqCoDelQueue {
    fn enqueue(&mut self, _: SimTime, packet: Held, dropped: &mut Vec<Dropped>) {
        self.enqueue_in(self.queue_of(packet.flow), packet, dropped);
    }

    fn dequeue(&mut self, now: SimTime, dropped: &mut Vec<Dropped>) -> Option<Held> {
        loop {
            let is_new = !self.new.is_empty();
            let list = if is_new { &mut self.new } else { &mut self.old };
            let number = *list.front()?;
            let queue = self.queues.get_mut(&number).expect("a listed queue");
            if queue.credits <= 0 {
                queue.credits += i64::from(self.config.quantum);
                list.pop_front();
                self.old.push_back(number);
                continue;
            }
            let before = dropped.len();
            let next = queue.law.dequeue(now, &mut queue.packets, &self.law, dropped);
            match next {
                Some(packet) => queue.credits -= i64::from(packet.bytes),
                None => {
                    list.pop_front();
                    if is_new {
                        // It may not return as a new one at once (Sec. 4.2).
                        self.old.push_back(number);
                    } else {
                        queue.is_listed = false;
                    }
                }
            }
            for drop in &dropped[before..] {
                self.packets -= 1;
                self.bytes -= u64::from(drop.packet.bytes);
            }
            if let Some(packet) = next {
                self.forget(&packet);
                return Some(packet);
            }
        }
    }

    fn len(&self) -> usize {
        self.packets as usize
    }
}

#[cfg(test)]
mod tests {
    use super::super::PacketKey;
    use super::*;

    fn packet(key: u32, flow: u64, bytes: u32) -> Held {
        Held { key: PacketKey(key), bytes, flow, arrived: SimTime::ZERO }
    }

    /// Goal: flows share by bytes whatever their load. Method: three flows, one of them with small
    /// packets and one with twice as many as the others, all backlogged; after any number of
    /// packets sent no two are more than a quantum and a packet apart.
    #[test]
    fn flows_get_equal_shares_in_bytes() {
        let mut queue = FqCoDelQueue::new(&FqCoDel::default(), 7);
        let mut none = Vec::new();
        for key in 0..900 {
            let (flow, bytes) = [(1, 1500), (2, 300), (2, 300), (3, 1500), (1, 1500)][key % 5];
            queue.enqueue(SimTime::ZERO, packet(key as u32, flow, bytes), &mut none);
        }
        let mut sent = [0i64; 4];
        for _ in 0..600 {
            let packet = queue.dequeue(SimTime::ZERO, &mut none).unwrap();
            sent[packet.flow as usize] += i64::from(packet.bytes);
            let apart = sent[1..].iter().max().unwrap() - sent[1..].iter().min().unwrap();
            assert!(apart <= 1514 + 1500 || sent[2] == 300 * 360, "{sent:?}");
        }
        assert!(none.is_empty());
    }

    /// Sec. 4.2: a flow that begins goes before the others, for a quantum.
    #[test]
    fn a_new_flow_goes_first() {
        let mut queue = FqCoDelQueue::new(&FqCoDel::default(), 7);
        let mut none = Vec::new();
        (0..50).for_each(|key| queue.enqueue(SimTime::ZERO, packet(key, 1, 1500), &mut none));
        assert_eq!(queue.dequeue(SimTime::ZERO, &mut none).map(|sent| sent.key.0), Some(0));
        assert_eq!(queue.dequeue(SimTime::ZERO, &mut none).map(|sent| sent.key.0), Some(1));
        (50..53).for_each(|key| queue.enqueue(SimTime::ZERO, packet(key, 2, 1000), &mut none));
        let keys: Vec<u32> =
            (0..4).map(|_| queue.dequeue(SimTime::ZERO, &mut none).unwrap().key.0).collect();
        assert_eq!(keys, [50, 51, 2, 52]);
    }

    /// Sec. 4.1.2: the flow that fills the queue loses packets, at its head.
    #[test]
    fn the_longest_queue_pays_for_a_full_one() {
        let config = FqCoDel { limit: QueueLimit::Packets(100), ..FqCoDel::default() };
        let mut queue = FqCoDelQueue::new(&config, 7);
        let mut dropped = Vec::new();
        (0..99).for_each(|key| queue.enqueue(SimTime::ZERO, packet(key, 1, 1500), &mut dropped));
        (99..105).for_each(|key| queue.enqueue(SimTime::ZERO, packet(key, 2, 1500), &mut dropped));
        let keys: Vec<u32> = dropped.iter().map(|drop| drop.packet.key.0).collect();
        assert_eq!((keys, queue.len()), (vec![0, 1, 2, 3, 4], 100));
    }

    /// A thousand flows over 1024 queues: some share a queue, nearly 37 % of queues stay empty
    /// (1024 / e^(1000/1024) = 386).
    #[test]
    fn flows_spread_over_the_queues() {
        let queue = FqCoDelQueue::new(&FqCoDel::default(), 7);
        let used: std::collections::BTreeSet<u32> =
            (0..1000).map(|flow| queue.queue_of(flow)).collect();
        assert!((1024 - used.len()).abs_diff(386) < 60, "{}", used.len());
        let other = FqCoDelQueue::new(&FqCoDel::default(), 8);
        assert!((0..1000).any(|flow| queue.queue_of(flow) != other.queue_of(flow)));
    }
}
