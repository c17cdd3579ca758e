//! Goal: rules that decide hop by hop, and protocols whose nodes send messages, are added by a
//! program with keys of their own: a scenario chooses them, they are in schema, manifest and the
//! list of models, and messages know their keys. Method: rules declared in this file, over wires on
//! which every count and time can be predicted, and over moving satellites.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::common::{counts, floats};
use serde_json::json;
use skyseam_base::{Duration, NodeId, SimTime};
use skyseam_constellation::Timeline;
use skyseam_constellation::routing::{
    Agent, AgentMessage, Agents, ForwardedPacket, ForwardingChoice, RouteSource, RoutingRule,
};
use skyseam_params::parameters;
use skyseam_params::values::{Count, PositiveSpan};
use skyseam_scenario::{Files, Models, Scenario};
use skyseam_sim::{Control, Outcome, run_alone};
use skyseam_trace::SeriesSet;

fn models(series: &SeriesSet) -> Models {
    Models::built_in()
        .with_series(series)
        .with_routing::<Around>()
        .with_routing::<Greedy>()
        .with_routing::<Astray>()
        .with_routing::<DistanceVector>()
}

/// The scenario with `rule` as the value of its routing key.
fn scenario(text: &str, rule: &str) -> Scenario {
    let text = format!("routing = {rule}\n{text}");
    let parsed = models(&skyseam_sim::series::built_in()).parse(&text, "own.toml", &Files::new());
    parsed.unwrap_or_else(|errors| panic!("{errors}")).scenario
}

fn outcome(text: &str, rule: &str) -> Outcome {
    run_alone(&scenario(text, rule), &mut |_| Control::Continue).expect("nobody cancels")
}

fn dropped(out: &Outcome, reason: &str) -> u64 {
    out.manifest["packets"]["dropped"][reason].as_u64().expect("a count")
}

/// Wires of 10 ms and 1 Mbit/s between these nodes, and pings of 125 B at a fixed interval.
fn wires(pairs: &[(&str, &str)], from: &str, to: &str, count: u32, interval: &str) -> String {
    let mut nodes: Vec<&str> = pairs.iter().flat_map(|&(a, b)| [a, b]).collect();
    nodes.sort_unstable();
    nodes.dedup();
    let mut text: String =
        nodes.iter().map(|name| format!("[[nodes]]\nname = \"{name}\"\n")).collect();
    for (a, b) in pairs {
        text += &format!(
            "[[wires]]\nbetween = [\"{a}\", \"{b}\"]\nrate = \"1 Mbit/s\"\ndelay = \"10 ms\"\n\
             queue = \"50 packets\"\n"
        );
    }
    text + &format!(
        "[[flows]]\nname = \"ping\"\nfrom = \"{from}\"\nto = \"{to}\"\n\
         application = {{ kind = \"ping\", count = {count}, interval = \"{interval}\", \
         size = \"125 B\" }}\n[run]\nduration = \"100 s\"\nrecord = [\"rtt\"]\n"
    )
}

/// Packets per link, as the results name links.
fn carried(out: &Outcome) -> BTreeMap<String, u64> {
    let names = crate::common::names(out, "links", "link").into_iter().flatten();
    names.zip(counts(out, "links", "packets")).collect()
}

parameters! {
    /// Around a ring: every n-th packet that a node sends goes the other way round; at other nodes
    /// a packet continues in its direction and never returns to the previous node.
    pub struct Around "around" from "this test" {
        /// Interval between packets that go the other way.
        every: Count<1, 1000> = 2,
    }
}

const AROUND: &str = "{ kind = \"around\", every = 3 }";

#[derive(Debug)]
struct AroundSource {
    every: u32,
    timeline: Arc<Timeline>,
    /// Number of packets that each node has sent.
    made: Vec<u32>,
}

impl RoutingRule for Around {
    fn build(&self, timeline: &Arc<Timeline>) -> Box<dyn RouteSource> {
        let (every, made) = (self.every, vec![0; timeline.nodes().len()]);
        Box::new(AroundSource { every, timeline: timeline.clone(), made })
    }
}

