//! Choices by name that concern channels, as in [`crate::names`]; models come from the registry of
//! the crate `net`.

use skyseam_net::channel::{CHANNELS, ChannelEntry, FontanEnvironment};

use crate::names::{Choice, Named, choice};

/// Models of channels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ChannelKind {
    /// The same level all the time.
    Constant,
    /// Three states of shadowing.
    Fontan,
}

impl Named for ChannelKind {
    const WHAT: &'static str = "a model of a channel";
    fn choices() -> Vec<Choice<Self>> {
        let kind = |row: &ChannelEntry| {
            let value = match row.name {
                "constant" => Self::Constant,
                "fontan" => Self::Fontan,
                other => panic!("the channel {other} has no keys in the scenario format"),
            };
            choice(value, row.name, row.summary, row.source)
        };
        CHANNELS.iter().map(kind).collect()
    }
}

impl Named for FontanEnvironment {
    const WHAT: &'static str = "an environment of the model \"fontan\"";
    fn choices() -> Vec<Choice<Self>> {
        let source = "Perez-Fontan et al. 2001, S band, 40 deg";
        vec![
            choice(Self::Open, "open", "open country", source),
            choice(Self::Suburban, "suburban", "suburbs", source),
            choice(
                Self::IntermediateTreeShadow,
                "intermediate-tree-shadow",
                "intermediate tree shadow (ITS), the channel of Tauran et al.",
                source,
            ),
            choice(
                Self::HeavyTreeShadow,
                "heavy-tree-shadow",
                "heavy tree shadow (HTS), never a clear line of sight",
                source,
            ),
        ]
    }
}
