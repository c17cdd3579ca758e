//! The states of a sender, and what its one timer is set for.

use skyseam_base::SimTime;

/// How far a connection is, as its sender knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum State {
    /// Not begun.
    Idle,
    /// The SYN is on its way and no data may follow yet (RFC 9293 Sec. 3.5).
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
    /// RFC 6298: something is in flight.
    Retransmit(SimTime),
    /// RFC 9293 Sec. 3.8.6.1: the peer's window is closed and nothing is in flight.
    Persist(SimTime),
}
