//! BBR, version 3: like version 1 a model of the path, but one that takes losses into account. The
//! amount in flight when more than 2 % was lost bounds the window in the long term; the amount
//! delivered while packets were lost bounds window and rate until the path is probed again.
//!
//! Source: N. Cardwell, I. Swett, J. Beshay (eds.), "BBR Congestion Control",
//! draft-ietf-ccwg-bbr-05, whose sections are named, in segments instead of bytes and in the
//! integers of [`super::bbr`]. Left out: the restart from idle, and ECN, as in the draft. The Linux
//! kernel of the other controllers does not have it.
//!
//! Owns the states and their outputs. The bounds are in [`bounds`], the measurements in [`path`].

mod bounds;
mod path;

use skyseam_base::{Duration, RandomStream, SimTime};
use skyseam_params::{Declared, Keys, Problems, parameters};

use self::bounds::{Bounds, INFINITE};
use self::path::{Extra, Pipe, Smallest};
use super::bbr::{BW_UNIT, UNIT, burst, bytes_per_second, refuse_unpaced};
use super::{ControlContext, Growth, LinuxController, Window};
use crate::congestion::algorithm::{Setup, TcpAlgorithm};
use crate::linux::clock::micros;
use crate::linux::queue::Sent;
use crate::linux::rate::{Delivery, RateSample};
use crate::linux::state::State;

/// Returns a gain given in per cent.
const fn gain(per_cent: u64) -> u64 {
    (per_cent * UNIT + 50) / 100
}

/// Window over bandwidth-delay product, except in the phases UP and `ProbeRTT`.
const WINDOW_GAIN: u64 = gain(200);
/// Window in `ProbeRTT`, and minimum window otherwise (`MinPipeCwnd`).
const LEAST_WINDOW: u64 = 4;
/// Duration of a `ProbeRTT`.
const PROBE_RTT_DURATION: Duration = Duration::from_millis(200);
/// Ranges of segments lost in a round trip that end `Startup` (`BBRStartupFullLossCnt`).
const FULL_RANGES: u32 = 6;
/// Maximum length of `Drain` in round trips.
const DRAIN_ROUNDS: u32 = 3;
/// Maximum number of round trips between probes for bandwidth, so that Reno keeps its share.
const RENO_ROUNDS: u64 = 63;
/// Initial window, assumed to fill the path before a round trip is known.
const INITIAL_WINDOW: u64 = 10;

/// State of the controller (Sec. 5.1.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mode {
    Startup,
    Drain,
    Down,
    Cruise,
    Refill,
    Up,
    ProbeRtt,
}

impl Mode {
    /// Whether the state is one of `ProbeBW`.
    fn probes_bandwidth(self) -> bool {
        matches!(self, Self::Down | Self::Cruise | Self::Refill | Self::Up)
    }

    /// Whether the state sends faster than the estimated rate (`BBRIsProbingBW`).
    fn accelerates(self) -> bool {
        matches!(self, Self::Startup | Self::Refill | Self::Up)
    }

    /// Returns the gains of rate and window (Sec. 5.6.1).
    fn gains(self) -> (u64, u64) {
        match self {
            Self::Startup => (gain(277), WINDOW_GAIN),
            Self::Drain => (gain(50), WINDOW_GAIN),
            Self::Down => (gain(90), WINDOW_GAIN),
            Self::Cruise | Self::Refill => (UNIT, WINDOW_GAIN),
            Self::Up => (gain(125), gain(225)),
            Self::ProbeRtt => (UNIT, gain(50)),
        }
    }
}

/// Relation of the arriving acknowledgements to a probe for bandwidth (`BBR.ack_phase`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    /// No relation.
    Idle,
    Refilling,
    Starting,
    Feedback,
    Stopping,
}

parameters! {
    /// Version 3: as version 1, with loss above 2 % as a bound. Stacks: linux.
    pub struct Bbr3 "bbr3" from "draft-ietf-ccwg-bbr-05" {}
}

