//! The stack `bsd`: one-way TCP as in 4.4BSD and its descendants of 1998.
//!
//! | File | Owns |
//! |---|---|
//! | [`recovery`] | the window, four ways of recovery, go-back-N |
//! | [`keys`], `stack` | its own keys and defaults |
//!
//! Sequence numbers in whole segments, output, the arithmetic of timers and the flow's report are
//! those of the stack `ns2` ([`crate::ns2::sender`], [`crate::ns2::base`], [`crate::ns2::rtt`]),
//! whose agents were modelled on 4.4BSD; the receiver is [`crate::rfc::receiver`]. Written from G.
//! Wright and W. R. Stevens, "TCP/IP Illustrated", vol. 2 (1995), ch. 24 to 29, RFC 2001, RFC 2018,
//! RFC 2582 and T. R. Henderson's thesis of 1999, Sec. 4.2. Not modelled: header prediction,
//! Nagle's algorithm, route metrics other than `initial_ssthresh`, the eighth of a segment that
//! 4.4BSD adds to each increase (RFC 2525), giving up a SYN after 75 s.

pub mod keys;
pub(crate) mod recovery;
mod stack;
#[cfg(test)]
mod tests;

use skyseam_base::{Duration, SimTime};
use skyseam_endpoint::BoxedEndpoint;
use skyseam_endpoint::app::OfferedData;
use skyseam_endpoint::transport::{ConnectionPayload, FlowSetup};

use self::keys::Bsd;
use self::recovery::Descendant;
use crate::config::TcpConfig;
use crate::connection::Connection;
use crate::ns2::Sender;
use crate::ns2::rtt::Rtt;
use crate::rfc::Receiver;

/// The tick of the retransmission timer of the whole host (`PR_SLOWHZ` of two per second).
pub(crate) const TICK: Duration = Duration::from_millis(500);

/// Maximum number of retransmissions of a segment before the connection is given up
/// (`TCP_MAXRXTSHIFT`).
pub(crate) const MAX_RETRANSMISSIONS: u32 = 12;

/// Creates the two endpoints of a connection.
///
/// # Panics
/// When both endpoints are to send, which is checked in scenarios.
pub(crate) fn open(
    config: &TcpConfig,
    opening: FlowSetup<'_>,
    content: ConnectionPayload,
) -> [BoxedEndpoint; 2] {
    let ConnectionPayload::Transfer(supply) = content else {
        panic!("the stack \"bsd\" sends in one direction")
    };
    let connection = Connection::of(&opening);
    let sender = sender(connection, config, supply, opening.start);
    let receiver = receiver(connection, config, supply.limit);
    [Box::new(sender), Box::new(receiver)]
}

/// Creates the sending endpoint.
fn sender(
    connection: Connection,
    config: &TcpConfig,
    supply: OfferedData,
    start: SimTime,
) -> Sender {
    let own: Bsd = config.own();
    let rtt = Rtt::new(TICK, config.initial_rto, config.min_rto, config.max_rto).on_host_ticks();
    let increase = config.congestion.increase().expect("a rule that the stack has");
    let variant = Descendant::new(config, &own, config.window_segments(), increase);
    Sender::of(connection, config, supply, start, rtt, Box::new(variant))
}

/// Creates the receiving endpoint. `tcp_output` announces room for two segments, not for one.
fn receiver(connection: Connection, config: &TcpConfig, bytes: Option<u64>) -> Receiver {
    Receiver::new(connection, config, bytes).telling_of(2)
}
