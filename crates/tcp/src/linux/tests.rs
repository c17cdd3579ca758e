//! Senders and receivers of the stack `linux` alone: `send!` states which segments must leave now,
//! and that no others do, `recv!` passes in an ACK, `time!` advances to an instant in milliseconds.
//!
//! Segments of 1000 bytes; offsets count segments from the first data byte.

use skyseam_base::{Duration, RandomStream, SimTime};
use skyseam_endpoint::Endpoint;
use skyseam_endpoint::app::OfferedData;
use skyseam_packet::{Packet, SackBlock, SackBlocks, SeqNumber, TcpFlags, TcpSegment, Timestamps};

use super::queue::{RtxQueue, Scan};
use super::rate::Delivery;
use super::{Receiver, Sender};
use crate::config::TcpConfig;
use crate::duplex::{ReceiveHalf, SendHalf};
use crate::test_harness::{CONNECTION, TestHarness};

impl<E: Endpoint> TestHarness<E> {
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

mod measures;

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
    TcpConfig { mss: 1012, ..TcpConfig::named("linux", "newreno") }
}

/// A sender past its handshake of 100 ms, its first ten segments sent at 100 ms. The application
/// wrote `segments` segments and leaves the connection open.
fn established(segments: u64) -> TestHarness<Sender> {
    established_as(&config(), segments)
}

fn established_as(config: &TcpConfig, segments: u64) -> TestHarness<Sender> {
    let mut end = sender_as(config, None);
    end.set_manual_write();
    end.write(SimTime::ZERO, segments * 1000);
    let (bench, first) = established_by(end);
    assert_eq!(first.len(), 1 + segments.min(10) as usize);
    bench
}

fn sender(limit: Option<u64>) -> Sender {
    sender_as(&config(), limit)
}

fn sender_as(config: &TcpConfig, limit: Option<u64>) -> Sender {
    let supply = OfferedData { limit, stop: None };
    Sender::new(CONNECTION, config, supply, SimTime::ZERO, RandomStream::new(0, "flow"))
}

/// The sender past the handshake, and what leaves at its end.
fn established_by(end: Sender) -> (TestHarness<Sender>, Vec<(Packet, TcpSegment)>) {
    let mut bench = TestHarness::new(end);
    bench.time(0);
    let syn = bench.sent();
    assert_eq!((syn.len(), syn[0].1.flags, syn[0].0.size), (1, TcpFlags::SYN, 60));
    bench.time(100);
    recv!(bench, ack 0, echo 0);
    let first = bench.sent();
    assert_eq!((first[0].1.payload, first[0].0.size), (0, 52));
    (bench, first)
}

/// RFC 8985: the segment before three later delivered ones is lost immediately, as there was never
/// any reordering; PRR then lets one segment leave for two delivered.
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

/// `tcp_rack_reo_wnd`: the number of later segments is `sysctl_tcp_reordering`.
#[test]
fn another_threshold_than_three_shows_a_loss() {
    for threshold in [2, 4] {
        let mut bench = established_as(&TcpConfig { dup_threshold: threshold, ..config() }, 100);
        bench.time(200);
        for later in 1..threshold {
            recv!(bench, ack 0, echo 100, sack 1..1 + later);
            send!(bench, 9 + later);
        }
        recv!(bench, ack 0, echo 100, sack 1..1 + threshold);
        send!(bench, 0);
    }
}

/// RFC 6582: without SACK the third duplicate reveals the hole, and a partial ACK then reveals the
/// next; reaching the end of the recovery is not sufficient to end it.
#[test]
fn without_sack_a_hole_is_repaired_per_round_trip() {
    let mut bench = established_as(&TcpConfig { sack_blocks: 0, ..config() }, 100);
    bench.time(200);
    recv!(bench, ack 0, echo 100);
    send!(bench, 10);
    recv!(bench, ack 0, echo 100);
    send!(bench, 11);
    recv!(bench, ack 0, echo 100);
    send!(bench, 0);
    // The window comes down by half while the others of the first flight arrive.
    for _ in 0..6 {
        recv!(bench, ack 0, echo 100);
        assert!(bench.numbers().iter().all(|&number| number > 11));
    }
    bench.time(300);
    recv!(bench, ack 3, echo 200);
    assert_eq!(bench.numbers().first(), Some(&3));
    let report = bench.end.report();
    assert_eq!((report.recoveries, report.retransmissions, report.timeouts), (1, 2, 0));
    bench.time(400);
    recv!(bench, ack 13, echo 300);
    assert_eq!(bench.end.cwnd(), 5, "half of ten");
    assert_eq!(bench.end.report().recoveries, 1);
}

