//! Prague (draft-briscoe-iccrg-prague-congestion-control-04), which meets the requirements of RFC
//! 9331 Sec. 4: ECT(1), accurate feedback, reduction by the share of marks, growth that depends
//! little on the round trip, pacing, and a response to loss.
//!
//! Not implemented: fallback on classic ECN queues by delay (Sec. 2.4.4 of the draft is optional),
//! windows below two segments.

use skyseam_base::{Duration, SimTime};
use skyseam_packet::Ecn;
use skyseam_params::parameters;

use super::{ControlContext, EcnCounts, Growth, LinuxController, Window};
use crate::congestion::algorithm::{Setup, TcpAlgorithm};
use crate::linux::rate::{Delivery, RateSample};

/// A segment, and a share of one, in the units of the window and of alpha.
const ONE: u64 = 1 << 20;
/// Weight of the latest round trip in alpha, as a shift: 1/16 (Sec. 2.4.1).
const SHIFT: u32 = 4;
/// Smallest round trip whose growth and reductions a connection has (Sec. 2.4.3).
const VIRTUAL_RTT: Duration = Duration::from_millis(25);
/// Minimum window, segments.
const LEAST: u64 = 2;
/// Pacing rate in slow start and after it, as multiples of window per round trip (Sec. 2.4.5).
const PACING_GAIN: [u64; 2] = [2, 1];

parameters! {
    /// Prague, the controller of L4S: a reduction by the share of marked packets, paced, on ECT(1).
    /// Stacks: linux.
    pub struct Prague "prague"
        from "draft-briscoe-iccrg-prague-congestion-control; RFC 9331 Sec. 4" {}
}

impl TcpAlgorithm for Prague {
    fn in_segments(&self, setup: &Setup) -> Option<Box<dyn LinuxController>> {
        Some(Box::new(PragueState::new(setup.now)))
    }

    fn ect(&self) -> Ecn {
        Ecn::Ect1
    }
}

/// State of the controller.
#[derive(Clone, Debug)]
pub(crate) struct PragueState {
    /// Window in units of [`ONE`].
    cwnd: u64,
    /// Smoothed share of marked packets, in units of [`ONE`].
    alpha: u64,
    counts: Counts,
    /// Deliveries at the last ACK, and at the last update of alpha.
    at_ack: Counts,
    at_update: Counts,
    /// Round trip of alpha, and the one after a reduction.
    update: RoundTrip,
    reduction: RoundTrip,
    /// Window before the last reduction for a loss.
    before_loss: u64,
}

#[derive(Clone, Copy, Debug, Default)]
struct Counts {
    una: u64,
    next: u64,
    delivered: u64,
    delivered_ce: u64,
}

/// A round trip, at least [`VIRTUAL_RTT`] long.
#[derive(Clone, Copy, Debug)]
struct RoundTrip {
    /// Offset whose acknowledgement ends it, and its start.
    until: u64,
    since: SimTime,
}

impl RoundTrip {
    fn is_over(&self, now: SimTime, counts: &Counts) -> bool {
        counts.una >= self.until && now.saturating_since(self.since) >= VIRTUAL_RTT
    }

    fn begin(&mut self, now: SimTime, counts: &Counts) {
        *self = Self { until: counts.next, since: now };
    }
}

impl PragueState {
    /// Returns a controller of a connection that begins at `now`.
    pub fn new(now: SimTime) -> Self {
        let round = RoundTrip { until: 0, since: now };
        Self {
            cwnd: 0,
            // The first mark halves the window.
            alpha: ONE,
            counts: Counts::default(),
            at_ack: Counts { delivered: 1, ..Counts::default() },
            at_update: Counts { delivered: 1, ..Counts::default() },
            update: round,
            reduction: round,
            before_loss: 0,
        }
    }

    /// Updates alpha once per virtual round trip (Sec. 2.4.1).
    fn update_alpha(&mut self, now: SimTime) {
        let counts = self.counts;
        if !self.update.is_over(now, &counts) {
            return;
        }
        let delivered = counts.delivered.saturating_sub(self.at_update.delivered);
        if delivered > 0 {
            let marked = (counts.delivered_ce - self.at_update.delivered_ce).min(delivered);
            self.alpha = self.alpha - (self.alpha >> SHIFT) + ((marked * ONE / delivered) >> SHIFT);
        }
        self.at_update = counts;
        self.update.begin(now, &counts);
    }

