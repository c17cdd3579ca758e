//! Goal: STP delivers everything once, whatever happens to its packets, in the time and at the cost
//! of reverse traffic that its description states. Method: closed forms on clean and on lossy
//! paths, and every schedule of fates of the first packets of a connection.

use skyseam_app::distributions::{Sizes, Spans};
use skyseam_app::{Application, File, RequestResponse};
use skyseam_base::math::powi;
use skyseam_base::{Duration, FlowId, NodeId, RandomStream, Rate, SimTime};
use skyseam_endpoint::app::OfferedData;
use skyseam_endpoint::transport::{ConnectionPayload, FlowSetup};
use skyseam_endpoint::{BoxedEndpoint, EndReason, FlowReport, SharedState};
use skyseam_host as host;
use skyseam_host::open;
use skyseam_packet::{Body, Packet, Payloads};
use skyseam_stp::Stp;
use skyseam_stp::wire::{self, Pdu};
use skyseam_tcp::TcpConfig;

use crate::support::{Fate, Link, Notes, World};

const NODES: [NodeId; 2] = [NodeId(1), NodeId(2)];

fn links(rate_bps: Option<u64>, delay_ms: u64, queue: usize) -> [Link; 2] {
    [0, 1].map(|_| Link::new(rate_bps, Duration::from_millis(delay_ms), queue))
}

/// The endpoints of a transfer of `bytes`, whose numbers begin at `base`.
fn ends(
    config: &Stp,
    bytes: u64,
    base: u64,
    shared: &SharedState,
) -> (BoxedEndpoint, BoxedEndpoint) {
    let random = RandomStream::new(0, "stp");
    let (flow, start) = (FlowId(0), SimTime::ZERO);
    let opening = FlowSetup { flow, from: NODES[0], to: NODES[1], start, random, shared };
    let supply = OfferedData { limit: Some(bytes), stop: None };
    config.open_from(base, opening, ConnectionPayload::Transfer(supply)).into()
}

fn reports(world: &World<Notes>) -> [FlowReport; 2] {
    [world.ends[0].report(), world.ends[1].report()]
}

/// The content of a packet.
fn said(packet: &Packet, payloads: &Payloads) -> Pdu {
    let Body::Raw(raw) = packet.body else { unreachable!("STP is its own protocol") };
    payloads.read(raw.header, wire::parse).expect("a packet of STP").0
}

/// A transfer of `bytes` over `links`, in which `impair` determines each packet's fate by its
/// direction; returns the world at its end.
fn transfer(
    config: &Stp,
    bytes: u64,
    base: u64,
    links: [Link; 2],
    mut impair: impl FnMut(usize, &Packet) -> Fate + 'static,
) -> World<Notes> {
    let shared = SharedState::default();
    let mut world = World::new(ends(config, bytes, base, &shared), links, Notes::default());
    world.impair = Box::new(move |_, way, packet| impair(way, packet));
    let is_over = world.run(SimTime::from_secs(36_000));
    let [client, server] = reports(&world);
    assert!(is_over, "{config:?}: {client:?}, {server:?}");
    if client.ended() == Some(EndReason::TooManyRetransmissions) {
        // Four times BGN or its answer was lost: nothing else was ever sent.
        assert!(!config.fast_open && client.packets_sent == 4, "{client:?}");
        return world;
    }
    assert_eq!(client.ended(), Some(EndReason::Finished), "{config:?}");
    assert_eq!(server.bytes_delivered, bytes);
    assert_eq!((world.trace.delivered, world.trace.finished), (bytes, 1));
    world
}

/// Goal: no schedule of losses, duplicates and overtaking among the first packets of a connection
/// breaks it. Method: all 4^8 fates of the first eight packets of either direction, data and
/// control, in a transfer of five packets: lost, delivered, duplicated, or so late that others
/// overtake; and drawn fates of two more.
fn every_schedule(fast_open: bool) {
    const PACKETS: u32 = 8;
    let config = Stp { fast_open, segment: 1_000, ..Stp::default() };
    let mut random = RandomStream::new(1, "fates");
    for schedule in 0..4_u32.pow(PACKETS) {
        let mut count = 0;
        let schedule = u64::from(schedule) | (random.next_u64() % 16) << (2 * PACKETS);
        transfer(&config, 4_500, 0, links(None, 20, 100), move |_, _| {
            let fate = if count < PACKETS + 2 { schedule >> (2 * count) & 3 } else { 1 };
            count += 1;
            match fate {
                0 => vec![],
                1 => vec![Duration::ZERO],
                2 => vec![Duration::ZERO, Duration::from_millis(7)],
                _ => vec![Duration::from_millis(90)],
            }
        });
    }
}

