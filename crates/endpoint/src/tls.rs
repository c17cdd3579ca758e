//! TLS 1.3 over a stream: sizes and order of its flights and records, without cryptography.
//!
//! Owns the flights of a handshake (RFC 8446 Sec. 2), their lengths, the time when the application
//! may write, and the division of data into records. Does not own the stream: TCP carries the bytes
//! written by the two endpoints here. QUIC has its own TLS.
//!
//! | `handshake` | round trips before the request | with the server's flight |
//! |---|---|---|
//! | full | one | certificates |
//! | resumed | one | no certificates |
//! | 0-rtt | none: the request goes with the ClientHello | no certificates |
//! | learned | one | certificates, unless an earlier connection left a ticket |
//! | none | none: there is no TLS | |
//!
//! A stream here counts bytes and does not hold them. The content of the records is kept separately
//! in a list for each direction, from which an endpoint takes a record once all its bytes have
//! arrived.

use std::collections::{BTreeMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use skyseam_base::{NodeId, SimTime};
use skyseam_params::names::{Choice, Named, choice, name_of};
use skyseam_params::serde_json::{Value as Json, json};
use skyseam_params::values::quantity;
use skyseam_params::{
    Definitions, Keys, Parameter, Parameters, Problems, Shape, Spanned, Value, parameters, units,
};

use crate::app::stream::StreamRequest;
use crate::app::{StreamApp, StreamIo};
use crate::transport::FlowSetup;

/// Payload of a full record (RFC 8446 Sec. 5.1).
const RECORD: u64 = 1 << 14;
/// Overhead of a record: header 5, type 1, tag 16 (RFC 8446 Sec. 5.2).
const OVERHEAD: u64 = 22;

/// A session ticket in a record of its own: a NewSessionTicket with a ticket of 192 bytes (RFC 8446
/// Sec. 4.6.1) 217, the record 22.
const TICKET: u64 = 239;
/// Tickets that a server sends after a full handshake (OpenSSL, `SSL_CTX_set_num_tickets`).
const TICKETS_FULL: u8 = 2;
/// Tickets that a server sends after a resumed handshake.
const TICKETS_RESUMED: u8 = 1;
/// Maximum number of session tickets that a client keeps of a server: that of Chromium
/// (`SSLClientSessionCache::Entry`).
const MOST_TICKETS: u8 = 2;

/// Handshake of TLS 1.3.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TlsHandshake {
    /// Full handshake, with certificates.
    Full,
    /// Resumption, under a key of an earlier connection.
    Resumed,
    /// Resumption, with the client's first data in its first flight.
    ZeroRtt,
    /// Resumption if the client has a ticket of the server, full otherwise.
    Learned,
    /// Without TLS.
    None,
}

impl Named for TlsHandshake {
    const WHAT: &'static str = "a handshake of TLS 1.3";
    fn choices() -> Vec<Choice<Self>> {
        vec![
            choice(Self::Full, "full", "a round trip and certificates", "RFC 8446 Sec. 2"),
            choice(
                Self::Resumed,
                "resumed",
                "a round trip, under a key of an earlier connection",
                "RFC 8446 Sec. 2.2",
            ),
            choice(
                Self::ZeroRtt,
                "0-rtt",
                "the same, with the client's first data in the flight of its hello",
                "RFC 8446 Sec. 2.3",
            ),
            choice(
                Self::Learned,
                "learned",
                "resumed with a ticket that an earlier connection between the two nodes brought, \
                 full without one; each ticket is used once",
                "RFC 8446 Sec. 2.2, C.4",
            ),
            choice(
                Self::None,
                "none",
                "no TLS: bytes as the application writes them",
                "RFC 9110 Sec. 4.2.1",
            ),
        ]
    }
}

quantity! {
    /// Bytes of a flight of TLS, including the headers of its records.
    TlsFlight(u64) in units::SIZE,
    accepts |bytes| (1..=1_000_000).contains(&bytes),
    expected "a size from 1 B to 1 MB", such as "2600 B"
}

