//! A run that is advanced in steps, and whose attached nodes exchange packets with programs.
//!
//! Owns the packets of programs: how they enter the world, what has arrived, and what was dropped.
//! [`Live`] steps through the same events as [`crate::run()`]; without attached nodes it gives the
//! same bytes, however the time is divided into steps.

use std::any::Any;
use std::collections::{BTreeMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::{io, mem};

use serde_json::{Map, Value as Json};
use skyseam_app::{Application, Bulk};
use skyseam_base::{Duration, FlowId, NodeId, SimTime};
use skyseam_constellation::{NodeKind, Timeline};
use skyseam_endpoint::transport::{ConnectionPayload, FlowSetup, Transport};
use skyseam_endpoint::{BoxedEndpoint, Endpoint, FlowEndpoint, FlowReport, Polled};
use skyseam_engine::Control;
use skyseam_net::Transmitter;
use skyseam_packet::pcapng::{InterfaceId, LinkType, Writer};
use skyseam_packet::{Body, Ecn, Packet, Payloads, Raw, ip};
use skyseam_params::{Model, Parameters};
use skyseam_scenario::{Flow, Repeat, Scenario};
use skyseam_trace::{DropReason, Recorder};

use crate::build;
use crate::id::EndpointId;
use crate::regions::least_delay_to_ground;
use crate::run::{NoOutcome, Ran, RunOptions, Steps, Watcher, check_effort};

/// Name of the capture that holds the packets that were handed in.
pub const RECORDING: &str = "handed in";

/// A packet of a program that reached an attached node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Arrival {
    /// Time of its last bit.
    pub at: SimTime,
    /// Time when it was handed in.
    pub sent: SimTime,
    /// Attached node where it was handed in, by its index among the attached.
    pub source: usize,
    /// Attached node that it reached.
    pub node: usize,
    /// The IP packet, with the hop limit that is left.
    pub bytes: Vec<u8>,
}

/// A packet of a program that was dropped inside the world.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DroppedPacket {
    /// Time of the drop.
    pub at: SimTime,
    /// Name of the node that dropped it.
    pub node: String,
    /// Number of that node.
    pub number: u32,
    /// Cause, as in the table `drops`.
    pub reason: DropReason,
    /// Time when it was handed in.
    pub sent: SimTime,
    /// The IP packet, with the hop limit that was left.
    pub bytes: Vec<u8>,
}

/// Reason for which a packet of a program cannot enter the world.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum NotSent {
    /// The bytes are not an IP packet.
    #[error("not an IP packet: {0}")]
    NotIp(String),
    /// Source and destination are the same node, or one is not attached.
    #[error("no packets go from attached node {0} to {1}: expected two different ones")]
    NoPath(usize, usize),
    /// The run has ended.
    #[error("the run ended at {0} s")]
    Ended(f64),
}

