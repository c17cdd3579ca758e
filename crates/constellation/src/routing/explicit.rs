//! Explicit paths, node by node.
//!
//! At a node of such a path, for its last node, the next node of the path is next, whatever the
//! metric; while the link to it is down there is no route. Other nodes follow the metric.

use std::collections::BTreeMap;

use skyseam_base::NodeId;

use crate::timeline::Timeline;

/// Next node on all explicit paths, by node and destination.
#[derive(Clone, Debug, Default)]
pub(super) struct Explicit {
    next: BTreeMap<(NodeId, NodeId), NodeId>,
}

impl Explicit {
    /// Collects explicit paths.
    ///
    /// # Panics
    ///
    /// When a path names a node that does not exist or names one twice, has less than two nodes, or
    /// continues from a node in another way than a path before it with the same end.
    pub fn new(timeline: &Timeline, paths: &[Vec<String>]) -> Self {
        let mut explicit = Self::default();
        for path in paths {
            let node = |name: &String| {
                timeline.node(name).unwrap_or_else(|| panic!("a path over {name}, no node"))
            };
            let nodes: Vec<NodeId> = path.iter().map(node).collect();
            assert!(nodes.len() > 1, "a path of less than two nodes");
            let to = nodes[nodes.len() - 1];
            for (place, step) in nodes.windows(2).enumerate() {
                assert!(!nodes[..place].contains(&step[0]), "a path over {} twice", path[place]);
                assert!(step[0] != to, "a path over its end {}", path[place]);
                let other = explicit.next.insert((step[0], to), step[1]);
                assert!(
                    other.is_none_or(|other| other == step[1]),
                    "two paths leave {} differently",
                    path[place]
                );
            }
        }
        explicit
    }

    /// Whether there are no explicit paths.
    pub fn is_empty(&self) -> bool {
        self.next.is_empty()
    }

    /// Returns the next node if a path to `to` leads over `at`.
    pub fn next(&self, at: NodeId, to: NodeId) -> Option<NodeId> {
        self.next.get(&(at, to)).copied()
    }
}
