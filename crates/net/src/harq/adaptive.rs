//! Redundancy by what is missing: each transmission is sized for the level that the channel exceeds
//! with a target probability.
//!
//! N_k = (threshold - I) N / C(Es/N0 + q_k), where I is what was accumulated, N the symbols of the
//! mother codeword and q_k the level exceeded with probability p_k; p_k = 1 stands for all symbols
//! that were not sent yet. No published numbers: the rule by which the symbol tables were made,
//! applied to what the receiver has instead of to what it had on average.

/// The rule with its constants worked out.
#[derive(Debug)]
pub(super) struct Adaptive {
    /// Bits per symbol at the level of each transmission's target; `None` for all that is left.
    worth: Vec<Option<f64>>,
    mother_symbols: u32,
    threshold: f64,
}

impl Adaptive {
    pub(super) fn new(worth: Vec<Option<f64>>, mother_symbols: u32, threshold: f64) -> Self {
        Self { worth, mother_symbols, threshold }
    }

    /// How many transmissions have a target.
    pub(super) fn transmissions(&self) -> usize {
        self.worth.len()
    }

    /// Symbols of transmission `number`, counted from 0, once `gathered` bits per symbol of the
    /// mother codeword came out of `sent` symbols: at most what is left.
    pub(super) fn symbols(&self, number: usize, gathered: f64, sent: u32) -> u32 {
        let left = self.mother_symbols.saturating_sub(sent);
        let Some(worth) = self.worth[number] else { return left };
        let missing = (self.threshold - gathered) * f64::from(self.mother_symbols);
        // What is worth nothing needs more than there is; the cast saturates.
        ((missing / worth).ceil() as u32).clamp(1, left.max(1)).min(left)
    }
}
