//! BBR, version 1: a model of the path, its bottleneck bandwidth and smallest round trip, and a
//! window and pacing rate that follow from it.
//!
//! Source: N. Cardwell, Y. Cheng, C. S. Gunn, S. H. Yeganeh, V. Jacobson, "BBR: Congestion-Based
//! Congestion Control", ACM Queue 14(5), 2016; draft-cardwell-iccrg-bbr-congestion-control-00.
//! Follows `tcp_bbr.c` of Linux 6.18, whose functions are named, in its integers.
//!
//! Bandwidth is in segments per microsecond, times [`BW_UNIT`]; gains are times [`UNIT`].

mod aggregation;
mod long_term;
pub(super) mod windowed_max;

use skyseam_base::{Duration, RandomStream, SimTime};
use skyseam_params::{Declared, Keys, Problems, Value, parameters};

use self::aggregation::Aggregation;
use self::long_term::{LongTerm, Verdict};
use self::windowed_max::WindowedMax;
use super::{ControlContext, Growth, LinuxController, Window};
use crate::congestion::algorithm::{Setup, TcpAlgorithm};
use crate::linux::clock::{micros, ticks, ticks_in};
use crate::linux::rate::{Delivery, RateSample};
use crate::linux::state::State;

/// One segment per microsecond.
pub(super) const BW_UNIT: u64 = 1 << 24;
/// A gain of one.
pub(super) const UNIT: u64 = 256;
/// 2/ln 2: the smallest gain that doubles the rate each round trip.
const HIGH_GAIN: u64 = UNIT * 2885 / 1000 + 1;
/// Inverse of [`HIGH_GAIN`], which drains the queue of STARTUP in one round trip.
const DRAIN_GAIN: u64 = UNIT * 1000 / 2885;
/// Window over bandwidth-delay product in PROBE_BW: delayed and bunched ACKs.
const WINDOW_GAIN: u64 = 2 * UNIT;
/// Pacing gains of PROBE_BW: a phase that asks for more, one that drains it, six that cruise.
const CYCLE: [u64; 8] = [UNIT * 5 / 4, UNIT * 3 / 4, UNIT, UNIT, UNIT, UNIT, UNIT, UNIT];
/// Number of phases in which the cycle may begin: all but the draining one.
const FIRST_PHASES: u64 = 7;
/// Round trips for which the largest bandwidth is valid.
const BANDWIDTH_ROUNDS: u32 = 10;
/// Duration for which the smallest round trip is valid.
const SMALLEST_LASTS: Duration = Duration::from_secs(10);
/// Duration of a small window in PROBE_RTT.
const PROBE_RTT: Duration = Duration::from_millis(200);
/// Window in PROBE_RTT, and minimum window otherwise, segments.
const LEAST_WINDOW: u32 = 4;
/// Growth of the bandwidth in three round trips below which the pipe is full.
const FULL_GROWTH: u64 = UNIT * 5 / 4;
const FULL_ROUNDS: u32 = 3;
/// Margin of the pacing rate below the bandwidth, per cent, so that queues drain.
const PACING_MARGIN_PCT: u64 = 1;
/// Rate, bytes per second, below which one segment is sent at a time.
const LEAST_BURST_RATE: u64 = 1_200_000 / 8;
/// Initial window, assumed to fill the path before a round trip is known.
const INITIAL_WINDOW: u64 = 10;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mode {
    Startup,
    Drain,
    ProbeBw,
    ProbeRtt,
}

parameters! {
    /// Version 1: paced at the bottleneck's bandwidth, as it is measured. Stacks: linux.
    pub struct Bbr "bbr"
        from "Cardwell et al. 2016, ACM Queue 14 (5); tcp_bbr.c of Linux 6.18" {}
}

