//! Values with units: the parsing and printing of `"50 ms"`, `"25 Mbit/s"` or `"8.2 deg"`.
//!
//! Strict on purpose: a decimal number, one space, a unit as spelled in the table of its dimension.
//! Integer quantities (time, rate, size, packets) are computed in integers, so `"0.1 s"` is exactly
//! 100 000 000 ns. A value with more decimals than are counted, such as `"23.759999999999998 s"`
//! from a program's floating-point number, is rounded to the nearest integer, and rejected if that
//! changes a measure by more than a thousandth, or a count by more than the noise of such numbers.
//! [`crate::values`] owns ranges and the patterns of the schema.

use skyseam_base::{Duration, Rate, SimTime};

/// A physical dimension: its units, and frequent misspellings of them.
#[derive(Debug)]
pub struct Dimension {
    /// Noun for a value of the dimension in messages.
    pub what: &'static str,
    /// Units, each with its size in the smallest unit that is counted.
    pub units: &'static [(&'static str, u64)],
    /// Rejected spellings, each with the right one.
    misspelt: &'static [(&'static str, &'static str)],
}

/// Time, counted in ns.
pub const TIME: Dimension = Dimension {
    what: "a time",
    units: &[
        ("ns", 1),
        ("us", 1_000),
        ("ms", 1_000_000),
        ("s", 1_000_000_000),
        ("min", 60_000_000_000),
        ("h", 3_600_000_000_000),
        ("d", 86_400_000_000_000),
        ("day", 86_400_000_000_000),
        ("days", 86_400_000_000_000),
    ],
    misspelt: &[
        ("sec", "s"),
        ("secs", "s"),
        ("second", "s"),
        ("seconds", "s"),
        ("msec", "ms"),
        ("millis", "ms"),
        ("milliseconds", "ms"),
        ("usec", "us"),
        ("\u{b5}s", "us"),
        ("\u{3bc}s", "us"),
        ("nsec", "ns"),
        ("m", "min"),
        ("mins", "min"),
        ("minute", "min"),
        ("minutes", "min"),
        ("hr", "h"),
        ("hrs", "h"),
        ("hour", "h"),
        ("hours", "h"),
    ],
};

/// Rates, counted in bit/s.
pub const RATE: Dimension = Dimension {
    what: "a rate",
    units: &[
        ("bit/s", 1),
        ("kbit/s", 1_000),
        ("Mbit/s", 1_000_000),
        ("Gbit/s", 1_000_000_000),
        ("Tbit/s", 1_000_000_000_000),
    ],
    misspelt: &[
        ("bps", "bit/s"),
        ("b/s", "bit/s"),
        ("bits/s", "bit/s"),
        ("kbps", "kbit/s"),
        ("kb/s", "kbit/s"),
        ("kb", "kbit/s"),
        ("Mbps", "Mbit/s"),
        ("Mb/s", "Mbit/s"),
        ("Mb", "Mbit/s"),
        ("Mbit", "Mbit/s"),
        ("Gbps", "Gbit/s"),
        ("Gb/s", "Gbit/s"),
        ("Gb", "Gbit/s"),
        ("Gbit", "Gbit/s"),
        ("Tbps", "Tbit/s"),
        ("Tb/s", "Tbit/s"),
    ],
};

/// Sizes, counted in bytes.
pub const SIZE: Dimension = Dimension {
    what: "a size",
    units: &[
        ("B", 1),
        ("kB", 1_000),
        ("MB", 1_000_000),
        ("GB", 1_000_000_000),
        ("TB", 1_000_000_000_000),
        ("KiB", 1 << 10),
        ("MiB", 1 << 20),
        ("GiB", 1 << 30),
        ("TiB", 1 << 40),
    ],
    misspelt: &[
        ("byte", "B"),
        ("bytes", "B"),
        ("KB", "kB"),
        ("K", "kB"),
        ("k", "kB"),
        ("M", "MB"),
        ("G", "GB"),
        ("kiB", "KiB"),
        ("Ki", "KiB"),
        ("Mi", "MiB"),
    ],
};

