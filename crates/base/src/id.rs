//! Ids of nodes and flows: small integers that index tables. Names for people are kept separately.

use std::fmt;

/// A node: satellite, terminal or ground node, numbered as the constellation numbers them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(pub u32);

/// A flow: one transfer, ping series or call between two nodes, numbered in scenario order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FlowId(pub u32);

impl NodeId {
    /// The number as a table index.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

impl FlowId {
    /// The number as a table index.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Display for NodeId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "node {}", self.0)
    }
}

impl fmt::Display for FlowId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "flow {}", self.0)
    }
}
