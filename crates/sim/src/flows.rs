//! The flows of a world: their state, their endpoints, and their outcomes.
//!
//! A series is one `[[flows]]` entry of a scenario: `count` flows, one every `every`. Endpoints are
//! created when a flow starts. Its sender is freed when it is finished, its receiver once no packet
//! of the flow is in the network any more, so a day of short transfers holds only those in
//! progress.
//!
//! If proxies split a connection, each part of it is a flow with a number of its own, after those
//! of all series; the part from the sender has the flow's number. A part starts when the first
//! packet of the previous part reaches the proxy, for an explicit proxy the first data. If both
//! ends of the application send, proxies relay bytes in both directions, and the server's
//! application waits until the last part starts.

use std::any::Any;
use std::collections::BTreeMap;

use skyseam_app::Application;
use skyseam_app::voice::VoiceReport;
use skyseam_base::{Duration, FlowId, NodeId, RandomStream, SimTime, prefetch_item};
use skyseam_endpoint::proxy::{self, ProxyConfig};
use skyseam_endpoint::transport::{FlowSetup, Transport};
use skyseam_endpoint::{BoxedEndpoint, EndReason, FlowReport, Polled, SharedState};
use skyseam_host as host;
use skyseam_host::parts::{self, RemainingParts};
use skyseam_packet::wire::Announced;
use skyseam_packet::{Packet, Payloads};
use skyseam_params::Model;

use crate::id::{EndpointId, SeriesId};
use crate::series::Collector;

pub(crate) mod forecast;
mod region;

/// One `[[flows]]` entry, with its endpoints resolved to nodes.
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
    /// Nodes at which the connection is split, in the order from sender to receiver.
    pub proxies: Vec<(NodeId, ProxyConfig)>,
}

impl Series {
    /// Source and destination of part number `part` of a connection.
    fn ends(&self, part: usize) -> (NodeId, NodeId) {
        let from = part.checked_sub(1).map_or(self.from, |before| self.proxies[before].0);
        (from, self.proxies.get(part).map_or(self.to, |&(node, _)| node))
    }

    /// Whether proxies relay bytes in both directions.
    fn relays_both_ways(&self) -> bool {
        !self.proxies.is_empty() && parts::relays_both_ways(&self.application)
    }

    /// Source and destination of each part of its connections.
    pub fn parts(&self) -> impl Iterator<Item = (NodeId, NodeId)> + '_ {
        (0..=self.proxies.len()).map(|part| self.ends(part))
    }

    fn opening(&self, number: u32) -> SimTime {
        self.start.saturating_add(self.every.saturating_mul(u64::from(number)))
    }
}

/// Both endpoints of a flow.
struct Pair {
    sender: BoxedEndpoint,
    receiver: BoxedEndpoint,
    /// Whether both endpoints send, so that each may have plans.
    is_two_way: bool,
}

impl Pair {
    fn new(sender: BoxedEndpoint, receiver: BoxedEndpoint) -> Self {
        Self { is_two_way: sender.is_bidirectional(), sender, receiver }
    }

    fn end(&mut self, endpoint: EndpointId) -> &mut BoxedEndpoint {
        if endpoint.is_sender() { &mut self.sender } else { &mut self.receiver }
    }

    fn report(&self) -> FlowReport {
        self.sender.report().merged(&self.receiver.report())
    }

    /// Whether the endpoints in `ours` do nothing more unless a packet arrives.
    fn is_quiet(&self, ours: Ours) -> bool {
        let has_plans = ours.sender && self.sender.has_pending_work()
            || ours.receiver && self.receiver.has_pending_work();
        !has_plans
    }
}

/// Endpoints of a flow that act in this region; both if the run is not divided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Ours {
    sender: bool,
    receiver: bool,
}

/// Endpoints of a whole connection that a flow has, which may be a part of it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ends {
    /// Whether the flow begins at the connection's source.
    pub first: bool,
    /// Whether the flow ends at the connection's destination.
    pub last: bool,
}

enum State {
    Waiting,
    Open(Pair),
    /// The sender is finished and freed; this is its report. The receiver still answers late
    /// packets.
    Answering(Box<FlowReport>, BoxedEndpoint),
    Closed(Box<FlowReport>),
}

