//! Goal: the stack `linux` behaves as Linux 6.18 over the same link. Method: every measured
//! configuration over a simulated link, compared with the measured median, within the bounds of
//! `python/skyseam/reference/README.md`, or closer where possible.

use std::sync::{Arc, Mutex};

use skyseam_app::{Application, Bulk, File};
use skyseam_base::{Duration, FlowId, NodeId, RandomStream, SimTime};
use skyseam_endpoint::values::SendBufferSize;
use skyseam_host::open_with;
use skyseam_packet::{Body, TcpFlags};
use skyseam_tcp::{DelayedAck, Linux, TcpConfig};

use crate::support::{Link, Notes, World};

const SUMMARY: &str = include_str!("../../../python/skyseam/reference/linux_tcp.csv");

const PACKETS: &str = include_str!("data/linux_cubic_100kB.csv");

/// A configuration and its measurements.
struct Case {
    cells: Vec<&'static str>,
}

fn column(name: &str) -> usize {
    let header = SUMMARY.lines().next().expect("a header");
    header.split(',').position(|cell| cell == name).expect("a column of the table")
}

impl Case {
    fn text(&self, name: &str) -> &'static str {
        self.cells[column(name)]
    }

    fn value(&self, name: &str) -> f64 {
        self.text(name).parse().expect("a number")
    }

    fn name(&self) -> String {
        let names = ["group", "variant", "cc", "size", "delay_ms", "order", "quickack"];
        names.map(|name| self.text(name)).join(" ")
    }
}

/// Results of the simulation.
#[derive(Clone, Copy, Default)]
struct Outcome {
    resent: f64,
    recoveries: f64,
    timeouts: f64,
    /// Seconds to the last byte (files).
    completion_s: f64,
    goodput_bps: f64,
    /// Largest window and first threshold in segments, sampled as often as in the measurements.
    max_cwnd: f64,
    threshold: f64,
}

fn cases() -> impl Iterator<Item = Case> {
    SUMMARY.lines().skip(1).map(|line| Case { cells: line.split(',').collect() })
}

fn simulate(case: &Case, seed: u64) -> Outcome {
    let algorithm = match case.text("cc") {
        "reno" => "newreno",
        "bbr" => "bbr",
        _ => "cubic",
    };
    let own = Linux {
        // `tcp_wmem` of the measured hosts.
        send_buffer: SendBufferSize::Bytes(4 << 20),
        hystart: Some(!case.text("group").starts_with("h_")),
        pacing: Some(case.text("variant").starts_with("paced")),
        offload: case.text("variant").starts_with("gso64k"),
        sack_compression: !case.text("variant").starts_with("compsack0"),
        ..Linux::default()
    };
    let mut transport = TcpConfig::of(&own, algorithm);
    if case.text("quickack") == "1" {
        transport.delayed_ack = DelayedAck::Off;
    }
    let size = case.value("size") as u64;
    let secs: f64 = if size > 0 { 200.0 } else { case.value("secs") };
    let application = if size > 0 {
        Application::of(File { size })
    } else {
        Application::of(Bulk { duration: Duration::from_secs_f64(secs) })
    };
    let rate = if case.text("queue_pkts") == "11" { 1_500_000 } else { 10_000_000 };
    let queue = case.value("queue_pkts") as usize;
    let delays: Vec<u64> =
        case.text("delay_ms").split('/').map(|ms| ms.parse().expect("ms")).collect();
    let link = || {
        let mut link = Link::new(Some(rate), Duration::from_millis(delays[0]), queue);
        if let Some(&after) = delays.get(1) {
            link.steps = vec![(SimTime::from_secs(20), Duration::from_millis(after))];
        }
        link.overtake = case.text("order") == "overtake";
        link
    };
    let mut forward = link();
    forward.loss = (case.value("loss"), seed);
    let (from, to, start) = (NodeId(0), NodeId(1), SimTime::ZERO);
    let random = RandomStream::new(seed, "flow");
    let ends = open_with(FlowId(0), from, to, start, &application, &transport, random);
    let mut world = World::new(ends, [forward, link()], Notes::default());
    let end = SimTime::from_secs_f64(secs);
    world.run(end);
    let report = world.ends[0].report().merged(&world.ends[1].report());
    let completion_s = report.last_received.map_or(f64::NAN, SimTime::as_secs_f64);
    let bytes = world.trace.delivered as f64;
    // TCP_INFO was read every 50 ms, of short files every 5 ms.
    let step = if size > 0 && size <= 100_000 { 0.005 } else { 0.05 };
    let (max_cwnd, threshold) = sampled(&world.trace.congestion, step);
    Outcome {
        goodput_bps: 8.0 * bytes / if size > 0 { completion_s } else { secs },
        completion_s,
        max_cwnd,
        threshold,
        resent: report.retransmissions as f64,
        recoveries: report.recoveries as f64,
        timeouts: report.timeouts as f64,
    }
}

