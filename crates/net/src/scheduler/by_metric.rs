//! Policies that serve the user with the highest score, computed at every decision from the rate at
//! which each user could receive now, its average rate, and the waiting time of its first packet.

use std::cmp::Ordering;
use std::collections::VecDeque;

use skyseam_base::{Duration, SimTime};
use skyseam_trace::DropReason;

use super::rates::{Rates, RatesConfig};
use super::standing::{LOOKS, MANY, Ranking};
use super::users::UserQueues;
use super::{LevelOf, Scheduler};
use crate::queue::Limit;
use crate::queue::{Dropped, QueuedPacket};

/// Inputs of a user's score.
#[derive(Clone, Copy, Debug)]
pub struct Candidate {
    /// Number of the user.
    pub user: u32,
    /// Waiting time of the first packet, s.
    pub waited_s: f64,
    /// Rate at which the user could receive now, by [`super::InstantRate`]; at least 0.
    pub rate: f64,
    /// Average rate of the user, by [`super::AverageRate`]; at least 1.
    pub average: f64,
}

/// Ranking of users by a policy.
pub trait UserRanking: Send {
    /// Begins a decision at `now` among the backlogged users of `queues`.
    fn begin(&mut self, _now: SimTime, _queues: &UserQueues) {}

    /// The user with the highest score is served. A score is a number or minus infinity, and does
    /// not decrease with the rate. Of equal scores the packet that arrived first wins, then the
    /// lowest user number.
    fn score(&self, candidate: Candidate) -> f64;

    /// Whether the score is rate over average and depends on nothing else: then only few users need
    /// be evaluated if decisions are more frequent than reports.
    fn is_rate_over_average(&self) -> bool {
        false
    }
}

/// Serves the user with the highest metric.
pub struct ByMetric<M> {
    queues: UserQueues,
    rates: Rates,
    metric: M,
    expiry: Option<Expiry>,
    standing: Ranking,
    /// Number of evaluations of all users in this stretch of [`Rates::stretch`].
    looks: ((u64, u32), u32),
    /// Whether users were ever blocked: the ranking of `standing` does not know of that.
    was_blocked: bool,
}

impl<M: UserRanking> ByMetric<M> {
    /// A scheduler with `rates` computed as configured, and a queue with this limit for each of
    /// `users`.
    pub fn new(metric: M, rates: &RatesConfig, users: u32, limit: Limit) -> Self {
        let queues = UserQueues::new(users, limit);
        Self {
            queues,
            rates: Rates::new(rates, users),
            metric,
            expiry: None,
            standing: Ranking::default(),
            looks: ((0, 0), 0),
            was_blocked: false,
        }
    }

    /// Enables the drop of packets that have waited longer than `timeout`, before each decision.
    pub(crate) fn with_timeout(self, timeout: Duration) -> Self {
        Self { expiry: Some(Expiry { timeout, arrivals: VecDeque::new() }), ..self }
    }

    fn choose(&mut self, now: SimTime, levels: &mut LevelOf<'_>) -> Option<u32> {
        let Self { queues, rates, metric, standing, looks, was_blocked, .. } = self;
        let is_current = standing.is_current(rates);
        let backlogged = queues.backlogged().len();
        if backlogged <= 1 {
            return queues.backlogged().next_from(0);
        }
        let has_many = is_current || backlogged >= MANY;
        if metric.is_rate_over_average() && has_many && !*was_blocked {
            if looks.0 != rates.stretch() {
                *looks = (rates.stretch(), 0);
            }
            looks.1 += 1;
            if looks.1 > LOOKS && !is_current {
                standing.build(rates, queues, levels);
            }
            if looks.1 > LOOKS {
                return standing.choose(rates, queues, levels, |user, rate, average| {
                    metric.score(Candidate { user, waited_s: 0.0, rate, average })
                });
            }
        }
        let highest = rates.highest();
        let can_prune = highest.is_finite();
        let mut best: Option<Ranked> = None;
        queues.backlogged().for_each(|user| {
            let average = rates.average(user);
            let waited_s = queues.waited_s(now, user);
            // Reading a level is expensive: skip users who cannot win even with the highest rate.
            if can_prune
                && let Some(best) = best
                && !rates.is_known(user)
                && metric.score(Candidate { user, waited_s, rate: highest, average }) < best.score
            {
                return;
            }
            let rate = rates.now(user, levels);
            let score = metric.score(Candidate { user, waited_s, rate, average });
            Ranked { score, since: queues.head(user), user }.improve(&mut best);
        });
        best.map(|best| best.user)
    }
}

/// A user with its score, or a bound on it. Of equal scores the greater is the one whose packet
/// arrived first, then the lower number.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ranked {
    pub score: f64,
    pub since: SimTime,
    pub user: u32,
}

impl Ord for Ranked {
    fn cmp(&self, other: &Self) -> Ordering {
        let later = (other.since, other.user).cmp(&(self.since, self.user));
        self.score.total_cmp(&other.score).then(later)
    }
}

impl PartialOrd for Ranked {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Ranked {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Ranked {}

impl Ranked {
    /// Replaces `best` if it is greater; users must come in ascending order.
    #[inline]
    fn improve(self, best: &mut Option<Self>) {
        let wins = best.is_none_or(|best| {
            self.score > best.score || (self.score == best.score && self.since < best.since)
        });
        if wins {
            *best = Some(self);
        }
    }
}

impl<M: UserRanking> Scheduler for ByMetric<M> {
    fn enqueue(&mut self, _: SimTime, user: u32, packet: QueuedPacket, dropped: &mut Vec<Dropped>) {
        let number = self.queues.enqueue(user, packet, dropped);
        if number.is_some() && self.queues.queue(user).len() == 1 {
            self.standing.note_come(user);
        }
        if let (Some(number), Some(expiry)) = (number, &mut self.expiry) {
            expiry.arrivals.push_back((packet.arrived, user, number));
        }
    }