/// State of the controller.
#[derive(Clone, Debug)]
pub struct BbrState {
    mode: Mode,
    bandwidth: WindowedMax,
    long_term: LongTerm,
    aggregation: Aggregation,
    /// Number of round trips, whether this ACK began one, and the count of deliveries that ends it.
    rounds: u32,
    round_start: bool,
    round_end: u64,
    /// Smallest round trip in microseconds, and the tick when it was measured.
    smallest_us: Option<u64>,
    smallest_tick: u64,
    /// Time when PROBE_RTT ends, set once the window is small, and whether a round trip has passed
    /// since.
    probe_rtt_until: Option<u64>,
    probe_rtt_round: bool,
    /// Whether data left after a pause of the application and none of them has been delivered.
    is_restarting: bool,
    /// Bandwidth at the last growth, round trips since, and whether the pipe is full.
    full_bandwidth: u64,
    full_rounds: u32,
    is_full: bool,
    phase: usize,
    phase_start: SimTime,
    pacing_gain: u64,
    window_gain: u64,
    /// Window before recovery or PROBE_RTT.
    prior_cwnd: u32,
    /// Whether as many segments leave as arrived: the first round trip of a recovery.
    conserving: bool,
    previous: State,
    has_rtt: bool,
}

impl TcpAlgorithm for Bbr {
    fn in_segments(&self, _: &Setup) -> Option<Box<dyn LinuxController>> {
        Some(Box::new(BbrState::default()))
    }

    fn check(&self, keys: &Keys, problems: &mut Problems<'_>) {
        refuse_unpaced(Self::NAME, keys, problems);
    }
}

/// Reports a key that would keep BBR from pacing.
pub(super) fn refuse_unpaced(name: &str, keys: &Keys, problems: &mut Problems<'_>) {
    if keys.value("pacing").is_some_and(|given| given.value == Value::Flag(false)) {
        problems
            .add(&keys.at("pacing"), "BBR is always paced")
            .found(format!("pacing = false with congestion = \"{name}\""))
            .help("remove `pacing`, or take another controller");
    }
}

impl Default for BbrState {
    fn default() -> Self {
        Self {
            mode: Mode::Startup,
            bandwidth: WindowedMax::default(),
            long_term: LongTerm::default(),
            aggregation: Aggregation::default(),
            rounds: 0,
            round_start: false,
            round_end: 0,
            smallest_us: None,
            smallest_tick: 0,
            probe_rtt_until: None,
            probe_rtt_round: false,
            is_restarting: false,
            full_bandwidth: 0,
            full_rounds: 0,
            is_full: false,
            phase: 0,
            phase_start: SimTime::ZERO,
            pacing_gain: HIGH_GAIN,
            window_gain: HIGH_GAIN,
            prior_cwnd: 0,
            conserving: false,
            previous: State::Open,
            has_rtt: false,
        }
    }
}

/// Returns a rate in bytes per second (`bbr_rate_bytes_per_sec`).
pub(super) fn bytes_per_second(bandwidth: u64, gain: u64, mss: u32) -> u64 {
    let rate = bandwidth.saturating_mul(u64::from(mss)).saturating_mul(gain) / UNIT;
    rate.saturating_mul(1_000_000 / 100 * (100 - PACING_MARGIN_PCT)) / BW_UNIT
}

/// Returns the number of segments that arrive in `time`.
pub(super) fn segments_in(bandwidth: u64, time: Duration) -> u64 {
    bandwidth.saturating_mul(micros(time)) / BW_UNIT
}

impl BbrState {
    /// Returns the estimated bandwidth (`bbr_bw`).
    fn estimate(&self) -> u64 {
        self.long_term.bandwidth().unwrap_or(self.bandwidth.value())
    }

    // ---- what follows from the model ----

    /// Returns the bandwidth-delay product times a gain, in segments (`bbr_bdp`).
    fn product(&self, bandwidth: u64, gain: u64) -> u64 {
        let Some(smallest_us) = self.smallest_us else { return INITIAL_WINDOW };
        (bandwidth.saturating_mul(smallest_us).saturating_mul(gain) / UNIT).div_ceil(BW_UNIT)
    }

