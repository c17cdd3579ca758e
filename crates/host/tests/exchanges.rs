//! Goal: an exchange takes the round trips of its opening, to the nanosecond, and every exchange
//! ends, whatever the path does. Method: timelines over a clean path against sums by hand, and
//! drawn paths that lose, delay and fail.

use proptest::prelude::*;
use skyseam_app::distributions::{Sizes, Spans, sizes, spans};
use skyseam_app::{Application, Download, RequestResponse};
use skyseam_base::{Duration, FlowId, NodeId, RandomStream, SimTime};
use skyseam_endpoint::tls::{Tls, TlsHandshake};
use skyseam_endpoint::transport::{FlowSetup, Transport};
use skyseam_endpoint::values::InitialWindow;
use skyseam_endpoint::{EndReason, SharedState};
use skyseam_host::open_flow;
use skyseam_packet::{Body, ExtraOption, Packet, TcpFlags, TcpSegment};
use skyseam_quic::QuicConfig;
use skyseam_quic::QuicHandshake;
use skyseam_tcp::accelerated::PeerCacheState::{self, Known, Learned};
use skyseam_tcp::{Rfc, TcpConfig};
use skyseam_trace::{Event, Recorder};

use crate::support::{Link, World};

const FLOW: FlowId = FlowId(3);
const NODES: [NodeId; 2] = [NodeId(1), NodeId(2)];
const START: SimTime = SimTime::from_secs(2);
const DELAY: Duration = Duration::from_millis(20);

/// Answered requests: times of request and answer, and number of bytes; number of retransmissions
/// of an endpoint.
#[derive(Default)]
struct Answers {
    all: Vec<(SimTime, SimTime, u64)>,
    resent: u32,
}

impl Recorder for Answers {
    fn record(&mut self, now: SimTime, event: Event<'_>) {
        match event {
            Event::Responded { asked, bytes, .. } => self.all.push((asked, now, bytes)),
            Event::Retransmitted { .. } => self.resent += 1,
            _ => {}
        }
    }

    fn record_reverse(&mut self, _: SimTime, event: Event<'_>) {
        self.resent += u32::from(matches!(event, Event::Retransmitted { .. }));
    }
}

fn world_in(
    shared: &SharedState,
    application: &Application,
    carrier: &dyn Transport,
    bps: Option<u64>,
    delay: Duration,
) -> World<Answers> {
    let [from, to] = NODES;
    let random = RandomStream::new(7, "exchange");
    let opening = FlowSetup { flow: FLOW, from, to, start: START, random, shared };
    let links = [0, 1].map(|_| Link::new(bps, delay, 1_000));
    World::new(open_flow(opening, application, carrier), links, Answers::default())
}

fn world(
    application: &Application,
    carrier: &dyn Transport,
    bps: Option<u64>,
    delay: Duration,
) -> World<Answers> {
    world_in(&SharedState::default(), application, carrier, bps, delay)
}

fn download(size: u64) -> Application {
    Application::of(Download { size, request: 300 })
}

/// Time from the start to the last byte of a download.
fn takes(carrier: &dyn Transport, size: u64, bps: Option<u64>) -> Duration {
    let mut world = world(&download(size), carrier, bps, DELAY);
    assert!(world.run(START + Duration::from_secs(100)), "{carrier:?}");
    let [client, server] = [0, 1].map(|end: usize| world.ends[end].report());
    assert_eq!(client.merged(&server).ended(), Some(EndReason::Finished), "{carrier:?}");
    assert_eq!(world.trace.resent, 0, "{carrier:?}");
    let [(_, answered, bytes)] = world.trace.all[..] else { panic!("one answer: {carrier:?}") };
    assert_eq!(bytes, size);
    answered - START
}

fn tcp(stack: &str) -> TcpConfig {
    TcpConfig::named(stack, "cubic")
}

fn fast(stack: &str, acquaintance: PeerCacheState) -> TcpConfig {
    TcpConfig { fast_open: Some(acquaintance), ..tcp(stack) }
}

fn counted(acquaintance: PeerCacheState) -> TcpConfig {
    TcpConfig::of(&Rfc { ttcp: Some(acquaintance) }, "cubic")
}

fn secured(config: TcpConfig, handshake: TlsHandshake) -> TcpConfig {
    TcpConfig { tls: Some(Tls::of(handshake)), ..config }
}

fn quic(handshake: QuicHandshake) -> QuicConfig {
    QuicConfig { handshake, server_flight: None, ..QuicConfig::named("cubic") }
}

