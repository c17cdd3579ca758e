//! Reordering: a buffer behind HARQ that hands packets on in the order in which they were sent.
//!
//! A rule is one file here, parameters included, and one line in the registry below, from which
//! reader, messages, schema, manifest and contract test are made. A buffer knows no events and no
//! packets: its owner reports what was decoded and what was given up, and moves the packets that
//! the buffer names by their keys.

mod in_sequence;
mod papers;

#[cfg(test)]
mod contract;

use std::sync::Arc;

use skyseam_base::{Duration, SimTime};
use skyseam_params::values::{PositiveSpan, quantity};
use skyseam_params::{Model, Parameters, parameters, registry, units};

pub use in_sequence::InSequence;
pub use papers::Papers;

use crate::queue::PacketKey;

/// A packet, as far as its place in an order goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Item {
    /// What its owner knows it by.
    pub key: PacketKey,
    /// The transmitter it came from.
    pub sender: u32,
    /// Its number among the first transmissions of that sender to this receiver, which has no gaps
    /// and begins at 0.
    pub number: u64,
    /// What it belongs to: one direction of one connection.
    pub flow: u64,
    /// First place in the flow's own sequence: of the bytes of TCP, or a datagram's number.
    pub start: u64,
    /// First place after it. A packet that takes none (a pure ACK) ends where it starts.
    pub end: u64,
}

/// Packets that leave a buffer, by key.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Released {
    /// Handed on, in this order.
    pub deliver: Vec<PacketKey>,
    /// Dropped, because they waited too long.
    pub drop: Vec<PacketKey>,
}

/// Restores the order of packets. `now` must not decrease.
///
/// Every call adds the packets that leave to `out`; packets that were given in and have not left
/// are held.
pub trait Reordering: Send {
    /// `item` was decoded at `now`: it leaves at once, or is held from now on.
    fn on_decoded(&mut self, now: SimTime, item: Item, out: &mut Released);

    /// HARQ has given `item` up; it is not held here and never will be.
    fn on_given_up(&mut self, now: SimTime, item: Item, out: &mut Released);

    /// When [`Reordering::on_timeout`] must be called, if at all.
    fn next_timeout(&self) -> Option<SimTime>;

    /// Handles the instant that [`Reordering::next_timeout`] named.
    fn on_timeout(&mut self, now: SimTime, out: &mut Released);

    /// The keys of what it holds, in no particular order.
    fn held(&self) -> Vec<PacketKey>;
}

/// A rule: which order is restored, and what happens if it cannot be; its parameters make the
/// buffer.
pub trait ReorderingRule: Parameters {
    /// An empty buffer.
    fn build(&self, config: &ReorderingConfig) -> Box<dyn Reordering>;
}

quantity! {
    /// Packets that a buffer holds.
    BufferPackets(u64) reads units::packets, prints units::print_packets, PACKETS,
    accepts |packets| (1..=1_000_000).contains(&packets),
    expected "packets from 1 to 1000000", such as "125 packets"
}

registry! {
    /// Which order a buffer restores, and what happens where it cannot.
    dyn ReorderingRule "ReorderingRule" is "a rule of reordering"
    at "links.*.reordering.rule" by "kind" {
        Papers,
        InSequence,
    }
    pub fn built_in;
    pub fn member;
}

parameters! {
    /// A buffer behind HARQ that hands packets on in the order in which they were sent.
    pub struct ReorderingConfig {
        /// Which order it restores, and what happens where it cannot.
        rule: Model<dyn ReorderingRule>,
        /// Largest number of packets that it holds, of all flows together.
        size: BufferPackets = 125,
        /// How long a packet may wait for those before it.
        timeout: PositiveSpan = Duration::from_secs(1),
    }
}

impl ReorderingConfig {
    /// A buffer of the usual size.
    pub fn of(rule: impl ReorderingRule) -> Self {
        let rule: Arc<dyn ReorderingRule> = Arc::new(rule);
        Self { rule: Model::new(rule), size: 125, timeout: Duration::from_secs(1) }
    }

    /// An empty buffer.
    pub fn build(&self) -> Box<dyn Reordering> {
        self.rule.build(self)
    }
}
