//! Every event the simulator can state, and who writes them down.
//!
//! Owns the vocabulary ([`Event`]), the trait [`Recorder`] and the column tables results leave in
//! ([`Table`]). Does not own what is worth recording: a run's `record` list decides that.

pub mod event;
pub mod recorder;
pub mod table;

pub use event::{AckRelease, DropReason, Event, RetransmitCause};
pub use recorder::{NullRecorder, Recorder};
pub use table::{Column, Table, Values};
