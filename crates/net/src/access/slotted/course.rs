//! Delay, loss and rate of a slotted access over time, drawn from a profile.
//!
//! Times of steps do not depend on packets, and each purpose has a random stream of the terminal's
//! own: packets of all flows meet the same delays, and another flow changes none of them.

use std::sync::Arc;

use skyseam_base::{Duration, RandomStream, Rate, SimTime, math};

use super::profile::{
    DelayLaw, DelayWindow, LossWindow, OutageLaw, Profile, RateLaw, below, quantile, quantile_at,
};
use super::{SlotDirection, TerminalSlots};

/// Slots and the steps within them.
#[derive(Debug)]
struct SlotClock {
    slot: Duration,
    step: Duration,
    /// Time from the beginning of the slot that contains time zero to time zero.
    into: Duration,
    /// Time from the full hour 0 of UTC to time zero.
    of_day: Duration,
}

impl SlotClock {
    fn new(profile: &Profile, step: Duration, of_day: Duration) -> Self {
        let slot = profile.slot;
        let since_phase = of_day + slot.saturating_mul(2);
        let phase = Duration::from_nanos(profile.phase.as_nanos() % slot.as_nanos());
        let into = Duration::from_nanos((since_phase - phase).as_nanos() % slot.as_nanos());
        Self { slot, step, into, of_day }
    }

    /// Number of the slot that contains `t`, counted from that of time zero, and number of the step
    /// in it.
    fn at(&self, t: SimTime) -> (u64, u64) {
        let nanos = (t - SimTime::ZERO + self.into).as_nanos();
        let slot = self.slot.as_nanos();
        (nanos / slot, nanos % slot / self.step.as_nanos())
    }

    /// Beginning of a step; time zero if that is earlier.
    fn start_of(&self, (slot, step): (u64, u64)) -> SimTime {
        let since = self.slot.saturating_mul(slot) + self.step.saturating_mul(step);
        SimTime::ZERO + since.saturating_sub(self.into)
    }

    /// Time of the middle of a step from the beginning of its slot, ms; negative in the second half
    /// of the slot, before the beginning of the next one.
    fn since_edge_ms(&self, step: u64) -> f64 {
        let (slot_ms, step_ms) =
            (1e-6 * self.slot.as_nanos() as f64, 1e-6 * self.step.as_nanos() as f64);
        let into_ms = (step as f64 + 0.5) * step_ms;
        if into_ms < slot_ms / 2.0 { into_ms } else { into_ms - slot_ms }
    }

    /// The factor of the hour in which a slot begins.
    fn factor(&self, hourly: Option<&Vec<f64>>, slot: u64) -> f64 {
        let Some(hourly) = hourly else { return 1.0 };
        let since = self.of_day + self.slot.saturating_mul(slot);
        let hour = since.as_nanos() / 3_600_000_000_000;
        hourly[(hour % hourly.len() as u64) as usize]
    }
}

/// The window that contains a time, by index.
fn window_of(windows: impl Iterator<Item = [f64; 2]>, at_ms: f64) -> Option<usize> {
    windows
        .enumerate()
        .find(|(_, [from, to])| (*from..*to).contains(&at_ms))
        .map(|(index, _)| index)
}

/// A normal score that is correlated with the one before it (first-order autoregression); from its
/// stationary distribution at first.
#[derive(Debug)]
struct Score {
    correlation: f64,
    now: Option<f64>,
}

impl Score {
    const fn new(correlation: f64) -> Self {
        Self { correlation, now: None }
    }

    fn next(&mut self, stream: &mut RandomStream) -> f64 {
        let noise = stream.normal();
        let next = self.now.map_or(noise, |before| {
            self.correlation * before + (1.0 - self.correlation * self.correlation).sqrt() * noise
        });
        self.now = Some(next);
        next
    }
}

/// Delay of one direction.
#[derive(Debug)]
pub(crate) struct DelayCourse {
    profile: Arc<Profile>,
    /// Share of this direction.
    share: f64,
    clock: SlotClock,
    slots: RandomStream,
    base: Score,
    spread: Score,
    /// Number of slots drawn, the last of which is the current one, and its delay and interquartile
    /// range.
    drawn: u64,
    base_ms: f64,
    spread_ms: f64,
    /// Random stream of the current slot's steps, and number of steps drawn.
    steps: RandomStream,
    steps_drawn: u64,
    memory: Score,
    score: f64,
    /// Latest end of a packet's wait: packets keep their order.
    latest: SimTime,
}

