//! Transmitters that hold packets until the link is free and the discipline picks one.
//!
//! Other transmitters know a packet's departure time as soon as it is accepted; these must be
//! served again at the end of every transmission while packets wait, at the time given by
//! [`Transmitter::next_service`].
//!
//! A link with HARQ is of this kind whatever its discipline: redundancy waits in a queue of its
//! own, without limit, and is sent before all packets that wait for their first transmission. So is
//! a link whose users have a scheduler, which reads the user and the levels.

use skyseam_base::{Rate, SimTime};
use skyseam_packet::{Ecn, Packet};

use crate::line::Transmission;
use crate::queue::{Built, Dropped, PacketKey, QueuedPacket};
use crate::scheduler::LevelOf;
use crate::transmitter::Transmitter;

/// Panic message for packets handed to a transmitter that holds none.
const HOLDS_NONE: &str = "a transmitter that holds no packets";

impl Transmitter {
    /// Whether packets wait in a scheduler.
    #[inline]
    pub fn has_scheduled(&self) -> bool {
        matches!(&self.queue, Built::Scheduled(shared) if !shared.is_empty())
    }

    /// Whether packets wait for their first transmission.
    pub fn has_waiting(&self) -> bool {
        self.held_back.is_some() || self.held() > 0
    }

    /// Number of packets that wait for their first transmission.
    pub(crate) fn held(&self) -> usize {
        match &self.queue {
            Built::Holding(buffer) | Built::Granted(buffer) => buffer.len(),
            Built::Scheduled(shared) => shared.len(),
            Built::AtArrival(_) => panic!("{HOLDS_NONE}"),
        }
    }

    /// Enqueues the packet `key` for `user`, a packet of `flow` with these headers. Packets
    /// dropped as a result, possibly itself, are appended to `dropped`. Only schedulers use the
    /// user.
    ///
    /// # Panics
    /// If the transmitter does not hold packets, here and below; if there is no such user.
    pub fn enqueue(
        &mut self,
        now: SimTime,
        key: PacketKey,
        headers: &Packet,
        flow: u64,
        user: u32,
        dropped: &mut Vec<Dropped>,
    ) {
        let bytes = headers.size + self.framing_bytes;
        let packet = QueuedPacket { key, bytes, flow, arrived: now, ecn: headers.ecn };
        let before = dropped.len();
        self.waiting_bytes += u64::from(packet.bytes);
        match &mut self.queue {
            Built::Holding(buffer)
                if self.line.is_idle(now)
                    && self.redundancy.is_empty()
                    && self.held_back.is_none() =>
            {
                let since = Some(self.line.free_at());
                buffer.enqueue_with_headers(now, since, packet, headers, dropped);
            }
            Built::Holding(buffer) | Built::Granted(buffer) => {
                buffer.enqueue_with_headers(now, None, packet, headers, dropped);
            }
            Built::Scheduled(shared) => {
                let is_new = shared.get().is_none();
                let scheduler = shared.get_or_build();
                if let Some(modes) = self.modes.as_deref().filter(|_| is_new) {
                    modes.without().for_each(|user| scheduler.set_blocked(user, true));
                }
                scheduler.enqueue(now, user, packet, dropped);
            }
            Built::AtArrival(_) => panic!("{HOLDS_NONE}"),
        }
        self.count_drops(&dropped[before..]);
    }

    /// Enqueues `bytes` of redundancy for the packet `key`, to be sent before all packets.
    pub fn enqueue_redundancy(&mut self, now: SimTime, key: PacketKey, bytes: u32, flow: u64) {
        self.redundancy.push_back(QueuedPacket {
            key,
            bytes,
            flow,
            arrived: now,
            ecn: Ecn::NotEct,
        });
    }

    /// Dequeues the redundancy to send at `now`, if there is any; the link must be free.
    pub fn dequeue_redundancy(&mut self) -> Option<QueuedPacket> {
        self.redundancy.pop_front()
    }

    /// Whether a transmission can begin at `now`; never on a link with medium access.
    pub fn is_free(&self, now: SimTime) -> bool {
        self.line.free_at() <= now && !self.waits_for_turns()
    }

    /// Returns the size of the frame of a packet of `size` bytes.
    pub fn frame_bytes(&self, size: u32) -> u32 {
        size + self.framing_bytes
    }

    /// Whether the transmitter sends only in granted slots.
    pub fn waits_for_turns(&self) -> bool {
        matches!(self.queue, Built::Granted(_))
    }

    /// Rate of slots at `now`, and the time until which it holds; `None` while nothing can be sent.
    pub fn rate_until(&mut self, now: SimTime) -> (Option<Rate>, SimTime) {
        self.line.rate_until(now)
    }

