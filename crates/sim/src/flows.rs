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

use std::collections::BTreeMap;
use std::ops::Range;

use skyseam_app::Application;
use skyseam_base::{Duration, FlowId, NodeId, RandomStream, SimTime, prefetch_item};
use skyseam_endpoint::proxy::ProxyConfig;
use skyseam_endpoint::transport::{FlowSetup, Transport};
use skyseam_endpoint::{BoxedEndpoint, FlowReport, Polled, SharedState};
use skyseam_host as host;
use skyseam_host::parts::{self, RemainingParts};
use skyseam_packet::wire::Announced;
use skyseam_packet::{Packet, Payloads};
use skyseam_params::Model;

use crate::id::{EndpointId, SeriesId};
use crate::series::Collector;

pub(crate) mod forecast;
mod outcomes;
mod region;
mod splits;

pub(crate) use outcomes::{FlowOutcome, Measured};

/// One `[[flows]]` entry, with its endpoints resolved to nodes.
#[derive(Clone, Debug)]
pub(crate) struct FlowSeries {
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
    /// Codepoint of all packets.
    pub dscp: u8,
}

impl FlowSeries {
    /// Source and destination of part number `part` of a connection.
    fn ends(&self, part: usize) -> (NodeId, NodeId) {
        let from = part.checked_sub(1).map_or(self.from, |before| self.proxies[before].0);
        (from, self.proxies.get(part).map_or(self.to, |&(node, _)| node))
    }

