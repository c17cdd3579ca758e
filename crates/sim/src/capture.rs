//! Packet captures: packets on the links of chosen nodes, as pcapng files.
//!
//! A capture sees the same packets as a probe at the node's interfaces: a packet it sends at the
//! start of transmission, a packet it receives when its last bit has arrived. There is one file per
//! node, with one interface per neighbour or, for the radio interface, per satellite or terminal it
//! had; or one file per link, seen from the node named first. Files are written during the run;
//! packets still in flight, and those seen after them, wait in memory. A packet that the node
//! dropped has a comment with the reason. A packet sent by the node itself that never reached a
//! link appears at its expected transmission time, since a sender's capture without it would show a
//! retransmission of a segment never seen. `skyseam_packet` owns the wire form of packets and the
//! file format.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, Write};
use std::mem;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use skyseam_base::{FlowId, NodeId, SimTime};
use skyseam_constellation::Node;
use skyseam_packet::pcapng::{InterfaceId, LinkType, Writer};
use skyseam_packet::wire::{self, Announced};
use skyseam_packet::{Body, Packet, Payloads, raw, udp};
use skyseam_trace::DropReason;

/// Interfaces to capture, and the name of the file.
#[derive(Clone, Debug)]
pub(crate) struct CapturePoint {
    pub name: String,
    pub node: NodeId,
    /// Neighbour whose packets are captured; `None` for all neighbours.
    pub peer: Option<NodeId>,
}

/// A packet at an interface.
#[derive(Clone, Copy, Debug)]
struct Sighting {
    at: SimTime,
    /// Sequence number among all sightings.
    number: u64,
    peer: NodeId,
    packet: Packet,
    dropped: Option<(SimTime, DropReason)>,
}

/// Identity of a packet, or of several that its source created at one instant.
pub(crate) type Identity = (SimTime, FlowId, NodeId);

pub(crate) fn identity(packet: &Packet) -> Identity {
    (packet.created, packet.flow, packet.source)
}

/// Packets that one probe has seen and not written; sent packets are recorded ahead of their time.
#[derive(Debug)]
struct Probe {
    point: CapturePoint,
    packets: Vec<Sighting>,
    /// Drops by the node, of its own packets and of others.
    drops: Vec<Sighting>,
    /// Time of the latest packet sent by the node itself.
    latest_own: SimTime,
    /// Number of packets and drops recorded so far.
    noted: u64,
    /// Number of packets and drops held at which writing is worthwhile.
    full_at: usize,
    file: File,
}

/// Capture probes of a world.
#[derive(Debug, Default)]
pub(crate) struct CaptureProbes {
    /// Whether each node has a probe; empty if nothing is captured.
    has_probe: Vec<bool>,
    probes: Vec<Probe>,
    /// Datagram store of the world, and the store of the captured datagrams.
    payloads: Payloads,
    kept: Payloads,
}

/// Number of packets that a probe may hold before it writes, and number of bytes at which they are
/// delivered.
const MANY: usize = 1 << 14;
const MANY_BYTES: usize = 1 << 20;

/// Names and options that describe packets in files.
pub(crate) struct Terms<'a> {
    /// Names of nodes.
    pub nodes: &'a [Node],
    /// Contents of the SYN segments of a flow.
    pub announced: &'a dyn Fn(FlowId) -> Announced,
}