/// State of the controller.
#[derive(Clone, Debug)]
pub(crate) struct Bbr3State {
    mode: Mode,
    phase: Phase,
    /// Largest rates of the previous `ProbeBW` cycle and of this one.
    bandwidths: [u64; 2],
    bounds: Bounds,
    /// Number of round trips, whether this ACK began one, and the count of deliveries that ends it.
    rounds: u32,
    round_start: bool,
    round_end: u64,
    rounds_since_probe: u64,
    cycle_start: SimTime,
    probe_wait: Duration,
    drain_start: u32,
    pipe: Pipe,
    smallest: Smallest,
    extra: Extra,
    probe_rtt_until: Option<SimTime>,
    probe_rtt_round: bool,
    prior_cwnd: u32,
    previous: State,
    /// State before a loss that may turn out to be spurious.
    undo_mode: Mode,
}

impl TcpAlgorithm for Bbr3 {
    fn in_segments(&self, setup: &Setup) -> Option<Box<dyn LinuxController>> {
        Some(Box::new(Bbr3State::new(setup.now, None)))
    }

    fn check(&self, keys: &Keys, problems: &mut Problems<'_>) {
        refuse_unpaced(Self::NAME, keys, problems);
    }
}

impl Bbr3State {
    fn new(now: SimTime, smallest: Option<Duration>) -> Self {
        Self {
            mode: Mode::Startup,
            phase: Phase::Idle,
            bandwidths: [0; 2],
            bounds: Bounds::default(),
            rounds: 0,
            round_start: false,
            round_end: 0,
            rounds_since_probe: 0,
            cycle_start: now,
            probe_wait: Duration::ZERO,
            drain_start: 0,
            pipe: Pipe::default(),
            smallest: Smallest::new(now, smallest),
            extra: Extra::new(now),
            probe_rtt_until: None,
            probe_rtt_round: false,
            prior_cwnd: 0,
            previous: State::Open,
            undo_mode: Mode::Startup,
        }
    }

    /// Returns the largest rate of this cycle and the previous one (Sec. 5.5.3).
    fn largest(&self) -> u64 {
        self.bandwidths[0].max(self.bandwidths[1])
    }

    /// Returns the estimated rate of the path (`BBRBoundBWForModel`).
    fn bandwidth(&self) -> u64 {
        self.largest().min(self.bounds.rate())
    }

    /// Returns the bandwidth-delay product times a gain, in segments (`BBRBDPMultiple`).
    fn product(&self, bandwidth: u64, gain: u64) -> u64 {
        let Some(smallest_us) = self.smallest.us() else { return INITIAL_WINDOW };
        (bandwidth.saturating_mul(smallest_us).saturating_mul(gain) / UNIT).div_ceil(BW_UNIT)
    }

    /// Adds room for bursts at sender and receiver (`BBRQuantizationBudget`).
    fn with_bursts(&self, segments: u64, control: &ControlContext<'_>) -> u64 {
        let probe = if self.mode == Mode::Up { 2 } else { 0 };
        segments.max(3 * burst(control)).max(LEAST_WINDOW) + probe
    }

    /// Returns the target number of segments in flight (`BBRTargetInflight`).
    fn target(&self, control: &ControlContext<'_>) -> u64 {
        self.product(self.bandwidth(), UNIT).min(u64::from(control.window.cwnd))
    }

    // ---- the model ----

    /// Updates round-trip count and largest rate (`BBRUpdateRound`, `BBRUpdateMaxBw`; Sec. 5.5.1,
    /// 5.5.5).
    fn update_bandwidth(&mut self, delivery: &Delivery, sample: &RateSample, rate: u64) {
        self.round_start = sample.prior_delivered.is_some_and(|prior| prior >= self.round_end);
        if self.round_start {
            self.round_end = delivery.delivered;
            self.rounds += 1;
            self.rounds_since_probe += 1;
        }
        if rate > 0 && (rate >= self.largest() || !sample.app_limited) {
            self.bandwidths[1] = self.bandwidths[1].max(rate);
        }
    }

