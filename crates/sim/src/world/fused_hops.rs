//! Several hops in one event, where that is exact.
//!
//! If all packets that enter transmitter B come from transmitter A, in order, then B's treatment of
//! a packet is known as soon as A has accepted it: no other packet can come between. Such a packet
//! then also crosses B, and all transmitters that only B feeds, in the same event, so that a chain
//! of links costs one event per packet and not one per hop. Every transmitter sees the same packets
//! at the same times in the same order as with an event for each hop, so that results are the same,
//! byte for byte.
//!
//! A row of such links that a packet crosses without waiting is one step ([`super::fast_path`]).
//!
//! These transmitters are determined from the routes of all flows, and so only if routes never
//! change: in networks of wires.

use std::collections::BTreeSet;

use skyseam_base::{Duration, FlowId, NodeId, SimTime};
use skyseam_constellation::routing::ForwardedPacket;
use skyseam_engine::EventQueue;
use skyseam_net::{PacketKey, Transmitter};
use skyseam_packet::{Body, Echo, Packet};
use skyseam_trace::{DropReason, Events};

use super::fast_path::FastPathChain;
use super::{NO_TRANSMITTER, World, WorldEvent, find_next_hop, packet_rank};
use crate::id::TransmitterId;

/// Transmitters that receive packets from exactly one other transmitter.
#[derive(Debug, Default)]
pub(super) struct FusedHops {
    /// By transmitter: the only one whose packets enter it, or [`NO_TRANSMITTER`]. Empty if there
    /// are no such pairs.
    feeders: Vec<TransmitterId>,
    /// Rows of links that packets may cross as one step, and the end of each.
    rows: Vec<FastPathChain>,
    ends: Vec<RowEnd>,
    /// By transmitter: the row that begins with it, or [`NO_ROW`].
    rows_from: Vec<u32>,
    /// Time from which arrivals are left to the event queue.
    end: SimTime,
    /// Number of arrivals that needed no event.
    pub saved: u64,
}

const NO_ROW: u32 = u32::MAX;

/// The end of a row of links.
#[derive(Clone, Copy, Debug)]
struct RowEnd {
    /// Last link: its node, the node before that if the row has one, and the next node.
    last: TransmitterId,
    from: NodeId,
    before: Option<NodeId>,
    to: NodeId,
}

/// A set of transmitters: none, one or several.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Others {
    #[default]
    None,
    One(TransmitterId),
    /// More than one, or endpoints.
    Several,
}

impl Others {
    fn add(&mut self, other: Self) {
        *self = match *self {
            Self::None => other,
            same if same == other => same,
            _ => Self::Several,
        };
    }
}

/// Use of a transmitter by the paths of all flows.
#[derive(Clone, Copy, Debug, Default)]
struct Use {
    /// Upstream transmitters whose packets enter this one, and the downstream ones they enter next.
    feeders: Others,
    followers: Others,
    /// Nodes of the link and its delay; `None` if these vary.
    link: Option<(NodeId, NodeId, Duration)>,
    /// Whether packets have reached their destination after it.
    is_last: bool,
}

impl World {
    /// Finds the transmitters that only one other feeds, so that packets cross both in one event,
    /// up to `end`. To be called before the first event.
    pub(crate) fn find_fused_hops(&mut self, start: SimTime, end: SimTime) {
        // Recordings of queues, ways and captures list all links' events in order of time.
        let each_hop = Events::WAITED.and(Events::STEPS);
        let is_watched = !self.capture.is_empty() || self.collector.hears(each_hop);
        if is_watched || !self.routes.is_fixed() {
            return;
        }
        let mut uses = vec![Use::default(); self.transmitters.len()];
        let mut pairs = BTreeSet::new();
        for series in self.flows.series() {
            for (a, b) in series.parts() {
                pairs.extend([(a, b), (b, a)]);
            }
        }
        if !pairs.into_iter().all(|pair| self.walk(start, pair, &mut uses)) {
            return;
        }
        let feeder = |(one, fed): (&Use, &Transmitter)| match one.feeders {
            Others::One(feeder) if !fed.holds_packets() => {
                let other = &self.transmitters[feeder.index()];
                let is_in_order = !other.holds_packets() && other.keeps_order();
                if is_in_order { feeder } else { NO_TRANSMITTER }
            }
            _ => NO_TRANSMITTER,
        };
        let feeders: Vec<_> = uses.iter().zip(&self.transmitters).map(feeder).collect();
        if feeders.iter().all(|&feeder| feeder == NO_TRANSMITTER) {
            return;
        }
        let rows_from = vec![NO_ROW; feeders.len()];
        self.fused_hops = FusedHops { feeders, rows_from, end, ..FusedHops::default() };
        self.find_rows(&uses);
    }

