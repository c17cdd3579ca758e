//! Foundations of every other crate: simulated time, rates, ids, elementary functions, random
//! streams.
//!
//! Owns no model. Read [`time`] first: everything else is measured in it.

pub mod id;
pub mod math;
pub mod prefetch;
pub mod random;
pub mod rate;
pub mod time;

pub use id::{FlowId, NodeId};
pub use prefetch::{prefetch, prefetch_item, prefetch_lines};
pub use random::{RandomStream, StreamId};
pub use rate::Rate;
pub use time::{Duration, SimTime};
