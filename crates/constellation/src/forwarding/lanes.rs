//! The inter-satellite links in an order in which a processor looks at several at once.
//!
//! In a grid most links join satellites whose numbers differ alike: the neighbour in the plane, the
//! one of the same index in the next plane. The links of one difference, in the order of their
//! lower ends, are a run: what they join and cost stands side by side in memory, and one comparison
//! of vectors tells of many of them that nothing is to be done.

use std::ops::Range;

use skyseam_base::NodeId;

use super::weights::FAR;

/// Links in runs.
#[derive(Clone, Debug)]
pub(super) struct Lanes {
    pub runs: Vec<Run>,
    /// What each link costs, run by run; [`FAR`] where a run has a gap. Below 2^31, as signed
    /// numbers are what every processor compares many at once.
    pub costs: Vec<i32>,
    /// Where each of these has its place in the weights' costs.
    pub places: Vec<u32>,
    /// Where in `costs` each link stands, by its number.
    pub of_link: Vec<u32>,
}

/// Links whose ends differ by `apart`; the lower ends follow each other from `first` on.
#[derive(Clone, Debug)]
pub(super) struct Run {
    pub first: usize,
    pub apart: usize,
    /// Place of their costs.
    pub lanes: Range<usize>,
}

/// Gaps of so many missing links are bridged.
const LONGEST_GAP: usize = 8;

impl Lanes {
    /// The runs of links between `pairs`, lower number first; `places` are theirs in the weights.
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
                    lanes.runs.push(Run { first: low, apart, lanes: start..start + 1 });
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

    /// Every link has one lane, whose ends are the link's; links of equal difference share a run
    /// unless far apart or doubled, and what is between them is no link.
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
