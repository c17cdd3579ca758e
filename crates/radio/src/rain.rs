//! Attenuation by rain: ITU-R P.838-3 for a length of rain, P.839-4 and P.618-13 for a slant path.

use skyseam_base::math;

/// Terms of a Gaussian in log10 f: height, centre, width (P.838-3 Eq. 2, 3).
type Terms = [[f64; 3]];

struct Coefficients {
    terms: &'static Terms,
    slope: f64,
    offset: f64,
}

impl Coefficients {
    fn at(&self, log_f: f64) -> f64 {
        let bells = self.terms.iter().map(|[height, centre, width]| {
            let off = (log_f - centre) / width;
            height * math::exp(-off * off)
        });
        bells.sum::<f64>() + self.slope * log_f + self.offset
    }
}

/// P.838-3 Table 1.
const LOG_K_H: Coefficients = Coefficients {
    terms: &[
        [-5.33980, -0.10008, 1.13098],
        [-0.35351, 1.26970, 0.45400],
        [-0.23789, 0.86036, 0.15354],
        [-0.94158, 0.64552, 0.16817],
    ],
    slope: -0.18961,
    offset: 0.71147,
};

/// P.838-3 Table 2.
const LOG_K_V: Coefficients = Coefficients {
    terms: &[
        [-3.80595, 0.56934, 0.81061],
        [-3.44965, -0.22911, 0.51059],
        [-0.39902, 0.73042, 0.11899],
        [0.50167, 1.07319, 0.27195],
    ],
    slope: -0.16398,
    offset: 0.63297,
};

/// P.838-3 Table 3.
const ALPHA_H: Coefficients = Coefficients {
    terms: &[
        [-0.14318, 1.82442, -0.55187],
        [0.29591, 0.77564, 0.19822],
        [0.32177, 0.63773, 0.13164],
        [-5.37610, -0.96230, 1.47828],
        [16.1721, -3.29980, 3.43990],
    ],
    slope: 0.67849,
    offset: -1.95537,
};

/// P.838-3 Table 4.
const ALPHA_V: Coefficients = Coefficients {
    terms: &[
        [-0.07771, 2.33840, -0.76284],
        [0.56727, 0.95545, 0.54039],
        [-0.20238, 1.14520, 0.26809],
        [-48.2991, 0.791669, 0.116226],
        [48.5833, 0.791459, 0.116479],
    ],
    slope: -0.053739,
    offset: 0.83433,
};

/// Coefficients k and alpha of the specific attenuation gamma = k R^alpha in dB/km, with R in mm/h
/// (P.838-3 Eq. 1 to 5).
///
/// `tilt_deg` is the tilt of the polarisation against the horizontal: 45 for circular.
pub fn power_law(frequency_ghz: f64, elevation_deg: f64, tilt_deg: f64) -> (f64, f64) {
    let log_f = math::log10(frequency_ghz);
    let k_h = math::powf(10.0, LOG_K_H.at(log_f));
    let k_v = math::powf(10.0, LOG_K_V.at(log_f));
    let (alpha_h, alpha_v) = (ALPHA_H.at(log_f), ALPHA_V.at(log_f));
    let cosine = math::cos(elevation_deg.to_radians());
    let tilt = cosine * cosine * math::cos(2.0 * tilt_deg.to_radians());
    let k = (k_h + k_v + (k_h - k_v) * tilt) / 2.0;
    let product = k_h * alpha_h + k_v * alpha_v + (k_h * alpha_h - k_v * alpha_v) * tilt;
    (k, product / (2.0 * k))
}

/// Specific attenuation by rain, dB/km (P.838-3 Eq. 1).
pub fn specific_db_km(
    frequency_ghz: f64,
    elevation_deg: f64,
    tilt_deg: f64,
    rain_mm_h: f64,
) -> f64 {
    let (k, alpha) = power_law(frequency_ghz, elevation_deg, tilt_deg);
    k * math::powf(rain_mm_h, alpha)
}

/// Mean height of rain above sea level, km, of the height of the isotherm of 0 degrees Celsius
/// (P.839-4 Eq. 1).
pub fn height_km(isotherm_km: f64) -> f64 {
    isotherm_km + 0.36
}

