//! Applications over messages, each of which may be lost.
//!
//! Owns the interface through which such an application receives and sends messages
//! ([`MessageApp`]). The application determines the content and the length of a message;
//! [`super::datagrams`] carries it.

use std::any::Any;
use std::fmt;

use skyseam_base::{FlowId, SimTime};
use skyseam_packet::Body;
use skyseam_trace::Recorder;

use crate::report::FlowReport;

/// A message, sent or received.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Message {
    /// IP length of its packet, bytes.
    pub size: u32,
    /// Content of the message.
    pub body: Body,
    /// Time when it was handed to the network.
    pub sent: SimTime,
}

/// One endpoint of an application over messages.
pub trait MessageApp: fmt::Debug + Send {
    /// Handles a message from the peer.
    fn on_message(
        &mut self,
        now: SimTime,
        flow: FlowId,
        message: &Message,
        trace: &mut dyn Recorder,
    );

    /// Handles the timer set by [`MessageApp::poll_timeout`].
    fn on_timer(&mut self, now: SimTime, flow: FlowId, trace: &mut dyn Recorder) {
        let _ = (now, flow, trace);
    }

    /// Returns the next message to send at `now`: its IP length in bytes and its content; `None` if
    /// there are no more.
    fn poll_message(&mut self, now: SimTime) -> Option<(u32, Body)>;

    /// Time at which [`MessageApp::on_timer`] must be called next, if ever.
    fn poll_timeout(&self) -> Option<SimTime> {
        None
    }

    /// The endpoint's counters.
    fn report(&self) -> FlowReport;

    /// Whether the endpoint at the flow's destination also sends by itself: the flow then continues
    /// while either endpoint has plans.
    fn is_two_way(&self) -> bool {
        false
    }

    /// Measurements in addition to the report: a type of the application's own, for a table of
    /// results.
    fn measured(&self) -> Option<Box<dyn Any>> {
        None
    }
}
