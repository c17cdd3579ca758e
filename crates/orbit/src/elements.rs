//! Mean elements of one satellite, as the published catalogues give them, and SGP4 on them.
//!
//! Owns [`Elements`] and the readers and the writer of element files, one per format: [`read`]
//! recognises the format from the text. Propagation is by the crate `sgp4`, with WGS 72, to which
//! the elements were fitted, and in the "improved" mode in which the verification cases were
//! published (AIAA 2006-6753); the other mode keeps a bug of old software, some 900 m in one of
//! those cases. Does not own tables of positions ([`crate::ephemeris`]) nor planes
//! ([`crate::grouping`]).

mod csv;
mod entries;
mod error;
mod json;
mod kvn;
mod message;
mod read;
mod tle;
mod write;
mod xml;

use sgp4::{Constants, MinutesSinceEpoch, Orbit, WGS72};
use skyseam_base::math;

use crate::utc::Utc;
use crate::vector::{Teme, Vector};

pub use error::ElementsError;
pub use message::SatelliteEntry;
pub use read::{
    LeftOut, MAX_AGE_DAYS, Usable, check_epochs, check_perigees, entries, read, twice, usable,
};
pub use write::{WriteError, write_tle};

/// The identity of a satellite.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Identity {
    /// Name; empty where the file gives none.
    pub name: String,
    /// Number in the catalogue of the US Space Command (NORAD).
    pub catalogue_number: u32,
    /// International designator, `1998-067A`; empty where the file gives none.
    pub designator: String,
}

/// General-perturbations mean elements in the sense of SGP4 (Kozai mean motion).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MeanElements {
    /// Inclination of the orbit, deg.
    pub inclination_deg: f64,
    /// Right ascension of the ascending node, deg, from the mean equinox.
    pub raan_deg: f64,
    /// Eccentricity of the orbit.
    pub eccentricity: f64,
    /// Argument of perigee, deg.
    pub argument_of_perigee_deg: f64,
    /// Mean anomaly, deg.
    pub mean_anomaly_deg: f64,
    /// Mean motion, revolutions per day.
    pub mean_motion_rev_per_day: f64,
    /// Drag term B*, per earth radius.
    pub bstar: f64,
}

/// Mean elements of one satellite at their epoch, ready to propagate.
#[derive(Clone, Debug, PartialEq)]
pub struct Elements {
    identity: Identity,
    epoch: Utc,
    mean: MeanElements,
    constants: Constants,
    semi_major_axis_km: f64,
    /// Line of the file where the satellite begins, counted from 1; 0 if it comes from no file.
    line: usize,
}

/// The error for elements that SGP4 cannot start from.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("{field} is {found}: expected {expected}")]
pub struct RangeError {
    /// Name of the element.
    pub field: &'static str,
    /// Keyword of the element in messages; empty if the problem is not one element.
    pub keyword: &'static str,
    /// Value of the element.
    pub found: String,
    /// Valid values.
    pub expected: &'static str,
}

/// The error for a satellite that has no position at an instant.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error(
    "{satellite} has no position at {at}, {days:.1} days from the epoch of its elements: {reason}; \
     use newer elements, or leave the satellite out"
)]
pub struct PropagationError {
    /// Name and catalogue number.
    pub satellite: String,
    /// Requested instant.
    pub at: Utc,
    /// Days from the epoch of the elements to that instant.
    pub days: f64,
    /// Problem reported by SGP4.
    pub reason: String,
    /// Line of the file where the satellite begins, counted from 1; 0 if it comes from no file.
    pub line: usize,
}

impl Elements {
    /// Creates the elements of a satellite.
    ///
    /// # Errors
    /// If SGP4 cannot be initialized with them.
    pub fn new(identity: Identity, epoch: Utc, mean: MeanElements) -> Result<Self, RangeError> {
        mean.check()?;
        let refused =
            |found: String, expected| RangeError { field: "orbit", keyword: "", found, expected };
        let year = |utc: &str| utc.parse::<Utc>().is_ok_and(|limit| epoch >= limit);
        if !year("1957-01-01T00:00:00Z") || year("2157-01-01T00:00:00Z") {
            let expected = "a year from 1957 to 2156";
            let found = epoch.to_string();
            return Err(RangeError { field: "epoch", keyword: "EPOCH", found, expected });
        }
        let orbit = Orbit::from_kozai_elements(
            &WGS72,
            mean.inclination_deg.to_radians(),
            mean.raan_deg.to_radians(),
            mean.eccentricity,
            mean.argument_of_perigee_deg.to_radians(),
            mean.mean_anomaly_deg.to_radians(),
            mean.mean_motion_rev_per_day * (std::f64::consts::PI / 720.0),
        )
        .map_err(|error| refused(error.to_string(), "elements of a closed orbit"))?;
        let semi_major_axis_km = math::powf(WGS72.ke / orbit.mean_motion, 2.0 / 3.0) * WGS72.ae;
        let constants = Constants::new(
            WGS72,
            sgp4::iau_epoch_to_sidereal_time,
            sgp4::julian_years_since_j2000_afspc_compatibility_mode(&epoch.calendar()),
            mean.bstar,
            orbit,
        )
        .map_err(|error| refused(error.to_string(), "elements of a closed orbit"))?;
        Ok(Self { identity, epoch, mean, constants, semi_major_axis_km, line: 0 })
    }

