//! Preference for satellites by direction of flight, north or south.
//!
//! Over a site below the highest latitude of an inclined shell, half of the satellites move
//! north-east and half south-east. Neighbours in the grid of inter-satellite links move in the same
//! direction, so between a northbound and a southbound satellite the grid leads through the highest
//! latitude. Ends linked to satellites of the same direction avoid this detour.

use skyseam_params::names::{Choice, Named, choice};

/// Satellites that are preferred by their direction of flight.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum FlightDirection {
    /// No preference.
    #[default]
    Any,
    /// Northbound satellites, on an ascending pass.
    Ascending,
    /// Southbound satellites, on a descending pass.
    Descending,
}

impl FlightDirection {
    /// Whether northbound satellites are preferred; `None` without a preference.
    pub(crate) fn preferred_northbound(self) -> Option<bool> {
        match self {
            Self::Any => None,
            Self::Ascending => Some(true),
            Self::Descending => Some(false),
        }
    }
}

impl Named for FlightDirection {
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
