//! One side of a proxy for a flow of connections: its endpoints of all these connections.
//!
//! Owns the connections at this side, and the opening of a client's connection behind the proxy,
//! under the same number. Does not own the relaying of bytes: see [`crate::proxy`]. The meaning of
//! the bytes bypasses the proxies, from the client's endpoint of the session to the server's.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use skyseam_base::{FlowId, NodeId, RandomStream, SimTime};
use skyseam_packet::Packet;
use skyseam_params::Model;
use skyseam_trace::Recorder;

use super::endpoint::{ConnectionRecorder, SplitSession};
use crate::endpoint::{BoxedEndpoint, Endpoint, FlowEndpoint, Polled, Relay, SharedState};
use crate::proxy::IdleApp;
use crate::report::FlowReport;
use crate::transport::{ConnectionPayload, FlowSetup, Transport};

/// Endpoints of connections whose first packet has not arrived.
#[derive(Clone, Debug, Default)]
pub(super) struct AwaitingConnections(Arc<Mutex<BTreeMap<u16, BoxedEndpoint>>>);

impl AwaitingConnections {
    fn map(&self) -> MutexGuard<'_, BTreeMap<u16, BoxedEndpoint>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Keeps a proxy's endpoint of a connection until its first packet arrives.
    pub(super) fn expect(&self, number: u16, mut end: BoxedEndpoint) {
        set_manual_read(&mut end);
        self.map().insert(number, end);
    }
}

/// Makes a proxy read from `end`.
pub fn set_manual_read(end: &mut BoxedEndpoint) {
    if let Some(reader) = end.reader() {
        reader.set_manual_read();
    }
}

/// Destination of the remote endpoints of connections that a proxy opens.
#[derive(Debug)]
enum NextEndpoint {
    Proxy(AwaitingConnections),
    Server,
}

/// Opening of connections by a proxy.
#[derive(Debug)]
struct OutgoingSide {
    nodes: [NodeId; 2],
    transport: Model<dyn Transport>,
    shared: SharedState,
    /// Seed of the connections' random draws.
    seed: u64,
    branch: SplitSession,
    far: NextEndpoint,
    /// Whether the client opens no further connection.
    is_complete: bool,
}

/// One side of a proxy.
#[derive(Debug)]
pub struct ProxySide {
    flow: FlowId,
    arrivals: AwaitingConnections,
    /// Data for opening connections, at the side that opens them.
    opener: Option<Box<OutgoingSide>>,
    lines: BTreeMap<u16, BoxedEndpoint>,
    /// Connections with events since the proxy's last check.
    touched: BTreeSet<u16>,
    ended_at: Option<SimTime>,
}

impl ProxySide {
    /// Creates the side at which connections arrive.
    pub(super) fn arriving(flow: FlowId, arrivals: AwaitingConnections) -> Self {
        Self {
            flow,
            arrivals,
            opener: None,
            lines: BTreeMap::new(),
            touched: BTreeSet::new(),
            ended_at: None,
        }
    }

    /// Creates both endpoints of a further part of a session's connections. `joins` is true if
    /// another proxy is at its other end.
    pub fn open(
        opening: FlowSetup<'_>,
        branch: &mut SplitSession,
        transport: &Model<dyn Transport>,
        joins: bool,
    ) -> [BoxedEndpoint; 2] {
        let FlowSetup { flow, from, to, random, shared, .. } = opening;
        let arrivals = AwaitingConnections::default();
        let far = if joins { NextEndpoint::Proxy(arrivals.clone()) } else { NextEndpoint::Server };
        let opener = OutgoingSide {
            nodes: [from, to],
            transport: transport.clone(),
            shared: shared.clone(),
            seed: random.part(1).next_u64(),
            branch: branch.clone(),
            far,
            is_complete: false,
        };
        let leaving = Self {
            opener: Some(Box::new(opener)),
            ..Self::arriving(flow, AwaitingConnections::default())
        };
        let there = if joins {
            Box::new(Self::arriving(flow, arrivals))
        } else {
            branch.server(flow, [from, to], transport, shared)
        };
        [Box::new(leaving), there]
    }

