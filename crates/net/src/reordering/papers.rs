//! The buffer of Tauran et al. 2019 by their ns-2 module: it orders by the sequence numbers of
//! flows.
//!
//! One buffer for all flows, and for each flow the next expected sequence number. It keeps three
//! peculiarities of the module: when HARQ gives any packet up, *all* packets leave, in the order of
//! the slots; packets that have waited too long are dropped, not released; and only the arrival of
//! a packet triggers this check, after that packet has been delivered or stored. Packets that it
//! brings into order are therefore delivered, however old, and its own flow is never removed. If
//! nothing is held when a packet is given up, the flow continues to expect it.
//!
//! ns-2 numbers packets, a host here numbers bytes, so a segment may begin before the expected byte
//! and end after it: it counts as in order. So does a segment that a copy has overtaken. A packet
//! without sequence space passes.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use skyseam_base::{Duration, SimTime};
use skyseam_params::parameters;

use super::{OrderedPacket, Released, Reordering, ReorderingConfig, ReorderingRule};
use crate::queue::PacketKey;

parameters! {
    /// Restores the order of each flow's sequence numbers; all packets leave when HARQ gives one
    /// up.
    pub struct Papers "papers" from "Tauran et al. 2019, with its ns-2 module" {}
}

impl ReorderingRule for Papers {
    fn build(&self, config: &ReorderingConfig) -> Box<dyn Reordering> {
        Box::new(PapersBuffer::new(config))
    }
}

/// State of the buffer.
#[derive(Debug)]
struct PapersBuffer {
    timeout: Duration,
    /// Slots, as many as the maximum number of packets.
    slots: Vec<Option<(SimTime, OrderedPacket)>>,
    free: BTreeSet<usize>,
    flows: BTreeMap<u64, Flow>,
    /// Stored packets, the oldest first: time and slot. Entries may be of packets that have left.
    ages: VecDeque<(SimTime, usize)>,
}

#[derive(Debug)]
struct Flow {
    expected: u64,
    last_arrival: SimTime,
    /// Held packets, by start and slot.
    held: BTreeSet<(u64, usize)>,
}

impl PapersBuffer {
    fn new(config: &ReorderingConfig) -> Self {
        let packets = config.size as usize;
        Self {
            timeout: config.timeout,
            slots: vec![None; packets],
            free: (0..packets).collect(),
            flows: BTreeMap::new(),
            ages: VecDeque::new(),
        }
    }

    fn is_too_old(&self, since: SimTime, now: SimTime) -> bool {
        now.saturating_since(since) > self.timeout
    }

    /// Removes the packet from `slot`.
    fn take(&mut self, slot: usize) -> OrderedPacket {
        let (_, item) = self.slots[slot].take().expect("a slot that is taken");
        self.free.insert(slot);
        if let Some(flow) = self.flows.get_mut(&item.flow) {
            flow.held.remove(&(item.start, slot));
        }
        item
    }

    fn drop_old(&mut self, now: SimTime, out: &mut Released) {
        while let Some(&(since, slot)) = self.ages.front() {
            let is_held = self.slots[slot].is_some_and(|(stored, _)| stored == since);
            if is_held && !self.is_too_old(since, now) {
                return;
            }
            self.ages.pop_front();
            if is_held {
                out.drop.push(self.take(slot).key);
            }
        }
    }

    /// Delivers all packets, slot by slot; flows then expect the successor of their last one.
    fn flush(&mut self, out: &mut Released) {
        for slot in 0..self.slots.len() {
            if self.slots[slot].is_some() {
                let item = self.take(slot);
                self.hand_on(item, out);
            }
        }
        self.ages.clear();
    }

    fn hand_on(&mut self, item: OrderedPacket, out: &mut Released) {
        out.deliver.push(item.key);
        if let Some(flow) = self.flows.get_mut(&item.flow) {
            flow.expected = flow.expected.max(item.end);
        }
    }

    /// Delivers the packets that follow without a gap.
    fn drain(&mut self, flow: u64, out: &mut Released) {
        while let Some(known) = self.flows.get(&flow)
            && let Some(&(start, slot)) = known.held.first()
            && start <= known.expected
        {
            let item = self.take(slot);
            self.hand_on(item, out);
        }
    }

    /// The sequence number that `item`'s flow expects; the flow may be new.
    fn expected(&mut self, now: SimTime, item: &OrderedPacket) -> u64 {
        let start = item.start;
        let first = || Flow { expected: start, last_arrival: now, held: BTreeSet::new() };
        let flow = self.flows.entry(item.flow).or_insert_with(first);
        flow.last_arrival = now;
        flow.expected
    }

