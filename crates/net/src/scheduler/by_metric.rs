//! Policies that serve the user with the highest score, worked out anew at every decision from what
//! each user could receive now, has received of late, and how long its first packet has waited.

use std::collections::VecDeque;

use skyseam_base::{Duration, SimTime};
use skyseam_trace::DropReason;

use super::rates::{Rates, RatesConfig};
use super::users::UserQueues;
use super::{Levels, Scheduler};
use crate::config::Limit;
use crate::queue::{Dropped, Held};

/// What a user's score is worked out from.
#[derive(Clone, Copy, Debug)]
pub struct Candidate {
    /// Who.
    pub user: u32,
    /// How long its first packet has waited, s.
    pub waited_s: f64,
    /// What it could receive now, by [`super::InstantRate`]; from 0 on.
    pub rate: f64,
    /// What it has received of late, by [`super::AverageRate`]; at least 1.
    pub average: f64,
}

/// How a policy ranks users.
pub trait Metric: Send {
    /// A decision is taken at `now` among the users of `queues` for whom something waits.
    fn begin(&mut self, _now: SimTime, _queues: &UserQueues) {}

    /// The higher the sooner; a number or minus infinity, and no lower for a higher rate. Of equal
    /// scores the packet that came first wins, then the user with the lowest number.
    fn score(&self, candidate: Candidate) -> f64;
}

/// Serves whom its metric ranks highest.
pub struct ByMetric<M> {
    queues: UserQueues,
    rates: Rates,
    metric: M,
    expiry: Option<Expiry>,
}

impl<M: Metric> ByMetric<M> {
    /// With `rates` reckoned as it says, and so much room for each of `users`.
    pub fn new(metric: M, rates: &RatesConfig, users: u32, limit: Limit) -> Self {
        let queues = UserQueues::new(users, limit);
        Self { queues, rates: Rates::new(rates, users), metric, expiry: None }
    }

    /// The same, dropping what has waited longer than `timeout` before each decision.
    pub fn with_timeout(self, timeout: Duration) -> Self {
        Self { expiry: Some(Expiry { timeout, arrivals: VecDeque::new() }), ..self }
    }

    fn choose(&mut self, now: SimTime, levels: &mut Levels<'_>) -> Option<u32> {
        let backlogged = self.queues.backlogged();
        if backlogged.len() <= 1 {
            return backlogged.next_from(0);
        }
        let Self { queues, rates, metric, .. } = self;
        let highest = rates.highest();
        let can_prune = highest.is_finite();
        let mut best: Option<Ranked> = None;
        queues.backlogged().for_each(|user| {
            let average = rates.average(user);
            let waited_s = queues.waited_s(now, user);
            // A level is expensive: who cannot win with the best there is need not be asked.
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

/// A user and how high it is ranked. Of equal scores the packet that came first wins, then, as users
/// are looked at in their order, the lowest number.
#[derive(Clone, Copy, Debug)]
struct Ranked {
    score: f64,
    since: SimTime,
    user: u32,
}

impl Ranked {
    /// Takes the place of `best` where it is greater.
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

impl<M: Metric> Scheduler for ByMetric<M> {
    fn enqueue(&mut self, _: SimTime, user: u32, packet: Held, dropped: &mut Vec<Dropped>) {
        let number = self.queues.enqueue(user, packet, dropped);
        if let (Some(number), Some(expiry)) = (number, &mut self.expiry) {
            expiry.arrivals.push_back((packet.arrived, user, number));
        }
    }

    fn dequeue(
        &mut self,
        now: SimTime,
        levels: &mut Levels<'_>,
        dropped: &mut Vec<Dropped>,
    ) -> Option<Held> {
        if let Some(expiry) = &mut self.expiry {
            expiry.drop_late(now, &mut self.queues, dropped);
        }
        if self.queues.is_empty() {
            return None;
        }
        self.rates.begin(now, levels);
        self.metric.begin(now, &self.queues);
        let user = self.choose(now, levels)?;
        let packet = self.queues.pop(user)?;
        self.rates.note_sent(user, packet.bytes);
        Some(packet)
    }

    fn withdraw(&mut self, user: u32, out: &mut Vec<Held>) {
        self.queues.withdraw(user, out);
    }

    fn len(&self) -> usize {
        self.queues.len()
    }
}

/// Drops packets that have waited too long.
///
/// As every queue keeps the order of arrival, what is late anywhere comes first in the arrivals of
/// all queues together: no queue need be looked at in vain.
#[derive(Debug)]
struct Expiry {
    timeout: Duration,
    /// Arrival, user and number of each packet, some of which may have left already.
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
