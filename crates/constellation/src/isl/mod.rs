//! Patterns of inter-satellite links: which satellites of a shell may be linked.
//!
//! When an inter-plane link is on is decided in one place for all patterns, by latitude and grazing
//! height (see [`crate::timeline`]).

mod grid;
mod none;

use crate::config::{IslPattern, Shell};
use crate::registry::Registered;

/// Every pattern.
pub const PATTERNS: &[Registered<IslPattern, Rule>] = &[grid::REGISTERED, none::REGISTERED];

/// The links of one shell, each once.
pub type Rule = fn(&Shell) -> Vec<Link>;

/// A link between two satellites of a shell, numbered `plane * satellites_per_plane + index`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Link {
    /// The lower number.
    pub a: u32,
    /// The higher number.
    pub b: u32,
    /// Whether the ends are in different planes, so that the link is switched off near the poles.
    pub inter_plane: bool,
}
