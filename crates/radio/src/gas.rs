//! Attenuation by oxygen and water vapour: ITU-R P.676-12, line by line for a length of air, by
//! equivalent heights for a slant path.

use skyseam_base::math;

use crate::gas_lines::{OXYGEN, WATER_VAPOUR};

/// State of the air at a place.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Air {
    /// Pressure of dry air, hPa. The ITU's examples for slant paths put the pressure of the
    /// standard atmosphere here.
    pub pressure_hpa: f64,
    /// Absolute temperature, K.
    pub temperature_k: f64,
    /// Density of water vapour, g/m3.
    pub vapour_g_m3: f64,
}

impl Air {
    /// Mean annual global reference atmosphere at an altitude of up to 11 km, with a density of
    /// water vapour of 7.5 g/m3 at sea level (P.835-6 Sec. 1, Eq. 2a, 3a, 6).
    pub fn reference(altitude_km: f64) -> Self {
        let geopotential_km = 6356.766 * altitude_km / (6356.766 + altitude_km);
        let temperature_k = 288.15 - 6.5 * geopotential_km;
        Self {
            pressure_hpa: 1013.25 * math::powf(288.15 / temperature_k, -34.1632 / 6.5),
            temperature_k,
            vapour_g_m3: 7.5 * math::exp(-altitude_km / 2.0),
        }
    }

    /// Partial pressure of water vapour, hPa (P.676-12 Eq. 4).
    fn vapour_hpa(&self) -> f64 {
        self.vapour_g_m3 * self.temperature_k / 216.7
    }

    /// Specific attenuation by dry air, dB/km (P.676-12 Eq. 1 to 9), for 1 to 1000 GHz.
    pub fn oxygen_db_km(&self, frequency_ghz: f64) -> f64 {
        let (f, p, e) = (frequency_ghz, self.pressure_hpa, self.vapour_hpa());
        let theta = 300.0 / self.temperature_k;
        let sum: f64 = OXYGEN
            .iter()
            .map(|&[f0, a1, a2, a3, a4, a5, a6]| {
                // Eq. 3.
                let strength = a1 * 1e-7 * p * math::powi(theta, 3) * math::exp(a2 * (1.0 - theta));
                let width = a3 * 1e-4 * (p * math::powf(theta, 0.8 - a4) + 1.1 * e * theta);
                let width = (width * width + 2.25e-6).sqrt(); // Eq. 6b, Zeeman splitting
                let correction = (a5 + a6 * theta) * 1e-4 * (p + e) * math::powf(theta, 0.8);
                strength * shape(f, f0, width, correction)
            })
            .sum();
        // Eq. 9, then the continuum of dry air, Eq. 8.
        let debye = 5.6e-4 * (p + e) * math::powf(theta, 0.8);
        let continuum = f
            * p
            * theta
            * theta
            * (6.14e-5 / (debye * (1.0 + math::powi(f / debye, 2)))
                + 1.4e-12 * p * math::powf(theta, 1.5) / (1.0 + 1.9e-5 * math::powf(f, 1.5)));
        0.1820 * f * (sum + continuum)
    }

    /// Specific attenuation by water vapour, dB/km (P.676-12 Eq. 1 to 6), for 1 to 1000 GHz.
    pub fn vapour_db_km(&self, frequency_ghz: f64) -> f64 {
        let (f, p, e) = (frequency_ghz, self.pressure_hpa, self.vapour_hpa());
        let theta = 300.0 / self.temperature_k;
        let sum: f64 = WATER_VAPOUR
            .iter()
            .map(|&[f0, b1, b2, b3, b4, b5, b6]| {
                let strength =
                    b1 * 0.1 * e * math::powf(theta, 3.5) * math::exp(b2 * (1.0 - theta)); // Eq. 3
                let width =
                    b3 * 1e-4 * (p * math::powf(theta, b4) + b5 * e * math::powf(theta, b6));
                let doppler = 2.1316e-12 * f0 * f0 / theta;
                let width = 0.535 * width + (0.217 * width * width + doppler).sqrt(); // Eq. 6b
                strength * shape(f, f0, width, 0.0)
            })
            .sum();
        0.1820 * f * sum
    }

