//! Allocation of satellites to all terminals together: the pair of terminal and satellite of
//! highest rank first, while antennas and capacity last.
//!
//! Ranks are the policy's. Each terminal that a satellite has lowers its rank for the others by the
//! load penalty. Terminals with every satellite in sight (`antennas = "all"`, as gateways have)
//! choose none and take no room: they neither count nor wait.

use std::cmp::Ordering;
use std::collections::BinaryHeap;

use skyseam_base::NodeId;
use skyseam_params::units;
use skyseam_params::values::quantity;

use super::several::kept_and_highest;
use super::{AssignmentRequest, best_first};
use crate::sky::TerminalView;

quantity! {
    /// Difference of elevation that makes up for another property of a satellite.
    Bonus(f64) in units::ANGLE,
    accepts |deg| (0.0..=90.0).contains(&deg),
    expected "an angle from 0 deg to 90 deg", such as "5 deg"
}

/// Effect of the terminals that a satellite already has.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Sharing {
    /// Maximum number of terminals of a satellite.
    pub capacity: Option<u32>,
    /// Decrease of a satellite's rank with each terminal, in the unit of ranks.
    pub penalty: f64,
}

/// Pairs of a satellite that are left, and its load.
#[derive(Default)]
struct Wanted {
    /// Terminals that may take it, the best one last.
    pairs: Vec<(Rank, usize)>,
    /// Number of terminals that it has.
    load: u32,
}

/// A satellite's best pair that is left.
struct Best {
    /// Whether the satellite moves in the preferred direction, and its rank less the penalties.
    rank: Rank,
    terminal: usize,
    satellite: NodeId,
}

impl Ord for Best {
    /// The greater is allocated first; among equals that of the lower terminal, then satellite.
    fn cmp(&self, other: &Self) -> Ordering {
        best_first(other.rank, self.rank)
            .then(other.terminal.cmp(&self.terminal))
            .then(other.satellite.cmp(&self.satellite))
    }
}

impl PartialOrd for Best {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Best {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Best {}

/// Rank of a pair: whether it is preferred, and its merit.
type Rank = (bool, f64);

/// Returns the satellites of each terminal. `ranked` returns the satellites that a terminal with a
/// number of antennas may take, with their ranks.
pub(super) fn allocate<'v>(
    requests: &'v [AssignmentRequest<'v>],
    sharing: Sharing,
    ranked: impl Fn(&'v TerminalView<'v>) -> Vec<(Rank, NodeId)>,
) -> Vec<Vec<NodeId>> {
    let mut allocated: Vec<Vec<NodeId>> = vec![Vec::new(); requests.len()];
    // By number of the satellite.
    let mut satellites: Vec<Wanted> = Vec::new();
    for (terminal, AssignmentRequest { view, antennas, .. }) in requests.iter().enumerate() {
        if *antennas == usize::MAX {
            allocated[terminal] = kept_and_highest(view, &[], usize::MAX);
            continue;
        }
        satellites.resize_with(view.constellation_size() as usize, Wanted::default);
        for (rank, satellite) in ranked(view) {
            satellites[satellite.index()].pairs.push((rank, terminal));
        }
    }
    for Wanted { pairs, .. } in &mut satellites {
        pairs.sort_unstable_by(|(a, x), (b, y)| best_first(*b, *a).then(y.cmp(x)));
    }
    let next = |number: usize, wanted: &mut Wanted, allocated: &[Vec<NodeId>]| {
        // Pairs of terminals that need no more satellites change nothing.
        let lacks = |terminal: usize| allocated[terminal].len() < requests[terminal].antennas;
        let pairs = std::iter::from_fn(|| wanted.pairs.pop());
        let ((preferred, merit), terminal) = { pairs }.find(|&(_, terminal)| lacks(terminal))?;
        let rank = (preferred, merit - f64::from(wanted.load) * sharing.penalty);
        Some(Best { rank, terminal, satellite: NodeId::from_index(number) })
    };
    let firsts = satellites.iter_mut().enumerate();
    let mut queue: BinaryHeap<Best> =
        firsts.filter_map(|(number, wanted)| next(number, wanted, &allocated)).collect();
    while let Some(Best { terminal, satellite, .. }) = queue.pop() {
        let wanted = &mut satellites[satellite.index()];
        if allocated[terminal].len() < requests[terminal].antennas {
            allocated[terminal].push(satellite);
            wanted.load += 1;
        }
        if sharing.capacity.is_none_or(|capacity| wanted.load < capacity) {
            queue.extend(next(satellite.index(), wanted, &allocated));
        }
    }
    allocated
}
