//! Propagation delays of links that move, for each of a series of packets.

use skyseam_base::{Duration, NodeId, SimTime, prefetch_item};
use skyseam_constellation::{DelayCurve, Timeline};

/// In place of a place: none yet.
pub(super) const NO_PLACE: u32 = u32::MAX;

/// Packets without a curve after which one is made: working it out takes the geometry a dozen
/// times, so it must pay for links that carry little, too.
const WORTH_A_CURVE: u32 = 16;

/// The delays of links, by their places.
#[derive(Debug, Default)]
pub(super) struct Delays {
    links: Vec<LinkDelay>,
}

/// The delay of a link from one node to another.
#[derive(Clone, Copy, Debug)]
struct LinkDelay {
    curve: DelayCurve,
    /// Packets since the curve last held.
    asked: u32,
}

const UNKNOWN: LinkDelay = LinkDelay { curve: DelayCurve::NONE, asked: 0 };

impl Delays {
    /// The place of a link to `next`, where there was one to the node that `before` names, at the
    /// place that it names.
    pub fn place_of(&mut self, next: NodeId, before: (NodeId, u32)) -> u32 {
        let (node, place) = before;
        if place == NO_PLACE {
            self.links.push(UNKNOWN);
            return self.links.len() as u32 - 1;
        }
        if next != node {
            self.links[place as usize] = UNKNOWN;
        }
        place
    }

    /// Has the processor fetch what is known of the link at `place`.
    #[inline]
    pub fn prefetch(&self, place: u32) {
        prefetch_item(&self.links, place as usize);
    }

    /// What [`Timeline::propagation`] says of the link at `place`, between `a` and `b`.
    #[inline]
    pub fn propagation(
        &mut self,
        timeline: &Timeline,
        place: u32,
        (a, b): (NodeId, NodeId),
        t: SimTime,
    ) -> Duration {
        match self.links[place as usize].curve.at(t) {
            Some(delay) => delay,
            None => self.look(timeline, place, (a, b), t),
        }
    }

    #[cold]
    fn look(
        &mut self,
        timeline: &Timeline,
        place: u32,
        (a, b): (NodeId, NodeId),
        t: SimTime,
    ) -> Duration {
        let link = &mut self.links[place as usize];
        if !link.curve.holds(t) {
            link.asked += 1;
            if link.asked >= WORTH_A_CURVE {
                link.asked = 0;
                link.curve = timeline.delay_curve(a, b, t).unwrap_or(DelayCurve::NONE);
            }
        }
        timeline.propagation(a, b, t)
    }
}
