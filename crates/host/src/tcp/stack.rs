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
        ]
    }
}

/// How a sender of the stack `ns2` finds and repairs losses: which of ns-2's agents it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LossRecovery {
    /// Duplicate and partial ACKs: `Agent/TCP/Newreno`, to the plain `Agent/TCPSink`.
    NewReno,
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
                Self::NewReno,
                "newreno",
                "duplicate and partial ACKs, without selective acknowledgements",
                "ns-2.35's Agent/TCP/Newreno and Agent/TCPSink; RFC 6582",
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
        let any = "Stack: ns2.".to_owned();
        Some(if self == Self::Fack { any } else { any + " Congestion: newreno, cr or ibk." })
    }
}
