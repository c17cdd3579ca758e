//! Goal: the stack `linux` behaves as Linux 6.18.44 in short transfers with chosen losses, in
//! exchanges, with small windows and other packet sizes, and over steps of delay and rate. Method:
//! each case of `python/skyseam/reference/linux_tcp_3` (its README describes the measurement) over
//! the same path, at several phases of the hosts' clocks, within 1 %, 1.5 ms or the range of the
//! kernel's own runs; retransmissions and timeouts equal.

use std::collections::BTreeMap;

use serde_json::Value;
use skyseam_app::distributions::{Sizes, Spans};
use skyseam_app::{Application, Bulk, Download, File, RequestResponse};
use skyseam_base::{Duration, FlowId, NodeId, RandomStream, SimTime};
use skyseam_endpoint::values::SendBufferSize;
use skyseam_host::open_with;
use skyseam_packet::{Body, Packet, TcpFlags, TcpSegment};
use skyseam_tcp::{Linux, TcpConfig};
use skyseam_trace::{Event, Recorder};

use crate::support::{Link, World};

const CASES: &str = include_str!("../../../python/skyseam/reference/linux_tcp_3/cases.jsonl");
const SHORT: &str = include_str!("../../../python/skyseam/reference/linux_tcp_3/short.csv");
const EXCHANGES: &str = include_str!("../../../python/skyseam/reference/linux_tcp_3/rr.csv");
const BULK: &str = include_str!("../../../python/skyseam/reference/linux_tcp_3/bulk.csv");

/// Clock phases at which each case is run; transfers of whole seconds are run at fewer.
const PHASES: u64 = 25;
const BULK_PHASES: u64 = 4;

/// Retransmissions of the kernel in further runs, where it has more than one outcome: runs of
/// 6.18.44 over a relay of the same rate, delay and queue. `tfo` is not among the tables: the
/// cookies of its flows are not recorded; ECN marks (`ecn`) are not modelled.
const FURTHER: [(&str, f64); 2] = [
    // Of the first overshoot 45 to 48 in 13 runs of 36, 84 or 85 in 22, 64 in one: a burst of 57
    // segments before it overflows the queue of 40 by one or by none. In 20 s 55, 93 and 93.
    ("mtu9000_reno", 55.0),
    // 21, 22, 23, 23, 23, 24, 24, 29.
    ("mtu9000_small_cubic", 23.0),
];

/// A time after the end of every case, for packets that are lost.
const LOST: Duration = Duration::from_secs(3_600);

/// Observations of a run.
#[derive(Clone, Copy, Debug, Default)]
struct Seen {
    /// Time to the last byte of a file, or to the first answer of exchanges, s; or goodput, Mbit/s.
    value: f64,
    /// Time of further exchanges, summed, or to the end of the FIN; 0 if there is none.
    second: f64,
    resent: u64,
    timeouts: u64,
}

/// Counts that are not in reports or links.
#[derive(Default)]
struct Tally {
    answers: Vec<(SimTime, SimTime)>,
    resent: u64,
    timeouts: u64,
    delivered: u64,
}

impl Tally {
    fn count(&mut self, now: SimTime, event: &Event<'_>) {
        match *event {
            Event::Responded { asked, .. } => self.answers.push((asked, now)),
            Event::Retransmitted { .. } => self.resent += 1,
            Event::RetransmissionTimeout { .. } => self.timeouts += 1,
            Event::Delivered { bytes, .. } => self.delivered += bytes,
            _ => {}
        }
    }
}

impl Recorder for Tally {
    fn record(&mut self, now: SimTime, event: Event<'_>) {
        self.count(now, &event);
    }

    fn record_reverse(&mut self, now: SimTime, event: Event<'_>) {
        self.count(now, &event);
    }
}

fn number(value: &Value) -> f64 {
    value.as_f64().expect("a number")
}

/// Times and values: a single one from the start, or a list of steps.
fn steps(value: &Value) -> Vec<(SimTime, f64)> {
    let Some(list) = value.as_array() else { return vec![(SimTime::ZERO, number(value))] };
    list.iter().map(|step| (SimTime::from_secs_f64(number(&step[0])), number(&step[1]))).collect()
}

fn segment(packet: &Packet) -> TcpSegment {
    let Body::Tcp(segment) = packet.body else { unreachable!("only TCP here") };
    segment
}

