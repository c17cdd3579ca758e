//! The flows of a world: which have begun, their endpoints, and what became of them.
//!
//! A series is one `[[flows]]` entry of a scenario: `count` flows, one every `every`. Endpoints are
//! made when a flow begins and given up when its sender is finished, so a day of short transfers
//! holds only those under way.

use skyseam_base::{Duration, FlowId, NodeId, SimTime};
use skyseam_host::quic::Surroundings;
use skyseam_host::{self as host, Agent, Application, Endpoint, FlowReport, Transport};
use skyseam_packet::{Body, Packet};

use crate::collect::Collector;

/// One `[[flows]]` entry, its ends resolved to nodes.
#[derive(Clone, Debug)]
pub(crate) struct Series {
    pub name: String,
    pub from: NodeId,
    pub to: NodeId,
    pub start: SimTime,
    pub count: u32,
    pub every: Duration,
    pub application: Application,
    pub transport: Transport,
}

impl Series {
    fn opening(&self, number: u32) -> SimTime {
        self.start.saturating_add(self.every.saturating_mul(u64::from(number)))
    }
}

/// Both ends of a flow.
struct Pair {
    sender: Agent,
    receiver: Agent,
}

impl Pair {
    /// The end that has this number: even for the sender, odd for the receiver.
    fn end(&mut self, endpoint: u32) -> &mut Agent {
        if endpoint.is_multiple_of(2) { &mut self.sender } else { &mut self.receiver }
    }

    fn report(&self) -> FlowReport {
        self.sender.report().merged(&self.receiver.report())
    }
}

enum State {
    Waiting,
    Open(Box<Pair>),
    Closed(Box<FlowReport>),
}

struct Flow {
    series: u32,
    drops: u64,
    /// Whether its sender waits for no deadline: nothing more comes of it unless a packet arrives.
    quiet: bool,
    state: State,
}

/// What became of a flow.
#[derive(Clone, Debug)]
pub(crate) struct FlowOutcome {
    pub series: u32,
    pub drops: u64,
    /// `None` where the flow had not begun.
    pub report: Option<FlowReport>,
}

/// All flows of a world.
pub(crate) struct Flows {
    series: Vec<Series>,
    /// Number of the first flow of each series.
    first: Vec<u32>,
    /// Flows of each series that have begun.
    begun: Vec<u32>,
    flows: Vec<Flow>,
    /// How many flows are not quiet.
    busy: usize,
    surroundings: Surroundings,
}

impl Flows {
    pub fn new(series: Vec<Series>, surroundings: Surroundings) -> Self {
        let first = series
            .iter()
            .scan(0, |next, s| Some(std::mem::replace(next, *next + s.count)))
            .collect();
        let flows: Vec<Flow> = (0u32..)
            .zip(&series)
            .flat_map(|(number, s)| std::iter::repeat_n(number, s.count as usize))
            .map(|series| Flow { series, drops: 0, quiet: false, state: State::Waiting })
            .collect();
        let busy = flows.len();
        Self { begun: vec![0; series.len()], first, series, busy, flows, surroundings }
    }

    pub fn series(&self) -> &[Series] {
        &self.series
    }

    /// The series that a flow belongs to.
    pub fn series_of(&self, flow: FlowId) -> &Series {
        &self.series[self.flows[flow.index()].series as usize]
    }

    pub fn series_count(&self) -> u32 {
        self.series.len() as u32
    }

    /// The nodes at which flows begin or end.
    pub fn ends(&self) -> impl Iterator<Item = NodeId> {
        self.series.iter().flat_map(|s| [s.from, s.to])
    }

    /// When the next flow of a series begins.
    pub fn next_opening(&self, series: u32) -> Option<SimTime> {
        let s = &self.series[series as usize];
        let number = self.begun[series as usize];
        (number < s.count).then(|| s.opening(number))
    }

