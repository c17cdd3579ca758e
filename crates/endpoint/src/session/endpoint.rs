//! The endpoint of a session at a node: the endpoints of its connections, and the application above
//! them.
//!
//! The client creates both endpoints of a connection and leaves the server's in the shared state of
//! the two nodes, where the server finds it when the connection's first packet arrives. The meaning
//! of the bytes is there too, in a queue for each direction of a stream, from which the reading
//! endpoint takes chunks as bytes arrive.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use skyseam_base::{FlowId, NodeId, RandomStream, SimTime};
use skyseam_packet::Packet;
use skyseam_params::Model;
use skyseam_trace::{Event, Events, Recorder};

use super::channel::{AppChannel, ChannelApp, Write};
use super::proxy_side::{AwaitingConnections, ProxySide};
use crate::app::session::{ReceivedChunk, SessionCommand, SessionIo, StreamKey, TaggedChunk};
use crate::app::{SessionApp, StreamApp};
use crate::endpoint::{BoxedEndpoint, Endpoint, FlowEndpoint, Polled, SharedState};
use crate::proxy::IdleApp;
use crate::report::{EndReason, FlowReport};
use crate::tls::{Tickets, Tls};
use crate::transport::{ConnectionPayload, FlowSetup, Streams, Transport};

/// [`SessionApp::on_writable`] is called when fewer than this many bytes wait to be sent, so that
/// one or two segments are always ready.
const SEND_LOW_WATER_MARK: u64 = 4_096;

/// State that both nodes of a session share.
#[derive(Debug, Default)]
struct SessionState {
    /// Server's endpoints of connections without a packet from the client yet.
    waiting: BTreeMap<u16, ManagedConnection>,
    /// Chunks written and not read, by the endpoint that wrote: the client, the server.
    pieces: [BTreeMap<StreamKey, VecDeque<TaggedChunk>>; 2],
    /// For each closed connection, which of its two endpoints (client, server) have closed.
    over: BTreeMap<u16, [bool; 2]>,
    /// With proxies: the server side of connections that the last proxy has not opened yet.
    far: BTreeMap<u16, (Box<dyn StreamApp>, AppChannel)>,
}

fn lock(session: &Mutex<SessionState>) -> MutexGuard<'_, SessionState> {
    session.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The parts between client and server of a session whose connections are split at proxies.
#[derive(Clone, Debug)]
pub struct SplitSession {
    tls: Option<Tls>,
    tickets: Tickets,
    /// Endpoints of the client's connections at the first proxy.
    arrivals: AwaitingConnections,
    session: Arc<Mutex<SessionState>>,
    /// Application of the server, until the last part is opened.
    app: Arc<Mutex<Option<Box<dyn SessionApp>>>>,
}

impl SplitSession {
    /// Takes the server side of a connection that the last proxy opens.
    pub(super) fn take(&self, number: u16) -> (Box<dyn StreamApp>, AppChannel) {
        lock(&self.session).far.remove(&number).expect("a connection that the client opened")
    }

    /// Leaves the server's endpoint of a connection for its first packet.
    pub(super) fn arrive(&self, number: u16, agent: BoxedEndpoint, port: AppChannel) {
        lock(&self.session).waiting.insert(number, ManagedConnection::new(agent, port));
    }

    /// Creates the server's endpoint of the session.
    pub(super) fn server(
        &self,
        flow: FlowId,
        nodes: [NodeId; 2],
        transport: &Model<dyn Transport>,
        shared: &SharedState,
    ) -> BoxedEndpoint {
        let app = self.app.lock().unwrap_or_else(PoisonError::into_inner).take();
        let app = app.expect("the last part is opened once");
        let parts =
            SessionContext { flow, nodes, start: SimTime::ZERO, transport, shared, seed: 0 };
        Box::new(SessionEndpoint::new(false, &parts, app, self.session.clone(), Some(self.clone())))
    }
}

/// One endpoint of a connection, managed by its session.
#[derive(Debug)]
struct ManagedConnection {
    agent: BoxedEndpoint,
    port: AppChannel,
    is_open: bool,
    /// Whether the application was notified that the peer has closed.
    is_closed: bool,
    has_closed: bool,
    awaits_room: bool,
    is_lost: bool,
    /// Bytes read of the current chunk, by stream.
    got: BTreeMap<u32, u64>,
}