    /// Grows by the unmarked packets: in slow start by each, then by a segment per round trip, or
    /// less over a short one (Sec. 2.4.2, 2.4.3).
    fn increase(&mut self, control: &ControlContext<'_>, unmarked: u64) {
        if !control.limited || unmarked == 0 {
            return;
        }
        if control.window.in_slow_start() {
            self.cwnd += unmarked * ONE;
            return;
        }
        let rtt = control.smoothed.unwrap_or(VIRTUAL_RTT).min(VIRTUAL_RTT).as_nanos();
        let share = rtt * ONE / VIRTUAL_RTT.as_nanos();
        let step = share * share / ONE;
        self.cwnd += unmarked * step / (self.cwnd / ONE).max(1);
    }

    /// Sets window and pacing rate.
    fn apply(&mut self, control: &mut ControlContext<'_>) {
        self.cwnd = self.cwnd.max(LEAST * ONE);
        let window = u32::try_from(self.cwnd / ONE).unwrap_or(u32::MAX);
        control.window.cwnd = window;
        if let Some(smoothed) = control.smoothed.filter(|smoothed| !smoothed.is_zero()) {
            let gain = PACING_GAIN[usize::from(!control.window.in_slow_start())];
            let bytes = u128::from(self.cwnd) * u128::from(control.mss) * u128::from(gain);
            let rate = bytes * 1_000_000_000 / u128::from(ONE) / u128::from(smoothed.as_nanos());
            control.pacing.rate = u64::try_from(rate).ok();
        }
    }
}

impl LinuxController for PragueState {
    fn grow(&mut self, _: &mut Window, _: &Growth) {}

    fn ssthresh(&mut self, window: &Window) -> u32 {
        window.ssthresh
    }

    fn governs(&self) -> bool {
        true
    }

    fn begin(&mut self, control: &mut ControlContext<'_>) {
        self.cwnd = u64::from(control.window.cwnd) * ONE;
        control.pacing.least_burst = 1;
        self.apply(control);
    }

    fn on_ecn(&mut self, counts: &EcnCounts) {
        let EcnCounts { una, next, delivered, delivered_ce } = *counts;
        self.counts = Counts { una, next, delivered, delivered_ce };
    }

    fn govern(&mut self, control: &mut ControlContext<'_>, _: &RateSample) {
        self.update_alpha(control.now);
        let counts = self.counts;
        let acked = counts.delivered.saturating_sub(self.at_ack.delivered);
        let marked = (counts.delivered_ce - self.at_ack.delivered_ce).min(acked);
        self.at_ack = counts;
        if marked > 0 && self.reduction.is_over(control.now, &counts) {
            // Sec. 2.4.2: once per round trip; the first mark ends slow start.
            self.cwnd -=
                (u128::from(self.cwnd) * u128::from(self.alpha) / u128::from(2 * ONE)) as u64;
            self.reduction.begin(control.now, &counts);
            control.window.ssthresh = (self.cwnd / ONE).max(LEAST) as u32;
        }
        self.increase(control, acked - marked);
        self.apply(control);
    }

    /// A loss halves the window (RFC 9331 Sec. 4.3).
    fn on_recovery(&mut self, window: &mut Window) {
        self.before_loss = self.cwnd;
        self.cwnd = (self.cwnd / 2).max(LEAST * ONE);
        window.ssthresh = (self.cwnd / ONE) as u32;
        window.cwnd = window.ssthresh;
    }

    fn on_lost(&mut self, window: &mut Window) {
        self.before_loss = self.cwnd;
        window.ssthresh = (self.cwnd / ONE / 2).max(LEAST) as u32;
    }

    fn on_loss(&mut self, control: &mut ControlContext<'_>) {
        self.cwnd = LEAST * ONE;
        self.apply(control);
    }

    fn on_undo(&mut self, _: &Delivery) {
        self.cwnd = self.cwnd.max(self.before_loss);
    }
}
