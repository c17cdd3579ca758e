//! The single values a key can hold: quantities with their ranges, counts, flags. Text and names
//! are in [`crate::text_values`].
//!
//! Each says once what is expected, with an example; that sentence stands in messages and in the
//! schema. Limits that are not the model's own are there so that sums of accepted values cannot
//! overflow the nanosecond clock.

use serde_json::{Value as Json, json};
use skyseam_base::Duration;
use skyseam_host::DelayedAck;
use skyseam_host::quic::LEAST_SERVER_FLIGHT;

use crate::document::{At, Value};
use crate::error::Problems;
use crate::names::Pick;
use crate::shape::{Definitions, Shape};
use crate::units;
pub(crate) use skyseam_params::values::*;

quantity! {
    /// A retransmission timeout. Shorter than a millisecond it would fire before any answer over a
    /// satellite could come, a thousand times a second and more.
    Timeout(Duration) reads units::duration, prints units::print_duration, TIME,
    accepts |span| span >= Duration::from_millis(1) && span <= LONGEST,
    expected "a time from 1 ms to 366 d", such as "200 ms"
}

quantity! {
    /// Bytes of a file.
    FileSize(u64) reads units::bytes, prints units::print_bytes, SIZE,
    accepts |bytes| (1..=1_000_000_000_000_000).contains(&bytes),
    expected "a size from 1 B to 1000 TB", such as "9 kB"
}

quantity! {
    /// IP and ICMP header, at least, up to the largest IPv4 packet (RFC 791 Sec. 3.1, RFC 792).
    PingSize(u64) reads units::bytes, prints units::print_bytes, SIZE,
    accepts |bytes| (28..=65_535).contains(&bytes),
    expected "an IP packet length from 28 B to 65535 B", such as "84 B"
}

quantity! {
    /// Payload of a full segment: what an IPv4 packet holds beside 40 bytes of headers.
    SegmentSize(u64) reads units::bytes, prints units::print_bytes, SIZE,
    accepts |bytes| (1..=65_495).contains(&bytes),
    expected "a size from 1 B to 65495 B", such as "1460 B"
}

quantity! {
    /// A receive window: at most what a shift of 14 can announce (RFC 7323 Sec. 2.3).
    Window(u64) reads units::bytes, prints units::print_bytes, SIZE,
    accepts |bytes| (1..=65_535 << 14).contains(&bytes),
    expected "a size from 1 B to 1073725440 B (RFC 7323)", such as "4 MiB"
}

quantity! {
    /// Room for data.
    Buffer(u64) reads units::bytes, prints units::print_bytes, SIZE,
    accepts |bytes| (1..=1 << 40).contains(&bytes),
    expected "a size from 1 B to 1024 GiB", such as "4 MiB"
}

quantity! {
    /// UDP payload of a datagram: at least what QUIC needs (RFC 9000 Sec. 14), at most what an IPv4
    /// packet holds.
    DatagramSize(u64) reads units::bytes, prints units::print_bytes, SIZE,
    accepts |bytes| (1_200..=65_507).contains(&bytes),
    expected "a size from 1200 B to 65507 B", such as "1200 B"
}

quantity! {
    /// An initial congestion window of QUIC, in bytes.
    WindowBytes(u64) reads units::bytes, prints units::print_bytes, SIZE,
    accepts |bytes| (2_400..=1 << 30).contains(&bytes),
    expected "a size from 2400 B to 1 GiB", such as "12 kB"
}

quantity! {
    /// TLS messages of a server: at least its transport parameters, at most what is ever sent.
    FlightSize(u64) reads units::bytes, prints units::print_bytes, SIZE,
    accepts |bytes| (u64::from(LEAST_SERVER_FLIGHT)..=100_000).contains(&bytes),
    expected "a size from 300 B to 100 kB", such as "2500 B"
}

quantity! {
    /// Segments of an initial window.
    Segments(u64) reads units::segments, prints units::print_segments, SEGMENTS,
    accepts |segments| (1..=1_000_000).contains(&segments),
    expected "a number of segments from 1 to 1000000", such as "10 segments"
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

/// Room in a send buffer, or as much as anything asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct SendBuffer(pub(crate) Option<u64>);

impl Shape for SendBuffer {
    fn read(value: &At<Value>, problems: &mut Problems<'_>) -> Option<Self> {
        if is_word(value, "unlimited") {
            return Some(Self(None));
        }
        let accepts = |bytes: u64| (1..=1 << 40).contains(&bytes);
        let expected = "\"unlimited\", or a size from 1 B to 1024 GiB, such as \"4 MiB\"";
        read_quantity(value, problems, &units::SIZE, units::bytes, accepts, expected)
            .map(|bytes| Self(Some(bytes)))
    }

    fn schema(_: &mut Definitions) -> Json {
        json!({
            "type": "string",
            "pattern": format!("({})|(^unlimited$)", pattern(&units::SIZE, false)),
            "description": "Expected: \"unlimited\" or a size.",
            "examples": ["4 MiB", "unlimited"],
        })
    }
}

impl Shape for Pick<DelayedAck> {
    fn read(value: &At<Value>, problems: &mut Problems<'_>) -> Option<Self> {
        if is_word(value, "off") {
            return Some(Self(DelayedAck::Off));
        }
        if is_word(value, "linux") {
            return Some(Self(DelayedAck::Linux));
        }
        let expected = "\"off\", \"linux\", or a time longer than zero and at most 366 d, such as \
                        \"40 ms\"";
        positive_span(value, problems, expected).map(|span| Self(DelayedAck::Timer(span)))
    }

    fn schema(_: &mut Definitions) -> Json {
        json!({
            "type": "string",
            "pattern": format!("({})|(^(off|linux)$)", pattern(&units::TIME, false)),
            "description": "Expected: \"off\", \"linux\" or a time.",
            "examples": ["off", "linux", "40 ms"],
        })
    }
}
