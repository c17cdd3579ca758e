//! Goal: QUIC delivers exactly the bytes sent, ends, and uses no external randomness. Method: the
//! random paths of `transfers.rs`, closed forms on clean paths, and the bytes of every datagram
//! compared between runs.

use std::sync::Arc;

use proptest::prelude::*;
use skyseam_app::voice::{ExponentialTalk, Voice, talk};
use skyseam_app::{Application, Bulk, File};
use skyseam_base::{Duration, FlowId, NodeId, RandomStream, SimTime};
use skyseam_endpoint::app::OfferedData;
use skyseam_endpoint::transport::FlowSetup;
use skyseam_endpoint::{BoxedEndpoint, FlowReport, SharedState};
use skyseam_host::open_flow;
use skyseam_packet::{Body, Ecn};
use skyseam_quic::{InstantConverter, QuicConfig, open_with};

use crate::support::{Link, Marker, Notes, World};

const CONTROLLERS: [&str; 3] = ["cubic", "newreno", "bbr"];

/// A path: rate, delay in each direction, packets that can wait before the data's link.
#[derive(Clone, Copy, Debug)]
struct Path {
    bps: u64,
    delay: Duration,
    queue: usize,
}

fn world(
    application: &Application,
    config: &QuicConfig,
    path: Path,
    shared: &SharedState,
) -> World<Notes> {
    let start = SimTime::from_secs(2);
    let (flow, from, to) = (FlowId(3), NodeId(1), NodeId(2));
    let random = RandomStream::new(shared.seed, "flow");
    let opening = FlowSetup { flow, from, to, start, random, shared };
    let ends = open_flow(opening, application, config);
    let link = |queue| Link::new(Some(path.bps), path.delay, queue);
    World::new(ends, [link(path.queue), link(1_000)], Notes::default())
}

/// Goal: the BBR of quinn-proto draws random numbers from the system, which is why the simulator
/// has its own. Method: eight runs that differ only in those draws; all agree by chance with a
/// probability of 1 in 7^7.
#[test]
fn the_bbr_of_quinn_draws_from_the_system() {
    let windows = || {
        let supply = OfferedData { limit: Some(3_000_000), stop: None };
        let (flow, nodes) = (FlowId(3), [NodeId(1), NodeId(2)]);
        let ends = open_with(
            flow,
            nodes,
            SimTime::ZERO,
            supply,
            &QuicConfig::named("bbr"),
            &SharedState::default(),
            &|_| Arc::new(quinn_proto::congestion::BbrConfig::default()),
        );
        let link = || Link::new(Some(5_000_000), Duration::from_millis(20), 100);
        let mut world = World::new(ends, [link(), link()], Notes::default());
        assert!(world.run(SimTime::from_secs(100)));
        world.trace.congestion
    };
    let first = windows();
    assert!((0..7).any(|_| windows() != first), "replace quic/bbr.rs by quinn-proto's");
}

fn report(ends: &[BoxedEndpoint; 2]) -> FlowReport {
    ends[0].report().merged(&ends[1].report())
}

fn megabit(bps: u64, delay_ms: u64, queue: usize) -> Path {
    Path { bps: bps * 1_000_000, delay: Duration::from_millis(delay_ms), queue }
}

/// Every datagram that was sent, as (time, direction, bytes), and the report.
type Told = (Vec<(SimTime, usize, Vec<u8>)>, FlowReport);

/// A transfer over a path that loses every 37th packet, for four round trips and more.
fn tell(config: &QuicConfig, clock: InstantConverter) -> Told {
    let shared = SharedState::new(11).with(clock);
    let payloads = shared.payloads.clone();
    let application = Application::of(File { size: 600_000 });
    let mut world = world(&application, config, megabit(10, 25, 40), &shared);
    let told = std::rc::Rc::new(std::cell::RefCell::new(Vec::new()));
    let (noted, mut count) = (told.clone(), 0u64);
    world.impair = Box::new(move |now, direction, packet| {
        let Body::Udp(datagram) = packet.body else { unreachable!("only QUIC is sent") };
        let bytes = payloads.read(datagram.payload, <[u8]>::to_vec);
        noted.borrow_mut().push((now, direction, bytes));
        count += 1;
        if count.is_multiple_of(37) { Vec::new() } else { vec![Duration::ZERO] }
    });
    assert!(world.run(SimTime::from_secs(100)));
    let told = told.borrow().clone();
    (told, report(&world.ends))
}

/// Goal: the same bytes at the same times, whatever the clock and the thread. Method: clocks of
/// different origin, and concurrent threads.
#[test]
fn nothing_is_drawn_from_outside() {
    for algorithm in CONTROLLERS {
        let config = QuicConfig::named(algorithm);
        let first = tell(&config, InstantConverter::new());
        assert_eq!(first.1.bytes_delivered, 600_000, "{algorithm:?}");
        let shifts = [Duration::from_nanos(1), Duration::from_secs(86_400 * 400)];
        let others = shifts.map(|shift| {
            let config = config.clone();
            std::thread::spawn(move || tell(&config, InstantConverter::new().shifted(shift)))
        });
        for other in others {
            let other = other.join().expect("no panic");
            assert_eq!(first.1, other.1, "{algorithm:?}");
            assert!(first.0 == other.0, "{algorithm:?}: datagrams differ");
        }
    }
}

