//! Choices by name that concern links: kinds of loss.
//!
//! As in [`crate::names`]; kinds come from the registries of the crate `net`.

use skyseam_net::loss::{LOSS_MODELS, LossEntry};

use crate::names::{Choice, Named, choice};

/// Kinds of loss.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LossKind {
    /// Each packet on its own.
    Bernoulli,
    /// Each bit on its own.
    BitError,
    /// In bursts.
    GilbertElliott,
}

impl Named for LossKind {
    const WHAT: &'static str = "a kind of loss";
    fn choices() -> Vec<Choice<Self>> {
        let kind = |row: &LossEntry| {
            let value = match row.name {
                "bernoulli" => Self::Bernoulli,
                "bit-error" => Self::BitError,
                "gilbert-elliott" => Self::GilbertElliott,
                other => panic!("the loss model {other} has no keys in the scenario format"),
            };
            choice(value, row.name, row.summary, row.source)
        };
        LOSS_MODELS.iter().map(kind).collect()
    }
}
