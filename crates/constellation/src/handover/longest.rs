//! Longest visibility: a satellite is kept until a check finds it at or below the mask; then the
//! terminal takes the one that will stay above the mask longest, for the fewest handovers.
//!
//! Of satellites that stay equally long (to a millisecond; beyond a day all count as equal) the one
//! of lower number is taken. A preferred direction counts before the time, but a satellite that
//! changes direction while it is held is kept.

use skyseam_base::NodeId;
use skyseam_params::parameters;

use super::{Attachment, Policy, Rule};
use crate::sky::View;

parameters! {
    /// Keep a satellite until it is at or below the mask; then the one that stays above it longest.
    pub struct LongestVisibility "longest-visibility"
    from "maximum service time criterion; del Re et al., IEEE JSAC 13(2), 1995" {}
}

impl Policy for LongestVisibility {
    fn rule(&self) -> Rule {
        Rule::Each(Box::new(check))
    }
}

fn check(view: &View<'_>, held: Attachment) -> Option<NodeId> {
    held.usable(view).map(|kept| kept.satellite).or_else(|| {
        view.best(|satellite| {
            let stays = view.remaining_visibility(satellite)?;
            Some((view.is_preferred(satellite), stays))
        })
    })
}
