//! Propagation delays of moving links, for series of packets.

use skyseam_base::{Duration, NodeId, SimTime, prefetch_item};
use skyseam_constellation::{DelayCurve, Timeline};

/// The place of a link that has none yet.
pub(super) const NO_PLACE: u32 = u32::MAX;

/// Number of packets after which a curve is computed: that evaluates the geometry a dozen times, so
/// it must not cost links that carry little.
const WORTH_A_CURVE: u32 = 16;

/// The delays of links, by place.
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
    /// The place of a link to `next`: the place in `before`, if that names a link to the same node,
    /// otherwise a new one.
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

    /// Prefetches the state of the link at `place`.
    #[inline]
    pub fn prefetch(&self, place: u32) {
        prefetch_item(&self.links, place as usize);
    }

    /// [`Timeline::propagation`] of the link at `place`, between `a` and `b`, at `t`.
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
