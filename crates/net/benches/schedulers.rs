//! Benchmark: the cost of a scheduler's decision by policy and number of users, all of them
//! backlogged. Prints nanoseconds per packet (one taken out, another put in) and the number of
//! levels read per decision; run by `cargo bench -p skyseam-net`.
//!
//! A link of 50 Mbit/s with 2731 B per packet, as in Tauran 2018: 2.3 decisions per millisecond,
//! and levels that change each millisecond. Levels come from a table, so the figures exclude the
//! cost of a channel; it can be estimated from the number of levels read.

#![expect(clippy::disallowed_methods, reason = "a benchmark reads the wall clock")]

use std::hint::black_box;
use std::time::Instant;

use skyseam_base::{Duration, RandomStream, SimTime};
use skyseam_net::LinkContext;
use skyseam_net::channel::{self, ChannelConfig, Fontan, FontanEnvironment};
use skyseam_net::queue::{Ecn, PacketKey, QueuedPacket};
use skyseam_net::scheduler::{Scheduler, SchedulingPolicy, SharedLink, built_in, rates};
use skyseam_params::{Catalogue, Model, registry};

/// Number of packets waiting for each user.
const BACKLOG: u32 = 10;
const PACKET_BYTES: u32 = 2731;
const RATE_BPS: u64 = 50_000_000;
/// Decisions per measurement: few, so that some measurements are undisturbed by other processes.
const DECISIONS: u32 = 500;

/// A scheduler, and the user of each packet.
struct Beam {
    scheduler: Box<dyn Scheduler>,
    owner: Vec<u32>,
}

impl Beam {
    fn put(&mut self, user: u32, now: SimTime) {
        let key = PacketKey::from_index(self.owner.len());
        self.owner.push(user);
        let packet = QueuedPacket {
            key,
            bytes: PACKET_BYTES,
            flow: u64::from(user),
            arrived: now,
            ecn: Ecn::NotEct,
        };
        self.scheduler.enqueue(now, user, packet, &mut Vec::new());
    }
}

/// Levels of many users: one row per millisecond.
struct Levels {
    users: usize,
    rows: Vec<f64>,
}

impl Levels {
    const ROWS: usize = 512;

    /// Levels of channels in shadow: slow random walks about -6 dB with fast fading on top.
    fn new(users: usize) -> Self {
        let mut random = RandomStream::new(1, "levels of a benchmark");
        let mut shadows: Vec<f64> = (0..users).map(|_| 12.0 * (random.uniform() - 1.0)).collect();
        let mut rows = Vec::with_capacity(users * Self::ROWS);
        for _ in 0..Self::ROWS {
            for shadow in &mut shadows {
                *shadow += 2.0 * (random.uniform() - 0.5) - 0.01 * (*shadow + 6.0);
                rows.push(shadow.min(1.0) + 4.0 * (random.uniform() - 0.5));
            }
        }
        Self { users, rows }
    }

    fn at(&self, ms: u64, user: u32) -> f64 {
        self.rows[ms as usize % Self::ROWS * self.users + user as usize]
    }
}

/// Nanoseconds per packet sent, the minimum of `measurements`, and levels read per decision.
fn run(policy: &str, users: u32, measurements: u32, levels: &Levels) -> (f64, f64) {
    // FQ-CoDel's queues share one limit, so it must hold all of them; no packet is dropped because
    // of it.
    let text = format!("{policy}\nlimit = \"{} packets\"", (BACKLOG + 1) * users);
    let catalogue = Catalogue::default().with_all(built_in()).with_all(rates::forms());
    let policy: Model<dyn SchedulingPolicy> =
        registry::parse(&text, catalogue).expect("an example");
    let scheduler =
        policy.build(SharedLink { users, reference_es_n0_db: 7.0, ..SharedLink::default() });
    let mut beam = Beam { scheduler, owner: Vec::new() };
    for _ in 0..BACKLOG {
        (0..users).for_each(|user| beam.put(user, SimTime::ZERO));
    }
    let each = Duration::from_nanos(u64::from(PACKET_BYTES) * 8 * 1_000_000_000 / RATE_BPS);
    let (mut now, mut asked, mut least) = (SimTime::ZERO, 0u64, f64::INFINITY);
    let mut dropped = Vec::new();
    for _ in 0..measurements {
        beam.owner.reserve(20 * DECISIONS as usize);
        let mut out = 0u32;
        let begun = Instant::now();
        for _ in 0..DECISIONS {
            now += each;
            let ms = now.as_nanos() / 1_000_000;
            let mut level = |user: u32| {
                asked += 1;
                levels.at(ms, user)
            };
            let sent = black_box(beam.scheduler.dequeue(now, &mut level, &mut dropped));
            // Users get as many new packets as they lost, so that the backlog stays constant.
            let gone = sent.into_iter().chain(dropped.drain(..).map(|drop| drop.packet));
            for packet in gone {
                out += 1;
                beam.put(beam.owner[packet.key.index()], now);
            }
        }
        least = least.min(begun.elapsed().as_secs_f64() * 1e9 / f64::from(out));
    }
    (least, asked as f64 / f64::from(measurements * DECISIONS))
}

/// Nanoseconds for a level of the channel after Perez-Fontan, one millisecond after the previous
/// one.
fn level_of_a_channel() -> f64 {
    let config = ChannelConfig::with(Fontan {
        environment: FontanEnvironment::IntermediateTreeShadow,
        speed: 60.0 / 3.6,
        frequency: 2_200_000_000,
        elevation: 40.0,
        sample: Duration::from_millis(1),
        offset: Duration::ZERO,
    });
    let context = LinkContext::plain(1, "a user", SimTime::ZERO);
    let mut channel = channel::build(&config, &context, None);
    let measure = |ms: std::ops::Range<u64>| {
        let count = (ms.end - ms.start) as f64;
        let begun = Instant::now();
        ms.for_each(|ms| {
            black_box(channel.level_db(Duration::from_millis(ms)));
        });
        begun.elapsed().as_secs_f64() * 1e9 / count
    };
    (0..100).map(|n| 1000 * n..1000 * (n + 1)).map(measure).fold(f64::INFINITY, f64::min)
}

/// Further keys of some policies: as in textbooks, and as in the thesis if it differs.
fn variants(name: &str) -> &'static [&'static str] {
    match name {
        "drop-tail" | "round-robin" | "fq-codel" => &[""],
        "deficit-round-robin" => &["quantum = \"1500 B\"", "weights = [3, 0.5]"],
        "m-lwdf" => &["", "rates = \"tauran\"\nrule = \"tauran\""],
        "utility" => &["alpha = 2", "deadline = \"100 ms\""],
        _ => &["", "rates = \"tauran\""],
    }
}

fn main() {
    let numbers = [10, 50, 200, 1000];
    println!("a level of the channel `fontan`: {:.0} ns", level_of_a_channel());
    println!("ns per packet (levels asked for), all users backlogged");
    let head: String = numbers.iter().map(|users| format!("{users:>18}")).collect();
    println!("{:<24}{head}", "users");
    let levels = Levels::new(1000);
    for entry in built_in() {
        for (form, keys) in variants(entry.name).iter().enumerate() {
            let policy = format!("kind = \"{}\"\n{keys}", entry.name);
            let cells = numbers.iter().map(|users| {
                let (nanos, asked) = run(&policy, *users, 60, &levels);
                format!("{nanos:>10.0} {:>7}", format!("({asked:.1})"))
            });
            let cells: String = cells.collect();
            println!("{:<24}{cells}", format!("{} {}", entry.name, form + 1));
        }
    }
}