parameters! {
    /// TLS 1.3 between TCP and the application. Lengths of flights include the headers of their
    /// records.
    pub struct Tls, check complete {
        /// Kind of handshake.
        handshake: TlsHandshake = TlsHandshake::Full,
        /// ClientHello. Default: 325 B (a classical key share), with a ticket 570 B, for 0-RTT 574
        /// B. Under "learned" this and the next are lengths of full handshakes.
        client_hello: Option<TlsFlight> = None,
        /// ServerHello to Finished. Default: 2623 B (certificates of 2.5 kB), without certificates
        /// 195 B, for 0-RTT 199 B.
        server_flight: Option<TlsFlight> = None,
        /// The client's Finished. Default: 64 B, with the end of early data 90 B.
        client_flight: Option<TlsFlight> = None,
    }
}

impl Tls {
    /// A handshake with the default lengths of its flights, composed after RFC 8446 Sec. 4:
    ///
    /// * ClientHello 320, resumed with modes 6 and a ticket of 192 in `pre_shared_key` 239, for
    ///   0-RTT `early_data` 4; a record's header 5;
    /// * ServerHello 90 (resumed 96) and its record's header 5, change_cipher_spec 6,
    ///   EncryptedExtensions 30 and Finished 36 (with certificates 2500 in all), `early_data` 4,
    ///   one encrypted record 22;
    /// * change_cipher_spec 6, Finished 36 in a record 22; EndOfEarlyData 4 in a record 22.
    ///
    /// The 2.5 kB are those of an ECDSA certificate with an intermediate one, as for QUIC here; of
    /// chains measured in 2022 35 % exceed what QUIC lets a server send at once, some 3.6 kB
    /// (Nawrocki et al., CoNEXT 2022).
    pub fn of(handshake: TlsHandshake) -> Self {
        let [client_hello, server_flight, client_flight] = match handshake {
            TlsHandshake::Full | TlsHandshake::Learned => [325, 2_623, 64],
            TlsHandshake::Resumed => [570, 195, 64],
            TlsHandshake::ZeroRtt => [574, 199, 90],
            TlsHandshake::None => {
                return Self {
                    handshake,
                    client_hello: None,
                    server_flight: None,
                    client_flight: None,
                };
            }
        };
        Self {
            handshake,
            client_hello: Some(client_hello),
            server_flight: Some(server_flight),
            client_flight: Some(client_flight),
        }
    }

    /// TLS of a browser: it resumes once it has tickets, and sends no early data unless configured
    /// to.
    pub fn of_browsers() -> Self {
        Self::of(TlsHandshake::Learned)
    }

    /// Whether there is any TLS.
    pub fn is_some(&self) -> bool {
        self.handshake != TlsHandshake::None
    }

    fn complete(&mut self, keys: &Keys, problems: &mut Problems<'_>) {
        let flights = ["client_hello", "server_flight", "client_flight"];
        if let Some(key) = flights.into_iter().find(|key| !self.is_some() && keys.has(key)) {
            problems
                .add(&keys.at(key), "without TLS there are no flights")
                .found(format!("{key} with handshake = \"none\""))
                .help(format!("remove `{key}`, or choose another handshake"));
        }
        self.fill_in();
    }

    /// The lengths of a resumed handshake under a learned ticket.
    fn resumed(&self) -> Self {
        Self { client_flight: self.client_flight, ..Self::of(TlsHandshake::Resumed) }
    }

    fn fill_in(&mut self) {
        let usual = Self::of(self.handshake);
        self.client_hello = self.client_hello.or(usual.client_hello);
        self.server_flight = self.server_flight.or(usual.server_flight);
        self.client_flight = self.client_flight.or(usual.client_flight);
    }

    /// Adds TLS below the applications of client and server.
    pub fn secure(
        &self,
        [client, server]: [Box<dyn StreamApp>; 2],
        tickets: &Tickets,
    ) -> [Box<dyn StreamApp>; 2] {
        if !self.is_some() {
            return [client, server];
        }
        let mut own = self.clone();
        own.fill_in();
        let (there, back) = (Records::default(), Records::default());
        let end = |app, is_client, sent: &Records, received: &Records| {
            Box::new(TlsStreamApp {
                app,
                tls: own.clone(),
                tickets: tickets.clone(),
                learns: false,
                is_client,
                sent: sent.clone(),
                received: received.clone(),
                got: 0,
                is_open: false,
                is_finished: !is_client,
                wants_close: false,
            })
        };
        [end(client, true, &there, &back), end(server, false, &back, &there)]
    }
}