    /// Finds the rows of links that packets may cross as one step.
    fn find_rows(&mut self, uses: &[Use]) {
        let feeders = &self.fused_hops.feeders;
        let link_of = |number: TransmitterId| {
            let is_plain = self.transmitters[number.index()].is_plain();
            let is_fed = feeders[number.index()] != NO_TRANSMITTER;
            uses[number.index()].link.filter(|_| is_plain && is_fed)
        };
        let behind = |number: TransmitterId| match uses[number.index()] {
            Use { followers: Others::One(next), is_last: false, .. }
                if feeders[next.index()] == number =>
            {
                Some(next)
            }
            _ => None,
        };
        let (mut rows, mut ends) = (Vec::new(), Vec::new());
        for first in (0..feeders.len()).map(TransmitterId::from_index) {
            let Some(mut link) = link_of(first) else { continue };
            let feeder = feeders[first.index()];
            if link_of(feeder).is_some() && behind(feeder) == Some(first) {
                continue;
            }
            let mut stages = vec![(first, link.2)];
            let (mut last, mut before) = (first, None);
            while let Some(next) = behind(last)
                && let Some(further) = link_of(next)
            {
                before = Some(link.0);
                (last, link) = (next, further);
                stages.push((next, further.2));
            }
            self.fused_hops.rows_from[first.index()] = rows.len() as u32;
            ends.push(RowEnd { last, from: link.0, before, to: link.1 });
            rows.push(FastPathChain::new(stages));
        }
        (self.fused_hops.rows, self.fused_hops.ends) = (rows, ends);
    }

    /// Records the path of packets between two nodes; returns whether it never changes.
    fn walk(&mut self, now: SimTime, (from, to): (NodeId, NodeId), uses: &mut [Use]) -> bool {
        let packet = example(now, from, to);
        let (mut node, mut came_from, mut before) = (from, None, None::<TransmitterId>);
        for _ in 0..self.ports.len() {
            let is_there = node == to;
            let mut known = None;
            if !is_there {
                let hop = ForwardedPacket { now, at: node, from: came_from, packet: &packet };
                let (routes, users) = (&mut *self.routes, &self.users);
                let found = find_next_hop(routes, &self.timeline, &self.ports, users, &hop);
                if found.until < SimTime::MAX {
                    return false;
                }
                *self.next_hops.to(node, to) = found;
                known = Some(found).filter(|found| found.transmitter != NO_TRANSMITTER);
            }
            let Some(known) = known else {
                if let Some(before) = before {
                    uses[before.index()].is_last = true;
                }
                return true;
            };
            let own = &mut uses[known.transmitter.index()];
            let link = known.fixed_delay.map(|delay| (node, known.next, delay));
            let is_first = own.feeders == Others::None;
            own.link = link.filter(|_| is_first || own.link == link);
            own.feeders.add(before.map_or(Others::Several, Others::One));
            if let Some(before) = before {
                uses[before.index()].followers.add(Others::One(known.transmitter));
            }
            before = Some(known.transmitter);
            (came_from, node) = (Some(node), known.next);
        }
        true
    }

    /// The nodes after `from` on the path of a packet from `from` to `to`, with the routes at
    /// `now`.
    pub fn way(&mut self, now: SimTime, from: NodeId, to: NodeId) -> Vec<NodeId> {
        let packet = example(now, from, to);
        let (mut at, mut came_from, mut way) = (from, None, Vec::new());
        while at != to && way.len() < self.ports.len() {
            let hop = ForwardedPacket { now, at, from: came_from, packet: &packet };
            let Some(next) = self.routes.route(&hop).next else { break };
            (came_from, at) = (Some(at), next);
            way.push(next);
        }
        way
    }

    /// Whether any transmitter is fed only by one other.
    #[inline]
    pub(super) fn has_fused_hops(&self) -> bool {
        !self.fused_hops.feeders.is_empty()
    }