struct Flow {
    series: SeriesId,
    /// Index of the part in a split connection, from 0 at the sender.
    part: u32,
    /// Flow number of the previous part, and of the next one, or [`NONE`].
    before: FlowId,
    next: FlowId,
    /// Node at which the data arrive.
    to: NodeId,
    drops: u64,
    /// Drops among `drops` in the reverse direction.
    drops_back: u64,
    /// Number of its packets in the network; in a region, packets sent minus packets received.
    inside: u32,
    ours: Ours,
    /// Whether it does nothing more unless a packet arrives.
    quiet: bool,
    state: State,
}

impl Flow {
    /// Frees the finished sender; and both endpoints of a flow with two senders, if `of_both` is
    /// its report.
    fn finish(&mut self, of_both: Option<FlowReport>) {
        self.state = match (std::mem::replace(&mut self.state, State::Waiting), of_both) {
            (State::Open(_), Some(report)) => State::Closed(Box::new(report)),
            (State::Open(Pair { sender, receiver, .. }), None) => {
                State::Answering(Box::new(sender.report()), receiver)
            }
            (other, _) => other,
        };
    }

    /// Frees the receiver of a flow once no packet can reach it.
    fn settle(&mut self) {
        if self.inside == 0
            && let State::Answering(report, receiver) = &self.state
            && receiver.poll_timeout().is_none()
        {
            self.state = State::Closed(Box::new(report.merged(&receiver.report())));
        }
    }
}

/// Marks the absence of a flow.
const NONE: FlowId = FlowId(u32::MAX);

/// The outcome of a flow.
#[derive(Clone, Debug)]
pub(crate) struct FlowOutcome {
    pub series: SeriesId,
    /// Number of the flow of which it is a part; its own if the connection is not split.
    pub whole: FlowId,
    pub from: NodeId,
    pub to: NodeId,
    pub drops: u64,
    /// Reason of the end.
    pub ended: EndReason,
    /// Report; `None` if the flow had not started.
    pub report: Option<FlowReport>,
}

/// Measurement of an application at one endpoint.
#[derive(Debug)]
pub(crate) struct Measured<T> {
    pub flow: FlowId,
    pub series: SeriesId,
    /// Whether the packets came from the flow's source.
    pub is_forward: bool,
    /// Packets that the other endpoint sent.
    pub sent: u64,
    /// Packets of these that were dropped.
    pub lost: u64,
    /// Measured values.
    pub own: T,
}

/// All flows of a world.
pub(crate) struct Flows {
    series: Vec<Series>,
    /// Number of the first flow of each series.
    first: Vec<u32>,
    /// Number of flows of each series that have started.
    begun: Vec<u32>,
    flows: Vec<Flow>,
    /// Number of flows that are not quiet.
    busy: usize,
    /// Weights of the open flows whose sender is here, and their maximum so far.
    open: u64,
    most_open: u64,
    /// Whether they are those of a region, whose packets continue in others.
    are_of_region: bool,
    /// Remaining parts of split connections with two senders, by the number of the whole.
    rests: BTreeMap<FlowId, RemainingParts>,
    shared: SharedState,
}

impl Flows {
    /// Creates the flows of these series in `shared`, whose seed determines all random numbers.
    pub fn new(series: Vec<Series>, shared: SharedState) -> Self {
        let first = series
            .iter()
            .scan(0, |next, s| Some(std::mem::replace(next, *next + s.count)))
            .collect();
        let wholes: Vec<SeriesId> = (0..)
            .map(SeriesId)
            .zip(&series)
            .flat_map(|(number, s)| std::iter::repeat_n(number, s.count as usize))
            .collect();
        let entry = |number: SeriesId, part: usize, before: FlowId| Flow {
            series: number,
            part: part as u32,
            before,
            next: NONE,
            to: series[number.index()].ends(part).1,
            drops: 0,
            drops_back: 0,
            inside: 0,
            ours: Ours { sender: true, receiver: true },
            quiet: false,
            state: State::Waiting,
        };
        let mut flows: Vec<Flow> = wholes.iter().map(|&number| entry(number, 0, NONE)).collect();
        for (whole, number) in wholes.into_iter().enumerate() {
            let mut before = whole;
            for part in 1..=series[number.index()].proxies.len() {
                flows[before].next = FlowId::from_index(flows.len());
                flows.push(entry(number, part, FlowId::from_index(before)));
                before = flows.len() - 1;
            }
        }
        let busy = flows.len();
        let (begun, rests) = (vec![0; series.len()], BTreeMap::new());
        Self {
            begun,
            first,
            series,
            busy,
            open: 0,
            most_open: 0,
            are_of_region: false,
            rests,
            flows,
            shared,
        }
    }