/// The median of each quantity over nine runs if the controller draws, otherwise over one; the
/// maximum of timeouts.
fn simulate_often(case: &Case) -> Outcome {
    let count = if case.text("cc") == "bbr" { 9 } else { 1 };
    let runs: Vec<Outcome> = (1..=count).map(|seed| simulate(case, seed)).collect();
    let sorted = |value: fn(&Outcome) -> f64| {
        let mut values: Vec<f64> = runs.iter().map(value).collect();
        values.sort_by(f64::total_cmp);
        values
    };
    let median = |value| sorted(value)[runs.len() / 2];
    Outcome {
        completion_s: median(|run| run.completion_s),
        goodput_bps: median(|run| run.goodput_bps),
        max_cwnd: median(|run| run.max_cwnd),
        threshold: median(|run| run.threshold),
        resent: median(|run| run.resent),
        recoveries: median(|run| run.recoveries),
        timeouts: sorted(|run| run.timeouts)[runs.len() - 1],
    }
}

/// The largest window and the first threshold, in segments, among samples every `step` seconds.
fn sampled(changes: &[(SimTime, u64, u64)], step: f64) -> (f64, f64) {
    let segments = |bytes: u64| (bytes / 1448) as f64;
    let (mut largest, mut threshold) = (0f64, 0f64);
    for (index, &(at, cwnd, ssthresh)) in changes.iter().enumerate() {
        let until = changes.get(index + 1).map_or(f64::INFINITY, |next| next.0.as_secs_f64());
        // Whether a sample falls into the time this state lasted.
        if (at.as_secs_f64() / step).ceil() * step >= until {
            continue;
        }
        largest = largest.max(segments(cwnd));
        if threshold == 0.0 && ssthresh != u64::MAX {
            threshold = segments(ssthresh);
        }
    }
    (largest, threshold)
}

/// Goal: packet by packet through slow start. Method: the data segments and ACKs of one measured
/// transfer of 100 kB (CUBIC, 1.5 Mbit/s, queue of 11), in order, with their sizes and times, at
/// some phase of the hosts' clocks.
///
/// Times within 0.5 ms: the measured application wrote 0.2 ms after the handshake.
#[test]
fn packets_of_a_short_file_leave_when_and_as_with_the_kernel() {
    let rows: Vec<Vec<f64>> = PACKETS
        .lines()
        .skip(1)
        .map(|line| line.split(',').map(|cell| cell.parse().expect("a number")).collect())
        .collect();
    let equal = (0..40).map(|phase| equal_packets(&rows, phase)).max().expect("a phase");
    println!("{equal} of {}", rows.len());
    assert!(equal >= rows.iter().filter(|row| row[0] <= 0.4).count(), "{:?}", rows[equal]);
}

