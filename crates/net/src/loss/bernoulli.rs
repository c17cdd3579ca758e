//! Bernoulli losses: each packet is lost independently.

use skyseam_base::{RandomStream, SimTime};
use skyseam_params::parameters;
use skyseam_params::values::Probability;

use super::{LinkFrame, Loss, LossModel};

parameters! {
    /// Each packet is lost with the same probability, independently of the others.
    pub struct Bernoulli "bernoulli"
    from "independent trials; ns-2.35's ErrorModel with unit packet" {
        /// Probability that a packet is lost.
        probability: Probability,
    }
}

impl LossModel for Bernoulli {
    fn build(&self, _: SimTime) -> Box<dyn Loss> {
        Box::new(IndependentLosses { probability: self.probability })
    }
}

/// State of independent losses.
#[derive(Debug)]
struct IndependentLosses {
    probability: f64,
}

impl Loss for IndependentLosses {
    fn loses(&mut self, _: LinkFrame, stream: &mut RandomStream) -> bool {
        stream.uniform() < self.probability
    }
}
