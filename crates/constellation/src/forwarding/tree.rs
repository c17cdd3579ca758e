//! Tree of shortest routes from all satellites to one destination, updated from one instant to the
//! next.
//!
//! # Why it is exact
//!
//! Costs are whole nanoseconds, at least 1 per link. A satellite's cost is the minimum over its
//! neighbours of their cost plus that of the link, or the cost of its own link to the destination.
//! With positive costs these equations have one solution, the costs of the shortest routes: every
//! satellite's cost is that of an existing route, and a satellite whose cost exceeded the minimum
//! would violate its equation, or the next one on its shortest route would.
//! [`ForwardingTree::update`] starts from the costs of the old tree's routes at the new instant,
//! which are existing routes, lowers costs until every equation holds, and stops. The start has no
//! influence on the result. The next hop is the neighbour of lowest number among those that give
//! the least cost, which is a function of the costs only.

use super::weights::{FAR, Weights};

/// Shortest routes to one destination.
#[derive(Clone, Debug)]
pub struct ForwardingTree {
    /// Origin of each satellite's cost as a place in [`Workspace::costs`]: a neighbour's number, `n
    /// + s` for the link of satellite `s` of `n` to the destination, or `2 n` for none.
    parents: Vec<u32>,
    /// Place of that link in the weights, for each satellite.
    places: Vec<u32>,
    /// All satellites, parents before children where known. The quality of the order affects only
    /// the time of an update.
    order: Vec<u32>,
    /// Number of satellites without a route after the last update.
    cut_off: usize,
}

/// Workspace of updates, shared by all trees of a thread.
#[derive(Clone, Debug)]
pub struct Workspace {
    /// Costs of satellites, then costs of their own links to the destination, ns.
    costs: Vec<u32>,
    queue: Vec<u32>,
    is_queued: Vec<bool>,
    /// Bucket sizes while sorting, then the place of each bucket's next satellite.
    buckets: Vec<u32>,
    /// Satellites whose parent may have changed.
    pub(super) touched: Vec<u32>,
}

/// The next hop of a satellite.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SatelliteHop {
    /// Another satellite.
    Satellite(u32),
    /// The destination.
    Ground,
    /// No route.
    None,
}

impl ForwardingTree {
    /// Returns a tree without routes.
    pub fn new(satellites: usize) -> Self {
        Self {
            parents: vec![2 * satellites as u32; satellites],
            places: vec![0; satellites],
            order: (0..satellites as u32).collect(),
            cut_off: satellites,
        }
    }

    /// Updates the tree to the instant of `weights`, for terminal number `terminal`.
    pub fn update(&mut self, weights: &Weights, terminal: usize, work: &mut Workspace) {
        let satellites = self.parents.len();
        let usable = weights.usable(terminal);
        work.begin(satellites, usable);
        let lost = self.follow_old_ways(weights, work);
        let is_broken = lost > self.cut_off;
        self.take_shortcuts(weights, work);
        for &(satellite, cost) in usable {
            if cost < work.costs[satellite as usize] {
                let place = weights.costs.len() - 1;
                self.adopt(satellite, satellites as u32 + satellite, place as u32, cost, work);
            }
        }
        self.lower(weights, work);
        if is_broken {
            self.give_up(work);
            self.put_in_order(work);
        } else if !work.touched.is_empty() {
            self.cut_off = work.costs[..satellites].iter().filter(|&&cost| cost == FAR).count();
        }
    }

    /// Returns the next hop of a satellite.
    pub fn hop(&self, satellite: u32) -> SatelliteHop {
        let satellites = self.parents.len() as u32;
        match self.parents[satellite as usize] {
            parent if parent < satellites => SatelliteHop::Satellite(parent),
            parent if parent == 2 * satellites => SatelliteHop::None,
            _ => SatelliteHop::Ground,
        }
    }

