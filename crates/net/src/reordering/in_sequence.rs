//! A buffer that follows the sending order of the link, and holds a packet only as long as that
//! order can still be restored.
//!
//! Each sender to the receiver has an order of its own. A packet that HARQ gives up is no longer
//! awaited. A packet that has waited for the timeout is released with those before it, not dropped.
//! Without room, the gap that has been awaited for the longest is skipped. Packets that arrive
//! after their gap was skipped pass at once.

use std::collections::{BTreeMap, VecDeque};

use skyseam_base::{Duration, SimTime};
use skyseam_params::parameters;

use super::{OrderedPacket, Released, Reordering, ReorderingConfig, ReorderingRule};
use crate::queue::PacketKey;

parameters! {
    /// Restores the order in which the link sent, without waiting for packets that HARQ gave up.
    pub struct InSequence "in-sequence"
    from "in-sequence delivery of radio link control (3GPP TS 36.322), packet by packet" {}
}

impl ReorderingRule for InSequence {
    fn build(&self, config: &ReorderingConfig) -> Box<dyn Reordering> {
        Box::new(SequenceBuffer::new(config))
    }
}

/// State of the buffer.
#[derive(Debug)]
struct SequenceBuffer {
    packets: usize,
    timeout: Duration,
    senders: BTreeMap<u32, Sender>,
    held: usize,
    /// Stored packets, the longest waiting first: start of the wait, sender, and number. The first
    /// of them is still held.
    ages: VecDeque<(SimTime, u32, u64)>,
}

#[derive(Debug, Default)]
struct Sender {
    /// Next number expected.
    next: u64,
    /// Fate of higher numbers, as far as it is known.
    beyond: BTreeMap<u64, Fate>,
}

#[derive(Clone, Copy, Debug)]
enum Fate {
    /// The packet is held, under this key.
    Held(PacketKey),
    GivenUp,
}

impl Sender {
    fn holds(&self, number: u64) -> bool {
        matches!(self.beyond.get(&number), Some(Fate::Held(_)))
    }

    /// Releases all packets up to `next`, and those that follow without a gap; returns their
    /// number.
    fn advance(&mut self, next: u64, out: &mut Released) -> usize {
        let before = out.deliver.len();
        self.next = self.next.max(next);
        while let Some(first) = self.beyond.first_entry()
            && *first.key() <= self.next
        {
            let (number, fate) = first.remove_entry();
            self.next = self.next.max(number + 1);
            if let Fate::Held(key) = fate {
                out.deliver.push(key);
            }
        }
        out.deliver.len() - before
    }
}

impl SequenceBuffer {
    fn new(config: &ReorderingConfig) -> Self {
        Self {
            packets: config.size as usize,
            timeout: config.timeout,
            senders: BTreeMap::new(),
            held: 0,
            ages: VecDeque::new(),
        }
    }

    fn advance(&mut self, sender: u32, next: u64, out: &mut Released) {
        let released = self.senders.entry(sender).or_default().advance(next, out);
        self.held -= released;
        self.forget_released();
    }

    fn forget_released(&mut self) {
        while let Some(&(_, sender, number)) = self.ages.front()
            && !self.senders.get(&sender).is_some_and(|s| s.holds(number))
        {
            self.ages.pop_front();
        }
    }
}

impl Reordering for SequenceBuffer {
    fn on_decoded(&mut self, now: SimTime, item: OrderedPacket, out: &mut Released) {
        let sender = self.senders.entry(item.sender).or_default();
        if item.number <= sender.next || sender.beyond.contains_key(&item.number) {
            out.deliver.push(item.key);
            if item.number == sender.next {
                self.advance(item.sender, item.number + 1, out);
            }
            return;
        }
        sender.beyond.insert(item.number, Fate::Held(item.key));
        self.ages.push_back((now, item.sender, item.number));
        self.held += 1;
        // The packet in excess may itself be the one that leaves first.
        if self.held > self.packets
            && let Some(&(_, longest, _)) = self.ages.front()
        {
            let numbers = &self.senders[&longest].beyond;
            let lowest = numbers.iter().find(|(_, fate)| matches!(fate, Fate::Held(_)));
            let lowest = lowest.map_or(0, |(&number, _)| number);
            self.advance(longest, lowest, out);
        }
    }

    fn on_given_up(&mut self, _: SimTime, item: OrderedPacket, out: &mut Released) {
        let sender = self.senders.entry(item.sender).or_default();
        if item.number >= sender.next {
            sender.beyond.entry(item.number).or_insert(Fate::GivenUp);
            self.advance(item.sender, 0, out);
        }
    }

    fn next_timeout(&self) -> Option<SimTime> {
        self.ages.front().map(|&(since, ..)| since.saturating_add(self.timeout))
    }

    fn on_timeout(&mut self, now: SimTime, out: &mut Released) {
        while let Some(&(since, sender, number)) = self.ages.front()
            && since.saturating_add(self.timeout) <= now
        {
            self.advance(sender, number, out);
        }
    }

