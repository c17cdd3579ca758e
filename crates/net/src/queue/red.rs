//! Random early detection, RED, as in Linux's `sch_red` or in the paper (S. Floyd and V. Jacobson,
//! IEEE/ACM Trans. Networking 1(4), 1993, Fig. 2), with the gentle slope above the upper threshold
//! (S. Floyd, 2000).
//!
//! ns-2.35 differs from the paper in two points, neither of which is modelled: it drops early only
//! if more than one packet waits, and never the first packet that finds the average above the lower
//! threshold.

use skyseam_base::{Duration, Rate, SimTime, math};
use skyseam_packet::Ecn;
use skyseam_params::names::{Choice, Named, choice};
use skyseam_params::values::{Flag, FrameSize, Probability};
use skyseam_params::{Keys, Problems, parameters};
use skyseam_trace::DropReason;

use super::Limit;
use super::{Backlog, Built, Discipline, DropPolicy, QueueContext, QueueLimit};

parameters! {
    /// Random early detection: drops arriving packets with a probability that rises with the
    /// average queue. In brackets: names in ns-2.35.
    pub struct Red "red"
    from "Linux's sch_red, or Floyd and Jacobson 1993, IEEE/ACM Trans. Networking 1(4), 397",
    check thresholds {
        /// Maximum amount that may wait (limit_).
        limit: QueueLimit,
        /// Average queue below which nothing is dropped (thresh_). In bytes, averages are of bytes,
        /// and the paper's form spares small packets (queue_in_bytes_, bytes_).
        min_threshold: QueueLimit,
        /// Average queue at which `max_probability` is reached (maxthresh_).
        max_threshold: QueueLimit,
        /// Weight of a new sample in the average (q_weight_).
        weight: Probability = 0.002,
        /// Probability at `max_threshold` (1 / linterm_).
        max_probability: Probability = 0.1,
        /// Whether the probability rises from there to 1 at twice the threshold, instead of at once
        /// (gentle_).
        gentle: Flag = false,
        /// Whether drops are between 1/p and 2/p packets apart, as in ns-2, instead of between 1
        /// and 1/p (wait_).
        wait: Flag = false,
        /// Typical length of a packet with framing, which converts idle time into packets
        /// (mean_pktsize_).
        mean_packet: FrameSize = 500,
        /// Whether ECN-capable packets are marked instead of dropped early (setbit_).
        ecn: Flag = false,
        /// Algorithm that chooses the packets to drop.
        implementation: RedImplementation = RedImplementation::Linux,
    }
}

/// Implementation that RED follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RedImplementation {
    /// The kernel's implementation.
    Linux,
    /// The algorithm of the paper's Fig. 2.
    FloydJacobson,
}

impl Named for RedImplementation {
    const WHAT: &'static str = "an implementation of RED";

    fn choices() -> Vec<Choice<Self>> {
        vec![
            choice(
                Self::Linux,
                "linux",
                "drops are 1 to 1/p packets apart whatever their sizes; the first packet that \
                 finds the average above `min_threshold` is spared",
                "Linux 6.12, include/net/red.h",
            ),
            choice(
                Self::FloydJacobson,
                "floyd-jacobson",
                "drops are 1 to 1/p - 1 packets apart, in bytes in proportion to sizes",
                "Floyd and Jacobson 1993, Fig. 2",
            ),
        ]
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
        let mut stream = context.stream();
        Built::AtArrival(Box::new(RedQueue::new(self, context.rate, move || stream.uniform())))
    }
}

/// Decay of the kernel's average in idle time (`red_calc_qavg_from_idle_time`).
///
/// A table of integer shifts per cell of 2^n us halves it, which tc(8) computes
/// (`tc_red_eval_idle_damping`); before the first halving it falls linearly, to half at least. Both
/// differ much from the paper's power if the idle time is short.
#[derive(Debug)]
struct IdleTable {
    cell_us: f64,
    halvings_per_us: f64,
}