    /// Sets the line of the file where the elements begin.
    pub(crate) fn at_line(self, line: usize) -> Self {
        Self { line, ..self }
    }

    /// The identity of the satellite.
    pub fn identity(&self) -> &Identity {
        &self.identity
    }

    /// Name and catalogue number, for messages.
    pub fn label(&self) -> String {
        match self.identity.name.as_str() {
            "" => format!("satellite {}", self.identity.catalogue_number),
            name => format!("{name} ({})", self.identity.catalogue_number),
        }
    }

    /// The epoch: the instant for which the elements hold.
    pub fn epoch(&self) -> Utc {
        self.epoch
    }

    /// The mean elements at the epoch.
    pub fn mean(&self) -> &MeanElements {
        &self.mean
    }

    /// Semi-major axis, km: Kepler's third law applied to Brouwer's mean motion, which is Kozai's
    /// without the contribution of oblateness.
    pub fn semi_major_axis_km(&self) -> f64 {
        self.semi_major_axis_km
    }

    /// Height of the perigee of the mean elements above the equatorial radius, km.
    pub(crate) fn perigee_altitude_km(&self) -> f64 {
        self.semi_major_axis_km * (1.0 - self.mean.eccentricity) - WGS72.ae
    }

    /// Line of the file where the satellite begins, counted from 1; 0 if it comes from no file.
    pub fn line(&self) -> usize {
        self.line
    }

    /// Position in km and velocity in km/s at an instant.
    ///
    /// # Errors
    /// If SGP4 diverges, or the satellite would be below the ground.
    pub fn propagate(&self, at: Utc) -> Result<(Vector<Teme>, Vector<Teme>), PropagationError> {
        let refused = |reason: String| PropagationError {
            satellite: self.label(),
            at,
            days: at.days_since(self.epoch),
            reason,
            line: self.line,
        };
        let minutes = MinutesSinceEpoch(at.seconds_since(self.epoch) / 60.0);
        let state = self
            .constants
            .propagate_from_state(minutes, self.constants.initial_state().as_mut(), false)
            .map_err(|error| refused(error.to_string()))?;
        let vector = |[x, y, z]: [f64; 3]| Vector::new(x, y, z);
        let (position, velocity) = (vector(state.position), vector(state.velocity));
        let radius = position.norm();
        if !(radius.is_finite() && velocity.norm().is_finite()) {
            return Err(refused("its mean elements diverge".to_string()));
        }
        // Below this radius SGP4 itself says "decayed" (AIAA 2006-6753, error code 6).
        if radius < WGS72.ae {
            return Err(refused(format!("it would be {radius:.0} km from the Earth's centre")));
        }
        Ok((position, velocity))
    }
}

impl MeanElements {
    /// Rejects elements that no orbit around the Earth can have.
    fn check(&self) -> Result<(), RangeError> {
        let angle = "a finite angle in degrees";
        let fields = [
            ("inclination", "INCLINATION", self.inclination_deg, 0.0..=180.0, "0 to 180 deg"),
            ("right ascension of the node", "RA_OF_ASC_NODE", self.raan_deg, -360.0..=360.0, angle),
            (
                "argument of perigee",
                "ARG_OF_PERICENTER",
                self.argument_of_perigee_deg,
                -360.0..=360.0,
                angle,
            ),
            ("mean anomaly", "MEAN_ANOMALY", self.mean_anomaly_deg, -360.0..=360.0, angle),
            (
                "eccentricity",
                "ECCENTRICITY",
                self.eccentricity,
                0.0..=0.999_999_9,
                "at least 0 and below 1",
            ),
            // 17.2 revolutions a day is an orbit below the ground, 0.05 one beyond the Moon's.
            (
                "mean motion",
                "MEAN_MOTION",
                self.mean_motion_rev_per_day,
                0.05..=17.2,
                "0.05 to 17.2 rev/day",
            ),
            ("drag term B*", "BSTAR", self.bstar, -10.0..=10.0, "-10 to 10 per earth radius"),
        ];
        match fields.into_iter().find(|(_, _, value, range, _)| !range.contains(value)) {
            None => Ok(()),
            Some((field, keyword, value, _, expected)) => {
                Err(RangeError { field, keyword, found: value.to_string(), expected })
            }
        }
    }
}
