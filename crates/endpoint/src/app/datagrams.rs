//! Carriers of messages: plain IP, or UDP without congestion control. Each message is a packet.

use std::any::Any;

use skyseam_base::{FlowId, NodeId, SimTime};
use skyseam_packet::Packet;
use skyseam_trace::Recorder;

use super::message::{Message, MessageApp};
use crate::endpoint::{Endpoint, FlowEndpoint, Polled};
use crate::report::FlowReport;

/// One endpoint of a message flow: each message of the application is a packet.
#[derive(Debug)]
pub struct MessageEndpoint {
    flow: FlowId,
    source: NodeId,
    destination: NodeId,
    app: Box<dyn MessageApp>,
}

impl MessageEndpoint {
    /// Creates the endpoint of `flow` at `source`, whose packets go to `destination`.
    pub fn new(
        flow: FlowId,
        source: NodeId,
        destination: NodeId,
        app: Box<dyn MessageApp>,
    ) -> Self {
        Self { flow, source, destination, app }
    }
}

impl Endpoint for MessageEndpoint {
    fn handle_packet(&mut self, now: SimTime, packet: &Packet, trace: &mut dyn Recorder) {
        let Packet { size, body, created: sent, .. } = *packet;
        self.app.on_message(now, self.flow, &Message { size, body, sent }, trace);
    }

    fn handle_timeout(&mut self, now: SimTime, trace: &mut dyn Recorder) {
        self.app.on_timer(now, self.flow, trace);
    }

    fn poll_transmit(&mut self, now: SimTime, place: &mut Packet, _: &mut dyn Recorder) -> Polled {
        let Some((size, body)) = self.app.poll_message(now) else { return Polled::Nothing };
        *place = Packet {
            flow: self.flow,
            source: self.source,
            destination: self.destination,
            size,
            ttl: Packet::INITIAL_TTL,
            created: now,
            body,
            ..Packet::BLANK
        };
        Polled::MayBeMore
    }

    fn poll_timeout(&self) -> Option<SimTime> {
        self.app.poll_timeout()
    }
}

impl FlowEndpoint for MessageEndpoint {
    fn report(&self) -> FlowReport {
        self.app.report()
    }

    fn has_pending_work(&self) -> bool {
        self.app.poll_timeout().is_some()
    }

    fn is_bidirectional(&self) -> bool {
        self.app.is_two_way()
    }

    fn measured(&self) -> Option<Box<dyn Any>> {
        self.app.measured()
    }
}
