//! Classes of traffic by codepoint, each with a queue of its own: some with strict priority, the
//! others with shares of the rest by deficit round robin. Follows Linux's `sch_ets`, which takes it
//! from IEEE 802.1Qaz (enhanced transmission selection).
//!
//! The kernel's classes can have any discipline inside; here each is a drop-tail queue.

use std::collections::VecDeque;

use skyseam_base::SimTime;
use skyseam_packet::Packet;
use skyseam_params::dscp::Dscp;
use skyseam_params::shape::List;
use skyseam_params::values::FrameSize;
use skyseam_params::{Keys, Problems, parameters};

use super::codel::Fifo;
use super::{
    Built, ClassCounters, Discipline, Dropped, Limit, PacketQueue, QueueContext, QueueLimit,
    QueuedPacket,
};

parameters! {
    /// A class of traffic.
    pub struct TrafficClass {
        /// Codepoints of its packets, such as `["EF", "CS5"]`. Default: all that no other class
        /// has.
        dscp: List<Dscp> = Vec::new(),
        /// Bytes that the class may send in each round of the classes that share the link. Default:
        /// strict priority over all classes after it.
        quantum: Option<FrameSize> = None,
    }
}

parameters! {
    /// Classes of traffic by codepoint, each with a queue: strict priorities, then shares of the
    /// rest.
    pub struct Ets "ets" from "Linux's sch_ets; IEEE Std 802.1Qaz-2011",
    check check_classes {
        /// Maximum amount that may wait in each class.
        limit: QueueLimit,
        /// Classes, first those with strict priority, in its order. Default: strict priority for
        /// "EF" and "VOICE-ADMIT".
        classes: List<TrafficClass> = voice_first(),
    }
}

/// Expedited forwarding and admitted voice (RFC 3246, RFC 5865) before all others.
fn voice_first() -> Vec<TrafficClass> {
    let class = |dscp: &[u8], quantum| TrafficClass { dscp: dscp.to_vec(), quantum };
    vec![class(&[46, 44], None), class(&[], Some(1514))]
}

impl Ets {
    fn check_classes(&mut self, keys: &Keys, problems: &mut Problems<'_>) {
        let others = self.classes.iter().filter(|class| class.dscp.is_empty()).count();
        if others != 1 {
            problems
                .add(&keys.at("classes"), "one class takes the codepoints of no other class")
                .found(format!("{others} classes without `dscp`"))
                .expected("exactly one, such as { quantum = \"1514 B\" }");
        }
        let mut met = [false; 64];
        let mut has_share = false;
        for (number, class) in self.classes.iter().enumerate() {
            let twice =
                class.dscp.iter().find(|own| std::mem::replace(&mut met[**own as usize], true));
            if let Some(twice) = twice {
                problems
                    .add(&keys.element("classes", number), "a codepoint is in two classes")
                    .found(twice.to_string())
                    .expected("each codepoint once");
            }
            if has_share && class.quantum.is_none() {
                problems
                    .add(&keys.element("classes", number), "classes of strict priority come first")
                    .found("a class without `quantum` after one that has it")
                    .help("move it before the first class with `quantum`, or give it one");
            }
            has_share |= class.quantum.is_some();
        }
    }
}

impl Discipline for Ets {
    fn build(&self, _: &QueueContext<'_>) -> Built {
        Built::Holding(Box::new(EtsQueue::new(self)))
    }
}

/// Queue of a class.
#[derive(Debug)]
struct Class {
    packets: Fifo,
    /// Bytes in each round; `None` with strict priority.
    quantum: Option<u32>,
    /// Bytes left in this round.
    deficit: u64,
    counters: ClassCounters,
}

/// Queues of all classes.
#[derive(Debug)]
struct EtsQueue {
    limit: Limit,
    /// Class of each codepoint.
    class_of: [usize; 64],
    classes: Vec<Class>,
    /// Classes with a quantum that have packets, in the order of the rotation.
    turns: VecDeque<usize>,
}

impl EtsQueue {
    fn new(config: &Ets) -> Self {
        let others = config.classes.iter().position(|class| class.dscp.is_empty());
        let mut class_of = [others.expect("a class of all others"); 64];
        for (number, class) in config.classes.iter().enumerate() {
            class.dscp.iter().for_each(|dscp| class_of[*dscp as usize] = number);
        }
        let class = |own: &TrafficClass| Class {
            packets: Fifo::default(),
            quantum: own.quantum,
            deficit: 0,
            counters: ClassCounters::default(),
        };
        let classes = config.classes.iter().map(class).collect();
        Self { limit: config.limit.known(), class_of, classes, turns: VecDeque::new() }
    }

    /// Enqueues a packet in a class; on an idle link it does not wait.
    fn enqueue_in(
        &mut self,
        number: usize,
        packet: QueuedPacket,
        is_idle: bool,
        dropped: &mut Vec<Dropped>,
    ) {
        let class = &mut self.classes[number];
        if class.packets.is_empty()
            && let Some(quantum) = class.quantum
        {
            class.deficit = u64::from(quantum);
            self.turns.push_back(number);
        }
        let (waiting, counters) = (class.packets.len(), &mut class.counters);
        class.packets.push_within(self.limit, packet, dropped);
        if class.packets.len() == waiting {
            counters.overflows += 1;
            return;
        }
        counters.packets += 1;
        counters.bytes += u64::from(packet.bytes);
        if !is_idle {
            counters.peak_waiting = counters.peak_waiting.max(class.packets.len() as u32);
        }
    }
}

