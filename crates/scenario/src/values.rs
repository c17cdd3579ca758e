//! The single values a key can hold: quantities with their ranges, counts, flags. Text and names
//! are in [`crate::text_values`].
//!
//! Each says once what is expected, with an example; that sentence stands in messages and in the
//! schema. Limits that are not the model's own are there so that sums of accepted values cannot
//! overflow the nanosecond clock.

use skyseam_base::Duration;

use crate::units;
pub(crate) use skyseam_params::values::*;

quantity! {
    /// Room for data.
    Buffer(u64) reads units::bytes, prints units::print_bytes, SIZE,
    accepts |bytes| (1..=1 << 40).contains(&bytes),
    expected "a size from 1 B to 1024 GiB", such as "4 MiB"
}

quantity! {
    /// A latitude, north positive.
    Latitude(f64) reads units::degrees, prints units::print_degrees, ANGLE signed,
    accepts |deg| (-90.0..=90.0).contains(&deg),
    expected "a latitude from -90 deg to 90 deg", such as "21.5 deg"
}

quantity! {
    /// A longitude, east positive.
    Longitude(f64) reads units::degrees, prints units::print_degrees, ANGLE signed,
    accepts |deg| (-360.0..=360.0).contains(&deg),
    expected "a longitude from -360 deg to 360 deg, east positive", such as "-158.0 deg"
}

quantity! {
    /// An elevation below which satellites are not used.
    ElevationMask(f64) reads units::degrees, prints units::print_degrees, ANGLE,
    accepts |deg| (0.0..90.0).contains(&deg),
    expected "an elevation from 0 deg to below 90 deg", such as "8.2 deg"
}

quantity! {
    /// A latitude beyond which something holds, both north and south.
    LatitudeLimit(f64) reads units::degrees, prints units::print_degrees, ANGLE,
    accepts |deg| (0.0..=90.0).contains(&deg),
    expected "a latitude from 0 deg to 90 deg", such as "60 deg"
}

quantity! {
    /// A difference in longitude, whichever way.
    LongitudeGap(f64) reads units::degrees, prints units::print_degrees, ANGLE,
    accepts |deg| (0.0..=180.0).contains(&deg),
    expected "a difference in longitude from 0 deg to 180 deg", such as "8 deg"
}

quantity! {
    /// A height in km that a line of sight must keep.
    GrazingHeight(f64) reads units::kilometres, prints units::print_kilometres, LENGTH,
    accepts |km| (0.0..=1_000_000.0).contains(&km),
    expected "a height from 0 km to 1000000 km", such as "150 km"
}

quantity! {
    /// A terminal's height in m: the Dead Sea shore and above, up to where aircraft and balloons
    /// fly.
    TerminalHeight(f64) reads units::metres, prints units::print_metres, LENGTH signed,
    accepts |m| (-1000.0..=100_000.0).contains(&m),
    expected "a height from -1 km to 100 km", such as "0 m"
}

quantity! {
    /// A range in km that a link must not exceed.
    LinkRange(f64) reads units::kilometres, prints units::print_kilometres, LENGTH,
    accepts |km| km > 0.0 && km <= 1_000_000.0,
    expected "a range above 0 km and at most 1000000 km", such as "5000 km"
}

quantity! {
    /// How fast a terminal of a satellite can be turned, deg/s.
    AngularRate(f64) reads units::degrees_per_second, prints units::print_angular_rate,
    ANGULAR_RATE,
    accepts |rate| rate > 0.0 && rate <= 360.0,
    expected "an angular rate above 0 deg/s and at most 360 deg/s", such as "2 deg/s"
}

quantity! {
    /// How old elements may be.
    Age(Duration) reads units::age, prints units::print_duration, AGE,
    accepts |age| age >= Duration::from_secs(1) && age <= LONGEST,
    expected "an age from 1 s to 366 days", such as "30 days"
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
