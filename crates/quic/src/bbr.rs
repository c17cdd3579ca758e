//! BBR version 1 for QUIC (draft-cardwell-iccrg-bbr-congestion-control-00, "the draft" below), with
//! the delivery-rate samples of draft-cheng-iccrg-delivery-rate-estimation-00.
//!
//! quinn-proto's own BBR draws the start of its gain cycle from the system's randomness, which
//! cannot be configured, so it is not used here; see docs/decisions/006-quic.md. Owns the model
//! (rate, round-trip time), the state machine and the window. Does not own pacing: the flow's
//! endpoint sends at this pacing rate, since quinn-proto's pacer follows only the window.

use std::any::Any;
use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;

use quinn_proto::RttEstimator;
use quinn_proto::congestion::{Controller, ControllerFactory, ControllerMetrics};
use skyseam_base::{FlowId, RandomStream};
use skyseam_params::parameters;

use super::clock::Instant;
use super::congestion::QuicAlgorithm;
use super::meter::Controllers;

/// 2/ln 2: the minimum gain that doubles the rate each round (the draft, Sec. 4.3.2.1).
const HIGH_GAIN: f64 = 2.885;
/// Gains of the phases of ProbeBW, a round trip each (Sec. 4.3.4.1).
const CYCLE: [f64; 8] = [1.25, 0.75, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0];
/// Window in round trips' worth of data while the rate is known (Sec. 4.2.3.2).
const CWND_GAIN: f64 = 2.0;
/// Rounds over which the maximum rate is taken (Sec. 4.1.1.3).
const RATE_ROUNDS: u64 = 10;
/// Time over which the minimum round trip is taken (Sec. 4.1.2.3).
const MIN_RTT_AGE: Duration = Duration::from_secs(10);
/// Time for which ProbeRTT keeps the window small (Sec. 4.3.5).
const PROBE_RTT_TIME: Duration = Duration::from_millis(200);
/// Window of ProbeRTT in datagrams (Sec. 4.2.3.4), and minimum of all windows.
const MIN_WINDOW: u64 = 4;
/// Time for which a packet's record is kept for a late acknowledgement.
const RECORD_AGE: Duration = Duration::from_secs(20);

parameters! {
    /// BBR version 1, paced; not quinn-proto's, which uses the system's randomness.
    pub struct Bbr "bbr" from "draft-cardwell-iccrg-bbr-congestion-control-00" {}
}

impl QuicAlgorithm for Bbr {
    fn controllers(&self, _: FlowId, initial_window: u64, seed: u64, owner: &str) -> Controllers {
        let draws = RandomStream::new(seed, &format!("{owner} bbr")).next_u64();
        Arc::new(BbrConfig { initial_window, draws })
    }
}

/// Factory of controllers.
#[derive(Clone, Copy, Debug)]
struct BbrConfig {
    /// Initial window, bytes.
    pub initial_window: u64,
    /// Seed of the draws of ProbeBW's initial phases.
    pub draws: u64,
}

