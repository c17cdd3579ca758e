//! Pending events in the order (time, class, owner, sequence).
//!
//! A short list and a heap while few are pending, a calendar queue while many are. The order is
//! part of the simulator's contract: it never depends on a float, a hash map or the order of
//! insertion, so events at equal times are ordered the same way in every run. See
//! docs/decisions/003-events-and-links.md.

use std::cmp::Ordering;
use std::collections::VecDeque;

use dary_heap::QuaternaryHeap;
use skyseam_base::SimTime;

/// Orders events at equal times: by class, then owner, then the owner's own count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rank {
    /// Kind of event, below 16; lower classes come first.
    pub class: u8,
    /// Whom the event belongs to: a link, an endpoint. Below 2^28. The code that numbers the owners
    /// checks this once by [`Rank::assert_room`]; it is not checked per event.
    pub owner: u32,
    /// The owner's count of its events, so that its own order is kept; wraps at 2^32.
    pub sequence: u32,
}

impl Rank {
    const OWNERS: u32 = 1 << 28;

    /// Makes sure that one class has room for `owners` owners.
    ///
    /// # Panics
    /// When it has not.
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

/// The place of an event in the order of all events of a run: its time, then its rank.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Order(u128);

impl Order {
    /// After every event.
    pub const LAST: Self = Self(u128::MAX);

    /// The place of an event at `time`.
    pub fn of(time: SimTime, rank: Rank) -> Self {
        Self(key(time, rank))
    }

    /// When the event happens.
    pub fn time(self) -> SimTime {
        time_of(self.0)
    }

    /// The place as two words, for [`Order::from_words`].
    pub fn words(self) -> [u64; 2] {
        [(self.0 >> 64) as u64, self.0 as u64]
    }

    /// The place of these words.
    pub fn from_words([high, low]: [u64; 2]) -> Self {
        Self(u128::from(high) << 64 | u128::from(low))
    }
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

/// How many of the next events are kept sorted, if that many are pending: the range of
/// [`EventQueue::ahead`].
pub(crate) const ORDERED: usize = 16;

/// Buckets of the calendar. A power of two.
const BUCKETS: usize = 1024;

/// Buckets taken between two checks of how full they are.
const BUCKETS_PER_LOOK: u32 = 1024;

/// With more pending events than this, they move into the calendar; with fewer than a quarter, out
/// of it again.
const MOST_WITHOUT_CALENDAR: usize = 128;

/// Without a calendar, at most so many of the next events are in order; the others are in the heap.
const NEAR: usize = 16;

/// Pending events.
///
/// While they are few, the next ones are in a short list in order, into which an event is put in a
/// few steps, since most happen soon; the later ones, timers above all, wait in a heap. Many are
/// kept in a calendar queue (Brown, Communications of the ACM 31(10), 1988): the next ones are
/// sorted, those soon after lie in buckets by time, each sorted when its time has come, and only
/// later ones are in the heap. Push and pop then cost the same however many events are pending, and
/// the next events are known ahead.
#[derive(Clone, Debug)]
pub struct EventQueue<E> {
    /// Without a calendar the next events, the first one last; none of them is after any in
    /// `later`.
    near: Vec<Entry<E>>,
    /// With a calendar all events before the first bucket, in order.
    next: VecDeque<Entry<E>>,
    /// Events of each tick, unsorted: those of tick `t` at `t % BUCKETS`.
    buckets: Vec<Vec<Entry<E>>>,
    /// One bit per bucket: whether it holds events.
    filled: [u64; BUCKETS / 64],
    /// The tick of the first bucket.
    tick: u64,
    /// A tick is 2^`shift` ns long.
    shift: u32,
    /// Events beyond the last bucket; without a calendar those after `near`.
    later: QuaternaryHeap<Entry<E>>,
    has_calendar: bool,
    pending: usize,
    usage: Usage,
}

/// How full the buckets were since the last check.
#[derive(Clone, Copy, Debug, Default)]
struct Usage {
    buckets: u32,
    events: u32,
    beyond: u32,
}

impl<E> Default for EventQueue<E> {
    fn default() -> Self {
        Self {
            near: Vec::with_capacity(NEAR + 1),
            next: VecDeque::with_capacity(4 * ORDERED),
            buckets: std::iter::repeat_with(Vec::new).take(BUCKETS).collect(),
            filled: [0; BUCKETS / 64],
            tick: 0,
            shift: 16,
            later: QuaternaryHeap::new(),
            has_calendar: false,
            pending: 0,
            usage: Usage::default(),
        }
    }
}

impl<E: Copy> EventQueue<E> {
    /// Schedules `event` at `time`.
    // Inlined, so that rank and event stay in registers: through memory, written in parts and read
    // as a whole, they make the processor wait.
    #[inline(always)]
    pub fn push(&mut self, time: SimTime, rank: Rank, event: E) {
        self.pending += 1;
        let entry = Entry { key: key(time, rank), event };
        if self.has_calendar {
            self.place(entry);
        } else if self.near.first().map_or(self.later.is_empty(), |last| entry.key < last.key) {
            self.insert(entry);
        } else {
            self.put_off(entry);
        }
    }

