//! A transmitter: rate, queue and the packets in flight behind it.
//!
//! One event per packet and hop. With first-in, first-out service, the departure of a packet is
//! known when it is accepted, and with it its arrival; no event marks the end of a transmission.
//! Packets in flight are kept in a ring in order of arrival: only the ring's head needs an event in
//! the queue. A packet that overtakes others (because the delay decreased) has an event of its own.
//! Queues that pick the next packet only when the link is free are in [`crate::holding`].

use std::collections::VecDeque;

use skyseam_base::{Duration, SimTime, prefetch_lines};
use skyseam_packet::{Ecn, Packet};
use skyseam_trace::DropReason;

use crate::config::LinkConfig;
use crate::context::LinkContext;
use crate::line::{FrameSerializer, Transmission};
use crate::medium::{Flight, Medium};
use crate::modes::UserModes;
use crate::queue::{self, Backlog, Built, ClassCounters, Limit, PacketKey, QueuedPacket};

/// Entry of a packet in flight into the event queue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Launch {
    /// The packet is the only one in the ring: push an event for the ring's head, with this
    /// sequence number.
    Head(u32),
    /// The packet follows others in the ring: no event yet.
    Behind,
    /// The packet overtakes: push an event of its own, with this sequence number.
    Alone(u32),
}

/// Counters of a transmitter since the start of the run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counters {
    /// Packets accepted and not dropped before their transmission.
    pub packets: u64,
    /// Bytes of these packets, including framing.
    pub bytes: u64,
    /// Packets that found the queue full.
    pub overflows: u64,
    /// Packets that the queue discipline dropped although there was room.
    pub early_drops: u64,
    /// Packets that the queue discipline marked with CE.
    pub marked: u64,
    /// Packets lost on the link.
    pub losses: u64,
    /// Maximum number of packets that waited at a time.
    pub peak_waiting: u32,
    /// Whether a packet overtook another, or was held back behind one.
    pub has_disorder: bool,
}

impl Counters {
    pub(crate) fn note_drop(&mut self, reason: DropReason) {
        match reason {
            DropReason::EarlyDrop | DropReason::WaitedTooLong | DropReason::RedundantAck => {
                self.early_drops += 1
            }
            _ => self.overflows += 1,
        }
    }
}

#[derive(Clone, Copy, Debug)]
struct InFlight {
    arrival: SimTime,
    sequence: u32,
    key: PacketKey,
}

/// One direction of a link, or a satellite's downlink shared by all terminals below it.
// In the order of lines of the cache: the first is what a packet that arrives or is launched
// touches, the next two what one that is accepted does, the others what is rare.
#[repr(C, align(64))]
pub struct Transmitter {
    in_flight: VecDeque<InFlight>,
    /// Arrival of the last packet in the ring; kept here, since the end of a long ring is seldom in
    /// the cache.
    last_arrival: SimTime,
    sequence: u32,
    pub(crate) framing_bytes: u32,
    medium: Option<Box<Medium>>,
    /// Number of waiting bytes.
    pub(crate) waiting_bytes: u64,
    pub(crate) line: FrameSerializer,
    holds_packets: bool,
    /// Limit of the queue, if nothing else decides at a packet's arrival.
    limit_alone: Option<Limit>,
    pub(crate) counters: Counters,
    /// Packets that wait or may have begun by now: starts of transmission, ascending, and bytes.
    waiting: VecDeque<(SimTime, u32)>,
    /// Redundancy, which is sent before the packets of the queue.
    pub(crate) redundancy: VecDeque<QueuedPacket>,
    pub(crate) queue: Built,
    /// Time of the next service of a queue that holds packets.
    pub(crate) service_at: Option<SimTime>,
    /// Packet that was dequeued and waits for a HARQ process; it no longer counts in the queue.
    pub(crate) held_back: Option<QueuedPacket>,
    /// Modes of the users of a shared carrier, if each has its own.
    pub(crate) modes: Option<Box<UserModes>>,
}

/// Cache lines of a transmitter that accepting a packet touches.
const LINES: usize = 3;

