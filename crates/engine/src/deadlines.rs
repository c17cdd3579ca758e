//! Movable deadlines: one pending event per owner, however often its deadline is postponed.
//!
//! A TCP sender restarts its retransmission timer at every ACK. Putting an event into the queue
//! each time would fill it with stale ones; instead an owner's pending event stays in the queue
//! while the deadline moves later, and is pushed again if it is due before the deadline.

use skyseam_base::{SimTime, prefetch_item};

/// Deadline and pending event of one owner.
#[derive(Clone, Copy, Debug)]
struct Slot {
    /// Time when the owner is called; [`SimTime::MAX`] is never.
    deadline: SimTime,
    /// Time of the owner's earliest event in the queue; [`SimTime::MAX`] if it has none.
    pending: SimTime,
}

impl Slot {
    const EMPTY: Self = Self { deadline: SimTime::MAX, pending: SimTime::MAX };
}

/// Deadlines of a set of owners, numbered from 0.
#[derive(Clone, Debug, Default)]
pub struct Deadlines {
    slots: Vec<Slot>,
}

impl Deadlines {
    /// Sets or clears the deadline of `owner`. If this returns a time, the caller must push an
    /// event for the owner at that time.
    #[must_use]
    #[inline]
    pub fn set(&mut self, owner: usize, deadline: Option<SimTime>) -> Option<SimTime> {
        if owner >= self.slots.len() {
            self.grow(owner);
        }
        let slot = &mut self.slots[owner];
        let due = deadline.unwrap_or(SimTime::MAX);
        slot.deadline = due;
        if slot.pending <= due {
            return None;
        }
        slot.pending = due;
        Some(due)
    }

    /// Prefetches the deadline of `owner`, which will be set soon.
    #[inline]
    pub fn prefetch(&self, owner: usize) {
        prefetch_item(&self.slots, owner);
    }

    #[cold]
    fn grow(&mut self, owner: usize) {
        self.slots.resize(owner + 1, Slot::EMPTY);
    }

    /// Handles an event of `owner` that is due at `now`. Returns whether the deadline has passed,
    /// and the time at which the caller must push the owner's next event, if any.
    #[must_use]
    pub fn on_event(&mut self, owner: usize, now: SimTime) -> (bool, Option<SimTime>) {
        let slot = &mut self.slots[owner];
        if slot.pending != now {
            return (false, None); // a later event of an owner whose deadline moved forward
        }
        slot.pending = slot.deadline;
        if slot.deadline <= now {
            *slot = Slot::EMPTY;
            return (true, None);
        }
        (false, Some(slot.deadline).filter(|&due| due < SimTime::MAX))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn at(secs: u64) -> SimTime {
        SimTime::from_secs(secs)
    }

    #[test]
    fn a_deadline_put_off_costs_one_event() {
        let mut deadlines = Deadlines::default();
        assert_eq!(deadlines.set(3, Some(at(1))), Some(at(1)));
        assert_eq!(deadlines.set(3, Some(at(2))), None);
        assert_eq!(deadlines.set(3, Some(at(5))), None);
        assert_eq!(deadlines.on_event(3, at(1)), (false, Some(at(5))));
        assert_eq!(deadlines.on_event(3, at(5)), (true, None));
    }

    #[test]
    fn a_deadline_moved_forward_fires_once() {
        let mut deadlines = Deadlines::default();
        assert_eq!(deadlines.set(0, Some(at(9))), Some(at(9)));
        assert_eq!(deadlines.set(0, Some(at(4))), Some(at(4)));
        assert_eq!(deadlines.on_event(0, at(4)), (true, None));
        assert_eq!(deadlines.on_event(0, at(9)), (false, None));
    }

    #[test]
    fn a_cleared_deadline_does_not_fire() {
        let mut deadlines = Deadlines::default();
        assert_eq!(deadlines.set(0, Some(at(1))), Some(at(1)));
        assert_eq!(deadlines.set(0, None), None);
        assert_eq!(deadlines.on_event(0, at(1)), (false, None));
        assert_eq!(deadlines.set(0, Some(at(2))), Some(at(2)));
    }

    /// Goal: an owner is called at its current deadline, never otherwise, and few events are stale.
    /// Method: a pseudo-random walk of settings over a queue of events.
    #[test]
    fn owners_are_called_when_they_want() {
        let mut state = 1u64;
        let mut draw = |below: u64| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (state >> 33) % below
        };
        let mut deadlines = Deadlines::default();
        let mut events: Vec<(SimTime, usize)> = Vec::new();
        let mut wanted = [None; 4];
        let (mut now, mut calls) = (0, 0);
        for _ in 0..20_000 {
            let owner = draw(4) as usize;
            wanted[owner] = (draw(5) > 0).then(|| at(now + draw(30)));
            events.extend(deadlines.set(owner, wanted[owner]).map(|due| (due, owner)));
            now += draw(3);
            while let Some(next) = events.iter().min().copied().filter(|&(due, _)| due <= at(now)) {
                events.remove(events.iter().position(|&event| event == next).unwrap());
                let (due, owner) = next;
                let (passed, again) = deadlines.on_event(owner, due);
                assert_eq!(passed, wanted[owner] == Some(due), "owner {owner} at {due}");
                if passed {
                    wanted[owner] = None;
                    calls += 1;
                }
                events.extend(again.map(|due| (due, owner)));
            }
            assert!(wanted.iter().flatten().all(|&due| due > at(now)), "one was not called");
            assert!(events.len() < 60);
        }
        assert!(calls > 2_000);
    }
}
