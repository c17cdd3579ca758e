//! Plausibility of a path: its delay relative to that of light along the great circle plus the
//! uplink to the first satellite and the downlink from the last.
//!
//! Uplink and downlink are those of the path. Without them every path between two neighbouring
//! towns would be a detour, and every one over a geostationary satellite. Wires are not examined:
//! their delays are given.

use skyseam_base::{Duration, NodeId, SimTime};

use crate::timeline::Timeline;

/// Ratio to the least delay above which a path is reported.
pub const IMPLAUSIBLE: f64 = 3.0;

/// Part of a path from its first terminal with a satellite to its last.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Detour {
    /// First terminal.
    pub from: NodeId,
    /// Last terminal.
    pub to: NodeId,
    /// Number of links on this part.
    pub links: u32,
    /// Propagation delay of this part, all links taken at one instant.
    pub delay: Duration,
    /// Great-circle distance between the two terminals, km.
    pub great_circle_km: f64,
    /// Delay of light along the great circle, plus the path's uplink and downlink.
    pub least: Duration,
    /// Possible reason for the detour.
    pub why: Why,
}

/// Reasons for a detour between two satellites.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Why {
    /// The first and the last satellite move in opposite directions, north and south, in a shell
    /// without a seam: the grid of links joins them by the top latitude.
    Directions {
        /// Whether the first satellite moves north.
        is_first_northbound: bool,
    },
    /// The satellites are on different sides of the seam (see [`super::seam`]).
    Seam,
    /// Any other reason: links that are off or do not exist.
    Links,
}

impl Why {
    /// Returns the reason as written in results.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Directions { .. } => "directions",
            Self::Seam => "seam",
            Self::Links => "links",
        }
    }
}

impl Detour {
    /// Returns the detour of a path (empty: none) at `t`; `None` if it includes no satellite.
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

    /// Returns the ratio of the delay to the least delay.
    pub fn ratio(&self) -> f64 {
        self.delay.as_secs_f64() / self.least.as_secs_f64()
    }

    /// Whether the delay is more than [`IMPLAUSIBLE`] times the least delay.
    pub(crate) fn is_implausible(&self) -> bool {
        self.ratio() > IMPLAUSIBLE
    }
}

/// Detours of a pair's paths at the sampled instants.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Detours {
    /// Number of instants.
    pub instants: u64,
    /// Number of instants with an implausible path.
    pub implausible: u64,
    /// Largest detour by [`Detour::ratio`], and the first instant at which it was seen.
    pub worst: Option<(SimTime, Detour)>,
}

impl Detours {
    /// Records the path (empty: none) of a packet that leaves at `t`.
    pub fn note(&mut self, timeline: &Timeline, path: &[NodeId], t: SimTime) {
        self.instants += 1;
        let Some(detour) = Detour::of(timeline, path, t) else { return };
        self.implausible += u64::from(detour.is_implausible());
        if self.worst.is_none_or(|(_, worst)| detour.ratio() > worst.ratio()) {
            self.worst = Some((t, detour));
        }
    }
}
