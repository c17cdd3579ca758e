//! Values of the keys about explicit congestion notification.

use skyseam_packet::Ecn;
use skyseam_params::names::{Choice, Named, choice};

use crate::congestion::algorithm::TcpAlgorithm;

/// ECN variant that an endpoint supports or that a connection has negotiated.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum EcnVariant {
    /// None.
    #[default]
    Off,
    /// RFC 3168.
    Classic,
    /// Accurate ECN (RFC 9768).
    AccEcn,
}

impl EcnVariant {
    /// Returns the variant that a controller needs.
    pub(crate) fn needed_by(controller: &dyn TcpAlgorithm) -> Self {
        match controller.ect() {
            Ecn::NotEct | Ecn::Ce => Self::Off,
            Ecn::Ect0 => Self::Classic,
            Ecn::Ect1 => Self::AccEcn,
        }
    }
}

impl Named for EcnVariant {
    const WHAT: &'static str = "a variant of ECN";
    fn choices() -> Vec<Choice<Self>> {
        vec![
            choice(Self::Off, "off", "no ECN", "RFC 9293"),
            choice(Self::Classic, "classic", "one congestion signal per round trip", "RFC 3168"),
            choice(Self::AccEcn, "accecn", "counts of marked packets and bytes", "RFC 9768"),
        ]
    }
}

/// Use of the AccECN option.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum OptionUse {
    /// Never.
    Off,
    /// After a change of a counter, and three times per round trip.
    Minimum,
    /// On every segment, once the peer has sent the option.
    #[default]
    Full,
}

impl Named for OptionUse {
    const WHAT: &'static str = "a use of the AccECN option";
    fn choices() -> Vec<Choice<Self>> {
        const SOURCE: &str = "RFC 9768 Sec. 3.2.3; Linux, tcp_ecn_option";
        vec![
            choice(Self::Off, "off", "never", SOURCE),
            choice(Self::Minimum, "minimum", "at changes and three times per round trip", SOURCE),
            choice(Self::Full, "full", "on every segment, 12 bytes", SOURCE),
        ]
    }
}
