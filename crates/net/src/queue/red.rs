//! Random early detection (S. Floyd and V. Jacobson, IEEE/ACM Trans. Networking 1(4), 1993), with
//! the gentle slope above the upper threshold (S. Floyd, 2000).
//!
//! By the paper's Fig. 2. ns-2.35 differs in two points, neither of which is modelled: it drops
//! early only if more than one packet waits, and never the first packet that finds the average
//! above the lower threshold. No ECN: packets that the paper would mark are dropped.

use skyseam_base::{RandomStream, Rate, SimTime, math};
use skyseam_params::values::{Flag, FrameSize, Probability};
use skyseam_params::{Keys, Problems, parameters};
use skyseam_trace::DropReason;

use super::Limit;
use super::{Built, Discipline, Queue, QueueContext, QueueLimit, Waiting};

parameters! {
    /// Random early detection: drops arriving packets with a probability that rises with the
    /// average queue. In brackets: names in ns-2.35.
    pub struct Red "red"
    from "Floyd and Jacobson 1993, IEEE/ACM Trans. Networking 1(4), 397; ns-2.35's Queue/RED",
    check thresholds {
        /// What may wait at all (limit_).
        limit: QueueLimit,
        /// Average queue below which nothing is dropped (thresh_). In bytes, averages are of bytes
        /// and small packets are spared (queue_in_bytes_, bytes_).
        min_threshold: QueueLimit,
        /// Average queue at which `max_probability` is reached (maxthresh_).
        max_threshold: QueueLimit,
        /// Weight of a new sample in the average (q_weight_).
        weight: Probability = 0.002,
        /// Probability at `max_threshold` (1 / linterm_).
        max_probability: Probability = 0.1,
        /// Whether the probability rises from there to 1 at twice the threshold, instead of at once
        /// (gentle_).
        gentle: Flag = true,
        /// Whether drops are between 1/p and 2/p packets apart, as ns-2 has it, instead of between
        /// 1 and 1/p, as the paper has it (wait_).
        wait: Flag = false,
        /// Usual length of a packet with framing: how much idle time weighs (mean_pktsize_).
        mean_packet: FrameSize = 500,
    }
}

impl Red {
    fn thresholds(&self, keys: &Keys, problems: &mut Problems<'_>) {
        let place = keys.at("max_threshold");
        let (low, high) = match (self.min_threshold.known(), self.max_threshold.known()) {
            (Limit::Packets(min), Limit::Packets(max)) => (u64::from(min), u64::from(max)),
            (Limit::Bytes(min), Limit::Bytes(max)) => (min, max),
            _ => {
                problems
                    .add(&place, "the thresholds of a queue have different units")
                    .expected("both in packets, or both in bytes or BDP");
                return;
            }
        };
        if high <= low {
            problems
                .add(&place, "`max_threshold` is not above `min_threshold`")
                .found(format!("{high}, not above {low}"))
                .expected("an average above that at which drops begin");
        }
    }
}

impl Discipline for Red {
    fn build(&self, context: &QueueContext<'_>) -> Built {
        Built::AtArrival(Box::new(RedQueue::new(self, context.link.rate, context.stream())))
    }
}

/// The state of the paper's algorithm.
#[derive(Debug)]
struct RedQueue {
    config: Red,
    limit: Limit,
    in_bytes: bool,
    min: f64,
    max: f64,
    /// Packets of mean size that the link could send per second.
    packets_per_s: f64,
    average: f64,
    /// Packets, or their equivalent in mean size, since the last drop; -1 while the average is low.
    count: f64,
    stream: RandomStream,
}

impl RedQueue {
    fn new(config: &Red, rate: Rate, stream: RandomStream) -> Self {
        let threshold = |limit| match limit {
            Limit::Packets(packets) => f64::from(packets),
            Limit::Bytes(bytes) => bytes as f64,
        };
        let mean_bits = 8.0 * f64::from(config.mean_packet);
        Self {
            in_bytes: matches!(config.min_threshold.known(), Limit::Bytes(_)),
            min: threshold(config.min_threshold.known()),
            max: threshold(config.max_threshold.known()),
            limit: config.limit.known(),
            packets_per_s: rate.as_bps() as f64 / mean_bits,
            average: 0.0,
            count: -1.0,
            stream,
            config: config.clone(),
        }
    }

    /// Updates the average for a packet that finds `waiting` at `now`.
    fn estimate(&mut self, now: SimTime, waiting: Waiting) {
        let weight = self.config.weight;
        match waiting.idle_since {
            // As if that many packets had found the queue empty.
            Some(since) => {
                let idle_s = now.saturating_since(since).as_secs_f64();
                self.average *= math::powf(1.0 - weight, idle_s * self.packets_per_s);
            }
            None => {
                let found =
                    if self.in_bytes { waiting.bytes as f64 } else { f64::from(waiting.packets) };
                self.average += weight * (found - self.average);
            }
        }
    }

    /// The probability of the average alone: the paper's p_b, with the gentle slope.
    fn base_probability(&self) -> f64 {
        let (average, max_p) = (self.average, self.config.max_probability);
        if average < self.min {
            0.0
        } else if average < self.max {
            max_p * (average - self.min) / (self.max - self.min)
        } else if self.config.gentle && average < 2.0 * self.max {
            max_p + (1.0 - max_p) * (average - self.max) / self.max
        } else {
            1.0
        }
    }