    /// Computes the present costs of the old tree's routes; returns the number of satellites
    /// without one.
    fn follow_old_ways(&self, weights: &Weights, work: &mut Workspace) -> usize {
        let mut lost = 0;
        for &satellite in &self.order {
            let satellite = satellite as usize;
            let link = weights.costs[self.places[satellite] as usize];
            let cost = (work.costs[self.parents[satellite] as usize] + link).min(FAR);
            work.costs[satellite] = cost;
            lost += usize::from(cost == FAR);
        }
        lost
    }

    /// Relaxes every inter-satellite link once: adopts it if it shortens a route, or gives an
    /// equally short one over a satellite of lower number.
    fn take_shortcuts(&mut self, weights: &Weights, work: &mut Workspace) {
        for run in &weights.lanes.runs {
            for begin in run.lanes.clone().step_by(CHUNK) {
                let lanes = begin..(begin + CHUNK).min(run.lanes.end);
                let low = run.first + begin - run.lanes.start;
                let high = low + run.apart;
                let links = &weights.lanes.costs[lanes.clone()];
                let (a, b) = (low..low + links.len(), high..high + links.len());
                let ends = [
                    Ends { first: low, costs: &work.costs[a.clone()], parents: &self.parents[a] },
                    Ends { first: high, costs: &work.costs[b.clone()], parents: &self.parents[b] },
                ];
                if !is_worth_a_look(ends, links) {
                    continue;
                }
                for (number, lane) in lanes.enumerate() {
                    let (a, b) = ((low + number) as u32, (high + number) as u32);
                    let (link, place) = (weights.lanes.costs[lane], weights.lanes.places[lane]);
                    self.offer(a, b, link as u32, place, work);
                    self.offer(b, a, link as u32, place, work);
                }
            }
        }
    }

    /// Relaxes the link in `place` from a neighbour to a satellite.
    fn offer(&mut self, satellite: u32, through: u32, link: u32, place: u32, work: &mut Workspace) {
        let offer = work.costs[through as usize] + link;
        let known = work.costs[satellite as usize];
        if offer < known {
            self.adopt(satellite, through, place, offer, work);
        } else if offer == known && through < self.parents[satellite as usize] && offer < FAR {
            self.parents[satellite as usize] = through;
            self.places[satellite as usize] = place;
            work.touched.push(satellite);
        }
    }

    /// Lowers a satellite's cost to that of the route through `parent`, and queues it.
    fn adopt(&mut self, satellite: u32, parent: u32, place: u32, cost: u32, work: &mut Workspace) {
        work.costs[satellite as usize] = cost;
        self.parents[satellite as usize] = parent;
        self.places[satellite as usize] = place;
        work.touched.push(satellite);
        if !std::mem::replace(&mut work.is_queued[satellite as usize], true) {
            work.queue.push(satellite);
        }
    }

    /// Sorts satellites approximately by cost, in buckets of a 2048th of the largest cost. Within a
    /// bucket, which is far smaller than the cost of a link, the order does not matter.
    fn put_in_order(&mut self, work: &mut Workspace) {
        let costs = &work.costs[..self.parents.len()];
        let reached = costs.iter().copied().filter(|&cost| cost < FAR);
        let greatest = reached.max().unwrap_or(0);
        let shift = (u32::BITS - greatest.leading_zeros()).saturating_sub(BUCKETS.ilog2());
        let bucket_of = |cost: u32| ((cost >> shift) as usize).min(BUCKETS - 1);
        work.buckets.fill(0);
        for &cost in costs {
            work.buckets[bucket_of(cost)] += 1;
        }
        let mut before = 0;
        for count in &mut work.buckets {
            before += std::mem::replace(count, before);
        }
        for (satellite, &cost) in costs.iter().enumerate() {
            let place = &mut work.buckets[bucket_of(cost)];
            self.order[*place as usize] = satellite as u32;
            *place += 1;
        }
    }

    /// Removes the parents of satellites without a route.
    fn give_up(&mut self, work: &mut Workspace) {
        let none = 2 * self.parents.len() as u32;
        self.cut_off = 0;
        for (satellite, parent) in self.parents.iter_mut().enumerate() {
            if work.costs[satellite] == FAR {
                self.cut_off += 1;
                if std::mem::replace(parent, none) != none {
                    work.touched.push(satellite as u32);
                }
            }
        }
    }