/// Effective radius of the Earth, km (P.618-13 Sec. 2.2.1.1).
const EFFECTIVE_RADIUS_KM: f64 = 8500.0;

/// Length of the slant path below the height of rain, km (P.618-13 Eq. 1, 2); zero for a station
/// above it.
pub(crate) fn slant_length_km(elevation_deg: f64, rain_height_km: f64, altitude_km: f64) -> f64 {
    let rise_km = rain_height_km - altitude_km;
    if rise_km <= 0.0 {
        return 0.0;
    }
    let sine = math::sin(elevation_deg.to_radians());
    if elevation_deg >= 5.0 {
        return rise_km / sine;
    }
    2.0 * rise_km / ((sine * sine + 2.0 * rise_km / EFFECTIVE_RADIUS_KM).sqrt() + sine)
}

/// A slant path through rain.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RainPath {
    /// Carrier frequency, GHz; the method holds up to 55 GHz.
    pub frequency_ghz: f64,
    /// Elevation of the satellite, degrees.
    pub elevation_deg: f64,
    /// Tilt of the polarisation against the horizontal, degrees: 45 for circular.
    pub tilt_deg: f64,
    /// Latitude of the station, degrees.
    pub latitude_deg: f64,
    /// Altitude of the station above sea level, km.
    pub altitude_km: f64,
    /// Height of rain above sea level, km.
    pub rain_height_km: f64,
    /// Rain rate exceeded in 0.01 % of an average year, mm/h.
    pub rain_001_mm_h: f64,
}

impl RainPath {
    /// Attenuation exceeded in 0.01 % of an average year, dB (P.618-13 Sec. 2.2.1.1, steps 2 to 9).
    pub(crate) fn exceeded_in_001_db(&self) -> f64 {
        let Self { frequency_ghz, elevation_deg, tilt_deg, rain_001_mm_h, .. } = *self;
        let rise_km = self.rain_height_km - self.altitude_km;
        let slant_km = slant_length_km(elevation_deg, self.rain_height_km, self.altitude_km);
        if slant_km == 0.0 || rain_001_mm_h == 0.0 {
            return 0.0;
        }
        let (sine, cosine) = math::sin_cos(elevation_deg.to_radians());
        let ground_km = slant_km * cosine; // Eq. 3
        let specific = specific_db_km(frequency_ghz, elevation_deg, tilt_deg, rain_001_mm_h);
        let horizontal = 1.0
            / (1.0 + 0.78 * (ground_km * specific / frequency_ghz).sqrt()
                - 0.38 * (1.0 - math::exp(-2.0 * ground_km))); // Eq. 5
        let zeta_deg = math::atan2(rise_km, ground_km * horizontal).to_degrees();
        let reduced_km = match zeta_deg > elevation_deg {
            true => ground_km * horizontal / cosine,
            false => rise_km / sine,
        };
        let chi_deg = (36.0 - self.latitude_deg.abs()).max(0.0);
        let growth = 31.0 * (1.0 - math::exp(-elevation_deg / (1.0 + chi_deg)));
        let path = (reduced_km * specific).sqrt() / (frequency_ghz * frequency_ghz);
        let vertical = 1.0 / (1.0 + sine.sqrt() * (growth * path - 0.45));
        specific * reduced_km * vertical // Eq. 6, 7
    }

    /// Attenuation exceeded in `percent` of an average year, dB (P.618-13 Eq. 8), for 0.001 % to
    /// 5 %.
    pub fn exceeded_db(&self, percent: f64) -> f64 {
        let basic_db = self.exceeded_in_001_db();
        if basic_db == 0.0 {
            return 0.0;
        }
        let latitude_deg = self.latitude_deg.abs();
        let sine = math::sin(self.elevation_deg.to_radians());
        let near_equator = -0.005 * (latitude_deg - 36.0);
        let beta = match (percent >= 1.0 || latitude_deg >= 36.0, self.elevation_deg >= 25.0) {
            (true, _) => 0.0,
            (false, true) => near_equator,
            (false, false) => near_equator + 1.8 - 4.25 * sine,
        };
        let exponent = 0.655 + 0.033 * math::ln(percent)
            - 0.045 * math::ln(basic_db)
            - beta * (1.0 - percent) * sine;
        basic_db * math::powf(percent / 0.01, -exponent)
    }
}
