//! Uniform choice of the remote endpoint.

use skyseam_params::parameters;

use super::{Demand, EndpointRule};

parameters! {
    /// Each session draws its remote endpoint, all with equal probability; no locations are needed.
    pub struct Anybody "anybody" from "uniform" {}
}

impl Demand for Anybody {
    fn rule(&self) -> EndpointRule {
        EndpointRule::Anybody
    }
}
