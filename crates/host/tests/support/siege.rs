//! Both ends of a transfer under siege: a string of bytes is interpreted as events, honest ones
//! (packets delivered, lost, duplicated, reordered, timers) or forged ones (segments that nobody
//! sent, from fields or from raw bytes). Shared with the fuzz target `tcp`.
//!
//! Asserted: nothing panics; windows are at least a segment; an event produces at most a few times
//! as many packets as the file has segments; timers do not spin; an ACK of the receiver never
//! covers data that were not sent; and if all events are honest, the transfer ends once the network
//! heals.

use std::collections::VecDeque;

use skyseam_app::{Application, File};
use skyseam_base::{Duration, FlowId, NodeId, SimTime};
use skyseam_endpoint::BoxedEndpoint;
use skyseam_host::open;
use skyseam_packet::wire::{self, Announced};
use skyseam_packet::{
    Body, Packet, SackBlock, SackBlocks, SeqNumber, TcpFlags, TcpSegment, Timestamps,
};
use skyseam_tcp::congestion;
use skyseam_tcp::stacks;
use skyseam_tcp::{DelayedAck, Linux, TcpConfig};
use skyseam_trace::{Event, Recorder};

/// Maximum number of packets kept in flight; older ones are lost.
const MOST_IN_FLIGHT: usize = 2_000;
/// Maximum number of timers that fire at one instant.
const MOST_AT_ONCE: u32 = 20;

/// The events, byte by byte; zeros after the end.
struct Script<'a>(&'a [u8]);

impl Script<'_> {
    fn byte(&mut self) -> u8 {
        let Some((&first, rest)) = self.0.split_first() else { return 0 };
        self.0 = rest;
        first
    }

    fn word(&mut self) -> u32 {
        u32::from_le_bytes([self.byte(), self.byte(), self.byte(), self.byte()])
    }

    fn flag(&mut self) -> bool {
        self.byte() & 1 == 1
    }

    /// A sequence number, mostly near `near`.
    fn near(&mut self, near: u32) -> u32 {
        match self.byte() % 4 {
            0 => near,
            1 => near.wrapping_add_signed(i32::from(self.byte() as i8)),
            2 => near.wrapping_add_signed(i32::from(self.byte() as i8) * 512),
            _ => self.word(),
        }
    }
}

/// Asserts what a trace must not contain.
struct Guard {
    /// Minimum payload of a full segment, bytes.
    least_full: u64,
    finished: u32,
    received: u32,
    delivered: u64,
}

impl Recorder for Guard {
    fn record(&mut self, now: SimTime, event: Event<'_>) {
        match event {
            Event::Congestion { cwnd, ssthresh, .. } => {
                assert!(cwnd >= self.least_full, "a window of {cwnd} B at {now}");
                assert!(ssthresh >= self.least_full, "a threshold of {ssthresh} B at {now}");
            }
            Event::FlowFinished { .. } => self.finished += 1,
            Event::FlowReceived { .. } => self.received += 1,
            Event::Delivered { bytes, .. } => self.delivered += bytes,
            _ => {}
        }
    }
}

struct Siege {
    ends: [BoxedEndpoint; 2],
    /// Packets in flight to each endpoint.
    under_way: [VecDeque<Packet>; 2],
    now: SimTime,
    guard: Guard,
    /// Maximum number of packets that one event may produce.
    most: usize,
    honest: bool,
    size_bytes: u64,
}

/// A stack, a controller and some parameters.
fn config(script: &mut Script<'_>) -> TcpConfig {
    let mut known = Vec::new();
    for controller in congestion::all() {
        let having = stacks::all().filter(|stack| stack.has(&*controller));
        known.extend(having.map(|stack| stack.profile(controller.clone())));
    }
    let plain = known[usize::from(script.byte()) % known.len()].clone();
    let bits = script.byte();
    let bit = |number: u8| bits >> number & 1 == 1;
    TcpConfig {
        sack_blocks: if bit(0) { 0 } else { plain.sack_blocks },
        timestamps: plain.timestamps ^ bit(1),
        receive_window: if bit(2) { 10_000 } else { plain.receive_window },
        delayed_ack: if bit(3) { DelayedAck::Off } else { plain.delayed_ack },
        initial_window: if bit(6) { 1.into() } else { plain.initial_window },
        handshake: plain.handshake ^ (bit(7) && plain.stack.name() == "rfc"),
        ..plain.with_own(|own: &mut Linux| (own.pacing, own.offload) = (Some(bit(4)), bit(5)))
    }
}

