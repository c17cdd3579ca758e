//! The stack `linux`: TCP as in Linux 6.18.
//!
//! | File | Owns |
//! |---|---|
//! | [`sender`] | connection state, the three timers, what a report says |
//! | [`ack`] | what an ACK changes: SACK blocks, round-trip samples, the congestion window |
//! | [`state`] | the states Open, Disorder, Recovery, Loss, and what is remembered of them |
//! | [`recovery`] | what moves between them |
//! | [`newreno`] | what stands in for selective acknowledgements where there are none |
//! | [`undo`] | taking a window reduction back (Eifel, DSACK) |
//! | [`rack`] | the reordering window of RACK (RFC 8985) |
//! | [`detection`] | when a segment is lost by it |
//! | [`tlp`] | tail loss probes (RFC 8985 Sec. 7) |
//! | [`prr`] | the window while it comes down (RFC 6937bis) |
//! | [`transmit`] | which segment leaves, and whether the window is what holds data back |
//! | [`send_buffer`] | how far the application may write ahead, and the autotuning of that |
//! | [`writing`] | when it writes |
//! | [`unsent`] | where a probe of the window cut a segment that was not sent |
//! | [`pushes`] | which segments carry PSH |
//! | [`queue`] | segments sent and not acknowledged, their marks and counts |
//! | [`rate`] | samples of the delivery rate |
//! | [`pacing`] | how far apart segments leave, where they are paced |
//! | [`rtt`] | round-trip time, its minimum, the retransmission timeout |
//! | [`congestion`] | Reno, CUBIC with HyStart, BBR, DCTCP, Prague, Hybla, Vegas, Westwood+ |
//! | [`receiver`] | reassembly, DSACK blocks |
//! | [`blocks`] | the blocks of the SACK option |
//! | [`ack_policy`] | when an ACK is due: quick-ACK phase, delayed ACK, compressed SACKs |
//! | [`window`] | the receive window and its autotuning |
//! | [`clock`] | ticks, and when a timer fires |
//! | [`handshake`] | SYN-ACKs that leave again |
//! | [`close`] | FIN and its answer |
//! | [`bidirectional`] | sender and receiver beside each other, where both ends send |
//! | [`giving_up`] | when a connection that nobody answers is given up |
//! | [`keys`], `stack` | its own keys and defaults |
//!
//! As in the kernel, windows count segments and timers run on ticks of [`clock::TICK`]. Names in
//! backquotes with `tcp_` are functions of the kernel, whose behaviour is reimplemented here and
//! checked against measurements (docs/explanation/linux-compared.md, docs/provenance.md). Not
//! modelled: segmentation offload without pacing, TCP small queues. ECN is in [`crate::ecn`].

pub mod ack;
pub(crate) mod ack_policy;
pub mod bidirectional;
pub mod blocks;
pub mod clock;
pub mod close;
pub mod congestion;
pub mod detection;
pub(crate) mod giving_up;
pub mod handshake;
pub mod keys;
pub mod memory;
pub mod newreno;
pub mod pacing;
pub(crate) mod prr;
pub mod pushes;
pub mod queue;
pub mod rack;
pub mod rate;
pub mod receiver;
pub mod recovery;
pub mod rtt;
pub mod send_buffer;
pub mod sender;
mod stack;
pub mod state;
pub(crate) mod tlp;
pub mod transmit;
pub(crate) mod undo;
pub mod unsent;
pub mod window;
pub mod writing;

pub use receiver::Receiver;
pub use sender::Sender;

use skyseam_endpoint::BoxedEndpoint;
use skyseam_endpoint::transport::{ConnectionPayload, FlowSetup};

use self::clock::HostClock;
use crate::config::TcpConfig;
use crate::connection::Connection;
use crate::duplex;
use crate::ends::impl_one_way_endpoints;

impl_one_way_endpoints!(Sender by written, Receiver by next);

/// Creates the two endpoints of a connection.
pub(crate) fn open(
    config: &TcpConfig,
    opening: FlowSetup<'_>,
    content: ConnectionPayload,
) -> [BoxedEndpoint; 2] {
    let start = opening.start;
    let clock = |host| HostClock::of(&opening.random, host);
    match content {
        ConnectionPayload::Transfer(supply) => {
            let connection = Connection::of(&opening);
            let clocks = [opening.from, opening.to].map(clock);
            let sender = Sender::new(connection, config, supply, start, opening.random);
            let receiver = Receiver::new(connection, config, supply.limit);
            let sender = sender.with_paths(opening.shared.part());
            [Box::new(sender.on_clock(clocks[0])), Box::new(receiver.on_clock(clocks[1]))]
        }
        ConnectionPayload::Stream(apps) => {
            let sender = |connection: Connection, end| {
                // The parts are streams of their own, apart from the application's.
                let random = opening.random.part(2 + end);
                let sender = Sender::new(connection, config, duplex::WRITTEN, start, random);
                sender.with_paths(opening.shared.part()).on_clock(clock(connection.from))
            };
            let receiver = |connection: Connection| {
                Receiver::new(connection, config, None).on_clock(clock(connection.to))
            };
            duplex::open(config, &opening, apps, sender, receiver)
        }
        ConnectionPayload::Ports(_) | ConnectionPayload::Session(_) => {
            unreachable!("a connection of one stream")
        }
    }
}

#[cfg(test)]
mod tests;
