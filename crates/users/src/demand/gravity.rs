//! A gravity model of demand.

use skyseam_base::math;
use skyseam_params::parameters;

use super::{Demand, EndpointRule};
use crate::values::{Exponent, Radius};

parameters! {
    /// A gravity model: each session draws its remote endpoint with weights 1 / distance^exponent.
    /// If users live in cities by population, the number of sessions between two cities is
    /// proportional to the product of their populations.
    pub struct Gravity "gravity"
    from "Krings et al., Urban gravity, J. Stat. Mech. 2009 L07003: calls between cities, exponent \
          2" {
        /// Exponent of the distance.
        exponent: Exponent = 2.0,
        /// Lower bound on the distance: nearer endpoints count as being this far away.
        shortest: Radius = 10.0,
    }
}

impl Demand for Gravity {
    fn rule(&self) -> EndpointRule {
        let Self { exponent, shortest } = *self;
        EndpointRule::ByDistance(Box::new(move |km| math::powf(km.max(shortest), -exponent)))
    }
}
