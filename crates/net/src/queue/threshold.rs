//! Marking above a threshold: a step, as for DCTCP (RFC 8257 Sec. 3.1), or a ramp, as in queues of
//! L4S (RFC 9332 Sec. 2.5.1.1).
//!
//! There is no average: senders smooth the marks. Packets that are not ECN-capable are dropped only
//! if the queue is full.

use serde_json::{Value as Json, json};
use skyseam_base::{Duration, RandomStream, SimTime};
use skyseam_params::document::{Spanned, Value};
use skyseam_params::shape::{Definitions, Shape};
use skyseam_params::units::{self, Dimension, QuantityFault};
use skyseam_params::values::read_quantity;
use skyseam_params::{Keys, Problems, holds, parameters};
use skyseam_trace::DropReason;

use super::codel::Fifo;
use super::{
    Backlog, Built, Discipline, DropPolicy, Dropped, Ecn, Limit, PacketQueue, QueueContext,
    QueueLimit, QueuedPacket,
};

parameters! {
    /// First in, first out; ECN-capable packets are marked above a threshold.
    pub struct Threshold "threshold"
    from "RFC 8257 Sec. 3.1 (step), RFC 9332 Sec. 2.5.1.1 (ramp)", check thresholds {
        /// Maximum amount that may wait.
        limit: QueueLimit = QueueLimit::Packets(1000),
        /// Start of marking: number of packets that a packet finds waiting at its arrival, or time
        /// that it has waited at the start of its transmission.
        min_threshold: MarkingThresholdValue,
        /// End of the ramp, on which the probability of marking rises linearly from 0 to 1; a step
        /// if absent.
        max_threshold: Option<MarkingThresholdValue>,
    }
}

/// Threshold of marking.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MarkingThreshold {
    /// Number of waiting packets.
    Packets(u32),
    /// Waiting time.
    Wait(Duration),
}

impl MarkingThreshold {
    const EXPECTED: &'static str =
        "a number of packets from 1 to 100000000 or a time, such as \"20 packets\" or \"1 ms\"";

    const DIMENSION: Dimension<Self> = Dimension {
        what: units::PACKETS.what,
        units: units::PACKETS.units,
        reader: |_, text| Self::of(text),
        printer: |_, own| match own {
            Self::Packets(packets) => units::PACKETS.print(packets.into()),
            Self::Wait(wait) => units::TIME.print(wait),
        },
    };

    fn of(text: &str) -> Result<Self, QuantityFault> {
        if units::TIME.knows(text.trim().rsplit(' ').next().unwrap_or("")) {
            return units::TIME.read(text).map(Self::Wait);
        }
        let packets = units::PACKETS.read(text)?;
        Ok(Self::Packets(packets.try_into().unwrap_or(u32::MAX)))
    }

    fn is_valid(self) -> bool {
        match self {
            Self::Packets(packets) => (1..=100_000_000).contains(&packets),
            Self::Wait(wait) => !wait.is_zero(),
        }
    }

    /// Packets, or nanoseconds.
    fn number(self) -> u64 {
        match self {
            Self::Packets(packets) => packets.into(),
            Self::Wait(wait) => wait.as_nanos(),
        }
    }
}

/// A [`MarkingThreshold`] as in a scenario.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct MarkingThresholdValue(pub MarkingThreshold);

impl Shape for MarkingThresholdValue {
    fn read(value: &Spanned<Value>, problems: &mut Problems<'_>) -> Option<Self> {
        let (accepts, expected) = (MarkingThreshold::is_valid, MarkingThreshold::EXPECTED);
        read_quantity(value, problems, &MarkingThreshold::DIMENSION, accepts, expected).map(Self)
    }

    fn schema(_: &mut Definitions) -> Json {
        let patterns = [units::PACKETS.pattern(false), units::TIME.pattern(false)]
            .map(|pattern| format!("({pattern})"));
        json!({
            "type": "string",
            "pattern": patterns.join("|"),
            "description": format!("Expected: {}.", MarkingThreshold::EXPECTED),
            "examples": ["20 packets", "1 ms"],
        })
    }
}

holds!(MarkingThresholdValue => MarkingThreshold, |own| MarkingThreshold::DIMENSION.print(*own));

impl Threshold {
    fn thresholds(&self, keys: &Keys, problems: &mut Problems<'_>) {
        use MarkingThreshold::{Packets, Wait};
        let (low, high) = (self.min_threshold, self.max_threshold.unwrap_or(self.min_threshold));
        let place = keys.at("max_threshold");
        if matches!((low, high), (Packets(_), Wait(_)) | (Wait(_), Packets(_))) {
            problems
                .add(&place, "the thresholds of a queue have different units")
                .expected("both in packets, or both times");
        } else if self.max_threshold.is_some() && high.number() <= low.number() {
            problems
                .add(&place, "`max_threshold` is not above `min_threshold`")
                .expected("the end of a ramp; without this key marking is a step");
        }
    }
}

