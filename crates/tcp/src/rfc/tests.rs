//! Senders and receivers alone, in a small language: `send!` states which segments must leave now,
//! and that no others do, `recv!` passes in a segment, `time!` advances to an instant in
//! milliseconds.
//!
//! Segments of 1000 bytes; offsets count from the first data byte of a connection with origin 0.

use skyseam_base::{Duration, SimTime, StreamId};
use skyseam_endpoint::Endpoint;
use skyseam_endpoint::app::OfferedData;
use skyseam_packet::{Packet, SackBlock, SackBlocks, SeqNumber, TcpFlags, TcpSegment};

use super::{Receiver, Sender};
use crate::config::TcpConfig;
use crate::connection::Connection;
use crate::test_harness::{CONNECTION, TestHarness};

impl<E: Endpoint> TestHarness<E> {
    /// Kilobyte offsets of the data segments that leave now; the SYN is -1.
    fn offsets(&mut self) -> Vec<i64> {
        let offset = |s: &TcpSegment| if s.seq.0 == 0 { -1 } else { i64::from(s.seq.0 - 1) / 1000 };
        self.sent().iter().map(|(_, s)| offset(s)).collect()
    }
}

macro_rules! send {
    ($bench:expr) => { assert_eq!($bench.offsets(), Vec::<i64>::new()) };
    ($bench:expr, $($offset:expr),+) => { assert_eq!($bench.offsets(), [$($offset),+]) };
    ($bench:expr, in $range:expr) => {
        assert_eq!($bench.offsets(), $range.collect::<Vec<i64>>())
    };
}

/// `recv!(bench, ack N)` acknowledges the first N kilobytes; `sack A..B, ..` adds blocks.
macro_rules! recv {
    ($bench:expr, ack $ack:expr $(, sack $($block:expr),+)?) => {
        $bench.recv(acknowledgement($ack, &[$($($block),+)?], 1 << 30))
    };
    ($bench:expr, data $from:expr, $len:expr) => {
        $bench.recv(TcpSegment {
            seq: SeqNumber(1 + $from),
            flags: TcpFlags::ACK,
            payload: $len,
            ..TcpSegment::default()
        })
    };
}

macro_rules! time {
    ($bench:expr, $millis:expr) => {
        $bench.time($millis)
    };
}

fn acknowledgement(kilobytes: u32, blocks: &[std::ops::Range<u32>], window: u32) -> TcpSegment {
    let mut sack = SackBlocks::default();
    let at = |k: u32| SeqNumber(1 + k * 1000);
    for block in blocks {
        assert!(sack.push(SackBlock { start: at(block.start), end: at(block.end) }));
    }
    TcpSegment { ack: at(kilobytes), flags: TcpFlags::ACK, window, sack, ..TcpSegment::default() }
}

fn config(stack: &str, algorithm: &'static str) -> TcpConfig {
    TcpConfig { mss: 1000, ..TcpConfig::named(stack, algorithm) }
}

fn sender_of(config: &TcpConfig, kilobytes: u64) -> TestHarness<Sender> {
    let supply = OfferedData { limit: Some(kilobytes * 1000), stop: None };
    TestHarness::new(Sender::new(CONNECTION, config, supply, SimTime::ZERO, StreamId::NONE))
}

/// A sender of the RFC stack past its handshake of 100 ms, its first ten segments sent at 100 ms.
fn established(config: &TcpConfig, kilobytes: u64) -> TestHarness<Sender> {
    let mut bench = sender_of(config, kilobytes);
    time!(bench, 0);
    send!(bench, -1);
    time!(bench, 100);
    bench.recv(acknowledgement(0, &[], 1 << 30));
    send!(bench, in 0..10);
    bench
}

fn receiver_of(config: &TcpConfig) -> TestHarness<Receiver> {
    let end = Receiver::new(CONNECTION, config, None);
    let mut bench = TestHarness::new(end);
    bench.recv(TcpSegment { flags: TcpFlags::SYN, ..TcpSegment::default() });
    let reply = bench.sent();
    assert_eq!(reply.len(), 1);
    assert!(reply[0].1.flags.contains(TcpFlags::SYN.with(TcpFlags::ACK)));
    assert_eq!(reply[0].1.ack, SeqNumber(1));
    bench
}

