//! Controlled delay, CoDel (RFC 8289): drops at the head of the queue once packets have waited
//! longer than `target` for at least an `interval`, at an increasing rate until they no longer do.
//!
//! The control law is separate from the queue because FQ-CoDel has one for each of its queues. No
//! ECN: packets that the RFC would mark are dropped.

use std::collections::VecDeque;

use skyseam_base::{Duration, SimTime};
use skyseam_params::parameters;
use skyseam_params::values::{FrameSize, PositiveSpan};
use skyseam_trace::DropReason;

use super::Limit;
use super::{Buffer, Built, Discipline, Dropped, Held, QueueContext, QueueLimit, Waiting};

parameters! {
    /// Controlled delay: drops at the head of the queue while packets wait too long.
    pub struct CoDel "codel" from "RFC 8289; defaults of Linux's tc-codel(8)" {
        /// What may wait at all.
        limit: QueueLimit = QueueLimit::Packets(1000),
        /// Acceptable waiting time.
        target: PositiveSpan = Duration::from_millis(5),
        /// How long waiting times must have been above `target` before the first drop: the largest
        /// usual round-trip time.
        interval: PositiveSpan = Duration::from_millis(100),
        /// Nothing is dropped while no more than this waits: the largest frame, MAXPACKET in the
        /// RFC.
        max_packet: FrameSize = 1514,
    }
}

impl Discipline for CoDel {
    fn build(&self, _: &QueueContext<'_>) -> Built {
        Built::Holding(Box::new(CoDelQueue::new(self)))
    }
}

/// Packets in the order of arrival, and their bytes.
#[derive(Debug, Default)]
pub struct Fifo {
    packets: VecDeque<Held>,
    bytes: u64,
}

impl Fifo {
    /// Puts a packet behind the others.
    pub fn push(&mut self, packet: Held) {
        self.bytes += u64::from(packet.bytes);
        self.packets.push_back(packet);
    }

    /// Takes the first one out.
    pub fn pop(&mut self) -> Option<Held> {
        let packet = self.packets.pop_front()?;
        self.bytes -= u64::from(packet.bytes);
        Some(packet)
    }

    /// The first one.
    pub fn head(&self) -> Option<&Held> {
        self.packets.front()
    }

    /// How many packets wait.
    pub fn len(&self) -> usize {
        self.packets.len()
    }

    /// Whether no packet waits.
    pub fn is_empty(&self) -> bool {
        self.packets.is_empty()
    }

    /// Their bytes, framing included.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Whether `limit` admits a frame of `bytes`. An empty queue admits a frame that alone exceeds
    /// the limit, since it could never be sent otherwise.
    pub fn takes(&self, limit: Limit, bytes: u32) -> bool {
        let packets = u32::try_from(self.packets.len()).unwrap_or(u32::MAX);
        let waiting = Waiting { packets, bytes: self.bytes, idle_since: None };
        packets == 0 || waiting.leaves_room(limit, bytes)
    }
}

/// The state of RFC 8289 Sec. 5, names as there.
#[derive(Debug, Default)]
pub(super) struct ControlLaw {
    /// When packets will have waited too long for a whole interval; `None` while they do not.
    first_above_time: Option<SimTime>,
    drop_next: SimTime,
    count: u32,
    last_count: u32,
    dropping: bool,
}

impl ControlLaw {
    /// Takes the next packet to send out of `queue`; dropped ones go to `dropped` (Sec. 5.5).
    pub(super) fn dequeue(
        &mut self,
        now: SimTime,
        queue: &mut Fifo,
        config: &CoDel,
        dropped: &mut Vec<Dropped>,
    ) -> Option<Held> {
        let mut drop = |packet| dropped.push(Dropped { packet, reason: DropReason::EarlyDrop });
        let (mut packet, mut ok_to_drop) = self.pop(now, queue, config)?;
        if self.dropping {
            if !ok_to_drop {
                self.dropping = false;
            }
            while self.dropping && now >= self.drop_next {
                drop(packet);
                self.count += 1;
                let Some(next) = self.pop(now, queue, config) else {
                    self.dropping = false;
                    return None;
                };
                (packet, ok_to_drop) = next;
                if ok_to_drop {
                    self.drop_next = next_drop(self.drop_next, self.count, config);
                } else {
                    self.dropping = false;
                }
            }
        } else if ok_to_drop {
            drop(packet);
            self.dropping = true;
            // Soon after the last dropping state it resumes the rate that worked then.
            let delta = self.count - self.last_count;
            let is_soon = now.saturating_since(self.drop_next) < config.interval * 16;
            self.count = if delta > 1 && is_soon { delta } else { 1 };
            self.drop_next = next_drop(now, self.count, config);
            self.last_count = self.count;
            packet = self.pop(now, queue, config)?.0;
        }
        Some(packet)
    }

