//! The grid with an open seam: two neighbours in the plane, one of the same index in each
//! neighbouring plane, none between the last plane and the first.

use skyseam_params::parameters;

use super::lattice::{rings, rungs};
use super::uneven::{uneven_rings, uneven_rungs};
use super::{Link, Pattern};
use crate::description::parts::Walker;

parameters! {
    /// Both neighbours in the plane, same index in each neighbouring plane, seam left open.
    pub struct GridSeamOpen "grid-seam-open"
    from "Iridium; ns-2.35, tcl/ex/sat-iridium-links.tcl" {}
}

impl Pattern for GridSeamOpen {
    fn links(&self, walker: &Walker) -> Vec<Link> {
        links(walker)
    }

    fn uneven_links(&self, planes: &[Vec<f64>], _: bool) -> Option<Vec<Link>> {
        Some(uneven_links(planes))
    }
}

pub(super) fn links(walker: &Walker) -> Vec<Link> {
    [rings(walker, 1), rungs(walker, 1)].concat()
}

pub(super) fn uneven_links(planes: &[Vec<f64>]) -> Vec<Link> {
    [uneven_rings(planes), uneven_rungs(planes)].concat()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::isl::LinkKind::{InterPlane, IntraPlane};
    use crate::isl::tests::{degree, iridium};

    fn small(planes: u32, satellites_per_plane: u32) -> Walker {
        Walker { planes, satellites_per_plane, ..iridium() }
    }

    #[test]
    fn iridium_has_four_links_per_satellite_and_three_beside_the_seam() {
        let links = links(&iridium());
        assert_eq!(links.len(), 66 + 55);
        for satellite in 0..66 {
            let beside_seam = !(11..55).contains(&satellite);
            assert_eq!(degree(&links, satellite), if beside_seam { 3 } else { 4 });
        }
    }

    #[test]
    fn small_shells_have_no_double_links() {
        assert_eq!(links(&small(1, 1)), []);
        assert_eq!(links(&small(1, 2)), [Link { a: 0, b: 1, kind: IntraPlane }]);
        assert_eq!(links(&small(1, 3)).len(), 3);
        assert_eq!(links(&small(2, 1)), [Link { a: 0, b: 1, kind: InterPlane }]);
    }
}
