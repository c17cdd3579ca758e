//! The flows of a world: which have begun, their endpoints, and what became of them.
//!
//! A series is one `[[flows]]` entry of a scenario: `count` flows, one every `every`. Endpoints are
//! made when a flow begins and given up when its sender is finished, so a day of short transfers
//! holds only those under way.
//!
//! Where proxies split a connection, each part of it is a flow with a number of its own, after
//! those of all series: the part from the sender keeps the flow's number. A part begins when the
//! first packet of the one before reaches the proxy.

use skyseam_base::{Duration, FlowId, NodeId, RandomStream, SimTime};
use skyseam_host::app::voice::VoiceReport;
use skyseam_host::quic::Surroundings;
use skyseam_host::{
    self as host, Agent, Application, Ended, Endpoint, FlowReport, Opening, ProxyConfig, TcpConfig,
    Transport,
};
use skyseam_packet::{Body, Packet, Payloads};
use skyseam_params::Model;

use crate::series::Collector;

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
    pub transport: Model<dyn Transport>,
    /// Where the connection is split, in the order from sender to receiver.
    pub proxies: Vec<(NodeId, ProxyConfig)>,
}

impl Series {
    /// Where part number `part` of a connection begins and ends.
    fn ends(&self, part: usize) -> (NodeId, NodeId) {
        let from = part.checked_sub(1).map_or(self.from, |before| self.proxies[before].0);
        (from, self.proxies.get(part).map_or(self.to, |&(node, _)| node))
    }

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

    /// Whether nothing more comes of it unless a packet arrives.
    fn is_quiet(&self) -> bool {
        !self.sender.has_plans() && !self.receiver.has_plans()
    }
}

enum State {
    Waiting,
    Open(Pair),
    Closed(Box<FlowReport>),
}

struct Flow {
    series: u32,
    /// Which part of a split connection, from 0 at the sender.
    part: u32,
    /// The parts before and after it: flow numbers, or [`NONE`].
    before: u32,
    next: u32,
    /// Where its data arrive.
    to: NodeId,
    drops: u64,
    /// Packets of it in the network.
    inside: u32,
    /// Whether no end of it has plans: nothing more comes of it unless a packet arrives.
    quiet: bool,
    state: State,
}

/// No flow.
const NONE: u32 = u32::MAX;

/// What became of a flow.
#[derive(Clone, Debug)]
pub(crate) struct FlowOutcome {
    pub series: u32,
    /// The number of the flow that it is a part of, its own where its connection is not split.
    pub whole: u32,
    pub from: NodeId,
    pub to: NodeId,
    pub drops: u64,
    /// How it ended.
    pub ended: Ended,
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
    /// Flows of these series in `surroundings`, under whose seed all that is left to chance is
    /// drawn.
    pub fn new(series: Vec<Series>, surroundings: Surroundings) -> Self {
        let first = series
            .iter()
            .scan(0, |next, s| Some(std::mem::replace(next, *next + s.count)))
            .collect();
        let wholes: Vec<u32> = (0u32..)
            .zip(&series)
            .flat_map(|(number, s)| std::iter::repeat_n(number, s.count as usize))
            .collect();
        let entry = |number: u32, part: usize, before: u32| Flow {
            series: number,
            part: part as u32,
            before,
            next: NONE,
            to: series[number as usize].ends(part).1,
            drops: 0,
            inside: 0,
            quiet: false,
            state: State::Waiting,
        };
        let mut flows: Vec<Flow> = wholes.iter().map(|&number| entry(number, 0, NONE)).collect();
        for (whole, number) in wholes.into_iter().enumerate() {
            let mut before = whole;
            for part in 1..=series[number as usize].proxies.len() {
                flows[before].next = flows.len() as u32;
                flows.push(entry(number, part, before as u32));
                before = flows.len() - 1;
            }
        }
        let busy = flows.len();
        Self { begun: vec![0; series.len()], first, series, busy, flows, surroundings }
    }

