//! Sessions: a flow with as many connections as its application opens, over any two-way transport.
//!
//! Owns the end of such a flow at a node ([`hub`]), which holds an end of the transport for each
//! connection, and the [`Port`] through which bytes pass between the two. A transport with one
//! stream in a connection is driven as for an application over a stream; one with many reads and
//! writes the port itself. Where proxies split connections, each side of a proxy is a [`Trunk`].
//! docs/decisions/014-sessions.md says why.

mod hub;
mod port;
mod trunk;

pub use hub::{Branch, open, open_split};
pub use port::{Port, PortState, Write};
pub use trunk::{Trunk, read_by_hand};
