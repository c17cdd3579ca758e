//! ns-2's terminal handover: keep a satellite until a check finds it at or below the mask; then the
//! one behind it in its plane if that is above the mask, else the highest (model.md Sec. 4).
//!
//! Of two equally high satellites the one of lower number is taken. After an outage the satellite
//! behind the last one held is still tried first.

use skyseam_base::NodeId;

use super::{Attachment, Rule};
use crate::config::HandoverPolicy;
use crate::registry::Registered;
use crate::sky::View;

pub(super) const REGISTERED: Registered<HandoverPolicy, Rule> = Registered {
    value: HandoverPolicy::Sticky,
    name: "sticky",
    summary: "keep a satellite until it is at or below the mask; then the one behind it, else the \
              highest",
    source: "ns-2.35, TermLinkHandoffMgr (model.md Sec. 4)",
    rule: Rule::Each(check),
};

fn check(view: &View<'_>, held: Attachment) -> Option<NodeId> {
    if held.current.is_some_and(|satellite| view.usable_elevation(satellite).is_some()) {
        return held.current;
    }
    if let Some(behind) = held.last.map(|satellite| view.behind(satellite))
        && view.usable_elevation(behind).is_some()
    {
        return Some(behind);
    }
    view.highest()
}
