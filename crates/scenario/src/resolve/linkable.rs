//! Which nodes can ever be linked: by the pattern of a shell, by the list of a file, or by a wire.
//!
//! For checks of what a scenario says about single links; when a link is on is not known here.

use std::cell::OnceCell;
use std::collections::BTreeSet;

use skyseam_constellation::config::{Shell, Wire};
use skyseam_constellation::isl;

use super::sky::Satellites;

/// Which nodes can ever be linked.
pub(super) struct Linkable<'s> {
    shells: Option<&'s [Shell]>,
    listed: Option<&'s [[u32; 2]]>,
    wires: BTreeSet<[&'s str; 2]>,
    /// Pairs of satellites; worked out when somebody asks.
    pairs: OnceCell<BTreeSet<[u32; 2]>>,
}

impl<'s> Linkable<'s> {
    pub(super) fn new(sky: &'s Satellites, wires: &'s [Wire]) -> Self {
        let ends = |wire: &'s Wire| ordered(wire.between.each_ref().map(String::as_str));
        Self {
            shells: sky.shells.as_deref(),
            listed: sky.listed_isls.as_deref(),
            wires: wires.iter().map(ends).collect(),
            pairs: OnceCell::new(),
        }
    }

    /// Whether two satellites can be linked, as far as that is known.
    pub(super) fn satellites(&self, a: u32, b: u32) -> bool {
        let (Some(shells), Some(listed)) = (self.shells, self.listed) else { return true };
        let pairs = || {
            let mut pairs = isl::pairs(shells);
            pairs.extend(listed.iter().copied().map(ordered));
            pairs
        };
        self.pairs.get_or_init(pairs).contains(&ordered([a, b]))
    }

    /// Whether a wire leads from one terminal or node to another.
    pub(super) fn wired(&self, a: &str, b: &str) -> bool {
        self.wires.contains(&ordered([a, b]))
    }
}

fn ordered<T: Ord>(mut pair: [T; 2]) -> [T; 2] {
    pair.sort_unstable();
    pair
}
