//! Teledesic's eight: four neighbours in the plane, the ones of the same index one and two planes
//! away, and across the seam one link for each satellite of plane 0.

use skyseam_params::parameters;

use super::lattice::{cross_seam_links, inter_plane_links, intra_plane_links};
use super::{Pattern, ShellLink};
use crate::description::parts::Walker;

parameters! {
    /// Neighbours one and two away, in the plane and between planes; one link across the seam.
    pub struct Teledesic "teledesic"
    from "Teledesic 288; ns-2.35, tcl/ex/sat-teledesic-links.tcl" {}
}

impl Pattern for Teledesic {
    fn links(&self, walker: &Walker) -> Vec<ShellLink> {
        links(walker)
    }
}

fn links(walker: &Walker) -> Vec<ShellLink> {
    let fixed = [
        intra_plane_links(walker, 1),
        intra_plane_links(walker, 2),
        inter_plane_links(walker, 1),
        inter_plane_links(walker, 2),
    ];
    [fixed.concat(), cross_seam_links(walker, 2)].concat()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::isl::tests::{degree, teledesic};

    /// Plane 0 has 4 + 2 + 1 links, plane 1 has 4 + 3, further planes 4 + 4.
    #[test]
    fn satellites_have_eight_links_and_seven_beside_the_seam() {
        let links = links(&teledesic());
        for satellite in 0..288 {
            let plane = satellite / 24;
            let expected = if (2..10).contains(&plane) { 8 } else { 7 };
            assert_eq!(degree(&links, satellite), expected, "satellite {satellite}");
        }
    }
}