    /// Ends `Startup` and `Drain` when due (Sec. 5.3.1.3, 5.3.2).
    fn check_start(&mut self, control: &mut ControlContext<'_>, sample: &RateSample) {
        let many = self.bounds.lost_ranges() >= FULL_RANGES;
        let too_high = bounds::is_too_high(sample.lost, u64::from(sample.sent_in_flight));
        let lossy = many && too_high && control.state == State::Recovery;
        if !self.pipe.was_full() && self.bounds.is_round_start() && lossy {
            self.pipe.fill();
            self.bounds.limit(self.product(self.bandwidth(), UNIT));
        }
        if self.mode == Mode::Startup && self.pipe.was_full() {
            self.mode = Mode::Drain;
            self.drain_start = self.rounds;
        }
        if self.mode == Mode::Drain {
            let wanted = self.with_bursts(self.product(self.bandwidth(), UNIT), control);
            let late = self.rounds > self.drain_start + DRAIN_ROUNDS;
            if u64::from(control.in_flight) <= wanted || late {
                self.go_down(control.now, control.delivery, control.random);
            }
        }
    }

    // ---- probing for bandwidth (Sec. 5.3.3) ----

    fn start_round(&mut self, delivery: &Delivery) {
        self.round_end = delivery.delivered;
    }

    /// Enters the phase DOWN (`BBRStartProbeBW_DOWN`).
    fn go_down(&mut self, now: SimTime, delivery: &Delivery, random: &mut RandomStream) {
        self.bounds.forget_latest();
        self.bounds.stop_growing();
        // Random, so that flows do not keep in step (Sec. 5.3.3.5.3).
        self.rounds_since_probe = u64::from(random.uniform() < 0.5);
        self.probe_wait =
            Duration::from_secs(2) + Duration::from_nanos((random.uniform() * 1e9) as u64);
        self.cycle_start = now;
        self.phase = Phase::Stopping;
        self.start_round(delivery);
        self.mode = Mode::Down;
    }

    /// Enters the phase REFILL (`BBRStartProbeBW_REFILL`).
    fn refill(&mut self, delivery: &Delivery) {
        self.bounds.forget_short_term();
        self.bounds.begin_probe();
        self.phase = Phase::Refilling;
        self.start_round(delivery);
        self.mode = Mode::Refill;
    }

    /// Enters the phase UP (`BBRStartProbeBW_UP`).
    fn go_up(&mut self, delivery: &Delivery, cwnd: u32, rate: u64) {
        self.phase = Phase::Starting;
        self.start_round(delivery);
        self.pipe.reset(rate);
        self.mode = Mode::Up;
        self.bounds.raise_slope(cwnd);
    }

    /// Whether the next probe for bandwidth is due (`BBRIsTimeToProbeBW`).
    fn is_time_to_probe(&self, control: &ControlContext<'_>) -> bool {
        control.now > self.cycle_start + self.probe_wait
            || self.rounds_since_probe >= self.target(control).min(RENO_ROUNDS)
    }

    /// Advances the phases of `ProbeBW` (`BBRUpdateProbeBWCyclePhase`).
    fn update_cycle(&mut self, control: &mut ControlContext<'_>, sample: &RateSample, rate: u64) {
        if !self.pipe.was_full() {
            return;
        }
        self.adapt_long_term(control, sample);
        match self.mode {
            Mode::Down | Mode::Cruise if self.is_time_to_probe(control) => {
                self.refill(control.delivery);
            }
            Mode::Down => {
                let in_flight = u64::from(control.in_flight);
                let wanted = self.with_bursts(self.product(self.largest(), UNIT), control);
                if in_flight <= self.bounds.with_headroom() && in_flight <= wanted {
                    self.mode = Mode::Cruise;
                }
            }
            // After one round of REFILL.
            Mode::Refill if self.round_start => {
                self.bounds.expect_samples(true);
                self.go_up(control.delivery, control.window.cwnd, rate);
            }
            // `BBRIsTimeToGoDown`: while the long-term bound holds it back, a rate that does not
            // grow is no sign of a full pipe.
            Mode::Up if control.limited && self.bounds.is_limiting(control.window.cwnd) => {
                self.pipe.reset(rate);
            }
            Mode::Up if self.pipe.is_full_now() => {
                self.go_down(control.now, control.delivery, control.random)
            }
            _ => {}
        }
    }