/// Packets in a queue.
pub const PACKETS: Dimension = Dimension {
    what: "a number of packets",
    units: &[("packets", 1), ("packet", 1)],
    misspelt: &[("pkt", "packets"), ("pkts", "packets"), ("p", "packets")],
};

/// Multiples of the bandwidth-delay product.
pub const MULTIPLE: Dimension = Dimension {
    what: "a multiple of the bandwidth-delay product",
    units: &[("BDP", 1)],
    misspelt: &[("bdp", "BDP"), ("Bdp", "BDP")],
};

/// TCP segments of full size.
pub const SEGMENTS: Dimension = Dimension {
    what: "a number of segments",
    units: &[("segments", 1), ("segment", 1)],
    misspelt: &[("packets", "segments"), ("packet", "segments"), ("mss", "segments")],
};

/// Angles in degrees.
pub const ANGLE: Dimension = Dimension {
    what: "an angle",
    units: &[("deg", 1)],
    misspelt: &[
        ("\u{b0}", "deg"),
        ("degree", "deg"),
        ("degrees", "deg"),
        ("Deg", "deg"),
        ("N", "deg"),
        ("E", "deg"),
    ],
};

/// Angular rates in degrees per second.
pub const ANGULAR_RATE: Dimension = Dimension {
    what: "an angular rate",
    units: &[("deg/s", 1)],
    misspelt: &[("deg/sec", "deg/s"), ("degrees/s", "deg/s"), ("dps", "deg/s"), ("deg", "deg/s")],
};

/// Lengths in metres.
pub const LENGTH: Dimension = Dimension {
    what: "a length",
    units: &[("m", 1), ("km", 1_000)],
    misspelt: &[
        ("Km", "km"),
        ("KM", "km"),
        ("kilometers", "km"),
        ("kilometres", "km"),
        ("meters", "m"),
        ("metres", "m"),
    ],
};

/// Speeds, counted in m/h.
pub const SPEED: Dimension = Dimension {
    what: "a speed",
    units: &[("m/s", 3_600), ("km/h", 1_000)],
    misspelt: &[("kmh", "km/h"), ("kph", "km/h"), ("km/hr", "km/h"), ("mps", "m/s")],
};

/// Frequencies, counted in Hz.
pub const FREQUENCY: Dimension = Dimension {
    what: "a frequency",
    units: &[("kHz", 1_000), ("MHz", 1_000_000), ("GHz", 1_000_000_000), ("Hz", 1)],
    misspelt: &[("Ghz", "GHz"), ("ghz", "GHz"), ("Mhz", "MHz"), ("mhz", "MHz"), ("hz", "Hz")],
};

/// Levels and ratios of power.
pub const LEVEL: Dimension = Dimension {
    what: "a level",
    units: &[("dB", 1)],
    misspelt: &[("db", "dB"), ("DB", "dB"), ("decibel", "dB")],
};

/// Powers relative to 1 W.
pub const POWER: Dimension = Dimension {
    what: "a power",
    units: &[("dBW", 1)],
    misspelt: &[("dbW", "dBW"), ("dbw", "dBW")],
};

/// Gains of antennas.
pub const GAIN: Dimension =
    Dimension { what: "a gain", units: &[("dBi", 1)], misspelt: &[("dB", "dBi"), ("dbi", "dBi")] };

/// Figures of merit of receivers, G/T.
pub const MERIT: Dimension = Dimension {
    what: "a figure of merit",
    units: &[("dB/K", 1)],
    misspelt: &[("dB", "dB/K"), ("dBK", "dB/K"), ("dB/k", "dB/K")],
};

/// Temperatures.
pub const TEMPERATURE: Dimension =
    Dimension { what: "a temperature", units: &[("K", 1)], misspelt: &[("Kelvin", "K")] };

/// Percentages.
pub const PERCENT: Dimension =
    Dimension { what: "a percentage", units: &[("%", 1)], misspelt: &[("percent", "%")] };

/// Rain rates.
pub const RAIN_RATE: Dimension =
    Dimension { what: "a rain rate", units: &[("mm/h", 1)], misspelt: &[("mm", "mm/h")] };

/// Densities of water vapour.
pub const DENSITY: Dimension =
    Dimension { what: "a density", units: &[("g/m3", 1)], misspelt: &[("g/m^3", "g/m3")] };

