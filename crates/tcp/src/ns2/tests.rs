//! Agents and sinks alone, in a small language: `offsets` states which packets leave now, `ack`
//! passes in an acknowledgement; packets of 1000 bytes, packet 0 is the SYN.

use proptest::prelude::*;
use skyseam_base::{Duration, SimTime};
use skyseam_endpoint::Endpoint;
use skyseam_endpoint::app::OfferedData;
use skyseam_packet::{SackBlock, SackBlocks, SeqNumber, TcpFlags, TcpSegment};

use super::{Receiver, Sender};
use crate::config::TcpConfig;
use crate::congestion;
use crate::delayed_ack::DelayedAck;
use crate::ns2::keys::{LossRecovery, Ns2};
use crate::stack::Stack as _;
use crate::test_harness::{self, CONNECTION, TestHarness, number};

impl<E: Endpoint> TestHarness<E> {
    /// The packets that leave now.
    fn packets(&mut self) -> Vec<u32> {
        self.sent().iter().map(|(_, segment)| segment.seq.0.div_ceil(1000)).collect()
    }

    /// Acknowledges all packets below `una`, and those in `blocks`.
    fn ack(&mut self, una: u32, blocks: &[(u32, u32)]) {
        let at = |packet: u32| SeqNumber(1 + (packet - 1) * 1000);
        let mut sack = SackBlocks::default();
        for &(start, end) in blocks {
            assert!(sack.push(SackBlock { start: at(start), end: at(end) }));
        }
        let (ack, flags, window) = (at(una), TcpFlags::ACK, u32::MAX);
        self.recv(TcpSegment { ack, flags, window, sack, ..TcpSegment::default() });
    }

    fn data(&mut self, packet: u32) {
        let syn = packet == 0;
        self.recv(TcpSegment {
            seq: if syn { SeqNumber(0) } else { SeqNumber(1 + (packet - 1) * 1000) },
            flags: if syn { TcpFlags::SYN } else { TcpFlags::ACK },
            payload: if syn { 0 } else { 1000 },
            ..TcpSegment::default()
        });
    }
}

fn config(recovery: LossRecovery, algorithm: &'static str) -> TcpConfig {
    TcpConfig::of(&Ns2::by(recovery), algorithm)
}

fn sender(config: &TcpConfig, packets: u64) -> TestHarness<Sender> {
    let supply = OfferedData { limit: Some(packets * 1000), stop: None };
    let end = Sender::new(CONNECTION, config, supply, SimTime::ZERO);
    let mut bench = TestHarness::new(end);
    bench.time(0);
    bench
}

fn receiver(config: &TcpConfig) -> TestHarness<Receiver> {
    TestHarness::new(Receiver::new(CONNECTION, config, None))
}

/// A sender with `sent` data packets outstanding, sent back to back at 100 ms: packets `1..=sent`.
fn with_out(config: &TcpConfig, sent: u32) -> TestHarness<Sender> {
    let config = TcpConfig { initial_window: sent.into(), handshake: true, ..config.clone() };
    let mut bench = sender(&config, 1000);
    assert_eq!(bench.packets(), [0]);
    bench.time(100);
    bench.ack(1, &[]);
    let out = bench.packets();
    // The window grew by the SYN's ACK in the agents that count it.
    assert!(out.len() as u32 >= sent && out[0] == 1, "{out:?}");
    bench
}

/// ns-2.35's Agent/TCP/Linux: SYN and nine packets leave back to back, ten packets of the window.
#[test]
fn the_linux_agent_sends_its_syn_with_data() {
    let mut bench = sender(&config(LossRecovery::Fack, "cubic"), 20);
    let sent = bench.sent();
    let sizes: Vec<u32> = sent.iter().map(|(packet, _)| packet.size).collect();
    assert_eq!(sizes, [40, 1040, 1040, 1040, 1040, 1040, 1040, 1040, 1040, 1040]);
    assert_eq!(sent[0].1.flags, TcpFlags::SYN);
    bench.time(100);
    bench.ack(1, &[]);
    assert_eq!(bench.end.cwnd(), 11_000, "the SYN counts as a packet");
    assert_eq!(bench.packets(), [10, 11]);
}

