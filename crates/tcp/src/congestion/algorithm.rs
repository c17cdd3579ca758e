//! Interface of a congestion controller: its parameters, and its initial state in each stack; and
//! the state of controllers that count bytes, with their common contract.

use std::fmt::Debug;
use std::sync::Arc;

use skyseam_base::{Duration, SimTime};
use skyseam_params::{Keys, Model, Parameters, Problems};

use super::increase::Increase;
use crate::linux::clock::Clock;
use crate::linux::congestion as linux;
use crate::ns2::congestion as ns2;

/// A congestion controller that a scenario can choose: its parameters, and the constructors of its
/// state for the stacks that have it.
pub trait Algorithm: Parameters {
    /// Creates a controller in bytes, for the stack `rfc`; `None` if that does not have it.
    fn in_bytes(&self, _: &Setup) -> Option<Box<dyn Controller>> {
        None
    }

    /// Creates a controller in segments, for the stack `linux`; `None` if that does not have it.
    fn in_segments(&self, _: &Setup) -> Option<Box<dyn linux::Controller>> {
        None
    }

    /// Creates a controller in packets, for the stack `ns2`; `None` if that does not have it.
    fn in_packets(&self, _: &Setup) -> Option<Box<dyn ns2::Controller>> {
        None
    }

    /// Rule of increase for the stack `bsd` and for ns-2's agents with a window of their own,
    /// `Agent/TCP/Newreno` and `Agent/TCP/Sack1`; `None` if they do not have it.
    fn increase(&self) -> Option<Increase> {
        None
    }

    /// Whether its form for the stack `linux` detects the end of slow start (HyStart).
    fn has_hystart(&self) -> bool {
        false
    }

    /// Reports keys of the connection, at `keys`, that have no effect with it.
    fn check(&self, _keys: &Keys, _problems: &mut Problems<'_>) {}
}

/// A controller with these parameters.
pub fn algorithm(own: impl Algorithm) -> Model<dyn Algorithm> {
    Model::new(Arc::new(own))
}

/// The connection that a controller is made for.
#[derive(Clone, Copy, Debug)]
pub struct Setup {
    /// Start time of the connection.
    pub now: SimTime,
    /// Payload bytes of a full segment.
    pub mss: u32,
    /// Initial window in bytes.
    pub initial_window: u64,
    /// Whether it detects the end of slow start (HyStart), if it supports that.
    pub hystart: bool,
    /// Whether segments are paced.
    pub paced: bool,
    /// Clock of its host, if the stack has one.
    pub clock: Clock,
}

impl Setup {
    /// Setup of an example connection.
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
    /// Handles an ACK of new data outside of fast recovery.
    fn on_ack(&mut self, ack: &Ack);

    /// Handles a detected loss; called once per recovery. Sets the window after recovery.
    fn on_loss(&mut self, now: SimTime, flight_size: u64);

    /// Handles the expiry of the retransmission timer: the window falls to one segment. `first` is
    /// false if the same loss times out again: then the threshold stays (RFC 5681 Sec. 3.1).
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

/// Information of an acknowledgement for a controller.
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
