//! Directions of a link.

use skyseam_params::names::{Choice, Named, choice};

/// Directions of a link described by its two endpoints.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// Both directions.
    Both,
    /// From the first endpoint to the second.
    Forward,
    /// From the second endpoint to the first.
    Backward,
}

impl Named for Direction {
    const WHAT: &'static str = "a direction";
    fn choices() -> Vec<Choice<Self>> {
        let source = "the order of `between`";
        vec![
            choice(Self::Both, "both", "both directions", source),
            choice(Self::Forward, "forward", "from the first endpoint to the second", source),
            choice(Self::Backward, "backward", "from the second endpoint to the first", source),
        ]
    }
}
