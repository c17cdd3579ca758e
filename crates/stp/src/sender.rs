//! The sending side of STP: what was sent and not answered, what is lost, how much may be in
//! flight, and when the other end is asked what it has.
//!
//! Times are simulated time, numbers are positions in the series of packets from 0. The wire form
//! belongs to [`super::wire`], the connection to [`super::end`].

use std::collections::{BTreeSet, VecDeque};

use skyseam_base::{Duration, FlowId, SimTime};
use skyseam_endpoint::app::OfferedData;
use skyseam_endpoint::{EndReason, FlowReport};
use skyseam_trace::{Event, Recorder, RetransmitCause};

use super::Stp;

/// The interval of polls before any round trip was measured.
const FIRST_POLLS: Duration = Duration::from_millis(200);
/// Polls are never closer than this, but for those that ride on data.
const MIN_POLLS: Duration = Duration::from_millis(10);
/// The least time without a STAT after which the sender acts.
const MIN_TIMEOUT: Duration = Duration::from_secs(1);
/// How much faster than the window per round trip packets leave in slow start.
const SLOW_START_GAIN: f64 = 1.25;
/// The largest window, in packets: half of the numbers, less room for what is under way.
const WINDOW_MAX: u64 = 1 << 22;

/// What is known of a packet of data.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    /// Under way, as far as is known.
    InFlight,
    /// Missing at the receiver: to be sent again.
    Lost,
    /// At the receiver.
    Received,
}

/// A packet of data that was sent.
#[derive(Clone, Copy, Debug)]
struct SentPdu {
    /// Offset of its first byte in the stream.
    offset: u64,
    payload: u32,
    /// Whether it is the last of its direction.
    ends: bool,
    state: State,
    /// Place of its latest transmission among all transmissions.
    order: u64,
    /// Times that it was sent.
    times: u32,
}

/// A poll that may still be answered.
#[derive(Clone, Copy, Debug)]
struct Poll {
    stamp: u32,
    at: SimTime,
    /// Transmissions with a lower place were sent before it.
    order: u64,
}

/// What is to leave now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Outgoing {
    /// A packet of data.
    Data {
        /// Its number.
        number: u64,
        /// Bytes of data.
        payload: u32,
        /// Whether it is the last.
        ends: bool,
        /// Time stamp, where it polls.
        poll: Option<u32>,
    },
    /// A poll alone; the number is that of the next new packet.
    Poll {
        /// Number of the next new packet.
        next: u64,
        /// Time stamp.
        stamp: u32,
    },
}

/// What a STAT says, as positions.
#[derive(Clone, Debug)]
pub(super) struct Status {
    pub echo: u32,
    /// Everything before has arrived.
    pub expected: u64,
    /// It speaks of `from..end`.
    pub from: u64,
    pub end: u64,
    /// First position that there is no room for.
    pub limit: u64,
    /// What is missing of that, in ascending order.
    pub gaps: Vec<(u64, u64)>,
}

/// The sending side of one end.
#[derive(Debug)]
pub(super) struct Sender {
    flow: FlowId,
    config: Stp,
    supply: OfferedData,
    /// Bytes that the application has offered; `u64::MAX` where it keeps none back.
    offered: u64,
    /// Whether a proxy writes: what it has not read yet may follow any moment.
    is_by_hand: bool,
    /// Bytes that have arrived with all before them.
    done_bytes: u64,
    /// Bytes that were put into packets.
    written: u64,
    /// Whether the last packet of the direction exists.
    has_end: bool,
    /// Whether it sends anything at all.
    is_mute: bool,
    window: VecDeque<SentPdu>,
    /// VT(A): position of the first of `window`.
    first: u64,
    /// VT(MS).
    limit: u64,
    lost: BTreeSet<u64>,
    /// Packets in state [`State::InFlight`].
    in_flight: u64,
    order: u64,
    /// Congestion window and threshold, packets.
    cwnd: f64,
    ssthresh: f64,
    /// Losses of packets before this one belong to the last reduction.
    recover: u64,
    polls: VecDeque<Poll>,
    /// The time stamp whose round trip was taken last.
    sampled: Option<u32>,
    /// Packets of data since the last poll.
    since_poll: u64,
    last_poll: Option<SimTime>,
    last_stamp: u32,
    wants_poll: bool,
    smoothed: Option<Duration>,
    variation: Duration,
    rtt_sum: Duration,
    /// Since when the other end owes a STAT.
    silent_since: Option<SimTime>,
    /// Time-outs in a row.
    consecutive_timeouts: u32,
    /// The pacer lets nothing go before.
    paced_until: SimTime,
    /// The window was in use since the last STAT.
    was_full: bool,
    report: FlowReport,
}

