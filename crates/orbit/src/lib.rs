//! Reference frames and motion: the position of a satellite or of a location on the Earth at an
//! instant.
//!
//! Owns vectors with their frame, uniform circular motion, and the constants and formulas of two
//! models: [`ns2`] (ns-2.35's sphere) and [`wgs84`] (ellipsoid, real constants); wall time
//! ([`utc`]), published mean elements with SGP4 ([`elements`]), tables of positions made of them
//! ([`ephemeris`]), the sun ([`sun`]) and the planes they form ([`grouping`]). Does not know links
//! or routes. The Greenwich meridian is on the inertial x axis at time zero in every model. Read
//! [`motion`] first.

pub mod elements;
pub mod ephemeris;
pub mod grouping;
pub mod motion;
pub mod ns2;
pub mod sun;
pub mod utc;
pub mod vector;
pub mod wgs84;

pub use elements::Elements;
pub use ephemeris::{Basis, Ephemerides, Ephemeris, EphemerisError, Slopes};
pub use motion::{Motion, Rotation, RotationAngle};
pub use utc::Utc;
pub use vector::{EarthFixed, Inertial, Teme, Vector};
