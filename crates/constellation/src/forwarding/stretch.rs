//! Tables at successive instants on one thread, and what changes from one to the next.

use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use skyseam_base::NodeId;

use super::tree::{Hop, Tree, Workspace};
use super::weights::{FAR, Weights};
use super::{Change, Request, Topology};

/// Next hops as last told; this is none.
const NONE: u32 = u32::MAX;

/// Walks along stretches of time.
#[derive(Debug)]
pub(super) struct Walker<'a> {
    request: &'a Request,
    /// Terminals are numbered destinations first, then sources.
    weights: Weights,
    trees: Vec<Tree>,
    /// Per destination, the next hop of every satellite and then of every source.
    known: Vec<Vec<u32>>,
    work: Workspace,
    /// The step that all this is of.
    last: Option<u32>,
}

impl<'a> Walker<'a> {
    pub fn new(topology: Arc<Topology>, request: &'a Request) -> Self {
        let terminals: Vec<NodeId> =
            request.destinations.iter().chain(&request.sources).copied().collect();
        let weights = Weights::new(topology, &terminals);
        let satellites = weights.satellites();
        let destinations = request.destinations.len();
        Self {
            request,
            weights,
            trees: vec![Tree::new(satellites); destinations],
            known: vec![vec![NONE; satellites + request.sources.len()]; destinations],
            work: Workspace::new(satellites),
            last: None,
        }
    }

    /// All changes of a stretch against the step before it, counting steps in `done`; `None` when
    /// `stopped`.
    ///
    /// The trees come from wherever this thread was last. That has no influence on what they become
    /// (see [`super::tree`]).
    pub fn changes(
        &mut self,
        steps: Range<u32>,
        done: &AtomicU64,
        stopped: &AtomicBool,
    ) -> Option<Vec<Change>> {
        let mut changes = Vec::new();
        match steps.start.checked_sub(1) {
            Some(before) if self.last == Some(before) => {}
            Some(before) => self.step(before, None),
            // Nothing has been told yet.
            None => {}
        }
        for step in steps {
            if stopped.load(Ordering::Relaxed) {
                return None;
            }
            self.step(step, Some(&mut changes));
            done.fetch_add(1, Ordering::Relaxed);
        }
        Some(changes)
    }

    /// Takes all tables to a step.
    fn step(&mut self, step: u32, mut changes: Option<&mut Vec<Change>>) {
        self.last = Some(step);
        self.weights.seek(self.request.sampling.instant(u64::from(step)));
        let satellites = self.weights.satellites() as u32;
        for (number, &to) in self.request.destinations.iter().enumerate() {
            let (tree, known) = (&mut self.trees[number], &mut self.known[number]);
            tree.update(&self.weights, number, &mut self.work);
            let mut tell = |at: NodeId, next: u32| {
                if let Some(changes) = &mut changes {
                    let next = (next != NONE).then_some(NodeId(next));
                    changes.push(Change { step, at, to, next });
                }
            };
            self.work.touched.sort_unstable();
            for &satellite in &self.work.touched {
                let next = match tree.hop(satellite) {
                    Hop::Satellite(next) => next,
                    Hop::Ground => to.0,
                    Hop::None => NONE,
                };
                if std::mem::replace(&mut known[satellite as usize], next) != next {
                    tell(NodeId(satellite), next);
                }
            }
            let terminals = self.request.destinations.len();
            for (index, &source) in self.request.sources.iter().enumerate() {
                let usable = self.weights.usable(terminals + index);
                let next = if source == to { NONE } else { first_hop(&self.work, usable) };
                let place = satellites as usize + index;
                if std::mem::replace(&mut known[place], next) != next {
                    tell(source, next);
                }
            }
        }
    }
}

/// The satellite that a source sends to: of the least cost, and of those the lowest.
fn first_hop(work: &Workspace, usable: &[(u32, u32)]) -> u32 {
    let offers = usable.iter().filter_map(|&(satellite, up)| {
        let cost = work.cost_ns(satellite)?.saturating_add(up);
        (cost < FAR).then_some((cost, satellite))
    });
    offers.min().map_or(NONE, |(_, satellite)| satellite)
}
