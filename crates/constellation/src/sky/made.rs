//! Construction of a [`Sky`] from a configuration.

use std::sync::Arc;

use skyseam_base::SimTime;
use skyseam_orbit::{Elements, Ephemerides, EphemerisError, RotationAngle};

use super::{Circle, Satellite, SatelliteMotion, ShellMotion, Sky};
use crate::description::config::SkyConfig;
use crate::description::parts::{ListedPlanes, Orbits, Shell};
use crate::outages::Outages;

impl Sky {
    /// Returns the constellation that `config` describes, up to some seconds after `end`.
    ///
    /// # Errors
    ///
    /// When a satellite's elements are not valid from time zero to `end`.
    ///
    /// # Panics
    ///
    /// When the geometry mode does not support the propagation, satellites have elements and time
    /// zero no date, or a failure is invalid: see [`Timeline::build`](crate::Timeline::build).
    pub fn new(config: &SkyConfig, end: SimTime) -> Result<Self, EphemerisError> {
        let model = *config.geometry;
        let ephemerides = Self::tabulated(config, end)?;
        let mut shells = Vec::new();
        let mut turnings = Vec::new();
        let mut satellites = Vec::new();
        let mut tabulated = 0;
        for (number, shell) in (0..).zip(&config.shells) {
            let first = satellites.len() as u32;
            match &shell.orbits {
                Orbits::Walker(walker) => {
                    let (shell, turning) =
                        ShellMotion::even(walker, first, &model, config.propagation);
                    shells.push(shell);
                    for (plane, index) in walker.slots() {
                        let motion = (model.satellite)(walker, plane, index);
                        let radius_km = motion.at(RotationAngle { sin: 0.0, cos: 1.0 }).norm();
                        let circle = Circle { motion, turning: turnings.len() as u32 };
                        let course = SatelliteMotion::Circle(circle);
                        satellites.push(Satellite { course, shell: number, plane, radius_km });
                    }
                    turnings.push(turning);
                }
                Orbits::Listed(listed) => {
                    shells.push(ShellMotion::listed(listed, first));
                    let rows = ephemerides
                        .iter()
                        .flat_map(|table| listed.orbiters().map(move |orbiter| (table, orbiter)));
                    for (table, (plane, _, orbiter)) in rows {
                        let course = SatelliteMotion::Table(table.clone(), tabulated);
                        let radius_km = orbiter.elements.semi_major_axis_km();
                        satellites.push(Satellite { course, shell: number, plane, radius_km });
                        tabulated += 1;
                    }
                }
            }
        }
        let outages = Outages::new(&config.failures, satellites.len() as u32);
        let sky = Self {
            outages,
            zero: config.zero,
            launched_before: launched_before(&config.shells),
            model,
            earth: (model.earth_rotation)(),
            shells,
            turnings,
            satellites,
            ephemerides,
            places: Vec::new(),
            horizons: Vec::new(),
            ground_outages: Vec::new(),
        };
        Ok(sky.seen_from(&config.terminals))
    }

    /// Returns the table of all satellites with elements, shell by shell, if there are any.
    fn tabulated(
        config: &SkyConfig,
        end: SimTime,
    ) -> Result<Option<Arc<Ephemerides>>, EphemerisError> {
        let listed = config.shells.iter().filter_map(|shell| match &shell.orbits {
            Orbits::Walker(_) => None,
            Orbits::Listed(listed) => Some(listed),
        });
        let orbiters = listed.flat_map(ListedPlanes::orbiters);
        let elements: Vec<_> = orbiters.map(|(.., orbiter)| orbiter.elements.clone()).collect();
        if elements.is_empty() {
            return Ok(None);
        }
        let zero = config.zero.expect("elements, and no date of time zero");
        Ok(Some(Arc::new(Ephemerides::of(&elements, zero, end)?)))
    }
}

/// Returns for each satellite the share of all satellites whose launch was earlier by their
/// designators: year and launch of the year. Zero for satellites without a designator.
fn launched_before(shells: &[Shell]) -> Vec<f64> {
    let launches: Vec<Option<&str>> = shells
        .iter()
        .flat_map(|shell| match &shell.orbits {
            Orbits::Walker(walker) => vec![None; walker.slots().count()],
            Orbits::Listed(listed) => {
                listed.orbiters().map(|(.., orbiter)| launch(&orbiter.elements)).collect()
            }
        })
        .collect();
    let mut sorted: Vec<&str> = launches.iter().filter_map(|launch| *launch).collect();
    sorted.sort_unstable();
    let earlier = |launch: &str| sorted.partition_point(|other| *other < launch);
    let share = |launch: Option<&str>| {
        launch.map_or(0.0, |launch| earlier(launch) as f64 / launches.len() as f64)
    };
    launches.iter().map(|launch| share(*launch)).collect()
}

/// Year and launch of the year, `1998-067`, of which the earlier text is the earlier launch.
fn launch(elements: &Elements) -> Option<&str> {
    elements.identity().designator.get(..8)
}
