//! Causes of changes of delay, and kinds of handovers between satellites.
//!
//! Does not know paths and counts nothing: [`super::delay`] determines causes, and `counts.rs`
//! counts them.

use skyseam_base::{NodeId, SimTime};

use crate::timeline::Timeline;

/// Causes of a change of delay (Boubaker 2020, Sec. 2.3), weakest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Cause {
    /// The path is the same; ranges, and with them elevations, have changed.
    Elevation,
    /// The path has changed between the same first and last satellites, and not on the ground.
    IslChange,
    /// The path leaves or reaches the satellites at another terminal or gateway, or takes other
    /// wires.
    GroundChange,
    /// An end has another satellite of the same plane.
    IntraOrbitalHandover,
    /// An end has a satellite of another plane or shell.
    InterOrbitalHandover,
    /// An inter-orbital handover after which the shorter route between the two satellites crosses
    /// the seam (see [`super::seam`]).
    SeamHandover,
    /// There is no longer a path.
    Outage,
    /// There is a path again.
    Recovery,
}

impl Cause {
    /// All causes, weakest first.
    pub const ALL: [Self; 8] = [
        Self::Elevation,
        Self::IslChange,
        Self::GroundChange,
        Self::IntraOrbitalHandover,
        Self::InterOrbitalHandover,
        Self::SeamHandover,
        Self::Outage,
        Self::Recovery,
    ];

    /// Causes that apply to a terminal's link.
    pub(crate) const OF_TERMINALS: [Self; 5] = [
        Self::IntraOrbitalHandover,
        Self::InterOrbitalHandover,
        Self::SeamHandover,
        Self::Outage,
        Self::Recovery,
    ];

    /// Causes that apply to changes of a path.
    pub(crate) const OF_PATHS: [Self; 7] = [
        Self::IslChange,
        Self::GroundChange,
        Self::IntraOrbitalHandover,
        Self::InterOrbitalHandover,
        Self::SeamHandover,
        Self::Outage,
        Self::Recovery,
    ];

    /// Returns the cause as written in results.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Elevation => "elevation",
            Self::IslChange => "isl_change",
            Self::GroundChange => "ground_change",
            Self::IntraOrbitalHandover => "intra_orbital_handover",
            Self::InterOrbitalHandover => "inter_orbital_handover",
            Self::SeamHandover => "seam_handover",
            Self::Outage => "outage",
            Self::Recovery => "recovery",
        }
    }
}

/// Returns the kind of a handover from one satellite to another at `t`.
pub(crate) fn handover(timeline: &Timeline, left: NodeId, taken: NodeId, t: SimTime) -> Cause {
    let (left, taken) = (timeline.column(left, t), timeline.column(taken, t));
    if (left.shell, left.plane) == (taken.shell, taken.plane) {
        Cause::IntraOrbitalHandover
    } else if left.is_across_seam_from(taken) {
        Cause::SeamHandover
    } else {
        Cause::InterOrbitalHandover
    }
}