    /// Removes flows that have been idle too long; their packets here are even older and were
    /// already dropped.
    fn forget_silent(&mut self, now: SimTime) {
        let timeout = self.timeout;
        self.flows.retain(|_, flow| now.saturating_since(flow.last_arrival) <= timeout);
    }
}

impl Reordering for PapersBuffer {
    fn on_decoded(&mut self, now: SimTime, item: OrderedPacket, out: &mut Released) {
        if item.start >= item.end {
            out.deliver.push(item.key);
        } else if item.start <= self.expected(now, &item) {
            self.hand_on(item, out);
            self.drain(item.flow, out);
        } else if let Some(slot) = self.free.pop_first() {
            self.slots[slot] = Some((now, item));
            self.ages.push_back((now, slot));
            let flow = self.flows.get_mut(&item.flow).expect("a flow just heard of");
            flow.held.insert((item.start, slot));
        } else {
            self.hand_on(item, out);
            self.flush(out);
        }
        self.drop_old(now, out);
        self.forget_silent(now);
    }

    fn on_given_up(&mut self, _: SimTime, _: OrderedPacket, out: &mut Released) {
        self.flush(out);
    }

    fn next_timeout(&self) -> Option<SimTime> {
        None
    }

    fn on_timeout(&mut self, _: SimTime, _: &mut Released) {}

