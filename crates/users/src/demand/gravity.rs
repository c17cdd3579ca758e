//! A gravity model of demand.

use skyseam_base::math;
use skyseam_params::parameters;

use super::{Demand, Rule};
use crate::values::{Exponent, Radius};

parameters! {
    /// A gravity model: the other end of a session is drawn with weights 1 / distance^exponent.
    /// Where users live in cities by population, those between two cities are in proportion to the
    /// product of their populations.
    pub struct Gravity "gravity"
    from "Krings et al., Urban gravity, J. Stat. Mech. 2009 L07003: calls between cities, exponent \
          2" {
        /// The exponent.
        exponent: Exponent = 2.0,
        /// Ends nearer than this count as this far away.
        shortest: Radius = 10.0,
    }
}

impl Demand for Gravity {
    fn rule(&self) -> Rule {
        let Self { exponent, shortest } = *self;
        Rule::ByDistance(Box::new(move |km| math::powf(km.max(shortest), -exponent)))
    }
}