impl Sender {
    /// A sender of `supply`.
    pub fn new(flow: FlowId, config: &Stp, supply: OfferedData, base: u64) -> Self {
        Self {
            flow,
            config: config.clone(),
            supply,
            offered: u64::MAX,
            is_by_hand: false,
            done_bytes: 0,
            written: 0,
            has_end: false,
            is_mute: false,
            window: VecDeque::new(),
            first: base,
            limit: base + u64::from(config.receive_window),
            lost: BTreeSet::new(),
            in_flight: 0,
            order: 0,
            cwnd: f64::from(config.initial_window()),
            ssthresh: f64::INFINITY,
            recover: base,
            polls: VecDeque::new(),
            sampled: None,
            since_poll: 0,
            last_poll: None,
            last_stamp: 0,
            wants_poll: false,
            smoothed: None,
            variation: Duration::ZERO,
            rtt_sum: Duration::ZERO,
            silent_since: None,
            consecutive_timeouts: 0,
            paced_until: SimTime::ZERO,
            was_full: false,
            report: FlowReport::default(),
        }
    }

    /// A sender of what an application writes.
    pub fn of_application(flow: FlowId, config: &Stp, base: u64) -> Self {
        let supply = OfferedData { limit: None, stop: None };
        Self { offered: 0, ..Self::new(flow, config, supply, base) }
    }

    /// A sender that has nothing to send, not even an end.
    pub fn mute(flow: FlowId, config: &Stp, base: u64) -> Self {
        let supply = OfferedData { limit: Some(0), stop: None };
        Self { is_mute: true, has_end: true, ..Self::new(flow, config, supply, base) }
    }

    /// Only what [`Sender::offer`] brings is there to be sent. Call before the first packet.
    pub fn set_manual_write(&mut self) {
        self.offered = 0;
        self.is_by_hand = true;
    }

    /// Has a proxy write: a packet is the last for now, so that it polls, only where it ends the
    /// direction or closes the window.
    pub fn write_by_hand(&mut self) {
        self.is_by_hand = true;
    }

    /// Bytes written and not answered, in order.
    pub fn held(&self) -> u64 {
        self.offered - self.done_bytes
    }

    /// The application writes `bytes` more.
    pub fn offer(&mut self, bytes: u64) {
        self.offered = self.offered.saturating_add(bytes);
    }

    /// The application has written all.
    pub fn close(&mut self) {
        self.supply.close(self.offered);
    }

    /// Position of the first packet that is not known to have arrived, VT(A).
    pub fn first(&self) -> u64 {
        self.first
    }

    /// Why it gave up, where it did.
    pub fn gave_up(&self) -> Option<EndReason> {
        self.report.gave_up
    }

    /// Position of the next new packet, VT(S).
    fn next(&self) -> u64 {
        self.first + self.window.len() as u64
    }

    /// Whether everything, the end included, has arrived.
    pub fn is_done(&self) -> bool {
        self.has_end && self.window.is_empty()
    }

    /// Bytes, or the end, that wait to be put into a packet.
    fn has_new(&self) -> bool {
        !self.has_end && (self.left() > 0 || self.supply.limit == Some(self.written))
    }

    fn left(&self) -> u64 {
        self.supply.limit.unwrap_or(self.offered).min(self.offered).saturating_sub(self.written)
    }

