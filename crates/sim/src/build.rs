//! From a scenario and its timeline to a world: transmitters, ports, flows.

use std::sync::Arc;

use skyseam_base::{NodeId, SimTime};
use skyseam_constellation::{NodeKind, Timeline};
use skyseam_host::quic::Surroundings;
use skyseam_net::{Direction, LinkConfig, LinkContext, Transmitter};
use skyseam_scenario::{Scenario, link_ends};

use crate::capture::{Capture, Point};
use crate::collect::{Collector, Wanted};
use crate::flows::{Flows, Series};
use crate::world::{Port, World};

/// The links of a world: who can send to whom, and what each link is called in results.
struct Links {
    seed: u64,
    start: SimTime,
    transmitters: Vec<Transmitter>,
    names: Vec<String>,
    ports: Vec<Vec<Port>>,
}

impl Links {
    fn add(&mut self, from: NodeId, peer: Option<NodeId>, name: String, config: &LinkConfig) {
        let transmitter = self.transmitters.len() as u32;
        let context = LinkContext { seed: self.seed, name: &name, start: self.start };
        self.transmitters.push(Transmitter::new(config, &context));
        self.names.push(name);
        self.ports[from.index()].push(Port { peer, transmitter });
    }
}

/// A transmitter that the scenario's checks made sure of.
fn checked(config: &Option<LinkConfig>) -> &LinkConfig {
    config.as_ref().expect("links checked by the scenario")
}

/// Every link that the scenario can use. A terminal has one uplink, a satellite one downlink for
/// all terminals below it, each direction of an inter-satellite link and of a wire is its own.
fn links(scenario: &Scenario, timeline: &Timeline) -> Links {
    let nodes = timeline.nodes();
    let mut links = Links {
        seed: scenario.run.seed,
        start: scenario.run.start,
        transmitters: vec![],
        names: vec![],
        ports: vec![vec![]; nodes.len()],
    };
    let has_terminals = nodes.iter().any(|node| matches!(node.kind, NodeKind::Terminal));
    for (id, node) in (0..).map(NodeId).zip(nodes) {
        match node.kind {
            NodeKind::Terminal => {
                links.add(
                    id,
                    None,
                    format!("{} uplink", node.name),
                    checked(&scenario.links.uplink),
                );
            }
            NodeKind::Satellite { .. } if has_terminals => {
                links.add(
                    id,
                    None,
                    format!("{} downlink", node.name),
                    checked(&scenario.links.downlink),
                );
            }
            _ => {}
        }
    }
    let name =
        |a: NodeId, b: NodeId| format!("{} -> {}", nodes[a.index()].name, nodes[b.index()].name);
    for &(a, b) in timeline.isl_pairs() {
        links.add(a, Some(b), name(a, b), checked(&scenario.links.isl));
        links.add(b, Some(a), name(b, a), checked(&scenario.links.isl));
    }
    for (&(a, b, _), config) in timeline.wires().iter().zip(&scenario.links.wires) {
        links.add(a, Some(b), name(a, b), &config.of_direction(Direction::Forward));
        links.add(b, Some(a), name(b, a), &config.of_direction(Direction::Backward));
    }
    links
}

/// Where a capture of this name looks: at all interfaces of a node, or at one.
fn capture_point(name: &str, timeline: &Timeline) -> Point {
    let node = |name: &str| timeline.node(name).expect("names checked by the scenario");
    let (at, peer) = match link_ends(name) {
        Some((at, peer)) if timeline.node(name).is_none() => (node(at), Some(node(peer))),
        _ => (node(name), None),
    };
    Point { name: name.to_owned(), node: at, peer }
}

/// A world in which nothing has happened yet, and the names of its links.
pub(crate) fn world(scenario: &Scenario, timeline: Arc<Timeline>) -> (World, Vec<String>) {
    let node = |name: &str| timeline.node(name).expect("names checked by the scenario");
    let series = scenario
        .flows
        .iter()
        .map(|flow| Series {
            name: flow.name.clone(),
            from: node(&flow.from),
            to: node(&flow.to),
            start: scenario.run.start + flow.start,
            count: flow.repeat.count,
            every: flow.repeat.every,
            application: flow.application.clone(),
            transport: flow.transport.clone(),
            proxies: flow
                .split_at
                .iter()
                .map(|split| (node(&split.node), split.proxy.clone()))
                .collect(),
        })
        .collect();
    let record = &scenario.run.record;
    let wanted = Wanted {
        cwnd: record.cwnd,
        rtt: record.rtt,
        retransmissions: record.retransmissions,
        delayed_acks: record.delayed_acks,
        queue: record.queue,
        sequence: record.sequence,
        rate: record.rate,
        throughput_bin: record.throughput_bin,
    };
    let captured = record.captures.iter().map(|name| capture_point(name, &timeline)).collect();
    let Links { transmitters, names, ports, .. } = links(scenario, &timeline);
    let surroundings = Surroundings { seed: scenario.run.seed, ..Surroundings::default() };
    let capture = Capture::new(timeline.nodes().len(), captured, surroundings.payloads.clone());
    let world = World::new(
        timeline,
        transmitters,
        ports,
        scenario.queued_at_handover,
        Flows::new(series, surroundings),
        Collector::new(wanted),
        capture,
    );
    (world, names)
}
