//! Controlled delay, CoDel: drops at the head of the queue once packets have waited longer than
//! `target` for at least an `interval`, at an increasing rate until they no longer do. Follows
//! Linux's `sch_codel` or RFC 8289.
//!
//! The control law is separate from the queue because FQ-CoDel has one for each of its queues.

use std::collections::VecDeque;

use skyseam_base::{Duration, SimTime};
use skyseam_params::names::{Choice, Named, choice};
use skyseam_params::parameters;
use skyseam_params::values::{Flag, FrameSize, OffOrSpan, PositiveSpan};
use skyseam_trace::DropReason;

use super::Limit;
use super::{
    Backlog, Built, Discipline, Dropped, PacketQueue, QueueContext, QueueLimit, QueuedPacket,
};

parameters! {
    /// Controlled delay: drops at the head of the queue while packets wait too long.
    pub struct CoDel "codel" from "Linux's sch_codel, or RFC 8289; defaults of tc-codel(8)" {
        /// Maximum amount that may wait.
        limit: QueueLimit = QueueLimit::Packets(1000),
        /// Acceptable waiting time.
        target: PositiveSpan = Duration::from_millis(5),
        /// Time for which waiting times must exceed `target` before the first drop: the largest
        /// typical round-trip time.
        interval: PositiveSpan = Duration::from_millis(100),
        /// Backlog up to which nothing is dropped: the largest frame, MAXPACKET in the RFC.
        max_packet: FrameSize = 1514,
        /// Whether ECN-capable packets are marked instead of dropped.
        ecn: Flag = false,
        /// Waiting time above which every ECN-capable packet is marked (DCTCP, RFC 8257).
        ce_threshold: OffOrSpan = None,
        /// Arithmetic of the control law.
        implementation: Implementation = Implementation::Linux,
    }
}

/// Implementation that a discipline follows if Linux and its RFC differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Implementation {
    /// The kernel's implementation.
    Linux,
    /// The pseudocode of the RFC.
    Rfc,
}

impl Implementation {
    fn units(self, nanos: u64) -> u64 {
        match self {
            Self::Linux => nanos >> SHIFT,
            Self::Rfc => nanos,
        }
    }
}

impl Named for Implementation {
    const WHAT: &'static str = "an implementation of CoDel";

    fn choices() -> Vec<Choice<Self>> {
        vec![
            choice(
                Self::Linux,
                "linux",
                "square roots by one Newton step in 16 bits, time in units of 1024 ns",
                "Linux 6.12, include/net/codel_impl.h",
            ),
            choice(Self::Rfc, "rfc", "exact square roots, time in ns", "RFC 8289 Sec. 5"),
        ]
    }
}

impl Discipline for CoDel {
    fn build(&self, _: &QueueContext<'_>) -> Built {
        Built::Holding(Box::new(CoDelQueue::new(self)))
    }
}

/// Packets in order of arrival, and their bytes.
#[derive(Debug, Default)]
pub struct Fifo {
    packets: VecDeque<QueuedPacket>,
    bytes: u64,
}

impl Fifo {
    /// Appends a packet.
    pub fn push(&mut self, packet: QueuedPacket) {
        self.bytes += u64::from(packet.bytes);
        self.packets.push_back(packet);
    }

    /// Appends a packet if `limit` admits it; otherwise it is appended to `dropped`.
    pub(super) fn push_within(
        &mut self,
        limit: Limit,
        packet: QueuedPacket,
        dropped: &mut Vec<Dropped>,
    ) {
        if self.takes(limit, packet.bytes) {
            self.push(packet);
        } else {
            dropped.push(Dropped { packet, reason: DropReason::QueueOverflow });
        }
    }

    /// Removes the first packet.
    pub fn pop(&mut self) -> Option<QueuedPacket> {
        let packet = self.packets.pop_front()?;
        self.bytes -= u64::from(packet.bytes);
        Some(packet)
    }

    /// First packet.
    pub fn head(&self) -> Option<&QueuedPacket> {
        self.packets.front()
    }

    /// Number of waiting packets.
    pub fn len(&self) -> usize {
        self.packets.len()
    }