impl Transmitter {
    /// An idle transmitter with one receiver.
    pub fn new(config: &LinkConfig, context: &LinkContext<'_>) -> Self {
        Self::shared(config, context, &[Duration::ZERO])
    }

    /// An idle transmitter that users share: one for each of `offsets`, the user's shift along the
    /// link's trace. Their indices there are their numbers in schedulers and their lanes in
    /// [`Transmitter::cross`].
    pub fn shared(config: &LinkConfig, context: &LinkContext<'_>, offsets: &[Duration]) -> Self {
        let users = offsets.len() as u32;
        let queue = queue::build(config, context, users);
        let limit_alone = match &queue {
            Built::AtArrival(queue) => queue.limit_alone(),
            _ => None,
        };
        Self {
            line: FrameSerializer::new(config, context),
            framing_bytes: config.framing_bytes,
            limit_alone,
            holds_packets: !matches!(queue, Built::AtArrival(_)),
            queue,
            service_at: None,
            held_back: None,
            modes: None,
            redundancy: VecDeque::new(),
            waiting: VecDeque::new(),
            waiting_bytes: 0,
            medium: Medium::new(config, context, offsets),
            in_flight: VecDeque::new(),
            last_arrival: SimTime::ZERO,
            sequence: 0,
            counters: Counters::default(),
        }
    }

    /// The transmitter of a carrier whose users have modes of their own.
    #[must_use]
    pub fn with_modes(self, modes: UserModes) -> Self {
        Self { modes: Some(Box::new(modes)), ..self }
    }

    /// Whether packets are passed to [`Transmitter::enqueue`] instead of [`Transmitter::accept`].
    #[inline]
    pub const fn holds_packets(&self) -> bool {
        self.holds_packets
    }

    /// Prefetches the data needed to accept a packet that arrives soon.
    #[inline]
    pub fn prefetch(&self) {
        prefetch_lines(&self.in_flight, LINES);
    }

    /// Prefetches the data of packets in flight, since one arrives soon.
    #[inline]
    pub fn prefetch_ring(&self) {
        prefetch_lines(&self.in_flight, 1);
    }

    /// Prefetches the second packet in flight, which will be the first.
    #[inline]
    pub fn prefetch_next(&self) {
        if let Some(next) = self.in_flight.get(1) {
            prefetch_lines(&next.arrival, 1);
        }
    }

    /// Start of the transmission of a packet accepted at `now`.
    #[inline]
    pub fn next_start(&self, now: SimTime) -> SimTime {
        self.line.free_at().max(now)
    }

    /// Whether nothing is being sent at `now`, not even for a part of a nanosecond.
    #[inline]
    pub fn is_idle(&self, now: SimTime) -> bool {
        self.line.is_idle(now)
    }

    /// The backlog an arrival at `now` would find: packets accepted whose transmission has not
    /// begun.
    #[inline]
    fn find(&mut self, now: SimTime) -> Backlog {
        if self.line.is_idle(now) {
            if self.waiting_bytes > 0 {
                self.waiting.clear();
                self.waiting_bytes = 0;
            }
            return Backlog { packets: 0, bytes: 0, idle_since: Some(self.line.free_at()) };
        }
        while let Some(&(start, bytes)) = self.waiting.front()
            && start <= now
        {
            self.waiting.pop_front();
            self.waiting_bytes -= u64::from(bytes);
        }
        let packets = self.waiting.len() as u32;
        Backlog { packets, bytes: self.waiting_bytes, idle_since: None }
    }

    /// Queries the queue whether a packet of `bytes` may enter at `now`; the queue may mark it.
    #[inline(always)]
    fn admit(&mut self, now: SimTime, bytes: u32, ecn: &mut Ecn) -> Result<Backlog, DropReason> {
        let waiting = self.find(now);
        if let Some(limit) = self.limit_alone {
            if waiting.idle_since.is_some() || waiting.leaves_room(limit, bytes) {
                return Ok(waiting);
            }
            self.counters.note_drop(DropReason::QueueOverflow);
            return Err(DropReason::QueueOverflow);
        }
        let Built::AtArrival(queue) = &mut self.queue else {
            panic!("a queue that holds packets is not asked at arrival");
        };
        match queue.admit(now, waiting, bytes, *ecn) {
            Ok(admitted) => {
                self.counters.marked += u64::from(admitted != *ecn);
                *ecn = admitted;
                Ok(waiting)
            }
            Err(reason) => {
                self.counters.note_drop(reason);
                Err(reason)
            }
        }
    }

