//! Links: transmitters with a rate, a queue in front of them and packets in flight behind them,
//! which may be lost or overtake each other.
//!
//! Owns the treatment of a packet between the moment a node hands it to a link and its arrival.
//! Does not own the positions and the links of nodes (`constellation`, combined by `sim`). Read
//! [`transmitter`] first.

pub mod access;
pub mod channel;
pub mod config;
mod context;
mod direction;
pub mod harq;
mod holding;
pub mod keys;
pub mod line;
pub(crate) mod link_trace;
pub(crate) mod link_trace_file;
pub mod loss;
pub mod medium;
pub mod modes;
pub mod queue;
pub mod reordering;
pub mod rlc;
pub mod scheduler;
pub mod transmitter;

pub use config::{ArrivalOrder, LinkConfig, LossConfig, QueueConfig, RadioConfig, WireConfig};
pub use context::LinkContext;
pub use direction::Direction;
pub use line::Transmission;
pub use link_trace::{LinkTrace, NoTrace, TraceFile, TraceStep};
pub use medium::Flight;
pub use queue::PacketKey;
pub use transmitter::{Counters, Launch, Transmitter};