    /// Counts a frame of `bytes` that was sent in granted slots.
    pub fn count_granted(&mut self, bytes: u32) {
        self.counters.packets += 1;
        self.counters.bytes += u64::from(bytes);
    }

    /// Dequeues the packet to send at `now`, when the link is free. Packets dropped before it are
    /// appended to `dropped`. Some schedulers read the `levels` of their users.
    pub fn dequeue(
        &mut self,
        now: SimTime,
        levels: &mut LevelOf<'_>,
        dropped: &mut Vec<Dropped>,
    ) -> Option<QueuedPacket> {
        if let Some(packet) = self.held_back.take() {
            return Some(packet);
        }
        let before = dropped.len();
        let packet = match &mut self.queue {
            Built::Holding(buffer) | Built::Granted(buffer) => buffer.dequeue(now, dropped),
            Built::Scheduled(shared) => shared.get().and_then(|scheduler| {
                let Some(modes) = self.modes.as_deref() else {
                    return scheduler.dequeue(now, levels, dropped);
                };
                scheduler.dequeue(now, &mut |user| modes.level_db(user), dropped)
            }),
            Built::AtArrival(_) => panic!("{HOLDS_NONE}"),
        };
        self.count_drops(&dropped[before..]);
        self.waiting_bytes -= packet.map_or(0, |packet| u64::from(packet.bytes));
        packet
    }

    /// Lets the users of a carrier take the modes that they have at `now`: those without a mode are
    /// excluded from the scheduler's choice. No effect without modes.
    pub fn follow_modes(&mut self, now: SimTime) {
        let Some(modes) = self.modes.as_deref_mut() else { return };
        let Built::Scheduled(shared) = &mut self.queue else {
            panic!("modes of users without a scheduler");
        };
        modes.advance(now, &mut |user, has_mode| {
            if let Some(scheduler) = shared.get() {
                scheduler.set_blocked(user, !has_mode);
            }
        });
    }

    /// Time at which packets that wait because their users have no mode may be sent; `None` without
    /// modes.
    pub fn next_mode(&self) -> Option<SimTime> {
        self.modes.as_ref().map(|modes| modes.next_change())
    }

    /// Takes back a packet that was dequeued and cannot be sent yet; it is dequeued next.
    pub fn hold_back(&mut self, packet: QueuedPacket) {
        self.held_back = Some(packet);
    }

    /// Excludes a user from the scheduler's choice, or includes it again. Without a scheduler, or
    /// with one that cannot, there is no effect: the packet dequeued next is held back.
    pub fn set_blocked(&mut self, user: u32, is_blocked: bool) {
        if let Built::Scheduled(shared) = &mut self.queue
            && let Some(scheduler) = shared.get()
        {
            scheduler.set_blocked(user, is_blocked);
        }
    }

    /// Applies the mark that the queue set on a packet that was dequeued, and counts it.
    pub fn apply_mark(&mut self, dequeued: &QueuedPacket, packet: &mut Packet) {
        if dequeued.ecn != packet.ecn {
            packet.ecn = dequeued.ecn;
            self.counters.marked += 1;
        }
    }

    /// Removes all packets of a user whom the scheduler no longer serves.
    pub fn withdraw(&mut self, user: u32, out: &mut Vec<QueuedPacket>) {
        if let Built::Scheduled(shared) = &mut self.queue
            && let Some(scheduler) = shared.get()
        {
            let before = out.len();
            scheduler.withdraw(user, out);
            self.waiting_bytes -= sum_of_bytes(&out[before..]);
        }
    }

    /// Sends a frame of `bytes` that was dequeued at `now`.
    pub fn send(&mut self, now: SimTime, bytes: u32) -> Transmission {
        self.counters.packets += 1;
        self.counters.bytes += u64::from(bytes);
        self.line.send(now, bytes)
    }

    /// Sends a frame of `bytes` for `user` that was dequeued at `now`, in the mode of the user if
    /// users have modes. Returns also whether the user cannot receive that mode, so that the frame
    /// is lost.
    pub fn send_to(&mut self, now: SimTime, user: u32, bytes: u32) -> (Transmission, bool) {
        let Some(modes) = &self.modes else { return (self.send(now, bytes), false) };
        let (rate, is_lost) = modes.frame(user);
        self.counters.packets += 1;
        self.counters.bytes += u64::from(bytes);
        (self.line.send_at(now, bytes, rate), is_lost)
    }

    /// Counts a frame that its user could not receive.
    pub fn count_loss(&mut self) {
        self.counters.losses += 1;
    }

