//! Frames and motion: where a satellite or a place on the Earth is at an instant.
//!
//! Owns vectors with their frame, uniform circular motion, and the constants and formulas of two
//! models: [`ns2`] (ns-2.35's sphere) and [`wgs84`] (ellipsoid, proper constants). Does not know
//! shells, links or routes. The Greenwich meridian is on the inertial x axis at time zero in both
//! models. Read [`motion`] first.

pub mod motion;
pub mod ns2;
pub mod vector;
pub mod wgs84;

pub use motion::{Motion, Phase, Rotation};
pub use vector::{EarthFixed, Inertial, Vector};