    fn dequeue(
        &mut self,
        now: SimTime,
        levels: &mut LevelOf<'_>,
        dropped: &mut Vec<Dropped>,
    ) -> Option<QueuedPacket> {
        if let Some(expiry) = &mut self.expiry {
            expiry.drop_late(now, &mut self.queues, dropped);
        }
        if self.queues.backlogged().is_empty() {
            return None;
        }
        self.rates.begin(now, levels);
        self.metric.begin(now, &self.queues);
        let user = self.choose(now, levels)?;
        let packet = self.queues.pop(user)?;
        self.rates.note_sent(user, packet.bytes);
        Some(packet)
    }

    fn withdraw(&mut self, user: u32, out: &mut Vec<QueuedPacket>) {
        self.queues.withdraw(user, out);
    }

    fn set_blocked(&mut self, user: u32, is_blocked: bool) {
        self.queues.set_blocked(user, is_blocked);
        self.was_blocked = true;
    }

    fn len(&self) -> usize {
        self.queues.len()
    }
}

/// Drops packets that have waited too long.
///
/// As every queue keeps the order of arrival, late packets come first in the arrivals of all queues
/// together, so no queue is searched in vain.
#[derive(Debug)]
struct Expiry {
    timeout: Duration,
    /// Arrival, user and number of each packet. Entries may be of packets that have left.
    arrivals: VecDeque<(SimTime, u32, u64)>,
}

impl Expiry {
    fn drop_late(&mut self, now: SimTime, queues: &mut UserQueues, dropped: &mut Vec<Dropped>) {
        while let Some(&(arrived, user, number)) = self.arrivals.front() {
            let has_left = number < queues.left(user);
            if !has_left && now.saturating_since(arrived) <= self.timeout {
                break;
            }
            self.arrivals.pop_front();
            if !has_left && let Some(packet) = queues.pop(user) {
                dropped.push(Dropped { packet, reason: DropReason::WaitedTooLong });
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::queue::{Ecn, PacketKey};
    use crate::scheduler::proportional_fair::RateOverAverage;
    use crate::scheduler::{AverageRate, InstantRate};

    /// A metric that is evaluated for all users at every decision, for comparison.
    struct Plain;

    impl UserRanking for Plain {
        fn score(&self, candidate: Candidate) -> f64 {
            RateOverAverage.score(candidate)
        }
    }

    /// The users served by a scheduler in a sequence of arrivals, decisions, departures and levels
    /// that depends only on `seed`.
    fn served<M: UserRanking>(
        scheduler: &mut ByMetric<M>,
        users: u32,
        seed: u64,
        reports: bool,
    ) -> Vec<u32> {
        let mut state = seed;
        let mut draw = |below: u32| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            ((state >> 33) % u64::from(below)) as u32
        };
        let (mut now, mut owner, mut out) = (SimTime::ZERO, Vec::new(), Vec::new());
        let mut dropped = Vec::new();
        for _ in 0..4000 {
            match draw(20) {
                0..12 => {
                    let user = draw(users);
                    let (key, bytes) = (PacketKey::from_index(owner.len()), 100 + 100 * draw(3));
                    owner.push(user);
                    let packet =
                        QueuedPacket { key, bytes, flow: 0, arrived: now, ecn: Ecn::NotEct };
                    scheduler.enqueue(now, user, packet, &mut dropped);
                }
                12..19 => {
                    // Coarse levels, so that many are equal; some users receive nothing.
                    let ms = now.as_nanos() / 1_000_000;
                    let mut levels = |user: u32| match (u64::from(user) * 7 + ms * 13) % 23 {
                        0 => f64::NEG_INFINITY,
                        level => level as f64 - 12.0,
                    };
                    let sent = scheduler.dequeue(now, &mut levels, &mut dropped);
                    out.extend(sent.map(|packet| owner[packet.key.index()]));
                    now += Duration::from_micros(u64::from(draw(if reports { 90 } else { 1500 })));
                }
                _ => {
                    let mut left = Vec::new();
                    scheduler.withdraw(draw(users), &mut left);
                }
            }
        }
        out
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(48))]

        /// Goal: heaps lead to the same decisions as the evaluation of all users. Method: both, in
        /// both forms of averages and of rates, with and without timeouts, over scales that are
        /// reset many times.
        #[test]
        fn heaps_decide_as_a_look_at_all(
            (users, seed) in (20u32..120, any::<u64>()),
            (textbook_rates, textbook_averages) in any::<(bool, bool)>(),
            (timeout, reports) in any::<(bool, bool)>(),
        ) {
            let mut config = RatesConfig::tauran();
            if textbook_rates {
                config.instant = InstantRate::Capacity { reference_es_n0_db: 7.0 };
            }
            if textbook_averages {
                // Short, so that averages also fall to the floor.
                let time_constant = Duration::from_millis(3);
                config.average = AverageRate::Served { time_constant };
            }
            let limit = Limit::Packets(20);
            let mut heaps = ByMetric::new(RateOverAverage, &config, users, limit);
            let mut plain = ByMetric::new(Plain, &config, users, limit);
            if timeout {
                heaps = heaps.with_timeout(Duration::from_millis(20));
                plain = plain.with_timeout(Duration::from_millis(20));
            }
            let found = served(&mut heaps, users, seed, reports);
            prop_assert_eq!(found, served(&mut plain, users, seed, reports));
        }
    }
}
