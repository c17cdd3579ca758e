//! Who is told of events.

use skyseam_base::SimTime;

use crate::event::Event;

/// Takes events as they happen, in simulated-time order.
pub trait Recorder {
    /// Notes that `event` happened at `now`.
    fn record(&mut self, now: SimTime, event: Event<'_>);

    /// Notes that `event` happened at `now` to the direction from server to client of a two-way
    /// flow. Who does not tell directions apart keeps the other one alone.
    fn record_reverse(&mut self, now: SimTime, event: Event<'_>) {
        let _ = (now, event);
    }
}

/// Forgets everything.
#[derive(Clone, Copy, Debug, Default)]
pub struct NullRecorder;

impl Recorder for NullRecorder {
    fn record(&mut self, _: SimTime, _: Event<'_>) {}
}
