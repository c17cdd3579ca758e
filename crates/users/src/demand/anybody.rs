//! Other ends wherever they are.

use skyseam_params::parameters;

use super::{Demand, Rule};

parameters! {
    /// Each session draws its other end, all with equal probability; no places are needed.
    pub struct Anybody "anybody" from "uniform" {}
}

impl Demand for Anybody {
    fn rule(&self) -> Rule {
        Rule::Anybody
    }
}
