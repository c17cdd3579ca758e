//! No inter-satellite links: every route between two satellites touches the ground.

use super::Rule;
use crate::parts::IslPattern;
use crate::registry::Registered;

pub(super) const REGISTERED: Registered<IslPattern, Rule> = Registered {
    value: IslPattern::None,
    name: "none",
    summary: "no inter-satellite links",
    source: "bent-pipe constellations",
    rule: Rule { walker: |_| Vec::new(), uneven: Some(|_, _| Vec::new()) },
};
