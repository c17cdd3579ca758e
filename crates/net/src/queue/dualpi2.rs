//! DualPI2: two queues with one AQM, for L4S packets at very low delay beside classic ones (RFC
//! 9332), as in Linux's `sch_dualpi2`.
//!
//! Packets that may be L4S, by their ECN field, wait in the L queue and are marked with a
//! probability `coupling` times that of a PI controller; the others wait in the C queue and are
//! marked or dropped with its square. Not modelled: filters that choose the queue by other fields.

use std::collections::VecDeque;

use skyseam_base::{Duration, SimTime};
use skyseam_params::names::{Choice, Named, choice};
use skyseam_params::values::{ByteCount, Count, Flag, FrameSize, PositiveSpan, Probability};
use skyseam_params::{Keys, Problems, parameters, plain_number};
use skyseam_trace::DropReason;

use super::codel::Fifo;
use super::{
    Built, Discipline, Dropped, Ecn, Limit, PacketQueue, QueueContext, QueueLimit, QueuedPacket,
    RandomBits, kernel_memory,
};

plain_number! {
    /// Gain of a controller, in hertz.
    Gain from 0.0 to 1000000.0
}

parameters! {
    /// Two queues, one with a very low delay for L4S packets, whose marking probabilities are
    /// coupled. In brackets: names of RFC 9332 Appendix A or of the kernel.
    pub struct DualPi2 "dualpi2"
    from "RFC 9332 and Linux's sch_dualpi2; defaults of the kernel",
    check step {
        /// Maximum amount that may wait in both queues together (limit).
        limit: QueueLimit = QueueLimit::Packets(10_000),
        /// Memory of the kernel that waiting packets may take, with its bookkeeping (memlimit).
        memory_limit: Option<ByteCount> = None,
        /// Delay that the controller aims at in the C queue (target).
        target: PositiveSpan = Duration::from_millis(15),
        /// Time between two updates of the probability (Tupdate).
        update_interval: PositiveSpan = Duration::from_millis(16),
        /// Gain for the difference between delay and `target`, in hertz (alpha).
        alpha: Gain = 0.16,
        /// Gain for the change of the delay since the last update, in hertz (beta).
        beta: Gain = 3.2,
        /// Ratio of the marking probability of L4S packets to the controller's (k).
        coupling: Count<1, 255> = 2,
        /// Waiting time in the L queue above which each packet is marked (minTh).
        step: PositiveSpan = Duration::from_millis(1),
        /// Number of packets left in the L queue above which each packet is marked, instead of
        /// `step` (step_packets).
        step_packets: Option<Count<0, 100_000>> = None,
        /// Number of packets in the L queue that an arriving packet must find for either step to
        /// apply to it (min_qlen_step).
        step_backlog: Count<0, 100_000> = 0,
        /// Share of the bytes sent that the C queue gets while both queues wait
        /// (classic_protection).
        classic_share: Probability = 0.1,
        /// ECN fields of the packets that wait in the L queue (ecn_mask).
        low_latency: LowLatency = LowLatency::Ect1,
        /// Whether the probabilities apply when packets arrive instead of when they leave
        /// (drop_early).
        drop_early: Flag = false,
        /// Whether L4S packets are dropped as classic ones are if their probability would exceed
        /// 1; otherwise they are all marked and the limit drops (drop_overload).
        drop_on_overload: Flag = true,
        /// Size of the largest frame: up to two of them waiting, nothing is marked or dropped by
        /// probability.
        max_packet: FrameSize = 1514,
    }
}

/// ECN fields of packets that wait in the L queue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LowLatency {
    /// ECT(1) and CE.
    Ect1,
    /// All ECN-capable packets.
    AnyEct,
}

impl Named for LowLatency {
    const WHAT: &'static str = "a classifier of L4S packets";

    fn choices() -> Vec<Choice<Self>> {
        vec![
            choice(Self::Ect1, "ect1", "packets with ECT(1) or CE", "RFC 9331 Sec. 5.1"),
            choice(Self::AnyEct, "any-ect", "all ECN-capable packets", "tc-dualpi2(8), any_ect"),
        ]
    }
}