    /// Whether no packet waits.
    pub fn is_empty(&self) -> bool {
        self.packets.is_empty()
    }

    /// Number of waiting bytes, including framing.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Whether `limit` admits a frame of `bytes`. An empty queue admits a frame that alone exceeds
    /// the limit, since it could never be sent otherwise.
    pub fn takes(&self, limit: Limit, bytes: u32) -> bool {
        let packets = u32::try_from(self.packets.len()).unwrap_or(u32::MAX);
        let waiting = Backlog { packets, bytes: self.bytes, idle_since: None };
        packets == 0 || waiting.leaves_room(limit, bytes)
    }
}

/// Parameters of the control law, with times in its own units.
#[derive(Clone, Debug)]
pub(super) struct Law {
    implementation: Implementation,
    target: u64,
    interval: u64,
    max_packet: u64,
    ecn: bool,
    ce_threshold: Option<u64>,
}

/// Number of bits by which nanoseconds are shifted to the kernel's unit of time (`CODEL_SHIFT`).
const SHIFT: u32 = 10;

impl Law {
    pub(super) fn new(keys: &CoDel) -> Self {
        let units = |time: Duration| keys.implementation.units(time.as_nanos());
        Self {
            implementation: keys.implementation,
            target: units(keys.target),
            interval: units(keys.interval),
            max_packet: keys.max_packet.into(),
            ecn: keys.ecn,
            ce_threshold: keys.ce_threshold.map(units),
        }
    }

    /// Time that a packet has waited at `now`, in units of the law.
    fn waited(&self, now: u64, packet: &QueuedPacket) -> u64 {
        now.saturating_sub(self.implementation.units(packet.arrived.as_nanos()))
    }
}

/// State of RFC 8289 Sec. 5 with its names, and of the kernel's `codel_vars` for further fields.
#[derive(Debug, Default)]
pub(super) struct ControlLaw {
    /// Time at which packets will have waited too long for a whole interval; `None` while they do
    /// not.
    first_above_time: Option<u64>,
    drop_next: u64,
    count: u32,
    last_count: u32,
    dropping: bool,
    /// 1/sqrt(count) as a binary fraction; only for the kernel's arithmetic.
    rec_inv_sqrt: u16,
}

impl ControlLaw {
    /// Dequeues the next packet to send (Sec. 5.5); dropped ones are appended to `dropped`.
    ///
    /// `others` is the backlog of other queues that counts in addition to this one's, in bytes.
    pub(super) fn dequeue(
        &mut self,
        now: SimTime,
        queue: &mut Fifo,
        others: u64,
        law: &Law,
        dropped: &mut Vec<Dropped>,
    ) -> Option<QueuedPacket> {
        let mut drop = |packet| dropped.push(Dropped { packet, reason: DropReason::EarlyDrop });
        let now = law.implementation.units(now.as_nanos());
        let Some((mut packet, mut ok_to_drop)) = self.pop(now, queue, others, law) else {
            self.dropping = false;
            return None;
        };
        if self.dropping {
            if !ok_to_drop {
                self.dropping = false;
            }
            while self.dropping && now >= self.drop_next {
                self.raise_count(self.count + 1, law);
                if law.ecn && packet.ecn.mark() {
                    self.drop_next += self.spacing(law);
                    break;
                }
                drop(packet);
                let Some(next) = self.pop(now, queue, others, law) else {
                    self.dropping = false;
                    return None;
                };
                (packet, ok_to_drop) = next;
                if ok_to_drop {
                    self.drop_next += self.spacing(law);
                } else {
                    self.dropping = false;
                }
            }
        } else if ok_to_drop {
            self.dropping = true;
            // Soon after the last dropping state it resumes the rate that worked then.
            let delta = self.count.wrapping_sub(self.last_count);
            let is_soon = now.saturating_sub(self.drop_next) < law.interval * 16;
            if delta > 1 && is_soon {
                self.raise_count(delta, law);
            } else {
                self.count = 1;
                self.rec_inv_sqrt = u16::MAX;
            }
            self.last_count = self.count;
            self.drop_next = now + self.spacing(law);
            if !(law.ecn && packet.ecn.mark()) {
                drop(packet);
                packet = self.pop(now, queue, others, law)?.0;
            }
        }
        // `codel_dequeue` after the label `end`.
        if law.ce_threshold.is_some_and(|threshold| law.waited(now, &packet) > threshold) {
            packet.ecn.mark();
        }
        Some(packet)
    }

