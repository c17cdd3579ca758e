//! The highest satellite at every check, whatever is held: the best signal, and the most handovers.
//!
//! Of two equally high satellites the one of lower number is taken. Where one direction is
//! preferred the highest of those that go that way comes first.

use skyseam_params::parameters;

use super::{Policy, Rule};

parameters! {
    /// At every check, take the satellite of highest elevation above the mask.
    pub struct HighestElevation "highest-elevation"
    from "maximum-elevation criterion; del Re et al., IEEE JSAC 13(2), 1995" {}
}

impl Policy for HighestElevation {
    fn rule(&self) -> Rule {
        Rule::Each(Box::new(|view, _| view.highest()))
    }
}
