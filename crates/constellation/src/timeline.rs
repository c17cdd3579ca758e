//! The topology over time, fixed once built: which satellite each terminal has, which
//! inter-satellite links are on, from when to when.
//!
//! Owns the order of nodes, and the answers to which nodes are linked at `t` and how far apart they
//! are. `build/` constructs it; routes are in [`crate::routing`].
//!
//! # When things change
//! Elevations and inter-plane links are checked when a node's timer fires, first at time zero, then
//! every `check_interval`: satellites check their inter-plane links, terminals their satellite.
//! Between checks nothing changes, so a link lasts up to one interval below the mask or beyond the
//! latitude threshold. With `randomized` each node draws every next interval from `interval + U(-h,
//! +h)`, where `h` is half the interval in whole seconds rounded down (ns-2 divides integers: with
//! an interval of 1 s nothing is random), from a stream of its own, `handover <name>`. If
//! satellites are assigned to all terminals together, these share one clock, `handover terminals`.
//!
//! A link across the seam is managed only by its end in plane 0: at each check it is handed over to
//! the satellite behind its peer if that is closer and has an interface free (each has two). It is
//! then on or off like any inter-plane link, and also off while the longitudes of its ends are
//! closer than the threshold (`SatLinkHandoffMgr` of ns-2).
//!
//! An inter-satellite link is one object: a check by either end sets both directions. A change
//! takes effect at its exact instant: a query at `t` sees the changes at `t`. Checks at one instant
//! are made by satellites first, then terminals, in ascending number. This order only determines
//! which of two links across the seam gets the last free interface: all other checks depend only on
//! positions. After [`Timeline::end`] the last state holds.

use std::collections::BTreeMap;

use skyseam_base::{Duration, NodeId, SimTime};
use skyseam_orbit::EphemerisError;

use crate::contacts::{AttachmentInterval, Contact, Contacts};
use crate::description::config::SkyConfig;
use crate::description::parts::Transition;
use crate::isl::LinkKind;
use crate::sky::{DelayCurve, Sky};

/// A network node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    /// Name: a terminal's or wired node's from the scenario, a satellite's from its number
    /// (geometry `ns2`) or `<shell>-<plane>-<index>` counted from 0.
    pub name: String,
    /// Kind of the node.
    pub kind: NodeKind,
}

/// Kinds of nodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NodeKind {
    /// A satellite.
    Satellite {
        /// Number of the shell in the scenario.
        shell: u32,
        /// Number of the plane in the shell.
        plane: u32,
        /// Number in the plane.
        index: u32,
    },
    /// A site with links to satellites.
    Terminal,
    /// A node without a position, linked by wires.
    Wired,
}

/// Topology from time zero to an end.
#[derive(Clone, Debug)]
pub struct Timeline {
    pub(crate) config: SkyConfig,
    pub(crate) end: SimTime,
    pub(crate) nodes: Vec<Node>,
    pub(crate) by_name: BTreeMap<String, NodeId>,
    pub(crate) sky: Sky,
    pub(crate) isl_pairs: Vec<(NodeId, NodeId)>,
    /// Kind of each inter-satellite link.
    pub(crate) isl_kinds: Vec<LinkKind>,
    /// Instants at which each link goes on, off, on, ...
    pub(crate) isl_toggles: Vec<Vec<SimTime>>,
    pub(crate) wires: Vec<(NodeId, NodeId, [Duration; 2])>,
    /// Instants at which each wire that fails goes off, on, off, ...
    pub(crate) wire_toggles: BTreeMap<u32, Vec<SimTime>>,
    /// Permanent links of each node, by ascending number of the other end.
    pub(crate) fixed_links: Vec<Vec<(NodeId, FixedLink)>>,
    /// Contacts of each terminal.
    pub(crate) contacts: Vec<Contacts>,
    /// Primary satellite of each terminal over time, from time zero on.
    pub(crate) spells: Vec<Vec<AttachmentInterval>>,
    /// Whether routes can lead through each terminal: it has a wire, or is a relay.
    pub(crate) is_transit: Vec<bool>,
    /// Whether routes weigh each terminal's links. Any other terminal is a leaf: it has one link at
    /// a time, and routes to it are routes to its satellite.
    pub(crate) is_routed: Vec<bool>,
    /// Changes of links that routes between other nodes than their ends can use.
    pub(crate) transit_changes: Vec<TopologyChange>,
    /// Instants at which the links of each terminal change, for terminals whose links routes weigh
    /// but cannot lead through.
    pub(crate) end_changes: Vec<Vec<SimTime>>,
    /// All instants of changes, ascending.
    pub(crate) instants: Vec<SimTime>,
}