/// A file of one window on a clean path: a handshake of one round trip, followed by the data.
#[test]
fn a_short_file_takes_a_round_trip_more() {
    let size_bytes = 9_000;
    let config = QuicConfig { mtu_discovery: false, ..QuicConfig::named("cubic") };
    let application = Application::of(File { size: size_bytes });
    let path = megabit(100, 150, 100);
    let mut world = world(&application, &config, path, &SharedState::default());
    assert!(world.run(SimTime::from_secs(60)));
    let report = report(&world.ends);
    let taken = report.transfer_time().expect("received").as_secs_f64();
    // Two flights to the server, one back; and serialization of 1228 B out, some 4 kB back, then
    // the data with its headers: 9 kB in 8 datagrams.
    let least = 0.450 + (1_228.0 + 2_590.0 + 9_000.0) * 8.0 / 100e6;
    assert!(taken > least && taken < least + 0.000_4, "{taken} s, at least {least} s");
    assert_eq!(report.retransmissions, 0);
    assert_eq!(report.timeouts, 0);
}

/// Goal: a long file fills the path. Method: 20 MB over 25 Mbit/s; goodput compared with the share
/// of the rate that headers leave: 1452 of 1480 bytes, less some 30 of header, frame and tag.
#[test]
fn a_long_file_fills_the_path() {
    for algorithm in CONTROLLERS {
        let config = QuicConfig::named(algorithm);
        let size_bytes = 20_000_000;
        let application = Application::of(File { size: size_bytes });
        let mut world = world(&application, &config, megabit(25, 25, 105), &SharedState::default());
        assert!(world.run(SimTime::from_secs(60)));
        let report = report(&world.ends);
        let taken = report.transfer_time().expect("received").as_secs_f64();
        let goodput = size_bytes as f64 * 8.0 / taken / 1e6;
        let most = 25.0 * 1_420.0 / 1_480.0;
        println!("{algorithm:?}: {goodput:.2} Mbit/s, {report:?}");
        assert!(goodput < most && goodput > 0.85 * most, "{algorithm:?}: {goodput} Mbit/s");
        assert_eq!(report.bytes_delivered, size_bytes);
        assert!(report.rtt_min >= Some(Duration::from_millis(50)));
    }
}

/// A path that is dead for longer than the idle timeout ends the connection, and the run.
#[test]
fn an_idle_connection_ends() {
    let config = QuicConfig::named("cubic");
    let application = Application::of(File { size: 5_000_000 });
    let mut world = world(&application, &config, megabit(10, 20, 50), &SharedState::default());
    world.impair =
        Box::new(
            |now, _, _| {
                if now > SimTime::from_secs(3) { Vec::new() } else { vec![Duration::ZERO] }
            },
        );
    assert!(world.run(SimTime::from_secs(200)));
    let report = report(&world.ends);
    assert!(report.bytes_delivered > 100_000 && report.acknowledged_at.is_none());
    assert!(world.now > SimTime::from_secs(32) && world.now < SimTime::from_secs(60));
}

