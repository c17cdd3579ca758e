//! Geographic routing: satellites that know their neighbourhood pass packets on towards a place.
//!
//! Henderson 1999, Sec. 6.5. A satellite knows its own position, the positions of all satellites
//! (orbits are public), which links are on and which terminals are served within a scope given in
//! links, and the cell of a destination. It knows neither the rest of the topology nor which
//! satellite serves a distant terminal. Packets may therefore be dropped where no satellite nearer
//! to the destination is reachable, or travel in loops.
//!
//! # The rule
//! 1. A terminal that is linked to the satellite gets its packets.
//! 2. If a satellite within the scope serves it, the packet takes the shortest route there.
//! 3. Otherwise it takes the shortest route to the satellite within the look-ahead that is closest
//!    to the destination's cell. That satellite may be farther away than the current one, so that
//!    packets can escape from a satellite without a nearer neighbour.
//! 4. It does not go back over the link it came by, unless that is the only one.
//!
//! Distances are along the surface, between the points below satellites and the middle of the cell.
//!
//! # What is simplified
//! Changes within the scope are known there immediately; the study counts the messages that would
//! carry them, but does not send them. Distances are those of the last multiple of
//! `recompute_interval`; links are those of the instant. Wires are known: a node behind terminals
//! is reached through any of them. Terminals do not forward packets between satellites.

mod ground;
mod neighbourhood;

use std::fmt;
use std::sync::Arc;

use skyseam_base::{Duration, NodeId, SimTime};
use skyseam_packet::Packet;
use skyseam_params::units;
use skyseam_params::values::{Count, Flag, PositiveSpan};
use skyseam_params::{parameters, quantity};

use self::ground::WireRoutes;
use self::neighbourhood::{KnownSatellite, LinkState, Neighbourhood, Surveyor, unit};
use super::source::{ForwardedPacket, ForwardingChoice, Refusal, RouteSource, RoutingRule};
use crate::cells::Cells;
use crate::routing::Metric;
use crate::timeline::Timeline;

quantity! {
    /// Length of a cell's side, km.
    CellLength(f64) in units::KILOMETRES,
    accepts |km| (10.0..=10_000.0).contains(&km),
    expected "a length from 10 km to 10000 km", such as "160 km"
}

parameters! {
    /// Satellites send packets towards the destination's cell, knowing only the satellites around
    /// them; some packets never arrive.
    pub struct Geographic "geographic" from "Henderson 1999, Sec. 6.5" {
        /// Number of links within which a satellite knows which terminals are served; 0: only its
        /// own.
        scope: Count<0, 16> = 2,
        /// Number of links within which it looks for the satellite that is closest to the
        /// destination. Default: as `scope`, but at least 1.
        look_ahead: Option<Count<1, 16>> = None,
        /// Whether packets are forwarded if no satellite examined is closer than this one.
        escape: Flag = true,
        /// Whether packets may go back over the link they came by.
        backtrack: Flag = false,
        /// Largest number of links that a packet crosses.
        hop_limit: Count<1, 63> = 32,
        /// What paths within the neighbourhood minimize.
        metric: Metric = Metric::DELAY,
        /// Length of a cell's side.
        cell: CellLength = 160.0,
        /// Distances are computed at multiples of this time.
        recompute_interval: PositiveSpan = Duration::from_secs(1),
    }
}

impl RoutingRule for Geographic {
    fn build(&self, timeline: &Arc<Timeline>) -> Box<dyn RouteSource> {
        Box::new(GeographicSource::new(self, None, timeline.clone()))
    }

    fn is_walked(&self) -> bool {
        true
    }
}

/// Routes beyond the neighbourhood that a satellite knows.
pub(super) trait Beyond: fmt::Debug + Send {
    /// Returns the next neighbour of `at` towards a cell at `t`.
    fn next(&mut self, at: NodeId, cell: u32, t: SimTime) -> Option<NodeId>;
}

/// A destination as seen by the satellites at an instant.
#[derive(Clone, Debug, Default)]
struct CellTarget {
    /// Instant at which its position was computed.
    of: Option<SimTime>,
    cell: u32,
    /// Unit vector to the centre of its cell.
    direction: [f64; 3],
    /// Satellites that serve it, and the interval in which they do.
    served_by: Vec<u32>,
    served: Option<(SimTime, SimTime)>,
}

