//! View of a terminal at an instant: elevations, usable satellites, and their remaining visibility.
//!
//! Takes no decisions: policies use it ([`crate::handover`]).

use skyseam_base::{Duration, NodeId, SimTime};
use skyseam_orbit::{Inertial, Vector, wgs84};

use super::everywhere::LeastElevation;
use super::{GsoArc, Phases, Sky};
use crate::description::site::{Horizon, SitePosition};
use crate::direction::FlightDirection;
use crate::geometry::LookAngles;

impl Sky {
    /// Returns the view of a terminal at an instant.
    pub fn view<'a>(&'a self, terminal: NodeId, phases: &'a Phases) -> TerminalView<'a> {
        TerminalView {
            sky: self,
            terminal,
            phases,
            here: self.place(terminal).at(phases.t, phases.earth),
            horizon: self.horizon(terminal),
            is_out: self.is_failed(terminal, phases.t),
            preferred_northbound: None,
        }
    }

    /// Returns the elevation in radians of a satellite in the direction `line` from a site whose
    /// vertical is `up`; `None` if the Earth blocks the line of sight.
    pub(super) fn elevation(
        &self,
        satellite: NodeId,
        line: Vector<Inertial>,
        up: Vector<Inertial>,
    ) -> Option<f64> {
        let orbit_radius_km = self.satellites[satellite.index()].radius_km;
        (self.model.elevation)(&LookAngles { line, up, orbit_radius_km })
    }
}

/// Maximum time for which visibility is predicted; longer visibility counts as permanent.
pub const LOOK_AHEAD: Duration = Duration::from_secs(86_400);

/// View of a terminal at an instant.
#[derive(Clone, Copy, Debug)]
pub struct TerminalView<'a> {
    sky: &'a Sky,
    terminal: NodeId,
    phases: &'a Phases,
    here: SitePosition,
    horizon: &'a Horizon,
    /// Whether the terminal has failed: no satellite is usable then.
    is_out: bool,
    /// Whether northbound satellites are preferred; `None` without a preference.
    preferred_northbound: Option<bool>,
}

