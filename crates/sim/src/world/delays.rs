//! Propagation delays of moving links, for series of packets.
//!
//! A link between two nodes has one slot, whatever the destinations of its packets; the slot is
//! free again when no next hop uses the link any more.

use std::collections::BTreeMap;

use skyseam_base::{Duration, NodeId, SimTime, prefetch_item};
use skyseam_constellation::{DelayCurve, Timeline};

use crate::id::TransmitterId;

/// Marks a link without a slot.
pub(super) const NO_PLACE: u32 = u32::MAX;

/// Number of packets after which a curve is fitted: fitting evaluates the geometry a dozen times,
/// too much for lightly used links.
const WORTH_A_CURVE: u32 = 16;

/// Identity of a link: its transmitter and the node at its other end.
pub(super) type LinkName = (TransmitterId, NodeId);

/// Delays of links, by slot.
#[derive(Debug, Default)]
pub(super) struct LinkDelays {
    links: Vec<LinkDelay>,
    free: Vec<u32>,
    places: BTreeMap<LinkName, u32>,
}

/// Delay of a link. It fills a cache line, so that one prefetch loads it.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
struct LinkDelay {
    curve: DelayCurve,
    /// Number of packets since the curve was last valid.
    asked: u32,
    /// Number of next hops that use the link.
    users: u32,
}

const UNKNOWN: LinkDelay = LinkDelay { curve: DelayCurve::NONE, asked: 0, users: 0 };

impl LinkDelays {
    /// Returns the slot of the link that a next hop uses from now on. Before, the next hop used the
    /// link `before` at slot `place`, or had none.
    pub(crate) fn move_user(&mut self, link: LinkName, (before, place): (LinkName, u32)) -> u32 {
        if place != NO_PLACE {
            if link == before {
                return place;
            }
            self.leave(before, place);
        }
        let place = *self.places.entry(link).or_insert_with(|| {
            self.free.pop().unwrap_or_else(|| {
                self.links.push(UNKNOWN);
                self.links.len() as u32 - 1
            })
        });
        self.links[place as usize].users += 1;
        place
    }

    /// Records that a next hop no longer uses the link at slot `place`.
    pub fn leave(&mut self, link: LinkName, place: u32) {
        let users = &mut self.links[place as usize].users;
        *users -= 1;
        if *users == 0 {
            self.links[place as usize] = UNKNOWN;
            self.places.remove(&link);
            self.free.push(place);
        }
    }

    /// Prefetches the state of the link at slot `place`.
    #[inline]
    pub fn prefetch(&self, place: u32) {
        prefetch_item(&self.links, place as usize);
    }

    /// [`Timeline::propagation`] of the link at slot `place`, between `a` and `b`, at `t`.
    #[inline(always)]
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Goal: next hops over one link share a slot, and slots of unused links are reused. Method:
    /// two next hops, which move from link to link.
    #[test]
    fn a_link_has_one_place_while_it_is_used() {
        let mut delays = LinkDelays::default();
        let link = |transmitter, next| (TransmitterId(transmitter), NodeId(next));
        let none = (link(9, 9), NO_PLACE);
        let one = delays.move_user(link(0, 1), none);
        let other = delays.move_user(link(0, 1), none);
        assert_eq!((one, other), (0, 0));
        let moved = delays.move_user(link(0, 2), (link(0, 1), other));
        assert_eq!(moved, 1);
        assert_eq!(delays.move_user(link(0, 2), (link(0, 2), moved)), 1);
        // The last one leaves the first link, whose place the next new link takes.
        assert_eq!(delays.move_user(link(0, 2), (link(0, 1), one)), 1);
        assert_eq!(delays.move_user(link(7, 1), none), 0);
        assert_eq!(delays.links.iter().map(|link| link.users).collect::<Vec<_>>(), [1, 2]);
        delays.leave(link(7, 1), 0);
        assert_eq!((delays.free, delays.places.len()), (vec![0], 1));
    }
}
