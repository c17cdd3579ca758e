//! The medium between a transmitter and the receiver, apart from propagation: losses, delays of a
//! trace, the order of arrival.

use skyseam_base::{Duration, RandomStream, SimTime};
use skyseam_packet::Packet;

use crate::access::course::{DelayCourse, LossCourse};
use crate::config::{ArrivalOrder, LinkConfig};
use crate::context::LinkContext;
use crate::link_trace::StepCursor;
use crate::loss::{LinkFrame, Loss};

/// Result of a packet's flight over a link.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Flight {
    /// Time of arrival, also of a lost packet.
    pub arrival: SimTime,
    /// Whether the link loses the packet.
    pub is_lost: bool,
    /// Whether the packet arrives later than after its own delay, so that it overtakes no other.
    pub is_held_back: bool,
}

/// A medium with losses, a trace or an order of arrival.
pub(crate) struct Medium {
    losses: Option<Losses>,
    traced: Option<Traced>,
    jitter: Option<Jitter>,
    slots: Option<Slots>,
    /// Latest arrival so far in each lane, if order is kept.
    latest: Option<Vec<SimTime>>,
    framing_bytes: u32,
}

/// Delays and losses by the profile of a slotted access.
struct Slots {
    delay: Option<DelayCourse>,
    losses: Option<LossCourse>,
}

/// Random addition to the delay, which keeps the order of packets.
struct Jitter {
    most: Duration,
    stream: RandomStream,
    /// Latest end of a packet's transmission, including its jitter.
    latest: SimTime,
}

impl Jitter {
    /// Time at which a packet whose last bit leaves at `end` starts to propagate, after its jitter.
    fn after(&mut self, end: SimTime) -> SimTime {
        let noise = self.stream.uniform() * (self.most.as_nanos() + 1) as f64;
        self.latest = self.latest.max(end.saturating_add(Duration::from_nanos(noise as u64)));
        self.latest
    }
}

/// Delays and losses of a trace, along which each lane advances independently.
struct Traced {
    lanes: Vec<Lane>,
    losses: RandomStream,
}

struct Lane {
    forth: StepCursor,
    /// Iterators for packets in the reverse direction, whose instants are not in order with those
    /// sent.
    back: StepCursor,
}

struct Losses {
    model: Box<dyn Loss>,
    stream: RandomStream,
    data_only: bool,
}

impl Medium {
    /// Creates the medium that `config` describes, with one lane for each of `offsets`, its shift
    /// along the trace; `None` if packets only have a delay.
    pub(crate) fn new(
        config: &LinkConfig,
        context: &LinkContext<'_>,
        offsets: &[Duration],
    ) -> Option<Box<Self>> {
        let losses = config.loss.as_ref().map(|loss| Losses {
            model: loss.model.build(context.start),
            stream: context.stream("loss on"),
            data_only: loss.keys.data_only,
        });
        let traced = config.trace.as_ref().map(|trace| {
            let walk = |offset| StepCursor::new(trace.clone(), context.start, offset);
            let lane = |offset: &Duration| {
                let offset = config.trace_offset + *offset;
                Lane { forth: walk(offset), back: walk(offset) }
            };
            let lanes = offsets.iter().map(lane).collect();
            Traced { lanes, losses: context.stream("loss by the trace of") }
        });
        let latest = (config.order == ArrivalOrder::Fifo).then(Vec::new);
        let jitter = (!config.jitter.is_zero()).then(|| Jitter {
            most: config.jitter,
            stream: context.stream("jitter on"),
            latest: SimTime::ZERO,
        });
        let slots = config.profile().map(|profile| {
            let of = context.terminal_slots();
            Slots {
                delay: DelayCourse::new(profile, context.seed, &of),
                losses: LossCourse::new(profile, context.seed, &of),
            }
        });
        let is_plain = losses.is_none() && traced.is_none() && latest.is_none();
        if is_plain && jitter.is_none() && slots.is_none() {
            return None;
        }
        let framing_bytes = config.framing_bytes;
        Some(Box::new(Self { losses, traced, jitter, slots, latest, framing_bytes }))
    }