/// Session tickets in a world, by client and server. Clones refer to the same store. The lock only
/// lets a world move between threads.
#[derive(Clone, Debug, Default)]
struct TicketStore(Arc<Mutex<BTreeMap<(NodeId, NodeId), u8>>>);

/// Tickets of a server that a client has.
#[derive(Clone, Debug)]
pub struct Tickets {
    store: TicketStore,
    client: NodeId,
    server: NodeId,
}

impl Tickets {
    /// The tickets that the nodes of a connection share with other flows.
    pub fn of(opening: &FlowSetup<'_>) -> Self {
        let (client, server) = (opening.from, opening.to);
        Self { store: opening.shared.part(), client, server }
    }

    /// Returns the tickets of one flow with proxies on its path: the node at the other end of its
    /// first connection is a proxy, which has no tickets.
    pub fn of_flow(opening: &FlowSetup<'_>) -> Self {
        Self { store: TicketStore::default(), ..Self::of(opening) }
    }

    fn kept<R>(&self, act: impl FnOnce(&mut u8) -> R) -> R {
        let mut store = self.store.0.lock().unwrap_or_else(PoisonError::into_inner);
        act(store.entry((self.client, self.server)).or_default())
    }

    /// Takes a ticket and returns true, if there is one: each is used once (RFC 8446 C.4).
    fn take(&self) -> bool {
        self.kept(|kept| kept.checked_sub(1).map(|left| *kept = left).is_some())
    }

    fn put(&self, count: u8) {
        self.kept(|kept| *kept = (*kept + count).min(MOST_TICKETS));
    }
}

/// Value of the key `tls`: a handshake by name, or a table.
#[derive(Clone, Debug, PartialEq)]
pub struct TlsChoice(pub Tls);

impl Shape for TlsChoice {
    fn read(value: &Spanned<Value>, problems: &mut Problems<'_>) -> Option<Self> {
        match &value.value {
            Value::Table(_) => Tls::read(value, problems).map(Self),
            _ => TlsHandshake::read(value, problems).map(|handshake| Self(Tls::of(handshake))),
        }
    }

    fn schema(definitions: &mut Definitions) -> Json {
        json!({ "oneOf": [TlsHandshake::schema(definitions), Tls::schema(definitions)] })
    }
}

impl Parameter for TlsChoice {
    type Own = Tls;

    fn own(self) -> Tls {
        self.0
    }

    fn print(own: &Tls) -> Json {
        if own.is_some() { own.printed().into() } else { name_of(own.handshake).into() }
    }
}

/// Content of a part of a stream.
#[derive(Clone, Copy, Debug)]
enum Content {
    /// A ClientHello, with the handshake that the client begins.
    ClientHello(TlsHandshake),
    ServerFlight,
    ClientFlight,
    /// Session tickets, with their number.
    Tickets(u8),
    /// Records with this number of bytes of the application.
    Data(u64),
}

/// Data written in one direction and not read, in order: contents, and the bytes of their flights.
#[derive(Clone, Debug, Default)]
struct Records(Arc<Mutex<VecDeque<(Content, u64)>>>);

impl Records {
    fn list(&self) -> MutexGuard<'_, VecDeque<(Content, u64)>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn push(&self, content: Content, length: u64) {
        self.list().push_back((content, length));
    }

    /// Takes the next flight or record, if `got` bytes cover all of it.
    fn take(&self, got: &mut u64) -> Option<Content> {
        let mut list = self.list();
        let (content, length) = list.front_mut()?;
        match content {
            Content::Data(left) => {
                let inside = (*left).min(RECORD);
                *got = got.checked_sub(inside + OVERHEAD)?;
                *left -= inside;
                if *left == 0 {
                    list.pop_front();
                }
                Some(Content::Data(inside))
            }
            &mut flight => {
                *got = got.checked_sub(*length)?;
                list.pop_front();
                Some(flight)
            }
        }
    }
}

