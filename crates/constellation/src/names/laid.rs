//! Wires and users of beams: which nodes one of them leads between, and how many there can be.

use std::collections::BTreeSet;

use skyseam_params::{Place, Problems};

use super::Names;

/// What leads directly from one node to another, by their numbers, the smaller first.
#[derive(Debug, Default)]
pub struct Laid {
    pairs: BTreeSet<[u32; 2]>,
    /// Whether more was to be laid than there can be.
    is_full: bool,
}

impl Laid {
    /// More than that are a slip of the pen.
    const MOST: usize = 1_000_000;

    /// Whether so many more links can be laid; the first that cannot are noted.
    pub fn takes(&mut self, more: u32, place: &Place, problems: &mut Problems<'_>) -> bool {
        let all = self.pairs.len() + more as usize;
        if all > Self::MOST && !self.is_full {
            problems
                .add(place, "there are too many wires and users of beams")
                .found(format!("{all} up to here"))
                .expected(format!("at most {}", Self::MOST));
            self.is_full = true;
        }
        all <= Self::MOST
    }

    /// Lays a link between two nodes; `false` where there is one already.
    pub fn lay(&mut self, names: &mut Names, [a, b]: [&str; 2]) -> bool {
        // Of an unknown name it was said that it is unknown.
        let (Some(a), Some(b)) = (names.number(a), names.number(b)) else { return true };
        names.join([a, b]);
        self.pairs.insert([a.min(b), a.max(b)])
    }
}
