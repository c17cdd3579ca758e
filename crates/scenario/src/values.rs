//! The single values a key can hold: quantities with their ranges, counts, flags. Text and names
//! are in [`crate::text_values`].
//!
//! Each says once what is expected, with an example; that sentence stands in messages and in the
//! schema. Limits that are not the model's own are there so that sums of accepted values cannot
//! overflow the nanosecond clock.

use serde_json::{Value as Json, json};
use skyseam_base::{Duration, Rate, SimTime};
use skyseam_host::DelayedAck;
use skyseam_host::quic::LEAST_SERVER_FLIGHT;

use crate::document::{At, Value};
use crate::error::{Problems, short};
use crate::shape::{Definitions, Shape, last_key};
use crate::units::{self, Dimension, Fault};

/// No time in a scenario is longer or later: the topology is computed from time zero on.
pub(crate) const LONGEST: Duration = Duration::from_secs(366 * 86_400);

/// Declares a quantity: what it wraps, how it is read, what is accepted and what a message expects.
macro_rules! quantity {
    (
        $(#[doc = $doc:literal])+
        $name:ident($of:ty) reads $reader:path, $dimension:ident $($signed:ident)?,
        accepts |$value:ident| $accepted:expr,
        expected $expected:literal, such as $example:literal
    ) => {
        $(#[doc = $doc])+
        #[derive(Clone, Copy, Debug, PartialEq)]
        pub(crate) struct $name(pub(crate) $of);

        impl Shape for $name {
            fn read(value: &At<Value>, problems: &mut Problems<'_>) -> Option<Self> {
                let accepts = |$value: $of| $accepted;
                let expected = concat!($expected, ", such as \"", $example, "\"");
                $crate::values::read_quantity(
                    value,
                    problems,
                    &units::$dimension,
                    $reader,
                    accepts,
                    expected,
                )
                .map(Self)
            }

            fn schema(_: &mut Definitions) -> Json {
                let signed = [$(stringify!($signed))?].contains(&"signed");
                json!({
                    "type": "string",
                    "pattern": $crate::values::pattern(&units::$dimension, signed),
                    "description": concat!("Expected: ", $expected, "."),
                    "examples": [$example],
                })
            }
        }
    };
}

quantity! {
    /// A length of time, possibly none.
    Span(Duration) reads units::duration, TIME,
    accepts |span| span <= LONGEST,
    expected "a time of at most 366 d", such as "50 ms"
}

quantity! {
    /// A length of time that is not zero.
    PositiveSpan(Duration) reads units::duration, TIME,
    accepts |span| !span.is_zero() && span <= LONGEST,
    expected "a time longer than zero and at most 366 d", such as "10 s"
}

quantity! {
    /// A retransmission timeout. Shorter than a millisecond it would fire before any answer over a
    /// satellite could come, a thousand times a second and more.
    Timeout(Duration) reads units::duration, TIME,
    accepts |span| span >= Duration::from_millis(1) && span <= LONGEST,
    expected "a time from 1 ms to 366 d", such as "200 ms"
}

quantity! {
    /// A rate.
    BitRate(Rate) reads units::rate, RATE,
    accepts |_rate| true,
    expected "a rate above zero", such as "25 Mbit/s"
}

quantity! {
    /// Bytes of a file.
    FileSize(u64) reads units::bytes, SIZE,
    accepts |bytes| (1..=1_000_000_000_000_000).contains(&bytes),
    expected "a size from 1 B to 1000 TB", such as "9 kB"
}

quantity! {
    /// Bytes that link framing or headers add.
    Overhead(u64) reads units::bytes, SIZE,
    accepts |bytes| bytes <= 1000,
    expected "a size of at most 1000 B", such as "16 B"
}

quantity! {
    /// IP and ICMP header, at least, up to the largest IPv4 packet (RFC 791 Sec. 3.1, RFC 792).
    PingSize(u64) reads units::bytes, SIZE,
    accepts |bytes| (28..=65_535).contains(&bytes),
    expected "an IP packet length from 28 B to 65535 B", such as "84 B"
}

quantity! {
    /// Payload of a full segment: what an IPv4 packet holds beside 40 bytes of headers.
    SegmentSize(u64) reads units::bytes, SIZE,
    accepts |bytes| (1..=65_495).contains(&bytes),
    expected "a size from 1 B to 65495 B", such as "1460 B"
}

quantity! {
    /// A receive window: at most what a shift of 14 can announce (RFC 7323 Sec. 2.3).
    Window(u64) reads units::bytes, SIZE,
    accepts |bytes| (1..=65_535 << 14).contains(&bytes),
    expected "a size from 1 B to 1073725440 B (RFC 7323)", such as "4 MiB"
}

quantity! {
    /// Room for data.
    Buffer(u64) reads units::bytes, SIZE,
    accepts |bytes| (1..=1 << 40).contains(&bytes),
    expected "a size from 1 B to 1024 GiB", such as "4 MiB"
}

quantity! {
    /// UDP payload of a datagram: at least what QUIC needs (RFC 9000 Sec. 14), at most what an IPv4
    /// packet holds.
    DatagramSize(u64) reads units::bytes, SIZE,
    accepts |bytes| (1_200..=65_507).contains(&bytes),
    expected "a size from 1200 B to 65507 B", such as "1200 B"
}

quantity! {
    /// An initial congestion window of QUIC, in bytes.
    WindowBytes(u64) reads units::bytes, SIZE,
    accepts |bytes| (2_400..=1 << 30).contains(&bytes),
    expected "a size from 2400 B to 1 GiB", such as "12 kB"
}

quantity! {
    /// TLS messages of a server: at least its transport parameters, at most what is ever sent.
    FlightSize(u64) reads units::bytes, SIZE,
    accepts |bytes| (u64::from(LEAST_SERVER_FLIGHT)..=100_000).contains(&bytes),
    expected "a size from 300 B to 100 kB", such as "2500 B"
}

quantity! {
    /// Segments of an initial window.
    Segments(u64) reads units::segments, SEGMENTS,
    accepts |segments| (1..=1_000_000).contains(&segments),
    expected "a number of segments from 1 to 1000000", such as "10 segments"
}

quantity! {
    /// An angle of at most one turn either way.
    Angle(f64) reads units::degrees, ANGLE signed,
    accepts |deg| (-360.0..=360.0).contains(&deg),
    expected "an angle from -360 deg to 360 deg", such as "31.6 deg"
}

quantity! {
    /// A latitude, north positive.
    Latitude(f64) reads units::degrees, ANGLE signed,
    accepts |deg| (-90.0..=90.0).contains(&deg),
    expected "a latitude from -90 deg to 90 deg", such as "21.5 deg"
}

quantity! {
    /// A longitude, east positive.
    Longitude(f64) reads units::degrees, ANGLE signed,
    accepts |deg| (-360.0..=360.0).contains(&deg),
    expected "a longitude from -360 deg to 360 deg, east positive", such as "-158.0 deg"
}

quantity! {
    /// An elevation below which satellites are not used.
    ElevationMask(f64) reads units::degrees, ANGLE,
    accepts |deg| (0.0..90.0).contains(&deg),
    expected "an elevation from 0 deg to below 90 deg", such as "8.2 deg"
}

quantity! {
    /// A latitude beyond which something holds, both north and south.
    LatitudeLimit(f64) reads units::degrees, ANGLE,
    accepts |deg| (0.0..=90.0).contains(&deg),
    expected "a latitude from 0 deg to 90 deg", such as "60 deg"
}

quantity! {
    /// A difference in longitude, whichever way.
    LongitudeGap(f64) reads units::degrees, ANGLE,
    accepts |deg| (0.0..=180.0).contains(&deg),
    expected "a difference in longitude from 0 deg to 180 deg", such as "8 deg"
}

quantity! {
    /// An inclination.
    Inclination(f64) reads units::degrees, ANGLE,
    accepts |deg| (0.0..=180.0).contains(&deg),
    expected "an inclination from 0 deg to 180 deg", such as "86.4 deg"
}

quantity! {
    /// A satellite's height in km.
    Altitude(f64) reads units::kilometres, LENGTH,
    accepts |km| km > 0.0 && km <= 1_000_000.0,
    expected "a height above 0 km and at most 1000000 km", such as "780 km"
}

quantity! {
    /// A height in km that a line of sight must keep.
    GrazingHeight(f64) reads units::kilometres, LENGTH,
    accepts |km| (0.0..=1_000_000.0).contains(&km),
    expected "a height from 0 km to 1000000 km", such as "150 km"
}

quantity! {
    /// A terminal's height in m: the Dead Sea shore and above, up to where aircraft and balloons
    /// fly.
    TerminalHeight(f64) reads units::metres, LENGTH signed,
    accepts |m| (-1000.0..=100_000.0).contains(&m),
    expected "a height from -1 km to 100 km", such as "0 m"
}

quantity! {
    /// A range in km that a link must not exceed.
    LinkRange(f64) reads units::kilometres, LENGTH,
    accepts |km| km > 0.0 && km <= 1_000_000.0,
    expected "a range above 0 km and at most 1000000 km", such as "5000 km"
}

quantity! {
    /// How fast a terminal of a satellite can be turned, deg/s.
    AngularRate(f64) reads units::degrees_per_second, ANGULAR_RATE,
    accepts |rate| rate > 0.0 && rate <= 360.0,
    expected "an angular rate above 0 deg/s and at most 360 deg/s", such as "2 deg/s"
}

quantity! {
    /// How old elements may be.
    Age(Duration) reads units::age, AGE,
    accepts |age| age >= Duration::from_secs(1) && age <= LONGEST,
    expected "an age from 1 s to 366 days", such as "30 days"
}

quantity! {
    /// A direction over the ground, clockwise from north.
    Azimuth(f64) reads units::degrees, ANGLE,
    accepts |deg| (0.0..360.0).contains(&deg),
    expected "an azimuth from 0 deg to below 360 deg, clockwise from north", such as "90 deg"
}

quantity! {
    /// How high the skyline is; from a mountain it is below the horizontal plane.
    SkylineElevation(f64) reads units::degrees, ANGLE signed,
    accepts |deg| (-5.0..=90.0).contains(&deg),
    expected "an elevation from -5 deg to 90 deg", such as "10 deg"
}

pub(crate) use quantity;

/// Reads a quantity: a string, of the right dimension, in the right range.
pub(crate) fn read_quantity<T: Copy>(
    value: &At<Value>,
    problems: &mut Problems<'_>,
    dimension: &Dimension,
    reader: fn(&str) -> Result<T, Fault>,
    accepts: impl Fn(T) -> bool,
    expected: &str,
) -> Option<T> {
    let key = last_key(&value.place.path);
    let text = match &value.value {
        Value::Text(text) => text,
        Value::Whole(_, number) | Value::Real(number) => {
            let (unit, _) = dimension.units[dimension.units.len() / 2];
            problems
                .add(&value.place, format!("`{key}` has no unit"))
                .found(value.value.described())
                .expected(expected)
                .help(format!("write the unit inside quotes, for example \"{number} {unit}\""));
            return None;
        }
        other => {
            problems
                .add(&value.place, format!("`{key}` must be {}, as a string", dimension.what))
                .found(other.described())
                .expected(expected);
            return None;
        }
    };
    match reader(text) {
        Ok(read) if accepts(read) => Some(read),
        Ok(_) => {
            problems
                .add(&value.place, format!("`{key}` is out of range"))
                .found(format!("\"{}\"", short(text)))
                .expected(expected);
            None
        }
        Err(fault) => {
            let problem = problems
                .add(&value.place, format!("`{key}`: {}", fault.message))
                .found(format!("\"{}\"", short(text)))
                .expected(expected);
            problem.help = fault.help;
            None
        }
    }
}

/// The pattern that values of a dimension match.
pub(crate) fn pattern(dimension: &Dimension, signed: bool) -> String {
    let units: Vec<&str> = dimension.units.iter().map(|(name, _)| *name).collect();
    let sign = if signed { "-?" } else { "" };
    format!("^{sign}[0-9]+(\\.[0-9]+)? ({})$", units.join("|"))
}

/// An instant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Instant(pub(crate) SimTime);

impl Instant {
    const EXPECTED: &'static str = "a time since time zero, such as \"12:21:00\" or \"44460 s\", \
                                    of at most 366 d";
}

impl Shape for Instant {
    fn read(value: &At<Value>, problems: &mut Problems<'_>) -> Option<Self> {
        if let Value::Date(date) = &value.value {
            let key = last_key(&value.place.path);
            problems
                .add(&value.place, format!("`{key}` must be a string"))
                .found(value.value.described())
                .expected(Self::EXPECTED)
                .help(format!("write it inside quotes: \"{date}\""));
            return None;
        }
        let accepts = |at: SimTime| at <= SimTime::ZERO + LONGEST;
        read_quantity(value, problems, &units::TIME, units::instant, accepts, Self::EXPECTED)
            .map(Self)
    }

    fn schema(_: &mut Definitions) -> Json {
        let clock = "^[0-9]{1,4}:[0-5][0-9]:[0-5][0-9](\\.[0-9]+)?$";
        let either = format!("({})|({clock})", pattern(&units::TIME, false));
        json!({
            "type": "string",
            "pattern": either,
            "description": "Expected: a time since time zero, also as hh:mm:ss.",
            "examples": ["0 s", "12:21:00"],
        })
    }
}

/// A whole number within limits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Whole<const LEAST: i64, const MOST: i64>(pub(crate) i64);

impl<const LEAST: i64, const MOST: i64> Shape for Whole<LEAST, MOST> {
    fn read(value: &At<Value>, problems: &mut Problems<'_>) -> Option<Self> {
        if let Value::Whole(Some(number), _) = &value.value
            && (LEAST..=MOST).contains(number)
        {
            return Some(Self(*number));
        }
        let key = last_key(&value.place.path);
        let message = match &value.value {
            Value::Whole(..) => format!("`{key}` is out of range"),
            _ => format!("`{key}` must be a whole number"),
        };
        let problem = problems
            .add(&value.place, message)
            .found(value.value.described())
            .expected(format!("a whole number from {LEAST} to {MOST}"));
        if let Value::Text(text) = &value.value
            && text.parse::<i64>().is_ok()
        {
            problem.help("leave out the quotes");
        }
        None
    }

    fn schema(_: &mut Definitions) -> Json {
        json!({ "type": "integer", "minimum": LEAST, "maximum": MOST })
    }
}

/// True or false.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Flag(pub(crate) bool);

impl Shape for Flag {
    fn read(value: &At<Value>, problems: &mut Problems<'_>) -> Option<Self> {
        if let Value::Flag(flag) = &value.value {
            return Some(Self(*flag));
        }
        let key = last_key(&value.place.path);
        let problem = problems
            .add(&value.place, format!("`{key}` must be true or false"))
            .found(value.value.described())
            .expected("true or false");
        if let Value::Text(text) = &value.value
            && matches!(text.as_str(), "true" | "false")
        {
            problem.help("leave out the quotes");
        }
        None
    }

    fn schema(_: &mut Definitions) -> Json {
        json!({ "type": "boolean" })
    }
}

/// A length of time that is not zero, or none at all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct OffOrSpan(pub(crate) Option<Duration>);

impl Shape for OffOrSpan {
    fn read(value: &At<Value>, problems: &mut Problems<'_>) -> Option<Self> {
        if is_word(value, "off") {
            return Some(Self(None));
        }
        let expected = "\"off\", or a time longer than zero and at most 366 d, such as \"200 ms\"";
        positive_span(value, problems, expected).map(|span| Self(Some(span)))
    }

    fn schema(_: &mut Definitions) -> Json {
        json!({
            "type": "string",
            "pattern": format!("({})|(^off$)", pattern(&units::TIME, false)),
            "description": "Expected: \"off\" or a time.",
            "examples": ["off", "200 ms"],
        })
    }
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

impl Shape for DelayedAck {
    fn read(value: &At<Value>, problems: &mut Problems<'_>) -> Option<Self> {
        if is_word(value, "off") {
            return Some(Self::Off);
        }
        if is_word(value, "linux") {
            return Some(Self::Linux);
        }
        let expected = "\"off\", \"linux\", or a time longer than zero and at most 366 d, such as \
                        \"40 ms\"";
        positive_span(value, problems, expected).map(Self::Timer)
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

fn is_word(value: &At<Value>, word: &str) -> bool {
    matches!(&value.value, Value::Text(text) if text == word)
}

fn positive_span(
    value: &At<Value>,
    problems: &mut Problems<'_>,
    expected: &str,
) -> Option<Duration> {
    let accepts = |span: Duration| !span.is_zero() && span <= LONGEST;
    read_quantity(value, problems, &units::TIME, units::duration, accepts, expected)
}