/// Reason for which a world cannot be attached to.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum NotAttached {
    /// No terminal or node has the name.
    #[error("\"{name}\" is not a terminal or node of the scenario{}", hint(.candidates))]
    Unknown {
        /// Name as given.
        name: String,
        /// Names that exist, some of them.
        candidates: Vec<String>,
    },
    /// A name was given twice.
    #[error("\"{0}\" is attached twice")]
    Twice(String),
    /// One node alone exchanges packets with nobody.
    #[error("one node is attached: expected none, or two and more that exchange packets")]
    Alone,
    /// The scenario does not say what a kind of link is like.
    #[error(
        "packets need links.{0}, which the scenario does not have; expected rate and queue, such \
         as {0} = {{ rate = \"25 Mbit/s\", queue = \"50 packets\" }} under [links]"
    )]
    NoLink(&'static str),
    /// The scenario has neither flows nor attached nodes.
    #[error("the scenario has no flows and no node is attached, so nothing happens")]
    Nothing,
    /// There is no world for the scenario.
    #[error(transparent)]
    NoOutcome(#[from] NoOutcome),
}

fn hint(candidates: &[String]) -> String {
    match candidates.is_empty() {
        true => String::new(),
        false => format!(": it has {}", candidates.join(", ")),
    }
}

/// Lower bound on the delay of the last link to one of the `attached` nodes: a wire, or the
/// shortest one to a satellite. Zero where traces, retransmissions of links or beams decide it.
fn least_last_delay(scenario: &Scenario, steps: &Steps, attached: &[NodeId]) -> Duration {
    let (world, timeline) = (&steps.world, &steps.timeline);
    let is_traced = world.transmitters().iter().any(Transmitter::has_traced_delay);
    if is_traced || world.harq().is_some() || !scenario.links.beams.is_empty() {
        return Duration::ZERO;
    }
    let wires = timeline.wires().iter();
    let wires = wires.filter(|(a, b, _)| attached.contains(a) || attached.contains(b));
    let is_terminal = |node: &&NodeId| timeline.nodes()[node.index()].kind == NodeKind::Terminal;
    let terminal = attached.iter().find(is_terminal);
    let height = terminal.map(|_| least_delay_to_ground(scenario, timeline));
    wires.flat_map(|&(_, _, delays)| delays).chain(height).min().unwrap_or(Duration::ZERO)
}

/// Packets of programs that one endpoint has to send.
type Outgoing = Arc<Mutex<VecDeque<Vec<u8>>>>;

/// Packets of programs that have arrived.
type Arrivals = Arc<Mutex<Vec<Arrival>>>;

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The transport between two attached nodes: both ends send what programs hand in.
#[derive(Clone, Debug)]
struct LiveTransport {
    /// Packets to send, by the end that opens the flow and the other one.
    outgoing: [Outgoing; 2],
    /// Attached nodes at the ends.
    nodes: [usize; 2],
    arrivals: Arrivals,
}

impl Parameters for LiveTransport {
    fn name(&self) -> &'static str {
        "live"
    }

    fn printed(&self) -> Map<String, Json> {
        Map::new()
    }

    fn equals(&self, other: &dyn Any) -> bool {
        let other = other.downcast_ref::<Self>();
        other.is_some_and(|other| Arc::ptr_eq(&self.arrivals, &other.arrivals))
    }
}

impl Transport for LiveTransport {
    fn is_two_way(&self) -> bool {
        true
    }

    fn open(&self, opening: FlowSetup<'_>, _: ConnectionPayload) -> [BoxedEndpoint; 2] {
        let FlowSetup { flow, from, to, start, shared, .. } = opening;
        let end = |side: usize, source, destination| -> BoxedEndpoint {
            Box::new(LiveEndpoint {
                flow,
                source,
                destination,
                node: self.nodes[side],
                other: self.nodes[1 - side],
                outgoing: self.outgoing[side].clone(),
                arrivals: self.arrivals.clone(),
                payloads: shared.payloads.clone(),
                report: FlowReport { started: Some(start), ..FlowReport::default() },
            })
        };
        [end(0, from, to), end(1, to, from)]
    }

    fn largest_packet(&self) -> u32 {
        u16::MAX.into()
    }
}

/// One end of the packets between two attached nodes.
#[derive(Debug)]
struct LiveEndpoint {
    flow: FlowId,
    source: NodeId,
    destination: NodeId,
    /// Attached node at this end, and at the other one.
    node: usize,
    other: usize,
    outgoing: Outgoing,
    arrivals: Arrivals,
    payloads: Payloads,
    report: FlowReport,
}

impl Endpoint for LiveEndpoint {
    fn handle_packet(&mut self, now: SimTime, packet: &Packet, _: &mut dyn Recorder) {
        let Body::Raw(raw) = packet.body else { return };
        let mut bytes = self.payloads.read(raw.header, <[u8]>::to_vec);
        ip::update(&mut bytes, packet.ttl, packet.ecn);
        self.report.packets_received += 1;
        self.report.bytes_delivered += bytes.len() as u64;
        self.report.last_received = Some(now);
        locked(&self.arrivals).push(Arrival {
            at: now,
            sent: packet.created,
            source: self.other,
            node: self.node,
            bytes,
        });
    }

