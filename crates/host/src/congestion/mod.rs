//! Congestion control: the one trait, the registry of controllers, and the contract they all keep.
//!
//! A controller decides how many bytes may be in flight. It does not own what counts as a loss nor
//! how a recovery paces its way down to the new window: that is `tcp::recovery`. A new controller
//! is one file here (and its `mod` line) and one line in the registry below.

pub mod cubic;
pub mod new_reno;

use std::fmt::Debug;

use skyseam_base::{Duration, SimTime};

use crate::config::Stack;

/// Decides the congestion window. Windows are in bytes, multiples of nothing.
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
    /// The smallest round-trip time so far, zero while there is none.
    pub min_rtt: Duration,
    /// Whether the window was in use as the ACK came. A window that the application or the peer
    /// leaves unused does not grow (RFC 9438 Sec. 5.8).
    pub cwnd_limited: bool,
}

/// What a controller is made from.
#[derive(Clone, Copy, Debug)]
pub struct Setup {
    /// Payload bytes of a full segment.
    pub mss: u32,
    /// Initial window in bytes.
    pub initial_window: u64,
    /// Whose dialect of the algorithm.
    pub stack: Stack,
}

/// A registered controller.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// Name in scenario files.
    pub name: &'static str,
    /// One sentence for documentation.
    pub summary: &'static str,
    /// Where the algorithm is defined.
    pub source: &'static str,
    /// Which algorithm.
    pub algorithm: Algorithm,
    /// Makes a controller of this kind.
    pub build: fn(&Setup) -> Box<dyn Controller>,
}

/// Declares [`Algorithm`] and [`ALGORITHMS`] from one line per controller.
macro_rules! registry {
    ($($variant:ident: $module:ident, $name:literal, $source:literal, $summary:literal;)+) => {
        /// Which congestion controller.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Algorithm {
            $(#[doc = $summary] $variant,)+
        }

        /// All controllers, in the order documentation lists them.
        pub const ALGORITHMS: &[Entry] = &[$(Entry {
            name: $name,
            summary: $summary,
            source: $source,
            algorithm: Algorithm::$variant,
            build: $module::build,
        },)+];
    };
}

registry! {
    NewReno: new_reno, "newreno", "RFC 5681", "Additive increase, multiplicative decrease by half.";
    Bbr: new_reno, "bbr", "tcp_bbr.c", "BBR version 1.";
    Cubic: cubic, "cubic", "RFC 9438", "Cubic function of the time since the last loss.";
}

impl Algorithm {
    /// The registry's entry of this algorithm.
    pub fn entry(self) -> &'static Entry {
        &ALGORITHMS[self as usize]
    }

    /// The algorithm that scenario files call `name`.
    pub fn named(name: &str) -> Option<Self> {
        ALGORITHMS.iter().find(|entry| entry.name == name).map(|entry| entry.algorithm)
    }

    /// The name in scenario files.
    pub fn name(self) -> &'static str {
        self.entry().name
    }

    /// A controller of this kind.
    pub fn build(self, setup: &Setup) -> Box<dyn Controller> {
        (self.entry().build)(setup)
    }
}

#[cfg(test)]
mod tests;
