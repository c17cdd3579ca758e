//! Controllers as modules of Linux 2.6.22, which ns-2's `Agent/TCP/Linux` calls: windows in
//! packets, clocks in milliseconds. Owns growth and by how much a loss reduces; the way down is
//! [`super::fack`]'s.

pub mod cubic;
pub mod hybla;
pub mod opening;
pub mod reno;

use std::fmt::Debug;

use skyseam_base::{Duration, SimTime};

/// State of the agent (`icsk_ca_state`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// Nothing is missing.
    Open,
    /// A loss is repaired.
    Recovery,
    /// The timer fired, and what was in doubt then still is.
    Loss,
}

/// The congestion window, packets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Window {
    /// Congestion window.
    pub cwnd: u64,
    /// Slow-start threshold.
    pub ssthresh: u64,
    /// The window grows no further (`snd_cwnd_clamp`).
    pub clamp: u64,
    /// ACKs that have not made the window grow yet (`snd_cwnd_cnt`).
    pub count: u64,
    /// Packets acknowledged that have not made the window grow yet (`bytes_acked`).
    pub acked: u64,
}

impl Window {
    /// Threshold and clamp are the receive window.
    pub fn new(cwnd: u64, receive_window: u64) -> Self {
        Self { cwnd, ssthresh: receive_window, clamp: receive_window, count: 0, acked: 0 }
    }

    /// After a loss no ACK counts that came before.
    pub fn forget_counts(&mut self) {
        self.count = 0;
        self.acked = 0;
    }

    /// Whether a module of Reno's kind is still in slow start: at the threshold, too.
    pub fn in_slow_start(&self) -> bool {
        self.cwnd <= self.ssthresh
    }

    fn increment(&mut self) {
        if self.cwnd < self.clamp {
            self.cwnd += 1;
        }
    }

    /// One packet per ACK that acknowledges any (`tcp_slow_start` with byte counting, RFC 3465,
    /// L = 1).
    pub fn slow_start(&mut self) {
        if self.acked < 1 {
            return;
        }
        self.acked = 0;
        self.count += self.cwnd;
        while self.count >= self.cwnd {
            self.count -= self.cwnd;
            self.increment();
        }
    }

    /// One packet per window acknowledged (RFC 3465).
    pub fn avoid_congestion(&mut self) {
        if self.acked >= self.cwnd {
            self.acked -= self.cwnd;
            self.increment();
        }
    }

    /// One packet for every `every` + 1 ACKs.
    pub fn grow_every(&mut self, every: u64) {
        if self.count >= every {
            self.increment();
            self.count = 0;
        } else {
            self.count += 1;
        }
    }
}

/// An ACK of new packets, as a module sees it.
#[derive(Clone, Copy, Debug)]
pub struct Ack {
    /// When it came.
    pub now: SimTime,
    /// Eight times the smoothed round-trip time, milliseconds.
    pub eightfold_rtt: u64,
    /// Age of the timestamp it echoes.
    pub echoed: Option<Duration>,
    /// Packets in flight before it.
    pub in_flight: u64,
    /// Whether it came outside recovery and loss and acknowledged nothing selectively.
    pub is_plain: bool,
}

impl Ack {
    /// Whether the window held packets back (`tcp_is_cwnd_limited`, in ns-2 without a margin).
    pub fn is_limited(&self, window: &Window) -> bool {
        self.in_flight >= window.cwnd
    }

    /// The clock of the modules.
    pub fn millis(&self) -> u64 {
        self.now.as_nanos() / 1_000_000
    }
}

/// A module.
pub trait Controller: Debug + Send {
    /// The first ACK has come.
    fn begin(&mut self, _: &mut Window, _eightfold_rtt: u64) {}

    /// `packets` were acknowledged.
    fn on_acked(&mut self, _packets: u64, _: State) {}

    /// The window may grow.
    fn grow(&mut self, window: &mut Window, ack: &Ack);

    /// The threshold after a loss, at least two.
    fn ssthresh(&mut self, window: &Window) -> u64;

    /// The window in recovery, the threshold being set (`min_cwnd`).
    fn least(&self, window: &Window) -> u64 {
        window.ssthresh
    }

    /// The agent goes into this state.
    fn on_state(&mut self, _: State) {}
}