    /// Records that a packet of `bytes` waits until `start`, behind `before` others.
    #[inline]
    fn wait(&mut self, start: SimTime, bytes: u32, before: u32) {
        self.waiting.push_back((start, bytes));
        self.waiting_bytes += u64::from(bytes);
        self.counters.peak_waiting = self.counters.peak_waiting.max(before + 1);
    }

    /// Lets an IP packet of `size` bytes wait from `now` until its transmission would begin,
    /// without sending it then; the queue may mark it. Returns that time, and the packet's sequence
    /// number.
    ///
    /// # Errors
    /// Reason for the drop by the queue.
    pub fn hold(
        &mut self,
        now: SimTime,
        size: u32,
        ecn: &mut Ecn,
    ) -> Result<(SimTime, u32), DropReason> {
        let bytes = size + self.framing_bytes;
        let found = self.admit(now, bytes, ecn)?;
        let start = self.next_start(now);
        if start > now {
            self.wait(start, bytes, found.packets);
        }
        Ok((start, self.next_sequence()))
    }

    /// Accepts an IP packet of `size` bytes at `now`; the queue may mark it. Calls must come in
    /// order of time.
    ///
    /// # Errors
    /// Reason for the drop by the queue.
    #[inline(always)]
    pub fn accept(
        &mut self,
        now: SimTime,
        size: u32,
        ecn: &mut Ecn,
    ) -> Result<Transmission, DropReason> {
        let bytes = size + self.framing_bytes;
        let found = self.admit(now, bytes, ecn)?;
        let sent = self.line.send(now, bytes);
        if sent.start > now {
            self.wait(sent.start, bytes, found.packets);
        }
        self.counters.packets += 1;
        self.counters.bytes += u64::from(bytes);
        Ok(sent)
    }

    /// The flight of the packet that was accepted last; `delay` is the propagation delay, unless a
    /// trace of the link sets it. A link that keeps order keeps it among packets of one `lane`: 0
    /// for a terminal or a wire, whatever the receiver; the user's number on a link that users
    /// share.
    #[inline]
    pub fn cross(
        &mut self,
        sent: Transmission,
        packet: &Packet,
        lane: u32,
        delay: Duration,
    ) -> Flight {
        let Some(medium) = &mut self.medium else {
            let arrival = sent.end + delay;
            return Flight { arrival, is_lost: false, is_held_back: false };
        };
        let flight = medium.cross(sent.end, packet, lane, delay);
        self.counters.losses += u64::from(flight.is_lost);
        self.counters.has_disorder |= flight.is_held_back;
        flight
    }

    /// Whether the link has a constant rate, a drop-tail queue and no other effects, so that a
    /// packet arriving at an idle link leaves after its transmission time.
    pub fn is_plain(&self) -> bool {
        self.limit_alone.is_some() && self.medium.is_none() && self.line.has_constant_rate()
    }

    /// Transmission time of an IP packet of `size` bytes at the constant rate, and the remainder
    /// below a nanosecond in bit ns/s.
    pub fn transmission(&self, size: u32) -> (Duration, u64) {
        self.line.transmission(size + self.framing_bytes)
    }

    /// Counts `packets` of `bytes` bytes of IP, all of which found the transmitter idle, the last
    /// of them at `now` with `size` bytes; returns the departure of its last bit. `launched` of
    /// them took a sequence number.
    pub fn catch_up(
        &mut self,
        now: SimTime,
        size: u32,
        (packets, bytes): (u32, u64),
        launched: u32,
    ) -> SimTime {
        debug_assert!(self.is_plain() && self.line.is_idle(now));
        self.counters.packets += u64::from(packets);
        self.counters.bytes += bytes + u64::from(packets) * u64::from(self.framing_bytes);
        self.sequence = self.sequence.wrapping_add(launched);
        self.line.send(now, size + self.framing_bytes).end
    }