    pub fn series(&self) -> &[Series] {
        &self.series
    }

    /// The store of datagrams' payload.
    pub fn payloads(&self) -> &Payloads {
        &self.shared.payloads
    }

    /// Contents of the SYN segments of a flow, if TCP carries it.
    pub fn announced(&self, flow: FlowId) -> Announced {
        let flow = &self.flows[flow.index()];
        let series = &self.series[flow.series.index()];
        match flow.part.checked_sub(1) {
            Some(proxy) => series.proxies[proxy as usize].1.transport.announced(),
            None => series.transport.announced(),
        }
    }

    pub fn series_ids(&self) -> impl Iterator<Item = SeriesId> + use<> {
        (0..self.series.len()).map(SeriesId::from_index)
    }

    /// Number and start time of the next flow of a series.
    pub fn next_opening(&self, series: SeriesId) -> Option<(u32, SimTime)> {
        let s = &self.series[series.index()];
        let number = self.begun[series.index()];
        (number < s.count).then(|| (number, s.opening(number)))
    }

    /// Starts the next flow of a series.
    pub fn open(&mut self, series: SeriesId) -> FlowId {
        let number = self.begun[series.index()];
        self.begun[series.index()] += 1;
        let s = &self.series[series.index()];
        let flow = FlowId(self.first[series.index()] + number);
        if !self.are_ours(flow) {
            return flow;
        }
        let (to, start) = (s.ends(0).1, s.opening(number));
        let opening = FlowSetup {
            flow,
            from: s.from,
            to,
            start,
            random: self.stream(s, number, 0),
            shared: &self.shared,
        };
        if s.relays_both_ways() {
            let (sender, receiver, rest) = parts::open_first(opening, &s.application, &s.transport);
            self.rests.insert(flow, rest);
            self.set_open(flow, Pair::new(sender, receiver));
            return flow;
        }
        let (sender, mut receiver) = host::open_flow(opening, &s.application, &*s.transport);
        if let Some(reader) = receiver.reader().filter(|_| !s.proxies.is_empty()) {
            reader.set_manual_read();
        }
        self.set_open(flow, Pair::new(sender, receiver));
        flow
    }

    fn set_open(&mut self, flow: FlowId, pair: Pair) {
        self.flows[flow.index()].state = State::Open(pair);
        if self.flows[flow.index()].ours.sender {
            self.open += self.weight(flow);
            self.most_open = self.most_open.max(self.open);
        }
    }

    /// Memory of a flow, in TCP flows.
    fn weight(&self, flow: FlowId) -> u64 {
        let flow = &self.flows[flow.index()];
        if flow.part > 0 { 1 } else { self.series[flow.series.index()].transport.weight() }
    }

    /// Maximum total weight of the open flows whose sender is here.
    pub fn most_open(&self) -> u64 {
        self.most_open
    }

    /// The random stream of part `part` of flow number `number` of its series.
    fn stream(&self, series: &Series, number: u32, part: usize) -> RandomStream {
        let name = match part {
            0 => format!("flow {} {number}", series.name),
            _ => format!("flow {} {number} part {part}", series.name),
        };
        RandomStream::new(self.shared.seed, &name)
    }

    /// Starts the part of a split connection after `before`, whose first packet has arrived.
    fn open_next(&mut self, now: SimTime, before: FlowId) {
        let number = self.flows[before.index()].next;
        let flow = &self.flows[number.index()];
        let s = &self.series[flow.series.index()];
        let part = flow.part as usize;
        let (from, to) = s.ends(part);
        let bytes = host::bytes_of(&s.application, &*s.transport);
        let transport = &s.proxies[part - 1].1.transport;
        let joins = part < s.proxies.len();
        let whole = self.whole(number);
        let of_series = whole.0 - self.first[flow.series.index()];
        let opening = FlowSetup {
            flow: number,
            from,
            to,
            start: now,
            random: self.stream(s, of_series, part),
            shared: &self.shared,
        };
        let (sender, receiver) = match self.rests.get_mut(&whole) {
            Some(rest) => parts::open_further(opening, rest, transport, joins),
            None => host::open_part(opening, bytes, &**transport, joins),
        };
        self.set_open(number, Pair::new(sender, receiver));
    }

