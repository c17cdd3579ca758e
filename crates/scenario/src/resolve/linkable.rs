//! Which nodes can ever be linked: by the pattern of a shell, by the list of a file, or by a wire.
//!
//! For checks of what a scenario says about single links; when a link is on is not known here.

use std::cell::OnceCell;
use std::collections::BTreeSet;

use skyseam_constellation::config::{Orbits, Shell, Wire};
use skyseam_constellation::isl::{self, LinkKind, PATTERNS};

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
            let listed = listed.iter().copied().map(ordered);
            listed.chain(by_pattern(shells)).collect()
        };
        self.pairs.get_or_init(pairs).contains(&ordered([a, b]))
    }

    /// Whether a wire leads from one terminal or node to another.
    pub(super) fn wired(&self, a: &str, b: &str) -> bool {
        self.wires.contains(&ordered([a, b]))
    }
}

fn by_pattern(shells: &[Shell]) -> impl Iterator<Item = [u32; 2]> {
    let mut first = 0;
    shells.iter().flat_map(move |shell| {
        let offset = first;
        first += shell.satellites() as u32;
        let needs_even =
            PATTERNS.iter().any(|r| r.value == shell.pattern && r.rule.uneven.is_none());
        let per_plane = match &shell.orbits {
            Orbits::Walker(walker) => walker.satellites_per_plane,
            // What is refused elsewhere has no links.
            Orbits::Listed(_) if needs_even => return Vec::new(),
            Orbits::Listed(_) => 1,
        };
        let pairs = isl::links(shell).into_iter().flat_map(move |link| {
            // Across the seam the other end changes along its plane; only even planes have that.
            let others = match link.kind {
                LinkKind::CrossSeam => {
                    let plane = link.b / per_plane * per_plane;
                    plane..plane + per_plane
                }
                LinkKind::IntraPlane | LinkKind::InterPlane => link.b..link.b + 1,
            };
            others.map(move |other| ordered([offset + link.a, offset + other]))
        });
        pairs.collect::<Vec<_>>()
    })
}

fn ordered<T: Ord>(mut pair: [T; 2]) -> [T; 2] {
    pair.sort_unstable();
    pair
}
