//! Users of a network: their locations, the start times of their sessions and the remote endpoints.
//!
//! Three extensible families of models: [`places`], [`arrivals`] and [`demand`]. Does not know
//! networks, flows or applications: the crate `scenario` makes terminals and flows from the
//! results. Each user has a random stream of their own.
//!
//! Read [`places`] first; [`ground`] has locations on the ground, [`curve`] has curves of the day.

pub mod arrivals;
pub mod curve;
pub mod demand;
pub mod ground;
pub mod places;
pub mod session;
mod text_file;
pub mod values;

pub use arrivals::Arrivals;
pub use demand::Demand;
pub use ground::Ground;
pub use places::Places;
pub use text_file::TextFile;
