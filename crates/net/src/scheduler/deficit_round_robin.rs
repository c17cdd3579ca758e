//! Weighted deficit round robin: users are served in rotation, and in the long run each receives
//! bytes, or time of the carrier, in proportion to its weight, whatever the sizes of its packets.

use std::collections::VecDeque;

use skyseam_base::SimTime;
use skyseam_params::names::{Choice, Named, choice};
use skyseam_params::parameters;
use skyseam_params::shape::List;
use skyseam_params::values::{FrameSize, plain_number};
use skyseam_radio::decibel::ratio;

use super::config::number;
use super::users::UserQueues;
use super::{LevelOf, LimitRule, Scheduler, SchedulerError, SchedulingPolicy, SharedLink};
use crate::queue::Limit;
use crate::queue::{Dropped, QueuedPacket};

plain_number! {
    /// The weight of a user.
    Weight from 0.001 to 1000.0
}

parameters! {
    /// Users in rotation, each with a number of bytes, or with time of the carrier, in proportion
    /// to its weight.
    pub struct DeficitRoundRobin "deficit-round-robin"
    from "Shreedhar, Varghese, IEEE/ACM Trans. Netw. 4(3), 375, 1996" {
        /// Maximum amount that may wait in each queue.
        limit: LimitRule,
        /// Bytes that a user of weight 1 may send in each round; of `share` "time" those that the
        /// most efficient mode carries in the user's time.
        quantum: FrameSize = 1514,
        /// What users share in proportion to their weights.
        share: Share = Share::Bytes,
        /// Weights of the first users, terminals or those of a beam in the order of the scenario;
        /// of others 1.
        weights: Option<List<Weight>>,
    }
}

/// Quantity of which users have shares in proportion to their weights.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Share {
    /// Bytes that a user receives.
    Bytes,
    /// Time of the carrier that packets for a user take.
    Time,
}

impl Named for Share {
    const WHAT: &'static str = "what users share";
    fn choices() -> Vec<Choice<Self>> {
        vec![
            choice(
                Self::Bytes,
                "bytes",
                "each user receives as many bytes as others of its weight: users with robust modes \
                 take more time of the carrier",
                "Shreedhar, Varghese 1996",
            ),
            choice(
                Self::Time,
                "time",
                "each user has as much time of the carrier as others of its weight: a packet costs \
                 its bytes times the rate of the most efficient mode over that of the user's mode; \
                 goes with `link_budget`",
                "Hoeiland-Joergensen et al., USENIX ATC 2017, for stations of WiFi",
            ),
        ]
    }
}

impl SchedulingPolicy for DeficitRoundRobin {
    fn build(&self, link: SharedLink) -> Box<dyn Scheduler> {
        Box::new(Deficits::new(self, link.users, self.limit.of(link.users)))
    }

    fn validate(&self) -> Result<(), SchedulerError> {
        let least = self.weights().iter().copied().fold(1.0, f64::min);
        let known = self.weights().iter().all(|weight| weight.is_finite());
        number("weights", least, known && least > 0.0, "above 0")?;
        // With less, a large frame would take too many turns.
        let quantum = f64::from(self.quantum) * least;
        number("quantum", quantum, quantum >= 16.0, "at least 16 B for the least weight")
    }

    fn serves_everyone(&self) -> bool {
        true
    }

    fn needs_modes(&self) -> bool {
        self.share == Share::Time
    }

    fn weights(&self) -> &[f64] {
        self.weights.as_deref().unwrap_or_default()
    }
}

/// Order of the rotation, and remaining bytes of each user.
#[derive(Debug)]
struct Deficits {
    queues: UserQueues,
    /// Backlogged users, the one being served first.
    turns: VecDeque<u32>,
    /// Bytes of each user per round.
    quanta: Vec<f64>,
    /// Bytes that each user has left from its rounds.
    deficits: Vec<f64>,
    /// Whether the first user has received its quantum for this round.
    is_begun: bool,
    share: Share,
}

impl Deficits {
    fn new(config: &DeficitRoundRobin, users: u32, limit: Limit) -> Self {
        let weight = |user| config.weights().get(user as usize).copied().unwrap_or(1.0);
        Self {
            queues: UserQueues::new(users, limit),
            turns: VecDeque::new(),
            quanta: (0..users).map(|user| f64::from(config.quantum) * weight(user)).collect(),
            deficits: vec![0.0; users as usize],
            is_begun: false,
            share: config.share,
        }
    }

    /// Ends the service of the first user, who stays in the rotation if `goes_on`.
    fn end_turn(&mut self, goes_on: bool) {
        self.is_begun = false;
        if let Some(user) = self.turns.pop_front()
            && goes_on
        {
            self.turns.push_back(user);
        }
    }
}