    fn handle_timeout(&mut self, _: SimTime, _: &mut dyn Recorder) {}

    fn poll_transmit(&mut self, now: SimTime, place: &mut Packet, _: &mut dyn Recorder) -> Polled {
        let Some(bytes) = locked(&self.outgoing).pop_front() else { return Polled::Nothing };
        self.report.first_sent.get_or_insert(now);
        self.report.packets_sent += 1;
        let (ttl, size) = (ip::hop_limit(&bytes), bytes.len() as u32);
        let class = ip::traffic_class(&bytes);
        let protocol = ip::encapsulation(&bytes);
        *place = Packet {
            flow: self.flow,
            source: self.source,
            destination: self.destination,
            size,
            ttl,
            ecn: Ecn::from_bits(class),
            dscp: class >> 2,
            created: now,
            body: Body::Raw(Raw { protocol, header: self.payloads.keep(bytes), payload: 0 }),
            ..Packet::BLANK
        };
        Polled::MayBeMore
    }

    fn poll_timeout(&self) -> Option<SimTime> {
        None
    }
}

impl FlowEndpoint for LiveEndpoint {
    fn report(&self) -> FlowReport {
        self.report
    }

    /// A program may hand in a packet at any time.
    fn has_pending_work(&self) -> bool {
        true
    }

    fn is_bidirectional(&self) -> bool {
        true
    }
}

/// The flow between two attached nodes, and what it has to send.
struct LiveFlow {
    flow: FlowId,
    outgoing: [Outgoing; 2],
}

/// The packets that were handed in, as a capture with an interface for each ordered pair of
/// attached nodes.
struct Recording {
    writer: Writer<Vec<u8>>,
    interfaces: BTreeMap<(usize, usize), InterfaceId>,
}

impl Recording {
    fn of(names: &[String]) -> io::Result<Self> {
        let application = format!("skyseam {}", env!("CARGO_PKG_VERSION"));
        let mut writer = Writer::new(Vec::new(), &application)?;
        let mut interfaces = BTreeMap::new();
        for (from, source) in names.iter().enumerate() {
            for (to, destination) in names.iter().enumerate().filter(|(to, _)| *to != from) {
                let name = format!("{source} to {destination}");
                let added = writer.interface(&name, LinkType::RawInMemory)?;
                interfaces.insert((from, to), added);
            }
        }
        Ok(Self { writer, interfaces })
    }
}

/// A run that a program advances, and with whose attached nodes it exchanges packets.
///
/// The instants of the world are those of the scenario, from `run.start` on. Packets that are
/// handed in at an instant come before the events of that instant. The same inputs at the same
/// instants give the same results, however the time between is divided into steps.
pub struct Live {
    scenario: Scenario,
    steps: Steps,
    now: SimTime,
    names: Vec<String>,
    lookahead: Duration,
    /// Flows by the indices of their ends, the lower first.
    flows: BTreeMap<(usize, usize), LiveFlow>,
    arrivals: Arrivals,
    recording: Option<Recording>,
}

impl std::fmt::Debug for Live {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let attached = &self.names;
        f.debug_struct("Live").field("now", &self.now).field("attached", attached).finish()
    }
}

impl Live {
    /// The scenario, with a flow for the packets of programs.
    pub fn scenario(&self) -> &Scenario {
        &self.scenario
    }