    /// Whether the proxy behind the part `before`, to which a packet has come, opens the next part.
    fn is_asked(&self, before: FlowId) -> bool {
        let Flow { series, part, state, .. } = &self.flows[before.index()];
        let (_, proxy) = &self.series[series.index()].proxies[*part as usize];
        match state {
            State::Open(pair) => !proxy.is_explicit || pair.receiver.unread() > 0,
            State::Waiting | State::Answering(..) | State::Closed(_) => true,
        }
    }

    /// Whether an endpoint's flow is not a part of a split connection, so that [`Flows::pass_on`]
    /// has nothing to do.
    #[inline]
    pub fn is_whole(&self, endpoint: EndpointId) -> bool {
        let flow = &self.flows[endpoint.flow().index()];
        flow.before == NONE && flow.next == NONE
    }

    /// Called after an event at an endpoint. If that is one side of a proxy, relays bytes and
    /// returns the proxy's other side, which may now have something to send. A sender may also have
    /// finished, so that the next part can end.
    pub fn pass_on(&mut self, now: SimTime, endpoint: EndpointId) -> [Option<EndpointId>; 2] {
        let number = endpoint.flow();
        let Flow { before, next, .. } = self.flows[number.index()];
        let at_receiver = !endpoint.is_sender();
        let to_next = (next != NONE).then(|| (number, EndpointId::sender_of(next)));
        let to_before =
            (before != NONE && !at_receiver).then(|| (before, EndpointId::receiver_of(before)));
        if at_receiver
            && next != NONE
            && matches!(self.flows[next.index()].state, State::Waiting)
            && self.is_asked(number)
        {
            self.open_next(now, number);
        }
        let others = [to_before, to_next].map(|join| {
            let (before, other) = join?;
            self.join(now, before).then_some(other)
        });
        if before == NONE && !at_receiver {
            self.complete(now, number);
        }
        others
    }

    /// Notifies the proxies that `whole`, whose client has sent something, opens no further
    /// connections, if that is known.
    fn complete(&mut self, now: SimTime, whole: FlowId) {
        let State::Open(pair) = &self.flows[whole.index()].state else { return };
        if pair.sender.report().acknowledged_at.is_none() {
            return;
        }
        let mut next = self.flows[whole.index()].next;
        while next != NONE {
            let flow = &mut self.flows[next.index()];
            if let State::Open(pair) = &mut flow.state
                && let Some(leaving) = pair.sender.relay()
            {
                leaving.complete(now);
            }
            next = flow.next;
        }
    }

    /// Relays bytes and end of data from part `before` of a split connection to the next part, if
    /// both are open.
    fn join(&mut self, now: SimTime, before: FlowId) -> bool {
        let next = self.flows[before.index()].next;
        let s = &self.series[self.flows[next.index()].series.index()];
        let proxy = &s.proxies[self.flows[before.index()].part as usize].1;
        let both_ways = s.relays_both_ways();
        let Ok([upstream, downstream]) =
            self.flows.get_disjoint_mut([before.index(), next.index()])
        else {
            return false;
        };
        let (State::Open(upstream), State::Open(downstream)) =
            (&mut upstream.state, &mut downstream.state)
        else {
            return false;
        };
        let (from, to) = (&mut upstream.receiver, &mut downstream.sender);
        if both_ways {
            proxy::relay(now, from, to, proxy);
            return true;
        }
        proxy::relay_bytes(now, from, to, proxy.buffer_bytes);
        proxy::relay_end(now, &upstream.sender, from, to);
        true
    }

    /// Prefetches the flow of `packet`, which arrives soon.
    #[inline(always)]
    pub fn prefetch_flow(&self, packet: &Packet) {
        prefetch_item(&self.flows, packet.flow.index());
    }

    /// The endpoint at `node` that `packet` reaches soon; none for a message between agents, which
    /// belongs to no flow.
    #[inline(always)]
    pub fn end_ahead(&self, packet: &Packet, node: NodeId) -> Option<(EndpointId, &BoxedEndpoint)> {
        let flow = self.flows.get(packet.flow.index())?;
        let State::Open(pair) = &flow.state else { return None };
        Some(if node == flow.to {
            (EndpointId::receiver_of(packet.flow), &pair.receiver)
        } else {
            (EndpointId::sender_of(packet.flow), &pair.sender)
        })
    }