    /// Lowers costs until every equation holds.
    fn lower(&mut self, weights: &Weights, work: &mut Workspace) {
        let mut next = 0;
        while let Some(&satellite) = work.queue.get(next) {
            next += 1;
            let number = satellite as usize;
            work.is_queued[number] = false;
            let row = weights.starts[number] as usize..weights.starts[number + 1] as usize;
            for place in row {
                let (neighbour, link) = (weights.neighbours[place], weights.costs[place]);
                // Costs are the same in both directions.
                self.offer(neighbour, satellite, link, place as u32, work);
            }
        }
        work.queue.clear();
    }
}

impl Workspace {
    /// Allocates a workspace for this number of satellites.
    pub fn new(satellites: usize) -> Self {
        Self {
            costs: vec![FAR; 2 * satellites + 1],
            queue: Vec::new(),
            is_queued: vec![false; satellites],
            buckets: vec![0; BUCKETS],
            touched: Vec::new(),
        }
    }

    /// Returns the cost from a satellite to the destination of the last update, ns; `None` without
    /// a route.
    pub(crate) fn cost_ns(&self, satellite: u32) -> Option<u32> {
        Some(self.costs[satellite as usize]).filter(|&cost| cost < FAR)
    }

    /// Returns the satellites whose next hop may have changed in the last update, unordered, with
    /// duplicates.
    pub fn touched(&self) -> &[u32] {
        &self.touched
    }

    fn begin(&mut self, satellites: usize, usable: &[(u32, u32)]) {
        self.costs.fill(FAR);
        for &(satellite, cost) in usable {
            self.costs[satellites + satellite as usize] = cost;
        }
        self.touched.clear();
    }
}

/// Number of buckets into which costs are sorted.
const BUCKETS: usize = 2048;

/// Number of links compared in one block.
const CHUNK: usize = 64;

/// Satellites at the lower or higher ends of consecutive links.
#[derive(Clone, Copy)]
struct Ends<'a> {
    first: usize,
    costs: &'a [u32],
    parents: &'a [u32],
}

/// Whether any of the consecutive links shortens a route, or may give an equally short one over a
/// satellite of lower number. Free of branches and with signed numbers, so that the compiler
/// vectorizes it.
fn is_worth_a_look([a, b]: [Ends<'_>; 2], links: &[i32]) -> bool {
    let mut found = false;
    let costs = a.costs.iter().zip(b.costs);
    let parents = a.parents.iter().zip(b.parents);
    let numbers = (a.first as i32..).zip(b.first as i32..);
    for (((&link, (&cost_a, &cost_b)), (&parent_a, &parent_b)), (number_a, number_b)) in
        links.iter().zip(costs).zip(parents).zip(numbers)
    {
        let uphill = cost_a as i32 - cost_b as i32;
        found |= (uphill > link) | ((uphill == link) & (number_b < parent_a as i32));
        found |= (-uphill > link) | ((-uphill == link) & (number_a < parent_b as i32));
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A link of 10 ns between satellites 3 and 7.
    #[test]
    fn a_link_matters_if_it_shortens_a_route_or_ties_over_a_lower_number() {
        for (costs, parents, matters) in [
            ([100, 105], [0, 0], false),
            ([100, 111], [0, 0], true),
            ([111, 100], [0, 0], true),
            ([110, 100], [8, 0], true),
            ([110, 100], [7, 0], false),
            ([110, 100], [6, 0], false),
            ([100, 110], [0, 4], true),
            ([100, 110], [0, 3], false),
            ([100, 110], [0, 2], false),
        ] {
            let end = |first, of: usize| Ends {
                first,
                costs: &costs[of..=of],
                parents: &parents[of..=of],
            };
            let found = is_worth_a_look([end(3, 0), end(7, 1)], &[10]);
            assert_eq!(found, matters, "costs {costs:?}, parents {parents:?}");
        }
    }
}
