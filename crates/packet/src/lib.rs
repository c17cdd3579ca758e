//! Packets in the simulated network: IP packets with TCP segments, datagrams or echo requests, as
//! values and as bytes.
//!
//! Owns the in-memory [`Packet`], its wire form ([`wire`]), the writer of capture files
//! ([`pcapng`]) and the reader of packet times and lengths from captures ([`capture`]). Does not
//! own how hosts handle packets (`host`) nor how they are forwarded (`net`). TCP and RTP payload is
//! counted, not stored; the payload of other datagrams lies in [`Payloads`].

pub mod capture;
mod ecn;
pub mod ip;
pub mod packet;
pub mod payload;
pub mod pcapng;
pub mod raw;
pub mod rtp;
pub mod seq;
pub mod udp;
pub mod wire;

pub use ecn::Ecn;
pub use packet::{
    AccEcnOption, Body, Datagram, Echo, ExtraOption, Packet, Raw, Rtp, SackBlock, SackBlocks,
    SyntheticDatagram, TcpFlags, TcpSegment, Timestamps,
};
pub use payload::{PayloadKey, Payloads};
pub use seq::SeqNumber;