/// Goal: each opening takes its round trips and its bytes. Method: a request of 300 B and an answer
/// of 1000 B over 8 Mbit/s, where a byte takes a microsecond: the lengths of the packets on the
/// critical path, added by hand. In the stack `rfc` a plain SYN counts as 40 B, an accelerated one
/// with its options as 52 B; segments have 40 B of headers. Those of `linux` have 52 B and a SYN 60
/// B, and a pure ACK precedes the request and the answer. TLS adds 22 B to the request and to the
/// answer.
#[test]
fn connection_setups_take_their_round_trips() {
    use TlsHandshake::{Full, Resumed, ZeroRtt};
    let [rfc, linux] = ["rfc", "linux"];
    let cases: Vec<(&str, TcpConfig, u64, &[u64])> = vec![
        ("TCP", tcp(rfc), 4, &[40, 40, 340, 1_040]),
        ("TCP, linux", tcp(linux), 4, &[60, 60, 52, 352, 52, 1_052]),
        // The first connection: the cookie is asked for and given.
        ("TFO, no cookie", fast(rfc, Learned), 4, &[56, 64, 340, 1_040]),
        ("TFO, no cookie, linux", fast(linux, Learned), 4, &[64, 72, 52, 352, 52, 1_052]),
        ("TFO", fast(rfc, Known), 2, &[64 + 300, 52, 1_040]),
        ("TFO, linux", fast(linux, Known), 2, &[72 + 300, 60, 1_052]),
        // The count of each segment takes 8 B, that of the SYN-ACK with its echo 16 B.
        ("T/TCP, first", counted(Learned), 4, &[60, 68, 348, 1_048]),
        ("T/TCP", counted(Known), 2, &[60 + 300, 68 + 1_000]),
        (
            "TLS full",
            secured(tcp(rfc), Full),
            6,
            &[40, 40, 40 + 325, 1_500, 40 + 1_163, 40 + 64 + 322, 40 + 1_022],
        ),
        (
            "TLS resumed",
            secured(tcp(rfc), Resumed),
            6,
            &[40, 40, 40 + 570, 40 + 195, 40 + 64 + 322, 40 + 1_022],
        ),
        ("TLS 0-RTT", secured(tcp(rfc), ZeroRtt), 4, &[40, 40, 40 + 574 + 322, 40 + 199 + 1_022]),
        (
            "TFO and TLS full",
            secured(fast(rfc, Known), Full),
            4,
            &[64 + 325, 52, 1_500, 40 + 1_163, 40 + 64 + 322, 40 + 1_022],
        ),
        (
            "TFO and TLS 0-RTT",
            secured(fast(rfc, Known), ZeroRtt),
            2,
            &[64 + 574 + 322, 52, 40 + 199 + 1_022],
        ),
        (
            "TFO and TLS 0-RTT, linux",
            secured(fast(linux, Known), ZeroRtt),
            2,
            &[72 + 574 + 322, 60, 52 + 199 + 1_022],
        ),
    ];
    for (name, carrier, trips, bytes) in cases {
        let sum = Duration::from_micros(bytes.iter().sum());
        assert_eq!(takes(&carrier, 1_000, Some(8_000_000)), DELAY * trips + sum, "{name}");
        assert_eq!(takes(&carrier, 1_000, None), DELAY * trips, "{name}");
    }
}

/// Goal: the same for QUIC. Method: links without a rate, so that only round trips remain; with a
/// rate, the packets observed before the answer on its link.
#[test]
fn quic_takes_its_round_trips() {
    for (handshake, trips) in [(QuicHandshake::OneRtt, 4), (QuicHandshake::ZeroRtt, 2)] {
        let carrier = quic(handshake);
        assert_eq!(takes(&carrier, 1_000, None), DELAY * trips, "{handshake:?}");
    }
    let carrier = quic(QuicHandshake::ZeroRtt);
    let mut world = world(&download(1_000), &carrier, Some(8_000_000), DELAY);
    let (told, seen) = std::sync::mpsc::channel();
    world.witness = Box::new(move |now, end, packet| {
        told.send((now, end, packet.size)).expect("the test listens");
    });
    assert!(world.run(START + Duration::from_secs(10)));
    let answered = world.trace.all[0].1;
    drop(world);
    let seen: Vec<_> = seen.iter().collect();
    // One datagram brings hello and request, and the answer goes with the server's hello.
    let (first, end, size) = seen[0];
    assert_eq!((end, first - START), (1, DELAY + Duration::from_micros(size.into())));
    let before: u64 = seen
        .iter()
        .filter(|&&(at, end, _)| end == 0 && at <= answered)
        .map(|&(_, _, size)| u64::from(size))
        .sum();
    assert_eq!(answered - first, DELAY + Duration::from_micros(before));
}