impl ManagedConnection {
    fn new(agent: BoxedEndpoint, port: AppChannel) -> Self {
        Self {
            agent,
            port,
            is_open: false,
            is_closed: false,
            has_closed: false,
            awaits_room: false,
            is_lost: false,
            got: BTreeMap::new(),
        }
    }
}

/// The endpoint of a session at a node.
#[derive(Debug)]
struct SessionEndpoint {
    is_client: bool,
    flow: FlowId,
    nodes: [NodeId; 2],
    start: SimTime,
    transport: Model<dyn Transport>,
    shared: SharedState,
    /// Seed of the connections' random draws.
    seed: u64,
    app: Box<dyn SessionApp>,
    session: Arc<Mutex<SessionState>>,
    lines: BTreeMap<u16, ManagedConnection>,
    next_connection: u16,
    has_begun: bool,
    ended_at: Option<SimTime>,
    gave_up: Option<EndReason>,
    /// Counters of closed connections.
    gone: FlowReport,
    orders: Vec<SessionCommand>,
    /// Whether an endpoint reads only once it has nothing to send.
    reads_last: bool,
    /// Connections of such endpoints with pending events.
    unread: BTreeSet<u16>,
    /// State of a session whose connections are split at proxies; `None` if they are not.
    branch: Option<SplitSession>,
}

/// Construction data of a session's endpoints other than their applications.
struct SessionContext<'a> {
    flow: FlowId,
    nodes: [NodeId; 2],
    start: SimTime,
    transport: &'a Model<dyn Transport>,
    shared: &'a SharedState,
    seed: u64,
}

impl<'a> SessionContext<'a> {
    fn of(transport: &'a Model<dyn Transport>, opening: &FlowSetup<'a>) -> Self {
        assert!(transport.is_two_way(), "a session over a transport that sends one way");
        let &FlowSetup { flow, from, to, start, shared, .. } = opening;
        let seed = opening.random.part(1).next_u64();
        Self { flow, nodes: [from, to], start, transport, shared, seed }
    }
}

/// Creates the two endpoints of a session over connections of `transport`.
///
/// # Panics
/// If the transport is not two-way.
pub fn open(
    transport: impl Transport,
    opening: FlowSetup<'_>,
    [client, server]: [Box<dyn SessionApp>; 2],
) -> [BoxedEndpoint; 2] {
    let transport = Model::new(Arc::new(transport) as _);
    let parts = SessionContext::of(&transport, &opening);
    let session: Arc<Mutex<SessionState>> = Arc::default();
    [(true, client), (false, server)].map(|(is_client, app)| {
        Box::new(SessionEndpoint::new(is_client, &parts, app, session.clone(), None))
            as BoxedEndpoint
    })
}

/// Creates the two endpoints of the first part of a session whose connections are split at proxies,
/// and the state for the further parts. `transport` has no TLS of its own: `tls` is between the
/// applications.
///
/// # Panics
/// If the transport is not two-way.
pub fn open_split(
    transport: Model<dyn Transport>,
    tls: Option<Tls>,
    opening: FlowSetup<'_>,
    client: Box<dyn SessionApp>,
    server: Box<dyn SessionApp>,
) -> ([BoxedEndpoint; 2], SplitSession) {
    let parts = SessionContext::of(&transport, &opening);
    let branch = SplitSession {
        tls,
        tickets: Tickets::of_flow(&opening),
        arrivals: AwaitingConnections::default(),
        session: Arc::default(),
        app: Arc::new(Mutex::new(Some(server))),
    };
    let client =
        SessionEndpoint::new(true, &parts, client, branch.session.clone(), Some(branch.clone()));
    let proxy = ProxySide::arriving(opening.flow, branch.arrivals.clone());
    ([Box::new(client), Box::new(proxy)], branch)
}

/// Forwards the events of an endpoint of a connection: the session records the flow's start and
/// end, and only delivered bytes are recorded for all connections; everything else for the first,
/// since series of a flow have one sequence space and one window.
pub(super) struct ConnectionRecorder<'a> {
    pub(super) trace: &'a mut dyn Recorder,
    pub(super) connection: u16,
}

impl ConnectionRecorder<'_> {
    fn passes(&self, event: &Event<'_>) -> bool {
        match event {
            Event::FlowStarted { .. } | Event::FlowReceived { .. } | Event::FlowFinished { .. } => {
                false
            }
            Event::Delivered { .. } => true,
            _ => self.connection == 0,
        }
    }
}