impl Discipline for Threshold {
    fn build(&self, context: &QueueContext<'_>) -> Built {
        let limit = self.limit.known();
        let marker = Marker {
            min: self.min_threshold.number(),
            max: self.max_threshold.map(MarkingThreshold::number),
            stream: context.stream(),
        };
        match self.min_threshold {
            MarkingThreshold::Packets(_) => Built::AtArrival(Box::new(AtLength { limit, marker })),
            MarkingThreshold::Wait(_) => {
                Built::Holding(Box::new(AtWait { limit, marker, queue: Fifo::default() }))
            }
        }
    }
}

/// Step or ramp.
#[derive(Debug)]
struct Marker {
    min: u64,
    max: Option<u64>,
    stream: RandomStream,
}

impl Marker {
    /// Whether to mark at this value: with certainty at or above the step, on a ramp by chance.
    fn marks(&mut self, value: u64) -> bool {
        match self.max {
            None => value >= self.min,
            Some(max) if value < max => {
                let above = value.saturating_sub(self.min) as f64;
                above > 0.0 && self.stream.uniform() < above / (max - self.min) as f64
            }
            Some(_) => true,
        }
    }
}

/// Marks by the number of packets found at arrival.
#[derive(Debug)]
struct AtLength {
    limit: Limit,
    marker: Marker,
}

impl DropPolicy for AtLength {
    fn admit(
        &mut self,
        _: SimTime,
        waiting: Backlog,
        bytes: u32,
        mut ecn: Ecn,
    ) -> Result<Ecn, DropReason> {
        if waiting.idle_since.is_none() && !waiting.leaves_room(self.limit, bytes) {
            return Err(DropReason::QueueOverflow);
        }
        if ecn.is_capable() && self.marker.marks(waiting.packets.into()) {
            ecn.mark();
        }
        Ok(ecn)
    }
}

/// Marks by the time that packets have waited.
#[derive(Debug)]
struct AtWait {
    limit: Limit,
    marker: Marker,
    queue: Fifo,
}

impl PacketQueue for AtWait {
    fn enqueue(&mut self, _: SimTime, packet: QueuedPacket, dropped: &mut Vec<Dropped>) {
        self.queue.push_within(self.limit, packet, dropped);
    }

    fn dequeue(&mut self, now: SimTime, _: &mut Vec<Dropped>) -> Option<QueuedPacket> {
        let mut packet = self.queue.pop()?;
        let waited = now.saturating_since(packet.arrived).as_nanos();
        if packet.ecn.is_capable() && self.marker.marks(waited) {
            packet.ecn.mark();
        }
        Some(packet)
    }

    fn len(&self) -> usize {
        self.queue.len()
    }
}

#[cfg(test)]
mod tests {
    use super::super::PacketKey;
    use super::*;

    fn marker(min: u64, max: Option<u64>) -> Marker {
        Marker { min, max, stream: RandomStream::new(1, "test") }
    }

    /// Goal: a step marks from its threshold on. Method: every number of packets found.
    #[test]
    fn a_step_marks_from_the_threshold_on() {
        let mut queue = AtLength { limit: Limit::Packets(9), marker: marker(5, None) };
        for packets in 0..12 {
            let idle_since = (packets == 0).then_some(SimTime::ZERO);
            let found = Backlog { packets, bytes: 0, idle_since };
            let mut admit = |ecn| queue.admit(SimTime::ZERO, found, 1500, ecn);
            if packets >= 9 {
                assert_eq!(admit(Ecn::Ect1), Err(DropReason::QueueOverflow));
                continue;
            }
            assert_eq!(admit(Ecn::NotEct), Ok(Ecn::NotEct));
            let expected = if packets >= 5 { Ecn::Ce } else { Ecn::Ect1 };
            assert_eq!(admit(Ecn::Ect1), Ok(expected), "{packets}");
        }
    }

    /// Goal: on a ramp the share of marks is linear in the waiting time. Method: 4000 packets that
    /// waited equally long, below, on and above a ramp from 1 to 3 ms; four standard deviations.
    #[test]
    fn a_ramp_marks_in_proportion() {
        for (waited_us, share) in [(900, 0.0), (1_500, 0.25), (2_500, 0.75), (3_000, 1.0)] {
            let marker = marker(1_000_000, Some(3_000_000));
            let mut queue = AtWait { limit: Limit::Packets(9), marker, queue: Fifo::default() };
            let mut marks = 0;
            for _ in 0..4000 {
                let (key, arrived, ecn) = (PacketKey(0), SimTime::ZERO, Ecn::Ect0);
                let packet = QueuedPacket { key, bytes: 1500, flow: 0, arrived, ecn };
                queue.enqueue(arrived, packet, &mut Vec::new());
                let sent = queue.dequeue(SimTime::from_nanos(waited_us * 1000), &mut Vec::new());
                marks += u32::from(sent.unwrap().ecn == Ecn::Ce);
            }
            let apart = (f64::from(marks) / 4000.0 - share).abs();
            let deviation = f64::sqrt(share * (1.0 - share) / 4000.0);
            assert!(apart <= 4.0 * deviation, "{waited_us} us: {marks}");
        }
    }
}