/// Routes packets by each satellite's knowledge of its neighbourhood, and beyond it towards cells.
#[derive(Debug)]
pub(super) struct GeographicSource {
    rule: Geographic,
    /// Routing beyond the scope; without it, satellites look for the closest one within the
    /// look-ahead.
    beyond: Option<Box<dyn Beyond>>,
    look_ahead: u32,
    timeline: Arc<Timeline>,
    satellites: u32,
    cells: Cells,
    links: LinkState,
    surveyor: Surveyor,
    /// Neighbourhood of each satellite.
    balls: Vec<Neighbourhood>,
    /// Targets by node.
    targets: Vec<CellTarget>,
    ground: WireRoutes,
    /// Instant of the satellites' positions.
    placed: Option<SimTime>,
    positions: Vec<[f64; 3]>,
}

fn dot(a: [f64; 3], b: [f64; 3]) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

impl GeographicSource {
    pub(super) fn new(
        rule: &Geographic,
        beyond: Option<Box<dyn Beyond>>,
        timeline: Arc<Timeline>,
    ) -> Self {
        let satellites = timeline.sky().satellites();
        let look_ahead = rule.look_ahead.unwrap_or(rule.scope.max(1));
        let radius = look_ahead.max(rule.scope);
        Self {
            rule: rule.clone(),
            beyond,
            look_ahead,
            satellites,
            cells: Cells::new(rule.cell),
            links: LinkState::new(timeline.clone()),
            surveyor: Surveyor::new(radius, rule.metric, satellites as usize),
            balls: vec![Neighbourhood::default(); satellites as usize],
            targets: vec![CellTarget::default(); timeline.nodes().len()],
            ground: WireRoutes::default(),
            placed: None,
            positions: Vec::new(),
            timeline,
        }
    }

    /// Returns the instant at which distances are taken.
    fn instant(&self, t: SimTime) -> SimTime {
        let period = self.rule.recompute_interval.as_nanos();
        SimTime::from_nanos(t.as_nanos() / period * period)
    }

    /// Updates positions, the neighbourhood of `at` and the destination for `t`.
    fn look(&mut self, at: NodeId, to: NodeId, t: SimTime) {
        let instant = self.instant(t);
        if self.placed != Some(instant) {
            let sky = self.timeline.sky();
            let phases = sky.phases(instant);
            let positions = sky.satellite_positions(&phases);
            self.positions.clear();
            self.positions.extend(positions.iter().map(|at| [at.x, at.y, at.z]));
            self.placed = Some(instant);
        }
        self.links.seek(t);
        let ball = &mut self.balls[at.index()];
        if ball.of != Some((instant, self.links.applied)) {
            self.surveyor.survey(at.0, &self.links, &self.positions, instant, ball);
        }
        self.look_at_target(to, instant, t);
    }

    fn look_at_target(&mut self, to: NodeId, instant: SimTime, t: SimTime) {
        let timeline = &*self.timeline;
        self.ground.seek(timeline, t);
        let target = &mut self.targets[to.index()];
        let is_satellite = to.0 < self.satellites;
        if target.of != Some(instant) {
            target.of = Some(instant);
            let sky = timeline.sky();
            let place = if is_satellite {
                Some(to)
            } else {
                self.ground.exits(timeline, to).first().copied()
            };
            let phases = sky.phases(instant);
            target.direction = place.map_or([0.0; 3], |place| {
                let point = sky.ground_point(place, &phases);
                target.cell = self.cells.cell_of(point.latitude_deg, point.longitude_deg);
                let (latitude_deg, longitude_deg) = self.cells.middle(target.cell);
                let over = sky.direction(latitude_deg, longitude_deg, &phases);
                [over.x, over.y, over.z]
            });
        }
        if target.served.is_none_or(|(from, until)| t < from || t >= until) {
            target.served_by.clear();
            let mut until = self.ground.until;
            if is_satellite {
                target.served_by.push(to.0);
                target.served = Some((SimTime::ZERO, SimTime::MAX));
                return;
            }
            for &exit in self.ground.exits(timeline, to) {
                let contacts = &timeline.contacts[timeline.terminal_index(exit)];
                let begun = contacts.all().partition_point(|contact| contact.from <= t);
                until = contacts.all().get(begun).map_or(until, |next| until.min(next.from));
                for contact in contacts.at(t) {
                    until = until.min(contact.until);
                    target.served_by.push(contact.satellite.0);
                }
            }
            target.served = Some((t, until));
        }
    }