impl CaptureProbes {
    /// Creates probes at `points` in a world of `nodes` nodes that stores its datagrams in
    /// `payloads`.
    pub fn new(nodes: usize, points: Vec<CapturePoint>, payloads: Payloads) -> Self {
        let mut capture = Self { payloads, ..Self::default() };
        if !points.is_empty() {
            capture.has_probe = vec![false; nodes];
        }
        for point in points {
            capture.has_probe[point.node.index()] = true;
            capture.probes.push(Probe {
                file: File::new(&point),
                point,
                packets: vec![],
                drops: vec![],
                latest_own: SimTime::ZERO,
                noted: 0,
                full_at: MANY,
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

    /// Records that `node` begins at `now` to send `packet` to `peer`, or has received it from
    /// there.
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
        let (payloads, kept) = (self.payloads.clone(), self.kept.clone());
        for probe in self.probes_at(node, peer) {
            if packet.source == node {
                probe.latest_own = probe.latest_own.max(now);
            }
            let packet = copy(*packet, &payloads, &kept);
            let number = probe.next_number();
            probe.packets.push(Sighting { at: now, number, peer, packet, dropped: None });
        }
    }

    /// Records that `node` dropped `packet`, whose next hop was `peer` (the node itself if there
    /// was no route).
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
        let (payloads, kept) = (self.payloads.clone(), self.kept.clone());
        for probe in self.probes_at(node, peer) {
            let at = now.max(probe.latest_own);
            let packet = copy(*packet, &payloads, &kept);
            let number = probe.next_number();
            probe.drops.push(Sighting { at, number, peer, packet, dropped: Some((now, reason)) });
        }
    }

    /// Whether a probe holds enough packets for [`CaptureProbes::write`].
    pub fn is_full(&self) -> bool {
        self.probes.iter().any(|probe| probe.packets.len() + probe.drops.len() >= probe.full_at)
    }

    /// Writes the packets that are final: those before `now` up to the first one in flight, for
    /// which `under_way` contains the identity.
    pub fn write(&mut self, now: SimTime, under_way: &BTreeSet<Identity>, terms: &Terms<'_>) {
        for probe in &mut self.probes {
            probe.settle(&self.kept);
            let is_final =
                |seen: &Sighting| seen.at < now && !under_way.contains(&identity(&seen.packet));
            let open = probe.packets.iter().position(|seen| !is_final(seen));
            let count = open.unwrap_or(probe.packets.len());
            probe.write_first(count, terms, &self.kept);
            // What stays is looked at again when as much has come.
            probe.full_at = MANY.max(2 * probe.packets.len());
        }
    }

    /// Passes the bytes written since the previous call to `take`, if there are many.
    pub fn hand_over(&mut self, take: &mut dyn FnMut(&str, Vec<u8>)) {
        for probe in self.probes.iter_mut().filter(|one| one.file.written() >= MANY_BYTES) {
            take(&probe.point.name, probe.file.take());
        }
    }

    /// Completes the files: pcapng, one per point, packets in order of time up to `ended`.
    pub(crate) fn into_files(self, ended: SimTime, terms: &Terms<'_>) -> Vec<(String, Vec<u8>)> {
        let kept = self.kept;
        self.probes
            .into_iter()
            .map(|mut probe| {
                probe.settle(&kept);
                // Packets accepted but not yet sent were noted ahead of their time.
                probe.packets.retain(|seen| seen.at <= ended);
                probe.write_first(probe.packets.len(), terms, &kept);
                (probe.point.name, probe.file.take())
            })
            .collect()
    }
}

/// Copies the packet and its datagram, if any, into a store that outlives the packet.
fn copy(mut packet: Packet, payloads: &Payloads, kept: &Payloads) -> Packet {
    if let Some(stored) = packet.body.stored() {
        let bytes = payloads.read(stored, <[u8]>::to_vec);
        packet.body.store_at(kept.keep(bytes));
    }
    packet
}

fn release(packet: Packet, kept: &Payloads) {
    if let Some(stored) = packet.body.stored() {
        kept.release(stored);
    }
}

impl Probe {
    fn next_number(&mut self) -> u64 {
        self.noted += 1;
        self.noted
    }

    /// Marks the last sighting of each dropped packet, inserts dropped packets of the node itself
    /// that were not seen, and sorts by time; simultaneous packets stay in the order in which they
    /// were recorded.
    fn settle(&mut self, kept: &Payloads) {
        if !self.drops.is_empty() {
            let wanted: BTreeSet<_> =
                self.drops.iter().map(|drop| identity(&drop.packet)).collect();
            let mut seen: BTreeMap<_, Vec<usize>> = BTreeMap::new();
            for (index, known) in self.packets.iter().enumerate() {
                if wanted.contains(&identity(&known.packet)) {
                    seen.entry(identity(&known.packet)).or_default().push(index);
                }
            }
            for drop in mem::take(&mut self.drops) {
                let alike = seen.get(&identity(&drop.packet)).into_iter().flatten();
                let alike = alike.copied().filter(|&index| {
                    let known = &self.packets[index];
                    known.number < drop.number
                        && known.dropped.is_none()
                        && is_same(&known.packet, &drop.packet, kept)
                });
                match alike.max_by_key(|&index| self.packets[index].number) {
                    Some(index) => self.packets[index].dropped = drop.dropped,
                    None if drop.packet.source == self.point.node => {
                        self.packets.push(drop);
                        continue;
                    }
                    None => {}
                }
                release(drop.packet, kept);
            }
        }
        self.packets.sort_by_key(|seen| (seen.at, seen.number));
    }

    /// Writes the first `count` packets and removes them.
    fn write_first(&mut self, count: usize, terms: &Terms<'_>, kept: &Payloads) {
        for seen in self.packets.drain(..count) {
            let written = self.file.add(self.point.node, &seen, terms, kept);
            written.expect("writing to memory does not fail");
            release(seen.packet, kept);
        }
    }
}

/// Whether both are sightings of one packet, in flight and at its drop.
fn is_same(seen: &Packet, dropped: &Packet, kept: &Payloads) -> bool {
    let mut seen = Packet { ttl: dropped.ttl, ecn: dropped.ecn, ..*seen };
    if let (Some(a), Some(b)) = (seen.body.stored(), dropped.body.stored())
        && kept.read(a, <[u8]>::to_vec) == kept.read(b, <[u8]>::to_vec)
    {
        // Each sighting has a copy of its own.
        seen.body.store_at(b);
    }
    seen == *dropped
}

/// Bytes that a writer has written and that were not taken. The lock only lets a world move between
/// threads.
#[derive(Clone, Debug, Default)]
struct Bytes(Arc<Mutex<Vec<u8>>>);

impl Bytes {
    fn lock(&self) -> MutexGuard<'_, Vec<u8>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Write for Bytes {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.lock().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A partly written file.
#[derive(Debug)]
struct File {
    writer: Writer<Bytes>,
    bytes: Bytes,
    link: LinkType,
    interfaces: BTreeMap<NodeId, InterfaceId>,
    /// Nodes whose names are in the file.
    named: BTreeSet<NodeId>,
}

impl File {
    fn new(point: &CapturePoint) -> Self {
        let application = concat!("skyseam ", env!("CARGO_PKG_VERSION"));
        let bytes = Bytes::default();
        let writer = Writer::new(bytes.clone(), application);
        Self {
            bytes,
            writer: writer.expect("writing to memory does not fail"),
            // A file of several interfaces cannot have the other type.
            link: if point.peer.is_some() { LinkType::Raw } else { LinkType::RawInMemory },
            interfaces: BTreeMap::new(),
            named: BTreeSet::new(),
        }
    }

    /// Number of bytes that were not taken.
    fn written(&self) -> usize {
        self.bytes.lock().len()
    }

    fn take(&mut self) -> Vec<u8> {
        mem::take(&mut self.bytes.lock())
    }

    /// Adds a packet, after the records that it is the first to need: names of its endpoints, its
    /// interface.
    fn add(
        &mut self,
        here: NodeId,
        seen: &Sighting,
        terms: &Terms<'_>,
        kept: &Payloads,
    ) -> io::Result<()> {
        let packet = &seen.packet;
        let name_of = |node: NodeId| terms.nodes[node.index()].name.as_str();
        let mut ends = vec![packet.source, packet.destination];
        ends.retain(|&end| self.named.insert(end));
        if !ends.is_empty() {
            self.writer.names(ends.into_iter().map(|end| (wire::address_of(end), name_of(end))))?;
        }
        let interface = match self.interfaces.get(&seen.peer) {
            Some(&known) => known,
            None => {
                let there = if seen.peer == here { "no way" } else { name_of(seen.peer) };
                let name = format!("{} - {there}", name_of(here));
                let added = self.writer.interface(&name, self.link)?;
                self.interfaces.insert(seen.peer, added);
                added
            }
        };
        let emitted = match packet.body {
            Body::Udp(datagram) => {
                kept.read(datagram.payload, |bytes| udp::emit(packet, datagram, bytes))
            }
            Body::Raw(header) => kept.read(header.header, |bytes| raw::emit(packet, header, bytes)),
            _ => wire::emit(packet, (terms.announced)(packet.flow)),
        };
        let comment = seen.dropped.map_or(String::new(), |(at, reason)| {
            let name = name_of(here);
            format!("dropped by {name} at {:.9} s: {}", at.as_secs_f64(), reason.name())
        });
        self.writer.packet(interface, seen.at, &emitted.bytes, emitted.original_length, &comment)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use skyseam_constellation::NodeKind;
    use skyseam_packet::Echo;

    fn packet(source: u32, created_ms: u64, sequence: u32) -> Packet {
        let created = SimTime::from_nanos(1_000_000 * created_ms);
        Packet {
            flow: FlowId(source),
            source: NodeId(source),
            destination: NodeId(1 - source),
            size: 125,
            ttl: 64,
            created,
            body: Body::Echo(Echo { sequence, reply: source == 1, sent: created }),
            ..Packet::BLANK
        }
    }

    /// Goal: a file does not depend on when it was written. Method: pings and replies at a node,
    /// some recorded ahead of their time, some dropped later, written at the end and after every
    /// `every` ms, with the packets that are in flight then.
    #[test]
    fn pieces_make_the_file_that_is_written_at_the_end() {
        let nodes = ["a", "b"].map(|name| Node { name: name.into(), kind: NodeKind::Wired });
        let terms = Terms { nodes: &nodes, announced: &|_| Announced::default() };
        let file = |every: u64| {
            let points = vec![CapturePoint { name: "a".into(), node: NodeId(0), peer: None }];
            let mut capture = CaptureProbes::new(2, points, Payloads::default());
            let mut under_way: Vec<(u64, Packet)> = Vec::new();
            let mut whole = Vec::new();
            for ms in 0..3_000u64 {
                let now = SimTime::from_nanos(1_000_000 * ms);
                let ended = |(until, _): &(u64, Packet)| *until <= ms;
                for (_, gone) in under_way.iter().filter(|one| ended(one)) {
                    if gone.created.as_nanos() / 1_000_000 % 7 == 0 {
                        let reason = DropReason::LinkLoss;
                        capture.note_drop(now, NodeId(0), NodeId(1), reason, gone);
                    }
                }
                under_way.retain(|one| !ended(one));
                let own = packet(0, ms, ms as u32);
                // Its turn comes later; of every fifth never.
                let turn = SimTime::from_nanos(1_000_000 * (ms + ms % 3));
                if ms % 5 != 0 {
                    capture.note(turn, NodeId(0), NodeId(1), &own);
                }
                under_way.push((ms + 3 + ms % 11, own));
                if ms > 20 {
                    capture.note(now, NodeId(0), NodeId(1), &packet(1, ms - 20, ms as u32));
                }
                if every > 0 && ms % every == 0 {
                    let way = under_way.iter().map(|(_, packet)| identity(packet)).collect();
                    capture.write(now, &way, &terms);
                    let held = capture.probes[0].packets.len();
                    assert!(held < 60, "{held} packets are held");
                    whole.extend(capture.probes[0].file.take());
                }
            }
            let end = SimTime::from_nanos(3_000_000_000);
            let (name, rest) = capture.into_files(end, &terms).remove(0);
            assert_eq!(name, "a");
            whole.extend(rest);
            whole
        };
        let expected = file(0);
        assert!(expected.len() > 300_000, "{} bytes", expected.len());
        for every in [1, 2, 7, 500] {
            assert!(file(every) == expected, "written every {every} ms");
        }
    }
}
