//! Several hops in one event, where that is exact.
//!
//! If all packets that enter transmitter B come out of transmitter A, in order, then what B does
//! with a packet is known as soon as A has accepted it: nobody can come between. Such a packet goes
//! through B at once, and on to what B alone feeds, so that a chain of links costs one event per
//! packet and not one per hop. Every transmitter sees the same packets at the same times in the same
//! order as with an event for each hop, so that results are the same byte for byte.
//!
//! Which transmitters these are follows from the routes of all flows, so that it is known only where
//! routes never change: in networks of wires.

use std::collections::BTreeSet;

use skyseam_base::{FlowId, NodeId, SimTime};
use skyseam_engine::EventQueue;
use skyseam_net::PacketKey;
use skyseam_packet::{Body, Echo, Packet};
use skyseam_trace::Events;

use super::{Event, NO_TRANSMITTER, World, find_next_hop, packet_rank};
use crate::id::TransmitterId;

/// Which transmitters are fed by one other alone.
#[derive(Debug, Default)]
pub(super) struct Tandems {
    /// By transmitter: the only one whose packets enter it, or [`NO_TRANSMITTER`]. Empty if there
    /// is none.
    feeders: Vec<TransmitterId>,
    /// Packets that arrive at this instant or later are left to the event queue.
    end: SimTime,
    /// Number of arrivals that needed no event.
    pub saved: u64,
}

/// What feeds a transmitter.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Feeder {
    Nobody,
    Only(TransmitterId),
    /// Endpoints at its node, or several transmitters.
    Several,
}

impl World {
    /// Finds the transmitters that one other alone feeds, so that packets go through both in one
    /// event, up to `end`. To be called before the first event.
    pub fn find_tandems(&mut self, start: SimTime, end: SimTime) {
        // A recording of queues or of what crosses links lists all links' events in order of time.
        let is_watched = !self.capture.is_empty() || self.collector.hears(Events::WAITED);
        if is_watched || !self.routes.is_fixed() {
            return;
        }
        let mut feeders = vec![Feeder::Nobody; self.transmitters.len()];
        let mut pairs = BTreeSet::new();
        for series in self.flows.series() {
            for (a, b) in series.parts() {
                pairs.extend([(a, b), (b, a)]);
            }
        }
        if !pairs.into_iter().all(|pair| self.walk(start, pair, &mut feeders)) {
            return;
        }
        let keeps_order = |&number: &TransmitterId| {
            let transmitter = &self.transmitters[number.index()];
            !transmitter.holds_packets() && transmitter.keeps_order()
        };
        let only = feeders.iter().zip(&self.transmitters).map(|(feeder, fed)| match feeder {
            Feeder::Only(number) if !fed.holds_packets() => Some(*number).filter(keeps_order),
            _ => None,
        });
        let only: Vec<TransmitterId> = only.map(|one| one.unwrap_or(NO_TRANSMITTER)).collect();
        if only.iter().any(|&feeder| feeder != NO_TRANSMITTER) {
            self.tandems = Tandems { feeders: only, end, saved: 0 };
        }
    }

    /// Enters what feeds the transmitters on the way of packets between two nodes; returns whether
    /// the way never changes.
    fn walk(
        &mut self,
        now: SimTime,
        (from, to): (NodeId, NodeId),
        feeders: &mut [Feeder],
    ) -> bool {
        let body = Body::Echo(Echo { sequence: 0, reply: false, sent: now });
        let packet = Packet {
            flow: FlowId(0),
            source: from,
            destination: to,
            size: 0,
            ttl: u8::MAX,
            connection: 0,
            created: now,
            body,
        };
        let (mut node, mut came_from, mut feeder) = (from, None, Feeder::Several);
        for _ in 0..self.ports.len() {
            if node == to {
                return true;
            }
            let hop = skyseam_constellation::routing::Hop {
                now,
                at: node,
                from: came_from,
                packet: &packet,
            };
            let known =
                find_next_hop(&mut *self.routes, &self.timeline, &self.ports, &self.users, &hop);
            if known.until < SimTime::MAX {
                return false;
            }
            if known.transmitter == NO_TRANSMITTER {
                return true;
            }
            *self.next_hops.to(node, to) = known;
            let own = &mut feeders[known.transmitter.index()];
            *own = match *own {
                Feeder::Nobody => feeder,
                other if other == feeder => other,
                _ => Feeder::Several,
            };
            feeder = Feeder::Only(known.transmitter);
            (came_from, node) = (Some(node), known.next);
        }
        true
    }