    /// Whether only the receiver's room keeps back what is left.
    fn is_blocked(&self) -> bool {
        self.has_new() && self.next() >= self.limit
    }

    /// The window, in packets.
    fn window_packets(&self) -> u64 {
        match self.config.rate {
            Some(_) => WINDOW_MAX,
            None => (self.cwnd as u64).clamp(1, WINDOW_MAX),
        }
    }

    /// Whether a packet of data may leave, but for pacing.
    fn may_send(&self) -> bool {
        let has = !self.lost.is_empty() || (self.has_new() && self.next() < self.limit);
        has && self.in_flight < self.window_packets()
    }

    /// Packets of data between polls.
    fn poll_every(&self) -> u64 {
        let window = match (self.config.rate, self.smoothed) {
            (None, _) => self.cwnd,
            (Some(rate), Some(smoothed)) => {
                let packet = f64::from(self.config.full_packet()) * 8.0;
                rate.as_bps() as f64 * smoothed.as_secs_f64() / packet
            }
            (Some(_), None) => return WINDOW_MAX,
        };
        ((window / f64::from(self.config.polls)) as u64).max(1)
    }

    /// The usual interval of polls by the clock.
    fn poll_interval(&self) -> Duration {
        self.smoothed.map_or(FIRST_POLLS, |smoothed| {
            let part = smoothed.as_nanos() / u64::from(self.config.polls);
            MIN_POLLS.max(Duration::from_nanos(part))
        })
    }

    /// Times are so many times as long while nobody answers.
    fn back_off(&self) -> u64 {
        1 << self.consecutive_timeouts.min(16)
    }

    /// When polling by the clock is due, while something is unanswered or waits for room.
    fn poll_at(&self) -> Option<SimTime> {
        let last = self.last_poll.filter(|_| !self.window.is_empty() || self.is_blocked())?;
        Some(last.saturating_add(self.poll_interval().saturating_mul(self.back_off())))
    }

    /// When an idle connection is polled.
    pub fn keepalive_at(&self) -> Option<SimTime> {
        let is_idle = self.window.is_empty() && !self.wants_poll && !self.is_done();
        let last = self.last_poll.filter(|_| is_idle)?;
        self.config.keepalive.map(|every| last.saturating_add(every))
    }

    /// How long no STAT may come: as a retransmission timeout, and a poll.
    fn stat_timeout(&self) -> Duration {
        let measured = self
            .smoothed
            .map_or(Duration::ZERO, |smoothed| smoothed + self.variation.saturating_mul(4));
        let usual = MIN_TIMEOUT.max(measured) + self.poll_interval();
        usual.saturating_mul(self.back_off())
    }

    /// When nobody has answered for too long.
    fn silent_at(&self) -> Option<SimTime> {
        self.silent_since.map(|since| since.saturating_add(self.stat_timeout()))
    }

    /// When [`Sender::on_timeout`] wants to be called, but for the keep-alive.
    pub fn poll_timeout(&self) -> Option<SimTime> {
        if self.report.gave_up.is_some() {
            return None;
        }
        let paced = self.may_send().then_some(self.paced_until);
        let stop = self.supply.stop.filter(|_| !self.has_end);
        [paced, stop, self.poll_at(), self.silent_at()].into_iter().flatten().min()
    }

    /// The clock has moved.
    pub fn on_timeout(&mut self, now: SimTime, trace: &mut dyn Recorder) {
        if self.supply.stop.is_some_and(|stop| now >= stop) {
            self.supply.close(self.written);
        }
        if self.silent_at().is_some_and(|due| due <= now) {
            self.on_stat_timeout(now, trace);
        }
        self.look_at_clock(now);
    }

    /// Notes that a poll is due by the clock: with time, or as a shorter round trip was measured.
    fn look_at_clock(&mut self, now: SimTime) {
        let due = [self.poll_at(), self.keepalive_at()].into_iter().flatten().min();
        self.wants_poll |= due.is_some_and(|due| due <= now);
    }

