//! The contract of every rule, tested on random sequences of events.

use std::collections::BTreeMap;

use proptest::prelude::*;
use skyseam_params::Catalogue;

use super::*;

/// A packet: its sending time, decoding time and outcome.
#[derive(Clone, Copy, Debug)]
struct Sent {
    sender: u32,
    flow: u64,
    /// Time after the previous packet, milliseconds.
    gap: u64,
    /// Time until it is decoded or given up, milliseconds.
    takes: u64,
    fails: bool,
}

fn course() -> impl Strategy<Value = Vec<Sent>> {
    let one = (0..2u32, 0..3u64, 0..20u64, 0..400u64, proptest::bool::weighted(0.1));
    let one =
        one.prop_map(|(sender, flow, gap, takes, fails)| Sent { sender, flow, gap, takes, fails });
    proptest::collection::vec(one, 1..200)
}

/// Outcome of a sequence of events.
struct Made {
    items: Vec<OrderedPacket>,
    /// Time when each packet was decoded, by key.
    decoded: BTreeMap<u32, SimTime>,
    delivered: Vec<(SimTime, u32)>,
    dropped: Vec<u32>,
    held: Vec<u32>,
    most_held: usize,
}

fn played(config: &ReorderingConfig, course: &[Sent]) -> Made {
    let (mut sent_at, mut events, mut items) = (0, vec![], vec![]);
    let (mut numbers, mut places) = (BTreeMap::new(), BTreeMap::new());
    for (key, sent) in (0..).zip(course) {
        sent_at += sent.gap;
        let number: &mut u64 = numbers.entry(sent.sender).or_default();
        let start: &mut u64 = places.entry(sent.flow).or_default();
        let (number, start) = {
            (*number, *start) = (*number + 1, *start + 1000);
            (*number - 1, *start - 1000)
        };
        let (sender, flow) = (sent.sender, sent.flow);
        items.push(OrderedPacket {
            key: PacketKey(key),
            sender,
            number,
            flow,
            start,
            end: start + 1000,
        });
        events.push((SimTime::from_nanos((sent_at + sent.takes) * 1_000_000), key));
    }
    events.sort_unstable();
    let mut buffer = config.build();
    let mut made = Made {
        items,
        decoded: BTreeMap::new(),
        delivered: vec![],
        dropped: vec![],
        held: vec![],
        most_held: 0,
    };
    for (at, key) in events {
        while let Some(due) = buffer.next_timeout().filter(|due| *due <= at) {
            let mut out = Released::default();
            buffer.on_timeout(due, &mut out);
            made.note(due, out);
        }
        let mut out = Released::default();
        let item = made.items[key as usize];
        if course[key as usize].fails {
            buffer.on_given_up(at, item, &mut out);
        } else {
            made.decoded.insert(key, at);
            buffer.on_decoded(at, item, &mut out);
        }
        made.note(at, out);
        made.most_held = made.most_held.max(buffer.held().len());
    }
    made.held = buffer.held().into_iter().map(|key| key.0).collect();
    made
}

impl Made {
    fn note(&mut self, at: SimTime, out: Released) {
        self.delivered.extend(out.deliver.into_iter().map(|key| (at, key.0)));
        self.dropped.extend(out.drop.into_iter().map(|key| key.0));
    }
}

fn config(rule: impl ReorderingRule, size: u64, timeout_ms: u64) -> ReorderingConfig {
    let timeout = Duration::from_millis(timeout_ms);
    ReorderingConfig { size, timeout, ..ReorderingConfig::of(rule) }
}

#[test]
fn every_rule_is_documented() {
    for member in built_in() {
        assert!(!member.summary.is_empty() && !member.source.is_empty());
    }
}

proptest! {
    /// Every packet leaves once, is dropped once, or is held at the end; no more are held than
    /// there is room for; the same events have the same outcome.
    #[test]
    fn every_rule_keeps_packets(course in course(), packets in 1..40u64, timeout in 1..500u64) {
        let catalogue = Catalogue::default().with_all(built_in());
        for member in built_in() {
            let rule = format!("kind = \"{}\"", member.name);
            let rule = registry::parse(&rule, catalogue.clone()).expect("a rule");
            let own = ReorderingConfig { kind: rule, ..config(Papers {}, packets, timeout) };
            let made = played(&own, &course);
            let mut seen: Vec<u32> = made.delivered.iter().map(|(_, key)| *key).collect();
            seen.extend(made.dropped.iter().chain(&made.held));
            seen.sort_unstable();
            let all: Vec<u32> = made.decoded.keys().copied().collect();
            prop_assert_eq!(seen, all, "{}", member.name);
            prop_assert!(made.most_held <= packets as usize, "{}: too many", member.name);
            let again = played(&own, &course);
            prop_assert_eq!(made.delivered, again.delivered, "{}: chance", member.name);
        }
    }

    /// With room and time, the rule "in-sequence" keeps each sender's order whatever is given up,
    /// and holds nothing in the end.
    #[test]
    fn in_sequence_keeps_order(course in course()) {
        let made = played(&config(InSequence {}, 1000, 3_600_000), &course);
        prop_assert!(made.held.is_empty() && made.dropped.is_empty());
        let mut last = BTreeMap::new();
        for (_, key) in &made.delivered {
            let item = made.items[*key as usize];
            let before = last.insert(item.sender, item.number);
            prop_assert!(before.is_none_or(|before| before < item.number));
        }
    }

    /// No packet waits longer than the timeout, and none is dropped.
    #[test]
    fn in_sequence_holds_no_longer_than_told(
        course in course(), packets in 1..40u64, timeout in 1..500u64
    ) {
        let config = config(InSequence {}, packets, timeout);
        let made = played(&config, &course);
        prop_assert!(made.dropped.is_empty());
        for (at, key) in &made.delivered {
            prop_assert!(at.saturating_since(made.decoded[key]) <= config.timeout);
        }
    }

    /// If nothing is given up and there is enough room and time, the rule "papers" keeps each
    /// flow's order from the first segment that it sees; only segments sent before that one pass
    /// late.
    #[test]
    fn papers_keeps_order_without_give_ups(course in course()) {
        let course: Vec<Sent> =
            course.into_iter().map(|sent| Sent { fails: false, ..sent }).collect();
        let made = played(&config(Papers {}, 1000, 3_600_000), &course);
        prop_assert!(made.held.is_empty() && made.dropped.is_empty());
        let mut last = BTreeMap::new();
        let mut first = BTreeMap::new();
        for (_, key) in &made.delivered {
            let item = made.items[*key as usize];
            if item.start < *first.entry(item.flow).or_insert(item.start) {
                continue;
            }
            let before = last.insert(item.flow, item.start);
            prop_assert!(before.is_none_or(|before| before < item.start));
        }
    }
}
