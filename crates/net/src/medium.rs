//! What happens to a packet between a transmitter and the other end, beside the distance: losses,
//! delays of a trace, the order of arrival.

use skyseam_base::{Duration, NodeId, RandomStream, SimTime};
use skyseam_packet::Packet;

use crate::config::{LinkConfig, Order};
use crate::link_trace::Walk;
use crate::loss::{self, Loss};
use crate::transmitter::LinkContext;

/// How a packet's way over a link ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Flight {
    /// It arrives, or would have arrived.
    pub arrival: SimTime,
    /// The link loses it: whoever listens at the other end gets nothing.
    pub is_lost: bool,
}

/// The way of a link that is more than a delay.
pub(crate) struct Medium {
    losses: Option<Losses>,
    /// Delays and losses of a trace.
    walk: Option<(Walk, RandomStream)>,
    /// Where order is kept: the latest arrival so far in each lane.
    latest: Option<Vec<(NodeId, SimTime)>>,
    framing_bytes: u32,
}

struct Losses {
    model: Box<dyn Loss>,
    stream: RandomStream,
    data_only: bool,
}

impl Medium {
    /// The medium that `config` describes; `None` where a packet just takes its delay.
    pub(crate) fn new(config: &LinkConfig, context: &LinkContext<'_>) -> Option<Box<Self>> {
        let stream = |what| RandomStream::new(context.seed, &format!("{what} {}", context.name));
        let losses = config.loss.as_ref().map(|loss| Losses {
            model: loss::build(loss.model),
            stream: stream("loss on"),
            data_only: loss.data_only,
        });
        let walk = config
            .trace
            .as_ref()
            .map(|trace| (Walk::new(trace.clone(), context.start), stream("loss by the trace of")));
        let latest = (config.order == Order::Fifo).then(Vec::new);
        if losses.is_none() && walk.is_none() && latest.is_none() {
            return None;
        }
        Some(Box::new(Self { losses, walk, latest, framing_bytes: config.framing_bytes }))
    }

    /// The way of a packet whose last bit leaves at `end`, as far as `delay` where no trace says
    /// otherwise. Where order is kept it is kept among packets of one `lane`.
    pub(crate) fn cross(
        &mut self,
        end: SimTime,
        packet: &Packet,
        lane: NodeId,
        mut delay: Duration,
    ) -> Flight {
        let mut is_lost = false;
        if let Some((walk, stream)) = &mut self.walk {
            let (step, _) = walk.at(end);
            delay = step.delay;
            is_lost = step.loss > 0.0 && stream.uniform() < step.loss;
        }
        if let Some(losses) = &mut self.losses
            && (!losses.data_only || packet.carries_data())
        {
            let frame = packet.size + self.framing_bytes;
            is_lost |= losses.model.loses(frame, &mut losses.stream);
        }
        let mut arrival = end + delay;
        if let Some(latest) = &mut self.latest
            && !is_lost
        {
            match latest.iter_mut().find(|(known, _)| *known == lane) {
                Some((_, last)) => {
                    arrival = arrival.max(*last);
                    *last = arrival;
                }
                None => latest.push((lane, arrival)),
            }
        }
        Flight { arrival, is_lost }
    }
}
