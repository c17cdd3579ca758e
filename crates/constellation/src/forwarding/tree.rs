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
        let usable = weights.usable(terminal);
        work.begin(satellites, usable);
        let lost = self.follow_old_ways(weights, work);
        let is_broken = lost > self.cut_off;
        let mut held = self.take_shortcuts(weights, work);
        for &(satellite, cost) in usable {
            let known = work.costs[satellite as usize];
            if cost < known {
                let place = weights.costs.len() - 1;
                self.adopt(satellite, satellites as u32 + satellite, place as u32, cost, work);
            }
            held += usize::from(cost == known);
        }
        if work.queue.is_empty() && !is_broken && held == satellites - lost {
            return;
        }
        self.lower(weights, work);
        self.cut_off = work.costs[..satellites].iter().filter(|&&cost| cost == FAR).count();
        if is_broken || links_held(weights, usable, work) != satellites - self.cut_off {
            self.settle(weights, work);
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

    /// Looks at every inter-satellite link once; where it makes a way shorter, takes it and queues
    /// the satellite. Gives the number of links along which costs differ by what the link costs,
    /// which means something when nothing was queued.
    fn take_shortcuts(&mut self, weights: &Weights, work: &mut Workspace) -> usize {
        let mut held = 0;
        for run in &weights.lanes.runs {
            for begin in run.lanes.clone().step_by(CHUNK) {
                let lanes = begin..(begin + CHUNK).min(run.lanes.end);
                let low = run.first + begin - run.lanes.start;
                let links = &weights.lanes.costs[lanes.clone()];
                let a = &work.costs[low..low + links.len()];
                let b = &work.costs[low + run.apart..low + run.apart + links.len()];
                let (equal, is_shorter) = compare(a, b, links);
                held += equal as usize;
                if !is_shorter {
                    continue;
                }
                for (number, lane) in lanes.enumerate() {
                    let (a, b) = (low + number, low + number + run.apart);
                    let (link, place) =
                        (weights.lanes.costs[lane] as u32, weights.lanes.places[lane]);
                    let (through_b, through_a) = (work.costs[b] + link, work.costs[a] + link);
                    if through_b < work.costs[a] {
                        self.adopt(a as u32, b as u32, place, through_b, work);
                    } else if through_a < work.costs[b] {
                        self.adopt(b as u32, a as u32, place, through_a, work);
                    }
                }
            }
        }
        held
    }

    /// Gives a satellite a lower cost, that of its way through `parent`, and queues it.
    fn adopt(&mut self, satellite: u32, parent: u32, place: u32, cost: u32, work: &mut Workspace) {
        work.costs[satellite as usize] = cost;
        self.parents[satellite as usize] = parent;
        self.places[satellite as usize] = place;
        work.touched.push(satellite);
        if !std::mem::replace(&mut work.is_queued[satellite as usize], true) {
            work.queue.push(satellite);
        }
    }

    /// Gives every satellite the lowest of the parents that its cost, now the least, can be of.
    fn settle(&mut self, weights: &Weights, work: &mut Workspace) {
        let satellites = self.parents.len();
        for satellite in 0..satellites {
            let cost = work.costs[satellite];
            let row = weights.starts[satellite] as usize..weights.starts[satellite + 1] as usize;
            let mut ends = row.map(|place| (weights.neighbours[place], place));
            let lowest =
                ends.find(|&(end, place)| work.costs[end as usize] + weights.costs[place] == cost);
            let (parent, place) = if cost == FAR {
                (2 * satellites as u32, 0)
            } else {
                let ground = (satellites + satellite) as u32;
                lowest.unwrap_or((ground, weights.costs.len() - 1))
            };
            if parent != self.parents[satellite] {
                self.parents[satellite] = parent;
                self.places[satellite] = place as u32;
                work.touched.push(satellite as u32);
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
                if offer < known {
                    // There and back cost the same.
                    self.adopt(neighbour, satellite, there as u32, offer, work);
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
}

/// Links looked at together.
const CHUNK: usize = 64;

/// How many links of costs `links` between satellites of costs `a` and `b` are of a way of least
/// cost, if costs are least; and whether any of them makes a way shorter.
fn compare(a: &[u32], b: &[u32], links: &[i32]) -> (u32, bool) {
    let (mut equal, mut is_shorter) = (0, 0);
    for ((&a, &b), &link) in a.iter().zip(b).zip(links) {
        let uphill = a as i32 - b as i32;
        equal += u32::from(uphill == link) + u32::from(-uphill == link);
        is_shorter |= u32::from(uphill > link) | u32::from(-uphill > link);
    }
    (equal, is_shorter != 0)
}

/// The number of links of every kind along which costs differ by what the link costs. Where it is
/// that of the satellites with a way, each has one parent to choose.
fn links_held(weights: &Weights, usable: &[(u32, u32)], work: &Workspace) -> usize {
    let ground = usable.iter().filter(|&&(satellite, cost)| work.costs[satellite as usize] == cost);
    let links = weights.lanes.runs.iter().map(|run| {
        let links = &weights.lanes.costs[run.lanes.clone()];
        let a = &work.costs[run.first..run.first + links.len()];
        let b = &work.costs[run.first + run.apart..run.first + run.apart + links.len()];
        compare(a, b, links).0 as usize
    });
    ground.count() + links.sum::<usize>()
}
