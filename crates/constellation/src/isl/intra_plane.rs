//! Rings: every satellite with its two neighbours in the plane, no links between planes.

use super::Rule;
use super::lattice::rings;
use super::uneven::uneven_rings;
use crate::parts::IslPattern;
use crate::registry::Registered;

pub(super) const REGISTERED: Registered<IslPattern, Rule> = Registered {
    value: IslPattern::IntraPlane,
    name: "intra-plane",
    summary: "both neighbours in the plane, no links between planes",
    source: "links of fixed direction only, which need no pointing (docs/models/isl.md)",
    rule: Rule {
        walker: |walker| rings(walker, 1),
        uneven: Some(|planes, _| uneven_rings(planes)),
    },
};
