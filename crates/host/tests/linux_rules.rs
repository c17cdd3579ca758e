//! Goal: single rules of the stack `linux` agree with Linux 6.18 over the same link. Method: runs
//! measured over a relay of two TUN devices (link model and bounds:
//! `python/skyseam/reference/README.md`), each made so that one rule decides; each test states the
//! measured figure.

use std::sync::{Arc, Mutex};

use skyseam_app::{Application, Bulk, File};
use skyseam_base::{Duration, FlowId, NodeId, RandomStream, SimTime};
use skyseam_endpoint::FlowReport;
use skyseam_endpoint::values::SendBufferSize;
use skyseam_host::{open, open_with};
use skyseam_packet::{Body, Packet, TcpFlags, TcpSegment};
use skyseam_tcp::{Linux, TcpConfig};

use crate::support::{Link, Notes, World};

/// A packet that left: time, direction (0 carries data), and segment.
type Departure = (f64, usize, TcpSegment);

/// Observations of a run.
struct Run {
    sent: Vec<Departure>,
    report: FlowReport,
    notes: Notes,
}

impl Run {
    fn completion_s(&self) -> f64 {
        self.report.received_at.expect("the file arrived").as_secs_f64()
    }
}

/// A run of `application` over links of `rate` bit/s, `delay_ms` and `queue` packets in both
/// directions; `lost` selects the packets dropped before the link, by time in seconds and
/// direction.
fn run(
    algorithm: &'static str,
    application: Application,
    link: (u64, u64, usize),
    secs: f64,
    lost: impl FnMut(f64, usize, &TcpSegment) -> bool + 'static,
) -> Run {
    run_at(0, algorithm, application, link, secs, lost)
}

/// The same run at a phase of the hosts' clocks.
fn run_at(
    phase: u64,
    algorithm: &'static str,
    application: Application,
    (rate, delay_ms, queue): (u64, u64, usize),
    secs: f64,
    mut lost: impl FnMut(f64, usize, &TcpSegment) -> bool + 'static,
) -> Run {
    let send_buffer = SendBufferSize::Bytes(64 << 20);
    let transport = TcpConfig::of(&Linux { send_buffer, ..Linux::default() }, algorithm);
    let link = || Link::new(Some(rate), Duration::from_millis(delay_ms), queue);
    let (from, to, start) = (NodeId(0), NodeId(1), SimTime::ZERO);
    let random = RandomStream::new(phase, "flow");
    let ends = open_with(FlowId(0), from, to, start, &application, &transport, random);
    let mut world = World::new(ends, [link(), link()], Notes::default());
    let log = Arc::new(Mutex::new(Vec::new()));
    let sent = Arc::clone(&log);
    world.impair = Box::new(move |now, direction, packet| {
        let segment = segment(packet);
        sent.lock().expect("no panic holds it").push((now.as_secs_f64(), direction, segment));
        if lost(now.as_secs_f64(), direction, &segment) { vec![] } else { vec![Duration::ZERO] }
    });
    world.run(SimTime::from_secs_f64(secs));
    let report = world.ends[0].report().merged(&world.ends[1].report());
    let sent = std::mem::take(&mut *log.lock().expect("no panic holds it"));
    Run { sent, report, notes: std::mem::take(&mut world.trace) }
}

fn segment(packet: &Packet) -> TcpSegment {
    let Body::Tcp(segment) = packet.body else { unreachable!("only TCP here") };
    segment
}

fn file(size_bytes: u64) -> Application {
    Application::of(File { size: size_bytes })
}

fn bulk(secs: u64) -> Application {
    Application::of(Bulk { duration: Duration::from_secs(secs) })
}

/// `tcp_syn_linear_timeouts` = 4 and the timer wheel (`calc_wheel_index`): measured SYNs of an
/// outage of 5.5 s at 0, 1.0, 2.0, 3.1, 4.1, 5.1, 7.1 s; a file of 5 kB through one of 3.5 s ends
/// at 4.36 s, its window one segment (`tcp_init_transfer`).
#[test]
fn a_lost_syn_is_sent_again_each_second_at_first() {
    let through = |outage: f64| {
        let link = (10_000_000, 40, 67);
        run("cubic", file(5_000), link, 20.0, move |at, _, _| at < outage)
    };
    let syns = |run: &Run| -> Vec<f64> {
        let syns = run.sent.iter().filter(|(_, _, s)| s.flags == TcpFlags::SYN);
        syns.map(|&(at, _, _)| (at * 10.0).round() / 10.0).collect()
    };
    assert_eq!(syns(&through(5.5)), [0.0, 1.0, 2.0, 3.1, 4.1, 5.1, 7.1]);
    let short = through(3.5);
    assert!((short.completion_s() - 4.36).abs() < 0.0436, "{}", short.completion_s());
    assert_eq!(syns(&short), [0.0, 1.0, 2.0, 3.1, 4.1]);
}