impl PacketQueue for EtsQueue {
    fn enqueue(&mut self, _: SimTime, packet: QueuedPacket, dropped: &mut Vec<Dropped>) {
        self.enqueue_in(self.class_of[0], packet, false, dropped);
    }

    fn enqueue_with_headers(
        &mut self,
        _: SimTime,
        idle_since: Option<SimTime>,
        packet: QueuedPacket,
        headers: &Packet,
        dropped: &mut Vec<Dropped>,
    ) {
        let number = self.class_of[usize::from(headers.dscp & 63)];
        self.enqueue_in(number, packet, idle_since.is_some(), dropped);
    }

    fn class_of(&self, headers: &Packet) -> Option<u32> {
        Some(self.class_of[usize::from(headers.dscp & 63)] as u32)
    }

    fn class_counters(&self) -> Vec<ClassCounters> {
        self.classes.iter().map(|class| class.counters).collect()
    }

    fn dequeue(&mut self, _: SimTime, _: &mut Vec<Dropped>) -> Option<QueuedPacket> {
        let mut strict = self.classes.iter_mut().filter(|class| class.quantum.is_none());
        if let Some(packet) = strict.find_map(|class| class.packets.pop()) {
            return Some(packet);
        }
        loop {
            let number = *self.turns.front()?;
            let Class { packets, quantum, deficit, .. } = &mut self.classes[number];
            let bytes = packets.head().map_or(0, |packet| u64::from(packet.bytes));
            if bytes > *deficit {
                *deficit += u64::from(quantum.unwrap_or(0));
                self.turns.rotate_left(1);
                continue;
            }
            *deficit -= bytes;
            let packet = packets.pop();
            if packets.is_empty() {
                self.turns.pop_front();
            }
            return packet;
        }
    }

    fn len(&self) -> usize {
        self.classes.iter().map(|class| class.packets.len()).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::queue::{Ecn, PacketKey};

    /// Puts packets of these codepoints and sizes into a queue.
    fn filled(config: &Ets, packets: &[(u8, u32)]) -> (EtsQueue, SimTime) {
        let (mut queue, mut dropped) = (EtsQueue::new(config), Vec::new());
        let now = SimTime::ZERO;
        for (number, &(dscp, bytes)) in packets.iter().enumerate() {
            let key = PacketKey::from_index(number);
            let packet = QueuedPacket { key, bytes, flow: 0, arrived: now, ecn: Ecn::NotEct };
            let headers = Packet { dscp, ..Packet::BLANK };
            queue.enqueue_with_headers(now, None, packet, &headers, &mut dropped);
        }
        (queue, now)
    }

    /// Puts packets into a queue, and returns the codepoints in the order in which they leave.
    fn served(config: &Ets, packets: &[(u8, u32)]) -> Vec<u8> {
        let (mut queue, now) = filled(config, packets);
        let out = std::iter::from_fn(|| queue.dequeue(now, &mut Vec::new()));
        let out = out.map(|packet| packets[packet.key.index()].0).collect();
        assert_eq!(queue.len(), 0);
        out
    }

    fn class(dscp: &[u8], quantum: Option<u32>) -> TrafficClass {
        TrafficClass { dscp: dscp.to_vec(), quantum }
    }

    /// Goal: strict classes first, in their order; the others in proportion to their quanta, by
    /// hand. Method: quanta of 2000 and 1000 B and packets of 1000 B: AF41 sends two in its round,
    /// the others one. With packets of 800 B beside them the others send one in the first round
    /// (200 B left), one in the second (400 B left).
    #[test]
    fn classes_are_served_by_priority_and_share() {
        let limit = QueueLimit::Packets(100);
        let classes = vec![
            class(&[48], None),
            class(&[46, 44], None),
            class(&[34], Some(2000)),
            class(&[], Some(1000)),
        ];
        let config = Ets { limit, classes };
        let mut arrivals = vec![(0, 800); 4];
        arrivals.extend([(34, 1000); 5]);
        arrivals.extend([(46, 200), (48, 200), (44, 200)]);
        let expected = [48, 46, 44, 0, 34, 34, 0, 34, 34, 0, 34, 0];
        assert_eq!(served(&config, &arrivals), expected);
    }

    /// A full class takes no room of another: 3 of 5 packets fit into each, and 3 of 4.
    #[test]
    fn classes_have_limits_and_counters_of_their_own() {
        let config = Ets { limit: QueueLimit::Packets(3), classes: voice_first() };
        let arrivals = [vec![(0, 1500); 5], vec![(46, 200); 4]].concat();
        assert_eq!(served(&config, &arrivals), [46, 46, 46, 0, 0, 0]);
        let (counted, _) = filled(&config, &arrivals);
        let of = |bytes, overflows| ClassCounters { packets: 3, bytes, overflows, peak_waiting: 3 };
        assert_eq!(counted.class_counters(), [of(600, 1), of(4500, 2)]);
    }
}
