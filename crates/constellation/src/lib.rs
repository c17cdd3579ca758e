//! Positions and links over time: from a [`SkyConfig`] to an immutable [`Timeline`], routes over
//! it, and delay profiles.
//!
//! Owns shells, inter-satellite link patterns and the seam, visibility, handover, and routing. Does
//! not know packets, queues or rates. Read [`description::config`] first, then [`timeline`].
//!
//! The models that a scenario can choose are in one list per kind; a new one is one file and one
//! line there: [`handover::built_in`], [`isl::built_in`] and [`routing::built_in`], whose members
//! can have keys of their own; [`geometry::Geometry`] and [`routing::Metric`], whose members have
//! none.

mod build;
pub mod cells;
mod contacts;
pub mod description;
pub mod direction;
#[cfg(test)]
mod fixtures;
pub mod forwarding;
pub mod geometry;
pub mod handover;
pub mod isl;
pub mod names;
mod outages;
pub mod registry;
pub mod routing;
pub mod sky;
pub mod studies;
pub mod timeline;

pub use build::space::{Attached, Space};
pub use contacts::Contact;
pub use description::config::SkyConfig;
pub use description::parts::Sampling;
pub use registry::{ModelChoice, NamedModel, Registered};
pub use routing::{ForwardingChoice, Path, PathDelay, PathFinder, Router};
pub use sky::{DelayCurve, GroundPoint, Look, Pass};
pub use studies::cause::Cause;
pub use studies::counts::{Handover, HandoverCount, PathChangeCount, PerDay, handovers_of};
pub use studies::delay::{DelayProfile, PairSummary, profile};
pub use studies::gaps::Gaps;
pub use timeline::{NoTimeline, Node, NodeKind, Timeline};
