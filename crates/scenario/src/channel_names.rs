//! Choices by name that concern channels, as in [`crate::names`]; models come from the registry of
//! the crate `net`.

use skyseam_net::channel::{CHANNELS, ChannelEntry, FontanEnvironment, P681Environment, WhenOver};

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

impl Named for P681Environment {
    const WHAT: &'static str = "an environment of the model \"p681\"";
    fn choices() -> Vec<Choice<Self>> {
        let source = "ITU-R P.681-11 Annex 2, S band";
        vec![
            choice(Self::Urban, "urban", "cities; at 20, 30, 45, 60 and 70 deg", source),
            choice(Self::Suburban, "suburban", "suburbs; at 20, 30, 45 and 60 deg", source),
            choice(
                Self::RuralWooded,
                "rural-wooded",
                "country with woods; at 20, 30, 45, 60 and 70 deg",
                source,
            ),
        ]
    }
}

impl Named for WhenOver {
    const WHAT: &'static str = "what holds after the last level";
    fn choices() -> Vec<Choice<Self>> {
        vec![
            choice(
                Self::Repeat,
                "repeat",
                "the trace from its beginning",
                "Tauran et al.: a trace of 600 s, read modulo its length",
            ),
            choice(Self::Hold, "hold", "its last level", "none; for runs within the trace"),
        ]
    }
}
