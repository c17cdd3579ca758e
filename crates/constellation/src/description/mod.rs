//! Parts of a constellation as stated in a scenario: shells, listed satellites, sites, failures.
//!
//! Owns the values and the checks of their keys. Computes nothing over time.

pub mod config;
pub mod element_file;
pub(crate) mod element_selection;
pub mod failures;
pub mod listed;
pub mod parts;
pub mod shell;
pub mod site;
pub mod site_keys;
pub mod track;
