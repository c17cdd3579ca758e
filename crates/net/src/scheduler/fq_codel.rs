//! FQ-CoDel with a queue for each user: by turns of bytes, each under CoDel's law, a user for whom
//! something comes anew first.
//!
//! The algorithm is that of [`crate::queue`], told whose packets are whose instead of guessing it
//! by a hash.

use skyseam_base::{Duration, SimTime};

use super::{Levels, Policy, Scheduler, SchedulerEntry};
use crate::config::Limit;
use crate::queue::{Buffer, Dropped, FqCoDel, FqCoDelQueue, Held};

/// How scenarios and documentation know it.
pub(super) const ENTRY: SchedulerEntry = SchedulerEntry {
    name: "fq-codel",
    summary: "a queue for each user, served in turn by bytes, each under CoDel's law",
    source: "RFC 8290, with users for flows; defaults of Linux's tc-fq_codel(8)",
    serves_everyone: true,
    examples: || vec![Policy::FqCoDel(UserCoDelConfig::LINUX)],
};

/// Parameters. The limit is that of all queues together: what makes them exceed it costs the
/// longest its first packet.
#[derive(Clone, Debug, PartialEq)]
pub struct UserCoDelConfig {
    /// Waiting time that is good enough.
    pub target: Duration,
    /// How long packets must have waited longer before the first is dropped.
    pub interval: Duration,
    /// Nothing is dropped of a queue while no more than this waits in it.
    pub max_packet_bytes: u32,
    /// Bytes that a user may send in its turn.
    pub quantum_bytes: u32,
}

impl UserCoDelConfig {
    /// What Linux has where it is told nothing.
    pub const LINUX: Self = Self {
        target: Duration::from_millis(5),
        interval: Duration::from_millis(100),
        max_packet_bytes: 1514,
        quantum_bytes: 1514,
    };
}

/// FQ-CoDel over users.
#[derive(Debug)]
pub(super) struct UserFqCoDel {
    queues: FqCoDelQueue,
    users: u32,
}

impl UserFqCoDel {
    pub fn new(config: &UserCoDelConfig, users: u32, limit: Limit) -> Self {
        let &UserCoDelConfig { target, interval, max_packet_bytes, quantum_bytes } = config;
        let config = FqCoDel {
            limit: limit.into(),
            flows: users.max(1),
            quantum: quantum_bytes,
            target,
            interval,
            max_packet: max_packet_bytes,
        };
        // Nothing is hashed, so there is no salt.
        Self { queues: FqCoDelQueue::new(&config, 0), users }
    }
}

impl Scheduler for UserFqCoDel {
    fn enqueue(&mut self, _: SimTime, user: u32, packet: Held, dropped: &mut Vec<Dropped>) {
        assert!(user < self.users, "user {user} of {}", self.users);
        self.queues.enqueue_in(user, packet, dropped);
    }

    fn dequeue(
        &mut self,
        now: SimTime,
        _: &mut Levels<'_>,
        dropped: &mut Vec<Dropped>,
    ) -> Option<Held> {
        self.queues.dequeue(now, dropped)
    }

    fn withdraw(&mut self, user: u32, out: &mut Vec<Held>) {
        self.queues.withdraw_from(user, out);
    }

    fn len(&self) -> usize {
        self.queues.len()
    }
}

#[cfg(test)]
mod tests {
    use super::super::contract::Bench;
    use super::*;

    /// Goal: turns of RFC 8290 Sec. 4.2, by hand. Method: packets of a quantum each. User 0 has six
    /// and sends two; its turn is over. Users 1 and 2 come anew with one and two packets and go
    /// first, one packet each. Their turns are over too; 0, at the head of the old ones, gets its
    /// quantum and goes to the end, behind 1, who has nothing left, and 2.
    #[test]
    fn a_user_that_comes_anew_goes_first() {
        let mut bench = Bench::new(Policy::FqCoDel(UserCoDelConfig::LINUX), 3);
        (0..6).for_each(|_| bench.put_bytes(0, 0.0, 1514));
        assert_eq!([bench.next(0.0), bench.next(0.0)], [Some(0), Some(0)]);
        [1, 2, 2].into_iter().for_each(|user| bench.put_bytes(user, 0.0, 1514));
        let rest: Vec<u32> = std::iter::from_fn(|| bench.next(0.0)).collect();
        assert_eq!(rest, [1, 2, 2, 0, 0, 0, 0]);
    }

    /// Packets that keep waiting longer than the target are dropped after an interval.
    #[test]
    fn each_queue_is_under_the_law() {
        let mut bench = Bench::new(Policy::FqCoDel(UserCoDelConfig::LINUX), 2);
        (0..40).for_each(|_| bench.put_bytes(0, 0.0, 1500));
        assert_eq!(bench.next(20.0), Some(0));
        assert_eq!(bench.dropped.len(), 0);
        assert_eq!(bench.next(121.0), Some(0));
        assert_eq!(bench.dropped.len(), 1);
    }
}
