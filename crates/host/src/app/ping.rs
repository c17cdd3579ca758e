//! Ping: echo requests at fixed intervals, each answered (RFC 792). No reply means loss.

use skyseam_base::{Duration, FlowId, NodeId, SimTime};
use skyseam_packet::{Body, Echo, Packet};
use skyseam_trace::{Event, Recorder};

use super::Entry;
use crate::endpoint::Endpoint;
use crate::report::FlowReport;

/// The registry's entry.
pub const ENTRY: Entry =
    Entry { name: "ping", summary: "Echo requests at a fixed interval, each answered." };

/// Between whom.
#[derive(Clone, Copy, Debug)]
pub struct Ends {
    /// The flow.
    pub flow: FlowId,
    /// Who asks.
    pub from: NodeId,
    /// Who answers.
    pub to: NodeId,
}

/// The end that asks.
#[derive(Clone, Debug)]
pub struct Pinger {
    ends: Ends,
    count: u32,
    interval: Duration,
    size: u32,
    /// When the next request is due, while there is one.
    due: Option<SimTime>,
    sent: u32,
    ready: bool,
    /// Which requests were answered, one bit each, as far as replies came.
    answered: Vec<u64>,
    sum: Duration,
    report: FlowReport,
}

impl Pinger {
    /// Asks `count` times from `start` on, every `interval`, with packets of `size` bytes.
    pub fn new(ends: Ends, start: SimTime, count: u32, interval: Duration, size: u32) -> Self {
        Self {
            ends,
            count,
            interval,
            size,
            due: Some(start),
            sent: 0,
            ready: false,
            answered: Vec::new(),
            sum: Duration::ZERO,
            report: FlowReport::default(),
        }
    }

    /// What this end counted.
    pub fn report(&self) -> FlowReport {
        self.report
    }

    fn on_reply(&mut self, now: SimTime, echo: Echo, trace: &mut dyn Recorder) {
        let Some(sample) = now.checked_since(echo.sent) else { return };
        let (word, bit) = (echo.sequence as usize / 64, 1 << (echo.sequence % 64));
        if echo.sequence >= self.sent {
            return;
        }
        if self.answered.len() <= word {
            self.answered.resize(word + 1, 0);
        }
        if self.answered[word] & bit != 0 {
            return;
        }
        self.answered[word] |= bit;
        let report = &mut self.report;
        self.sum += sample;
        report.replies += 1;
        report.rtt_samples += 1;
        report.rtt_min = Some(report.rtt_min.map_or(sample, |least| least.min(sample)));
        report.rtt_max = report.rtt_max.max(Some(sample));
        report.rtt_mean = Some(self.sum / report.replies);
        report.last_received = Some(now);
        let flow = self.ends.flow;
        trace.record(now, Event::RoundTrip { flow, sample, smoothed: sample });
        if report.replies == u64::from(self.count) {
            report.acknowledged_at = Some(now);
            trace.record(now, Event::FlowFinished { flow });
        }
    }
}

impl Endpoint for Pinger {
    fn handle_packet(&mut self, now: SimTime, packet: &Packet, trace: &mut dyn Recorder) {
        if let Body::Echo(echo) = packet.body
            && echo.reply
        {
            self.on_reply(now, echo, trace);
        }
    }

    fn handle_timeout(&mut self, now: SimTime, trace: &mut dyn Recorder) {
        if self.due.is_none_or(|due| due > now) {
            return;
        }
        if self.report.started.is_none() {
            self.report.started = Some(now);
            trace.record(now, Event::FlowStarted { flow: self.ends.flow });
        }
        self.due = None;
        self.ready = self.sent < self.count;
    }

    fn poll_transmit(&mut self, now: SimTime, _: &mut dyn Recorder) -> Option<Packet> {
        if !std::mem::take(&mut self.ready) {
            return None;
        }
        let echo = Echo { sequence: self.sent, reply: false, sent: now };
        self.sent += 1;
        self.due = (self.sent < self.count).then(|| now.saturating_add(self.interval));
        self.report.first_sent.get_or_insert(now);
        self.report.packets_sent += 1;
        Some(Packet {
            flow: self.ends.flow,
            source: self.ends.from,
            destination: self.ends.to,
            size: self.size,
            ttl: Packet::INITIAL_TTL,
            created: now,
            body: Body::Echo(echo),
        })
    }

    fn poll_timeout(&self) -> Option<SimTime> {
        self.due
    }
}

/// The end that answers: one request gives one reply of the same size.
#[derive(Clone, Debug)]
pub struct Responder {
    ends: Ends,
    /// The request to answer: the caller polls after each packet.
    request: Option<(Echo, u32)>,
    report: FlowReport,
}

impl Responder {
    /// Answers requests of this flow.
    pub fn new(ends: Ends) -> Self {
        Self { ends, request: None, report: FlowReport::default() }
    }

    /// What this end counted.
    pub fn report(&self) -> FlowReport {
        self.report
    }
}

impl Endpoint for Responder {
    fn handle_packet(&mut self, _: SimTime, packet: &Packet, _: &mut dyn Recorder) {
        if let Body::Echo(echo) = packet.body
            && !echo.reply
        {
            self.report.packets_received += 1;
            self.request = Some((echo, packet.size));
        }
    }

    fn handle_timeout(&mut self, _: SimTime, _: &mut dyn Recorder) {}

    fn poll_transmit(&mut self, now: SimTime, _: &mut dyn Recorder) -> Option<Packet> {
        let (request, size) = self.request.take()?;
        Some(Packet {
            flow: self.ends.flow,
            source: self.ends.to,
            destination: self.ends.from,
            size,
            ttl: Packet::INITIAL_TTL,
            created: now,
            body: Body::Echo(Echo { reply: true, ..request }),
        })
    }

    fn poll_timeout(&self) -> Option<SimTime> {
        None
    }
}