    /// Records packets that were dropped from the queue because all queues together were full
    /// (`fq_codel_drop`).
    pub(super) fn add_drops(&mut self, count: u32) {
        self.count += count;
    }

    /// The head of the queue, and whether packets have waited too long for a whole interval (Sec.
    /// 5.4).
    fn pop(
        &mut self,
        now: u64,
        queue: &mut Fifo,
        others: u64,
        law: &Law,
    ) -> Option<(QueuedPacket, bool)> {
        let Some(packet) = queue.pop() else {
            self.first_above_time = None;
            return None;
        };
        if law.waited(now, &packet) < law.target || others + queue.bytes <= law.max_packet {
            self.first_above_time = None;
            return Some((packet, false));
        }
        let first_above_time = *self.first_above_time.get_or_insert(now + law.interval);
        let is_over = match law.implementation {
            Implementation::Linux => now > first_above_time,
            Implementation::Rfc => now >= first_above_time,
        };
        Some((packet, is_over))
    }

    /// Sets the count. The kernel improves its approximation of 1/sqrt(count) by one Newton step,
    /// which starts from the value for the previous count (`codel_Newton_step`).
    fn raise_count(&mut self, count: u32, law: &Law) {
        self.count = count;
        if law.implementation == Implementation::Linux {
            // Fractions of 2^32.
            let root = u64::from(self.rec_inv_sqrt) << 16;
            let square = (root * root) >> 32;
            // Divided by four, so that the product fits in 64 bits.
            let factor = (3u64 << 32).wrapping_sub(u64::from(count).wrapping_mul(square)) >> 2;
            self.rec_inv_sqrt = (factor.wrapping_mul(root) >> (32 - 2 + 1) >> 16) as u16;
        }
    }

    /// Time between drops: interval / sqrt(count) (Sec. 5.3).
    fn spacing(&self, law: &Law) -> u64 {
        match law.implementation {
            Implementation::Linux => (law.interval * (u64::from(self.rec_inv_sqrt) << 16)) >> 32,
            Implementation::Rfc => (law.interval as f64 / f64::from(self.count).sqrt()) as u64,
        }
    }
}

/// A queue under the control law.
#[derive(Debug)]
pub(super) struct CoDelQueue {
    law: Law,
    limit: Limit,
    queue: Fifo,
    state: ControlLaw,
}

impl CoDelQueue {
    pub(super) fn new(config: &CoDel) -> Self {
        Self {
            law: Law::new(config),
            limit: config.limit.known(),
            queue: Fifo::default(),
            state: ControlLaw::default(),
        }
    }
}

impl PacketQueue for CoDelQueue {
    fn enqueue(&mut self, _: SimTime, packet: QueuedPacket, dropped: &mut Vec<Dropped>) {
        self.queue.push_within(self.limit, packet, dropped);
    }

    fn dequeue(&mut self, now: SimTime, dropped: &mut Vec<Dropped>) -> Option<QueuedPacket> {
        self.state.dequeue(now, &mut self.queue, 0, &self.law, dropped)
    }

    fn len(&self) -> usize {
        self.queue.len()
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Ecn, PacketKey};
    use super::*;

    const MS: u64 = 1_000_000;

    fn packet(key: u32, arrived_ms: u64) -> QueuedPacket {
        let arrived = SimTime::from_nanos(arrived_ms * MS);
        QueuedPacket { key: PacketKey(key), bytes: 1500, flow: 0, arrived, ecn: Ecn::NotEct }
    }

    fn codel(implementation: Implementation) -> CoDelQueue {
        CoDelQueue::new(&CoDel { implementation, ..CoDel::default() })
    }

