//! Delay profiles: path and one-way propagation delay between nodes over time, without packets, and
//! the causes of their changes.
//!
//! Each sample is the path of a packet that meets no queue and takes no transmission time: every
//! node decides at the instant at which the packet arrives, and each link's delay is taken at that
//! instant.
//!
//! # Causes
//! Changes between two samples of a pair are named as Boubaker 2020, Sec. 2.3 names their sources;
//! see [`Cause`]. Where several fall between two samples the strongest is named, in the order of
//! seam, inter-orbital, intra-orbital handover, change on the ground, ISL change, elevation. What
//! happens twice between two samples is seen once; [`DelayProfile::handovers`] counts from the
//! timeline and misses none, as do the gaps in [`DelayProfile::pairs`].

use std::sync::Arc;

use skyseam_base::{Duration, NodeId, SimTime};

use crate::description::parts::Sampling;
use crate::routing::{PathDelay, PathFinder};
use crate::studies::cause::{Cause, handover};
use crate::studies::counts::{self, HandoverCount, PathChangeCount};
use crate::studies::detour::Detours;
use crate::studies::gaps::Gaps;
use crate::timeline::Timeline;

/// Samples, one row per instant and pair in that order, and counts.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct DelayProfile {
    /// Instant at which the packet leaves the source.
    pub t: Vec<SimTime>,
    /// Source node.
    pub source: Vec<NodeId>,
    /// Destination node.
    pub destination: Vec<NodeId>,
    /// Number of links on the path; 0 without a path.
    pub links: Vec<u32>,
    /// One-way propagation delay; `None` without a path.
    pub delay: Vec<Option<Duration>>,
    /// Propagation delay of the last link, which is part of `delay`; `None` without a path.
    pub last_link: Vec<Option<Duration>>,
    /// Row `i` has the path `path_nodes[path_offsets[i]..path_offsets[i + 1]]`.
    pub path_offsets: Vec<u32>,
    /// Nodes of all paths, both ends included; none for a row without a path.
    pub path_nodes: Vec<NodeId>,
    /// Cause of the change since the pair's previous row; `None` for the first, without a path, and
    /// on an unchanged path of wires only.
    pub cause: Vec<Option<Cause>>,
    /// Whether the end satellites are on different sides of the seam (see [`super::seam`]).
    pub separated: Vec<bool>,
    /// Number of events of each terminal's link after the sampling's start and before its end.
    pub handovers: Vec<HandoverCount>,
    /// Number of changes of each pair's path from sample to sample.
    pub path_changes: Vec<PathChangeCount>,
    /// Summary of each pair, in the order of the request.
    pub pairs: Vec<PairSummary>,
}

/// Summary of a pair over the whole time.
#[derive(Clone, Debug, PartialEq)]
pub struct PairSummary {
    /// Source node.
    pub source: NodeId,
    /// Destination node.
    pub destination: NodeId,
    /// Intervals without a path over existing links, including those between samples.
    pub gaps: Gaps,
    /// Ratio of path delays at the samples to those of the great circle.
    pub detours: Detours,
}

/// State of a pair at its last sample.
#[derive(Clone, Default)]
struct Last {
    is_sampled: bool,
    path: Vec<NodeId>,
    /// Instants and causes of path changes as seen.
    changes: Vec<(SimTime, Cause)>,
    detours: Detours,
}

/// Samples every pair at every instant of `sampling`. Calls `progress` with the fraction done;
/// returns `None` if it returns `false`.
///
/// A packet of the last samples may still be in flight at the timeline's end; a timeline that ends
/// a second after the sampling is always long enough.
///
/// # Panics
///
/// When the sampling has a step of zero or extends beyond the timeline's end.
pub fn profile(
    timeline: &Arc<Timeline>,
    pairs: &[(NodeId, NodeId)],
    sampling: &Sampling,
    progress: &mut dyn FnMut(f64) -> bool,
) -> Option<DelayProfile> {
    let Sampling { start, step, end } = *sampling;
    assert!(!step.is_zero(), "a sampling step of zero");
    assert!(end <= timeline.end(), "samples until {end}, the timeline ends at {}", timeline.end());
    let instants = sampling.count();
    let mut profile = DelayProfile::with_capacity(instants as usize * pairs.len());
    let mut walker = PathFinder::new(timeline.clone());
    let mut last = vec![Last::default(); pairs.len()];
    let mut path = Vec::new();
    for instant in 0..instants {
        // Routes with hysteresis can take seconds for one sample.
        if !progress(instant as f64 / instants as f64) {
            return None;
        }
        let t = sampling.instant(instant);
        for (&(source, destination), last) in pairs.iter().zip(&mut last) {
            let delay = walker.path_into(source, destination, t, &mut path).ok();
            if delay.is_none() {
                path.clear();
            }
            let cause = last.is_sampled.then(|| cause(timeline, &last.path, &path, t)).flatten();
            profile.push(t, source, destination, delay, &path, cause);
            profile.separated.push(are_separated(timeline, &path, t));
            last.detours.note(timeline, &path, t);
            last.is_sampled = true;
            let change = cause.filter(|&cause| cause != Cause::Elevation);
            last.changes.extend(change.map(|cause| (t, cause)));
            std::mem::swap(&mut last.path, &mut path);
        }
    }
    profile.handovers = counts::handovers(timeline, start, end);
    for (&pair, last) in pairs.iter().zip(&last) {
        profile.path_changes.extend(counts::path_changes(pair, &last.changes, start, end));
        let (source, destination) = pair;
        profile.pairs.push(PairSummary {
            source,
            destination,
            gaps: Gaps::between(timeline, source, destination, start, end),
            detours: last.detours,
        });
    }
    progress(1.0).then_some(profile)
}

