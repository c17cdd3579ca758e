//! FQ-CoDel with a queue for each user: users are served in rotation by bytes, each queue is under
//! CoDel's law, and users with new packets are served first.
//!
//! The algorithm is that of [`crate::queue`]; packets are mapped to queues by user instead of by a
//! hash.

use skyseam_base::{Duration, SimTime};
use skyseam_params::parameters;
use skyseam_params::values::{Flag, FrameSize, OffOrSpan, PositiveSpan};

use super::config::{length, number};
use super::{LevelOf, LimitRule, Scheduler, SchedulerError, SchedulingPolicy, SharedLink};
use crate::queue::{
    self, Dropped, FqCoDelQueue, Implementation, PacketQueue, QueueLimit, QueuedPacket,
};

parameters! {
    /// Users in rotation by bytes, each queue under CoDel's law.
    pub struct FqCoDelScheduler "fq-codel"
    from "RFC 8290, with users for flows; defaults of Linux's tc-fq_codel(8)" {
        /// Maximum amount that may wait in all queues together; a packet that exceeds it causes a
        /// drop at the head of the longest queue.
        limit: LimitRule = LimitRule::Each(QueueLimit::Packets(10_240)),
        /// Bytes that a user may send in each round.
        quantum: FrameSize = 1514,
        /// Acceptable waiting time.
        target: PositiveSpan = Duration::from_millis(5),
        /// Time for which waiting times must exceed `target` before the first drop: the largest
        /// typical round-trip time.
        interval: PositiveSpan = Duration::from_millis(100),
        /// Backlog up to which nothing is dropped, in all queues together (`linux`) or in a user's
        /// own (`rfc`): the largest frame.
        max_packet: FrameSize = 1514,
        /// Whether ECN-capable packets are marked instead of dropped.
        ecn: Flag = true,
        /// Waiting time above which every ECN-capable packet is marked (DCTCP, RFC 8257).
        ce_threshold: OffOrSpan = None,
        /// Implementation, as for the queue "fq-codel".
        implementation: Implementation = Implementation::Linux,
    }
}

impl SchedulingPolicy for FqCoDelScheduler {
    fn build(&self, link: SharedLink) -> Box<dyn Scheduler> {
        Box::new(UserFqCoDel::new(self, link.users))
    }

    fn validate(&self) -> Result<(), SchedulerError> {
        length("interval", self.interval)?;
        let quantum = f64::from(self.quantum);
        number("quantum", quantum, quantum >= 16.0, "at least 16 B")
    }

    fn serves_everyone(&self) -> bool {
        true
    }
}

/// FQ-CoDel with one queue per user.
#[derive(Debug)]
struct UserFqCoDel {
    queues: FqCoDelQueue,
    users: u32,
}

impl UserFqCoDel {
    fn new(policy: &FqCoDelScheduler, users: u32) -> Self {
        let config = queue::FqCoDel {
            limit: policy.limit.of(users).into(),
            flows: users.max(1),
            quantum: policy.quantum,
            target: policy.target,
            interval: policy.interval,
            max_packet: policy.max_packet,
            ecn: policy.ecn,
            ce_threshold: policy.ce_threshold,
            implementation: policy.implementation,
        };
        // Nothing is hashed, so there is no salt.
        Self { queues: FqCoDelQueue::new(&config, 0), users }
    }
}

impl Scheduler for UserFqCoDel {
    fn enqueue(&mut self, _: SimTime, user: u32, packet: QueuedPacket, dropped: &mut Vec<Dropped>) {
        assert!(user < self.users, "user {user} of {}", self.users);
        self.queues.enqueue_in(user, packet, dropped);
    }

    fn dequeue(
        &mut self,
        now: SimTime,
        _: &mut LevelOf<'_>,
        dropped: &mut Vec<Dropped>,
    ) -> Option<QueuedPacket> {
        self.queues.dequeue(now, dropped)
    }

    fn withdraw(&mut self, user: u32, out: &mut Vec<QueuedPacket>) {
        self.queues.withdraw_from(user, out);
    }

    fn len(&self) -> usize {
        self.queues.len()
    }
}

#[cfg(test)]
mod tests {
    use super::super::contract::{Bench, MANY};
    use super::*;

    /// Goal: the rotation of RFC 8290 Sec. 4.2, by hand. Method: packets of a quantum each. User 0
    /// has six and sends two, which ends its round. Users 1 and 2 become active with one and two
    /// packets and are served first, one packet each. Their rounds end too; 0, at the head of the
    /// old queues, gets its quantum and moves to the end, behind 1, which is empty, and 2.
    #[test]
    fn a_user_that_comes_anew_goes_first() {
        let mut bench =
            Bench::new(FqCoDelScheduler { limit: MANY, ..FqCoDelScheduler::default() }, 3);
        (0..6).for_each(|_| bench.put_bytes(0, 0.0, 1514));
        assert_eq!([bench.next(0.0), bench.next(0.0)], [Some(0), Some(0)]);
        [1, 2, 2].into_iter().for_each(|user| bench.put_bytes(user, 0.0, 1514));
        let rest: Vec<u32> = std::iter::from_fn(|| bench.next(0.0)).collect();
        assert_eq!(rest, [1, 2, 2, 0, 0, 0, 0]);
    }

    /// Packets that keep waiting longer than the target are dropped after an interval.
    #[test]
    fn each_queue_is_under_the_law() {
        let mut bench =
            Bench::new(FqCoDelScheduler { limit: MANY, ..FqCoDelScheduler::default() }, 2);
        (0..40).for_each(|_| bench.put_bytes(0, 0.0, 1500));
        assert_eq!(bench.next(20.0), Some(0));
        assert_eq!(bench.dropped.len(), 0);
        assert_eq!(bench.next(121.0), Some(0));
        assert_eq!(bench.dropped.len(), 1);
    }
}
