//! Choices by name that concern links: kinds of queue and of loss, order, direction.
//!
//! As in [`crate::names`]; kinds come from the registries of the crate `net`.

use skyseam_net::config::{Direction, Order};
use skyseam_net::loss::{LOSS_MODELS, LossEntry};
use skyseam_net::queue::{DISCIPLINES, Discipline};

use crate::names::{Choice, Named, choice};

/// Kinds of queue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum QueueKind {
    /// First in, first out.
    DropTail,
    /// Random early detection.
    Red,
    /// Controlled delay.
    CoDel,
    /// Controlled delay for each flow.
    FqCoDel,
}

impl Named for QueueKind {
    const WHAT: &'static str = "a kind of queue";
    fn choices() -> Vec<Choice<Self>> {
        let kind = |row: &Discipline| {
            let value = match row.name {
                "drop-tail" => Self::DropTail,
                "red" => Self::Red,
                "codel" => Self::CoDel,
                "fq-codel" => Self::FqCoDel,
                other => panic!("the queue discipline {other} has no keys in the scenario format"),
            };
            choice(value, row.name, row.summary, row.source)
        };
        DISCIPLINES.iter().map(kind).collect()
    }
}

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

impl Named for Order {
    const WHAT: &'static str = "an order of arrival";
    fn choices() -> Vec<Choice<Self>> {
        vec![
            choice(
                Self::Overtake,
                "overtake",
                "each packet takes the delay it finds; a later one may arrive earlier",
                "light in vacuum; ns-2.35's satlink",
            ),
            choice(
                Self::Fifo,
                "fifo",
                "no packet arrives before one that was sent earlier; on a downlink, to the same \
                 terminal",
                "a tunnel or radio link that delivers in sequence",
            ),
        ]
    }
}

impl Named for Direction {
    const WHAT: &'static str = "a direction";
    fn choices() -> Vec<Choice<Self>> {
        let source = "the order of `between`";
        vec![
            choice(Self::Both, "both", "both directions", source),
            choice(Self::Forward, "forward", "from the first end to the second", source),
            choice(Self::Backward, "backward", "from the second end to the first", source),
        ]
    }
}
