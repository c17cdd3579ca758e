//! The grid closed around the Earth: as with an open seam, and in a shell whose planes span the
//! whole Earth also links between the last plane and the first. In other shells the same as with an
//! open seam.

use skyseam_params::parameters;

use super::lattice::closing_links;
use super::uneven::uneven_closing_rungs;
use super::{Pattern, ShellLink, grid};
use crate::description::parts::Walker;

parameters! {
    /// Both neighbours in the plane, same index in each neighbouring plane, closed between the last
    /// plane and the first if they move in the same direction.
    pub struct PlusGrid "plus-grid" from "+Grid, Bhattacherjee and Singla, CoNEXT 2019" {}
}

impl Pattern for PlusGrid {
    fn links(&self, walker: &Walker) -> Vec<ShellLink> {
        links(walker)
    }

    fn uneven_links(&self, planes: &[Vec<f64>], is_closed: bool) -> Option<Vec<ShellLink>> {
        Some(uneven_links(planes, is_closed))
    }
}

fn links(walker: &Walker) -> Vec<ShellLink> {
    [grid::links(walker), closing_links(walker)].concat()
}

fn uneven_links(planes: &[Vec<f64>], is_closed: bool) -> Vec<ShellLink> {
    let closing = if is_closed { uneven_closing_rungs(planes) } else { Vec::new() };
    [grid::uneven_links(planes), closing].concat()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::description::parts::Phasing;
    use crate::isl::tests::{degree, iridium};

    /// A Walker delta constellation 1584/72/17.
    fn starlink() -> Walker {
        Walker {
            planes: 72,
            satellites_per_plane: 22,
            raan_spacing_deg: 5.0,
            inclination_deg: 53.0,
            phasing: Phasing::EachPlane(360.0 * 17.0 / 1584.0),
            ..iridium()
        }
    }

    /// Between any two neighbouring planes, including the last and the first, RAAN and argument of
    /// latitude increase by the same steps.
    #[test]
    fn a_walker_delta_is_closed_with_the_step_of_every_other_plane() {
        let walker = starlink();
        let links = links(&walker);
        assert_eq!(links.len(), 2 * 1584);
        assert!((0..1584).all(|satellite| degree(&links, satellite) == 4));
        let argument = |s: u32| walker.argument_of_latitude_deg(s / 22, s % 22);
        let closing: Vec<&ShellLink> =
            links.iter().filter(|l| l.a < 22 && l.b >= 71 * 22).collect();
        assert_eq!(closing.len(), 22);
        for link in closing {
            let step = (argument(link.a) - argument(link.b)).rem_euclid(360.0);
            assert!((step - 360.0 * 17.0 / 1584.0).abs() < 1e-9, "{step} deg");
        }
    }

    #[test]
    fn a_star_and_two_planes_stay_open() {
        assert_eq!(links(&iridium()), grid::links(&iridium()));
        let two = Walker { planes: 2, raan_spacing_deg: 180.0, ..starlink() };
        assert_eq!(links(&two), grid::links(&two));
    }
}