    /// Updates the long-term bound (`BBRAdaptLongTermModel`).
    ///
    /// As in the draft's text (Sec. 5.5.6), the filter advances once per cycle, a round trip after
    /// UP; the draft's pseudocode would advance it every round until the next probe.
    fn adapt_long_term(&mut self, control: &ControlContext<'_>, sample: &RateSample) {
        if self.round_start && self.phase == Phase::Starting {
            self.phase = Phase::Feedback;
        }
        if self.round_start && self.phase == Phase::Stopping {
            self.bounds.expect_samples(false);
            self.phase = Phase::Idle;
            if self.mode.probes_bandwidth() && !sample.app_limited {
                self.bandwidths = [self.bandwidths[1], 0];
            }
        }
        let in_flight = u64::from(sample.sent_in_flight);
        if !bounds::is_too_high(sample.lost, in_flight) {
            self.bounds.raise_to(in_flight);
            if self.mode == Mode::Up && control.limited {
                self.bounds.grow(control.window.cwnd, sample.acked, self.round_start);
            }
        }
    }

    // ---- probing for the round trip (Sec. 5.3.4) ----

    /// Updates the smallest round trip and enters `ProbeRTT` when due (`BBRUpdateMinRTT`,
    /// `BBRCheckProbeRTT`).
    fn update_smallest(&mut self, control: &mut ControlContext<'_>, sample: &RateSample) {
        let due = self.smallest.on_ack(control.now, sample.rtt);
        if due && self.mode != Mode::ProbeRtt {
            self.save_window(control.window);
            self.mode = Mode::ProbeRtt;
            self.probe_rtt_until = None;
            self.phase = Phase::Stopping;
            self.start_round(control.delivery);
        }
        if self.mode == Mode::ProbeRtt {
            self.probe_rtt(control);
        }
    }

    fn probe_rtt_window(&self) -> u64 {
        self.product(self.bandwidth(), gain(50)).max(LEAST_WINDOW)
    }

    /// Advances `ProbeRTT` (`BBRHandleProbeRTT`).
    fn probe_rtt(&mut self, control: &mut ControlContext<'_>) {
        control.delivery.limit_by_app(control.in_flight);
        let Some(until) = self.probe_rtt_until else {
            if u64::from(control.in_flight) <= self.probe_rtt_window() {
                self.probe_rtt_until = Some(control.now + PROBE_RTT_DURATION);
                self.probe_rtt_round = false;
                self.start_round(control.delivery);
            }
            return;
        };
        self.probe_rtt_round |= self.round_start;
        if !self.probe_rtt_round || control.now <= until {
            return;
        }
        self.smallest.probed(control.now);
        control.window.cwnd = control.window.cwnd.max(self.prior_cwnd);
        self.bounds.forget_short_term();
        if self.pipe.was_full() {
            self.go_down(control.now, control.delivery, control.random);
            self.mode = Mode::Cruise;
        } else {
            self.mode = Mode::Startup;
        }
    }

    // ---- what is set (Sec. 5.6) ----

    fn pace(&mut self, control: &mut ControlContext<'_>) {
        let rate = bytes_per_second(self.bandwidth(), self.mode.gains().0, control.mss);
        if self.pipe.was_full() || control.pacing.rate.is_none_or(|before| rate > before) {
            control.pacing.rate = Some(rate);
        }
    }

    fn save_window(&mut self, window: &Window) {
        let undisturbed = self.previous < State::Recovery && self.mode != Mode::ProbeRtt;
        self.prior_cwnd = if undisturbed { window.cwnd } else { self.prior_cwnd.max(window.cwnd) };
    }

    /// Returns the bound of the window (`BBRBoundCwndForModel`).
    fn cap(&self) -> u64 {
        let long_term = match self.mode {
            Mode::Down | Mode::Refill | Mode::Up => self.bounds.long_term(),
            Mode::ProbeRtt | Mode::Cruise => self.bounds.with_headroom(),
            Mode::Startup | Mode::Drain => INFINITE,
        };
        long_term.min(self.bounds.short_term()).max(LEAST_WINDOW)
    }

    /// Sets the window (`BBRSetCwnd`).
    fn set_window(&mut self, control: &mut ControlContext<'_>, sample: &RateSample) {
        let before = std::mem::replace(&mut self.previous, control.state);
        if before >= State::Recovery && control.state < State::Recovery {
            control.window.cwnd = control.window.cwnd.max(self.prior_cwnd);
        }
        let wanted = self.product(self.bandwidth(), self.mode.gains().1) + self.extra.segments();
        let wanted = self.with_bursts(wanted, control);
        let mut cwnd = u64::from(control.window.cwnd);
        let grown = cwnd + u64::from(sample.acked);
        if self.pipe.was_full() {
            cwnd = grown.min(wanted);
        } else if cwnd < wanted || control.delivery.delivered < INITIAL_WINDOW {
            cwnd = grown;
        }
        cwnd = cwnd.max(LEAST_WINDOW);
        if self.mode == Mode::ProbeRtt {
            cwnd = cwnd.min(self.probe_rtt_window());
        }
        control.window.cwnd = cwnd.min(self.cap()).min(u64::from(u32::MAX / 2)) as u32;
    }
}

