//! TCP: a sender and a receiver of one direction of data, as state machines; and the end that has
//! both.
//!
//! | File | Owns |
//! |---|---|
//! | [`stack`], [`stacks`] | what a stack is; those that are built in |
//! | [`keys`], `rfc` | the stack `rfc` as one of several |
//! | [`profile`] | defaults of the keys that all stacks have, lengths of packets |
//! | `checks` | what is wrong with keys of a scenario together |
//! | [`connection`] | between whom, and where sequence numbers begin |
//! | [`accelerated`] | data on the SYN: TCP Fast Open, T/TCP |
//! | [`sender`] | connection state, what is sent next, timers |
//! | `state` | the states of a sender, and what its timer is set for |
//! | [`recovery`] | when something is lost, how much may be in flight while it is repaired |
//! | [`scoreboard`] | segments in flight and their marks |
//! | [`receiver`] | reassembly, when to acknowledge and what the ACK says |
//! | `duplex` | an end with both halves, and the application above |
//! | `both_ways` | the halves of this stack |
//! | [`rtt`] | round-trip time and retransmission timeout |
//! | [`ranges`] | sets of stream offsets |
//!
//! Inside, the stream is numbered with 64 bits: SYN is at the connection's origin, byte `k` of the
//! data at `origin + 1 + k`; the wire carries the low 32 bits. A one-way flow has no FIN: it is
//! finished when all its bytes are acknowledged.

pub mod accelerated;
mod both_ways;
mod by_hand;
pub(crate) mod checks;
pub mod connection;
pub(crate) mod duplex;
pub mod keys;
pub mod profile;
pub mod ranges;
pub mod receiver;
pub mod recovery;
mod rfc;
pub mod rtt;
pub mod scoreboard;
pub mod sender;
pub mod stack;
pub mod stacks;
mod state;

pub use receiver::Receiver;
pub use sender::Sender;

use self::connection::Connection;
use crate::config::TcpConfig;
use crate::endpoint::{Agent, one_way_ends};
use crate::linux::clock::Clock;
use crate::transport::carrier::{Content, Opening};

one_way_ends!(Sender by written, Receiver by next);

/// The two ends of a connection.
pub(crate) fn open(config: &TcpConfig, opening: Opening<'_>, content: Content) -> [Agent; 2] {
    let start = opening.start;
    match content {
        Content::Transfer(supply) => {
            let connection = Connection::of(&opening);
            let sender = Sender::new(connection, config, supply, start);
            let receiver = Receiver::new(connection, config, supply.limit);
            let clock = Clock::of(&opening.random, opening.to);
            [Box::new(sender), Box::new(receiver.on_clock(clock))]
        }
        Content::Stream(apps) => {
            let sender = |connection, _| Sender::new(connection, config, duplex::WRITTEN, start);
            let receiver = |connection: Connection| {
                let clock = Clock::of(&opening.random, connection.to);
                Receiver::new(connection, config, None).on_clock(clock)
            };
            duplex::open(config, &opening, apps, sender, receiver)
        }
        Content::Ports(_) | Content::Session(_) => unreachable!("a connection of one stream"),
    }
}

#[cfg(test)]
mod tests;