/// Contents of vertical columns of air.
pub const COLUMN: Dimension = Dimension {
    what: "a content of a column",
    units: &[("kg/m2", 1)],
    misspelt: &[("mm", "kg/m2"), ("kg/m^2", "kg/m2")],
};

/// Every dimension whose units differ in size.
pub const DIMENSIONS: &[Dimension] = &[TIME, RATE, SIZE, LENGTH, SPEED, FREQUENCY];

/// Reason for which a text is not a quantity.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QuantityFault {
    /// Description of the problem.
    pub message: String,
    /// Correct spelling, if it is known.
    pub help: Option<String>,
}

impl QuantityFault {
    fn new(message: impl Into<String>) -> Self {
        Self { message: message.into(), help: None }
    }

    fn help(self, help: impl Into<String>) -> Self {
        Self { help: Some(help.into()), ..self }
    }
}

impl Dimension {
    /// One name of each unit; other accepted spellings, such as plurals, are not listed.
    fn names(&self) -> Vec<&'static str> {
        let listed = |name: &&str| !["packet", "segment", "day", "days"].contains(name);
        self.units.iter().map(|(name, _)| *name).filter(listed).collect()
    }

    /// The unit of an example.
    pub(crate) fn usual_unit(&self) -> &'static str {
        let names = self.names();
        names[names.len() / 2]
    }

    /// The units as listed in messages.
    pub(crate) fn unit_names(&self) -> String {
        match &self.names()[..] {
            [only] => format!("the unit {only}"),
            names => format!("one of the units {}", names.join(", ")),
        }
    }

    /// Whether `unit` is a unit of this dimension or a misspelling of one.
    pub fn knows(&self, unit: &str) -> bool {
        self.units.iter().any(|(name, _)| *name == unit) || self.nearest(unit).is_some()
    }

    /// Splits `"50 ms"` into its number and the size of its unit.
    fn split<'t>(&self, text: &'t str) -> Result<(&'t str, u64), QuantityFault> {
        let trimmed = text.trim();
        let number_end = trimmed
            .find(|c: char| !(c.is_ascii_digit() || matches!(c, '.' | ',' | '_' | '-' | '+')))
            .unwrap_or(trimmed.len());
        let number_end = number_end + exponent_length(&trimmed[number_end..]);
        let (number, rest) = trimmed.split_at(number_end);
        let unit = rest.trim_start();
        if number.is_empty() {
            return Err(QuantityFault::new(format!("not {}", self.what)));
        }
        if unit.is_empty() {
            return Err(QuantityFault::new("the unit is missing")
                .help(format!("add {}", self.unit_names())));
        }
        if !is_number(number) {
            let fault =
                QuantityFault::new(format!("`{}` is not a number", crate::error::short(number)));
            return Err(match number.replace([',', '_'], "") {
                plain if plain != number && is_number(&plain) => {
                    fault.help(format!("write it without separators: \"{plain} {unit}\""))
                }
                _ => fault.help("write a plain decimal number, such as 1500 or 0.25"),
            });
        }
        let known = |unit: &str| self.units.iter().find(|(name, _)| *name == unit);
        let Some((_, worth)) = known(unit) else {
            let fault = QuantityFault::new(format!(
                "unknown unit `{}` for {}",
                crate::error::short(unit),
                self.what
            ));
            return Err(match self.nearest(unit) {
                Some(right) if unit == "KB" => {
                    fault.help(format!("write \"{number} {right}\" (1000 B) or KiB (1024 B)"))
                }
                Some(right) => fault.help(format!("write \"{number} {right}\"")),
                None => fault.help(format!("use {}", self.unit_names())),
            });
        };
        if text != format!("{number} {unit}") {
            return Err(QuantityFault::new(
                "number and unit must have exactly one space between them",
            )
            .help(format!("write \"{number} {unit}\"")));
        }
        Ok((number, *worth))
    }

    /// The unit that `unit` probably means.
    fn nearest(&self, unit: &str) -> Option<&'static str> {
        let listed =
            self.misspelt.iter().find(|(wrong, _)| *wrong == unit).map(|(_, right)| *right);
        listed.or_else(|| {
            let mut same = self.units.iter().filter(|(name, _)| name.eq_ignore_ascii_case(unit));
            same.next().map(|(name, _)| *name)
        })
    }

    /// Rounds to the nearest integer of the smallest unit, never negative.
    fn whole(&self, text: &str, smallest: &str, rounding: Rounding) -> Result<u64, QuantityFault> {
        let (number, worth) = self.split(text)?;
        let (decimal, exponent) = number.split_once('e').unwrap_or((number, "0"));
        let Some(digits) = decimal.strip_prefix('-').map_or(Some(decimal), |rest| {
            rest.chars().all(|c| matches!(c, '0' | '.')).then_some(rest)
        }) else {
            return Err(QuantityFault::new(format!("{} cannot be negative", self.what)));
        };
        let (before, after) = digits.split_once('.').unwrap_or((digits, ""));
        let after = after.trim_end_matches('0');
        let too_large = || QuantityFault::new(format!("{text} is more than can be counted"));
        let not_whole =
            || QuantityFault::new(format!("{text} is not a whole number of {smallest}"));
        // As many as a floating-point number has that is printed without an exponent.
        if after.len() > 20 {
            return Err(not_whole());
        }
        let mantissa: u128 = format!("{before}{after}").parse().map_err(|_| too_large())?;
        let exponent: i32 = exponent.parse().map_err(|_| not_whole())?;
        let scaled = mantissa.checked_mul(u128::from(worth)).ok_or_else(too_large)?;
        let places = after.len() as i32 - exponent;
        let power = 10u128.checked_pow(places.unsigned_abs());
        if mantissa == 0 {
            return Ok(0);
        }
        if places <= 0 {
            let whole = power.and_then(|power| scaled.checked_mul(power)).ok_or_else(too_large)?;
            return u64::try_from(whole).map_err(|_| too_large());
        }
        let divisor = power.ok_or_else(not_whole)?;
        let nearest = scaled / divisor + u128::from(scaled % divisor >= divisor.div_ceil(2));
        let whole = u64::try_from(nearest).map_err(|_| too_large())?;
        let change = (nearest * divisor).abs_diff(scaled);
        if change > scaled / rounding as u128 {
            let unit = self.units.iter().find(|(_, worth)| *worth == 1);
            let (unit, _) = unit.expect("a unit that is counted");
            return Err(not_whole().help(format!("the nearest is \"{whole} {unit}\"")));
        }
        Ok(whole)
    }

    /// Parses a floating-point number in the dimension's first unit and returns it with its unit's
    /// size.
    fn real(&self, text: &str) -> Result<(f64, u64), QuantityFault> {
        let (number, worth) = self.split(text)?;
        match number.parse::<f64>() {
            Ok(value) if value.is_finite() => Ok((value, worth)),
            _ => Err(QuantityFault::new(format!("{text} is more than can be counted"))),
        }
    }
}