/// An application with TLS below it.
#[derive(Debug)]
struct TlsStreamApp {
    app: Box<dyn StreamApp>,
    /// Configured handshake; once the client has begun one, the actual one.
    tls: Tls,
    tickets: Tickets,
    /// Whether the server issues tickets for later connections.
    learns: bool,
    is_client: bool,
    sent: Records,
    received: Records,
    /// Bytes received that do not complete a record yet.
    got: u64,
    /// Whether the application was notified that it may write.
    is_open: bool,
    /// Whether this endpoint may close: a client has sent its Finished.
    is_finished: bool,
    /// Whether the application has closed.
    wants_close: bool,
}

impl TlsStreamApp {
    fn send(&self, content: Content, length: Option<u64>, io: &mut StreamIo<'_>) {
        let length = length.expect("lengths are completed");
        self.sent.push(content, length);
        io.write(length);
    }

    /// Notifies the application, and writes its data in records.
    fn tell(
        &mut self,
        io: &mut StreamIo<'_>,
        tell: impl FnOnce(&mut dyn StreamApp, &mut StreamIo<'_>),
    ) {
        let StreamRequest { write, close } = io.within(|io| tell(&mut *self.app, io));
        if write > 0 {
            self.sent.push(Content::Data(write), 0);
            io.write(write + write.div_ceil(RECORD) * OVERHEAD);
        }
        self.wants_close |= close;
        self.close_if_done(io);
    }

    fn close_if_done(&self, io: &mut StreamIo<'_>) {
        if self.wants_close && self.is_finished {
            io.close();
        }
    }

    fn open(&mut self, io: &mut StreamIo<'_>) {
        if !std::mem::replace(&mut self.is_open, true) {
            self.tell(io, |app, io| app.on_open(io));
        }
    }

    fn is_early(&self) -> bool {
        self.tls.handshake == TlsHandshake::ZeroRtt
    }

    /// Sets the handshake: the client calls it when it begins one, the server when it learns which.
    fn begin(&mut self, handshake: TlsHandshake) {
        if self.tls.handshake == TlsHandshake::Learned {
            if handshake == TlsHandshake::Resumed {
                self.tls = self.tls.resumed();
            }
            self.learns = true;
            self.tls.handshake = handshake;
        }
    }

    fn send_tickets(&self, io: &mut StreamIo<'_>) {
        let count = match self.tls.handshake {
            TlsHandshake::Full => TICKETS_FULL,
            _ => TICKETS_RESUMED,
        };
        self.send(Content::Tickets(count), Some(u64::from(count) * TICKET), io);
    }
}

impl StreamApp for TlsStreamApp {
    fn on_open(&mut self, io: &mut StreamIo<'_>) {
        if self.is_client {
            self.begin(match self.tls.handshake {
                TlsHandshake::Learned if self.tickets.take() => TlsHandshake::Resumed,
                TlsHandshake::Learned => TlsHandshake::Full,
                other => other,
            });
            self.send(Content::ClientHello(self.tls.handshake), self.tls.client_hello, io);
            if self.is_early() {
                self.open(io);
            }
        }
    }

    fn on_data(&mut self, bytes: u64, io: &mut StreamIo<'_>) {
        self.got += bytes;
        loop {
            let Some(content) = self.received.take(&mut self.got) else { return };
            match content {
                Content::ClientHello(handshake) => {
                    self.begin(handshake);
                    self.send(Content::ServerFlight, self.tls.server_flight, io);
                    if self.is_early() {
                        self.open(io);
                    }
                }
                Content::ServerFlight => {
                    self.send(Content::ClientFlight, self.tls.client_flight, io);
                    self.is_finished = true;
                    self.open(io);
                    self.close_if_done(io);
                }
                Content::ClientFlight => {
                    if self.learns {
                        self.send_tickets(io);
                    }
                    self.open(io);
                }
                Content::Tickets(count) => self.tickets.put(count),
                Content::Data(inside) => self.tell(io, |app, io| app.on_data(inside, io)),
            }
        }
    }

    fn on_peer_closed(&mut self, io: &mut StreamIo<'_>) {
        self.tell(io, |app, io| app.on_peer_closed(io));
    }

    fn on_timer(&mut self, io: &mut StreamIo<'_>) {
        self.tell(io, |app, io| app.on_timer(io));
    }

    fn poll_timeout(&self) -> Option<SimTime> {
        self.app.poll_timeout().filter(|_| self.is_open)
    }

    fn replies(&self) -> u64 {
        self.app.replies()
    }
}
