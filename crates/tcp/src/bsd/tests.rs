//! Goal: the four recoveries fit their names, and the timers are those of a BSD host. Method: a
//! sender alone receives ACKs by hand; segments of 1000 bytes, segment 0 is the SYN; its segments
//! are compared with arithmetic on windows and ticks.

use skyseam_base::{Duration, SimTime};
use skyseam_endpoint::app::OfferedData;
use skyseam_endpoint::{EndReason, Endpoint};
use skyseam_packet::{SackBlock, SackBlocks, SeqNumber, TcpFlags, TcpSegment};

use super::{receiver, sender};
use crate::bsd::keys::{Bsd, ExitBurst};
use crate::config::TcpConfig;
use crate::ns2::Sender;
use crate::ns2::keys::LossRecovery;
use crate::test_harness::{CONNECTION, TestHarness};

const FOUR: [LossRecovery; 4] =
    [LossRecovery::Reno, LossRecovery::NewReno, LossRecovery::SackReno, LossRecovery::SackNewReno];

fn config(recovery: LossRecovery) -> TcpConfig {
    TcpConfig {
        mss: 1000,
        initial_window: 10.into(),
        ..TcpConfig::of(&Bsd::by(recovery), "newreno")
    }
}

fn at(packet: u32) -> SeqNumber {
    SeqNumber(1 + (packet - 1) * 1000)
}

/// The segments that leave now.
fn sent(bench: &mut TestHarness<Sender>) -> Vec<u32> {
    bench.sent().iter().map(|(_, segment)| segment.seq.0.div_ceil(1000)).collect()
}

/// Passes in an ACK of all segments below `una` and of those in `blocks`; returns what leaves then.
fn ack(bench: &mut TestHarness<Sender>, una: u32, blocks: &[(u32, u32)]) -> Vec<u32> {
    let mut sack = SackBlocks::default();
    for &(start, end) in blocks {
        assert!(sack.push(SackBlock { start: at(start), end: at(end) }));
    }
    let (ack, flags, window) = (at(una), TcpFlags::ACK, 256 << 10);
    bench.recv(TcpSegment { ack, flags, window, sack, ..TcpSegment::default() });
    sent(bench)
}

/// A sender of 100 segments that has sent ten of them at 0.6 s.
fn established(config: &TcpConfig) -> TestHarness<Sender> {
    let supply = OfferedData { limit: Some(100_000), stop: None };
    let mut bench = TestHarness::new(sender(CONNECTION, config, supply, SimTime::ZERO));
    bench.time(0);
    assert_eq!(sent(&mut bench), [0]);
    bench.time(600);
    assert_eq!(ack(&mut bench, 1, &[]), (1..=10).collect::<Vec<_>>());
    bench.time(1_200);
    bench
}

/// Of segments 1 to 10 all except 1, 3 and 5 arrive: returns what leaves with each of the seven
/// duplicates.
fn duplicates(bench: &mut TestHarness<Sender>) -> Vec<Vec<u32>> {
    let blocks: [&[(u32, u32)]; 7] = [
        &[(2, 3)],
        &[(4, 5), (2, 3)],
        &[(6, 7), (4, 5), (2, 3)],
        &[(6, 8), (4, 5), (2, 3)],
        &[(6, 9), (4, 5), (2, 3)],
        &[(6, 10), (4, 5), (2, 3)],
        &[(6, 11), (4, 5), (2, 3)],
    ];
    blocks.into_iter().map(|blocks| ack(bench, 1, blocks)).collect()
}