/// Reciprocal of the maximum share of a value that rounding may change.
#[derive(Clone, Copy)]
enum Rounding {
    /// For times, rates and frequencies.
    Measure = 1_000,
    /// For bytes, packets and segments.
    Count = 1_000_000_000,
}

/// Length of the exponent at the start of `text`, as in `e-05`; 0 if there is none.
fn exponent_length(text: &str) -> usize {
    let Some(signed) = text.strip_prefix('e') else { return 0 };
    let digits = signed.trim_start_matches(['-', '+']);
    let sign = signed.len() - digits.len();
    let count = digits.bytes().take_while(u8::is_ascii_digit).count();
    if sign <= 1 && (1..=3).contains(&count) { 1 + sign + count } else { 0 }
}

/// Whether `text` is a decimal number, with or without an exponent.
fn is_number(text: &str) -> bool {
    is_decimal(text.split_once('e').map_or(text, |(decimal, _)| decimal))
}

/// Whether `text` is an optional minus, digits, and optionally a point and more digits.
fn is_decimal(text: &str) -> bool {
    let digits = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
    let unsigned = text.strip_prefix('-').unwrap_or(text);
    match unsigned.split_once('.') {
        Some((before, after)) => digits(before) && digits(after),
        None => digits(unsigned),
    }
}

