//! Links between satellites: patterns, which determine the pairs that may be linked, and limits of
//! each link.
//!
//! The instants at which a link is on are determined in one place for all patterns, and so is the
//! other end of a link across the seam (see [`crate::timeline`]). A pattern is one file, composed
//! of the functions in `lattice.rs` for evenly spaced orbits and those in `uneven.rs` for others.

mod counts;
pub mod file;
mod grid;
mod grid_crossed;
mod intra_plane;
mod keys;
mod lattice;
pub(crate) mod limits;
mod none;
pub mod pattern;
mod plus_grid;
mod teledesic;
mod uneven;

use std::collections::BTreeSet;

use skyseam_params::registry;

pub use counts::IslCount;
pub use grid::GridSeamOpen;
pub use grid_crossed::GridSeamCrossed;
pub use intra_plane::IntraPlane;
pub use keys::IslKeys;
pub use none::NoLinks;
pub use pattern::{LinkKind, Pattern, ShellLink, model};
pub use plus_grid::PlusGrid;
pub use teledesic::Teledesic;

use crate::description::parts::{Orbits, Plane, Shell};

registry! {
    /// Pattern of links among satellites.
    dyn Pattern "IslPattern" is "an ISL pattern" at "constellation.isl.pattern" {
        GridSeamOpen,
        GridSeamCrossed,
        PlusGrid,
        Teledesic,
        IntraPlane,
        NoLinks,
    }
    pub fn built_in;
    pub fn member;
}

/// Whether the orbits of a shell are even enough for its pattern.
pub fn fits(shell: &Shell) -> bool {
    matches!(shell.orbits, Orbits::Walker(_)) || !shell.pattern.needs_even_planes()
}

/// Returns the links of a shell by its pattern.
///
/// # Panics
///
/// When the orbits are uneven and the pattern needs even ones.
pub fn links(shell: &Shell) -> Vec<ShellLink> {
    match &shell.orbits {
        Orbits::Walker(walker) => shell.pattern.links(walker),
        Orbits::Listed(listed) => {
            let arguments = |plane: &Plane| {
                plane.satellites.iter().map(|of| of.argument_of_latitude_deg).collect()
            };
            let planes: Vec<Vec<f64>> = listed.planes.iter().map(arguments).collect();
            let links = shell.pattern.uneven_links(&planes, listed.is_closed());
            links.expect("a pattern that needs even planes")
        }
    }
}

/// Returns all pairs of satellites that are ever linked by the patterns of the shells, numbered
/// over all shells, lower number first. Shells whose orbits do not fit their pattern are left out.
pub fn pairs(shells: &[Shell]) -> BTreeSet<[u32; 2]> {
    let mut pairs = BTreeSet::new();
    let mut first = 0;
    for shell in shells {
        let per_plane = match &shell.orbits {
            Orbits::Walker(walker) => Some(walker.satellites_per_plane),
            Orbits::Listed(_) => None,
        };
        for ShellLink { a, b, kind } in fits(shell).then(|| links(shell)).into_iter().flatten() {
            // Across the seam the other end changes along its plane; only even planes have a seam.
            let others = match (kind, per_plane) {
                (LinkKind::CrossSeam, Some(each)) => b / each * each..(b / each + 1) * each,
                _ => b..b + 1,
            };
            let pair = |other: u32| [first + a.min(other), first + a.max(other)];
            pairs.extend(others.map(pair));
        }
        first += shell.satellites() as u32;
    }
    pairs
}

#[cfg(test)]
mod tests {
    use super::*;
    pub(super) use crate::fixtures::{iridium_orbits as iridium, teledesic_orbits as teledesic};

    #[test]
    fn pairs_are_numbered_over_all_shells() {
        let shell = crate::fixtures::iridium(crate::routing::Metric::HOPS).shells.remove(0);
        let alone = pairs(std::slice::from_ref(&shell));
        let shifted = alone.iter().map(|pair| pair.map(|satellite| satellite + 66));
        let both: BTreeSet<[u32; 2]> = alone.iter().copied().chain(shifted).collect();
        assert!(!alone.is_empty());
        assert_eq!(pairs(&[shell.clone(), shell]), both);
    }

    pub(crate) fn degree(links: &[ShellLink], satellite: u32) -> usize {
        links.iter().filter(|link| link.a == satellite || link.b == satellite).count()
    }
}