impl DelayCourse {
    /// The delay in the direction of `slots`; `None` if it has no share.
    pub(crate) fn new(
        profile: &Arc<Profile>,
        seed: u64,
        slots: &TerminalSlots<'_>,
    ) -> Option<Self> {
        let law = &profile.delay;
        let share = match slots.direction {
            SlotDirection::Up => law.uplink_share,
            SlotDirection::Down => 1.0 - law.uplink_share,
        };
        if share == 0.0 {
            return None;
        }
        let stream = || RandomStream::new(seed, &format!("delay in slots of {}", slots.terminal));
        let memory = -(law.step.as_nanos() as f64) / law.memory.as_nanos() as f64;
        Some(Self {
            share,
            clock: SlotClock::new(profile, law.step, slots.of_day),
            slots: stream(),
            base: Score::new(law.base_correlation),
            spread: Score::new(law.spread_correlation),
            drawn: 0,
            base_ms: 0.0,
            spread_ms: 0.0,
            steps: stream(),
            steps_drawn: 0,
            memory: Score::new(math::exp(memory)),
            score: 0.0,
            latest: SimTime::ZERO,
            profile: profile.clone(),
        })
    }

    fn law(&self) -> &DelayLaw {
        &self.profile.delay
    }

    fn draw_slot(&mut self) {
        let law = &self.profile.delay;
        if law.base_redraw > 0.0 && self.slots.uniform() < law.base_redraw {
            self.base.now = None;
        }
        let base = self.base.next(&mut self.slots);
        let own = self.spread.next(&mut self.slots);
        let shared = law.base_spread_correlation;
        let spread = shared * base + (1.0 - shared * shared).sqrt() * own;
        let factor = self.clock.factor(law.hourly.as_ref(), self.drawn);
        self.base_ms = factor * quantile(&law.base_ms, below(base));
        let limit_ms = law
            .spread_limit
            .map_or(f64::INFINITY, |ratio| (ratio * (self.base_ms - law.least_ms)).max(0.0));
        self.spread_ms = quantile(&law.spread_ms, below(spread)).min(limit_ms);
        self.steps = self.slots.part(self.drawn);
        self.steps_drawn = 0;
        self.memory.now = None;
        self.drawn += 1;
    }

    fn draw_step(&mut self) {
        let share = self.law().memory_share;
        let memory = self.memory.next(&mut self.steps);
        let noise = self.steps.normal();
        self.score = share.sqrt() * memory + (1.0 - share).sqrt() * noise;
        self.steps_drawn += 1;
    }

    /// Delay of a round trip at `t` beyond the propagation delay, ms. `t` must not decrease.
    fn round_trip_ms(&mut self, t: SimTime) -> f64 {
        let (slot, step) = self.clock.at(t);
        while self.drawn <= slot {
            self.draw_slot();
        }
        while self.steps_drawn <= step {
            self.draw_step();
        }
        let law = self.law();
        let at_ms = self.clock.since_edge_ms(step);
        let probability = below(self.score);
        let beyond_ms = match window_of(law.edge.iter().map(DelayWindow::span_ms), at_ms) {
            Some(index) => quantile_at(&law.probabilities, &law.edge[index].excess_ms, probability),
            None => self.spread_ms * quantile_at(&law.probabilities, &law.residual, probability),
        };
        (self.base_ms + beyond_ms).max(law.least_ms)
    }

    /// Time until which a packet waits whose last bit leaves at `end`. `end` must not decrease.
    pub(crate) fn after(&mut self, end: SimTime) -> SimTime {
        let nanos = (1e6 * self.share * self.round_trip_ms(end)).round() as u64;
        self.latest = self.latest.max(end.saturating_add(Duration::from_nanos(nanos)));
        self.latest
    }
}

/// Losses of one direction. A uniform number is renewed at random steps; packets are lost while it
/// is below the share of the window, or of the interior: outside of windows, a two-state chain.
#[derive(Debug)]
pub(crate) struct LossCourse {
    profile: Arc<Profile>,
    direction: SlotDirection,
    clock: SlotClock,
    slots: RandomStream,
    /// Random stream of the current slot's steps, number of that slot, and number of steps drawn.
    steps: RandomStream,
    slot: Option<u64>,
    steps_drawn: u64,
    /// The number, and whether the interval concerns the uplink.
    level: f64,
    is_up: bool,
    outages: Option<Outages>,
}

impl LossCourse {
    /// The losses in the direction of `slots`; `None` if nothing is ever lost.
    pub(crate) fn new(
        profile: &Arc<Profile>,
        seed: u64,
        slots: &TerminalSlots<'_>,
    ) -> Option<Self> {
        if profile.loss.is_none() && profile.outage.is_none() {
            return None;
        }
        let stream = |what: &str| RandomStream::new(seed, &format!("{what} of {}", slots.terminal));
        let clock = || SlotClock::new(profile, profile.delay.step, slots.of_day);
        let outage = profile.outage.as_ref();
        Some(Self {
            direction: slots.direction,
            clock: clock(),
            slots: stream("loss in slots"),
            steps: stream("loss in slots"),
            slot: None,
            steps_drawn: 0,
            level: 1.0,
            is_up: false,
            outages: outage.map(|law| Outages::new(law.clone(), clock(), stream("outages"))),
            profile: profile.clone(),
        })
    }

