//! Failures and acquisition times of links between satellites.
//!
//! A link that checks find holdable is on while neither it nor either end has failed, but goes on
//! only after it could have been held for the acquisition time. At time zero all links are
//! acquired. Failures begin and end at their exact instants, not at checks.

use skyseam_base::{Duration, SimTime};

use super::isls::Isls;
use crate::sky::Sky;
use crate::timeline::{Changed, TopologyChange};

impl Isls {
    /// Applies failures and the acquisition time to the results of the checks up to `end`.
    pub fn settle(&mut self, sky: &Sky, acquisition: Duration, end: SimTime) {
        let outages = sky.outages();
        if outages.is_empty() && acquisition.is_zero() {
            return;
        }
        self.changes.clear();
        for (isl, &(a, b)) in (0..).zip(&self.pairs) {
            let toggles = &mut self.toggles[isl as usize];
            *toggles = switched(toggles, &outages.of_isl(a, b), acquisition, end);
            let what = Changed::Isl(isl);
            self.changes.extend(toggles.iter().map(|&at| TopologyChange { at, what }));
        }
        self.changes.sort_by_key(|change| change.at);
    }
}

/// Returns the instants up to `end` at which a link goes on, off, on, ...; computed from the
/// instants at which the link can be held, cannot be held, ..., and its outages.
fn switched(
    holdable: &[SimTime],
    out_of_order: &[(SimTime, SimTime)],
    acquisition: Duration,
    end: SimTime,
) -> Vec<SimTime> {
    let mut toggles = Vec::new();
    let mut add = |from: SimTime, until: SimTime| {
        let on = if from == SimTime::ZERO { from } else { from.saturating_add(acquisition) };
        if on < until {
            toggles.extend([on, until].into_iter().filter(|&instant| instant <= end));
        }
    };
    for stretch in holdable.chunks(2) {
        let (mut from, until) = (stretch[0], stretch.get(1).copied().unwrap_or(SimTime::MAX));
        for &(fails, works) in out_of_order {
            if works <= from || until <= fails {
                continue;
            }
            if from < fails {
                add(from, fails);
            }
            from = works;
        }
        if from < until {
            add(from, until);
        }
    }
    toggles
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const END: SimTime = SimTime::from_secs(100);

    fn seconds(instants: &[u64]) -> Vec<SimTime> {
        instants.iter().map(|&s| SimTime::from_secs(s)).collect()
    }

    fn of(holdable: &[u64], out: &[(u64, u64)], acquisition: u64) -> Vec<SimTime> {
        let at = SimTime::from_secs;
        let out: Vec<_> = out.iter().map(|&(from, until)| (at(from), at(until))).collect();
        switched(&seconds(holdable), &out, Duration::from_secs(acquisition), END)
    }

    #[test]
    fn what_is_holdable_at_time_zero_is_on_at_once() {
        assert_eq!(of(&[0], &[], 25), seconds(&[0]));
        assert_eq!(of(&[0, 40, 50], &[], 25), seconds(&[0, 40, 75]));
        assert_eq!(of(&[], &[], 25), []);
    }

    #[test]
    fn a_link_not_held_long_enough_never_comes_on() {
        assert_eq!(of(&[10, 30, 60], &[], 20), seconds(&[80]));
        assert_eq!(of(&[10, 31, 60], &[], 20), seconds(&[30, 31, 80]));
        assert_eq!(of(&[90], &[], 20), [], "after the end nothing changes");
        assert_eq!(of(&[90], &[], 10), seconds(&[100]));
    }

    #[test]
    fn failures_cut_links_at_their_instants() {
        assert_eq!(of(&[0], &[(13, 17), (50, 60)], 0), seconds(&[0, 13, 17, 50, 60]));
        assert_eq!(of(&[0], &[(13, 17), (50, 60)], 5), seconds(&[0, 13, 22, 50, 65]));
        assert_eq!(of(&[0, 20, 30], &[(15, 35)], 0), seconds(&[0, 15, 35]));
        assert_eq!(of(&[0], &[(0, 10)], 5), seconds(&[15]), "it was off at time zero");
        assert_eq!(of(&[20, 40], &[(20, 40)], 0), []);
        assert_eq!(of(&[20, 40], &[(10, 20), (40, 45)], 0), seconds(&[20, 40]));
        assert_eq!(of(&[0], &[(13, 300)], 0), seconds(&[0, 13]));
        assert_eq!(of(&[0], &[(300, 400)], 0), seconds(&[0]));
    }

    proptest! {
        /// Goal: a link is on at an instant exactly if it could have been held and was not failed
        /// throughout the acquisition time before it. Method: a second-by-second implementation of
        /// the rule.
        #[test]
        fn links_are_on_as_the_rule_is_written(
            holds in proptest::collection::vec(any::<bool>(), 60),
            fails in proptest::collection::vec(proptest::bool::weighted(0.2), 60),
            acquisition in 0..6_u64,
        ) {
            let changes = |states: &[bool]| -> Vec<u64> {
                let before = |s: usize| s > 0 && states[s - 1];
                (0..60).filter(|&s| states[s] != before(s)).map(|s| s as u64).collect()
            };
            let ends = changes(&fails);
            let out: Vec<_> =
                ends.chunks(2).map(|c| (c[0], c.get(1).copied().unwrap_or(1_000))).collect();
            let toggles = of(&changes(&holds), &out, acquisition);
            prop_assert!(toggles.is_sorted_by(|a, b| a < b));
            let can_be: Vec<bool> = (0..60).map(|s| holds[s] && !fails[s]).collect();
            for s in 0..60 {
                let since = (0..=s).rev().take_while(|&s| can_be[s]).last();
                let expected =
                    since.is_some_and(|since| since == 0 || (s - since) as u64 >= acquisition);
                let now = SimTime::from_secs(s as u64);
                let on = toggles.partition_point(|&toggle| toggle <= now) % 2 == 1;
                prop_assert_eq!(on, expected, "at {} s", s);
            }
        }
    }
}