    /// Sends `bytes` of redundancy dequeued at `now`: they count as bytes, not as a packet.
    pub fn send_redundancy(&mut self, now: SimTime, bytes: u32) -> Transmission {
        self.counters.bytes += u64::from(bytes);
        self.line.send(now, bytes)
    }

    /// Records the number of waiting packets, after all that can be sent now were sent.
    pub fn note_waiting(&mut self) {
        let waiting = self.held() as u32;
        self.counters.peak_waiting = self.counters.peak_waiting.max(waiting);
    }

    /// Time at which it must be served next, while packets wait: at the end of the transmission or,
    /// if the link cannot be used until then, at `not_before`, or when a shaper lets the next
    /// packet go; with the sequence number of that event. `None` if the event is already scheduled.
    pub fn next_service(&mut self, not_before: SimTime) -> Option<(SimTime, u32)> {
        let shaped = match &self.queue {
            Built::Holding(buffer) if self.redundancy.is_empty() => buffer.next_ready(),
            _ => None,
        };
        let at = self.line.free_at().max(not_before).max(shaped.unwrap_or_default());
        let waits = !self.redundancy.is_empty() || self.has_waiting();
        if !waits || self.waits_for_turns() || self.service_at == Some(at) {
            return None;
        }
        self.service_at = Some(at);
        Some((at, self.next_sequence()))
    }

    /// Removes all packets that are left when a run ends at `now`. They count as sent, as they do
    /// on other transmitters, which count a packet when they accept it. Remaining redundancy does
    /// not count.
    pub fn drain(&mut self, now: SimTime) -> Vec<QueuedPacket> {
        let mut left: Vec<QueuedPacket> = self.held_back.take().into_iter().collect();
        match &mut self.queue {
            Built::AtArrival(_) => return left,
            Built::Holding(buffer) | Built::Granted(buffer) => {
                let mut dropped = Vec::new();
                while !buffer.is_empty() {
                    let at = buffer.next_ready().map_or(now, |ready| ready.max(now));
                    left.extend(std::iter::from_fn(|| buffer.dequeue(at, &mut dropped)));
                }
                left.extend(dropped.into_iter().map(|drop| drop.packet));
            }
            // The order of service is not known ahead: it depends on future levels.
            Built::Scheduled(shared) => {
                let users = shared.users();
                if let Some(scheduler) = shared.get() {
                    (0..users).for_each(|user| scheduler.withdraw(user, &mut left));
                }
            }
        }
        self.counters.packets += left.len() as u64;
        self.counters.bytes += left.iter().map(|packet| u64::from(packet.bytes)).sum::<u64>();
        left
    }

    /// Number of bytes that wait for their first transmission.
    pub fn held_bytes(&self) -> u64 {
        self.waiting_bytes
    }

    fn count_drops(&mut self, dropped: &[Dropped]) {
        for drop in dropped {
            self.counters.note_drop(drop.reason);
            self.waiting_bytes -= u64::from(drop.packet.bytes);
        }
    }
}

fn sum_of_bytes(packets: &[QueuedPacket]) -> u64 {
    packets.iter().map(|packet| u64::from(packet.bytes)).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::{LinkConfig, QueueConfig};
    use crate::context::LinkContext;
    use crate::queue::Cake;

    /// A shaper of 1 Mbit/s before a link of 1 Gbit/s: the next service is when it lets a packet
    /// go, not when the link is free, and what is left at the end of a run is there.
    #[test]
    fn a_shaper_decides_about_the_next_service() {
        let rate = |bps| Rate::from_bps(bps).unwrap();
        let cake = Cake { bandwidth: Some(rate(1_000_000)), ..Cake::default() };
        let queue = QueueConfig::of(cake);
        let config = LinkConfig::plain(rate(1_000_000_000), 0, queue);
        let context = LinkContext::plain(1, "a -> b", SimTime::ZERO);
        let mut link = Transmitter::new(&config, &context);
        let (mut dropped, mut now) = (Vec::new(), SimTime::ZERO);
        for key in 0..4 {
            let packet = Packet { size: 1500, ..Packet::BLANK };
            link.enqueue(now, PacketKey(key), &packet, 0, 0, &mut dropped);
        }
        for services in 1..=2 {
            let held = link.dequeue(now, &mut |_| 0.0, &mut dropped).expect("an open shaper");
            link.send(now, held.bytes);
            assert_eq!(link.dequeue(link.line.free_at(), &mut |_| 0.0, &mut dropped), None);
            (now, _) = link.next_service(now).expect("packets wait");
            assert_eq!(now.as_nanos().div_ceil(1000), 12_000 * services);
        }
        assert_eq!(link.drain(now).len(), 2);
        assert!(dropped.is_empty());
    }
}