/// The SYN arrives, the answers are lost for 3.3 s. Measured: the timer of the other end sends one
/// more SYN-ACK at 1.045 s and is postponed by the SYNs from then on (`tcp_check_req`), and the
/// answer's timestamp shows that no SYN was lost: the window is ten segments, the file of 5 kB
/// arrived at 4.210 s.
#[test]
fn a_lost_syn_ack_is_sent_again() {
    let link = (10_000_000, 40, 67);
    let lost = |at: f64, direction: usize, _: &TcpSegment| direction == 1 && at < 3.3;
    let run = run("cubic", file(5_000), link, 20.0, lost);
    let syn_ack = TcpFlags::SYN.with(TcpFlags::ACK);
    let answers = run.sent.iter().filter(|(_, _, s)| s.flags == syn_ack);
    let answers: Vec<f64> = answers.map(|&(at, _, _)| at).collect();
    let measured = [0.040, 1.045, 1.057, 2.081, 3.101, 4.125];
    // The wheel's step of 32 ms begins when it does.
    let near = answers.iter().zip(measured).all(|(ours, measured)| (ours - measured).abs() < 0.032);
    assert!(answers.len() == measured.len() && near, "{answers:?}");
    assert!((run.completion_s() - 4.210).abs() < 0.042, "{}", run.completion_s());
}

/// The last two segments of 60 kB are dropped once. Measured: probe at 0.513 s, its SACK reveals
/// the other loss to RACK at 0.594 s, done at 0.636 s, no timeout: RACK does not wait for the
/// probe's copy (`__tcp_retransmit_skb` does not count it in `retrans_out`).
#[test]
fn a_probe_lets_rack_repair_the_rest_of_a_lost_tail() {
    let link = (10_000_000, 40, 67);
    let mut dropped = 0;
    let run = run("cubic", file(60_000), link, 5.0, move |_, direction, segment| {
        let lost = direction == 0 && segment.seq.0 >= 57_921 && dropped < 2;
        dropped += u32::from(lost);
        lost
    });
    let resent: Vec<f64> = run.notes.retransmitted.iter().map(|(at, _)| at.as_secs_f64()).collect();
    assert_eq!(resent.len(), 2);
    assert!((resent[0] - 0.513).abs() < 0.005, "{resent:?}");
    assert!((resent[1] - 0.594).abs() < 0.005, "{resent:?}");
    assert!((run.completion_s() - 0.636).abs() < 0.006, "{}", run.completion_s());
    assert_eq!(run.report.timeouts, 0);
}

/// BBR's start-up overfills a queue of 2500 packets over 150 ms and 100 Mbit/s: 4,596
/// retransmissions were measured. Delayed ACKs leave before a third block would push one out
/// (`tcp_sack_new_ofo_skb`), so that each block reaches the sender.
#[test]
fn compressed_acks_keep_every_block() {
    let link = (100_000_000, 150, 2_500);
    let run = run("bbr", bulk(10), link, 10.0, |_, _, _| false);
    let (resent, twice) = (run.report.retransmissions, run.report.duplicates_received);
    assert!((resent as f64 / 4_596.0 - 1.0).abs() < 0.02, "{resent}");
    assert_eq!(twice, Some(0), "none of them needless");
}

/// From 90 ms one-way delay on, 10 Mbit/s, a train of ACKs longer than half the round trip ends
/// slow start before a loss is detected. It is a train only if the round does not begin with ACKs
/// of two segments, 2.4 ms apart, which requires that the receive window grows as early as the
/// kernel's (`tcp_rcv_space_adjust`). Measured thresholds: 238 segments over 90 ms, 271 over 130
/// ms; over 150 ms the 120 single ACKs, 144 ms, are no train and the loss gives 204. The
/// millisecond in which the hosts' clocks begin decides: some phase has the measured value.
#[test]
fn a_train_of_acks_ends_slow_start_over_a_long_path() {
    for (delay_ms, threshold, resent) in [(90, 238, 34), (130, 271, 61), (150, 204, 82)] {
        let phases = (0..12).map(|phase| {
            let link = (10_000_000, delay_ms, 67);
            let run = run_at(phase, "cubic", bulk(5), link, 5.0, |_, _, _| false);
            let first = run.notes.congestion.iter().find(|(_, _, ssthresh)| *ssthresh != u64::MAX);
            let &(at, _, ssthresh) = first.expect("slow start ends");
            let by_train = run.notes.recoveries.first().is_none_or(|&recovery| at < recovery);
            (by_train, ssthresh / 1448, run.report.retransmissions)
        });
        let phases: Vec<_> = phases.collect();
        println!("{delay_ms} ms: {phases:?}");
        let is_as_measured = |&(by_train, ours, again): &(bool, u64, u64)| {
            by_train == (delay_ms < 150)
                && ours.abs_diff(threshold) <= 1
                && (again as f64 / f64::from(resent) - 1.0).abs() < 0.05
        };
        assert!(phases.iter().any(is_as_measured), "{delay_ms} ms: {phases:?}");
    }
}

/// A delay that falls from 90 to 40 ms at 10 s lets 65 packets overtake each other. Measured with
/// Reno in three runs: 154 to 183 retransmissions, of which the receiver already had 8, 23 and 23.
#[test]
fn overtaking_costs_few_needless_retransmissions() {
    let transport = TcpConfig::named("linux", "newreno");
    let link = || {
        let mut link = Link::new(Some(10_000_000), Duration::from_millis(90), 67);
        link.steps = vec![(SimTime::from_secs(10), Duration::from_millis(40))];
        link.overtake = true;
        link
    };
    let ends = open(FlowId(0), NodeId(0), NodeId(1), SimTime::ZERO, &bulk(20), &transport);
    let mut world = World::new(ends, [link(), link()], Notes::default());
    world.run(SimTime::from_secs(20));
    let report = world.ends[0].report().merged(&world.ends[1].report());
    let twice = report.duplicates_received.expect("a receiver counts them");
    assert!((8..=25).contains(&twice), "{twice}");
    assert!((154..=192).contains(&report.retransmissions), "{}", report.retransmissions);
    assert_eq!(report.timeouts, 0);
}