/// Declares the reader and the printer of real numbers in the first unit of a dimension.
macro_rules! real_numbers {
    ($($what:literal: $reader:ident, $printer:ident, $dimension:ident;)+) => {
        $(
            #[doc = concat!($what, ".")]
            pub fn $reader(text: &str) -> Result<f64, QuantityFault> {
                $dimension.real(text).map(|(value, _)| value)
            }

            #[doc = concat!($what, " as a scenario file would have it, exact.")]
            pub fn $printer(value: f64) -> String {
                print_real(value, $dimension.units[0].0)
            }
        )+
    };
}

real_numbers! {
    "A multiple of the bandwidth-delay product": multiple, print_multiple, MULTIPLE;
    "A mean number of packets": mean_packets, print_mean_packets, PACKETS;
    "An angle in degrees": degrees, print_degrees, ANGLE;
    "An angular rate in degrees per second": degrees_per_second, print_angular_rate, ANGULAR_RATE;
    "A level in dB": decibels, print_decibels, LEVEL;
    "A power in dBW": dbw, print_dbw, POWER;
    "A gain in dBi": dbi, print_dbi, GAIN;
    "A figure of merit in dB/K": db_per_kelvin, print_db_per_kelvin, MERIT;
    "A temperature in K": kelvin, print_kelvin, TEMPERATURE;
    "A percentage": percent, print_percent, PERCENT;
    "A rain rate in mm/h": mm_per_hour, print_mm_per_hour, RAIN_RATE;
    "A density in g/m3": grams_per_m3, print_grams_per_m3, DENSITY;
    "A content of a column in kg/m2": kg_per_m2, print_kg_per_m2, COLUMN;
}

/// Parses a duration.
pub fn duration(text: &str) -> Result<Duration, QuantityFault> {
    TIME.whole(text, "nanoseconds", Rounding::Measure).map(Duration::from_nanos)
}

/// Parses an instant: time since time zero, as a duration or as `hh:mm:ss`.
pub fn instant(text: &str) -> Result<SimTime, QuantityFault> {
    if !text.contains(':') {
        return duration(text).map(|since| SimTime::ZERO + since);
    }
    let fault = || {
        QuantityFault::new(format!(
            "`{}` is not a time of the form hh:mm:ss",
            crate::error::short(text)
        ))
        .help("write hours, minutes and seconds since time zero, such as \"12:21:00\"")
    };
    let parts: Vec<&str> = text.split(':').collect();
    let [hours, minutes, seconds] = parts[..] else { return Err(fault()) };
    let digits = |part: &str| part.bytes().all(|b| b.is_ascii_digit());
    let whole_seconds = seconds.split('.').next().unwrap_or("");
    let sixty = |part: &str| part.len() == 2 && digits(part) && part < "60";
    let hours_fit = (1..=4).contains(&hours.len()) && digits(hours);
    if !(hours_fit && sixty(minutes) && sixty(whole_seconds) && is_decimal(seconds)) {
        return Err(fault());
    }
    let parts = [(hours, "h"), (minutes, "min"), (seconds, "s")];
    let mut since = Duration::ZERO;
    for (number, unit) in parts {
        since += duration(&format!("{number} {unit}")).map_err(|_| fault())?;
    }
    Ok(SimTime::ZERO + since)
}

/// Parses a rate, which must not be zero.
pub fn rate(text: &str) -> Result<Rate, QuantityFault> {
    let bps = RATE.whole(text, "bit/s", Rounding::Measure)?;
    Rate::from_bps(bps).ok_or_else(|| QuantityFault::new("a rate cannot be zero"))
}

/// Parses a size in bytes.
pub fn bytes(text: &str) -> Result<u64, QuantityFault> {
    SIZE.whole(text, "bytes", Rounding::Count)
}

/// Parses a size in bytes as 32 bits, saturating.
pub fn bytes_in_32_bits(text: &str) -> Result<u32, QuantityFault> {
    bytes(text).map(|bytes| u32::try_from(bytes).unwrap_or(u32::MAX))
}

/// Parses a number of packets.
pub fn packets(text: &str) -> Result<u64, QuantityFault> {
    PACKETS.whole(text, "packets", Rounding::Count)
}

