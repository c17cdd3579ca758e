//! Interface of event receivers.

use skyseam_base::SimTime;

use crate::event::{Event, Events};

/// Receiver of events, in order of simulated time.
pub trait Recorder {
    /// Records that `event` happened at `now`.
    fn record(&mut self, now: SimTime, event: Event<'_>);

    /// Records that `event` happened at `now` in the direction from server to client of a
    /// bidirectional flow. By default such events are ignored.
    fn record_reverse(&mut self, now: SimTime, event: Event<'_>) {
        let _ = (now, event);
    }

    /// Whether events of any of these `kinds` are received. An event that takes work to make need
    /// not be made for a recorder that ignores it.
    fn receives(&self, kinds: Events) -> bool {
        let _ = kinds;
        true
    }
}

/// A recorder that ignores all events.
#[derive(Clone, Copy, Debug, Default)]
pub struct NullRecorder;

impl Recorder for NullRecorder {
    fn record(&mut self, _: SimTime, _: Event<'_>) {}

    fn receives(&self, _: Events) -> bool {
        false
    }
}