    /// Equivalent heights of dry air and water vapour, km (P.676-12 Eq. 30 to 38).
    pub(crate) fn equivalent_heights_km(&self, frequency_ghz: f64) -> (f64, f64) {
        let f = frequency_ghz;
        let ratio = (self.pressure_hpa + self.vapour_hpa()) / 1013.25;
        let celsius = self.temperature_k - 273.15;
        let off = (f - 59.7) / (2.87 + 12.4 * math::exp(-7.9 * ratio));
        let t1 = 5.1040 / (1.0 + 0.066 * math::powf(ratio, -2.3)) * math::exp(-off * off);
        let t2: f64 = OXYGEN_HEIGHTS
            .iter()
            .map(|(c, f0)| {
                let off = f - f0;
                c * math::exp(2.12 * ratio) / (off * off + 0.025 * math::exp(2.2 * ratio))
            })
            .sum();
        let t3 = 0.0114 * f / (1.0 + 0.14 * math::powf(ratio, -2.6))
            * (15.02 * f * f - 1353.0 * f + 5.333e4)
            / (math::powi(f, 3) - 151.3 * f * f + 9629.0 * f - 6803.0);
        let a = 0.7832 + 0.00709 * celsius;
        let dry = 6.1 * a / (1.0 + 0.17 * math::powf(ratio, -1.1)) * (1.0 + t1 + t2 + t3);
        let dry = if f < 70.0 { dry.min(10.7 * math::powf(ratio, 0.3)) } else { dry };
        let a = 1.9298 - 0.04166 * celsius + 0.0517 * self.vapour_g_m3;
        let b = 1.1674 - 0.00622 * celsius + 0.0063 * self.vapour_g_m3;
        let sigma = 1.013 / (1.0 + math::exp(-8.6 * (ratio - 0.57)));
        let sum: f64 = VAPOUR_HEIGHTS
            .iter()
            .map(|(f0, above, below)| {
                let off = f - f0;
                above * sigma / (off * off + below * sigma)
            })
            .sum();
        (dry, a + b * sum)
    }

    /// Attenuation by gases towards a satellite, dB, for elevations from 5 degrees and frequencies
    /// up to 350 GHz (P.676-12 Annex 2 Sec. 2.2).
    ///
    /// `column_kg_m2` is the total content of water vapour of a vertical column; without it the
    /// equivalent height of water vapour is used.
    pub fn slant_db(
        &self,
        frequency_ghz: f64,
        elevation_deg: f64,
        altitude_km: f64,
        column_kg_m2: Option<f64>,
    ) -> f64 {
        let (dry_km, wet_km) = self.equivalent_heights_km(frequency_ghz);
        let dry_db = self.oxygen_db_km(frequency_ghz) * dry_km;
        let wet_db = match column_kg_m2 {
            Some(column) => vapour_zenith_db(frequency_ghz, column, altitude_km),
            None => self.vapour_db_km(frequency_ghz) * wet_km,
        };
        (dry_db + wet_db) / math::sin(elevation_deg.to_radians())
    }
}

/// Shape of a line (P.676-12 Eq. 5).
fn shape(f: f64, f0: f64, width: f64, correction: f64) -> f64 {
    let side = |off: f64| (width - correction * off) / (off * off + width * width);
    f / f0 * (side(f0 - f) + side(f0 + f))
}

/// P.676-12 Table 3: c, f in GHz.
const OXYGEN_HEIGHTS: [(f64, f64); 7] = [
    (0.1597, 118.750334),
    (0.1066, 368.498246),
    (0.1325, 424.763020),
    (0.1242, 487.249273),
    (0.0938, 715.392902),
    (0.1448, 773.839490),
    (0.1374, 834.145546),
];

/// P.676-12 Table 4: f in GHz, a, b.
const VAPOUR_HEIGHTS: [(f64, f64, f64); 14] = [
    (22.23508, 1.52, 2.56),
    (183.310087, 7.62, 10.2),
    (325.152888, 1.56, 2.7),
    (380.197353, 4.15, 5.7),
    (439.150807, 0.2, 0.91),
    (448.001085, 1.63, 2.46),
    (474.689092, 0.76, 2.22),
    (488.490108, 0.26, 2.49),
    (556.935985, 7.81, 10.0),
    (620.70087, 1.25, 2.35),
    (752.033113, 16.2, 20.0),
    (916.171582, 1.47, 2.58),
    (970.315022, 1.36, 2.44),
    (987.926764, 1.6, 1.86),
];

/// Attenuation by a vertical column of water vapour, dB (P.676-12 Annex 2 Sec. 2.3, Eq. 40).
pub(crate) fn vapour_zenith_db(frequency_ghz: f64, column_kg_m2: f64, altitude_km: f64) -> f64 {
    let f = frequency_ghz;
    let density = column_kg_m2 / 2.38;
    let reference = Air {
        pressure_hpa: 845.0,
        temperature_k: 14.0 * math::ln(0.22 * density) + 3.0 + 273.15,
        vapour_g_m3: density,
    };
    let ratio = reference.vapour_db_km(f) / reference.vapour_db_km(20.6);
    let at_sea_db = 0.0176 * column_kg_m2 * ratio;
    if f < 20.0 {
        return at_sea_db;
    }
    let bell = |height: f64, centre: f64, width: f64| {
        height * math::exp(-math::powi((f - centre) / width, 2))
    };
    let a = bell(0.2048, 22.43, 3.097) + bell(0.2326, 183.5, 4.096) + bell(0.2073, 325.0, 3.651)
        - 0.1113;
    let b = 8.741e4 * math::exp(-0.587 * f) + 312.2 * math::powf(f, -2.38) + 0.723;
    at_sea_db * (a * math::powf(altitude_km.clamp(0.0, 4.0), b) + 1.0)
}