    /// No STAT came for a timeout: ask again; the second time in a row all is lost.
    fn on_stat_timeout(&mut self, now: SimTime, trace: &mut dyn Recorder) {
        self.consecutive_timeouts += 1;
        self.silent_since = Some(now);
        self.wants_poll = true;
        self.report.timeouts += 1;
        trace.record(now, Event::RetransmissionTimeout { flow: self.flow });
        if self.consecutive_timeouts > self.config.retries {
            self.report.gave_up = Some(EndReason::TooManyRetransmissions);
            self.silent_since = None;
            return;
        }
        if self.consecutive_timeouts >= 2 {
            if self.config.rate.is_none() {
                self.ssthresh = (self.in_flight as f64 / 2.0).max(2.0).min(self.ssthresh);
                self.cwnd = 1.0;
            }
            self.recover = self.next();
            for position in self.first..self.next() {
                self.mark_lost(position);
            }
        }
    }

    fn at(&mut self, position: u64) -> Option<&mut SentPdu> {
        let index = position.checked_sub(self.first)?;
        self.window.get_mut(usize::try_from(index).ok()?)
    }

    /// Takes a packet that flies for lost; whether it flew.
    fn mark_lost(&mut self, position: u64) -> bool {
        let Some(sd) = self.at(position).filter(|sd| sd.state == State::InFlight) else {
            return false;
        };
        sd.state = State::Lost;
        self.in_flight -= 1;
        self.lost.insert(position);
        true
    }

    /// Notes that a packet is at the receiver; whether that is news.
    fn release(&mut self, position: u64) -> bool {
        let Some(sd) = self.at(position) else { return false };
        match std::mem::replace(&mut sd.state, State::Received) {
            State::InFlight => self.in_flight -= 1,
            State::Lost => {
                self.lost.remove(&position);
            }
            State::Received => return false,
        }
        true
    }

    /// The other end was heard: it is there.
    pub fn on_heard(&mut self, now: SimTime) {
        self.consecutive_timeouts = 0;
        self.silent_since = self.silent_since.map(|_| now);
    }

    /// A STAT came.
    pub fn on_status(&mut self, now: SimTime, status: &Status, trace: &mut dyn Recorder) {
        self.on_heard(now);
        let poll = self.take_poll(now, status.echo, trace);
        self.limit = self.limit.max(status.limit.min(self.next() + WINDOW_MAX));
        let next = self.next();
        let in_flight = self.in_flight;
        let mut released = 0;
        for position in self.first..status.expected.min(next) {
            released += u64::from(self.release(position));
        }
        let mut from = status.from.max(self.first);
        for &(start, end) in &status.gaps {
            for position in from..start.min(next) {
                released += u64::from(self.release(position));
            }
            from = from.max(end);
        }
        for position in from..status.end.min(next) {
            released += u64::from(self.release(position));
        }
        while let Some(sd) = self.window.front().filter(|sd| sd.state == State::Received) {
            self.done_bytes += u64::from(sd.payload);
            self.window.pop_front();
            self.first += 1;
        }
        let mut lost = vec![];
        if let Some(poll) = poll {
            for &(start, end) in &status.gaps {
                for position in start.max(self.first)..end.min(next) {
                    let is_old = self.at(position).is_some_and(|sd| sd.order < poll.order);
                    if is_old && self.mark_lost(position) {
                        lost.push(position);
                    }
                }
            }
        }
        self.react(now, in_flight, &lost, trace);
        self.grow(released);
        self.silent_since = (!self.window.is_empty()).then_some(now);
        if released > 0 || !lost.is_empty() {
            self.record(now, trace);
        }
    }

    /// A USTAT came: `gap` was passed by later packets.
    pub fn on_gap(&mut self, now: SimTime, (start, end): (u64, u64), trace: &mut dyn Recorder) {
        self.on_heard(now);
        let in_flight = self.in_flight;
        let mut lost = vec![];
        for position in start.max(self.first)..end.min(self.next()) {
            // A copy that was sent again may have left after the gap was seen.
            let is_first = self.at(position).is_some_and(|sd| sd.times == 1);
            if is_first && self.mark_lost(position) {
                lost.push(position);
            }
        }
        if !lost.is_empty() {
            self.react(now, in_flight, &lost, trace);
            self.record(now, trace);
        }
    }

