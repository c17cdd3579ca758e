//! The play-out buffer: playout time of each voice packet, and packets that come too late.
//!
//! Owns the delay of each talkspurt. Within a spurt packets are played at the intervals at which
//! they were spoken; the delay can change only between spurts. [`super::VoiceReceiver`] uses the
//! result. A further buffer is a struct of parameters that implements [`Playout`], and its line in
//! the registry below.

use std::collections::VecDeque;
use std::fmt;
use std::sync::Arc;

use skyseam_base::{Duration, SimTime};
use skyseam_params::serde_json::Value as Json;
use skyseam_params::values::{PositiveSpan, Probability, Span};
use skyseam_params::{
    Chosen, Definitions, Keys, Model, Parameter, Parameters, Problems, Shape, Spanned, Value,
    parameters, registry,
};

/// A play-out buffer and its parameters.
pub trait Playout: Parameters {
    /// Creates the rule for the delay of talkspurts, for packets of `frame` of speech.
    fn rule(&self, frame: Duration) -> Box<dyn DelayRule>;

    /// Whether it adapts between talkspurts, so that there must be pauses.
    fn needs_pauses(&self) -> bool {
        false
    }

    /// Additional delay in ms that counts for the quality of speech beyond the waiting times of
    /// packets, if the delays of successive packets differ by `jitter_ms` on average.
    fn further_delay_ms(&self, jitter_ms: f64) -> f64 {
        let _ = jitter_ms;
        0.0
    }
}

/// Rule for the delay of talkspurts.
pub trait DelayRule: fmt::Debug + Send {
    /// Handles a packet with this `delay`; returns the time from its sending to its playout if it
    /// is the first of its talkspurt to arrive. `None` if every packet is played on arrival.
    fn on_packet(&mut self, delay: Duration) -> Option<Duration>;
}

parameters! {
    /// Keys of every play-out buffer.
    pub struct PlayoutKeys {
        /// Age after which an arriving packet is discarded: it counts as lost, and its delay is not
        /// measured. Default: nothing expires.
        expires_after: Option<PositiveSpan> = None,
    }
}

registry! {
    /// Play-out buffer of the receiver.
    dyn Playout "Playout" is "a play-out buffer" at "flows.application.playout.kind (voice)"
    with PlayoutKeys {
        FixedPlayout,
        AdaptivePlayout,
        TwiceJitter,
    }
    pub fn built_in;
    pub fn member;
}

/// A play-out buffer with its parameters.
#[derive(Clone, Debug, PartialEq)]
pub struct PlayoutConfig {
    /// Model of the buffer.
    pub model: Model<dyn Playout>,
    /// Keys common to all buffers.
    pub keys: PlayoutKeys,
    /// Further ages of expiry by which the receiver measures the same packets; a scenario has none.
    pub further_ages: Vec<Option<Duration>>,
}

impl PlayoutConfig {
    /// A buffer in which nothing expires.
    pub fn of(own: impl Playout) -> Self {
        Self {
            model: Model::new(Arc::new(own)),
            keys: PlayoutKeys::default(),
            further_ages: vec![],
        }
    }
}

impl Shape for PlayoutConfig {
    fn read(value: &Spanned<Value>, problems: &mut Problems<'_>) -> Option<Self> {
        let chosen = Chosen::<dyn Playout>::read(value, problems)?;
        Some(Self { model: chosen.model(problems)?, keys: chosen.common, further_ages: vec![] })
    }

    fn schema(definitions: &mut Definitions) -> Json {
        Chosen::<dyn Playout>::schema(definitions)
    }
}

impl Parameter for PlayoutConfig {
    type Own = Self;

    fn own(self) -> Self {
        self
    }

    fn print(own: &Self) -> Json {
        own.model.print_with(&own.keys)
    }
}

parameters! {
    /// The first packet of each talkspurt waits a fixed time; the others are played at the
    /// intervals at which they were spoken.
    pub struct FixedPlayout "fixed" from "RFC 3550 Sec. 6.4.4 leaves it to receivers" {
        /// Fixed waiting time.
        delay: Span = Duration::from_millis(60),
    }
}

impl Playout for FixedPlayout {
    fn rule(&self, _: Duration) -> Box<dyn DelayRule> {
        Box::new(FixedRule { hold: self.delay })
    }
}