/// RFC 9293 Sec. 3.5: no data before the SYN-ACK; RFC 6928: then ten segments.
#[test]
fn data_wait_for_the_handshake() {
    let mut bench = sender_of(&config("rfc", "newreno"), 30);
    assert_eq!(bench.end.poll_timeout(), Some(SimTime::ZERO));
    send!(bench);
    time!(bench, 0);
    let syn = bench.sent();
    assert_eq!((syn.len(), syn[0].1.flags, syn[0].0.size), (1, TcpFlags::SYN, 40));
    assert_eq!((syn[0].0.ttl, syn[0].0.created), (Packet::INITIAL_TTL, SimTime::ZERO));
    time!(bench, 80);
    bench.recv(acknowledgement(0, &[], 1 << 30));
    let data = bench.sent();
    assert_eq!(data.len(), 10);
    assert!(data.iter().all(|(p, s)| p.size == 1040 && s.flags == TcpFlags::ACK));
}

/// RFC 6298 (5.5), (5.7) and RFC 5681 Sec. 3.1: a lost SYN is retransmitted after 1, 2 s; then data
/// begin with one segment and a timeout of 3 s.
#[test]
fn a_lost_syn_backs_off_and_costs_the_initial_window() {
    let mut bench = sender_of(&config("rfc", "newreno"), 30);
    time!(bench, 0);
    send!(bench, -1);
    time!(bench, 999);
    send!(bench);
    time!(bench, 1_000);
    send!(bench, -1);
    time!(bench, 2_999);
    send!(bench);
    time!(bench, 3_000);
    send!(bench, -1);
    time!(bench, 3_100);
    bench.recv(acknowledgement(0, &[], 1 << 30));
    send!(bench, 0);
    assert_eq!(bench.end.poll_timeout(), Some(SimTime::ZERO + Duration::from_millis(6_100)));
}

#[test]
fn slow_start_sends_two_segments_for_each_acknowledged_one() {
    let mut bench = established(&config("rfc", "newreno"), 100);
    time!(bench, 200);
    recv!(bench, ack 1);
    send!(bench, 10, 11);
    recv!(bench, ack 3);
    send!(bench, 12, 13, 14);
    assert_eq!(bench.end.cwnd(), 12_000, "one segment per ACK, not per segment");
}

/// RFC 3042 and RFC 5681 Sec. 3.2 without selective acknowledgements: two new segments at the first
/// two duplicates, the lost one at the third, the window inflated by further ones; RFC 6582: a
/// partial ACK reveals the next hole.
#[test]
fn new_reno_recovers_hole_by_hole() {
    let mut bench = established(&TcpConfig { sack_blocks: 0, ..config("rfc", "newreno") }, 100);
    time!(bench, 200);
    // Segments 0 and 4 are lost; 1, 2, 3 and 5 to 9 give eight duplicates.
    recv!(bench, ack 0);
    send!(bench, 10);
    recv!(bench, ack 0);
    send!(bench, 11);
    recv!(bench, ack 0);
    send!(bench, 0);
    assert_eq!(bench.end.cwnd(), 5_000, "half of the ten in flight before limited transmit");
    // The window is 5 + 3 + duplicates: twelve are outstanding, so the fifth more opens it.
    (0..4).for_each(|_| recv!(bench, ack 0));
    send!(bench);
    recv!(bench, ack 0);
    send!(bench, 12);
    recv!(bench, ack 4);
    send!(bench, 4, 13);
    recv!(bench, ack 13);
    assert_eq!(bench.end.cwnd(), 5_000);
    send!(bench, 14, 15, 16, 17);
    assert_eq!(bench.end.report().recoveries, 1);
    assert_eq!(bench.end.report().timeouts, 0);
}

