//! What links cost at the two ends of a stretch of time, and how far they stray in between.
//!
//! Time is cut into windows: at multiples of [`WINDOW`], where a link goes on or off, and where the
//! motion of satellites has a joint. Within a window the delay of a link is nowhere further off the
//! straight line between its delays at both ends than was worked out for these
//! ([`crate::sky`], `bends.rs`).

use std::sync::Arc;

use skyseam_base::{Duration, NodeId, SimTime};

use super::network::{Link, Network};
use super::tree::Edge;
use crate::sky::{Bend, Phases, Straight};

/// The longest window. Links of Starlink's shells stray by less than 1 ns in it, which is what
/// rounding adds anyway.
pub(super) const WINDOW: Duration = Duration::from_secs(1);

/// A window: from its first instant to before its last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Window {
    pub from: SimTime,
    pub until: SimTime,
    /// Where links are weighed: `from`, and `until`, or just before it where something changes
    /// there.
    pub ends: [SimTime; 2],
    /// Since when no link went on or off.
    pub stretch: SimTime,
}

/// All links at an end of windows.
#[derive(Debug)]
pub(super) struct Instant {
    t: SimTime,
    stretch: SimTime,
    phases: Phases,
    /// Links of node `n`: `edges[starts[n]..starts[n + 1]]`, in the same order at every instant of
    /// one stretch.
    starts: Arc<[u32]>,
    edges: Vec<Edge>,
    /// The question that it was asked for last.
    asked: u64,
}

/// Links at the ends of the windows asked about last.
#[derive(Debug)]
pub(super) struct Instants {
    /// Per inter-satellite link.
    bends: Vec<Bend>,
    known: Vec<Instant>,
    /// Number of questions.
    asked: u64,
}

/// So many are kept: what is asked goes to and fro about an end, packet by packet.
const KEPT: usize = 3;

impl Window {
    /// The window that holds `t`, where `network` is; `None` where satellites go on beyond the end
    /// of what is known of their motion.
    pub fn of(network: &Network, t: SimTime) -> Option<Self> {
        let (smooth_from, smooth_until) = network.timeline().sky().smooth(t)?;
        let first = t.as_nanos() - t.as_nanos() % WINDOW.as_nanos();
        let from = SimTime::from_nanos(first).max(network.from).max(smooth_from);
        let next = SimTime::from_nanos(first).saturating_add(WINDOW);
        let change = network.until.min(smooth_until);
        let (until, last) = if change <= next {
            (change, SimTime::from_nanos(change.as_nanos() - 1))
        } else {
            (next, next)
        };
        Some(Self { from, until, ends: [from, last], stretch: network.from.max(smooth_from) })
    }

    /// How far along `t` is, from 0 to 1.
    pub fn share(&self, t: SimTime) -> f64 {
        let whole = (self.ends[1] - self.ends[0]).as_nanos();
        if whole == 0 { 0.0 } else { (t - self.ends[0]).as_nanos() as f64 / whole as f64 }
    }

    /// The first instant after `share` of it.
    pub fn at(&self, share: f64) -> SimTime {
        let whole = (self.ends[1] - self.ends[0]).as_nanos() as f64;
        self.ends[0] + Duration::from_nanos((whole * share) as u64)
    }
}

impl Edge {
    fn new(to: NodeId, Straight { delay_s, off_s }: Straight) -> Self {
        // Of what nothing can be said only this: that it is positive.
        let least = if off_s < f64::INFINITY { delay_s - off_s } else { 0.0 };
        Self { to: to.0, least, most: delay_s + off_s }
    }
}

impl Instant {
    /// Whether it is one of `stretch`, at `t`.
    pub fn is_of(&self, stretch: SimTime, t: SimTime) -> bool {
        self.t == t && self.stretch == stretch
    }

    /// The links of a node, but for those to ends.
    pub fn edges(&self, node: NodeId) -> &[Edge] {
        let node = node.index();
        let Some(&after) = self.starts.get(node + 1) else { return &[] };
        &self.edges[self.starts[node] as usize..after as usize]
    }

