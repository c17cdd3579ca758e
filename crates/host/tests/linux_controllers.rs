//! Goal: on a path, the kernel's Hybla, Vegas and Westwood+ fulfil their purpose. Method: bulk
//! transfers over one link, compared with Reno's or with the algorithm's claims.

use skyseam_app::{Application, Bulk};
use skyseam_base::{Duration, FlowId, NodeId, SimTime};
use skyseam_endpoint::FlowReport;
use skyseam_host::open;
use skyseam_tcp::TcpConfig;

use crate::support::{Link, Notes, World};

/// Payload bytes of a full segment, and its length in bits.
const PAYLOAD: u64 = 1448;
const BITS: f64 = 1500.0 * 8.0;

struct Path {
    rate_bps: u64,
    /// One-way delay.
    delay: Duration,
    queue: usize,
    loss: f64,
    seed: u64,
}

/// A bulk transfer of `secs` seconds.
fn bulk(algorithm: &'static str, path: &Path, secs: u64) -> (FlowReport, Notes) {
    let transport = TcpConfig::named("linux", algorithm);
    let application = Application::of(Bulk { duration: Duration::from_secs(secs) });
    let ends = open(FlowId(0), NodeId(0), NodeId(1), SimTime::ZERO, &application, &transport);
    let link = |queue| Link::new(Some(path.rate_bps), path.delay, queue);
    let mut forward = link(path.queue);
    forward.loss = (path.loss, path.seed);
    let mut world = World::new(ends, [forward, link(10_000)], Notes::default());
    world.run(SimTime::from_secs(secs));
    let report = world.ends[0].report().merged(&world.ends[1].report());
    (report, world.trace)
}

/// The window in segments at an instant.
fn window_at(notes: &Notes, at: SimTime) -> f64 {
    let before = notes.congestion.iter().take_while(|change| change.0 <= at);
    before.last().map_or(0.0, |change| (change.1 / PAYLOAD) as f64)
}

/// Goal: Hybla over 600 ms gets the share of a lossy path that Reno gets over 25 ms; Reno over 600
/// ms does not. Method: 0.2 % loss and a queue that does not matter; goodput over two minutes, the
/// mean of four seeds.
#[test]
fn hybla_at_600_ms_is_as_fast_as_reno_at_25_ms() {
    let goodput = |algorithm, rtt_ms: u64| {
        let runs = (1..=4).map(|seed| {
            let delay = Duration::from_micros(rtt_ms * 500);
            let path = Path { rate_bps: 1_000_000_000, delay, queue: 100_000, loss: 0.002, seed };
            bulk(algorithm, &path, 120).0.bytes_delivered as f64 * 8.0 / 120.0
        });
        runs.sum::<f64>() / 4.0
    };
    let short = goodput("newreno", 25);
    let (hybla, reno) = (goodput("hybla", 600), goodput("newreno", 600));
    println!("Reno 25 ms {short:.0}, Hybla 600 ms {hybla:.0}, Reno 600 ms {reno:.0} bit/s");
    assert!((0.5..1.5).contains(&(hybla / short)), "{hybla} beside {short}");
    assert!(reno < short / 10.0, "{reno} beside {short}");
}

/// Goal: Vegas holds two to four packets in the queue and loses none. Method: 10 Mbit/s and 100 ms;
/// after a slow start that overshoots, the steady window is the path's capacity plus two to four
/// packets. Whole packets are compared, so there may be nearly five, and one or two more wait at
/// the receiver for a delayed ACK.
#[test]
fn vegas_keeps_two_to_four_packets_queued() {
    let delay = Duration::from_millis(50);
    let path = Path { rate_bps: 10_000_000, delay, queue: 100, loss: 0.0, seed: 0 };
    let (report, notes) = bulk("vegas", &path, 60);
    // The round trip without a queue: two delays, a segment and its ACK of 52 bytes.
    let rtt = 0.1 + (BITS + 52.0 * 8.0) / 1e7;
    let held = 1e7 * rtt / BITS;
    for second in 20..60 {
        let window = window_at(&notes, SimTime::from_secs(second));
        let queued = window - held;
        assert!((2.0..=7.0).contains(&queued), "{queued} packets queued at {second} s");
    }
    assert!(notes.retransmitted.iter().all(|&(at, _)| at < SimTime::from_secs(20)));
    let goodput = report.bytes_delivered as f64 * 8.0 / 60.0;
    assert!(goodput > 0.93 * 1e7 * 1448.0 / 1500.0, "{goodput} bit/s");
}

/// Goal: after random loss Westwood+ keeps the path's delivery, bandwidth times smallest round
/// trip, while Reno halves its window. Method: 5 Mbit/s, 100 ms and 0.1 % loss; the threshold after
/// each recovery, and goodput compared with Reno's, over seeds.
#[test]
fn westwood_keeps_what_the_path_delivers() {
    let path = |seed| {
        let delay = Duration::from_millis(50);
        Path { rate_bps: 5_000_000, delay, queue: 50, loss: 0.001, seed }
    };
    let held = 5e6 * 0.1 / BITS;
    let (mut westwood, mut reno) = (0, 0);
    let mut kept = Vec::new();
    for seed in 1..=6 {
        let (report, notes) = bulk("westwood", &path(seed), 120);
        westwood += report.bytes_delivered;
        reno += bulk("newreno", &path(seed), 120).0.bytes_delivered;
        // Thresholds of the second minute; those of one reduction repeat, which changes no median.
        let minute = SimTime::from_secs(60);
        kept.extend(notes.congestion.iter().filter(|c| c.0 > minute).map(|c| c.2 / PAYLOAD));
    }
    kept.sort_unstable();
    let median = kept[kept.len() / 2] as f64;
    println!("Westwood+ {westwood}, Reno {reno} bytes; median threshold {median} of {held:.1}");
    assert!((0.75 * held..1.15 * held).contains(&median), "{median} of {held} segments");
    assert!(westwood as f64 > 1.05 * reno as f64, "{westwood} beside {reno}");
}
