//! Where everything is and who is linked to whom from when to when: from a [`SkyConfig`] to an
//! immutable [`Timeline`], routes over it, and delay profiles.
//!
//! Owns shells, inter-satellite link patterns and the seam, visibility, handover, and routing. Does
//! not know packets, queues or rates. Read [`config`] first, then [`timeline`].
//!
//! What a scenario can choose stands in one list per kind, and a new choice is one file and one
//! line there: [`handover::built_in`], [`isl::built_in`] and [`routing::built_in`], whose members
//! can have keys of their own; [`geometry::GEOMETRIES`] and [`routing::METRICS`], which are names
//! alone.

mod build;
mod cause;
pub mod cell_tables;
pub mod cells;
pub mod config;
mod contacts;
mod counts;
pub mod delay;
pub mod detour;
pub mod direction;
pub mod element_file;
pub mod element_selection;
pub mod failures;
#[cfg(test)]
mod fixtures;
pub mod forwarding;
mod gaps;
pub mod geometry;
pub mod handover;
pub mod isl;
pub mod listed;
pub mod names;
mod outages;
pub mod parts;
pub mod registry;
pub mod routing;
pub mod seam;
pub mod shell;
pub mod site;
pub mod site_keys;
pub mod sky;
pub mod timeline;
pub mod track;

pub use build::space::{Attached, Space};
pub use cause::Cause;
pub use config::SkyConfig;
pub use contacts::Contact;
pub use counts::{Handover, HandoverCount, PathChangeCount, PerDay, handovers_of};
pub use delay::{DelayProfile, PairSummary, profile};
pub use gaps::Gaps;
pub use parts::Sampling;
pub use registry::Registered;
pub use routing::{Choice, Path, PathDelay, Router, Walker};
pub use sky::{DelayCurve, GroundPoint, Look, Pass};
pub use timeline::{NoTimeline, Node, NodeKind, Timeline};