    /// The poll that a STAT answers, where it is known, and the round trip.
    fn take_poll(&mut self, now: SimTime, echo: u32, trace: &mut dyn Recorder) -> Option<Poll> {
        let place = self.polls.iter().position(|poll| poll.stamp == echo)?;
        // No older answer counts any more; a second part of this one may follow.
        self.polls.drain(..place);
        let poll = self.polls[0];
        if self.sampled.replace(echo) != Some(echo) {
            self.sample(now, now.saturating_since(poll.at), trace);
        }
        Some(poll)
    }

    /// Takes a round trip (RFC 6298 (2.2), (2.3)).
    pub fn sample(&mut self, now: SimTime, sample: Duration, trace: &mut dyn Recorder) {
        let smoothed = match self.smoothed {
            None => {
                self.variation = Duration::from_nanos(sample.as_nanos() / 2);
                sample
            }
            Some(smoothed) => {
                let off = smoothed.abs_diff(sample).as_nanos();
                let variation = (3 * self.variation.as_nanos() + off) / 4;
                self.variation = Duration::from_nanos(variation);
                Duration::from_nanos((7 * smoothed.as_nanos() + sample.as_nanos()) / 8)
            }
        };
        self.smoothed = Some(smoothed);
        let report = &mut self.report;
        report.rtt_samples += 1;
        report.rtt_min = Some(report.rtt_min.map_or(sample, |least| least.min(sample)));
        report.rtt_max = report.rtt_max.max(Some(sample));
        self.rtt_sum += sample;
        trace.record(now, Event::RoundTrip { flow: self.flow, sample, smoothed });
    }

    /// The window comes down, once for all losses of a window.
    fn react(&mut self, now: SimTime, in_flight: u64, lost: &[u64], trace: &mut dyn Recorder) {
        if self.config.rate.is_some() || !lost.iter().any(|&position| position >= self.recover) {
            return;
        }
        self.ssthresh = (in_flight as f64 / 2.0).max(2.0);
        self.cwnd = self.ssthresh;
        self.recover = self.next();
        self.report.recoveries += 1;
        trace.record(now, Event::RecoveryEntered { flow: self.flow });
    }

    /// A STAT about `released` packets lets the window grow as so many ACKs of TCP do.
    fn grow(&mut self, released: u64) {
        if self.config.rate.is_some() || !std::mem::take(&mut self.was_full) {
            return;
        }
        let acks =
            if self.config.grows_as_delayed() { released as f64 / 2.0 } else { released as f64 };
        if self.cwnd < self.ssthresh {
            let slow = acks.min((self.ssthresh - self.cwnd).max(0.0));
            self.cwnd += slow;
            self.cwnd += (acks - slow) / self.cwnd;
        } else {
            self.cwnd += acks / self.cwnd;
        }
        self.cwnd = self.cwnd.min(WINDOW_MAX as f64);
    }

    fn record(&self, now: SimTime, trace: &mut dyn Recorder) {
        if self.config.rate.is_some() {
            return;
        }
        let bytes = |packets: f64| (packets * f64::from(self.config.segment)) as u64;
        let ssthresh = if self.ssthresh.is_finite() { bytes(self.ssthresh) } else { u64::MAX };
        let in_flight = self.in_flight * u64::from(self.config.segment);
        let cwnd = bytes(self.cwnd);
        trace.record(now, Event::Congestion { flow: self.flow, cwnd, ssthresh, in_flight });
    }

    /// What leaves now.
    pub fn poll_transmit(&mut self, now: SimTime, trace: &mut dyn Recorder) -> Option<Outgoing> {
        if self.report.gave_up.is_some() {
            return None;
        }
        self.look_at_clock(now);
        if self.may_send() && now >= self.paced_until {
            return Some(self.send(now, trace));
        }
        self.was_full |= self.in_flight >= self.window_packets();
        if !std::mem::take(&mut self.wants_poll) {
            return None;
        }
        let stamp = self.poll(now);
        Some(Outgoing::Poll { next: self.next(), stamp })
    }

