//! Inter-satellite links, ordered so that a processor can compare several at once.
//!
//! In a grid most links join satellites whose numbers differ by the same amount: the neighbour in
//! the plane, or the one of the same index in the next plane. The links of one difference, ordered
//! by their lower ends, are a run: their ends and costs are contiguous in memory, and one vector
//! comparison shows that many of them change nothing.

use std::ops::Range;

use skyseam_base::NodeId;

use super::weights::FAR;

/// Inter-satellite links grouped into runs.
#[derive(Clone, Debug)]
pub(super) struct Lanes {
    pub runs: Vec<LinkRun>,
    /// Cost of each link, run by run; [`FAR`] for gaps in a run. Costs are below 2^31 because every
    /// processor compares signed numbers in parallel.
    pub costs: Vec<i32>,
    /// Place of each lane's link among the costs of the weights.
    pub places: Vec<u32>,
    /// Place in `costs` of each link, by link number.
    pub of_link: Vec<u32>,
}

/// Links whose ends differ in number by `apart`, with consecutive lower ends from `first` on.
#[derive(Clone, Debug)]
pub(super) struct LinkRun {
    pub first: usize,
    pub apart: usize,
    /// Range of their costs.
    pub lanes: Range<usize>,
}

/// Maximum number of consecutive missing links that a run bridges.
const LONGEST_GAP: usize = 8;

impl Lanes {
    /// Groups the links between `pairs`, lower number first, into runs; `places` are their places
    /// in the weights.
    pub fn new(pairs: &[(NodeId, NodeId)], places: &[[u32; 2]]) -> Self {
        let mut links: Vec<(usize, usize, usize)> = pairs
            .iter()
            .enumerate()
            .map(|(link, &(a, b))| (a.max(b).index() - a.min(b).index(), a.min(b).index(), link))
            .collect();
        links.sort_unstable();
        let mut lanes = Self {
            runs: Vec::new(),
            costs: Vec::new(),
            places: Vec::new(),
            of_link: vec![0; pairs.len()],
        };
        for (apart, low, link) in links {
            match lanes.runs.last_mut() {
                // A second link between the same two satellites begins another run.
                Some(run)
                    if run.apart == apart
                        && (run.lanes.len()..=run.lanes.len() + LONGEST_GAP)
                            .contains(&(low - run.first)) =>
                {
                    run.lanes.end = run.lanes.start + low - run.first + 1;
                }
                _ => {
                    let start = lanes.costs.len();
                    lanes.runs.push(LinkRun { first: low, apart, lanes: start..start + 1 });
                }
            }
            let end = lanes.runs[lanes.runs.len() - 1].lanes.end;
            lanes.costs.resize(end, FAR as i32);
            lanes.places.resize(end, 0);
            lanes.places[end - 1] = places[link][0];
            lanes.of_link[link] = end as u32 - 1;
        }
        lanes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every link has one lane with the link's ends. Links of equal difference share a run unless
    /// they are far apart or duplicates; a lane of a run without a link is empty.
    #[test]
    fn every_link_stands_once_in_a_run_of_its_difference() {
        let pairs = [(4, 5), (0, 1), (1, 2), (5, 4), (0, 9), (30, 31), (9, 3)];
        let pairs = pairs.map(|(a, b)| (NodeId(a), NodeId(b)));
        let places: Vec<[u32; 2]> = (0..7).map(|link| [100 + link, 200 + link]).collect();
        let mut lanes = Lanes::new(&pairs, &places);
        for (link, &(a, b)) in pairs.iter().enumerate() {
            let lane = lanes.of_link[link] as usize;
            let run = lanes.runs.iter().find(|run| run.lanes.contains(&lane)).expect("a run");
            let low = run.first + lane - run.lanes.start;
            assert_eq!((low, low + run.apart), (a.min(b).index(), a.max(b).index()));
            assert_eq!(lanes.places[lane], places[link][0]);
            assert_eq!(std::mem::replace(&mut lanes.costs[lane], 1), FAR as i32, "link {link}");
        }
        assert_eq!(
            lanes.runs.iter().map(|run| run.lanes.len()).collect::<Vec<_>>(),
            [5, 1, 1, 1, 1]
        );
        assert_eq!(lanes.costs, [1, 1, FAR as i32, FAR as i32, 1, 1, 1, 1, 1]);
    }
}
