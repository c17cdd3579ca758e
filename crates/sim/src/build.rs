//! From a scenario and its timeline to a world: transmitters, ports, flows.

use std::collections::BTreeMap;
use std::sync::Arc;

use skyseam_base::{NodeId, SimTime};
use skyseam_constellation::{NodeKind, Timeline};
use skyseam_host::quic::Surroundings;
use skyseam_net::harq::Harq;
use skyseam_net::{
    Direction, LinkConfig, LinkContext, RadioConfig, Transmitter, channel, reordering,
};
use skyseam_scenario::{Scenario, link_ends};

use crate::capture::{Capture, Point};
use crate::collect::{Collector, Wanted};
use crate::flows::{Flows, Series};
use crate::world::radio::{Radio, RadioLink, Receiver};
use crate::world::serving::Users;
use crate::world::{self, Port, World};

/// The links of a world as they are built: who can send to whom, and what each link is called in
/// results.
struct Links {
    seed: u64,
    start: SimTime,
    transmitters: Vec<Transmitter>,
    names: Vec<String>,
    ports: Vec<Vec<Port>>,
    /// Who shares each downlink: all terminals.
    users: Vec<NodeId>,
    radio: RadioParts,
}

/// What links with HARQ have beside their transmitters.
#[derive(Default)]
struct RadioParts {
    /// By transmitter.
    links: Vec<Option<RadioLink>>,
    receivers: Vec<Receiver>,
    /// Receivers of terminals.
    receiver_of: BTreeMap<NodeId, u32>,
    /// What receivers are called in results.
    names: Vec<String>,
}

impl RadioParts {
    fn add_receiver(&mut self, radio: &RadioConfig, context: &LinkContext<'_>, name: &str) -> u32 {
        let channel = channel::build(&radio.channel, context);
        let reordering = radio.reordering.as_ref().map(reordering::build);
        self.receivers.push(Receiver::new(channel, reordering));
        self.names.push(name.to_owned());
        self.receivers.len() as u32 - 1
    }
}

/// HARQ as links have it that share a configuration.
fn shared_harq(config: &LinkConfig) -> Option<Arc<Harq>> {
    let radio = config.radio.as_ref()?;
    let exceeded = |p| channel::level_exceeded_with(&radio.channel, p);
    Some(Arc::new(Harq::new(&radio.harq, &exceeded)))
}

impl Links {
    fn add(
        &mut self,
        from: NodeId,
        peer: Option<NodeId>,
        name: String,
        config: &LinkConfig,
        harq: Option<&Receiving<'_>>,
    ) {
        let transmitter = self.transmitters.len() as u32;
        let context = LinkContext { seed: self.seed, name: &name, start: self.start };
        let users = self.users.len() as u32;
        self.transmitters.push(Transmitter::shared(config, &context, users));
        let radio = config.radio.as_ref().zip(harq).map(|(radio, receiving)| RadioLink {
            harq: receiving.harq.clone(),
            framing_bytes: config.framing_bytes,
            receiver: receiving.only.map(|only| self.radio.add_receiver(radio, &context, only)),
        });
        self.radio.links.push(radio);
        self.names.push(name);
        self.ports[from.index()].push(Port { peer, transmitter });
    }
}

/// What results call the receiver of an uplink: it is the terminal's own whoever serves it.
const SATELLITES: &str = "satellites";

/// HARQ of a link, and who receives it.
struct Receiving<'a> {
    harq: Arc<Harq>,
    /// What the only receiver is called; `None` where each terminal is one.
    only: Option<&'a str>,
}

/// A transmitter that the scenario's checks made sure of.
fn checked(config: &Option<LinkConfig>) -> &LinkConfig {
    config.as_ref().expect("links checked by the scenario")
}

