//! Ends of flows: what sits at a node, and what transports and applications say to each other.
//!
//! Owns the four verbs of [`Endpoint`], the report of a flow, the state that the flows of a world
//! share, and the interface between an application ([`app`]) and what carries it ([`transport`]).
//! Does not own any transport or application, links, queues or the event loop.
//!
//! | Module | Owns |
//! |---|---|
//! | `endpoint` | [`Endpoint`], [`FlowEndpoint`], what proxies use of them, [`SharedState`] |
//! | `report` | what an end counted |
//! | [`app`] | what an application is told and may do, by what it asks of its transport |
//! | [`transport`] | what a transport is, and how it opens the two ends of a connection |
//! | [`session`] | a flow of as many connections as its application opens |
//! | [`tls`] | TLS between an application and a stream |
//! | [`proxy`] | how bytes pass from one connection of a split path to the next |
//! | [`values`] | forms of keys that several transports have |

pub mod app;
pub mod directional_recorder;
mod endpoint;
pub mod proxy;
mod report;
pub mod session;
pub mod tls;
pub mod transport;
pub mod values;

pub use endpoint::{
    BoxedEndpoint, Endpoint, FlowEndpoint, Polled, Reader, Relay, SharedState, Writer,
};
pub use report::{EndReason, FlowReport};
