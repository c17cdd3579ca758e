//! The highest satellite at every check: the best signal, and the most handovers.
//!
//! Of two equally high satellites the one with the lower number is taken. With a preferred
//! direction, the highest satellite in that direction takes precedence. Three keys delay handovers,
//! as in mobile networks: another satellite must be higher by a margin, for some time, and the one
//! held is kept for a minimum time. A satellite at or below the mask is always left.

use skyseam_base::{Duration, NodeId};
use skyseam_params::values::{Span, quantity};
use skyseam_params::{parameters, units};

use super::{Attachment, HandoverPolicy, HandoverRule};
use crate::sky::TerminalView;

/// Number of evenly spaced instants in `time_to_trigger` that are examined besides the check
/// itself.
const LOOKS_BACK: u64 = 8;

quantity! {
    /// Difference between two elevations.
    Margin(f64) in units::ANGLE,
    accepts |deg| (0.0..=90.0).contains(&deg),
    expected "an angle from 0 deg to 90 deg", such as "5 deg"
}

parameters! {
    /// At every check, take the satellite of highest elevation above the mask.
    pub struct HighestElevation "highest-elevation"
    from "maximum-elevation criterion; del Re et al., IEEE JSAC 13(2), 1995; margin and \
          time_to_trigger: hysteresis and timeToTrigger of Event A3, 3GPP TS 38.331 Sec. 5.5.4.4, \
          with elevation for received power; minimum_dwell: our rule" {
        /// Of "highest-elevation": minimum difference in elevation over the satellite held before
        /// another is taken.
        margin: Margin = 0.0,
        /// Of "highest-elevation": time before the check for which the other satellite must have
        /// been higher by the margin.
        time_to_trigger: Span = Duration::ZERO,
        /// Of "highest-elevation": minimum time that a satellite is kept from the beginning of its
        /// link, while it is above the mask.
        minimum_dwell: Span = Duration::ZERO,
    }
}

impl HandoverPolicy for HighestElevation {
    fn rule(&self) -> HandoverRule {
        let policy = self.clone();
        HandoverRule::Each(Box::new(move |view, held| policy.check(view, held)))
    }
}

impl HighestElevation {
    fn check(&self, view: &TerminalView<'_>, attachment: Attachment) -> Option<NodeId> {
        let Some(held) = attachment.usable(view) else { return view.highest() };
        // A link that still waits for an outage to end may be given up for another.
        let is_linked = held.since <= view.now();
        if is_linked && view.now() < held.since.saturating_add(self.minimum_dwell) {
            return Some(held.satellite);
        }
        let better = view.best(|satellite| {
            let rank = view.rank(satellite)?;
            let takes_over =
                satellite == held.satellite || self.is_triggered(view, satellite, held.satellite);
            takes_over.then_some(rank)
        });
        better.or(Some(held.satellite))
    }

    /// Whether `satellite` has been higher than `held` by the margin for long enough.
    fn is_triggered(&self, view: &TerminalView<'_>, satellite: NodeId, held: NodeId) -> bool {
        // A satellite in the preferred direction may replace one in the other direction, however
        // low it is.
        if view.is_preferred(satellite) && !view.is_preferred(held) {
            return true;
        }
        let looks = if self.time_to_trigger.is_zero() { 0 } else { LOOKS_BACK };
        (0..=looks).all(|look| {
            let ago = self.time_to_trigger / LOOKS_BACK * look;
            let [other, own] = [satellite, held].map(|seen| view.elevation_before(seen, ago));
            other.zip(own).is_some_and(|(other, own)| other - own >= self.margin.to_radians())
        })
    }
}
