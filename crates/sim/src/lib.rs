//! Runs a scenario: builds its world, runs it to its end, and returns tables.
//!
//! Owns the world that combines constellation, links and hosts ([`run`]), batches of runs on all
//! cores ([`batch`]), the runs of sweeps ([`sweep`]), delay studies ([`delay`]) and forwarding
//! tables ([`routes`]) without packets, single pings between any locations ([`probe`]), and the
//! constellation over time ([`motion`](mod@motion)) and at one instant ([`snapshot`]). Reads no
//! clock and writes no file.

mod build;
mod capture;
mod flow_tables;
mod flows;
mod harq;
mod id;
mod link_rates;
mod loads;
mod numbered_losses;
mod reading;
mod regions;
mod serving;
mod skies;
mod tables;
mod udp;
mod users;
mod video;
mod without_effect;
mod workers;
mod world;

pub mod batch;
pub mod cell_tables;
pub mod channel;
pub mod contacts;
pub mod delay;
pub mod link_budgets;
pub mod live;
pub mod motion;
pub mod overview;
pub mod paths;
pub mod plausibility;
pub mod probe;
pub mod routes;
pub mod run;
pub mod sampling;
pub mod series;
pub mod snapshot;
pub mod sweep;
pub mod voice;

pub use batch::{run_batch, run_batch_watched};
pub use cell_tables::{CellTablesRequest, CellTablesStudy, cell_tables};
pub use channel::{ChannelRequest, channel, channel_of};
pub use contacts::{ContactsRequest, ContactsStudy, contacts};
pub use delay::{DelayRequest, delay};
pub use link_budgets::link_budgets;
pub use live::{Arrival, DroppedPacket, Live, NotAttached, NotSent, RECORDING};
pub use motion::{MotionRequest, decisions, motion};
pub use paths::paths;
pub use probe::{ProbeRequest, probe};
pub use reading::{models, parse, parse_alone, parse_seeded};
pub use routes::{RoutesRequest, routes};
pub use run::{NoOutcome, Outcome, Progress, Ran, RunOptions, SoFar, Watcher, run, run_alone};
pub use skyseam_constellation::Sampling;
pub use skyseam_endpoint::Endpoint;
pub use skyseam_engine::Control;
pub use snapshot::snapshot;
pub use sweep::{NoSweep, check_sweep, run_sweep};
pub use tables::tables;
pub use world::PacketCounts;