/// RFC 6582 Sec. 3.2 (3): the first partial ACK restarts the timer, later ones do not, so that many
/// holes end in a timeout.
#[test]
fn new_reno_is_impatient_with_many_holes() {
    let mut bench = established(&TcpConfig { sack_blocks: 0, ..config("rfc", "newreno") }, 100);
    time!(bench, 200);
    (0..3).for_each(|_| recv!(bench, ack 0));
    bench.sent();
    time!(bench, 300);
    recv!(bench, ack 2);
    send!(bench, 2);
    let deadline = bench.end.poll_timeout();
    for (millis, hole) in [(400, 4), (500, 6), (600, 8)] {
        time!(bench, millis);
        recv!(bench, ack hole as u32);
        assert_eq!(bench.offsets()[0], hole);
        assert_eq!(bench.end.poll_timeout(), deadline);
    }
    assert_eq!(deadline, Some(SimTime::ZERO + Duration::from_millis(1_300)));
    time!(bench, 1_300);
    assert_eq!((bench.offsets(), bench.end.report().timeouts), (vec![8], 1));
}

/// RFC 6675: several holes are filled in one round trip, as the pipe allows.
#[test]
fn sack_recovery_fills_several_holes() {
    let mut bench = established(&config("rfc", "newreno"), 100);
    time!(bench, 200);
    // Lost: 0, 2, 5. The first two duplicates let new data out.
    recv!(bench, ack 0, sack 1..2);
    send!(bench, 10);
    recv!(bench, ack 0, sack 3..4, 1..2);
    send!(bench, 11);
    recv!(bench, ack 0, sack 3..5, 1..2);
    // Recovery: the window is 5. In the pipe: 12 - 3 SACKed - 1 lost + 1 sent again.
    send!(bench, 0);
    recv!(bench, ack 0, sack 6..7, 3..5, 1..2);
    send!(bench);
    recv!(bench, ack 0, sack 6..8, 3..5, 1..2);
    recv!(bench, ack 0, sack 6..9, 3..5, 1..2);
    // 2 and 5 are lost now: pipe = 0, 9, 10, 11.
    send!(bench, 2);
    recv!(bench, ack 0, sack 6..10, 3..5, 1..2);
    send!(bench, 5);
    recv!(bench, ack 2, sack 6..11, 3..5);
    send!(bench, 12, 13);
    recv!(bench, ack 12);
    assert_eq!(bench.end.cwnd(), 5_000);
    assert_eq!(bench.end.report().retransmissions, 3);
}

/// RFC 6675 Sec. 4, NextSeg (4): the tail is retransmitted once when there is nothing else to send.
#[test]
fn a_rescue_retransmission_covers_the_tail() {
    let mut bench = established(&config("rfc", "newreno"), 10);
    time!(bench, 200);
    recv!(bench, ack 0, sack 1..4);
    send!(bench, 0);
    recv!(bench, ack 0, sack 1..7);
    send!(bench, 9);
    recv!(bench, ack 0, sack 1..8);
    send!(bench);
}

/// RFC 6675 Sec. 4, NextSeg (4): a rescue leaves HighRxt unchanged, so that rule (3) still finds a
/// hole below it for which there are too few acknowledgements.
#[test]
fn a_rescue_does_not_hide_later_holes() {
    let transport = TcpConfig { initial_window: 12.into(), ..config("rfc", "newreno") };
    let mut bench = sender_of(&transport, 12);
    time!(bench, 0);
    send!(bench, -1);
    time!(bench, 100);
    recv!(bench, ack 0);
    send!(bench, in 0..12);
    time!(bench, 200);
    // 0 and 8 are lost. The window becomes 6.
    recv!(bench, ack 0, sack 1..4);
    send!(bench, 0);
    recv!(bench, ack 0, sack 1..7);
    send!(bench);
    recv!(bench, ack 0, sack 1..8);
    send!(bench, 11);
    recv!(bench, ack 0, sack 9..10, 1..8);
    send!(bench, 8);
}

/// Goal: mere reordering below the threshold changes nothing (RFC 5681 Sec. 3.2).
#[test]
fn reordering_by_two_is_no_loss() {
    let mut bench = established(&config("rfc", "newreno"), 100);
    time!(bench, 200);
    recv!(bench, ack 0, sack 1..2);
    send!(bench, 10);
    recv!(bench, ack 0, sack 1..3);
    send!(bench, 11);
    recv!(bench, ack 3);
    // One segment left the network and slow start adds one.
    send!(bench, 12, 13);
    assert_eq!(bench.end.report().retransmissions, 0);
    assert_eq!(bench.end.cwnd(), 11_000);
}