/// Runs the whole script.
pub fn run(bytes: &[u8]) {
    let mut script = Script(bytes);
    let config = config(&mut script);
    let size_bytes = 1 + u64::from(script.byte()) * 400;
    let application = Application::of(File { size: size_bytes });
    let ends = open(FlowId(0), NodeId(0), NodeId(1), SimTime::ZERO, &application, &config);
    let segments = size_bytes.div_ceil(u64::from(config.full_payload())) as usize;
    let mut siege = Siege {
        ends: [ends.0, ends.1],
        under_way: [VecDeque::new(), VecDeque::new()],
        now: SimTime::ZERO,
        guard: Guard {
            // Linux halves the largest window that its peer has offered, down to 28 B
            // (`tcp_bound_to_half_wnd`); the others always fill segments.
            least_full: match config.stack.name() {
                "linux" => u64::from(config.full_payload()).min(28),
                _ => u64::from(config.full_payload()),
            },
            finished: 0,
            received: 0,
            delivered: 0,
        },
        // Segments may be cut in pieces by forged ACKs and windows, each then sent by itself.
        most: 4 * segments + 300,
        honest: true,
        size_bytes,
    };
    siege.wait(Duration::ZERO);
    while !script.0.is_empty() {
        siege.step(&mut script);
    }
    siege.heal();
}

impl Siege {
    fn step(&mut self, script: &mut Script<'_>) {
        let what = script.byte();
        let to = usize::from(what >> 7);
        match what % 12 {
            0 => self.wait(Duration::from_micros(u64::from(script.byte()) * 40)),
            1 => self.wait(Duration::from_millis(u64::from(script.byte()) * 8)),
            2..=4 => (0..=script.byte() % 8).for_each(|_| self.arrive(to, 0)),
            5 => self.arrive(to, usize::from(script.byte())),
            6 => drop(self.take(to, usize::from(script.byte()))),
            7 => {
                if let Some(&packet) = self.under_way[to].get(usize::from(script.byte())) {
                    self.under_way[to].push_back(packet);
                }
            }
            8 => self.forge(to, script),
            9 => self.change(to, script),
            10 => self.parse(to, script),
            _ => self.corrupt(to, script),
        }
    }

    /// Delivers a segment that nobody sent.
    fn forge(&mut self, to: usize, script: &mut Script<'_>) {
        self.honest = false;
        let near = self.latest(to);
        let mut sack = SackBlocks::default();
        for _ in 0..script.byte() % 5 {
            let start = SeqNumber(script.near(near));
            sack.push(SackBlock { start, end: SeqNumber(script.near(start.0)) });
        }
        let segment = TcpSegment {
            seq: SeqNumber(script.near(near)),
            ack: SeqNumber(script.near(near)),
            flags: TcpFlags(if script.flag() { TcpFlags::ACK.0 } else { script.byte().into() }),
            window: if script.flag() { 1 << 20 } else { script.word() },
            payload: match script.byte() % 4 {
                0 => 0,
                1 => 1448,
                2 => u32::from(script.byte()),
                _ => script.word() % 65_536,
            },
            sack,
            option: None,
            timestamps: script
                .flag()
                .then(|| Timestamps { value: script.word(), echo: script.word() }),
        };
        let packet = self.packet(to, segment);
        self.give(to, &packet);
    }

    /// Delivers a packet in flight with one field changed.
    fn change(&mut self, to: usize, script: &mut Script<'_>) {
        let Some(mut packet) = self.take(to, usize::from(script.byte())) else { return };
        self.honest = false;
        if let Body::Tcp(segment) = &mut packet.body {
            match script.byte() % 6 {
                0 => segment.seq = SeqNumber(script.near(segment.seq.0)),
                1 => segment.ack = SeqNumber(script.near(segment.ack.0)),
                2 => segment.flags = TcpFlags(script.byte().into()),
                3 => segment.window = script.word() % (1 << (script.byte() % 32)),
                4 => segment.sack = SackBlocks::default(),
                _ => {
                    let start = SeqNumber(script.near(segment.ack.0));
                    segment.sack.push(SackBlock { start, end: SeqNumber(script.near(start.0)) });
                }
            }
        }
        self.give(to, &packet);
    }

    /// Delivers raw bytes.
    fn parse(&mut self, to: usize, script: &mut Script<'_>) {
        let length = usize::from(script.byte()).min(script.0.len());
        let (bytes, rest) = script.0.split_at(length);
        script.0 = rest;
        if let Ok(packet) = wire::parse(bytes) {
            self.honest = false;
            self.give(to, &packet);
        }
    }

