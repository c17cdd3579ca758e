//! PIE (proportional integral controller enhanced): packets are dropped or marked at their arrival
//! with a probability that follows the queueing delay (RFC 8033), in the integer arithmetic of
//! Linux's `sch_pie`.
//!
//! Linux differs from the RFC in details: the burst allowance shrinks with packets sent instead of
//! with updates, the probability decays by 1/64 instead of 2 % while the delay is zero, and time
//! has units of 64 ns.

use skyseam_base::{Duration, SimTime};
use skyseam_params::names::{Choice, Named, choice};
use skyseam_params::parameters;
use skyseam_params::values::{Count, Flag, FrameSize, PositiveSpan, Probability};
use skyseam_trace::DropReason;

use super::codel::Fifo;
use super::{
    Built, Discipline, Dropped, Limit, PacketQueue, QueueContext, QueueLimit, QueuedPacket,
};

parameters! {
    /// Drops or marks arriving packets with a probability that is controlled by the queueing delay.
    pub struct Pie "pie" from "Linux's sch_pie (RFC 8033); defaults of tc-pie(8)" {
        /// Maximum amount that may wait.
        limit: QueueLimit = QueueLimit::Packets(1000),
        /// Acceptable queueing delay.
        target: PositiveSpan = Duration::from_millis(15),
        /// Time between updates of the probability (T_UPDATE in the RFC, tupdate in tc).
        update_interval: PositiveSpan = Duration::from_millis(15),
        /// Weight of the deviation of the delay from `target`, in sixteenths per second: 2 are the
        /// RFC's 0.125.
        alpha: Count<0, 32> = 2,
        /// Weight of the change of the delay, in sixteenths per second: 20 are the RFC's 1.25.
        beta: Count<0, 32> = 20,
        /// Whether ECN-capable packets are marked instead of dropped.
        ecn: Flag = false,
        /// Highest probability at which packets are marked; above it they are dropped even so
        /// (mark_ecnth in the RFC).
        ecn_probability: Probability = 0.1,
        /// Whether the probability is in proportion to a packet's size (bytemode in tc).
        byte_mode: Flag = false,
        /// Source of the queueing delay.
        delay_from: DelaySource = DelaySource::Timestamps,
        /// Largest frame: nothing is dropped while fewer bytes than two of them wait.
        max_packet: FrameSize = 1514,
    }
}

/// Source of the queueing delay.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DelaySource {
    /// Waiting time of the packet that was dequeued last.
    Timestamps,
    /// Backlog over a measured departure rate.
    DepartureRate,
}

impl Named for DelaySource {
    const WHAT: &'static str = "a source of the queueing delay";

    fn choices() -> Vec<Choice<Self>> {
        vec![
            choice(
                Self::Timestamps,
                "timestamps",
                "the waiting time of the packet that was dequeued last",
                "RFC 8033 Sec. 5.2; Linux's default",
            ),
            choice(
                Self::DepartureRate,
                "departure-rate",
                "the backlog over the rate of departures, measured over 16 KiB each",
                "RFC 8033 Sec. 4.3; dq_rate_estimator in tc",
            ),
        ]
    }
}

impl Discipline for Pie {
    fn build(&self, context: &QueueContext<'_>) -> Built {
        let mut stream = context.stream();
        Built::Holding(Box::new(PieQueue::new(self, context.start(), move || stream.next_u64())))
    }
}

/// Probability 1.
const ONE: u64 = u64::MAX >> 8;

/// Number of bits by which nanoseconds are shifted to the kernel's unit of time (`PSCHED_SHIFT`).
const SHIFT: u32 = 6;

/// Units of time per second.
const PER_SECOND: u64 = 1_000_000_000 >> SHIFT;

/// Time for which bursts pass after the queue was short (RFC 8033 Sec. 4.4).
const BURST_ALLOWANCE: u64 = ticks(150_000_000);

/// Delay above which the probability rises faster (RFC 8033 Sec. 5.5).
const HIGH_DELAY: u64 = ticks(250_000_000);

/// Bytes over which the departure rate is measured (`DQ_THRESHOLD`, RFC 8033 Sec. 4.3).
const RATE_SAMPLE: u64 = 1 << 14;

/// Binary digits after the point of the departure rate.
const RATE_SHIFT: u32 = 8;

const fn ticks(nanos: u64) -> u64 {
    nanos >> SHIFT
}

/// Parameters of the controller, in its own units.
#[derive(Clone, Debug)]
pub(super) struct Law {
    target: u64,
    alpha: u64,
    beta: u64,
    ecn: bool,
    ecn_probability: u64,
    byte_mode: bool,
    delay_from: DelaySource,
    max_packet: u64,
}

