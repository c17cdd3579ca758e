//! Two hosts and a path between them: FIFO links with a rate, a delay, a drop-tail queue, and an
//! impairment per packet. Enough to test TCP without the packet engine.

#![allow(dead_code, reason = "each test binary uses a part")]

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use skyseam_base::{Duration, SimTime};
use skyseam_endpoint::{BoxedEndpoint, Polled};
use skyseam_packet::{Body, Packet};
use skyseam_trace::{Event, Recorder};

/// Maximum difference of instants that count as simultaneous in ns-2.
const SIMULTANEOUS: Duration = Duration::from_nanos(20);

/// A one-way link.
pub struct Link {
    /// Rate, bit/s; transmission takes no time if `None`.
    pub rate_bps: Option<u64>,
    pub delay: Duration,
    /// Number of packets that may wait behind the one being sent.
    pub queue: usize,
    /// Time when the transmitter will have sent all packets that it holds, and the remainder in
    /// units of 1/rate ns.
    free_at: SimTime,
    remainder: u64,
    /// Start of transmission of each packet held.
    starts: std::collections::VecDeque<SimTime>,
    pub drops: u64,
    /// Times from which another delay holds, ascending.
    pub steps: Vec<(SimTime, Duration)>,
    /// Times from which another rate holds, bit/s, ascending; it applies to a packet in
    /// transmission too.
    pub rates: Vec<(SimTime, u64)>,
    /// Whether packets overtake others after the delay has decreased.
    pub overtake: bool,
    /// Share of data packets lost after they were sent, and the state of the draws.
    pub loss: (f64, u64),
    last_arrival: SimTime,
    /// Marks set on ECN-capable packets, and their number.
    pub marker: Option<Marker>,
    pub marks: u64,
    codel: CodelState,
    /// Changes of a packet before it enters the queue and after its transmission.
    pub tamper: [Option<fn(&mut Packet)>; 2],
}

/// State of [`Marker::CoDel`].
#[derive(Default)]
struct CodelState {
    count: u32,
    last_count: u32,
    is_marking: bool,
    first_above: Option<SimTime>,
    next: SimTime,
}

/// Rule by which a link marks ECN-capable packets.
#[derive(Clone, Copy, Debug)]
pub enum Marker {
    /// At arrival, if so many packets wait.
    Step(usize),
    /// At the start of transmission after a wait, with a probability that rises from 0 to 1 in the
    /// interval.
    Ramp(Duration, Duration),
    /// CoDel (RFC 8289) with target and interval.
    CoDel(Duration, Duration),
}

impl Link {
    pub fn new(rate_bps: Option<u64>, delay: Duration, queue: usize) -> Self {
        let starts = std::collections::VecDeque::new();
        Self {
            rate_bps,
            delay,
            queue,
            free_at: SimTime::ZERO,
            remainder: 0,
            starts,
            drops: 0,
            steps: Vec::new(),
            rates: Vec::new(),
            overtake: false,
            loss: (0.0, 0),
            last_arrival: SimTime::ZERO,
            marker: None,
            marks: 0,
            codel: CodelState::default(),
            tamper: [None; 2],
        }
    }

    /// Arrival time of the packet at the other end, or `None` if the queue is full.
    fn send(&mut self, now: SimTime, packet: &mut Packet) -> Option<SimTime> {
        if let Some(tamper) = self.tamper[0] {
            tamper(packet);
        }
        let arrival = self.queue(now, packet)?;
        if let Some(tamper) = self.tamper[1] {
            tamper(packet);
        }
        Some(arrival)
    }

