//! Links: transmitters with a rate, a queue before them and packets in flight behind them.
//!
//! Owns what happens to a packet between the moment a node hands it to a link and the moment it
//! arrives. Does not own where nodes are or who is linked to whom (`constellation`, joined by
//! `sim`). Read [`transmitter`] first.

pub mod config;
pub mod queue;
pub mod transmitter;

pub use config::{LinkConfig, QueueConfig, QueuedAtHandover};
pub use transmitter::{Counters, Launch, Transmission, Transmitter};