#[test]
fn every_schedule_of_an_open_connection_ends_well() {
    every_schedule(true);
}

#[test]
fn every_schedule_of_a_connection_that_is_asked_for_ends_well() {
    every_schedule(false);
}

/// Goal: numbers wrap at 2^24 without a trace. Method: the same lossy transfer from 0 and from just
/// before the wrap takes the same time.
#[test]
fn numbers_wrap() {
    let run = |base| {
        let mut count = 0_u32;
        let world = transfer(
            &Stp::default(),
            400_000,
            base,
            links(Some(2_000_000), 100, 60),
            move |_, _| {
                count += 1;
                if count.is_multiple_of(9) { vec![] } else { vec![Duration::ZERO] }
            },
        );
        reports(&world)
    };
    let usual = run(0);
    assert!(usual[0].retransmissions > 10);
    for before in [1, 7, 100] {
        assert_eq!(run((1 << 24) - before), usual);
        assert_eq!(run((1 << 25) - before), usual);
    }
}

/// Goal: more gaps than one STAT can list are reported in several. Method: every second of 200
/// packets sent together is lost, and no gap is reported by itself.
#[test]
fn many_holes_are_all_named() {
    let config = Stp {
        initial_window: Some(200),
        reorder_delay: Duration::from_secs(9),
        reorder_packets: 1_000,
        polls: 1,
        ..Stp::default()
    };
    let shared = SharedState::default();
    let payloads = shared.payloads.clone();
    let bytes = 200 * 1_460;
    let ends = ends(&config, bytes, 0, &shared);
    let mut world = World::new(ends, links(None, 50, 400), Notes::default());
    let (tell, told) = std::sync::mpsc::channel();
    let mut count = 0;
    world.impair = Box::new(move |_, way, packet| {
        if let Pdu::Stat { gaps, .. } = said(packet, &payloads) {
            tell.send(gaps.len()).expect("the test listens");
        }
        count += 1;
        if way == 0 && count < 200 && count % 2 == 0 { vec![] } else { vec![Duration::ZERO] }
    });
    assert!(world.run(SimTime::from_secs(600)));
    assert_eq!(reports(&world)[1].bytes_delivered, bytes);
    drop(world);
    let told: Vec<usize> = told.iter().collect();
    assert_eq!(told[..3], [33, 33, 33], "99 holes");
}

/// Goal: a window of one packet works, and so does a receiver with room for one.
#[test]
fn a_window_of_one_is_enough() {
    for config in [
        Stp { initial_window: Some(1), ..Stp::default() },
        Stp { receive_window: 1, ..Stp::default() },
        Stp { receive_window: 1, initial_window: Some(1), fast_open: false, ..Stp::default() },
    ] {
        let mut count = 0_u32;
        transfer(&config, 30_000, 0, links(Some(1_000_000), 30, 10), move |_, _| {
            count += 1;
            if count.is_multiple_of(11) { vec![] } else { vec![Duration::ZERO] }
        });
    }
}

/// Goal: a short exchange takes one round trip, and two if the connection is requested first.
/// Method: one packet in each direction on a path of 250 ms each way; only the last packets are
/// timed.
#[test]
fn a_short_exchange_takes_one_round_trip() {
    for (fast_open, round_trips) in [(true, 1), (false, 2)] {
        let application = RequestResponse {
            request: Sizes::Always(100),
            response: Sizes::Always(1_000),
            think: Spans::Always(Duration::ZERO),
            count: 1,
        };
        let config = Stp { fast_open, ..Stp::default() };
        let ends = open(
            FlowId(0),
            NODES[0],
            NODES[1],
            SimTime::ZERO,
            &Application::of(application),
            &config,
        );
        let mut world = World::new(ends, links(None, 250, 10), Notes::default());
        assert!(world.run(SimTime::from_secs(100)));
        let client = world.ends[0].report();
        let expected = SimTime::ZERO + Duration::from_millis(500).saturating_mul(round_trips);
        assert_eq!(client.last_received, Some(expected));
        assert_eq!(client.replies, 1);
    }
}

/// Bytes and packets of the reverse direction, and duration of the transfer.
fn reverse(
    carrier: &dyn skyseam_endpoint::transport::Transport,
    size: u64,
    links: [Link; 2],
) -> (u64, f64) {
    let application = Application::of(File { size });
    let ends = open(FlowId(0), NODES[0], NODES[1], SimTime::ZERO, &application, carrier);
    let mut world = World::new(ends, links, Notes::default());
    let (tell, told) = std::sync::mpsc::channel();
    world.impair = Box::new(move |_, way, packet| {
        if way == 1 {
            tell.send(u64::from(packet.size)).expect("the test listens");
        }
        vec![Duration::ZERO]
    });
    assert!(world.run(SimTime::from_secs(36_000)));
    let took = world.ends[0].report().acknowledged_at.expect("it ends").as_secs_f64();
    drop(world);
    (told.iter().sum(), took)
}

