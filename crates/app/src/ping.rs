//! Ping: echo requests at fixed intervals, each answered (RFC 792). No reply means loss.

use skyseam_base::{Duration, FlowId, RandomStream, SimTime};
use skyseam_endpoint::FlowReport;
use skyseam_endpoint::app::message::{Message, MessageApp};
use skyseam_packet::{Body, Echo};
use skyseam_params::values::{Count, PositiveSpan, quantity};
use skyseam_params::{parameters, units};
use skyseam_trace::{Event, Recorder};

use super::kind::{
    AppEndpoints, ApplicationKind, NoTransportNote, PacketLimit, RetainedPackets, TransportService,
};

quantity! {
    /// IP packet length: at least the IP and ICMP headers, at most the largest IPv4 packet (RFC 791
    /// Sec. 3.1, RFC 792).
    PingSize(u32) in units::SIZE,
    accepts |bytes| (28..=65_535).contains(&bytes),
    expected "an IP packet length from 28 B to 65535 B", such as "84 B"
}

parameters! {
    /// Echo requests at a fixed interval, each answered.
    pub struct Ping "ping" from "RFC 792" {
        /// Number of requests.
        count: Count<1, { u32::MAX }>,
        /// Time between requests.
        interval: PositiveSpan = Duration::from_secs(1),
        /// IP packet length of request and reply.
        size: PingSize = 84,
    }
}

/// Maximum number of pings within a run: more take gigabytes of memory, as each is kept until it is
/// answered.
const LIMIT: PacketLimit = PacketLimit {
    most: 10_000_000,
    title: "the scenario sends too many pings",
    noun: "pings",
    help: "a longer `interval`, a smaller `count`, or a shorter run",
};

impl ApplicationKind for Ping {
    fn service(&self) -> TransportService {
        TransportService::Messages
    }

    fn ends_share(&self) -> bool {
        false
    }

    fn open(&self, start: SimTime, _: RandomStream) -> AppEndpoints {
        AppEndpoints::Messages {
            client: Box::new(EchoClient::new(start, self.clone())),
            server: Box::<EchoServer>::default(),
        }
    }

    fn carrier(&self) -> NoTransportNote {
        NoTransportNote { what: "a ping", why: "echo requests are carried directly by IP" }
    }

    fn largest_packet(&self) -> Option<u32> {
        Some(self.size)
    }

    fn retained_packets(&self, duration: Duration) -> Option<RetainedPackets> {
        let fit = duration.as_nanos() / self.interval.as_nanos().max(1);
        Some(RetainedPackets { sent: u64::from(self.count).min(fit + 1), limit: &LIMIT })
    }
}

/// Endpoint that sends requests.
#[derive(Clone, Debug)]
pub(crate) struct EchoClient {
    ping: Ping,
    /// Time of the next request, if there is one.
    due: Option<SimTime>,
    sent: u32,
    ready: bool,
    /// Answered requests, one bit each, up to the last reply.
    answered: Vec<u64>,
    sum: Duration,
    report: FlowReport,
}

impl EchoClient {
    /// Creates an endpoint that sends the requests of `ping`, from `start` on.
    pub fn new(start: SimTime, ping: Ping) -> Self {
        Self {
            ping,
            due: Some(start),
            sent: 0,
            ready: false,
            answered: Vec::new(),
            sum: Duration::ZERO,
            report: FlowReport::default(),
        }
    }

    fn on_reply(&mut self, now: SimTime, flow: FlowId, echo: Echo, trace: &mut dyn Recorder) {
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
        trace.record(now, Event::RoundTrip { flow, sample, smoothed: sample });
        if report.replies == u64::from(self.ping.count) {
            report.acknowledged_at = Some(now);
            trace.record(now, Event::FlowFinished { flow });
        }
    }
}

impl MessageApp for EchoClient {
    fn on_message(
        &mut self,
        now: SimTime,
        flow: FlowId,
        message: &Message,
        trace: &mut dyn Recorder,
    ) {
        if let Body::Echo(echo) = message.body
            && echo.reply
        {
            self.on_reply(now, flow, echo, trace);
        }
    }

    fn on_timer(&mut self, now: SimTime, flow: FlowId, trace: &mut dyn Recorder) {
        if self.due.is_none_or(|due| due > now) {
            return;
        }
        if self.report.started.is_none() {
            self.report.started = Some(now);
            trace.record(now, Event::FlowStarted { flow });
        }
        self.due = None;
        self.ready = self.sent < self.ping.count;
    }

    fn poll_message(&mut self, now: SimTime) -> Option<(u32, Body)> {
        if !std::mem::take(&mut self.ready) {
            return None;
        }
        let echo = Echo { sequence: self.sent, reply: false, sent: now };
        self.sent += 1;
        let more = self.sent < self.ping.count;
        self.due = more.then(|| now.saturating_add(self.ping.interval));
        self.report.first_sent.get_or_insert(now);
        self.report.packets_sent += 1;
        Some((self.ping.size, Body::Echo(echo)))
    }

    fn poll_timeout(&self) -> Option<SimTime> {
        self.due
    }

    fn report(&self) -> FlowReport {
        self.report
    }
}

/// Endpoint that answers: one request gives one reply of the same size.
#[derive(Clone, Debug, Default)]
pub(crate) struct EchoServer {
    /// Request to answer: the caller polls after each packet.
    request: Option<(Echo, u32)>,
    report: FlowReport,
}

impl MessageApp for EchoServer {
    fn on_message(&mut self, _: SimTime, _: FlowId, message: &Message, _: &mut dyn Recorder) {
        if let Body::Echo(echo) = message.body
            && !echo.reply
        {
            self.report.packets_received += 1;
            self.request = Some((echo, message.size));
        }
    }

    fn poll_message(&mut self, _: SimTime) -> Option<(u32, Body)> {
        let (request, size) = self.request.take()?;
        Some((size, Body::Echo(Echo { reply: true, ..request })))
    }

    fn report(&self) -> FlowReport {
        self.report
    }
}
