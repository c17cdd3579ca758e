//! Choice of the nearest endpoint.

use skyseam_params::parameters;

use super::{Demand, EndpointRule};

parameters! {
    /// Each user has the nearest endpoint.
    pub struct Nearest "nearest" from "by the great circle" {}
}

impl Demand for Nearest {
    fn rule(&self) -> EndpointRule {
        EndpointRule::Nearest
    }
}