impl DualPi2 {
    fn step(&self, keys: &Keys, problems: &mut Problems<'_>) {
        if self.step_packets.is_some() && keys.has("step") {
            problems
                .add(&keys.at("step"), "`step` has no effect beside `step_packets`")
                .found("both")
                .expected("a step in time or a step in packets");
        }
    }
}

impl Discipline for DualPi2 {
    fn build(&self, context: &QueueContext<'_>) -> Built {
        Built::Holding(Box::new(DualPi2Queue::new(self, context.start(), context.random_bits())))
    }
}

/// PI controller of the delay (RFC 9332 Appendix A.1), with the kernel's integers: probabilities
/// are fractions of 2^32, gains count for each 64 ns of delay.
#[derive(Debug)]
struct Controller {
    target: i64,
    interval: u64,
    alpha: i64,
    beta: i64,
    most: u32,
    probability: u32,
    last_delay: i64,
    /// Time of the next update, ns.
    next: u64,
}

/// Number of nanoseconds of delay for which a gain counts.
const GAIN_NS: i64 = 64;

impl Controller {
    fn new(config: &DualPi2, start: SimTime) -> Self {
        // tc passes gains in 1/256 Hz.
        let gain = |hertz: f64| {
            let passed = (hertz * 256.0).round() as u64;
            (passed * u64::from(u32::MAX) / (256 / GAIN_NS as u64) / 1_000_000_000) as i64
        };
        let most = if config.drop_on_overload { u32::MAX } else { u32::MAX / config.coupling };
        let interval = config.update_interval.as_nanos();
        Self {
            target: config.target.as_nanos() as i64,
            interval,
            alpha: gain(config.alpha),
            beta: gain(config.beta),
            most,
            probability: 0,
            last_delay: 0,
            next: start.as_nanos() + interval,
        }
    }

    /// Makes all updates that are due before `now`, or also at `now`; the packets that wait have
    /// not changed since the last call, and the oldest of them arrived at `oldest`.
    fn catch_up(&mut self, now: SimTime, also_at_now: bool, oldest: Option<SimTime>) {
        let until = now.as_nanos() + u64::from(also_at_now);
        while self.next < until {
            if oldest.is_none() && self.probability == 0 && self.last_delay == 0 {
                // Updates change nothing until a packet arrives.
                let missed = (until - 1 - self.next) / self.interval + 1;
                self.next += missed * self.interval;
                return;
            }
            let delay = oldest.map_or(0, |oldest| self.next - oldest.as_nanos());
            self.update(delay as i64);
            self.next += self.interval;
        }
    }

    fn update(&mut self, delay: i64) {
        let gained = |delay: i64, gain: i64| i128::from(delay) * i128::from(gain);
        let delta =
            gained(delay - self.target, self.alpha) + gained(delay - self.last_delay, self.beta);
        self.last_delay = delay;
        // As in the kernel, 32 bits are kept of a step, and an overflow is a probability of 1 or 0.
        let step = (delta.unsigned_abs() / GAIN_NS as u128) as u32;
        let new = if delta > 0 {
            self.probability.saturating_add(step)
        } else {
            self.probability.saturating_sub(step)
        };
        self.probability = new.min(self.most);
    }
}

/// Both queues, the controller and the scheduler between them.
pub(super) struct DualPi2Queue {
    config: DualPi2,
    limit: Limit,
    controller: Controller,
    random: RandomBits,
    classic: Fifo,
    low_latency: Fifo,
    /// For each packet of the L queue, whether the step applies to it.
    steps: VecDeque<bool>,
    /// Bytes that the L queue was served beyond its share, times 100.
    credit: i64,
    memory: u64,
}

impl DualPi2Queue {
    pub(super) fn new(config: &DualPi2, start: SimTime, random: RandomBits) -> Self {
        let mut queue = Self {
            limit: config.limit.known(),
            controller: Controller::new(config, start),
            random,
            classic: Fifo::default(),
            low_latency: Fifo::default(),
            steps: VecDeque::new(),
            credit: 0,
            memory: 0,
            config: config.clone(),
        };
        queue.reset_credit();
        queue
    }

