//! A world that is a region of a divided run: it has all nodes and links, and handles the events at
//! some of the nodes.
//!
//! A packet that crosses a link to a node of another region leaves as mail, with the order of its
//! arrival among events; there it is handled as if it had always been there. A world to which
//! programs are attached is the only region of its run, and lists the arrivals at their nodes.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::sync::Arc;

use skyseam_base::{FlowId, NodeId, SimTime, prefetch_lines};
use skyseam_constellation::routing::{Findings, RunPart};
use skyseam_engine::{EventOrder, EventQueue, Rank};
use skyseam_net::PacketKey;
use skyseam_packet::Body;

use super::{InFlight, World, WorldEvent, packet_rank};
use crate::id::{EndpointId, TransmitterId};

/// State of a region, and its outgoing packets.
pub(super) struct Region {
    /// Region of each node.
    of: Arc<[u16]>,
    own: u16,
    /// Outgoing packets of each region.
    out: Vec<Mail>,
    /// Latest arrival of packets that were sent over links, or start of a flow.
    latest: SimTime,
    /// Arrivals in other regions before this time violate the lookahead.
    bound: SimTime,
    came_too_late: bool,
    /// Number of events that another region counts.
    uncounted: u64,
    watch: Option<ArrivalWatch>,
}

/// Arrivals of packets of programs at their nodes, known from the time of their transmission over
/// the last link.
struct ArrivalWatch {
    is_attached: Vec<bool>,
    known: BinaryHeap<Reverse<SimTime>>,
}

impl ArrivalWatch {
    #[inline(never)]
    fn note(&mut self, at: SimTime, carried: &InFlight) {
        let InFlight { next, lost, packet, .. } = carried;
        let is_last = *next == packet.destination && lost.is_none();
        let is_of_program = matches!(packet.body, Body::Raw(_));
        if is_last && is_of_program && self.is_attached[next.index()] {
            self.known.push(Reverse(at));
        }
    }
}

impl Region {
    fn new(of: Arc<[u16]>, own: u16, regions: usize, latest: SimTime) -> Self {
        Self {
            of,
            own,
            out: (0..regions).map(|_| Mail::default()).collect(),
            latest,
            bound: SimTime::ZERO,
            came_too_late: false,
            uncounted: 0,
            watch: None,
        }
    }
}

/// Packets in transit to another region.
#[derive(Debug, Default)]
pub(crate) struct Mail {
    arrivals: Vec<Arrival>,
    /// Packet of each arrival.
    packets: Vec<InFlight>,
}

/// Arrival time of a packet, and its order among simultaneous ones.
#[derive(Clone, Copy, Debug)]
struct Arrival {
    at: SimTime,
    transmitter: TransmitterId,
    sequence: u32,
}

/// Prefetch distance, in packets, for arrivals written by another core.
const FETCHED_AHEAD: usize = 6;

impl Mail {
    pub fn is_empty(&self) -> bool {
        self.arrivals.is_empty()
    }

    #[inline]
    fn prefetch(&self, place: usize) {
        if let Some(packet) = self.packets.get(place) {
            prefetch_lines(&packet.from, size_of::<InFlight>() / 64);
        }
    }
}

impl Arrival {
    fn rank(&self) -> Rank {
        packet_rank(self.transmitter, self.sequence)
    }

    fn order(&self) -> EventOrder {
        EventOrder::of(self.at, self.rank())
    }
}

/// Status of a region between two windows.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Standing {
    /// Order of the next local event or of an outgoing arrival.
    pub next: EventOrder,
    /// Time until which the run certainly continues: a packet is in flight, or a flow has not
    /// begun.
    pub goes_on_until: SimTime,
    /// Number of flows that are not quiet.
    pub busy: u64,
    /// Number of packets in flight.
    pub inside: u64,
    /// Maximum number of flows of its senders that were open at once.
    pub most_open: u64,
    /// Maximum number of packets that were in it at once.
    pub most_packets: u64,
    /// Whether a packet was sent that arrived in a window that is over.
    pub came_too_late: bool,
}

