//! Attenuation by clouds: ITU-R P.840-8.

use skyseam_base::math;

/// Specific attenuation coefficient of liquid water at a temperature, (dB/km)/(g/m3), for
/// frequencies up to 200 GHz (P.840-8 Eq. 2 to 11).
pub fn coefficient(frequency_ghz: f64, temperature_k: f64) -> f64 {
    let f = frequency_ghz;
    let excess = 300.0 / temperature_k - 1.0;
    let (static_permittivity, optical) = (77.66 + 103.3 * excess, 3.52);
    let middle = 0.0671 * static_permittivity;
    let principal = 20.20 - 146.0 * excess + 316.0 * excess * excess;
    let secondary = 39.8 * principal;
    let square = |ratio: f64| ratio * ratio;
    let first = (static_permittivity - middle) / (1.0 + square(f / principal));
    let second = (middle - optical) / (1.0 + square(f / secondary));
    let real = first + second + optical;
    let imaginary = f * (first / principal + second / secondary);
    let eta = (2.0 + real) / imaginary;
    0.819 * f / (imaginary * (1.0 + eta * eta))
}

/// Attenuation by clouds towards a satellite, dB, for elevations from 5 degrees (P.840-8 Eq. 12).
///
/// `liquid_kg_m2` is the columnar content of liquid water, reduced to 0 degrees Celsius.
pub fn slant_db(frequency_ghz: f64, elevation_deg: f64, liquid_kg_m2: f64) -> f64 {
    liquid_kg_m2 * coefficient(frequency_ghz, 273.15) / math::sin(elevation_deg.to_radians())
}