/// RFC 6298 (5.1) to (5.6): the timer fires one RTO after the last new ACK, doubles, and all is
/// retransmitted by slow start from one segment.
#[test]
fn a_timeout_backs_off_and_goes_back() {
    let mut bench = established(&config("rfc", "newreno"), 100);
    // SRTT 100 ms: the RFC's minimum of 1 s rules. Nothing comes back after 100 ms.
    time!(bench, 1_099);
    send!(bench);
    time!(bench, 1_100);
    send!(bench, 0);
    assert_eq!(bench.end.cwnd(), 1_000);
    time!(bench, 3_099);
    send!(bench);
    time!(bench, 3_100);
    send!(bench, 0);
    time!(bench, 3_200);
    recv!(bench, ack 1);
    send!(bench, 1, 2);
    recv!(bench, ack 3);
    send!(bench, 3, 4, 5);
    assert_eq!(bench.end.report().timeouts, 2);
    // Karn: no sample yet, so the doubled timeout stands (RFC 6298 Sec. 5).
    assert_eq!(bench.end.poll_timeout(), Some(SimTime::ZERO + Duration::from_millis(7_200)));
}

/// RFC 6582 Sec. 3.2 (1): duplicates caused by the go-back after a timeout, up to the highest
/// sequence number sent before, do not indicate a loss. Method: four segments arrive a second time.
#[test]
fn duplicates_of_a_go_back_begin_no_recovery() {
    let mut bench = established(&TcpConfig { sack_blocks: 0, ..config("rfc", "newreno") }, 100);
    // All but 0, 1 and 3 arrived; the duplicates were lost.
    time!(bench, 1_100);
    send!(bench, 0);
    time!(bench, 1_200);
    recv!(bench, ack 1);
    send!(bench, 1, 2);
    time!(bench, 1_300);
    recv!(bench, ack 3);
    send!(bench, 3, 4, 5);
    recv!(bench, ack 3);
    time!(bench, 1_400);
    recv!(bench, ack 10);
    send!(bench, 10, 11, 12, 13);
    let before = bench.end.cwnd();
    // 4, 5 and two more copies that the network made.
    (0..4).for_each(|_| recv!(bench, ack 10));
    assert_eq!(bench.end.report().recoveries, 0);
    assert_eq!(bench.end.cwnd(), before);
    // Beyond that point three duplicates mean loss again.
    bench.sent();
    recv!(bench, ack 11);
    (0..3).for_each(|_| recv!(bench, ack 11));
    assert_eq!(bench.end.report().recoveries, 1);
}

/// RFC 5681 Sec. 3.1: the threshold is kept only while the same segment times out repeatedly.
#[test]
fn a_timeout_of_another_segment_sets_the_threshold_anew() {
    let mut bench = established(&config("rfc", "newreno"), 100);
    time!(bench, 1_100);
    send!(bench, 0);
    assert_eq!(bench.end.threshold(), 5_000);
    time!(bench, 3_100);
    send!(bench, 0);
    assert_eq!(bench.end.threshold(), 5_000, "held: the same segment");
    time!(bench, 3_200);
    recv!(bench, ack 4);
    send!(bench, 4, 5);
    // 4 and 5 are lost again.
    time!(bench, 7_200);
    send!(bench, 4);
    assert_eq!(bench.end.report().timeouts, 3);
    assert_eq!(bench.end.threshold(), 3_000, "half of the six in flight");
}

/// RFC 9438 Sec. 5.8: a window that the receive window leaves unused does not grow.
#[test]
fn a_window_that_is_not_used_does_not_grow() {
    for algorithm in ["newreno", "cubic"] {
        let mut bench = established(&config("rfc", algorithm), 1_000);
        for acked in 1..500 {
            time!(bench, 100 + u64::from(acked) * 10);
            bench.recv(acknowledgement(acked, &[], 20_000));
            bench.sent();
            assert!(bench.end.in_flight() <= 20_000);
        }
        let cwnd = bench.end.cwnd();
        assert!((20_000..=21_000).contains(&cwnd), "{algorithm:?}: {cwnd}");
    }
}

