//! Labels the events of a two-way flow with the direction that they belong to.

use skyseam_base::SimTime;
use skyseam_trace::{Event, Recorder};

/// Passes on what one half of an end states. The halves of a connection know of one direction
/// each, so that a flow begins at its client alone and its end is not theirs to state.
pub struct DirectionalRecorder<'a> {
    /// Who is told.
    pub trace: &'a mut dyn Recorder,
    /// Whether it is the direction from the server to the client.
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
}
