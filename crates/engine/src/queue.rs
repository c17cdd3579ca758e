//! Pending events in the order (time, class, owner, sequence).
//!
//! A short list and a heap hold few events, a calendar queue holds many. The order is part of the
//! simulator's contract: it never depends on a float, a hash map or the order of insertion, so
//! events at equal times are ordered the same way in every run. See
//! docs/decisions/003-events-and-links.md.

use std::cmp::Ordering;
use std::marker::PhantomData;

use dary_heap::QuaternaryHeap;
use skyseam_base::SimTime;

/// Order of events at equal times: by class, then owner, then the owner's own count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rank {
    /// Kind of event, below 16; lower classes are handled first.
    pub class: u8,
    /// Number of the owner of the event, such as a link or an endpoint; below 2^28. The code that
    /// numbers the owners checks this once by [`Rank::assert_room`]; it is not checked per event.
    pub owner: u32,
    /// The owner's count of its events, which keeps them in the order of scheduling; wraps at 2^32.
    pub sequence: u32,
}

impl Rank {
    const OWNERS: u32 = 1 << 28;

    /// Checks that one class has room for `owners` owners.
    ///
    /// # Panics
    /// If it has not.
    pub fn assert_room(owners: usize) {
        assert!(owners <= Self::OWNERS as usize, "{owners} owners of one class of events");
    }
}

/// Time and rank packed into one number, so that ordering takes one comparison and no branch.
fn key(time: SimTime, rank: Rank) -> u128 {
    debug_assert!(rank.class < 16 && rank.owner < Rank::OWNERS);
    let packed =
        u64::from(rank.class) << 60 | u64::from(rank.owner) << 32 | u64::from(rank.sequence);
    u128::from(time.as_nanos()) << 64 | u128::from(packed)
}

fn time_of(key: u128) -> SimTime {
    SimTime::from_nanos((key >> 64) as u64)
}

/// Position of an event in the order of all events of a run: its time, then its rank.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct EventOrder(u128);

impl EventOrder {
    /// The position after every event.
    pub const LAST: Self = Self(u128::MAX);

    /// The position of an event at `time`.
    pub fn of(time: SimTime, rank: Rank) -> Self {
        Self(key(time, rank))
    }

    /// Time of the event.
    pub fn time(self) -> SimTime {
        time_of(self.0)
    }

    /// The position as two words, for [`EventOrder::from_words`].
    pub fn words(self) -> [u64; 2] {
        [(self.0 >> 64) as u64, self.0 as u64]
    }

    /// The position encoded in these words.
    pub fn from_words([high, low]: [u64; 2]) -> Self {
        Self(u128::from(high) << 64 | u128::from(low))
    }
}

/// The first of the next `64 * WORDS` numbers from `from` on whose bit is set; the bit of number
/// `n` is at position `n` modulo that count.
#[inline]
fn first_filled<const WORDS: usize>(filled: &[u64; WORDS], from: u64) -> Option<u64> {
    let first = from as usize % (64 * WORDS);
    for step in 0..=WORDS {
        let word = (first / 64 + step) % WORDS;
        let wanted = match step {
            0 => !0 << (first % 64),
            _ if step == WORDS => !(!0 << (first % 64)),
            _ => !0,
        };
        let found = filled[word] & wanted;
        if found != 0 {
            let bit = word * 64 + found.trailing_zeros() as usize;
            return Some(from + (bit.wrapping_sub(first) % (64 * WORDS)) as u64);
        }
    }
    None
}

/// An event encoded in one machine word: it stays in a register on its way into and out of the
/// queue, and keeps the entries of the queue small.
pub trait PackedEvent: Copy {
    /// Encodes the event as a word.
    fn to_word(self) -> u64;

    /// Decodes a word that [`PackedEvent::to_word`] returned.
    fn from_word(word: u64) -> Self;
}

/// An event as the queue stores it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Word<E>(u64, PhantomData<E>);

