//! The contract of every scheduler, tested on each member of the registry; and a test bench for
//! single policies with hand-made arrivals.

use proptest::prelude::*;
use skyseam_base::SimTime;
use skyseam_params::{Catalogue, Model, registry};

use super::rates::{self, RatesForm};
use super::{LimitRule, Scheduler, SchedulingPolicy, SharedLink, TauranRates, built_in};
use crate::queue::Limit;
use crate::queue::{Dropped, Ecn, PacketKey, QueueLimit, QueuedPacket};

/// A scheduler with a limit that is never reached, levels that tests set, and a record of events.
pub(super) struct Bench {
    pub scheduler: Box<dyn Scheduler>,
    /// Levels in dB, by user; 0 beyond the end.
    pub levels: Vec<f64>,
    pub dropped: Vec<Dropped>,
    /// User of each packet, by key.
    users: Vec<u32>,
    /// Number of levels read.
    asked: u32,
}

fn at_ms(ms: f64) -> SimTime {
    SimTime::from_nanos((ms * 1e6).round() as u64)
}

impl Bench {
    pub fn new(policy: impl SchedulingPolicy, users: u32) -> Self {
        Self::of(policy.build(SharedLink {
            users,
            reference_es_n0_db: 7.0,
            ..SharedLink::default()
        }))
    }

    pub fn of(scheduler: Box<dyn Scheduler>) -> Self {
        Self { scheduler, levels: vec![], dropped: vec![], users: vec![], asked: 0 }
    }

    /// The scheduler given by keys without its limit, with this limit.
    fn with_limit(text: &str, users: u32, limit: Limit) -> Self {
        let policy = read(text, limit);
        Self::of(policy.build(SharedLink {
            users,
            reference_es_n0_db: 7.0,
            ..SharedLink::default()
        }))
    }

    /// Enqueues a packet of 1000 B for `user` at `ms`.
    pub fn put(&mut self, user: u32, ms: f64) {
        self.put_bytes(user, ms, 1000);
    }

    pub fn put_bytes(&mut self, user: u32, ms: f64, bytes: u32) {
        let key = PacketKey::from_index(self.users.len());
        self.users.push(user);
        let packet = QueuedPacket { key, bytes, flow: 7, arrived: at_ms(ms), ecn: Ecn::NotEct };
        self.scheduler.enqueue(at_ms(ms), user, packet, &mut self.dropped);
    }

    /// User whose packet is sent at `ms`.
    pub fn next(&mut self, ms: f64) -> Option<u32> {
        self.next_packet(ms).map(|packet| self.users[packet.key.index()])
    }

    fn next_packet(&mut self, ms: f64) -> Option<QueuedPacket> {
        let Self { levels, asked, .. } = self;
        let mut level = |user: u32| {
            *asked += 1;
            levels.get(user as usize).copied().unwrap_or(0.0)
        };
        self.scheduler.dequeue(at_ms(ms), &mut level, &mut self.dropped)
    }
}

/// A limit that is never reached.
pub(super) const MANY: LimitRule = LimitRule::Each(QueueLimit::Packets(1_000_000));

/// Rates as in the thesis.
pub(super) fn tauran() -> Model<dyn RatesForm> {
    rates::model(TauranRates::default())
}

/// Further keys of some policies: as in textbooks, and as in the thesis if it differs.
fn variants(name: &str) -> &'static [&'static str] {
    match name {
        "drop-tail" | "round-robin" | "fq-codel" => &[""],
        "deficit-round-robin" => &["quantum = \"1500 B\"", "weights = [3, 0.5]"],
        "m-lwdf" => &["", "rates = \"tauran\"\nrule = \"tauran\""],
        "utility" => &["alpha = 2", "deadline = \"100 ms\""],
        "codes" => &["", "rates = \"tauran\"", "rates = \"tauran\"\ntimeout = \"0 s\""],
        _ => &["", "rates = \"tauran\""],
    }
}

fn read(text: &str, limit: Limit) -> Model<dyn SchedulingPolicy> {
    let catalogue = Catalogue::default().with_all(built_in()).with_all(rates::forms());
    let limit = match limit {
        Limit::Packets(packets) => format!("{packets} packets"),
        Limit::Bytes(bytes) => format!("{bytes} B"),
    };
    registry::parse(&format!("limit = \"{limit}\"\n{text}"), catalogue)
        .unwrap_or_else(|errors| panic!("{errors}"))
}

const NOBODY_REACHES: Limit = Limit::Packets(1_000_000);

/// Every example of every policy, as keys without its limit, and whether it serves everyone.
fn examples() -> impl Iterator<Item = (&'static str, String, bool)> {
    built_in().into_iter().flat_map(|member| {
        let name = member.name;
        variants(name).iter().map(move |keys| {
            let text = format!("kind = \"{name}\"\n{keys}");
            let policy = read(&text, NOBODY_REACHES);
            assert_eq!(policy.validate(), Ok(()), "{text}");
            (name, text, policy.serves_everyone())
        })
    })
}