impl Law {
    pub(super) fn new(keys: &Pie) -> Self {
        let weight = |sixteenths: u32| (u64::from(sixteenths) * (ONE / PER_SECOND)) >> 4;
        Self {
            target: ticks(keys.target.as_nanos()),
            alpha: weight(keys.alpha),
            beta: weight(keys.beta),
            ecn: keys.ecn,
            ecn_probability: (keys.ecn_probability * ONE as f64) as u64,
            byte_mode: keys.byte_mode,
            delay_from: keys.delay_from,
            max_packet: keys.max_packet.into(),
        }
    }
}

/// Instants of the updates, which change a state only if it is read again.
#[derive(Debug)]
pub(super) struct Updates {
    next: SimTime,
    interval: Duration,
}

impl Updates {
    /// Updates from half a second after `start` on, as in the kernel.
    pub(super) fn new(start: SimTime, interval: Duration) -> Self {
        Self { next: start.saturating_add(Duration::from_millis(500)), interval }
    }

    /// Calls `update` once for each instant that passed before `until`, until it returns false
    /// because further updates change nothing.
    pub(super) fn catch_up(&mut self, until: SimTime, mut update: impl FnMut() -> bool) {
        let mut changes = true;
        while changes && self.next < until {
            changes = update();
            self.next = self.next.saturating_add(self.interval);
        }
        if self.next < until {
            let left = (until - self.next).as_nanos().div_ceil(self.interval.as_nanos());
            self.next = self.next.saturating_add(self.interval.saturating_mul(left));
        }
    }
}

/// State of the controller of one queue.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct State {
    probability: u64,
    /// Sum of the probabilities since the last drop, against clusters and long gaps (RFC 8033 Sec.
    /// 5.4).
    accumulated: u64,
    delay: u64,
    previous_delay: u64,
    burst_allowance: u64,
    /// Time of the last departure, or the start of a measurement of the departure rate.
    departed: Option<u64>,
    /// Bytes sent in the current measurement of the departure rate.
    counted: Option<u64>,
    /// Bytes per unit of time, with [`RATE_SHIFT`] binary digits; 0 if unknown.
    departure_rate: u64,
}

impl Default for State {
    fn default() -> Self {
        Self {
            probability: 0,
            accumulated: 0,
            delay: 0,
            previous_delay: 0,
            burst_allowance: BURST_ALLOWANCE,
            departed: None,
            counted: None,
            departure_rate: 0,
        }
    }
}

impl State {
    /// Decides about an arriving packet behind `backlog` bytes, and marks it or not.
    ///
    /// # Errors
    /// If the packet is to be dropped.
    pub(super) fn admit(
        &mut self,
        law: &Law,
        backlog: u64,
        packet: &mut QueuedPacket,
        draw: &mut dyn FnMut() -> u64,
    ) -> Result<(), DropReason> {
        let is_picked = self.picks(law, backlog, packet.bytes, draw);
        let may_mark = law.ecn && self.probability <= law.ecn_probability;
        if !is_picked || may_mark && packet.ecn.mark() {
            return Ok(());
        }
        self.accumulated = 0;
        Err(DropReason::EarlyDrop)
    }

    /// Records the drop of a packet that found the queue full.
    pub(super) fn note_overflow(&mut self) {
        self.accumulated = 0;
    }

    /// Whether an arriving packet is to be dropped or marked (RFC 8033 Sec. 5.1 and 5.4).
    fn picks(
        &mut self,
        law: &Law,
        backlog: u64,
        bytes: u32,
        draw: &mut dyn FnMut() -> u64,
    ) -> bool {
        let is_short = self.delay < law.target / 2 && self.probability < ONE / 5;
        if self.burst_allowance > 0 || is_short || backlog < 2 * law.max_packet {
            return false;
        }
        let mut probability = self.probability;
        if law.byte_mode && u64::from(bytes) <= law.max_packet {
            probability = u64::from(bytes) * (probability / law.max_packet);
        }
        self.accumulated =
            if probability == 0 { 0 } else { self.accumulated.saturating_add(probability) };
        if self.accumulated < ONE / 100 * 85 {
            return false;
        }
        if self.accumulated >= ONE / 2 * 17 {
            return true;
        }
        let is_picked = draw() >> 8 < probability;
        if is_picked {
            self.accumulated = 0;
        }
        is_picked
    }