    /// Delivers a packet that reached `node` to the flow's endpoint there; returns the endpoint's
    /// number.
    #[inline(always)]
    pub fn deliver(
        &mut self,
        now: SimTime,
        node: NodeId,
        packet: &Packet,
        collector: &mut Collector,
    ) -> EndpointId {
        let flow = &mut self.flows[packet.flow.index()];
        flow.inside = flow.inside.wrapping_sub(1);
        let at_receiver = node == flow.to;
        if at_receiver {
            collector.note_arrival(now, packet);
        } else {
            collector.note_answer(now, packet);
        }
        let endpoint = if at_receiver {
            EndpointId::receiver_of(packet.flow)
        } else {
            EndpointId::sender_of(packet.flow)
        };
        if let State::Open(pair) = &mut flow.state {
            pair.end(endpoint).handle_packet(now, packet, collector);
        } else if let State::Answering(_, receiver) = &mut flow.state
            && at_receiver
        {
            receiver.handle_packet(now, packet, collector);
        }
        if packet.body.stored().is_some() {
            self.release(packet);
        }
        endpoint
    }

    /// Handles the deadline of an endpoint.
    pub fn handle_timeout(
        &mut self,
        now: SimTime,
        endpoint: EndpointId,
        collector: &mut Collector,
    ) {
        match &mut self.flows[endpoint.flow().index()].state {
            State::Open(pair) => pair.end(endpoint).handle_timeout(now, collector),
            State::Answering(_, receiver) if !endpoint.is_sender() => {
                receiver.handle_timeout(now, collector);
            }
            State::Waiting | State::Answering(..) | State::Closed(_) => {}
        }
    }

    /// Writes the next packet that an endpoint sends at `now` to `place`, for
    /// [`Flows::note_sent`].
    #[inline(always)]
    pub fn poll_transmit(
        &mut self,
        now: SimTime,
        endpoint: EndpointId,
        place: &mut Packet,
        collector: &mut Collector,
    ) -> Polled {
        let state = &mut self.flows[endpoint.flow().index()].state;
        if let State::Open(pair) = state {
            return pair.end(endpoint).poll_transmit(now, place, collector);
        }
        match state {
            State::Answering(_, receiver) if !endpoint.is_sender() => {
                receiver.poll_transmit(now, place, collector)
            }
            _ => Polled::Nothing,
        }
    }

    /// Counts a packet that an endpoint sends.
    #[inline]
    pub fn note_sent(
        &mut self,
        now: SimTime,
        endpoint: EndpointId,
        packet: &Packet,
        collector: &mut Collector,
    ) {
        let flow = &mut self.flows[endpoint.flow().index()];
        flow.inside = flow.inside.wrapping_add(1);
        if endpoint.is_sender() {
            collector.note_sent(now, packet);
        }
    }

