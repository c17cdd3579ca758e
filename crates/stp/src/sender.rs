//! The sending side of STP: unacknowledged packets, losses, the window, and polls of the peer.
//!
//! Times are simulated time, numbers are positions in the series of packets from 0. [`super::wire`]
//! owns the wire form, [`super::end`] the connection.

use std::collections::{BTreeSet, VecDeque};

use skyseam_base::{Duration, FlowId, SimTime};
use skyseam_endpoint::app::OfferedData;
use skyseam_endpoint::{EndReason, FlowReport};
use skyseam_trace::{Event, Recorder, RetransmitCause};

use super::Stp;

/// Interval of polls before the first round-trip sample.
const FIRST_POLLS: Duration = Duration::from_millis(200);
/// Minimum interval of polls, except for those in packets of data.
const MIN_POLLS: Duration = Duration::from_millis(10);
/// Minimum time without a STAT after which the sender acts.
const MIN_TIMEOUT: Duration = Duration::from_secs(1);
/// Pacing gain in slow start, relative to the window per round trip.
const SLOW_START_GAIN: f64 = 1.25;
/// Maximum window, in packets: half of the numbers, minus room for packets in flight.
const WINDOW_MAX: u64 = 1 << 22;

/// State of a packet of data.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    /// In flight, as far as is known.
    InFlight,
    /// Missing at the receiver: to be retransmitted.
    Lost,
    /// Received by the peer.
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
    /// Number of its latest transmission among all transmissions.
    order: u64,
    /// Number of transmissions.
    times: u32,
}

/// A poll that may still be answered.
#[derive(Clone, Copy, Debug)]
struct Poll {
    stamp: u32,
    at: SimTime,
    /// Number of the next transmission when it was sent.
    order: u64,
}

/// A packet to send now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Outgoing {
    /// A packet of data.
    Data {
        /// Number of the packet.
        number: u64,
        /// Bytes of data.
        payload: u32,
        /// Whether it is the last.
        ends: bool,
        /// Time stamp, if it polls.
        poll: Option<u32>,
    },
    /// A separate poll; the number is that of the next new packet.
    Poll {
        /// Number of the next new packet.
        next: u64,
        /// Time stamp of the poll.
        stamp: u32,
    },
}

/// Content of a STAT, as positions.
#[derive(Clone, Debug)]
pub(super) struct Status {
    pub echo: u32,
    /// Position up to which everything has arrived.
    pub expected: u64,
    /// Start of the covered range `from..end`.
    pub from: u64,
    pub end: u64,
    /// First position for which there is no room.
    pub limit: u64,
    /// Missing ranges in it, in ascending order.
    pub gaps: Vec<(u64, u64)>,
}

/// The sending side of one endpoint.
#[derive(Debug)]
pub(super) struct Sender {
    flow: FlowId,
    config: Stp,
    supply: OfferedData,
    /// Number of bytes offered by the application; `u64::MAX` for unlimited data.
    offered: u64,
    /// Whether a proxy writes, so that more data may follow at any moment.
    is_by_hand: bool,
    /// Number of bytes acknowledged in order.
    done_bytes: u64,
    /// Number of bytes put into packets.
    written: u64,
    /// Whether the last packet of the direction exists.
    has_end: bool,
    /// Whether it never sends anything.
    is_mute: bool,
    window: VecDeque<SentPdu>,
    /// VT(A): position of the first packet in `window`.
    first: u64,
    /// VT(MS): first position for which the peer has no room.
    limit: u64,
    lost: BTreeSet<u64>,
    /// Number of packets in state [`State::InFlight`].
    in_flight: u64,
    order: u64,
    /// Congestion window and threshold, packets.
    cwnd: f64,
    ssthresh: f64,
    /// Losses of packets before this one belong to the last reduction.
    recover: u64,
    polls: VecDeque<Poll>,
    /// Time stamp of the last round-trip sample.
    sampled: Option<u32>,
    /// Number of packets of data since the last poll.
    since_poll: u64,
    last_poll: Option<SimTime>,
    last_stamp: u32,
    wants_poll: bool,
    smoothed: Option<Duration>,
    variation: Duration,
    rtt_sum: Duration,
    /// Time since which the peer owes a STAT.
    silent_since: Option<SimTime>,
    /// Number of consecutive timeouts.
    consecutive_timeouts: u32,
    /// Time before which the pacer sends nothing.
    paced_until: SimTime,
    /// Whether the window was in use since the last STAT.
    was_full: bool,
    report: FlowReport,
}

