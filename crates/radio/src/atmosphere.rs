//! Attenuation by the whole atmosphere towards a satellite: ITU-R P.618-13 Sec. 2.5 with P.676-12,
//! P.840-8 and P.838-3.
//!
//! The ITU's digital maps are not included: a [`Climate`] holds what they say of a place.

use skyseam_base::math;

use crate::decibel::ratio;
use crate::rain::RainPath;
use crate::scintillation::{self, Aperture};
use crate::{cloud, gas};

/// A quantity that is exceeded in percentages of an average year.
#[derive(Clone, Debug, PartialEq)]
pub struct Exceedance {
    /// Percentages, ascending and positive, with the values exceeded.
    points: Vec<(f64, f64)>,
}

impl Exceedance {
    /// Creates a curve through points (percentage, value); `None` if there are none, or if
    /// percentages do not ascend from above zero.
    pub fn new(points: Vec<(f64, f64)>) -> Option<Self> {
        let ascends = points.windows(2).all(|pair| pair[0].0 < pair[1].0);
        (points.first()?.0 > 0.0 && ascends).then_some(Self { points })
    }

    /// A value that is the same in all percentages.
    pub fn constant(value: f64) -> Self {
        Self { points: vec![(1.0, value)] }
    }

    /// Points of the curve: percentage, value.
    pub fn points(&self) -> &[(f64, f64)] {
        &self.points
    }

    /// Value exceeded in `percent` of the year: linear in the logarithm of the percentage (P.836-6
    /// Annex 1, P.840-8 Annex 1), constant beyond the ends.
    pub fn at(&self, percent: f64) -> f64 {
        let next = self.points.partition_point(|&(own, _)| own < percent);
        let (Some(&(above, high)), Some(&(below, low))) =
            (self.points.get(next), self.points.get(next.wrapping_sub(1)))
        else {
            let end = next.min(self.points.len() - 1);
            return self.points[end].1;
        };
        let share = math::ln(percent / below) / math::ln(above / below);
        low + share * (high - low)
    }
}

/// Climate of a place, as P.618 needs it: values of the ITU's digital maps.
#[derive(Clone, Debug, PartialEq)]
pub struct Climate {
    /// Latitude, degrees.
    pub latitude_deg: f64,
    /// Altitude above sea level, km (P.1511).
    pub altitude_km: f64,
    /// Mean annual surface temperature, K (P.1510).
    pub temperature_k: f64,
    /// Surface pressure, hPa (P.835).
    pub pressure_hpa: f64,
    /// Rain rate exceeded in 0.01 % of the year, mm/h (P.837).
    pub rain_001_mm_h: f64,
    /// Mean height of rain above sea level, km (P.839).
    pub rain_height_km: f64,
    /// Surface density of water vapour, g/m3 (P.836).
    pub vapour_g_m3: Exceedance,
    /// Content of water vapour of a vertical column, kg/m2 (P.836); the density at the surface is
    /// used where it is absent.
    pub vapour_kg_m2: Option<Exceedance>,
    /// Reduced content of liquid water of a vertical column, kg/m2 (P.840).
    pub liquid_kg_m2: Exceedance,
    /// Median wet term of the surface refractivity (P.453).
    pub wet_refractivity: f64,
}

/// A carrier on its way through the atmosphere.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Carrier {
    /// Centre frequency, GHz.
    pub frequency_ghz: f64,
    /// Elevation of the satellite, degrees.
    pub elevation_deg: f64,
    /// Tilt of the polarisation against the horizontal, degrees: 45 for circular.
    pub tilt_deg: f64,
    /// Antenna of the station; without one, scintillation is not averaged.
    pub aperture: Option<Aperture>,
}

/// Attenuations exceeded in a percentage of an average year, dB.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Attenuation {
    /// By oxygen and water vapour.
    pub gas_db: f64,
    /// By clouds.
    pub cloud_db: f64,
    /// By rain.
    pub rain_db: f64,
    /// By scintillation.
    pub scintillation_db: f64,
}

