//! Instants at which routes are computed and intervals in which they are used.
//!
//! With a period `p` routes are those of the last multiple of `p`, until those of the next one are
//! in use. With a convergence delay `r` routes computed at `s` are used from `s + r` on; without a
//! period those in use at `t` are then those of `t - r`. Before the first are in use, those of time
//! zero apply: a network does not begin without routes.

use skyseam_base::{Duration, SimTime};

use super::ShortestPaths;

/// Instants at which routes are computed and used.
#[derive(Clone, Copy, Debug)]
pub(super) struct Schedule {
    period: Option<Duration>,
    convergence_delay: Duration,
}

impl Schedule {
    /// Returns the schedule of a configuration.
    ///
    /// # Panics
    ///
    /// When the period is zero.
    pub fn new(config: &ShortestPaths) -> Self {
        let period = config.recompute_interval;
        assert!(period.is_none_or(|period| !period.is_zero()), "routes every zero seconds");
        Self { period, convergence_delay: config.convergence_delay }
    }

    /// Whether the routes in use are always those of the current instant.
    pub(crate) fn is_instant(&self) -> bool {
        self.period.is_none() && self.convergence_delay.is_zero()
    }

    /// Returns the instant whose routes are in use at `t`.
    pub fn instant(&self, t: SimTime) -> SimTime {
        let late = t.as_nanos().saturating_sub(self.convergence_delay.as_nanos());
        let period = self.period.map_or(1, Duration::as_nanos);
        SimTime::from_nanos(late - late % period)
    }

    /// Returns the end of use of the routes of `instant`, if routes are the same for all instants
    /// from it to before `same_until`.
    pub fn until(&self, instant: SimTime, same_until: SimTime) -> SimTime {
        let next = self.period.map_or(same_until, |period| instant.saturating_add(period));
        next.saturating_add(self.convergence_delay)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::routing::Metric;

    fn schedule(period_ms: Option<u64>, reaction_ms: u64) -> Schedule {
        Schedule::new(&ShortestPaths {
            recompute_interval: period_ms.map(Duration::from_millis),
            convergence_delay: Duration::from_millis(reaction_ms),
            ..ShortestPaths::by(Metric::HOPS)
        })
    }

    #[test]
    fn routes_are_used_a_reaction_after_their_instant() {
        let at = |millis| SimTime::ZERO + Duration::from_millis(millis);
        for (period, convergence_delay, t, instant, until) in [
            (Some(1000), 0, 0, 0, 1000),
            (Some(1000), 0, 1999, 1000, 2000),
            (Some(1000), 300, 200, 0, 1300),
            (Some(1000), 300, 1299, 0, 1300),
            (Some(1000), 300, 1300, 1000, 2300),
            (Some(1000), 2500, 4600, 2000, 5500),
            // Without a period: the routes of an instant stay the same for 50 ms from it on.
            (None, 300, 200, 0, 350),
            (None, 300, 1200, 900, 1250),
        ] {
            let schedule = schedule(period, convergence_delay);
            assert_eq!(schedule.instant(at(t)), at(instant), "at {t} ms");
            assert_eq!(schedule.until(at(instant), at(instant + 50)), at(until), "at {t} ms");
        }
        assert!(schedule(None, 0).is_instant());
        assert!(!schedule(None, 1).is_instant() && !schedule(Some(1), 0).is_instant());
    }
}
