//! Schedulers written outside the crate: the beginning of docs/howto/own-scheduler.md, which quotes
//! some of this verbatim, as tests/test_docs.py checks.

use skyseam_base::{Duration, SimTime};
use skyseam_net::config::Limit;
use skyseam_net::queue::{Dropped, Ecn, PacketKey, QueuedPacket};
use skyseam_net::scheduler::by_metric::{ByMetric, Candidate, UserRanking};
use skyseam_net::scheduler::users::UserQueues;
use skyseam_net::scheduler::{LevelOf, RatesConfig, Scheduler};

/// Serves the user with the best reception.
struct HighestRate;

impl UserRanking for HighestRate {
    fn score(&self, candidate: Candidate) -> f64 {
        candidate.rate
    }
}

/// Serves the user with the most waiting bytes.
struct LongestQueue {
    queues: UserQueues,
}

impl Scheduler for LongestQueue {
    fn enqueue(&mut self, _: SimTime, user: u32, packet: QueuedPacket, dropped: &mut Vec<Dropped>) {
        self.queues.enqueue(user, packet, dropped);
    }

    fn dequeue(
        &mut self,
        _: SimTime,
        _: &mut LevelOf<'_>,
        _: &mut Vec<Dropped>,
    ) -> Option<QueuedPacket> {
        let mut longest: Option<(u64, u32)> = None;
        self.queues.backlogged().for_each(|user| {
            let bytes = self.queues.queue(user).bytes();
            if longest.is_none_or(|(most, _)| bytes > most) {
                longest = Some((bytes, user));
            }
        });
        let (_, user) = longest?;
        self.queues.pop(user)
    }

    fn withdraw(&mut self, user: u32, out: &mut Vec<QueuedPacket>) {
        self.queues.withdraw(user, out);
    }

    fn len(&self) -> usize {
        self.queues.len()
    }
}

/// Enqueues a packet of each size for each user, and dequeues all: returns their users.
fn order(scheduler: &mut dyn Scheduler, sizes: &[(u32, u32)], levels: &[f64]) -> Vec<u32> {
    let mut dropped = Vec::new();
    for (key, (user, bytes)) in (0..).zip(sizes) {
        let packet = QueuedPacket {
            key: PacketKey(key),
            bytes: *bytes,
            flow: 0,
            arrived: SimTime::ZERO,
            ecn: Ecn::NotEct,
        };
        scheduler.enqueue(SimTime::ZERO, *user, packet, &mut dropped);
    }
    let now = SimTime::ZERO + Duration::from_millis(1);
    let mut level = |user: u32| levels[user as usize];
    let sent = std::iter::from_fn(|| scheduler.dequeue(now, &mut level, &mut dropped));
    let users = sent.map(|packet| sizes[packet.key.index()].0).collect();
    assert!(dropped.is_empty() && scheduler.is_empty());
    users
}

#[test]
fn the_best_receiver_goes_first() {
    let rates = RatesConfig::textbook(7.0);
    let mut scheduler = ByMetric::new(HighestRate, &rates, 3, Limit::Packets(10));
    let sizes = [(0, 500), (0, 500), (1, 500), (2, 500), (2, 500)];
    assert_eq!(order(&mut scheduler, &sizes, &[-8.0, -20.0, -1.0]), [2, 2, 0, 0, 1]);
}

#[test]
fn the_longest_queue_goes_first() {
    let mut scheduler = LongestQueue { queues: UserQueues::new(3, Limit::Packets(10)) };
    let sizes = [(0, 500), (0, 400), (1, 1500), (2, 300), (2, 300)];
    assert_eq!(order(&mut scheduler, &sizes, &[]), [1, 0, 2, 0, 2]);
}