/// Goal: a QUIC server sends no more than three times what it received until the client's address
/// is validated (RFC 9000 Sec. 8.1), its early answer included, except for its last datagram:
/// quinn-proto sends a whole datagram if a byte of the limit is left (its issue 1082). Method:
/// bytes in each direction until the client's second flight, with short and long flights of the
/// server.
#[test]
fn an_early_answer_keeps_the_amplification_limit() {
    for handshake in [QuicHandshake::OneRtt, QuicHandshake::ZeroRtt] {
        for flight in [300, 2_500, 9_000] {
            let carrier = QuicConfig { server_flight: Some(flight), ..quic(handshake) };
            let sent = packets(&download(100_000), &carrier, |_, _, _| true);
            let bytes = |from, until: Duration| -> u64 {
                let of = sent.iter().filter(|sent| sent.way == from && sent.at < START + until);
                of.map(|sent| u64::from(sent.packet.size) - 28).sum()
            };
            let (received, answered) = (bytes(0, DELAY * 2), bytes(1, DELAY * 3));
            assert!(received >= 1_200, "{received}");
            let most = 3 * received + u64::from(carrier.initial_mtu) - 1;
            assert!(answered <= most, "{answered} for {received}: {carrier:?}");
        }
    }
}

/// A sent packet: time and direction.
struct Sent {
    at: SimTime,
    way: usize,
    packet: Packet,
}

/// All packets of an exchange over links without a rate; `passes` decides which of them arrive,
/// from the direction, the packet's number in it, and the packet.
fn packets(
    application: &Application,
    carrier: &dyn Transport,
    mut passes: impl FnMut(usize, u32, &Packet) -> bool + 'static,
) -> Vec<Sent> {
    let mut world = world(application, carrier, None, DELAY);
    let (told, seen) = std::sync::mpsc::channel();
    let mut count = [0; 2];
    world.impair = Box::new(move |at, way, packet| {
        told.send(Sent { at, way, packet: *packet }).expect("the test listens");
        count[way] += 1;
        if passes(way, count[way], packet) { vec![Duration::ZERO] } else { vec![] }
    });
    assert!(world.run(START + Duration::from_secs(200)), "{carrier:?}");
    assert_eq!(world.trace.all.len(), 1, "{carrier:?}");
    drop(world);
    seen.iter().collect()
}

fn segment(packet: &Packet) -> TcpSegment {
    match packet.body {
        Body::Tcp(segment) => segment,
        _ => unreachable!("TCP alone"),
    }
}

