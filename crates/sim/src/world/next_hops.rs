//! The next hops that nodes know, each kept until it may be another.
//!
//! A node that sends to few destinations keeps a short list of them, one that sends to more a row
//! of all there are: with ten thousand users of a beam the satellite has a row, and each user a
//! list of one. Which next hop is right is [`Router`]'s to say.

use skyseam_base::{Duration, NodeId, SimTime};
use skyseam_constellation::{Choice, Router};

use super::Port;
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
    fn none(destination: NodeId) -> Self {
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

    /// The next hop from `node` to `destination`, which receives something; one that no longer
    /// holds where none is known.
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

/// Looks up the next hop from `node` to `destination` as of `now`; ports are in the order of their
/// peers.
pub(super) fn find_next_hop(
    router: &mut Router,
    ports: &[Vec<Port>],
    users: &Users,
    node: NodeId,
    destination: NodeId,
    now: SimTime,
) -> NextHop {
    let Choice { next, until } = router.choose(node, destination, now);
    let timeline = router.timeline();
    let Some(next) = next else {
        return NextHop { until, next: node, ..NextHop::none(destination) };
    };
    let (_, linked_until) = timeline.link_until(node, next, now);
    let ports = &ports[node.index()];
    let port = ports
        .binary_search_by_key(&Some(next), |port| port.peer)
        .map_or_else(|_| ports.first().filter(|port| port.peer.is_none()), |at| ports.get(at))
        .expect("a port towards every neighbour that routes name");
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