    /// Weights of the L queue and the C queue, of 100.
    fn weights(&self) -> (i64, i64) {
        let classic = (self.config.classic_share * 100.0).round() as i64;
        (100 - classic, classic)
    }

    /// Resets the credit when both queues are empty: the queue with the larger weight is first.
    fn reset_credit(&mut self) {
        let (low_latency, classic) = self.weights();
        self.credit = i64::from(self.config.max_packet) * (classic - low_latency);
    }

    fn catch_up(&mut self, now: SimTime, also_at_now: bool) {
        let heads = [self.classic.head(), self.low_latency.head()];
        let oldest = heads.into_iter().flatten().map(|head| head.arrived).min();
        self.controller.catch_up(now, also_at_now, oldest);
    }

    fn is_low_latency(&self, ecn: Ecn) -> bool {
        match self.config.low_latency {
            LowLatency::Ect1 => matches!(ecn, Ecn::Ect1 | Ecn::Ce),
            LowLatency::AnyEct => ecn.is_capable(),
        }
    }

    /// Whether chance decides for a mark or a drop with this probability.
    fn roll(&mut self, probability: u32) -> bool {
        (self.random)() >> 32 <= u64::from(probability)
    }

    /// Whether chance decides for a classic mark or drop: the square of the probability.
    fn roll_twice(&mut self, probability: u32) -> bool {
        self.roll(probability) && self.roll(probability)
    }

    /// Applies the probabilities to a packet: marks it, or returns true if it must be dropped (RFC
    /// 9332 Appendix A.2).
    fn must_drop(&mut self, packet: &mut QueuedPacket, is_low_latency: bool) -> bool {
        let waiting = self.classic.bytes() + self.low_latency.bytes();
        if waiting < 2 * u64::from(self.config.max_packet) {
            return false;
        }
        let probability = self.controller.probability;
        let coupled = u64::from(probability) * u64::from(self.config.coupling);
        let Ok(coupled) = u32::try_from(coupled) else {
            // Overload: the classic law applies to both queues, and ECN does not help.
            let drops = !is_low_latency || self.config.drop_on_overload;
            let is_dropped = drops && self.roll_twice(probability);
            if is_low_latency && !is_dropped {
                packet.ecn.mark();
            }
            return is_dropped;
        };
        let is_hit = match is_low_latency {
            true => self.roll(coupled),
            false => self.roll_twice(probability),
        };
        is_hit && !packet.ecn.mark()
    }

    /// Takes the packet of the queue whose turn it is (weighted round robin by bytes); returns also
    /// whether it is of the L queue, whether the step applies to it, and the change of the credit
    /// if it is sent.
    fn take(&mut self) -> Option<(QueuedPacket, bool, bool, i64)> {
        let (low_weight, classic_weight) = self.weights();
        let both = !self.classic.is_empty() && !self.low_latency.is_empty();
        let is_low = !self.low_latency.is_empty() && (!both || self.credit <= 0);
        let (queue, weight) = match is_low {
            true => (&mut self.low_latency, classic_weight),
            false => (&mut self.classic, -low_weight),
        };
        let packet = queue.pop()?;
        self.memory -= kernel_memory(packet.bytes);
        let has_step = is_low && self.steps.pop_front().unwrap_or_default();
        Some((packet, is_low, has_step, i64::from(both) * weight * i64::from(packet.bytes)))
    }
}

impl PacketQueue for DualPi2Queue {
    fn enqueue(&mut self, now: SimTime, mut packet: QueuedPacket, dropped: &mut Vec<Dropped>) {
        self.catch_up(now, true);
        let memory = kernel_memory(packet.bytes);
        let has_room = match self.limit {
            Limit::Packets(most) => self.len() < most as usize,
            Limit::Bytes(most) => {
                let waiting = self.classic.bytes() + self.low_latency.bytes();
                self.is_empty() || waiting + u64::from(packet.bytes) <= most
            }
        };
        if !has_room || self.config.memory_limit.is_some_and(|most| self.memory + memory > most) {
            dropped.push(Dropped { packet, reason: DropReason::QueueOverflow });
            return;
        }
        let is_low_latency = self.is_low_latency(packet.ecn);
        if self.config.drop_early && self.must_drop(&mut packet, is_low_latency) {
            dropped.push(Dropped { packet, reason: DropReason::EarlyDrop });
            return;
        }
        self.memory += memory;
        if is_low_latency {
            self.steps.push_back(self.low_latency.len() >= self.config.step_backlog as usize);
            self.low_latency.push(packet);
        } else {
            self.classic.push(packet);
        }
    }