    /// Whether packets to one receiver with a constant delay arrive in the order in which they were
    /// accepted.
    pub fn keeps_order(&self) -> bool {
        self.medium.as_ref().is_none_or(|medium| medium.keeps_order())
    }

    /// Delay of the reverse direction at `now`: `delay`, unless a trace sets it. `now` must not
    /// decrease.
    pub fn way_back(&mut self, now: SimTime, lane: u32, delay: Duration) -> Duration {
        self.medium.as_mut().and_then(|medium| medium.delay_back(now, lane)).unwrap_or(delay)
    }

    /// Records that the packet `key` is in flight and arrives at `arrival`.
    #[inline]
    pub fn launch(&mut self, arrival: SimTime, key: PacketKey) -> Launch {
        let sequence = self.next_sequence();
        let is_first = self.in_flight.is_empty();
        if !is_first && self.last_arrival > arrival {
            self.counters.has_disorder = true;
            return Launch::Alone(sequence);
        }
        self.last_arrival = arrival;
        self.in_flight.push_back(InFlight { arrival, sequence, key });
        if is_first { Launch::Head(sequence) } else { Launch::Behind }
    }

    /// The next sequence number of the link's events.
    #[inline]
    pub fn next_sequence(&mut self) -> u32 {
        let sequence = self.sequence;
        self.sequence = sequence.wrapping_add(1);
        sequence
    }

    /// Arrival of the ring's head, its sequence number and its key.
    #[inline]
    pub fn head(&self) -> Option<(SimTime, u32, PacketKey)> {
        self.in_flight.front().map(|head| (head.arrival, head.sequence, head.key))
    }

    /// Removes the head of the ring, which has arrived, and returns its key.
    ///
    /// # Panics
    /// If nothing is in flight.
    #[inline]
    pub fn leave_flight(&mut self) -> PacketKey {
        self.in_flight.pop_front().expect("a packet in flight").key
    }

    /// Number of packets that wait at `now`, excluding the one being sent.
    pub fn queued(&self, now: SimTime) -> usize {
        match &self.queue {
            Built::AtArrival(_) => {
                self.waiting.len() - self.waiting.partition_point(|&(start, _)| start <= now)
            }
            _ => self.held(),
        }
    }

    /// Whether a trace sets the delay of packets, instead of the distance.
    pub fn has_traced_delay(&self) -> bool {
        self.medium.as_ref().is_some_and(|medium| medium.is_traced())
    }

    /// Counters of the transmitter.
    pub const fn counters(&self) -> Counters {
        self.counters
    }

    /// Number of the class of a packet in its queue; `None` for a queue without classes.
    pub fn class_of(&self, packet: &Packet) -> Option<u32> {
        match &self.queue {
            Built::Holding(queue) | Built::Granted(queue) => queue.class_of(packet),
            Built::AtArrival(_) | Built::Scheduled(_) => None,
        }
    }

