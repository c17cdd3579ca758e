//! Whether a path is plausible: how much longer it is than light would need along the great circle,
//! with the way up to the first satellite and the way down from the last.
//!
//! The ways up and down are those of the path. Without them every path between two neighbouring
//! towns would be a detour, and every one over a geostationary satellite. Wires are not looked at:
//! they have the delay that somebody gave them.

use skyseam_base::{Duration, NodeId, SimTime};

use crate::timeline::Timeline;

/// A path that takes more than so many times the least delay is worth a word.
pub const IMPLAUSIBLE: f64 = 3.0;

/// The part of a path from its first terminal with a satellite to its last.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Detour {
    /// From which terminal.
    pub from: NodeId,
    /// To which terminal.
    pub to: NodeId,
    /// Links on this part.
    pub links: u32,
    /// Its propagation delay, all links taken at one instant.
    pub delay: Duration,
    /// Along the ground between the two terminals, km.
    pub great_circle_km: f64,
    /// What light needs along the great circle, and for the path's way up and its way down.
    pub least: Duration,
    /// Why the path may be longer.
    pub why: Why,
}

/// Why a path between two satellites leads around.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Why {
    /// The first and the last satellite go opposite ways, north and south, in a shell without a
    /// seam: the grid of links joins them by the top latitude.
    Directions {
        /// Whether the first goes north.
        is_first_northbound: bool,
    },
    /// The satellites are on different sides of the seam (see [`super::seam`]).
    Seam,
    /// Something else: links that are off or not there.
    Links,
}

impl Why {
    /// The reason as results spell it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Directions { .. } => "directions",
            Self::Seam => "seam",
            Self::Links => "links",
        }
    }
}

impl Detour {
    /// The detour that a path (empty: none) at `t` makes; `None` where it leads over no satellite.
    pub fn of(timeline: &Timeline, path: &[NodeId], t: SimTime) -> Option<Self> {
        let up = path.iter().position(|&node| timeline.is_satellite(node))?.checked_sub(1)?;
        let down = path.iter().rposition(|&node| timeline.is_satellite(node))? + 1;
        let part = path.get(up..=down)?;
        let delays = part.windows(2).map(|ends| timeline.propagation(ends[0], ends[1], t));
        let delays: Vec<Duration> = delays.collect();
        let (from, to) = (path[up], path[down]);
        let sky = timeline.sky();
        let phases = sky.phases(t);
        let [here, there] = [from, to].map(|node| sky.ground_point(node, &phases));
        let great_circle_km = here.great_circle_km(&there);
        let (first, last) = (path[up + 1], path[down - 1]);
        let (first, last) = (timeline.column(first, t), timeline.column(last, t));
        let why = if first.is_across_seam_from(last) {
            Why::Seam
        } else if first.shell == last.shell && first.southbound != last.southbound {
            Why::Directions { is_first_northbound: last.southbound }
        } else {
            Why::Links
        };
        Some(Self {
            from,
            to,
            links: delays.len() as u32,
            delay: delays.iter().fold(Duration::ZERO, |sum, &delay| sum + delay),
            great_circle_km,
            least: sky.delay(great_circle_km) + delays[0] + delays[delays.len() - 1],
            why,
        })
    }

    /// How many times the least delay it takes.
    pub fn ratio(&self) -> f64 {
        self.delay.as_secs_f64() / self.least.as_secs_f64()
    }

    /// Whether it takes more than [`IMPLAUSIBLE`] times the least delay.
    pub(crate) fn is_implausible(&self) -> bool {
        self.ratio() > IMPLAUSIBLE
    }
}

/// The detours of a pair's paths at the instants that were looked at.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Detours {
    /// Instants looked at.
    pub instants: u64,
    /// Instants with an implausible path.
    pub implausible: u64,
    /// The greatest, in terms of [`Detour::ratio`], and when it was first seen.
    pub worst: Option<(SimTime, Detour)>,
}

impl Detours {
    /// Takes note of the path (empty: none) of a packet that leaves at `t`.
    pub fn note(&mut self, timeline: &Timeline, path: &[NodeId], t: SimTime) {
        self.instants += 1;
        let Some(detour) = Detour::of(timeline, path, t) else { return };
        self.implausible += u64::from(detour.is_implausible());
        if self.worst.is_none_or(|(_, worst)| detour.ratio() > worst.ratio()) {
            self.worst = Some((t, detour));
        }
    }
}
