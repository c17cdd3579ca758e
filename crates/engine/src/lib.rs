//! The event engine: the event queue and the run loop.
//!
//! Owns the order of events ([`EventQueue`]), movable deadlines ([`Deadlines`]) and the run loop
//! ([`run`]). Knows nothing of packets: events are plain values of the model's own type, one
//! machine word each ([`Event`]).

mod deadlines;
mod queue;
mod run;

pub use deadlines::Deadlines;
pub use queue::{Event, EventQueue, Order, Rank, Word};
pub use run::{Control, Model, Stop, run, run_one, run_window};
