//! Reordering: a buffer behind HARQ that hands packets on in the order in which they were sent.

/// A reordering buffer.
#[derive(Clone, Debug, PartialEq)]
pub struct ReorderingConfig {
    /// Packets it holds at most.
    pub packets: u32,
}