impl RouteSource for AroundSource {
    fn route(&mut self, hop: &ForwardedPacket<'_>) -> ForwardingChoice {
        let neighbours = self.timeline.neighbours(hop.at, hop.now);
        assert!(hop.packet.ttl <= 64 && hop.packet.destination != hop.at);
        let next = match hop.from {
            Some(from) => neighbours.into_iter().find(|&end| end != from),
            None => {
                let made = &mut self.made[hop.at.index()];
                *made += 1;
                neighbours.get(usize::from(made.is_multiple_of(self.every))).copied()
            }
        };
        ForwardingChoice { next, until: SimTime::ZERO }
    }
}

#[test]
fn a_rule_sees_the_packet_where_it_came_from_and_its_own_state() {
    let ring = [("a", "b"), ("b", "c"), ("c", "d"), ("d", "a")];
    let text = wires(&ring, "a", "c", 12, "1 s");
    // Requests: 8 of 12 by b, its lowest neighbour, 4 by d; replies of c likewise.
    let out = outcome(&text, AROUND);
    let expected = [
        ("a -> b", 8),
        ("b -> c", 8),
        ("a -> d", 4),
        ("d -> c", 4),
        ("c -> b", 8),
        ("b -> a", 8),
        ("c -> d", 4),
        ("d -> a", 4),
    ];
    let expected = expected.map(|(link, count)| (link.to_owned(), count));
    assert_eq!(carried(&out), BTreeMap::from(expected));
    assert_eq!(counts(&out, "flows", "rtt_samples"), [12]);
    assert!(floats(&out, "rtt", "rtt_ms").iter().all(|rtt| (rtt - 44.0).abs() < 1e-6));
    // Its key says something, and the same key the same.
    assert_ne!(carried(&outcome(&text, "\"around\"")), carried(&out));
    assert_eq!(format!("{:?}", outcome(&text, AROUND)), format!("{out:?}"));
}

parameters! {
    /// To the neighbour nearest to the destination, if it is nearer by a margin: geographic routing
    /// in its simplest form.
    pub struct Greedy "greedy" from "this test" {
        /// Margin by which it has to be nearer, km.
        nearer_by: Count<0, 100_000> = 0,
    }
}

#[derive(Debug)]
struct GreedySource {
    nearer_by_km: f64,
    timeline: Arc<Timeline>,
}

impl RoutingRule for Greedy {
    fn build(&self, timeline: &Arc<Timeline>) -> Box<dyn RouteSource> {
        let nearer_by_km = f64::from(self.nearer_by);
        Box::new(GreedySource { nearer_by_km, timeline: timeline.clone() })
    }
}

impl RouteSource for GreedySource {
    fn route(&mut self, hop: &ForwardedPacket<'_>) -> ForwardingChoice {
        let sky = self.timeline.sky();
        let to = hop.packet.destination;
        let off = |node| if node == to { 0.0 } else { sky.range_km(node, to, hop.now) };
        let neighbours = self.timeline.neighbours(hop.at, hop.now);
        let nearest = neighbours.into_iter().min_by(|&a, &b| off(a).total_cmp(&off(b)));
        let next = nearest.filter(|&next| off(next) + self.nearer_by_km < off(hop.at));
        ForwardingChoice { next, until: SimTime::ZERO }
    }
}

const SKY: &str = r#"
    constellation.preset = "iridium"
    handover.kind = "shortest-path"
    [links]
    uplink = { rate = "10 Mbit/s", queue = "9 packets" }
    downlink = { rate = "10 Mbit/s", queue = "9 packets" }
    isl = { rate = "10 Mbit/s", queue = "9 packets" }
    [[terminals]]
    name = "MAD"
    latitude = "40.4 deg"
    longitude = "-3.7 deg"
    [[terminals]]
    name = "HEL"
    latitude = "60.2 deg"
    longitude = "24.9 deg"
    [[flows]]
    name = "ping"
    from = "MAD"
    to = "HEL"
    application = { kind = "ping", count = 300, interval = "10 s", size = "125 B" }
    [run]
    duration = "3100 s"
    record = ["rtt"]