#[derive(Debug)]
struct FixedRule {
    hold: Duration,
}

impl DelayRule for FixedRule {
    fn on_packet(&mut self, delay: Duration) -> Option<Duration> {
        Some(delay + self.hold)
    }
}

parameters! {
    /// Each talkspurt is delayed by the mean and four mean deviations of the measured delays;
    /// speech without pauses has a single talkspurt.
    pub struct AdaptivePlayout "adaptive" from "Ramjee et al. 1994, algorithm 1", check forgets {
        /// Weight of the past in both averages, below 1: the authors' value.
        alpha: Probability = 0.998_002,
    }
}

impl AdaptivePlayout {
    fn forgets(&self, keys: &Keys, problems: &mut Problems<'_>) {
        if self.alpha >= 1.0 {
            problems
                .add(&keys.at("alpha"), "averages with this factor never change")
                .found(format!("alpha = {}", self.alpha))
                .expected("a number from 0 to below 1, such as 0.998002");
        }
    }
}

/// R. Ramjee et al., "Adaptive playout mechanisms for packetized audio applications in wide-area
/// networks", INFOCOM 1994, algorithm 1.
impl Playout for AdaptivePlayout {
    fn rule(&self, frame: Duration) -> Box<dyn DelayRule> {
        // The adaptive buffer is a packet deep before it has measured anything.
        let initial = frame.as_nanos() as f64 / 4.0;
        Box::new(AdaptiveRule { alpha: self.alpha, estimate: None, initial })
    }

    fn needs_pauses(&self) -> bool {
        true
    }
}

#[derive(Debug)]
struct AdaptiveRule {
    alpha: f64,
    /// Estimates of delay and deviation, ns, after the first packet.
    estimate: Option<(f64, f64)>,
    /// Initial deviation, ns.
    initial: f64,
}

impl DelayRule for AdaptiveRule {
    fn on_packet(&mut self, delay: Duration) -> Option<Duration> {
        let (alpha, delay) = (self.alpha, delay.as_nanos() as f64);
        let (mean, deviation) = self.estimate.unwrap_or((delay, self.initial));
        let mean = alpha * mean + (1.0 - alpha) * delay;
        let deviation = alpha * deviation + (1.0 - alpha) * (mean - delay).abs();
        self.estimate = Some((mean, deviation));
        Some(Duration::from_nanos((mean + 4.0 * deviation).round() as u64))
    }
}

parameters! {
    /// No buffer is simulated: nothing is late, and speech counts as delayed by twice the jitter.
    pub struct TwiceJitter "twice-jitter" from "OpenBACH, compute_mos" {}
}

impl Playout for TwiceJitter {
    fn rule(&self, _: Duration) -> Box<dyn DelayRule> {
        Box::new(AtOnce)
    }

    fn further_delay_ms(&self, jitter_ms: f64) -> f64 {
        2.0 * jitter_ms
    }
}

#[derive(Debug)]
struct AtOnce;

impl DelayRule for AtOnce {
    fn on_packet(&mut self, _: Duration) -> Option<Duration> {
        None
    }
}

/// A talkspurt of which a packet has arrived.
#[derive(Clone, Copy, Debug)]
struct TalkspurtState {
    /// Difference of timestamps and numbers, which is constant within a spurt.
    lead: u32,
    /// Time from sending to playout.
    delay: Duration,
}

/// Number of spurts remembered: a packet may be overtaken by some spurts, but not by this many.
const REMEMBERED: usize = 64;

/// State of a play-out buffer.
#[derive(Debug)]
pub(crate) struct PlayoutState {
    rule: Box<dyn DelayRule>,
    /// Timestamp units per packet.
    ticks: u32,
    spurts: VecDeque<TalkspurtState>,
}

impl PlayoutState {
    /// Creates a buffer for packets of `frame` speech, which is `ticks` of their timestamps.
    pub fn new(playout: &dyn Playout, frame: Duration, ticks: u32) -> Self {
        Self { rule: playout.rule(frame), ticks, spurts: VecDeque::new() }
    }

