//! Runs a scenario: builds its world, lets it happen, and gives tables back.
//!
//! Owns the world that joins constellation, links and hosts ([`run`]), batches of runs on all cores
//! ([`batch`]), delay studies without packets ([`delay`]), single pings between any places
//! ([`probe`]) and the sky at one instant ([`snapshot`]). Reads no clock and writes no file.

mod build;
mod capture;
mod collect;
mod flows;
mod world;

pub mod batch;
pub mod delay;
pub mod probe;
pub mod run;
pub mod snapshot;

pub use batch::run_batch;
pub use delay::{DelayRequest, delay};
pub use probe::{ProbeRequest, probe};
pub use run::{Outcome, Progress, run, run_alone};
pub use skyseam_engine::Control;
pub use skyseam_host::Endpoint;
pub use snapshot::snapshot;
pub use world::PacketCounts;
