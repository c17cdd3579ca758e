//! Congestion control: the registry of controllers, which stack has which, and the trait of those
//! that count bytes, with the contract they all keep.
//!
//! A controller decides how much may be in flight. It does not own what counts as a loss nor how a
//! recovery paces its way down to the new window: that is `tcp::recovery`. The stack `rfc` takes
//! controllers of this module, in bytes; the stack `linux` takes those of
//! [`crate::linux::congestion`], in segments, asked where the kernel asks its modules; the stack
//! `ns2` those of [`crate::ns2::congestion`], in packets. A new controller is one file in any (and
//! its `mod` line) and one line in the registry below.

pub mod cubic;
pub mod new_reno;

use std::fmt::Debug;

use skyseam_base::{Duration, SimTime};

use crate::config::{Stack, TcpConfig};
use crate::linux::congestion as linux;
use crate::ns2::congestion as ns2;

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

/// What a controller is made from.
#[derive(Clone, Copy, Debug)]
pub struct Setup {
    /// Payload bytes of a full segment.
    pub mss: u32,
    /// Initial window in bytes.
    pub initial_window: u64,
}

/// Makes a controller that counts bytes.
pub type InBytes = fn(&Setup) -> Box<dyn Controller>;

/// Makes a controller that counts segments, of a connection established at the given time.
pub type InSegments = fn(&TcpConfig, SimTime) -> Box<dyn linux::Controller>;

/// Makes a controller that counts packets.
pub type InPackets = fn(&TcpConfig) -> Box<dyn ns2::Controller>;

/// How each stack makes a controller; `None` where a stack does not have it.
#[derive(Clone, Copy, Debug)]
pub struct Builders {
    /// The RFCs'.
    pub rfc: Option<InBytes>,
    /// That of ns-2.35.
    pub ns2: Option<InPackets>,
    /// The kernel's.
    pub linux: Option<InSegments>,
}

impl Builders {
    const NONE: Self = Self { rfc: None, ns2: None, linux: None };

    const fn rfc(self, build: InBytes) -> Self {
        Self { rfc: Some(build), ..self }
    }

    const fn ns2(self, build: InPackets) -> Self {
        Self { ns2: Some(build), ..self }
    }

    const fn linux(self, build: InSegments) -> Self {
        Self { linux: Some(build), ..self }
    }
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
    /// Which stacks have it, and how they make it.
    pub builders: Builders,
}

/// Declares [`Algorithm`] and [`ALGORITHMS`] from one line per controller.
macro_rules! registry {
    ($($variant:ident: $name:literal, $source:literal, $summary:literal,
        { $($stack:ident: $build:expr),+ };)+) => {
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
            builders: Builders::NONE$(.$stack($build))+,
        },)+];
    };
}

registry! {
    NewReno: "newreno", "RFC 5681", "Additive increase, multiplicative decrease by half.",
        { rfc: new_reno::build, ns2: ns2::reno::build, linux: linux::reno::build };
    Cubic: "cubic", "RFC 9438", "Cubic function of the time since the last loss.",
        { rfc: cubic::build, ns2: ns2::cubic::build, linux: linux::cubic::build };
    Bbr: "bbr", "Cardwell et al. 2016, ACM Queue 14 (5); tcp_bbr.c of Linux 6.18",
        "Version 1: paced at the bottleneck's bandwidth, as it is measured.",
        { linux: linux::bbr::build };
    Bbr3: "bbr3", "draft-ietf-ccwg-bbr-05",
        "Version 3: as version 1, with loss above 2 % as a bound.",
        { linux: linux::bbr3::build };
    Hybla: "hybla", "Caini and Firrincieli 2004, Int. J. Satell. Commun. Netw. 22, 547",
        "Grows at a long round-trip time as Reno would at a reference, 25 ms.",
        { ns2: ns2::hybla::build, linux: linux::hybla::build };
    Vegas: "vegas", "Brakmo and Peterson 1995, IEEE J. Sel. Areas Commun. 13, 1465",
        "Keeps two to four packets queued, judged by how much the round trip has grown.",
        { linux: linux::vegas::build };
    Westwood: "westwood", "Grieco and Mascolo 2004, ACM Comput. Commun. Rev. 34 (2), 25",
        "Westwood+: Reno whose window after a loss is what the path was seen to deliver.",
        { linux: linux::westwood::build };
}

impl Entry {
    /// Whether `stack` has this controller.
    pub fn is_of(&self, stack: Stack) -> bool {
        match stack {
            Stack::Rfc => self.builders.rfc.is_some(),
            Stack::Ns2 => self.builders.ns2.is_some(),
            Stack::Linux => self.builders.linux.is_some(),
        }
    }
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

    /// A controller of this kind that counts bytes, if the stack `rfc` has one.
    pub fn build(self, setup: &Setup) -> Option<Box<dyn Controller>> {
        self.entry().builders.rfc.map(|build| build(setup))
    }

    /// A controller of this kind that counts packets, if the stack `ns2` has one, for a connection
    /// with the parameters of `config`.
    pub fn build_in_packets(self, config: &TcpConfig) -> Option<Box<dyn ns2::Controller>> {
        self.entry().builders.ns2.map(|build| build(config))
    }

    /// A controller of this kind that counts segments, if the stack `linux` has one, for a
    /// connection with the parameters of `config` that is established at `now`.
    pub fn build_in_segments(
        self,
        config: &TcpConfig,
        now: SimTime,
    ) -> Option<Box<dyn linux::Controller>> {
        self.entry().builders.linux.map(|build| build(config, now))
    }
}

#[cfg(test)]
mod tests;
