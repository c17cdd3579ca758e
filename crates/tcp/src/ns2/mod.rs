//! TCP as ns-2.35's one-way agents speak it: the stack `ns2`. [`sender`], [`base`] and [`rtt`] are
//! those of [`crate::bsd`] too, from which ns-2's agents descend.
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
//! Everything counts packets: packet 0 is the SYN, packet `k` the `k`-th full segment. What ns-2
//! does is known from its manual, its published source, read for behaviour only, and traces of
//! runs (tests/data/ns2/README.md). Names in backquotes are ns-2's. Left out: ECN, Quick-Start,
//! F-RTO, limited slow start, the start of an idle sender; flags stand as ns-2.35 comes.

pub mod base;
pub mod board;
pub mod congestion;
pub mod fack;
pub mod keys;
pub mod newreno;
pub mod receiver;
pub mod reno_window;
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
use crate::linux::clock::Clock;

impl_one_way_endpoints!(Sender by written, Receiver by next);

/// The two ends of a connection.
///
/// # Panics
/// When both ends are to send: ns-2's agents are one-way.
pub(crate) fn open(
    config: &TcpConfig,
    opening: FlowSetup<'_>,
    content: ConnectionPayload,
) -> [BoxedEndpoint; 2] {
    let ConnectionPayload::Transfer(supply) = content else { panic!("ns-2's agents send one way") };
    let connection = Connection::of(&opening);
    let sender = Sender::new(connection, config, supply, opening.start);
    let clock = Clock::of(&opening.random, opening.to);
    let receiver = Receiver::new(connection, config, supply.limit).on_clock(clock);
    [Box::new(sender), Box::new(receiver)]
}

/// A sending agent: when a packet is lost, how much may be in flight.
pub(crate) trait Variant: std::fmt::Debug + Send {
    /// The application has data: sends what the first window allows.
    fn begin(&mut self, base: &mut Base);

    /// There may be more to send than before: the application wrote, or the peer's window opened.
    fn resume(&mut self, base: &mut Base);

    /// The peer's window changed, and nothing else was said.
    fn on_window(&mut self, base: &mut Base) {
        self.resume(base);
    }

    /// An acknowledgement came; [`Base`] knows nothing of it yet.
    fn on_ack(&mut self, base: &mut Base, ack: &Ack<'_>);

    /// The retransmission timer fired with something outstanding.
    fn on_timeout(&mut self, base: &mut Base);

    /// The window as ns-2 traces it (`cwnd_`), whole packets, at least one.
    fn cwnd(&self) -> u64;

    /// The slow-start threshold, packets (`ssthresh_`).
    fn ssthresh(&self) -> u64;

    /// Packets in flight by the agent's own estimate.
    fn in_flight(&self, base: &Base) -> u64;

    /// Recounts what it counts.
    #[cfg(test)]
    fn check(&self) {}
}

#[cfg(test)]
mod tests;
