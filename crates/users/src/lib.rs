//! Users of a network: where they are, when they begin sessions, and whom those are with.
//!
//! Three families to choose from, each open to further members: [`places`], [`arrivals`] and
//! [`demand`]. Knows no network, no flow and no application: the crate `scenario` makes terminals
//! and flows of what is drawn here, each user from a random stream of their own.
//!
//! Read [`places`] first; places on the ground are in [`ground`], curves of the day in [`curve`].

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