    fn queue(&mut self, now: SimTime, packet: &mut Packet) -> Option<SimTime> {
        let Some(rate) = self.rate_bps else { return Some(now + self.delay) };
        // What arrives at the very end of a transmission meets the queue before its next packet has
        // left it: ns-2 takes simultaneous events in the order they were scheduled in, and an
        // arrival is scheduled a propagation delay ahead. Sums rounded to nanoseconds differ by a
        // few where ns-2's agree.
        while self.starts.front().is_some_and(|&start| start + SIMULTANEOUS < now) {
            self.starts.pop_front();
        }
        if self.starts.len() >= self.queue {
            self.drops += 1;
            return None;
        }
        if self.free_at <= now {
            self.free_at = now;
            self.remainder = 0;
        }
        if packet.ecn.is_capable() && self.marks(now) {
            packet.ecn.mark();
            self.marks += 1;
        }
        if self.free_at > now {
            self.starts.push_back(self.free_at);
        }
        let mut work = u64::from(packet.size) * 8 * 1_000_000_000 + self.remainder;
        let mut rate = rate;
        for (index, &(_, step)) in self.rates.iter().enumerate() {
            rate = step;
            let Some(&(until, _)) = self.rates.get(index + 1) else { break };
            let left = until.saturating_since(self.free_at).as_nanos();
            if work / rate <= left {
                break;
            }
            work -= left * rate;
            self.free_at = self.free_at.max(until);
        }
        self.free_at += Duration::from_nanos(work / rate);
        self.remainder = work % rate;
        let step = self.steps.iter().rev().find(|(from, _)| *from <= self.free_at);
        let arrival = self.free_at + step.map_or(self.delay, |step| step.1);
        let arrival = if self.overtake { arrival } else { arrival.max(self.last_arrival) };
        self.last_arrival = self.last_arrival.max(arrival);
        let payload = matches!(packet.body, Body::Tcp(segment) if segment.payload > 0);
        if payload && self.loss.0 > 0.0 && self.draw() < self.loss.0 {
            return None;
        }
        Some(arrival)
    }

    /// Whether the packet that arrives now and is transmitted from `free_at` on is marked.
    fn marks(&mut self, now: SimTime) -> bool {
        let (start, wait) = (self.free_at, self.free_at.saturating_since(now));
        match self.marker {
            None => false,
            Some(Marker::Step(packets)) => self.starts.len() >= packets,
            Some(Marker::Ramp(low, high)) => {
                let share = (wait.as_secs_f64() - low.as_secs_f64())
                    / (high.as_secs_f64() - low.as_secs_f64());
                self.draw() < share
            }
            Some(Marker::CoDel(target, interval)) => {
                self.codel_marks(start, wait, [target, interval])
            }
        }
    }

    /// RFC 8289 Sec. 5.4 to 5.6, marks in place of drops.
    fn codel_marks(
        &mut self,
        now: SimTime,
        wait: Duration,
        [target, interval]: [Duration; 2],
    ) -> bool {
        let codel = &mut self.codel;
        let later = |from: SimTime, count: u32| {
            from + Duration::from_secs_f64(interval.as_secs_f64() / f64::from(count).sqrt())
        };
        if wait < target {
            codel.first_above = None;
            codel.is_marking = false;
            return false;
        }
        let is_above = now >= *codel.first_above.get_or_insert(now + interval);
        if codel.is_marking {
            codel.is_marking = is_above;
            let is_due = is_above && now >= codel.next;
            if is_due {
                codel.count += 1;
                codel.next = later(codel.next, codel.count);
            }
            return is_due;
        }
        if is_above {
            codel.is_marking = true;
            let (delta, since) = (codel.count - codel.last_count, now.saturating_since(codel.next));
            codel.count = if delta > 1 && since < interval * 16 { delta } else { 1 };
            codel.last_count = codel.count;
            codel.next = later(now, codel.count);
        }
        is_above
    }

    /// The next number in 0..1 (SplitMix64, as the reference's relay draws).
    fn draw(&mut self) -> f64 {
        self.loss.1 = self.loss.1.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.loss.1;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) >> 11) as f64 / (1u64 << 53) as f64
    }
}

/// Effect of an impairment on a packet: the extra delay of each copy that arrives.
pub type Fate = Vec<Duration>;

/// Decides a packet's fate from the time and the direction.
pub type Impairment = Box<dyn FnMut(SimTime, usize, &Packet) -> Fate>;

/// Observes arriving packets: time, endpoint, and packet.
pub type Witness = Box<dyn FnMut(SimTime, usize, &Packet)>;

/// Two endpoints and the links between them.
pub struct World<R: Recorder> {
    pub ends: [BoxedEndpoint; 2],
    /// Link 0 carries data, link 1 acknowledgements.
    pub links: [Link; 2],
    /// Called with the direction and the packet before it enters the link.
    pub impair: Impairment,
    /// Called with the time, the receiving endpoint and the packet before delivery.
    pub witness: Witness,
    pub trace: R,
    pub now: SimTime,
    pub events: u64,
    /// Place where packets are written, if any, as in the simulator: it still contains the previous
    /// packet.
    pub place: Option<Packet>,
    flying: BinaryHeap<Reverse<(SimTime, u64, usize)>>,
    packets: Vec<Packet>,
}

