//! Conversions between ratios of powers and decibels.

use skyseam_base::math;

/// A ratio of powers in dB.
pub fn db(ratio: f64) -> f64 {
    10.0 * math::log10(ratio)
}

/// Ratio of powers of a level in dB.
pub fn ratio(db: f64) -> f64 {
    math::powf(10.0, db / 10.0)
}

/// Ratio of a power to the sum of several, given its ratio to each, dB; infinite if there are none.
pub fn ratio_to_sum_db(ratios_db: impl IntoIterator<Item = f64>) -> f64 {
    -db(ratios_db.into_iter().map(|own| ratio(-own)).sum())
}