impl Scheduler for Deficits {
    fn enqueue(&mut self, _: SimTime, user: u32, packet: QueuedPacket, dropped: &mut Vec<Dropped>) {
        let was_idle = self.queues.queue(user).is_empty();
        self.queues.enqueue(user, packet, dropped);
        if was_idle {
            self.deficits[user as usize] = 0.0;
            self.turns.push_back(user);
        }
    }

    fn dequeue(
        &mut self,
        _: SimTime,
        levels: &mut LevelOf<'_>,
        _: &mut Vec<Dropped>,
    ) -> Option<QueuedPacket> {
        if self.queues.backlogged().is_empty() {
            return None;
        }
        loop {
            let user = *self.turns.front()?;
            if !self.queues.backlogged().contains(user) {
                self.end_turn(true);
                continue;
            }
            let deficit = &mut self.deficits[user as usize];
            if !self.is_begun {
                self.is_begun = true;
                *deficit += self.quanta[user as usize];
            }
            let bytes =
                self.queues.queue(user).head().map_or(0.0, |packet| f64::from(packet.bytes));
            let cost = match self.share {
                Share::Bytes => bytes,
                Share::Time => bytes / ratio(levels(user)),
            };
            if cost > *deficit {
                self.end_turn(true);
                continue;
            }
            *deficit -= cost;
            let packet = self.queues.pop(user);
            if self.queues.queue(user).is_empty() {
                // The rest of its deficit is lost (their Fig. 2).
                self.end_turn(false);
            }
            return packet;
        }
    }

    fn withdraw(&mut self, user: u32, out: &mut Vec<QueuedPacket>) {
        self.queues.withdraw(user, out);
        self.is_begun &= self.turns.front() != Some(&user);
        self.turns.retain(|other| *other != user);
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

    /// Goal: the sequence of the algorithm, by hand. Method: quanta of 1000, 2000 and 500 B;
    /// packets of 800, 1000 and 700 B. Round 1: user 0 sends one (200 left), 1 two (0 left), 2 none
    /// (500 left). Round 2: 0 has 1200, sends one (400 left); 1 two; 2 has 1000, sends one (300
    /// left). Round 3: 0 has 1400, sends one (600 left); 1 two; 2 has 800, sends one (100 left).
    /// Round 4: 0 has 1600, sends two.
    #[test]
    fn turns_are_counted_in_bytes() {
        let weights = vec![1.0, 2.0, 0.5];
        let (weights, share) = (Some(weights), Share::Bytes);
        let config = DeficitRoundRobin { limit: MANY, quantum: 1000, weights, share };
        let mut bench = Bench::new(config, 3);
        for _ in 0..20 {
            (0..).zip([800, 1000, 700]).for_each(|(user, bytes)| bench.put_bytes(user, 0.0, bytes));
        }
        let users: Vec<u32> = (0..13).filter_map(|_| bench.next(0.0)).collect();
        assert_eq!(users, [0, 1, 1, 0, 1, 1, 2, 0, 1, 1, 2, 0, 0]);
    }

    /// Over many rounds users send bytes in proportion to their weights, within a quantum and a
    /// packet.
    #[test]
    fn shares_are_those_of_the_weights() {
        let weights = vec![1.0, 2.0, 0.5];
        let (weights, share) = (Some(weights), Share::Bytes);
        let config = DeficitRoundRobin { limit: MANY, quantum: 1500, weights, share };
        let mut bench = Bench::new(config, 4);
        let sizes = [1500, 210, 900, 40];
        for _ in 0..5000 {
            (0..).zip(sizes).for_each(|(user, bytes)| bench.put_bytes(user, 0.0, bytes));
        }
        let mut sent = [0.0; 4];
        for _ in 0..3000 {
            let user = bench.next(0.0).unwrap() as usize;
            sent[user] += f64::from(sizes[user]);
        }
        for (user, weight) in [(1, 2.0), (2, 0.5), (3, 1.0)] {
            assert!((sent[user] / weight - sent[0]).abs() < 2.0 * (1500.0 / 0.5), "{sent:?}");
        }
    }

    /// Goal: with shares of time a packet costs what the most efficient mode would carry in its
    /// time. Method: quanta of 1500 B, packets of 1500 B; user 0 receives at the rate of the best
    /// mode, user 1 at a quarter of it: one packet in four rounds, since each costs 6000 B.
    #[test]
    fn turns_are_counted_in_time() {
        let share = Share::Time;
        let config = DeficitRoundRobin { limit: MANY, quantum: 1500, weights: None, share };
        let mut bench = Bench::new(config, 2);
        bench.levels = vec![0.0, skyseam_radio::decibel::db(0.25)];
        for _ in 0..20 {
            (0..2).for_each(|user| bench.put_bytes(user, 0.0, 1500));
        }
        let users: Vec<u32> = (0..10).filter_map(|_| bench.next(0.0)).collect();
        assert_eq!(users, [0, 0, 0, 0, 1, 0, 0, 0, 0, 1]);
    }
}