fn configs() -> impl Strategy<Value = QuicConfig> {
    (0usize..3, 0usize..6).prop_map(|(algorithm, kind)| {
        let config = QuicConfig::named(CONTROLLERS[algorithm]);
        match kind {
            0 => QuicConfig { mtu_discovery: false, ..config },
            1 => QuicConfig { receive_window: 20_000, ..config },
            2 => QuicConfig { ack_eliciting_threshold: Some(10), ..config },
            3 => QuicConfig {
                ack_eliciting_threshold: Some(1),
                max_ack_delay: Some(Duration::ZERO),
                ..config
            },
            4 => QuicConfig { server_flight: Some(9_000), ..config },
            _ => config,
        }
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    /// The receiver compares every byte with the one sent (`quic/content.rs`).
    #[test]
    fn a_file_arrives_whole(
        seed in any::<u64>(),
        loss in prop_oneof![Just(0.0), 0.0..0.15],
        duplication in prop_oneof![Just(0.0), 0.0..0.2],
        reordering in prop_oneof![Just(0.0), 0.0..0.3],
        step_ms in prop_oneof![Just(0u64), 0u64..300],
        delay_ms in 1u64..300,
        kbps in 200u64..20_000,
        queue in 10usize..60,
        config in configs(),
        size_bytes in 1u64..150_000,
        is_bulk in any::<bool>(),
    ) {
        let application = if is_bulk {
            Application::of(Bulk { duration: Duration::from_secs(3) })
        } else {
            Application::of(File { size: size_bytes })
        };
        let delay = Duration::from_millis(delay_ms);
        let config = QuicConfig { max_idle_timeout: Some(Duration::from_secs(5_000)), ..config };
        let path = Path { bps: kbps * 1_000, delay, queue };
        let shared = SharedState::new(seed);
        let mut world = world(&application, &config, path, &shared);
        let mut random = RandomStream::new(seed, "path");
        world.impair = Box::new(move |now, _, _| {
            if random.uniform() < loss {
                return Vec::new();
            }
            let late = now.as_nanos() / 500_000_000 % 2 == 1;
            let step = Duration::from_millis(if late { step_ms } else { 0 });
            let mut delay = || {
                let jitter = if random.uniform() < reordering { random.uniform() } else { 0.0 };
                step + Duration::from_secs_f64(jitter * 0.1)
            };
            let first = delay();
            let mut copies = vec![first];
            if random.uniform() < duplication {
                copies.push(first + Duration::from_millis(step_ms / 3));
            }
            copies
        });
        prop_assert!(world.run(SimTime::from_secs(100_000)), "it never ends");
        let report = report(&world.ends);
        prop_assert_eq!(report.acknowledged_at.is_some(), world.trace.finished == 1);
        // quinn-proto can lock up in a handshake that loses the client's last message (about 1 in
        // 4000 here; docs/models/quic.md), until the idle timeout of one end ends the connection.
        if loss > 0.0 && world.trace.finished == 0 && report.bytes_delivered == 0 {
            prop_assert!(report.gave_up.is_some());
            return Ok(());
        }
        prop_assert_eq!(world.trace.finished, 1);
        prop_assert_eq!(report.bytes_delivered, world.trace.delivered);
        prop_assert!(report.packets_received > 0);
        if is_bulk {
            prop_assert!(report.acknowledged_at >= Some(SimTime::from_secs(5)));
        } else {
            prop_assert_eq!(report.bytes_delivered, size_bytes);
            prop_assert_eq!(world.trace.received, 1);
            prop_assert!(report.acknowledged_at >= report.received_at);
        }
        prop_assert!(world.trace.congestion.iter().all(|&(_, cwnd, _)| cwnd >= 2 * 1_200));
    }
}

/// Goal: voice flows next to QUIC draw from their own stream. Method: the time of a talker's first
/// packet, with two streams and with the first of them again.
#[test]
fn speech_is_drawn_from_the_stream_that_is_given() {
    let pause = Duration::from_secs(1);
    let talk = talk(ExponentialTalk { talk: pause, pause });
    let voice = Voice { talk, ..Voice::lasting(Duration::from_secs(60)) };
    let begins = |seed| {
        let random = RandomStream::new(seed, "flow talk 0");
        let (flow, from, to) = (FlowId(0), NodeId(0), NodeId(1));
        let config = QuicConfig::named("cubic");
        let (application, around) = (Application::of(voice.clone()), SharedState::default());
        let start = SimTime::from_secs(1);
        let opening = FlowSetup { flow, from, to, start, random, shared: &around };
        let (mut talker, _) = open_flow(opening, &application, &config);
        talker.handle_timeout(start, &mut Notes::default());
        talker.poll_timeout()
    };
    assert_eq!(begins(1), begins(1));
    assert_ne!(begins(1), begins(2));
}

/// Goal: CE reduces the window as a loss does (RFC 9002 Sec. 7), and feedback that the path erases
/// does not (RFC 9000 Sec. 13.4.2). Method: a bulk flow over a queue that marks from 20 packets on
/// and holds 200: with marks, without, and with marks that the path turns into ECT(0).
#[test]
fn a_mark_reduces_the_window() {
    let run = |congestion: &str, marker: Option<Marker>, erases: bool| {
        let bulk = Application::of(Bulk { duration: Duration::from_secs(8) });
        let (config, shared) = (QuicConfig::named(congestion), SharedState::default());
        let mut world = world(&bulk, &config, megabit(10, 25, 200), &shared);
        world.links[0].marker = marker;
        if erases {
            world.links[0].tamper[1] = Some(|packet| {
                if packet.ecn == Ecn::Ce {
                    packet.ecn = Ecn::Ect0;
                }
            });
        }
        world.run(SimTime::from_secs(20));
        let largest = world.trace.congestion.iter().map(|&(_, cwnd, _)| cwnd).max();
        (world.links[0].drops, world.links[0].marks, largest.expect("windows"))
    };
    for congestion in ["cubic", "newreno"] {
        let (drops, marks, marked) = run(congestion, Some(Marker::Step(20)), false);
        assert_eq!(drops, 0, "{congestion}");
        assert!(marks > 0, "{congestion}");
        let (dropped, _, unmarked) = run(congestion, None, false);
        assert!(dropped > 0 && 2 * marked < unmarked, "{congestion}: {marked} and {unmarked}");
        let (erased, erased_marks, without) = run(congestion, Some(Marker::Step(20)), true);
        assert!(erased > 0 && erased_marks > 0, "{congestion}");
        assert_eq!(without, unmarked, "{congestion}");
    }
}
