//! Links between satellites: patterns, which say who may be linked, and what a link must keep to.
//!
//! When a link is on is decided in one place for all patterns, and so is to whom a link across the
//! seam leads (see [`crate::timeline`]). A pattern is one file, made of the parts in `lattice.rs`
//! where orbits are evenly spaced and of those in `uneven.rs` where they are not.

mod counts;
mod grid;
mod grid_crossed;
mod intra_plane;
mod lattice;
pub(crate) mod limits;
mod none;
mod plus_grid;
mod teledesic;
mod uneven;

pub use counts::IslCount;

use crate::parts::{IslPattern, Orbits, Plane, Shell, Walker};
use crate::registry::{Registered, named, rule_of};

/// Every pattern.
pub const PATTERNS: &[Registered<IslPattern, Rule>] = &[
    grid::REGISTERED,
    grid_crossed::REGISTERED,
    plus_grid::REGISTERED,
    teledesic::REGISTERED,
    intra_plane::REGISTERED,
    none::REGISTERED,
];

named!("an ISL pattern", IslPattern, PATTERNS);

/// The links of one shell, each once.
#[derive(Clone, Copy, Debug)]
pub struct Rule {
    /// Of evenly spaced orbits.
    pub walker: fn(&Walker) -> Vec<Link>,
    /// Of orbits as they come; `None` where the pattern needs even ones.
    pub uneven: Option<Uneven>,
}

/// The links of a shell of uneven planes: given are, plane by plane, the arguments of latitude of
/// its satellites at time zero, deg, and whether the last plane is beside the first.
pub type Uneven = fn(&[Vec<f64>], bool) -> Vec<Link>;

/// A link between two satellites of a shell, numbered plane by plane.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Link {
    /// The lower number; across the seam the satellite that looks for the other.
    pub a: u32,
    /// The higher number; across the seam the one linked to `a` at time zero.
    pub b: u32,
    /// When the link is on, and whether its end changes.
    pub kind: LinkKind,
}

/// Kinds of links by what checks do to them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum LinkKind {
    /// Between neighbours in a plane: on whatever the latitude.
    IntraPlane,
    /// Switched off near the poles.
    InterPlane,
    /// Switched off near the poles and where the planes cross; handed on from one satellite of the
    /// plane of `b` to the one behind it.
    CrossSeam,
}

/// The links of a shell by its pattern.
///
/// # Panics
/// When the orbits are uneven and the pattern needs even ones.
pub fn links(shell: &Shell) -> Vec<Link> {
    let rule = rule_of(PATTERNS, shell.pattern);
    match &shell.orbits {
        Orbits::Walker(walker) => (rule.walker)(walker),
        Orbits::Listed(listed) => {
            let uneven = rule.uneven.expect("a pattern that needs even planes");
            let arguments = |plane: &Plane| {
                plane.satellites.iter().map(|of| of.argument_of_latitude_deg).collect()
            };
            let planes: Vec<Vec<f64>> = listed.planes.iter().map(arguments).collect();
            uneven(&planes, listed.is_closed())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    pub(super) use crate::fixtures::{iridium_orbits as iridium, teledesic_orbits as teledesic};

    pub(crate) fn degree(links: &[Link], satellite: u32) -> usize {
        links.iter().filter(|link| link.a == satellite || link.b == satellite).count()
    }
}