impl DelayProfile {
    /// Returns the number of rows.
    pub fn rows(&self) -> usize {
        self.t.len()
    }

    /// Returns the path of a row, both ends included; empty without a path.
    pub fn path(&self, row: usize) -> &[NodeId] {
        &self.path_nodes[self.path_offsets[row] as usize..self.path_offsets[row + 1] as usize]
    }

    /// Returns the number of rows of a pair with a cause.
    pub fn sampled(&self, source: NodeId, destination: NodeId, cause: Cause) -> u64 {
        let of_pair =
            |&row: &usize| self.source[row] == source && self.destination[row] == destination;
        let rows = (0..self.rows()).filter(of_pair);
        rows.filter(|&row| self.cause[row] == Some(cause)).count() as u64
    }

    fn with_capacity(rows: usize) -> Self {
        let mut path_offsets = Vec::with_capacity(rows + 1);
        path_offsets.push(0);
        Self {
            t: Vec::with_capacity(rows),
            source: Vec::with_capacity(rows),
            destination: Vec::with_capacity(rows),
            links: Vec::with_capacity(rows),
            delay: Vec::with_capacity(rows),
            last_link: Vec::with_capacity(rows),
            path_offsets,
            path_nodes: Vec::with_capacity(rows * 8),
            cause: Vec::with_capacity(rows),
            separated: Vec::with_capacity(rows),
            handovers: Vec::new(),
            path_changes: Vec::new(),
            pairs: Vec::new(),
        }
    }

    fn push(
        &mut self,
        t: SimTime,
        source: NodeId,
        destination: NodeId,
        delay: Option<PathDelay>,
        path: &[NodeId],
        cause: Option<Cause>,
    ) {
        self.t.push(t);
        self.source.push(source);
        self.destination.push(destination);
        self.links.push(path.len().saturating_sub(1) as u32);
        self.delay.push(delay.map(|delay| delay.whole));
        self.last_link.push(delay.map(|delay| delay.last_link));
        self.path_nodes.extend_from_slice(path);
        let offset = u32::try_from(self.path_nodes.len()).expect("more than 2^32 path nodes");
        self.path_offsets.push(offset);
        self.cause.push(cause);
    }
}

/// Returns the cause of the change from one path (empty: none) to the next, sampled at `t`.
fn cause(timeline: &Timeline, before: &[NodeId], after: &[NodeId], t: SimTime) -> Option<Cause> {
    match (before.is_empty(), after.is_empty()) {
        (true, true) => return None,
        (false, true) => return Some(Cause::Outage),
        (true, false) => return Some(Cause::Recovery),
        (false, false) if before == after => {
            // Delays drift only with motion: a path of wires does not change.
            return end_satellites(timeline, before).map(|_| Cause::Elevation);
        }
        (false, false) => {}
    }
    let is_same_ground = ground(timeline, before).eq(ground(timeline, after));
    let mut strongest = if is_same_ground { Cause::IslChange } else { Cause::GroundChange };
    if let (Some(before), Some(after)) = (sky_ends(timeline, before), sky_ends(timeline, after)) {
        for ((station, left), (other, taken)) in before.into_iter().zip(after) {
            // Where a path changes its gateway no link has been handed over.
            if station == other && left != taken {
                strongest = strongest.max(handover(timeline, left, taken, t));
            }
        }
    }
    Some(strongest)
}

/// Returns the terminals and nodes on a path.
fn ground(timeline: &Timeline, path: &[NodeId]) -> impl Iterator<Item = NodeId> {
    path.iter().copied().filter(|&node| !timeline.is_satellite(node))
}

/// Returns the first and the last satellite on a path, each with the terminal at its link to the
/// ground; a satellite that is the end of the path has none.
fn sky_ends(timeline: &Timeline, path: &[NodeId]) -> Option<[(Option<NodeId>, NodeId); 2]> {
    let is_satellite = |&node: &NodeId| timeline.is_satellite(node);
    let (first, last) = (path.iter().position(is_satellite)?, path.iter().rposition(is_satellite)?);
    let station = |index: Option<usize>| path.get(index?).copied();
    Some([(station(first.checked_sub(1)), path[first]), (station(Some(last + 1)), path[last])])
}

/// Returns the first and last satellite on a path.
fn end_satellites(timeline: &Timeline, path: &[NodeId]) -> Option<(NodeId, NodeId)> {
    sky_ends(timeline, path).map(|[(_, first), (_, last)]| (first, last))
}

/// Whether the first and the last satellite on a path (empty: none) are on different sides of the
/// seam (see [`super::seam`]) at `t`.
pub fn are_separated(timeline: &Timeline, path: &[NodeId], t: SimTime) -> bool {
    end_satellites(timeline, path).is_some_and(|(first, last)| {
        timeline.column(first, t).is_across_seam_from(timeline.column(last, t))
    })
}
