//! CAKE: a shaper, classes of traffic, shares for hosts and flows, an AQM for each flow and an ACK
//! filter in one queue (Hoeiland-Joergensen, Taht and Morton, 2018, arXiv:1804.07617), as in
//! Linux's `sch_cake`.
//!
//! Each flow has a queue of its own; the kernel's hash into 1024 queues, in sets of eight, is not
//! modelled. Neither are `ingress`, `autorate-ingress`, `nat`, `wash` and overrides by other
//! fields.

mod ack_filter;
mod cobalt;
mod diffserv;
mod isolation;
mod shaper;
mod tin;

pub use ack_filter::AckFilter;
pub use diffserv::Diffserv;
pub use isolation::Isolation;
pub use shaper::Cells;

use skyseam_base::{Duration, SimTime};
use skyseam_packet::{Body, Packet};
use skyseam_params::parameters;
use skyseam_params::values::{BitRate, ByteCount, FrameSize, Overhead, PositiveSpan};
use skyseam_trace::DropReason;

use self::cobalt::Law;
use self::shaper::{Pace, Shaper};
use self::tin::{FlowKey, Held, Tin};
use super::{
    Built, Discipline, Dropped, PacketQueue, QueueContext, QueuedPacket, RandomBits, kernel_memory,
};

parameters! {
    /// Shaper, classes of traffic, fair shares of hosts and flows, an AQM for each flow, and an
    /// ACK filter.
    pub struct Cake "cake"
    from "Linux's sch_cake, arXiv:1804.07617; defaults and names of tc-cake(8)" {
        /// Rate of the shaper; without it, the link alone decides when packets leave.
        bandwidth: Option<BitRate> = None,
        /// Typical round-trip time, CoDel's interval. `tc` has names for "100 us" (datacentre), "1
        /// ms" (lan), "10 ms" (metro), "30 ms" (regional), "100 ms" (internet), "300 ms"
        /// (oceanic), "1 s" (satellite) and "1000 s" (interplanetary).
        rtt: PositiveSpan = Duration::from_millis(100),
        /// Acceptable waiting time; by default a twentieth of `rtt`. At least the time of 1.5
        /// frames of `max_packet` at the rate of the tin.
        target: Option<PositiveSpan> = None,
        /// Classes of traffic by codepoint (DSCP).
        diffserv: Diffserv = Diffserv::Diffserv3,
        /// Fair shares.
        isolation: Isolation = Isolation::TripleIsolate,
        /// Removal of ACKs that later ones make redundant.
        ack_filter: AckFilter = AckFilter::Off,
        /// Bytes that the shaper adds to each IP packet, instead of the framing of the link.
        overhead: Option<Overhead> = None,
        /// Smallest packet on the link with overhead, bytes that the shaper counts at least.
        mpu: Overhead = 0,
        /// Cells in which the shaper counts.
        cells: Cells = Cells::None,
        /// Memory of the kernel that waiting packets may take, with its bookkeeping (memlimit); by
        /// default what `bandwidth` sends in four times `rtt`, and at least 4 MiB.
        memory_limit: Option<ByteCount> = None,
        /// Size of the largest frame.
        max_packet: FrameSize = 1514,
    }
}

impl Discipline for Cake {
    fn build(&self, context: &QueueContext<'_>) -> Built {
        let queue = CakeQueue::new(self, context.framing_bytes, context.random_bits());
        Built::Holding(Box::new(queue))
    }
}

/// Smallest default limit of memory, bytes.
const LEAST_MEMORY: u64 = 4 << 20;
/// Number of the largest frames that the default limit of memory never exceeds.
const MOST_FRAMES: u64 = 10_240;
/// Bytes of a flow's share in a round, at least, before a slow shaper.
const LEAST_QUANTUM: u64 = 300;

/// The tins, and the shaper before them.
pub(super) struct CakeQueue {
    config: Cake,
    framing_bytes: u32,
    random: RandomBits,
    shaper: Option<Shaper>,
    tins: Vec<Tin>,
    /// Number of the tin that was served last.
    current: usize,
    packets: usize,
    memory: u64,
    memory_limit: u64,
    /// Flow with the most bytes, and its tin, since the memory was first full. As in the kernel's
    /// heap, it remains so until another one has more.
    fullest: Option<(usize, FlowKey)>,
}

