//! Goal: if both ends send, every request is answered, every byte arrives in its direction, and the
//! connection ends. Method: requests and responses over paths that lose, delay and duplicate
//! packets in both directions, an application defined here, and closed forms on a clean path.

use proptest::prelude::*;
use skyseam_app::file::FileSize;
use skyseam_app::{AppEndpoints, ApplicationKind, TransportService};
use skyseam_app::{Application, RequestResponse};
use skyseam_base::{Duration, FlowId, NodeId, RandomStream, Rate, SimTime};
use skyseam_endpoint::app::{StreamApp, StreamIo};
use skyseam_endpoint::transport::Transport;
use skyseam_endpoint::{EndReason, FlowReport};
use skyseam_host as host;
use skyseam_host::open;
use skyseam_packet::{Body, TcpFlags, TcpSegment};
use skyseam_params::parameters;
use skyseam_quic::QuicConfig;
use skyseam_stp::Stp;
use skyseam_tcp::accelerated::PeerCacheState;
use skyseam_tcp::{DelayedAck, Linux, LossRecovery, Ns2, Rfc, TcpConfig};
use skyseam_trace::{Event, Recorder};

use crate::support::{Link, World};

/// Observations in both directions.
#[derive(Default)]
struct Seen {
    /// Times at which each request was sent and answered, and number of bytes received.
    answers: Vec<(SimTime, SimTime, u64)>,
    /// Bytes delivered to the server and to the client.
    delivered: [u64; 2],
    /// Number of retransmissions of each direction's sender.
    resent: [u64; 2],
    /// Number of events of each kind: flow begun, server complete, flow complete.
    stated: [u32; 3],
}

impl Seen {
    fn take(&mut self, way: usize, event: Event<'_>) {
        match event {
            Event::Delivered { bytes, .. } => self.delivered[way] += bytes,
            Event::Retransmitted { .. } => self.resent[way] += 1,
            _ => {}
        }
    }
}

impl Recorder for Seen {
    fn record(&mut self, now: SimTime, event: Event<'_>) {
        match event {
            Event::Responded { number, asked, bytes, .. } => {
                assert_eq!(number as usize, self.answers.len(), "answers are in order");
                self.answers.push((asked, now, bytes));
            }
            Event::FlowStarted { .. } => self.stated[0] += 1,
            Event::FlowReceived { .. } => self.stated[1] += 1,
            Event::FlowFinished { .. } => self.stated[2] += 1,
            event => self.take(0, event),
        }
    }

    fn record_reverse(&mut self, _: SimTime, event: Event<'_>) {
        self.take(1, event);
    }
}

const FLOW: FlowId = FlowId(3);
const NODES: [NodeId; 2] = [NodeId(1), NodeId(2)];
const START: SimTime = SimTime::from_secs(2);

/// Requests of one length and responses of another, with a pause between them.
fn asking(request: u64, response: u64, think: Duration, count: u32) -> RequestResponse {
    let (request, response, think) = (request.into(), response.into(), think.into());
    RequestResponse { request, response, think, count }
}

fn links(bps: u64, delay_ms: u64) -> [Link; 2] {
    [0, 1].map(|_| Link::new(Some(bps), Duration::from_millis(delay_ms), 1_000))
}

fn world(application: &Application, carrier: &dyn Transport, links: [Link; 2]) -> World<Seen> {
    let ends = open(FLOW, NODES[0], NODES[1], START, application, carrier);
    World::new(ends, links, Seen::default())
}

fn reports(world: &World<Seen>) -> [FlowReport; 2] {
    [world.ends[0].report(), world.ends[1].report()]
}

