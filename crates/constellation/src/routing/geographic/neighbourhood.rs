//! Neighbourhood of a satellite: the satellites within a number of links, with the first link of
//! the best route and of the second best route to each.

use std::cmp::{Ordering, Reverse};
use std::collections::BinaryHeap;
use std::sync::Arc;

use skyseam_base::{NodeId, SimTime};

use crate::routing::Metric;
use crate::timeline::{FixedLink, Timeline};

/// State of the links between satellites, moved along the timeline.
#[derive(Debug)]
pub(super) struct LinkState {
    timeline: Arc<Timeline>,
    /// Instants at which links go on or off, with the link's number.
    toggles: Vec<(SimTime, u32)>,
    on: Vec<bool>,
    /// Number of applied toggles; identifies the state of all links.
    pub applied: usize,
    /// Link ends and link numbers of each satellite.
    ends: Vec<Vec<(NodeId, u32)>>,
}

impl LinkState {
    pub fn new(timeline: Arc<Timeline>) -> Self {
        let numbered = (0u32..).zip(&timeline.isl_toggles);
        let each = numbered.flat_map(|(isl, at)| at.iter().map(move |&at| (at, isl)));
        let mut toggles: Vec<_> = each.collect();
        toggles.sort_unstable();
        let satellites = timeline.sky().satellites() as usize;
        let isls = |links: &Vec<(NodeId, FixedLink)>| {
            let isl = |&(end, link): &(NodeId, FixedLink)| match link {
                FixedLink::Isl(isl) => Some((end, isl)),
                FixedLink::Wire(_) => None,
            };
            links.iter().filter_map(isl).collect()
        };
        let ends = timeline.fixed_links[..satellites].iter().map(isls).collect();
        let on = vec![false; timeline.isl_pairs.len()];
        Self { timeline, toggles, on, applied: 0, ends }
    }

    /// Moves to `t`, forwards or backwards.
    pub fn seek(&mut self, t: SimTime) {
        while let Some(&(at, isl)) = self.toggles.get(self.applied)
            && at <= t
        {
            self.on[isl as usize] ^= true;
            self.applied += 1;
        }
        while let Some(&(at, isl)) = self.applied.checked_sub(1).map(|last| &self.toggles[last])
            && at > t
        {
            self.on[isl as usize] ^= true;
            self.applied -= 1;
        }
    }

    fn neighbours(&self, satellite: u32) -> impl Iterator<Item = u32> {
        let ends = self.ends[satellite as usize].iter();
        ends.filter(|&&(_, isl)| self.on[isl as usize]).map(|&(end, _)| end.0)
    }
}

/// A route to a member of a neighbourhood: its first neighbour and its total cost.
#[derive(Clone, Copy, Debug)]
pub(super) struct MemberRoute {
    pub first: u32,
    pub cost: f64,
}

/// A satellite of a neighbourhood other than its centre.
#[derive(Clone, Copy, Debug)]
pub(super) struct KnownSatellite {
    pub node: u32,
    /// Smallest number of links to it.
    pub links: u32,
    /// Unit vector from the Earth's centre.
    pub direction: [f64; 3],
    /// Best route, and the best one that begins with another link.
    pub ways: [Option<MemberRoute>; 2],
}

impl KnownSatellite {
    /// Returns the best route that does not begin with the link to `shut`.
    #[inline]
    pub fn way(&self, shut: Option<u32>) -> Option<MemberRoute> {
        match self.ways[0] {
            Some(way) if Some(way.first) == shut => self.ways[1],
            best => best,
        }
    }
}

/// Satellites within a number of links of one satellite.
#[derive(Clone, Debug, Default)]
pub(super) struct Neighbourhood {
    /// Instant and state of links for which it was computed.
    pub of: Option<(SimTime, usize)>,
    pub members: Vec<KnownSatellite>,
    /// Satellites linked to the centre.
    pub neighbours: Vec<u32>,
}

/// A candidate route to a member; ordered by cost, then by number of member and neighbour.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Candidate {
    cost: f64,
    member: u32,
    first: u32,
}

impl Eq for Candidate {}

impl Ord for Candidate {
    fn cmp(&self, other: &Self) -> Ordering {
        let numbers = (self.member, self.first).cmp(&(other.member, other.first));
        self.cost.total_cmp(&other.cost).then(numbers)
    }
}

impl PartialOrd for Candidate {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// Computes neighbourhoods, with its workspace.
#[derive(Debug)]
pub(super) struct Surveyor {
    radius: u32,
    metric: Metric,
    /// Member number of each satellite, from 1; 0 for others.
    numbers: Vec<u32>,
    queue: BinaryHeap<Reverse<Candidate>>,
}

impl Surveyor {
    pub fn new(radius: u32, metric: Metric, satellites: usize) -> Self {
        Self { radius, metric, numbers: vec![0; satellites], queue: BinaryHeap::new() }
    }

    /// Computes the neighbourhood of `middle` over the links that are on; distances are those of
    /// `t`, at which all satellites are at `positions`.
    pub(crate) fn survey(
        &mut self,
        middle: u32,
        links: &LinkState,
        positions: &[[f64; 3]],
        t: SimTime,
        ball: &mut Neighbourhood,
    ) {
        ball.of = Some((t, links.applied));
        ball.members.clear();
        ball.neighbours.clear();
        ball.neighbours.extend(links.neighbours(middle));
        self.numbers[middle as usize] = u32::MAX;
        let mut add = |node: u32, links: u32, members: &mut Vec<KnownSatellite>| {
            let number = &mut self.numbers[node as usize];
            if *number == 0 {
                members.push(KnownSatellite {
                    node,
                    links,
                    direction: unit(positions[node as usize]),
                    ways: [None; 2],
                });
                *number = members.len() as u32;
            }
        };
        for &neighbour in &ball.neighbours {
            add(neighbour, 1, &mut ball.members);
        }
        let mut next = 0;
        while let Some(&KnownSatellite { node, links: so_far, .. }) = ball.members.get(next)
            && so_far < self.radius
        {
            for neighbour in links.neighbours(node) {
                add(neighbour, so_far + 1, &mut ball.members);
            }
            next += 1;
        }
        self.find_ways(middle, links, positions, ball);
        self.numbers[middle as usize] = 0;
        for member in &ball.members {
            self.numbers[member.node as usize] = 0;
        }
    }

