//! Pairs of nodes that can ever be linked: by the pattern of a shell, by the list of a file, or by
//! a wire.
//!
//! For checks of statements about single links; does not know when a link is on.

use std::cell::OnceCell;
use std::collections::BTreeSet;

use crate::description::config::{Shell, Wire};
use crate::isl;

/// Pairs of nodes that can ever be linked.
#[derive(Debug)]
pub struct Linkable<'s> {
    shells: Option<&'s [Shell]>,
    listed: Option<&'s [[u32; 2]]>,
    wires: BTreeSet<[&'s str; 2]>,
    /// Pairs of satellites; computed on first use.
    pairs: OnceCell<BTreeSet<[u32; 2]>>,
}

impl<'s> Linkable<'s> {
    /// Collects pairs from these shells, listed links between satellites and wires, as far as they
    /// are known.
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

    /// Whether a wire joins two terminals or nodes.
    pub fn wired(&self, a: &str, b: &str) -> bool {
        self.wires.contains(&ordered([a, b]))
    }
}

fn ordered<T: Ord>(mut pair: [T; 2]) -> [T; 2] {
    pair.sort_unstable();
    pair
}