    /// Whether any transmitter is fed by one other alone.
    #[inline]
    pub(super) fn has_tandems(&self) -> bool {
        !self.tandems.feeders.is_empty()
    }

    /// Takes the packet `key`, which arrives at `arrival` out of `over`, through the following
    /// transmitters that are fed by the one before alone, and launches it behind the last.
    pub(super) fn pass_tandems(
        &mut self,
        mut over: TransmitterId,
        mut arrival: SimTime,
        key: PacketKey,
        queue: &mut EventQueue<Event>,
    ) {
        let carried = &mut self.in_flight[key];
        let destination = carried.packet.destination;
        while carried.lost.is_none()
            && carried.next != destination
            && carried.packet.ttl > 1
            && arrival < self.tandems.end
        {
            let hop = self.next_hops.to(carried.next, destination);
            let number = hop.transmitter;
            if number == NO_TRANSMITTER || self.tandems.feeders[number.index()] != over {
                break;
            }
            let sequence = self.transmitters[over.index()].next_sequence();
            self.counts.hops += 1;
            carried.packet.ttl -= 1;
            carried.came_from = carried.from;
            carried.from = carried.next;
            carried.next = hop.next;
            let transmitter = &mut self.transmitters[number.index()];
            match transmitter.accept(arrival, carried.packet.size) {
                Ok(sent) => {
                    let delay = hop.fixed_delay.expect("a wire");
                    let flight = transmitter.cross(sent, &carried.packet, hop.lane, delay);
                    carried.lost =
                        flight.is_lost.then_some(skyseam_trace::DropReason::LinkLoss);
                    arrival = flight.arrival;
                    over = number;
                    self.tandems.saved += 1;
                }
                Err(reason) => {
                    carried.lost = Some(reason);
                    queue.push(arrival, packet_rank(over, sequence), Event::Refused { key });
                    return;
                }
            }
        }
        self.launch(over, arrival, key, queue);
    }

    /// Number of arrivals that needed no event.
    pub fn events_saved(&self) -> u64 {
        self.tandems.saved
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use skyseam_base::SimTime;
    use skyseam_constellation::Timeline;
    use skyseam_engine::{self as engine, Control, EventQueue};

    use crate::{build, parse_alone};

    /// Packets taken through a further link at once in a scenario with these wires and flows.
    fn saved(network: &str) -> u64 {
        let text = format!("{network}\n[run]\nduration = \"10 s\"");
        let scenario = parse_alone(&text, "wires.toml").unwrap_or_else(|e| panic!("{e}"));
        let end = scenario.run.start + scenario.run.duration;
        let timeline = Arc::new(Timeline::build(&scenario.sky, end));
        let (mut world, _) = build::world(&scenario, timeline);
        let mut queue = EventQueue::default();
        world.find_tandems(SimTime::ZERO, end);
        world.begin(SimTime::ZERO, &mut queue);
        engine::run(&mut world, &mut queue, end, &mut |_, _| Control::Continue);
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

    /// Goal: along a chain all hops but the first are taken at once; where others come in, none.
    /// Method: three pings and their answers over three links, and beside them pings that enter at
    /// the second link.
    #[test]
    fn only_what_nobody_else_feeds_is_taken_at_once() {
        let chain = format!("{NODES}{}{}{}", wire("a", "b"), wire("b", "c"), wire("c", "d"));
        assert_eq!(saved(&format!("{chain}{}", pings("a", "d"))), 6 * 2);
        // b -> c has two feeders, b -> a one: 3 pings save c -> d, their answers both.
        let both = format!("{chain}{}{}", pings("a", "d"), pings("b", "d"));
        assert_eq!(saved(&both), 3 + 3 * 2 + 3 + 3);
    }
}