impl Sender {
    /// Creates a sender of `supply`.
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

    /// Creates a sender of an application's data.
    pub fn of_application(flow: FlowId, config: &Stp, base: u64) -> Self {
        let supply = OfferedData { limit: None, stop: None };
        Self { offered: 0, ..Self::new(flow, config, supply, base) }
    }

    /// Creates a sender that sends nothing, not even the end of the direction.
    pub(crate) fn mute(flow: FlowId, config: &Stp, base: u64) -> Self {
        let supply = OfferedData { limit: Some(0), stop: None };
        Self { is_mute: true, has_end: true, ..Self::new(flow, config, supply, base) }
    }

    /// Limits the data to those from [`Sender::offer`]. Must be called before the first packet.
    pub fn set_manual_write(&mut self) {
        self.offered = 0;
        self.is_by_hand = true;
    }

    /// Declares that a proxy writes: the last available packet then polls only if it ends the
    /// direction or closes the window.
    pub(crate) fn write_by_hand(&mut self) {
        self.is_by_hand = true;
    }

    /// Number of bytes written and not acknowledged in order.
    pub fn held(&self) -> u64 {
        self.offered - self.done_bytes
    }

    /// Adds `bytes` written by the application.
    pub fn offer(&mut self, bytes: u64) {
        self.offered = self.offered.saturating_add(bytes);
    }

    /// Ends the data of the application.
    pub fn close(&mut self) {
        self.supply.close(self.offered);
    }

    /// VT(A): position of the first packet that is not known to have arrived.
    pub fn first(&self) -> u64 {
        self.first
    }

    /// Reason for which it gave up, if it did.
    pub fn gave_up(&self) -> Option<EndReason> {
        self.report.gave_up
    }

    /// VT(S): position of the next new packet.
    fn next(&self) -> u64 {
        self.first + self.window.len() as u64
    }

    /// Whether everything, including the end, has arrived.
    pub fn is_done(&self) -> bool {
        self.has_end && self.window.is_empty()
    }

    /// Whether bytes, or the end, wait to be put into a packet.
    fn has_new(&self) -> bool {
        !self.has_end && (self.left() > 0 || self.supply.limit == Some(self.written))
    }

    fn left(&self) -> u64 {
        self.supply.limit.unwrap_or(self.offered).min(self.offered).saturating_sub(self.written)
    }

    /// Whether only the receiver's room holds back the remaining data.
    fn is_blocked(&self) -> bool {
        self.has_new() && self.next() >= self.limit
    }

    /// Size of the window in packets.
    fn window_packets(&self) -> u64 {
        match self.config.rate {
            Some(_) => WINDOW_MAX,
            None => (self.cwnd as u64).clamp(1, WINDOW_MAX),
        }
    }

    /// Whether a packet of data may leave, pacing aside.
    fn may_send(&self) -> bool {
        let has = !self.lost.is_empty() || (self.has_new() && self.next() < self.limit);
        has && self.in_flight < self.window_packets()
    }

    /// Number of packets of data between polls.
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

    /// Default interval of timed polls.
    fn poll_interval(&self) -> Duration {
        self.smoothed.map_or(FIRST_POLLS, |smoothed| {
            let part = smoothed.as_nanos() / u64::from(self.config.polls);
            MIN_POLLS.max(Duration::from_nanos(part))
        })
    }

    /// Factor by which timers back off while the peer is silent.
    fn back_off(&self) -> u64 {
        1 << self.consecutive_timeouts.min(16)
    }

