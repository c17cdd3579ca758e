//! Congestion controllers with the interface of the kernel's modules: windows in segments, called
//! at fixed places.
//!
//! Owns growth and the size of a reduction. [`super::prr`] owns the gradual reduction. The registry
//! of controllers is in [`crate::congestion`].

pub mod bbr;
pub mod bbr3;
pub mod cubic;
pub mod dctcp;
pub mod hybla;
pub mod hystart;
pub mod in_bytes;
pub mod prague;
pub mod reno;
pub mod vegas;
pub mod westwood;

use std::fmt::Debug;

use skyseam_base::{Duration, RandomStream, SimTime};

use super::pacing::Pacing;
use super::queue::Sent;
use super::rate::{Delivery, RateSample};
use super::state::State;

/// Slow-start threshold before the first loss (`TCP_INFINITE_SSTHRESH`).
pub(crate) const INFINITE: u32 = 0x7fff_ffff;

/// Congestion window, in segments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Window {
    /// Congestion window.
    pub cwnd: u32,
    /// Slow-start threshold; [`INFINITE`] before the first loss.
    pub ssthresh: u32,
    /// Acknowledged segments that have not contributed to growth yet.
    pub count: u32,
}

impl Window {
    /// Whether the window is below the threshold (`tcp_in_slow_start`).
    pub fn in_slow_start(&self) -> bool {
        self.cwnd < self.ssthresh
    }

    /// Grows by the acknowledged segments, up to the threshold. Returns the segments left for
    /// congestion avoidance (`tcp_slow_start`).
    pub fn slow_start(&mut self, acked: u32) -> u32 {
        let grown = self.cwnd.saturating_add(acked).min(self.ssthresh);
        let left = acked - (grown - self.cwnd);
        self.cwnd = grown;
        left
    }

    /// Grows by one segment for each `every` acknowledged (`tcp_cong_avoid_ai`).
    pub(crate) fn avoid_congestion(&mut self, every: u32, acked: u32) {
        let every = every.max(1);
        if self.count >= every {
            self.count = 0;
            self.cwnd += 1;
        }
        self.count += acked;
        self.cwnd += self.count / every;
        self.count %= every;
    }
}

/// Acknowledgement of data, as passed to a controller that measures.
#[derive(Clone, Copy, Debug)]
pub struct Sample {
    /// Arrival time.
    pub now: SimTime,
    /// Round trip of the newest acknowledged segment.
    pub rtt: Duration,
    /// Oldest offset outstanding.
    pub una: u64,
    /// Next new offset.
    pub next: u64,
}

/// Acknowledgement after which the window may grow.
#[derive(Clone, Copy, Debug)]
pub struct Growth {
    /// Arrival time.
    pub now: SimTime,
    /// Newly delivered segments.
    pub acked: u32,
    /// Whether the window was fully used (`tcp_is_cwnd_limited`). Otherwise it must not grow.
    pub limited: bool,
    /// Smoothed round-trip time, once there is one.
    pub smoothed: Option<Duration>,
    /// Oldest offset outstanding.
    pub una: u64,
    /// Next new offset.
    pub next: u64,
}

/// Deliveries so far, for a controller that measures the share of marked packets.
#[derive(Clone, Copy, Debug)]
pub struct EcnCounts {
    /// Oldest offset outstanding.
    pub una: u64,
    /// Next new offset.
    pub next: u64,
    /// Delivered segments.
    pub delivered: u64,
    /// Delivered segments that arrived with CE.
    pub delivered_ce: u64,
}

/// Input and output of a controller that governs.
#[derive(Debug)]
pub struct ControlContext<'a> {
    /// Arrival time of the ACK.
    pub now: SimTime,
    /// Congestion state after this ACK.
    pub state: State,
    /// Segments in the network.
    pub in_flight: u32,
    /// Whether the window is fully used (`tcp_is_cwnd_limited`).
    pub limited: bool,
    /// Payload bytes of a full segment.
    pub mss: u32,
    /// The smoothed round-trip time.
    pub smoothed: Option<Duration>,
    /// The smallest round-trip time of the last five minutes.
    pub smallest: Option<Duration>,
    /// Window, set by the controller.
    pub window: &'a mut Window,
    /// Pacing, whose rate the controller sets.
    pub pacing: &'a mut Pacing,
    /// Deliveries so far.
    pub delivery: &'a mut Delivery,
    /// Random numbers of the flow.
    pub random: &'a mut RandomStream,
}

