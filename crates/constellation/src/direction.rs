//! Which way a satellite goes, north or south, where that counts for who takes it.
//!
//! Over a place below an inclined shell's top latitude half of the satellites go north-east and
//! half south-east. Neighbours in the grid of links between satellites go the same way, so that
//! from a satellite of one kind to one of the other the grid leads around by the top latitude. Ends
//! on satellites of one kind are spared that.

use skyseam_params::names::{Choice, Named, choice};

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

impl Direction {
    /// Whether satellites that go north are preferred; `None` where no direction is.
    pub(crate) fn preferred_northbound(self) -> Option<bool> {
        match self {
            Self::Any => None,
            Self::Ascending => Some(true),
            Self::Descending => Some(false),
        }
    }
}

impl Named for Direction {
    const WHAT: &'static str = "a direction of satellites";

    fn choices() -> Vec<Choice<Self>> {
        vec![
            choice(
                Self::Any,
                "any",
                "the direction of a satellite does not matter",
                "ns-2.35 and Hypatia, which do not look at it",
            ),
            choice(
                Self::Ascending,
                "ascending",
                "northbound satellites are preferred, others are taken where there is none",
                "our assumption: ends on satellites that go the same way are joined by short paths",
            ),
            choice(
                Self::Descending,
                "descending",
                "southbound satellites are preferred, others are taken where there is none",
                "our assumption, as for \"ascending\"",
            ),
        ]
    }
}
