//! Round robin: one packet of each backlogged user, in the order of their numbers.

use skyseam_base::SimTime;
use skyseam_params::parameters;

use super::users::UserQueues;
use super::{LevelOf, LimitRule, Scheduler, SchedulingPolicy, SharedLink};
use crate::queue::Limit;
use crate::queue::{Dropped, QueuedPacket};

parameters! {
    /// One packet of each backlogged user in rotation.
    pub struct RoundRobin "round-robin" from "Tauran 2018; Nagle, RFC 970" {
        /// Maximum amount that may wait in each queue.
        limit: LimitRule,
    }
}

impl SchedulingPolicy for RoundRobin {
    fn build(&self, link: SharedLink) -> Box<dyn Scheduler> {
        Box::new(Turns::new(link.users, self.limit.of(link.users)))
    }

    fn serves_everyone(&self) -> bool {
        true
    }
}

/// State of the rotation.
#[derive(Debug)]
struct Turns {
    queues: UserQueues,
    /// First user considered next: the one after the user served last.
    next: u32,
}

impl Turns {
    fn new(users: u32, limit: Limit) -> Self {
        Self { queues: UserQueues::new(users, limit), next: 0 }
    }
}

impl Scheduler for Turns {
    fn enqueue(&mut self, _: SimTime, user: u32, packet: QueuedPacket, dropped: &mut Vec<Dropped>) {
        self.queues.enqueue(user, packet, dropped);
    }

    fn dequeue(
        &mut self,
        _: SimTime,
        _: &mut LevelOf<'_>,
        _: &mut Vec<Dropped>,
    ) -> Option<QueuedPacket> {
        let users = self.queues.backlogged();
        let user = users.next_from(self.next).or_else(|| users.next_from(0))?;
        self.next = user + 1;
        self.queues.pop(user)
    }

    fn withdraw(&mut self, user: u32, out: &mut Vec<QueuedPacket>) {
        self.queues.withdraw(user, out);
    }

    fn set_blocked(&mut self, user: u32, is_blocked: bool) {
        self.queues.set_blocked(user, is_blocked);
    }

    fn len(&self) -> usize {
        self.queues.len()
    }
}

#[cfg(test)]
mod tests {
    use super::super::contract::{Bench, MANY};
    use super::*;

    /// Users 0, 2 and 3 of four have packets; 1 gets one when 2 has been served, and waits for the
    /// next round.
    #[test]
    fn turns_go_round_over_those_who_wait() {
        let mut bench = Bench::new(RoundRobin { limit: MANY }, 4);
        [0, 0, 2, 2, 3].into_iter().for_each(|user| bench.put(user, 0.0));
        assert_eq!([bench.next(0.0), bench.next(0.0)], [Some(0), Some(2)]);
        bench.put(1, 0.0);
        let rest: Vec<u32> = std::iter::from_fn(|| bench.next(0.0)).collect();
        assert_eq!(rest, [3, 0, 1, 2]);
    }
}
