//! The table of a reordering buffer, its values and how it is printed; part of [`crate::tables`].

use serde_json::{Value as Json, json};
use skyseam_net::reordering::{ReorderingConfig, ReorderingRule};

use crate::names::name_of;
use crate::shape::table;
use crate::units::{self, print_duration};
use crate::values::{PositiveSpan, quantity};

table! {
    /// A buffer behind HARQ that hands packets on in the order in which they were sent.
    ReorderingTable "Reordering" {
        /// What order, and what happens where it cannot be had.
        required rule: ReorderingRule,
        /// Packets it holds at most, of all flows together.
        default size: BufferPackets = "125 packets",
        /// How long a packet may wait for those before it.
        default timeout: PositiveSpan = "1 s",
    }
}

quantity! {
    /// Packets that a buffer holds.
    BufferPackets(u64) reads units::packets, prints units::print_packets, PACKETS,
    accepts |packets| (1..=1_000_000).contains(&packets),
    expected "packets from 1 to 1000000", such as "125 packets"
}

/// The buffer as a scenario file has it.
pub(crate) fn printed(config: &ReorderingConfig) -> Json {
    json!({
        "rule": name_of(config.rule),
        "size": format!("{} packets", config.packets),
        "timeout": print_duration(config.timeout),
    })
}