impl IdleTable {
    fn new(weight: f64, packet_us: f64) -> Self {
        let halvings_per_us = -math::ln(1.0 - weight) / packet_us;
        let mut cell_us = 1.0;
        // The longest time that is told apart in the 256 cells is 31 halvings or more.
        while weight > 0.0 && 31.0 / halvings_per_us / cell_us >= 512.0 {
            cell_us *= 2.0;
        }
        Self { cell_us, halvings_per_us }
    }

    /// Idle time in cells, and number of halvings in it.
    fn cells_and_halvings(&self, idle: Duration) -> (f64, f64) {
        let cells = (idle.as_nanos() / 1000) as f64 / self.cell_us;
        let halvings = match cells.floor() {
            cell if cell >= 255.0 => 31.0,
            cell => (cell * self.cell_us * self.halvings_per_us).floor().min(31.0),
        };
        (cells, halvings)
    }

    /// Rest of a whole number after an idle time, in the kernel's integers.
    fn whole_after(&self, idle: Duration, whole: f64) -> f64 {
        let (cells, halvings) = self.cells_and_halvings(idle);
        if halvings > 0.0 {
            return (whole * math::powi(0.5, halvings as i32)).floor();
        }
        let (fallen, half) = ((whole * cells).floor(), (whole / 2.0).floor());
        if fallen < half { whole - fallen } else { half }
    }

    /// Share of the average that is left after an idle time.
    fn left_after(&self, idle: Duration) -> f64 {
        let (cells, halvings) = self.cells_and_halvings(idle);
        if halvings > 0.0 { math::powi(0.5, halvings as i32) } else { 1.0 - cells.min(0.5) }
    }
}

/// Range of the kernel's random numbers.
const TWO_TO_32: f64 = 4_294_967_296.0;

/// Whether a weight is 1/2, 1/4, .., as the kernel's are.
fn is_power_of_two(weight: f64) -> bool {
    let inverse = 1.0 / weight;
    inverse > 1.0
        && inverse <= TWO_TO_32
        && inverse.fract() == 0.0
        && (inverse as u64).is_power_of_two()
}

/// State of the algorithm.
pub(super) struct RedQueue<D> {
    config: Red,
    limit: Limit,
    in_bytes: bool,
    /// Whether the kernel's integers apply: its averages are in bytes, its weights powers of two.
    in_integers: bool,
    min: f64,
    max: f64,
    /// Number of packets of mean size that the link could send per second.
    packets_per_s: f64,
    idle: IdleTable,
    average: f64,
    /// Number of packets, or their equivalent in mean size, since the last drop; -1 while the
    /// average is low.
    count: f64,
    /// Random number that decides about the next drop; the kernel's form draws it in advance.
    random: f64,
    /// Source of uniform random numbers.
    draw: D,
}

impl<D: FnMut() -> f64 + Send> RedQueue<D> {
    pub(super) fn new(config: &Red, rate: Rate, draw: D) -> Self {
        let threshold = |limit| match limit {
            Limit::Packets(packets) => f64::from(packets),
            Limit::Bytes(bytes) => bytes as f64,
        };
        let in_bytes = matches!(config.min_threshold.known(), Limit::Bytes(_));
        let is_linux = config.implementation == RedImplementation::Linux;
        let mean_bits = 8.0 * f64::from(config.mean_packet);
        Self {
            in_bytes,
            in_integers: in_bytes && is_linux && is_power_of_two(config.weight),
            min: threshold(config.min_threshold.known()),
            max: threshold(config.max_threshold.known()),
            limit: config.limit.known(),
            packets_per_s: rate.as_bps() as f64 / mean_bits,
            idle: IdleTable::new(config.weight, 1e6 * mean_bits / rate.as_bps() as f64),
            average: 0.0,
            count: -1.0,
            random: 0.0,
            draw,
            config: config.clone(),
        }
    }