    /// Time at which an endpoint must be called next. Frees the sender of a flow of which every
    /// byte is acknowledged, and the receiver once no packet can reach it.
    #[inline(always)]
    pub fn poll_timeout(&mut self, endpoint: EndpointId) -> Option<SimTime> {
        let flow = &mut self.flows[endpoint.flow().index()];
        let State::Open(pair) = &flow.state else {
            return self.answering_timeout(endpoint);
        };
        let is_two_way = pair.is_two_way;
        let (deadline, quiet) = if is_two_way {
            let end = if endpoint.is_sender() { &pair.sender } else { &pair.receiver };
            (end.poll_timeout(), pair.is_quiet(flow.ours))
        } else if !endpoint.is_sender() {
            // A receiver that only answers does not keep its flow busy, whatever its timers.
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
        if quiet {
            self.finish_if_done(endpoint, is_two_way);
        }
        deadline
    }

    /// Frees the sender of a flow that is quiet, if every byte is acknowledged.
    #[cold]
    fn finish_if_done(&mut self, endpoint: EndpointId, is_two_way: bool) {
        let flow = &mut self.flows[endpoint.flow().index()];
        let State::Open(pair) = &flow.state else { return };
        // Bytes that a proxy has not passed on are still needed.
        if pair.receiver.unread() == 0 && pair.sender.unread() == 0 {
            let report = pair.report();
            if report.acknowledged_at.is_some() {
                flow.finish(is_two_way.then_some(report));
                if !self.are_of_region {
                    flow.settle();
                }
                if flow.ours.sender {
                    self.open -= self.weight(endpoint.flow());
                }
            }
        }
    }

    /// Time at which an endpoint of a flow whose sender is freed must be called next. Frees the
    /// receiver once no packet can reach it.
    #[cold]
    fn answering_timeout(&mut self, endpoint: EndpointId) -> Option<SimTime> {
        let flow = &mut self.flows[endpoint.flow().index()];
        let State::Answering(_, receiver) = &flow.state else { return None };
        let deadline = receiver.poll_timeout().filter(|_| !endpoint.is_sender());
        if !self.are_of_region {
            flow.settle();
        }
        deadline
    }

    /// Counts a drop for its flow; returns whether the packet was in the reverse direction.
    pub fn note_drop(&mut self, packet: &Packet) -> bool {
        let flow = &mut self.flows[packet.flow.index()];
        flow.drops += 1;
        flow.inside = flow.inside.wrapping_sub(1);
        let is_reverse = packet.source == flow.to;
        flow.drops_back += u64::from(is_reverse);
        if !self.are_of_region {
            flow.settle();
        }
        // The store is where the ends are.
        if self.are_ours(packet.flow) {
            self.release(packet);
        }
        is_reverse
    }

    /// Releases the payload of a packet that is no longer in the network.
    fn release(&self, packet: &Packet) {
        if let Some(stored) = packet.body.stored() {
            self.shared.payloads.release(stored);
        }
    }

    /// Whether all flows do nothing more unless a packet arrives.
    pub fn are_quiet(&self) -> bool {
        self.busy == 0
    }

    /// The series of each flow, and the endpoints of its connection that it has.
    pub fn ends_of_connections(&self) -> impl Iterator<Item = (usize, Ends)> + '_ {
        self.flows.iter().map(|flow| {
            (flow.series.index(), Ends { first: flow.part == 0, last: flow.next == NONE })
        })
    }

    /// Number of all flows, counting each part of a split connection.
    pub fn count(&self) -> usize {
        self.flows.len()
    }

