//! What travels: IP packets with TCP segments or echo requests, as values and as bytes.
//!
//! Owns the in-memory [`Packet`], its wire form ([`wire`]) and the capture file ([`pcapng`]). Does
//! not own what hosts do with packets (`host`) nor where they go (`net`). Payload is counted, not
//! stored.

pub mod packet;
pub mod pcapng;
pub mod seq;
pub mod wire;

pub use packet::{Body, Echo, Packet, SackBlock, SackBlocks, TcpFlags, TcpSegment, Timestamps};
pub use seq::SeqNumber;