    /// Adds room for bursts at the sender, at the receiver and in between
    /// (`bbr_quantization_budget`).
    fn with_bursts(&self, segments: u64, control: &ControlContext<'_>) -> u64 {
        let even = (segments + 3 * burst(control)).next_multiple_of(2);
        // Even a probe of a small path must reach beyond it.
        even + if self.mode == Mode::ProbeBw && self.phase == 0 { 2 } else { 0 }
    }

    /// Returns the target number of segments in the network (`bbr_inflight`).
    fn wanted(&self, gain: u64, control: &ControlContext<'_>) -> u64 {
        self.with_bursts(self.product(self.bandwidth.value(), gain), control)
    }

    /// Returns the segments in the network when the next one may leave, given `now` of them at
    /// present (`bbr_packets_in_net_at_edt`).
    fn in_flight_then(&self, now: u32, control: &ControlContext<'_>) -> u64 {
        let wait = control.pacing.next().saturating_since(control.now);
        let burst = if self.pacing_gain > UNIT { burst(control) } else { 0 };
        (u64::from(now) + burst).saturating_sub(segments_in(self.estimate(), wait))
    }

    // ---- the model ----

    /// Updates the round-trip count and the largest bandwidth (`bbr_update_bw`).
    fn update_bandwidth(&mut self, control: &mut ControlContext<'_>, sample: &RateSample) {
        self.round_start = false;
        let (Some(prior), Some(interval)) = (sample.prior_delivered, sample.interval) else {
            return;
        };
        if prior >= self.round_end {
            self.round_end = control.delivery.delivered;
            self.rounds += 1;
            self.round_start = true;
            self.conserving = false;
        }
        self.sample_long_term(control, sample);
        let rate = sample.delivered.saturating_mul(BW_UNIT) / micros(interval).max(1);
        if !sample.app_limited || rate >= self.bandwidth.value() {
            self.bandwidth.update(BANDWIDTH_ROUNDS, self.rounds, rate);
        }
    }

    /// Updates the long-term bandwidth (`bbr_lt_bw_sampling`).
    fn sample_long_term(&mut self, control: &mut ControlContext<'_>, sample: &RateSample) {
        let probing = self.mode == Mode::ProbeBw;
        let (delivery, round_start) = (&*control.delivery, self.round_start);
        match self.long_term.on_ack(delivery, sample, round_start, probing, control.mss) {
            Verdict::None => {}
            Verdict::Adopted => self.pacing_gain = UNIT,
            Verdict::Expired => self.probe_bandwidth(control.delivery, control.random),
        }
    }

    /// Enters PROBE_BW in a random phase (`bbr_reset_probe_bw_mode`).
    fn probe_bandwidth(&mut self, delivery: &Delivery, random: &mut RandomStream) {
        self.mode = Mode::ProbeBw;
        self.phase = CYCLE.len() - 1 - (random.uniform() * FIRST_PHASES as f64) as usize;
        self.next_phase(delivery);
    }

    fn next_phase(&mut self, delivery: &Delivery) {
        self.phase = (self.phase + 1) % CYCLE.len();
        self.phase_start = delivery.delivered_at;
    }

    /// Whether the phase of PROBE_BW is over (`bbr_is_next_cycle_phase`).
    fn phase_is_over(&self, control: &ControlContext<'_>, sample: &RateSample) -> bool {
        let lasted = micros(control.delivery.delivered_at.saturating_since(self.phase_start));
        let is_full = self.smallest_us.is_some_and(|smallest| lasted > smallest);
        if self.pacing_gain == UNIT {
            return is_full;
        }
        let in_flight = self.in_flight_then(sample.prior_in_flight, control);
        if self.pacing_gain > UNIT {
            // Until the queue it asks for is there, or has overflown.
            let filled = in_flight >= self.wanted(self.pacing_gain, control);
            return is_full && (sample.losses > 0 || filled);
        }
        is_full || in_flight <= self.wanted(UNIT, control)
    }