#[test]
fn three_losses_in_a_window_by_each_recovery() {
    for recovery in FOUR {
        let mut bench = established(&config(recovery));
        let left = duplicates(&mut bench);
        assert_eq!(left[..3], [vec![], vec![], vec![1]], "{recovery:?}: the third tells");
        // Half of ten is five. Without blocks the window is 5 + 3 + one per duplicate; with them
        // the pipe is what lies beyond the highest block, and what was sent again.
        let after: [&[u32]; 4] = match recovery {
            LossRecovery::Reno | LossRecovery::NewReno => [&[], &[], &[11], &[12]],
            _ => [&[3], &[5], &[11], &[12]],
        };
        assert_eq!(left[3..], after, "{recovery:?}");
        // The first segment sent again arrives; 3 and 5 are missing.
        let left = ack(&mut bench, 3, &[(6, 11), (4, 5)]);
        match recovery {
            LossRecovery::Reno | LossRecovery::SackReno => {
                assert!(left.is_empty(), "{recovery:?}: ten in flight, five allowed: {left:?}");
            }
            // 5 + 7 - (2 - 1) = 11 from 3 on.
            LossRecovery::NewReno => assert_eq!(left, [3, 13]),
            _ => assert_eq!(left, [13], "3 and 5 are under way"),
        }
        // Reno cuts once more only if three duplicates come again.
        let again = ack(&mut bench, 3, &[(11, 12), (6, 11), (4, 5)]);
        let again = [again, ack(&mut bench, 3, &[(11, 13), (6, 11), (4, 5)])].concat();
        let third = ack(&mut bench, 3, &[(11, 14), (6, 11), (4, 5)]);
        match recovery {
            LossRecovery::Reno | LossRecovery::SackReno => {
                assert_eq!((again, &third[..1]), (vec![], &[3][..]), "{recovery:?}");
                assert_eq!(bench.end.report().recoveries, 2);
            }
            _ => assert_eq!(bench.end.report().recoveries, 1, "{recovery:?}"),
        }
        assert_eq!(bench.end.report().timeouts, 0);
    }
}

#[test]
fn the_end_of_a_recovery_bursts_or_not() {
    for (exit_burst, leave) in [
        // One in flight: a window of two, and slow start adds one.
        (ExitBurst::Limited, vec![14, 15]),
        (ExitBurst::Unlimited, vec![14, 15, 16, 17]),
    ] {
        let config =
            config(LossRecovery::NewReno).with_own(|own: &mut Bsd| own.exit_burst = exit_burst);
        let mut bench = established(&config);
        duplicates(&mut bench);
        assert_eq!(ack(&mut bench, 3, &[]), [3, 13]);
        // 12 - 10 is a segment for each arrival; then all is there but the last.
        assert_eq!(ack(&mut bench, 13, &[]), leave, "{exit_burst:?}");
    }
}

#[test]
fn a_timeout_goes_back_to_the_first_segment() {
    for recovery in FOUR {
        let mut bench = established(&config(recovery));
        // The SYN's ACK took a tick, two with its own: 2 + 4 ticks from 0.5 s on.
        bench.time(3_499);
        assert!(sent(&mut bench).is_empty(), "{recovery:?}");
        bench.time(3_500);
        assert_eq!((sent(&mut bench), bench.end.report().timeouts), (vec![1], 1), "{recovery:?}");
        // Segments 2 to 4 had arrived; 5 is sent again whether it had or not.
        assert_eq!(ack(&mut bench, 5, &[(6, 11)]), [5, 6], "{recovery:?}: slow start from there");
        assert_eq!(ack(&mut bench, 11, &[]), [11, 12, 13], "{recovery:?}");
        assert_eq!(bench.end.report().retransmissions, 3);
    }
}

#[test]
fn reno_takes_the_echo_of_going_back_for_a_loss() {
    for (recovery, entered) in [(LossRecovery::Reno, 1), (LossRecovery::NewReno, 0)] {
        let mut bench = established(&config(recovery));
        bench.time(3_500);
        assert_eq!(sent(&mut bench), [1]);
        assert_eq!(ack(&mut bench, 5, &[]), [5, 6]);
        (0..3).for_each(|_| drop(ack(&mut bench, 5, &[])));
        assert_eq!(bench.end.report().recoveries, entered, "{recovery:?}");
    }
}