impl<E: PackedEvent> Word<E> {
    const fn new(word: u64) -> Self {
        Self(word, PhantomData)
    }

    /// Encodes an event.
    pub fn of(event: E) -> Self {
        Self::new(event.to_word())
    }

    /// Decodes the event.
    #[inline(always)]
    pub fn event(self) -> E {
        E::from_word(self.0)
    }

    /// The word itself.
    #[inline(always)]
    pub const fn bits(self) -> u64 {
        self.0
    }
}

#[derive(Clone, Copy, Debug)]
struct Entry {
    // Two words of its key, and not one number of 16 bytes, which would lie at multiples of 16.
    time: u64,
    rank: u64,
    event: u64,
}

impl Entry {
    #[inline(always)]
    const fn new(key: u128, event: u64) -> Self {
        Self { time: (key >> 64) as u64, rank: key as u64, event }
    }

    #[inline(always)]
    const fn key(&self) -> u128 {
        (self.time as u128) << 64 | self.rank as u128
    }
}

// The heap is a max-heap: the order is reversed so that the earliest entry is its greatest.
impl Ord for Entry {
    fn cmp(&self, other: &Self) -> Ordering {
        other.key().cmp(&self.key())
    }
}

impl PartialOrd for Entry {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }

    // What the heap calls; without the detour through `Ordering` it stays branch-free.
    fn lt(&self, other: &Self) -> bool {
        other.key() < self.key()
    }

    fn le(&self, other: &Self) -> bool {
        other.key() <= self.key()
    }
}

impl PartialEq for Entry {
    fn eq(&self, other: &Self) -> bool {
        self.key() == other.key()
    }
}

impl Eq for Entry {}

/// Number of next events that are kept sorted, if that many are pending: the range of
/// [`EventQueue::ahead`].
pub(crate) const ORDERED: usize = 16;

/// Ticks per block of the calendar. A power of two.
const BLOCK: usize = 1024;

/// Buckets of one tick each: those of the current block and the next one.
const BUCKETS: usize = 2 * BLOCK;

/// Buckets of one block each, for later blocks. A power of two.
const BLOCKS: usize = 1024;

/// Buckets of a tick that are consumed between two checks of how full they are.
const BUCKETS_PER_LOOK: u32 = 1024;

/// Number of pending events above which they move into the calendar; below a quarter of it they
/// move out again.
const MAX_WITHOUT_CALENDAR: usize = 128;

/// Maximum number of consumed events kept in front of the pending ones.
const MAX_CONSUMED: usize = 256;

/// Number of sorted events above which an insertion first moves the later half into a heap, since
/// an insertion shifts all later events.
const MAX_NEXT: usize = 1024;

/// Without a calendar, at most this many of the next events are kept sorted; the others are in the
/// heap.
const NEAR: usize = 16;

/// Pending events.
///
/// With few events, the next ones are in a short sorted list, since most events are scheduled for
/// soon; later ones, mainly timers, wait in a heap. Many events are kept in a calendar queue
/// (Brown, Communications of the ACM 31(10), 1988) of two levels (like timing wheels: Varghese and
/// Lauck, SOSP 1987): the next ones are sorted; those soon after are in buckets by time, each
/// sorted when it becomes the first; those of later blocks are in one bucket per block; and only
/// events beyond these are in the heap. The cost of push and pop is then independent of the number
/// of pending events, and the next events are known in advance. If very many events share a tick,
/// only the next ones are sorted; the others wait in a separate heap.
#[derive(Clone, Debug)]
pub struct EventQueue<E> {
    /// Without a calendar: the next events, the first one last; none of them is after any in
    /// `later`.
    near: Vec<Entry>,
    /// With a calendar: all events before the first bucket, sorted, after `passed` consumed ones.
    next: Vec<Entry>,
    passed: usize,
    /// With a calendar: further events before the first bucket, each of them after all in `next`.
    /// Empty unless `next` was longer than [`MAX_NEXT`].
    crowd: QuaternaryHeap<Entry>,
    /// Events of each tick of two blocks, unsorted: those of tick `t` at `t % BUCKETS`. Empty until
    /// there is a calendar.
    buckets: Vec<Vec<Entry>>,
    /// One bit per bucket: set if it holds events.
    filled: [u64; BUCKETS / 64],
    /// Tick of the first bucket.
    tick: u64,
    /// Length of a tick: 2^`shift` ns.
    shift: u32,
    /// First tick without a bucket of its own: the start of the block after the next one.
    edge: u64,
    /// Events of each later block, unsorted: those of block `b` at `b % BLOCKS`.
    blocks: Vec<Vec<Entry>>,
    /// One bit per block: set if its bucket holds events.
    filled_blocks: [u64; BLOCKS / 64],
    /// Events beyond the last block; without a calendar those after `near`.
    later: QuaternaryHeap<Entry>,
    has_calendar: bool,
    pending: usize,
    usage: Usage,
    events: PhantomData<E>,
}