/// A link between two given nodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FixedLink {
    /// Number in `isl_pairs`.
    Isl(u32),
    /// Number in `wires`.
    Wire(u32),
}

/// A change of topology.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TopologyChange {
    pub at: SimTime,
    pub what: Changed,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Changed {
    /// An inter-satellite link goes on if it is off, and off if it is on.
    Isl(u32),
    /// A wire goes off if it is on, and on if it is off.
    Wire(u32),
    /// A link between a terminal and a satellite changes its state.
    Contact { terminal: NodeId, satellite: NodeId },
}

/// Reasons why no timeline is built.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum NoTimeline {
    /// The progress callback asked to stop.
    #[error("stopped")]
    Stopped,
    /// A satellite's elements are not valid that long.
    #[error(transparent)]
    Ephemeris(#[from] EphemerisError),
}

impl Timeline {
    /// Returns the configuration of the timeline.
    pub fn config(&self) -> &SkyConfig {
        &self.config
    }

    /// Returns the last computed instant; the state there holds forever.
    pub fn end(&self) -> SimTime {
        self.end
    }

    /// Returns all nodes: satellites shell by shell and plane by plane, then terminals, then wired
    /// nodes.
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// Returns the node called `name`.
    pub fn node(&self, name: &str) -> Option<NodeId> {
        self.by_name.get(name).copied()
    }

    /// Returns every pair of satellites that is ever linked, lower number first.
    pub fn isl_pairs(&self) -> &[(NodeId, NodeId)] {
        &self.isl_pairs
    }

    /// Returns the kind of each of these links.
    pub fn isl_kinds(&self) -> &[LinkKind] {
        &self.isl_kinds
    }

    /// Returns the half-open intervals in which the link of a pair is on, by its number in
    /// [`Timeline::isl_pairs`]; [`SimTime::MAX`] if it stays on.
    pub fn isl_spells(&self, isl: usize) -> impl Iterator<Item = (SimTime, SimTime)> {
        let spells = self.isl_toggles[isl].chunks(2);
        spells.map(|spell| (spell[0], spell.get(1).copied().unwrap_or(SimTime::MAX)))
    }

    /// Returns the wires and their delays, from the first end to the second and in reverse.
    pub fn wires(&self) -> &[(NodeId, NodeId, [Duration; 2])] {
        &self.wires
    }

    /// Returns the half-open intervals in which a wire is on, by its number in
    /// [`Timeline::wires`]; [`SimTime::MAX`] if it stays on.
    pub fn wire_spells(&self, wire: usize) -> impl Iterator<Item = (SimTime, SimTime)> {
        let toggles = self.wire_toggles.get(&(wire as u32)).into_iter().flatten().copied();
        let mut bounds = [SimTime::ZERO].into_iter().chain(toggles);
        std::iter::from_fn(move || Some((bounds.next()?, bounds.next().unwrap_or(SimTime::MAX))))
            .filter(|(from, until)| from < until)
    }

    /// Whether a wire is on at `t`, and the instant up to which that stays so.
    pub(crate) fn wire_until(&self, wire: u32, t: SimTime) -> (bool, SimTime) {
        let Some(toggles) = self.wire_toggles.get(&wire) else { return (true, SimTime::MAX) };
        let next = toggles.partition_point(|&toggle| toggle <= t);
        (next % 2 == 0, toggles.get(next).copied().unwrap_or(SimTime::MAX))
    }

    /// Returns the positions of satellites and terminals.
    pub fn sky(&self) -> &Sky {
        &self.sky
    }

    /// Whether the node is a satellite.
    pub fn is_satellite(&self, node: NodeId) -> bool {
        node.0 < self.sky.satellites()
    }

    /// Returns the satellite that a terminal is linked to at `t`; of several the one it has sent to
    /// for longest, and of those taken at one check the highest.
    ///
    /// # Panics
    ///
    /// When `terminal` is not a terminal.
    pub fn satellite_of(&self, terminal: NodeId, t: SimTime) -> Option<NodeId> {
        self.spell(terminal, t).0.satellite
    }

