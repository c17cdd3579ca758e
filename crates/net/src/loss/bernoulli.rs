//! Bernoulli losses: each packet on its own.

use skyseam_base::RandomStream;

use super::{Loss, LossEntry};
use crate::config::LossModel;

/// How scenarios and documentation know it.
pub(super) const ENTRY: LossEntry = LossEntry {
    name: "bernoulli",
    summary: "each packet is lost with the same probability, whatever became of the others",
    source: "independent trials; ns-2.35's ErrorModel with unit packet",
    example: (LossModel::Bernoulli { probability: 0.05 }, 0.05),
};

/// Independent losses.
#[derive(Debug)]
pub(super) struct Bernoulli {
    pub(super) probability: f64,
}

impl Loss for Bernoulli {
    fn loses(&mut self, _: u32, stream: &mut RandomStream) -> bool {
        stream.uniform() < self.probability
    }
}
