//! FQ-CoDel: a queue for each flow, served by deficit round robin, each under CoDel's law; new
//! flows are served first. Follows Linux's `sch_fq_codel` or RFC 8290.
//!
//! A hash distinguishes flows, so two may share a queue. The kernel also limits the memory that
//! packets take (32 MiB), which is not modelled.

use std::collections::{BTreeMap, VecDeque};

use skyseam_base::{Duration, SimTime};
use skyseam_params::parameters;
use skyseam_params::values::{Count, Flag, FrameSize, OffOrSpan, PositiveSpan};
use skyseam_trace::DropReason;

use super::Limit;
use super::codel::{CoDel, ControlLaw, Fifo, Implementation, Law};
use super::{
    Backlog, Built, Discipline, Dropped, PacketQueue, QueueContext, QueueLimit, QueuedPacket,
};

parameters! {
    /// A queue for each flow, served in rotation by bytes, each as "codel".
    pub struct FqCoDel "fq-codel"
    from "Linux's sch_fq_codel, or RFC 8290; defaults of tc-fq_codel(8)" {
        /// Maximum amount that may wait in all queues together.
        limit: QueueLimit = QueueLimit::Packets(10_240),
        /// Number of queues, to which a hash assigns flows.
        flows: Count<1, 65_536> = 1024,
        /// Bytes that a queue may send in each round.
        quantum: FrameSize = 1514,
        /// Acceptable waiting time.
        target: PositiveSpan = Duration::from_millis(5),
        /// Time for which waiting times must exceed `target` before the first drop: the largest
        /// typical round-trip time.
        interval: PositiveSpan = Duration::from_millis(100),
        /// Backlog up to which nothing is dropped, in all queues together (`linux`) or in a flow's
        /// own (`rfc`): the largest frame.
        max_packet: FrameSize = 1514,
        /// Whether ECN-capable packets are marked instead of dropped.
        ecn: Flag = true,
        /// Waiting time above which every ECN-capable packet is marked (DCTCP, RFC 8257).
        ce_threshold: OffOrSpan = None,
        /// `linux`: the kernel's arithmetic of CoDel; if the queues are full, half of the longest
        /// is dropped, at most 64 packets, each of which counts as a drop of the control law.
        /// `rfc`: exact arithmetic; if the queues are full, one packet of the longest is dropped.
        implementation: Implementation = Implementation::Linux,
    }
}

/// Maximum number of packets that are dropped together when the queues are full (`drop_batch`).
const DROP_BATCH: usize = 64;

