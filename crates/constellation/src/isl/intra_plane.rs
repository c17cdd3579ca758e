//! Rings: every satellite with its two neighbours in the plane, no links between planes.

use skyseam_params::parameters;

use super::lattice::intra_plane_links;
use super::uneven::uneven_rings;
use super::{Pattern, ShellLink};
use crate::description::parts::Walker;

parameters! {
    /// Both neighbours in the plane, no links between planes.
    pub struct IntraPlane "intra-plane"
    from "links of fixed direction only, which need no pointing (docs/models/isl.md)" {}
}

impl Pattern for IntraPlane {
    fn links(&self, walker: &Walker) -> Vec<ShellLink> {
        intra_plane_links(walker, 1)
    }

    fn uneven_links(&self, planes: &[Vec<f64>], _: bool) -> Option<Vec<ShellLink>> {
        Some(uneven_rings(planes))
    }
}
