//! The inter-satellite links in an order in which a processor looks at several at once.
//!
//! In a grid most links join satellites whose numbers differ alike: the neighbour in the plane, the
//! one of the same index in the next plane. The links of one difference, in the order of their lower
//! ends, are a run: what they join and cost stands side by side in memory, and one comparison of
//! vectors tells of many of them that nothing is to be done.

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
