//! Longest visibility: a satellite is kept until a check finds it at or below the mask; then the
//! terminal takes the one that will stay above the mask longest, to minimize handovers.
//!
//! Of satellites that stay equally long (to a millisecond; beyond a day all count as equal) the one
//! with the lower number is taken. A preferred direction takes precedence over the time, but a
//! satellite that changes direction while it is held is kept.

use skyseam_base::NodeId;
use skyseam_params::parameters;

use super::{Attachment, HandoverPolicy, HandoverRule};
use crate::sky::TerminalView;

parameters! {
    /// Keep a satellite until it is at or below the mask; then take the one that stays above it
    /// longest.
    pub struct LongestVisibility "longest-visibility"
    from "maximum service time criterion; del Re et al., IEEE JSAC 13(2), 1995" {}
}

impl HandoverPolicy for LongestVisibility {
    fn rule(&self) -> HandoverRule {
        HandoverRule::Each(Box::new(check))
    }
}

fn check(view: &TerminalView<'_>, held: Attachment) -> Option<NodeId> {
    held.usable(view).map(|kept| kept.satellite).or_else(|| {
        view.best(|satellite| {
            let stays = view.remaining_visibility(satellite)?;
            Some((view.is_preferred(satellite), stays))
        })
    })
}
