//! TCP: its stacks and congestion controllers, as state machines without I/O.
//!
//! | Module | Owns |
//! |---|---|
//! | `config` | [`TcpConfig`]: the keys of a TCP connection |
//! | [`stack`], [`stacks`] | what a stack is; those that are built in |
//! | [`rfc`], [`linux`], [`ns2`], `bsd` | the stacks |
//! | [`congestion`] | congestion controllers |
//! | [`profile`] | defaults of the keys that all stacks have, lengths of packets |
//! | `checks` | what is wrong with keys of a scenario together |
//! | [`connection`] | between whom, and where sequence numbers begin |
//! | [`accelerated`] | data on the SYN: TCP Fast Open, T/TCP |
//! | [`ecn`] | explicit congestion notification: negotiation, feedback |
//! | `duplex` | an end with both halves, and the application above |
//! | `ends` | senders and receivers as ends of flows |
//! | `transport` | TCP as a transport, whichever its stack |
//! | [`ranges`] | sets of stream offsets |
//!
//! The stream is numbered with 64 bits: SYN is at the connection's origin, byte `k` of the data at
//! `origin + 1 + k`; the wire carries the low 32 bits. A one-way flow has no FIN: it is finished
//! when all its bytes are acknowledged.

pub mod accelerated;
mod bsd;
mod checks;
mod config;
pub mod congestion;
pub mod connection;
mod delayed_ack;
mod duplex;
pub mod ecn;
mod ends;
pub mod linux;
pub mod ns2;
pub mod profile;
mod proxy_io;
pub mod ranges;
pub mod rfc;
pub mod stack;
pub mod stacks;
#[cfg(test)]
mod test_harness;
mod transport;

pub use bsd::keys::{Bsd, ExitBurst};
pub use config::TcpConfig;
pub use congestion::algorithm::algorithm;
pub use delayed_ack::DelayedAck;
pub use ecn::{EcnVariant, OptionUse};
pub use linux::keys::Linux;
pub use ns2::keys::{LossRecovery, Ns2};
pub use rfc::keys::Rfc;
pub use stack::Stack;