impl Recorder for ConnectionRecorder<'_> {
    fn record(&mut self, now: SimTime, event: Event<'_>) {
        if self.passes(&event) {
            self.trace.record(now, event);
        }
    }

    fn record_reverse(&mut self, now: SimTime, event: Event<'_>) {
        if self.passes(&event) {
            self.trace.record_reverse(now, event);
        }
    }

    fn receives(&self, kinds: Events) -> bool {
        self.trace.receives(kinds)
    }
}

impl SessionEndpoint {
    fn new(
        is_client: bool,
        parts: &SessionContext<'_>,
        app: Box<dyn SessionApp>,
        session: Arc<Mutex<SessionState>>,
        branch: Option<SplitSession>,
    ) -> Self {
        let &SessionContext { flow, nodes, start, transport, shared, seed } = parts;
        Self {
            is_client,
            flow,
            nodes,
            start,
            transport: transport.clone(),
            shared: shared.clone(),
            seed,
            app,
            session,
            lines: BTreeMap::new(),
            next_connection: 0,
            has_begun: false,
            ended_at: None,
            gave_up: None,
            gone: FlowReport::default(),
            orders: Vec::new(),
            reads_last: transport.streams() == Some(Streams::Many),
            unread: BTreeSet::new(),
            branch,
        }
    }

