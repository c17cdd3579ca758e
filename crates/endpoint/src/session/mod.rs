//! Sessions: a flow with as many connections as its application opens, over any two-way transport.
//!
//! Owns the endpoint of such a flow at a node ([`endpoint`]), which holds an endpoint of the
//! transport for each connection, and the [`AppChannel`] through which bytes pass between the two.
//! A transport with one stream in each connection is driven as for an application over a stream; a
//! transport with many streams reads and writes the channel itself. If proxies split connections,
//! each side of a proxy is a [`ProxySide`]. Reasons: docs/decisions/014-sessions.md.

mod channel;
mod endpoint;
mod proxy_side;

pub use channel::{AppChannel, AppChannelState, Write};
pub use endpoint::{SplitSession, open, open_split};
pub use proxy_side::{ProxySide, set_manual_read};
