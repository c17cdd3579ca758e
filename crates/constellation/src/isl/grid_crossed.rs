//! The grid with a crossed seam: as with an open seam, plus a link from each satellite of plane 0
//! to the satellite of the last plane that it meets, handed over as they pass each other.

use skyseam_params::parameters;

use super::lattice::cross_seam_links;
use super::{Pattern, ShellLink, grid};
use crate::description::parts::Walker;

parameters! {
    /// The grid, and one link across the seam from each satellite of plane 0 to the satellite that
    /// it meets.
    pub struct GridSeamCrossed "grid-seam-crossed"
    from "ns-2.35, cross-seam ISLs (satellite/sathandoff.cc)" {}
}

impl Pattern for GridSeamCrossed {
    fn links(&self, walker: &Walker) -> Vec<ShellLink> {
        links(walker)
    }
}

fn links(walker: &Walker) -> Vec<ShellLink> {
    [grid::links(walker), cross_seam_links(walker, 1)].concat()
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