    fn enqueue_at_idle(
        &mut self,
        now: SimTime,
        _: SimTime,
        packet: QueuedPacket,
        dropped: &mut Vec<Dropped>,
    ) {
        // The link asked in vain at the end of its last transmission.
        if self.is_empty() {
            self.reset_credit();
        }
        self.enqueue(now, packet, dropped);
    }

    fn dequeue(&mut self, now: SimTime, dropped: &mut Vec<Dropped>) -> Option<QueuedPacket> {
        self.catch_up(now, false);
        while let Some((mut packet, is_low_latency, has_step, change)) = self.take() {
            if !self.config.drop_early && self.must_drop(&mut packet, is_low_latency) {
                dropped.push(Dropped { packet, reason: DropReason::EarlyDrop });
                continue;
            }
            let is_above = match self.config.step_packets {
                Some(packets) => self.low_latency.len() > packets as usize,
                None => now - packet.arrived > self.config.step,
            };
            if has_step && is_above {
                packet.ecn.mark();
            }
            self.credit += change;
            return Some(packet);
        }
        self.reset_credit();
        None
    }

    fn len(&self) -> usize {
        self.classic.len() + self.low_latency.len()
    }
}

#[cfg(test)]
mod tests {
    use super::super::PacketKey;
    use super::*;

    /// Goal: updates that change nothing are skipped at once, and no other. Method: the same
    /// packets, with calls only when they arrive and with calls every millisecond.
    #[test]
    fn updates_catch_up_after_idle_time() {
        let config = DualPi2::default();
        let [mut seldom, mut often] = [0, 1].map(|_| Controller::new(&config, SimTime::ZERO));
        let at = |ms| SimTime::ZERO + Duration::from_millis(ms);
        for busy in [0u64, 5_000, 5_100, 40_000] {
            // A packet waits for a second, then none does.
            for ms in busy.saturating_sub(4_000)..busy {
                often.catch_up(at(ms), false, None);
            }
            for controller in [&mut seldom, &mut often] {
                controller.catch_up(at(busy), true, None);
                controller.catch_up(at(busy + 60), false, Some(at(busy)));
            }
            assert!(seldom.probability > 0);
            let state = |c: &Controller| (c.probability, c.last_delay, c.next);
            assert_eq!(state(&seldom), state(&often));
        }
    }

    /// Goal: a packet of the L queue does not wait behind the classic backlog, and both queues get
    /// their shares. Method: 100 packets wait in each queue; 90 of 100 sent are of the L queue.
    #[test]
    fn queues_get_their_shares() {
        for (low_latency, expected) in [(LowLatency::Ect1, 90), (LowLatency::AnyEct, 0)] {
            let config = DualPi2 { low_latency, ..DualPi2::default() };
            let mut queue = DualPi2Queue::new(&config, SimTime::ZERO, Box::new(|| u64::MAX));
            let mut none = Vec::new();
            for key in 0..200 {
                let ecn = if key < 100 { Ecn::Ect0 } else { Ecn::Ect1 };
                let (bytes, arrived) = (1500, SimTime::ZERO);
                let packet = QueuedPacket { key: PacketKey(key), bytes, flow: 0, arrived, ecn };
                queue.enqueue_at_idle(arrived, arrived, packet, &mut none);
            }
            let sent: Vec<_> =
                (0..100).filter_map(|_| queue.dequeue(SimTime::ZERO, &mut none)).collect();
            let last = sent.iter().filter(|packet| packet.key.0 >= 100).count();
            assert_eq!((sent.len(), last), (100, expected), "{low_latency:?}");
        }
    }
}
