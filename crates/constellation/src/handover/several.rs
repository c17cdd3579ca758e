//! Terminals with several antennas: a satellite is kept while above the mask, and a free antenna
//! takes the highest one that is not held. This applies under every policy that decides for each
//! terminal separately.
//!
//! Of two equally high satellites the one of lower number is taken first, and those in the
//! preferred direction before all others.

use skyseam_base::NodeId;

use super::best_first;
use crate::sky::TerminalView;

/// Returns up to `most` satellites of a terminal after a check: those of `held` that are above the
/// mask, in their order, then the highest others.
pub(crate) fn kept_and_highest(
    view: &TerminalView<'_>,
    held: &[NodeId],
    most: usize,
) -> Vec<NodeId> {
    let is_usable = |&satellite: &NodeId| view.is_usable(satellite);
    let mut satellites: Vec<NodeId> = held.iter().copied().filter(is_usable).take(most).collect();
    if satellites.len() < most {
        let rest = view.candidates().filter(|satellite| !satellites.contains(satellite));
        let seen = rest.filter_map(|satellite| Some((view.rank(satellite)?, satellite)));
        let mut seen: Vec<((bool, f64), NodeId)> = seen.collect();
        // A stable sort keeps equals in ascending number.
        seen.sort_by(|(a, _), (b, _)| best_first(*a, *b));
        let free = most - satellites.len();
        satellites.extend(seen.into_iter().take(free).map(|(_, satellite)| satellite));
    }
    satellites
}
