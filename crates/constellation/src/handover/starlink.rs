//! Starlink: global reallocation after what measurements found of Starlink's scheduler.
//!
//! Tanveer et al. found that satellites high in the sky, in the north at northern latitudes,
//! recently launched and sunlit are allocated more often than others, but no weights. Here each
//! property counts as an elevation. The north is preferred only by the avoidance of the
//! geostationary arc, which lies in the south there. Without a date there is no sun, and without
//! launches no age: evenly spaced shells have neither.

use skyseam_base::NodeId;
use skyseam_params::parameters;
use skyseam_params::values::Count;

use super::allocation::{Bonus, Sharing, allocate};
use super::{CheckTimes, HandoverPolicy, HandoverRule};
use crate::sky::TerminalView;

parameters! {
    /// At every check, satellites are assigned anew to all terminals together: pairs of highest
    /// elevation first, where recently launched and sunlit satellites count as higher, and none
    /// near the geostationary arc.
    pub struct Starlink "starlink"
    from "the properties that count: Tanveer et al., Making Sense of Constellations, 2023 (arXiv \
          2307.00402); the arc: SpaceX, FCC SAT-LOA-20161115-00118, Attachment A; how much they \
          count: our assumption" {
        /// Of "global-reallocation", "starlink" and "least-loaded": maximum number of terminals
        /// that a satellite takes, without those that have every satellite (antennas = "all").
        /// Default: no limit.
        satellite_capacity: Option<Count<1, 1_000_000>> = None,
        /// Of "global-reallocation" and "starlink": elevation by which a satellite counts as lower
        /// with each terminal that it has, so that terminals share the satellites in sight.
        /// Default: 0 deg; 5 deg for "starlink" and in scenarios with users whose policy is the
        /// default.
        load_penalty: Bonus = 5.0,
        /// Of "starlink": minimum angle between a satellite and the visible part of the
        /// geostationary arc, as the terminal sees them (SpaceX, FCC SAT-LOA-20161115-00118,
        /// Attachment A: no beams at 22 deg or less). Terminals with every satellite do not avoid
        /// it.
        gso_avoidance: Bonus = 22.0,
        /// Of "starlink": elevation by which the most recently launched satellite counts as higher
        /// than the oldest one; the others by the share of satellites launched before them (an
        /// assumption). Acts on satellites with a designator, in element files.
        recent_bonus: Bonus = 10.0,
        /// Of "starlink": elevation by which a sunlit satellite counts as higher than one in the
        /// Earth's shadow (an assumption). Acts where time zero has a date, as with element files.
        sunlit_bonus: Bonus = 10.0,
    }
}

impl HandoverPolicy for Starlink {
    fn rule(&self) -> HandoverRule {
        let policy = self.clone();
        let sharing =
            Sharing { capacity: self.satellite_capacity, penalty: self.load_penalty.to_radians() };
        HandoverRule::Together(Box::new(move |requests| {
            allocate(requests, sharing, |view| policy.ranked(view))
        }))
    }

    fn clock(&self) -> CheckTimes {
        CheckTimes::STARLINK
    }

    fn capacity(&self) -> Option<u32> {
        self.satellite_capacity
    }

    fn shares_load(&self) -> bool {
        self.load_penalty > 0.0
    }

    fn needs_dates(&self) -> &'static [&'static str] {
        &["recent_bonus", "sunlit_bonus"]
    }
}

impl Starlink {
    /// Returns the satellites above the mask that are far enough from the geostationary arc, and
    /// the elevation in radians that each counts as.
    fn ranked(&self, view: &TerminalView<'_>) -> Vec<((bool, f64), NodeId)> {
        let avoidance = self.gso_avoidance.to_radians();
        let arc = (avoidance > 0.0).then(|| view.gso_arc()).flatten();
        let seen = view.candidates().filter_map(|satellite| {
            let (preferred, elevation) = view.rank(satellite)?;
            if arc.as_ref().is_some_and(|arc| arc.is_within(view.line(satellite), avoidance)) {
                return None;
            }
            let recent = view.launched_before(satellite) * self.recent_bonus.to_radians();
            let lit = view.is_sunlit(satellite) == Some(true);
            let sunlit = if lit { self.sunlit_bonus.to_radians() } else { 0.0 };
            Some(((preferred, elevation + recent + sunlit), satellite))
        });
        seen.collect()
    }
}
