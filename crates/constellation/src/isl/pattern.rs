//! What a pattern of links between satellites is.

use std::sync::Arc;

use skyseam_params::{Model, Parameters};

use crate::description::parts::Walker;

/// A pattern and its parameters: which satellites of a shell have a link where it can be held.
pub trait Pattern: Parameters {
    /// The links of evenly spaced orbits, each once.
    fn links(&self, walker: &Walker) -> Vec<Link>;

    /// The links of uneven planes, each once: given are, plane by plane, the arguments of latitude
    /// of its satellites at time zero, deg, and whether the last plane is beside the first. `None`
    /// where the pattern needs even ones.
    fn uneven_links(&self, _planes: &[Vec<f64>], _is_closed: bool) -> Option<Vec<Link>> {
        None
    }

    /// Whether it has links in any shell.
    fn has_links(&self) -> bool {
        true
    }

    /// Whether it has none in a shell of uneven planes, however these are.
    fn needs_even_planes(&self) -> bool {
        self.uneven_links(&[], false).is_none()
    }
}

/// A pattern as a configuration holds it.
pub fn model(pattern: impl Pattern) -> Model<dyn Pattern> {
    Model::new(Arc::new(pattern))
}

/// A link between two satellites of a shell, numbered plane by plane.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Link {
    /// The lower number; across the seam the satellite that looks for the other.
    pub a: u32,
    /// The higher number; across the seam the one linked to `a` at time zero.
    pub b: u32,
    /// When the link is on, and whether its end changes.
    pub kind: LinkKind,
}

/// Kinds of links by what checks do to them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum LinkKind {
    /// Between neighbours in a plane: on whatever the latitude.
    IntraPlane,
    /// Switched off near the poles.
    InterPlane,
    /// Switched off near the poles and where the planes cross; handed on from one satellite of the
    /// plane of `b` to the one behind it.
    CrossSeam,
}
