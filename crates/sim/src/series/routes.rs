//! The series `routes`: the path that the packets of a flow take, at every change.
//!
//! The path consists of the nodes that each packet reaches, so it is the actual one whatever the
//! routing. Packets overtake each other when a path becomes shorter: a row is made once the fate of
//! all packets that left earlier is known.

use std::collections::{BTreeMap, VecDeque};

use skyseam_base::{FlowId, NodeId, SimTime};
use skyseam_packet::Packet;
use skyseam_trace::{
    Columns, DropReason, Event, Events, NameLists, Names, Recording, RunEnd, Series, Table,
    TableSpec, columns,
};

columns! {
    /// A row for each change of the path that the packets of a flow take from one of its endpoints
    /// to the other; it holds until the next row of its flow and source. A lost packet changes
    /// nothing.
    pub(super) struct Rows "routes" {
        /// Time when the first packet on this path left its source.
        t_s: Vec<f64> as "s",
        /// Number of the flow.
        flow: Vec<u64>,
        /// Name of the node at the start of the path.
        source: Names,
        /// Name of the node at the end of the path.
        destination: Names,
        /// Names of all nodes on the path, including both ends; empty if a packet found no route.
        path: NameLists,
    }
}

/// Fate of a packet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fate {
    Underway,
    Arrived,
    NoRoute,
    Lost,
}

/// A packet that has left its source, and the nodes that it has reached.
#[derive(Debug)]
struct TracedPacket {
    left: SimTime,
    destination: NodeId,
    nodes: Vec<NodeId>,
    fate: Fate,
}

/// The packets of a flow from one of its endpoints.
#[derive(Debug, Default)]
struct FlowPath {
    /// Number of the first of `travellers`, among all packets so far.
    first: u64,
    /// Packets in the order in which they left; the first one is in flight.
    travellers: VecDeque<TracedPacket>,
    /// Nodes of the last row; `None` before the first.
    known: Option<Vec<NodeId>>,
}

/// A flow, and the source of its packets.
type PathKey = (FlowId, NodeId);

/// A change of a path.
#[derive(Debug)]
struct Change {
    left: SimTime,
    way: PathKey,
    destination: NodeId,
    nodes: Vec<NodeId>,
}

#[derive(Debug, Default)]
pub(super) struct Routes {
    ways: BTreeMap<PathKey, FlowPath>,
    /// Packets in the network: key of the path of each, and its number there.
    underway: BTreeMap<u32, (PathKey, u64)>,
    changes: Vec<Change>,
}

impl Series for Routes {
    const TABLE: TableSpec = Rows::SPEC;
    const SUMMARY: &'static str = "the path of a flow's packets, at every change";
    const EVENTS: Events = Events::STEPS;
}

impl Routes {
    fn reach(&mut self, now: SimTime, number: u32, node: NodeId, packet: &Packet) {
        if node == packet.source {
            let key = (packet.flow, packet.source);
            let way = self.ways.entry(key).or_default();
            self.underway.insert(number, (key, way.first + way.travellers.len() as u64));
            way.travellers.push_back(TracedPacket {
                left: now,
                destination: packet.destination,
                nodes: vec![node],
                fate: Fate::Underway,
            });
            return;
        }
        if let Some(traveller) = self.traveller(number) {
            traveller.nodes.push(node);
        }
        if node == packet.destination {
            self.end(number, Fate::Arrived);
        }
    }

    fn traveller(&mut self, number: u32) -> Option<&mut TracedPacket> {
        let (key, place) = self.underway.get(&number)?;
        let way = self.ways.get_mut(key)?;
        way.travellers.get_mut((place - way.first) as usize)
    }

    /// Records the end of a packet and emits the rows it completes.
    fn end(&mut self, number: u32, fate: Fate) {
        let Some(traveller) = self.traveller(number) else { return };
        traveller.fate = fate;
        let Some((key, _)) = self.underway.remove(&number) else { return };
        let Some(way) = self.ways.get_mut(&key) else { return };
        while way.travellers.front().is_some_and(|one| one.fate != Fate::Underway) {
            let Some(done) = way.travellers.pop_front() else { break };
            way.first += 1;
            let nodes = match done.fate {
                Fate::Arrived => done.nodes,
                Fate::NoRoute => Vec::new(),
                Fate::Underway | Fate::Lost => continue,
            };
            if way.known.as_ref() != Some(&nodes) {
                way.known = Some(nodes.clone());
                let TracedPacket { left, destination, .. } = done;
                self.changes.push(Change { left, way: key, destination, nodes });
            }
        }
    }
}

