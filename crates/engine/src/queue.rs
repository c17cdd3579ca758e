//! Pending events in the order (time, class, owner, sequence).
//!
//! A 4-ary heap of plain values. The order is part of the simulator's contract: it never depends on
//! a float, a hash map or the order of insertion, so equal times are settled the same way in every
//! run. See docs/decisions/003-event-order.md.

use std::cmp::Ordering;

use dary_heap::QuaternaryHeap;
use skyseam_base::SimTime;

/// What settles equal times: class, then owner, then the owner's own count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rank {
    /// Kind of event; lower classes happen first. Below 16.
    pub class: u8,
    /// Whom the event belongs to: a link, an endpoint. Below 2^28, for which whoever numbers the
    /// owners asks [`Rank::assert_room`] once: events are not looked at again.
    pub owner: u32,
    /// The owner's count of its events, so that its own order is kept; wraps at 2^32.
    pub sequence: u32,
}

impl Rank {
    const OWNERS: u32 = 1 << 28;

    /// Makes sure that events can belong to so many owners of a class.
    ///
    /// # Panics
    /// When they cannot.
    pub fn assert_room(owners: usize) {
        assert!(owners <= Self::OWNERS as usize, "{owners} owners of one class of events");
    }
}

/// Time and rank in one number, so that an order is one comparison and no branch.
fn key(time: SimTime, rank: Rank) -> u128 {
    debug_assert!(rank.class < 16 && rank.owner < Rank::OWNERS);
    let packed =
        u64::from(rank.class) << 60 | u64::from(rank.owner) << 32 | u64::from(rank.sequence);
    u128::from(time.as_nanos()) << 64 | u128::from(packed)
}

fn time_of(key: u128) -> SimTime {
    SimTime::from_nanos((key >> 64) as u64)
}

#[derive(Clone, Copy, Debug)]
struct Entry<E> {
    key: u128,
    event: E,
}

// The heap is a max-heap: the order is reversed so that the earliest entry is its greatest.
impl<E> Ord for Entry<E> {
    fn cmp(&self, other: &Self) -> Ordering {
        other.key.cmp(&self.key)
    }
}

impl<E> PartialOrd for Entry<E> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }

    // What the heap calls; without the detour through `Ordering` it stays branch-free.
    fn lt(&self, other: &Self) -> bool {
        other.key < self.key
    }

    fn le(&self, other: &Self) -> bool {
        other.key <= self.key
    }
}

impl<E> PartialEq for Entry<E> {
    fn eq(&self, other: &Self) -> bool {
        self.key == other.key
    }
}

impl<E> Eq for Entry<E> {}

/// Events that have not happened yet.
#[derive(Clone, Debug)]
pub struct EventQueue<E> {
    heap: QuaternaryHeap<Entry<E>>,
}

impl<E> Default for EventQueue<E> {
    fn default() -> Self {
        Self { heap: QuaternaryHeap::new() }
    }
}

impl<E: Copy> EventQueue<E> {
    /// Puts `event` in its place at `time`.
    pub fn push(&mut self, time: SimTime, rank: Rank, event: E) {
        self.heap.push(Entry { key: key(time, rank), event });
    }

    /// When the next event happens.
    pub fn next_time(&self) -> Option<SimTime> {
        self.heap.peek().map(|entry| time_of(entry.key))
    }

    /// Takes the next event out.
    pub fn pop(&mut self) -> Option<(SimTime, E)> {
        self.heap.pop().map(|entry| (time_of(entry.key), entry.event))
    }

    /// The next event, left in its place, to be followed by [`EventQueue::replace_next`] or
    /// [`EventQueue::pop`].
    pub fn peek(&self) -> Option<(SimTime, E)> {
        self.heap.peek().map(|entry| (time_of(entry.key), entry.event))
    }

    /// Puts another event in the place of the next one: a single sift instead of a pop and a push.
    ///
    /// # Panics
    /// When nothing is pending.
    pub fn replace_next(&mut self, time: SimTime, rank: Rank, event: E) {
        let mut next = self.heap.peek_mut().expect("an event to replace");
        *next = Entry { key: key(time, rank), event };
    }

    /// Number of pending events.
    pub fn len(&self) -> usize {
        self.heap.len()
    }

    /// Whether nothing is pending.
    pub fn is_empty(&self) -> bool {
        self.heap.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rank(class: u8, owner: u32, sequence: u32) -> Rank {
        Rank { class, owner, sequence }
    }

    #[test]
    fn equal_times_are_settled_by_class_owner_and_sequence() {
        let t = SimTime::from_secs(1);
        let mut queue = EventQueue::default();
        for (time, r, name) in [
            (t, rank(1, 0, 0), 'd'),
            (t, rank(0, 9, 1), 'c'),
            (t, rank(0, 9, 0), 'b'),
            (SimTime::ZERO, rank(9, 9, 9), 'a'),
            (t, rank(1, 1, 0), 'e'),
        ] {
            queue.push(time, r, name);
        }
        let order: String = std::iter::from_fn(|| queue.pop()).map(|(_, name)| name).collect();
        assert_eq!(order, "abcde");
    }

    /// Goal: no two owners look like one, in release builds too. Method: the last owner there is
    /// room for keeps its class and number; one more is refused.
    #[test]
    fn owners_have_room_or_are_refused() {
        Rank::assert_room(1 << 28);
        let last = rank(3, (1 << 28) - 1, u32::MAX);
        assert!(key(SimTime::ZERO, last) < key(SimTime::ZERO, rank(4, 0, 0)));
        assert!(key(SimTime::ZERO, last) > key(SimTime::ZERO, rank(3, (1 << 28) - 2, u32::MAX)));
        assert!(std::panic::catch_unwind(|| Rank::assert_room((1 << 28) + 1)).is_err());
    }

    #[test]
    fn replacing_the_next_event_keeps_the_order() {
        let mut queue = EventQueue::default();
        for i in 0..50u32 {
            queue.push(SimTime::from_secs(u64::from(i)), rank(0, i, 0), i);
        }
        queue.replace_next(SimTime::from_secs(100), rank(0, 0, 1), 1000);
        let order: Vec<u32> = std::iter::from_fn(|| queue.pop()).map(|(_, i)| i).collect();
        let expected: Vec<u32> = (1..50).chain([1000]).collect();
        assert_eq!(order, expected);
    }
}
