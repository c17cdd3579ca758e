//! Costs of links at the two ends of an interval, and bounds on their deviation in between.
//!
//! Time is cut into windows: at multiples of [`WINDOW`], where a link goes on or off, and where the
//! motion of satellites is not smooth. Within a window the delay of a link deviates from the
//! straight line between its delays at both ends by at most the bound computed for these
//! ([`crate::sky`], `delay_bounds.rs`).

use std::sync::Arc;

use skyseam_base::{Duration, NodeId, SimTime};

use super::network::{NeighbourLink, Network};
use super::tree::WindowedEdge;
use crate::sky::{DelayCurvature, LinearizedDelay, Phases};

/// Maximum length of a window. Links of Starlink's shells deviate by less than 1 ns in it, which is
/// the size of the rounding error.
pub(super) const WINDOW: Duration = Duration::from_secs(1);

/// A half-open window of time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TimeWindow {
    pub from: SimTime,
    pub until: SimTime,
    /// Instants at which links are weighed: `from`, and `until`, or just before it if a link
    /// changes there.
    pub ends: [SimTime; 2],
    /// Latest instant at which a link went on or off.
    pub stretch: SimTime,
}

/// All links at an end of windows.
#[derive(Debug)]
pub(super) struct WindowEnd {
    t: SimTime,
    stretch: SimTime,
    phases: Phases,
    /// Links of node `n`: `edges[starts[n]..starts[n + 1]]`, in the same order at every instant of
    /// an interval without changes.
    starts: Arc<[u32]>,
    edges: Vec<WindowedEdge>,
    /// Number of the latest request for it.
    asked: u64,
}

/// Links at the ends of the latest windows.
#[derive(Debug)]
pub(super) struct Instants {
    /// Curvature of the delay of each inter-satellite link.
    bends: Vec<DelayCurvature>,
    known: Vec<WindowEnd>,
    /// Number of requests so far.
    asked: u64,
}

/// Number of instants kept: successive packets refer to both sides of a window's end.
const KEPT: usize = 3;

impl TimeWindow {
    /// Returns the window that contains `t`, the instant of `network`; `None` beyond the known
    /// motion of satellites.
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

    /// Returns the position of `t` in the window, from 0 to 1.
    pub fn share(&self, t: SimTime) -> f64 {
        let whole = (self.ends[1] - self.ends[0]).as_nanos();
        if whole == 0 { 0.0 } else { (t - self.ends[0]).as_nanos() as f64 / whole as f64 }
    }

    /// Returns the first instant after the fraction `share` of the window.
    pub fn at(&self, share: f64) -> SimTime {
        let whole = (self.ends[1] - self.ends[0]).as_nanos() as f64;
        self.ends[0] + Duration::from_nanos((whole * share) as u64)
    }
}

impl WindowedEdge {
    fn new(to: NodeId, LinearizedDelay { delay_s, max_error_s: off_s }: LinearizedDelay) -> Self {
        // Without a bound the delay is only known to be positive.
        let least = if off_s < f64::INFINITY { delay_s - off_s } else { 0.0 };
        Self { to: to.0, least, most: delay_s + off_s }
    }
}

impl WindowEnd {
    /// Whether the instant is `t` in the interval `stretch`.
    pub fn is_of(&self, stretch: SimTime, t: SimTime) -> bool {
        self.t == t && self.stretch == stretch
    }

    /// Returns the links of a node, except those to ends.
    pub fn edges(&self, node: NodeId) -> &[WindowedEdge] {
        let node = node.index();
        let Some(&after) = self.starts.get(node + 1) else { return &[] };
        &self.edges[self.starts[node] as usize..after as usize]
    }

    /// Returns the links of a node as [`Self::edges`], each with its index among all links, which
    /// is the same at all instants of an interval without changes.
    pub fn links(&self, node: NodeId) -> impl Iterator<Item = (u32, &WindowedEdge)> {
        let first = self.starts.get(node.index()).copied().unwrap_or(0);
        (first..).zip(self.edges(node))
    }

    /// Returns the place of the link from a node to another.
    pub fn place(&self, from: NodeId, to: NodeId) -> Option<u32> {
        self.links(from).find(|(_, edge)| edge.to == to.0).map(|(place, _)| place)
    }

    /// Returns the link in a place.
    pub fn edge(&self, place: u32) -> Option<&WindowedEdge> {
        self.edges.get(place as usize)
    }

    /// Returns the links of an end to satellites.
    pub fn up(
        &self,
        network: &Network,
        end: NodeId,
        satellites: impl Iterator<Item = NodeId>,
    ) -> impl Iterator<Item = WindowedEdge> {
        let sky = network.timeline().sky();
        satellites.map(move |satellite| {
            let straight = sky.straight_down(satellite, end, WINDOW.as_secs_f64(), &self.phases);
            WindowedEdge::new(satellite, straight)
        })
    }
}

impl Instants {
    pub fn new(network: &Network) -> Self {
        let (timeline, within_s) = (network.timeline(), WINDOW.as_secs_f64());
        let bend = |&(a, b): &(NodeId, NodeId)| timeline.sky().bend(a, b, within_s);
        Self { bends: timeline.isl_pairs().iter().map(bend).collect(), known: Vec::new(), asked: 0 }
    }

    /// Returns all links at both ends of a window, which contains the instant of `network`.
    pub fn of(&mut self, window: &TimeWindow, network: &Network) -> [&WindowEnd; 2] {
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

    /// Weighs all links at `t` in place of the least recently requested instant, if enough are
    /// kept; returns the place.
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
                    NeighbourLink::Isl(isl) => {
                        let bend = self.bends[isl as usize];
                        let straight = sky.straight(bend, [node, end], within_s, &phases);
                        let delay_s = straight.delay_s + network.isl_s();
                        LinearizedDelay { delay_s, ..straight }
                    }
                    NeighbourLink::Wire(_) => LinearizedDelay {
                        delay_s: network.cost_s((node, end), link, &phases),
                        max_error_s: 0.0,
                    },
                    NeighbourLink::Ground => {
                        let (satellite, terminal) = (node.min(end), node.max(end));
                        sky.straight_down(satellite, terminal, within_s, &phases)
                    }
                };
                edges.push(WindowedEdge::new(end, straight));
            }
            ends.push(edges.len() as u32);
        }
        let starts = starts.unwrap_or_else(|| ends.into());
        let instant = WindowEnd { t, stretch, phases, starts, edges, asked: self.asked };
        if let Some(place) = oldest {
            self.known[place] = instant;
            return place;
        }
        self.known.push(instant);
        self.known.len() - 1
    }
}