    fn session(&self) -> MutexGuard<'_, SessionState> {
        lock(&self.session)
    }

    fn side(&self) -> usize {
        usize::from(!self.is_client)
    }

    /// Notifies the application and carries out its requests.
    fn tell(
        &mut self,
        now: SimTime,
        trace: &mut dyn Recorder,
        what: impl FnOnce(&mut dyn SessionApp, &mut SessionIo<'_>),
    ) {
        let mut orders = std::mem::take(&mut self.orders);
        let mut io = SessionIo {
            now,
            flow: self.flow,
            next_connection: &mut self.next_connection,
            orders: &mut orders,
            trace,
        };
        what(&mut *self.app, &mut io);
        // What it wrote on a connection at once leaves as one write.
        let mut touched = BTreeSet::new();
        for order in orders.drain(..) {
            touched.extend(self.carry_out(now, order));
        }
        self.orders = orders;
        for number in touched {
            // An end of a connection looks for what was written when its timer is due.
            if let Some(line) = self.lines.get_mut(&number) {
                line.agent
                    .handle_timeout(now, &mut ConnectionRecorder { trace, connection: number });
                if self.reads_last {
                    self.unread.insert(number);
                }
            }
        }
    }

    /// Processes the events of connection `number`: at once, or when its endpoint has read.
    fn follow_up(&mut self, now: SimTime, number: u16, trace: &mut dyn Recorder) {
        if self.reads_last {
            self.unread.insert(number);
        } else {
            self.settle(now, number, trace);
        }
    }

    /// Carries out a request of the application; returns the connection whose endpoint must be
    /// checked.
    fn carry_out(&mut self, now: SimTime, order: SessionCommand) -> Option<u16> {
        match order {
            SessionCommand::Connect(number) => {
                assert!(self.is_client, "a server opens no connection");
                let line = self.connect(now, number);
                self.lines.insert(number, line);
                Some(number)
            }
            SessionCommand::Send { stream, piece, is_last } => {
                let side = self.side();
                self.session().pieces[side].entry(stream).or_default().push_back(piece);
                let line = self.lines.get_mut(&stream.connection)?;
                assert!(!line.has_closed, "an application writes after it has closed");
                let write = Write { stream: stream.stream, bytes: piece.bytes, is_last };
                line.port.state().written.push_back(write);
                Some(stream.connection)
            }
            SessionCommand::AwaitRoom(number) => {
                self.lines.get_mut(&number)?.awaits_room = true;
                None
            }
            SessionCommand::Close(number) => {
                let line = self.lines.get_mut(&number)?;
                if !std::mem::replace(&mut line.has_closed, true) {
                    line.port.state().closes = true;
                }
                Some(number)
            }
        }
    }

    /// Creates both endpoints of a connection that begins now; returns the client's.
    fn connect(&self, now: SimTime, number: u16) -> ManagedConnection {
        let [from, to] = self.nodes;
        let mut own = RandomStream::new(self.seed, &format!("connection {number}"));
        let shared = self.shared.with_seed(own.next_u64());
        let opening =
            FlowSetup { flow: self.flow, from, to, start: now, random: own, shared: &shared };
        let ports = [AppChannel::default(), AppChannel::default()];
        if let Some(branch) = &self.branch {
            let apps = ports.clone().map(|port| Box::new(ChannelApp(port)) as Box<dyn StreamApp>);
            let [client, server] = match &branch.tls {
                Some(tls) => tls.secure(apps, &branch.tickets),
                None => apps,
            };
            let content = ConnectionPayload::Stream([client, Box::new(IdleApp)]);
            let [client, proxy] = self.transport.open(opening, content);
            let [here, there] = ports;
            branch.arrivals.expect(number, proxy);
            self.session().far.insert(number, (server, there));
            return ManagedConnection::new(client, here);
        }
        let content = match self.transport.streams() {
            Some(Streams::Many) => ConnectionPayload::Ports(ports.clone()),
            _ => {
                ConnectionPayload::Stream(ports.clone().map(|port| Box::new(ChannelApp(port)) as _))
            }
        };
        let [client, server] = self.transport.open(opening, content);
        let [here, there] = ports;
        self.session().waiting.insert(number, ManagedConnection::new(server, there));
        ManagedConnection::new(client, here)
    }

    /// Notifies the application of the events of connection `number`, until there are none.
    fn settle(&mut self, now: SimTime, number: u16, trace: &mut dyn Recorder) {
        loop {
            let Some(line) = self.lines.get_mut(&number) else { return };
            let mut port = line.port.state();
            if port.is_open && !line.is_open {
                line.is_open = true;
                drop(port);
                self.tell(now, trace, |app, io| app.on_connected(number, io));
                continue;
            }
            if let Some((stream, bytes)) = port.read.pop_front() {
                drop(port);
                self.read(now, StreamKey { connection: number, stream }, bytes, trace);
                continue;
            }
            let closed = port.peer_has_closed;
            drop(port);
            if closed && !line.is_closed {
                line.is_closed = true;
                self.tell(now, trace, |app, io| app.on_closed(number, io));
                continue;
            }
            break;
        }
        self.look_after(now, number, trace);
        self.look_for_end(now, trace);
    }

    /// Processes bytes read from a stream: notifies the application of the chunks they belong to.
    fn read(&mut self, now: SimTime, stream: StreamKey, bytes: u64, trace: &mut dyn Recorder) {
        let theirs = 1 - self.side();
        let mut left = bytes;
        while left > 0 {
            let piece = {
                let session = self.session();
                let queue = session.pieces[theirs].get(&stream);
                *queue.and_then(|queue| queue.front()).expect("bytes that nobody wrote")
            };
            let Some(line) = self.lines.get_mut(&stream.connection) else { return };
            let got = line.got.entry(stream.stream).or_default();
            let new = left.min(piece.bytes - *got);
            left -= new;
            *got += new;
            let arrival = ReceivedChunk { stream, piece, new, got: *got };
            if arrival.is_complete() {
                line.got.remove(&stream.stream);
                let mut session = self.session();
                if let Some(queue) = session.pieces[theirs].get_mut(&stream) {
                    queue.pop_front();
                    if queue.is_empty() {
                        session.pieces[theirs].remove(&stream);
                    }
                }
            }
            self.tell(now, trace, |app, io| app.on_data(arrival, io));
        }
    }

    /// Checks whether a connection was given up or is over.
    fn look_after(&mut self, now: SimTime, number: u16, trace: &mut dyn Recorder) {
        let side = self.side();
        let Some(line) = self.lines.get_mut(&number) else { return };
        if !line.is_lost && !line.agent.has_pending_work() {
            let report = line.agent.report();
            if let Some(why) = report.gave_up.filter(|_| report.acknowledged_at.is_none()) {
                line.is_lost = true;
                self.gave_up.get_or_insert(why);
                self.tell(now, trace, |app, io| app.on_aborted(number, why, io));
                return;
            }
            if line.is_closed && line.has_closed && report.acknowledged_at.is_some() {
                self.session().over.entry(number).or_default()[side] = true;
            }
        }
    }

    /// Frees the connections that are over at both endpoints, and checks whether the session is
    /// over.
    fn look_for_end(&mut self, now: SimTime, trace: &mut dyn Recorder) {
        let closed = self.lines.iter().filter(|(_, line)| line.is_closed && line.has_closed);
        let closed: Vec<u16> = closed.map(|(number, _)| *number).collect();
        // What proxies do with their ends is not known here: an end may still be asked for its ACK.
        for number in closed.into_iter().filter(|_| self.branch.is_none()) {
            if self.session().over.get(&number) == Some(&[true; 2])
                && let Some(line) = self.lines.remove(&number)
            {
                self.unread.remove(&number);
                self.gone = self.gone.sum_connections(&line.agent.report());
            }
        }
        let is_over = |line: &ManagedConnection| line.agent.report().acknowledged_at.is_some();
        if self.is_client
            && self.ended_at.is_none()
            && self.has_begun
            && self.app.is_done()
            && self.lines.values().all(is_over)
        {
            self.ended_at = Some(now);
            trace.record(now, Event::FlowFinished { flow: self.flow });
        }
    }
}

