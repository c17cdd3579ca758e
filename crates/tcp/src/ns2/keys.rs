//! Keys that only the stack `ns2` has; ways of recovery, which the stack `bsd` chooses from, too.

use skyseam_params::names::{Choice, Named, choice, name_of};
use skyseam_params::values::Flag;
use skyseam_params::{Keys, Problems, parameters};

use crate::checks::quoted;
use crate::config::TcpConfig;

parameters! {
    /// what ns-2.35's one-way agents do, packet by packet; `recovery` says which
    pub struct Ns2 "ns2" from "ns-2.35, Agent/TCP/Newreno, Sack1 and Linux with their sinks" {
        /// How a sender of the stacks "ns2" and "bsd" finds and repairs losses: "fack" and
        /// "sack-newreno" when not given.
        recovery: LossRecovery = LossRecovery::Fack,
    } else by {
        /// Whether a sender of the stack "ns2" with recovery "fack" takes two steps that ns-2 does
        /// not, against storms of retransmissions where packets overtake each other.
        storm_guard: Option<Flag>,
    }
}

impl Default for Ns2 {
    fn default() -> Self {
        Self::by(LossRecovery::Fack)
    }
}

impl Ns2 {
    /// Returns the agent with this recovery.
    pub fn by(recovery: LossRecovery) -> Self {
        Self { recovery, storm_guard: (recovery == LossRecovery::Fack).then_some(false) }
    }
}

/// How a sender of the stacks `ns2` and `bsd` finds and repairs losses: which of ns-2's agents
/// it is, or which descendant of 4.4BSD.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LossRecovery {
    /// Duplicate ACKs; recovery ends with the first ACK that advances.
    Reno,
    /// Duplicate and partial ACKs: `Agent/TCP/Newreno`, to the plain `Agent/TCPSink`.
    NewReno,
    /// Holes by selective acknowledgements; recovery ends with the first ACK that advances.
    SackReno,
    /// Holes from selective acknowledgements; recovery ends when everything sent before it is
    /// acknowledged.
    SackNewReno,
    /// The pipe algorithm with selective acknowledgements: `Agent/TCP/Sack1`, to
    /// `Agent/TCPSink/Sack1`.
    Sack,
    /// Forward acknowledgement and rate halving: `Agent/TCP/Linux`, to `Agent/TCPSink/Sack1`.
    Fack,
}

impl Named for LossRecovery {
    const WHAT: &'static str = "a loss recovery";
    fn choices() -> Vec<Choice<Self>> {
        vec![
            choice(
                Self::Reno,
                "reno",
                "duplicate ACKs, until the first ACK that advances",
                "4.4BSD; RFC 2001",
            ),
            choice(
                Self::NewReno,
                "newreno",
                "duplicate and partial ACKs, without selective acknowledgements",
                "ns-2.35's Agent/TCP/Newreno and Agent/TCPSink; RFC 6582; with \"bsd\" RFC 2582",
            ),
            choice(
                Self::SackReno,
                "sack-reno",
                "holes by selective acknowledgements, until the first ACK that advances",
                "RFC 2018; Henderson 1999, Sec. 4.2",
            ),
            choice(
                Self::SackNewReno,
                "sack-newreno",
                "holes by selective acknowledgements, until all sent before is acknowledged",
                "RFC 2018, 2582; Henderson 1999, Sec. 4.2",
            ),
            choice(
                Self::Sack,
                "sack",
                "an estimate of the pipe beside selective acknowledgements",
                "ns-2.35's Agent/TCP/Sack1 and Agent/TCPSink/Sack1; Fall and Floyd 1996",
            ),
            choice(
                Self::Fack,
                "fack",
                "forward acknowledgement and rate halving, as in Linux 2.6.22",
                "ns-2.35's Agent/TCP/Linux and Agent/TCPSink/Sack1; Mathis and Mahdavi 1996",
            ),
        ]
    }

    fn condition(self) -> Option<String> {
        let stacks = match self {
            Self::Fack => return Some("Stack: ns2.".to_owned()),
            Self::Sack => "ns2",
            Self::NewReno => "ns2, bsd",
            Self::Reno | Self::SackReno | Self::SackNewReno => "bsd",
        };
        Some(format!("Stack: {stacks}. Congestion: newreno, cr or ibk."))
    }
}

impl LossRecovery {
    /// Whether the recovery needs selective acknowledgements.
    pub(crate) fn needs_blocks(self) -> bool {
        !matches!(self, Self::Reno | Self::NewReno)
    }

    /// Reports the recovery if it is not among `those` of the stack called `stack`.
    pub(crate) fn is_among(
        self,
        those: &[Self],
        stack: &str,
        keys: &Keys,
        problems: &mut Problems<'_>,
    ) -> bool {
        let (name, is_there) = (name_of(self), those.contains(&self));
        if !is_there {
            problems
                .add(&keys.at("recovery"), format!("the TCP stack \"{stack}\" has no \"{name}\""))
                .found(format!("recovery = \"{name}\" with stack = \"{stack}\""))
                .expected(format!(
                    "for this stack, one of {}",
                    quoted(those.iter().map(|one| name_of(*one)))
                ));
        }
        is_there
    }

    /// Reports, in the words of `what`, a recovery that needs selective acknowledgements if there
    /// are none.
    pub(crate) fn check_blocks(
        self,
        what: &str,
        config: &TcpConfig,
        keys: &Keys,
        problems: &mut Problems<'_>,
    ) {
        if self.needs_blocks() && config.sack_blocks == 0 {
            let name = name_of(self);
            problems
                .add(&keys.at("sack_blocks"), what)
                .found(format!("sack_blocks = 0 with recovery = \"{name}\""))
                .expected("a sink that sends blocks, or recovery = \"newreno\"");
        }
    }
}
