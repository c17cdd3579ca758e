//! CoDeS, controlled delay scheduler: proportional fair, but packets that have waited longer than a
//! timeout are dropped before each decision.

use skyseam_base::Duration;
use skyseam_params::values::Span;
use skyseam_params::{Model, parameters};

use super::config::rates_make_sense;
use super::proportional_fair;
use super::rates::{RatesForm, TextbookRates, model};
use super::{LimitRule, Scheduler, SchedulerError, SchedulingPolicy, SharedLink};

parameters! {
    /// Proportional fair without the packets that have waited too long.
    pub struct CoDeS "codes"
    from "Tauran 2018; Tauran et al., \"Scheduling flows over LEO constellations on LMS \
          channels\"" {
        /// Maximum amount that may wait in each queue.
        limit: LimitRule,
        /// Instantaneous and average rates of the users.
        rates: Model<dyn RatesForm> = model(TextbookRates::default()),
        /// Maximum waiting time of a packet; "0 s" drops every packet that has waited at all. A
        /// packet that finds the link free is sent.
        timeout: Span = Duration::from_millis(100),
    }
}

impl SchedulingPolicy for CoDeS {
    fn build(&self, link: SharedLink) -> Box<dyn Scheduler> {
        let rates = link.rates(&*self.rates);
        let scheduler = proportional_fair::scheduler(&rates, link.users, self.limit.of(link.users));
        Box::new(scheduler.with_timeout(self.timeout))
    }

    fn validate(&self) -> Result<(), SchedulerError> {
        rates_make_sense(&self.rates.rates(0.0))
    }

    fn needs_levels(&self) -> bool {
        true
    }
}

#[cfg(test)]
mod tests {
    use super::super::contract::{Bench, MANY, tauran};
    use super::*;
    use skyseam_trace::DropReason;

    fn bench(timeout_ms: u64, users: u32) -> Bench {
        let timeout = Duration::from_millis(timeout_ms);
        Bench::new(CoDeS { limit: MANY, rates: tauran(), timeout }, users)
    }

    /// Goal: a case by hand, with a timeout of 100 ms. Method: user 0 receives well, user 1 never.
    /// User 0 has packets that arrived at 0, 50 and 120 ms, user 1 at 10, 90 and 150 ms. At 60 ms
    /// the first of user 0 is sent. At 110 ms the one of 10 ms is 100 ms old, not older; user 0's
    /// of 50 ms is sent. At 200 ms those of 10 and 90 ms are dropped, user 0's of 120 ms is sent;
    /// at 250 ms that of 150 ms is exactly 100 ms old and is sent, since no other waits.
    #[test]
    fn what_is_late_is_dropped_before_the_decision() {
        let mut bench = bench(100, 2);
        bench.levels = vec![0.0, f64::NEG_INFINITY];
        let arrivals = [(0, 0.0), (1, 10.0), (0, 50.0), (1, 90.0), (0, 120.0), (1, 150.0)];
        let mut coming = arrivals.into_iter().peekable();
        let mut served = Vec::new();
        for ms in [60.0, 110.0, 200.0, 250.0] {
            while let Some((user, arrived)) = coming.next_if(|(_, arrived)| *arrived <= ms) {
                bench.put(user, arrived);
            }
            served.push((bench.next(ms), bench.dropped.len()));
        }
        assert_eq!(served, [(Some(0), 0), (Some(0), 0), (Some(0), 2), (Some(1), 2)]);
        assert!(bench.dropped.iter().all(|drop| drop.reason == DropReason::WaitedTooLong));
        let late: Vec<u32> = bench.dropped.iter().map(|drop| drop.packet.key.0).collect();
        assert_eq!(late, [1, 3], "first in, first dropped");
    }

    /// With a timeout of zero a packet that finds the link free is sent, any other is dropped.
    #[test]
    fn a_timeout_of_zero_drops_all_that_waits() {
        let mut bench = bench(0, 2);
        bench.put(0, 1.0);
        assert_eq!(bench.next(1.0), Some(0));
        bench.put(0, 1.0);
        bench.put(1, 2.0);
        assert_eq!((bench.next(2.0), bench.dropped.len()), (Some(1), 1));
        bench.put(0, 2.0);
        assert_eq!((bench.next(2.001), bench.dropped.len()), (None, 2));
    }

    /// Withdrawn packets are not dropped later, and packets that arrive after them are not mistaken
    /// for them.
    #[test]
    fn what_was_withdrawn_is_not_dropped() {
        let mut bench = bench(100, 1);
        bench.put(0, 0.0);
        bench.put(0, 0.0);
        let mut out = Vec::new();
        bench.scheduler.withdraw(0, &mut out);
        assert_eq!(out.len(), 2);
        bench.put(0, 90.0);
        assert_eq!((bench.next(150.0), bench.dropped.len()), (Some(0), 0));
    }
}
