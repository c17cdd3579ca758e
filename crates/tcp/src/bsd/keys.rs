//! Keys that only the stack `bsd` has, its ways of recovery among them.

use skyseam_endpoint::values::Window;
use skyseam_params::names::{Choice, Named, choice};
use skyseam_params::parameters;

use crate::ns2::keys::LossRecovery;

parameters! {
    /// what 4.4BSD and its descendants of 1998 did, with timers on ticks of 500 ms; `recovery` says
    /// which
    pub struct Bsd "bsd"
        from "Wright and Stevens 1995, ch. 24 to 29; RFC 2018, 2582; Henderson 1999, Sec. 4.2" {
        /// Loss detection and recovery of a sender of the stacks "ns2" and "bsd": "fack" and
        /// "sack-newreno" when not given.
        recovery: LossRecovery = LossRecovery::SackNewReno,
        /// Window of the stack "bsd" after the ACK that ends a recovery.
        exit_burst: ExitBurst = ExitBurst::Limited,
        /// First slow-start threshold of the stack "bsd", which 4.4BSD keeps for each route: not
        /// less than two segments. Default: the receive window.
        initial_ssthresh: Option<Window> = None,
    }
}

impl Bsd {
    /// The descendant with this recovery.
    pub fn by(recovery: LossRecovery) -> Self {
        Self { recovery, ..Self::default() }
    }
}

/// Window after the ACK that ends a recovery of the stack `bsd`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExitBurst {
    /// The threshold, or one segment more than is in flight if that is less.
    Limited,
    /// The slow-start threshold, whatever is in flight: all other segments leave at once.
    Unlimited,
}

impl Named for ExitBurst {
    const WHAT: &'static str = "a rule for the end of recovery";
    fn choices() -> Vec<Choice<Self>> {
        vec![
            choice(
                Self::Limited,
                "limited",
                "the threshold, at most a segment more than is in flight",
                "RFC 2582 Sec. 3",
            ),
            choice(
                Self::Unlimited,
                "unlimited",
                "the threshold, so that a burst can leave at once",
                "Henderson 1999, Fig. 4.16",
            ),
        ]
    }

    fn condition(self) -> Option<String> {
        Some("Stack: bsd.".to_owned())
    }
}