fn transports() -> Vec<Box<dyn Transport>> {
    let mut all: Vec<Box<dyn Transport>> = vec![];
    for (stack, algorithms) in
        [("rfc", &["newreno", "cubic"][..]), ("linux", &["cubic", "bbr", "bbr3", "vegas"])]
    {
        for &algorithm in algorithms {
            let usual = TcpConfig::named(stack, algorithm);
            all.push(Box::new(TcpConfig { sack_blocks: 0, ..usual.clone() }));
            all.push(Box::new(TcpConfig { delayed_ack: DelayedAck::Off, ..usual.clone() }));
            let special = match stack {
                "linux" => usual.clone().with_own(|own: &mut Linux| {
                    (own.pacing, own.offload) = (Some(true), true);
                }),
                _ => {
                    let delayed_ack = DelayedAck::Linux;
                    TcpConfig { handshake: false, delayed_ack, ..usual.clone() }
                }
            };
            all.push(Box::new(special));
            all.push(Box::new(TcpConfig { timestamps: !usual.timestamps, ..usual.clone() }));
            all.push(Box::new(usual));
        }
    }
    for stack in ["rfc", "linux"] {
        for known in [PeerCacheState::Learned, PeerCacheState::Known] {
            let usual = TcpConfig::named(stack, "cubic");
            all.push(Box::new(TcpConfig { fast_open: Some(known), ..usual.clone() }));
            if stack == "rfc" {
                all.push(Box::new(TcpConfig::of(&Rfc { ttcp: Some(known) }, "cubic")));
            }
        }
    }
    for algorithm in ["cubic", "newreno", "bbr"] {
        let usual = QuicConfig::named(algorithm);
        // A connection through long outages is not to end by itself here.
        all.push(Box::new(QuicConfig { max_idle_timeout: None, ..usual }));
    }
    for fast_open in [true, false] {
        all.push(Box::new(Stp { fast_open, ..Stp::default() }));
    }
    all.push(Box::new(Stp { rate: Rate::from_bps(1_000_000), ..Stp::default() }));
    all
}

/// A number in [0, 1) that depends only on the arguments.
fn chance(seed: u64, way: usize, number: u64) -> f64 {
    RandomStream::new(seed, &format!("{way} {number}")).uniform()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]

    /// Goal: every request is answered, whatever the path does to packets of either direction.
    #[test]
    fn everything_asked_is_answered(
        request in 1u64..5_000,
        response in 1u64..60_000,
        think_ms in prop_oneof![Just(0), 1u64..3_000],
        count in 1u32..8,
        loss in prop::array::uniform2(0.0..0.12f64),
        late in prop::array::uniform2(0.0..0.1f64),
        delay_ms in 1u64..200,
        seed in any::<u64>(),
    ) {
        let think = Duration::from_millis(think_ms);
        let application = asking(request, response, think, count);
        for carrier in transports() {
            let links = links(2_000_000, delay_ms);
            let mut world = world(&Application::of(application.clone()), &*carrier, links);
            let mut sent = [0u64; 2];
            world.impair = Box::new(move |_, way, _| {
                sent[way] += 1;
                let drawn = chance(seed, way, sent[way]);
                if drawn < loss[way] {
                    vec![]
                } else if drawn < loss[way] + late[way] {
                    // One copy overtaken by others, one not.
                    vec![Duration::from_millis(40), Duration::ZERO]
                } else {
                    vec![Duration::ZERO]
                }
            });
            let is_over = world.run(START + Duration::from_secs(36_000));
            let [client, server] = reports(&world);
            let name = carrier.name();
            prop_assert!(is_over, "{name}: {client:?}, {server:?}");
            prop_assert_eq!(client.ended(), Some(EndReason::Finished), "{}: {:?}", name, client);
            prop_assert_eq!(client.replies, u64::from(count), "{}", name);
            prop_assert_eq!(client.bytes_delivered, u64::from(count) * response);
            prop_assert_eq!(server.bytes_delivered, u64::from(count) * request);
            prop_assert_eq!(world.trace.delivered, [server, client].map(|r| r.bytes_delivered));
            prop_assert_eq!(world.trace.stated, [1, 1, 1], "{}", name);
            let answers = &world.trace.answers;
            prop_assert_eq!(answers.len(), count as usize);
            prop_assert!(answers.iter().all(|&(_, _, bytes)| bytes == response));
            for pair in answers.windows(2) {
                prop_assert_eq!(pair[1].0, pair[0].1 + think, "{}: a request out of turn", name);
            }
        }
    }
}

/// Goal: the time of a request on a clean path. Method: one packet in each direction, so a
/// handshake of one round trip and then a round trip and two transmissions for each answer.
#[test]
fn an_answer_takes_a_round_trip() {
    let think = Duration::from_secs(1);
    let application = asking(100, 1_000, think, 3);
    for stack in ["rfc", "linux"] {
        let carrier = TcpConfig::named(stack, "cubic");
        let mut world =
            world(&Application::of(application.clone()), &carrier, links(8_000_000, 50));
        assert!(world.run(START + Duration::from_secs(100)));
        let header: u64 = 40 + if carrier.timestamps { 12 } else { 0 };
        let took = Duration::from_millis(100)
            + Duration::from_micros(100 + header)
            + Duration::from_micros(1_000 + header);
        for &(asked, answered, _) in &world.trace.answers[1..] {
            assert_eq!(answered - asked, took, "{stack:?}");
        }
        // The first request waits behind the third segment of the handshake, where that is alone,
        // and its answer behind the ACK, where that does not wait for it.
        let (asked, answered, _) = world.trace.answers[0];
        let behind = if stack == "linux" { 2 * header } else { 0 };
        assert_eq!(answered - asked, took + Duration::from_micros(behind), "{stack:?}");
        assert_eq!(world.trace.resent, [0, 0]);
    }
}