"#;

/// Greedy paths are found only from neighbours: none is shorter than the best, and if no neighbour
/// is nearer there is no route.
#[test]
fn a_geographic_rule_carries_packets_over_satellites_that_move() {
    let greedy = outcome(SKY, "\"greedy\"");
    let best = outcome(SKY, "{ metric = \"delay\" }");
    let rtts = |out: &Outcome| floats(out, "rtt", "rtt_ms");
    let (found, shortest) = (rtts(&greedy), rtts(&best));
    assert!(found.len() > 60 && shortest.len() == 300, "{} {}", found.len(), shortest.len());
    let least = |rtts: &[f64]| rtts.iter().copied().fold(f64::INFINITY, f64::min);
    assert!(least(&found) >= least(&shortest) - 1e-6);
    // Where the nearest satellite is not linked to the one over the destination, the way ends.
    assert_eq!(found.len() as u64 + dropped(&greedy, "no_route"), 300);
    // No satellite is that much nearer than a terminal to another.
    let strict = outcome(SKY, "{ kind = \"greedy\", nearer_by = 10000 }");
    assert_eq!(dropped(&strict, "no_route"), 300);
}

parameters! {
    /// A faulty rule: it names a node that is not a neighbour, or never reachable. Packets end
    /// there, and the run goes on.
    pub struct Astray "astray" from "this test" {
        /// Number of the node.
        to: Count<0, 100>,
    }
}

#[derive(Debug)]
struct AstraySource(NodeId);

impl RoutingRule for Astray {
    fn build(&self, _: &Arc<Timeline>) -> Box<dyn RouteSource> {
        Box::new(AstraySource(NodeId(self.to)))
    }
}

impl RouteSource for AstraySource {
    fn route(&mut self, _: &ForwardedPacket<'_>) -> ForwardingChoice {
        ForwardingChoice { next: Some(self.0), until: SimTime::MAX }
    }
}

#[test]
fn a_next_hop_without_a_link_is_no_route_and_circles_end() {
    let chain = [("a", "b"), ("b", "c")];
    let text = wires(&chain, "a", "c", 5, "1 s");
    // From a to c, which is no neighbour of a.
    assert_eq!(dropped(&outcome(&text, "{ kind = \"astray\", to = 2 }"), "no_route"), 5);
    // From a to b, and from b to itself.
    assert_eq!(dropped(&outcome(&text, "{ kind = \"astray\", to = 1 }"), "no_route"), 5);
    let ring = [("a", "b"), ("b", "c"), ("c", "a"), ("d", "a")];
    // Nobody goes to d, whose only neighbour every packet passes again and again.
    let out = outcome(&wires(&ring, "b", "d", 5, "1 s"), "{ kind = \"around\", every = 1 }");
    assert_eq!(dropped(&out, "ttl_expired"), 5);
    assert_eq!(out.manifest["packet_hops"], 5 * 64);
}

parameters! {
    /// A distance-vector protocol: a node that learns of a shorter route notifies all neighbours
    /// immediately, and all nodes send their whole table periodically.
    pub struct DistanceVector "distance-vector" from "after RIP, RFC 2453" {
        /// Interval between whole tables.
        period: PositiveSpan = Duration::from_secs(10),
    }
}

#[derive(Debug)]
struct Vectors {
    node: NodeId,
    timeline: Arc<Timeline>,
    period: Duration,
    next: SimTime,
    /// By destination, the number of links and the neighbour on the route to it.
    table: BTreeMap<NodeId, (u8, NodeId)>,
    outbox: Vec<AgentMessage>,
}

impl RoutingRule for DistanceVector {
    fn build(&self, timeline: &Arc<Timeline>) -> Box<dyn RouteSource> {
        Box::new(Agents::new(timeline, |node| Vectors {
            node,
            timeline: timeline.clone(),
            period: self.period,
            next: SimTime::ZERO,
            table: BTreeMap::from([(node, (0, node))]),
            outbox: Vec::new(),
        }))
    }
}

