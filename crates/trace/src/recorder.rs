//! Who is told of events.

use skyseam_base::SimTime;

use crate::event::Event;

/// Takes events as they happen, in simulated-time order.
pub trait Recorder {
    /// Notes that `event` happened at `now`.
    fn record(&mut self, now: SimTime, event: Event<'_>);
}

/// Forgets everything.
#[derive(Clone, Copy, Debug, Default)]
pub struct NullRecorder;

impl Recorder for NullRecorder {
    fn record(&mut self, _: SimTime, _: Event<'_>) {}
}
