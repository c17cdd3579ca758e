//! Goal: the stack `ns2` behaves as ns-2.35 on one link. Method: the transfers of
//! `data/ns2/README.md` over a simulated FIFO link, compared with ns-2's output.

use std::sync::{Arc, Mutex};

use skyseam_app::{Application, File};
use skyseam_base::{Duration, FlowId, NodeId, SimTime};
use skyseam_endpoint::FlowReport;
use skyseam_host::open;
use skyseam_tcp::TcpConfig;

use crate::support::{Link, Notes, World};

const RUNS: &str = include_str!("data/ns2/single_link.csv");
const SENDS: &str = include_str!("data/ns2/d40_q50_sends.csv");
const CUTS: &str = include_str!("data/ns2/d40_q50_cuts.csv");

/// A transfer of 15729 packets over 1.5 Mb/s.
fn world(delay_ms: u64, queue: usize) -> World<Notes> {
    let transport = TcpConfig::named("ns2", "cubic");
    let application = Application::of(File { size: 15_729_000 });
    let start = SimTime::from_secs(1);
    let ends = open(FlowId(0), NodeId(0), NodeId(1), start, &application, &transport);
    // ns-2 drops what finds one packet less than the limit waiting.
    let link =
        |limit: usize| Link::new(Some(1_500_000), Duration::from_millis(delay_ms), limit - 1);
    World::new(ends, [link(queue), link(1000)], Notes::default())
}

fn run(world: &mut World<Notes>) -> FlowReport {
    assert!(world.run(SimTime::from_secs(1000)), "the transfer never ends");
    world.ends[0].report().merged(&world.ends[1].report())
}

fn rows(csv: &str) -> impl Iterator<Item = Vec<f64>> + '_ {
    csv.lines().skip(1).map(|line| {
        line.split(',').map(|cell| cell.parse().expect("a number")).collect::<Vec<f64>>()
    })
}

/// Seven of nine end with ns-2's packet in its printed microsecond; in two a CUBIC cube root is off
/// by a unit (README), which moves the end by a hundredth of a percent. Retransmissions are equal.
#[test]
fn transfers_take_as_long_as_in_ns2() {
    for row in rows(RUNS) {
        let (delay, queue, end, resent) = (row[0], row[1], row[2], row[4]);
        let report = run(&mut world(delay as u64, queue as usize));
        let ours = report.last_received.expect("received").as_secs_f64();
        let ratio = (ours - 1.0) / (end - 1.0) - 1.0;
        let extra = report.retransmissions as f64 / resent - 1.0;
        println!(
            "{delay} ms, queue {queue}: ns-2 {end:.6} s, here {ours:.6} s ({:+.3} %), sent again \
             {resent} and {} ({:+.1} %), {} recoveries, {} timeouts",
            100.0 * ratio,
            report.retransmissions,
            100.0 * extra,
            report.recoveries,
            report.timeouts
        );
        let slack = if queue < 100.0 || delay < 40.0 { 1e-8 } else { 2e-4 };
        assert!(ratio.abs() < slack, "{delay} ms, queue {queue}: {ratio}");
        assert_eq!(report.retransmissions as f64, resent, "{delay} ms, queue {queue}");
    }
}

/// Every packet up to 5.9 s, through slow-start overshoot and three recoveries, leaves in ns-2's
/// order and within its printed microsecond.
#[test]
fn packets_leave_when_and_as_in_ns2() {
    let mut world = world(40, 50);
    let sent = Arc::new(Mutex::new(Vec::new()));
    let log = Arc::clone(&sent);
    world.impair = Box::new(move |now, direction, packet| {
        if direction == 0 {
            log.lock()
                .unwrap()
                .push((now.as_secs_f64(), crate::support::seq(packet).div_ceil(1000)));
        }
        vec![Duration::ZERO]
    });
    run(&mut world);
    let sent = sent.lock().unwrap();
    assert_eq!(rows(SENDS).count(), 1219);
    for (index, row) in rows(SENDS).enumerate() {
        let (at, packet) = sent[index];
        assert_eq!(packet, row[1] as u32, "packet {index}, at {at}");
        assert!((at - row[0]).abs() < 1.5e-6, "packet {index}: {at} and {}", row[0]);
    }
}

/// All window cuts over 88 s are ns-2's in time and size.
#[test]
fn the_window_is_cut_as_in_ns2() {
    let mut world = world(40, 50);
    run(&mut world);
    let mut ours: Vec<(f64, f64)> = Vec::new();
    for &(at, _, ssthresh) in &world.trace.congestion {
        let packets = (ssthresh / 1000) as f64;
        if ssthresh != u64::MAX && ours.last().is_none_or(|&(_, last)| last != packets) {
            ours.push((at.as_secs_f64(), packets));
        }
    }
    let theirs: Vec<(f64, f64)> = rows(CUTS).map(|row| (row[0], row[1])).collect();
    assert_eq!(ours.len(), theirs.len());
    for ((at, packets), (expected_at, expected)) in ours.iter().zip(&theirs) {
        assert!((at - expected_at).abs() < 1e-5, "cut at {at}, in ns-2 at {expected_at}");
        assert_eq!(packets, expected);
    }
}
