//! Who has the highest rate against its average, without a look at everybody at every decision.
//!
//! Within a report interval rates stay what they are, and all averages decay by the same factor:
//! the order of users changes only by who is served, who comes and who goes, and where an average
//! meets its floor. So two heaps hold users by bounds that no score is above: those above the floor by
//! rate over average on the common scale, those at it by their rates. Whoever comes up is weighed
//! anew; as soon as no bound is above the best of them, the decision is the one that a look at all
//! would lead to, equal scores included.

use std::collections::BinaryHeap;

use super::Levels;
use super::by_metric::Ranked;
use super::rates::Rates;
use super::users::UserQueues;

/// With fewer users a look at all is as fast.
pub(super) const MANY: u32 = 24;

/// So many looks at all cost what the heaps do: they are made where there are more decisions
/// between two reports.
pub(super) const LOOKS: u32 = 6;

/// What rounding can make a score higher than its bound by, and much more.
const SLACK: f64 = 1.0 + 1e-9;

/// The two heaps.
#[derive(Debug, Default)]
pub(super) struct Standing {
    /// The report interval and the scale's beginning that the heaps are of; `None` without heaps.
    of: Option<(u64, u32)>,
    decaying: BinaryHeap<Ranked>,
    at_floor: BinaryHeap<Ranked>,
    /// Those who are in no heap, or in one with a bound that can be improved.
    late: Vec<u32>,
    /// Those who came up at this decision.
    weighed: Vec<u32>,
}

impl Standing {
    /// Whether the heaps are those of this instant; they are given up where they are not.
    pub fn is_current(&mut self, rates: &Rates) -> bool {
        if self.of.is_some() && self.of != Some(rates.stretch()) {
            self.of = None;
            self.decaying.clear();
            self.at_floor.clear();
            self.late.clear();
        }
        self.of.is_some()
    }

    /// Puts all users of `queues` into heaps who have a packet.
    pub fn build(&mut self, rates: &mut Rates, queues: &UserQueues, levels: &mut Levels<'_>) {
        self.of = Some(rates.stretch());
        queues.backlogged().for_each(|user| self.put(user, rates, queues, levels));
    }

    /// `user` has its first packet.
    #[inline]
    pub fn note_come(&mut self, user: u32) {
        if self.of.is_some() {
            self.late.push(user);
        }
    }

    fn put(&mut self, user: u32, rates: &mut Rates, queues: &UserQueues, levels: &mut Levels<'_>) {
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

    /// Whoever has the highest `score`, which is rate over average, of equal ones the packet that
    /// came first, then the lowest number.
    pub fn choose(
        &mut self,
        rates: &mut Rates,
        queues: &UserQueues,
        levels: &mut Levels<'_>,
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
                // It will have another average.
                self.late.push(user);
            } else {
                self.put(user, rates, queues, levels);
            }
        }
        self.weighed = weighed;
        chosen
    }
}
