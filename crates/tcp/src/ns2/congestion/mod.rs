//! Controllers as modules of Linux 2.6.22, which ns-2's `Agent/TCP/Linux` calls: windows in
//! packets, clocks in milliseconds. Owns growth and the size of a reduction; [`super::fack`] owns
//! the gradual reduction.

pub mod cubic;
pub mod hybla;
pub mod opening;
pub mod reno;

use std::fmt::Debug;

use skyseam_base::{Duration, SimTime};

/// State of the agent (`icsk_ca_state`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// No sign of loss.
    Open,
    /// A loss is being repaired.
    Recovery,
    /// The timer has fired, and packets sent before it are still unacknowledged.
    Loss,
}

/// Congestion window and threshold, packets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Window {
    /// Congestion window.
    pub cwnd: u64,
    /// Slow-start threshold.
    pub ssthresh: u64,
    /// Maximum of the window (`snd_cwnd_clamp`).
    pub clamp: u64,
    /// ACKs that have not contributed to growth yet (`snd_cwnd_cnt`).
    pub count: u64,
    /// Acknowledged packets that have not contributed to growth yet (`bytes_acked`).
    pub acked: u64,
}

impl Window {
    /// Returns a window whose threshold and maximum are the receive window.
    pub fn new(cwnd: u64, receive_window: u64) -> Self {
        Self { cwnd, ssthresh: receive_window, clamp: receive_window, count: 0, acked: 0 }
    }

    /// Resets the counts of ACKs after a loss.
    pub(crate) fn forget_counts(&mut self) {
        self.count = 0;
        self.acked = 0;
    }

    /// Whether a module of Reno's kind is in slow start, which includes a window equal to the
    /// threshold.
    pub fn in_slow_start(&self) -> bool {
        self.cwnd <= self.ssthresh
    }

    fn increment(&mut self) {
        if self.cwnd < self.clamp {
            self.cwnd += 1;
        }
    }

    /// Grows by one packet per ACK of new packets (`tcp_slow_start` with byte counting, RFC 3465, L
    /// = 1).
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

    /// Grows by one packet per acknowledged window (RFC 3465).
    pub(crate) fn avoid_congestion(&mut self) {
        if self.acked >= self.cwnd {
            self.acked -= self.cwnd;
            self.increment();
        }
    }

    /// Grows by one packet for every `every` + 1 ACKs.
    pub(crate) fn grow_every(&mut self, every: u64) {
        if self.count >= every {
            self.increment();
            self.count = 0;
        } else {
            self.count += 1;
        }
    }
}

/// ACK of new packets, as passed to a module.
#[derive(Clone, Copy, Debug)]
pub struct Ack {
    /// Arrival time.
    pub now: SimTime,
    /// Eight times the smoothed round-trip time, milliseconds.
    pub eightfold_rtt: u64,
    /// Age of the echoed timestamp.
    pub echoed: Option<Duration>,
    /// Packets in flight before the ACK.
    pub in_flight: u64,
    /// Whether the ACK arrived outside Recovery and Loss and carried no new SACK blocks.
    pub is_plain: bool,
}

impl Ack {
    /// Whether the window limited the sender (`tcp_is_cwnd_limited`, in ns-2 without a margin).
    pub fn is_limited(&self, window: &Window) -> bool {
        self.in_flight >= window.cwnd
    }

    /// Returns the time of the modules' clock.
    pub fn millis(&self) -> u64 {
        self.now.as_nanos() / 1_000_000
    }
}

/// Controller module.
pub trait ControllerModule: Debug + Send {
    /// Sets the initial state at the first ACK.
    fn begin(&mut self, _: &mut Window, _eightfold_rtt: u64) {}

    /// Records that `packets` were acknowledged.
    fn on_acked(&mut self, _packets: u64, _: State) {}

    /// Grows the window.
    fn grow(&mut self, window: &mut Window, ack: &Ack);

    /// Returns the threshold after a loss, at least two.
    fn ssthresh(&mut self, window: &Window) -> u64;

    /// Returns the window in recovery, once the threshold is set (`min_cwnd`).
    fn least(&self, window: &Window) -> u64 {
        window.ssthresh
    }

    /// Records that the agent enters this state.
    fn on_state(&mut self, _: State) {}
}