    /// Counters of the classes of its queue, in their order; empty for a queue without classes.
    pub fn class_counters(&self) -> Vec<ClassCounters> {
        match &self.queue {
            Built::Holding(queue) | Built::Granted(queue) => queue.class_counters(),
            Built::AtArrival(_) | Built::Scheduled(_) => Vec::new(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::QueueConfig;
    use skyseam_base::Rate;

    fn transmitter(bps: u64, limit_packets: u32) -> Transmitter {
        let rate = Rate::from_bps(bps).unwrap();
        let config = LinkConfig::plain(rate, 16, QueueConfig::drop_tail(limit_packets));
        let context = LinkContext::plain(1, "a -> b", SimTime::ZERO);
        Transmitter::new(&config, &context)
    }

    /// 1040 B and ns-2's link header of 16 B take 5.632 ms at 1.5 Mbit/s.
    #[test]
    fn packets_follow_each_other_at_the_rate() {
        let mut link = transmitter(1_500_000, 50);
        let ends: Vec<u64> = (0..3)
            .map(|_| link.accept(SimTime::ZERO, 1040, &mut Ecn::NotEct).unwrap().end.as_nanos())
            .collect();
        assert_eq!(ends, [5_632_000, 11_264_000, 16_896_000]);
    }

    #[test]
    fn remainders_add_up_instead_of_drifting() {
        let mut link = transmitter(3_000_000, 10_000);
        let last =
            (0..3_000).map(|_| link.accept(SimTime::ZERO, 1, &mut Ecn::NotEct).unwrap().end).last();
        let exact = 3_000 * 17 * 8 * 1_000_000_000 / 3_000_000; // = 136 000 000 ns
        assert_eq!(last.unwrap().as_nanos(), exact);
    }

    /// Goal: times are those of exact arithmetic, rounded down, and the count of waiting packets is
    /// that of future starts. Method: pseudo-random rates, sizes and arrivals, many of them at the
    /// very end of a transmission, compared with fractions in 128 bits.
    #[test]
    fn times_are_exact_fractions() {
        let mut state = 1u64;
        let mut draw = |below: u64| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (state >> 33) % below
        };
        for _ in 0..300 {
            let magnitude = draw(3) as usize;
            let bps = 1 + draw([1_000, 3_000_000, 2_000_000_000][magnitude]);
            let limit = 1 + draw(20) as u32;
            let mut link = transmitter(bps, limit);
            let rate = u128::from(bps);
            // In units of 1/rate ns.
            let (mut free, mut starts) = (0u128, Vec::<u128>::new());
            let mut now = 0u64;
            for _ in 0..200 {
                now = match draw(4) {
                    0 => now,
                    1 => now.max((free / rate) as u64),
                    2 => now.max((free / rate) as u64) + draw(2),
                    _ => now + draw(9_000_000_000 * 1_500 / bps + 2),
                };
                let size = 1 + draw(1_500) as u32;
                let exact = u128::from(now) * rate;
                // Packets that start in this nanosecond have begun.
                starts.retain(|start| start / rate > u128::from(now));
                let idle = free <= exact;
                let sent = link.accept(SimTime::from_nanos(now), size, &mut Ecn::NotEct);
                assert_eq!(sent.is_ok(), idle || starts.len() < limit as usize);
                let Ok(sent) = sent else { continue };
                let start = free.max(exact);
                free = start + u128::from(size + 16) * 8 * 1_000_000_000;
                starts.push(start);
                assert_eq!(u128::from(sent.start.as_nanos()), start / rate);
                assert_eq!(u128::from(sent.end.as_nanos()), free / rate);
            }
        }
    }

    /// One packet is being sent, two wait, the fourth is dropped; there is room again once the
    /// second transmission has begun.
    #[test]
    fn a_full_queue_refuses() {
        let mut link = transmitter(1_500_000, 2);
        let mut accepted =
            |nanos| link.accept(SimTime::from_nanos(nanos), 1040, &mut Ecn::NotEct).is_ok();
        assert!(accepted(0) && accepted(0) && accepted(0));
        assert!(!accepted(5_631_999));
        assert!(accepted(5_632_000));
        assert!(!accepted(5_632_000));
        assert_eq!(link.counters().overflows, 2);
        assert_eq!(link.counters().peak_waiting, 2);
    }

    #[test]
    fn an_idle_link_starts_at_once() {
        let mut link = transmitter(1_500_000, 0);
        link.accept(SimTime::ZERO, 1040, &mut Ecn::NotEct).unwrap();
        let later = SimTime::from_secs(1);
        assert_eq!(link.next_start(later), later);
        assert_eq!(link.accept(later, 1040, &mut Ecn::NotEct).unwrap().start, later);
    }

    #[test]
    fn only_a_packet_that_overtakes_flies_alone() {
        let mut link = transmitter(1_000_000, 50);
        let at = SimTime::from_nanos;
        assert_eq!(link.launch(at(100), PacketKey(7)), Launch::Head(0));
        assert_eq!(link.launch(at(100), PacketKey(8)), Launch::Behind);
        assert_eq!(link.launch(at(99), PacketKey(9)), Launch::Alone(2));
        assert_eq!(link.head(), Some((at(100), 0, PacketKey(7))));
        assert_eq!(
            (link.leave_flight(), link.leave_flight(), link.head()),
            (PacketKey(7), PacketKey(8), None)
        );
    }
}