    /// Whether a packet whose last bit leaves at `t` is lost. `t` must not decrease.
    pub(crate) fn loses(&mut self, t: SimTime) -> bool {
        let is_out = self.outages.as_mut().is_some_and(|outages| outages.are_at(t));
        let Some(law) = &self.profile.loss else { return is_out };
        let (slot, step) = self.clock.at(t);
        if self.slot != Some(slot) {
            self.steps = self.slots.part(slot);
            self.slot = Some(slot);
            self.steps_drawn = 0;
        }
        let step_ns = self.clock.step.as_nanos() as f64;
        let lasting = law.burst.as_nanos() as f64 * (1.0 - law.share);
        while self.steps_drawn <= step {
            let is_new = self.steps_drawn == 0 || self.steps.uniform() * lasting < step_ns;
            if is_new {
                self.level = self.steps.uniform();
                self.is_up = self.steps.uniform() < law.uplink_share;
            }
            self.steps_drawn += 1;
        }
        let at_ms = self.clock.since_edge_ms(step);
        let window = window_of(law.edge.iter().map(LossWindow::span_ms), at_ms);
        let share = window.map_or(law.share, |index| law.edge[index].share);
        let is_ours = self.is_up == (self.direction == SlotDirection::Up);
        is_out || (is_ours && self.level < share)
    }
}

/// Interruptions of both directions.
#[derive(Debug)]
struct Outages {
    law: OutageLaw,
    clock: SlotClock,
    stream: RandomStream,
    /// Time up to which beginnings have been drawn.
    drawn: SimTime,
    /// Interruptions that are not over: beginning and end.
    left: Vec<(SimTime, SimTime)>,
}

impl Outages {
    fn new(law: OutageLaw, clock: SlotClock, stream: RandomStream) -> Self {
        Self { law, clock, stream, drawn: SimTime::ZERO, left: Vec::new() }
    }

    fn are_at(&mut self, t: SimTime) -> bool {
        while self.drawn <= t {
            let wait_ns = -math::ln_1p(-self.stream.uniform()) * self.law.every.as_nanos() as f64;
            // At least a nanosecond, so that the sequence advances.
            self.drawn = self.drawn.saturating_add(Duration::from_nanos(wait_ns as u64 + 1));
            let waits = self.stream.uniform() < self.law.edge_share;
            let (slot, _) = self.clock.at(self.drawn);
            let from = if waits { self.clock.start_of((slot + 1, 0)) } else { self.drawn };
            let length_s = quantile(&self.law.duration_s, self.stream.uniform());
            let length = Duration::from_nanos((1e9 * length_s).max(0.0) as u64);
            self.left.push((from, from.saturating_add(length)));
        }
        self.left.retain(|(_, until)| *until > t);
        self.left.iter().any(|(from, _)| *from <= t)
    }
}

/// Rate of one direction.
#[derive(Debug)]
pub(crate) struct RateCourse {
    law: RateLaw,
    clock: SlotClock,
    slots: RandomStream,
    slot: Score,
    /// Number of slots drawn, and rate of the last one.
    drawn: u64,
    slot_mbps: f64,
    steps: RandomStream,
    steps_drawn: u64,
    within: Score,
    rate: Option<Rate>,
}

impl RateCourse {
    /// The rates in the direction of `slots`; `None` if the profile has none.
    pub(crate) fn new(
        profile: &Arc<Profile>,
        seed: u64,
        slots: &TerminalSlots<'_>,
    ) -> Option<Self> {
        let law = profile.rates(slots.direction)?.clone();
        let way = match slots.direction {
            SlotDirection::Up => "uplink",
            SlotDirection::Down => "downlink",
        };
        let owner = format!("{way} rate in slots of {}", slots.terminal);
        let stream = || RandomStream::new(seed, &owner);
        Some(Self {
            clock: SlotClock::new(profile, law.step, slots.of_day),
            slots: stream(),
            slot: Score::new(law.correlation),
            drawn: 0,
            slot_mbps: 0.0,
            steps: stream(),
            steps_drawn: 0,
            within: Score::new(law.within_correlation),
            rate: None,
            law,
        })
    }

    /// The rate at `t`, `None` if nothing is sent, and the time until which it holds. `t` must not
    /// decrease.
    pub(crate) fn at(&mut self, t: SimTime) -> (Option<Rate>, SimTime) {
        let (slot, step) = self.clock.at(t);
        while self.drawn <= slot {
            let score = self.slot.next(&mut self.slots);
            let factor = self.clock.factor(self.law.hourly.as_ref(), self.drawn);
            self.slot_mbps = factor * quantile(&self.law.slot_mbps, below(score));
            self.steps = self.slots.part(self.drawn);
            self.steps_drawn = 0;
            self.within.now = None;
            self.drawn += 1;
        }
        while self.steps_drawn <= step {
            let score = self.within.next(&mut self.steps);
            let mbps = self.slot_mbps * quantile(&self.law.within, below(score));
            self.rate = Rate::from_bps((1e6 * mbps).round() as u64);
            self.steps_drawn += 1;
        }
        (self.rate, self.clock.start_of((slot, step + 1)))
    }
}
