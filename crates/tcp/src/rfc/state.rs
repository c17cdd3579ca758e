//! States of a sender, and the purpose of its timer.

use skyseam_base::SimTime;

/// State of a connection at its sender.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum State {
    /// Not started.
    Idle,
    /// The SYN is in flight and no data may follow yet (RFC 9293 Sec. 3.5).
    SynSent,
    Established,
    /// All data are acknowledged.
    Finished,
    /// The peer did not answer for too long.
    Aborted,
}

/// Purpose of the pending timer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Timer {
    Off,
    /// Retransmission (RFC 6298): something is in flight.
    Retransmit(SimTime),
    /// Window probe (RFC 9293 Sec. 3.8.6.1): the peer's window is closed and nothing is in flight.
    Persist(SimTime),
}