    /// Updates whether the pipe is full (`bbr_check_full_bw_reached`).
    fn check_full(&mut self, sample: &RateSample) {
        if self.is_full || !self.round_start || sample.app_limited {
            return;
        }
        let bandwidth = self.bandwidth.value();
        if bandwidth >= self.full_bandwidth.saturating_mul(FULL_GROWTH) / UNIT {
            self.full_bandwidth = bandwidth;
            self.full_rounds = 0;
            return;
        }
        self.full_rounds += 1;
        self.is_full = self.full_rounds >= FULL_ROUNDS;
    }

    /// Leaves STARTUP for DRAIN, and DRAIN for PROBE_BW, when due (`bbr_check_drain`).
    fn check_drain(&mut self, control: &mut ControlContext<'_>) {
        if self.mode == Mode::Startup && self.is_full {
            self.mode = Mode::Drain;
            control.window.ssthresh =
                self.wanted(UNIT, control).min(u64::from(u32::MAX / 2)) as u32;
        }
        if self.mode == Mode::Drain
            && self.in_flight_then(control.in_flight, control) <= self.wanted(UNIT, control)
        {
            self.probe_bandwidth(control.delivery, control.random);
        }
    }

    /// Updates the smallest round trip and enters PROBE_RTT when due (`bbr_update_min_rtt`).
    fn update_smallest(&mut self, control: &mut ControlContext<'_>, sample: &RateSample) {
        let tick = ticks(control.now);
        let expired = tick > self.smallest_tick + ticks_in(SMALLEST_LASTS);
        if let Some(rtt_us) = sample.rtt.map(micros) {
            let smaller = self.smallest_us.is_none_or(|smallest| rtt_us < smallest);
            if smaller || (expired && !sample.maybe_held) {
                self.smallest_us = Some(rtt_us);
                self.smallest_tick = tick;
            }
        }
        if expired && !self.is_restarting && self.mode != Mode::ProbeRtt {
            self.mode = Mode::ProbeRtt;
            self.save_window(control.window);
            self.probe_rtt_until = None;
        }
        if self.mode == Mode::ProbeRtt {
            self.probe_rtt(control, tick);
        }
        self.is_restarting &= sample.delivered == 0;
    }

    /// Advances PROBE_RTT: the window is small until 200 ms and a round trip have passed with
    /// little in the network.
    fn probe_rtt(&mut self, control: &mut ControlContext<'_>, tick: u64) {
        control.delivery.limit_by_app(control.in_flight);
        let Some(until) = self.probe_rtt_until else {
            if control.in_flight <= LEAST_WINDOW {
                self.probe_rtt_until = Some(tick + ticks_in(PROBE_RTT));
                self.probe_rtt_round = false;
                self.round_end = control.delivery.delivered;
            }
            return;
        };
        self.probe_rtt_round |= self.round_start;
        if self.probe_rtt_round && tick > until {
            self.end_probe_rtt(control, tick);
        }
    }

    /// Leaves PROBE_RTT and restores the window (`bbr_check_probe_rtt_done`).
    fn end_probe_rtt(&mut self, control: &mut ControlContext<'_>, tick: u64) {
        self.smallest_tick = tick;
        control.window.cwnd = control.window.cwnd.max(self.prior_cwnd);
        if self.is_full {
            self.probe_bandwidth(control.delivery, control.random);
        } else {
            self.mode = Mode::Startup;
        }
    }

    fn update_gains(&mut self) {
        (self.pacing_gain, self.window_gain) = match self.mode {
            Mode::Startup => (HIGH_GAIN, HIGH_GAIN),
            Mode::Drain => (DRAIN_GAIN, HIGH_GAIN),
            Mode::ProbeBw if self.long_term.bandwidth().is_some() => (UNIT, WINDOW_GAIN),
            Mode::ProbeBw => (CYCLE[self.phase], WINDOW_GAIN),
            Mode::ProbeRtt => (UNIT, UNIT),
        };
    }

    // ---- what is set ----