#[test]
fn the_peers_window_is_kept() {
    let mut bench = established(&config("rfc", "newreno"), 100);
    time!(bench, 200);
    bench.recv(acknowledgement(4, &[], 7_000));
    send!(bench, 10);
    bench.recv(acknowledgement(6, &[], 5_000));
    send!(bench);
    bench.recv(acknowledgement(8, &[], 5_000));
    send!(bench, 11, 12);
}

/// RFC 9293 Sec. 3.8.6.1: a closed window is probed at growing intervals; data continue when it
/// opens.
#[test]
fn a_zero_window_is_probed() {
    let mut bench = established(&config("rfc", "newreno"), 100);
    time!(bench, 200);
    bench.recv(acknowledgement(10, &[], 0));
    send!(bench);
    for due in [1_200, 3_200, 7_200] {
        time!(bench, due - 1);
        send!(bench);
        time!(bench, due);
        let probe = bench.sent();
        assert_eq!(probe.len(), 1);
        assert_eq!((probe[0].1.seq, probe[0].1.payload), (SeqNumber(10_000), 1));
        bench.recv(acknowledgement(10, &[], 0));
        send!(bench);
    }
    bench.recv(acknowledgement(10, &[], 1 << 20));
    assert_eq!(bench.sent().len(), 11);
    assert_eq!(bench.end.report().timeouts, 0, "probing is no congestion");
}

/// RFC 2018 Sec. 8: a receiver may discard what it acknowledged selectively; nothing depends on it.
#[test]
fn reneging_is_survived() {
    let mut bench = established(&config("rfc", "newreno"), 10);
    time!(bench, 200);
    recv!(bench, ack 0, sack 1..10);
    send!(bench, 0);
    recv!(bench, ack 1);
    send!(bench);
    let deadline = bench.end.poll_timeout().expect("armed").as_nanos() / 1_000_000;
    time!(bench, deadline + 1);
    send!(bench, 1);
    for next in 2..=10 {
        recv!(bench, ack next);
        bench.sent();
    }
    assert!(bench.end.is_finished());
    assert_eq!(bench.end.poll_timeout(), None);
}

/// RFC 1122 Sec. 4.2.3.2: one ACK for two segments, or after 200 ms; at once if a segment is out of
/// order.
#[test]
fn acks_are_delayed() {
    let mut bench = receiver_of(&config("rfc", "newreno"));
    recv!(bench, data 0, 1000);
    assert!(bench.sent().is_empty());
    recv!(bench, data 1000, 1000);
    assert_eq!(bench.sent()[0].1.ack, SeqNumber(2001));
    time!(bench, 10);
    recv!(bench, data 2000, 1000);
    time!(bench, 209);
    assert!(bench.sent().is_empty());
    time!(bench, 210);
    assert_eq!(bench.sent()[0].1.ack, SeqNumber(3001));
    recv!(bench, data 4000, 1000);
    let duplicate = bench.sent();
    assert_eq!(duplicate[0].1.ack, SeqNumber(3001));
    assert_eq!(duplicate[0].0.size, 40 + 12, "one block: RFC 2018 Sec. 3, padded");
    recv!(bench, data 3000, 1000);
    assert_eq!(bench.sent()[0].1.ack, SeqNumber(5001), "a filled gap is acknowledged at once");
}

/// Goal: all segments that a fast, long path delivers out of order are kept. Method: the loss
/// pattern of slow start, every other of 100 000 segments; then the holes are filled.
#[test]
fn early_segments_are_kept_however_many_the_holes() {
    let transport = TcpConfig { receive_window: 1 << 30, ..config("rfc", "newreno") };
    let mut bench = receiver_of(&transport);
    for odd in (1..100_000).step_by(2) {
        recv!(bench, data odd * 1000, 1000);
        let sent = bench.sent();
        assert_eq!(sent[0].1.sack.as_slice()[0].end, SeqNumber(1 + (odd + 1) * 1000));
    }
    for even in (0..100_000).step_by(2) {
        recv!(bench, data even * 1000, 1000);
        assert_eq!(bench.sent()[0].1.ack, SeqNumber(1 + (even + 2) * 1000));
    }
}