    /// Handles a packet sent at `sent`; returns its playout time, or `None` if it is too late.
    pub(crate) fn on_packet(
        &mut self,
        now: SimTime,
        sent: SimTime,
        number: u32,
        timestamp: u32,
    ) -> Option<SimTime> {
        let Some(planned) = self.rule.on_packet(now.saturating_since(sent)) else {
            return Some(now);
        };
        let lead = timestamp.wrapping_sub(number.wrapping_mul(self.ticks));
        let known = self.spurts.iter().rev().find(|spurt| spurt.lead == lead);
        let delay = known.map_or(planned, |spurt| spurt.delay);
        if known.is_none() {
            if self.spurts.len() == REMEMBERED {
                self.spurts.pop_front();
            }
            self.spurts.push_back(TalkspurtState { lead, delay });
        }
        let at = sent.saturating_add(delay);
        (now <= at).then_some(at)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FRAME: Duration = Duration::from_millis(20);

    fn at(millis: u64) -> SimTime {
        SimTime::ZERO + Duration::from_millis(millis)
    }

    /// A buffer, and a packet for it: number, timestamp, sending time and delay.
    fn played(
        buffer: &mut PlayoutState,
        number: u32,
        timestamp: u32,
        sent: u64,
        delay: u64,
    ) -> Option<u64> {
        let played = buffer.on_packet(at(sent + delay), at(sent), number, timestamp)?;
        Some(played.saturating_since(at(sent)).as_nanos() / 1_000_000)
    }

    /// Goal: a fixed buffer by hand. Method: the first packet of a spurt to arrive decides for the
    /// spurt; the next spurt is decided anew; a packet on the deadline is in time.
    #[test]
    fn a_fixed_buffer_holds_the_first_of_each_spurt() {
        let delay = Duration::from_millis(30);
        let mut buffer = PlayoutState::new(&FixedPlayout { delay }, FRAME, 160);
        // The second packet comes first, after 100 ms: this spurt is played after 130 ms.
        assert_eq!(played(&mut buffer, 1, 160, 20, 100), Some(130));
        assert_eq!(played(&mut buffer, 0, 0, 0, 125), Some(130));
        assert_eq!(played(&mut buffer, 2, 320, 40, 130), Some(130));
        assert_eq!(played(&mut buffer, 3, 480, 60, 131), None);
        // A pause of 500 ms, 4000 ticks.
        assert_eq!(played(&mut buffer, 4, 4640, 580, 80), Some(110));
        // An old one still counts by its own spurt.
        assert_eq!(played(&mut buffer, 5, 4800, 600, 115), None);
        assert_eq!(played(&mut buffer, 6, 960, 120, 129), Some(130));
    }

    /// Goal: algorithm 1 by hand. Method: alpha 0.5, three spurts of one packet each.
    #[test]
    fn an_adaptive_buffer_follows_delay_and_deviation() {
        let mut buffer = PlayoutState::new(&AdaptivePlayout { alpha: 0.5 }, FRAME, 160);
        // d = 100, v = 5 / 2: 100 + 10.
        assert_eq!(played(&mut buffer, 0, 0, 0, 100), Some(110));
        // d = 110, v = 1.25 + 10 / 2 = 6.25: 110 + 25.
        assert_eq!(played(&mut buffer, 1, 1000, 200, 120), Some(135));
        // d = 155, v = 3.125 + 45 / 2 = 25.625: 155 + 102.5, for 200 ms.
        assert_eq!(played(&mut buffer, 2, 2000, 400, 200), Some(257));
        // In the same spurt the delay stays, though a short one is measured.
        assert_eq!(played(&mut buffer, 3, 2160, 420, 50), Some(257));
    }

    #[test]
    fn without_a_buffer_nothing_is_late() {
        let mut buffer = PlayoutState::new(&TwiceJitter {}, FRAME, 160);
        assert_eq!(played(&mut buffer, 0, 0, 0, 10), Some(10));
        assert_eq!(played(&mut buffer, 1, 160, 20, 9000), Some(9000));
    }

    /// Goal: bounded memory. Method: a thousand spurts.
    #[test]
    fn old_spurts_are_forgotten() {
        let delay = Duration::from_millis(1);
        let mut buffer = PlayoutState::new(&FixedPlayout { delay }, FRAME, 160);
        for i in 0..1000u32 {
            played(&mut buffer, i, i * 1000, u64::from(i) * 125, 10);
        }
        assert_eq!(buffer.spurts.len(), REMEMBERED);
    }
}
