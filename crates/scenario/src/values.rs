//! The single values a key can hold: quantities with their ranges, counts, flags. Text and names
//! are in [`crate::text_values`].
//!
//! Each says once what is expected, with an example; that sentence stands in messages and in the
//! schema. Limits that are not the model's own are there so that sums of accepted values cannot
//! overflow the nanosecond clock.

use crate::units;
pub(crate) use skyseam_params::values::*;

quantity! {
    /// An elevation below which satellites are not used.
    ElevationMask(f64) reads units::degrees, prints units::print_degrees, ANGLE,
    accepts |deg| (0.0..90.0).contains(&deg),
    expected "an elevation from 0 deg to below 90 deg", such as "8.2 deg"
}

quantity! {
    /// A terminal's height in m: the Dead Sea shore and above, up to where aircraft and balloons
    /// fly.
    TerminalHeight(f64) reads units::metres, prints units::print_metres, LENGTH signed,
    accepts |m| (-1000.0..=100_000.0).contains(&m),
    expected "a height from -1 km to 100 km", such as "0 m"
}

quantity! {
    /// A direction over the ground, clockwise from north.
    Azimuth(f64) reads units::degrees, prints units::print_degrees, ANGLE,
    accepts |deg| (0.0..360.0).contains(&deg),
    expected "an azimuth from 0 deg to below 360 deg, clockwise from north", such as "90 deg"
}

quantity! {
    /// How high the skyline is; from a mountain it is below the horizontal plane.
    SkylineElevation(f64) reads units::degrees, prints units::print_degrees, ANGLE signed,
    accepts |deg| (-5.0..=90.0).contains(&deg),
    expected "an elevation from -5 deg to 90 deg", such as "10 deg"
}