    /// Updates the average for a packet that finds `waiting` at `now`.
    fn estimate(&mut self, now: SimTime, waiting: Backlog) {
        let weight = self.config.weight;
        if self.in_integers {
            // The kernel keeps the average over the weight, a whole number (`red_calc_qavg`).
            let kept = self.average / weight;
            let kept = match waiting.idle_since {
                Some(since) => self.idle.whole_after(now.saturating_since(since), kept),
                None => kept + waiting.bytes as f64 - self.average.floor(),
            };
            self.average = kept * weight;
            return;
        }
        match waiting.idle_since {
            Some(since) => {
                let idle = now.saturating_since(since);
                self.average *= match self.config.implementation {
                    RedImplementation::Linux => self.idle.left_after(idle),
                    // As if that many packets had found the queue empty.
                    RedImplementation::FloydJacobson => {
                        math::powf(1.0 - weight, idle.as_secs_f64() * self.packets_per_s)
                    }
                };
            }
            None => {
                let found =
                    if self.in_bytes { waiting.bytes as f64 } else { f64::from(waiting.packets) };
                self.average += weight * (found - self.average);
            }
        }
    }

    /// Drop probability from the average queue length alone: p_b in the paper, with the gentle
    /// slope.
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

    /// Whether to drop a packet of this size.
    fn drops(&mut self, bytes: u32) -> bool {
        let base = self.base_probability();
        let is_below = if self.in_integers { self.average < self.min } else { base == 0.0 };
        if is_below {
            self.count = -1.0;
            return false;
        }
        match self.config.implementation {
            RedImplementation::Linux => self.drops_as_linux(base),
            RedImplementation::FloydJacobson => self.drops_as_paper(base, bytes),
        }
    }

    /// Decides like `red_action`: a drop once `count * base` exceeds a number drawn at the last
    /// one.
    fn drops_as_linux(&mut self, base: f64) -> bool {
        if base >= 1.0 {
            self.count = -1.0;
            return true;
        }
        self.count += 1.0;
        let least = if self.config.wait { 1.0 } else { 0.0 };
        let is_due = if self.in_integers && self.average < self.max {
            // `red_mark_probability` against `red_random`.
            let step = (self.config.max_probability * TWO_TO_32).floor() / (self.max - self.min);
            let drawn = ((least + self.random) * TWO_TO_32).floor() / step.floor().max(1.0);
            (self.average - self.min).floor() * self.count >= drawn.floor()
        } else {
            self.count * base >= least + self.random
        };
        let is_dropped = self.count > 0.0 && is_due;
        if is_dropped {
            self.count = 0.0;
        }
        if self.count == 0.0 {
            self.random = (self.draw)();
        }
        is_dropped
    }

    fn drops_as_paper(&mut self, base: f64, bytes: u32) -> bool {
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
        let is_dropped = (self.draw)() < probability;
        if is_dropped {
            self.count = 0.0;
        }
        is_dropped
    }
}

impl<D: FnMut() -> f64 + Send> DropPolicy for RedQueue<D> {
    fn admit(
        &mut self,
        now: SimTime,
        waiting: Backlog,
        bytes: u32,
        mut ecn: Ecn,
    ) -> Result<Ecn, DropReason> {
        self.estimate(now, waiting);
        if self.drops(bytes) && !(self.config.ecn && ecn.mark()) {
            Err(DropReason::EarlyDrop)
        } else if waiting.idle_since.is_some() || waiting.leaves_room(self.limit, bytes) {
            Ok(ecn)
        } else {
            Err(DropReason::QueueOverflow)
        }
    }
}

#[cfg(test)]
mod tests {
    use skyseam_base::RandomStream;

    use super::*;