    /// Builds the world of `scenario`, each two of whose nodes in `attached` exchange packets of
    /// programs. `goes_on` is called while the timeline is computed.
    ///
    /// # Errors
    /// If a name is unknown or there twice, or there is no world for the scenario.
    pub fn new(
        mut scenario: Scenario,
        attached: &[String],
        options: &RunOptions,
        goes_on: &mut dyn FnMut() -> Control,
    ) -> Result<Self, NotAttached> {
        if attached.is_empty() && !scenario.sends() {
            return Err(NotAttached::Nothing);
        }
        let end = scenario.run.start + scenario.run.duration;
        check_effort(&scenario.sky, end)?;
        let timeline =
            Timeline::build_watched(&scenario.sky, end, &mut |_| goes_on() == Control::Continue);
        let timeline = Arc::new(timeline.map_err(NoOutcome::from)?);
        let is_ground = |kind: &NodeKind| !matches!(kind, NodeKind::Satellite { .. });
        let ground = || timeline.nodes().iter().filter(|node| is_ground(&node.kind));
        for (place, name) in attached.iter().enumerate() {
            if ground().all(|node| node.name != *name) {
                let candidates = ground().take(10).map(|node| node.name.clone()).collect();
                return Err(NotAttached::Unknown { name: name.clone(), candidates });
            }
            if attached[..place].contains(name) {
                return Err(NotAttached::Twice(name.clone()));
            }
        }
        if attached.len() == 1 {
            return Err(NotAttached::Alone);
        }
        if let Some(key) = build::missing_link(&scenario, &timeline) {
            return Err(NotAttached::NoLink(key));
        }
        let arrivals = Arrivals::default();
        let mut flows = BTreeMap::new();
        let own: u32 = scenario.flows.iter().map(|flow| flow.repeat.count).sum();
        let pairs = (0..attached.len()).flat_map(|a| (a + 1..attached.len()).map(move |b| (a, b)));
        for ((a, b), flow) in pairs.zip((own..).map(FlowId)) {
            let outgoing = [Outgoing::default(), Outgoing::default()];
            let transport = LiveTransport {
                outgoing: outgoing.clone(),
                nodes: [a, b],
                arrivals: arrivals.clone(),
            };
            scenario.flows.push(Flow {
                name: format!("programs at {} and {}", attached[a], attached[b]),
                from: attached[a].clone(),
                to: attached[b].clone(),
                start: Duration::ZERO,
                repeat: Repeat { count: 1, every: Duration::ZERO },
                application: Application::of(Bulk { duration: scenario.run.duration }),
                transport: Model::new(Arc::new(transport)),
                split_at: vec![],
                dscp: 0,
            });
            flows.insert((a, b), LiveFlow { flow, outgoing });
        }
        // Several hops in one event would be settled before a program's packet comes between.
        let options = RunOptions { fuses: options.fuses && attached.is_empty(), ..*options };
        let mut steps = Steps::new(&scenario, timeline, &options);
        let now = scenario.run.start;
        let names = attached.to_vec();
        let mut lookahead = Duration::ZERO;
        if !attached.is_empty() {
            let nodes = (0..).map(NodeId).zip(steps.timeline.nodes());
            let own = nodes.filter(|(_, node)| names.contains(&node.name));
            let own: Vec<NodeId> = own.map(|(id, _)| id).collect();
            steps.world.watch_arrivals(&own);
            lookahead = least_last_delay(&scenario, &steps, &own);
        }
        Ok(Self { scenario, steps, now, names, lookahead, flows, arrivals, recording: None })
    }

    /// Keeps every packet that is handed in from now on; the outcome has them as the capture
    /// [`RECORDING`], whose interfaces are the ordered pairs of attached nodes, in order.
    pub fn record(&mut self) {
        self.recording = Some(Recording::of(&self.names).expect("memory takes what is written"));
    }

    /// Simulated time: all events before it are handled.
    pub fn now(&self) -> SimTime {
        self.now
    }

    /// The last instant of the run.
    pub fn end(&self) -> SimTime {
        self.steps.end
    }

    /// Names of the attached nodes.
    pub fn attached(&self) -> &[String] {
        &self.names
    }

    /// Time of the next event, if there is one before the end.
    pub fn next_time(&mut self) -> Option<SimTime> {
        let (at, _) = self.steps.queue.peek()?;
        (at < self.steps.end).then_some(at)
    }