    fn held(&self) -> Vec<PacketKey> {
        let fates = self.senders.values().flat_map(|sender| sender.beyond.values());
        fates
            .filter_map(|fate| match fate {
                Fate::Held(key) => Some(*key),
                Fate::GivenUp => None,
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Bench(SequenceBuffer);

    impl Bench {
        fn new(packets: u64, timeout_ms: u64) -> Self {
            let timeout = Duration::from_millis(timeout_ms);
            let own = ReorderingConfig::of(InSequence {});
            Self(SequenceBuffer::new(&ReorderingConfig { size: packets, timeout, ..own }))
        }

        /// The packets released when `number` of `sender` is decoded; its key is `100 * sender +
        /// number`.
        fn decoded(&mut self, at_ms: u64, sender: u32, number: u64) -> Vec<u32> {
            let mut out = Released::default();
            self.0.on_decoded(at(at_ms), item(sender, number), &mut out);
            assert!(out.drop.is_empty());
            out.deliver.into_iter().map(|key| key.0).collect()
        }

        fn given_up(&mut self, at_ms: u64, sender: u32, number: u64) -> Vec<u32> {
            let mut out = Released::default();
            self.0.on_given_up(at(at_ms), item(sender, number), &mut out);
            out.deliver.into_iter().map(|key| key.0).collect()
        }

        fn timeout(&mut self, at_ms: u64) -> Vec<u32> {
            let mut out = Released::default();
            assert_eq!(self.0.next_timeout(), Some(at(at_ms)));
            self.0.on_timeout(at(at_ms), &mut out);
            assert!(out.drop.is_empty());
            out.deliver.into_iter().map(|key| key.0).collect()
        }
    }

    fn item(sender: u32, number: u64) -> OrderedPacket {
        OrderedPacket {
            key: PacketKey(100 * sender + number as u32),
            sender,
            number,
            flow: 0,
            start: 0,
            end: 1,
        }
    }

    fn at(ms: u64) -> SimTime {
        SimTime::ZERO.saturating_add(Duration::from_millis(ms))
    }

    /// Packets wait for earlier ones of their own sender, from its first on.
    #[test]
    fn packets_wait_for_those_before_them() {
        let mut bench = Bench::new(10, 1000);
        assert_eq!(bench.decoded(0, 1, 1), [0u32; 0]);
        assert_eq!(bench.decoded(1, 2, 0), [200]);
        assert_eq!(bench.decoded(2, 1, 3), [0u32; 0]);
        assert_eq!(bench.decoded(3, 1, 0), [100, 101]);
        assert_eq!(bench.decoded(4, 1, 2), [102, 103]);
        assert_eq!(bench.0.next_timeout(), None);
    }

    /// A give-up releases packets that waited for it, and none that waits for another packet; one
    /// that is not at the front takes effect later.
    #[test]
    fn a_give_up_releases_what_waited_for_it() {
        let mut bench = Bench::new(10, 1000);
        for number in [1, 3, 5] {
            assert_eq!(bench.decoded(0, 1, number), [0u32; 0]);
        }
        assert_eq!(bench.decoded(0, 2, 1), [0u32; 0]);
        assert_eq!(bench.given_up(1, 1, 2), [0u32; 0]);
        assert_eq!(bench.given_up(2, 1, 0), [101, 103]);
        assert_eq!(bench.decoded(3, 1, 4), [104, 105]);
        assert_eq!(bench.0.held(), [PacketKey(201)]);
    }

    /// A packet that has waited for the timeout leaves, after those before it, and the missing
    /// packet passes when it arrives.
    #[test]
    fn a_time_out_releases() {
        let mut bench = Bench::new(10, 1000);
        assert_eq!(bench.decoded(0, 1, 4), [0u32; 0]);
        assert_eq!(bench.decoded(5, 1, 7), [0u32; 0]);
        assert_eq!(bench.decoded(10, 1, 2), [0u32; 0]);
        assert_eq!(bench.decoded(20, 1, 5), [0u32; 0]);
        assert_eq!(bench.timeout(1000), [102, 104, 105]);
        assert_eq!(bench.decoded(1001, 1, 3), [103]);
        assert_eq!(bench.timeout(1005), [107]);
        assert_eq!(bench.0.next_timeout(), None);
        assert_eq!(bench.decoded(1006, 1, 8), [108]);
    }

    /// Without room, the gap before the longest waiting packet is skipped; the excess packet is put
    /// before those that follow it.
    #[test]
    fn the_oldest_gap_is_left_open_without_room() {
        let mut bench = Bench::new(3, 1000);
        for (at, sender, number) in [(0, 1, 4), (1, 2, 9), (2, 1, 6)] {
            assert_eq!(bench.decoded(at, sender, number), [0u32; 0]);
        }
        assert_eq!(bench.decoded(3, 2, 5), [104]);
        assert_eq!(bench.decoded(4, 1, 5), [105, 106]);
        assert_eq!(bench.decoded(5, 2, 7), [0u32; 0]);
        assert_eq!(bench.decoded(6, 2, 3), [203]);
        assert_eq!(bench.decoded(7, 2, 4), [204, 205]);
    }
}