/// Parses a number of segments.
pub fn segments(text: &str) -> Result<u64, QuantityFault> {
    SEGMENTS.whole(text, "segments", Rounding::Count)
}

/// Parses a length in kilometres.
pub fn kilometres(text: &str) -> Result<f64, QuantityFault> {
    LENGTH.real(text).map(|(value, worth)| if worth == 1 { value / 1e3 } else { value })
}

/// Parses a length in metres.
pub fn metres(text: &str) -> Result<f64, QuantityFault> {
    LENGTH.real(text).map(|(value, worth)| value * worth as f64)
}

/// Parses a speed in m/s.
pub fn metres_per_second(text: &str) -> Result<f64, QuantityFault> {
    SPEED.real(text).map(|(value, worth)| value * worth as f64 / 3600.0)
}

/// Parses a frequency in Hz.
pub fn hertz(text: &str) -> Result<u64, QuantityFault> {
    FREQUENCY.whole(text, "Hz", Rounding::Measure)
}

/// Prints a duration as in a scenario file, exactly.
pub fn print_duration(length: Duration) -> String {
    let nanos = length.as_nanos();
    match nanos {
        0 => "0 s".into(),
        n if n % 3_600_000_000_000 == 0 => format!("{} h", n / 3_600_000_000_000),
        1_000_000_000.. => decimal(nanos, 9, "s"),
        1_000_000.. => decimal(nanos, 6, "ms"),
        1_000.. => decimal(nanos, 3, "us"),
        _ => decimal(nanos, 0, "ns"),
    }
}

/// Prints an instant as in a scenario file, exactly.
pub fn print_instant(instant: SimTime) -> String {
    print_duration(instant - SimTime::ZERO)
}

/// Prints a rate as in a scenario file, exactly.
pub fn print_rate(rate: Rate) -> String {
    match rate.as_bps() {
        bps @ 1_000_000_000.. => decimal(bps, 9, "Gbit/s"),
        bps @ 1_000_000.. => decimal(bps, 6, "Mbit/s"),
        bps @ 1_000.. => decimal(bps, 3, "kbit/s"),
        bps => decimal(bps, 0, "bit/s"),
    }
}

/// Prints a size as in a scenario file, exactly.
pub fn print_bytes(bytes: impl Into<u64>) -> String {
    format!("{} B", bytes.into())
}

/// Prints a number of packets as in a scenario file.
pub fn print_packets(packets: u64) -> String {
    format!("{packets} packets")
}

/// Prints a number of segments as in a scenario file.
pub fn print_segments(segments: u64) -> String {
    format!("{segments} segments")
}

/// Prints a length as in a scenario file, exactly.
pub fn print_kilometres(kilometres: f64) -> String {
    print_real(kilometres, "km")
}

/// Prints a length as in a scenario file, exactly.
pub fn print_metres(metres: f64) -> String {
    print_real(metres, "m")
}

/// Prints a speed as in a scenario file, exactly.
pub fn print_speed(metres_per_second: f64) -> String {
    let kmh = format!("{} km/h", (metres_per_second * 3.6e6).round() / 1e6);
    match self::metres_per_second(&kmh) {
        Ok(again) if again == metres_per_second => kmh,
        _ => print_real(metres_per_second, "m/s"),
    }
}

/// Prints a frequency as in a scenario file, exactly.
pub fn print_frequency(hertz: u64) -> String {
    match hertz {
        1_000_000_000.. => decimal(hertz, 9, "GHz"),
        1_000_000.. => decimal(hertz, 6, "MHz"),
        _ => decimal(hertz, 0, "Hz"),
    }
}

/// Prints a floating-point value with its unit, in the shortest decimals that read back as the same
/// value.
pub fn print_real(value: f64, unit: &str) -> String {
    format!("{value} {unit}")
}

/// `count / 10^places` without trailing zeros.
fn decimal(count: u64, places: u32, unit: &str) -> String {
    let scale = 10u64.pow(places);
    let (whole, rest) = (count / scale, count % scale);
    if rest == 0 {
        return format!("{whole} {unit}");
    }
    let rest = format!("{rest:0width$}", width = places as usize);
    format!("{whole}.{} {unit}", rest.trim_end_matches('0'))
}
