//! What a congestion controller is: its parameters, and the state that they begin with in each
//! stack; and the state of those that count bytes, with the contract they all keep.

use std::fmt::Debug;
use std::sync::Arc;

use skyseam_base::{Duration, SimTime};
use skyseam_params::{Keys, Model, Parameters, Problems};

use super::increase::Increase;
use crate::linux::clock::Clock;
use crate::linux::congestion as linux;
use crate::ns2::congestion as ns2;

/// A congestion controller as a scenario chooses it: its parameters, and how the stacks that have
/// it make one for a connection.
pub trait Algorithm: Parameters {
    /// One that counts bytes, for the stack `rfc`; `None` where that does not have it.
    fn in_bytes(&self, _: &Setup) -> Option<Box<dyn Controller>> {
        None
    }

    /// One that counts segments, for the stack `linux`; `None` where that does not have it.
    fn in_segments(&self, _: &Setup) -> Option<Box<dyn linux::Controller>> {
        None
    }

    /// One that counts packets, for the stack `ns2`; `None` where that does not have it.
    fn in_packets(&self, _: &Setup) -> Option<Box<dyn ns2::Controller>> {
        None
    }

    /// How an ACK opens the window of the stack `bsd` and of ns-2's agents that have one of their
    /// own, `Agent/TCP/Newreno` and `Agent/TCP/Sack1`; `None` where that is no rule of theirs.
    fn increase(&self) -> Option<Increase> {
        None
    }

    /// Whether that of the stack `linux` looks for the end of slow start (HyStart).
    fn has_hystart(&self) -> bool {
        false
    }

    /// Notes keys of the connection, which stand at `keys`, that mean nothing beside it.
    fn check(&self, _keys: &Keys, _problems: &mut Problems<'_>) {}
}

/// A controller with these parameters.
pub fn algorithm(own: impl Algorithm) -> Model<dyn Algorithm> {
    Model::new(Arc::new(own))
}

/// The connection that a controller is made for.
#[derive(Clone, Copy, Debug)]
pub struct Setup {
    /// When it begins.
    pub now: SimTime,
    /// Payload bytes of a full segment.
    pub mss: u32,
    /// Initial window in bytes.
    pub initial_window: u64,
    /// Whether it looks for the end of slow start (HyStart), where that is its business.
    pub hystart: bool,
    /// Whether segments leave at a pace.
    pub paced: bool,
    /// The clock of its host, where the stack has one.
    pub clock: Clock,
}

impl Setup {
    /// Some connection.
    pub const SOME: Self = Self {
        now: SimTime::ZERO,
        mss: 1460,
        initial_window: 14_600,
        hystart: false,
        paced: false,
        clock: Clock::START,
    };
}

/// Decides the congestion window. Windows are in bytes and need not be whole segments.
///
/// The connection calls `on_ack` for ACKs outside fast recovery, `on_loss` once per loss event as
/// it enters recovery and `on_timeout` when the retransmission timer fires. While it recovers, the
/// connection does not let the window grow.
pub trait Controller: Debug + Send {
    /// New data was acknowledged, and no fast recovery is under way.
    fn on_ack(&mut self, ack: &Ack);

    /// Loss was detected; called once per recovery. The window becomes what recovery ends with.
    fn on_loss(&mut self, now: SimTime, flight_size: u64);

    /// The retransmission timer fired: the window falls to one segment. `first` is false while the
    /// same loss is being timed out again: then the threshold stays (RFC 5681 Sec. 3.1).
    fn on_timeout(&mut self, now: SimTime, flight_size: u64, first: bool);

    /// The congestion window in bytes, never below one segment.
    fn cwnd(&self) -> u64;

    /// The slow-start threshold in bytes; `u64::MAX` while there is none.
    fn ssthresh(&self) -> u64;

    /// Whether the window grows by slow start.
    fn in_slow_start(&self) -> bool {
        self.cwnd() < self.ssthresh()
    }

    /// The SYN was lost: data begin with one segment (RFC 5681 Sec. 3.1).
    fn on_syn_lost(&mut self);
}

/// What an acknowledgement tells a controller.
#[derive(Clone, Copy, Debug)]
pub struct Ack {
    /// When it came.
    pub now: SimTime,
    /// Bytes it newly acknowledged cumulatively.
    pub bytes: u64,
    /// The smoothed round-trip time, zero while there is none.
    pub smoothed_rtt: Duration,
    /// Whether the window was in use as the ACK came. A window that the application or the peer
    /// leaves unused does not grow (RFC 9438 Sec. 5.8).
    pub cwnd_limited: bool,
}