/// Fill of the buckets since the last check.
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
            next: Vec::with_capacity(4 * ORDERED),
            passed: 0,
            crowd: QuaternaryHeap::new(),
            buckets: Vec::new(),
            filled: [0; BUCKETS / 64],
            tick: 0,
            shift: 16,
            edge: BUCKETS as u64,
            blocks: Vec::new(),
            filled_blocks: [0; BLOCKS / 64],
            later: QuaternaryHeap::new(),
            has_calendar: false,
            pending: 0,
            usage: Usage::default(),
            events: PhantomData,
        }
    }
}

impl<E: PackedEvent> EventQueue<E> {
    /// Schedules `event` at `time`.
    // Inlined, and key and event go on by themselves, so that they stay in registers: an entry that
    // is written to memory in parts and then read as a whole makes the processor wait.
    #[inline(always)]
    pub fn push(&mut self, time: SimTime, rank: Rank, event: E) {
        self.pending += 1;
        let (key, event) = (key(time, rank), event.to_word());
        if self.has_calendar {
            self.place(key, event);
        } else if self.near.first().map_or(self.later.is_empty(), |last| key < last.key()) {
            self.insert(key, event);
        } else {
            self.insert_later(key, event);
        }
    }

    /// Inserts an event among the next ones.
    #[inline(always)]
    fn insert(&mut self, key: u128, event: u64) {
        let mut place = self.near.len();
        self.near.push(Entry::new(key, event));
        while place > 0 && self.near[place - 1].key() < key {
            self.near[place] = self.near[place - 1];
            place -= 1;
        }
        self.near[place] = Entry::new(key, event);
        if self.near.len() > NEAR {
            self.spill_to_heap();
        }
    }

    /// Spills the later half of the sorted events into the heap.
    #[cold]
    fn spill_to_heap(&mut self) {
        self.later.extend(self.near.drain(..NEAR / 2));
        self.consider_calendar();
    }

    /// Inserts an event after the sorted ones.
    #[inline(never)]
    fn insert_later(&mut self, key: u128, event: u64) {
        self.later.push(Entry::new(key, event));
        self.consider_calendar();
    }

    fn consider_calendar(&mut self) {
        if self.pending > MAX_WITHOUT_CALENDAR {
            self.begin_calendar();
        }
    }

    /// Moves all events into the calendar.
    #[cold]
    fn begin_calendar(&mut self) {
        let mut entries = std::mem::take(&mut self.later).into_vec();
        entries.append(&mut self.near);
        let first = entries.iter().map(Entry::key).min().map_or(SimTime::ZERO, time_of);
        self.has_calendar = true;
        self.buckets.resize_with(BUCKETS, Vec::new);
        self.blocks.resize_with(BLOCKS, Vec::new);
        self.rebuild_calendar(first.as_nanos() >> self.shift, entries);
    }