impl TerminalView<'_> {
    /// Returns the view with a preferred direction of flight.
    pub(crate) fn preferring(self, direction: FlightDirection) -> Self {
        Self { preferred_northbound: direction.preferred_northbound(), ..self }
    }

    /// Whether the satellite moves in the preferred direction; true without a preference.
    pub fn is_preferred(&self, satellite: NodeId) -> bool {
        self.preferred_northbound.is_none_or(|northbound| {
            northbound == (self.sky.velocity(satellite, self.phases).z >= 0.0)
        })
    }

    /// Returns the rank of a satellite: whether it moves in the preferred direction, then its
    /// elevation in radians. `None` if it is not above the mask and horizon profile, or has failed.
    pub fn rank(&self, satellite: NodeId) -> Option<(bool, f64)> {
        let elevation = self.usable_elevation(satellite)?;
        Some((self.is_preferred(satellite), elevation))
    }

    /// Returns every satellite that has not failed, in ascending number.
    pub fn satellites(&self) -> impl Iterator<Item = NodeId> {
        let all = (0..self.sky.satellites()).map(NodeId);
        all.filter(|&satellite| !self.is_failed(satellite))
    }

    /// Returns every satellite that may be above the mask and has not failed, in ascending number:
    /// all for which [`TerminalView::usable_elevation`] has a value, and few more.
    pub fn candidates(&self) -> impl Iterator<Item = NodeId> {
        let is_angle = self.sky.model.elevation_is_angle;
        let least = is_angle.then(|| LeastElevation::under_mask(self.horizon.mask_rad()));
        let in_reach = self.sky.everywhere(self.phases).in_reach(self.here.position, least);
        in_reach.filter(|&satellite| !self.is_failed(satellite))
    }

    /// Returns the number of satellites of the constellation.
    pub fn constellation_size(&self) -> u32 {
        self.sky.satellites()
    }

    /// Returns the instant of the view.
    pub fn now(&self) -> SimTime {
        self.phases.t
    }

    /// Returns the distance of a satellite, km.
    pub fn range_km(&self, satellite: NodeId) -> f64 {
        (self.sky.position(satellite, self.phases) - self.here.position).norm()
    }

    /// Returns the rate of change of a satellite's elevation, in radians per second, averaged over
    /// the next 100 ms; `None` if the Earth blocks the line of sight or the satellite's elements
    /// end.
    pub fn elevation_rate(&self, satellite: NodeId) -> Option<f64> {
        const AHEAD: Duration = Duration::from_millis(100);
        let soon = self.elevation_at(satellite, self.now().saturating_add(AHEAD))?;
        Some((soon - self.elevation(satellite)?) / AHEAD.as_secs_f64())
    }

    /// Returns the elevation in radians that a satellite had the time `ago` before; before time
    /// zero, that of time zero. `None` if the Earth blocked the line of sight.
    pub fn elevation_before(&self, satellite: NodeId, ago: Duration) -> Option<f64> {
        if ago.is_zero() {
            return self.elevation(satellite);
        }
        let before = self.now().as_nanos().saturating_sub(ago.as_nanos());
        self.elevation_at(satellite, SimTime::from_nanos(before))
    }

    fn elevation_at(&self, satellite: NodeId, t: SimTime) -> Option<f64> {
        let here = self.sky.place(self.terminal).at(t, self.sky.earth.at(t));
        let there = self.sky.position_ahead(satellite, t)?;
        self.sky.elevation(satellite, there - here.position, here.up)
    }

    /// Returns the elevation in radians; `None` if the Earth blocks the line of sight.
    pub fn elevation(&self, satellite: NodeId) -> Option<f64> {
        let line = self.sky.position(satellite, self.phases) - self.here.position;
        self.sky.elevation(satellite, line, self.here.up)
    }

    /// Returns the vector from the terminal to a satellite, km.
    pub fn line(&self, satellite: NodeId) -> Vector<Inertial> {
        self.sky.position(satellite, self.phases) - self.here.position
    }

    /// Returns the part of the geostationary arc above the horizontal plane; `None` near the poles,
    /// where there is none.
    pub(crate) fn gso_arc(&self) -> Option<GsoArc> {
        GsoArc::seen_from(self.here.position, self.here.up)
    }

    /// Whether the sun shines on a satellite: it is not in the cylindrical shadow of the Earth;
    /// `None` if time zero has no date.
    pub(crate) fn is_sunlit(&self, satellite: NodeId) -> Option<bool> {
        let sun = self.sky.sun(self.phases)?;
        let position = self.sky.position(satellite, self.phases);
        let along = position.dot(sun);
        let across = (position - sun * along).norm();
        Some(along > 0.0 || across > wgs84::EQUATORIAL_RADIUS_KM)
    }

    /// Returns the share of all satellites that were launched before this one, by their
    /// designators; zero if it has none.
    pub(crate) fn launched_before(&self, satellite: NodeId) -> f64 {
        self.sky.launched_before[satellite.index()]
    }

    /// Returns the elevation in radians if it is above the terminal's mask and horizon profile, and
    /// the satellite has not failed.
    pub fn usable_elevation(&self, satellite: NodeId) -> Option<f64> {
        if self.is_failed(satellite) {
            return None;
        }
        let line = self.sky.position(satellite, self.phases) - self.here.position;
        let elevation = self.sky.elevation(satellite, line, self.here.up)?;
        self.horizon.is_cleared(elevation, line, &self.here).then_some(elevation)
    }

    /// Whether [`TerminalView::usable_elevation`] has a value.
    pub fn is_usable(&self, satellite: NodeId) -> bool {
        let line = self.line(satellite);
        let is_clear =
            self.sky.model.elevation_is_angle && self.horizon.is_far_below(line, self.here.up);
        if is_clear {
            !self.is_failed(satellite)
        } else {
            self.usable_elevation(satellite).is_some()
        }
    }

    /// Returns the highest satellite above the mask, among those in the preferred direction if
    /// there are any; of two equally high ones the lower number.
    pub fn highest(&self) -> Option<NodeId> {
        self.best(|satellite| self.rank(satellite))
    }

    /// Returns the satellite above the mask with the largest `merit`; of equals the lower number.
    pub fn best<T: PartialOrd>(&self, merit: impl Fn(NodeId) -> Option<T>) -> Option<NodeId> {
        let mut best: Option<(T, NodeId)> = None;
        for satellite in self.candidates() {
            if let Some(merit) = merit(satellite)
                && best.as_ref().is_none_or(|(least, _)| merit > *least)
            {
                best = Some((merit, satellite));
            }
        }
        best.map(|(_, satellite)| satellite)
    }

    /// Returns the time for which the satellite stays above the mask, to a millisecond, at most
    /// [`LOOK_AHEAD`]; `None` if it is not above the mask.
    ///
    /// Looks ahead in steps of a 256th of an orbit, 24 s for Iridium. This is less than the time
    /// between passes, so that none is missed (a narrow peak of the horizon profile may be).
    /// Failures are not foreseen.
    pub fn remaining_visibility(&self, satellite: NodeId) -> Option<Duration> {
        self.usable_elevation(satellite)?;
        let is_up = |line, here: &SitePosition| {
            let elevation = self.sky.elevation(satellite, line, here.up);
            elevation.is_some_and(|elevation| self.horizon.is_cleared(elevation, line, here))
        };
        Some(self.remaining(satellite, LOOK_AHEAD, is_up))
    }

    /// Returns the time for which the satellite stays in sight, regardless of the mask: above the
    /// horizontal plane and the horizon profile; to a millisecond, at most `most`; `None` if it is
    /// not in sight or has failed.
    pub(crate) fn remaining_sight(&self, satellite: NodeId, most: Duration) -> Option<Duration> {
        let is_up = |line: Vector<Inertial>, here: &SitePosition| {
            let elevation = self.sky.elevation(satellite, line, here.up);
            let elevation = elevation.filter(|_| line.dot(here.up) > 0.0);
            elevation.is_some_and(|elevation| self.horizon.is_over_skyline(elevation, line, here))
        };
        let line = self.sky.position(satellite, self.phases) - self.here.position;
        let is_there = !self.is_failed(satellite) && is_up(line, &self.here);
        is_there.then(|| self.remaining(satellite, most.min(LOOK_AHEAD), is_up))
    }

    /// Returns the time, at most `most`, for which `is_up` remains true of the satellite; its
    /// arguments are the line of sight and the terminal's position.
    fn remaining(
        &self,
        satellite: NodeId,
        most: Duration,
        is_up: impl Fn(Vector<Inertial>, &SitePosition) -> bool,
    ) -> Duration {
        let is_up = |ahead: Duration| {
            let t = self.phases.t.saturating_add(ahead);
            let earth = self.sky.earth.at(t);
            let here = self.sky.place(self.terminal).at(t, earth);
            let there = self.sky.position_ahead(satellite, t);
            there.is_some_and(|there| is_up(there - here.position, &here))
        };
        let step = self.sky.shell_of(satellite).least_period_s / 256.0;
        let step = Duration::from_secs_f64(step).max(Duration::from_millis(1));
        let (mut up, mut down) = (Duration::ZERO, step);
        while is_up(down) {
            if down >= most {
                return most;
            }
            (up, down) = (down, down + step);
        }
        while down - up > Duration::from_millis(1) {
            let middle = up + (down - up) / 2;
            if is_up(middle) { up = middle } else { down = middle }
        }
        up.min(most)
    }

    /// Returns the satellite that follows in the same plane.
    pub fn behind(&self, satellite: NodeId) -> NodeId {
        self.sky.behind(satellite)
    }

    fn is_failed(&self, satellite: NodeId) -> bool {
        self.is_out || self.sky.is_failed(satellite, self.phases.t)
    }
}
