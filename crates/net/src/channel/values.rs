//! Values of keys about channels: speeds, frequencies, elevations, levels.

use skyseam_params::units;
use skyseam_params::values::quantity;

quantity! {
    /// A speed over the ground, m/s.
    Speed(f64) reads units::metres_per_second, prints units::print_speed, SPEED,
    accepts |mps| (0.0..=1000.0).contains(&mps),
    expected "a speed from 0 km/h to 3600 km/h", such as "60 km/h"
}

quantity! {
    /// A frequency of a carrier, Hz.
    Frequency(u64) reads units::hertz, prints units::print_frequency, FREQUENCY,
    accepts |hertz| (1_000_000..=1_000_000_000_000).contains(&hertz),
    expected "a frequency from 1 MHz to 1000 GHz", such as "2.2 GHz"
}

quantity! {
    /// An elevation of a satellite above the horizon, degrees.
    Elevation(f64) reads units::degrees, prints units::print_degrees, ANGLE,
    accepts |deg| (0.0..=90.0).contains(&deg),
    expected "an elevation from 0 deg to 90 deg", such as "40 deg"
}

quantity! {
    /// A received level, dB relative to an unobstructed line of sight.
    Level(f64) reads units::decibels, prints units::print_decibels, LEVEL signed,
    accepts |db| (-300.0..=100.0).contains(&db),
    expected "a level from -300 dB to 100 dB", such as "-3 dB"
}