/// Selects the lost packets by the counts of the reference: segments by their position in the
/// stream and number of the copy, all other packets by order.
fn losses(case: &Value, full: u32) -> impl FnMut(usize, &Packet) -> bool + 'static {
    let wanted: Vec<(usize, String, u64, u64)> = case["drops"].as_array().map_or(vec![], |drops| {
        let of = |drop: &Value| {
            let index = |at: usize| drop[at].as_u64().expect("an index");
            let kind = drop[1].as_str().expect("a kind").to_owned();
            (index(0) as usize, kind, index(2), index(3))
        };
        drops.iter().map(of).collect()
    });
    let mut counts: BTreeMap<(usize, &'static str), u64> = BTreeMap::new();
    let mut copies: BTreeMap<(usize, u32), u64> = BTreeMap::new();
    move |direction, packet| {
        let segment = segment(packet);
        let is = |flag| segment.flags.contains(flag);
        let kind = match (is(TcpFlags::SYN), is(TcpFlags::ACK), segment.payload > 0) {
            (true, false, _) => "syn",
            (true, true, _) => "synack",
            (_, _, true) => "data",
            _ if is(TcpFlags::FIN) => "fin",
            _ => "ack",
        };
        let count = counts.entry((direction, kind)).or_default();
        let order = *count;
        *count += 1;
        let copy = copies.entry((direction, segment.seq.0)).or_default();
        let number = *copy;
        *copy += u64::from(segment.payload > 0);
        let place = |index: u64| index * u64::from(full) + 1 == u64::from(segment.seq.0);
        wanted.iter().any(|(way, what, index, which)| {
            *way == direction
                && match what.as_str() {
                    "seg" => kind == "data" && place(*index) && number == *which,
                    "fin" => is(TcpFlags::FIN) && order == *index,
                    what => kind == what && order == *index,
                }
        })
    }
}

/// The part of a segment's memory that is payload, in 256ths, for a device of the reference.
fn share(mtu: u32) -> u64 {
    match mtu {
        1280 => 136,
        9000 => 182,
        _ => 160,
    }
}

fn simulate(case: &Value, phase: u64) -> Seen {
    let flow = &case["flows"][0];
    let algorithm = match flow["cc"].as_str() {
        Some("reno") => "newreno",
        other => other.expect("a controller"),
    };
    let mtu = case["mtu"].as_u64().unwrap_or(1500) as u32;
    let memory = case["rmem"].as_u64().unwrap_or(32 << 20);
    let own = Linux { send_buffer: SendBufferSize::Bytes(64 << 20), ..Linux::default() };
    let transport = TcpConfig {
        mss: mtu - 40,
        receive_window: memory * share(mtu) / 256,
        ..TcpConfig::of(&own, algorithm)
    };
    let size = |key: &str| flow[key].as_u64().expect("a size");
    let horizon = number(&case["horizon"]);
    let application = match flow["kind"].as_str().expect("a kind") {
        "file" => Application::of(File { size: size("size") }),
        "bulk" => Application::of(Bulk { duration: Duration::from_secs_f64(horizon) }),
        "download" => Application::of(Download { size: size("resp"), request: size("req") }),
        _ => Application::of(RequestResponse {
            request: Sizes::Always(size("req")),
            response: Sizes::Always(size("resp")),
            think: Spans::Always(Duration::from_secs_f64(number(&flow["think"]))),
            count: size("count") as u32,
        }),
    };
    let link = || {
        let (rates, delays) = (steps(&case["rate"]), steps(&case["delay"]));
        let delay = |step: &(SimTime, f64)| (step.0, Duration::from_secs_f64(step.1));
        let queue = case["queue"].as_u64().expect("a queue") as usize;
        let mut link = Link::new(Some(rates[0].1 as u64), delay(&delays[0]).1, queue);
        link.steps = delays.iter().map(delay).collect();
        link.rates = rates.iter().map(|step| (step.0, step.1 as u64)).collect();
        link.overtake = case["order"] == "overtake";
        link
    };
    let random = RandomStream::new(phase, "flow");
    let ends = [NodeId(0), NodeId(1)];
    let ends =
        open_with(FlowId(0), ends[0], ends[1], SimTime::ZERO, &application, &transport, random);
    let mut world = World::new(ends, [link(), link()], Tally::default());
    let mut lost = losses(case, transport.full_payload());
    world.impair = Box::new(move |_, direction, packet| {
        vec![if lost(direction, packet) { LOST } else { Duration::ZERO }]
    });
    let closed = std::sync::Arc::new(std::sync::Mutex::new(0.0));
    let seen = std::sync::Arc::clone(&closed);
    world.witness = Box::new(move |now, end, packet| {
        if end == 0 && segment(packet).flags.contains(TcpFlags::FIN) {
            *seen.lock().expect("no panic holds it") = now.as_secs_f64();
        }
    });
    world.run(SimTime::from_secs_f64(horizon));
    let report = world.ends[0].report().merged(&world.ends[1].report());
    let tally = &world.trace;
    let (value, second) = match case["cat"].as_str().expect("a category") {
        "short" => {
            let received = report.received_at.map_or(f64::NAN, SimTime::as_secs_f64);
            (received, *closed.lock().expect("no panic holds it"))
        }
        "rr" => {
            let spans: Vec<f64> =
                tally.answers.iter().map(|(asked, at)| (*at - *asked).as_secs_f64()).collect();
            let first = tally.answers.first().map_or(f64::NAN, |(_, at)| at.as_secs_f64());
            let later = spans.iter().skip(1).sum();
            (first, if spans.len() > 1 { later } else { first })
        }
        _ => (tally.delivered as f64 * 8e-6 / horizon, 0.0),
    };
    Seen { value, second, resent: tally.resent, timeouts: tally.timeouts }
}

