//! Links used by flows, in a network with one route between any two endpoints.
//!
//! Satellites and the links between them count as one node: paths through them change.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use skyseam_constellation::description::config::SkyConfig;

use crate::scenario::Flow;

/// Maximum number of pairs of endpoints that are examined.
const MAX_PAIRS: usize = 100_000;

/// Wires used by flows, and terminals that send to satellites or receive from them.
pub(super) struct Reached {
    /// Whether each wire is used, in the order of [`SkyConfig::wires`], including those of beams.
    pub(super) wires: Vec<bool>,
    /// Use of each terminal, in the order of [`SkyConfig::terminals`].
    pub(super) terminals: Vec<bool>,
}

impl Reached {
    /// Returns the links that these flows use; `None` if there are several routes, or too many
    /// flows.
    pub(super) fn of(sky: &SkyConfig, flows: &[Flow]) -> Option<Self> {
        // Packets of others may go through a relay.
        if sky.terminals.iter().any(|terminal| terminal.is_relay) {
            return None;
        }
        let terminals = || sky.terminals.iter().map(|own| own.name.as_str());
        let nodes = sky.nodes.iter().map(String::as_str);
        let numbers: BTreeMap<&str, usize> = terminals().chain(nodes).zip(0..).collect();
        let in_sky = sky.terminals.len() + sky.nodes.len();
        let number = |name: &str| numbers.get(name).copied();
        // Wires come first, then the connections of terminals with the satellites.
        let wires = sky.wires.iter().map(|wire| {
            let [a, b] = &wire.between;
            Some([number(a)?, number(b)?])
        });
        let to_sky = terminals().map(|name| Some([number(name)?, in_sky]));
        let edges = wires.chain(to_sky).collect::<Option<Vec<[usize; 2]>>>()?;
        let mut around = vec![Vec::new(); in_sky + 1];
        for (edge, [a, b]) in edges.iter().enumerate() {
            around[*a].push((*b, edge));
            around[*b].push((*a, edge));
        }
        let tree = Tree::of(&around)?;
        let pairs: BTreeSet<[&str; 2]> =
            flows.iter().map(|flow| [flow.from.as_str(), flow.to.as_str()]).collect();
        if pairs.len() > MAX_PAIRS {
            return None;
        }
        let mut wires = vec![false; edges.len()];
        for pair in pairs {
            // A satellite has no number of its own.
            let [a, b] = pair.map(|name| number(name).unwrap_or(in_sky));
            tree.between(a, b).into_iter().for_each(|edge| wires[edge] = true);
        }
        let terminals = wires.split_off(sky.wires.len());
        Some(Self { wires, terminals })
    }
}

/// Trees of an acyclic network.
struct Tree {
    /// Parent of each node, and the number of the edge to it.
    above: Vec<Option<(usize, usize)>>,
    depth: Vec<usize>,
}

impl Tree {
    /// Builds the trees; `None` if there is a cycle.
    fn of(around: &[Vec<(usize, usize)>]) -> Option<Self> {
        let mut tree =
            Self { above: vec![None; around.len()], depth: vec![usize::MAX; around.len()] };
        for root in 0..around.len() {
            if tree.depth[root] != usize::MAX {
                continue;
            }
            tree.depth[root] = 0;
            let mut waiting = VecDeque::from([root]);
            let (mut nodes, mut ends) = (0, 0);
            while let Some(node) = waiting.pop_front() {
                nodes += 1;
                ends += around[node].len();
                for &(next, edge) in &around[node] {
                    if tree.depth[next] == usize::MAX {
                        tree.depth[next] = tree.depth[node] + 1;
                        tree.above[next] = Some((node, edge));
                        waiting.push_back(next);
                    }
                }
            }
            if ends / 2 >= nodes {
                return None;
            }
        }
        Some(tree)
    }

    /// Edges of the route between two nodes, as far as they are connected.
    fn between(&self, mut a: usize, mut b: usize) -> Vec<usize> {
        let mut edges = Vec::new();
        while a != b {
            let lower = if self.depth[a] >= self.depth[b] { &mut a } else { &mut b };
            let Some((next, edge)) = self.above[*lower] else { break };
            edges.push(edge);
            *lower = next;
        }
        edges
    }
}