/// RFC 2018 Sec. 4: the block that grew last comes first, then those reported before.
#[test]
fn blocks_come_in_order_of_arrival() {
    let mut bench = receiver_of(&config("rfc", "newreno"));
    let mut last = Vec::new();
    for kilobyte in [2, 6, 4, 8, 7] {
        recv!(bench, data kilobyte * 1000, 1000);
        let sent = bench.sent();
        let block = |b: &SackBlock| ((b.start.0 - 1) / 1000, (b.end.0 - 1) / 1000);
        last = sent[0].1.sack.as_slice().iter().map(block).collect();
    }
    assert_eq!(last, [(6, 9), (4, 5), (2, 3)]);
}

/// Goal: sequence numbers wrap (RFC 9293 Sec. 3.4). Method: a connection whose SYN is 5000 bytes
/// below 2^32, with both endpoints.
#[test]
fn the_sequence_space_wraps() {
    for origin in [(1u64 << 32) - 5_000, u64::from(u32::MAX), 1 << 40] {
        let connection = Connection { origin, ..CONNECTION };
        let config = config("rfc", "cubic");
        let supply = OfferedData { limit: Some(100_000), stop: None };
        let mut ends = (
            TestHarness::new(Sender::new(
                connection,
                &config,
                supply,
                SimTime::ZERO,
                StreamId::NONE,
            )),
            TestHarness::new(Receiver::new(connection, &config, Some(100_000))),
        );
        let mut dropped = false;
        for step in 0..400 {
            time!(ends.0, step * 10);
            time!(ends.1, step * 10);
            for (index, (_, segment)) in ends.0.sent().into_iter().enumerate() {
                // One hole on the way, so that blocks are unwrapped as well.
                if step > 5 && index == 2 && !dropped {
                    dropped = true;
                } else {
                    ends.1.recv(segment);
                }
                for (_, reply) in ends.1.sent() {
                    ends.0.recv(reply);
                }
            }
        }
        assert!(ends.0.end.is_finished(), "from {origin}");
        assert_eq!(ends.1.end.delivered(), 100_000);
    }
}

mod adversary {
    //! Arbitrary segments: nothing panics, nothing grows without bound.

    use proptest::prelude::*;

    use super::*;
    use crate::test_harness::{self, number};

    fn segment() -> impl Strategy<Value = TcpSegment> {
        let block = (number(), number())
            .prop_map(|(a, b)| SackBlock { start: SeqNumber(a), end: SeqNumber(b) });
        let window = prop_oneof![Just(0), 0u32..5_000, any::<u32>()];
        let payload = prop_oneof![Just(0u32), 1u32..3_000, any::<u32>()];
        test_harness::segment(number, block, window, payload)
    }

    fn configs() -> impl Strategy<Value = TcpConfig> {
        (0usize..3, any::<bool>()).prop_map(|(kind, timestamps)| match kind {
            0 => TcpConfig { timestamps, ..config("rfc", "cubic") },
            1 => TcpConfig { sack_blocks: 0, ..config("rfc", "newreno") },
            _ => TcpConfig { receive_window: 9_000, ..config("rfc", "newreno") },
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(3_000))]

        #[test]
        fn a_sender_survives_anything(
            config in configs(),
            steps in prop::collection::vec((segment(), 0u64..2_000), 1..60),
        ) {
            let mut bench = sender_of(&config, 50);
            time!(bench, 0);
            bench.sent();
            let mut now = 0;
            for (segment, pause) in steps {
                bench.recv(segment);
                bench.sent();
                now += pause;
                time!(bench, now);
                bench.sent();
                prop_assert!(bench.end.in_flight() <= 51_000);
                prop_assert!(bench.end.cwnd() >= 988);
                bench.end.check();
            }
        }

        #[test]
        fn a_receiver_survives_anything(
            config in configs(),
            steps in prop::collection::vec((segment(), 0u64..500), 1..60),
        ) {
            let mut bench = receiver_of(&config);
            let mut now = 0;
            let mut delivered = 0;
            for (segment, pause) in steps {
                bench.recv(segment);
                prop_assert!(bench.sent().len() <= 1, "more than one ACK for a segment");
                now += pause;
                time!(bench, now);
                bench.sent();
                prop_assert!(bench.end.delivered() >= delivered);
                delivered = bench.end.delivered();
            }
        }
    }
}