impl CakeQueue {
    pub(super) fn new(config: &Cake, framing_bytes: u32, random: RandomBits) -> Self {
        let max_packet = u64::from(config.max_packet);
        let rate = config.bandwidth.map(|rate| rate.as_bps() / 8);
        let rtt = config.rtt.as_nanos();
        let target = config.target.map_or(rtt / 20, |target| target.as_nanos());
        let tin = |(tin_rate, weight): (u64, u32)| {
            let pace = rate.map(|_| Pace::new(tin_rate));
            let frame_time = pace.map_or(0, |pace| pace.time(config.max_packet));
            let own_target = target.max(frame_time * 3 / 2);
            let interval = (rtt + own_target - target).max(own_target * 2);
            let quantum = match rate {
                Some(_) => (tin_rate >> 12).min(max_packet).max(LEAST_QUANTUM) as u32,
                None => config.max_packet,
            };
            let law = Law { target: own_target, interval, frame_time };
            Tin::new(law, pace, weight, quantum, config.isolation)
        };
        let by_rate = rate.map(|rate| {
            let sent = u128::from(rate) * u128::from(rtt) * 4 / 1_000_000_000;
            LEAST_MEMORY.max(u64::try_from(sent).unwrap_or(u64::MAX))
        });
        let by_default = by_rate.unwrap_or(u64::MAX).min(MOST_FRAMES * max_packet);
        Self {
            framing_bytes,
            random,
            shaper: rate.map(Shaper::new),
            tins: config.diffserv.tins(rate.unwrap_or(0)).into_iter().map(tin).collect(),
            current: 0,
            packets: 0,
            memory: 0,
            fullest: None,
            memory_limit: config.memory_limit.unwrap_or(by_default),
            config: config.clone(),
        }
    }

    /// Bytes that the shaper counts for a packet.
    fn charged(&self, bytes: u32) -> u32 {
        let with_overhead = match self.config.overhead {
            Some(overhead) => bytes.saturating_sub(self.framing_bytes) + overhead as u32,
            None => bytes,
        };
        self.config.cells.on_link(with_overhead.max(self.config.mpu as u32))
    }

    fn forget(&mut self, packet: &QueuedPacket) {
        self.packets -= 1;
        self.memory -= kernel_memory(packet.bytes);
    }

    fn bytes(&self, (tin, flow): (usize, FlowKey)) -> u64 {
        self.tins[tin].bytes_of(flow)
    }

    /// The flow with the most bytes: `last`, unless another one has more.
    fn find_fullest(&self, last: (usize, FlowKey)) -> (usize, FlowKey) {
        let flows = self.tins.iter().enumerate();
        let flows = flows.flat_map(|(number, tin)| tin.flows().map(move |key| (number, key)));
        let most = flows.max_by_key(|flow| (self.bytes(*flow), *flow == last));
        most.unwrap_or(last)
    }

    /// Chooses the tin to serve: with a shaper, the last one that is within its rate, or the one
    /// that is due first; otherwise by deficit round robin.
    fn choose_tin(&mut self, now: u64) {
        if self.shaper.is_none() {
            while self.tins[self.current].is_passed_over() {
                self.current = (self.current + 1) % self.tins.len();
            }
            return;
        }
        let active = self.tins.iter().enumerate().filter(|(_, tin)| tin.is_active());
        let next = active.rev().min_by_key(|(_, tin)| tin.due().max(now));
        self.current = next.expect("a tin with packets").0;
    }
}

impl PacketQueue for CakeQueue {
    fn enqueue(&mut self, now: SimTime, packet: QueuedPacket, dropped: &mut Vec<Dropped>) {
        self.enqueue_with_headers(now, None, packet, &Packet::BLANK, dropped);
    }

    fn enqueue_with_headers(
        &mut self,
        now: SimTime,
        _: Option<SimTime>,
        packet: QueuedPacket,
        headers: &Packet,
        dropped: &mut Vec<Dropped>,
    ) {
        let now = now.as_nanos();
        let segment = match &headers.body {
            Body::Tcp(segment) if self.config.ack_filter != AckFilter::Off => {
                Some(Box::new((headers.connection, *segment)))
            }
            _ => None,
        };
        let held = Held { charged: self.charged(packet.bytes), packet, segment };
        let number = self.config.diffserv.tin(headers.dscp);
        let key = self.config.isolation.key(packet.flow, headers);
        let tin = &mut self.tins[number];
        if tin.is_empty() {
            tin.start(now);
            if let Some(shaper) = self.shaper.as_mut().filter(|_| self.packets == 0) {
                shaper.start(now);
            }
        }
        self.packets += 1;
        self.memory += kernel_memory(packet.bytes);
        if let Some(ack) = tin.enqueue(key, held, headers, self.config.ack_filter, &mut self.random)
        {
            self.forget(&ack.packet);
            dropped.push(Dropped { packet: ack.packet, reason: DropReason::RedundantAck });
        }
        if self.fullest.is_some_and(|fullest| self.bytes((number, key)) > self.bytes(fullest)) {
            self.fullest = Some((number, key));
        }
        while self.memory > self.memory_limit {
            let (tin, flow) = self.fullest.unwrap_or_else(|| self.find_fullest((number, key)));
            let Some(held) = self.tins[tin].drop_first(flow, now) else { break };
            self.forget(&held.packet);
            dropped.push(Dropped { packet: held.packet, reason: DropReason::QueueOverflow });
            self.fullest = Some(self.find_fullest((tin, flow)));
        }
    }