    /// Delivers a packet in flight, written as bytes of which one may change.
    fn corrupt(&mut self, to: usize, script: &mut Script<'_>) {
        let Some(packet) = self.take(to, usize::from(script.byte())) else { return };
        let mut bytes = wire::emit(&packet, Announced::default()).bytes;
        let (at, by) = (usize::from(script.byte()), script.byte());
        if let Some(byte) = bytes.get_mut(at) {
            *byte ^= by;
        }
        // The wire rounds windows and knows no blocks beyond three: what comes back may differ.
        self.honest = false;
        if let Ok(packet) = wire::parse(&bytes) {
            self.give(to, &packet);
        }
    }

    /// Current sequence position, as shown by a packet in flight to `to`.
    fn latest(&self, to: usize) -> u32 {
        match self.under_way[to].back().map(|packet| packet.body) {
            Some(Body::Tcp(segment)) if to == 1 => segment.seq.0,
            Some(Body::Tcp(segment)) => segment.ack.0,
            _ => 1,
        }
    }

    fn packet(&self, to: usize, segment: TcpSegment) -> Packet {
        let nodes = [NodeId(0), NodeId(1)];
        Packet {
            flow: FlowId(0),
            source: nodes[1 - to],
            destination: nodes[to],
            size: 40 + segment.payload,
            ttl: 64,
            created: self.now,
            body: Body::Tcp(segment),
            ..Packet::BLANK
        }
    }

    fn take(&mut self, to: usize, index: usize) -> Option<Packet> {
        self.under_way[to].remove(index)
    }

    fn arrive(&mut self, to: usize, index: usize) {
        if let Some(packet) = self.take(to, index) {
            self.give(to, &packet);
        }
    }

    fn give(&mut self, to: usize, packet: &Packet) {
        self.ends[to].handle_packet(self.now, packet, &mut self.guard);
        self.transmit(to);
    }

    fn transmit(&mut self, from: usize) {
        let mut made = 0;
        while let Some(packet) = self.ends[from].take_packet(self.now, &mut self.guard) {
            made += 1;
            assert!(made <= self.most, "an event of end {from} made {made} packets");
            let queue = &mut self.under_way[1 - from];
            queue.push_back(packet);
            if queue.len() > MOST_IN_FLIGHT {
                queue.pop_front();
            }
        }
    }

    /// Advances time and fires timers.
    fn wait(&mut self, span: Duration) {
        let until = self.now + span;
        let (mut at_once, mut instant) = (0, self.now);
        loop {
            let deadlines = [0, 1].map(|end| self.ends[end].poll_timeout());
            let due = (0..2).filter_map(|end| deadlines[end].map(|at| (at, end))).min();
            let Some((at, end)) = due.filter(|&(at, _)| at <= until) else { break };
            self.now = at.max(self.now);
            at_once = if self.now == instant { at_once + 1 } else { 0 };
            instant = self.now;
            assert!(at_once <= MOST_AT_ONCE, "timers of end {end} spin at {instant}");
            self.ends[end].handle_timeout(self.now, &mut self.guard);
            self.transmit(end);
        }
        self.now = until;
    }

    /// From now on nothing is lost, and a round trip takes 20 ms: everything ends, unless a segment
    /// was forged.
    fn heal(&mut self) {
        let mut rounds = 0;
        let patience = if self.honest { 40_000 } else { 500 };
        while rounds < patience && !(self.honest && self.guard.finished > 0) {
            rounds += 1;
            self.wait(Duration::from_millis(10));
            for to in [1, 0] {
                for _ in 0..self.under_way[to].len() {
                    self.arrive(to, 0);
                }
            }
        }
        let gave_up = self.ends[0].report().gave_up;
        if gave_up.is_some() {
            // RFC 1122 Sec. 4.2.3.5: no sooner than 100 s after the first answer that was missed.
            let soonest = SimTime::from_secs(100);
            assert!(!self.honest || self.now > soonest, "{gave_up:?} at {}", self.now);
        } else if self.honest {
            let guard = &self.guard;
            assert_eq!((guard.finished, guard.received), (1, 1), "no end after {}", self.now);
            // ns-2 counts whole packets.
            assert!(guard.delivered >= self.size_bytes && guard.delivered < self.size_bytes + 1000);
        }
    }
}