/// RFC 8985 Sec. 6.2: with fewer, the loss detection waits for a quarter of the smallest round
/// trip.
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

/// RFC 8985 Sec. 7: after two round trips without an ACK the last segment is retransmitted; its
/// SACK reveals the other losses, without a timeout.
#[test]
fn a_lost_tail_is_probed() {
    let mut bench = established(10);
    bench.time(200);
    recv!(bench, ack 7, echo 100);
    send!(bench);
    bench.time(399);
    send!(bench);
    // Two round trips and 2 ms, in ticks of 4 ms.
    bench.time(408);
    send!(bench, 9);
    assert_eq!(bench.end.queue.retrans_out, 0, "a probe repairs nothing");
    bench.time(508);
    recv!(bench, ack 7, echo 100, sack 9..10);
    send!(bench, 7);
    bench.time(608);
    recv!(bench, ack 8, echo 508, sack 9..10);
    send!(bench, 8);
    assert_eq!(bench.end.report().timeouts, 0);
}

/// RFC 6298 with the kernel's floor: SRTT plus at least 200 ms, doubled at each expiry. The probe
/// of a lone segment allows for a delayed ACK, and so leaves when the timeout would.
#[test]
fn the_timeout_is_the_round_trip_and_at_least_200_ms_more() {
    let mut bench = established(1);
    // From 252 ms on the timer wheel counts in steps of 32 ms.
    for (quiet, due, timeouts) in [(415, 416, 0), (735, 736, 1), (1_343, 1_344, 2)] {
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
    let mut bench = TestHarness::new(end);
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

/// RFC 2883: a segment received before is reported as the first block.
#[test]
fn a_duplicate_is_told() {
    let end = Receiver::new(CONNECTION, &config(), None);
    let mut bench = TestHarness::new(end);
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
fn told(bench: &mut TestHarness<Sender>) -> Vec<(TcpFlags, u32, u32)> {
    bench.sent().iter().map(|(_, segment)| (segment.flags, segment.seq.0, segment.ack.0)).collect()
}

const FIN: TcpFlags = TcpFlags::FIN.with(TcpFlags::ACK);

/// `tcp_send_fin`: the data of the first write have left when the application closes, so the FIN
/// follows in a separate packet; the answer, which closes the other direction, is acknowledged.
#[test]
fn a_fin_follows_what_has_left() {
    let (mut bench, first) = established_by(sender(Some(1_000)));
    let told_first: Vec<_> = first.iter().map(|(_, s)| (s.seq.0, s.payload, s.flags)).collect();
    let pushed = TcpFlags::ACK.with(TcpFlags::PSH);
    let expected = [(1, 0, TcpFlags::ACK), (1, 1_000, pushed), (1_001, 0, FIN)];
    assert_eq!(told_first, expected);
    bench.time(200);
    recv!(bench, ack 1, echo 100);
    assert_eq!(told(&mut bench), []);
    let finished = bench.end.report().acknowledged_at;
    assert!(finished.is_some(), "data are acknowledged");
    let answer = TcpSegment { ack: SeqNumber(1_002), flags: FIN, ..acknowledgement(1, 100, &[]) };
    bench.recv(answer);
    assert_eq!(told(&mut bench), [(TcpFlags::ACK, 1_002, 2)]);
    assert_eq!(bench.end.poll_timeout(), None);
    let report = bench.end.report();
    assert_eq!((report.acknowledged_at, report.packets_sent), (finished, 5));
    assert_eq!((report.retransmissions, report.timeouts), (0, 0));
}

/// The same: data that wait for the window when the application closes take the FIN with them, and
/// the window counts it no more than them.
#[test]
fn a_fin_leaves_with_the_last_data_that_wait() {
    let (mut bench, first) = established_by(sender(Some(11_000)));
    assert!(first.iter().all(|(_, s)| !s.flags.contains(TcpFlags::FIN)));
    bench.time(200);
    recv!(bench, ack 2, echo 100);
    assert_eq!(told(&mut bench), [(FIN.with(TcpFlags::PSH), 10_001, 1)]);
    // Ten segments fill the window: the FIN waits like data.
    let (mut bench, first) = established_by(sender(Some(10_000)));
    assert!(first.iter().all(|(_, s)| !s.flags.contains(TcpFlags::FIN)));
    bench.time(200);
    recv!(bench, ack 1, echo 100);
    assert_eq!(told(&mut bench), [(FIN, 10_001, 1)]);
}

/// A FIN is probed and retransmitted like data; a dead peer is given up.
#[test]
fn a_fin_is_not_repeated_for_ever() {
    let (mut bench, _) = established_by(sender(Some(1_000)));
    bench.time(200);
    recv!(bench, ack 1, echo 100);
    bench.time(3_600_000);
    let again = told(&mut bench);
    assert_eq!(again, [(FIN, 1_001, 1); 9], "a probe and eight timeouts");
    assert_eq!(bench.end.poll_timeout(), None);
}

/// The FIN counts when it arrives: an early one is kept and reported like data; the stream ends
/// when everything before it has arrived, and the answer closes the other direction.
#[test]
fn an_early_fin_waits_for_the_data() {
    let mut bench = TestHarness::new(Receiver::new(CONNECTION, &config(), None));
    bench.recv(TcpSegment { flags: TcpFlags::SYN, ..TcpSegment::default() });
    bench.sent();
    let data = TcpSegment { flags: TcpFlags::ACK, payload: 1000, ..TcpSegment::default() };
    bench.recv(TcpSegment { seq: SeqNumber(1_001), flags: FIN, ..data });
    let told = bench.sent();
    let expected = SackBlock { start: SeqNumber(1_001), end: SeqNumber(2_002) };
    assert_eq!((told[0].1.ack, told[0].1.sack.as_slice()), (SeqNumber(1), &[expected][..]));
    bench.recv(TcpSegment { seq: SeqNumber(1), ..data });
    let told = bench.sent();
    assert_eq!((told.len(), told[0].1.ack, told[0].1.flags), (1, SeqNumber(2_002), FIN));
    assert_eq!(bench.end.report().bytes_delivered, 2_000);
}

/// A segment arrives at `millis`; the ACKs that leave, in segments, and how many blocks each has.
fn arrive(bench: &mut TestHarness<Receiver>, number: u32, millis: u64) -> Vec<(u32, usize)> {
    bench.time(millis);
    let (seq, flags) = (SeqNumber(1 + 1000 * number), TcpFlags::ACK);
    bench.recv(TcpSegment { seq, flags, payload: 1000, ..TcpSegment::default() });
    let sent = bench.sent();
    sent.iter().map(|(_, s)| ((s.ack.0 - 1) / 1000, s.sack.as_slice().len())).collect()
}

/// `__tcp_ack_snd_check`, `tcp_sack_new_ofo_skb`: three duplicates are answered at once. After
/// that, ACKs wait for a twentieth of the round trip that received data have shown, 1 ms at most,
/// and 0.1 ms. An ACK from which a third block would displace a block is sent at once, and the new
/// block waits for the next segment.
#[test]
fn held_acks_leave_before_a_third_block() {
    for (round_trip, echoes, held_us) in [(8, true, 500), (100, true, 1_100), (100, false, 100)] {
        let config = TcpConfig { receive_window: 65_000, ..config() };
        let mut bench = TestHarness::new(Receiver::new(CONNECTION, &config, None));
        bench.recv(TcpSegment { flags: TcpFlags::SYN, ..TcpSegment::default() });
        let syn_ack = bench.sent()[0].1;
        bench.time(round_trip);
        let stamps = syn_ack.timestamps.filter(|_| echoes);
        bench.recv(TcpSegment {
            seq: SeqNumber(1),
            flags: TcpFlags::ACK,
            payload: 1000,
            timestamps: stamps.map(|own| Timestamps { value: 0, echo: own.value }),
            ..TcpSegment::default()
        });
        bench.sent();
        for number in 1..20 {
            arrive(&mut bench, number, round_trip);
        }
        for number in 22..25 {
            assert_eq!(arrive(&mut bench, number, round_trip), [(20, 1)]);
        }
        let due = bench.now + Duration::from_micros(held_us);
        assert_eq!(arrive(&mut bench, 25, round_trip), []);
        assert_eq!(bench.end.poll_timeout(), Some(due));
        assert_eq!(arrive(&mut bench, 27, round_trip), []);
        assert_eq!(arrive(&mut bench, 29, round_trip), [(20, 2)]);
        assert_eq!(bench.end.poll_timeout(), None);
        assert_eq!(arrive(&mut bench, 31, round_trip), []);
        assert_eq!(bench.end.poll_timeout(), Some(due));
        bench.time(round_trip + 2);
        assert_eq!(bench.sent()[0].1.sack.as_slice().len(), 3);
    }
}

/// Goal: a scan of RACK visits segments that may be in the network, not those delivered or found
/// lost (`tsorted_sent_queue`). Method: an early segment is kept while each of a thousand later
/// ones is delivered, or found lost, with a scan after each; visited entries are counted.
#[test]
fn a_scan_looks_at_no_segment_that_is_gone() {
    const SEGMENTS: u64 = 1_000;
    let departure = Delivery::default().on_sent(SimTime::ZERO, true, 1);
    let mut queue = RtxQueue::default();
    for start in 0..SEGMENTS {
        queue.push(start, 1, SimTime::ZERO, departure);
    }
    for start in (1..SEGMENTS).rev().step_by(2) {
        queue.mark_sacked(start, start + 1, |_| {});
        assert!(queue.scan_by_time(|_| Scan::Stop).is_empty());
        let found = queue.scan_by_time(|segment| match segment.start {
            0 => Scan::Keep,
            1 => Scan::Lost,
            2.. => Scan::Stop,
        });
        assert!(found.len() <= 1);
    }
    for start in (2..SEGMENTS).step_by(2) {
        let found = queue.scan_by_time(|segment| match segment.start {
            0 => Scan::Keep,
            found if found == start => Scan::Lost,
            _ => Scan::Stop,
        });
        assert_eq!(found, [start]);
        queue.mark_lost(start);
    }
    queue.check();
    assert!(queue.looked_at < 4 * SEGMENTS, "{}", queue.looked_at);
}

/// Goal: a segment that is split keeps its place among transmissions, and its marks. Method: splits
/// of a segment that was retransmitted, of one that was selectively acknowledged and of one that
/// was not, with the marks counted again after each.
#[test]
fn a_cut_segment_keeps_its_place() {
    let departure = Delivery::default().on_sent(SimTime::ZERO, true, 1);
    let mut queue = RtxQueue::default();
    for n in 0..5 {
        queue.push(10 * n, 10, SimTime::ZERO, departure);
    }
    queue.mark_lost(10);
    queue.resent(10, SimTime::ZERO, departure, true);
    queue.mark_sacked(30, 40, |_| {});
    for (start, len) in [(10, 3), (30, 4), (0, 5)] {
        queue.split(start, len);
        queue.check();
    }
    let counts = (queue.packets_out, queue.sacked_out, queue.lost_out, queue.retrans_out);
    assert_eq!(counts, (8, 2, 2, 2));
    let mut found = Vec::new();
    queue.scan_by_time(|segment| {
        found.push((segment.start, segment.end()));
        Scan::Keep
    });
    assert_eq!(found, [(0, 5), (5, 10), (20, 30), (40, 50), (10, 13), (13, 20)]);
}

/// Goal: RACK may later find lost a segment that a timeout marked and an undo unmarked; until then
/// scans skip it. Method: all of ten segments time out although only their ACKs were late (Eifel),
/// except for one that is really lost; the retransmission timer is not left pending.
#[test]
fn a_loss_after_a_needless_timeout_is_found_by_rack() {
    let mut bench = established(10);
    bench.time(420);
    send!(bench, 9);
    bench.time(800);
    send!(bench, 0);
    bench.end.queue.check();
    let timeouts = bench.end.report().timeouts;
    recv!(bench, ack 3, echo 100);
    bench.end.queue.check();
    send!(bench);
    recv!(bench, ack 3, echo 100, sack 4..10);
    send!(bench, 3);
    bench.end.queue.check();
    assert_eq!(bench.end.report().timeouts, timeouts);
}

/// Goal: after a spurious timeout new data leave, nothing is retransmitted, and the second ACK
/// undoes the timeout (F-RTO, RFC 5682 Sec. 3.1; `tcp_process_loss`). Method: the flight was only
/// late; ACKs echo the time of the retransmission, so that Eifel detects nothing.
#[test]
fn new_data_show_that_a_timeout_was_needless() {
    let mut bench = established(100);
    bench.time(310);
    send!(bench, 10);
    bench.time(800);
    send!(bench, 0);
    recv!(bench, ack 1, echo 800);
    send!(bench, 11, 12);
    recv!(bench, ack 2, echo 800);
    assert!(bench.end.cwnd() >= 10, "{}", bench.end.cwnd());
    assert!(bench.numbers().iter().all(|&number| number > 12), "nothing is resent");
    assert_eq!(bench.end.report().retransmissions, 1);
}

/// Goal: if the window has no room for new data, lost segments are retransmitted immediately.
/// Method: the same with a window that is full.
#[test]
fn without_room_for_new_data_the_timeout_stands() {
    let mut bench = established(10);
    bench.time(420);
    send!(bench, 9);
    bench.time(800);
    send!(bench, 0);
    recv!(bench, ack 1, echo 800);
    send!(bench, 1, 2);
}

/// Goal: a hole filled by a late segment, and not by its copy, is reordering: later losses wait for
/// the reordering window (`tcp_try_undo_partial`). Method: a spurious recovery, then three SACKs
/// past another hole.
#[test]
fn an_undo_within_a_recovery_counts_as_reordering() {
    let mut bench = established(100);
    bench.time(200);
    recv!(bench, ack 0, echo 100, sack 1..4);
    assert_eq!(bench.numbers()[0], 0);
    recv!(bench, ack 4, echo 100, sack 6..7);
    assert!(bench.end.cwnd() >= 10, "taken back");
    bench.numbers();
    recv!(bench, ack 5, echo 100, sack 6..10);
    assert!(bench.numbers().iter().all(|&number| number > 9), "5 may only be late");
    assert_eq!(bench.end.report().recoveries, 1);
}

/// Goal: a DSACK undoes a reduction, window and threshold, also when everything is acknowledged
/// (`tcp_ack`, no_queue; `tcp_undo_cwnd_reduction`). Method: a recovery ends by the copy's ACK; the
/// original comes last.
#[test]
fn a_dsack_after_everything_takes_the_reduction_back() {
    let mut bench = established(10);
    bench.time(200);
    recv!(bench, ack 0, echo 100, sack 1..4);
    send!(bench, 0);
    bench.time(300);
    recv!(bench, ack 10, echo 200);
    assert_eq!((bench.end.cwnd(), bench.end.window.ssthresh), (6, 5));
    recv!(bench, ack 10, echo 200, sack 0..1);
    assert_eq!((bench.end.cwnd(), bench.end.window.ssthresh), (10, 0x7fff_ffff));
}

/// Goal: several lost SYN-ACKs cost the initial window, a single one does not
/// (`tcp_init_transfer`).
#[test]
fn two_lost_syn_acks_cost_the_initial_window() {
    for (lost, cwnd) in [(0, 10), (1, 10), (2, 1)] {
        let mut end = sender(None);
        end.join(false);
        end.accept(SimTime::ZERO, 65_535, None, lost);
        assert_eq!(end.cwnd(), cwnd);
    }
}

/// Goal: a handshake without a round-trip sample sets the timeout to 3 s (RFC 6298 (5.7)), until
/// the first sample. Method: a server whose SYN-ACK left twice, so that no sample can be taken.
#[test]
fn without_a_sample_the_timeout_is_3_s() {
    let config = TcpConfig { timestamps: false, sack_blocks: 0, ..config() };
    let mut end = sender_as(&config, None);
    end.set_manual_write();
    end.join(false);
    end.accept(SimTime::ZERO, 65_535, None, 1);
    end.write(SimTime::ZERO, 2_000);
    let mut bench = TestHarness::new(end);
    send!(bench, 0, 1);
    bench.time(2_999);
    send!(bench);
    bench.time(3_300);
    send!(bench, 0);
}

/// Goal: an ACK of data never sent is answered by an ACK and has no other effect (RFC 9293 Sec.
/// 3.10.7.4).
#[test]
fn an_ack_of_what_was_never_sent_is_answered() {
    let mut bench = established(10);
    recv!(bench, ack 11, echo 100);
    assert_eq!(told(&mut bench), [(TcpFlags::ACK, 10_001, 1)]);
    assert_eq!(bench.end.queue.packets_out, 10);
    bench.time(200);
    recv!(bench, ack 11, echo 100);
    assert_eq!(told(&mut bench), [], "within half a second (`tcp_invalid_ratelimit`)");
    bench.time(610);
    bench.sent();
    recv!(bench, ack 11, echo 100);
    assert_eq!(told(&mut bench).last(), Some(&(TcpFlags::ACK, 10_001, 1)));
}

/// Goal: an overtaken ACK is ignored, blocks included (`tcp_disordered_ack_check`). Method: the
/// same old ACK with a timestamp 10 ms before the latest one, and with the latest one.
#[test]
fn an_overtaken_ack_is_ignored() {
    let stamped = |ack, value, blocks: &[std::ops::Range<u32>]| TcpSegment {
        timestamps: Some(Timestamps { value, echo: 100 }),
        ..acknowledgement(ack, 100, blocks)
    };
    let mut bench = established(10);
    bench.time(200);
    bench.recv(stamped(3, 5_000, &[]));
    bench.recv(stamped(2, 4_990, &[5..6, 7..8]));
    assert_eq!(bench.end.queue.sacked_out, 0);
    bench.recv(stamped(2, 5_000, &[5..6, 7..8]));
    assert_eq!(bench.end.queue.sacked_out, 2);
}

/// Goal: the first segment of a write shows how little of the window was used, before the others
/// leave (`tcp_push_one`). Method: a window of 20, a pause longer than the timeout, a write of 15
/// segments.
#[test]
fn a_write_after_a_pause_finds_the_window_unused() {
    let mut bench = established(20);
    bench.time(200);
    recv!(bench, ack 10, echo 100);
    send!(bench, in 10..20);
    bench.time(300);
    recv!(bench, ack 20, echo 200);
    let before = bench.end.cwnd();
    bench.time(700);
    bench.end.write(bench.now, 15_000);
    send!(bench, in 20..35);
    assert_eq!(bench.end.cwnd(), (before + 10) / 2);
}

/// A receiver whose handshake took 100 ms.
fn receiver(config: &TcpConfig) -> TestHarness<Receiver> {
    let mut bench = TestHarness::new(Receiver::new(CONNECTION, config, None));
    bench.recv(TcpSegment { flags: TcpFlags::SYN, ..TcpSegment::default() });
    bench.sent();
    bench.time(100);
    bench.recv(TcpSegment { seq: SeqNumber(1), flags: TcpFlags::ACK, ..TcpSegment::default() });
    bench
}

/// Numbers of segments acknowledged by the ACKs that leave when segment `number` arrives.
fn answers(bench: &mut TestHarness<Receiver>, number: u32, millis: u64) -> Vec<u32> {
    bench.time(millis);
    let timer: Vec<_> = bench.sent();
    assert!(timer.is_empty(), "a timer fired before {millis}: {timer:?}");
    bench.recv(TcpSegment {
        seq: SeqNumber(1 + 1000 * number),
        flags: TcpFlags::ACK,
        payload: 1000,
        ..TcpSegment::default()
    });
    bench.sent().iter().map(|(_, s)| (s.ack.0 - 1) / 1000).collect()
}

/// Goal: after a pause longer than the timeout, 300 ms, sixteen segments are acknowledged one by
/// one again, after a shorter one they are not (`tcp_event_data_recv`; 9 of 9 by the kernel, script
/// `r-quick-after-pause`).
#[test]
fn a_long_pause_brings_quick_acks_again() {
    for (pause, quick) in [(200, false), (400, true)] {
        let mut bench = receiver(&TcpConfig { receive_window: 65_000, ..config() });
        let mut last = 0;
        for number in 0..40 {
            last = 200 + 5 * u64::from(number);
            answers(&mut bench, number, last);
        }
        let after: Vec<_> = (40..44)
            .flat_map(|number| {
                let at = last + pause + 5 * u64::from(number - 40);
                answers(&mut bench, number, at)
            })
            .collect();
        let expected = if quick { vec![41, 42, 43, 44] } else { vec![42, 44] };
        assert_eq!(after, expected, "{pause} ms");
    }
}

/// Goal: the delay of the delayed ACK doubles with each ACK that its timer sends, up to the round
/// trip (`tcp_delack_timer_handler`, `tcp_send_delayed_ack`; 82 ms by the kernel over 80 ms, script
/// `r-delayed-ack`). Method: a round trip of 100 ms, a segment every 250 ms; ticks are of 4 ms.
#[test]
fn the_delayed_ack_adapts_up_to_the_round_trip() {
    let mut bench = receiver(&TcpConfig { receive_window: 65_000, ..config() });
    for number in 0..40 {
        answers(&mut bench, number, 200 + 2 * u64::from(number));
    }
    let mut holds = Vec::new();
    for number in 40..44 {
        let at = 480 + 250 * u64::from(number - 40);
        assert_eq!(answers(&mut bench, number, at), Vec::<u32>::new());
        let hold = (1..240).find(|wait| {
            bench.time(at + wait);
            !bench.sent().is_empty()
        });
        holds.push(hold.expect("an ACK"));
    }
    let near = |hold: u64, ms: u64| (ms..ms + 5).contains(&hold);
    assert!(near(holds[0], 40) && near(holds[1], 80) && near(holds[2], 100), "{holds:?}");
    assert!(near(holds[3], 100), "{holds:?}");
}

/// Goal: the ACK of a FIN waits for the answer's FIN, 40 ms at most, unless this end has closed
/// already (`tcp_fin`; scripts `r-fin-with-data`, `r-fin-after-read`).
#[test]
fn the_ack_of_a_fin_waits_for_the_answer() {
    for has_closed in [false, true] {
        let mut bench = receiver(&config());
        bench.end.join();
        answers(&mut bench, 0, 110);
        if has_closed {
            bench.end.on_closing();
        }
        bench.time(120);
        let flags = TcpFlags::ACK.with(TcpFlags::FIN);
        bench.recv(TcpSegment { seq: SeqNumber(1_001), flags, ..TcpSegment::default() });
        assert_eq!(bench.sent().len(), usize::from(has_closed));
        bench.time(170);
        assert_eq!(bench.sent().len(), usize::from(!has_closed));
    }
}

/// Goal: a FIN counts as a byte: together with a waiting full segment, it is acknowledged
/// immediately (`__tcp_ack_snd_check`). Method: a segment whose ACK is delayed, and a FIN behind
/// it, at a bidirectional endpoint.
#[test]
fn a_fin_behind_a_full_segment_is_acknowledged_at_once() {
    let mut bench = receiver(&config());
    bench.end.join();
    let held = (0..40).find(|&number| answers(&mut bench, number, 100).is_empty()).expect("one");
    let fin = TcpSegment {
        flags: TcpFlags::FIN.with(TcpFlags::ACK),
        seq: SeqNumber(1 + (held + 1) * 1000),
        ..TcpSegment::default()
    };
    bench.recv(fin);
    let acks: Vec<u32> = bench.sent().iter().map(|(_, segment)| segment.ack.0).collect();
    assert_eq!(acks, [2 + (held + 1) * 1000]);
}

/// Goal: a duplicate that no ACK has reported before the next segment arrives is forgotten
/// (`tcp_data_queue`). Method: SACKs compressed, a segment beyond a hole twice, and another.
#[test]
fn a_duplicate_is_forgotten_with_the_next_segment() {
    let mut bench = receiver(&config());
    for number in (0..40).chain(41..50) {
        answers(&mut bench, number, 100);
    }
    assert!(answers(&mut bench, 42, 100).is_empty(), "compressed");
    assert!(answers(&mut bench, 50, 100).is_empty());
    bench.time(102);
    let sent: Vec<usize> = bench.sent().iter().map(|(_, s)| s.sack.as_slice().len()).collect();
    assert_eq!(sent, [1]);
}

/// Goal: while the application does not read and the ACK could not offer the window again, the
/// second segment is not acknowledged; the read triggers the ACK (`__tcp_ack_snd_check`,
/// `tcp_cleanup_rbuf`; script `r-slow-reader`).
#[test]
fn a_reader_that_lags_holds_acks_back() {
    let config = TcpConfig { receive_window: 65_000, ..config() };
    let mut end = Receiver::new(CONNECTION, &config, None);
    end.set_manual_read();
    let mut bench = TestHarness::new(end);
    bench.recv(TcpSegment { flags: TcpFlags::SYN, ..TcpSegment::default() });
    bench.sent();
    let mut acks = Vec::new();
    for number in 0..50 {
        acks.push(answers(&mut bench, number, 100));
    }
    assert!(acks[..16].iter().all(|acks| acks.len() == 1), "{acks:?}");
    assert!(acks[40..].iter().all(Vec::is_empty), "{acks:?}");
    bench.end.read(bench.now, 50_000);
    assert_eq!(bench.sent().len(), 1);
}

/// Goal: after an answered window probe, the next one follows after the whole timeout, counted from
/// the answer (`tcp_ack_probe`). Method: a closed window, each probe answered after 100 ms;
/// intervals are those of the timer wheel.
#[test]
fn an_answer_starts_the_timer_of_window_probes_anew() {
    let mut bench = established(100);
    bench.time(200);
    let shut = TcpSegment { window: 0, ..acknowledgement(10, 100, &[]) };
    bench.recv(shut);
    let mut probes = Vec::new();
    for millis in 200..3_000 {
        bench.time(millis);
        if bench.sent().iter().any(|(_, segment)| segment.payload == 0) {
            probes.push(millis);
        }
        if probes.last().is_some_and(|&last| millis == last + 100) {
            bench.recv(shut);
        }
    }
    let gaps: Vec<u64> = probes.windows(2).map(|pair| pair[1] - pair[0]).collect();
    assert!((700..=740).contains(&gaps[0]), "{probes:?}");
    assert!((1_300..=1_380).contains(&gaps[1]), "{probes:?}");
}

/// Goal: a pause caused by the peer's window resets the congestion window
/// (`tcp_ack_update_window`). Method: a window of 20 segments, no room for any at the peer for 0.7
/// s, and then again.
#[test]
fn a_window_that_opens_after_a_pause_finds_a_new_start() {
    let mut bench = established(100);
    bench.time(200);
    bench.recv(TcpSegment { window: 0, ..acknowledgement(10, 100, &[]) });
    assert_eq!(bench.end.window.cwnd, 20);
    bench.time(900);
    bench.sent();
    recv!(bench, ack 10, echo 100);
    send!(bench, in 10..20);
}

/// Goal: a window that the peer shrinks takes effect (`tcp_may_update_window`), but an old segment
/// shrinks nothing.
#[test]
fn a_window_may_be_taken_back() {
    let mut bench = established(100);
    bench.time(200);
    let narrow =
        |seq| TcpSegment { window: 10_000, seq: SeqNumber(seq), ..acknowledgement(1, 100, &[]) };
    bench.recv(TcpSegment { seq: SeqNumber(5), ..acknowledgement(1, 100, &[]) });
    send!(bench, 10, 11);
    let edge = bench.end.edge;
    bench.recv(narrow(4));
    assert_eq!(bench.end.edge, edge);
    bench.recv(narrow(6));
    assert_eq!(bench.end.edge, 11_001);
    recv!(bench, ack 2, echo 100);
    assert!(bench.end.edge > edge);
}

/// Goal: a window that the application leaves unused for a timeout, with data outstanding, is
/// reduced halfway to its use (`tcp_cwnd_application_limited`). Method: a window of 20 after slow
/// start, then one segment without an answer, and one more after its probe.
#[test]
fn a_window_that_is_not_used_comes_down() {
    let mut bench = established(20);
    bench.time(200);
    recv!(bench, ack 10, echo 100);
    send!(bench, in 10..20);
    bench.time(300);
    recv!(bench, ack 19, echo 200);
    assert_eq!(bench.end.cwnd(), 20);
    bench.time(640);
    send!(bench, 19);
    bench.end.write(bench.now, 1_000);
    send!(bench, 20);
    assert_eq!(bench.end.cwnd(), 15, "ten were used");
}