#[test]
fn the_registry_is_documented() {
    for member in built_in() {
        assert!(!member.summary.is_empty() && !member.source.is_empty());
    }
}

/// Inputs of a scheduler, times in tenths of a ms.
#[derive(Clone, Copy, Debug)]
enum Step {
    Put { user: u32, bytes: u32 },
    Send,
    Pass(u32),
    Withdraw(u32),
    Level { user: u32, db: f64 },
}

fn steps(users: u32) -> impl Strategy<Value = Vec<Step>> {
    let user = 0..users;
    let strange = [f64::NEG_INFINITY, f64::INFINITY, f64::NAN, f64::MAX, -f64::MAX];
    let db = prop_oneof![4 => -40.0..5.0, 1 => prop::sample::select(strange.to_vec())];
    let step = prop_oneof![
        8 => (user.clone(), 1u32..3000).prop_map(|(user, bytes)| Step::Put { user, bytes }),
        6 => Just(Step::Send),
        3 => (0u32..2000).prop_map(Step::Pass),
        1 => user.clone().prop_map(Step::Withdraw),
        2 => (user, db).prop_map(|(user, db)| Step::Level { user, db }),
    ];
    proptest::collection::vec(step, 0..300)
}

/// Runs `steps` and then sends all packets left; returns the packets that left, in order: key, and
/// whether it was sent. Also checks that no packet leaves twice or under another key, that each
/// user's packets are sent in order of arrival, and that the link is never idle while packets wait.
fn go(policy: &str, users: u32, limit: Limit, steps: &[Step]) -> Vec<(u32, bool)> {
    let mut bench = Bench::with_limit(policy, users, limit);
    bench.levels = vec![-3.0; users as usize];
    let mut put: Vec<QueuedPacket> = Vec::new();
    let mut out: Vec<(u32, bool)> = Vec::new();
    let mut tenths = 0;
    let drain = std::iter::repeat_n(Step::Send, 400);
    for step in steps.iter().copied().chain(drain) {
        let ms = f64::from(tenths) / 10.0;
        let held = bench.scheduler.len();
        let seen = bench.dropped.len();
        let mut gone = Vec::new();
        match step {
            Step::Put { user, bytes } => {
                bench.put_bytes(user, ms, bytes);
                let key = PacketKey::from_index(put.len());
                put.push(QueuedPacket {
                    key,
                    bytes,
                    flow: 7,
                    arrived: at_ms(ms),
                    ecn: Ecn::NotEct,
                });
                let dropped = bench.dropped.len() - seen;
                assert_eq!(bench.scheduler.len(), held + 1 - dropped);
                assert!(held > 0 || dropped == 0, "an empty queue refuses a packet");
            }
            Step::Send => {
                let sent = bench.next_packet(ms);
                gone.extend(sent);
                let dropped = bench.dropped.len() - seen;
                assert_eq!(bench.scheduler.len(), held - dropped - gone.len());
                assert!(sent.is_some() || bench.scheduler.is_empty(), "idle while some wait");
            }
            Step::Pass(passed) => tenths += passed,
            Step::Withdraw(user) => {
                bench.scheduler.withdraw(user, &mut gone);
                assert_eq!(bench.scheduler.len(), held - gone.len());
                let is_its = |packet: &QueuedPacket| bench.users[packet.key.index()] == user;
                assert!(gone.iter().all(is_its), "withdrawn from another user");
            }
            Step::Level { user, db } => bench.levels[user as usize] = db,
        }
        for packet in &gone {
            assert_eq!(*packet, put[packet.key.index()], "came out as another");
        }
        let drops = bench.dropped[seen..].iter().map(|drop| (drop.packet.key.0, false));
        out.extend(drops.chain(gone.iter().map(|packet| (packet.key.0, true))));
    }
    let mut keys: Vec<u32> = out.iter().map(|(key, _)| *key).collect();
    keys.sort_unstable();
    assert!(keys.iter().copied().eq(0..put.len() as u32), "each packet comes out once: {keys:?}");
    for user in 0..users {
        let of = |(key, sent): &&(u32, bool)| *sent && bench.users[*key as usize] == user;
        let sent: Vec<u32> = out.iter().filter(of).map(|(key, _)| *key).collect();
        assert!(sent.is_sorted(), "user {user} out of order: {sent:?}");
    }
    out
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// Goal: conservation, order, work conservation, determinism. Method: random sequences of
    /// arrivals, transmissions, time, departures of users and levels, over limits in packets and
    /// bytes.
    #[test]
    fn packets_are_conserved_and_the_link_is_not_left_idle(
        (users, steps) in (1u32..9).prop_flat_map(|users| (Just(users), steps(users))),
        limit in prop_oneof![
            (1u32..20).prop_map(Limit::Packets),
            (1u64..20_000).prop_map(Limit::Bytes),
        ],
    ) {
        for (name, policy, _) in examples() {
            let out = go(&policy, users, limit, &steps);
            prop_assert_eq!(out, go(&policy, users, limit, &steps), "{}", name);
        }
    }
}

