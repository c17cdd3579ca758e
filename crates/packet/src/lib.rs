//! What travels: IP packets with TCP segments, datagrams or echo requests, as values and as bytes.
//!
//! Owns the in-memory [`Packet`], its wire form ([`wire`]), the capture file that is written
//! ([`pcapng`]) and times and lengths of packets in captures that are read ([`capture`]). Does
//! not own what hosts do with packets (`host`) nor where they go (`net`). Payload of TCP and RTP is
//! counted, not stored; that of other datagrams lies in [`Payloads`].

pub mod capture;
pub mod packet;
pub mod payload;
pub mod pcapng;
pub mod raw;
pub mod rtp;
pub mod seq;
pub mod udp;
pub mod wire;

pub use packet::{
    Body, Counted, Datagram, Echo, Opener, Packet, Raw, Rtp, SackBlock, SackBlocks, TcpFlags,
    TcpSegment, Timestamps,
};
pub use payload::{PayloadKey, Payloads};
pub use seq::SeqNumber;
