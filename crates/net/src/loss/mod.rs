//! Loss models: which packets a link loses on their way.
//!
//! A model is one file here, one variant of [`LossModel`] and one line in [`LOSS_MODELS`]; that
//! line feeds the scenario's names, the documentation and the contract test below. Every link draws
//! from a stream of its own.

mod bernoulli;
mod bit_error;
mod gilbert_elliott;

use skyseam_base::RandomStream;

use crate::config::LossModel;

/// Decides for each packet that a link sends, in the order of sending.
pub trait Loss: Send {
    /// Whether a frame of `bytes` is lost.
    fn loses(&mut self, bytes: u32, stream: &mut RandomStream) -> bool;
}

/// A model as scenarios and documentation know it.
#[derive(Clone, Debug)]
pub struct LossEntry {
    /// Name in scenario files.
    pub name: &'static str,
    /// One line of what it does.
    pub summary: &'static str,
    /// Where it is defined.
    pub source: &'static str,
    /// One of its kind, for the contract test, and its share of lost packets of 1500 bytes.
    pub example: (LossModel, f64),
}

/// Every model there is.
pub const LOSS_MODELS: &[LossEntry] = &[bernoulli::ENTRY, bit_error::ENTRY, gilbert_elliott::ENTRY];

/// The model that `config` describes.
pub fn build(config: LossModel) -> Box<dyn Loss> {
    match config {
        LossModel::Bernoulli { probability } => Box::new(bernoulli::Bernoulli { probability }),
        LossModel::BitError { rate } => Box::new(bit_error::BitError::new(rate)),
        LossModel::GilbertElliott { good_to_bad, bad_to_good, loss_good, loss_bad } => Box::new(
            gilbert_elliott::GilbertElliott::new([good_to_bad, bad_to_good], [loss_good, loss_bad]),
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use skyseam_base::math;

    fn lost(model: LossModel, owner: &str, packets: u32) -> Vec<bool> {
        let (mut model, mut stream) = (build(model), RandomStream::new(1, owner));
        (0..packets).map(|_| model.loses(1500, &mut stream)).collect()
    }

    /// What every model promises: the share of losses it states, to four standard deviations of
    /// means over blocks (losses may depend on each other), the same losses from the same stream,
    /// and none where nothing can be lost.
    #[test]
    fn every_model_keeps_the_contract() {
        for (i, entry) in LOSS_MODELS.iter().enumerate() {
            let named = |other: &LossEntry| other.name == entry.name;
            assert!(!LOSS_MODELS[..i].iter().any(named), "{} twice", entry.name);
            assert!(!entry.summary.is_empty() && !entry.source.is_empty());
            let (model, share) = entry.example;
            let fates = lost(model, "a", 1_000_000);
            let blocks: Vec<f64> = fates
                .chunks(10_000)
                .map(|block| block.iter().filter(|lost| **lost).count() as f64 / 10_000.0)
                .collect();
            let mean = blocks.iter().sum::<f64>() / blocks.len() as f64;
            let variance = blocks.iter().map(|b| math::powi(b - mean, 2)).sum::<f64>() / 99.0;
            let error = (variance / 100.0).sqrt();
            assert!(error > 0.0 && (mean - share).abs() < 4.0 * error, "{}: {mean}", entry.name);
            assert_eq!(fates[..1000], lost(model, "a", 1000), "{} draws elsewhere", entry.name);
            assert_ne!(fates[..1000], lost(model, "b", 1000), "{}: one stream", entry.name);
        }
        let never = [
            LossModel::Bernoulli { probability: 0.0 },
            LossModel::BitError { rate: 0.0 },
            LossModel::GilbertElliott {
                good_to_bad: 0.5,
                bad_to_good: 0.5,
                loss_good: 0.0,
                loss_bad: 0.0,
            },
        ];
        for model in never {
            assert!(!lost(model, "a", 1000).contains(&true), "{model:?}");
        }
    }
}