    /// Rebuilds the calendar with these events, starting at `tick`.
    fn rebuild_calendar(&mut self, tick: u64, entries: Vec<Entry>) {
        self.tick = tick;
        self.edge = (tick / BLOCK as u64 + 2) * BLOCK as u64;
        for entry in entries {
            self.place(entry.key(), entry.event);
        }
        self.usage = Usage::default();
    }

    /// Moves all events into the heap.
    #[cold]
    fn end_calendar(&mut self) {
        self.has_calendar = false;
        self.later.extend(self.next.drain(..).skip(std::mem::take(&mut self.passed)));
        self.later.append(&mut self.crowd);
        let entries = self.drain_buckets();
        self.later.extend(entries);
    }

    /// Drains all events from the buckets.
    fn drain_buckets(&mut self) -> Vec<Entry> {
        (self.filled, self.filled_blocks) = ([0; _], [0; _]);
        let buckets = self.buckets.iter_mut().chain(&mut self.blocks);
        buckets.flat_map(|bucket| bucket.drain(..)).collect()
    }

    #[inline(always)]
    fn place(&mut self, key: u128, event: u64) {
        let tick = time_of(key).as_nanos() >> self.shift;
        if tick >= self.edge {
            self.place_later(key, event);
        } else if tick >= self.tick {
            let bucket = tick as usize % BUCKETS;
            self.buckets[bucket].push(Entry::new(key, event));
            self.filled[bucket / 64] |= 1 << (bucket % 64);
        } else {
            self.insert_sorted(key, event);
        }
    }

    /// Inserts an event into the bucket of a later block, or into the heap.
    #[inline(never)]
    fn place_later(&mut self, key: u128, event: u64) {
        self.usage.beyond += 1;
        let block = self.block_of(key);
        if block - self.edge / (BLOCK as u64) < BLOCKS as u64 {
            let bucket = block as usize % BLOCKS;
            self.blocks[bucket].push(Entry::new(key, event));
            self.filled_blocks[bucket / 64] |= 1 << (bucket % 64);
        } else {
            self.later.push(Entry::new(key, event));
        }
    }

    fn block_of(&self, key: u128) -> u64 {
        (time_of(key).as_nanos() >> self.shift) / BLOCK as u64
    }

    /// Inserts an event into the sorted part of the calendar.
    #[inline(never)]
    fn insert_sorted(&mut self, key: u128, event: u64) {
        // Without an end of the tick in sight, too, what is over takes no room.
        if self.passed > MAX_CONSUMED {
            self.next.drain(..std::mem::take(&mut self.passed));
        }
        let next = &self.next[self.passed..];
        if !self.crowd.is_empty() && next.last().is_none_or(|last| last.key() < key) {
            self.crowd.push(Entry::new(key, event));
            return;
        }
        let place = self.passed + next.partition_point(|other| other.key() < key);
        self.next.insert(place, Entry::new(key, event));
        if self.next.len() - self.passed > MAX_NEXT {
            self.crowd.extend(self.next.drain(self.passed + MAX_NEXT / 2..));
        }
    }

    /// Appends the first events of [`EventQueue::crowd`] to the sorted ones.
    #[cold]
    fn thin_out(&mut self) {
        self.next.drain(..std::mem::take(&mut self.passed));
        for _ in 0..MAX_NEXT / 2 {
            self.next.extend(self.crowd.pop());
        }
    }

    /// Moves all events before block `block` into buckets of ticks.
    fn extend(&mut self, block: u64) {
        self.edge = block * BLOCK as u64;
        let bucket = (block - 1) as usize % BLOCKS;
        if self.filled_blocks[bucket / 64] & 1 << (bucket % 64) != 0 {
            self.filled_blocks[bucket / 64] &= !(1 << (bucket % 64));
            for entry in std::mem::take(&mut self.blocks[bucket]) {
                self.place(entry.key(), entry.event);
            }
        }
        while let Some(entry) = self.later.peek()
            && self.block_of(entry.key()) < block + BLOCKS as u64
        {
            let entry = self.later.pop().expect("peeked");
            self.place(entry.key(), entry.event);
        }
    }