    /// Records that `packet` was dequeued at `now`, with `backlog` bytes left behind it.
    pub(super) fn note_departure(
        &mut self,
        law: &Law,
        now: SimTime,
        packet: &QueuedPacket,
        backlog: u64,
    ) {
        let now_ticks = ticks(now.as_nanos());
        let since = match law.delay_from {
            DelaySource::Timestamps => {
                let waited = now_ticks - ticks(packet.arrived.as_nanos());
                self.delay = if backlog == 0 { 0 } else { waited };
                self.departed.replace(now_ticks).map_or(0, |last| now_ticks - last)
            }
            DelaySource::DepartureRate => {
                self.measure(now_ticks, packet.bytes, backlog).unwrap_or_default()
            }
        };
        self.burst_allowance = self.burst_allowance.saturating_sub(since);
    }

    /// Measures the departure rate (RFC 8033 Sec. 4.3); returns the duration of a measurement that
    /// is complete.
    fn measure(&mut self, now: u64, bytes: u32, backlog: u64) -> Option<u64> {
        if backlog >= RATE_SAMPLE && self.counted.is_none() {
            (self.departed, self.counted) = (Some(now), Some(0));
        }
        let counted = self.counted.as_mut()?;
        *counted += u64::from(bytes);
        let since = now - self.departed?;
        if *counted < RATE_SAMPLE || since == 0 {
            return None;
        }
        let rate = (*counted << RATE_SHIFT) / since;
        self.departure_rate = match self.departure_rate {
            0 => rate,
            known => known - (known >> 3) + (rate >> 3),
        };
        if backlog < RATE_SAMPLE {
            self.counted = None;
        } else {
            (self.departed, self.counted) = (Some(now), Some(0));
        }
        Some(since)
    }

    /// Updates the probability (RFC 8033 Sec. 5.2 and 5.5) with `backlog` bytes waiting; returns
    /// whether anything has changed.
    pub(super) fn update(&mut self, law: &Law, backlog: u64) -> bool {
        let before = self.clone();
        let (delay, previous) = match law.delay_from {
            DelaySource::Timestamps => (self.delay, self.previous_delay),
            DelaySource::DepartureRate => {
                self.previous_delay = self.delay;
                let delay = (backlog << RATE_SHIFT).checked_div(self.departure_rate);
                (delay.unwrap_or(0), self.previous_delay)
            }
        };
        let mut may_decay = delay > 0 || backlog == 0;
        let scale = self.scale();
        let deviation = (law.alpha >> scale) as i64;
        let deviation = deviation.saturating_mul(delay as i64 - law.target as i64);
        let change = ((law.beta >> scale) as i64).saturating_mul(delay as i64 - previous as i64);
        let mut step = deviation.saturating_add(change);
        if step > (ONE / 50) as i64 && self.probability >= ONE / 10 {
            step = (ONE / 100 * 2) as i64;
        }
        if delay > HIGH_DELAY {
            step = step.saturating_add((ONE / 50) as i64);
        }
        self.probability = match self.probability.checked_add_signed(step) {
            Some(probability) => probability,
            None if step > 0 => {
                may_decay = false;
                ONE
            }
            None => 0,
        };
        if delay == 0 && previous == 0 && may_decay {
            self.probability -= self.probability / 64;
        }
        self.delay = delay;
        let is_known = law.delay_from == DelaySource::Timestamps || self.departure_rate > 0;
        let is_short = |delay: u64| delay < law.target / 2;
        if is_short(delay) && is_short(self.previous_delay) && self.probability == 0 && is_known {
            let (delay, previous_delay) = (self.delay, self.previous_delay);
            *self = Self { delay, previous_delay, ..Self::default() };
        }
        if law.delay_from == DelaySource::Timestamps {
            self.previous_delay = delay;
        }
        *self != before
    }

    /// Binary digits by which the weights are reduced at a low probability (RFC 8033 Sec. 5.2).
    fn scale(&self) -> u32 {
        let mut scale = u32::from(self.probability < ONE / 10);
        let mut divisor = 100;
        while scale > 0 && divisor <= 1_000_000 && self.probability < ONE / divisor {
            scale += 2;
            divisor *= 10;
        }
        scale
    }
}

/// A queue under the controller.
pub(super) struct PieQueue<D> {
    limit: Limit,
    law: Law,
    updates: Updates,
    queue: Fifo,
    state: State,
    draw: D,
}

impl<D: FnMut() -> u64 + Send> PieQueue<D> {
    /// A queue from `start` on; `draw` returns uniform random numbers.
    pub(super) fn new(config: &Pie, start: SimTime, draw: D) -> Self {
        Self {
            limit: config.limit.known(),
            law: Law::new(config),
            updates: Updates::new(start, config.update_interval),
            queue: Fifo::default(),
            state: State::default(),
            draw,
        }
    }

