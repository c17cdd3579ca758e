//! Antennas: peak gains and radiation patterns.

use std::f64::consts::PI;

use skyseam_base::math;

use crate::decibel::{db, ratio};
use crate::free_space::wavelength_m;
use crate::scintillation::Aperture;

/// Radiation pattern of an antenna with its peak gain.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Pattern {
    /// Uniformly illuminated circular aperture, such as a parabola: an Airy pattern (TR 38.811
    /// Sec. 6.4.1).
    Parabola {
        /// Diameter of the reflector, m.
        diameter_m: f64,
        /// Aperture efficiency, between 0 and 1.
        efficiency: f64,
    },
    /// Reference pattern of earth stations by ITU-R S.465-6.
    S465 {
        /// Peak gain, dBi.
        gain_dbi: f64,
        /// Diameter of the reflector, m.
        diameter_m: f64,
    },
    /// Design objective for earth stations by ITU-R S.580-6, for diameters from 50 wavelengths.
    S580 {
        /// Peak gain, dBi.
        gain_dbi: f64,
        /// Diameter of the reflector, m.
        diameter_m: f64,
    },
    /// Beam of a geostationary satellite by ITU-R S.672-4 Annex 1, single feed.
    S672 {
        /// Peak gain, dBi.
        gain_dbi: f64,
        /// Half of the width of the beam at -3 dB, degrees.
        half_width_deg: f64,
        /// Level of near side lobes.
        side_lobes: SideLobes,
    },
    /// Circular beam of a non-geostationary satellite by ITU-R S.1528 recommends 1.2.
    S1528 {
        /// Peak gain, dBi.
        gain_dbi: f64,
        /// Half of the width of the beam at -3 dB, degrees.
        half_width_deg: f64,
        /// Level of near side lobes.
        side_lobes: SideLobes,
    },
    /// Phased array that steers its beam: its gain falls with cos^n of the angle from broadside.
    Array {
        /// Gain at broadside, dBi.
        gain_dbi: f64,
        /// Exponent n: 1 for the projected area, 1.2 to 1.5 as measured of arrays.
        scan_exponent: f64,
    },
}

/// Level of near side lobes relative to the peak.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SideLobes {
    /// -20 dB.
    Minus20,
    /// -25 dB.
    Minus25,
    /// -30 dB.
    Minus30,
}

impl SideLobes {
    /// Level of the side lobes relative to the peak, dB.
    pub fn level_db(self) -> f64 {
        match self {
            Self::Minus20 => -20.0,
            Self::Minus25 => -25.0,
            Self::Minus30 => -30.0,
        }
    }

    /// Angle at which the plateau of side lobes begins by S.672-4 Table 1, in half widths: a.
    fn begin(self) -> f64 {
        match self {
            Self::Minus20 => 2.58,
            Self::Minus25 => 2.88,
            Self::Minus30 => 3.16,
        }
    }
}

/// Angle at which far side lobes begin, in half widths: b of S.672-4 and S.1528.
const FAR: f64 = 6.32;

/// Angle at which the plateau of side lobes begins by S.1528 for circular beams, in half widths: a.
const CIRCULAR: f64 = 2.58;

impl Pattern {
    /// Gain at an angle from the axis of the beam, dBi. The beam of an array is on its axis: its
    /// angle is that from broadside.
    pub fn gain_dbi(&self, frequency_ghz: f64, off_axis_deg: f64) -> f64 {
        let angle_deg = off_axis_deg.abs();
        let wavelength_m = wavelength_m(frequency_ghz);
        match *self {
            Self::Parabola { diameter_m, efficiency } => {
                let k = PI * diameter_m / wavelength_m;
                db(efficiency * k * k) + airy_db(k * math::sin(angle_deg.to_radians()))
            }
            Self::S465 { gain_dbi, diameter_m } => {
                let size = diameter_m / wavelength_m;
                let least_deg = match size >= 50.0 {
                    true => (100.0 / size).max(1.0),
                    false => (114.0 * math::powf(size, -1.09)).max(2.0),
                };
                if angle_deg < least_deg { gain_dbi } else { s465_dbi(angle_deg).min(gain_dbi) }
            }
            Self::S580 { gain_dbi, diameter_m } => {
                let least_deg = (100.0 * wavelength_m / diameter_m).max(1.0);
                let side_dbi = match angle_deg {
                    _ if angle_deg < least_deg => gain_dbi,
                    0.0..=20.0 => 29.0 - 25.0 * math::log10(angle_deg),
                    20.0..=26.3 => -3.5,
                    _ => s465_dbi(angle_deg),
                };
                side_dbi.min(gain_dbi)
            }
            Self::S672 { gain_dbi, half_width_deg, side_lobes } => {
                let x = angle_deg / half_width_deg;
                match x {
                    _ if x <= side_lobes.begin() => gain_dbi - 3.0 * x * x,
                    _ if x <= FAR => gain_dbi + side_lobes.level_db(),
                    _ => {
                        let far = gain_dbi + side_lobes.level_db() + 20.0 - 25.0 * math::log10(x);
                        far.max(0.0)
                    }
                }
            }
            Self::S1528 { gain_dbi, half_width_deg, side_lobes } => {
                let level_db = side_lobes.level_db();
                let x = angle_deg / half_width_deg;
                match x {
                    _ if angle_deg > 90.0 => (15.0 + level_db + 0.25 * gain_dbi).max(0.0),
                    _ if x <= CIRCULAR => gain_dbi - 3.0 * math::powf(x, 1.5),
                    _ if x <= FAR => gain_dbi + level_db,
                    _ => (gain_dbi + level_db + 25.0 * math::log10(FAR / x)).max(0.0),
                }
            }
            Self::Array { gain_dbi, scan_exponent } => {
                let cosine = math::cos(angle_deg.to_radians()).max(0.0);
                gain_dbi + scan_exponent * db(cosine)
            }
        }
    }

    /// Aperture over which scintillation is averaged, where the pattern has a diameter; its
    /// efficiency follows from the gain.
    pub fn aperture(&self, frequency_ghz: f64) -> Option<Aperture> {
        let (diameter_m, efficiency) = match *self {
            Self::Parabola { diameter_m, efficiency } => (diameter_m, efficiency),
            Self::S465 { gain_dbi, diameter_m } | Self::S580 { gain_dbi, diameter_m } => {
                let k = PI * diameter_m / wavelength_m(frequency_ghz);
                (diameter_m, (ratio(gain_dbi) / (k * k)).min(1.0))
            }
            _ => return None,
        };
        Some(Aperture { diameter_m, efficiency })
    }

    /// Gain at the peak, dBi.
    pub fn peak_dbi(&self, frequency_ghz: f64) -> f64 {
        self.gain_dbi(frequency_ghz, 0.0)
    }

    /// Whether the beam is steered electronically, so that its gain depends on the direction.
    pub(crate) fn is_steered(&self) -> bool {
        matches!(self, Self::Array { .. })
    }
}

/// Side lobes by S.465-6, dBi.
fn s465_dbi(angle_deg: f64) -> f64 {
    if angle_deg < 48.0 { 32.0 - 25.0 * math::log10(angle_deg) } else { -10.0 }
}

/// An Airy pattern relative to its peak, dB: 4 (J1(u) / u)^2.
fn airy_db(u: f64) -> f64 {
    if u.abs() < 1e-6 {
        return 0.0;
    }
    let amplitude = 2.0 * math::j1(u) / u;
    db(amplitude * amplitude)
}
