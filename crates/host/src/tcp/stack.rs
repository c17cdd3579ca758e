//! Whose TCP: the stacks, and the agents of one of them.

use skyseam_params::names::{Choice, Named, choice};

/// Whose TCP this is; the profile every other value of [`crate::config::TcpConfig`] defaults to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stack {
    /// The RFCs read plainly.
    Rfc,
    /// What ns-2.35's one-way agents do; [`LossRecovery`] says which.
    Ns2,
    /// What a Linux 6.18 kernel does.
    Linux,
    /// What 4.4BSD and its descendants of 1998 did; [`LossRecovery`] says which.
    Bsd,
}

impl Named for Stack {
    const WHAT: &'static str = "a TCP stack";
    fn choices() -> Vec<Choice<Self>> {
        vec![
            choice(Self::Rfc, "rfc", "the RFCs read plainly", "RFC 9293, 5681, 6582, 6675, 9438"),
            choice(
                Self::Ns2,
                "ns2",
                "what ns-2.35's one-way agents do, packet by packet; `recovery` says which",
                "ns-2.35, Agent/TCP/Newreno, Sack1 and Linux with their sinks",
            ),
            choice(
                Self::Linux,
                "linux",
                "what a Linux 6.18 kernel does, compared with measurements of one",
                "RFC 8985, 6937bis, 5682, 9438; tcp_input.c, tcp_recovery.c, tcp_cubic.c",
            ),
            choice(
                Self::Bsd,
                "bsd",
                "what 4.4BSD and its descendants of 1998 did, with timers on ticks of 500 ms; \
                 `recovery` says which",
                "Wright and Stevens 1995, ch. 24 to 29; RFC 2018, 2582; Henderson 1999, Sec. 4.2",
            ),
        ]
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
    /// Holes by selective acknowledgements; recovery ends when all is acknowledged that was sent
    /// before it.
    SackNewReno,
    /// A pipe beside selective acknowledgements: `Agent/TCP/Sack1`, to `Agent/TCPSink/Sack1`.
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
    /// Whether `stack` has it.
    pub(crate) fn is_of(self, stack: Stack) -> bool {
        match self {
            Self::Sack | Self::Fack => stack == Stack::Ns2,
            Self::NewReno => matches!(stack, Stack::Ns2 | Stack::Bsd),
            Self::Reno | Self::SackReno | Self::SackNewReno => stack == Stack::Bsd,
        }
    }

    /// Whether it lives on selective acknowledgements.
    pub(crate) fn needs_blocks(self) -> bool {
        !matches!(self, Self::Reno | Self::NewReno)
    }
}

/// What the ACK that ends a recovery of the stack `bsd` leaves of the window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExitBurst {
    /// The threshold, or one segment more than is in flight where that is less.
    Limited,
    /// The threshold, however little is in flight: the rest leaves at once.
    Unlimited,
}

impl Named for ExitBurst {
    const WHAT: &'static str = "a way to leave recovery";
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