    /// Sets the initial pacing rate: one window per round trip, or per millisecond
    /// (`bbr_init_pacing_rate_from_rtt`).
    fn pace_first(&mut self, control: &mut ControlContext<'_>) {
        self.has_rtt = control.smoothed.is_some();
        let smoothed_us = control.smoothed.map_or(1_000, |smoothed| micros(smoothed).max(1));
        let bandwidth = u64::from(control.window.cwnd) * BW_UNIT / smoothed_us;
        control.pacing.rate = Some(bytes_per_second(bandwidth, HIGH_GAIN, control.mss));
    }

    /// Sets the pacing rate (`bbr_set_pacing_rate`). Until the pipe is full, samples are low and do
    /// not reduce it.
    fn pace(&mut self, control: &mut ControlContext<'_>) {
        self.pace_with(self.pacing_gain, control);
        let is_slow = control.pacing.rate.is_none_or(|rate| rate < LEAST_BURST_RATE);
        control.pacing.least_burst = if is_slow { 1 } else { 2 };
    }

    fn pace_with(&mut self, gain: u64, control: &mut ControlContext<'_>) {
        if !self.has_rtt && control.smoothed.is_some() {
            self.pace_first(control);
        }
        let rate = bytes_per_second(self.estimate(), gain, control.mss);
        if self.is_full || control.pacing.rate.is_none_or(|before| rate > before) {
            control.pacing.rate = Some(rate);
        }
    }

    /// Saves the window for the end of a recovery (`bbr_save_cwnd`).
    fn save_window(&mut self, window: &Window) {
        let undisturbed = self.previous < State::Recovery && self.mode != Mode::ProbeRtt;
        self.prior_cwnd = if undisturbed { window.cwnd } else { self.prior_cwnd.max(window.cwnd) };
    }

    /// Sets the window in a recovery and at its end (`bbr_set_cwnd_to_recover_or_restore`). Returns
    /// whether that is final.
    fn recover(&mut self, control: &mut ControlContext<'_>, sample: &RateSample) -> bool {
        let before = std::mem::replace(&mut self.previous, control.state);
        let mut cwnd = control.window.cwnd;
        if sample.losses > 0 {
            cwnd = cwnd.saturating_sub(sample.losses).max(1);
        }
        if control.state == State::Recovery && before != State::Recovery {
            self.conserving = true;
            self.round_end = control.delivery.delivered;
            cwnd = control.in_flight + sample.acked;
        } else if before >= State::Recovery && control.state < State::Recovery {
            cwnd = cwnd.max(self.prior_cwnd);
            self.conserving = false;
        }
        if self.conserving {
            cwnd = cwnd.max(control.in_flight + sample.acked);
        }
        control.window.cwnd = cwnd;
        self.conserving
    }

    /// Sets the window (`bbr_set_cwnd`).
    fn set_window(&mut self, control: &mut ControlContext<'_>, sample: &RateSample) {
        if sample.acked > 0 && !self.recover(control, sample) {
            let bandwidth = self.estimate();
            let mut target = self.product(bandwidth, self.window_gain);
            if self.is_full {
                target += self.aggregation.segments(bandwidth);
            }
            let target = u32::try_from(self.with_bursts(target, control)).unwrap_or(u32::MAX / 2);
            let (cwnd, acked) = (control.window.cwnd, sample.acked);
            let grown = cwnd.saturating_add(acked);
            let cwnd = if self.is_full {
                grown.min(target)
            } else if cwnd < target || control.delivery.delivered < INITIAL_WINDOW {
                grown
            } else {
                cwnd
            };
            control.window.cwnd = cwnd.max(LEAST_WINDOW);
        }
        if self.mode == Mode::ProbeRtt {
            control.window.cwnd = control.window.cwnd.min(LEAST_WINDOW);
        }
    }
}

/// Returns the segments of a burst at the pacing rate (`bbr_tso_segs_goal`).
pub(super) fn burst(control: &ControlContext<'_>) -> u64 {
    control.pacing.burst(control.mss).min(0x7f)
}

impl LinuxController for BbrState {
    fn grow(&mut self, _: &mut Window, _: &Growth) {}