/// Congestion controller. Each method names in backquotes the kernel's call to its module.
///
/// There are two kinds. Most controllers compute the growth of the window and the size of a
/// reduction; the connection does the rest. A controller that *governs* sets window and pacing rate
/// itself on every ACK: the connection paces it, and neither grows nor reduces its window.
pub trait LinuxController: Debug + Send {
    /// Prefetches the state into the cache before an ACK. No effect on results.
    fn prefetch(&self) {}

    /// Records that the connection is established. `smoothed` is the round trip of the handshake;
    /// the window is the initial one (`init`).
    fn on_established(&mut self, _: &mut Window, _smoothed: Option<Duration>) {}

    /// Records an ACK that is not older than the latest. `una` is the oldest offset outstanding;
    /// `selective` says that it carries SACK blocks (`in_ack_event`).
    fn on_ack(&mut self, _now: SimTime, _una: u64, _selective: bool) {}

    /// Records the marks reported by an ACK, before any reduction (`in_ack_event`). Called on
    /// connections that may have ECN.
    fn on_ecn(&mut self, _: &EcnCounts) {}

    /// Records that a loss begins a recovery; the threshold is already set (`set_state` with
    /// Recovery).
    fn on_recovery(&mut self, _: &mut Window) {}

    /// Records acknowledged data with a round-trip sample, before any growth (`pkts_acked`).
    fn on_acked(&mut self, _: &mut Window, _: &Sample) {}

    /// Whether [`on_delivery`](Self::on_delivery) is called; never changes.
    fn takes_samples(&self) -> bool {
        false
    }

    /// Records deliveries so far, the sample of the rate and the segments in the network, before
    /// any growth; for adapters of controllers that are not the kernel's.
    fn on_delivery(&mut self, _: &Delivery, _: &RateSample, _in_flight: u32) {}

    /// Grows the window after data were delivered outside a reduction (`cong_avoid`).
    fn grow(&mut self, window: &mut Window, growth: &Growth);

    /// Records that the connection entered or left the state Open; `next` is the next new offset
    /// (`set_state`).
    fn on_state(&mut self, _open: bool, _next: u64) {}

    /// Returns the slow-start threshold after a loss, in segments, at least two (`ssthresh`).
    fn ssthresh(&mut self, window: &Window) -> u32;

    /// Records that a timeout begins a reduction; the threshold is already set (`cwnd_event`,
    /// CA_EVENT_LOSS).
    fn on_lost(&mut self, _: &mut Window) {}

    /// Records a retransmission timeout (`set_state` with Loss).
    fn on_timeout(&mut self, _now: SimTime, _next: u64) {}

    /// Records the end of a reduction: the window is the threshold, or its earlier value if nothing
    /// was lost (`cwnd_event`, CA_EVENT_COMPLETE_CWR).
    fn on_reduced(&mut self, _: &mut Window) {}

    /// Whether segments are paced even if the scenario does not ask for it; never changes.
    fn paces(&self) -> bool {
        self.governs()
    }

    /// Returns the pacing rate, payload bytes per second, of a controller that does not govern;
    /// `None` for that of window and round-trip time.
    fn pacing_rate(&self) -> Option<u64> {
        None
    }

    /// Whether the controller governs (`cong_control`). The answer never changes.
    fn governs(&self) -> bool {
        false
    }

    /// Returns the number of windows that the send buffer is to hold (`sndbuf_expand`).
    fn windows_to_buffer(&self) -> u64 {
        2
    }

    /// Sets the initial state of a controller that governs, when the connection is established
    /// (`init`).
    fn begin(&mut self, _: &mut ControlContext<'_>) {}

    /// Sets window and pacing rate after an ACK, if the controller governs (`cong_control`).
    fn govern(&mut self, _: &mut ControlContext<'_>, _: &RateSample) {}

    /// Notifies a controller that governs of the state Loss (`set_state`).
    fn on_loss(&mut self, _: &mut ControlContext<'_>) {}

    /// Notifies a controller that governs of a segment marked as lost.
    fn on_segment_lost(&mut self, _: &mut ControlContext<'_>, _: &Sent) {}

    /// Records that data are sent while nothing is in flight. The previous data left at `last`;
    /// `next` is the next new offset (`cwnd_event`, CA_EVENT_TX_START).
    fn on_start(&mut self, _now: SimTime, _last: SimTime, _next: u64) {}

    /// Notifies a controller that governs of data that leave while nothing is in the network.
    fn on_restart(&mut self, _: &mut ControlContext<'_>) {}

    /// Records that a reduction was spurious (`undo_cwnd`). The stack restores the window, unless
    /// the controller governs.
    fn on_undo(&mut self, _: &Delivery) {}
}