    /// Runs Dijkstra's search with up to two routes to each member, which differ in the first link.
    fn find_ways(
        &mut self,
        middle: u32,
        links: &LinkState,
        positions: &[[f64; 3]],
        ball: &mut Neighbourhood,
    ) {
        let cost = |a: u32, b: u32| {
            let [a, b] = [a, b].map(|node| positions[node as usize]);
            let square = |axis: usize| (a[axis] - b[axis]) * (a[axis] - b[axis]);
            let delay = links.timeline.sky().delay((square(0) + square(1) + square(2)).sqrt());
            self.metric.link_s + delay.as_secs_f64()
        };
        let numbers = &self.numbers;
        let number = |node: u32| numbers[node as usize].wrapping_sub(1);
        for &first in &ball.neighbours {
            let candidate = Candidate { cost: cost(middle, first), member: number(first), first };
            self.queue.push(Reverse(candidate));
        }
        while let Some(Reverse(Candidate { cost: so_far, member, first })) = self.queue.pop() {
            let KnownSatellite { node, ways, .. } = &mut ball.members[member as usize];
            let free = match *ways {
                [None, _] => 0,
                [Some(best), None] if best.first != first => 1,
                _ => continue,
            };
            ways[free] = Some(MemberRoute { first, cost: so_far });
            let node = *node;
            for neighbour in links.neighbours(node) {
                let member = number(neighbour);
                // Satellites that are no members, and the centre, have numbers beyond the list.
                if let Some(KnownSatellite { ways: [_, None], .. }) =
                    ball.members.get(member as usize)
                {
                    let cost = so_far + cost(node, neighbour);
                    self.queue.push(Reverse(Candidate { cost, member, first }));
                }
            }
        }
    }
}

/// Returns the direction of a position.
pub(super) fn unit([x, y, z]: [f64; 3]) -> [f64; 3] {
    let norm = (x * x + y * y + z * z).sqrt();
    [x / norm, y / norm, z / norm]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixtures;

    /// Goal: both routes to every member are optimal. Method: around every satellite of Iridium, at
    /// several instants in any order, compared with distances within the neighbourhood without its
    /// centre (Floyd and Warshall) behind each neighbour.
    #[test]
    fn ways_are_the_best_and_the_best_with_another_first_link() {
        let end = SimTime::from_secs(4000);
        let timeline = Arc::new(Timeline::build(&fixtures::iridium(Metric::DELAY), end));
        let satellites = timeline.sky().satellites();
        let mut links = LinkState::new(timeline.clone());
        let mut surveyor = Surveyor::new(3, Metric::DELAY, satellites as usize);
        let mut ball = Neighbourhood::default();
        for t in [0, 3900, 600, 605].map(SimTime::from_secs) {
            links.seek(t);
            let phases = timeline.sky().phases(t);
            let positions = timeline.sky().satellite_positions(&phases);
            let positions: Vec<[f64; 3]> = positions.iter().map(|at| [at.x, at.y, at.z]).collect();
            let linked = |a: u32, b: u32| timeline.is_linked(NodeId(a), NodeId(b), t);
            let cost = |a: u32, b: u32| timeline.propagation(NodeId(a), NodeId(b), t).as_secs_f64();
            for middle in 0..satellites {
                surveyor.survey(middle, &links, &positions, t, &mut ball);
                let nodes: Vec<u32> = ball.members.iter().map(|member| member.node).collect();
                assert!(!nodes.contains(&middle));
                let count = nodes.len();
                let mut far = vec![vec![f64::INFINITY; count]; count];
                for (i, &a) in nodes.iter().enumerate() {
                    for (j, &b) in nodes.iter().enumerate() {
                        if a == b {
                            far[i][j] = 0.0;
                        } else if linked(a, b) {
                            far[i][j] = cost(a, b);
                        }
                    }
                }
                for k in 0..count {
                    for i in 0..count {
                        for j in 0..count {
                            far[i][j] = far[i][j].min(far[i][k] + far[k][j]);
                        }
                    }
                }
                for (j, member) in ball.members.iter().enumerate() {
                    let mut ways: Vec<f64> = ball
                        .neighbours
                        .iter()
                        .map(|&first| {
                            let i = nodes.iter().position(|&node| node == first).unwrap();
                            cost(middle, first) + far[i][j]
                        })
                        .filter(|way| way.is_finite())
                        .collect();
                    ways.sort_by(f64::total_cmp);
                    let found: Vec<MemberRoute> = member.ways.iter().flatten().copied().collect();
                    assert_eq!(found.len(), ways.len().min(2));
                    for (way, expected) in found.iter().zip(&ways) {
                        assert!((way.cost - expected).abs() < 1e-7, "{way:?} {expected}");
                    }
                    if let [best, second] = found[..] {
                        assert_ne!(best.first, second.first);
                        assert_eq!(member.way(Some(best.first)).unwrap().first, second.first);
                    }
                }
            }
        }
    }
}