/// `delay_growth_`: one packet, the SYN, then the initial window.
#[test]
fn newreno_and_sack1_wait_for_the_syn() {
    for recovery in [LossRecovery::NewReno, LossRecovery::Sack] {
        let mut bench = sender(&config(recovery, "newreno"), 20);
        assert_eq!(bench.packets(), [0]);
        bench.time(100);
        bench.ack(1, &[]);
        assert_eq!(bench.packets(), (1..=10).collect::<Vec<u32>>());
    }
}

/// A packet is lost when more than three above it have arrived; then one packet leaves for every
/// second ACK until the window has come down.
#[test]
fn the_linux_agent_halves_its_rate() {
    let mut bench = sender(&config(LossRecovery::Fack, "cubic"), 100);
    bench.packets();
    bench.time(100);
    (1..=10).for_each(|una| bench.ack(una, &[]));
    assert_eq!(bench.packets(), (10..30).collect::<Vec<u32>>());
    assert_eq!(bench.end.cwnd(), 20_000);
    // 10 is lost, 11.. arrive one by one.
    let mut left = Vec::new();
    for arrived in 11..23 {
        bench.ack(10, &[(11, arrived + 1)]);
        left.push(bench.packets());
    }
    let expected: [&[u32]; 12] =
        [&[30], &[31], &[32], &[10], &[], &[33], &[], &[34], &[], &[35], &[], &[36]];
    assert_eq!(left, expected);
    // 10 arrives.
    bench.ack(36, &[]);
    assert_eq!(bench.end.cwnd(), 15_000, "20 * 819 / 1024");
}

/// Goal: the third duplicate, not the second, triggers a retransmission, after two new packets
/// (limited transmit); a partial ACK retransmits the next hole at once.
#[test]
fn newreno_repairs_hole_by_hole() {
    let mut bench = with_out(&config(LossRecovery::NewReno, "newreno"), 10);
    bench.time(200);
    // 1 and 5 are lost.
    let mut left = Vec::new();
    for _ in 0..8 {
        bench.ack(1, &[]);
        left.push(bench.packets());
    }
    assert_eq!(left[..3], [vec![11], vec![12], vec![1]]);
    // Half of ten, and one more for each duplicate: 5 + 8 is one more than is out.
    assert_eq!(left[7], [13]);
    bench.time(300);
    bench.ack(5, &[]);
    assert_eq!(bench.packets()[0], 5);
    bench.time(400);
    bench.ack(14, &[]);
    assert_eq!(bench.end.cwnd() / 1000, 5, "recovery ends with half the window");
}

/// Goal: holes are identified by the blocks and filled while the pipe has room, in one recovery for
/// both.
#[test]
fn sack1_fills_holes_as_the_pipe_allows() {
    let mut bench = with_out(&config(LossRecovery::Sack, "newreno"), 10);
    bench.time(200);
    // 1 and 5 are lost.
    let mut left = Vec::new();
    let arrivals: [&[(u32, u32)]; 8] = [
        &[(2, 3)],
        &[(2, 4)],
        &[(2, 5)],
        &[(6, 7), (2, 5)],
        &[(6, 8), (2, 5)],
        &[(6, 9), (2, 5)],
        &[(6, 10), (2, 5)],
        &[(6, 11), (2, 5)],
    ];
    for blocks in arrivals {
        bench.ack(1, blocks);
        left.push(bench.packets());
    }
    // Twelve are out after the second, nine in the pipe after the third; it is below five, half of
    // ten, after five more.
    let expected: [&[u32]; 8] = [&[11], &[12], &[1], &[], &[], &[], &[], &[5]];
    assert_eq!(left, expected);
    assert_eq!(bench.end.cwnd() / 1000, 5);
}

/// Goal: after a timeout `Agent/TCP/Newreno` and `Sack1` go back and send everything again in slow
/// start; `Agent/TCP/Linux` retransmits only packets that are not selectively acknowledged.
#[test]
fn a_timeout_goes_back() {
    for recovery in [LossRecovery::NewReno, LossRecovery::Sack, LossRecovery::Fack] {
        let mut bench = with_out(&config(recovery, "newreno"), 10);
        if recovery == LossRecovery::Fack {
            bench.ack(1, &[(2, 3)]);
            bench.packets();
        }
        bench.time(500);
        assert_eq!(bench.packets(), [1], "{recovery:?}");
        assert_eq!(bench.end.cwnd(), 1_000);
        bench.time(600);
        bench.ack(if recovery == LossRecovery::Fack { 3 } else { 2 }, &[]);
        let again = if recovery == LossRecovery::Fack { [3, 4] } else { [2, 3] };
        assert_eq!(bench.packets(), again, "{recovery:?}");
    }
}

