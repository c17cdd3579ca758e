//! The grid with a crossed seam: as with an open seam, and a link from each satellite of plane 0 to
//! the one of the last plane that it meets, handed on as they pass each other.

use skyseam_params::parameters;

use super::lattice::crossings;
use super::{Link, Pattern, grid};
use crate::description::parts::Walker;

parameters! {
    /// The grid, and one link for each satellite of plane 0 across the seam to the one it meets.
    pub struct GridSeamCrossed "grid-seam-crossed"
    from "ns-2.35, cross-seam ISLs (satellite/sathandoff.cc)" {}
}

impl Pattern for GridSeamCrossed {
    fn links(&self, walker: &Walker) -> Vec<Link> {
        links(walker)
    }
}

fn links(walker: &Walker) -> Vec<Link> {
    [grid::links(walker), crossings(walker, 1)].concat()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::isl::tests::{degree, iridium};

    #[test]
    fn every_satellite_of_iridium_has_four_links() {
        let links = links(&iridium());
        assert_eq!(links.len(), 66 + 55 + 11);
        assert!((0..66).all(|satellite| degree(&links, satellite) == 4));
    }
}