    /// Saves the window; a loss changes nothing else.
    fn ssthresh(&mut self, window: &Window) -> u32 {
        self.save_window(window);
        window.ssthresh
    }

    fn governs(&self) -> bool {
        true
    }

    fn windows_to_buffer(&self) -> u64 {
        3
    }

    /// Sets the initial state (`bbr_init`).
    fn begin(&mut self, control: &mut ControlContext<'_>) {
        *self = Self {
            round_end: control.delivery.delivered,
            smallest_us: control.smallest.map(micros),
            smallest_tick: ticks(control.now),
            aggregation: Aggregation::new(control.now),
            ..Self::default()
        };
        self.long_term.reset(control.delivery);
        self.pace_first(control);
    }

    /// Updates the model, the pacing rate and the window (`bbr_main`).
    fn govern(&mut self, control: &mut ControlContext<'_>, sample: &RateSample) {
        self.update_bandwidth(control, sample);
        let (now, cwnd, bandwidth) =
            (control.delivery.delivered_at, control.window.cwnd, self.estimate());
        self.aggregation.on_ack(now, sample, self.round_start, bandwidth, cwnd);
        if self.mode == Mode::ProbeBw && self.phase_is_over(control, sample) {
            self.next_phase(control.delivery);
        }
        self.check_full(sample);
        self.check_drain(control);
        self.update_smallest(control, sample);
        self.update_gains();
        self.pace(control);
        self.set_window(control, sample);
    }

    /// Handles a timeout as the end of a round trip with a loss (`bbr_set_state`).
    fn on_loss(&mut self, control: &mut ControlContext<'_>) {
        self.previous = State::Loss;
        self.full_bandwidth = 0;
        self.round_start = true;
        let sample = RateSample { losses: 1, ..RateSample::default() };
        self.sample_long_term(control, &sample);
    }

    /// Paces at the bandwidth after a pause of the application, or ends PROBE_RTT
    /// (`bbr_cwnd_event`).
    fn on_restart(&mut self, control: &mut ControlContext<'_>) {
        if !control.delivery.is_app_limited() {
            return;
        }
        self.is_restarting = true;
        self.aggregation.restart(control.now);
        let tick = ticks(control.now);
        match self.mode {
            Mode::ProbeBw => self.pace_with(UNIT, control),
            Mode::ProbeRtt if self.probe_rtt_until.is_some_and(|until| tick > until) => {
                self.end_probe_rtt(control, tick);
            }
            _ => {}
        }
    }

    /// Forgets that the pipe is full and the long-term bandwidth, which may follow from a spurious
    /// loss (`bbr_undo_cwnd`).
    fn on_undo(&mut self, delivery: &Delivery) {
        self.full_bandwidth = 0;
        self.full_rounds = 0;
        self.long_term.reset(delivery);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::linux::pacing::Pacing;

    /// Goal: a cruising phase of PROBE_BW lasts longer than the smallest round trip
    /// (`bbr_is_next_cycle_phase`), by a microsecond at least.
    #[test]
    fn a_phase_is_longer_than_a_round_trip() {
        let began = SimTime::from_secs(1);
        let bbr = BbrState {
            smallest_us: Some(50_000),
            phase_start: began,
            pacing_gain: UNIT,
            ..BbrState::default()
        };
        for (lasted_us, is_over) in [(49_999, false), (50_000, false), (50_001, true)] {
            let now = began + Duration::from_micros(lasted_us);
            let mut delivery = Delivery::default();
            let _ = delivery.on_sent(now, true, 1);
            let control = ControlContext {
                now,
                state: State::Open,
                in_flight: 10,
                limited: true,
                mss: 1000,
                smoothed: None,
                smallest: None,
                window: &mut Window { cwnd: 10, ssthresh: 20, count: 0 },
                pacing: &mut Pacing::new(true, None),
                delivery: &mut delivery,
                random: &mut RandomStream::new(0, "flow"),
            };
            assert_eq!(bbr.phase_is_over(&control, &RateSample::default()), is_over, "{lasted_us}");
        }
    }
}
