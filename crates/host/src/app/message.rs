//! Applications over messages, each of which may be lost; and what carries them: IP alone, or UDP
//! that nobody watches.
//!
//! Owns how such an application is told of messages and hands them out ([`MessageApp`]), and the
//! end of a flow that turns them into packets ([`Datagrams`]). What a message is on the wire, and
//! how long, the application says.

use std::fmt;

use skyseam_base::{FlowId, NodeId, SimTime};
use skyseam_packet::{Body, Packet};
use skyseam_trace::Recorder;

use super::voice::VoiceReport;
use crate::endpoint::{End, Endpoint};
use crate::report::FlowReport;

/// A message as it is sent or arrives.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Message {
    /// IP length of its packet, bytes.
    pub size: u32,
    /// What it is.
    pub body: Body,
    /// When it was handed to the network.
    pub sent: SimTime,
}

/// One end of an application over messages.
pub trait MessageApp: fmt::Debug + Send {
    /// A message of the other end has arrived.
    fn on_message(
        &mut self,
        now: SimTime,
        flow: FlowId,
        message: &Message,
        trace: &mut dyn Recorder,
    );

    /// The instant last given by [`MessageApp::poll_timeout`] has come.
    fn on_timer(&mut self, now: SimTime, flow: FlowId, trace: &mut dyn Recorder) {
        let _ = (now, flow, trace);
    }

    /// The next message to send at `now`, its IP length in bytes and what it is; `None` when there
    /// is none.
    fn poll_message(&mut self, now: SimTime) -> Option<(u32, Body)>;

    /// When [`MessageApp::on_timer`] wants to be called next, if ever.
    fn poll_timeout(&self) -> Option<SimTime> {
        None
    }

    /// What this end counted.
    fn report(&self) -> FlowReport;

    /// What it measured, where it is the end that listens to speech.
    fn voice(&self) -> Option<VoiceReport> {
        None
    }
}

/// One end of a flow of messages: what the application hands out is a packet each.
#[derive(Debug)]
pub struct Datagrams {
    flow: FlowId,
    source: NodeId,
    destination: NodeId,
    app: Box<dyn MessageApp>,
}

impl Datagrams {
    /// The end of `flow` at `source`, whose packets go to `destination`.
    pub fn new(
        flow: FlowId,
        source: NodeId,
        destination: NodeId,
        app: Box<dyn MessageApp>,
    ) -> Self {
        Self { flow, source, destination, app }
    }
}

impl Endpoint for Datagrams {
    fn handle_packet(&mut self, now: SimTime, packet: &Packet, trace: &mut dyn Recorder) {
        let Packet { size, body, created: sent, .. } = *packet;
        self.app.on_message(now, self.flow, &Message { size, body, sent }, trace);
    }

    fn handle_timeout(&mut self, now: SimTime, trace: &mut dyn Recorder) {
        self.app.on_timer(now, self.flow, trace);
    }

    fn poll_transmit(&mut self, now: SimTime, _: &mut dyn Recorder) -> Option<Packet> {
        let (size, body) = self.app.poll_message(now)?;
        Some(Packet {
            flow: self.flow,
            source: self.source,
            destination: self.destination,
            size,
            ttl: Packet::INITIAL_TTL,
            created: now,
            body,
        })
    }

    fn poll_timeout(&self) -> Option<SimTime> {
        self.app.poll_timeout()
    }
}

impl End for Datagrams {
    fn report(&self) -> FlowReport {
        self.app.report()
    }

    fn has_plans(&self) -> bool {
        self.app.poll_timeout().is_some()
    }

    fn voice(&self) -> Option<VoiceReport> {
        self.app.voice()
    }
}
