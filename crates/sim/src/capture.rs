//! Packet captures: what crossed the links of chosen nodes, as pcapng files.
//!
//! A capture sees what a probe at the node's interfaces would: a packet it sends at the moment its
//! transmission begins, a packet it receives when its last bit has arrived. One file per node, one
//! interface per neighbour or, at the air side, per satellite or terminal it had. The wire form of
//! packets and the file format belong to `skyseam_packet`.

use std::collections::BTreeMap;

use skyseam_base::{FlowId, NodeId, SimTime};
use skyseam_packet::pcapng::Writer;
use skyseam_packet::wire::{self, Announced};
use skyseam_packet::{Body, Packet, Payloads, udp};

/// What one node's probe has seen, sent packets stamped ahead of their time.
#[derive(Debug, Default)]
struct Probe {
    packets: Vec<(SimTime, NodeId, Packet)>,
}

/// The probes of a world.
#[derive(Debug, Default)]
pub(crate) struct Capture {
    /// Position of each node's probe; empty where nothing is captured.
    probe_of: Vec<Option<u32>>,
    probes: Vec<(NodeId, Probe)>,
    /// The world's store of what datagrams carry, and that of the datagrams captured.
    payloads: Payloads,
    kept: Payloads,
}

impl Capture {
    /// Probes at `captured` in a world of `nodes` nodes that keeps its datagrams in `payloads`.
    pub fn new(nodes: usize, captured: &[NodeId], payloads: Payloads) -> Self {
        let mut capture = Self { payloads, ..Self::default() };
        if !captured.is_empty() {
            capture.probe_of = vec![None; nodes];
        }
        for &node in captured {
            let number = capture.probes.len() as u32;
            capture.probe_of[node.index()].get_or_insert(number);
            capture.probes.push((node, Probe::default()));
        }
        capture
    }

    /// `node` begins at `now` to send `packet` to `peer`, or has received it from there.
    pub fn note(&mut self, now: SimTime, node: NodeId, peer: NodeId, packet: &Packet) {
        if self.probe_of.is_empty() {
            return;
        }
        if let Some(number) = self.probe_of[node.index()] {
            let packet = self.keep(*packet);
            self.probes[number as usize].1.packets.push((now, peer, packet));
        }
    }

    /// A packet whose datagram, if any, outlives its way through the world.
    fn keep(&self, mut packet: Packet) -> Packet {
        if let Body::Udp(datagram) = &mut packet.body {
            let bytes = self.payloads.read(datagram.payload, <[u8]>::to_vec);
            datagram.payload = self.kept.keep(bytes);
        }
        packet
    }

    /// One pcapng file per captured node, packets in order of time up to `ended`. `announced` says
    /// what a flow's SYN segments announce.
    pub fn into_files(
        self,
        ended: SimTime,
        node_names: &[String],
        announced: &dyn Fn(FlowId) -> Announced,
    ) -> Vec<(String, Vec<u8>)> {
        let kept = self.kept;
        self.probes
            .into_iter()
            .map(|(node, mut probe)| {
                // What was accepted but not yet sent was noted ahead of its time.
                probe.packets.retain(|&(at, ..)| at <= ended);
                let name = &node_names[node.index()];
                (name.clone(), file(probe, name, node_names, announced, &kept))
            })
            .collect()
    }
}

fn file(
    mut probe: Probe,
    name: &str,
    node_names: &[String],
    announced: &dyn Fn(FlowId) -> Announced,
    kept: &Payloads,
) -> Vec<u8> {
    // Sent packets were noted when they were accepted; a stable sort keeps simultaneous ones in
    // order.
    probe.packets.sort_by_key(|(at, ..)| *at);
    write(&probe, name, node_names, announced, kept).expect("writing to memory does not fail")
}

fn write(
    probe: &Probe,
    name: &str,
    node_names: &[String],
    announced: &dyn Fn(FlowId) -> Announced,
    kept: &Payloads,
) -> std::io::Result<Vec<u8>> {
    let application = concat!("skyseam ", env!("CARGO_PKG_VERSION"));
    let mut writer = Writer::new(Vec::new(), application)?;
    let mut interfaces = BTreeMap::new();
    for (at, peer, packet) in &probe.packets {
        let interface = match interfaces.get(peer) {
            Some(&known) => known,
            None => {
                let label = format!("{name} - {}", node_names[peer.index()]);
                let added = writer.interface(&label)?;
                interfaces.insert(*peer, added);
                added
            }
        };
        let emitted = match packet.body {
            Body::Udp(datagram) => {
                kept.read(datagram.payload, |bytes| udp::emit(packet, datagram, bytes))
            }
            _ => wire::emit(packet, announced(packet.flow)),
        };
        writer.packet(interface, *at, &emitted.bytes, emitted.original_length)?;
    }
    writer.finish()
}