    pub fn series(&self) -> &[Series] {
        &self.series
    }

    /// The store of what datagrams carry.
    pub fn payloads(&self) -> &Payloads {
        &self.surroundings.payloads
    }

    /// The TCP that carries a flow, if that does.
    pub fn tcp_of(&self, flow: FlowId) -> Option<&TcpConfig> {
        let flow = &self.flows[flow.index()];
        let series = &self.series[flow.series as usize];
        match flow.part.checked_sub(1) {
            Some(proxy) => Some(&series.proxies[proxy as usize].1.transport),
            None => series.transport.tcp(),
        }
    }

    pub fn series_count(&self) -> u32 {
        self.series.len() as u32
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
        let (to, start) = (s.ends(0).1, s.opening(number));
        let opening = Opening {
            flow,
            from: s.from,
            to,
            start,
            random: self.stream(s, number, 0),
            surroundings: &self.surroundings,
        };
        let (sender, mut receiver) = host::open_flow(opening, &s.application, &*s.transport);
        if let Some(reader) = receiver.reader().filter(|_| !s.proxies.is_empty()) {
            reader.read_by_hand();
        }
        self.flows[flow.index()].state = State::Open(Pair { sender, receiver });
        flow
    }

    /// The random stream of part `part` of the flow that is number `number` of its series.
    fn stream(&self, series: &Series, number: u32, part: usize) -> RandomStream {
        let name = match part {
            0 => format!("flow {} {number}", series.name),
            _ => format!("flow {} {number} part {part}", series.name),
        };
        RandomStream::new(self.surroundings.seed, &name)
    }

    /// Begins the part of a split connection after that of `before`, whose first packet has come.
    fn open_next(&mut self, now: SimTime, before: u32) {
        let number = self.flows[before as usize].next;
        let flow = &self.flows[number as usize];
        let s = &self.series[flow.series as usize];
        let part = flow.part as usize;
        let (from, to) = s.ends(part);
        let bytes = s.transport.tcp().and_then(|tcp| host::bytes_of(&s.application, tcp));
        let transport = &s.proxies[part - 1].1.transport;
        let joins = part < s.proxies.len();
        let of_series = self.whole(number) - self.first[flow.series as usize];
        let opening = Opening {
            flow: FlowId(number),
            from,
            to,
            start: now,
            random: self.stream(s, of_series, part),
            surroundings: &self.surroundings,
        };
        let (sender, receiver) = host::open_part(opening, bytes, transport, joins);
        self.flows[number as usize].state = State::Open(Pair { sender, receiver });
    }

    /// After something happened at an endpoint: where that is one side of a proxy, moves bytes over
    /// and gives the proxy's other side, which may have something to send now. A sender may also
    /// have become finished, so that the part after its own has its end.
    pub fn pass_on(&mut self, now: SimTime, endpoint: u32) -> [Option<u32>; 2] {
        let number = endpoint / 2;
        let Flow { before, next, .. } = self.flows[number as usize];
        if before == NONE && next == NONE {
            return [None; 2];
        }
        let at_receiver = endpoint % 2 == 1;
        let to_next = (next != NONE).then(|| (number, 2 * next));
        let to_before = (before != NONE && !at_receiver).then(|| (before, 2 * before + 1));
        if at_receiver && next != NONE && matches!(self.flows[next as usize].state, State::Waiting)
        {
            self.open_next(now, number);
        }
        [to_before, to_next].map(|join| {
            let (before, other) = join?;
            self.join(now, before).then_some(other)
        })
    }