/// Direction, flags, sequence and acknowledgement number, payload, option.
type Line = (usize, &'static str, u32, u32, u32, Option<ExtraOption>);

fn assert_lines(sent: &[Sent], expected: &[Line]) {
    let found: Vec<_> = sent
        .iter()
        .map(|sent| {
            let said = segment(&sent.packet);
            let flags = said.flags.to_string();
            (sent.way, flags, said.seq.0, said.ack.0, said.payload, said.option)
        })
        .collect();
    let expected: Vec<_> = expected
        .iter()
        .map(|&(way, flags, seq, ack, payload, opener)| {
            (way, flags.to_owned(), seq, ack, payload, opener)
        })
        .collect();
    assert_eq!(found, expected);
}

fn cookie_in(sent: &[Sent]) -> ExtraOption {
    let mut openers = sent.iter().filter_map(|sent| segment(&sent.packet).option);
    openers.find(|opener| matches!(opener, ExtraOption::Cookie(_))).expect("a cookie")
}

/// Goal: TCP Fast Open puts on the wire what RFC 7413 Fig. 1 and 2 show. Method: every segment of a
/// download, without a cookie and with one, of the stack `rfc`.
#[test]
fn fast_open_asks_for_a_cookie_and_then_shows_it() {
    let asks = packets(&download(1_000), &fast("rfc", Learned), |_, _, _| true);
    let cookie = Some(cookie_in(&asks));
    let asked = Some(ExtraOption::CookieRequest);
    let end = [(0, "F.", 301, 1_001, 0, None), (1, "F.", 1_001, 302, 0, None)];
    let last = (0, ".", 302, 1_002, 0, None);
    let mut lines: Vec<Line> = vec![
        (0, "S", 0, 0, 0, asked),
        (1, "S.", 0, 1, 0, cookie),
        (0, ".", 1, 1, 300, None),
        (1, ".", 1, 301, 1_000, None),
    ];
    lines.extend(end);
    lines.push(last);
    assert_lines(&asks, &lines);

    let shows = packets(&download(1_000), &fast("rfc", Known), |_, _, _| true);
    let mut lines: Vec<Line> = vec![
        (0, "S", 0, 0, 300, cookie),
        (1, "S.", 0, 301, 0, None),
        (1, ".", 1, 301, 1_000, None),
        (0, ".", 301, 1, 0, None),
    ];
    lines.extend(end);
    lines.push(last);
    assert_lines(&shows, &lines);
}

/// Goal: T/TCP skips the handshake if the server knows a smaller count (RFC 1644 Sec. 2.1). Method:
/// every segment of a download.
#[test]
fn counts_skip_the_handshake() {
    let sent = packets(&download(1_000), &counted(Known), |_, _, _| true);
    let own = Some(ExtraOption::Count(1));
    assert_lines(
        &sent,
        &[
            (0, "S", 0, 0, 300, own),
            (1, "S.", 0, 301, 1_000, Some(ExtraOption::Echo { own: 1, peer: 1 })),
            (0, "F.", 301, 1_001, 0, own),
            (1, "F.", 1_001, 302, 0, own),
            (0, ".", 302, 1_002, 0, own),
        ],
    );
}

/// Goal: the first connection between two nodes learns what later ones use. Method: three
/// consecutive downloads that share the state of the nodes.
#[test]
fn later_connections_use_what_the_first_has_learned() {
    for carrier in [fast("rfc", Learned), fast("linux", Learned), counted(Learned)] {
        let shared = SharedState::default();
        let times: Vec<Duration> = (0..3)
            .map(|_| {
                let mut world = world_in(&shared, &download(1_000), &carrier, None, DELAY);
                assert!(world.run(START + Duration::from_secs(100)));
                world.trace.all[0].1 - START
            })
            .collect();
        assert_eq!(times, [DELAY * 4, DELAY * 2, DELAY * 2], "{carrier:?}");
    }
}

/// Goal: tickets of a connection shorten the handshakes of later ones, and lengths in keys are
/// those of full handshakes. Method: bytes received in three consecutive downloads: the server's
/// flight, tickets of 239 B, two and then one, and the answer in a record.
#[test]
fn later_handshakes_are_resumed() {
    for (flight, own) in [(None, 2_623), (Some(4_000), 4_000)] {
        let usual = Tls::of(TlsHandshake::Learned);
        let tls = Tls { server_flight: flight.or(usual.server_flight), ..usual };
        let carrier = TcpConfig { tls: Some(tls), ..tcp("linux") };
        let shared = SharedState::default();
        let read = [0; 3].map(|_| {
            let mut world = world_in(&shared, &download(1_000), &carrier, None, DELAY);
            assert!(world.run(START + Duration::from_secs(100)));
            assert_eq!(world.trace.all[0].1 - START, DELAY * 6);
            world.ends[0].report().bytes_delivered
        });
        let resumed = 195 + 239 + 1_022;
        assert_eq!(read, [own + 2 * 239 + 1_022, resumed, resumed]);
    }
}

/// Goal: a SYN with data that is lost leaves again without them, and they follow the handshake (RFC
/// 7413 Sec. 4.1.3.1). Method: the first packet is dropped; a second passes for the initial timeout
/// (with `linux` up to a tick of its timer wheel more, 32 ms, and one of its clock, 4 ms).
#[test]
fn a_lost_syn_falls_back_to_the_handshake() {
    for (carrier, tick) in [(fast("rfc", Known), 0), (fast("linux", Known), 36)] {
        let sent = packets(&download(1_000), &carrier, |way, number, _| (way, number) != (0, 1));
        let syns: Vec<_> = sent
            .iter()
            .filter(|sent| sent.way == 0 && segment(&sent.packet).flags == TcpFlags::SYN)
            .map(|sent| (segment(&sent.packet).payload, segment(&sent.packet).option.is_some()))
            .collect();
        assert_eq!(syns, [(300, true), (0, false)], "{carrier:?}");
        let request = sent.iter().filter(|sent| segment(&sent.packet).payload == 300).nth(1);
        let after = request.expect("it leaves again").at - START - DELAY * 2;
        let timeout = Duration::from_secs(1);
        assert!(after >= timeout && after <= timeout + Duration::from_millis(tick), "{after:?}");
    }
}

/// Goal: data on a SYN that the server ignores are retransmitted as soon as that is known. Method:
/// a server that does not know TCP Fast Open, and a client that has a cookie.
#[test]
fn data_that_a_server_leaves_out_leave_again_at_once() {
    for stack in ["rfc", "linux"] {
        let shared = SharedState::default();
        let ends = |carrier: &TcpConfig| {
            let [from, to] = NODES;
            let random = RandomStream::new(7, "exchange");
            let shared = &shared;
            let opening = FlowSetup { flow: FLOW, from, to, start: START, random, shared };
            open_flow(opening, &download(1_000), carrier)
        };
        let (client, server) = (ends(&fast(stack, Known)).0, ends(&tcp(stack)).1);
        let links = [0, 1].map(|_| Link::new(None, DELAY, 1_000));
        let mut world = World::new((client, server), links, Answers::default());
        assert!(world.run(START + Duration::from_secs(100)));
        assert_eq!(world.trace.all, [(START, START + DELAY * 4, 1_000)], "{stack:?}");
        assert_eq!(world.trace.resent, 1, "{stack:?}");
    }
}

/// Goal: with an initial window of RFC 2414, T/TCP transfers three segments in a round trip, as in
/// Henderson 1999 (Sec. 4.2.4). Method: the four options of his Table 4.2 over links without a
/// rate; with a window of one segment the ACK is delayed by 200 ms.
#[test]
fn small_windows_and_counts_take_the_round_trips_of_the_thesis() {
    let one = InitialWindow::Segments(1);
    let three = InitialWindow::Rfc2414;
    let of = |ttcp, initial_window| {
        let usual = TcpConfig::of(&Rfc { ttcp }, "newreno");
        let carrier = TcpConfig { initial_window, ..usual };
        takes(&carrier, 4_300, None)
    };
    let delayed = Duration::from_millis(200);
    assert_eq!(of(None, one), DELAY * 6 + delayed);
    assert_eq!(of(None, three), DELAY * 4);
    // The ACK of a SYN-ACK is not delayed.
    assert_eq!(of(Some(Known), one), DELAY * 4);
    assert_eq!(of(Some(Known), three), DELAY * 2);
}

/// Goal: TLS adds its flights and 22 B a record, and a record is read once it is complete. Method:
/// bytes delivered each way; the first data of an answer of 40 kB against its end.
#[test]
fn records_have_their_overhead() {
    for (handshake, flights) in [
        (TlsHandshake::Full, [325 + 64, 2_623]),
        (TlsHandshake::Resumed, [570 + 64, 195]),
        (TlsHandshake::ZeroRtt, [574 + 90, 199]),
    ] {
        let carrier = secured(tcp("rfc"), handshake);
        let mut world = world(&download(40_000), &carrier, Some(8_000_000), DELAY);
        assert!(world.run(START + Duration::from_secs(100)));
        let [client, server] = [0, 1].map(|end: usize| world.ends[end].report());
        assert_eq!(server.bytes_delivered, flights[0] + 300 + 22, "{handshake:?}");
        assert_eq!(client.bytes_delivered, flights[1] + 40_000 + 3 * 22, "{handshake:?}");
    }
}

/// Goal: both endpoints draw the same sizes, and pauses do not change them. Method: sizes of a
/// hundred answers over two transports and with other pauses.
#[test]
fn drawn_sizes_depend_on_their_stream_alone() {
    let sizes_with = |think: Spans, carrier: &dyn Transport| -> Vec<u64> {
        let application = RequestResponse {
            request: Sizes::drawn(sizes::Exponential { mean: 400 }),
            response: Sizes::drawn(sizes::Pareto { shape: 1.1, smallest: 500, largest: 2_000_000 }),
            think,
            count: 100,
        };
        let mut world = world(&Application::of(application), carrier, Some(50_000_000), DELAY);
        assert!(world.run(START + Duration::from_secs(3_000)), "{carrier:?}");
        world.trace.all.iter().map(|&(_, _, bytes)| bytes).collect()
    };
    let random = Spans::drawn(spans::Exponential { mean: Duration::from_secs(1) });
    let first = sizes_with(random.clone(), &tcp("linux"));
    assert_eq!(first.len(), 100);
    assert!(first.iter().any(|&size| size != first[0]));
    assert_eq!(first, sizes_with(random, &quic(QuicHandshake::ZeroRtt)));
    assert_eq!(first, sizes_with(Duration::ZERO.into(), &counted(Known)));
}

fn carriers() -> Vec<Box<dyn Transport>> {
    use TlsHandshake::{Full, Learned as Tickets, Resumed, ZeroRtt};
    let mut all: Vec<Box<dyn Transport>> = vec![];
    for handshake in [Full, Resumed, ZeroRtt, Tickets] {
        for stack in ["rfc", "linux"] {
            all.push(Box::new(secured(tcp(stack), handshake)));
            all.push(Box::new(secured(fast(stack, Known), handshake)));
        }
        all.push(Box::new(secured(counted(Known), handshake)));
    }
    for stack in ["rfc", "linux"] {
        all.push(Box::new(fast(stack, Learned)));
        all.push(Box::new(TcpConfig { sack_blocks: 0, ..fast(stack, Known) }));
        let initial_window = InitialWindow::Rfc3390;
        all.push(Box::new(TcpConfig { initial_window, ..fast(stack, Known) }));
    }
    let bbr = TcpConfig::named("linux", "bbr");
    all.push(Box::new(TcpConfig { fast_open: Some(Known), ..bbr }));
    all.push(Box::new(counted(Learned)));
    all.push(Box::new(TcpConfig { timestamps: true, ..counted(Known) }));
    for handshake in [QuicHandshake::OneRtt, QuicHandshake::ZeroRtt] {
        all.push(Box::new(quic(handshake)));
    }
    all
}

/// A number in [0, 1) that depends only on the arguments.
fn chance(seed: u64, way: usize, number: u64) -> f64 {
    RandomStream::new(seed, &format!("{way} {number}")).uniform()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]

    /// Goal: every exchange ends or states why not, and the bytes received are those requested,
    /// under loss and outages. Method: drawn exchanges over drawn paths, every opening.
    #[test]
    fn every_exchange_ends_or_says_why(
        request in 1u64..5_000,
        mean in 1u64..40_000,
        count in 1u32..5,
        loss in prop::array::uniform2(0.0..0.15f64),
        late in 0.0..0.1f64,
        outage in prop::option::of((0u64..2_000, 1u64..200_000)),
        delay_ms in 1u64..300,
        seed in any::<u64>(),
    ) {
        let application = Application::of(RequestResponse {
            request: request.into(),
            response: Sizes::drawn(sizes::Exponential { mean }),
            think: Spans::drawn(spans::Exponential { mean: Duration::from_millis(200) }),
            count,
        });
        let broken = outage.map(|(from, length)| {
            let from = START + Duration::from_millis(from);
            from..from + Duration::from_millis(length)
        });
        for carrier in carriers() {
            let delay = Duration::from_millis(delay_ms);
            let mut world = world(&application, &*carrier, Some(2_000_000), delay);
            let (mut sent, broken) = ([0u64; 2], broken.clone());
            world.impair = Box::new(move |now, way, _| {
                sent[way] += 1;
                let drawn = chance(seed, way, sent[way]);
                if drawn < loss[way] || broken.as_ref().is_some_and(|b| b.contains(&now)) {
                    vec![]
                } else if drawn < loss[way] + late {
                    vec![Duration::from_millis(40), Duration::ZERO]
                } else {
                    vec![Duration::ZERO]
                }
            });
            let is_over = world.run(START + Duration::from_secs(36_000));
            let [client, server] = [0, 1].map(|end: usize| world.ends[end].report());
            prop_assert!(is_over, "{carrier:?}: {client:?}, {server:?}");
            let ended = client.merged(&server).ended();
            prop_assert!(ended.is_some(), "{carrier:?}: {client:?}, {server:?}");
            if ended == Some(EndReason::Finished) {
                let random = || RandomStream::new(7, "exchange").part(1);
                let law = Sizes::drawn(sizes::Exponential { mean });
                let mut draws = random().part(2);
                let asked: Vec<u64> = (0..count).map(|_| law.next(&mut draws)).collect();
                let answered: Vec<u64> = world.trace.all.iter().map(|a| a.2).collect();
                prop_assert_eq!(&asked, &answered, "{:?}", carrier);
                if carrier.without_tls().is_none() {
                    prop_assert_eq!(client.bytes_delivered, asked.iter().sum::<u64>());
                    prop_assert_eq!(server.bytes_delivered, request * u64::from(count));
                }
            }
        }
    }
}
