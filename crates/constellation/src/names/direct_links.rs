//! Wires and users of beams: the nodes that they join, and the maximum number of links.

use std::collections::BTreeSet;

use skyseam_params::{Problems, SourceSpan};

use super::Names;

/// Direct links between nodes, by their numbers, the smaller first.
#[derive(Debug, Default)]
pub struct Laid {
    pairs: BTreeSet<[u32; 2]>,
    /// Whether the maximum number of links was exceeded.
    is_full: bool,
}

impl Laid {
    /// Maximum number of links; a larger number is taken for a typing error.
    const MOST: usize = 1_000_000;

    /// Whether `more` further links can be added; reports the first that cannot.
    pub fn takes(&mut self, more: u32, place: &SourceSpan, problems: &mut Problems<'_>) -> bool {
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

    /// Adds a link between two nodes; returns `false` if there is one already.
    pub fn lay(&mut self, names: &mut Names, [a, b]: [&str; 2]) -> bool {
        // The unknown name itself was already reported.
        let (Some(a), Some(b)) = (names.number(a), names.number(b)) else { return true };
        names.join([a, b]);
        self.pairs.insert([a.min(b), a.max(b)])
    }
}
