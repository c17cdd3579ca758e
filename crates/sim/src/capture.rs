//! Packet captures: what crossed the links of chosen nodes, as pcapng files.
//!
//! A capture sees what a probe at the node's interfaces would: a packet it sends when its
//! transmission begins, a packet it receives when its last bit has arrived. There is one file per
//! node, with one interface per neighbour or, at the air side, per satellite or terminal it had; or
//! one file per link, seen from the node named first. A packet that the node dropped has a comment
//! with the reason. One of its own packets that never reached a link appears when its turn would
//! have been, since a sender's capture without it would show a retransmission of a segment never
//! seen. The wire form of packets and the file format belong to `skyseam_packet`.

use std::collections::{BTreeMap, BTreeSet};
use std::io;

use skyseam_base::{FlowId, NodeId, SimTime};
use skyseam_packet::pcapng::{LinkType, Writer};
use skyseam_packet::wire::{self, Announced};
use skyseam_packet::{Body, Packet, Payloads, raw, udp};
use skyseam_trace::DropReason;

/// What is captured, and the name of its file.
#[derive(Clone, Debug)]
pub(crate) struct Point {
    pub name: String,
    pub node: NodeId,
    /// If set, only packets to and from this neighbour are captured.
    pub peer: Option<NodeId>,
}

/// A packet at an interface.
#[derive(Clone, Copy, Debug)]
struct Seen {
    at: SimTime,
    peer: NodeId,
    packet: Packet,
    dropped: Option<(SimTime, DropReason)>,
}

/// What one probe has seen; sent packets are noted ahead of their time.
#[derive(Debug)]
struct Probe {
    point: Point,
    packets: Vec<Seen>,
    /// The latest time of a packet of the node's own.
    latest_own: SimTime,
    /// Packets from elsewhere that the node dropped.
    drops: Vec<Seen>,
}

/// The probes of a world.
#[derive(Debug, Default)]
pub(crate) struct Capture {
    /// Whether a node has a probe; empty if nothing is captured.
    has_probe: Vec<bool>,
    probes: Vec<Probe>,
    /// The world's store of datagrams, and the store of the captured ones.
    payloads: Payloads,
    kept: Payloads,
}

impl Capture {
    /// Probes at `points` in a world of `nodes` nodes that stores its datagrams in `payloads`.
    pub fn new(nodes: usize, points: Vec<Point>, payloads: Payloads) -> Self {
        let mut capture = Self { payloads, ..Self::default() };
        if !points.is_empty() {
            capture.has_probe = vec![false; nodes];
        }
        for point in points {
            capture.has_probe[point.node.index()] = true;
            capture.probes.push(Probe {
                point,
                packets: vec![],
                latest_own: SimTime::ZERO,
                drops: vec![],
            });
        }
        capture
    }

    /// Whether nothing is captured.
    pub fn is_empty(&self) -> bool {
        self.has_probe.is_empty()
    }

    /// The probes that see packets between `node` and `peer`.
    fn probes_at(&mut self, node: NodeId, peer: NodeId) -> impl Iterator<Item = &mut Probe> {
        let any = self.has_probe.get(node.index()).is_some_and(|&has| has);
        let probes = if any { &mut self.probes[..] } else { &mut [] };
        probes.iter_mut().filter(move |probe| {
            probe.point.node == node && probe.point.peer.is_none_or(|only| only == peer)
        })
    }

    /// `node` begins at `now` to send `packet` to `peer`, or has received it from there.
    #[inline]
    pub fn note(&mut self, now: SimTime, node: NodeId, peer: NodeId, packet: &Packet) {
        if !self.has_probe.is_empty() {
            self.note_passing(now, node, peer, packet);
        }
    }

    #[cold]
    fn note_passing(&mut self, now: SimTime, node: NodeId, peer: NodeId, packet: &Packet) {
        if !self.has_probe.get(node.index()).is_some_and(|&has| has) {
            return;
        }
        let kept = self.keep(*packet);
        for probe in self.probes_at(node, peer) {
            if packet.source == node {
                probe.latest_own = probe.latest_own.max(now);
            }
            probe.packets.push(Seen { at: now, peer, packet: kept, dropped: None });
        }
    }

    /// Notes that `node` dropped `packet`, whose next hop was `peer` (the node itself if there was
    /// no route).
    pub fn note_drop(
        &mut self,
        now: SimTime,
        node: NodeId,
        peer: NodeId,
        reason: DropReason,
        packet: &Packet,
    ) {
        if !self.has_probe.get(node.index()).is_some_and(|&has| has) {
            return;
        }
        let kept = self.keep(*packet);
        for probe in self.probes_at(node, peer) {
            let seen = Seen { at: now, peer, packet: kept, dropped: Some((now, reason)) };
            probe.drops.push(Seen { at: now.max(probe.latest_own), ..seen });
        }
    }