#[test]
fn a_syn_without_an_answer_waits_in_ticks_and_ends() {
    let supply = OfferedData { limit: Some(1_000), stop: None };
    let start = SimTime::ZERO + Duration::from_millis(400);
    let mut bench =
        TestHarness::new(sender(CONNECTION, &config(LossRecovery::Reno), supply, start));
    let mut left = vec![];
    while let Some(due) = bench.end.poll_timeout() {
        bench.time(due.as_nanos() / 1_000_000);
        if !sent(&mut bench).is_empty() {
            left.push(due.as_nanos() / 1_000_000);
        }
    }
    // Twelve ticks, 24, 48, 96, then 64 s each.
    let times = [400, 6_000, 18_000, 42_000, 90_000, 154_000, 218_000];
    assert_eq!(left[..7], times);
    assert_eq!(left.len(), 1 + 12, "sent again twelve times");
    assert_eq!(bench.end.report().gave_up, Some(EndReason::TooManyRetransmissions));
}

#[test]
fn the_first_threshold_can_be_that_of_a_route() {
    let plain = config(LossRecovery::Reno);
    let plain = plain.with_own(|own: &mut Bsd| own.initial_ssthresh = Some(4_000));
    let known = TcpConfig { initial_window: 4.into(), ..plain };
    let supply = OfferedData { limit: Some(100_000), stop: None };
    let mut bench = TestHarness::new(sender(CONNECTION, &known, supply, SimTime::ZERO));
    bench.time(600);
    sent(&mut bench);
    assert_eq!(ack(&mut bench, 1, &[]), [1, 2, 3, 4]);
    assert_eq!(ack(&mut bench, 2, &[]), [5], "a quarter of a segment, not a whole one");
}

#[test]
fn a_heartbeat_acknowledges_what_waits() {
    let mut bench = TestHarness::new(receiver(CONNECTION, &config(LossRecovery::Reno), None));
    let mut give = |millis, packet: u32| {
        bench.time(millis);
        let seq = if packet == 0 { SeqNumber(0) } else { at(packet) };
        let flags = if packet == 0 { TcpFlags::SYN } else { TcpFlags::ACK };
        let payload = if packet == 0 { 0 } else { 1000 };
        bench.recv(TcpSegment { seq, flags, payload, ..TcpSegment::default() });
        let at_once = bench.sent().len();
        let due = bench.end.poll_timeout();
        (at_once, due.map(|due| due.as_nanos() / 1_000_000))
    };
    assert_eq!(give(0, 0), (1, None));
    assert_eq!(give(250, 1), (0, Some(400)));
    assert_eq!(give(260, 2), (1, None), "a second segment does not wait");
    assert_eq!(give(399, 3), (0, Some(400)));
    bench.time(400);
    assert_eq!(bench.sent().len(), 1);
}

/// Goal: data that a proxy reads immediately change no ACK of this stack, which announces a larger
/// window from two segments on. Method: four segments, each read as it arrives, and one that
/// completes the pair.
#[test]
fn room_that_is_read_waits_for_two_segments() {
    let mut bench = TestHarness::new(receiver(CONNECTION, &config(LossRecovery::Reno), None));
    bench.end.set_manual_read();
    bench.recv(TcpSegment { seq: SeqNumber(0), flags: TcpFlags::SYN, ..TcpSegment::default() });
    assert_eq!(bench.sent().len(), 1);
    let acks = (1..=4).map(|packet| {
        let (seq, flags) = (at(packet), TcpFlags::ACK);
        bench.recv(TcpSegment { seq, flags, payload: 1000, ..TcpSegment::default() });
        bench.end.read(SimTime::ZERO, 1000);
        bench.sent().len()
    });
    assert_eq!(acks.collect::<Vec<_>>(), [0, 1, 0, 1]);
}