    /// The links of a node as [`Self::edges`], each with its place among all links: the same at
    /// every instant of one stretch.
    pub fn links(&self, node: NodeId) -> impl Iterator<Item = (u32, &Edge)> {
        let first = self.starts.get(node.index()).copied().unwrap_or(0);
        (first..).zip(self.edges(node))
    }

    /// The place of the link from a node to another.
    pub fn place(&self, from: NodeId, to: NodeId) -> Option<u32> {
        self.links(from).find(|(_, edge)| edge.to == to.0).map(|(place, _)| place)
    }

    /// The link in a place.
    pub fn edge(&self, place: u32) -> Option<&Edge> {
        self.edges.get(place as usize)
    }

    /// The links of an end to satellites.
    pub fn up(
        &self,
        network: &Network,
        end: NodeId,
        satellites: impl Iterator<Item = NodeId>,
    ) -> impl Iterator<Item = Edge> {
        let sky = network.timeline().sky();
        satellites.map(move |satellite| {
            let straight = sky.straight_down(satellite, end, WINDOW.as_secs_f64(), &self.phases);
            Edge::new(satellite, straight)
        })
    }
}

impl Instants {
    pub fn new(network: &Network) -> Self {
        let (timeline, within_s) = (network.timeline(), WINDOW.as_secs_f64());
        let bend = |&(a, b): &(NodeId, NodeId)| timeline.sky().bend(a, b, within_s);
        Self { bends: timeline.isl_pairs().iter().map(bend).collect(), known: Vec::new(), asked: 0 }
    }

    /// All links at both ends of a window, which `network` is at.
    pub fn of(&mut self, window: &Window, network: &Network) -> [&Instant; 2] {
        self.asked += 1;
        let places = window.ends.map(|t| {
            let place = self.place(window.stretch, t);
            let place = place.unwrap_or_else(|| self.weigh(window.stretch, t, network));
            self.known[place].asked = self.asked;
            place
        });
        places.map(|place| &self.known[place])
    }

    fn place(&self, stretch: SimTime, t: SimTime) -> Option<usize> {
        self.known.iter().position(|known| known.is_of(stretch, t))
    }

    /// Weighs all links at `t`, and forgets the instant that was asked for least lately, if there
    /// are enough; returns its place.
    fn weigh(&mut self, stretch: SimTime, t: SimTime, network: &Network) -> usize {
        let sky = network.timeline().sky();
        let phases = sky.phases(t);
        let within_s = WINDOW.as_secs_f64();
        let of_stretch = self.known.iter().find(|known| known.stretch == stretch);
        let starts = of_stretch.map(|known| known.starts.clone());
        let oldest = (0..self.known.len()).min_by_key(|&place| self.known[place].asked);
        let oldest = oldest.filter(|_| self.known.len() == KEPT);
        let mut edges =
            oldest.map_or_else(Vec::new, |old| std::mem::take(&mut self.known[old].edges));
        edges.clear();
        let mut ends = vec![0];
        for node in (0..network.span() as u32).map(NodeId) {
            for (end, link) in network.neighbours(node) {
                let straight = match link {
                    Link::Isl(isl) => {
                        sky.straight(self.bends[isl as usize], [node, end], within_s, &phases)
                    }
                    Link::Wire(_) => Straight {
                        delay_s: network.delay_s((node, end), link, &phases),
                        off_s: 0.0,
                    },
                    Link::Ground => {
                        let (satellite, terminal) = (node.min(end), node.max(end));
                        sky.straight_down(satellite, terminal, within_s, &phases)
                    }
                };
                edges.push(Edge::new(end, straight));
            }
            ends.push(edges.len() as u32);
        }
        let starts = starts.unwrap_or_else(|| ends.into());
        let instant = Instant { t, stretch, phases, starts, edges, asked: self.asked };
        if let Some(place) = oldest {
            self.known[place] = instant;
            return place;
        }
        self.known.push(instant);
        self.known.len() - 1
    }
}