/// Every link that the scenario can use. A terminal has one uplink, a satellite one downlink for
/// all terminals below it, each direction of an inter-satellite link and of a wire is its own.
fn links(scenario: &Scenario, timeline: &Timeline) -> Links {
    let nodes = timeline.nodes();
    let is_terminal = |id: &NodeId| matches!(nodes[id.index()].kind, NodeKind::Terminal);
    let terminals = (0..).map(NodeId).take(nodes.len()).filter(is_terminal);
    let mut links = Links {
        seed: scenario.run.seed,
        start: scenario.run.start,
        transmitters: vec![],
        names: vec![],
        ports: vec![vec![]; nodes.len()],
        users: terminals.collect(),
        radio: RadioParts::default(),
    };
    let has_terminals = !links.users.is_empty();
    let harq = |config: &Option<LinkConfig>| config.as_ref().and_then(shared_harq);
    let (uplink_harq, downlink_harq) = match has_terminals {
        true => (harq(&scenario.links.uplink), harq(&scenario.links.downlink)),
        false => (None, None),
    };
    for (id, node) in (0..).map(NodeId).zip(nodes) {
        match node.kind {
            NodeKind::Terminal => {
                let name = format!("{} uplink", node.name);
                let only = Some(SATELLITES);
                let harq = uplink_harq.clone().map(|harq| Receiving { harq, only });
                links.add(id, None, name, checked(&scenario.links.uplink), harq.as_ref());
                if let Some(radio) = &checked(&scenario.links.downlink).radio {
                    let name = format!("{} downlink", node.name);
                    let (seed, start) = (links.seed, links.start);
                    let context = LinkContext { seed, name: &name, start };
                    let receiver = links.radio.add_receiver(radio, &context, &node.name);
                    links.radio.receiver_of.insert(id, receiver);
                }
            }
            NodeKind::Satellite { .. } if has_terminals => {
                let name = format!("{} downlink", node.name);
                let harq = downlink_harq.clone().map(|harq| Receiving { harq, only: None });
                links.add(id, None, name, checked(&scenario.links.downlink), harq.as_ref());
            }
            _ => {}
        }
    }
    let name =
        |a: NodeId, b: NodeId| format!("{} -> {}", nodes[a.index()].name, nodes[b.index()].name);
    for &(a, b) in timeline.isl_pairs() {
        links.add(a, Some(b), name(a, b), checked(&scenario.links.isl), None);
        links.add(b, Some(a), name(b, a), checked(&scenario.links.isl), None);
    }
    for (&(a, b, _), config) in timeline.wires().iter().zip(&scenario.links.wires) {
        for (from, to, direction) in [(a, b, Direction::Forward), (b, a, Direction::Backward)] {
            let config = config.of_direction(direction);
            let only = Some(nodes[to.index()].name.as_str());
            let harq = shared_harq(&config).map(|harq| Receiving { harq, only });
            links.add(from, Some(to), name(from, to), &config, harq.as_ref());
        }
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

/// What things are called in results, by number.
pub(crate) struct Names {
    pub links: Vec<String>,
    /// Receivers of links with HARQ.
    pub receivers: Vec<String>,
}

/// A world in which nothing has happened yet, and the names of what is in it.
pub(crate) fn world(scenario: &Scenario, timeline: Arc<Timeline>) -> (World, Names) {
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
        harq: record.harq,
        throughput_bin: record.throughput_bin,
    };
    let captured = record.captures.iter().map(|name| capture_point(name, &timeline)).collect();
    let Links { transmitters, names, ports, users, radio, start, .. } = links(scenario, &timeline);
    let has_radio = radio.links.iter().any(Option::is_some);
    let RadioParts { links, receivers, receiver_of, names: receiver_names } = radio;
    let radio = has_radio.then(|| Radio::new(start, links, receivers, receiver_of));
    let surroundings = Surroundings { seed: scenario.run.seed, ..Surroundings::default() };
    let users = Users::new(users, transmitters.len());
    let capture = Capture::new(timeline.nodes().len(), captured, surroundings.payloads.clone());
    let world = World::new(
        timeline,
        world::Links { transmitters, radio, users, ports },
        scenario.queued_at_handover,
        Flows::new(series, surroundings),
        Collector::new(wanted),
        capture,
    );
    (world, Names { links: names, receivers: receiver_names })
}