    /// The outcomes of all flows, in the order of their numbers. `last` is the reason of the run's
    /// end: [`EndReason::EndOfRun`] or [`EndReason::Interrupted`], which then ended the flows that
    /// would have continued, or [`EndReason::Finished`] if no flow would have done anything more.
    pub fn outcomes(&self, last: EndReason) -> impl Iterator<Item = FlowOutcome> {
        (0..).map(FlowId).zip(&self.flows).map(move |(number, flow)| {
            let s = &self.series[flow.series.index()];
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

    /// The voice flows that have started: number, series, packets sent, and the receiver's report.
    pub fn voice(&self) -> impl Iterator<Item = (FlowId, SeriesId, u64, VoiceReport)> {
        (0..).map(FlowId).zip(&self.flows).filter_map(|(number, flow)| {
            let State::Open(pair) = &flow.state else { return None };
            let heard = *pair.receiver.measured()?.downcast::<VoiceReport>().ok()?;
            Some((number, flow.series, pair.sender.report().packets_sent, heard))
        })
    }

    /// The flows that have started, without the further parts of split connections: number, series,
    /// and start time.
    pub fn begun(&self) -> impl Iterator<Item = (FlowId, SeriesId, &Series, SimTime)> {
        let wholes = (0..).map(FlowId).zip(&self.flows).filter(|(_, flow)| flow.part == 0);
        wholes.filter_map(|(number, flow)| {
            let began = self.report(number)?.started?;
            Some((number, flow.series, &self.series[flow.series.index()], began))
        })
    }

    /// Measurements of type `T` by the applications of flows in progress, each with the direction
    /// of its packets.
    pub fn measured<T: Any>(&self) -> impl Iterator<Item = Measured<T>> {
        (0..).map(FlowId).zip(&self.flows).flat_map(|(number, flow)| {
            let ends = match &flow.state {
                State::Open(pair) => Some([&pair.receiver, &pair.sender]),
                State::Waiting | State::Answering(..) | State::Closed(_) => None,
            };
            let ways = ends.map(|[to, from]| [(true, to, from), (false, from, to)]);
            ways.into_iter().flatten().filter_map(move |(is_forward, receiver, sender)| {
                let own = receiver.measured()?.downcast::<T>().ok()?;
                let sent = sender.report().packets_sent;
                let back = flow.drops_back;
                let lost = if is_forward { flow.drops - back } else { back };
                Some(Measured {
                    flow: number,
                    series: flow.series,
                    is_forward,
                    sent,
                    lost,
                    own: *own,
                })
            })
        })
    }

    fn report(&self, number: FlowId) -> Option<FlowReport> {
        match &self.flows[number.index()].state {
            State::Waiting => None,
            State::Open(pair) => Some(pair.report()),
            State::Answering(report, receiver) => Some(report.merged(&receiver.report())),
            State::Closed(report) => Some(**report),
        }
    }

    /// End reason of a flow or of one part of a split connection.
    fn ended(&self, number: FlowId, last: EndReason) -> EndReason {
        let flow = &self.flows[number.index()];
        let Some(report) = self.report(number) else {
            return match last {
                // A part that never starts, because the one before gave up.
                EndReason::Finished if flow.part > 0 => self.ended(flow.before, last),
                _ => EndReason::NotStarted,
            };
        };
        let is_connection = self.series[flow.series.index()].application.has_connection();
        let is_over = flow.quiet && flow.inside == 0;
        match report.ended() {
            Some(ended) => ended,
            None if is_over && !is_connection => EndReason::Finished,
            // Only a part of a split connection is idle before it is finished: it has no more to
            // send because another part gave up.
            //
            None if last == EndReason::Finished => {
                self.gave_up(number).unwrap_or(EndReason::EndOfRun)
            }
            None => last,
        }
    }

    /// End reason of the first part of a connection that gave up, for any of its parts.
    fn gave_up(&self, number: FlowId) -> Option<EndReason> {
        let parts = std::iter::successors(Some(self.whole(number)), |&part| {
            Some(self.flows[part.index()].next).filter(|&next| next != NONE)
        });
        parts.filter_map(|part| self.report(part)).find_map(|report| report.gave_up)
    }

    /// End reason of a split connection: that of the first part that gave up, otherwise of its last
    /// part.
    fn ended_end_to_end(&self, mut number: FlowId, last: EndReason) -> EndReason {
        if let Some(ended) = self.gave_up(number) {
            return ended;
        }
        let first = self.ended(number, last);
        while self.flows[number.index()].next != NONE {
            number = self.flows[number.index()].next;
        }
        if first == EndReason::Finished { self.ended(number, last) } else { first }
    }

    fn whole(&self, mut number: FlowId) -> FlowId {
        while self.flows[number.index()].before != NONE {
            number = self.flows[number.index()].before;
        }
        number
    }

    /// The report of the first part of a split connection, with the deliveries of its last part.
    fn seen_end_to_end(&self, whole: FlowId, first: FlowReport) -> FlowReport {
        let mut number = whole;
        while self.flows[number.index()].next != NONE {
            number = self.flows[number.index()].next;
        }
        let last_part = &self.flows[number.index()];
        let both_ways = self.series[last_part.series.index()].relays_both_ways();
        let last = self.report(number).unwrap_or_default();
        if both_ways {
            // What the client received and what the server received. A part that is over has
            // delivered everything both ways: the other part knows how much that was.
            let client = match &self.flows[whole.index()].state {
                State::Open(pair) => Some(pair.sender.report()),
                _ => None,
            };
            let server = match &last_part.state {
                State::Open(pair) => pair.receiver.report(),
                State::Waiting => FlowReport::default(),
                State::Answering(..) | State::Closed(_) => {
                    return with_end(first, &first, last.received_at);
                }
            };
            return match client {
                Some(client) => with_end(first, &client.merged(&server), last.received_at),
                None => with_end(first, &last, last.received_at),
            };
        }
        FlowReport {
            last_received: last.last_received,
            received_at: last.received_at,
            bytes_delivered: last.bytes_delivered,
            ..first
        }
    }
}

/// The report of the first part of a connection with the arrivals that `delivered` counted.
fn with_end(first: FlowReport, delivered: &FlowReport, received_at: Option<SimTime>) -> FlowReport {
    FlowReport {
        last_received: delivered.last_received,
        received_at,
        bytes_delivered: delivered.bytes_delivered,
        ..first
    }
}