/// Number of packets of the measured transfer that leave as measured, up to the first that does
/// not.
fn equal_packets(rows: &[Vec<f64>], phase: u64) -> usize {
    let transport = TcpConfig::named("linux", "cubic");
    let application = Application::of(File { size: 100_000 });
    let link = || Link::new(Some(1_500_000), Duration::from_millis(45), 11);
    let (from, to, start) = (NodeId(0), NodeId(1), SimTime::ZERO);
    let random = RandomStream::new(phase, "flow");
    let ends = open_with(FlowId(0), from, to, start, &application, &transport, random);
    let mut world = World::new(ends, [link(), link()], Notes::default());
    let log = Arc::new(Mutex::new([Vec::new(), Vec::new()]));
    let sent = Arc::clone(&log);
    world.impair = Box::new(move |now, direction, packet| {
        let Body::Tcp(segment) = packet.body else { unreachable!("only TCP here") };
        let offset = if direction == 0 { segment.seq } else { segment.ack }.0.wrapping_sub(1);
        if segment.payload > 0 || (direction == 1 && !segment.flags.contains(TcpFlags::SYN)) {
            let row = (now.as_secs_f64(), offset, packet.size);
            log.lock().expect("no panic holds it")[direction].push(row);
        }
        vec![Duration::ZERO]
    });
    assert!(world.run(SimTime::from_secs(10)));
    let sent = sent.lock().expect("no panic holds it");
    let mut seen = [0, 0];
    let is_equal = move |row: &&Vec<f64>| {
        let direction = row[1] as usize;
        let Some(&(at, offset, size)) = sent[direction].get(seen[direction]) else { return false };
        seen[direction] += 1;
        (f64::from(offset), f64::from(size)) == (row[2], row[3]) && (at - row[0]).abs() < 0.0005
    };
    rows.iter().take_while(is_equal).count()
}

fn off(value: f64, measured: f64) -> f64 {
    value / measured - 1.0
}

/// All configurations but those with random loss.
fn lossless() -> impl Iterator<Item = Case> {
    cases().filter(|case| case.value("loss") == 0.0)
}

#[test]
fn transfers_go_as_with_the_kernel() {
    assert_eq!(lossless().count(), 48);
    let mut failures = Vec::new();
    for case in lossless() {
        let (name, ours) = (case.name(), simulate_often(&case));
        let resent = ours.resent;
        let completion = off(ours.completion_s, case.value("fct_rx_s_med"));
        let goodput = off(ours.goodput_bps, case.value("goodput_bps_med"));
        println!(
            "{name}: completion {:+.2} %, goodput {:+.2} %, sent again {resent} and {}, \
             cwnd {} and {}, ssthresh {} and {}, recoveries {} and {}",
            100.0 * completion,
            100.0 * goodput,
            case.text("retrans_med"),
            ours.max_cwnd,
            case.text("max_cwnd_med"),
            ours.threshold,
            case.text("first_ssthresh_med"),
            ours.recoveries,
            case.text("sack_recov_med"),
        );
        failures.extend(misses(&case, &ours).into_iter().map(|miss| format!("{name}: {miss}")));
    }
    assert_eq!(failures, Vec::<String>::new());
}

/// Quantities outside the bounds.
fn misses(case: &Case, ours: &Outcome) -> Vec<String> {
    let (bbr, stepped) = (case.text("cc") == "bbr", case.text("delay_ms").contains('/'));
    let paced_cubic = case.text("variant").starts_with("paced") && case.text("cc") == "cubic";
    let mut misses = Vec::new();
    let mut compare = |what: &str, simulated: f64, measured: f64, bound: f64| {
        if (simulated - measured).abs() > bound {
            misses.push(format!("{what} {simulated}, measured {measured}"));
        }
    };
    compare("timeouts", ours.timeouts, 0.0, 0.0);
    let measured = |name| case.value(&format!("{name}_med"));
    match case.value("size") as u64 {
        0 => {
            let goodput = measured("goodput_bps");
            compare("goodput", ours.goodput_bps, goodput, 0.01 * goodput);
            let cwnd = measured("max_cwnd");
            compare("cwnd", ours.max_cwnd, cwnd, 0.05 * cwnd);
            let mut epochs = measured("sack_recov");
            if case.text("order") == "overtake" {
                // Measured runs differ more than that.
                let (least, most) = (case.value("sack_recov_min"), case.value("sack_recov_max"));
                epochs = ours.recoveries.clamp(least, most);
            }
            compare("recoveries", ours.recoveries, epochs, 0.1 * epochs);
        }
        size => {
            let (bound, completion) = (if size > 100_000 { 0.015 } else { 0.01 }, "fct_rx_s");
            compare(
                "completion",
                ours.completion_s,
                measured(completion),
                bound * measured(completion),
            );
        }
    }
    let bound = if bbr { 0.2 } else { 0.25 };
    let mut resent = measured("retrans");
    if bbr && stepped {
        // Measured runs differ by the phase of the probe that the step meets.
        resent = ours.resent.clamp(case.value("retrans_min"), case.value("retrans_max"));
    }
    compare("sent again", ours.resent, resent, bound * resent);
    // One segment: measured runs differ by as much. Paced CUBIC is 4 % off (docs/models/bbr.md).
    let threshold = measured("first_ssthresh");
    let bound = if paced_cubic { 0.05 * threshold } else { 1.0 };
    compare("threshold", ours.threshold, threshold, bound);
    misses
}

