//! The event engine: what happens next, and the loop that makes it happen.
//!
//! Owns the order of events ([`EventQueue`]), deadlines that move ([`Deadlines`]) and the run loop
//! ([`run`]). Knows nothing of packets: events are small plain values of the model's own type.

mod deadlines;
mod queue;
mod run;

pub use deadlines::Deadlines;
pub use queue::{EventQueue, Order, Rank};
pub use run::{Control, Model, Stop, run, run_one, run_window};
