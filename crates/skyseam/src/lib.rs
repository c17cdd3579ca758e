//! The entry point for programs in Rust: one crate to depend on, a [`prelude`], and a
//! [`ScenarioBuilder`].
//!
//! A program makes a scenario in code or reads one from a file, adds its own models, runs the
//! scenario and reads the tables. `examples/` has a program for each. Owns no model: all crates are
//! re-exported here under their own names, and most programs need only the [`prelude`].

mod builder;

pub use builder::{ScenarioBuilder, Setting, Table};
pub use skyseam_app as app;
pub use skyseam_base as base;
pub use skyseam_constellation as constellation;
pub use skyseam_endpoint as endpoint;
pub use skyseam_host as host;
pub use skyseam_net as net;
pub use skyseam_params as params;
pub use skyseam_quic as quic;
pub use skyseam_scenario as scenario;
pub use skyseam_sim as sim;
pub use skyseam_stp as stp;
pub use skyseam_tcp as tcp;
pub use skyseam_trace as trace;
pub use skyseam_users as users;

/// What most programs need: `use skyseam::prelude::*`.
pub mod prelude {
    pub use crate::{ScenarioBuilder, Setting, Table};
    pub use skyseam_base::{Duration, NodeId, RandomStream, Rate, SimTime};
    pub use skyseam_params::{parameters, units, values};
    pub use skyseam_scenario::{Files, Models, Scenario, ScenarioErrors};
    pub use skyseam_sim::{Control, Outcome, RunOptions, models, run, run_alone};
    pub use skyseam_trace::Values;
}