    /// Puts an event among the next ones.
    #[inline(always)]
    fn insert(&mut self, entry: Entry<E>) {
        let mut place = self.near.len();
        self.near.push(entry);
        while place > 0 && self.near[place - 1].key < entry.key {
            self.near[place] = self.near[place - 1];
            place -= 1;
        }
        self.near[place] = entry;
        if self.near.len() > NEAR {
            self.relieve();
        }
    }

    /// Moves the later half of the next events into the heap.
    #[cold]
    fn relieve(&mut self) {
        self.later.extend(self.near.drain(..NEAR / 2));
        self.consider_calendar();
    }

    /// Puts an event after the next ones.
    #[inline(never)]
    fn put_off(&mut self, entry: Entry<E>) {
        self.later.push(entry);
        self.consider_calendar();
    }

    fn consider_calendar(&mut self) {
        if self.pending > MOST_WITHOUT_CALENDAR {
            self.begin_calendar();
        }
    }

    /// Moves all events into the calendar.
    #[cold]
    fn begin_calendar(&mut self) {
        let mut entries = std::mem::take(&mut self.later).into_vec();
        entries.append(&mut self.near);
        let first = entries.iter().map(|entry| entry.key).min().map_or(SimTime::ZERO, time_of);
        self.has_calendar = true;
        self.tick = first.as_nanos() >> self.shift;
        for entry in entries {
            self.place(entry);
        }
        self.usage = Usage::default();
    }

    /// Moves all events into the heap.
    #[cold]
    fn end_calendar(&mut self) {
        self.has_calendar = false;
        self.later.extend(self.next.drain(..));
        self.later.extend(self.buckets.iter_mut().flat_map(|bucket| bucket.drain(..)));
        self.filled = [0; BUCKETS / 64];
    }

    #[inline(always)]
    fn place(&mut self, entry: Entry<E>) {
        let tick = time_of(entry.key).as_nanos() >> self.shift;
        if tick < self.tick {
            self.squeeze_in(entry);
        } else if tick - self.tick < BUCKETS as u64 {
            let bucket = tick as usize % BUCKETS;
            self.buckets[bucket].push(entry);
            self.filled[bucket / 64] |= 1 << (bucket % 64);
        } else {
            self.usage.beyond += 1;
            self.later.push(entry);
        }
    }

    /// Puts an event among the sorted ones of the calendar.
    #[inline(never)]
    fn squeeze_in(&mut self, entry: Entry<E>) {
        let place = self.next.partition_point(|other| other.key < entry.key);
        self.next.insert(place, entry);
    }

