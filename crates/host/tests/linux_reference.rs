//! Goal: the stack `linux` does what Linux 6.18 did over the same link. Method: every configuration
//! of `data/linux/summary.csv` with cubic and reno over a simulated link, compared with the median
//! that was measured, within the bounds of `data/linux/README.md`.

mod support;

use skyseam_base::{Duration, FlowId, NodeId, SimTime};
use skyseam_host::{Algorithm, Application, FlowReport, Stack, TcpConfig, open};
use support::{Link, Notes, World};

const SUMMARY: &str = include_str!("data/linux/summary.csv");

/// A configuration and what was measured.
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

/// What was simulated.
struct Outcome {
    report: FlowReport,
    /// Seconds to the last byte (files).
    completion_s: f64,
    goodput_bps: f64,
    max_cwnd: f64,
    /// First threshold, segments and seconds.
    threshold: Option<(f64, f64)>,
}

fn cases() -> impl Iterator<Item = Case> {
    SUMMARY.lines().skip(1).map(|line| Case { cells: line.split(',').collect() })
}

fn simulate(case: &Case, seed: u64) -> Outcome {
    let algorithm = if case.text("cc") == "reno" { Algorithm::NewReno } else { Algorithm::Cubic };
    let mut transport = TcpConfig::of(Stack::Linux, algorithm);
    transport.hystart = !case.text("group").starts_with("h_");
    if case.text("quickack") == "1" {
        transport.delayed_ack = None;
    }
    let size = case.value("size") as u64;
    let secs: f64 = if size > 0 { 200.0 } else { case.value("secs") };
    let application = if size > 0 {
        Application::File { size_bytes: size }
    } else {
        Application::Bulk { duration: Duration::from_secs_f64(secs) }
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
    let ends = open(FlowId(0), NodeId(0), NodeId(1), SimTime::ZERO, &application, &transport);
    let mut world = World::new(ends, [forward, link()], Notes::default());
    let end = SimTime::from_secs_f64(secs);
    world.run(end);
    let report = world.ends[0].report().merged(&world.ends[1].report());
    let completion_s = report.last_received.map_or(f64::NAN, SimTime::as_secs_f64);
    let bytes = world.trace.delivered as f64;
    let segments = |bytes: u64| (bytes / 1448) as f64;
    let congestion = &world.trace.congestion;
    let first = congestion.iter().find(|(_, _, ssthresh)| *ssthresh != u64::MAX);
    Outcome {
        goodput_bps: 8.0 * bytes / if size > 0 { completion_s } else { secs },
        completion_s,
        max_cwnd: congestion.iter().map(|&(_, cwnd, _)| segments(cwnd)).fold(0.0, f64::max),
        threshold: first.map(|&(at, _, ssthresh)| (segments(ssthresh), at.as_secs_f64())),
        report,
    }
}

#[test]
fn debug() {
    let case = cases().find(|c| c.name().starts_with(&std::env::var("CASE").unwrap())).unwrap();
    let algorithm = if case.text("cc") == "reno" { Algorithm::NewReno } else { Algorithm::Cubic };
    let transport = TcpConfig::of(Stack::Linux, algorithm);
    let application = Application::Bulk { duration: Duration::from_secs(60) };
    let link = || Link::new(Some(10_000_000), Duration::from_millis(40), 67);
    let ends = open(FlowId(0), NodeId(0), NodeId(1), SimTime::ZERO, &application, &transport);
    let mut world = World::new(ends, [link(), link()], Notes::default());
    world.impair = Box::new(|now, dir, p| {
        let skyseam_packet::Body::Tcp(s) = p.body else { panic!() };
        println!(
            "{:.6} {} seq {:.1} ack {:.1} {} {:?}",
            now.as_secs_f64(),
            dir,
            (f64::from(s.seq.0) - 1.0) / 1448.0,
            (f64::from(s.ack.0) - 1.0) / 1448.0,
            p.size,
            s.sack
                .as_slice()
                .iter()
                .map(|b| ((b.start.0 - 1) / 1448, (b.end.0 - 1) / 1448))
                .collect::<Vec<_>>()
        );
        vec![Duration::ZERO]
    });
    world.run(SimTime::from_secs_f64(3.0));
    for r in &world.trace.retransmitted {
        println!("R {:.6} {}", r.0.as_secs_f64(), r.1 / 1448);
    }
    for r in &world.trace.congestion {
        println!("C {:.6} {} {}", r.0.as_secs_f64(), r.1 / 1448, r.2 / 1448);
    }
    println!("drops {} {:?}", world.links[0].drops, world.ends[0].report());
}

#[test]
fn table() {
    for case in cases().filter(|c| c.text("cc") != "bbr" && !c.text("variant").contains("paced")) {
        let o = simulate(&case, 1);
        let (ss, at) = o.threshold.unwrap_or((0.0, 0.0));
        println!(
            "{:55} fct {:.4}/{} gp {:.0}/{} rtx {}/{} cw {}/{} ss {}@{:.3} / {}@{} rec {}/{} rto {}/{} acks -/{}",
            case.name(),
            o.completion_s,
            case.text("fct_rx_s_med"),
            o.goodput_bps,
            case.text("goodput_bps_med"),
            o.report.retransmissions,
            case.text("retrans_med"),
            o.max_cwnd,
            case.text("max_cwnd_med"),
            ss,
            at,
            case.text("first_ssthresh_med"),
            case.text("first_ssthresh_t_s_med"),
            o.report.recoveries,
            case.text("sack_recov_med"),
            o.report.timeouts,
            case.text("rto_med"),
            case.text("n_rev_med"),
        );
    }
}