impl Endpoint for SessionEndpoint {
    fn handle_packet(&mut self, now: SimTime, packet: &Packet, trace: &mut dyn Recorder) {
        let number = packet.connection;
        if !self.is_client {
            let new = self.session().waiting.remove(&number);
            self.lines.extend(new.map(|line| (number, line)));
        }
        let Some(line) = self.lines.get_mut(&number) else { return };
        line.agent.handle_packet(
            now,
            packet,
            &mut ConnectionRecorder { trace, connection: number },
        );
        self.follow_up(now, number, trace);
    }

    fn handle_timeout(&mut self, now: SimTime, trace: &mut dyn Recorder) {
        if self.is_client && !self.has_begun && self.start <= now {
            self.has_begun = true;
            trace.record(now, Event::FlowStarted { flow: self.flow });
            self.tell(now, trace, |app, io| app.on_start(io));
        }
        let due =
            |line: &ManagedConnection| line.agent.poll_timeout().is_some_and(|due| due <= now);
        let numbers: Vec<u16> =
            self.lines.iter().filter(|(_, line)| due(line)).map(|(number, _)| *number).collect();
        for number in numbers {
            if let Some(line) = self.lines.get_mut(&number) {
                line.agent
                    .handle_timeout(now, &mut ConnectionRecorder { trace, connection: number });
            }
            self.follow_up(now, number, trace);
        }
        if self.gave_up.is_none() && self.app.poll_timeout().is_some_and(|due| due <= now) {
            self.tell(now, trace, |app, io| app.on_timer(io));
            self.look_for_end(now, trace);
        }
    }

    fn poll_transmit(
        &mut self,
        now: SimTime,
        place: &mut Packet,
        trace: &mut dyn Recorder,
    ) -> Polled {
        let mut from = 0;
        while let Some((&number, line)) = self.lines.range_mut(from..).next() {
            if line.awaits_room && line.is_open && line.agent.unsent() < SEND_LOW_WATER_MARK {
                line.awaits_room = false;
                self.tell(now, trace, |app, io| app.on_writable(number, io));
                continue;
            }
            let mut own = ConnectionRecorder { trace, connection: number };
            if line.agent.poll_transmit(now, place, &mut own) != Polled::Nothing {
                place.connection = number;
                return Polled::MayBeMore;
            }
            if self.unread.remove(&number) {
                // The application may write on any connection.
                self.settle(now, number, trace);
                from = 0;
            } else {
                let Some(next) = number.checked_add(1) else { break };
                from = next;
            }
        }
        Polled::Nothing
    }

    fn poll_timeout(&self) -> Option<SimTime> {
        if self.is_client && !self.has_begun {
            return Some(self.start);
        }
        let app = self.app.poll_timeout().filter(|_| self.gave_up.is_none());
        let lines = self.lines.values().filter_map(|line| line.agent.poll_timeout());
        lines.chain(app).min()
    }
}

impl FlowEndpoint for SessionEndpoint {
    /// Sum of the counters of all connections.
    fn report(&self) -> FlowReport {
        let lines = self.lines.values().map(|line| line.agent.report());
        let all = lines.fold(self.gone, |all, line| all.sum_connections(&line));
        FlowReport {
            started: self.has_begun.then_some(self.start),
            received_at: None,
            acknowledged_at: self.ended_at,
            gave_up: self.gave_up.filter(|_| self.ended_at.is_none()),
            replies: self.app.replies(),
            ..all
        }
    }

    fn has_pending_work(&self) -> bool {
        if self.is_client && !self.has_begun {
            return true;
        }
        let app = self.app.poll_timeout().is_some() && self.gave_up.is_none();
        app || self.lines.values().any(|line| line.agent.has_pending_work())
    }

    fn is_bidirectional(&self) -> bool {
        true
    }
}