impl Recording for Routes {
    fn record(&mut self, now: SimTime, event: &Event<'_>) {
        match *event {
            Event::Reached { number, node, packet } => self.reach(now, number, node, packet),
            Event::Gone { number, reason } => {
                let is_unrouted = reason == DropReason::NoRoute;
                self.end(number, if is_unrouted { Fate::NoRoute } else { Fate::Lost });
            }
            _ => {}
        }
    }

    fn rows_held(&self) -> usize {
        self.changes.len()
    }

    fn into_table(mut self: Box<Self>, end: &RunEnd<'_>) -> Table {
        self.changes.sort_by_key(|change| (change.left, change.way));
        let changes = &self.changes;
        let mut indices = Vec::new();
        let mut offsets = vec![0];
        for change in changes {
            indices.extend(change.nodes.iter().map(|node| node.0));
            offsets.push(u32::try_from(indices.len()).expect("more than 2^32 nodes of routes"));
        }
        let rows = Rows {
            t_s: changes.iter().map(|change| change.left.as_secs_f64()).collect(),
            flow: changes.iter().map(|change| u64::from(change.way.0.0)).collect(),
            source: Names::new(changes.iter().map(|change| change.way.1.0), end.nodes),
            destination: Names::new(changes.iter().map(|change| change.destination.0), end.nodes),
            path: NameLists { offsets, indices, names: end.nodes.to_vec() },
        };
        Columns::into_table(rows)
    }
}

#[cfg(test)]
mod tests {
    use skyseam_packet::{Body, SyntheticDatagram};

    use super::*;

    fn packet() -> Packet {
        Packet {
            flow: FlowId(0),
            source: NodeId(0),
            destination: NodeId(3),
            size: 100,
            ttl: Packet::INITIAL_TTL,
            created: SimTime::ZERO,
            body: Body::Synthetic(SyntheticDatagram { number: 0, to_server: false }),
            ..Packet::BLANK
        }
    }

    /// The rows after `steps`: a second, a packet, and the node that it reaches then; `None` if it
    /// is dropped for lack of a route.
    fn rows(steps: &[(u64, u32, Option<u32>)]) -> Vec<(f64, Vec<u32>)> {
        let mut routes = Box::new(Routes::default());
        for &(second, number, node) in steps {
            let event = match node {
                Some(node) => Event::Reached { number, node: NodeId(node), packet: &packet() },
                None => Event::Gone { number, reason: DropReason::NoRoute },
            };
            routes.record(SimTime::from_secs(second), &event);
        }
        let changes = routes.changes.iter();
        changes
            .map(|change| {
                (change.left.as_secs_f64(), change.nodes.iter().map(|node| node.0).collect())
            })
            .collect()
    }

    /// Goal: an unchanged path makes no row, a packet without a route makes an empty one.
    #[test]
    fn only_changes_make_rows() {
        let steps = [
            (0, 7, Some(0)),
            (1, 7, Some(1)),
            (2, 7, Some(3)),
            (2, 7, Some(0)),
            (3, 7, Some(1)),
            (4, 7, Some(3)),
            (5, 7, Some(0)),
            (5, 7, None),
            (6, 7, Some(0)),
            (7, 7, Some(2)),
            (8, 7, Some(3)),
        ];
        assert_eq!(rows(&steps), [(0.0, vec![0, 1, 3]), (5.0, vec![]), (6.0, vec![0, 2, 3])]);
    }

    /// Goal: a packet that overtakes another on a shorter path does not make its row first.
    #[test]
    fn rows_come_in_the_order_in_which_packets_left() {
        let steps =
            [(0, 1, Some(0)), (1, 1, Some(1)), (2, 2, Some(0)), (3, 2, Some(3)), (9, 1, Some(3))];
        assert_eq!(rows(&steps), [(0.0, vec![0, 1, 3]), (2.0, vec![0, 3])]);
        // Without the end of the first packet nothing is known yet.
        assert_eq!(rows(&steps[..4]), []);
    }
}
