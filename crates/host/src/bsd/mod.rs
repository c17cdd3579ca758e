//! TCP as 4.4BSD and its descendants of 1998 spoke it, one way: the stack `bsd`.
//!
//! | File | Owns |
//! |---|---|
//! | [`recovery`] | the window, four ways of recovery, go-back-N |
//!
//! Sequence numbers in whole segments, output, the timer's arithmetic and the flow's account are
//! those of the stack `ns2` ([`crate::ns2::sender`], [`crate::ns2::base`], [`crate::ns2::rtt`]),
//! whose agents were modelled on 4.4BSD; the receiver is [`crate::tcp::receiver`]. Written from
//! G. Wright and W. R. Stevens, "TCP/IP Illustrated", vol. 2 (1995), ch. 24 to 29, RFC 2001, RFC
//! 2018, RFC 2582 and T. R. Henderson's thesis of 1999, Sec. 4.2. Left out: header prediction,
//! Nagle's rule, the metrics that a route keeps other than `initial_ssthresh`, the eighth of a
//! segment that 4.4BSD adds to each increase (RFC 2525), the 75 s after which a SYN is given up.

pub(crate) mod recovery;
#[cfg(test)]
mod tests;

pub(crate) use recovery::Bsd;

use skyseam_base::Duration;

use crate::config::TcpConfig;
use crate::endpoint::Agent;
use crate::ns2::Sender;
use crate::tcp::Receiver;
use crate::tcp::connection::Connection;
use crate::transport::carrier::{Content, Opening};

/// The tick of the retransmission timer of the whole host (`PR_SLOWHZ` of two per second).
pub(crate) const TICK: Duration = Duration::from_millis(500);

/// How often a segment is sent again before the connection is given up (`TCP_MAXRXTSHIFT`).
pub(crate) const MAX_RETRANSMISSIONS: u32 = 12;

/// The two ends of a connection.
///
/// # Panics
/// When both ends are to send: scenarios are checked for it.
pub(crate) fn open(config: &TcpConfig, opening: Opening<'_>, content: Content) -> [Agent; 2] {
    let Content::Transfer(supply) = content else { panic!("the stack \"bsd\" sends one way") };
    let connection = Connection::of(&opening);
    let sender = Sender::new(connection, config, supply, opening.start);
    let receiver = Receiver::new(connection, config, supply.limit);
    [Box::new(sender), Box::new(receiver)]
}