    fn update(&mut self, until: SimTime) {
        let (state, law, backlog) = (&mut self.state, &self.law, self.queue.bytes());
        self.updates.catch_up(until, || state.update(law, backlog));
    }
}

impl<D: FnMut() -> u64 + Send> PacketQueue for PieQueue<D> {
    fn enqueue(&mut self, now: SimTime, mut packet: QueuedPacket, dropped: &mut Vec<Dropped>) {
        // Updates at this instant come before the arrival, but after a departure.
        self.update(now.saturating_add(Duration::from_nanos(1)));
        if !self.queue.takes(self.limit, packet.bytes) {
            self.state.note_overflow();
            dropped.push(Dropped { packet, reason: DropReason::QueueOverflow });
            return;
        }
        let backlog = self.queue.bytes();
        match self.state.admit(&self.law, backlog, &mut packet, &mut self.draw) {
            Ok(()) => self.queue.push(packet),
            Err(reason) => dropped.push(Dropped { packet, reason }),
        }
    }

    fn dequeue(&mut self, now: SimTime, _: &mut Vec<Dropped>) -> Option<QueuedPacket> {
        self.update(now);
        let packet = self.queue.pop()?;
        self.state.note_departure(&self.law, now, &packet, self.queue.bytes());
        Some(packet)
    }

    fn len(&self) -> usize {
        self.queue.len()
    }
}

#[cfg(test)]
mod tests {
    use skyseam_base::{RandomStream, math};

    use super::super::{Ecn, PacketKey};
    use super::*;

    /// Goal: both sources of the delay hold it at the target. Method: 1.1 times the capacity of a
    /// link of 10 Mbit/s for 60 s, as a Poisson process; the mean wait in the last 40 s, and the
    /// share of drops, which is what exceeds the capacity and a little more, since the link is idle
    /// at times.
    #[test]
    fn the_delay_is_held_at_the_target() {
        for delay_from in [DelaySource::Timestamps, DelaySource::DepartureRate] {
            let mut stream = RandomStream::new(1, "test");
            let mut draws = RandomStream::new(2, "test");
            let config = Pie { delay_from, ..Pie::default() };
            let mut queue = PieQueue::new(&config, SimTime::ZERO, move || draws.next_u64());
            let (mut now, mut free_at) = (SimTime::ZERO, SimTime::ZERO);
            let (mut dropped, mut arrivals, mut waits_ms) = (Vec::new(), 0, Vec::new());
            while now < SimTime::from_secs(60) {
                now += Duration::from_secs_f64(-1.2e-3 / 1.1 * math::ln(1.0 - stream.uniform()));
                while free_at <= now && queue.len() > 0 {
                    let sent = queue.dequeue(free_at, &mut dropped).unwrap();
                    if now > SimTime::from_secs(20) {
                        waits_ms.push((free_at - sent.arrived).as_millis_f64());
                    }
                    free_at += Duration::from_nanos(1_200_000);
                }
                let (key, ecn) = (PacketKey(arrivals), Ecn::NotEct);
                let packet = QueuedPacket { key, bytes: 1500, flow: 0, arrived: now, ecn };
                queue.enqueue(now, packet, &mut dropped);
                arrivals += 1;
                free_at = free_at.max(now);
            }
            let mean_ms = waits_ms.iter().sum::<f64>() / waits_ms.len() as f64;
            assert!((12.0..20.0).contains(&mean_ms), "{delay_from:?}: {mean_ms} ms");
            let share = dropped.len() as f64 / f64::from(arrivals);
            assert!((0.09..0.12).contains(&share), "{delay_from:?}: {share}");
        }
    }

    /// Goal: updates that change nothing are passed at once, at the right phase. Method: a queue
    /// that rests for a year.
    #[test]
    fn a_rest_takes_no_updates() {
        let mut updates = Updates::new(SimTime::ZERO, Duration::from_millis(15));
        let mut calls = 0;
        updates.catch_up(SimTime::from_secs(366 * 86_400), || {
            calls += 1;
            calls < 5
        });
        assert_eq!(calls, 5);
        let since = updates.next - SimTime::from_secs(366 * 86_400);
        assert!(since < updates.interval, "{since}");
        let phase = (updates.next - SimTime::from_nanos(500_000_000)).as_nanos() % 15_000_000;
        assert_eq!(phase, 0);
    }
}
