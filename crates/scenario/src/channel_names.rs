//! Choices by name that concern channels, as in [`crate::names`]; models come from the registry of
//! the crate `net`.

use skyseam_net::channel::{CHANNELS, ChannelEntry};

use crate::names::{Choice, Named, choice};

/// Models of channels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ChannelKind {
    /// The same level all the time.
    Constant,
    /// Three states of shadowing.
    Fontan,
    /// Good and bad stretches.
    P681,
    /// A file.
    Trace,
}

impl Named for ChannelKind {
    const WHAT: &'static str = "a model of a channel";
    fn choices() -> Vec<Choice<Self>> {
        let kind = |row: &ChannelEntry| {
            let value = match row.name {
                "constant" => Self::Constant,
                "fontan" => Self::Fontan,
                "p681" => Self::P681,
                "trace" => Self::Trace,
                other => panic!("the channel {other} has no keys in the scenario format"),
            };
            choice(value, row.name, row.summary, row.source)
        };
        CHANNELS.iter().map(kind).collect()
    }
}