/// Goal: on a clean path the receiver sends three STATs per round trip and little else, a tenth of
/// what TCP's delayed ACKs take. Method: 10 MB at 1.3 Mbit/s and a round trip of 600 ms; 8 * 44
/// bits three times per round trip, within 10 %, at a fixed rate. With a window, one more leaves in
/// each round trip in which it closes.
#[test]
fn reverse_traffic_is_that_of_the_formula() {
    let path = || links(Some(1_300_000), 300, 200);
    let formula = 3.0 / 0.6 * 8.0 * 44.0;
    let config = Stp { rate: Rate::from_bps(1_290_000), ..Stp::default() };
    let (bytes, took) = reverse(&config, 10_000_000, path());
    let bits = bytes as f64 * 8.0 / took;
    assert!((bits / formula - 1.0).abs() < 0.1, "{bits} against {formula} bit/s");
    // Room for what the path holds and for what is not told yet, so that no long queue builds up.
    let config = Stp { receive_window: 90, ..Stp::default() };
    let (bytes, took) = reverse(&config, 10_000_000, path());
    let bits = bytes as f64 * 8.0 / took;
    assert!((1.0..4.0 / 3.0 * 1.05).contains(&(bits / formula)), "{bits} bit/s");
    let sack = TcpConfig::named("rfc", "newreno");
    let (acks, tcp_took) = reverse(&sack, 10_000_000, path());
    assert!((took / tcp_took - 1.0).abs() < 0.1, "{took} s, TCP {tcp_took} s");
    let gain = acks as f64 / tcp_took * 8.0 / bits;
    assert!((8.0..30.0).contains(&gain), "{gain}");
}

/// Goal: at a fixed rate losses cost exactly the lost packets. Method: 1 Mbit/s, a round trip of
/// 550 ms, bit errors that lose packets of 1032 bytes with probability 1 - (1 - BER)^8256; goodput
/// is the rate's share of data times the delivery ratio, except for the repairs of the last
/// packets.
#[test]
fn a_fixed_rate_loses_what_is_lost() {
    for (ber, repairs) in
        [(0.0, 3.0), (1e-8, 4.0), (1e-7, 4.0), (1e-6, 5.0), (1e-5, 8.0), (1e-4_f64, 26.0)]
    {
        let rate = 1_000_000;
        let config = Stp { rate: Rate::from_bps(rate), segment: 1_000, ..Stp::default() };
        let size = 8_000_000;
        let mut random = RandomStream::new(1, "bit errors");
        let world =
            transfer(&config, size, 0, links(Some(rate * 12 / 10), 275, 100), move |_, packet| {
                let survives = powi(1.0 - ber, packet.size as i32 * 8);
                if random.uniform() < survives { vec![Duration::ZERO] } else { vec![] }
            });
        let arrives = powi(1.0 - ber, 8 * 1_032);
        let expected = rate as f64 * 1_000.0 / 1_032.0 * arrives;
        // The way, and the round trips in which the last packets are repaired, come to that.
        let took = reports(&world)[1].received_at.expect("all came").as_secs_f64();
        let alone = size as f64 * 8.0 / expected;
        let rounds = (took - alone) / 0.55;
        assert!(
            (-0.03 * alone / 0.55..repairs).contains(&rounds),
            "{ber}: {took} s, {alone} s and {rounds} round trips"
        );
    }
}

/// Goal: an outage longer than all timeouts ends the connection at both ends, a shorter one does
/// not. Method: everything is lost for that time from the first second on.
#[test]
fn silence_ends_a_connection() {
    for (seconds, ended) in [(20, EndReason::Finished), (36_000, EndReason::TooManyRetransmissions)]
    {
        let shared = SharedState::default();
        let ends = ends(&Stp::default(), 1_000_000, 0, &shared);
        let mut world = World::new(ends, links(Some(1_000_000), 50, 100), Notes::default());
        world.impair = Box::new(move |now, _, _| {
            let is_out = now > SimTime::from_secs(1) && now < SimTime::from_secs(1 + seconds);
            if is_out { vec![] } else { vec![Duration::ZERO] }
        });
        assert!(world.run(SimTime::from_secs(40_000)));
        assert_eq!(reports(&world)[0].ended(), Some(ended), "{seconds} s");
    }
}

/// The name by which scenarios choose it.
#[test]
fn it_is_built_in() {
    assert!(host::built_in().iter().any(|transport| transport.name == "stp"));
}
