//! Adapter that lets disciplines that decide at arrival serve links that pick packets themselves:
//! admitted packets are held in order of arrival.
//!
//! For links where other transmissions precede the waiting packets, so that their departure time is
//! not known at arrival.

use std::collections::VecDeque;

use skyseam_base::SimTime;

use super::{Backlog, DropPolicy, Dropped, PacketQueue, QueuedPacket};

/// Queue of admitted packets, first in, first out.
pub(super) struct AtArrival {
    queue: Box<dyn DropPolicy>,
    held: VecDeque<QueuedPacket>,
    bytes: u64,
}

impl AtArrival {
    pub(super) fn new(queue: Box<dyn DropPolicy>) -> Self {
        Self { queue, held: VecDeque::new(), bytes: 0 }
    }

    fn admit(
        &mut self,
        now: SimTime,
        idle_since: Option<SimTime>,
        mut packet: QueuedPacket,
        dropped: &mut Vec<Dropped>,
    ) {
        let packets = u32::try_from(self.held.len()).unwrap_or(u32::MAX);
        let idle_since = idle_since.filter(|_| self.held.is_empty());
        let waiting = Backlog { packets, bytes: self.bytes, idle_since };
        match self.queue.admit(now, waiting, packet.bytes, packet.ecn) {
            Ok(ecn) => {
                packet.ecn = ecn;
                self.bytes += u64::from(packet.bytes);
                self.held.push_back(packet);
            }
            Err(reason) => dropped.push(Dropped { packet, reason }),
        }
    }
}

impl PacketQueue for AtArrival {
    fn enqueue(&mut self, now: SimTime, packet: QueuedPacket, dropped: &mut Vec<Dropped>) {
        self.admit(now, None, packet, dropped);
    }

    fn enqueue_at_idle(
        &mut self,
        now: SimTime,
        idle_since: SimTime,
        packet: QueuedPacket,
        dropped: &mut Vec<Dropped>,
    ) {
        self.admit(now, Some(idle_since), packet, dropped);
    }

    fn dequeue(&mut self, _: SimTime, _: &mut Vec<Dropped>) -> Option<QueuedPacket> {
        let packet = self.held.pop_front()?;
        self.bytes -= u64::from(packet.bytes);
        Some(packet)
    }

    fn len(&self) -> usize {
        self.held.len()
    }
}
