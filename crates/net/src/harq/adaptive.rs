//! Adaptive redundancy: each transmission is sized for the level that the channel exceeds with a
//! target probability.
//!
//! N_k = (threshold - I) N / C(Es/N0 + q_k), where I is the accumulated mutual information, N the
//! number of symbols of the mother codeword and q_k the level exceeded with probability p_k; p_k =
//! 1 stands for all symbols that were not sent yet. There are no published numbers: this is the
//! rule by which the symbol tables were made, applied to the actual accumulated information instead
//! of its mean.

use skyseam_params::shape::List;
use skyseam_params::values::{Count, Probability};
use skyseam_params::{Keys, Problems, parameters};

use super::symbols::TRANSMISSIONS;
use super::{Code, HarqScheme, Plan, Process};

parameters! {
    /// Type II with the number of missing symbols, for a target probability.
    pub struct Adaptive "adaptive"
    from "after Ali Ahmad et al., IEEE ASMS/SPSC 2014, as Tauran et al. describe it",
    check together {
        /// Probability that each transmission is the last one needed, counted from the first,
        /// ascending; 1 requests all remaining symbols.
        targets: List<Probability> = USUAL_TARGETS.to_vec(),
        /// Maximum number of retransmissions of a packet. With fewer than the default targets, and
        /// no `targets`, the first default targets apply, then 1. Default: one less than the number
        /// of targets.
        retransmissions: Option<Count<0, 15>> = None,
        /// Number of information bits of a codeword.
        information_bits: Count<8, 1_000_000> = super::USUAL_BITS,
    }
}

/// Targets of the table for voice packets at 7 dB.
const USUAL_TARGETS: [f64; TRANSMISSIONS] = [0.42, 0.69, 0.87, 1.0];

impl Adaptive {
    fn together(&mut self, keys: &Keys, problems: &mut Problems<'_>) {
        let fewer = self.retransmissions.map(|given| given as usize);
        if let Some(last) = fewer.filter(|last| *last < TRANSMISSIONS && !keys.has("targets")) {
            self.targets.truncate(last);
            self.targets.push(1.0);
        }
        let targets = &self.targets;
        let ascends = |i: usize| targets[i] > if i == 0 { 0.0 } else { targets[i - 1] };
        if let Some(wrong) = (0..targets.len()).find(|i| !ascends(*i)) {
            problems
                .add(&keys.element("targets", wrong), "`targets` do not ascend")
                .found(format!("{}", targets[wrong]))
                .expected("probabilities above 0, each above the one before, such as 0.42, 0.9, 1");
        }
        if targets.is_empty() {
            problems
                .add(&keys.at("targets"), "no transmission")
                .expected("a probability for each transmission, such as [0.42, 0.9, 1]");
            return;
        }
        if let Some(given) = self.retransmissions
            && given as usize + 1 != targets.len()
        {
            problems
                .add(&keys.at("retransmissions"), "`retransmissions` and `targets` do not agree")
                .found(format!("{given} retransmissions, and {} targets", targets.len()))
                .expected("one more target than retransmissions");
        }
        self.retransmissions = Some(self.retransmissions());
    }
}

impl HarqScheme for Adaptive {
    fn plan(&self, code: &Code<'_>) -> Box<dyn Plan> {
        let worth = |p: f64| code.capacity.at(code.reference_es_n0_db + (code.exceeded)(p));
        Box::new(AdaptivePlan {
            worth: self.targets.iter().map(|&p| (p < 1.0).then(|| worth(p))).collect(),
            mother_symbols: code.mother_symbols,
            threshold: code.threshold,
        })
    }

    fn retransmissions(&self) -> u32 {
        self.retransmissions.unwrap_or(self.targets.len() as u32 - 1)
    }

    fn information_bits(&self) -> u32 {
        self.information_bits
    }
}

/// The rule with its precomputed constants.
#[derive(Debug)]
struct AdaptivePlan {
    /// Bits per symbol at the level of each transmission's target; `None` for all remaining
    /// symbols.
    worth: Vec<Option<f64>>,
    mother_symbols: u32,
    threshold: f64,
}

impl Plan for AdaptivePlan {
    fn transmissions(&self) -> usize {
        self.worth.len()
    }

    /// Number of symbols, at most the remaining ones.
    fn symbols(&self, process: &Process) -> u32 {
        let left = self.mother_symbols.saturating_sub(process.symbols_received);
        let Some(worth) = self.worth[process.transmissions as usize] else { return left };
        let missing =
            (self.threshold - process.mutual_information) * f64::from(self.mother_symbols);
        // If a symbol is worth nothing, more would be needed than there are; the cast saturates.
        ((missing / worth).ceil() as u32).clamp(1, left.max(1)).min(left)
    }
}