impl Attenuation {
    /// Attenuation by all together, dB (P.618-13 Eq. 64).
    pub fn total_db(&self) -> f64 {
        self.gas_db + math::hypot(self.rain_db + self.cloud_db, self.scintillation_db)
    }

    /// Noise temperature of the sky at an antenna on the ground, K, from the attenuation without
    /// scintillation (P.618-14 Sec. 3).
    pub fn sky_noise_k(&self) -> f64 {
        let transmitted = ratio(-(self.gas_db + self.cloud_db + self.rain_db));
        RADIATING_K * (1.0 - transmitted) + COSMIC_K * transmitted
    }

    /// Noise temperature that clouds and rain add to that of a clear sky, K.
    pub fn added_noise_k(&self) -> f64 {
        self.sky_noise_k() - Self { gas_db: self.gas_db, ..Self::default() }.sky_noise_k()
    }
}

/// Mean radiating temperature of the atmosphere, K, without local data (P.618-14 Sec. 3).
const RADIATING_K: f64 = 275.0;

/// Noise temperature of the sky beyond the atmosphere, K (P.618-14 Sec. 3).
const COSMIC_K: f64 = 2.7;

/// Lowest elevation for which all methods hold, degrees (P.676-12 Annex 2, P.618-13 Sec. 2.4.1).
pub(crate) const LEAST_ELEVATION_DEG: f64 = 5.0;

/// Frequencies for which all methods hold, GHz (P.618-13 Sec. 2.2.1.1).
pub(crate) const FREQUENCIES_GHZ: std::ops::RangeInclusive<f64> = 1.0..=55.0;

/// Percentages of a year for which rain is predicted (P.618-13 Sec. 2.2.1.1).
pub(crate) const PERCENTAGES: std::ops::RangeInclusive<f64> = 0.001..=5.0;

impl Climate {
    /// Attenuations exceeded in `percent` of an average year, for the ranges of this module.
    ///
    /// Gas and clouds are those of 1 % below that, since rain attenuation includes the rest
    /// (P.618-13 Eq. 65, 66).
    pub fn exceeded(&self, carrier: &Carrier, percent: f64) -> Attenuation {
        let Carrier { frequency_ghz, elevation_deg, tilt_deg, aperture } = *carrier;
        let capped = percent.max(1.0);
        let rain = RainPath {
            frequency_ghz,
            elevation_deg,
            tilt_deg,
            latitude_deg: self.latitude_deg,
            altitude_km: self.altitude_km,
            rain_height_km: self.rain_height_km,
            rain_001_mm_h: self.rain_001_mm_h,
        };
        let aperture = aperture.unwrap_or(Aperture { diameter_m: 0.0, efficiency: 1.0 });
        let deviation_db = scintillation::deviation_db(
            frequency_ghz,
            elevation_deg,
            self.wet_refractivity,
            aperture,
        );
        Attenuation {
            gas_db: self.gas_db(carrier, capped),
            cloud_db: cloud::slant_db(frequency_ghz, elevation_deg, self.liquid_kg_m2.at(capped)),
            rain_db: rain.exceeded_db(percent),
            scintillation_db: scintillation::depth(percent) * deviation_db,
        }
    }

    /// Attenuation by gases alone with the water vapour that is exceeded in `percent` of the year,
    /// dB.
    pub fn gas_db(&self, carrier: &Carrier, percent: f64) -> f64 {
        let air = gas::Air {
            pressure_hpa: self.pressure_hpa,
            temperature_k: self.temperature_k,
            vapour_g_m3: self.vapour_g_m3.at(percent),
        };
        let column = self.vapour_kg_m2.as_ref().map(|column| column.at(percent));
        air.slant_db(carrier.frequency_ghz, carrier.elevation_deg, self.altitude_km, column)
    }
}
