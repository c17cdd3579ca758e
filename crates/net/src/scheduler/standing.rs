//! The user with the highest rate over average, found without evaluating all users at every
//! decision.
//!
//! Within a report interval rates do not change, and all averages decay by the same factor: the
//! order of users changes only with the user served, with arrivals and departures, and where an
//! average reaches its floor. So two heaps hold users by upper bounds of their scores: those above
//! the floor by rate over average on the common scale, those at it by their rates. A user on top is
//! evaluated again; as soon as no bound exceeds the best of them, the decision is the one that
//! evaluating all users would give, equal scores included.

use std::collections::BinaryHeap;

use super::LevelOf;
use super::by_metric::Ranked;
use super::rates::Rates;
use super::users::UserQueues;

/// Number of users below which evaluating all of them is as fast.
pub(super) const MANY: u32 = 24;

/// Cost of the heaps in evaluations of all users: they are built only if there are more decisions
/// between two reports.
pub(super) const LOOKS: u32 = 6;

/// Factor by which rounding can raise a score above its bound, with a wide margin.
const SLACK: f64 = 1.0 + 1e-9;

/// Both heaps of users.
#[derive(Debug, Default)]
pub(super) struct Ranking {
    /// Report interval and number of resets of the scale for which the heaps hold; `None` without
    /// heaps.
    of: Option<(u64, u32)>,
    decaying: BinaryHeap<Ranked>,
    at_floor: BinaryHeap<Ranked>,
    /// Users in no heap, or in one with a bound that can be improved.
    late: Vec<u32>,
    /// Users evaluated at this decision.
    weighed: Vec<u32>,
}

impl Ranking {
    /// Whether the heaps hold at this instant; they are discarded if not.
    pub(crate) fn is_current(&mut self, rates: &Rates) -> bool {
        if self.of.is_some() && self.of != Some(rates.stretch()) {
            self.of = None;
            self.decaying.clear();
            self.at_floor.clear();
            self.late.clear();
        }
        self.of.is_some()
    }

    /// Puts all backlogged users of `queues` into heaps.
    pub fn build(&mut self, rates: &mut Rates, queues: &UserQueues, levels: &mut LevelOf<'_>) {
        self.of = Some(rates.stretch());
        queues.backlogged().for_each(|user| self.put(user, rates, queues, levels));
    }

    /// Records that `user` has become backlogged.
    #[inline]
    pub(crate) fn note_come(&mut self, user: u32) {
        if self.of.is_some() {
            self.late.push(user);
        }
    }

    fn put(&mut self, user: u32, rates: &mut Rates, queues: &UserQueues, levels: &mut LevelOf<'_>) {
        let highest = rates.highest();
        let rate = if highest.is_finite() && !rates.is_known(user) {
            highest
        } else {
            rates.now(user, levels)
        };
        let since = queues.head(user);
        match rates.scaled_above_floor(user) {
            Some(average) => {
                self.decaying.push(Ranked { score: rate / average, since, user });
            }
            None => self.at_floor.push(Ranked { score: rate, since, user }),
        }
    }

    /// The user with the highest `score`, which is rate over average; of equal ones the one whose
    /// packet arrived first, then the lowest number.
    pub fn choose(
        &mut self,
        rates: &mut Rates,
        queues: &UserQueues,
        levels: &mut LevelOf<'_>,
        score: impl Fn(u32, f64, f64) -> f64,
    ) -> Option<u32> {
        let mut late = std::mem::take(&mut self.late);
        for user in late.drain(..) {
            if queues.backlogged().contains(user) {
                self.put(user, rates, queues, levels);
            }
        }
        self.late = late;
        let scale = rates.scale() * SLACK;
        let mut best: Option<Ranked> = None;
        loop {
            let decaying =
                self.decaying.peek().map(|top| Ranked { score: top.score * scale, ..*top });
            let at_floor = self.at_floor.peek().copied();
            let Some(bound) = decaying.max(at_floor) else { break };
            if best.is_some_and(|best| bound <= best) {
                break;
            }
            let is_decaying = decaying == Some(bound);
            let heap = if is_decaying { &mut self.decaying } else { &mut self.at_floor };
            heap.pop();
            let user = bound.user;
            if !queues.backlogged().contains(user) {
                continue;
            }
            let rate = rates.now(user, levels);
            let score = score(user, rate, rates.average(user));
            best = best.max(Some(Ranked { score, since: queues.head(user), user }));
            self.weighed.push(user);
        }
        let chosen = best.map(|best| best.user);
        let mut weighed = std::mem::take(&mut self.weighed);
        for user in weighed.drain(..) {
            if Some(user) == chosen {
                // Its average is about to change.
                self.late.push(user);
            } else {
                self.put(user, rates, queues, levels);
            }
        }
        self.weighed = weighed;
        chosen
    }
}
