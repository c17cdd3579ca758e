//! Counts of events, in total and per day: handovers of terminals, changes of a pair's path.
//!
//! Days are counted from the beginning of the observation; minimum, mean and maximum are over whole
//! days.
//!
//! # What a handover is
//!
//! The satellite of a terminal (of several the one it has sent to for longest, see
//! [`Timeline::satellite_of`]) changes. A handover includes the time without a link that it takes,
//! which is none for make-before-break. A longer time without a link is an outage and a recovery,
//! whichever satellites precede and follow it.

use skyseam_base::{Duration, NodeId, SimTime};

use crate::contacts::AttachmentInterval;
use crate::studies::cause::{Cause, handover};
use crate::timeline::Timeline;

/// Number of events of a terminal's link.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HandoverCount {
    /// Terminal of the link.
    pub terminal: NodeId,
    /// Cause: one of [`Cause::OF_TERMINALS`].
    pub cause: Cause,
    /// Number of events.
    pub count: u64,
    /// Number of events per day; `None` without a whole day.
    pub per_day: Option<PerDay>,
    /// Total time without a link due to these events.
    pub without_link: Duration,
}

/// Number of changes of a pair's path from one sample to the next.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PathChangeCount {
    /// Source node.
    pub source: NodeId,
    /// Destination node.
    pub destination: NodeId,
    /// Cause: one of [`Cause::OF_PATHS`]; `None` for the sum of all causes.
    pub cause: Option<Cause>,
    /// Number of changes.
    pub count: u64,
    /// Number of changes per day; `None` without a whole day.
    pub per_day: Option<PerDay>,
}

/// Counts of whole days.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PerDay {
    /// Smallest count of all days.
    pub min: u64,
    /// Mean count per day.
    pub mean: f64,
    /// Largest count of all days.
    pub max: u64,
}

const DAY: Duration = Duration::from_secs(86_400);

impl PerDay {
    /// Counts `instants` from `start` to before `end`; returns `None` without a whole day.
    pub fn of(
        instants: impl IntoIterator<Item = SimTime>,
        start: SimTime,
        end: SimTime,
    ) -> Option<Self> {
        let days = end.saturating_since(start).as_nanos() / DAY.as_nanos();
        let mut counts = vec![0_u64; days as usize];
        for instant in instants {
            let day = instant.saturating_since(start).as_nanos() / DAY.as_nanos();
            if let Some(count) = counts.get_mut(day as usize) {
                *count += 1;
            }
        }
        let (min, max) = (*counts.iter().min()?, *counts.iter().max()?);
        Some(Self { min, mean: counts.iter().sum::<u64>() as f64 / days as f64, max })
    }
}

/// An event of a terminal's link.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Handover {
    /// Instant of the event.
    pub at: SimTime,
    /// Cause: one of [`Cause::OF_TERMINALS`].
    pub cause: Cause,
    /// Previous satellite; `None` at a recovery.
    pub left: Option<NodeId>,
    /// New satellite; `None` at an outage.
    pub taken: Option<NodeId>,
    /// Interval without a link.
    gap: (SimTime, SimTime),
}

/// Returns the events of the link of `terminal` after `start` and before `end`, in order of time.
pub fn handovers_of(
    timeline: &Timeline,
    terminal: NodeId,
    start: SimTime,
    end: SimTime,
) -> impl Iterator<Item = Handover> {
    let events = events(timeline, &timeline.spells[timeline.terminal_index(terminal)]);
    events.into_iter().filter(move |event| start < event.at && event.at < end)
}

/// Counts the events of the links of all terminals after `start` and before `end`.
pub(crate) fn handovers(timeline: &Timeline, start: SimTime, end: SimTime) -> Vec<HandoverCount> {
    let satellites = timeline.sky().satellites();
    let mut counts = Vec::new();
    for terminal in (satellites..satellites + timeline.sky().terminals()).map(NodeId) {
        let events = events(timeline, &timeline.spells[timeline.terminal_index(terminal)]);
        counts.extend(Cause::OF_TERMINALS.map(|cause| {
            let of_cause = events.iter().filter(|event| event.cause == cause);
            let gaps = of_cause.clone().map(|&Handover { gap: (from, until), .. }| {
                until.min(end).saturating_since(from.max(start))
            });
            let without_link = gaps.sum();
            let instants = of_cause.map(|event| event.at).filter(|&at| start < at && at < end);
            let instants: Vec<SimTime> = instants.collect();
            let count = instants.len() as u64;
            let per_day = PerDay::of(instants, start, end);
            HandoverCount { terminal, cause, count, per_day, without_link }
        }));
    }
    counts
}

fn events(timeline: &Timeline, spells: &[AttachmentInterval]) -> Vec<Handover> {
    let outage = timeline.handover_outage();
    let mut events = Vec::new();
    let mut add = |at, cause, left, taken, gap| {
        events.push(Handover { at, cause, left, taken, gap });
    };
    // Latest satellite, and the beginning of the time without one.
    let (mut last, mut gap) = (None, None);
    for &AttachmentInterval { from, satellite } in spells {
        match (satellite, last, gap.take()) {
            (None, _, _) => gap = Some(from),
            (Some(taken), Some(left), None) => {
                let cause = handover(timeline, left, taken, from);
                add(from, cause, last, satellite, (from, from));
            }
            (Some(taken), Some(left), Some(since)) if left != taken && from - since <= outage => {
                let cause = handover(timeline, left, taken, from);
                add(from, cause, last, satellite, (since, from));
            }
            (Some(_), _, Some(since)) => {
                add(since, Cause::Outage, last, None, (since, from));
                add(from, Cause::Recovery, None, satellite, (from, from));
            }
            (Some(_), None, None) => {}
        }
        last = satellite.or(last);
    }
    if let Some(since) = gap {
        add(since, Cause::Outage, last, None, (since, SimTime::MAX));
    }
    events
}

/// Counts a pair's path changes by the instants at which they were seen.
pub(crate) fn path_changes(
    (source, destination): (NodeId, NodeId),
    changes: &[(SimTime, Cause)],
    start: SimTime,
    end: SimTime,
) -> impl Iterator<Item = PathChangeCount> {
    let causes = Cause::OF_PATHS.map(Some).into_iter().chain([None]);
    causes.map(move |cause| {
        let counted = changes.iter().filter(|&&(_, other)| cause.is_none_or(|c| c == other));
        let instants: Vec<SimTime> = counted.map(|&(at, _)| at).collect();
        let count = instants.len() as u64;
        PathChangeCount {
            source,
            destination,
            cause,
            count,
            per_day: PerDay::of(instants, start, end),
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_whole_days_are_compared() {
        let at = |hours: u64| SimTime::from_secs(hours * 3_600);
        let instants = [11, 12, 33, 34, 58, 59, 60, 81, 82, 83].map(at);
        // From hour 10 days end at hours 34, 58, 82; the last is not whole.
        let per_day = PerDay::of(instants, at(10), at(90)).unwrap();
        assert_eq!(per_day, PerDay { min: 1, mean: 8.0 / 3.0, max: 4 });
        assert_eq!(PerDay::of(instants, at(10), at(33)), None);
        assert_eq!(PerDay::of([], at(0), at(24)), Some(PerDay { min: 0, mean: 0.0, max: 0 }));
    }
}
