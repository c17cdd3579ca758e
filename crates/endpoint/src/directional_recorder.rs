//! Labels of the events of a bidirectional flow with their direction.

use skyseam_base::SimTime;
use skyseam_trace::{Event, Events, Recorder};

/// Forwards the events of one direction of an endpoint. Each direction of a connection records its
/// own events; a flow's start is recorded only at its client, and its end by neither direction.
pub struct DirectionalRecorder<'a> {
    /// Receiver of the events.
    pub trace: &'a mut dyn Recorder,
    /// Whether the direction is from the server to the client.
    pub is_reverse: bool,
}

impl Recorder for DirectionalRecorder<'_> {
    fn record(&mut self, now: SimTime, event: Event<'_>) {
        match event {
            Event::FlowReceived { .. } | Event::FlowFinished { .. } => {}
            _ if self.is_reverse => self.trace.record_reverse(now, event),
            _ => self.trace.record(now, event),
        }
    }

    fn receives(&self, kinds: Events) -> bool {
        self.is_reverse || self.trace.receives(kinds)
    }
}