    /// Advances to the block of the next event, if no bucket of a tick holds any.
    #[cold]
    fn skip(&mut self) {
        let block = first_filled(&self.filled_blocks, self.edge / BLOCK as u64)
            .or_else(|| self.later.peek().map(|first| self.block_of(first.key())))
            .expect("events that are not in order yet");
        self.tick = block * BLOCK as u64;
        self.extend(block + 1);
    }

    /// Sorts the next bucket and appends it to the sorted events. A bucket or the heap must hold an
    /// event.
    fn advance(&mut self) {
        let first = match first_filled(&self.filled, self.tick) {
            Some(first) => first,
            None => {
                self.skip();
                first_filled(&self.filled, self.tick).expect("events in the block gone on to")
            }
        };
        let bucket = first as usize % BUCKETS;
        self.tick = first + 1;
        self.filled[bucket / 64] &= !(1 << (bucket % 64));
        let entries = &mut self.buckets[bucket];
        entries.sort_unstable_by_key(Entry::key);
        self.usage.buckets += 1;
        self.usage.events += entries.len() as u32;
        // Few are left: what is over makes room in front.
        self.next.drain(..std::mem::take(&mut self.passed));
        self.next.append(entries);
        // At least a whole block after this bucket has buckets of ticks.
        if self.tick + BLOCK as u64 > self.edge {
            self.extend(self.edge / BLOCK as u64 + 1);
        }
        if self.usage.buckets == BUCKETS_PER_LOOK {
            self.resize_ticks();
        }
    }

    /// Shortens ticks if buckets are full, and lengthens them if many events lie beyond them.
    #[cold]
    fn resize_ticks(&mut self) {
        let Usage { buckets, events, beyond } = std::mem::take(&mut self.usage);
        let shift = if events > 16 * buckets {
            // Never 0, so that a tick has room for a block more.
            self.shift.saturating_sub((events / (8 * buckets)).ilog2()).max(1)
        } else if events < 4 * buckets && beyond > events / 4 && self.shift < 40 {
            self.shift + 1
        } else {
            return;
        };
        if shift == self.shift {
            return;
        }
        // Sorted events stay before the first bucket; all others come after it.
        let edge = self.tick << self.shift;
        let mut entries = self.drain_buckets();
        entries.extend(self.later.drain());
        self.shift = shift;
        self.rebuild_calendar((edge >> shift) + u64::from(edge & ((1 << shift) - 1) != 0), entries);
    }

    /// Moves the next events out of the heap.
    #[cold]
    fn fetch(&mut self) {
        for _ in 0..NEAR / 2 {
            self.near.extend(self.later.pop());
        }
        self.near.reverse();
    }

    /// The next event and its time, without removing it.
    #[inline]
    pub fn peek(&mut self) -> Option<(SimTime, Word<E>)> {
        self.first().map(|entry| (SimTime::from_nanos(entry.time), Word::new(entry.event)))
    }

    /// The next event and its position, without removing it.
    #[inline]
    pub fn peek_order(&mut self) -> Option<(EventOrder, Word<E>)> {
        self.first().map(|entry| (EventOrder(entry.key()), Word::new(entry.event)))
    }

    #[inline]
    fn first(&mut self) -> Option<&Entry> {
        if self.has_calendar {
            if self.next.len() - self.passed < ORDERED {
                self.look_ahead();
            }
            self.next.get(self.passed)
        } else {
            if self.near.is_empty() {
                self.fetch();
            }
            self.near.last()
        }
    }

    /// Ensures that [`ORDERED`] events are sorted, or all if there are fewer.
    #[inline(never)]
    fn look_ahead(&mut self) {
        while self.next.len() - self.passed < ORDERED.min(self.pending) {
            if self.crowd.is_empty() {
                self.advance();
            } else {
                self.thin_out();
            }
        }
    }

