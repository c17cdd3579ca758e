//! Tables at successive instants on one thread, and their changes from one to the next.

use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use skyseam_base::NodeId;

use super::tree::{ForwardingTree, SatelliteHop, Workspace};
use super::weights::{FAR, Weights};
use super::{TableChange, TableRequest, Topology};

/// Marks a next hop that does not exist.
const NONE: u32 = u32::MAX;

/// Computes tables over ranges of instants.
#[derive(Debug)]
pub(super) struct TableUpdater<'a> {
    request: &'a TableRequest,
    /// Costs of links. Terminals are numbered destinations first, then sources.
    weights: Weights,
    trees: Vec<ForwardingTree>,
    /// Next hops towards each destination: of every satellite, then of every source.
    known: Vec<Vec<u32>>,
    work: Workspace,
    /// Step of these tables.
    last: Option<u32>,
}

impl<'a> TableUpdater<'a> {
    pub fn new(topology: Arc<Topology>, request: &'a TableRequest) -> Self {
        let terminals: Vec<NodeId> =
            request.destinations.iter().chain(&request.sources).copied().collect();
        let weights = Weights::new(topology, &terminals);
        let satellites = weights.satellites();
        let destinations = request.destinations.len();
        Self {
            request,
            weights,
            trees: vec![ForwardingTree::new(satellites); destinations],
            known: vec![vec![NONE; satellites + request.sources.len()]; destinations],
            work: Workspace::new(satellites),
            last: None,
        }
    }

    /// Computes all changes in a range against the step before it, and counts steps in `done`;
    /// returns `None` if `stopped`.
    ///
    /// The trees start from wherever this thread computed last, which has no influence on the
    /// result (see [`super::tree`]).
    pub fn changes(
        &mut self,
        steps: Range<u32>,
        done: &AtomicU64,
        stopped: &AtomicBool,
    ) -> Option<Vec<TableChange>> {
        let mut changes = Vec::new();
        match steps.start.checked_sub(1) {
            Some(before) if self.last == Some(before) => {}
            Some(before) => self.step(before, None),
            // No tables have been computed yet.
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

    /// Advances all tables to a step.
    fn step(&mut self, step: u32, mut changes: Option<&mut Vec<TableChange>>) {
        self.last = Some(step);
        self.weights.seek(self.request.sampling.instant(u64::from(step)));
        let satellites = self.weights.satellites() as u32;
        for (number, &to) in self.request.destinations.iter().enumerate() {
            let (tree, known) = (&mut self.trees[number], &mut self.known[number]);
            tree.update(&self.weights, number, &mut self.work);
            let mut tell = |at: NodeId, next: u32| {
                if let Some(changes) = &mut changes {
                    let next = (next != NONE).then_some(NodeId(next));
                    changes.push(TableChange { step, at, to, next });
                }
            };
            self.work.touched.sort_unstable();
            for &satellite in &self.work.touched {
                let next = match tree.hop(satellite) {
                    SatelliteHop::Satellite(next) => next,
                    SatelliteHop::Ground => to.0,
                    SatelliteHop::None => NONE,
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

/// Returns the satellite of least cost that a source can send to; of equal costs the lowest number.
fn first_hop(work: &Workspace, usable: &[(u32, u32)]) -> u32 {
    let offers = usable.iter().filter_map(|&(satellite, up)| {
        let cost = work.cost_ns(satellite)?.saturating_add(up);
        (cost < FAR).then_some((cost, satellite))
    });
    offers.min().map_or(NONE, |(_, satellite)| satellite)
}