    /// Returns the next neighbour of a satellite towards a node that it is not linked to.
    fn next_satellite(
        &mut self,
        at: NodeId,
        from: Option<NodeId>,
        to: NodeId,
        t: SimTime,
    ) -> Option<NodeId> {
        let (ball, target) = (&self.balls[at.index()], &self.targets[to.index()]);
        let shut = from.filter(|_| !self.rule.backtrack).map(|from| from.0);
        let served = |member: &&KnownSatellite| {
            member.links <= self.rule.scope && target.served_by.contains(&member.node)
        };
        let known = ball.members.iter().filter(served).filter_map(|member| member.way(shut));
        if let Some(best) = known.min_by(|a, b| a.cost.total_cmp(&b.cost)) {
            return Some(NodeId(best.first));
        }
        if let Some(beyond) = &mut self.beyond {
            return beyond.next(at, target.cell, t);
        }
        let mut closest = (f64::NEG_INFINITY, None);
        if !self.rule.escape {
            let own = unit(self.positions[at.index()]);
            closest.0 = dot(own, target.direction);
        }
        for member in &ball.members {
            if member.links > self.look_ahead {
                break;
            }
            let close = dot(member.direction, target.direction);
            if close > closest.0
                && let Some(way) = member.way(shut)
            {
                closest = (close, Some(NodeId(way.first)));
            }
        }
        closest.1.or_else(|| match ball.neighbours[..] {
            [only] if self.rule.escape => Some(NodeId(only)),
            _ => None,
        })
    }

    /// Chooses at a terminal or a node without a position.
    fn choose_at_ground(&mut self, hop: &ForwardedPacket<'_>) -> Option<NodeId> {
        let (at, to, timeline) = (hop.at, hop.packet.destination, &*self.timeline);
        self.ground.seek(timeline, hop.now);
        if to.0 >= self.satellites
            && let Some(next) = self.ground.next(timeline, at, to)
        {
            return Some(next);
        }
        if timeline.is_terminal(at) {
            let sent = timeline.satellites_of(at, hop.now);
            return sent.into_iter().find(|&satellite| timeline.can_send(at, satellite, hop.now));
        }
        let exit = *self.ground.exits(timeline, at).first()?;
        self.ground.next(timeline, at, exit)
    }

    /// Chooses at a satellite, regardless of the number of links so far.
    fn choose_at_satellite(&mut self, hop: &ForwardedPacket<'_>) -> Option<NodeId> {
        let (at, to) = (hop.at, hop.packet.destination);
        self.look(at, to, hop.now);
        if self.targets[to.index()].served_by.contains(&at.0) {
            let (timeline, now) = (&*self.timeline, hop.now);
            let exits = self.ground.exits(timeline, to).iter().copied();
            return exits.into_iter().find(|&exit| timeline.can_send(at, exit, now));
        }
        let from = hop.from.filter(|&from| from.0 < self.satellites);
        self.next_satellite(at, from, to, hop.now)
    }

    /// Whether the rule would return a packet at this node to it over the same link, if links do
    /// not change.
    fn is_in_circles(&mut self, hop: &ForwardedPacket<'_>) -> bool {
        let (mut at, mut from) = (hop.at, hop.from);
        for _ in 0..=2 * self.satellites {
            let now = ForwardedPacket { at, from, ..*hop };
            match self.choose_at_satellite(&now) {
                Some(next) if next.0 < self.satellites => (at, from) = (next, Some(at)),
                _ => return false,
            }
            if (at, from) == (hop.at, hop.from) {
                return true;
            }
        }
        false
    }
}

impl RouteSource for GeographicSource {
    #[inline]
    fn route(&mut self, hop: &ForwardedPacket<'_>) -> ForwardingChoice {
        if hop.at.0 >= self.satellites {
            return ForwardingChoice { next: self.choose_at_ground(hop), until: SimTime::ZERO };
        }
        let next = self.choose_at_satellite(hop);
        let is_last = links_so_far(hop) >= self.rule.hop_limit;
        let next = next.filter(|next| next.0 >= self.satellites || !is_last);
        ForwardingChoice { next, until: SimTime::ZERO }
    }

    fn refusal(&mut self, hop: &ForwardedPacket<'_>) -> Refusal {
        if hop.at.0 >= self.satellites || links_so_far(hop) < self.rule.hop_limit {
            Refusal::NoRoute
        } else if self.is_in_circles(hop) {
            Refusal::GeographicLoop
        } else {
            Refusal::HopLimit
        }
    }

    fn is_pure(&self) -> bool {
        true
    }

    fn is_free_leaf(&self, node: NodeId) -> bool {
        let number = node.0.checked_sub(self.satellites);
        number.is_some_and(|number| self.timeline.is_routed.get(number as usize) == Some(&false))
    }
}

/// Returns the number of links that a packet has crossed.
fn links_so_far(hop: &ForwardedPacket<'_>) -> u32 {
    u32::from(Packet::INITIAL_TTL.saturating_sub(hop.packet.ttl))
}
