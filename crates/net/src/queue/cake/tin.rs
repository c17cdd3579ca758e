//! A tin of CAKE: a class of traffic, in which flows share by deficit round robin (DRR++), sparse
//! ones first, and hosts share by their numbers of flows (arXiv:1804.07617 Sec. III-B and III-C).

use std::collections::{BTreeMap, VecDeque};

use skyseam_base::NodeId;
use skyseam_packet::{Packet, TcpSegment};
use skyseam_trace::DropReason;

use super::ack_filter::AckFilter;
use super::cobalt::{Cobalt, Law};
use super::isolation::Isolation;
use super::shaper::Pace;
use crate::queue::{Dropped, QueuedPacket, RandomBits};

/// Identity of a flow, by what the isolation distinguishes.
pub(super) type FlowKey = (u64, u64);

/// A packet that waits.
#[derive(Debug)]
pub(super) struct Held {
    pub packet: QueuedPacket,
    /// Bytes that the shaper and the shares count.
    pub charged: u32,
    /// TCP segment, for the ACK filter, and the number of its connection.
    pub segment: Option<Box<(u16, TcpSegment)>>,
}

/// Kind of a flow.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Set {
    /// Not listed.
    #[default]
    Idle,
    /// Has not used up its first quantum.
    Sparse,
    /// Has used it up with no packet left: in the rotation of bulk flows, but still sparse.
    SparseWaiting,
    /// Has a backlog.
    Bulk,
    /// Empty, listed until its AQM is at rest.
    Decaying,
}

/// Rotation in which a flow is listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Rotation {
    New,
    Old,
    Decaying,
}

/// Packets, AQM and share of a flow.
#[derive(Debug, Default)]
struct Flow {
    packets: VecDeque<Held>,
    bytes: u64,
    aqm: Cobalt,
    deficit: i64,
    set: Set,
    rotation: Option<Rotation>,
    hosts: [NodeId; 2],
}

impl Flow {
    fn pop(&mut self) -> Option<Held> {
        let held = self.packets.pop_front()?;
        self.bytes -= u64::from(held.packet.bytes);
        Some(held)
    }
}

/// Flows of a class, and the class's share.
#[derive(Debug)]
pub(super) struct Tin {
    law: Law,
    /// Time per byte at the rate up to which the tin has priority; `None` without a shaper.
    pace: Option<Pace>,
    /// Time at which the next packet is due at that rate, ns.
    due: u64,
    /// Bytes that the tin may send in a round without a shaper, and what is left of them.
    weight: u32,
    deficit: i64,
    /// Bytes that a flow may send in a round.
    quantum: u32,
    isolation: Isolation,
    flows: BTreeMap<FlowKey, Flow>,
    rotations: [VecDeque<FlowKey>; 3],
    /// Number of sparse and bulk flows.
    active: u32,
    /// Number of bulk flows of each source and of each destination.
    bulk: [BTreeMap<NodeId, u32>; 2],
    bytes: u64,
}

impl Tin {
    pub(super) fn new(
        law: Law,
        pace: Option<Pace>,
        weight: u32,
        quantum: u32,
        isolation: Isolation,
    ) -> Self {
        Self {
            law,
            pace,
            due: 0,
            weight,
            deficit: 0,
            quantum,
            isolation,
            flows: BTreeMap::new(),
            rotations: Default::default(),
            active: 0,
            bulk: Default::default(),
            bytes: 0,
        }
    }

    /// Whether a flow has packets, or may still count as sparse.
    pub(super) fn is_active(&self) -> bool {
        self.active > 0
    }

    pub(super) fn is_empty(&self) -> bool {
        self.bytes == 0
    }

    /// Time at which the next packet is due at the tin's rate, ns.
    pub(super) fn due(&self) -> u64 {
        self.due
    }

    /// Forgets unused time at the tin's rate: a packet arrives at the empty tin.
    pub(super) fn start(&mut self, now: u64) {
        self.due = self.due.max(now);
    }

    /// Whether the tin has used up its share of the round; begins its next round if so.
    pub(super) fn is_passed_over(&mut self) -> bool {
        let passed = self.deficit < 0 || !self.is_active();
        if passed && self.deficit <= 0 {
            self.deficit += i64::from(self.weight);
        }
        passed
    }

    /// Counts a packet that leaves at `now`.
    pub(super) fn charge(&mut self, now: u64, bytes: u32) {
        self.deficit -= i64::from(bytes);
        if let Some(pace) = self.pace {
            let time = pace.time(bytes);
            self.due = if self.due < now { self.due + time } else { self.due.max(now + time) };
        }
    }

    /// Enqueues a packet, and returns the ACK that it makes redundant.
    pub(super) fn enqueue(
        &mut self,
        key: FlowKey,
        held: Held,
        headers: &Packet,
        filter: AckFilter,
        random: &mut RandomBits,
    ) -> Option<Held> {
        let flow = self.flows.entry(key).or_default();
        let bytes = u64::from(held.packet.bytes);
        flow.packets.push_back(held);
        flow.bytes += bytes;
        self.bytes += bytes;
        let redundant = filter.redundant(&flow.packets).and_then(|at| flow.packets.remove(at));
        if let Some(ack) = &redundant {
            flow.bytes -= u64::from(ack.packet.bytes);
            self.bytes -= u64::from(ack.packet.bytes);
        }
        match flow.set {
            Set::Idle | Set::Decaying => {
                flow.set = Set::Sparse;
                flow.hosts = [headers.source, headers.destination];
                self.active += 1;
                self.list(key, Some(Rotation::New));
                self.flow(key).deficit = self.quantum_of(key, random);
            }
            Set::SparseWaiting => self.count_as_bulk(key),
            Set::Sparse | Set::Bulk => {}
        }
        redundant
    }