    /// The tick of the first bucket that is not empty.
    #[inline]
    fn first_filled(&self) -> Option<u64> {
        let from = self.tick as usize % BUCKETS;
        let words = BUCKETS / 64;
        for step in 0..=words {
            let word = (from / 64 + step) % words;
            let wanted = match step {
                0 => !0 << (from % 64),
                _ if step == words => !(!0 << (from % 64)),
                _ => !0,
            };
            let filled = self.filled[word] & wanted;
            if filled != 0 {
                let bucket = word * 64 + filled.trailing_zeros() as usize;
                return Some(self.tick + (bucket.wrapping_sub(from) % BUCKETS) as u64);
            }
        }
        None
    }

    /// Sorts the next bucket in behind the sorted events. A bucket or the heap must hold an event.
    fn advance(&mut self) {
        let tick_of_later = self.later.peek().map(|e| time_of(e.key).as_nanos() >> self.shift);
        let first = self.first_filled().into_iter().chain(tick_of_later).min();
        let first = first.expect("events that are not in order yet");
        self.tick = first;
        while let Some(entry) = self.later.peek()
            && (time_of(entry.key).as_nanos() >> self.shift) - self.tick < BUCKETS as u64
        {
            let entry = self.later.pop().expect("peeked");
            self.place(entry);
        }
        let bucket = first as usize % BUCKETS;
        self.tick += 1;
        self.filled[bucket / 64] &= !(1 << (bucket % 64));
        let entries = &mut self.buckets[bucket];
        entries.sort_unstable_by_key(|entry| entry.key);
        self.usage.buckets += 1;
        self.usage.events += entries.len() as u32;
        self.next.extend(entries.drain(..));
        if self.usage.buckets == BUCKETS_PER_LOOK {
            self.adapt();
        }
    }

    /// Makes ticks shorter if buckets are full, and longer if many events lie beyond them.
    #[cold]
    fn adapt(&mut self) {
        let Usage { buckets, events, beyond } = std::mem::take(&mut self.usage);
        let shift = if events > 16 * buckets {
            self.shift.saturating_sub((events / (8 * buckets)).ilog2())
        } else if events < 4 * buckets && beyond > events / 4 && self.shift < 40 {
            self.shift + 1
        } else {
            return;
        };
        // Sorted events stay before the first bucket; all others come after it.
        let edge = self.tick << self.shift;
        let mut entries: Vec<_> =
            self.buckets.iter_mut().flat_map(|bucket| bucket.drain(..)).collect();
        entries.extend(self.later.drain());
        self.filled = [0; BUCKETS / 64];
        self.shift = shift;
        self.tick = (edge >> shift) + u64::from(edge & ((1 << shift) - 1) != 0);
        for entry in entries {
            self.place(entry);
        }
        self.usage = Usage::default();
    }

    /// Takes the next events out of the heap.
    #[cold]
    fn fetch(&mut self) {
        for _ in 0..NEAR / 2 {
            self.near.extend(self.later.pop());
        }
        self.near.reverse();
    }

    /// The next event and its time, without removing it.
    #[inline]
    pub fn peek(&mut self) -> Option<(SimTime, E)> {
        self.first().map(|entry| (time_of(entry.key), entry.event))
    }

    /// The next event and its place among all, without removing it.
    #[inline]
    pub fn peek_order(&mut self) -> Option<(Order, E)> {
        self.first().map(|entry| (Order(entry.key), entry.event))
    }

    #[inline]
    fn first(&mut self) -> Option<&Entry<E>> {
        if self.has_calendar {
            while self.next.len() < ORDERED && self.next.len() < self.pending {
                self.advance();
            }
            self.next.front()
        } else {
            if self.near.is_empty() {
                self.fetch();
            }
            self.near.last()
        }
    }

