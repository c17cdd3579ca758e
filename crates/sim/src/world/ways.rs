//! What nodes know of the ways to destinations, kept until it may be otherwise.
//!
//! A node that sends to few destinations keeps a short list of them, one that sends to more a row
//! of all there are: with ten thousand users of a beam the satellite has a row, and each user a
//! list of one. Which way is right is [`Router`]'s to say.

use skyseam_base::{Duration, NodeId, SimTime};
use skyseam_constellation::{Choice, Router};

use super::Port;
use super::serving::Users;

/// What a node knows of the way to a destination.
#[derive(Clone, Copy, Debug)]
pub(super) struct Way {
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

/// In place of a transmitter: there is no way.
pub(super) const NO_TRANSMITTER: u32 = u32::MAX;

/// A longer list becomes a row.
const LONGEST_LIST: usize = 8;

impl Way {
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

/// The ways that all nodes know.
#[derive(Debug)]
pub(super) struct Ways {
    destinations: Vec<NodeId>,
    /// Position of each destination in a row; `u32::MAX` for nodes that receive nothing.
    column: Vec<u32>,
    /// By node: a list, in no order, or a row.
    known: Vec<Vec<Way>>,
}

impl Ways {
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

    /// The way from `node` to `destination`, which receives something; one that holds no longer
    /// where none is known.
    #[inline]
    pub fn to(&mut self, node: NodeId, destination: NodeId) -> &mut Way {
        let known = &self.known[node.index()];
        let place = if known.len() > LONGEST_LIST {
            self.column[destination.index()] as usize
        } else {
            match known.iter().position(|way| way.destination == destination) {
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
            known.push(Way::none(destination));
            return known.len() - 1;
        }
        let row = self.destinations.iter().map(|&destination| Way::none(destination)).collect();
        for way in std::mem::replace(known, row) {
            known[self.column[way.destination.index()] as usize] = way;
        }
        self.column[destination.index()] as usize
    }
}

/// Looks up the way from `node` to `destination` as of `now`; ports are in the order of their
/// peers.
pub(super) fn find_way(
    router: &mut Router,
    ports: &[Vec<Port>],
    users: &Users,
    node: NodeId,
    destination: NodeId,
    now: SimTime,
) -> Way {
    let Choice { next, until } = router.choose(node, destination, now);
    let timeline = router.timeline();
    let Some(next) = next else {
        return Way { until, next: node, ..Way::none(destination) };
    };
    let (_, linked_until) = timeline.link_until(node, next, now);
    let ports = &ports[node.index()];
    let port = ports
        .binary_search_by_key(&Some(next), |port| port.peer)
        .map_or_else(|_| ports.first().filter(|port| port.peer.is_none()), |at| ports.get(at))
        .expect("a port towards every neighbour that routes name");
    let is_wire = !timeline.is_satellite(node.min(next)) && port.peer.is_some();
    Way {
        destination,
        until,
        linked_until,
        next,
        transmitter: port.transmitter,
        lane: users.number(port.transmitter, next),
        fixed_delay: is_wire.then(|| timeline.propagation(node, next, now)),
    }
}