    /// Dequeues the packet of the flow whose turn it is. `None` if that flow was empty. Empty flows
    /// whose AQM is at rest are forgotten `first`, one in each call of the queue.
    pub(super) fn dequeue(
        &mut self,
        now: u64,
        first: &mut bool,
        random: &mut RandomBits,
        dropped: &mut Vec<Dropped>,
    ) -> Option<Held> {
        let key = loop {
            let mut order = [Rotation::Decaying, Rotation::New, Rotation::Old];
            if !std::mem::take(first) {
                order.rotate_left(1);
            }
            let key = *order.iter().find_map(|list| self.rotations[*list as usize].front())?;
            let flow = self.flow(key);
            if flow.deficit > 0 {
                break key;
            }
            if flow.set == Set::Sparse {
                match flow.packets.is_empty() {
                    true => flow.set = Set::SparseWaiting,
                    false => self.count_as_bulk(key),
                }
            }
            self.flow(key).deficit += self.quantum_of(key, random);
            self.list(key, Some(Rotation::Old));
        };
        let law = self.law;
        let flow = self.flow(key);
        let before = dropped.len();
        let sent = loop {
            let Some(mut held) = flow.pop() else { break None };
            let packet = &mut held.packet;
            let drops = flow.aqm.judge(&law, now, packet.arrived, &mut packet.ecn, random);
            // The last packet may be marked, but is not dropped.
            if !drops || flow.packets.is_empty() {
                flow.deficit -= i64::from(held.charged);
                break Some(held);
            }
            dropped.push(Dropped { packet: held.packet, reason: DropReason::EarlyDrop });
        };
        if sent.is_none() {
            self.retire(key, now);
        }
        let left = dropped[before..].iter().map(|drop| drop.packet.bytes);
        let left = left.chain(sent.iter().map(|held| held.packet.bytes));
        self.bytes -= left.map(u64::from).sum::<u64>();
        sent
    }

    /// Flows that have packets or a state.
    pub(super) fn flows(&self) -> impl Iterator<Item = FlowKey> {
        self.flows.keys().copied()
    }

    /// Bytes of a flow that wait.
    pub(super) fn bytes_of(&self, key: FlowKey) -> u64 {
        self.flows.get(&key).map_or(0, |flow| flow.bytes)
    }

    /// Drops the first packet of a flow, since the queue is full.
    pub(super) fn drop_first(&mut self, key: FlowKey, now: u64) -> Option<Held> {
        let law = self.law;
        let flow = self.flow(key);
        let held = flow.pop()?;
        flow.aqm.note_full(&law, now);
        self.bytes -= u64::from(held.packet.bytes);
        Some(held)
    }

    fn flow(&mut self, key: FlowKey) -> &mut Flow {
        self.flows.get_mut(&key).expect("a listed flow")
    }

    /// Moves a flow to the end of a rotation, or out of all.
    fn list(&mut self, key: FlowKey, to: Option<Rotation>) {
        if let Some(from) = std::mem::replace(&mut self.flow(key).rotation, to) {
            let list = &mut self.rotations[from as usize];
            let at = list.iter().position(|listed| *listed == key).expect("a listed flow");
            list.remove(at);
        }
        if let Some(to) = to {
            self.rotations[to as usize].push_back(key);
        }
    }

    fn count_as_bulk(&mut self, key: FlowKey) {
        let flow = self.flow(key);
        flow.set = Set::Bulk;
        let hosts = flow.hosts;
        for (bulk, host) in self.bulk.iter_mut().zip(hosts) {
            *bulk.entry(host).or_default() += 1;
        }
    }

    /// Takes an empty flow out of the rotations, or lets its AQM decay.
    fn retire(&mut self, key: FlowKey, now: u64) {
        let law = self.law;
        let flow = self.flow(key);
        flow.aqm.note_empty(&law, now);
        let is_at_rest = flow.aqm.is_at_rest(now);
        let is_as_new = flow.aqm.is_as_new();
        let next = if is_at_rest { Set::Idle } else { Set::Decaying };
        let set = std::mem::replace(&mut flow.set, next);
        let hosts = flow.hosts;
        self.active -= u32::from(set != Set::Decaying);
        if set == Set::Bulk {
            for (bulk, host) in self.bulk.iter_mut().zip(hosts) {
                if let Some(flows) = bulk.get_mut(&host) {
                    *flows -= 1;
                    if *flows == 0 {
                        bulk.remove(&host);
                    }
                }
            }
        }
        self.list(key, (!is_at_rest).then_some(Rotation::Decaying));
        if is_at_rest && is_as_new {
            self.flows.remove(&key);
        }
    }

    /// Bytes that a flow may send in a round: the quantum, divided by the number of bulk flows of
    /// its host. Chance decides between the two nearest whole numbers.
    fn quantum_of(&self, key: FlowKey, random: &mut RandomBits) -> i64 {
        let counted = [self.isolation.counts_sources(), self.isolation.counts_destinations()];
        let bulk = self.bulk.iter().zip(self.flows[&key].hosts).zip(counted);
        let of_host = bulk.map(|((bulk, host), is_counted)| match is_counted {
            true => bulk.get(&host).copied().unwrap_or(0),
            false => 0,
        });
        let load = of_host.max().unwrap_or(0).clamp(1, MAX_LOAD);
        let dither = random() >> 48;
        ((u64::from(self.quantum) * u64::from(65_535 / load) + dither) >> 16) as i64
    }
}

/// Number of bulk flows of a host beyond which they no longer divide its share (`CAKE_QUEUES`).
const MAX_LOAD: u32 = 1024;