    /// Time of the next arrival among packets of programs that are on their last link. Any other
    /// arrives no earlier than [`Live::lookahead`] after the current time.
    pub fn next_arrival(&mut self) -> Option<SimTime> {
        self.steps.world.next_arrival(self.now)
    }

    /// Lower bound on the delay of the last link to an attached node; zero if it is not known.
    pub fn lookahead(&self) -> Duration {
        self.lookahead
    }

    /// Links before which packets wait now, and how many.
    pub fn queues(&self) -> Vec<(&str, usize)> {
        let names = self.steps.link_names().iter().map(String::as_str);
        let waiting = self.steps.world.transmitters().iter().map(|link| link.queued(self.now));
        names.zip(waiting).filter(|&(_, packets)| packets > 0).collect()
    }

    /// Handles all events before `until`, and makes that the current time; not beyond the end.
    /// Returns whether `watcher` let it.
    pub fn advance(&mut self, until: SimTime, watcher: &mut dyn Watcher) -> Control {
        let until = until.clamp(self.now, self.steps.end);
        let control = self.steps.advance(until, watcher);
        if control == Control::Continue {
            self.now = until;
            self.steps.world.next_arrival(until);
        }
        control
    }

    /// Hands in an IP packet at the current time, from one attached node to another.
    ///
    /// # Errors
    /// If it is no IP packet, or there is no such pair of nodes, or the run has ended.
    pub fn send(&mut self, from: usize, to: usize, bytes: Vec<u8>) -> Result<(), NotSent> {
        ip::check(&bytes).map_err(NotSent::NotIp)?;
        if self.now >= self.steps.end {
            return Err(NotSent::Ended(self.steps.end.as_secs_f64()));
        }
        let pair = (from.min(to), from.max(to));
        let own = self.flows.get(&pair).ok_or(NotSent::NoPath(from, to))?;
        if let Some(Recording { writer, interfaces }) = &mut self.recording {
            let length = bytes.len() as u32;
            let written = writer.packet(interfaces[&(from, to)], self.now, &bytes, length, "");
            written.expect("memory takes what is written");
        }
        let is_back = from > to;
        locked(&own.outgoing[usize::from(is_back)]).push_back(bytes);
        let endpoint = match is_back {
            false => EndpointId::sender_of(own.flow),
            true => EndpointId::receiver_of(own.flow),
        };
        self.steps.world.drain_now(self.now, endpoint, &mut self.steps.queue);
        Ok(())
    }

    /// The packets that have arrived since the last call, in order of time.
    pub fn take(&mut self) -> Vec<Arrival> {
        mem::take(&mut *locked(&self.arrivals))
    }

    /// The packets of programs that were dropped since the last call, in order of time.
    pub fn take_dropped(&mut self) -> Vec<DroppedPacket> {
        let nodes = self.steps.timeline.nodes();
        let named = |drop: crate::world::LiveDrop| DroppedPacket {
            at: drop.at,
            node: nodes[drop.node.index()].name.clone(),
            number: drop.node.0,
            reason: drop.reason,
            sent: drop.sent,
            bytes: drop.bytes,
        };
        self.steps.world.live_drops.drain(..).map(named).collect()
    }

    /// The results. With attached nodes the run ends now, since its programs decide how long it
    /// goes on; without, one that has not reached its end is interrupted, unless nothing more would
    /// happen.
    ///
    /// # Errors
    /// If more was in the network at once than memory has room for.
    pub fn finish(mut self) -> Result<Ran, NoOutcome> {
        self.steps.end_at(self.now, !self.flows.is_empty());
        let mut ran = self.steps.into_ran(&self.scenario)?;
        if let Some(Recording { writer, .. }) = self.recording {
            let file = writer.finish().expect("memory takes what is written");
            ran.outcome.captures.push((RECORDING.to_owned(), file));
        }
        Ok(ran)
    }
}
