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

/// An edge of the network: a wire, or the connection of a terminal with the satellites.
#[derive(Clone, Copy)]
enum Edge {
    Wire(usize),
    Terminal(usize),
}

impl Reached {
    /// Returns the links that these flows use; `None` if there are several routes, or too many
    /// flows.
    pub(super) fn of(sky: &SkyConfig, flows: &[Flow]) -> Option<Self> {
        let mut numbers: BTreeMap<&str, usize> = BTreeMap::new();
        let names = sky.terminals.iter().map(|own| own.name.as_str());
        for name in names.chain(sky.nodes.iter().map(String::as_str)) {
            let next = numbers.len();
            numbers.entry(name).or_insert(next);
        }
        let in_sky = numbers.len();
        let mut edges: Vec<([usize; 2], Edge)> = Vec::new();
        for (index, wire) in sky.wires.iter().enumerate() {
            let [a, b] = wire.between.each_ref().map(|name| numbers.get(name.as_str()).copied());
            edges.push(([a?, b?], Edge::Wire(index)));
        }
        for (index, terminal) in sky.terminals.iter().enumerate() {
            // Packets of others may go through it.
            if terminal.is_relay {
                return None;
            }
            edges.push(([numbers[terminal.name.as_str()], in_sky], Edge::Terminal(index)));
        }
        let mut around: Vec<Vec<(usize, Edge)>> = vec![Vec::new(); in_sky + 1];
        for ([a, b], edge) in &edges {
            around[*a].push((*b, *edge));
            around[*b].push((*a, *edge));
        }
        let tree = Tree::of(&around)?;
        let pairs: BTreeSet<[&str; 2]> =
            flows.iter().map(|flow| [flow.from.as_str(), flow.to.as_str()]).collect();
        if pairs.len() > MAX_PAIRS {
            return None;
        }
        let mut reached = Self {
            wires: vec![false; sky.wires.len()],
            terminals: vec![false; sky.terminals.len()],
        };
        for pair in pairs {
            // A satellite has no number of its own.
            let [a, b] = pair.map(|name| numbers.get(name).copied().unwrap_or(in_sky));
            for edge in tree.between(a, b) {
                match edge {
                    Edge::Wire(index) => reached.wires[index] = true,
                    Edge::Terminal(index) => reached.terminals[index] = true,
                }
            }
        }
        Some(reached)
    }
}

/// Trees of an acyclic network.
struct Tree {
    /// Parent of each node, and the edge to it.
    above: Vec<Option<(usize, Edge)>>,
    depth: Vec<usize>,
}

impl Tree {
    /// Builds the trees; `None` if there is a cycle.
    fn of(around: &[Vec<(usize, Edge)>]) -> Option<Self> {
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
    fn between(&self, mut a: usize, mut b: usize) -> Vec<Edge> {
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