    /// Moves bytes from the part `before` of a split connection to the part after it, if both are
    /// under way, and their end.
    fn join(&mut self, now: SimTime, before: u32) -> bool {
        let next = self.flows[before as usize].next;
        let s = &self.series[self.flows[next as usize].series as usize];
        let proxy = &s.proxies[self.flows[before as usize].part as usize].1;
        let Ok([upstream, downstream]) =
            self.flows.get_disjoint_mut([before as usize, next as usize])
        else {
            return false;
        };
        let (State::Open(upstream), State::Open(downstream)) =
            (&mut upstream.state, &mut downstream.state)
        else {
            return false;
        };
        let (from, to) = (&mut upstream.receiver, &mut downstream.sender);
        host::pass_on(now, from, to, proxy.buffer_bytes);
        host::end_with(now, &upstream.sender, from, to);
        true
    }

    /// Has the processor fetch the end at `node` that `packet` reaches soon.
    #[inline]
    pub fn prefetch(&self, packet: &Packet, node: NodeId) {
        // A message between agents is of no flow.
        let Some(flow) = self.flows.get(packet.flow.index()) else { return };
        if let State::Open(pair) = &flow.state {
            (if node == flow.to { &pair.receiver } else { &pair.sender }).prefetch();
        }
    }

    /// The same for what that end will look at: once it is there itself.
    #[inline]
    pub fn prefetch_inside(&self, packet: &Packet, node: NodeId) {
        let Some(flow) = self.flows.get(packet.flow.index()) else { return };
        if let State::Open(pair) = &flow.state {
            (if node == flow.to { &pair.receiver } else { &pair.sender }).prefetch_inside();
        }
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
        flow.inside -= 1;
        let at_receiver = node == flow.to;
        if at_receiver {
            collector.note_arrival(now, packet);
        } else {
            collector.note_answer(now, packet);
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
    #[inline]
    pub fn poll_transmit(
        &mut self,
        now: SimTime,
        endpoint: u32,
        collector: &mut Collector,
    ) -> Option<Packet> {
        let flow = &mut self.flows[(endpoint / 2) as usize];
        let State::Open(pair) = &mut flow.state else { return None };
        let packet = pair.end(endpoint).poll_transmit(now, collector)?;
        flow.inside += 1;
        if endpoint.is_multiple_of(2) {
            collector.note_sent(now, &packet);
        }
        Some(packet)
    }

    /// When an endpoint wants to be called next. Gives up the endpoints of a flow whose every byte
    /// is acknowledged.
    pub fn poll_timeout(&mut self, endpoint: u32) -> Option<SimTime> {
        let flow = &mut self.flows[(endpoint / 2) as usize];
        let State::Open(pair) = &flow.state else { return None };
        let (deadline, quiet) = if pair.sender.is_two_way() {
            let end = if endpoint.is_multiple_of(2) { &pair.sender } else { &pair.receiver };
            (end.poll_timeout(), pair.is_quiet())
        } else if endpoint % 2 == 1 {
            // The end that only answers has no plans.
            return pair.receiver.poll_timeout();
        } else {
            let deadline = pair.sender.poll_timeout();
            (deadline, deadline.is_none())
        };
        if quiet != flow.quiet {
            flow.quiet = quiet;
            if quiet {
                self.busy -= 1;
            } else {
                self.busy += 1;
            }
        }
        // What a proxy has not passed on yet is still needed.
        if quiet && pair.receiver.unread() == 0 {
            let report = pair.report();
            if report.acknowledged_at.is_some() {
                flow.state = State::Closed(Box::new(report));
            }
        }
        deadline
    }

    /// Counts a drop against its flow; whether the packet was on its way back to the flow's source.
    pub fn note_drop(&mut self, packet: &Packet) -> bool {
        let flow = &mut self.flows[packet.flow.index()];
        flow.drops += 1;
        flow.inside -= 1;
        let is_reverse = packet.source == flow.to;
        self.release(packet);
        is_reverse
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

    /// What became of every flow, in the order of their numbers, where the run is over for the
    /// reason `last`: [`Ended::EndOfRun`] or [`Ended::Interrupted`], which is why those ended that
    /// would have gone on, or [`Ended::Finished`] where nothing more could have come of any.
    pub fn outcomes(&self, last: Ended) -> impl Iterator<Item = FlowOutcome> {
        (0u32..).zip(&self.flows).map(move |(number, flow)| {
            let s = &self.series[flow.series as usize];
            let mut outcome = FlowOutcome {
                series: flow.series,
                whole: self.whole(number),
                from: s.from,
                to: s.to,
                drops: flow.drops,
                ended: self.ended(number, last),
                report: self.report(number),
            };
            if flow.part > 0 {
                (outcome.from, outcome.to) = s.ends(flow.part as usize);
            } else if flow.next != NONE {
                outcome.report = outcome.report.map(|own| self.seen_end_to_end(number, own));
                outcome.ended = self.ended_end_to_end(number, last);
            }
            outcome
        })
    }

    /// The voice flows that have begun: which, of which series, packets sent, what was heard.
    pub fn voice(&self) -> impl Iterator<Item = (FlowId, u32, u64, VoiceReport)> {
        (0u32..).zip(&self.flows).filter_map(|(number, flow)| {
            let State::Open(pair) = &flow.state else { return None };
            let heard = pair.receiver.voice()?;
            Some((FlowId(number), flow.series, pair.sender.report().packets_sent, heard))
        })
    }

    fn report(&self, number: u32) -> Option<FlowReport> {
        match &self.flows[number as usize].state {
            State::Waiting => None,
            State::Open(pair) => Some(pair.report()),
            State::Closed(report) => Some(**report),
        }
    }

    /// How a flow, or a part of one, ended.
    fn ended(&self, number: u32, last: Ended) -> Ended {
        let flow = &self.flows[number as usize];
        let Some(report) = self.report(number) else {
            return match last {
                // A part that never begins, since the one before gave up.
                Ended::Finished if flow.part > 0 => self.ended(flow.before, last),
                _ => Ended::NotStarted,
            };
        };
        let is_connection = self.series[flow.series as usize].application.has_connection();
        let is_over = flow.quiet && flow.inside == 0;
        match report.ended() {
            Some(ended) => ended,
            None if is_over && !is_connection => Ended::Finished,
            // Only a part of a split connection waits for nothing before it is finished: it has no
            // more to send because another gave up.
            None if last == Ended::Finished => self.gave_up(number).unwrap_or(Ended::EndOfRun),
            None => last,
        }
    }

    /// The reason of the first part of a connection that gave up, whichever part `number` is.
    fn gave_up(&self, number: u32) -> Option<Ended> {
        let parts = std::iter::successors(Some(self.whole(number)), |&part| {
            Some(self.flows[part as usize].next).filter(|&next| next != NONE)
        });
        parts.filter_map(|part| self.report(part)).find_map(|report| report.gave_up)
    }

    /// How a split connection ended: as the first part that gave up, or else as its last.
    fn ended_end_to_end(&self, mut number: u32, last: Ended) -> Ended {
        if let Some(ended) = self.gave_up(number) {
            return ended;
        }
        let first = self.ended(number, last);
        while self.flows[number as usize].next != NONE {
            number = self.flows[number as usize].next;
        }
        if first == Ended::Finished { self.ended(number, last) } else { first }
    }

    fn whole(&self, mut number: u32) -> u32 {
        while self.flows[number as usize].before != NONE {
            number = self.flows[number as usize].before;
        }
        number
    }

    /// The report of the first part of a split connection with what its last part delivered.
    fn seen_end_to_end(&self, mut number: u32, first: FlowReport) -> FlowReport {
        while self.flows[number as usize].next != NONE {
            number = self.flows[number as usize].next;
        }
        let last = self.report(number).unwrap_or_default();
        FlowReport {
            last_received: last.last_received,
            received_at: last.received_at,
            bytes_delivered: last.bytes_delivered,
            ..first
        }
    }
}