    /// Whether packets of a lane with a constant delay arrive in order.
    pub(crate) fn keeps_order(&self) -> bool {
        self.traced.is_none() || self.latest.is_some()
    }

    /// Whether a trace gives delays or losses.
    pub(crate) fn is_traced(&self) -> bool {
        self.traced.is_some()
    }

    /// The trace's delay for an answer in `lane` at `now`, if a trace gives it; `now` must not
    /// decrease.
    pub(crate) fn delay_back(&mut self, now: SimTime, lane: u32) -> Option<Duration> {
        let traced = self.traced.as_mut()?;
        traced.lanes[lane as usize].back.at(now).0.delay
    }

    /// The flight of a packet whose last bit leaves at `end`. `delay` is the propagation delay,
    /// unless a trace sets it. If order is kept, it is kept among packets of one `lane`.
    pub(crate) fn cross(
        &mut self,
        end: SimTime,
        packet: &Packet,
        lane: u32,
        mut delay: Duration,
    ) -> Flight {
        let mut is_lost = false;
        if let Some(Traced { lanes, losses }) = &mut self.traced {
            let (step, _) = lanes[lane as usize].forth.at(end);
            delay = step.delay.unwrap_or(delay);
            is_lost = step.loss > 0.0 && losses.uniform() < step.loss;
        }
        if let Some(losses) = &mut self.losses
            && (!losses.data_only || packet.carries_data())
        {
            let frame = LinkFrame { bytes: packet.size + self.framing_bytes, end };
            is_lost |= losses.model.loses(frame, &mut losses.stream);
        }
        let mut left = self.jitter.as_mut().map_or(end, |jitter| jitter.after(end));
        if let Some(Slots { delay, losses }) = &mut self.slots {
            is_lost |= losses.as_mut().is_some_and(|losses| losses.loses(end));
            left = delay.as_mut().map_or(left, |delay| delay.after(left));
        }
        let mut arrival = left + delay;
        let mut is_held_back = false;
        if let Some(latest) = &mut self.latest
            && !is_lost
        {
            let lane = lane as usize;
            if latest.len() <= lane {
                latest.resize(lane + 1, SimTime::ZERO);
            }
            is_held_back = latest[lane] > arrival;
            arrival = arrival.max(latest[lane]);
            latest[lane] = arrival;
        }
        Flight { arrival, is_lost, is_held_back }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use skyseam_base::{FlowId, NodeId, Rate};
    use skyseam_packet::{Body, Echo, Ecn};

    use super::*;
    use crate::Transmitter;
    use crate::config::{LossConfig, QueueConfig};
    use crate::link_trace::{LinkTrace, TraceStep};
    use crate::loss::Bernoulli;

    const PACKET: Packet = Packet {
        flow: FlowId(0),
        source: NodeId(0),
        destination: NodeId(1),
        size: 1000,
        ttl: 64,
        created: SimTime::ZERO,
        body: Body::Echo(Echo { sequence: 0, reply: false, sent: SimTime::ZERO }),
        ..Packet::BLANK
    };

    /// Goal: jitter is uniform between zero and its maximum, keeps the order of packets, and is the
    /// same for the same seed. Method: packets whose transmissions take longer than the jitter, and
    /// packets back to back, many within it.
    #[test]
    fn jitter_is_even_and_keeps_order() {
        let delay = Duration::from_millis(10);
        let most = Duration::from_micros(20);
        let noise = |bps, seed| {
            let rate = Rate::from_bps(bps).unwrap();
            let mut config = LinkConfig::plain(rate, 0, QueueConfig::drop_tail(1_000_000));
            config.jitter = most;
            let context = LinkContext::plain(seed, "a -> b", SimTime::ZERO);
            let mut link = Transmitter::new(&config, &context);
            assert!(link.keeps_order() && !link.is_plain());
            let flight = |_| {
                let sent = link.accept(SimTime::ZERO, PACKET.size, &mut Ecn::NotEct).unwrap();
                let arrival = link.cross(sent, &PACKET, 0, delay).arrival;
                (arrival, (arrival - (sent.end + delay)).as_nanos())
            };
            (0..40_000).map(flight).collect::<Vec<_>>()
        };
        let apart = noise(8_000_000, 1);
        let mean = apart.iter().map(|&(_, ns)| ns as f64).sum::<f64>() / 40_000.0;
        // Standard deviation of an even number below 20,000: 20,000 / sqrt(12).
        assert!((mean - 10_000.0).abs() < 4.0 * 20_000.0 / f64::sqrt(12.0 * 40_000.0), "{mean}");
        assert!(apart.iter().all(|&(_, ns)| ns <= 20_000));
        assert_eq!(apart, noise(8_000_000, 1));
        assert_ne!(apart, noise(8_000_000, 2));
        let close = noise(8_000_000_000, 1);
        assert!(close.is_sorted_by_key(|&(arrival, _)| arrival));
        assert!(close.iter().all(|&(_, ns)| ns <= 20_000));
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..Default::default() })]

        /// Goal: a link that keeps order never delivers a packet before its predecessor, in each
        /// lane; one that does not delivers each packet after its own delay. Method: random delays,
        /// some by a trace, some by the sender, and losses, which delay no other packet.
        #[test]
        fn order_is_kept_where_it_is_asked_for(
            delays_ms in prop::collection::vec(0u64..50, 2..60),
            sends in prop::collection::vec((0u64..4, 0u64..30, 0u32..3), 1..200),
            is_traced in any::<bool>(), loss in 0.0..0.5f64, is_fifo in any::<bool>(),
        ) {
            let step = |(from, delay): (u64, &u64)| TraceStep {
                from: Duration::from_millis(3 * from),
                delay: Some(Duration::from_millis(*delay)),
                rate: Rate::from_bps(8_000_000),
                loss: 0.0,
            };
            let trace = LinkTrace::new((0..).zip(&delays_ms).map(step).collect()).unwrap();
            let rate = Rate::from_bps(8_000_000).unwrap();
            let mut config = LinkConfig::plain(rate, 0, QueueConfig::drop_tail(1000));
            config.order = if is_fifo { ArrivalOrder::Fifo } else { ArrivalOrder::Overtake };
            config.trace = is_traced.then_some(trace.clone().into());
            config.loss = Some(LossConfig::of(Bernoulli { probability: loss }));
            let context = LinkContext::plain(1, "a -> b", SimTime::ZERO);
            let mut link = Transmitter::shared(&config, &context, &[Duration::ZERO; 3]);
            let mut now = SimTime::ZERO;
            let mut latest = [SimTime::ZERO; 3];
            for (pause_ms, own_ms, lane) in sends {
                now += Duration::from_millis(pause_ms);
                let sent = link.accept(now, PACKET.size, &mut Ecn::NotEct).unwrap();
                let own = Duration::from_millis(own_ms);
                let flight = link.cross(sent, &PACKET, lane, own);
                let mut found = own;
                if is_traced {
                    let ended = (sent.end - SimTime::ZERO).as_nanos() / 3_000_000;
                    let index = (ended as usize).min(delays_ms.len() - 1);
                    found = Duration::from_millis(delays_ms[index]);
                }
                let alone = sent.end + found;
                let latest = &mut latest[lane as usize];
                if flight.is_lost || !is_fifo {
                    prop_assert_eq!(flight.arrival, alone);
                } else {
                    prop_assert_eq!(flight.arrival, alone.max(*latest));
                    *latest = flight.arrival;
                }
            }
        }
    }
}
