//! Loss models: selection of the packets that a link loses.
//!
//! A model is one file here, including its parameters, and one line in the registry below, from
//! which reader, messages, schema, manifest and contract test are made. Every link has a random
//! stream of its own.

mod bernoulli;
mod bit_error;
mod gilbert_elliott;
mod gilbert_elliott_time;
mod list;

use skyseam_base::{RandomStream, SimTime};
use skyseam_params::values::Flag;
use skyseam_params::{Parameters, parameters, registry};

pub use bernoulli::Bernoulli;
pub use bit_error::BitError;
pub use gilbert_elliott::GilbertElliott;
pub use gilbert_elliott_time::GilbertElliottTime;
pub use list::ListedLosses;

use crate::direction::Direction;

/// A packet with its framing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LinkFrame {
    /// Size in bytes, including framing.
    pub bytes: u32,
    /// Departure of the last bit.
    pub end: SimTime,
}

/// Decides for each packet that a link sends, in the order of sending.
pub trait Loss: Send {
    /// Whether the frame is lost.
    fn loses(&mut self, frame: LinkFrame, stream: &mut RandomStream) -> bool;
}

/// A loss model: its parameters, and the initial state they define.
pub trait LossModel: Parameters {
    /// Creates the losses of one link in a run that begins at `start`.
    fn build(&self, start: SimTime) -> Box<dyn Loss>;
}

parameters! {
    /// Keys of all losses, whatever their model.
    pub struct LossKeys {
        /// Whether only packets that carry data can be lost, of TCP or in datagrams; others do not
        /// change the state of a link that has states.
        data_only: Flag = false,
        /// On a wire, the direction that loses packets: "forward" is from the first of `between` to
        /// the second.
        direction: Direction = Direction::Both,
    }
}

registry! {
    /// Packets lost in transit, drawn for each packet and direction.
    dyn LossModel "Loss" is "a kind of loss" at "links.*.loss.kind" with LossKeys {
        Bernoulli, BitError, GilbertElliott, GilbertElliottTime, ListedLosses,
    }
    pub fn built_in;
    pub fn member;
}

#[cfg(test)]
mod tests {
    use super::*;
    use skyseam_base::math;
    use skyseam_params::{Catalogue, Model, registry};

    fn lost(model: &dyn LossModel, owner: &str, packets: u32) -> Vec<bool> {
        let (mut model, mut stream) = (model.build(SimTime::ZERO), RandomStream::new(1, owner));
        let frame = |ms: u32| LinkFrame {
            bytes: 1500,
            end: SimTime::from_nanos(1_000_000 * u64::from(ms)),
        };
        (0..packets).map(|number| model.loses(frame(number), &mut stream)).collect()
    }

    /// Keys of an example of a model, and of one that never loses a packet.
    fn examples(name: &str) -> [&'static str; 2] {
        match name {
            "bernoulli" => ["probability = 0.05", "probability = 0"],
            "bit-error" => ["rate = 1e-5", "rate = 0"],
            "gilbert-elliott" => [
                "good_to_bad = 0.05\nbad_to_good = 0.2\nloss_good = 0.01\nloss_bad = 0.5",
                "good_to_bad = 0.5\nbad_to_good = 0.5\nloss_bad = 0",
            ],
            "gilbert-elliott-time" => [
                "mean_good = \"80 ms\"\nmean_bad = \"20 ms\"\nloss_good = 0.01\nloss_bad = 0.5",
                "mean_good = \"1 ms\"\nmean_bad = \"1 ms\"\nloss_bad = 0",
            ],
            "list" => ["lose = [3, \"11-20\", \"500001-549989\"]", "lose = [2000000]"],
            other => panic!("an example of {other}"),
        }
    }

    /// Share of lost packets of 1500 bytes in the examples: 1 - (1 - 1e-5)^12000; 50,000 of a
    /// million; a fifth of packets in the bad state, half of them lost, and 1 % of the others.
    fn share(name: &str) -> f64 {
        match name {
            "bernoulli" | "list" => 0.05,
            "bit-error" => 0.113_080_1,
            _ => 0.108,
        }
    }

    /// The contract of every model: the stated share of losses, to four standard deviations of
    /// means over blocks (losses may depend on each other), the same losses from the same stream,
    /// and none if nothing can be lost.
    #[test]
    fn every_model_keeps_the_contract() {
        let catalogue = Catalogue::default().with_all(built_in());
        for member in built_in() {
            let name = member.name;
            assert!(!member.summary.is_empty() && !member.source.is_empty());
            let [model, never] = examples(name).map(|keys| -> Model<dyn LossModel> {
                let text = format!("kind = \"{name}\"\n{keys}");
                registry::parse(&text, catalogue.clone()).expect("an example")
            });
            let fates = lost(&*model, "a", 1_000_000);
            let blocks: Vec<f64> = fates
                .chunks(10_000)
                .map(|block| block.iter().filter(|lost| **lost).count() as f64 / 10_000.0)
                .collect();
            let mean = blocks.iter().sum::<f64>() / blocks.len() as f64;
            let variance = blocks.iter().map(|b| math::powi(b - mean, 2)).sum::<f64>() / 99.0;
            let error = (variance / 100.0).sqrt();
            assert!(error > 0.0 && (mean - share(name)).abs() < 4.0 * error, "{name}: {mean}");
            assert_eq!(fates[..1000], lost(&*model, "a", 1000), "{name} draws elsewhere");
            let is_drawn = name != "list";
            assert_eq!(fates[..1000] != lost(&*model, "b", 1000), is_drawn, "{name}: one stream");
            assert!(!lost(&*never, "a", 1000).contains(&true), "{name}");
        }
    }
}