    fn red(change: impl Fn(&mut Red)) -> RedQueue<impl FnMut() -> f64 + Send> {
        let mut stream = RandomStream::new(1, "test");
        let mut config = Red {
            limit: QueueLimit::Packets(60),
            min_threshold: QueueLimit::Packets(5),
            max_threshold: QueueLimit::Packets(15),
            weight: 0.002,
            max_probability: 0.1,
            gentle: true,
            wait: false,
            mean_packet: 500,
            ecn: false,
            implementation: RedImplementation::FloydJacobson,
        };
        change(&mut config);
        RedQueue::new(&config, Rate::from_bps(4_000_000).unwrap(), move || stream.uniform())
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
    /// uniform from 1 to 19 packets (the paper raises the count before it is used: 1/20 / (1 -
    /// 1/20) at first), in the kernel from 1 to 20, or with `wait` from 20 to 39 and 40. Method:
    /// frequencies of 20,000 gaps by chi-square, 99.9 %.
    #[test]
    fn gaps_between_drops_are_even() {
        use RedImplementation::{FloydJacobson, Linux};
        // 18, 19 and 20 degrees of freedom.
        for (implementation, wait, least, most, bound) in [
            (FloydJacobson, false, 1, 19, 42.3),
            (FloydJacobson, true, 20, 39, 43.8),
            (Linux, false, 1, 20, 43.8),
            (Linux, true, 21, 40, 43.8),
        ] {
            let mut queue = red(|config| {
                config.implementation = implementation;
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
            assert_eq!(inside, 20_000, "{implementation:?}, wait {wait}: {gaps:?}");
            let expected = 20_000.0 / (most - least + 1) as f64;
            let square = |found: &u32| math::powi(f64::from(*found) - expected, 2) / expected;
            let chi: f64 = gaps[least..=most].iter().map(square).sum();
            assert!(chi < bound, "{implementation:?}, wait {wait}: {chi}, {gaps:?}");
        }
    }

    /// The kernel spares the first packet that finds the average above the threshold, even if the
    /// next one is sure to be dropped, and drops each one above the upper threshold.
    #[test]
    fn the_kernel_spares_the_first_packet_of_an_excursion() {
        let mut queue = red(|config| {
            config.implementation = RedImplementation::Linux;
            config.max_probability = 1.0;
        });
        for _ in 0..50 {
            queue.average = 4.0;
            assert!(!queue.drops(1500));
            queue.average = 14.999_999;
            assert_eq!([queue.drops(1500), queue.drops(1500)], [false, true]);
        }
        queue.config.gentle = false;
        queue.average = 15.0;
        assert!((0..10).all(|_| queue.drops(40)));
    }

    /// The average of a queue of constant length approaches it as 1 - (1 - w)^n. An idle time
    /// counts as the packets of mean size that could have been sent: 4 Mbit/s, 500 B, so 1000 a
    /// second.
    #[test]
    fn the_average_forgets_in_idle_time() {
        let mut queue = red(|_| ());
        let busy = Backlog { packets: 12, bytes: 18_000, idle_since: None };
        (0..500).for_each(|_| queue.estimate(SimTime::ZERO, busy));
        let risen = 12.0 * (1.0 - math::powi(0.998, 500));
        assert!((queue.average - risen).abs() < 1e-9, "{}", queue.average);
        let idle = Backlog { packets: 0, bytes: 0, idle_since: Some(SimTime::from_secs(3)) };
        queue.estimate(SimTime::from_nanos(3_250_000_000), idle);
        let fallen = risen * math::powi(0.998, 250);
        assert!((queue.average - fallen).abs() < 1e-9, "{}", queue.average);
    }

    /// 4 Mbit/s and 500 B are 1000 us a packet, so a weight of .002 makes cells of 2^15 us, after
    /// which the kernel halves the average each 499.5 ms; within the first 16 ms it falls linearly.
    #[test]
    fn the_kernels_average_falls_faster_in_idle_time() {
        let queue = red(|config| config.implementation = RedImplementation::Linux);
        for (idle_ms, left) in
            [(0, 1.0), (8, 1.0 - 8.0 / 32.768), (20, 0.5), (500, 0.5), (600, 0.5), (1050, 0.25)]
        {
            let found = queue.idle.left_after(Duration::from_millis(idle_ms));
            assert!((found - left).abs() < 1e-9, "{idle_ms} ms: {found}");
        }
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