    /// Removes the event that [`EventQueue::peek`] has just returned.
    #[inline]
    pub fn take(&mut self) {
        self.pending -= 1;
        if self.has_calendar {
            self.next.pop_front();
            if self.pending < MOST_WITHOUT_CALENDAR / 4 {
                self.end_calendar();
            }
        } else {
            self.near.pop();
        }
    }

    /// Removes the next event and returns it with its time.
    pub fn pop(&mut self) -> Option<(SimTime, E)> {
        let next = self.peek()?;
        self.take();
        Some(next)
    }

    /// Whether [`EventQueue::ahead`] can answer.
    #[inline]
    pub const fn knows_ahead(&self) -> bool {
        self.has_calendar
    }

    /// The event that comes after `others` more, as things stand; `None` beyond the few events that
    /// the calendar keeps sorted, and always while there is no calendar.
    #[inline]
    pub fn ahead(&self, others: usize) -> Option<E> {
        self.next.get(others).map(|entry| entry.event)
    }

    /// Number of pending events.
    pub const fn len(&self) -> usize {
        self.pending
    }

    /// Whether no event is pending.
    pub const fn is_empty(&self) -> bool {
        self.pending == 0
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use skyseam_base::Duration;

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

    /// Goal: two owners never share a rank, in release builds too. Method: the last owner there is
    /// room for keeps its class and number; one more is refused.
    #[test]
    fn owners_have_room_or_are_refused() {
        Rank::assert_room(1 << 28);
        let last = rank(3, (1 << 28) - 1, u32::MAX);
        assert!(key(SimTime::ZERO, last) < key(SimTime::ZERO, rank(4, 0, 0)));
        assert!(key(SimTime::ZERO, last) > key(SimTime::ZERO, rank(3, (1 << 28) - 2, u32::MAX)));
        assert!(std::panic::catch_unwind(|| Rank::assert_room((1 << 28) + 1)).is_err());
    }

    /// Goal: whatever the rhythm of events, they come out in the order of their keys, and what is
    /// ahead is what comes. Method: pseudo-random pushes, from the present instant to hours away,
    /// in spells of many and of few, beside a sorted map.
    #[test]
    fn events_come_in_order_at_any_rhythm() {
        let mut state = 1u64;
        let mut draw = |below: u64| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (state >> 33) % below
        };
        let (mut queue, mut expected) = (EventQueue::default(), BTreeMap::new());
        let mut now = SimTime::ZERO;
        let mut known_ahead = 0;
        let mut shifts = std::collections::BTreeSet::new();
        for number in 0..400_000u32 {
            let spell = (number / 50_000) % 4;
            let most = [2, 300, 5_000, 40][spell as usize];
            let ahead = [1 << 35, 1 << 24, 1 << 21, 1 << 44][spell as usize];
            if expected.len() < most {
                for _ in 0..1 + draw(3) {
                    let span = [0, 1 << 10, ahead, ahead][draw(4) as usize];
                    let at = now + Duration::from_nanos(draw(span + 1));
                    let rank = rank(draw(4) as u8, draw(50) as u32, number);
                    if expected.insert(key(at, rank), number).is_none() {
                        queue.push(at, rank, number);
                    }
                }
            }
            assert_eq!(queue.len(), expected.len());
            assert_eq!(
                queue.peek().map(|(at, _)| at),
                expected.keys().next().map(|&key| time_of(key))
            );
            for (others, event) in expected.values().take(5).enumerate() {
                assert!(queue.ahead(others).is_none_or(|ahead| ahead == *event));
            }
            known_ahead += u32::from(queue.ahead(4).is_some());
            let next = expected.pop_first().map(|(key, event)| (time_of(key), event));
            assert_eq!(queue.pop(), next);
            now = next.map_or(now, |(at, _)| at);
            shifts.insert(queue.shift);
        }
        assert!(shifts.len() > 2, "ticks of one length: {shifts:?}");
        assert!((10_000..390_000).contains(&known_ahead), "always one structure: {known_ahead}");
    }
}