impl<R: Recorder> World<R> {
    pub fn new(ends: (BoxedEndpoint, BoxedEndpoint), links: [Link; 2], trace: R) -> Self {
        Self {
            ends: [ends.0, ends.1],
            links,
            impair: Box::new(|_, _, _| vec![Duration::ZERO]),
            witness: Box::new(|_, _, _| {}),
            trace,
            now: SimTime::ZERO,
            events: 0,
            place: None,
            flying: BinaryHeap::new(),
            packets: Vec::new(),
        }
    }

    /// Runs until nothing is pending or `end` is reached; returns whether nothing is pending.
    pub fn run(&mut self, end: SimTime) -> bool {
        loop {
            let arrival = self.flying.peek().map(|Reverse((at, _, _))| *at);
            let deadlines = [0, 1].map(|i| self.ends[i].poll_timeout());
            let timer = deadlines.into_iter().flatten().min();
            let Some(next) = arrival.into_iter().chain(timer).min() else { return true };
            if next > end {
                return false;
            }
            assert!(next >= self.now, "a deadline in the past: {next} < {}", self.now);
            self.now = next;
            self.events += 1;
            let end = if arrival == Some(next) {
                let Reverse((_, index, to)) = self.flying.pop().expect("peeked");
                let packet = self.packets[index as usize];
                (self.witness)(next, to, &packet);
                self.ends[to].handle_packet(next, &packet, &mut self.trace);
                to
            } else {
                let due = usize::from(deadlines[0] != Some(next));
                self.ends[due].handle_timeout(next, &mut self.trace);
                due
            };
            self.transmit(end);
        }
    }

    /// Everything that was sent, in order.
    pub fn packets(&self) -> &[Packet] {
        &self.packets
    }

    /// The next packet of an endpoint, and whether it was the last.
    fn poll(&mut self, from: usize) -> Option<(Packet, bool)> {
        let (end, trace) = (&mut self.ends[from], &mut self.trace);
        let Some(place) = &mut self.place else {
            return end.take_packet(self.now, trace).map(|packet| (packet, false));
        };
        let polled = end.poll_transmit(self.now, place, trace);
        (polled != Polled::Nothing).then_some((*place, polled == Polled::Last))
    }

    fn transmit(&mut self, from: usize) {
        while let Some((packet, is_last)) = self.poll(from) {
            for extra in (self.impair)(self.now, from, &packet) {
                let mut packet = packet;
                if let Some(arrival) = self.links[from].send(self.now, &mut packet) {
                    let index = self.packets.len() as u64;
                    self.packets.push(packet);
                    self.flying.push(Reverse((arrival + extra, index, 1 - from)));
                }
            }
            if is_last {
                break;
            }
        }
    }
}

/// Recorded events for the tests.
#[derive(Default)]
pub struct Notes {
    /// (time, cwnd, ssthresh) in bytes.
    pub congestion: Vec<(SimTime, u64, u64)>,
    pub recoveries: Vec<SimTime>,
    pub retransmitted: Vec<(SimTime, u64)>,
    pub delivered: u64,
    pub received: u32,
    pub finished: u32,
}

impl Recorder for Notes {
    fn record(&mut self, now: SimTime, event: Event<'_>) {
        match event {
            Event::Congestion { cwnd, ssthresh, .. } => self.congestion.push((now, cwnd, ssthresh)),
            Event::RecoveryEntered { .. } => self.recoveries.push(now),
            Event::Retransmitted { offset, .. } => self.retransmitted.push((now, offset)),
            Event::Delivered { bytes, .. } => self.delivered += bytes,
            Event::FlowReceived { .. } => self.received += 1,
            Event::FlowFinished { .. } => self.finished += 1,
            _ => {}
        }
    }
}

/// The sequence number of a data packet or the SYN.
pub fn seq(packet: &Packet) -> u32 {
    match packet.body {
        Body::Tcp(segment) => segment.seq.0,
        _ => unreachable!("only TCP is tested here"),
    }
}
