//! Congestion controllers as the kernel's modules are: windows in segments, asked at fixed places.
//!
//! Owns growth and by how much a loss reduces. The way down is [`super::prr`]'s. Which there are is
//! in the registry of [`crate::congestion`].

pub mod bbr;
pub mod bbr3;
pub mod cubic;
pub mod hybla;
pub mod hystart;
pub mod in_bytes;
pub mod reno;
pub mod vegas;
pub mod westwood;

use std::fmt::Debug;

use skyseam_base::{Duration, RandomStream, SimTime};

use super::pacing::Pacing;
use super::queue::Sent;
use super::rate::{Delivery, RateSample};
use super::state::State;

/// No slow-start threshold yet (`TCP_INFINITE_SSTHRESH`).
pub const INFINITE: u32 = 0x7fff_ffff;

/// The congestion window, in segments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Window {
    /// Congestion window.
    pub cwnd: u32,
    /// Slow-start threshold; [`INFINITE`] while there is none.
    pub ssthresh: u32,
    /// Acknowledged segments that have not made the window grow yet.
    pub count: u32,
}

impl Window {
    /// Whether the window is below the threshold (`tcp_in_slow_start`).
    pub fn in_slow_start(&self) -> bool {
        self.cwnd < self.ssthresh
    }

    /// Grows by as many segments as were acknowledged, up to the threshold; gives how many are left
    /// for congestion avoidance (`tcp_slow_start`).
    pub fn slow_start(&mut self, acked: u32) -> u32 {
        let grown = self.cwnd.saturating_add(acked).min(self.ssthresh);
        let left = acked - (grown - self.cwnd);
        self.cwnd = grown;
        left
    }

    /// Grows by one segment for each `every` acknowledged (`tcp_cong_avoid_ai`).
    pub fn avoid_congestion(&mut self, every: u32, acked: u32) {
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

/// An ACK of data, as a controller that measures sees it.
#[derive(Clone, Copy, Debug)]
pub struct Sample {
    /// When it came.
    pub now: SimTime,
    /// The round trip of the newest segment it acknowledges.
    pub rtt: Duration,
    /// Oldest offset outstanding.
    pub una: u64,
    /// Next new offset.
    pub next: u64,
}

/// An ACK after which the window may grow.
#[derive(Clone, Copy, Debug)]
pub struct Growth {
    /// When it came.
    pub now: SimTime,
    /// Segments that it says were delivered.
    pub acked: u32,
    /// Whether the window was in full use (`tcp_is_cwnd_limited`). A window that is not, must not
    /// grow.
    pub limited: bool,
    /// The smoothed round-trip time, once there is one.
    pub smoothed: Option<Duration>,
    /// Oldest offset outstanding.
    pub una: u64,
    /// Next new offset.
    pub next: u64,
}

/// What a controller that governs reads and sets.
#[derive(Debug)]
pub struct ControlContext<'a> {
    /// When the ACK came.
    pub now: SimTime,
    /// The congestion state, after this ACK.
    pub state: State,
    /// Segments in the network.
    pub in_flight: u32,
    /// Whether the window is in full use (`tcp_is_cwnd_limited`).
    pub limited: bool,
    /// Payload bytes of a full segment.
    pub mss: u32,
    /// The smoothed round-trip time.
    pub smoothed: Option<Duration>,
    /// The smallest round-trip time of the last five minutes.
    pub smallest: Option<Duration>,
    /// The window, to be set.
    pub window: &'a mut Window,
    /// The pacing rate, to be set.
    pub pacing: &'a mut Pacing,
    /// Deliveries so far.
    pub delivery: &'a mut Delivery,
    /// The flow's random numbers.
    pub random: &'a mut RandomStream,
}

/// A controller. Each method says in backquotes when the kernel would ask its module.
///
/// There are two kinds. Most are asked how the window grows and by how much a loss reduces it; the
/// connection does the rest. One that *governs* sets window and pacing rate itself on every ACK: it
/// is paced, and neither grown nor reduced.
pub trait Controller: Debug + Send {
    /// Has the processor fetch it, since an ACK comes soon; of no other consequence.
    fn prefetch(&self) {}

    /// The connection is established, `smoothed` being what the handshake took; the window is the
    /// initial one (`init`).
    fn on_established(&mut self, _: &mut Window, _smoothed: Option<Duration>) {}

    /// An ACK came that is not older than the latest: `una` is the oldest offset outstanding,
    /// `selective` says that it carries SACK blocks (`in_ack_event`).
    fn on_ack(&mut self, _now: SimTime, _una: u64, _selective: bool) {}

    /// Data were acknowledged and a round trip measured; before any growth (`pkts_acked`).
    fn on_acked(&mut self, _: &mut Window, _: &Sample) {}

    /// Data were delivered and no reduction is under way: the window may grow (`cong_avoid`).
    fn grow(&mut self, window: &mut Window, growth: &Growth);

    /// The connection entered the state Open, or left it, `next` being the next new offset
    /// (`set_state`).
    fn on_state(&mut self, _open: bool, _next: u64) {}

    /// The slow-start threshold after a loss, in segments, at least two (`ssthresh`).
    fn ssthresh(&mut self, window: &Window) -> u32;

    /// A timeout begins a reduction, the threshold just set (`cwnd_event`, CA_EVENT_LOSS).
    fn on_lost(&mut self, _: &mut Window) {}

    /// The retransmission timer fired (`set_state` with Loss).
    fn on_timeout(&mut self, _now: SimTime, _next: u64) {}

    /// A reduction ended: the window is the threshold, or what it was before where nothing had been
    /// lost (`cwnd_event`, CA_EVENT_COMPLETE_CWR).
    fn on_reduced(&mut self, _: &mut Window) {}

    /// Whether the controller governs (`cong_control`); always the same.
    fn governs(&self) -> bool {
        false
    }

    /// Windows that the send buffer is to hold (`sndbuf_expand`).
    fn windows_to_buffer(&self) -> u64 {
        2
    }

    /// The connection is established: a controller that governs sets what it begins with (`init`).
    fn begin(&mut self, _: &mut ControlContext<'_>) {}

    /// An ACK came: a controller that governs sets window and pacing rate (`cong_control`).
    fn govern(&mut self, _: &mut ControlContext<'_>, _: &RateSample) {}

    /// The state becomes Loss (`set_state`): a controller that governs learns of it here.
    fn on_loss(&mut self, _: &mut ControlContext<'_>) {}

    /// A segment was taken for lost: a controller that governs learns which.
    fn on_segment_lost(&mut self, _: &mut ControlContext<'_>, _: &Sent) {}

    /// Data leave while nothing is in the network, the last before them having left at `last`;
    /// `next` is the next new offset (`cwnd_event`, CA_EVENT_TX_START).
    fn on_start(&mut self, _now: SimTime, _last: SimTime, _next: u64) {}

    /// A reduction was spurious (`undo_cwnd`). The stack restores the window, unless the controller
    /// governs.
    fn on_undo(&mut self, _: &Delivery) {}
}