impl Vectors {
    fn tell(&mut self, now: SimTime) {
        let entry = |(to, (links, _)): (&NodeId, &(u8, NodeId))| [to.0 as u8, *links];
        let bytes: Vec<u8> = self.table.iter().flat_map(entry).collect();
        let neighbours = self.timeline.neighbours(self.node, now).into_iter();
        self.outbox.extend(neighbours.map(|to| AgentMessage { to, bytes: bytes.clone() }));
    }
}

impl Agent for Vectors {
    fn handle_packet(&mut self, now: SimTime, from: NodeId, message: &[u8]) {
        let mut news = false;
        for entry in message.chunks_exact(2) {
            let (to, links) = (NodeId(u32::from(entry[0])), entry[1] + 1);
            if self.table.get(&to).is_none_or(|&(known, _)| links < known) {
                self.table.insert(to, (links, from));
                news = true;
            }
        }
        if news {
            self.tell(now);
        }
    }

    fn handle_timeout(&mut self, now: SimTime) {
        self.next = now + self.period;
        self.tell(now);
    }

    fn poll_transmit(&mut self, _: SimTime) -> Option<AgentMessage> {
        (!self.outbox.is_empty()).then(|| self.outbox.remove(0))
    }

    fn poll_timeout(&self) -> Option<SimTime> {
        Some(self.next)
    }

    fn next_hop(&mut self, hop: &ForwardedPacket<'_>) -> Option<NodeId> {
        self.table.get(&hop.packet.destination).map(|&(_, next)| next)
    }
}

const CHAIN: [(&str, &str); 4] = [("a", "b"), ("b", "c"), ("c", "d"), ("d", "e")];

/// Every 10 ms a ping from one end of a chain to the other. News of `e` take four links to `a`, of
/// 10 ms each and some 0.3 ms for the bits: for that time there is no route, then all come back.
#[test]
fn agents_learn_from_messages_what_packets_then_follow() {
    let text = wires(&CHAIN, "a", "e", 200, "10 ms");
    let rule = "\"distance-vector\"";
    let out = outcome(&text, rule);
    // Sent at 0, 10, 20, 30, 40 ms: too early.
    assert_eq!(dropped(&out, "no_route"), 5);
    let times = floats(&out, "drops", "t_s");
    assert_eq!(times.len(), 5);
    assert!(times.iter().all(|t| *t < 0.0403), "{times:?}");
    let rtts = floats(&out, "rtt", "rtt_ms");
    assert_eq!(rtts.len(), 195);
    let alone = rtts.iter().filter(|&rtt| (rtt - 88.0).abs() < 1e-6).count();
    assert!(alone > 180 && rtts.iter().all(|rtt| *rtt < 91.0), "{alone} {rtts:?}");
    // On each link the pings that it carried, and messages besides.
    let links = carried(&out);
    assert_eq!(links.len(), 8);
    assert!(links.values().all(|&packets| packets > 195), "{links:?}");
    let sent = out.manifest["packets"]["sent"].as_u64().expect("a count");
    let crossed: u64 = links.values().sum();
    assert_eq!(crossed - 8 * 195, sent - 200 - 195, "a message crosses one link");
    assert_eq!(format!("{:?}", outcome(&text, rule)), format!("{out:?}"));
}