    /// A copy of the packet whose datagram, if any, outlives the packet.
    fn keep(&self, mut packet: Packet) -> Packet {
        if let Some(stored) = packet.body.stored() {
            let bytes = self.payloads.read(stored, <[u8]>::to_vec);
            packet.body.store_at(self.kept.keep(bytes));
        }
        packet
    }

    /// One pcapng file per point, packets in order of time up to `ended`. `announced` returns what
    /// a flow's SYN segments announce.
    pub fn into_files(
        self,
        ended: SimTime,
        node_names: &[String],
        announced: &dyn Fn(FlowId) -> Announced,
    ) -> Vec<(String, Vec<u8>)> {
        let kept = self.kept;
        self.probes
            .into_iter()
            .map(|mut probe| {
                probe.mark_drops(&kept);
                // Packets accepted but not yet sent were noted ahead of their time.
                probe.packets.retain(|seen| seen.at <= ended);
                // Simultaneous packets stay in the order in which they were noted.
                probe.packets.sort_by_key(|seen| seen.at);
                let file = write(&probe, node_names, announced, &kept);
                (probe.point.name, file.expect("writing to memory does not fail"))
            })
            .collect()
    }
}

impl Probe {
    /// Marks the last sighting of dropped packets, and inserts those of the node's own that were
    /// not seen.
    fn mark_drops(&mut self, kept: &Payloads) {
        if self.drops.is_empty() {
            return;
        }
        let key = |packet: &Packet| (packet.created, packet.flow, packet.source);
        let mut seen: BTreeMap<_, Vec<usize>> = BTreeMap::new();
        for (index, known) in self.packets.iter().enumerate() {
            seen.entry(key(&known.packet)).or_default().push(index);
        }
        let mut unseen = vec![];
        for drop in std::mem::take(&mut self.drops) {
            let alike = seen.get(&key(&drop.packet)).into_iter().flatten().rev().find(|&&index| {
                let known = &self.packets[index];
                known.dropped.is_none() && is_same(&known.packet, &drop.packet, kept)
            });
            match alike {
                Some(&index) => self.packets[index].dropped = drop.dropped,
                None if drop.packet.source == self.point.node => unseen.push(drop),
                None => {}
            }
        }
        // The sort is stable: they come after packets noted before with the same time.
        self.packets.extend(unseen);
        self.packets.sort_by_key(|seen| (seen.at, seen.packet.created));
    }
}

/// Whether both are sightings of one packet, in flight and when it was dropped.
fn is_same(seen: &Packet, dropped: &Packet, kept: &Payloads) -> bool {
    let mut seen = Packet { ttl: dropped.ttl, ..*seen };
    if let (Some(a), Some(b)) = (seen.body.stored(), dropped.body.stored())
        && kept.read(a, <[u8]>::to_vec) == kept.read(b, <[u8]>::to_vec)
    {
        // Each sighting has a copy of its own.
        seen.body.store_at(b);
    }
    seen == *dropped
}

fn write(
    probe: &Probe,
    node_names: &[String],
    announced: &dyn Fn(FlowId) -> Announced,
    kept: &Payloads,
) -> io::Result<Vec<u8>> {
    let application = concat!("skyseam ", env!("CARGO_PKG_VERSION"));
    let mut writer = Writer::new(Vec::new(), application)?;
    let name_of = |node: NodeId| node_names[node.index()].as_str();
    let ends = probe.packets.iter().flat_map(|seen| [seen.packet.source, seen.packet.destination]);
    let ends: BTreeSet<NodeId> = ends.collect();
    writer.names(ends.into_iter().map(|node| (wire::address_of(node), name_of(node))))?;
    let peers: BTreeSet<NodeId> = probe.packets.iter().map(|seen| seen.peer).collect();
    let link = if peers.len() > 1 { LinkType::RawInMemory } else { LinkType::Raw };
    let here = probe.point.node;
    let mut interfaces = BTreeMap::new();
    for peer in peers {
        let there = if peer == here { "no way" } else { name_of(peer) };
        let name = format!("{} - {there}", name_of(here));
        interfaces.insert(peer, writer.interface(&name, link)?);
    }
    for seen in &probe.packets {
        let interface = interfaces[&seen.peer];
        let packet = &seen.packet;
        let emitted = match packet.body {
            Body::Udp(datagram) => {
                kept.read(datagram.payload, |bytes| udp::emit(packet, datagram, bytes))
            }
            Body::Raw(header) => kept.read(header.header, |bytes| raw::emit(packet, header, bytes)),
            _ => wire::emit(packet, announced(packet.flow)),
        };
        let comment = seen.dropped.map_or(String::new(), |(at, reason)| {
            let name = name_of(here);
            format!("dropped by {name} at {:.9} s: {}", at.as_secs_f64(), reason.name())
        });
        writer.packet(interface, seen.at, &emitted.bytes, emitted.original_length, &comment)?;
    }
    writer.finish()
}