    /// Begins the next flow of a series.
    pub fn open(&mut self, series: u32) -> FlowId {
        let number = self.begun[series as usize];
        self.begun[series as usize] += 1;
        let s = &self.series[series as usize];
        let flow = FlowId(self.first[series as usize] + number);
        let (from, to, start) = (s.from, s.to, s.opening(number));
        let (sender, receiver) = match &s.transport {
            Transport::Tcp(tcp) => host::open(flow, from, to, start, &s.application, tcp),
            Transport::Quic(quic) => {
                let around = &self.surroundings;
                host::open_quic(flow, from, to, start, &s.application, quic, around)
            }
        };
        self.flows[flow.index()].state = State::Open(Box::new(Pair { sender, receiver }));
        flow
    }

    /// Hands a packet that reached `node` to the flow's end there; returns the endpoint's number.
    pub fn deliver(
        &mut self,
        now: SimTime,
        node: NodeId,
        packet: &Packet,
        collector: &mut Collector,
    ) -> u32 {
        let flow = &mut self.flows[packet.flow.index()];
        let at_receiver = node == self.series[flow.series as usize].to;
        if at_receiver {
            collector.note_arrival(now, packet);
        }
        let endpoint = 2 * packet.flow.0 + u32::from(at_receiver);
        if let State::Open(pair) = &mut flow.state {
            pair.end(endpoint).handle_packet(now, packet, collector);
        }
        self.release(packet);
        endpoint
    }

    /// The deadline of an endpoint has passed.
    pub fn handle_timeout(&mut self, now: SimTime, endpoint: u32, collector: &mut Collector) {
        if let State::Open(pair) = &mut self.flows[(endpoint / 2) as usize].state {
            pair.end(endpoint).handle_timeout(now, collector);
        }
    }

    /// The next packet an endpoint sends at `now`.
    pub fn poll_transmit(
        &mut self,
        now: SimTime,
        endpoint: u32,
        collector: &mut Collector,
    ) -> Option<Packet> {
        let State::Open(pair) = &mut self.flows[(endpoint / 2) as usize].state else {
            return None;
        };
        pair.end(endpoint).poll_transmit(now, collector)
    }

    /// When an endpoint wants to be called next. Gives up the endpoints of a flow whose every byte
    /// is acknowledged.
    pub fn poll_timeout(&mut self, endpoint: u32) -> Option<SimTime> {
        let flow = &mut self.flows[(endpoint / 2) as usize];
        let State::Open(pair) = &flow.state else { return None };
        if endpoint % 2 == 1 {
            return pair.receiver.poll_timeout();
        }
        let deadline = pair.sender.poll_timeout();
        let quiet = deadline.is_none();
        if quiet != flow.quiet {
            flow.quiet = quiet;
            if quiet {
                self.busy -= 1;
            } else {
                self.busy += 1;
            }
        }
        if quiet {
            let report = pair.report();
            if report.acknowledged_at.is_some() {
                flow.state = State::Closed(Box::new(report));
            }
        }
        deadline
    }

    /// Counts a drop against its flow.
    pub fn note_drop(&mut self, packet: &Packet) {
        self.flows[packet.flow.index()].drops += 1;
        self.release(packet);
    }

    /// Gives up what a packet that is no longer in the network had in the store.
    fn release(&self, packet: &Packet) {
        if let Body::Udp(datagram) = packet.body {
            self.surroundings.payloads.release(datagram.payload);
        }
    }

    /// Whether nothing more comes of any flow unless a packet arrives.
    pub fn are_quiet(&self) -> bool {
        self.busy == 0
    }

    /// How many flows are quiet, and how many there are.
    pub fn progress(&self) -> (usize, usize) {
        (self.flows.len() - self.busy, self.flows.len())
    }

    /// What became of every flow, in the order of their numbers.
    pub fn outcomes(&self) -> impl Iterator<Item = FlowOutcome> {
        self.flows.iter().map(|flow| FlowOutcome {
            series: flow.series,
            drops: flow.drops,
            report: match &flow.state {
                State::Waiting => None,
                State::Open(pair) => Some(pair.report()),
                State::Closed(report) => Some(**report),
            },
        })
    }
}
