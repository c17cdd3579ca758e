//! The stack `ns2`: TCP as in ns-2.35's one-way agents. [`sender`], [`base`] and [`rtt`] are shared
//! with [`crate::bsd`], as ns-2's agents descend from 4.4BSD.
//!
//! | File | Owns |
//! |---|---|
//! | [`sender`] | the flow: packets and their bytes, the application's end, what a report says |
//! | [`base`] | what all agents share (`Agent/TCP`): sequence numbers, output, the timer |
//! | [`rtt`] | round-trip time and timeout in whole ticks |
//! | [`reno_window`] | the window of `Newreno` and `Sack1`, in real numbers |
//! | [`newreno`] | `Agent/TCP/Newreno`: duplicates, partial acknowledgements |
//! | [`sack`] | `Agent/TCP/Sack1`: the pipe |
//! | [`fack`] | `Agent/TCP/Linux`: forward acknowledgements, rate halving |
//! | [`board`] | the marks of `Agent/TCP/Linux` |
//! | [`congestion`] | Reno, CUBIC and Hybla of Linux 2.6.22, which `Agent/TCP/Linux` calls |
//! | [`receiver`] | `Agent/TCPSink`, with `Sack1` and `DelAck` |
//! | [`keys`], `stack` | its own keys and defaults |
//!
//! Everything counts packets: packet 0 is the SYN, packet `k` the `k`-th full segment. The
//! behaviour of ns-2 is known from its manual, its published source, read for behaviour only, and
//! traces of runs (tests/data/ns2/README.md). Names in backquotes are ns-2's. Left out: ECN,
//! Quick-Start, F-RTO, limited slow start, the start of an idle sender; flags have the defaults of
//! ns-2.35.

pub mod base;
pub mod board;
pub mod congestion;
pub mod fack;
pub mod keys;
pub mod newreno;
pub mod receiver;
pub(crate) mod reno_window;
pub mod rtt;
pub mod sack;
pub mod sender;
mod stack;

pub use receiver::Receiver;
pub use sender::Sender;

use base::{Ack, Base};
use skyseam_endpoint::BoxedEndpoint;
use skyseam_endpoint::transport::{ConnectionPayload, FlowSetup};

use crate::config::TcpConfig;
use crate::connection::Connection;
use crate::ends::impl_one_way_endpoints;
use crate::linux::clock::HostClock;

impl_one_way_endpoints!(Sender by written, Receiver by next);

/// Creates the two endpoints of a connection.
///
/// # Panics
/// If both endpoints would send: ns-2's agents are one-way.
pub(crate) fn open(
    config: &TcpConfig,
    opening: FlowSetup<'_>,
    content: ConnectionPayload,
) -> [BoxedEndpoint; 2] {
    let ConnectionPayload::Transfer(supply) = content else {
        panic!("ns-2's agents send in one direction")
    };
    let connection = Connection::of(&opening);
    let sender = Sender::new(connection, config, supply, opening.start);
    let clock = HostClock::of(&opening.random, opening.to);
    let receiver = Receiver::new(connection, config, supply.limit).on_clock(clock);
    [Box::new(sender), Box::new(receiver)]
}

/// Loss detection and window of a sending agent.
pub(crate) trait Variant: std::fmt::Debug + Send {
    /// Sends the packets of the first window, once the application has data.
    fn begin(&mut self, base: &mut Base);

    /// Sends more after the application wrote or the peer's window opened.
    fn resume(&mut self, base: &mut Base);

    /// Handles an ACK that only changes the peer's window.
    fn on_window(&mut self, base: &mut Base) {
        self.resume(base);
    }

    /// Handles an acknowledgement, before [`Base`] has recorded it.
    fn on_ack(&mut self, base: &mut Base, ack: &Ack<'_>);

    /// Handles a retransmission timeout with packets outstanding.
    fn on_timeout(&mut self, base: &mut Base);

    /// Returns the window as in ns-2's traces (`cwnd_`), whole packets, at least one.
    fn cwnd(&self) -> u64;

    /// Returns the slow-start threshold, packets (`ssthresh_`).
    fn ssthresh(&self) -> u64;

    /// Returns the agent's estimate of the packets in flight.
    fn in_flight(&self, base: &Base) -> u64;

    /// Recounts the counters and compares. For tests.
    #[cfg(test)]
    fn check(&self) {}
}

#[cfg(test)]
mod tests;
