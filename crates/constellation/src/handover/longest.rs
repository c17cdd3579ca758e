//! Longest visibility: keep a satellite until a check finds it at or below the mask, then take the
//! one that will stay above the mask longest: the fewest handovers.
//!
//! Of satellites that stay equally long (to a millisecond; above a day nothing longer counts) the
//! one of lower number is taken. A direction that is preferred counts before the time, but a
//! satellite that turns while it is held is kept.

use skyseam_base::NodeId;

use super::{Attachment, Clock, HandoverPolicy, Model, Rule};
use crate::registry::Registered;
use crate::sky::View;

pub(super) const REGISTERED: Registered<HandoverPolicy, Model> = Registered {
    value: HandoverPolicy::LongestVisibility,
    name: "longest-visibility",
    summary: "keep a satellite until it is at or below the mask; then the one that stays above it \
              longest",
    source: "maximum service time criterion; del Re et al., IEEE JSAC 13(2), 1995",
    rule: Model { rule: || Rule::Each(Box::new(check)), clock: Clock::USUAL },
};

fn check(view: &View<'_>, held: Attachment) -> Option<NodeId> {
    let kept = held.current.filter(|&satellite| view.usable_elevation(satellite).is_some());
    kept.or_else(|| {
        view.best(|satellite| {
            let stays = view.remaining_visibility(satellite)?;
            Some((view.is_preferred(satellite), stays))
        })
    })
}
