//! Sessions: direction of the data, targets, and the drawing of a component of a mix.

use serde_json::{Value as Json, json};
use skyseam_base::{Duration, Rate};
use skyseam_params::names::{Choice, Named, choice};
use skyseam_params::shape::table;
use skyseam_params::units::{print_duration, print_rate};
use skyseam_params::values::{BitRate, PositiveSpan, plain_number};

table! {
    /// Target of a session; results report the share of sessions that met it.
    TargetTable "Target" {
        /// Maximum time from the start of the session to its last byte.
        optional completion: PositiveSpan,
        /// Minimum goodput.
        optional goodput: BitRate,
        exactly one of (completion, goodput)
    }
}

plain_number! {
    /// A fraction of a whole.
    Share from 0.0 to 1.0
}

/// Direction of a session's data.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SessionDirection {
    /// From the user.
    Up,
    /// To the user.
    Down,
}

impl Named for SessionDirection {
    const WHAT: &'static str = "a direction of sessions";
    fn choices() -> Vec<Choice<Self>> {
        vec![
            choice(Self::Up, "up", "the user sends, or is the client", "uploads, requests, calls"),
            choice(
                Self::Down,
                "down",
                "the other endpoint sends, or is the client",
                "downloads of one-way applications",
            ),
        ]
    }
}

/// Target of a session.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SessionTarget {
    /// Maximum time from the start of the session to its last byte.
    Completion(Duration),
    /// Minimum goodput.
    Goodput(Rate),
}

impl TargetTable {
    /// The target; `None` if it could not be read.
    pub fn target(&self) -> Option<SessionTarget> {
        let completion = self.completion.as_ref().map(|span| SessionTarget::Completion(span.0));
        completion.or(self.goodput.as_ref().map(|rate| SessionTarget::Goodput(rate.0)))
    }
}

impl SessionTarget {
    /// The target as in a scenario file.
    pub fn print(self) -> Json {
        match self {
            Self::Completion(span) => json!({ "completion": print_duration(span) }),
            Self::Goodput(rate) => json!({ "goodput": print_rate(rate) }),
        }
    }
}

/// Index of the share for a number `uniform` in [0, 1), drawn in proportion to the shares.
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
