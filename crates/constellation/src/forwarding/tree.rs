//! The tree of shortest ways from all satellites to one destination, carried from one instant to
//! the next.
//!
//! # Why it is exact
//! Costs are whole nanoseconds, at least 1 per link. A satellite's cost is the least over its
//! neighbours of their cost and the link's, or what its own link to the destination costs. With
//! positive costs there is one solution of these equations, the costs of the shortest ways: every
//! satellite's cost is that of a real way, and a satellite whose cost were above the least would
//! break its equation, or the next one on its least way would. [`Tree::update`] starts from the
//! costs of the old tree's ways at the new instant, which are real ways, lowers costs until every
//! equation holds, and then stops. What it started from has no influence on what it ends with. The
//! next hop is the neighbour of least number among those that give the least cost, which is a
//! function of the costs alone.

use super::weights::{FAR, Weights};

/// Shortest ways to one destination.
#[derive(Clone, Debug)]
pub struct Tree {
    /// Per satellite `s` of `n` where in [`Workspace::costs`] stands what its own cost is made of:
    /// a neighbour's number, `n + s` (its link to the destination), or `2 n` (nothing).
    parents: Vec<u32>,
    /// Per satellite the place of that link in the weights.
    places: Vec<u32>,
    /// All satellites, parents before children as far as known. How good this is decides on the
    /// time an update takes, and on nothing else.
    order: Vec<u32>,
    /// How many satellites had no way after the last update.
    cut_off: usize,
}

/// What an update works in; one for all trees of a thread.
#[derive(Clone, Debug)]
pub struct Workspace {
    /// Costs of satellites, then costs of their own links to the destination, ns.
    costs: Vec<u32>,
    queue: Vec<u32>,
    is_queued: Vec<bool>,
    /// Satellites whose parent may be another than before.
    pub(super) touched: Vec<u32>,
}

/// The next hop of a satellite.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hop {
    /// Another satellite.
    Satellite(u32),
    /// The destination.
    Ground,
    /// There is no way.
    None,
}

impl Tree {
    /// A tree that knows nothing yet.
    pub fn new(satellites: usize) -> Self {
        Self {
            parents: vec![2 * satellites as u32; satellites],
            places: vec![0; satellites],
            order: (0..satellites as u32).collect(),
            cut_off: satellites,
        }
    }

    /// Takes the tree to the instant of `weights`, towards its terminal number `terminal`.
    pub fn update(&mut self, weights: &Weights, terminal: usize, work: &mut Workspace) {
        let satellites = self.parents.len();
        work.begin(satellites, weights.usable(terminal));
        let is_broken = self.follow_old_ways(weights, work) > self.cut_off;
        self.sweep(weights, work);
        self.lower(weights, work);
        if is_broken || !work.touched.is_empty() {
            let costs = &work.costs[..satellites];
            self.cut_off = costs.iter().filter(|&&cost| cost == FAR).count();
        }
        if is_broken {
            self.order.sort_unstable_by_key(|&satellite| work.costs[satellite as usize]);
        }
    }

    /// The next hop of a satellite.
    pub fn hop(&self, satellite: u32) -> Hop {
        let satellites = self.parents.len() as u32;
        match self.parents[satellite as usize] {
            parent if parent < satellites => Hop::Satellite(parent),
            parent if parent == 2 * satellites => Hop::None,
            _ => Hop::Ground,
        }
    }

    /// Costs of the old tree's ways, now; how many satellites have none.
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

    /// Holds every satellite's equation once; queues those whose cost that lowers.
    fn sweep(&mut self, weights: &Weights, work: &mut Workspace) {
        let satellites = self.parents.len() as u32;
        for &satellite in &self.order {
            let number = satellite as usize;
            let row = weights.starts[number] as usize..weights.starts[number + 1] as usize;
            let (mut best, mut parent) = (FAR, 2 * satellites);
            let mut place = row.start;
            for (there, (&neighbour, &link)) in
                row.clone().zip(weights.neighbours[row.clone()].iter().zip(&weights.costs[row]))
            {
                let offer = work.costs[neighbour as usize] + link;
                if offer < best {
                    (best, parent, place) = (offer, neighbour, there);
                }
            }
            let direct = work.costs[(satellites + satellite) as usize];
            if direct < best {
                (best, parent, place) = (direct, satellites + satellite, weights.costs.len() - 1);
            }
            if best < work.costs[number] {
                work.costs[number] = best;
                work.queue(satellite);
            }
            if parent != self.parents[number] {
                self.parents[number] = parent;
                self.places[number] = place as u32;
                work.touched.push(satellite);
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
            let cost = work.costs[number];
            let row = weights.starts[number] as usize..weights.starts[number + 1] as usize;
            for (there, (&neighbour, &link)) in
                row.clone().zip(weights.neighbours[row.clone()].iter().zip(&weights.costs[row]))
            {
                let end = neighbour as usize;
                let offer = cost + link;
                let known = work.costs[end];
                let is_lower = offer < known;
                if is_lower || (offer == known && satellite < self.parents[end] && offer < FAR) {
                    work.costs[end] = offer;
                    self.parents[end] = satellite;
                    // There and back cost the same.
                    self.places[end] = there as u32;
                    work.touched.push(neighbour);
                    if is_lower {
                        work.queue(neighbour);
                    }
                }
            }
        }
        work.queue.clear();
    }
}

impl Workspace {
    /// For constellations of so many satellites.
    pub fn new(satellites: usize) -> Self {
        Self {
            costs: vec![FAR; 2 * satellites + 1],
            queue: Vec::new(),
            is_queued: vec![false; satellites],
            touched: Vec::new(),
        }
    }

    /// What it costs from a satellite to the destination of the last update, ns; `None` where there
    /// is no way.
    pub fn cost_ns(&self, satellite: u32) -> Option<u32> {
        Some(self.costs[satellite as usize]).filter(|&cost| cost < FAR)
    }

    /// Satellites whose next hop may have changed in the last update, in no order, some twice.
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

    fn queue(&mut self, satellite: u32) {
        if !std::mem::replace(&mut self.is_queued[satellite as usize], true) {
            self.queue.push(satellite);
        }
    }
}