    /// Removes the event that [`EventQueue::peek`] has just returned.
    #[inline]
    pub fn take(&mut self) {
        self.pending -= 1;
        if self.has_calendar {
            self.passed += 1;
            if self.pending < MAX_WITHOUT_CALENDAR / 4 {
                self.end_calendar();
            }
        } else {
            self.near.pop();
        }
    }

    /// Removes the next event and returns it with its time.
    pub fn pop(&mut self) -> Option<(SimTime, E)> {
        let (time, word) = self.peek()?;
        self.take();
        Some((time, word.event()))
    }

    /// Whether [`EventQueue::ahead`] can return events.
    #[inline]
    pub const fn knows_ahead(&self) -> bool {
        self.has_calendar
    }

    /// The event after `others` further ones in the current order; `None` beyond the sorted part of
    /// the calendar, and whenever there is no calendar.
    #[inline]
    pub fn ahead(&self, others: usize) -> Option<Word<E>> {
        self.next.get(self.passed + others).map(|entry| Word::new(entry.event))
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

    impl PackedEvent for u32 {
        fn to_word(self) -> u64 {
            u64::from(self)
        }

        fn from_word(word: u64) -> Self {
            word as Self
        }
    }

    fn rank(class: u8, owner: u32, sequence: u32) -> Rank {
        Rank { class, owner, sequence }
    }

    #[test]
    fn equal_times_are_settled_by_class_owner_and_sequence() {
        let t = SimTime::from_secs(1);
        let mut queue = EventQueue::default();
        for (time, r, name) in [
            (t, rank(1, 0, 0), 4),
            (t, rank(0, 9, 1), 3),
            (t, rank(0, 9, 0), 2),
            (SimTime::ZERO, rank(9, 9, 9), 1),
            (t, rank(1, 1, 0), 5),
        ] {
            queue.push(time, r, name);
        }
        let order: Vec<u32> = std::iter::from_fn(|| queue.pop()).map(|(_, name)| name).collect();
        assert_eq!(order, [1, 2, 3, 4, 5]);
    }

    /// Goal: two owners never share a rank, in release builds too. Method: the last owner that fits
    /// keeps its class and number; one more is rejected.
    #[test]
    fn owners_have_room_or_are_refused() {
        Rank::assert_room(1 << 28);
        let last = rank(3, (1 << 28) - 1, u32::MAX);
        assert!(key(SimTime::ZERO, last) < key(SimTime::ZERO, rank(4, 0, 0)));
        assert!(key(SimTime::ZERO, last) > key(SimTime::ZERO, rank(3, (1 << 28) - 2, u32::MAX)));
        assert!(std::panic::catch_unwind(|| Rank::assert_room((1 << 28) + 1)).is_err());
    }

    /// Goal: events come out in the order of their keys, whatever their rhythm, and `ahead`
    /// predicts them. Method: pseudo-random pushes, from the current instant to hours away, in
    /// alternating periods of many and of few, compared with a sorted map.
    #[test]
    fn events_come_in_order_at_any_rhythm() {
        let mut state = 1u64;
        let mut draw = |below: u64| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (state ^ state >> 32) % below
        };
        let (mut queue, mut expected) = (EventQueue::default(), BTreeMap::new());
        let mut now = SimTime::ZERO;
        let (mut known_ahead, mut in_blocks, mut beyond) = (0, 0, 0);
        let mut shifts = std::collections::BTreeSet::new();
        for number in 0..400_000u32 {
            let spell = (number / 50_000) % 4;
            let most = [2, 300, 5_000, 40][spell as usize];
            let ahead = [1 << 35, 1 << 24, 1 << 21, 1 << 44][spell as usize];
            if expected.len() < most {
                for _ in 0..1 + draw(3) {
                    let far = if draw(50) == 0 { 1 << 38 } else { ahead };
                    let span = [0, 1 << 10, ahead, far][draw(4) as usize];
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
                assert!(queue.ahead(others).is_none_or(|ahead| ahead.event() == *event));
            }
            known_ahead += u32::from(queue.ahead(4).is_some());
            in_blocks += u32::from(queue.filled_blocks != [0; _]);
            beyond += u32::from(queue.has_calendar && !queue.later.is_empty());
            let next = expected.pop_first().map(|(key, event)| (time_of(key), event));
            assert_eq!(queue.pop(), next);
            now = next.map_or(now, |(at, _)| at);
            shifts.insert(queue.shift);
        }
        assert!(shifts.len() > 2, "ticks of one length: {shifts:?}");
        let spells = [known_ahead, in_blocks, beyond];
        let are_used = spells.iter().all(|spells| (10_000..390_000).contains(spells));
        assert!(are_used, "a level always or never: {spells:?}");
    }

    /// Goal: consumed events take no memory, however many events fall into one tick. Method: three
    /// hundred at one instant, each followed by another soon after, a hundred thousand times.
    #[test]
    fn what_is_over_takes_no_room() {
        let mut queue = EventQueue::default();
        for number in 0..300 {
            queue.push(SimTime::ZERO, rank(0, number, 0), number);
        }
        for number in 300..100_300 {
            let (at, _) = queue.pop().expect("some are left");
            queue.push(at + Duration::from_nanos(1), rank(0, number, 0), number);
            assert!(queue.next.len() <= 300 + MAX_CONSUMED + 1, "{} kept", queue.next.len());
        }
        assert!(queue.has_calendar);
    }

    /// Goal: if very many events share a tick, few of them are kept sorted, and events are returned
    /// in the order of their keys. Method: twenty thousand at one instant, each followed by another
    /// within the tick or after it, compared with a sorted map.
    #[test]
    fn a_crowd_in_one_tick_moves_few() {
        let (mut queue, mut expected) = (EventQueue::default(), BTreeMap::new());
        let mut add = |queue: &mut EventQueue<u32>, at, number: u32| {
            let rank = rank(1, number.wrapping_mul(40_503) % 65_536, number);
            queue.push(at, rank, number);
            expected.insert(key(at, rank), number);
        };
        let crowd = 20_000;
        (0..crowd).for_each(|number| add(&mut queue, SimTime::ZERO, number));
        let mut came = Vec::new();
        let mut most = 0;
        for number in crowd..4 * crowd {
            let (at, event) = queue.pop().expect("some are left");
            came.push(event);
            let after = 1 + u64::from(number % 7) * u64::from(number % 5) * 1_000;
            add(&mut queue, at + Duration::from_nanos(after), number);
            most = most.max(if number > crowd + 10 { queue.next.len() - queue.passed } else { 0 });
        }
        came.extend(std::iter::from_fn(|| queue.pop()).map(|(_, event)| event));
        assert!(came.iter().eq(expected.values()));
        assert!(most <= MAX_NEXT, "{most} sorted");
    }

    /// Goal: events at the last instant are returned like others, however short ticks are. Method:
    /// many at one nanosecond, so that ticks become short, then some at the last instant.
    #[test]
    fn the_end_of_time_comes() {
        let mut queue = EventQueue::default();
        let mut number = 0;
        for nanos in 0..2_000_000 {
            for _ in 0..if nanos == 0 { 300 } else { 1 } {
                let late = [1, 301][usize::from(number % 2 == 0)];
                queue.push(SimTime::from_nanos(nanos + late), rank(0, 0, number), number);
                number += 1;
            }
            queue.pop();
        }
        let ends = (0..200).map(|owner| rank(3, owner, 0));
        ends.for_each(|rank| queue.push(SimTime::MAX, rank, 1_000_000_000 + rank.owner));
        let events: Vec<_> = std::iter::from_fn(|| queue.pop()).collect();
        assert_eq!(events.len(), 499);
        assert!(events.is_sorted_by_key(|&(at, _)| at));
        let last: Vec<_> = events[299..].iter().map(|&(at, number)| (at, number)).collect();
        let expected: Vec<_> = (0..200).map(|n| (SimTime::MAX, 1_000_000_000 + n)).collect();
        assert_eq!(last, expected);
    }
}
