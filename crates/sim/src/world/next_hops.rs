//! The next hops that nodes know, each kept until it may be another.
//!
//! A node that sends to few destinations keeps a short list of them, one that sends to more a row
//! of all there are: with ten thousand users of a beam the satellite has a row, and each user a
//! list of one. Which next hop is right is for the
//! [`RouteSource`] to say.

use skyseam_base::{Duration, NodeId, SimTime};
use skyseam_constellation::routing::{Hop, RouteSource};
use skyseam_constellation::{Choice, Timeline};

use super::Port;
use super::agents::is_message;
use super::serving::Users;

/// The next hop of a node towards a destination.
#[derive(Clone, Copy, Debug)]
pub(super) struct NextHop {
    destination: NodeId,
    pub next: NodeId,
    pub transmitter: u32,
    /// Which of those who share the link the next one is.
    pub lane: u32,
    /// It holds up to this instant.
    pub until: SimTime,
    /// The link to the next node is what it is up to this instant.
    pub linked_until: SimTime,
    /// Propagation delay of a link that does not move.
    pub fixed_delay: Option<Duration>,
}

/// In place of a transmitter: there is no route.
pub(super) const NO_TRANSMITTER: u32 = u32::MAX;

/// A longer list becomes a row.
const LONGEST_LIST: usize = 8;

impl NextHop {
    pub fn none(destination: NodeId) -> Self {
        Self {
            destination,
            next: NodeId::default(),
            transmitter: NO_TRANSMITTER,
            lane: 0,
            until: SimTime::ZERO,
            linked_until: SimTime::ZERO,
            fixed_delay: None,
        }
    }
}

/// The next hops that all nodes know.
#[derive(Debug)]
pub(super) struct NextHops {
    destinations: Vec<NodeId>,
    /// Position of each destination in a row; `u32::MAX` for nodes that receive nothing.
    column: Vec<u32>,
    /// By node: a list, in no order, or a row.
    known: Vec<Vec<NextHop>>,
}

impl NextHops {
    /// Nothing known yet at `nodes`, of which these receive something.
    pub fn new(nodes: usize, receivers: impl Iterator<Item = NodeId>) -> Self {
        let mut this = Self {
            destinations: Vec::new(),
            column: vec![u32::MAX; nodes],
            known: vec![Vec::new(); nodes],
        };
        for node in receivers {
            let column = &mut this.column[node.index()];
            if *column == u32::MAX {
                *column = this.destinations.len() as u32;
                this.destinations.push(node);
            }
        }
        this
    }

    /// The next hop from `node` to `destination`, which receives something; one that holds no longer
    /// where none is known.
    #[inline]
    pub fn to(&mut self, node: NodeId, destination: NodeId) -> &mut NextHop {
        let known = &self.known[node.index()];
        let place = if known.len() > LONGEST_LIST {
            self.column[destination.index()] as usize
        } else {
            match known.iter().position(|hop| hop.destination == destination) {
                Some(place) => place,
                None => self.add(node, destination),
            }
        };
        &mut self.known[node.index()][place]
    }

    /// Makes room for one more destination: where it is.
    #[cold]
    fn add(&mut self, node: NodeId, destination: NodeId) -> usize {
        let known = &mut self.known[node.index()];
        if known.len() < LONGEST_LIST {
            known.push(NextHop::none(destination));
            return known.len() - 1;
        }
        let row = self.destinations.iter().map(|&destination| NextHop::none(destination)).collect();
        for hop in std::mem::replace(known, row) {
            known[self.column[hop.destination.index()] as usize] = hop;
        }
        self.column[destination.index()] as usize
    }
}

/// Asks for the next hop of a packet; ports are in the order of their peers.
pub(super) fn find_next_hop(
    routes: &mut dyn RouteSource,
    timeline: &Timeline,
    ports: &[Vec<Port>],
    users: &Users,
    hop: &Hop<'_>,
) -> NextHop {
    let destination = hop.packet.destination;
    let Choice { next, until } = if is_message(hop.packet) {
        Choice { next: Some(destination), until: SimTime::ZERO }
    } else {
        routes.route(hop)
    };
    let Some(next) = next else {
        return NextHop { until, next: hop.at, ..NextHop::none(destination) };
    };
    let (node, now) = (hop.at, hop.now);
    let (can_send, linked_until) = timeline.link_until(node, next, now);
    if !can_send {
        // Up to when nothing changes about it, at most.
        let until = until.min(linked_until);
        return NextHop { until, next: node, ..NextHop::none(destination) };
    }
    let ports = &ports[node.index()];
    let port = ports
        .binary_search_by_key(&Some(next), |port| port.peer)
        .map_or_else(|_| ports.first().filter(|port| port.peer.is_none()), |at| ports.get(at))
        .expect("a port towards every neighbour");
    let is_wire = !timeline.is_satellite(node.min(next)) && port.peer.is_some();
    NextHop {
        destination,
        until,
        linked_until,
        next,
        transmitter: port.transmitter,
        lane: users.number(port.transmitter, next),
        fixed_delay: is_wire.then(|| timeline.propagation(node, next, now)),
    }
}