    /// Whether proxies relay bytes in both directions.
    fn is_bidirectional(&self) -> bool {
        !self.proxies.is_empty() && parts::is_bidirectional(&self.application)
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
struct EndpointPair {
    sender: BoxedEndpoint,
    receiver: BoxedEndpoint,
    /// Whether both endpoints send, so that each may have plans.
    is_two_way: bool,
}

impl EndpointPair {
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
pub(crate) struct ConnectionEnds {
    /// Whether the flow begins at the connection's source.
    pub first: bool,
    /// Whether the flow ends at the connection's destination.
    pub last: bool,
}

enum State {
    Waiting,
    Open(EndpointPair),
    /// The sender is finished and freed; this is its report. The receiver still answers late
    /// packets.
    Answering(Box<FlowReport>, BoxedEndpoint),
    Closed(Box<FlowReport>),
}

struct FlowState {
    series: SeriesId,
    /// Index of the part in a split connection, from 0 at the sender.
    part: u32,
    /// Number of the first part of the connection; its own if the connection is not split.
    whole: FlowId,
    /// Numbers of the further parts, which follow each other.
    further: Range<u32>,
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
    dscp: u8,
    state: State,
}

impl FlowState {
    /// Number of the previous part, given the number of this one.
    fn before(&self, number: FlowId) -> Option<FlowId> {
        match self.part {
            0 => None,
            1 => Some(self.whole),
            _ => Some(FlowId(number.0 - 1)),
        }
    }

    /// Number of the next part, given the number of this one.
    fn next(&self, number: FlowId) -> Option<FlowId> {
        let next = if self.part == 0 { self.further.start } else { number.0 + 1 };
        self.further.contains(&next).then_some(FlowId(next))
    }

    /// Numbers of all parts of the connection.
    fn parts(&self) -> impl DoubleEndedIterator<Item = FlowId> + use<> {
        std::iter::once(self.whole).chain(self.further.clone().map(FlowId))
    }

    /// Frees the finished sender; and both endpoints of a flow with two senders, if `of_both` is
    /// its report.
    fn finish(&mut self, of_both: Option<FlowReport>) {
        self.state = match (std::mem::replace(&mut self.state, State::Waiting), of_both) {
            (State::Open(_), Some(report)) => State::Closed(Box::new(report)),
            (State::Open(EndpointPair { sender, receiver, .. }), None) => {
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

/// All flows of a world.
pub(crate) struct Flows {
    series: Vec<FlowSeries>,
    /// Number of the first flow of each series.
    first: Vec<u32>,
    /// Number of flows of each series that have started.
    begun: Vec<u32>,
    flows: Vec<FlowState>,
    /// Number of flows that are not quiet.
    busy: usize,
    /// Total weight of the open flows whose sender is here ([`Flows::weight`]).
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
    pub fn new(series: Vec<FlowSeries>, shared: SharedState) -> Self {
        let first = series
            .iter()
            .scan(0, |next, s| Some(std::mem::replace(next, *next + s.count)))
            .collect();
        let wholes: Vec<SeriesId> = (0..)
            .map(SeriesId)
            .zip(&series)
            .flat_map(|(number, s)| std::iter::repeat_n(number, s.count as usize))
            .collect();
        let entry =
            |number: SeriesId, part: usize, whole: usize, further: &Range<usize>| FlowState {
                series: number,
                part: part as u32,
                whole: FlowId::from_index(whole),
                further: further.start as u32..further.end as u32,
                to: series[number.index()].ends(part).1,
                drops: 0,
                drops_back: 0,
                inside: 0,
                ours: Ours { sender: true, receiver: true },
                quiet: false,
                dscp: series[number.index()].dscp,
                state: State::Waiting,
            };
        let mut end = wholes.len();
        let further: Vec<Range<usize>> = wholes
            .iter()
            .map(|number| {
                let start = end;
                end += series[number.index()].proxies.len();
                start..end
            })
            .collect();
        let of_whole = || wholes.iter().zip(&further).enumerate();
        let firsts = of_whole().map(|(whole, (&number, further))| entry(number, 0, whole, further));
        let others = of_whole().flat_map(|(whole, (&number, further))| {
            (1..=further.len()).map(move |part| entry(number, part, whole, further))
        });
        let flows: Vec<FlowState> = firsts.chain(others).collect();
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

    pub fn series(&self) -> &[FlowSeries] {
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

    pub(crate) fn series_ids(&self) -> impl Iterator<Item = SeriesId> + use<> {
        (0..self.series.len()).map(SeriesId::from_index)
    }

    /// Number and start time of the next flow of a series.
    pub(crate) fn next_opening(&self, series: SeriesId) -> Option<(u32, SimTime)> {
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
        if s.is_bidirectional() {
            let (sender, receiver, rest) = parts::open_first(opening, &s.application, &s.transport);
            self.rests.insert(flow, rest);
            self.set_open(flow, EndpointPair::new(sender, receiver));
            return flow;
        }
        let (sender, mut receiver) = host::open_flow(opening, &s.application, &*s.transport);
        if let Some(reader) = receiver.reader().filter(|_| !s.proxies.is_empty()) {
            reader.set_manual_read();
        }
        self.set_open(flow, EndpointPair::new(sender, receiver));
        flow
    }

    fn set_open(&mut self, flow: FlowId, pair: EndpointPair) {
        self.flows[flow.index()].state = State::Open(pair);
        if self.flows[flow.index()].ours.sender {
            self.open += self.weight(flow);
            self.most_open = self.most_open.max(self.open);
        }
    }

    /// Memory of a flow, in units of a TCP flow.
    fn weight(&self, flow: FlowId) -> u64 {
        let flow = &self.flows[flow.index()];
        if flow.part > 0 { 1 } else { self.series[flow.series.index()].transport.weight() }
    }

    /// Maximum total weight of the open flows whose sender is here.
    pub fn most_open(&self) -> u64 {
        self.most_open
    }

    /// The random stream of part `part` of flow number `number` of its series.
    fn stream(&self, series: &FlowSeries, number: u32, part: usize) -> RandomStream {
        let name = match part {
            0 => format!("flow {} {number}", series.name),
            _ => format!("flow {} {number} part {part}", series.name),
        };
        RandomStream::new(self.shared.seed, &name)
    }

    /// Prefetches the flow of `packet`, which arrives soon.
    #[inline(always)]
    pub(crate) fn prefetch_flow(&self, packet: &Packet) {
        prefetch_item(&self.flows, packet.flow.index());
    }

    /// The endpoint at `node` that `packet` reaches soon; none for a message between agents, which
    /// belongs to no flow.
    #[inline(always)]
    pub(crate) fn end_ahead(
        &self,
        packet: &Packet,
        node: NodeId,
    ) -> Option<(EndpointId, &BoxedEndpoint)> {
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

    /// Counts a packet that an endpoint sends, and gives it the codepoint of its flow; packets of
    /// programs have their own.
    #[inline]
    pub fn note_sent(
        &mut self,
        now: SimTime,
        endpoint: EndpointId,
        packet: &mut Packet,
        collector: &mut Collector,
    ) {
        let flow = &mut self.flows[endpoint.flow().index()];
        flow.inside = flow.inside.wrapping_add(1);
        packet.dscp |= flow.dscp;
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
    pub(crate) fn are_quiet(&self) -> bool {
        self.busy == 0
    }

    /// The series of each flow, and the endpoints of its connection that it has.
    pub(crate) fn ends_of_connections(&self) -> impl Iterator<Item = (usize, ConnectionEnds)> + '_ {
        self.flows.iter().map(|flow| {
            (
                flow.series.index(),
                ConnectionEnds {
                    first: flow.part == 0,
                    last: flow.part as usize == flow.further.len(),
                },
            )
        })
    }

    /// Number of all flows, counting each part of a split connection.
    pub fn count(&self) -> usize {
        self.flows.len()
    }
}