/// Messages are lost as other packets are, and do not keep a run alive that has nothing else to do.
#[test]
fn messages_take_their_chances_on_links() {
    let lossy = "delay = \"10 ms\"\nloss = { kind = \"bernoulli\", probability = 0.3 }\n";
    let text = wires(&CHAIN, "a", "e", 200, "10 ms").replace("delay = \"10 ms\"\n", lossy);
    let rule = "{ kind = \"distance-vector\", period = \"50 ms\" }";
    let out = outcome(&text, rule);
    let losses: u64 = counts(&out, "links", "losses").iter().sum();
    let (dropped, rows) = (dropped(&out, "link_loss"), floats(&out, "drops", "t_s").len() as u64);
    // What is lost is noted when it would have arrived.
    let inside = out.manifest["packets"]["inside_at_end"].as_u64().expect("a count");
    assert!(losses >= dropped && losses - dropped <= inside, "{losses} {dropped} {inside}");
    assert!(rows < dropped, "the table is of flows: {rows} rows, {dropped} drops");
    assert!(counts(&out, "flows", "rtt_samples")[0] > 0);
    assert_eq!(out.manifest["end_reason"], "all flows had ended");
    let captured = text.replace("record =", "captures = [\"a\", \"c\"]\nrecord =");
    let seen = outcome(&captured, rule);
    assert_eq!(format!("{:?}", seen.tables), format!("{:?}", out.tables));
    assert!(seen.captures.iter().all(|(_, file)| file.len() > 10_000));
}

/// Over satellites: terminals come and go, links to them queue, and messages for a satellite that a
/// terminal has left are dropped.
#[test]
fn a_protocol_runs_over_satellites_and_conserves_packets() {
    let sky = SKY.replace("shortest-path", "highest-elevation").replace("3100 s", "300 s");
    for queued in ["lost", "forwarded"] {
        let queue = r#"queue = { kind = "codel", limit = "9 packets" }"#;
        let text =
            sky.replace("handover.kind", &format!("handover.queued = \"{queued}\"\nhandover.kind"));
        let out = outcome(
            &text.replace("queue = \"9 packets\"", queue),
            "{ kind = \"distance-vector\", period = \"1 s\" }",
        );
        let sent = out.manifest["packets"]["sent"].as_u64().expect("a count");
        assert!(sent > 10_000, "{sent}");
    }
}

#[test]
fn rules_are_read_with_defaults_and_printed_with_them() {
    let text = wires(&CHAIN, "a", "e", 5, "1 s");
    let printed = |rule| scenario(&text, rule).resolved()["routing"].clone();
    let expected = json!({ "kind": "distance-vector", "period": "10 s" });
    assert_eq!(printed("\"distance-vector\""), expected);
    assert_eq!(printed("{ kind = \"greedy\", nearer_by = 7 }")["nearer_by"], 7);
    let (rule, usual) = (printed("{ metric = \"hops\" }"), printed("{}"));
    assert_eq!((&rule["kind"], &rule["metric"]), (&json!("shortest-path"), &json!("hops")));
    assert_eq!(usual["metric"], "delay");
}

#[test]
fn the_schema_and_the_models_have_them() {
    let models = models(&SeriesSet::default());
    let schema = models.schema().to_string();
    assert!(
        schema.contains("\"distance-vector\"") && schema.contains("Interval between whole tables")
    );
    let listed = models.list();
    let own = listed.as_array().unwrap().iter().filter(|row| row["key"] == "routing.kind");
    let names: Vec<&str> = own.map(|row| row["name"].as_str().unwrap()).collect();
    assert_eq!(names[..3], ["shortest-path", "geographic", "centralized"]);
    assert_eq!(names[3..], ["around", "greedy", "astray", "distance-vector"]);
    assert!(!Models::built_in().schema().to_string().contains("distance-vector"));
}

#[test]
fn messages_know_their_keys_and_names() {
    let refused = |rule: &str| {
        let text = format!("routing = {rule}\n{}", wires(&CHAIN, "a", "e", 5, "1 s"));
        let parsed = models(&SeriesSet::default()).parse(&text, "own.toml", &Files::new());
        parsed.expect_err("a mistake").to_string()
    };
    let message = refused("{ kind = \"distance-vector\", peroid = \"3 s\" }");
    assert!(message.contains("unknown key `peroid`"), "{message}");
    assert!(message.contains("did you mean `period`?"), "{message}");
    let message = refused("\"distance-vektor\"");
    assert!(message.contains("did you mean \"distance-vector\"?"), "{message}");
    let message = refused("{ knd = \"greedy\" }");
    assert!(message.contains("did you mean `kind`?"), "{message}");
    assert!(refused("{ kind = \"astray\" }").contains("the key `to` is missing"));
}