    /// Whether to drop the packet.
    fn drops(&mut self, bytes: u32) -> bool {
        let base = self.base_probability();
        if base == 0.0 {
            self.count = -1.0;
            return false;
        }
        let share =
            if self.in_bytes { f64::from(bytes) / f64::from(self.config.mean_packet) } else { 1.0 };
        self.count += share;
        let spread = self.count * base;
        // Spreads drops evenly instead of in clusters (paper, Sec. 7).
        let probability = match self.config.wait {
            _ if base >= 1.0 => 1.0,
            false if spread < 1.0 => share * base / (1.0 - spread),
            true if spread < 1.0 => 0.0,
            true if spread < 2.0 => share * base / (2.0 - spread),
            _ => 1.0,
        };
        let is_dropped = self.stream.uniform() < probability;
        if is_dropped {
            self.count = 0.0;
        }
        is_dropped
    }
}

impl Queue for RedQueue {
    fn admit(&mut self, now: SimTime, waiting: Waiting, bytes: u32) -> Result<(), DropReason> {
        self.estimate(now, waiting);
        if self.drops(bytes) {
            Err(DropReason::EarlyDrop)
        } else if waiting.idle_since.is_some() || waiting.leaves_room(self.limit, bytes) {
            Ok(())
        } else {
            Err(DropReason::QueueOverflow)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn red(change: impl Fn(&mut Red)) -> RedQueue {
        let mut config = Red {
            limit: QueueLimit::Packets(60),
            min_threshold: QueueLimit::Packets(5),
            max_threshold: QueueLimit::Packets(15),
            weight: 0.002,
            max_probability: 0.1,
            gentle: true,
            wait: false,
            mean_packet: 500,
        };
        change(&mut config);
        RedQueue::new(&config, Rate::from_bps(4_000_000).unwrap(), RandomStream::new(1, "test"))
    }

    /// Floyd and Jacobson, Sec. 7, and the gentle slope, value by value.
    #[test]
    fn the_probability_follows_the_average() {
        let mut queue = red(|_| ());
        let mut at = |average| {
            queue.average = average;
            queue.base_probability()
        };
        let expected = [(4.999, 0.0), (5.0, 0.0), (10.0, 0.05), (15.0, 0.1), (22.5, 0.55)];
        for (average, probability) in expected {
            assert!((at(average) - probability).abs() < 1e-12, "{average}: {}", at(average));
        }
        assert_eq!(at(30.0), 1.0);
        let mut steep = red(|config| config.gentle = false);
        steep.average = 15.0;
        assert_eq!(steep.base_probability(), 1.0);
    }

    /// Goal: with the average held at 10 the probability is 1/20, and gaps between drops are
    /// uniform from 1 to 19 packets (the count is raised before it is used: 1/20 / (1 - 1/20) at
    /// first), or with `wait` from 20 to 39. Method: frequencies of 20,000 gaps by chi-square, 99.9
    /// %.
    #[test]
    fn gaps_between_drops_are_even() {
        // 18 and 19 degrees of freedom.
        for (wait, least, most, bound) in [(false, 1, 19, 42.3), (true, 20, 39, 43.8)] {
            let mut queue = red(|config| {
                config.wait = wait;
                config.weight = 0.0;
            });
            queue.average = 10.0;
            let (mut gap, mut gaps) = (0, vec![0u32; 64]);
            let mut drops = 0;
            while drops <= 20_000 {
                gap += 1;
                if queue.drops(1500) {
                    // Before the first drop the count began elsewhere.
                    gaps[gap] += u32::from(drops > 0);
                    drops += 1;
                    gap = 0;
                }
            }
            let inside: u32 = gaps[least..=most].iter().sum();
            assert_eq!(inside, 20_000, "wait {wait}: {gaps:?}");
            let expected = 20_000.0 / (most - least + 1) as f64;
            let square = |found: &u32| math::powi(f64::from(*found) - expected, 2) / expected;
            let chi: f64 = gaps[least..=most].iter().map(square).sum();
            assert!(chi < bound, "wait {wait}: {chi}, {gaps:?}");
        }
    }

    /// The average of a queue of constant length approaches it as 1 - (1 - w)^n. An idle time
    /// counts as the packets of mean size that could have been sent: 4 Mbit/s, 500 B, so 1000 a
    /// second.
    #[test]
    fn the_average_forgets_in_idle_time() {
        let mut queue = red(|_| ());
        let busy = Waiting { packets: 12, bytes: 18_000, idle_since: None };
        (0..500).for_each(|_| queue.estimate(SimTime::ZERO, busy));
        let risen = 12.0 * (1.0 - math::powi(0.998, 500));
        assert!((queue.average - risen).abs() < 1e-9, "{}", queue.average);
        let idle = Waiting { packets: 0, bytes: 0, idle_since: Some(SimTime::from_secs(3)) };
        queue.estimate(SimTime::from_nanos(3_250_000_000), idle);
        let fallen = risen * math::powi(0.998, 250);
        assert!((queue.average - fallen).abs() < 1e-9, "{}", queue.average);
    }

    /// In bytes a packet is dropped with a probability proportional to its size.
    #[test]
    fn in_bytes_small_packets_are_spared() {
        let mut queue = red(|config| {
            config.min_threshold = QueueLimit::Bytes(5_000);
            config.max_threshold = QueueLimit::Bytes(15_000);
            config.mean_packet = 1000;
            config.weight = 0.0;
        });
        queue.average = 6_000.0;
        let (mut small, mut large) = (0, 0);
        for _ in 0..400_000 {
            small += u32::from(queue.drops(50));
            large += u32::from(queue.drops(1000));
        }
        let ratio = f64::from(large) / f64::from(small);
        assert!((15.0..27.0).contains(&ratio), "{large} of 1000 B, {small} of 50 B");
    }
}