impl World {
    /// Reason for which the world cannot be divided into regions; `None` if it can.
    pub(crate) fn why_whole(&self) -> Option<&'static str> {
        if self.radio.is_some() {
            Some("links have HARQ")
        } else if !self.carriers.shared.is_empty() {
            Some("terminals share a carrier")
        } else if !self.capture.is_empty() {
            Some("packets are captured")
        } else if !self.routes.is_pure() {
            Some("its routing rule depends on earlier queries")
        } else if !self.collector.can_be_noted() {
            Some("it records each packet's path")
        } else {
            None
        }
    }

    /// Whether a node is a satellite.
    pub fn is_satellite(&self, node: NodeId) -> bool {
        self.timeline.is_satellite(node)
    }

    /// Makes the world region number `own` of `regions`, where `of` gives the region of each node;
    /// `findings` caches the results on paths. To be called before the first event.
    pub(crate) fn restrict(
        &mut self,
        of: Arc<[u16]>,
        own: u16,
        regions: usize,
        findings: &Arc<Findings>,
    ) {
        let findings = findings.clone();
        self.routes.share(&RunPart { findings, number: usize::from(own), of: regions });
        self.flows.restrict(|node| of[node.index()] == own);
        self.collector.begin_notes();
        let latest = self.flows.last_opening();
        self.region = Some(Box::new(Region::new(of, own, regions, latest)));
    }

    /// Makes the world the only region of its run, and lists the arrivals at the `attached` nodes.
    pub(crate) fn watch_arrivals(&mut self, attached: &[NodeId]) {
        let mut is_attached = vec![false; self.timeline.nodes().len()];
        attached.iter().for_each(|node| is_attached[node.index()] = true);
        let of = vec![0; is_attached.len()].into();
        let mut region = Region::new(of, 0, 1, SimTime::ZERO);
        region.watch = Some(ArrivalWatch { is_attached, known: BinaryHeap::new() });
        self.region = Some(Box::new(region));
    }

    /// The earliest arrival at or after `now` of a program's packet on its last link; forgets those
    /// before.
    pub fn next_arrival(&mut self, now: SimTime) -> Option<SimTime> {
        let watch = self.region.as_mut()?.watch.as_mut()?;
        while watch.known.peek().is_some_and(|&Reverse(at)| at < now) {
            watch.known.pop();
        }
        watch.known.peek().map(|&Reverse(at)| at)
    }

    fn own_region(&mut self) -> &mut Region {
        self.region.as_deref_mut().expect("a region")
    }

    /// Takes the packet `key`, launched by `number` to arrive at `at`, out of the world if it goes
    /// to another region; returns whether it does.
    #[inline(always)]
    pub(super) fn leaves(&mut self, number: TransmitterId, at: SimTime, key: PacketKey) -> bool {
        let Some(region) = self.region.as_deref_mut() else { return false };
        region.latest = region.latest.max(at);
        let carried = &self.in_flight[key];
        let to = region.of[carried.next.index()];
        // What is lost is found to be so where it was sent.
        if to == region.own || carried.lost.is_some() {
            if let Some(watch) = &mut region.watch {
                watch.note(at, carried);
            }
            return false;
        }
        self.send_away(number, at, key);
        true
    }

    #[inline(never)]
    fn send_away(&mut self, number: TransmitterId, at: SimTime, key: PacketKey) {
        let sequence = self.transmitters[number.index()].next_sequence();
        self.in_flight.free(key);
        let packet = &self.in_flight[key];
        let region = self.region.as_deref_mut().expect("a region");
        region.came_too_late |= at < region.bound;
        let to = usize::from(region.of[packet.next.index()]);
        let mail = &mut region.out[to];
        mail.arrivals.push(Arrival { at, transmitter: number, sequence });
        mail.packets.push(*packet);
    }

    /// Records that `flow` has begun: one region counts that event.
    pub(super) fn note_opening(&mut self, flow: FlowId) {
        let is_ours = self.flows.is_ours(EndpointId::sender_of(flow));
        if let Some(region) = &mut self.region {
            region.uncounted += u64::from(!is_ours);
        }
    }

    /// Begins a window up to `bound`: packets sent into another region in it must arrive then or
    /// later.
    pub(crate) fn begin_window(&mut self, bound: SimTime) {
        self.own_region().bound = bound;
    }

    /// Receives the packets that other regions have sent.
    pub(crate) fn receive_mail(&mut self, mail: &mut Mail, queue: &mut EventQueue<WorldEvent>) {
        (0..FETCHED_AHEAD).for_each(|place| mail.prefetch(place));
        for (place, (arrival, packet)) in mail.arrivals.iter().zip(&mail.packets).enumerate() {
            mail.prefetch(place + FETCHED_AHEAD);
            let key = self.in_flight.insert(*packet);
            queue.push(arrival.at, arrival.rank(), WorldEvent::Alone { key });
        }
        mail.arrivals.clear();
        mail.packets.clear();
    }

    /// The outgoing packets for region `to`.
    pub(crate) fn mail_to(&mut self, to: usize) -> &mut Mail {
        &mut self.own_region().out[to]
    }

    /// Status of the region, before its mail is sent.
    pub fn standing(&mut self, queue: &mut EventQueue<WorldEvent>) -> Standing {
        let (busy, inside) = (self.flows.busy() as u64, self.in_flight.len() as u64);
        let (most_open, most_packets) = (self.flows.most_open(), self.most_packets());
        let region = self.own_region();
        let mail = || region.out.iter().flat_map(|mail| &mail.arrivals);
        let next = queue.peek_order().map(|(order, _)| order);
        let next = mail().map(Arrival::order).chain(next).min().unwrap_or(EventOrder::LAST);
        Standing {
            next,
            goes_on_until: region.latest,
            busy,
            inside: inside + mail().count() as u64,
            most_open,
            most_packets,
            came_too_late: region.came_too_late,
        }
    }

    /// Number of events that another region counts.
    pub fn uncounted(&self) -> u64 {
        self.region.as_ref().map_or(0, |region| region.uncounted)
    }

    /// Takes over the state of another region at the same instant.
    pub(crate) fn join_region(&mut self, other: Self) {
        let Self { mut transmitters, ports, flows, counts, in_flight, region, has_late, .. } =
            other;
        let Region { of, own, .. } = *region.expect("a region");
        for (_, ports) in of.iter().zip(&ports).filter(|(region, _)| **region == own) {
            for port in ports {
                let number = port.transmitter.index();
                std::mem::swap(&mut self.transmitters[number], &mut transmitters[number]);
            }
        }
        self.flows.join_region(flows);
        let dropped = self.counts.dropped.iter_mut().zip(counts.dropped);
        dropped.for_each(|(own, other)| *own += other);
        self.counts.sent += counts.sent;
        self.counts.delivered += counts.delivered;
        self.counts.hops += counts.hops;
        self.counts.has_late |= counts.has_late || has_late.get();
        self.counts.inside += counts.inside + in_flight.len() as u64;
    }
}
