//! Interface of a pattern of links between satellites.

use std::sync::Arc;

use skyseam_params::{Model, Parameters};

use crate::description::parts::Walker;

/// A pattern and its parameters: the satellites of a shell that have a link whenever it can be
/// held.
pub trait Pattern: Parameters {
    /// Returns the links of evenly spaced orbits, each once.
    fn links(&self, walker: &Walker) -> Vec<ShellLink>;

    /// Returns the links of uneven planes, each once. The arguments are the satellites' arguments
    /// of latitude at time zero, deg, plane by plane, and whether the last plane is a neighbour of
    /// the first. Returns `None` if the pattern needs even planes.
    fn uneven_links(&self, _planes: &[Vec<f64>], _is_closed: bool) -> Option<Vec<ShellLink>> {
        None
    }

    /// Whether the pattern has links in any shell.
    fn has_links(&self) -> bool {
        true
    }

    /// Whether the pattern has no links in any shell of uneven planes.
    fn needs_even_planes(&self) -> bool {
        self.uneven_links(&[], false).is_none()
    }
}

/// Returns the pattern in the form that a configuration stores.
pub fn model(pattern: impl Pattern) -> Model<dyn Pattern> {
    Model::new(Arc::new(pattern))
}

/// A link between two satellites of a shell, numbered plane by plane.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct ShellLink {
    /// Lower number; across the seam the satellite whose checks choose the other end.
    pub a: u32,
    /// Higher number; across the seam the satellite linked to `a` at time zero.
    pub b: u32,
    /// Kind of the link, which determines when it is on and whether its end changes.
    pub kind: LinkKind,
}

/// Kinds of links by the checks that apply to them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum LinkKind {
    /// Between neighbours in a plane: not affected by latitude.
    IntraPlane,
    /// Between planes: off near the poles.
    InterPlane,
    /// Across the seam: off near the poles and where the planes cross; handed over from one
    /// satellite of the plane of `b` to the one behind it.
    CrossSeam,
}
