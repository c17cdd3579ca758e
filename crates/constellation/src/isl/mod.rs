//! Patterns of inter-satellite links: which satellites of a shell may be linked.
//!
//! When an inter-plane link is on is decided in one place for all patterns, by latitude and grazing
//! height, and so is to whom a link across the seam leads (see [`crate::timeline`]).

mod grid;
mod grid_crossed;
mod lattice;
mod none;
mod plus_grid;
mod teledesic;

use crate::config::{IslPattern, Walker};
use crate::registry::Registered;

/// Every pattern.
pub const PATTERNS: &[Registered<IslPattern, Rule>] = &[
    grid::REGISTERED,
    grid_crossed::REGISTERED,
    plus_grid::REGISTERED,
    teledesic::REGISTERED,
    none::REGISTERED,
];

/// The links of one walker, each once.
pub type Rule = fn(&Walker) -> Vec<Link>;

/// A link between two satellites of a walker, numbered `plane * satellites_per_plane + index`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Link {
    /// The lower number; across the seam the satellite that looks for the other.
    pub a: u32,
    /// The higher number; across the seam the one linked to `a` at time zero.
    pub b: u32,
    /// When the link is on, and whether its end changes.
    pub kind: LinkKind,
}

/// Kinds of links by what checks do to them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LinkKind {
    /// Always on.
    IntraPlane,
    /// Switched off near the poles.
    InterPlane,
    /// Switched off near the poles and where the planes cross; handed on from one satellite of the
    /// plane of `b` to the one behind it.
    CrossSeam,
}

#[cfg(test)]
mod tests {
    use super::*;
    pub(super) use crate::fixtures::{iridium_orbits as iridium, teledesic_orbits as teledesic};

    pub(super) fn degree(links: &[Link], satellite: u32) -> usize {
        links.iter().filter(|link| link.a == satellite || link.b == satellite).count()
    }
}
