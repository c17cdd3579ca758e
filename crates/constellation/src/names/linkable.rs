//! Which nodes can ever be linked: by the pattern of a shell, by the list of a file, or by a wire.
//!
//! For checks of what a scenario says about single links; when a link is on is not known here.

use std::cell::OnceCell;
use std::collections::BTreeSet;

use crate::description::config::{Shell, Wire};
use crate::isl;

/// Which nodes can ever be linked.
#[derive(Debug)]
pub struct Linkable<'s> {
    shells: Option<&'s [Shell]>,
    listed: Option<&'s [[u32; 2]]>,
    wires: BTreeSet<[&'s str; 2]>,
    /// Pairs of satellites; worked out when somebody asks.
    pairs: OnceCell<BTreeSet<[u32; 2]>>,
}

impl<'s> Linkable<'s> {
    /// By these shells and listed links between satellites, as far as they are known, and wires.
    pub fn new(
        shells: Option<&'s [Shell]>,
        listed: Option<&'s [[u32; 2]]>,
        wires: &'s [Wire],
    ) -> Self {
        let ends = |wire: &'s Wire| ordered(wire.between.each_ref().map(String::as_str));
        Self { shells, listed, wires: wires.iter().map(ends).collect(), pairs: OnceCell::new() }
    }

    /// Whether two satellites can be linked, as far as that is known.
    pub fn satellites(&self, a: u32, b: u32) -> bool {
        let (Some(shells), Some(listed)) = (self.shells, self.listed) else { return true };
        let pairs = || {
            let mut pairs = isl::pairs(shells);
            pairs.extend(listed.iter().copied().map(ordered));
            pairs
        };
        self.pairs.get_or_init(pairs).contains(&ordered([a, b]))
    }

    /// Whether a wire leads from one terminal or node to another.
    pub fn wired(&self, a: &str, b: &str) -> bool {
        self.wires.contains(&ordered([a, b]))
    }
}

fn ordered<T: Ord>(mut pair: [T; 2]) -> [T; 2] {
    pair.sort_unstable();
    pair
}
