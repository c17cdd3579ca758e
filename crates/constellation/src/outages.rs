//! Outages of satellites and of links between them; sets of intervals of time.
//!
//! Does not know positions or checks: an outage begins and ends at its exact instants.
//! `build/isls.rs` applies outages to links between satellites, `build/ground.rs` to those of
//! terminals. Outages of terminals and wires belong to their descriptions.

use std::collections::BTreeMap;

use skyseam_base::{NodeId, SimTime};

use crate::description::parts::{Failed, Failure};

/// Half-open intervals of time, ascending and disjoint.
pub(crate) type Stretches = Vec<(SimTime, SimTime)>;

/// Outages of satellites and of links between them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Outages {
    satellites: BTreeMap<NodeId, Stretches>,
    /// Outages of links by pair, lower number first; without the outages of their ends.
    isls: BTreeMap<(NodeId, NodeId), Stretches>,
}

impl Outages {
    /// Collects the outages from failures in a constellation with `satellites` satellites.
    ///
    /// # Panics
    ///
    /// When a failure ends before it begins, is of a satellite that does not exist, or of a link
    /// from a satellite to itself.
    pub fn new(failures: &[Failure], satellites: u32) -> Self {
        let satellite = |number: u32| {
            assert!(number < satellites, "a failure of satellite {number} of {satellites}");
            NodeId(number)
        };
        let mut outages = Self::default();
        for &Failure { what, from, until } in failures {
            assert!(from <= until, "a failure that ends before it begins");
            let stretches = match what {
                Failed::Satellite(number) => {
                    outages.satellites.entry(satellite(number)).or_default()
                }
                Failed::Isl([a, b]) => {
                    assert!(a != b, "a failure of a link from satellite {a} to itself");
                    let pair = (satellite(a.min(b)), satellite(a.max(b)));
                    outages.isls.entry(pair).or_default()
                }
            };
            stretches.push((from, until));
        }
        outages.satellites.values_mut().for_each(join);
        outages.isls.values_mut().for_each(join);
        outages
    }

    /// Whether there are no outages.
    pub fn is_empty(&self) -> bool {
        self.satellites.is_empty() && self.isls.is_empty()
    }

    /// Whether the satellite has failed at `t`.
    pub fn is_failed(&self, satellite: NodeId, t: SimTime) -> bool {
        let stretches = self.satellites.get(&satellite);
        stretches.is_some_and(|stretches| contain(stretches, t))
    }

    /// Returns the first instant strictly after `t` at which the satellite fails or recovers;
    /// [`SimTime::MAX`] if there is none.
    pub(crate) fn next_failure_change(&self, satellite: NodeId, t: SimTime) -> SimTime {
        self.satellites.get(&satellite).map_or(SimTime::MAX, |stretches| next_bound(stretches, t))
    }

    /// Returns the intervals in which the link between two satellites, or either of them, has
    /// failed.
    pub(crate) fn of_isl(&self, a: NodeId, b: NodeId) -> Stretches {
        let parts = [
            self.isls.get(&(a.min(b), a.max(b))),
            self.satellites.get(&a),
            self.satellites.get(&b),
        ];
        let mut stretches = parts.into_iter().flatten().flatten().copied().collect();
        join(&mut stretches);
        stretches
    }
}

/// Whether an instant is in one of the intervals.
pub(crate) fn contain(stretches: &[(SimTime, SimTime)], t: SimTime) -> bool {
    let next = stretches.partition_point(|&(from, _)| from <= t);
    next > 0 && t < stretches[next - 1].1
}

/// Returns the first beginning or end of an interval strictly after `t`; [`SimTime::MAX`] if there
/// is none.
pub(crate) fn next_bound(stretches: &[(SimTime, SimTime)], t: SimTime) -> SimTime {
    let next = stretches.partition_point(|&(_, until)| until <= t);
    let bounds = stretches.get(next).map(|&(from, until)| if from > t { from } else { until });
    bounds.unwrap_or(SimTime::MAX)
}

/// Sorts intervals, merges adjacent and overlapping ones, and drops empty ones.
pub(crate) fn join(stretches: &mut Stretches) {
    stretches.retain(|&(from, until)| from < until);
    stretches.sort_unstable();
    stretches.dedup_by(|next, last| {
        let meets = next.0 <= last.1;
        if meets {
            last.1 = last.1.max(next.1);
        }
        meets
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn at(seconds: u64) -> SimTime {
        SimTime::from_secs(seconds)
    }

    fn failure(what: Failed, from: u64, until: u64) -> Failure {
        Failure { what, from: at(from), until: at(until) }
    }

    fn outages() -> Outages {
        let failures = [
            failure(Failed::Satellite(3), 50, 60),
            failure(Failed::Satellite(3), 10, 20),
            failure(Failed::Satellite(3), 20, 25),
            failure(Failed::Satellite(3), 12, 15),
            failure(Failed::Satellite(3), 30, 30),
            failure(Failed::Isl([5, 3]), 24, 40),
            Failure { what: Failed::Satellite(4), from: at(7), until: SimTime::MAX },
        ];
        Outages::new(&failures, 6)
    }

    #[test]
    fn an_outage_lasts_from_its_first_instant_to_before_its_last() {
        let outages = outages();
        let before = |t: SimTime| SimTime::from_nanos(t.as_nanos() - 1);
        for (t, failed) in [
            (before(at(10)), false),
            (at(10), true),
            (at(17), true),
            (at(20), true),
            (before(at(25)), true),
            (at(25), false),
            (at(30), false),
            (at(50), true),
            (at(60), false),
        ] {
            assert_eq!(outages.is_failed(NodeId(3), t), failed, "at {t}");
        }
        assert!(outages.is_failed(NodeId(4), SimTime::from_nanos(u64::MAX - 1)));
        assert!(!outages.is_failed(NodeId(5), at(30)), "a link's failure is not its satellites'");
    }

    #[test]
    fn changes_come_in_order() {
        let outages = outages();
        let mut t = SimTime::ZERO;
        let mut changes = Vec::new();
        while t < SimTime::MAX {
            t = outages.next_failure_change(NodeId(3), t);
            changes.push(t);
        }
        assert_eq!(changes, [at(10), at(25), at(50), at(60), SimTime::MAX]);
        assert_eq!(outages.next_failure_change(NodeId(0), at(1)), SimTime::MAX);
    }

    #[test]
    fn a_link_is_out_of_order_with_itself_and_with_its_ends() {
        let outages = outages();
        let own = [(at(10), at(40)), (at(50), at(60))];
        assert_eq!(outages.of_isl(NodeId(3), NodeId(5)), own);
        assert_eq!(outages.of_isl(NodeId(5), NodeId(3)), own);
        let both = [(at(7), SimTime::MAX)];
        assert_eq!(outages.of_isl(NodeId(3), NodeId(4)), both);
        assert_eq!(outages.of_isl(NodeId(0), NodeId(1)), []);
    }

    #[test]
    #[should_panic(expected = "a failure of satellite 6 of 6")]
    fn a_failure_of_no_satellite_is_refused() {
        Outages::new(&[failure(Failed::Satellite(6), 0, 1)], 6);
    }
}