impl ControllerFactory for BbrConfig {
    fn build(self: Arc<Self>, now: Instant, current_mtu: u16) -> Box<dyn Controller> {
        Box::new(BbrState::new(*self, now, current_mtu))
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mode {
    Startup,
    Drain,
    ProbeBw,
    ProbeRtt,
}

/// State at the sending time of a packet.
#[derive(Clone, Copy, Debug)]
struct Sent {
    at: Instant,
    delivered: u64,
    delivered_at: Instant,
    first_sent_at: Instant,
    app_limited: bool,
}

/// Maximum rates of the last rounds: rates descend, rounds ascend.
#[derive(Clone, Debug, Default)]
struct MaxRate(VecDeque<(u64, f64)>);

impl MaxRate {
    fn update(&mut self, round: u64, rate: f64) {
        while self.0.back().is_some_and(|&(_, last)| last <= rate) {
            self.0.pop_back();
        }
        self.0.push_back((round, rate));
        self.forget(round);
    }

    fn forget(&mut self, round: u64) {
        while self.0.len() > 1 && self.0[0].0 + RATE_ROUNDS <= round {
            self.0.pop_front();
        }
    }

    /// Rate in bytes per second; zero before the first sample.
    fn get(&self) -> f64 {
        self.0.front().map_or(0.0, |&(_, rate)| rate)
    }
}

#[derive(Clone, Debug)]
struct BbrState {
    initial_window: u64,
    draws: u64,
    datagram: u64,
    mode: Mode,
    window: u64,
    pacing_gain: f64,
    cwnd_gain: f64,
    /// Rate in bytes per second; zero before the first round trip.
    pacing_rate: f64,
    // The model.
    max_rate: MaxRate,
    least_rtt: Option<Duration>,
    least_rtt_at: Instant,
    // Delivery-rate samples.
    sent: VecDeque<Sent>,
    delivered: u64,
    delivered_at: Instant,
    first_sent_at: Instant,
    in_flight: u64,
    /// Delivered bytes at the end of the application-limited phase.
    app_limited_until: u64,
    // Rounds.
    round: u64,
    next_round_delivered: u64,
    round_started: bool,
    // The pipe is full when three rounds brought no quarter more (the draft, Sec. 4.3.2.2).
    full_rate: f64,
    full_rounds: u32,
    filled: bool,
    // ProbeBW.
    phase: usize,
    phase_at: Instant,
    // ProbeRTT.
    probe_rtt_until: Option<Instant>,
    probe_rtt_round: u64,
    window_before: u64,
    // Recovery.
    recovery_at: Option<Instant>,
    conserve: bool,
    recovery_round: u64,
    // This batch of acknowledgements.
    acked: u64,
    lost: bool,
    newest: Option<Sent>,
    sampled_rtt: Option<Duration>,
    in_flight_before: u64,
}

impl BbrState {
    fn new(config: BbrConfig, now: Instant, current_mtu: u16) -> Self {
        let datagram = u64::from(current_mtu);
        Self {
            initial_window: config.initial_window,
            draws: config.draws,
            datagram,
            mode: Mode::Startup,
            window: config.initial_window.max(MIN_WINDOW * datagram),
            pacing_gain: HIGH_GAIN,
            cwnd_gain: HIGH_GAIN,
            pacing_rate: 0.0,
            max_rate: MaxRate::default(),
            least_rtt: None,
            least_rtt_at: now,
            sent: VecDeque::new(),
            delivered: 0,
            delivered_at: now,
            first_sent_at: now,
            in_flight: 0,
            app_limited_until: 0,
            round: 0,
            next_round_delivered: 0,
            round_started: false,
            full_rate: 0.0,
            full_rounds: 0,
            filled: false,
            phase: 0,
            phase_at: now,
            probe_rtt_until: None,
            probe_rtt_round: 0,
            window_before: 0,
            recovery_at: None,
            conserve: false,
            recovery_round: 0,
            acked: 0,
            lost: false,
            newest: None,
            sampled_rtt: None,
            in_flight_before: 0,
        }
    }

    /// Number of bytes in flight that fill the path `gain` times.
    fn target(&self, gain: f64) -> u64 {
        match self.least_rtt {
            Some(rtt) if self.max_rate.get() > 0.0 => {
                let product = self.max_rate.get() * rtt.as_secs_f64();
                // Three datagrams more, for delayed acknowledgements (Sec. 4.2.3.2).
                (gain * product) as u64 + 3 * self.datagram
            }
            _ => self.initial_window,
        }
    }

    fn least_window(&self) -> u64 {
        MIN_WINDOW * self.datagram
    }

    /// The next random number below `below` (SplitMix64, Steele et al. 2014).
    fn draw(&mut self, below: u64) -> u64 {
        self.draws = self.draws.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.draws;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (z ^ (z >> 31)) % below
    }

    /// Takes a rate sample from the newest packet acknowledged.
    fn sample_rate(&mut self, now: Instant) {
        let Some(packet) = self.newest.take() else { return };
        self.round_started = packet.delivered >= self.next_round_delivered;
        if self.round_started {
            self.next_round_delivered = self.delivered;
            self.round += 1;
            self.max_rate.forget(self.round);
        }
        let send_time = packet.at.saturating_duration_since(packet.first_sent_at);
        let ack_time = now.saturating_duration_since(packet.delivered_at);
        self.first_sent_at = packet.at;
        let time = send_time.max(ack_time);
        // Shorter than the least round trip, it says nothing (rate estimation, Sec. 3.3).
        if time.is_zero() || self.least_rtt.is_some_and(|least| time < least) {
            return;
        }
        let rate = (self.delivered - packet.delivered) as f64 / time.as_secs_f64();
        if rate >= self.max_rate.get() || !packet.app_limited {
            self.max_rate.update(self.round, rate);
        }
    }

    fn check_full(&mut self, app_limited: bool) {
        if self.filled || !self.round_started || app_limited {
            return;
        }
        let rate = self.max_rate.get();
        if rate >= self.full_rate * 1.25 {
            self.full_rate = rate;
            self.full_rounds = 0;
        } else {
            self.full_rounds += 1;
            self.filled = self.full_rounds >= 3;
        }
    }

    fn enter_probe_bw(&mut self, now: Instant) {
        self.mode = Mode::ProbeBw;
        self.cwnd_gain = CWND_GAIN;
        // Any phase but the one that drains (Sec. 4.3.4.3).
        let drawn = self.draw(CYCLE.len() as u64 - 1) as usize;
        self.phase = if drawn >= 1 { drawn + 1 } else { 0 };
        self.phase_at = now;
        self.pacing_gain = CYCLE[self.phase];
    }

    fn advance_phase(&mut self, now: Instant) {
        let passed = now.saturating_duration_since(self.phase_at);
        let is_over = self.least_rtt.is_some_and(|least| passed > least);
        let next = if self.pacing_gain > 1.0 {
            is_over && (self.lost || self.in_flight_before >= self.target(self.pacing_gain))
        } else if self.pacing_gain < 1.0 {
            is_over || self.in_flight_before <= self.target(1.0)
        } else {
            is_over
        };
        if next {
            self.phase = (self.phase + 1) % CYCLE.len();
            self.phase_at = now;
            self.pacing_gain = CYCLE[self.phase];
        }
    }

    fn advance(&mut self, now: Instant, app_limited: bool) {
        self.check_full(app_limited);
        if self.mode == Mode::Startup && self.filled {
            self.mode = Mode::Drain;
            self.pacing_gain = 1.0 / HIGH_GAIN;
            self.cwnd_gain = HIGH_GAIN;
        }
        if self.mode == Mode::Drain && self.in_flight <= self.target(1.0) {
            self.enter_probe_bw(now);
        }
        if self.mode == Mode::ProbeBw {
            self.advance_phase(now);
        }
    }

    /// Takes the round trip of the batch, and enters or leaves ProbeRTT (Sec. 4.3.5).
    fn probe_rtt(&mut self, now: Instant) {
        let is_old = now.saturating_duration_since(self.least_rtt_at) > MIN_RTT_AGE;
        if let Some(sample) = self.sampled_rtt.take()
            && (is_old || self.least_rtt.is_none_or(|least| sample <= least))
        {
            self.least_rtt = Some(sample);
            self.least_rtt_at = now;
        }
        if is_old && self.mode != Mode::ProbeRtt {
            self.mode = Mode::ProbeRtt;
            self.pacing_gain = 1.0;
            self.window_before = self.window;
            self.probe_rtt_until = None;
        }
        if self.mode != Mode::ProbeRtt {
            return;
        }
        match self.probe_rtt_until {
            None if self.in_flight <= self.least_window() => {
                self.probe_rtt_until = Some(now + PROBE_RTT_TIME);
                self.probe_rtt_round = self.round;
            }
            Some(until) if now >= until && self.round > self.probe_rtt_round => {
                self.least_rtt_at = now;
                self.window = self.window.max(self.window_before);
                if self.filled {
                    self.enter_probe_bw(now);
                } else {
                    self.mode = Mode::Startup;
                    self.pacing_gain = HIGH_GAIN;
                    self.cwnd_gain = HIGH_GAIN;
                }
            }
            _ => {}
        }
    }

    fn set_pacing_rate(&mut self, rtt: Option<Duration>) {
        // The handshake's few bytes say nothing of the path: the window's worth does (Sec. 4.2.1).
        if self.pacing_rate == 0.0
            && let Some(rtt) = rtt.filter(|rtt| !rtt.is_zero())
        {
            self.pacing_rate = HIGH_GAIN * self.initial_window as f64 / rtt.as_secs_f64();
        }
        let rate = self.pacing_gain * self.max_rate.get();
        if rate > self.pacing_rate || (self.filled && rate > 0.0) {
            self.pacing_rate = rate;
        }
    }

    fn set_window(&mut self) {
        if self.recovery_at.is_some() && self.conserve {
            // A packet out for each that came in, for a round (Sec. 4.2.3.3).
            self.window = self.window.max(self.in_flight + self.acked);
            if self.round > self.recovery_round {
                self.conserve = false;
            }
        } else {
            let target = self.target(self.cwnd_gain);
            if self.filled {
                self.window = target.min(self.window + self.acked);
            } else if self.window < target || self.delivered < self.initial_window {
                self.window += self.acked;
            }
        }
        self.window = self.window.max(self.least_window());
    }
}

impl Controller for BbrState {
    fn on_sent(&mut self, now: Instant, bytes: u64, _: u64) {
        if self.in_flight == 0 {
            self.first_sent_at = now;
            self.delivered_at = now;
        }
        self.in_flight += bytes;
        let record = Sent {
            at: now,
            delivered: self.delivered,
            delivered_at: self.delivered_at,
            first_sent_at: self.first_sent_at,
            app_limited: self.app_limited_until > self.delivered,
        };
        if self.sent.back().is_none_or(|last| last.at < now) {
            self.sent.push_back(record);
        }
    }

    fn on_ack(
        &mut self,
        now: Instant,
        sent: Instant,
        bytes: u64,
        app_limited: bool,
        _: &RttEstimator,
    ) {
        self.delivered += bytes;
        self.delivered_at = now;
        self.acked += bytes;
        self.in_flight = self.in_flight.saturating_sub(bytes);
        if app_limited {
            self.app_limited_until = self.delivered + self.in_flight;
        }
        if self.newest.is_none_or(|newest| newest.at < sent)
            && let Ok(index) = self.sent.binary_search_by_key(&sent, |record| record.at)
        {
            self.newest = Some(self.sent[index]);
        }
        if self.recovery_at.is_some_and(|at| sent > at) {
            self.recovery_at = None;
            self.conserve = false;
            self.window = self.window.max(self.window_before);
        }
        let rtt = now.saturating_duration_since(sent);
        self.sampled_rtt = Some(self.sampled_rtt.map_or(rtt, |least| least.min(rtt)));
        while self.sent.front().is_some_and(|first| first.at + RECORD_AGE < sent) {
            self.sent.pop_front();
        }
    }

    fn on_end_acks(&mut self, now: Instant, in_flight: u64, app_limited: bool, _: Option<u64>) {
        self.in_flight_before = self.in_flight + self.acked;
        self.in_flight = in_flight;
        let rtt = self.sampled_rtt;
        self.round_started = false;
        self.sample_rate(now);
        self.advance(now, app_limited);
        self.probe_rtt(now);
        self.set_pacing_rate(rtt.or(self.least_rtt));
        if self.mode != Mode::ProbeRtt {
            self.set_window();
        }
        self.acked = 0;
        self.lost = false;
    }

    fn on_congestion_event(
        &mut self,
        now: Instant,
        sent: Instant,
        is_persistent_congestion: bool,
        lost_bytes: u64,
    ) {
        self.lost = true;
        self.in_flight = self.in_flight.saturating_sub(lost_bytes);
        let is_new = self.recovery_at.is_none_or(|at| sent > at);
        if is_persistent_congestion {
            self.window_before = self.window_before.max(self.window);
            self.window = self.least_window();
            self.recovery_at = Some(now);
            self.conserve = false;
        } else if is_new && self.mode != Mode::ProbeRtt {
            self.window_before = self.window;
            self.window = (self.in_flight + self.acked.max(self.datagram)).max(self.least_window());
            self.recovery_at = Some(now);
            self.recovery_round = self.round;
            self.conserve = true;
        }
    }

    fn on_mtu_update(&mut self, new_mtu: u16) {
        self.datagram = u64::from(new_mtu);
        self.window = self.window.max(self.least_window());
    }

    fn window(&self) -> u64 {
        if self.mode == Mode::ProbeRtt {
            return self.window.min(self.least_window());
        }
        self.window
    }

    fn metrics(&self) -> ControllerMetrics {
        let mut metrics = ControllerMetrics::default();
        metrics.congestion_window = self.window();
        metrics.pacing_rate =
            (self.pacing_rate > 0.0).then(|| (self.pacing_rate * 8.0).max(8.0) as u64);
        metrics
    }

    fn clone_box(&self) -> Box<dyn Controller> {
        Box::new(self.clone())
    }

    fn initial_window(&self) -> u64 {
        self.initial_window
    }

    fn into_any(self: Box<Self>) -> Box<dyn Any> {
        self
    }
}