    /// Time of the next timed poll, while anything is unanswered or waits for room.
    fn poll_at(&self) -> Option<SimTime> {
        let last = self.last_poll.filter(|_| !self.window.is_empty() || self.is_blocked())?;
        Some(last.saturating_add(self.poll_interval().saturating_mul(self.back_off())))
    }

    /// Time at which an idle connection is polled.
    pub(crate) fn keepalive_at(&self) -> Option<SimTime> {
        let is_idle = self.window.is_empty() && !self.wants_poll && !self.is_done();
        let last = self.last_poll.filter(|_| is_idle)?;
        self.config.keepalive.map(|every| last.saturating_add(every))
    }

    /// Time without a STAT that counts as a timeout: a retransmission timeout plus a poll interval.
    fn stat_timeout(&self) -> Duration {
        let measured = self
            .smoothed
            .map_or(Duration::ZERO, |smoothed| smoothed + self.variation.saturating_mul(4));
        let usual = MIN_TIMEOUT.max(measured) + self.poll_interval();
        usual.saturating_mul(self.back_off())
    }

    /// Time of the timeout without an answer.
    fn silent_at(&self) -> Option<SimTime> {
        self.silent_since.map(|since| since.saturating_add(self.stat_timeout()))
    }

    /// Time at which [`Sender::on_timeout`] must be called, not counting the keep-alive.
    pub fn poll_timeout(&self) -> Option<SimTime> {
        if self.report.gave_up.is_some() {
            return None;
        }
        let paced = self.may_send().then_some(self.paced_until);
        let stop = self.supply.stop.filter(|_| !self.has_end);
        [paced, stop, self.poll_at(), self.silent_at()].into_iter().flatten().min()
    }

    /// Handles the passing of a deadline.
    pub fn on_timeout(&mut self, now: SimTime, trace: &mut dyn Recorder) {
        if self.supply.stop.is_some_and(|stop| now >= stop) {
            self.supply.close(self.written);
        }
        if self.silent_at().is_some_and(|due| due <= now) {
            self.on_stat_timeout(now, trace);
        }
        self.look_at_clock(now);
    }

    /// Records that a timed poll is due, by time or because a shorter round trip was measured.
    fn look_at_clock(&mut self, now: SimTime) {
        let due = [self.poll_at(), self.keepalive_at()].into_iter().flatten().min();
        self.wants_poll |= due.is_some_and(|due| due <= now);
    }

    /// Handles a timeout without a STAT: polls again; the second consecutive time, all packets
    /// count as lost.
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

    /// Marks a packet in flight as lost; returns whether it was in flight.
    fn mark_lost(&mut self, position: u64) -> bool {
        let Some(sd) = self.at(position).filter(|sd| sd.state == State::InFlight) else {
            return false;
        };
        sd.state = State::Lost;
        self.in_flight -= 1;
        self.lost.insert(position);
        true
    }

    /// Marks a packet as received; returns whether that is new.
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

    /// Records that a packet of the peer has arrived.
    pub(crate) fn on_heard(&mut self, now: SimTime) {
        self.consecutive_timeouts = 0;
        self.silent_since = self.silent_since.map(|_| now);
    }

    /// Handles a STAT.
    pub(crate) fn on_status(&mut self, now: SimTime, status: &Status, trace: &mut dyn Recorder) {
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

    /// Handles a USTAT: later packets have passed `gap`.
    pub(crate) fn on_gap(
        &mut self,
        now: SimTime,
        (start, end): (u64, u64),
        trace: &mut dyn Recorder,
    ) {
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

    /// The poll that a STAT answers, if it is known; takes the round-trip sample.
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

    /// Takes a round-trip sample (RFC 6298 (2.2), (2.3)).
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

    /// Reduces the window, once for all losses of a window.
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

    /// Grows the window for a STAT about `released` packets, like TCP for as many ACKs.
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

    /// The next packet to send.
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

    /// Puts the next bytes of the stream into a packet.
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

    /// Creates a poll; returns its time stamp, in microseconds, which is unique.
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

    /// The sender's counters.
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
