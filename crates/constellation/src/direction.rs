//! Which way a satellite goes, north or south, where that counts for who takes it.
//!
//! Over a place below an inclined shell's top latitude half of the satellites go north-east and
//! half south-east. Neighbours in the grid of links between satellites go the same way, so that
//! from a satellite of one kind to one of the other the grid leads around by the top latitude. Ends
//! on satellites of one kind are spared that.

use crate::registry::{Registered, named};

/// Which satellites are taken before others.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Direction {
    /// None: a satellite may go either way.
    #[default]
    Any,
    /// Those that go north, on an ascending pass.
    Ascending,
    /// Those that go south, on a descending pass.
    Descending,
}

/// Every direction, and whether it is that of satellites that go north; nothing where none is
/// preferred.
pub const DIRECTIONS: &[Registered<Direction, Option<bool>>] = &[
    Registered {
        value: Direction::Any,
        name: "any",
        summary: "the direction of a satellite does not matter",
        source: "ns-2.35 and Hypatia, which do not look at it",
        rule: None,
    },
    Registered {
        value: Direction::Ascending,
        name: "ascending",
        summary: "northbound satellites are preferred, others are taken where there is none",
        source: "our assumption: ends on satellites that go the same way are joined by short paths",
        rule: Some(true),
    },
    Registered {
        value: Direction::Descending,
        name: "descending",
        summary: "southbound satellites are preferred, others are taken where there is none",
        source: "our assumption, as for \"ascending\"",
        rule: Some(false),
    },
];

named!("a direction of satellites", Direction, DIRECTIONS);