    /// Takes the packet `key`, which arrives at `arrival` from `over`, through the following
    /// transmitters that only the previous one feeds, and launches it behind the last.
    pub(super) fn pass_fused_hops(
        &mut self,
        mut over: TransmitterId,
        mut arrival: SimTime,
        key: PacketKey,
        queue: &mut EventQueue<WorldEvent>,
    ) {
        let carried = &mut self.in_flight[key];
        let (destination, size) = (carried.packet.destination, carried.packet.size);
        // The row of links that it is in, when it entered, and how many of them are still ahead.
        let mut row = None;
        while carried.lost.is_none()
            && carried.next != destination
            && carried.packet.ttl > 1
            && arrival < self.fused_hops.end
        {
            let hop = self.next_hops.to(carried.next, destination);
            let number = hop.transmitter;
            if number == NO_TRANSMITTER || self.fused_hops.feeders[number.index()] != over {
                break;
            }
            let sequence = self.transmitters[over.index()].next_sequence();
            let begins = self.fused_hops.rows_from[number.index()];
            if begins != NO_ROW {
                let express = &mut self.fused_hops.rows[begins as usize];
                let links = express.stages().len();
                let passage = express.passage(arrival, size, &self.transmitters);
                if let Some(passage) = passage.map(|passage| arrival + passage)
                    && usize::from(carried.packet.ttl) > links
                    && passage < self.fused_hops.end
                {
                    express.take(arrival, size);
                    let end = self.fused_hops.ends[begins as usize];
                    self.counts.hops += links as u64;
                    self.fused_hops.saved += links as u64;
                    carried.packet.ttl -= links as u8;
                    carried.came_from = end.before.unwrap_or(carried.from);
                    (carried.from, carried.next) = (end.from, end.to);
                    (over, arrival) = (end.last, passage);
                    continue;
                }
                express.settle(&mut self.transmitters);
                row = Some((begins, arrival, links));
            }
            self.counts.hops += 1;
            carried.packet.ttl -= 1;
            carried.came_from = carried.from;
            carried.from = carried.next;
            carried.next = hop.next;
            let transmitter = &mut self.transmitters[number.index()];
            row = row.filter(|_| transmitter.is_idle(arrival));
            match transmitter.accept(arrival, size, &mut carried.packet.ecn) {
                Ok(sent) => {
                    let delay = hop.fixed_delay.expect("a wire");
                    let flight = transmitter.cross(sent, &carried.packet, hop.lane, delay);
                    carried.lost = flight.is_lost.then_some(DropReason::LinkLoss);
                    arrival = flight.arrival;
                    over = number;
                    self.fused_hops.saved += 1;
                    if let Some((begun, entered, ahead)) = &mut row {
                        *ahead -= 1;
                        if *ahead == 0 {
                            self.fused_hops.rows[*begun as usize].note_clear(*entered, size);
                            row = None;
                        }
                    }
                }
                Err(reason) => {
                    carried.lost = Some(reason);
                    queue.push(arrival, packet_rank(over, sequence), WorldEvent::Refused { key });
                    return;
                }
            }
        }
        self.launch(over, arrival, key, queue);
    }

    /// Brings all links to their state at the end of a run.
    pub(crate) fn settle_rows(&mut self) {
        for row in &mut self.fused_hops.rows {
            row.settle(&mut self.transmitters);
        }
    }

    /// Number of arrivals that needed no event.
    pub(crate) fn events_saved(&self) -> u64 {
        self.fused_hops.saved
    }
}

/// A packet from one node to another.
fn example(now: SimTime, from: NodeId, to: NodeId) -> Packet {
    Packet {
        flow: FlowId(0),
        source: from,
        destination: to,
        size: 0,
        ttl: u8::MAX,
        created: now,
        body: Body::Echo(Echo { sequence: 0, reply: false, sent: now }),
        ..Packet::BLANK
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use skyseam_base::SimTime;
    use skyseam_constellation::Timeline;
    use skyseam_engine::{self as engine, Control, EventQueue};

    use crate::{build, parse_alone};

    /// Number of hops saved by fusing in a scenario with these wires and flows.
    fn saved(network: &str) -> u64 {
        let text = format!("{network}\n[run]\nduration = \"10 s\"");
        let scenario = parse_alone(&text, "wires.toml").unwrap_or_else(|e| panic!("{e}"));
        let end = scenario.run.start + scenario.run.duration;
        let timeline = Arc::new(Timeline::build(&scenario.sky, end));
        let (mut world, _) = build::world(&scenario, timeline);
        let mut queue = EventQueue::default();
        world.find_fused_hops(SimTime::ZERO, end);
        world.begin(SimTime::ZERO, &mut queue);
        let poll = engine::EVENTS_PER_POLL;
        engine::run(&mut world, &mut queue, end, poll, &mut |_, _| Control::Continue);
        world.events_saved()
    }

    fn wire(a: &str, b: &str) -> String {
        format!(
            "[[wires]]\nbetween = [\"{a}\", \"{b}\"]\ndelay = \"10 ms\"\nrate = \"1 Mbit/s\"\n\
             queue = \"5 packets\"\n"
        )
    }

    fn pings(from: &str, to: &str) -> String {
        format!(
            "[[flows]]\nname = \"{from}{to}\"\nfrom = \"{from}\"\nto = \"{to}\"\n\
             application = {{ kind = \"ping\", count = 3, interval = \"1 s\", size = \"125 B\" }}\n"
        )
    }

    const NODES: &str = "nodes = [{ name = \"a\" }, { name = \"b\" }, { name = \"c\" }, \
        { name = \"d\" }]\n";

    /// Goal: along a chain all hops but the first are fused; none if other packets enter. Method:
    /// three pings and their replies over three links, and in addition pings that enter at the
    /// second link.
    #[test]
    fn only_what_nobody_else_feeds_is_taken_at_once() {
        let chain = format!("{NODES}{}{}{}", wire("a", "b"), wire("b", "c"), wire("c", "d"));
        assert_eq!(saved(&format!("{chain}{}", pings("a", "d"))), 6 * 2);
        // b -> c has two feeders, b -> a one: 3 pings save c -> d, their answers both.
        let both = format!("{chain}{}{}", pings("a", "d"), pings("b", "d"));
        assert_eq!(saved(&both), 3 + 3 * 2 + 3 + 3);
    }
}
