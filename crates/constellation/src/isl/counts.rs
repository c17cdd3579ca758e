//! Counts of links between satellites going on and off.

use skyseam_base::SimTime;

use super::LinkKind;
use crate::timeline::Timeline;

/// Number of times that links of a kind went on and off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IslCount {
    /// Kind of the links.
    pub kind: LinkKind,
    /// Number of pairs of satellites that are ever linked by this kind.
    pub pairs: u64,
    /// Number of times that a link went on.
    pub ons: u64,
    /// Number of times that a link went off.
    pub offs: u64,
}

impl Timeline {
    /// Counts how often links between satellites go on and off after `start` and before `end`, by
    /// kind; kinds without links have no row. Links that are on at time zero do not count as a
    /// change.
    pub fn isl_counts(&self, start: SimTime, end: SimTime) -> Vec<IslCount> {
        let kinds = [LinkKind::IntraPlane, LinkKind::InterPlane, LinkKind::CrossSeam];
        let counts = kinds.into_iter().map(|kind| {
            let mut count = IslCount { kind, pairs: 0, ons: 0, offs: 0 };
            for (toggles, _) in
                self.isl_toggles.iter().zip(&self.isl_kinds).filter(|l| *l.1 == kind)
            {
                let from = toggles.partition_point(|&toggle| toggle <= start);
                let until = toggles.partition_point(|&toggle| toggle < end).max(from);
                // Even places are instants of going on, odd ones of going off.
                let ons = until.div_ceil(2) - from.div_ceil(2);
                count.pairs += 1;
                count.ons += ons as u64;
                count.offs += (until - from - ons) as u64;
            }
            count
        });
        counts.filter(|count| count.pairs > 0).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixtures;
    use crate::isl;
    use crate::routing::Metric;

    /// Goal: counts equal those of the links observed at checks. Method: an orbit of Iridium with a
    /// crossed seam, every pair observed at every check.
    #[test]
    fn counts_are_what_is_seen_at_checks() {
        let mut config = fixtures::iridium(Metric::HOPS);
        config.shells[0].pattern = isl::model(isl::GridSeamCrossed {});
        config.isl.seam_longitude_threshold_deg = 10.0;
        let timeline = Timeline::build(&config, SimTime::from_secs(7_000));
        let (start, end) = (SimTime::from_secs(1_000), SimTime::from_secs(6_500));
        let mut expected = [(0, 0); 3];
        for (&(a, b), &kind) in timeline.isl_pairs().iter().zip(&timeline.isl_kinds) {
            let (ons, offs) = &mut expected[kind as usize];
            for second in (1_010..6_500).step_by(10) {
                let on = |s| timeline.is_linked(a, b, SimTime::from_secs(s));
                *ons += u64::from(on(second) && !on(second - 10));
                *offs += u64::from(!on(second) && on(second - 10));
            }
        }
        let counts = timeline.isl_counts(start, end);
        assert_eq!(counts.len(), 3);
        for (count, (ons, offs)) in counts.iter().zip(expected) {
            assert_eq!((count.ons, count.offs), (ons, offs), "{:?}", count.kind);
        }
        let [intra, inter, crossing] = counts.try_into().unwrap();
        assert_eq!((intra.pairs, intra.ons, intra.offs), (66, 0, 0));
        assert_eq!(inter.pairs, 55);
        assert!(inter.ons > 80 && inter.offs > 80 && crossing.ons > 20);
        assert_eq!(timeline.isl_counts(end, start).iter().map(|c| c.ons + c.offs).sum::<u64>(), 0);
    }
}
