//! The event engine: the event queue and the run loop.
//!
//! Owns the order of events ([`EventQueue`]), movable deadlines ([`Deadlines`]) and the run loop
//! ([`run`]). Knows nothing of packets: events are plain values of the model's own type, one
//! machine word each ([`PackedEvent`]).

mod deadlines;
mod queue;
mod run;

pub use deadlines::Deadlines;
pub use queue::{EventOrder, EventQueue, PackedEvent, Rank, Word};
pub use run::{Control, EVENTS_PER_POLL, EventHandler, Stop, run, run_one, run_window};