/// Every segment, as (direction, length, description).
fn segments(carrier: &TcpConfig, application: RequestResponse) -> Vec<(usize, TcpSegment)> {
    let (sent, told) = std::sync::mpsc::channel();
    let mut world = world(&Application::of(application.clone()), carrier, links(8_000_000, 50));
    world.impair = Box::new(move |_, way, packet| {
        let Body::Tcp(segment) = packet.body else { unreachable!("TCP alone") };
        sent.send((way, segment)).expect("the test listens");
        vec![Duration::ZERO]
    });
    assert!(world.run(START + Duration::from_secs(100)));
    drop(world);
    told.iter().collect()
}

/// Goal: an answer carries the ACK of its request, and the next request that of the answer. Method:
/// the segments of the stack `rfc`, counted by hand.
#[test]
fn acknowledgements_ride_on_data() {
    let carrier = TcpConfig::named("rfc", "cubic");
    let think = Duration::from_millis(10);
    let application = asking(100, 1_000, think, 3);
    let said: Vec<_> = segments(&carrier, application)
        .into_iter()
        .map(|(way, s)| (way, s.flags.to_string(), s.seq.0, s.ack.0, s.payload))
        .collect();
    let expected = [
        (0, "S", 0, 0, 0),
        (1, "S.", 0, 1, 0),
        (0, ".", 1, 1, 100),
        (1, ".", 1, 101, 1_000),
        (0, ".", 101, 1_001, 100),
        (1, ".", 1_001, 201, 1_000),
        (0, ".", 201, 2_001, 100),
        (1, ".", 2_001, 301, 1_000),
        (0, "F.", 301, 3_001, 0),
        (1, "F.", 3_001, 302, 0),
        (0, ".", 302, 3_002, 0),
    ];
    let expected =
        expected.map(|(way, flags, seq, ack, payload)| (way, flags.to_owned(), seq, ack, payload));
    assert_eq!(said, expected);
}

/// Goal: a Linux host acknowledges the first requests immediately, then lets the answer carry the
/// ACK. Method: once both ends have answered, no segment without data is sent until the end.
#[test]
fn linux_turns_interactive() {
    let carrier = TcpConfig::named("linux", "cubic");
    let think = Duration::from_millis(10);
    let application = asking(100, 1_000, think, 30);
    let all = segments(&carrier, application);
    let fin = all.iter().position(|(_, s)| s.flags.contains(TcpFlags::FIN)).expect("it ends");
    let data = all.iter().filter(|(_, s)| s.payload > 0).count();
    let bare = all[..fin].iter().filter(|(_, s)| s.payload == 0).count();
    assert_eq!(data, 60);
    // The handshake's three, the ACK of the first request, and those of answers before the client
    // has answered one with a request.
    assert!((4..=6).contains(&bare), "{bare}");
    let last_bare = all[..fin].iter().rposition(|(_, s)| s.payload == 0).expect("some");
    assert!(last_bare < 10, "{last_bare}");
}

parameters! {
    /// Two endpoints that write without waiting for each other, the server first.
    struct Chorus "chorus" from "this test" {
        /// Size written by the client.
        client: FileSize,
        /// Size written by the server.
        server: FileSize,
    }
}

#[derive(Debug)]
struct Singer {
    bytes: u64,
}

impl ApplicationKind for Chorus {
    fn service(&self) -> TransportService {
        TransportService::Stream
    }

    fn open(&self, _: SimTime, _: RandomStream) -> AppEndpoints {
        let singer = |bytes| Box::new(Singer { bytes });
        let (client, server) = (singer(self.client), singer(self.server));
        AppEndpoints::Stream { client, server }
    }
}

impl StreamApp for Singer {
    fn on_open(&mut self, io: &mut StreamIo<'_>) {
        io.write(self.bytes);
        io.close();
    }

