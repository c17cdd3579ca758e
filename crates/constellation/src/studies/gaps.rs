//! Time without a path: the intervals in which links leave no path between two nodes.
//!
//! Exact: links change at known instants, and nothing changes between two of them. All links are
//! taken at one instant. A packet takes time to travel: if the far end loses its link, packets that
//! left up to a path's delay earlier are lost, so the time without a path as packets experience it
//! is shifted, and slightly longer if both ends lose their links simultaneously. Routes are not
//! considered either: routes that are computed at intervals miss existing paths.

use std::collections::VecDeque;

use skyseam_base::{Duration, NodeId, SimTime};

use crate::timeline::{FixedLink, Timeline};

/// Intervals without a path between two nodes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Gaps {
    /// Half-open intervals, ascending and disjoint.
    pub stretches: Vec<(SimTime, SimTime)>,
}

impl Gaps {
    /// Returns all gaps between `from` and `until`, clipped to this interval.
    pub fn between(
        timeline: &Timeline,
        source: NodeId,
        destination: NodeId,
        from: SimTime,
        until: SimTime,
    ) -> Self {
        let mut stretches: Vec<(SimTime, SimTime)> = Vec::new();
        let mut t = from;
        while t < until {
            let search = Search { timeline, source, destination, t };
            let (is_way, next) = search.state();
            let next = next.min(until);
            if !is_way {
                match stretches.last_mut().filter(|(_, end)| *end == t) {
                    Some((_, end)) => *end = next,
                    None => stretches.push((t, next)),
                }
            }
            t = next;
        }
        Self { stretches }
    }

    /// Returns the total length of all gaps.
    pub fn total(&self) -> Duration {
        self.lengths().fold(Duration::ZERO, |sum, length| sum + length)
    }

    /// Returns the length of the longest gap; zero if there is none.
    pub fn longest(&self) -> Duration {
        self.lengths().max().unwrap_or_default()
    }

    fn lengths(&self) -> impl Iterator<Item = Duration> {
        self.stretches.iter().map(|&(from, until)| until.saturating_since(from))
    }
}

/// A search for a path at an instant.
struct Search<'a> {
    timeline: &'a Timeline,
    source: NodeId,
    destination: NodeId,
    t: SimTime,
}

impl Search<'_> {
    /// Whether there is a path, and an instant after `t` up to which (exclusive) that stays so.
    fn state(&self) -> (bool, SimTime) {
        // An end on the ground without any link needs no search, and only a new link of its own can
        // change that.
        for end in [self.source, self.destination] {
            if !self.timeline.is_satellite(end) && self.links(end).next().is_none() {
                return (false, self.next_own(end));
            }
        }
        match self.way() {
            Some(until) => (true, until),
            None => (false, self.next_change()),
        }
    }

    /// Returns the end of validity of a path with the fewest links; `None` without a path.
    fn way(&self) -> Option<SimTime> {
        let nodes = self.timeline.nodes().len();
        let below = self.terminals_below();
        // End of validity of the path to each node; `None` if none is found yet.
        let mut reached: Vec<Option<SimTime>> = vec![None; nodes];
        reached[self.source.index()] = Some(SimTime::MAX);
        let mut queue = VecDeque::from([self.source]);
        while let Some(node) = queue.pop_front() {
            let holds = reached[node.index()].expect("only what was reached is queued");
            if node == self.destination {
                return Some(holds);
            }
            if node != self.source && !self.is_passed(node) {
                continue;
            }
            let first = below.partition_point(|&(satellite, ..)| satellite < node);
            let below = below[first..].iter().take_while(|(satellite, ..)| *satellite == node);
            let below = below.map(|&(_, terminal, until)| (terminal, until));
            for (next, until) in self.links(node).chain(below) {
                let of_next = &mut reached[next.index()];
                if of_next.is_none() {
                    *of_next = Some(holds.min(until));
                    queue.push_back(next);
                }
            }
        }
        None
    }

    /// Returns the present links of a node, except those from a satellite down, and the end of
    /// each.
    fn links(&self, node: NodeId) -> impl Iterator<Item = (NodeId, SimTime)> {
        let Self { timeline, t, .. } = *self;
        let fixed = timeline.fixed_links[node.index()].iter();
        let fixed = fixed.filter_map(move |&(end, link)| match link {
            FixedLink::Wire(wire) => {
                let (is_on, until) = timeline.wire_until(wire, t);
                is_on.then_some((end, until))
            }
            FixedLink::Isl(isl) => {
                let toggles = &timeline.isl_toggles[isl as usize];
                let later = toggles.partition_point(|&toggle| toggle <= t);
                let until = toggles.get(later).copied().unwrap_or(SimTime::MAX);
                (later % 2 == 1).then_some((end, until))
            }
        });
        fixed.chain(self.contacts(node))
    }

    /// Returns the satellites of a node that is a terminal, and the end of each link.
    fn contacts(&self, node: NodeId) -> impl Iterator<Item = (NodeId, SimTime)> {
        let Self { timeline, t, .. } = *self;
        let number = timeline.is_terminal(node).then(|| timeline.terminal_index(node));
        let contacts = number.into_iter().flat_map(move |number| timeline.contacts[number].at(t));
        let sending = contacts.filter(move |contact| t < contact.sends_until);
        sending.map(|contact| (contact.satellite, contact.sends_until))
    }

    /// Returns satellite, terminal and end of link of terminals that a path can lead down to;
    /// ascending.
    fn terminals_below(&self) -> Vec<(NodeId, NodeId, SimTime)> {
        let first = self.timeline.sky().satellites();
        let terminals = (first..first + self.timeline.sky().terminals()).map(NodeId);
        let passed = terminals.filter(|&node| node == self.destination || self.is_passed(node));
        let links = passed.flat_map(|terminal| {
            self.contacts(terminal).map(move |(satellite, until)| (satellite, terminal, until))
        });
        let mut below: Vec<(NodeId, NodeId, SimTime)> = links.collect();
        below.sort_unstable();
        below
    }

    /// Whether a path can lead through a node.
    fn is_passed(&self, node: NodeId) -> bool {
        !self.timeline.is_terminal(node)
            || self.timeline.is_transit[self.timeline.terminal_index(node)]
    }

    /// Returns the next instant at which an end gets a link to a satellite, or one of its wires
    /// changes.
    fn next_own(&self, end: NodeId) -> SimTime {
        let timeline = self.timeline;
        let wires = timeline.fixed_links[end.index()].iter().map(|&(_, link)| match link {
            FixedLink::Wire(wire) => timeline.wire_until(wire, self.t).1,
            FixedLink::Isl(_) => SimTime::MAX,
        });
        let wire = wires.min().unwrap_or(SimTime::MAX);
        if !timeline.is_terminal(end) {
            return wire;
        }
        let contacts = timeline.contacts(end);
        let later = contacts.partition_point(|contact| contact.from <= self.t);
        wire.min(contacts.get(later).map_or(SimTime::MAX, |contact| contact.from))
    }

    /// Returns the next instant at which a link that a path could use changes.
    fn next_change(&self) -> SimTime {
        let changes = &self.timeline.transit_changes;
        let later = changes.partition_point(|change| change.at <= self.t);
        let transit = changes.get(later).map_or(SimTime::MAX, |change| change.at);
        transit.min(self.next_own(self.source)).min(self.next_own(self.destination))
    }
}
