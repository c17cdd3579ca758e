//! ns-2's terminal handover: a satellite is kept until a check finds it at or below the mask; then
//! the terminal takes the satellite behind it in its plane if that is above the mask, else the
//! highest one (`TermLinkHandoffMgr`).
//!
//! Of two equally high satellites the one with the lower number is taken. After an outage the
//! satellite behind the last one held is still tried first. With a preferred direction (ns-2 has
//! none) the highest satellite in that direction takes precedence over one behind that moves in the
//! other direction, and a satellite that changes direction while it is held is kept.

use skyseam_base::NodeId;
use skyseam_params::parameters;

use super::{Attachment, HandoverPolicy, HandoverRule};
use crate::sky::TerminalView;

parameters! {
    /// Keep a satellite until it is at or below the mask; then take the one behind it, else the
    /// highest.
    pub struct Sticky "sticky" from "ns-2.35, TermLinkHandoffMgr (satellite/sathandoff.cc)" {}
}

impl HandoverPolicy for Sticky {
    fn rule(&self) -> HandoverRule {
        HandoverRule::Each(Box::new(check))
    }
}

fn check(view: &TerminalView<'_>, held: Attachment) -> Option<NodeId> {
    if let Some(kept) = held.usable(view) {
        return Some(kept.satellite);
    }
    let highest = view.highest()?;
    let behind = held.last.map(|satellite| view.behind(satellite)).filter(|&behind| {
        view.is_usable(behind) && view.is_preferred(behind) >= view.is_preferred(highest)
    });
    behind.or(Some(highest))
}
