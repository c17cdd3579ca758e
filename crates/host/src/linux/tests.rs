//! Senders and receivers of the stack `linux` alone: `send!` says what must leave now and that
//! nothing else does, `recv!` gives an ACK in, `time!` moves on to an instant in milliseconds.
//!
//! Segments of 1000 bytes; offsets count segments from the first data byte.

use skyseam_base::{RandomStream, SimTime};
use skyseam_packet::{SackBlock, SackBlocks, SeqNumber, TcpFlags, TcpSegment, Timestamps};

use super::{Receiver, Sender};
use crate::app::Supply;
use crate::bench::{Bench, CONNECTION};
use crate::config::{Stack, TcpConfig};
use crate::congestion::Algorithm;
use crate::endpoint::Endpoint;

impl<E: Endpoint> Bench<E> {
    /// Numbers of the data segments that leave now.
    fn numbers(&mut self) -> Vec<u32> {
        let sent = self.sent();
        sent.iter().filter(|(_, s)| s.payload > 0).map(|(_, s)| (s.seq.0 - 1) / 1000).collect()
    }
}

macro_rules! send {
    ($bench:expr) => { assert_eq!($bench.numbers(), Vec::<u32>::new()) };
    ($bench:expr, $($number:expr),+) => { assert_eq!($bench.numbers(), [$($number),+]) };
    ($bench:expr, in $range:expr) => { assert_eq!($bench.numbers(), $range.collect::<Vec<u32>>()) };
}

/// `recv!(bench, ack N, echo T, sack A..B, ..)` acknowledges the first N segments; the timestamp
/// echoed is that of T milliseconds.
macro_rules! recv {
    ($bench:expr, ack $ack:expr, echo $echo:expr $(, sack $($block:expr),+)?) => {
        $bench.recv(acknowledgement($ack, $echo, &[$($($block),+)?]))
    };
}

fn acknowledgement(ack: u32, echo: u32, blocks: &[std::ops::Range<u32>]) -> TcpSegment {
    let at = |number: u32| SeqNumber(1 + number * 1000);
    let mut sack = SackBlocks::default();
    for block in blocks {
        assert!(sack.push(SackBlock { start: at(block.start), end: at(block.end) }));
    }
    TcpSegment {
        ack: at(ack),
        flags: TcpFlags::ACK,
        window: 1 << 30,
        sack,
        timestamps: Some(Timestamps { value: 0, echo }),
        ..TcpSegment::default()
    }
}

fn config() -> TcpConfig {
    TcpConfig { mss: 1012, ..TcpConfig::of(Stack::Linux, Algorithm::NewReno) }
}

/// A sender past its handshake of 100 ms, its first ten segments sent at 100 ms.
fn established(segments: u64) -> Bench<Sender> {
    let supply = Supply { limit: Some(segments * 1000), stop: None };
    let end =
        Sender::new(CONNECTION, &config(), supply, SimTime::ZERO, RandomStream::new(0, "flow"));
    let mut bench = Bench::new(end);
    bench.time(0);
    let syn = bench.sent();
    assert_eq!((syn.len(), syn[0].1.flags, syn[0].0.size), (1, TcpFlags::SYN, 60));
    bench.time(100);
    recv!(bench, ack 0, echo 0);
    let first = bench.sent();
    let count = 1 + segments.min(10) as usize;
    assert_eq!((first.len(), first[0].1.payload, first[0].0.size), (count, 0, 52));
    bench
}

/// RFC 8985: the segment before three delivered later ones is lost at once, as there was never any
/// reordering; PRR then lets one segment leave for two delivered.
#[test]
fn three_later_segments_show_a_loss() {
    let mut bench = established(100);
    bench.time(200);
    recv!(bench, ack 0, echo 100, sack 1..2);
    send!(bench, 10);
    recv!(bench, ack 0, echo 100, sack 1..3);
    send!(bench, 11);
    recv!(bench, ack 0, echo 100, sack 1..4);
    send!(bench, 0);
    bench.end.queue.check();
    for end in 5..=10 {
        recv!(bench, ack 0, echo 100, sack 1..end);
        assert!(bench.numbers().len() <= 1);
    }
    assert_eq!(bench.end.report().recoveries, 1);
    bench.time(300);
    recv!(bench, ack 12, echo 200);
    assert_eq!(bench.end.cwnd(), 5, "half of ten");
}

/// RFC 8985 Sec. 6.2: with fewer, the loss waits for a quarter of the smallest round trip.
#[test]
fn one_later_segment_waits_for_the_reordering_window() {
    let mut bench = established(10);
    bench.time(200);
    recv!(bench, ack 8, echo 100, sack 9..10);
    bench.time(224);
    send!(bench);
    // 25 ms, 2 ms for the timer, and ticks of 4 ms.
    bench.time(232);
    send!(bench, 8);
    assert_eq!(bench.end.report().timeouts, 0);
}

/// RFC 8985 Sec. 7: after two round trips without an ACK the last segment is sent again; its SACK
/// shows what else was lost, without a timeout.
#[test]
fn a_lost_tail_is_probed() {
    let mut bench = established(10);
    bench.time(200);
    recv!(bench, ack 7, echo 100);
    send!(bench);
    bench.time(399);
    send!(bench);
    bench.time(416);
    send!(bench, 9);
    bench.time(516);
    recv!(bench, ack 7, echo 100, sack 9..10);
    bench.time(600);
    assert_eq!(bench.numbers()[0], 7);
    assert_eq!(bench.end.report().timeouts, 0);
}

