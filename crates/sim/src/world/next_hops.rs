//! A cache of next hops, each kept for as long as it is known to hold.
//!
//! Each node has a small hash table of the destinations to which it sends. The [`RouteSource`]
//! determines the next hop.

use skyseam_base::{Duration, NodeId, SimTime, prefetch_item};
use skyseam_constellation::routing::{ForwardedPacket, RouteSource};
use skyseam_constellation::{ForwardingChoice, Timeline};

use super::Interface;
use super::agents::is_message;
use super::delays::{LinkName, NO_PLACE};
use super::serving::LinkUsers;
use crate::id::TransmitterId;

/// The next hop of a node towards a destination. It fills a cache line, so that one prefetch loads
/// it.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
pub(super) struct NextHop {
    /// Destination; `None` in a free slot of the table.
    destination: Option<NodeId>,
    pub next: NodeId,
    pub transmitter: TransmitterId,
    /// Number of the next node among the users of the link.
    pub lane: u32,
    /// End of the next hop's validity.
    pub until: SimTime,
    /// End of the link to the next node.
    pub linked_until: SimTime,
    /// Propagation delay of a link that does not move.
    pub fixed_delay: Option<Duration>,
    /// Slot of a moving link in [`LinkDelays`](super::delays::LinkDelays).
    pub delay: u32,
}

/// Marks a destination without a route.
pub(super) const NO_TRANSMITTER: TransmitterId = TransmitterId(u32::MAX);

impl NextHop {
    pub const fn none(destination: Option<NodeId>) -> Self {
        Self {
            destination,
            next: NodeId(0),
            transmitter: NO_TRANSMITTER,
            lane: 0,
            until: SimTime::ZERO,
            linked_until: SimTime::ZERO,
            fixed_delay: None,
            delay: NO_PLACE,
        }
    }

    /// Link of the next hop.
    pub const fn link(&self) -> LinkName {
        (self.transmitter, self.next)
    }

    /// Whether the delay of the link changes.
    pub fn moves(&self) -> bool {
        self.fixed_delay.is_none() && self.transmitter != NO_TRANSMITTER
    }
}

/// The next hops of all nodes.
#[derive(Debug)]
pub(super) struct NextHops {
    known: Vec<Table>,
}

/// The next hops of one node, by destination; open addressing with linear probing.
#[derive(Clone, Debug, Default)]
struct Table {
    /// Slots; their number is a power of two, or 0.
    places: Vec<NextHop>,
    taken: usize,
}

impl Table {
    fn first_place(&self, destination: NodeId) -> usize {
        // Fibonacci hashing: spreads neighbouring numbers.
        let spread = destination.0.wrapping_mul(0x9e37_79b9) as usize;
        (spread >> 8) & self.places.len().wrapping_sub(1)
    }

    /// The slot of the destination, or the free slot for it.
    #[inline]
    fn find(&self, destination: NodeId) -> usize {
        let mut place = self.first_place(destination);
        loop {
            match self.places[place].destination {
                Some(other) if other != destination => {
                    place = (place + 1) & (self.places.len() - 1);
                }
                _ => return place,
            }
        }
    }

    /// Returns the slot of a destination that is not at its first slot; adds it if there is none.
    #[inline(never)]
    fn look(&mut self, destination: NodeId) -> usize {
        // A table of one place is full.
        if self.taken < 2 {
            return self.add(destination);
        }
        let place = self.find(destination);
        if self.places[place].destination.is_some() { place } else { self.add(destination) }
    }

    /// Makes room for one more destination and returns its slot.
    #[cold]
    fn add(&mut self, destination: NodeId) -> usize {
        self.taken += 1;
        // One place for the many nodes that have one destination; otherwise half of the places stay
        // free.
        let least = if self.taken == 1 { 1 } else { 2 * self.taken };
        if self.places.len() < least {
            let wider = vec![NextHop::none(None); least.next_power_of_two()];
            for hop in std::mem::replace(&mut self.places, wider) {
                if let Some(known) = hop.destination {
                    let place = self.find(known);
                    self.places[place] = hop;
                }
            }
        }
        let place = self.find(destination);
        self.places[place].destination = Some(destination);
        place
    }
}

impl NextHops {
    /// Creates empty tables for `nodes` nodes.
    pub fn new(nodes: usize) -> Self {
        Self { known: vec![Table::default(); nodes] }
    }

    /// The next hop from `node` to `destination`; an expired one if none is known.
    #[inline]
    pub fn to(&mut self, node: NodeId, destination: NodeId) -> &mut NextHop {
        let table = &mut self.known[node.index()];
        let first = table.first_place(destination);
        // Where it mostly is.
        if table.places.get(first).is_some_and(|hop| hop.destination == Some(destination)) {
            return &mut table.places[first];
        }
        let place = table.look(destination);
        &mut table.places[place]
    }

    /// The last known next hop from `node` to `destination`.
    #[inline]
    pub fn known(&self, node: NodeId, destination: NodeId) -> Option<&NextHop> {
        let table = &self.known[node.index()];
        if table.taken == 0 {
            return None;
        }
        let place = &table.places[table.first_place(destination)];
        (place.destination == Some(destination)).then_some(place)
    }

    /// Prefetches the next hop of `node` to `destination`, or the start of the search for it.
    #[inline]
    pub fn prefetch(&self, node: NodeId, destination: NodeId) {
        let table = &self.known[node.index()];
        if table.taken > 0 {
            prefetch_item(&table.places, table.first_place(destination));
        }
    }
}

/// Determines the next hop of a packet; ports are in the order of their peers.
pub(super) fn find_next_hop(
    routes: &mut dyn RouteSource,
    timeline: &Timeline,
    ports: &[Vec<Interface>],
    users: &LinkUsers,
    hop: &ForwardedPacket<'_>,
) -> NextHop {
    let destination = hop.packet.destination;
    let ForwardingChoice { next, until } = if is_message(hop.packet) {
        ForwardingChoice { next: Some(destination), until: SimTime::ZERO }
    } else {
        routes.route(hop)
    };
    let Some(next) = next else {
        return NextHop { until, next: hop.at, ..NextHop::none(Some(destination)) };
    };
    let (node, now) = (hop.at, hop.now);
    let (can_send, linked_until) = timeline.link_until(node, next, now);
    if !can_send {
        // It holds at most until the link changes.
        let until = until.min(linked_until);
        return NextHop { until, next: node, ..NextHop::none(Some(destination)) };
    }
    let ports = &ports[node.index()];
    let port = ports
        .binary_search_by_key(&Some(next), |port| port.peer)
        .map_or_else(|_| ports.first().filter(|port| port.peer.is_none()), |at| ports.get(at))
        .expect("a port towards every neighbour");
    let is_wire = !timeline.is_satellite(node.min(next)) && port.peer.is_some();
    NextHop {
        destination: Some(destination),
        until,
        linked_until,
        next,
        transmitter: port.transmitter,
        lane: users.number(port.transmitter, next),
        fixed_delay: is_wire.then(|| timeline.propagation(node, next, now)),
        delay: NO_PLACE,
    }
}
