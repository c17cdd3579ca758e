//! Hosts: TCP and QUIC as state machines without I/O, congestion controllers, applications above.
//!
//! Owns both ends of a flow, from what an application offers to the packets handed to the first
//! link. Does not own links, queues or the event loop: time and packets are given in through the
//! four verbs of [`Endpoint`]. Read [`endpoint`], then [`transport`], [`app`] and [`tcp`]. [`open`]
//! makes a flow's two ends.

pub mod app;
#[cfg(test)]
mod bench;
mod bsd;
pub mod config;
pub mod congestion;
pub mod delayed_ack;
mod direction;
pub mod endpoint;
pub mod linux;
pub mod ns2;
pub mod quic;
pub mod report;
pub mod session;
pub mod stp;
pub mod tcp;
pub mod transport;
pub mod values;

pub use app::proxy::{ProxyConfig, end_with, pass_on, relay};
pub use app::{Application, Bulk, Download, File, Ping, RequestResponse, Udp, Video, Voice, Web};
pub use bsd::keys::{Bsd, ExitBurst};
pub use config::TcpConfig;
pub use congestion::algorithm::algorithm;
pub use delayed_ack::DelayedAck;
pub use endpoint::{Agent, End, Endpoint, Polled};
pub use linux::keys::Linux;
pub use ns2::keys::{LossRecovery, Ns2};
pub use quic::QuicConfig;
pub use report::{Ended, FlowReport};
pub use stp::Stp;
pub use tcp::keys::Rfc;
pub use tcp::stack::Stack;
pub use transport::carrier::{Opening, Transport};
pub use transport::parts::{Rest, open_first, open_further, relays_both_ways};
pub use transport::{bytes_of, open, open_flow, open_part, open_with};
pub use values::SendBuffer;