/// The receive window is the first threshold and bounds the window of CUBIC, not that of Hybla
/// (`snd_cwnd_clamp` is its own).
#[test]
fn the_receive_window_bounds_growth() {
    for (algorithm, most) in [("cubic", 20), ("hybla", 65_535)] {
        let config = TcpConfig { receive_window: 20_000, ..config(LossRecovery::Fack, algorithm) };
        let mut bench = sender(&config, 1_000_000);
        bench.packets();
        let mut una = 1;
        for round in 1..60u64 {
            bench.time(200 * round);
            for _ in 0..bench.end.cwnd() / 1000 {
                bench.ack(una, &[]);
                una += 1;
            }
            bench.sent();
        }
        let window = bench.end.cwnd() / 1000;
        assert!(window <= most, "{algorithm:?}: {window}");
        assert!(window >= 20, "{algorithm:?}: {window}");
        assert_eq!(window > 20, algorithm == "hybla");
    }
}

/// Goal: a window closed by the peer holds packets back, a window update is not a duplicate, and a
/// lost update is requested by a probe.
#[test]
fn a_closed_window_is_kept_and_tried() {
    let mut bench = with_out(&config(LossRecovery::NewReno, "newreno"), 4);
    bench.time(200);
    let told = |window| TcpSegment {
        ack: SeqNumber(4_001),
        flags: TcpFlags::ACK,
        window,
        ..TcpSegment::default()
    };
    bench.recv(told(0));
    assert_eq!(bench.packets(), [0u32; 0]);
    bench.time(550);
    assert_eq!(bench.packets(), [5], "the timer tries the window");
    bench.recv(told(1_000));
    assert_eq!(bench.packets(), [0u32; 0], "the packet is out already");
    bench.recv(told(3_000));
    assert_eq!(bench.packets(), [6, 7]);
}

/// Goal: `DelAck` delays the ACK of one in-order packet for its interval, but not that of a packet
/// that is out of order, fills a gap or is the SYN.
#[test]
fn acks_are_held() {
    let delayed_ack = DelayedAck::Timer(Duration::from_millis(40));
    let config = TcpConfig { delayed_ack, ..config(LossRecovery::Fack, "cubic") };
    let mut bench = receiver(&config);
    let count = |bench: &mut TestHarness<Receiver>, packet| {
        bench.data(packet);
        bench.sent().len()
    };
    assert_eq!(count(&mut bench, 0), 1, "the SYN");
    assert_eq!(count(&mut bench, 1), 0);
    assert_eq!(count(&mut bench, 2), 1, "the second");
    assert_eq!(count(&mut bench, 4), 1, "out of order");
    assert_eq!(count(&mut bench, 3), 1, "fills a gap");
    assert_eq!(count(&mut bench, 5), 0);
    bench.time(39);
    assert_eq!(bench.sent().len(), 0);
    bench.time(40);
    assert_eq!(bench.sent().len(), 1);
}

/// Goal: the latest block comes first, then earlier ones in the order of their reports; covered
/// blocks are dropped.
#[test]
fn blocks_come_as_they_were_told() {
    let mut bench = receiver(&config(LossRecovery::Fack, "cubic"));
    let mut told = |packet: u32| {
        bench.data(packet);
        let (_, segment) = bench.sent()[0];
        let packet = |seq: SeqNumber| (seq.0 - 1) / 1000 + 1;
        let blocks = segment.sack.as_slice().iter();
        blocks.map(|block| (packet(block.start), packet(block.end))).collect::<Vec<_>>()
    };
    assert_eq!(told(0), []);
    assert_eq!(told(1), []);
    assert_eq!(told(3), [(3, 4)]);
    assert_eq!(told(5), [(5, 6), (3, 4)]);
    assert_eq!(told(9), [(9, 10), (5, 6), (3, 4)]);
    assert_eq!(told(10), [(9, 11), (5, 6), (3, 4)]);
    assert_eq!(told(13), [(13, 14), (9, 11), (5, 6)]);
    // 3 was forgotten; 2 fills up to it and is at the edge.
    assert_eq!(told(2), [(13, 14), (9, 11), (5, 6)]);
    assert_eq!(told(4), [(13, 14), (9, 11)]);
}

