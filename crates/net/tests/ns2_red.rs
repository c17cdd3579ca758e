//! RED compared with ns-2.35's: Poisson arrivals of 1000 B at a link of 2 Mbit/s, 2000 s.
//!
//! Method: the share of packets dropped and the mean number waiting, means of five runs each,
//! against those of ns-2 (`tests/data/red.tcl`). ns-2 spares packets that find fewer than two
//! waiting, and the first that finds the average above the threshold, which matters when few are
//! dropped: the share may be off by a tenth, the queue by 2 %.

use skyseam_base::{Duration, RandomStream, Rate, SimTime, math};
use skyseam_net::queue::{Ecn, QueueLimit, Red, RedImplementation};
use skyseam_net::{LinkConfig, LinkContext, QueueConfig, Transmitter};

/// Share of packets dropped, and mean number of packets waiting over time.
fn red(load: f64, wait: bool, seed: u64) -> (f64, f64) {
    let config = Red {
        limit: QueueLimit::Packets(59),
        min_threshold: QueueLimit::Packets(5),
        max_threshold: QueueLimit::Packets(15),
        weight: 0.02,
        max_probability: 0.1,
        gentle: true,
        wait,
        mean_packet: 1000,
        ecn: false,
        implementation: RedImplementation::FloydJacobson,
    };
    let rate = Rate::from_bps(2_000_000).unwrap();
    let config = LinkConfig::plain(rate, 0, QueueConfig::of(config));
    let context = LinkContext::plain(seed, "a -> b", SimTime::ZERO);
    let mut link = Transmitter::new(&config, &context);
    let mut stream = RandomStream::new(seed, "arrivals");
    let (mut now, mut arrivals, mut drops, mut waited) = (SimTime::ZERO, 0.0, 0.0, Duration::ZERO);
    while now < SimTime::from_secs(2000) {
        let pause_s = -math::ln(1.0 - stream.uniform()) * 0.004 / load;
        now += Duration::from_secs_f64(pause_s);
        arrivals += 1.0;
        match link.accept(now, 1000, &mut Ecn::NotEct) {
            Ok(sent) => waited += sent.start - now,
            Err(_) => drops += 1.0,
        }
    }
    (drops / arrivals, waited.as_secs_f64() / 2000.0)
}

#[test]
fn drops_and_queue_are_those_of_ns2() {
    for line in include_str!("data/red.csv").lines().skip(1) {
        let fields: Vec<&str> = line.split(',').collect();
        let number = |i: usize| fields[i].parse::<f64>().unwrap();
        let runs: Vec<(f64, f64)> =
            (1..=5).map(|seed| red(number(0), fields[1] == "true", seed)).collect();
        let mean = |of: fn(&(f64, f64)) -> f64| runs.iter().map(of).sum::<f64>() / 5.0;
        let (share, waiting) = (mean(|run| run.0), mean(|run| run.1));
        assert!((share / number(2) - 1.0).abs() < 0.1, "{line}: {share}");
        assert!((waiting / number(3) - 1.0).abs() < 0.02, "{line}: {waiting}");
    }
}