    fn on_data(&mut self, _: u64, _: &mut StreamIo<'_>) {}
}

/// Goal: both directions carry data at once, also if one of them is empty or lossy. Method: every
/// 17th packet of each direction is dropped.
#[test]
fn both_may_write_at_once() {
    for bytes in [[300_000, 500_000], [0, 200_000], [200_000, 0], [0, 0]] {
        let [client, server] = bytes;
        for carrier in transports() {
            let application = Application::of(Chorus { client, server });
            let mut world = world(&application, &*carrier, links(5_000_000, 30));
            let mut sent = [0; 2];
            world.impair = Box::new(move |_, way, _| {
                sent[way] += 1;
                if sent[way] % 17 == 0 { vec![] } else { vec![Duration::ZERO] }
            });
            assert!(world.run(START + Duration::from_secs(3_600)), "{carrier:?}");
            let [client, server] = reports(&world);
            assert_eq!([server, client].map(|r| r.bytes_delivered), bytes, "{carrier:?}");
            assert_eq!(client.ended(), Some(EndReason::Finished), "{carrier:?}");
        }
    }
}

/// Goal: both directions share the path and neither starves. Method: 4 MB in each direction over 20
/// Mbit/s each take little longer than one direction alone, where only losses slow the sender; ACKs
/// that queue behind data slow delay-based controllers and all loss repair (Zhang, Shenker and
/// Clark 1991). Without SACK a segment with data is no duplicate ACK (RFC 5681 Sec. 2), so losses
/// take longer to detect.
#[test]
fn two_directions_take_little_longer_than_one() {
    let linux = TcpConfig::named("linux", "cubic");
    let blind: [Box<dyn Transport>; 3] = [
        Box::new(linux.with_own(|own: &mut Linux| own.hystart = Some(false))),
        Box::new(TcpConfig::named("rfc", "newreno")),
        Box::new(QuicConfig::named("newreno")),
    ];
    let blind = blind.into_iter().map(|carrier| (carrier, 1.25));
    let all = transports().into_iter().map(|carrier| (carrier, 2.5));
    let all = all.filter(|(carrier, _)| carrier.announced().sack_permitted);
    for (carrier, most) in blind.chain(all) {
        let time = |[client, server]: [u64; 2]| {
            let application = Application::of(Chorus { client, server });
            let mut world = world(&application, &*carrier, links(20_000_000, 30));
            assert!(world.run(START + Duration::from_secs(600)));
            let [client, server] = reports(&world);
            let last = client.last_received.max(server.last_received).expect("data came");
            (last - START).as_secs_f64()
        };
        let (alone, together) = (time([4_000_000, 0]), time([4_000_000; 2]));
        assert!(together < most * alone, "{together} s, {alone} s: {carrier:?}");
    }
}

/// Goal: a server that sends first reaches the client although the segment that would allow it is
/// lost. Method: the third packet of the client is dropped.
#[test]
fn a_handshake_that_loses_its_third_segment_ends() {
    for carrier in transports() {
        for lost in 1..6 {
            let application = Application::of(Chorus { client: 0, server: 5_000 });
            let mut world = world(&application, &*carrier, links(5_000_000, 30));
            let mut sent = 0;
            world.impair = Box::new(move |_, way, _| {
                sent += u32::from(way == 0);
                if way == 0 && sent == lost { vec![] } else { vec![Duration::ZERO] }
            });
            assert!(world.run(START + Duration::from_secs(600)));
            let [client, _] = reports(&world);
            assert_eq!(client.bytes_delivered, 5_000, "{lost}: {carrier:?}");
            assert_eq!(client.ended(), Some(EndReason::Finished), "{lost}: {carrier:?}");
        }
    }
}

/// Goal: a dead peer is given up, and nothing continues forever. Method: after a second nothing
/// arrives any more.
#[test]
fn a_peer_that_is_gone_is_given_up() {
    for carrier in transports() {
        if carrier.name() != "tcp" {
            continue;
        }
        let think = Duration::from_millis(300);
        let application = asking(100, 50_000, think, 1_000);
        let mut world =
            world(&Application::of(application.clone()), &*carrier, links(5_000_000, 30));
        world.impair = Box::new(|now, _, _| {
            if now < START + Duration::from_secs(1) { vec![Duration::ZERO] } else { vec![] }
        });
        assert!(world.run(START + Duration::from_secs(36_000)), "{carrier:?}");
        let [client, server] = reports(&world);
        let gave_up = client.merged(&server).gave_up;
        assert_eq!(gave_up, Some(EndReason::TooManyRetransmissions), "{carrier:?}");
        assert!(client.replies > 0 && client.acknowledged_at.is_none());
    }
}

/// Goal: the one-way stack declares that it is one-way. Method: the services that it offers for
/// each of its agents.
#[test]
fn ns2_offers_one_way_alone() {
    let two_way = Application::of(Chorus { client: 1, server: 1 });
    for recovery in [LossRecovery::NewReno, LossRecovery::Sack, LossRecovery::Fack] {
        assert!(!host::offers(&TcpConfig::of(&Ns2::by(recovery), "newreno"), &two_way));
    }
    assert!(transports().iter().all(|carrier| host::offers(&**carrier, &two_way)));
}