/// The finalizer of SplitMix64 (Steele et al., OOPSLA 2014), which leaves no pattern for
/// consecutive flow numbers.
pub(super) fn hash(number: u64) -> u64 {
    let mut z = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

impl FqCoDel {
    /// Keys of the law of each queue.
    pub(super) fn law(&self) -> CoDel {
        let Self { limit, target, interval, max_packet, ecn, ce_threshold, implementation, .. } =
            *self;
        CoDel { limit, target, interval, max_packet, ecn, ce_threshold, implementation }
    }
}

impl Discipline for FqCoDel {
    fn build(&self, context: &QueueContext<'_>) -> Built {
        Built::Holding(Box::new(FqCoDelQueue::new(self, context.stream().next_u64())))
    }
}

/// Queue of the flows with one hash value.
#[derive(Debug, Default)]
struct FlowQueue {
    packets: Fifo,
    state: ControlLaw,
    /// Remaining bytes in this round.
    credits: i64,
    /// Whether the queue is in one of the two lists.
    is_listed: bool,
}

/// All queues, and the lists of those to be served.
#[derive(Debug)]
pub(crate) struct FqCoDelQueue {
    config: FqCoDel,
    limit: Limit,
    /// CoDel's parameters, the same for each queue.
    law: Law,
    /// Salt that varies the hash from link to link.
    salt: u64,
    /// Queues that were used so far.
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
            law: Law::new(&config.law()),
            config: config.clone(),
            salt,
            queues: BTreeMap::new(),
            new: VecDeque::new(),
            old: VecDeque::new(),
            packets: 0,
            bytes: 0,
        }
    }

    /// Number of the queue of a flow.
    fn queue_of(&self, flow: u64) -> u32 {
        (hash(flow ^ self.salt) % u64::from(self.config.flows)) as u32
    }

    fn forget(&mut self, packet: &QueuedPacket) {
        self.packets -= 1;
        self.bytes -= u64::from(packet.bytes);
    }

    fn is_linux(&self) -> bool {
        self.config.implementation == Implementation::Linux
    }

    /// Drops from the head of the queue with the most bytes (RFC 8290 Sec. 4.1.2): one packet, or
    /// in the kernel's form half of them (`fq_codel_drop`).
    fn drop_of_longest(&mut self, dropped: &mut Vec<Dropped>) {
        let is_linux = self.is_linux();
        // Of several the first, so that the choice is deterministic.
        let longest = self.queues.values_mut().rev().max_by_key(|queue| queue.packets.bytes());
        let Some(queue) = longest else { return };
        let before = dropped.len();
        let half = queue.packets.bytes() / 2;
        let mut bytes = 0;
        while let Some(packet) = queue.packets.pop() {
            bytes += u64::from(packet.bytes);
            dropped.push(Dropped { packet, reason: DropReason::QueueOverflow });
            if !is_linux || bytes >= half || dropped.len() - before == DROP_BATCH {
                break;
            }
        }
        if is_linux {
            queue.state.add_drops((dropped.len() - before) as u32);
        }
        for drop in &dropped[before..] {
            self.forget(&drop.packet);
        }
    }

    /// Enqueues a packet in queue `number`; for callers that map packets to queues themselves.
    pub(crate) fn enqueue_in(
        &mut self,
        number: u32,
        packet: QueuedPacket,
        dropped: &mut Vec<Dropped>,
    ) {
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
            let packets = all.packets.saturating_sub(1);
            let before = Backlog { packets, bytes: all.bytes, idle_since: None };
            all.packets > 1 && !before.leaves_room(all.limit, 0)
        };
        while over(self) {
            self.drop_of_longest(dropped);
        }
    }

    /// Removes all packets from queue `number`.
    pub(crate) fn withdraw_from(&mut self, number: u32, out: &mut Vec<QueuedPacket>) {
        let before = out.len();
        if let Some(queue) = self.queues.get_mut(&number) {
            out.extend(std::iter::from_fn(|| queue.packets.pop()));
        }
        for packet in &out[before..] {
            self.forget(packet);
        }
    }
}

impl PacketQueue for FqCoDelQueue {
    fn enqueue(&mut self, _: SimTime, packet: QueuedPacket, dropped: &mut Vec<Dropped>) {
        self.enqueue_in(self.queue_of(packet.flow), packet, dropped);
    }

    fn enqueue_at_idle(
        &mut self,
        now: SimTime,
        idle_since: SimTime,
        packet: QueuedPacket,
        dropped: &mut Vec<Dropped>,
    ) {
        // The link asked in vain at the end of its last transmission, which cleared the lists.
        self.dequeue(idle_since, dropped);
        self.enqueue(now, packet, dropped);
    }

