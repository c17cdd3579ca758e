//! A file: so many bytes, all there from the start.

use super::{Entry, Supply};
use crate::config::{Stack, TcpConfig};

/// The registry's entry.
pub const ENTRY: Entry =
    Entry { name: "file", summary: "A file of a given size; finished when it is acknowledged." };

/// The bytes to send. The stack `ns2` counts packets: a file is as many full ones as hold it
/// (`packetSize_` of ns-2's agents).
///
/// # Panics
/// When the file is empty.
pub fn supply(size_bytes: u64, transport: &TcpConfig) -> Supply {
    assert!(size_bytes > 0, "a file of no bytes");
    let packet = u64::from(transport.mss);
    let bytes = match transport.stack {
        Stack::Rfc | Stack::Linux => size_bytes,
        Stack::Ns2 => size_bytes.div_ceil(packet) * packet,
    };
    Supply { limit: Some(bytes), stop: None }
}