/// Goal: policies that promise it serve everyone, whatever the levels. Method: 40 users, all
/// backlogged all the time, user 3 never receiving, the others at levels that vary; 40 packets sent
/// per round of arrivals, 50 rounds.
#[test]
fn nobody_starves_where_that_is_promised() {
    for (name, policy, serves_everyone) in examples() {
        let mut bench = Bench::with_limit(&policy, 40, NOBODY_REACHES);
        let mut sent = [0u32; 40];
        for round in 0..50u32 {
            bench.levels =
                (0..40u32).map(|user| f64::from((round * 7 + user * 11) % 17) - 9.0).collect();
            bench.levels[3] = f64::NEG_INFINITY;
            let ms = f64::from(round) * 0.5;
            (0..40).for_each(|user| bench.put(user, ms));
            if round == 0 {
                (0..40).for_each(|user| bench.put(user, ms));
            }
            for _ in 0..40 {
                sent[bench.next(ms).unwrap() as usize] += 1;
            }
        }
        assert_eq!(sent.iter().sum::<u32>(), 2000, "{name}");
        if serves_everyone {
            assert!(sent.iter().all(|sent| *sent >= 20), "{name}: {sent:?}");
        }
    }
}

/// A single user whose channel is never good: no other user competes, so its packets are sent,
/// whether or not they are received, and its level is not read.
#[test]
fn a_user_alone_is_served_whatever_its_level() {
    for (name, policy, _) in examples() {
        let mut bench = Bench::with_limit(&policy, 3, NOBODY_REACHES);
        bench.levels = vec![f64::NEG_INFINITY; 3];
        bench.put(2, 0.0);
        assert_eq!(bench.next(0.0), Some(2), "{name}");
        assert_eq!(bench.asked, 0, "{name}");
        // All at minus infinity: the packet that arrived first.
        [1, 0, 2].into_iter().for_each(|user| bench.put(user, 1.0));
        let mut users: Vec<u32> = (0..3).filter_map(|_| bench.next(1.0)).collect();
        users.sort_unstable();
        assert_eq!(users, [0, 1, 2], "{name}");
    }
}

/// No users: no packet can enter, none leaves.
#[test]
fn a_link_without_users_is_idle() {
    for (name, policy, _) in examples() {
        let mut bench = Bench::with_limit(&policy, 0, NOBODY_REACHES);
        assert_eq!((bench.next(0.0), bench.scheduler.len()), (None, 0), "{name}");
    }
}

/// 10,000 users with 2 packets each: all of them are served, every packet leaves.
#[test]
fn ten_thousand_users_are_served() {
    let users = 10_000;
    for (name, policy, _) in examples() {
        let mut bench = Bench::with_limit(&policy, users, NOBODY_REACHES);
        let of = |user: u32| f64::from(user * 7 % 40) - 35.0;
        bench.levels = (0..users).map(of).collect();
        (0..users).for_each(|user| bench.put(user, 0.0));
        // Some of them, since deciding over all users takes time.
        let mut sent = vec![false; users as usize];
        for _ in 0..200 {
            let user = bench.next(0.0).unwrap();
            assert!(!std::mem::replace(&mut sent[user as usize], true), "{name}: {user}");
        }
        let mut left = Vec::new();
        (0..users).for_each(|user| bench.scheduler.withdraw(user, &mut left));
        assert_eq!((left.len(), bench.scheduler.len()), (9800, 0), "{name}");
    }
}

#[test]
fn a_user_that_is_not_there_is_refused() {
    for (name, policy, _) in examples() {
        let refused =
            std::panic::catch_unwind(|| Bench::with_limit(&policy, 2, NOBODY_REACHES).put(2, 0.0));
        assert!(refused.is_err(), "{name}");
    }
}

/// A level of NaN counts as minus infinity, an infinite one as the highest level: the same packets
/// are sent as with those levels, whatever the policy.
#[test]
fn levels_that_are_none_have_a_meaning() {
    let order = |policy: &str, strange: f64| {
        let mut bench = Bench::with_limit(policy, 4, NOBODY_REACHES);
        bench.levels = vec![-3.0, strange, -9.0, strange];
        (0..40u32).for_each(|n| bench.put(n * 7 % 4, f64::from(n)));
        (0..41u32).map(|n| bench.next(f64::from(50 + n))).collect::<Vec<_>>()
    };
    for (name, policy, _) in examples() {
        let [nothing, none, most, endless] =
            [f64::NEG_INFINITY, f64::NAN, 300.0, f64::INFINITY].map(|db| order(&policy, db));
        assert_eq!(none, nothing, "{name}");
        assert_eq!(endless, most, "{name}");
        assert!(nothing.iter().flatten().count() <= 40 && nothing[40].is_none(), "{name}");
    }
}
