//! Fades by tropospheric scintillation: ITU-R P.618-13 Sec. 2.4.1.

use skyseam_base::math;

/// Height of the turbulent layer, m (P.618-13 Sec. 2.4.1, step 4).
const TURBULENT_LAYER_M: f64 = 1000.0;

/// The antenna over whose aperture scintillation is averaged.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Aperture {
    /// Diameter of the antenna, m.
    pub diameter_m: f64,
    /// Aperture efficiency, between 0 and 1.
    pub efficiency: f64,
}

/// Standard deviation of the received level, dB (P.618-13 Eq. 43 to 47).
///
/// `wet_refractivity` is the median wet term of the radio refractivity, as in P.453.
pub fn deviation_db(
    frequency_ghz: f64,
    elevation_deg: f64,
    wet_refractivity: f64,
    aperture: Aperture,
) -> f64 {
    let sine = math::sin(elevation_deg.to_radians());
    let reference_db = 3.6e-3 + 1e-4 * wet_refractivity;
    let path_m = 2.0 * TURBULENT_LAYER_M / ((sine * sine + 2.35e-4).sqrt() + sine);
    let effective_m2 = aperture.efficiency * aperture.diameter_m * aperture.diameter_m;
    let x = 1.22 * effective_m2 * frequency_ghz / path_m;
    let averaging = match x >= 7.0 {
        true => 0.0,
        false => (3.86
            * math::powf(x * x + 1.0, 11.0 / 12.0)
            * math::sin(11.0 / 6.0 * math::atan2(1.0, x))
            - 7.08 * math::powf(x, 5.0 / 6.0))
        .sqrt(),
    };
    reference_db * math::powf(frequency_ghz, 7.0 / 12.0) * averaging / math::powf(sine, 1.2)
}

/// Depth of fades exceeded in `percent` of an average year, in standard deviations, for 0.01 % to
/// 50 % (P.618-13 Eq. 48). Below 0.01 % the polynomial is continued, as the ITU's examples do.
pub fn depth(percent: f64) -> f64 {
    let log_p = math::log10(percent);
    -0.061 * math::powi(log_p, 3) + 0.072 * log_p * log_p - 1.71 * log_p + 3.0
}