    /// Goal: the law of RFC 8289 and that of the kernel, in a case computed by hand. Method: a link
    /// that sends a packet per millisecond, with 20 packets waiting and one more arriving each
    /// millisecond. The first leaves at 20 ms, above the target, so at 120 ms an interval is over
    /// and a packet is dropped. By the count, the next are due 100/sqrt(count) ms later: 220,
    /// 290.7, 348.4, 398.4 and 443.2, each noticed at the next millisecond. The kernel's
    /// approximations of 1/sqrt(count) are 1, .5, .5625, .488 and .442 instead of 1, .707, .577, .5
    /// and .447; its first drop waits until the interval has passed.
    #[test]
    fn drops_come_at_the_instants_of_the_law() {
        for (implementation, expected) in [
            (Implementation::Rfc, &[120, 220, 291, 349, 399, 444][..]),
            (Implementation::Linux, &[121, 221, 271, 328, 377, 421]),
        ] {
            let mut queue = codel(implementation);
            let mut drops = Vec::new();
            (0..20).for_each(|key| queue.enqueue(SimTime::ZERO, packet(key, 0), &mut drops));
            let mut instants = Vec::new();
            for ms in 20..450 {
                // One arrives, one is sent.
                queue.enqueue(SimTime::ZERO, packet(ms as u32, ms), &mut drops);
                let sent = queue.dequeue(SimTime::from_nanos(ms * MS), &mut drops);
                assert!(sent.is_some());
                instants.extend(drops.drain(..).map(|_| ms));
            }
            assert_eq!(instants, expected, "{implementation:?}");
        }
    }

    /// Sec. 5.5: a new dropping state within 16 intervals of the last one begins with the count by
    /// which that one had grown; later it begins at one.
    #[test]
    fn a_new_time_of_dropping_remembers_the_rate_that_worked() {
        for (now_ms, count) in [(1_050, 5), (2_599, 5), (2_601, 1)] {
            let mut queue = codel(Implementation::Rfc);
            let mut drops = Vec::new();
            (0..10).for_each(|key| queue.enqueue(SimTime::ZERO, packet(key, 0), &mut drops));
            queue.state = ControlLaw {
                first_above_time: Some(1_000 * MS),
                drop_next: 1_000 * MS,
                count: 6,
                last_count: 1,
                ..ControlLaw::default()
            };
            let now = SimTime::from_nanos(now_ms * MS);
            assert_eq!(queue.dequeue(now, &mut drops).map(|sent| sent.key.0), Some(1));
            assert_eq!((drops.len(), queue.state.count, queue.state.last_count), (1, count, count));
            let wait_ms = (queue.state.drop_next - now.as_nanos()) as f64 / MS as f64;
            assert!((wait_ms - 100.0 / f64::from(count).sqrt()).abs() < 1e-5);
        }
    }

    /// The approximation improves with each step at an unchanged count.
    #[test]
    fn newton_steps_approach_the_root() {
        let law = Law::new(&CoDel { interval: Duration::from_secs(1), ..CoDel::default() });
        let mut state = ControlLaw { rec_inv_sqrt: u16::MAX, ..ControlLaw::default() };
        for count in 2..=100 {
            (0..6).for_each(|_| state.raise_count(count, &law));
            let root = f64::from(state.rec_inv_sqrt) / 65_536.0;
            assert!((root - 1.0 / f64::from(count).sqrt()).abs() < 2e-4, "{count}: {root}");
        }
    }

    #[test]
    fn short_waits_and_a_last_packet_are_never_dropped() {
        let mut queue = CoDelQueue::new(&CoDel::default());
        let mut drops = Vec::new();
        for ms in 0..1000 {
            queue.enqueue(SimTime::ZERO, packet(0, ms), &mut drops);
            queue.dequeue(SimTime::from_nanos((ms + 4) * MS), &mut drops);
            // A single packet may wait as long as it likes: none waits behind it.
            queue.enqueue(SimTime::ZERO, packet(0, 0), &mut drops);
            queue.dequeue(SimTime::from_nanos((ms + 4) * MS), &mut drops);
        }
        assert!(drops.is_empty());
    }
}
