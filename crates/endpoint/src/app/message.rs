//! Applications over messages, each of which may be lost.
//!
//! Owns how such an application is told of messages and hands them out ([`MessageApp`]). What a
//! message is on the wire, and how long, the application says; who carries it is
//! [`super::datagrams`].

use std::any::Any;
use std::fmt;

use skyseam_base::{FlowId, SimTime};
use skyseam_packet::Body;
use skyseam_trace::Recorder;

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

    /// Whether the end at the flow's destination sends by itself too: the flow then goes on while
    /// either end has plans.
    fn is_two_way(&self) -> bool {
        false
    }

    /// What it measured beside its report: a type of the application's own, for a table of results.
    fn measured(&self) -> Option<Box<dyn Any>> {
        None
    }
}