/// Random loss differs by seed: the mean of 20 is compared with the median of the five measured,
/// whose spread is 10 %; BBR's is 1 %, since random loss is no signal to it.
#[test]
fn random_loss_costs_as_much_as_with_the_kernel() {
    for case in cases().filter(|case| case.value("loss") > 0.0) {
        let runs: Vec<Outcome> = (1..=20).map(|seed| simulate(&case, seed)).collect();
        let mean = runs.iter().map(|run| run.goodput_bps).sum::<f64>() / 20.0;
        let (least, most) = runs.iter().fold((f64::MAX, 0f64), |(least, most), run| {
            (least.min(run.goodput_bps), most.max(run.goodput_bps))
        });
        let resent = runs.iter().map(|run| run.resent).sum::<f64>() / 20.0;
        println!(
            "{}: {mean:.0} ({least:.0} to {most:.0}) and {} ({} to {}), sent again {resent} and {}",
            case.name(),
            case.text("goodput_bps_med"),
            case.text("goodput_bps_min"),
            case.text("goodput_bps_max"),
            case.text("retrans_med"),
        );
        assert!(runs.iter().all(|run| run.timeouts == 0.0));
        let goodput = off(mean, case.value("goodput_bps_med"));
        let bound = if case.text("cc") == "bbr" { 0.01 } else { 0.10 };
        assert!(goodput.abs() < bound, "{goodput}");
    }
}

/// Goal: the retransmissions of Reno under random loss, measured 30 to 37 in three runs and 165 and
/// 168 in two. Method: the two groups differ by whether slow start met a loss before it had filled
/// the queue twice over: of 40 seeds those with many and those with few retransmissions are each
/// compared with the measurements of their group.
#[test]
fn a_random_loss_spares_reno_the_overrun_of_slow_start() {
    let is_reno = |case: &Case| case.text("cc") == "reno" && case.value("loss") > 0.0;
    let case = cases().find(is_reno).expect("a row of the table");
    let runs: Vec<Outcome> = (1..=40).map(|seed| simulate(&case, seed)).collect();
    let mean = |resent: Vec<f64>| resent.iter().sum::<f64>() / resent.len() as f64;
    let (few, many): (Vec<f64>, Vec<f64>) =
        runs.iter().map(|run| run.resent).partition(|&resent| resent < 60.0);
    let full: Vec<f64> = many.iter().copied().filter(|&resent| resent >= 150.0).collect();
    assert!(few.len() > 5 && full.len() > 5, "{} and {}", few.len(), full.len());
    assert!(off(mean(few), case.value("retrans_min")).abs() < 0.25);
    assert!(off(mean(full), case.value("retrans_max")).abs() < 0.05);
    // Half the window of the overrun, as without loss, in those alone.
    assert!(runs.iter().all(|run| (run.resent < 150.0) || (run.threshold - 134.0).abs() <= 2.0));
}
