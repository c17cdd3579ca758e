//! QUIC, not modelled but run: quinn-proto (RFC 9000, 9002) over simulated time.
//!
//! Owns the driver of quinn-proto: a flow's two endpoints ([`end`]), simulated time in its form
//! ([`clock`]), its settings and random draws, a security layer without cryptography, and BBR. Does
//! not own the protocol, its loss recovery, flow control, or CUBIC and NewReno: those are
//! quinn-proto's, and so are their faults. docs/models/quic.md lists the differences from a
//! deployment, docs/decisions/006-quic.md the reasons.

mod bbr;
pub mod clock;
pub mod config;
pub mod congestion;
mod crypto;
mod download;
pub mod end;
mod frames;
pub mod in_bytes;
mod meter;
mod open;
#[cfg(test)]
mod quinn_baseline;
mod receive_arena;
mod resume;
mod settings;
mod start;
mod streams;
mod test_pattern;
mod upload;

pub use bbr::Bbr;
pub use clock::InstantConverter;
pub use config::{QuicConfig, QuicHandshake};
pub use congestion::{Cubic, NewReno, QuicAlgorithm};
pub use crypto::MIN_SERVER_FLIGHT;
pub use end::QuicEndpoint;
pub use meter::Controllers;
pub use open::{WEIGHT, open_with};
pub use receive_arena::ReceiveArena;
