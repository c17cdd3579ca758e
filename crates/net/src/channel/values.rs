//! Value types of the keys of channels: speeds, frequencies, elevations, levels.

use serde_json::{Value as Json, json};
use skyseam_params::document::{Spanned, Value};
use skyseam_params::error::Problems;
use skyseam_params::shape::{Definitions, Shape};
use skyseam_params::values::{quantity, read_quantity};
use skyseam_params::{Parameter, units};

quantity! {
    /// A speed over the ground, m/s.
    Speed(f64) in units::SPEED,
    accepts |mps| (0.0..=1000.0).contains(&mps),
    expected "a speed from 0 km/h to 3600 km/h", such as "60 km/h"
}

quantity! {
    /// A carrier frequency, Hz.
    Frequency(u64) in units::FREQUENCY,
    accepts |hertz| (1_000_000..=1_000_000_000_000).contains(&hertz),
    expected "a frequency from 1 MHz to 1000 GHz", such as "2.2 GHz"
}

quantity! {
    /// A bandwidth, Hz.
    Bandwidth(u64) in units::FREQUENCY,
    accepts |hertz| (1000..=10_000_000_000).contains(&hertz),
    expected "a bandwidth from 1 kHz to 10 GHz", such as "5 MHz"
}

quantity! {
    /// An elevation of a satellite above the horizon, degrees.
    Elevation(f64) in units::ANGLE,
    accepts |deg| (0.0..=90.0).contains(&deg),
    expected "an elevation from 0 deg to 90 deg", such as "40 deg"
}

quantity! {
    /// A received level, dB relative to an unobstructed line of sight.
    Level(f64) in units::LEVEL signed,
    accepts |db| (-300.0..=100.0).contains(&db),
    expected "a level from -300 dB to 100 dB", such as "-3 dB"
}

/// Elevation of the satellite of a channel.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum SatelliteElevation {
    /// A constant elevation, degrees.
    Fixed(f64),
    /// The elevation of the receiver's serving satellite at each instant.
    Serving,
}

impl SatelliteElevation {
    /// Keyword for [`SatelliteElevation::Serving`].
    pub(crate) const SERVING: &'static str = "satellite";

    /// The elevation, if it is constant, degrees.
    pub fn fixed(self) -> Option<f64> {
        match self {
            Self::Fixed(degrees) => Some(degrees),
            Self::Serving => None,
        }
    }
}

impl Shape for SatelliteElevation {
    fn read(value: &Spanned<Value>, problems: &mut Problems<'_>) -> Option<Self> {
        match &value.value {
            Value::Text(text) if text == Self::SERVING => Some(Self::Serving),
            _ => {
                let accepts = |deg| (0.0..=90.0).contains(&deg);
                let expected =
                    "an elevation from 0 deg to 90 deg, such as \"40 deg\", or \"satellite\"";
                read_quantity(value, problems, &units::ANGLE, accepts, expected).map(Self::Fixed)
            }
        }
    }

    fn schema(definitions: &mut Definitions) -> Json {
        json!({ "oneOf": [Elevation::schema(definitions), { "const": Self::SERVING }] })
    }
}

impl Parameter for SatelliteElevation {
    type Own = Self;

    fn own(self) -> Self {
        self
    }

    fn print(own: &Self) -> Json {
        own.fixed().map_or(json!(Self::SERVING), |degrees| Elevation::print(&degrees))
    }
}