    fn dequeue(&mut self, now: SimTime, dropped: &mut Vec<Dropped>) -> Option<QueuedPacket> {
        let is_linux = self.is_linux();
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
            let others = if is_linux { self.bytes - queue.packets.bytes() } else { 0 };
            let (packets, law) = (&mut queue.packets, &self.law);
            let next = queue.state.dequeue(now, packets, others, law, dropped);
            match next {
                Some(packet) => queue.credits -= i64::from(packet.bytes),
                None => {
                    list.pop_front();
                    // It may not return as a new one at once (Sec. 4.2); in the kernel it may
                    // where no other flow waits.
                    if is_new && (!is_linux || !self.old.is_empty()) {
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

impl FqCoDelQueue {
    /// Queues of the kernel's form under a law with another arithmetic, hashed as in the reference
    /// lists.
    #[cfg(test)]
    pub(super) fn with_law(config: &FqCoDel, law: Law) -> Self {
        Self { law, ..Self::new(config, 9_858_002_374_835_882_793) }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Ecn, PacketKey};
    use super::*;

    fn packet(key: u32, flow: u64, bytes: u32) -> QueuedPacket {
        QueuedPacket { key: PacketKey(key), bytes, flow, arrived: SimTime::ZERO, ecn: Ecn::NotEct }
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

    /// Sec. 4.2: a flow that begins precedes the others, for a quantum.
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

    /// The flow that fills the queue loses packets at its head: one at a time by RFC 8290 Sec.
    /// 4.1.2, half of its bytes at once in the kernel, at most 64 packets.
    #[test]
    fn the_longest_queue_pays_for_a_full_one() {
        for (implementation, limit, lost) in [
            (Implementation::Rfc, 100, 5),
            (Implementation::Linux, 100, 50),
            (Implementation::Linux, 200, 64),
        ] {
            let limit_of = QueueLimit::Packets(limit);
            let config = FqCoDel { limit: limit_of, implementation, ..FqCoDel::default() };
            let mut queue = FqCoDelQueue::new(&config, 7);
            let mut dropped = Vec::new();
            let mut enqueue = |key, flow| {
                queue.enqueue(SimTime::ZERO, packet(key, flow, 1500), &mut dropped);
            };
            (0..limit - 1).for_each(|key| enqueue(key, 1));
            (limit - 1..limit + 5).for_each(|key| enqueue(key, 2));
            let keys: Vec<u32> = dropped.iter().map(|drop| drop.packet.key.0).collect();
            assert_eq!(keys, (0..lost).collect::<Vec<_>>(), "{implementation:?} {limit}");
            assert_eq!(queue.len() as u32, limit + 5 - lost);
        }
    }

    /// Goal: with many flows of a packet or two each, the kernel's law acts on the backlog of all
    /// queues, the RFC's on each alone. Method: ten flows, a packet each at a time, all of which
    /// wait for longer than the target during two intervals.
    #[test]
    fn the_kernel_looks_at_the_backlog_of_all_queues() {
        for (implementation, drops) in [(Implementation::Rfc, false), (Implementation::Linux, true)]
        {
            let config = FqCoDel { implementation, ..FqCoDel::default() };
            let mut queue = FqCoDelQueue::new(&config, 7);
            let mut dropped = Vec::new();
            for ms in 0..300 {
                let arrived = SimTime::from_nanos(ms * 1_000_000);
                let held = QueuedPacket { arrived, ..packet(ms as u32, ms % 10, 1500) };
                queue.enqueue(arrived, held, &mut dropped);
                if ms >= 9 {
                    queue.dequeue(arrived, &mut dropped);
                }
            }
            assert_eq!(!dropped.is_empty(), drops, "{implementation:?}");
        }
    }

    /// Goal: a flow that sends a packet occasionally is new each time if no other flow waits, and
    /// no credits are left over. Method: packets that find the link idle.
    #[test]
    fn lists_are_empty_when_the_link_falls_idle() {
        for implementation in [Implementation::Rfc, Implementation::Linux] {
            let config = FqCoDel { implementation, ..FqCoDel::default() };
            let mut queue = FqCoDelQueue::new(&config, 7);
            let mut none = Vec::new();
            for key in 0..5 {
                queue.enqueue_at_idle(SimTime::ZERO, SimTime::ZERO, packet(key, 1, 400), &mut none);
                assert_eq!((queue.new.len(), queue.old.len()), (1, 0), "{implementation:?}");
                assert_eq!(queue.queues[&queue.queue_of(1)].credits, 1514);
                assert!(queue.dequeue(SimTime::ZERO, &mut none).is_some());
            }
        }
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

    /// Goal: queues of flows are those of SplitMix64. Method: its first two numbers for the seed 0,
    /// as in the generator's published test.
    #[test]
    fn a_flow_has_the_queue_of_its_hash() {
        let queue = FqCoDelQueue::new(&FqCoDel::default(), 0);
        let second = 0x9e37_79b9_7f4a_7c15;
        let expected = [0xe220_a839_7b1d_cdaf_u64, 0x6e78_9e6a_a1b9_65f4].map(|hash| hash % 1024);
        assert_eq!([0, second].map(|flow| u64::from(queue.queue_of(flow))), expected);
    }
}