    fn send(&mut self, now: SimTime, trace: &mut dyn Recorder) -> Outgoing {
        self.order += 1;
        let order = self.order;
        let (position, cause) = match self.lost.pop_first() {
            Some(position) if self.consecutive_timeouts > 0 => {
                (position, Some(RetransmitCause::Timeout))
            }
            Some(position) => (position, Some(RetransmitCause::FastRetransmit)),
            None => (self.packetize(), None),
        };
        if self.window.len() == 1 {
            // The clock of polls starts with the first packet that is out.
            self.last_poll = Some(now);
        }
        self.in_flight += 1;
        let sd = self.at(position).expect("a packet of the window");
        sd.state = State::InFlight;
        sd.order = order;
        sd.times += 1;
        let SentPdu { offset, payload, ends, .. } = *sd;
        if let Some(cause) = cause {
            self.report.retransmissions += 1;
            let (flow, bytes) = (self.flow, payload);
            trace.record(now, Event::Retransmitted { flow, offset, bytes, cause });
        }
        self.pace(now);
        self.since_poll += 1;
        self.silent_since.get_or_insert(now);
        self.was_full |= self.in_flight >= self.window_packets();
        let has_more = if self.is_by_hand { !self.has_end } else { self.has_new() };
        let is_last = self.lost.is_empty() && (!has_more || self.next() >= self.limit);
        let polls =
            std::mem::take(&mut self.wants_poll) || self.since_poll >= self.poll_every() || is_last;
        let poll = polls.then(|| self.poll(now));
        Outgoing::Data { number: position, payload, ends, poll }
    }

    /// Puts what is next of the stream into a packet.
    fn packetize(&mut self) -> u64 {
        let payload = self.left().min(self.config.segment.into()) as u32;
        let offset = self.written;
        self.written += u64::from(payload);
        let ends = self.supply.limit == Some(self.written);
        self.has_end |= ends;
        let position = self.next();
        let state = State::Lost;
        self.window.push_back(SentPdu { offset, payload, ends, state, order: 0, times: 0 });
        position
    }

    fn pace(&mut self, now: SimTime) {
        let gap = match (self.config.rate, self.smoothed) {
            (Some(rate), _) => f64::from(self.config.full_packet()) * 8.0 / rate.as_bps() as f64,
            (None, Some(smoothed)) if self.config.is_paced() => {
                let gain = if self.cwnd < self.ssthresh { SLOW_START_GAIN } else { 1.0 };
                smoothed.as_secs_f64() / self.cwnd / gain
            }
            (None, _) => return,
        };
        self.paced_until = now.saturating_add(Duration::from_secs_f64(gap));
    }

    /// A poll leaves now; its time stamp, in microseconds, no two alike.
    fn poll(&mut self, now: SimTime) -> u32 {
        let micros = (now.as_nanos() / 1000) as u32;
        let is_later = micros.wrapping_sub(self.last_stamp) as i32 > 0;
        let stamp = if is_later { micros } else { self.last_stamp.wrapping_add(1) };
        self.last_stamp = stamp;
        self.last_poll = Some(now);
        self.since_poll = 0;
        self.silent_since.get_or_insert(now);
        self.polls.push_back(Poll { stamp, at: now, order: self.order + 1 });
        stamp
    }

    /// What it counted.
    pub fn report(&self) -> FlowReport {
        let samples = self.report.rtt_samples;
        FlowReport {
            rtt_mean: (samples > 0)
                .then(|| Duration::from_nanos(self.rtt_sum.as_nanos() / samples)),
            cwnd: self
                .config
                .rate
                .is_none()
                .then(|| (self.cwnd * f64::from(self.config.segment)) as u64)
                .filter(|_| !self.is_mute),
            ..self.report
        }
    }
}
