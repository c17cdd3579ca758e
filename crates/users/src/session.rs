//! Sessions: who sends, what they should reach, and which part of a mix one is of.

use serde_json::{Value as Json, json};
use skyseam_base::{Duration, Rate};
use skyseam_params::names::{Choice, Named, choice};
use skyseam_params::shape::table;
use skyseam_params::units::{print_duration, print_rate};
use skyseam_params::values::{BitRate, PositiveSpan, plain_number};

table! {
    /// What a session should reach; results say what share of them did.
    TargetTable "Target" {
        /// From its start to its last byte, no longer than this.
        optional completion: PositiveSpan,
        /// Goodput, at least this.
        optional goodput: BitRate,
        exactly one of (completion, goodput)
    }
}

plain_number! {
    /// A share of a whole.
    Share from 0.0 to 1.0
}

/// Who sends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// The user.
    Up,
    /// The other end.
    Down,
}

impl Named for Way {
    const WHAT: &'static str = "a direction of sessions";
    fn choices() -> Vec<Choice<Self>> {
        vec![
            choice(Self::Up, "up", "the user sends, or is the client", "uploads, requests, calls"),
            choice(
                Self::Down,
                "down",
                "the other end sends, or is the client",
                "downloads of one-way applications",
            ),
        ]
    }
}

/// What a session should reach.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// No longer than this from its start to its last byte.
    Completion(Duration),
    /// At least this goodput.
    Goodput(Rate),
}

impl TargetTable {
    /// The target; `None` where it could not be read.
    pub fn target(&self) -> Option<Target> {
        let completion = self.completion.as_ref().map(|span| Target::Completion(span.0));
        completion.or(self.goodput.as_ref().map(|rate| Target::Goodput(rate.0)))
    }
}

impl Target {
    /// The target as a scenario file has it.
    pub fn print(self) -> Json {
        match self {
            Self::Completion(span) => json!({ "completion": print_duration(span) }),
            Self::Goodput(rate) => json!({ "goodput": print_rate(rate) }),
        }
    }
}

/// The number of the share that `uniform` out of [0, 1) falls on.
pub fn drawn(shares: impl Iterator<Item = f64> + Clone, uniform: f64) -> usize {
    let mut left = uniform * shares.clone().sum::<f64>();
    let mut last = 0;
    for (index, share) in shares.enumerate() {
        left -= share;
        if left < 0.0 {
            return index;
        }
        if share > 0.0 {
            last = index;
        }
    }
    last
}
