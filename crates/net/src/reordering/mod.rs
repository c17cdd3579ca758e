//! Reordering: a buffer after HARQ that delivers packets in the order in which they were sent.
//!
//! A rule is one file here, including its parameters, and one line in the registry below, from
//! which reader, messages, schema, manifest and contract test are made. A buffer knows no events
//! and no packets: its owner reports decoded packets and those given up, and moves the packets that
//! the buffer names by their keys.

mod in_sequence;
mod papers;

#[cfg(test)]
mod contract;

use std::sync::Arc;

use skyseam_base::{Duration, SimTime};
use skyseam_params::beside::{Beside, refuse_foreign};
use skyseam_params::values::{PositiveSpan, quantity};
use skyseam_params::{Keys, Model, Parameters, Problems, parameters, registry, units};

pub use in_sequence::InSequence;
pub use papers::Papers;

use crate::queue::PacketKey;

/// The ordering data of a packet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OrderedPacket {
    /// Key by which its owner identifies the packet.
    pub key: PacketKey,
    /// Transmitter of the packet.
    pub sender: u32,
    /// Number among the first transmissions of that sender to this receiver, without gaps, from 0.
    pub number: u64,
    /// Flow of the packet: one direction of one connection.
    pub flow: u64,
    /// Start in the flow's own sequence: a byte offset of TCP, or a datagram's number.
    pub start: u64,
    /// End in that sequence (exclusive). A packet without sequence space (a pure ACK) ends where it
    /// starts.
    pub end: u64,
}

/// Packets that leave a buffer, by key.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Released {
    /// Packets delivered, in this order.
    pub deliver: Vec<PacketKey>,
    /// Packets dropped, because they waited too long.
    pub drop: Vec<PacketKey>,
}

/// Restores the order of packets. `now` must not decrease.
///
/// Every call appends the packets that leave to `out`; all other packets that were passed in are
/// held.
pub trait Reordering: Send {
    /// Notifies the buffer that `item` was decoded at `now`: it leaves at once, or is held from now
    /// on.
    fn on_decoded(&mut self, now: SimTime, item: OrderedPacket, out: &mut Released);

    /// Notifies the buffer that HARQ has given up `item`, which is not held here and never will be.
    fn on_given_up(&mut self, now: SimTime, item: OrderedPacket, out: &mut Released);

    /// Time at which [`Reordering::on_timeout`] must be called, if at all.
    fn next_timeout(&self) -> Option<SimTime>;

    /// Handles the timeout at the time given by [`Reordering::next_timeout`].
    fn on_timeout(&mut self, now: SimTime, out: &mut Released);

    /// Keys of the held packets, in no particular order.
    fn held(&self) -> Vec<PacketKey>;
}

/// A rule for the order to restore and the treatment of gaps; its parameters create the buffer.
pub trait ReorderingRule: Parameters {
    /// An empty buffer.
    fn build(&self, config: &ReorderingConfig) -> Box<dyn Reordering>;
}

quantity! {
    /// Number of packets that a buffer holds.
    BufferPackets(u64) in units::PACKETS,
    accepts |packets| (1..=1_000_000).contains(&packets),
    expected "packets from 1 to 1000000", such as "125 packets"
}

registry! {
    /// Order that a buffer restores, and treatment of gaps.
    dyn ReorderingRule "ReorderingRule" is "a rule of reordering"
    at "links.*.reordering.kind" {
        Papers,
        InSequence,
    }
    pub fn built_in;
    pub fn member;
}

parameters! {
    /// A buffer after HARQ that delivers packets in the order in which they were sent.
    pub struct ReorderingConfig, check own_keys {
        /// Order that the buffer restores, and treatment of gaps.
        kind: Beside<dyn ReorderingRule>,
        /// Maximum number of packets held, of all flows together.
        size: BufferPackets = 125,
        /// Maximum time for which a packet waits for those before it.
        timeout: PositiveSpan = Duration::from_secs(1),
    }
}

impl ReorderingConfig {
    /// A buffer of the default size.
    pub fn of(rule: impl ReorderingRule) -> Self {
        let rule: Arc<dyn ReorderingRule> = Arc::new(rule);
        Self { kind: Model::new(rule), size: 125, timeout: Duration::from_secs(1) }
    }

    fn own_keys(&mut self, keys: &Keys, problems: &mut Problems<'_>) {
        refuse_foreign::<dyn ReorderingRule>(Some(self.kind.name()), keys, problems);
    }

    /// An empty buffer.
    pub fn build(&self) -> Box<dyn Reordering> {
        self.kind.build(self)
    }
}
