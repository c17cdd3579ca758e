//! Transmitters whose discipline decides when the link is free: packets are held until then.
//!
//! The other kind knows when a packet's turn comes as soon as it is accepted; this one is asked
//! again at the end of every transmission after which something waits. Who does that keeps to
//! [`Transmitter::next_service`].
//!
//! A link with HARQ is one of these whatever its discipline: redundancy waits in a queue of its
//! own, without limit, and goes before all packets that wait for their first transmission.

use skyseam_base::SimTime;

use crate::line::Transmission;
use crate::queue::{Buffer, Built, Dropped, Held};
use crate::transmitter::Transmitter;

impl Transmitter {
    /// Whether its packets are handed to [`Transmitter::enqueue`] instead of
    /// [`Transmitter::accept`].
    #[inline]
    pub fn holds_packets(&self) -> bool {
        matches!(self.queue, Built::Holding(_))
    }

    fn buffer(&mut self) -> &mut dyn Buffer {
        match &mut self.queue {
            Built::Holding(buffer) => buffer.as_mut(),
            Built::AtArrival(_) => panic!("a transmitter that holds no packets"),
        }
    }

    /// Takes in the packet `key`, an IP packet of `size` bytes of `flow`; those thrown out for it,
    /// maybe itself, go to `dropped`.
    ///
    /// # Panics
    /// Where it does not hold packets, here and below.
    pub fn enqueue(
        &mut self,
        now: SimTime,
        key: u32,
        size: u32,
        flow: u64,
        dropped: &mut Vec<Dropped>,
    ) {
        let packet = Held { key, bytes: size + self.framing_bytes, flow, arrived: now };
        let before = dropped.len();
        if self.line.is_idle(now) && self.redundancy.is_empty() {
            let since = self.line.free_at();
            self.buffer().enqueue_at_idle(now, since, packet, dropped);
        } else {
            self.buffer().enqueue(now, packet, dropped);
        }
        self.count_drops(&dropped[before..]);
    }

    /// Takes in `bytes` of redundancy for the packet `key`, to be sent before every packet.
    pub fn enqueue_redundancy(&mut self, now: SimTime, key: u32, bytes: u32, flow: u64) {
        self.redundancy.push_back(Held { key, bytes, flow, arrived: now });
    }

    /// Takes out the redundancy to be sent from `now` on, where the link is free.
    pub fn dequeue_redundancy(&mut self) -> Option<Held> {
        self.redundancy.pop_front()
    }

    /// Whether a transmission can begin at `now`.
    pub fn is_free(&self, now: SimTime) -> bool {
        self.line.free_at() <= now
    }

    /// Takes out the packet to be sent from `now` on, where the link is free; those thrown out on
    /// the way to it go to `dropped`.
    pub fn dequeue(&mut self, now: SimTime, dropped: &mut Vec<Dropped>) -> Option<Held> {
        let before = dropped.len();
        let packet = self.buffer().dequeue(now, dropped);
        self.count_drops(&dropped[before..]);
        packet
    }

    /// Sends a frame of `bytes` that was taken out at `now`.
    pub fn send(&mut self, now: SimTime, bytes: u32) -> Transmission {
        self.counters.packets += 1;
        self.counters.bytes += u64::from(bytes);
        self.line.send(now, bytes)
    }

    /// Sends `bytes` of redundancy taken out at `now`: they count as bytes, not as a packet.
    pub fn send_redundancy(&mut self, now: SimTime, bytes: u32) -> Transmission {
        self.counters.bytes += u64::from(bytes);
        self.line.send(now, bytes)
    }

    /// Notes how many packets wait, once nothing more can be sent for now.
    pub fn note_waiting(&mut self) {
        let waiting = self.buffer().len() as u32;
        self.counters.peak_waiting = self.counters.peak_waiting.max(waiting);
    }

    /// When it must be served next, as long as something waits: at the end of the transmission or,
    /// where the link cannot be used until then, at `not_before`. `None` where that is arranged
    /// already. The number is its place in the link's order.
    pub fn next_service(&mut self, not_before: SimTime) -> Option<(SimTime, u32)> {
        let at = self.line.free_at().max(not_before);
        let waits = !self.redundancy.is_empty() || !self.buffer().is_empty();
        if !waits || self.service_at == Some(at) {
            return None;
        }
        self.service_at = Some(at);
        Some((at, self.next_sequence()))
    }

    /// Takes out everything that is left when a run ends at `now`. It counts as sent: that it would
    /// be is what other transmitters know when they accept a packet. Of redundancy that is left
    /// nothing counts.
    pub fn drain(&mut self, now: SimTime) -> Vec<Held> {
        let Built::Holding(buffer) = &mut self.queue else { return Vec::new() };
        let mut dropped = Vec::new();
        let mut left: Vec<Held> =
            std::iter::from_fn(|| buffer.dequeue(now, &mut dropped)).collect();
        left.extend(dropped.into_iter().map(|drop| drop.packet));
        self.counters.packets += left.len() as u64;
        self.counters.bytes += left.iter().map(|packet| u64::from(packet.bytes)).sum::<u64>();
        left
    }

    fn count_drops(&mut self, dropped: &[Dropped]) {
        for drop in dropped {
            self.counters.note_drop(drop.reason);
        }
    }
}