    fn dequeue(&mut self, now: SimTime, dropped: &mut Vec<Dropped>) -> Option<QueuedPacket> {
        let now = now.as_nanos();
        let mut first = true;
        while self.packets > 0 {
            if self.shaper.as_ref().is_some_and(|shaper| shaper.opens() > now) {
                return None;
            }
            self.choose_tin(now);
            let before = dropped.len();
            let most = self.fullest.map(|fullest| self.bytes(fullest));
            let tin = &mut self.tins[self.current];
            let sent = tin.dequeue(now, &mut first, &mut self.random, dropped);
            if let Some(held) = &sent {
                tin.charge(now, held.charged);
                if let Some(shaper) = &mut self.shaper {
                    shaper.charge(held.charged);
                }
            }
            dropped[before..].iter().for_each(|drop| self.forget(&drop.packet));
            if let Some(fullest) = self.fullest
                && Some(self.bytes(fullest)) < most
            {
                self.fullest = Some(self.find_fullest(fullest));
            }
            if let Some(held) = sent {
                self.forget(&held.packet);
                return Some(held.packet);
            }
        }
        None
    }

    fn next_ready(&self) -> Option<SimTime> {
        self.shaper.as_ref().map(|shaper| SimTime::from_nanos(shaper.opens()))
    }

    fn len(&self) -> usize {
        self.packets
    }
}

#[cfg(test)]
mod tests {
    use skyseam_base::{NodeId, Rate};

    use super::super::{Ecn, PacketKey};
    use super::*;

    /// Packets of `flow` between hosts, all at once.
    fn enqueue(queue: &mut CakeQueue, flow: u64, hosts: [u32; 2], dscp: u8, packets: u32) {
        let [source, destination] = hosts.map(NodeId);
        let headers = Packet { source, destination, dscp, ..Packet::BLANK };
        for _ in 0..packets {
            let packet = QueuedPacket {
                key: PacketKey(flow as u32),
                bytes: 1500,
                flow,
                arrived: SimTime::ZERO,
                ecn: Ecn::NotEct,
            };
            let mut dropped = Vec::new();
            queue.enqueue_with_headers(SimTime::ZERO, None, packet, &headers, &mut dropped);
            assert!(dropped.is_empty());
        }
    }

    fn queue(config: Cake) -> CakeQueue {
        CakeQueue::new(&config, 0, Box::new(|| 1 << 63))
    }

    /// Flows of `packets` dequeued at once.
    fn sent(queue: &mut CakeQueue, packets: usize) -> Vec<u32> {
        let mut dropped = Vec::new();
        let sent = (0..packets).filter_map(|_| queue.dequeue(SimTime::ZERO, &mut dropped));
        sent.map(|packet| packet.key.0).collect()
    }

    /// Goal: what is isolated shares equally. Method: host 1 has one flow, host 2 has four; each
    /// flow is backlogged. By flows host 1 gets a fifth, by sources half; between two
    /// destinations, of which one receives only the last flow, that flow gets half.
    #[test]
    fn hosts_share_equally() {
        for (isolation, of_first, of_last) in [
            (Isolation::Flows, 200, 200),
            (Isolation::DualSrcHost, 500, 125),
            (Isolation::DualDstHost, 125, 500),
            (Isolation::SrcHost, 500, 125),
            (Isolation::Flowblind, 200, 200),
        ] {
            let mut queue = queue(Cake { isolation, ..Cake::default() });
            for _ in 0..1000 {
                for flow in 0..5 {
                    let hosts = [u32::from(flow > 0), 7 + u32::from(flow == 4)];
                    enqueue(&mut queue, flow, hosts, 0, 1);
                }
            }
            let sent = sent(&mut queue, 1000);
            for (flow, expected) in [(0, of_first), (4, of_last)] {
                let own = sent.iter().filter(|of| **of == flow).count();
                assert!(own.abs_diff(expected) <= 10, "{isolation:?}: {own} for {expected}");
            }
        }
    }

    /// Tins share a link by their weights, 1024 to 64 to 256 of 1344, if all are backlogged.
    #[test]
    fn tins_share_by_weight() {
        let mut queue = queue(Cake::default());
        for (flow, dscp) in [(0, 0), (1, 8), (2, 46)] {
            enqueue(&mut queue, flow, [1, 2], dscp, 1500);
        }
        let sent = sent(&mut queue, 1344);
        for (flow, expected) in [(0, 1024), (1, 64), (2, 256)] {
            let own = sent.iter().filter(|of| **of == flow).count();
            assert!(own.abs_diff(expected) <= 12, "{flow}: {own} for {expected}");
        }
    }

    /// A shaped queue holds packets back until it says; 1500 B take 12 ms at 1 Mbit/s.
    #[test]
    fn a_shaper_says_when_it_opens() {
        let bandwidth = Rate::from_bps(1_000_000);
        let mut queue = queue(Cake { bandwidth, ..Cake::default() });
        enqueue(&mut queue, 0, [1, 2], 0, 2);
        assert_eq!(sent(&mut queue, 2), [0]);
        let opens = queue.next_ready().expect("a shaper");
        assert_eq!(opens.as_nanos().div_ceil(1000), 12_000);
        let mut dropped = Vec::new();
        let before = SimTime::from_nanos(opens.as_nanos() - 1);
        assert_eq!(queue.dequeue(before, &mut dropped), None);
        assert!(queue.dequeue(opens, &mut dropped).is_some() && queue.is_empty());
    }
}
