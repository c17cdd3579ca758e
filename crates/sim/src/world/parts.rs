//! Packets carried by several codewords: the fate of a packet when all of them have ended.
//!
//! Owns no packets and no events; [`super::radio`] does.

use std::collections::BTreeMap;

use skyseam_net::PacketKey;
use skyseam_trace::HarqEnd;

/// Result of HARQ for a codeword or packet. If a packet has several codewords, the worst counts,
/// which is the last variant here.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum HarqResult {
    Decoded,
    /// The receiver is gone; the packet is routed again.
    LeftBehind,
    /// The packet was sent to a receiver that was gone.
    Wasted,
    GaveUp,
}

impl HarqResult {
    /// The outcome as recorded in tables.
    pub fn end(self) -> HarqEnd {
        match self {
            Self::Decoded => HarqEnd::Decoded,
            Self::LeftBehind | Self::Wasted => HarqEnd::LeftBehind,
            Self::GaveUp => HarqEnd::GaveUp,
        }
    }
}

/// Packets in several codewords, by key: number of codewords in flight, and the worst result so
/// far.
#[derive(Debug, Default)]
pub(super) struct Parts(BTreeMap<PacketKey, (u32, HarqResult)>);

impl Parts {
    /// Records that the packet `key` is sent in `codewords` codewords.
    pub fn begin(&mut self, key: PacketKey, codewords: u32) {
        let before = self.0.insert(key, (codewords, HarqResult::Decoded));
        assert!(before.is_none(), "a packet is in HARQ once at a time");
    }

    /// Records the result of a codeword; returns the packet's result if it was the last one.
    pub fn end(&mut self, key: PacketKey, fate: HarqResult) -> Option<HarqResult> {
        let (left, gravest) = self.0.get_mut(&key).expect("a packet in several codewords");
        *left -= 1;
        *gravest = fate.max(*gravest);
        let (left, gravest) = (*left, *gravest);
        if left > 0 {
            return None;
        }
        self.0.remove(&key);
        Some(gravest)
    }

    /// Number of codewords in flight, of all packets.
    pub fn underway(&self) -> usize {
        self.0.values().map(|(left, _)| *left as usize).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Goal: a packet ends with its last codeword, with the worst of their results. Method: two
    /// packets, whose codewords end alternately.
    #[test]
    fn the_gravest_fate_counts_once_all_have_ended() {
        let mut parts = Parts::default();
        parts.begin(PacketKey(7), 3);
        parts.begin(PacketKey(8), 2);
        assert_eq!(parts.end(PacketKey(7), HarqResult::GaveUp), None);
        assert_eq!(parts.end(PacketKey(8), HarqResult::Decoded), None);
        assert_eq!(parts.end(PacketKey(7), HarqResult::LeftBehind), None);
        assert_eq!(parts.underway(), 2);
        assert_eq!(parts.end(PacketKey(8), HarqResult::Decoded), Some(HarqResult::Decoded));
        assert_eq!(parts.end(PacketKey(7), HarqResult::Decoded), Some(HarqResult::GaveUp));
        assert_eq!(parts.underway(), 0);
    }
}
