//! Loss in free space, and the geometry of a slant path.

use std::f64::consts::PI;

use skyseam_base::math;

/// Radius of the spherical Earth of link budgets, km (TR 38.811 Sec. 6.6.2).
pub const EARTH_KM: f64 = 6371.0;

/// Speed of light, km/s.
pub(crate) const LIGHT_KM_S: f64 = 299_792.458;

/// Basic free-space loss over a distance, dB: 20 log10(4 pi d f / c) (Rec. ITU-R P.525-4 Eq. 3).
pub fn loss_db(frequency_ghz: f64, range_km: f64) -> f64 {
    20.0 * math::log10(4.0 * PI * range_km * frequency_ghz * 1e9 / LIGHT_KM_S)
}

/// Wavelength in free space, m.
pub(crate) fn wavelength_m(frequency_ghz: f64) -> f64 {
    LIGHT_KM_S / frequency_ghz / 1e6
}

/// Distance to a satellite seen at an elevation from the surface of a sphere, km (TR 38.811
/// Eq. 6.6-3).
pub fn slant_range_km(radius_km: f64, altitude_km: f64, elevation_deg: f64) -> f64 {
    let rise = radius_km * math::sin(elevation_deg.to_radians());
    (rise * rise + altitude_km * altitude_km + 2.0 * radius_km * altitude_km).sqrt() - rise
}

/// Angle at a satellite between its nadir and a point at a distance that sees it at an elevation,
/// degrees.
pub fn nadir_angle_deg(range_km: f64, elevation_deg: f64) -> f64 {
    let (sine, cosine) = math::sin_cos(elevation_deg.to_radians());
    math::atan2(EARTH_KM * cosine, EARTH_KM * sine + range_km).to_degrees()
}