    /// The head of the queue, and whether packets have waited too long for a whole interval (Sec.
    /// 5.4).
    fn pop(&mut self, now: SimTime, queue: &mut Fifo, config: &CoDel) -> Option<(Held, bool)> {
        let Some(packet) = queue.pop() else {
            self.first_above_time = None;
            return None;
        };
        let waited = now.saturating_since(packet.arrived);
        if waited < config.target || queue.bytes <= u64::from(config.max_packet) {
            self.first_above_time = None;
            return Some((packet, false));
        }
        let first_above_time = *self.first_above_time.get_or_insert(now + config.interval);
        Some((packet, now >= first_above_time))
    }
}

/// When the next drop is due after one at `t` (Sec. 5.3).
fn next_drop(t: SimTime, count: u32, config: &CoDel) -> SimTime {
    let nanos = config.interval.as_nanos() as f64 / f64::from(count).sqrt();
    t + Duration::from_nanos(nanos as u64)
}

/// A queue under the control law.
#[derive(Debug)]
pub(super) struct CoDelQueue {
    config: CoDel,
    limit: Limit,
    queue: Fifo,
    law: ControlLaw,
}

impl CoDelQueue {
    pub(super) fn new(config: &CoDel) -> Self {
        let limit = config.limit.known();
        Self { config: config.clone(), limit, queue: Fifo::default(), law: ControlLaw::default() }
    }
}

impl Buffer for CoDelQueue {
    fn enqueue(&mut self, _: SimTime, packet: Held, dropped: &mut Vec<Dropped>) {
        if self.queue.takes(self.limit, packet.bytes) {
            self.queue.push(packet);
        } else {
            dropped.push(Dropped { packet, reason: DropReason::QueueOverflow });
        }
    }

    fn dequeue(&mut self, now: SimTime, dropped: &mut Vec<Dropped>) -> Option<Held> {
        self.law.dequeue(now, &mut self.queue, &self.config, dropped)
    }

    fn len(&self) -> usize {
        self.queue.len()
    }
}

#[cfg(test)]
mod tests {
    use super::super::PacketKey;
    use super::*;

    const MS: u64 = 1_000_000;

    fn packet(key: u32, arrived_ms: u64) -> Held {
        let arrived = SimTime::from_nanos(arrived_ms * MS);
        Held { key: PacketKey(key), bytes: 1500, flow: 0, arrived }
    }

    /// Goal: the law of RFC 8289, in a case computed by hand. Method: a link that sends a packet a
    /// millisecond, with 20 packets waiting and one more arriving each millisecond. The first
    /// leaves at 20 ms, above the target, so at 120 ms an interval is over and a packet is dropped.
    /// Count by count the next are due 100/sqrt(count) ms later: 220, 290.7, 348.4, 398.4 and
    /// 443.2, each noticed at the next millisecond.
    #[test]
    fn drops_come_at_the_instants_of_the_law() {
        let mut queue = CoDelQueue::new(&CoDel::default());
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
        assert_eq!(instants, [120, 220, 291, 349, 399, 444]);
    }

    /// Sec. 5.5: a new dropping state within 16 intervals of the last one begins with the count by
    /// which that one had grown; later it begins at one.
    #[test]
    fn a_new_time_of_dropping_remembers_the_rate_that_worked() {
        for (now_ms, count) in [(1_050, 5), (2_599, 5), (2_601, 1)] {
            let mut queue = CoDelQueue::new(&CoDel::default());
            let mut drops = Vec::new();
            (0..10).for_each(|key| queue.enqueue(SimTime::ZERO, packet(key, 0), &mut drops));
            queue.law = ControlLaw {
                first_above_time: Some(SimTime::from_secs(1)),
                drop_next: SimTime::from_secs(1),
                count: 6,
                last_count: 1,
                dropping: false,
            };
            let now = SimTime::from_nanos(now_ms * MS);
            assert_eq!(queue.dequeue(now, &mut drops).map(|sent| sent.key.0), Some(1));
            assert_eq!((drops.len(), queue.law.count, queue.law.last_count), (1, count, count));
            let wait_ms = (queue.law.drop_next - now).as_millis_f64();
            assert!((wait_ms - 100.0 / f64::from(count).sqrt()).abs() < 1e-5);
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