impl LinuxController for Bbr3State {
    fn grow(&mut self, _: &mut Window, _: &Growth) {}

    fn ssthresh(&mut self, window: &Window) -> u32 {
        self.save_window(window);
        self.bounds.save();
        self.undo_mode = self.mode;
        window.ssthresh
    }

    fn governs(&self) -> bool {
        true
    }

    fn windows_to_buffer(&self) -> u64 {
        3
    }

    /// Sets the initial state (`BBROnInit`).
    fn begin(&mut self, control: &mut ControlContext<'_>) {
        *self = Self::new(control.now, control.smallest);
        let smoothed_us = control.smoothed.map_or(1_000, |smoothed| micros(smoothed).max(1));
        let bandwidth = u64::from(control.window.cwnd) * BW_UNIT / smoothed_us;
        let startup = self.mode.gains().0;
        control.pacing.rate = Some(bytes_per_second(bandwidth, startup, control.mss));
    }

    /// Updates the model, the pacing rate and the window (`BBRUpdateOnACK`).
    fn govern(&mut self, control: &mut ControlContext<'_>, sample: &RateSample) {
        let rate = sample.interval.map_or(0, |interval| {
            sample.delivered.saturating_mul(BW_UNIT) / micros(interval).max(1)
        });
        self.bounds.on_sample(control.delivery.delivered, sample, rate);
        self.update_bandwidth(control.delivery, sample, rate);
        if self.bounds.is_round_start() {
            let (largest, cwnd) = (self.largest(), control.window.cwnd);
            self.bounds.on_round(self.mode.accelerates(), largest, cwnd);
        }
        if sample.acked > 0 {
            let (bandwidth, counts) = (self.bandwidth(), (sample.acked, control.window.cwnd));
            let is_full = self.pipe.was_full();
            self.extra.on_ack(control.now, counts, bandwidth, self.rounds, is_full);
            self.pipe.on_ack(sample, rate, self.round_start);
            self.check_start(control, sample);
            self.update_cycle(control, sample, rate);
        }
        self.update_smallest(control, sample);
        self.bounds.end_ack(sample, rate);
        self.pace(control);
        self.set_window(control, sample);
    }

    /// Takes a lost segment into account (`BBRHandleLostPacket`, Sec. 5.5.10.2).
    fn on_segment_lost(&mut self, control: &mut ControlContext<'_>, sent: &Sent) {
        if self.bounds.begin_loss(control.delivery.delivered) {
            self.undo_mode = self.mode;
        }
        self.bounds.note_range(sent.start, sent.end());
        if !self.bounds.expects_samples() {
            return;
        }
        let lost = control.delivery.lost - sent.departure.lost;
        let in_flight = u64::from(sent.departure.in_flight);
        if bounds::is_too_high(lost, in_flight) {
            // Once per probe.
            self.bounds.expect_samples(false);
            if !sent.departure.app_limited {
                self.bounds.limit_at_loss(in_flight, lost, self.target(control));
            }
            if self.mode == Mode::Up {
                self.go_down(control.now, control.delivery, control.random);
            }
        }
    }

    fn on_loss(&mut self, _: &mut ControlContext<'_>) {
        self.previous = State::Loss;
    }

    /// Restores the state before a spurious loss (`BBRHandleSpuriousLossDetection`, Sec. 5.5.11.2).
    fn on_undo(&mut self, delivery: &Delivery) {
        self.bounds.restore();
        self.pipe.reset(0);
        if self.mode == Mode::ProbeRtt || self.mode == self.undo_mode {
            return;
        }
        match self.undo_mode {
            Mode::Startup => self.mode = Mode::Startup,
            Mode::Up => self.go_up(delivery, self.prior_cwnd, self.largest()),
            _ => {}
        }
    }
}