    fn look_for_end(&mut self, now: SimTime) {
        let is_complete = self.opener.as_ref().is_some_and(|opener| opener.is_complete);
        let is_over = |line: &BoxedEndpoint| line.report().acknowledged_at.is_some();
        if is_complete && self.ended_at.is_none() && self.lines.values().all(is_over) {
            self.ended_at = Some(now);
        }
    }
}

impl Relay for ProxySide {
    fn take_touched(&mut self) -> BTreeSet<u16> {
        std::mem::take(&mut self.touched)
    }

    fn line(&mut self, number: u16) -> Option<&mut BoxedEndpoint> {
        self.lines.get_mut(&number)
    }

    fn opened(&mut self, now: SimTime, number: u16) -> Option<&mut BoxedEndpoint> {
        let opener = self.opener.as_ref()?;
        Some(self.lines.entry(number).or_insert_with(|| opener.open(self.flow, now, number)))
    }

    fn complete(&mut self, now: SimTime) {
        if let Some(opener) = &mut self.opener {
            opener.is_complete = true;
        }
        self.look_for_end(now);
    }
}

impl OutgoingSide {
    fn open(&self, flow: FlowId, now: SimTime, number: u16) -> BoxedEndpoint {
        let [from, to] = self.nodes;
        let mut own = RandomStream::new(self.seed, &format!("connection {number}"));
        let shared = self.shared.with_seed(own.next_u64());
        let shared = &shared;
        let opening = FlowSetup { flow, from, to, start: now, random: own, shared };
        let content = |server| ConnectionPayload::Stream([Box::new(IdleApp), server]);
        let mut client = match &self.far {
            NextEndpoint::Proxy(arrivals) => {
                let [client, proxy] = self.transport.open(opening, content(Box::new(IdleApp)));
                arrivals.expect(number, proxy);
                client
            }
            NextEndpoint::Server => {
                let (app, port) = self.branch.take(number);
                let [client, server] = self.transport.open(opening, content(app));
                self.branch.arrive(number, server, port);
                client
            }
        };
        set_manual_read(&mut client);
        client
    }
}

impl Endpoint for ProxySide {
    fn handle_packet(&mut self, now: SimTime, packet: &Packet, trace: &mut dyn Recorder) {
        let number = packet.connection;
        let new = self.arrivals.map().remove(&number);
        self.lines.extend(new.map(|line| (number, line)));
        let Some(line) = self.lines.get_mut(&number) else { return };
        line.handle_packet(now, packet, &mut ConnectionRecorder { trace, connection: number });
        self.touched.insert(number);
        self.look_for_end(now);
    }

    fn handle_timeout(&mut self, now: SimTime, trace: &mut dyn Recorder) {
        for (&number, line) in &mut self.lines {
            if line.poll_timeout().is_some_and(|due| due <= now) {
                line.handle_timeout(now, &mut ConnectionRecorder { trace, connection: number });
                self.touched.insert(number);
            }
        }
        self.look_for_end(now);
    }

    fn poll_transmit(
        &mut self,
        now: SimTime,
        place: &mut Packet,
        trace: &mut dyn Recorder,
    ) -> Polled {
        for (&connection, line) in &mut self.lines {
            let mut own = ConnectionRecorder { trace, connection };
            if line.poll_transmit(now, place, &mut own) != Polled::Nothing {
                place.connection = connection;
                return Polled::MayBeMore;
            }
        }
        Polled::Nothing
    }

    fn poll_timeout(&self) -> Option<SimTime> {
        self.lines.values().filter_map(|line| line.poll_timeout()).min()
    }
}

impl FlowEndpoint for ProxySide {
    /// Sum of the counters of all connections.
    fn report(&self) -> FlowReport {
        let lines = self.lines.values().map(|line| line.report());
        let all = lines.clone().fold(FlowReport::default(), |all, line| all.sum_connections(&line));
        let lost = |line: FlowReport| line.gave_up.filter(|_| line.acknowledged_at.is_none());
        FlowReport { acknowledged_at: self.ended_at, gave_up: lines.clone().find_map(lost), ..all }
    }

    fn has_pending_work(&self) -> bool {
        self.lines.values().any(|line| line.has_pending_work())
    }

    fn is_bidirectional(&self) -> bool {
        true
    }

    fn unread(&self) -> u64 {
        self.lines.values().map(|line| line.unread()).sum()
    }

    fn relay(&mut self) -> Option<&mut dyn Relay> {
        Some(self)
    }
}
