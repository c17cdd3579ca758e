//! The grid with an open seam: two neighbours in the plane, one of the same index in each
//! neighbouring plane, none between the last plane and the first.

use skyseam_params::parameters;

use super::lattice::{inter_plane_links, intra_plane_links};
use super::uneven::{uneven_inter_plane_links, uneven_rings};
use super::{Pattern, ShellLink};
use crate::description::parts::Walker;

parameters! {
    /// Both neighbours in the plane, same index in each neighbouring plane, with the seam left
    /// open.
    pub struct GridSeamOpen "grid-seam-open"
    from "Iridium; ns-2.35, tcl/ex/sat-iridium-links.tcl" {}
}

impl Pattern for GridSeamOpen {
    fn links(&self, walker: &Walker) -> Vec<ShellLink> {
        links(walker)
    }

    fn uneven_links(&self, planes: &[Vec<f64>], _: bool) -> Option<Vec<ShellLink>> {
        Some(uneven_links(planes))
    }
}

pub(super) fn links(walker: &Walker) -> Vec<ShellLink> {
    [intra_plane_links(walker, 1), inter_plane_links(walker, 1)].concat()
}

pub(super) fn uneven_links(planes: &[Vec<f64>]) -> Vec<ShellLink> {
    [uneven_rings(planes), uneven_inter_plane_links(planes)].concat()
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
        assert_eq!(links(&small(1, 2)), [ShellLink { a: 0, b: 1, kind: IntraPlane }]);
        assert_eq!(links(&small(1, 3)).len(), 3);
        assert_eq!(links(&small(2, 1)), [ShellLink { a: 0, b: 1, kind: InterPlane }]);
    }
}