fn segment() -> impl Strategy<Value = TcpSegment> {
    let edge = || prop_oneof![2 => (0u32..60).prop_map(|packet| 1 + packet * 1000), 1 => number()];
    let block = (edge(), edge())
        .prop_map(|(a, b)| SackBlock { start: SeqNumber(a.min(b)), end: SeqNumber(a.max(b)) });
    let window = prop_oneof![Just(u32::MAX), 0u32..9_000];
    let payload = prop_oneof![Just(0u32), Just(1000u32), 1u32..3_000, any::<u32>()];
    test_harness::segment(edge, block, window, payload)
}

fn configs() -> impl Strategy<Value = TcpConfig> {
    let agents: Vec<TcpConfig> = congestion::all()
        .filter(|controller| Ns2::default().has(&**controller))
        .map(|controller| Ns2::default().profile(controller))
        .chain(
            [LossRecovery::NewReno, LossRecovery::Sack].map(|recovery| config(recovery, "newreno")),
        )
        .collect();
    (prop::sample::select(agents), any::<bool>(), any::<bool>(), 1u64..60).prop_map(
        |(config, timestamps, handshake, window)| TcpConfig {
            timestamps,
            handshake,
            receive_window: window * 1000,
            ..config
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3_000))]

    /// Goal: no segments of a peer break a sender. Method: arbitrary segments, mostly with edges of
    /// outstanding packets.
    #[test]
    fn a_sender_survives_anything(
        config in configs(),
        steps in prop::collection::vec((segment(), 0u64..2_000), 1..60),
    ) {
        let mut bench = sender(&config, 50);
        bench.sent();
        let mut now = 0;
        for (segment, pause) in steps {
            bench.recv(segment);
            bench.sent();
            now += pause;
            bench.time(now);
            bench.sent();
            prop_assert!(bench.end.in_flight() <= 51_000);
            prop_assert!(bench.end.cwnd() >= 1_000);
            bench.end.check();
        }
    }

    /// Goal: no segments of a peer break a receiver.
    #[test]
    fn a_receiver_survives_anything(
        config in configs(),
        steps in prop::collection::vec((segment(), 0u64..500), 1..60),
    ) {
        let mut bench = receiver(&config);
        let (mut now, mut delivered) = (0, 0);
        for (segment, pause) in steps {
            bench.recv(segment);
            prop_assert!(bench.sent().len() <= 1, "more than one ACK for a segment");
            now += pause;
            bench.time(now);
            bench.sent();
            prop_assert!(bench.end.delivered() >= delivered);
            delivered = bench.end.delivered();
        }
    }
}

/// Goal: bytes that do not fill a packet wait until they are known to be the last. Then they leave
/// if the peer's window has room for them, although it had no room for a whole packet.
#[test]
fn the_last_bytes_leave_once_they_are_known_to_be_that() {
    for (room, leaves) in [(600, vec![3]), (400, vec![])] {
        let config = config(LossRecovery::Fack, "newreno");
        let supply = OfferedData { limit: None, stop: None };
        let mut bench = TestHarness::new(Sender::new(CONNECTION, &config, supply, SimTime::ZERO));
        bench.end.set_manual_write();
        bench.end.write(SimTime::ZERO, 2500);
        bench.time(0);
        assert_eq!(bench.packets(), [0, 1, 2]);
        bench.time(100);
        let (ack, flags) = (SeqNumber(2001), TcpFlags::ACK);
        bench.recv(TcpSegment { ack, flags, window: room, ..TcpSegment::default() });
        assert_eq!(bench.packets(), [0u32; 0]);
        bench.end.end_writes(bench.now);
        bench.time(100);
        assert_eq!(bench.packets(), leaves);
        assert!(!bench.end.is_finished());
    }
}
