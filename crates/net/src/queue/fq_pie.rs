//! FQ-PIE: a queue for each flow, served by deficit round robin, each under PIE's controller; new
//! flows are served first. Follows Linux's `sch_fq_pie`.
//!
//! A hash distinguishes flows, so two may share a queue. The kernel's limit on memory only counts
//! packets that exceed it, so it is not modelled.

use std::collections::{BTreeMap, VecDeque};

use skyseam_base::{Duration, SimTime};
use skyseam_params::parameters;
use skyseam_params::values::{Count, Flag, FrameSize, PositiveSpan, Probability};
use skyseam_trace::DropReason;

use super::codel::Fifo;
use super::fq_codel::hash;
use super::pie::{DelaySource, Law, Pie, State, Updates};
use super::{
    Backlog, Built, Discipline, Dropped, Limit, PacketQueue, QueueContext, QueueLimit, QueuedPacket,
};

parameters! {
    /// A queue for each flow, served in rotation by bytes, each as "pie".
    pub struct FqPie "fq-pie" from "Linux's sch_fq_pie; defaults of tc-fq_pie(8)" {
        /// Maximum amount that may wait in all queues together.
        limit: QueueLimit = QueueLimit::Packets(10_240),
        /// Number of queues, to which a hash assigns flows.
        flows: Count<1, 65_536> = 1024,
        /// Bytes that a queue may send in each round.
        quantum: FrameSize = 1514,
        /// Acceptable queueing delay.
        target: PositiveSpan = Duration::from_millis(15),
        /// Time between updates of the probabilities (tupdate in tc).
        update_interval: PositiveSpan = Duration::from_millis(15),
        /// Weight of the deviation of a queue's delay from `target`, in sixteenths per second.
        alpha: Count<0, 32> = 2,
        /// Weight of the change of a queue's delay, in sixteenths per second.
        beta: Count<0, 32> = 20,
        /// Whether ECN-capable packets are marked instead of dropped.
        ecn: Flag = false,
        /// Highest probability at which packets are marked; above it they are dropped even so
        /// (ecn_prob in tc).
        ecn_probability: Probability = 0.1,
        /// Whether the probability is in proportion to a packet's size (bytemode in tc).
        byte_mode: Flag = false,
        /// Source of the queueing delay.
        delay_from: DelaySource = DelaySource::Timestamps,
        /// Largest frame: nothing is dropped of a queue while fewer bytes than two of them wait in
        /// it.
        max_packet: FrameSize = 1514,
    }
}

impl FqPie {
    /// Keys of the controller of each queue.
    fn law(&self) -> Pie {
        Pie {
            limit: self.limit,
            target: self.target,
            update_interval: self.update_interval,
            alpha: self.alpha,
            beta: self.beta,
            ecn: self.ecn,
            ecn_probability: self.ecn_probability,
            byte_mode: self.byte_mode,
            delay_from: self.delay_from,
            max_packet: self.max_packet,
        }
    }
}

impl Discipline for FqPie {
    fn build(&self, context: &QueueContext<'_>) -> Built {
        let mut stream = context.stream();
        let salt = stream.next_u64();
        let draw = move || stream.next_u64();
        Built::Holding(Box::new(FqPieQueue::new(self, salt, context.start(), draw)))
    }
}

/// Queue of the flows with one hash value.
#[derive(Debug, Default)]
struct FlowQueue {
    packets: Fifo,
    state: State,
    /// Remaining bytes in this round.
    credits: i64,
    /// Whether the queue is in one of the two lists.
    is_listed: bool,
}

/// All queues, and the lists of those to be served.
pub(super) struct FqPieQueue<D> {
    config: FqPie,
    limit: Limit,
    law: Law,
    updates: Updates,
    /// Salt that varies the hash from link to link.
    salt: u64,
    draw: D,
    /// Queues that were used so far; the others have no probability to update.
    queues: BTreeMap<u32, FlowQueue>,
    new: VecDeque<u32>,
    old: VecDeque<u32>,
    packets: u32,
    bytes: u64,
}

impl<D: FnMut() -> u64 + Send> FqPieQueue<D> {
    pub(super) fn new(config: &FqPie, salt: u64, start: SimTime, draw: D) -> Self {
        Self {
            limit: config.limit.known(),
            law: Law::new(&config.law()),
            updates: Updates::new(start, config.update_interval),
            config: config.clone(),
            salt,
            draw,
            queues: BTreeMap::new(),
            new: VecDeque::new(),
            old: VecDeque::new(),
            packets: 0,
            bytes: 0,
        }
    }

    fn update(&mut self, until: SimTime) {
        let (queues, law) = (&mut self.queues, &self.law);
        self.updates.catch_up(until, || {
            let mut changes = false;
            for queue in queues.values_mut() {
                changes |= queue.state.update(law, queue.packets.bytes());
            }
            changes
        });
    }
}

impl<D: FnMut() -> u64 + Send> PacketQueue for FqPieQueue<D> {
    fn enqueue(&mut self, now: SimTime, mut packet: QueuedPacket, dropped: &mut Vec<Dropped>) {
        // Updates at this instant come before the arrival, but after a departure.
        self.update(now.saturating_add(Duration::from_nanos(1)));
        let number = (hash(packet.flow ^ self.salt) % u64::from(self.config.flows)) as u32;
        let queue = self.queues.entry(number).or_default();
        let waiting = Backlog { packets: self.packets, bytes: self.bytes, idle_since: None };
        if self.packets > 0 && !waiting.leaves_room(self.limit, packet.bytes) {
            queue.state.note_overflow();
            dropped.push(Dropped { packet, reason: DropReason::QueueOverflow });
            return;
        }
        let backlog = queue.packets.bytes();
        if let Err(reason) = queue.state.admit(&self.law, backlog, &mut packet, &mut self.draw) {
            dropped.push(Dropped { packet, reason });
            return;
        }
        queue.packets.push(packet);
        self.packets += 1;
        self.bytes += u64::from(packet.bytes);
        if !queue.is_listed {
            queue.is_listed = true;
            queue.credits = i64::from(self.config.quantum);
            self.new.push_back(number);
        }
    }

    fn enqueue_at_idle(
        &mut self,
        now: SimTime,
        idle_since: SimTime,
        packet: QueuedPacket,
        dropped: &mut Vec<Dropped>,
    ) {
        // The link asked in vain at the end of its last transmission, which cleared the lists.
        self.dequeue(idle_since, dropped);
        self.enqueue(now, packet, dropped);
    }

    fn dequeue(&mut self, now: SimTime, _: &mut Vec<Dropped>) -> Option<QueuedPacket> {
        self.update(now);
        loop {
            let is_new = !self.new.is_empty();
            let list = if is_new { &mut self.new } else { &mut self.old };
            let number = *list.front()?;
            let queue = self.queues.get_mut(&number).expect("a listed queue");
            if queue.credits <= 0 {
                queue.credits += i64::from(self.config.quantum);
                list.pop_front();
                self.old.push_back(number);
                continue;
            }
            let Some(packet) = queue.packets.pop() else {
                list.pop_front();
                // Behind the old queues, so that a flow that is new again and again starves none.
                if is_new && !self.old.is_empty() {
                    self.old.push_back(number);
                } else {
                    queue.is_listed = false;
                }
                continue;
            };
            queue.credits -= i64::from(packet.bytes);
            self.packets -= 1;
            self.bytes -= u64::from(packet.bytes);
            queue.state.note_departure(&self.law, now, &packet, queue.packets.bytes());
            return Some(packet);
        }
    }

    fn len(&self) -> usize {
        self.packets as usize
    }
}
