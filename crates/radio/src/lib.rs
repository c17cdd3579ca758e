//! Radio links: antennas, propagation, link budgets, and modes of modulation and coding.
//!
//! Functions of numbers: frequencies in GHz, distances in km, angles in degrees, percentages of an
//! average year in %, levels and losses in dB (a loss is positive). Does not know constellations
//! or packets; [`keys`] and [`file`] read budgets. Each equation cites its Recommendation; `tests/`
//! has the examples that it is compared with.
//!
//! Read [`budget`] first; [`atmosphere`] combines [`gas`], [`cloud`], [`rain`] and
//! [`scintillation`]; [`weather`] has their course over time, [`modcod`] the tables of modes.

pub mod adaptive;
pub mod antenna;
pub mod atmosphere;
pub mod budget;
pub mod cloud;
pub mod decibel;
pub mod file;
pub mod free_space;
pub mod gas;
mod gas_lines;
pub mod keys;
pub(crate) mod modcod;
pub mod rain;
pub mod scintillation;
pub mod weather;

pub use antenna::Pattern;
pub use atmosphere::{Attenuation, Climate};
pub use budget::{LinkBudget, Parts};
pub use modcod::{AdaptiveCoding, Mode, ModeTable};