/// A measured quantity: its median, least and greatest.
#[derive(Clone, Copy)]
struct Measured {
    median: f64,
    least: f64,
    greatest: f64,
}

impl Measured {
    fn alone(median: f64) -> Self {
        Self { median, least: median, greatest: median }
    }

    /// Whether the median over our phases is within the kernel's range, or else the kernel's spread
    /// over its few phases is within 1.5 ms of ours.
    fn holds(&self, mut ours: Vec<f64>) -> bool {
        ours.sort_by(f64::total_cmp);
        let (median, least, greatest) = (ours[ours.len() / 2], ours[0], ours[ours.len() - 1]);
        let off = (median - self.median).abs();
        let near = off <= 0.01 * self.median || off <= 0.0015;
        near || (least - 0.0015 <= self.greatest && self.least <= greatest + 0.0015)
    }
}

struct Row {
    name: &'static str,
    value: Measured,
    second: Option<Measured>,
    resent: f64,
    timeouts: f64,
}

fn rows(table: &'static str) -> Vec<Row> {
    let header: Vec<&str> = table.lines().next().expect("a header").split(',').collect();
    let at = |name: &str| header.iter().position(|cell| *cell == name);
    let mut rows = Vec::new();
    for line in table.lines().skip(1) {
        let cells: Vec<&'static str> = line.split(',').collect();
        let get = |name: &str| at(name).map(|at| cells[at].parse::<f64>().expect("a number"));
        let spread = |median: &str, least: &str, greatest: &str| {
            let median = get(median)?;
            Some(Measured {
                median,
                least: get(least).unwrap_or(median),
                greatest: get(greatest).unwrap_or(median),
            })
        };
        let value = spread("kernel_s", "kernel_min", "kernel_max")
            .or_else(|| spread("kernel_mbps", "min", "max"))
            .or_else(|| spread("kernel_first_s", "", ""))
            .expect("a value");
        // What follows the last byte comes as early or late as that.
        let after = get("kernel_closed_s").map(|median| Measured {
            median,
            least: median - (value.median - value.least),
            greatest: median + (value.greatest - value.median),
        });
        let second = after.or_else(|| get("kernel_later_sum_s").map(Measured::alone));
        rows.push(Row {
            name: cells[0],
            value,
            second,
            resent: get("kernel_retrans").expect("retransmissions"),
            timeouts: get("kernel_rto").expect("timeouts"),
        });
    }
    rows
}

