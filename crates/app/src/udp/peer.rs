//! An endpoint of a UDP flow: sends the datagrams of its source, and measures those that arrive.

use std::any::Any;

use skyseam_base::{Duration, FlowId, SimTime};
use skyseam_endpoint::FlowReport;
use skyseam_endpoint::app::message::{Message, MessageApp};
use skyseam_packet::{Body, SyntheticDatagram, udp};
use skyseam_trace::{Event, Recorder};

use super::meter::DatagramStats;
use super::source::{DatagramSchedule, ScheduledDatagram};

/// An endpoint that may send, and that measures arrivals.
#[derive(Debug)]
pub(super) struct UdpEndpoint {
    start: SimTime,
    /// Time from which nothing is sent.
    until: Option<SimTime>,
    is_client: bool,
    /// Whether the endpoint at the flow's source sends, and whether the one at its destination
    /// does.
    senders: [bool; 2],
    emissions: Option<Box<dyn DatagramSchedule>>,
    /// Next datagram, if there is one.
    next: Option<(SimTime, u32)>,
    has_begun: bool,
    number: u32,
    meter: DatagramStats,
    report: FlowReport,
}

impl UdpEndpoint {
    /// Creates an endpoint that sends `emissions`, if any, from `start` and before `until`;
    /// `senders` says whether the endpoint at the flow's source sends, and whether the one at its
    /// destination does.
    pub(super) fn new(
        start: SimTime,
        until: Option<SimTime>,
        is_client: bool,
        emissions: Option<Box<dyn DatagramSchedule>>,
        senders: [bool; 2],
    ) -> Self {
        let mut peer = Self {
            start,
            until,
            is_client,
            senders,
            emissions,
            next: None,
            has_begun: !is_client,
            number: 0,
            meter: DatagramStats::default(),
            report: FlowReport::default(),
        };
        peer.advance();
        peer
    }

    fn advance(&mut self) {
        let emission = self.emissions.as_mut().and_then(|emissions| emissions.next());
        self.next = emission.and_then(|ScheduledDatagram { after, size }| {
            let at = self.start.saturating_add(after);
            self.until.is_none_or(|until| at < until).then_some((at, size))
        });
    }
}

impl MessageApp for UdpEndpoint {
    fn on_message(
        &mut self,
        now: SimTime,
        flow: FlowId,
        message: &Message,
        trace: &mut dyn Recorder,
    ) {
        let Body::Synthetic(SyntheticDatagram { number, .. }) = message.body else { return };
        self.report.packets_received += 1;
        let (size, sent) = (message.size, message.sent);
        let delay: Duration = now.saturating_since(sent);
        if !self.meter.on_arrival(number, delay) {
            return;
        }
        let bytes = u64::from(size.saturating_sub(udp::HEADER_BYTES));
        self.report.bytes_delivered += bytes;
        self.report.last_received = Some(now);
        let is_forward = !self.is_client;
        if is_forward {
            trace.record(now, Event::Delivered { flow, bytes });
        } else {
            trace.record_reverse(now, Event::Delivered { flow, bytes });
        }
        trace.record(now, Event::DatagramArrived { flow, number, size, sent, is_forward });
    }

    fn on_timer(&mut self, now: SimTime, flow: FlowId, trace: &mut dyn Recorder) {
        if !self.has_begun && now >= self.start {
            self.has_begun = true;
            self.report.started = Some(now);
            trace.record(now, Event::FlowStarted { flow });
        }
    }

    fn poll_message(&mut self, now: SimTime) -> Option<(u32, Body)> {
        let (_, size) = self.next.filter(|&(at, _)| self.has_begun && at <= now)?;
        let counted = SyntheticDatagram { number: self.number, to_server: self.is_client };
        self.number = self.number.wrapping_add(1);
        self.advance();
        self.report.first_sent.get_or_insert(now);
        self.report.packets_sent += 1;
        Some((size, Body::Synthetic(counted)))
    }

    fn poll_timeout(&self) -> Option<SimTime> {
        if self.has_begun { self.next.map(|(at, _)| at) } else { Some(self.start) }
    }

    fn report(&self) -> FlowReport {
        self.report
    }

    fn is_two_way(&self) -> bool {
        self.senders[1]
    }

    fn measured(&self) -> Option<Box<dyn Any>> {
        Some(Box::new(self.meter.report(self.senders[usize::from(self.is_client)])))
    }
}
