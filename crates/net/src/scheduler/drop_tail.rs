//! Drop-tail: one queue for all users, in the order of arrival.

use std::collections::VecDeque;

use skyseam_base::SimTime;
use skyseam_params::parameters;
use skyseam_trace::DropReason;

use super::{LevelOf, LimitRule, Scheduler, SchedulingPolicy, SharedLink};
use crate::queue::Limit;
use crate::queue::{Backlog, Dropped, QueuedPacket};

parameters! {
    /// One queue for all users, in order of arrival.
    pub struct DropTailScheduler "drop-tail"
    from "RFC 7567 Sec. 2; \"DT_S\" and \"DT_H\" of Tauran 2018 by their limits" {
        /// Maximum amount that may wait in it.
        limit: LimitRule,
    }
}

impl SchedulingPolicy for DropTailScheduler {
    fn build(&self, link: SharedLink) -> Box<dyn Scheduler> {
        Box::new(OneQueue::new(link.users, self.limit.of(link.users)))
    }

    fn serves_everyone(&self) -> bool {
        true
    }
}

/// Packets of all users in the order of arrival.
#[derive(Debug)]
struct OneQueue {
    held: VecDeque<(u32, QueuedPacket)>,
    bytes: u64,
    users: u32,
    limit: Limit,
}

impl OneQueue {
    fn new(users: u32, limit: Limit) -> Self {
        Self { held: VecDeque::new(), bytes: 0, users, limit }
    }
}

impl Scheduler for OneQueue {
    fn enqueue(&mut self, _: SimTime, user: u32, packet: QueuedPacket, dropped: &mut Vec<Dropped>) {
        assert!(user < self.users, "user {user} of {}", self.users);
        let packets = u32::try_from(self.held.len()).unwrap_or(u32::MAX);
        let waiting = Backlog { packets, bytes: self.bytes, idle_since: None };
        if packets == 0 || waiting.leaves_room(self.limit, packet.bytes) {
            self.bytes += u64::from(packet.bytes);
            self.held.push_back((user, packet));
        } else {
            dropped.push(Dropped { packet, reason: DropReason::QueueOverflow });
        }
    }

    fn dequeue(
        &mut self,
        _: SimTime,
        _: &mut LevelOf<'_>,
        _: &mut Vec<Dropped>,
    ) -> Option<QueuedPacket> {
        let (_, packet) = self.held.pop_front()?;
        self.bytes -= u64::from(packet.bytes);
        Some(packet)
    }

    fn withdraw(&mut self, user: u32, out: &mut Vec<QueuedPacket>) {
        let before = out.len();
        out.extend(self.held.iter().filter(|(whose, _)| *whose == user).map(|(_, held)| *held));
        self.held.retain(|(whose, _)| *whose != user);
        self.bytes -= out[before..].iter().map(|packet| u64::from(packet.bytes)).sum::<u64>();
    }

    fn len(&self) -> usize {
        self.held.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::queue::{Ecn, PacketKey};

    /// Three packets of any users fit, the fourth does not; they leave in order of arrival.
    #[test]
    fn all_users_share_one_queue() {
        let mut queue = OneQueue::new(3, Limit::Packets(3));
        let mut dropped = Vec::new();
        for (key, user) in [2, 0, 2, 1].into_iter().enumerate() {
            let packet = QueuedPacket {
                key: PacketKey::from_index(key),
                bytes: 100,
                flow: 0,
                arrived: SimTime::ZERO,
                ecn: Ecn::NotEct,
            };
            queue.enqueue(SimTime::ZERO, user, packet, &mut dropped);
        }
        assert_eq!(dropped.iter().map(|drop| drop.packet.key.0).collect::<Vec<_>>(), [3]);
        let mut next = || queue.dequeue(SimTime::ZERO, &mut |_| 0.0, &mut dropped);
        let keys: Vec<u32> = std::iter::from_fn(|| next().map(|packet| packet.key.0)).collect();
        assert_eq!(keys, [0, 1, 2]);
    }

    /// Goal: bytes that have left make room. Method: a limit of 250 B takes a second packet of
    /// 100 B beside one that waits, and no third, again and again.
    #[test]
    fn what_left_makes_room() {
        let mut queue = OneQueue::new(1, Limit::Bytes(250));
        let (mut dropped, mut left) = (Vec::new(), 0);
        for round in 0..5 {
            for key in 0..3 {
                let key = PacketKey::from_index(3 * round + key);
                let packet = QueuedPacket {
                    key,
                    bytes: 100,
                    flow: 0,
                    arrived: SimTime::ZERO,
                    ecn: Ecn::NotEct,
                };
                queue.enqueue(SimTime::ZERO, 0, packet, &mut dropped);
            }
            while queue.dequeue(SimTime::ZERO, &mut |_| 0.0, &mut Vec::new()).is_some() {
                left += 1;
            }
        }
        assert_eq!((left, dropped.len()), (10, 5));
    }
}