    fn held(&self) -> Vec<PacketKey> {
        self.slots.iter().flatten().map(|(_, item)| item.key).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A buffer of `packets` packets and one second, fed with segments of 1000 bytes.
    struct Bench {
        buffer: PapersBuffer,
        next_key: u32,
    }

    impl Bench {
        fn new(packets: u64) -> Self {
            let timeout = Duration::from_secs(1);
            let own = ReorderingConfig::of(Papers {});
            let config = ReorderingConfig { size: packets, timeout, ..own };
            Self { buffer: PapersBuffer::new(&config), next_key: 0 }
        }

        /// Decodes segment `segment` of `flow`; keys count these calls.
        fn decoded(&mut self, at_ms: u64, flow: u64, segment: u64) -> Released {
            let (key, start) = (PacketKey(self.next_key), 1000 * segment);
            self.next_key += 1;
            let item = OrderedPacket { key, sender: 0, number: 0, flow, start, end: start + 1000 };
            let mut out = Released::default();
            self.buffer.on_decoded(at(at_ms), item, &mut out);
            out
        }

        fn given_up(&mut self, at_ms: u64, flow: u64, segment: u64) -> Released {
            let start = 1000 * segment;
            let item = OrderedPacket {
                key: PacketKey(999),
                sender: 0,
                number: 0,
                flow,
                start,
                end: start + 1000,
            };
            let mut out = Released::default();
            self.buffer.on_given_up(at(at_ms), item, &mut out);
            out
        }
    }

    fn at(ms: u64) -> SimTime {
        SimTime::ZERO.saturating_add(Duration::from_millis(ms))
    }

    fn delivered(keys: &[u32]) -> Released {
        Released { deliver: keys.iter().copied().map(PacketKey).collect(), drop: vec![] }
    }

    /// The first segment of a flow sets the expected number; segments in order pass, those beyond
    /// wait for the missing ones, those below pass at once.
    #[test]
    fn segments_wait_for_those_before_them() {
        let mut bench = Bench::new(125);
        assert_eq!(bench.decoded(0, 1, 7), delivered(&[0]));
        assert_eq!(bench.decoded(1, 1, 9), delivered(&[]));
        assert_eq!(bench.decoded(2, 1, 10), delivered(&[]));
        assert_eq!(bench.decoded(3, 1, 3), delivered(&[3]));
        // Another flow has its own expected place.
        assert_eq!(bench.decoded(4, 2, 0), delivered(&[4]));
        assert_eq!(bench.decoded(5, 1, 8), delivered(&[5, 1, 2]));
        assert_eq!(bench.decoded(6, 1, 11), delivered(&[6]));
        assert!(bench.buffer.held().is_empty());
    }

    /// A give-up empties the buffer of all flows in the order of the slots, where freed slots are
    /// reused from the lowest, and the flows continue after the highest segment that left.
    #[test]
    fn a_give_up_flushes_all_by_slot() {
        let mut bench = Bench::new(125);
        let _ = bench.decoded(0, 1, 0);
        let _ = bench.decoded(0, 2, 0);
        for (flow, segment) in [(1, 2), (2, 5), (1, 4), (1, 6)] {
            assert_eq!(bench.decoded(1, flow, segment), delivered(&[]));
        }
        // Segment 1 arrives: 2 leaves the lowest slot, which 5 takes behind 4 and 6.
        assert_eq!(bench.decoded(2, 1, 1), delivered(&[6, 2]));
        assert_eq!(bench.decoded(3, 1, 5), delivered(&[]));
        assert_eq!(bench.given_up(4, 1, 3), delivered(&[7, 3, 4, 5]));
        assert_eq!(bench.decoded(5, 1, 7), delivered(&[8]));
        assert_eq!(bench.decoded(5, 2, 6), delivered(&[9]));
        assert_eq!(bench.decoded(5, 2, 3), delivered(&[10]), "old by now");
        // Nothing is held: the flow still expects what was given up.
        assert_eq!(bench.given_up(6, 1, 8), delivered(&[]));
        assert_eq!(bench.decoded(7, 1, 9), delivered(&[]));
    }

    /// A packet that finds the buffer full leaves, followed by all others.
    #[test]
    fn a_full_buffer_is_flushed() {
        let mut bench = Bench::new(3);
        let _ = bench.decoded(0, 1, 0);
        for segment in [4, 2, 3] {
            assert_eq!(bench.decoded(1, 1, segment), delivered(&[]));
        }
        assert_eq!(bench.decoded(2, 1, 5), delivered(&[4, 1, 2, 3]));
        assert_eq!(bench.decoded(3, 1, 6), delivered(&[5]));
    }

    /// Packets that have waited for more than a second are dropped only when a packet arrives, and
    /// only after that packet has had its effect: packets that it brings into order are delivered.
    #[test]
    fn what_waits_too_long_is_dropped_after_an_arrival() {
        let mut bench = Bench::new(125);
        let _ = bench.decoded(0, 1, 0);
        let _ = bench.decoded(100, 1, 2);
        let _ = bench.decoded(900, 1, 4);
        assert_eq!(bench.buffer.next_timeout(), None);
        assert_eq!(bench.decoded(1100, 2, 0), delivered(&[3]), "a second is not more than one");
        let late = bench.decoded(1101, 2, 1);
        assert_eq!(late, Released { drop: vec![PacketKey(1)], ..delivered(&[4]) });
        assert_eq!(bench.decoded(1200, 1, 1), delivered(&[5]), "segment 2 is missing now");
        // Segment 4 is too old too, but 2 and 3 come before anybody looks.
        assert_eq!(bench.decoded(1800, 1, 3), delivered(&[]));
        assert_eq!(bench.decoded(1901, 1, 2), delivered(&[7, 6, 2]));
    }

    /// A flow idle for more than a second is removed when a packet of another arrives, and starts
    /// anew; alone, it keeps its expected number.
    #[test]
    fn a_lone_flow_is_never_forgotten() {
        for other_comes in [false, true] {
            let mut bench = Bench::new(125);
            let _ = bench.decoded(0, 1, 0);
            if other_comes {
                assert_eq!(bench.decoded(1001, 2, 0), delivered(&[1]));
            }
            let late = bench.next_key;
            let anew = if other_comes { delivered(&[late]) } else { delivered(&[]) };
            assert_eq!(bench.decoded(1500, 1, 40), anew, "{other_comes}");
        }
    }

    /// A packet without sequence space passes, and a segment with other boundaries is still in
    /// order.
    #[test]
    fn places_are_ranges() {
        let mut bench = Bench::new(125);
        let _ = bench.decoded(0, 1, 0);
        let _ = bench.decoded(0, 1, 2);
        let mut item = OrderedPacket {
            key: PacketKey(50),
            sender: 0,
            number: 0,
            flow: 1,
            start: 5000,
            end: 5000,
        };
        let mut out = Released::default();
        bench.buffer.on_decoded(at(1), item, &mut out);
        assert_eq!(out, delivered(&[50]));
        (item.key, item.start, item.end) = (PacketKey(51), 500, 2500);
        bench.buffer.on_decoded(at(2), item, &mut out);
        assert_eq!(out, delivered(&[50, 51, 1]));
        assert_eq!(bench.decoded(3, 1, 3), delivered(&[2]));
    }
}