    /// As [`Timeline::satellite_of`], with the instant from which the result differs.
    ///
    /// # Panics
    ///
    /// When `terminal` is not a terminal.
    pub fn satellite_until(&self, terminal: NodeId, t: SimTime) -> (Option<NodeId>, SimTime) {
        let (spell, until) = self.spell(terminal, t);
        (spell.satellite, until)
    }

    /// Returns the time for which a handover leaves a terminal without a link.
    pub fn handover_outage(&self) -> Duration {
        match self.config.handover.transition {
            Transition::BreakBeforeMake(outage) => outage,
            Transition::MakeBeforeBreak(_) => Duration::ZERO,
        }
    }

    /// Returns all satellites that a terminal is linked to at `t`, in the order in which they were
    /// taken, including one that it has left make-before-break and that still delivers.
    ///
    /// # Panics
    ///
    /// When `terminal` is not a terminal.
    pub fn satellites_of(&self, terminal: NodeId, t: SimTime) -> impl Iterator<Item = NodeId> {
        let contacts = &self.contacts[self.terminal_index(terminal)];
        contacts.at(t).map(|contact| contact.satellite)
    }

    /// Returns all contacts of a terminal, ordered by beginning.
    ///
    /// # Panics
    ///
    /// When `terminal` is not a terminal.
    pub fn contacts(&self, terminal: NodeId) -> &[Contact] {
        self.contacts[self.terminal_index(terminal)].all()
    }

    /// Returns the first instant strictly after `t` at which any link changes, or [`SimTime::MAX`].
    pub fn next_change(&self, t: SimTime) -> SimTime {
        let later = self.instants.partition_point(|&instant| instant <= t);
        self.instants.get(later).copied().unwrap_or(SimTime::MAX)
    }

    /// Whether a packet that `from` sends to `to` at `t` arrives ([`Timeline::can_send`]), and the
    /// instant up to which the link between them stays the same.
    pub fn link_until(&self, from: NodeId, to: NodeId, t: SimTime) -> (bool, SimTime) {
        let until = match self.fixed_link(from, to) {
            Some(FixedLink::Wire(wire)) => self.wire_until(wire, t).1,
            Some(FixedLink::Isl(isl)) => {
                let toggles = &self.isl_toggles[isl as usize];
                let next = toggles.partition_point(|&toggle| toggle <= t);
                toggles.get(next).copied().unwrap_or(SimTime::MAX)
            }
            None => {
                let (low, high) = (from.min(to), from.max(to));
                if !self.is_satellite(low) || !self.is_terminal(high) {
                    return (false, SimTime::MAX);
                }
                self.contacts[self.terminal_index(high)].same_until(low, t)
            }
        };
        (self.can_send(from, to, t), until)
    }

    /// Whether routes weigh the links of a node but cannot lead through it: a terminal that does
    /// not forward and has several links, or that routes treat as a node of its own.
    pub(crate) fn is_end(&self, node: NodeId) -> bool {
        let number = node.index().checked_sub(self.sky.satellites() as usize);
        number.is_some_and(|number| {
            self.is_routed.get(number) == Some(&true) && !self.is_transit[number]
        })
    }

    /// Returns the satellites that a terminal sends to at `t`, in the order in which they were
    /// taken.
    pub(crate) fn satellites_of_end(
        &self,
        end: NodeId,
        t: SimTime,
    ) -> impl Iterator<Item = NodeId> {
        let contacts = self.contacts[self.terminal_index(end)].at(t);
        contacts.filter(move |contact| t < contact.sends_until).map(|contact| contact.satellite)
    }

    /// Returns the half-open interval around `t` in which a terminal whose links routes weigh sends
    /// to the same satellites.
    pub(crate) fn end_spell(&self, end: NodeId, t: SimTime) -> (SimTime, SimTime) {
        let changes = &self.end_changes[self.terminal_index(end)];
        let next = changes.partition_point(|&change| change <= t);
        let from = next.checked_sub(1).map_or(SimTime::ZERO, |last| changes[last]);
        (from, changes.get(next).copied().unwrap_or(SimTime::MAX))
    }