/// RFC 6298 with the kernel's floor: SRTT plus at least 200 ms, doubled at each expiry. The probe
/// of a lone segment allows for a delayed ACK, and so leaves when the timeout would.
#[test]
fn the_timeout_is_the_round_trip_and_at_least_200_ms_more() {
    let mut bench = established(1);
    for (quiet, due, timeouts) in [(399, 404, 0), (703, 708, 1), (1_307, 1_312, 2)] {
        bench.time(quiet);
        send!(bench);
        bench.time(due);
        send!(bench, 0);
        assert_eq!(bench.end.report().timeouts, timeouts);
    }
    assert_eq!(bench.end.cwnd(), 1);
}

/// Eifel: the ACK echoes the time of the first transmission, so nothing was lost.
#[test]
fn a_needless_recovery_is_taken_back() {
    let mut bench = established(100);
    bench.time(200);
    recv!(bench, ack 0, echo 100, sack 1..4);
    assert_eq!(bench.numbers()[0], 0);
    assert!(bench.end.cwnd() < 10);
    recv!(bench, ack 4, echo 100);
    assert!(bench.end.cwnd() >= 10, "{}", bench.end.cwnd());
    assert_eq!(bench.end.report().recoveries, 1);
}

/// RFC 9293 Sec. 3.8.6.3 and the kernel's first phase: sixteen ACKs at once, then every second
/// segment; a lone one after 40 ms.
#[test]
fn quick_acks_come_first() {
    let end = Receiver::new(CONNECTION, &TcpConfig { receive_window: 65_000, ..config() }, None);
    let mut bench = Bench::new(end);
    bench.recv(TcpSegment { flags: TcpFlags::SYN, ..TcpSegment::default() });
    assert_eq!(bench.sent()[0].0.size, 60);
    let mut acks = Vec::new();
    for number in 0..21 {
        bench.time(u64::from(number) + 1);
        bench.recv(TcpSegment {
            seq: SeqNumber(1 + 1000 * number),
            flags: TcpFlags::ACK,
            payload: 1000,
            ..TcpSegment::default()
        });
        acks.extend(bench.sent().iter().map(|(_, s)| (s.ack.0 - 1) / 1000));
    }
    assert_eq!(acks, (1..=16).chain([18, 20]).collect::<Vec<u32>>());
    bench.time(60);
    assert!(bench.sent().is_empty());
    bench.time(68);
    assert_eq!(bench.sent()[0].1.ack, SeqNumber(21_001));
}

/// RFC 2883: a segment received before is told as the first block.
#[test]
fn a_duplicate_is_told() {
    let end = Receiver::new(CONNECTION, &config(), None);
    let mut bench = Bench::new(end);
    bench.recv(TcpSegment { flags: TcpFlags::SYN, ..TcpSegment::default() });
    let data = TcpSegment {
        seq: SeqNumber(1),
        flags: TcpFlags::ACK,
        payload: 1000,
        ..TcpSegment::default()
    };
    bench.sent();
    bench.recv(data);
    bench.sent();
    bench.recv(data);
    let sent = bench.sent();
    let expected = SackBlock { start: SeqNumber(1), end: SeqNumber(1001) };
    assert_eq!((sent[0].1.ack, sent[0].1.sack.as_slice()), (SeqNumber(1001), &[expected][..]));
}

/// What leaves now: flags, sequence and acknowledgement number.
fn told(bench: &mut Bench<Sender>) -> Vec<(TcpFlags, u32, u32)> {
    bench.sent().iter().map(|(_, segment)| (segment.flags, segment.seq.0, segment.ack.0)).collect()
}

/// RFC 9293 Sec. 3.6: the FIN leaves once everything is acknowledged, and again when no answer
/// comes; the answer, which closes the other direction, is acknowledged.
#[test]
fn a_finished_connection_is_closed() {
    let fin = TcpFlags::FIN.with(TcpFlags::ACK);
    let mut bench = established(1);
    bench.time(200);
    recv!(bench, ack 1, echo 100);
    assert_eq!(told(&mut bench), [(fin, 1_001, 1)]);
    let (finished, packets) = (bench.end.report().acknowledged_at, bench.end.report().packets_sent);
    bench.time(503);
    assert_eq!(told(&mut bench), []);
    bench.time(504);
    assert_eq!(told(&mut bench), [(fin, 1_001, 1)]);
    let answer = TcpSegment { ack: SeqNumber(1_002), flags: fin, ..acknowledgement(1, 504, &[]) };
    bench.recv(answer);
    assert_eq!(told(&mut bench), [(TcpFlags::ACK, 1_002, 2)]);
    assert_eq!(bench.end.poll_timeout(), None);
    let report = bench.end.report();
    assert_eq!((report.acknowledged_at, report.packets_sent), (finished, packets + 2));
    assert_eq!((report.retransmissions, report.timeouts), (0, 0), "of data there were none");
}

/// A peer that is gone is given up: the FIN leaves nine times, ever more seldom.
#[test]
fn a_fin_is_not_repeated_for_ever() {
    let mut bench = established(1);
    bench.time(200);
    recv!(bench, ack 1, echo 100);
    bench.time(3_600_000);
    assert_eq!(told(&mut bench).len(), 9);
    assert_eq!(bench.end.poll_timeout(), None);
}
