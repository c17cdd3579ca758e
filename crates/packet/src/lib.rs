//! What travels: IP packets with TCP segments, datagrams or echo requests, as values and as bytes.
//!
//! Owns the in-memory [`Packet`], its wire form ([`wire`]) and the capture file ([`pcapng`]). Does
//! not own what hosts do with packets (`host`) nor where they go (`net`). Payload of TCP and RTP is
//! counted, not stored; that of other datagrams lies in [`Payloads`].

pub mod packet;
pub mod payload;
pub mod pcapng;
pub mod rtp;
pub mod seq;
pub mod udp;
pub mod wire;

pub use packet::{
    Body, Datagram, Echo, Opener, Packet, Rtp, SackBlock, SackBlocks, TcpFlags, TcpSegment,
    Timestamps,
};
pub use payload::{PayloadKey, Payloads};
pub use seq::SeqNumber;
