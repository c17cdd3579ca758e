//! Studies of a timeline without packets: delays, paths, handovers, gaps and their causes.
//!
//! Each study reads a [`crate::Timeline`] and its routes and changes neither.

pub(crate) mod cause;
pub mod cell_tables;
pub(crate) mod counts;
pub mod delay;
pub mod detour;
pub(crate) mod gaps;
pub mod seam;