    /// Returns the nodes that a node can send to at `t` ([`Timeline::can_send`]), in ascending
    /// number.
    pub fn neighbours(&self, node: NodeId, t: SimTime) -> Vec<NodeId> {
        let fixed = self.fixed_links[node.index()].iter().map(|&(end, _)| end);
        let mut neighbours: Vec<NodeId> = if self.is_terminal(node) {
            fixed.chain(self.satellites_of(node, t)).collect()
        } else if self.is_satellite(node) {
            let satellites = self.sky.satellites();
            fixed.chain((satellites..satellites + self.sky.terminals()).map(NodeId)).collect()
        } else {
            fixed.collect()
        };
        neighbours.retain(|&end| self.can_send(node, end, t));
        neighbours.sort_unstable();
        neighbours.dedup();
        neighbours
    }

    /// Whether `a` and `b` are linked at `t`, by any kind of link.
    pub fn is_linked(&self, a: NodeId, b: NodeId, t: SimTime) -> bool {
        match self.fixed_link(a, b) {
            Some(FixedLink::Wire(wire)) => self.wire_until(wire, t).0,
            Some(FixedLink::Isl(isl)) => {
                self.isl_toggles[isl as usize].partition_point(|&toggle| toggle <= t) % 2 == 1
            }
            None => {
                let (low, high) = (a.min(b), a.max(b));
                self.is_satellite(low)
                    && self.is_terminal(high)
                    && self.satellites_of(high, t).any(|satellite| satellite == low)
            }
        }
    }

    /// Whether a packet that `from` sends to `to` at `t` arrives: as [`Timeline::is_linked`],
    /// except that a terminal does not send to a satellite that it has left make-before-break.
    pub fn can_send(&self, from: NodeId, to: NodeId, t: SimTime) -> bool {
        if self.is_satellite(to) && self.is_terminal(from) {
            let mut contacts = self.contacts[self.terminal_index(from)].at(t);
            contacts.any(|contact| contact.satellite == to && t < contact.sends_until)
        } else {
            self.is_linked(from, to, t)
        }
    }

    /// Returns the propagation delay from one node to another at `t`, rounded by the rules of the
    /// geometry mode, whether or not they are linked then.
    ///
    /// # Panics
    ///
    /// When they can never be linked: two terminals, or a wired node, without a wire between them.
    pub fn propagation(&self, a: NodeId, b: NodeId, t: SimTime) -> Duration {
        if !self.is_satellite(a.min(b)) || !self.is_placed(a.max(b)) {
            let Some(FixedLink::Wire(wire)) = self.fixed_link(a, b) else {
                panic!("{a} and {b} can never be linked");
            };
            let (first, _, delays) = self.wires[wire as usize];
            return delays[usize::from(first != a)];
        }
        self.sky.delay(self.sky.range_km(a, b, t))
    }

    /// Returns the delay between two nodes whose distance changes, over some time from `t` on;
    /// `None` if only [`Timeline::propagation`] provides it.
    pub fn delay_curve(&self, a: NodeId, b: NodeId, t: SimTime) -> Option<DelayCurve> {
        self.sky.delay_curve(a, b, t)
    }

    /// Whether the node is a terminal.
    pub fn is_terminal(&self, node: NodeId) -> bool {
        !self.is_satellite(node) && self.is_placed(node)
    }

    /// Returns the index of a terminal among terminals.
    pub(crate) fn terminal_index(&self, terminal: NodeId) -> usize {
        assert!(self.is_terminal(terminal), "{terminal} is not a terminal");
        (terminal.0 - self.sky.satellites()) as usize
    }

    /// Returns the primary satellite's interval that contains `t`, and the beginning of the next
    /// one.
    pub(crate) fn spell(&self, terminal: NodeId, t: SimTime) -> (AttachmentInterval, SimTime) {
        let spells = &self.spells[self.terminal_index(terminal)];
        let next = spells.partition_point(|spell| spell.from <= t);
        (spells[next - 1], spells.get(next).map_or(SimTime::MAX, |spell| spell.from))
    }

    fn is_placed(&self, node: NodeId) -> bool {
        node.0 < self.sky.satellites() + self.sky.terminals()
    }

    fn fixed_link(&self, a: NodeId, b: NodeId) -> Option<FixedLink> {
        let links = &self.fixed_links[a.index()];
        links.binary_search_by_key(&b, |&(end, _)| end).ok().map(|at| links[at].1)
    }
}
