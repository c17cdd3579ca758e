//! Endpoints of flows at a node, and the interfaces between transports and applications.
//!
//! Owns the four verbs of [`Endpoint`], the report of a flow, the state that the flows of a world
//! share, and the interface between an application ([`app`]) and its transport ([`transport`]).
//! Does not own any transport or application, links, queues or the event loop.
//!
//! | Module | Owns |
//! |---|---|
//! | `endpoint` | [`Endpoint`], [`FlowEndpoint`], their interface for proxies, [`SharedState`] |
//! | `report` | counters of an endpoint |
//! | [`app`] | interfaces of an application, by the service it requires of its transport |
//! | [`transport`] | interface of a transport, which opens the two endpoints of a connection |
//! | [`careful_resume`] | jump of a window to what an earlier connection used (RFC 9959) |
//! | [`slow_start`] | slow starts that congestion controllers can have |
//! | [`session`] | a flow of as many connections as its application opens |
//! | [`tls`] | TLS between an application and a stream |
//! | [`proxy`] | relaying of bytes from one connection of a split path to the next |
//! | [`values`] | value types of keys that several transports have |

pub mod app;
pub mod careful_resume;
pub mod congestion;
pub mod directional_recorder;
mod endpoint;
pub mod proxy;
mod report;
pub mod session;
pub mod slow_start;
pub mod tls;
pub mod transport;
pub mod values;

pub use endpoint::{
    BoxedEndpoint, Endpoint, FlowEndpoint, Polled, ProxyReader, ProxyWriter, Relay, SharedState,
};
pub use report::{EndReason, FlowReport};