/// Cases of `table` outside the bounds. A case is within them if at least half of the clock phases
/// have the kernel's retransmissions, including those of its further runs, and its timeouts, and
/// times are the kernel's ([`Measured::holds`]). `counts` is the allowed difference of
/// retransmissions.
fn missing(table: &'static str, phases: u64, counts: fn(&Row) -> f64) -> Vec<String> {
    let cases: BTreeMap<String, Value> = CASES
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).expect("a case"))
        .map(|case| (case["name"].as_str().expect("a name").to_owned(), case))
        .collect();
    let mut missing = Vec::new();
    for row in rows(table) {
        let case = &cases[row.name];
        if case["cat"] == "ecn" {
            continue;
        }
        let runs: Vec<Seen> = (0..phases).map(|phase| simulate(case, phase)).collect();
        let further = FURTHER.iter().filter(|(name, _)| *name == row.name).map(|(_, count)| *count);
        let answers: Vec<f64> = further.chain([row.resent]).collect();
        let counts_alike = |run: &&Seen| {
            let is_near = |answer: &f64| (run.resent as f64 - answer).abs() <= counts(&row);
            answers.iter().any(is_near) && run.timeouts as f64 == row.timeouts
        };
        let near = runs.iter().filter(counts_alike).count();
        let seconds = || runs.iter().map(|run| run.second).collect();
        let holds = 2 * near >= runs.len()
            && row.value.holds(runs.iter().map(|run| run.value).collect())
            && row.second.is_none_or(|second| second.holds(seconds()));
        let mut values: Vec<f64> = runs.iter().map(|run| run.value).collect();
        values.sort_by(f64::total_cmp);
        let median = values[values.len() / 2];
        let counts: Vec<(u64, u64)> = runs.iter().map(|run| (run.resent, run.timeouts)).collect();
        let text = format!(
            "{:36} {near:2} of {phases}: kernel {:.4} ({:.4} to {:.4}), ours {median:.4} ({:.4} to \
             {:.4}) {:+.2} %; second {:?}, {:.4}; resent, timeouts {}, {}: {:?}",
            row.name,
            row.value.median,
            row.value.least,
            row.value.greatest,
            values[0],
            values[values.len() - 1],
            100.0 * (median / row.value.median - 1.0),
            row.second.map(|second| second.median),
            runs[0].second,
            row.resent,
            row.timeouts,
            counts.iter().collect::<std::collections::BTreeSet<_>>(),
        );
        println!("{text}");
        if !holds {
            missing.push(text);
        }
    }
    missing
}

/// Retransmissions of a file are the same to the segment.
#[test]
fn short_files_with_chosen_losses_go_as_with_the_kernel() {
    let missing = missing(SHORT, PHASES, |_| 0.0);
    assert!(missing.is_empty(), "{missing:#?}");
}

#[test]
fn exchanges_go_as_with_the_kernel() {
    let missing = missing(EXCHANGES, PHASES, |_| 0.0);
    assert!(missing.is_empty(), "{missing:#?}");
}

/// Retransmissions of bulk transfers vary between runs of the kernel, too: by a segment or two,
/// with BBR by the phase that it draws.
#[test]
fn bulk_goes_as_with_the_kernel() {
    let bound = |row: &Row| {
        let share = if row.name.ends_with("bbr") { 0.2 } else { 0.05 };
        (share * row.resent).max(3.0)
    };
    let missing = missing(BULK, BULK_PHASES, bound);
    assert!(missing.is_empty(), "{missing:#?}");
}

/// Without timestamps a retransmitted SYN leaves no sample. Over a path of 2.5 s the data would
/// time out twice at 1 s; the kernel waits for 3 s (`tcp_init_metrics`), and only probes.
#[test]
fn a_handshake_without_a_sample_waits_for_three_seconds() {
    let transport = TcpConfig { timestamps: false, ..TcpConfig::named("linux", "cubic") };
    let link = || Link::new(Some(20_000_000), Duration::from_millis(1_250), 1_000);
    let application = Application::of(File { size: 100_000 });
    for phase in 0..4 {
        let (ends, random) = ([NodeId(0), NodeId(1)], RandomStream::new(phase, "flow"));
        let start = SimTime::ZERO;
        let ends = open_with(FlowId(0), ends[0], ends[1], start, &application, &transport, random);
        let mut world = World::new(ends, [link(), link()], Tally::default());
        let sent = std::sync::Arc::new(std::sync::Mutex::new(0));
        let syns = std::sync::Arc::clone(&sent);
        world.witness = Box::new(move |_, _, packet| {
            let is_syn = segment(packet).flags == TcpFlags::SYN;
            *syns.lock().expect("no panic holds it") += u64::from(is_syn);
        });
        assert!(world.run(SimTime::from_secs(60)));
        let syns = *sent.lock().expect("no panic holds it");
        assert_eq!((syns, world.trace.timeouts), (3, 2), "two timeouts, both of the SYN");
    }
}
