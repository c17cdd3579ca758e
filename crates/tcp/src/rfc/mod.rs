//! The stack `rfc`: TCP as in the RFCs.
//!
//! | File | Owns |
//! |---|---|
//! | [`keys`], `stack` | its own keys and defaults |
//! | [`sender`] | connection state, what is sent next, timers |
//! | `state` | the states of a sender, and what its timer is set for |
//! | [`recovery`] | when something is lost, how much may be in flight while it is repaired |
//! | [`scoreboard`] | segments in flight and their marks |
//! | [`receiver`] | reassembly, when to acknowledge and what the ACK says |
//! | `bidirectional` | sender and receiver beside each other, where both ends send |
//! | [`rtt`] | round-trip time and retransmission timeout |

mod bidirectional;
pub mod keys;
pub mod receiver;
pub mod recovery;
pub mod rtt;
pub(crate) mod scoreboard;
pub mod sender;
mod stack;
mod state;

pub use receiver::Receiver;
pub use sender::Sender;

use skyseam_endpoint::BoxedEndpoint;
use skyseam_endpoint::transport::{ConnectionPayload, FlowSetup};

use crate::config::TcpConfig;
use crate::connection::Connection;
use crate::duplex;
use crate::ends::impl_one_way_endpoints;
use crate::linux::clock::HostClock;

impl_one_way_endpoints!(Sender by written, Receiver by next);

/// Creates the two endpoints of a connection.
pub(crate) fn open(
    config: &TcpConfig,
    opening: FlowSetup<'_>,
    content: ConnectionPayload,
) -> [BoxedEndpoint; 2] {
    let start = opening.start;
    match content {
        ConnectionPayload::Transfer(supply) => {
            let connection = Connection::of(&opening);
            let sender = Sender::new(connection, config, supply, start, opening.random.beside());
            let receiver = Receiver::new(connection, config, supply.limit);
            let clock = HostClock::of(&opening.random, opening.to);
            [Box::new(sender), Box::new(receiver.on_clock(clock))]
        }
        ConnectionPayload::Stream(apps) => {
            let sender = |connection, end| {
                let random = opening.random.part(2 + end).beside();
                Sender::new(connection, config, duplex::WRITTEN, start, random)
            };
            let receiver = |connection: Connection| {
                let clock = HostClock::of(&opening.random, connection.to);
                Receiver::new(connection, config, None).on_clock(clock)
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
