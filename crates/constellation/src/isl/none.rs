//! No inter-satellite links: every route between two satellites touches the ground.

use skyseam_params::parameters;

use super::{Pattern, ShellLink};
use crate::description::parts::Walker;

parameters! {
    /// No inter-satellite links.
    pub struct NoLinks "none" from "bent-pipe constellations" {}
}

impl Pattern for NoLinks {
    fn links(&self, _: &Walker) -> Vec<ShellLink> {
        Vec::new()
    }

    fn uneven_links(&self, _: &[Vec<f64>], _: bool) -> Option<Vec<ShellLink>> {
        Some(Vec::new())
    }

    fn has_links(&self) -> bool {
        false
    }
}
