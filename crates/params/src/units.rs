//! Values with units: the parsing and printing of `"50 ms"`, `"25 Mbit/s"` or `"8.2 deg"`.
//!
//! Strict on purpose: a decimal number, one space, a unit as spelled in the table of its dimension.
//! Integer quantities (time, rate, size, packets) are computed in integers, so `"0.1 s"` is exactly
//! 100 000 000 ns. A value with more decimals than are counted, such as `"23.759999999999998 s"`
//! from a program's floating-point number, is rounded to the nearest integer, and rejected if that
//! changes a measure by more than a thousandth, or a count by more than the noise of such numbers.
//! [`crate::values`] owns ranges and the patterns of the schema.

use skyseam_base::{Duration, Rate, SimTime};

use crate::error::short;

/// A unit: its name, its size in the smallest unit that is counted, and frequent misspellings.
pub type Unit = (&'static str, u64, &'static [&'static str]);

/// A physical dimension: its units, and how its values are represented in a program.
#[derive(Debug)]
pub struct Dimension<T: 'static> {
    /// Noun for a value of the dimension in messages.
    pub what: &'static str,
    /// Units, the usual one in the middle.
    pub units: &'static [Unit],
    /// Parser of a value; see [`Dimension::read`].
    pub reader: fn(&Self, &str) -> Result<T, QuantityFault>,
    /// Printer of a value; see [`Dimension::print`].
    pub printer: fn(&Self, T) -> String,
}

/// Time, counted in ns.
pub const TIME: Dimension<Duration> = Dimension {
    what: "a time",
    units: &[
        ("ns", 1, &["nsec"]),
        ("us", 1_000, &["usec", "\u{b5}s", "\u{3bc}s"]),
        ("ms", 1_000_000, &["msec", "millis", "milliseconds"]),
        ("s", 1_000_000_000, &["sec", "secs", "second", "seconds"]),
        ("min", 60_000_000_000, &["m", "mins", "minute", "minutes"]),
        ("h", 3_600_000_000_000, &["hr", "hrs", "hour", "hours"]),
        ("d", 86_400_000_000_000, &[]),
        ("day", 86_400_000_000_000, &[]),
        ("days", 86_400_000_000_000, &[]),
    ],
    reader: |own, text| own.whole(text, "nanoseconds", Rounding::Measure).map(Duration::from_nanos),
    printer: |_, length| print_duration(length),
};

/// Instants: time since time zero, as a duration or as `hh:mm:ss`.
pub const INSTANT: Dimension<SimTime> = Dimension {
    what: TIME.what,
    units: TIME.units,
    reader: |_, text| match text.contains(':') {
        true => clock(text),
        false => TIME.read(text).map(|since| SimTime::ZERO + since),
    },
    printer: |_, instant| print_duration(instant - SimTime::ZERO),
};

/// Rates above zero, counted in bit/s.
pub const RATE: Dimension<Rate> = Dimension {
    what: "a rate",
    units: &[
        ("bit/s", 1, &["bps", "b/s", "bits/s"]),
        ("kbit/s", 1_000, &["kbps", "kb/s", "kb"]),
        ("Mbit/s", 1_000_000, &["Mbps", "Mb/s", "Mb", "Mbit"]),
        ("Gbit/s", 1_000_000_000, &["Gbps", "Gb/s", "Gb", "Gbit"]),
        ("Tbit/s", 1_000_000_000_000, &["Tbps", "Tb/s"]),
    ],
    reader: |own, text| {
        let bps = own.whole(text, "bit/s", Rounding::Measure)?;
        Rate::from_bps(bps).ok_or_else(|| QuantityFault::new("a rate cannot be zero"))
    },
    printer: |_, rate| print_rate(rate),
};

/// Sizes, counted in bytes.
pub const SIZE: Dimension<u64> = Dimension {
    what: "a size",
    units: &[
        ("B", 1, &["byte", "bytes"]),
        ("kB", 1_000, &["KB", "K", "k"]),
        ("MB", 1_000_000, &["M"]),
        ("GB", 1_000_000_000, &["G"]),
        ("TB", 1_000_000_000_000, &[]),
        ("KiB", 1 << 10, &["kiB", "Ki"]),
        ("MiB", 1 << 20, &["Mi"]),
        ("GiB", 1 << 30, &[]),
        ("TiB", 1 << 40, &[]),
    ],
    reader: |own, text| own.whole(text, "bytes", Rounding::Count),
    printer: |_, bytes| print_bytes(bytes),
};

/// Packets in a queue.
pub const PACKETS: Dimension<u64> = Dimension {
    what: "a number of packets",
    units: &[("packets", 1, &["pkt", "pkts", "p"]), ("packet", 1, &[])],
    reader: |own, text| own.whole(text, "packets", Rounding::Count),
    printer: |_, packets| format!("{packets} packets"),
};

/// TCP segments of full size.
pub const SEGMENTS: Dimension<u64> = Dimension {
    what: "a number of segments",
    units: &[("segments", 1, &["packets", "packet", "mss"]), ("segment", 1, &[])],
    reader: |own, text| own.whole(text, "segments", Rounding::Count),
    printer: |_, segments| format!("{segments} segments"),
};

/// Frequencies, counted in Hz.
pub const FREQUENCY: Dimension<u64> = Dimension {
    what: "a frequency",
    units: &[
        ("kHz", 1_000, &[]),
        ("MHz", 1_000_000, &["Mhz", "mhz"]),
        ("GHz", 1_000_000_000, &["Ghz", "ghz"]),
        ("Hz", 1, &["hz"]),
    ],
    reader: |own, text| own.whole(text, "Hz", Rounding::Measure),
    printer: |_, hertz| decimal(hertz, &[("GHz", 9), ("MHz", 6), ("Hz", 0)]),
};

/// Lengths in kilometres.
pub const KILOMETRES: Dimension<f64> = Dimension {
    reader: |own, text| {
        let (value, size) = own.real(text)?;
        Ok(if size == 1 { value / 1e3 } else { value })
    },
    printer: |_, kilometres| print_real(kilometres, "km"),
    ..METRES
};

/// Lengths in metres.
pub const METRES: Dimension<f64> = Dimension {
    what: "a length",
    units: &[
        ("m", 1, &["meters", "metres"]),
        ("km", 1_000, &["Km", "KM", "kilometers", "kilometres"]),
    ],
    reader: |own, text| own.real(text).map(|(value, size)| value * size as f64),
    printer: |_, metres| print_real(metres, "m"),
};

/// Speeds in m/s; their units are counted in m/h.
pub const SPEED: Dimension<f64> = Dimension {
    what: "a speed",
    units: &[("m/s", 3_600, &["mps"]), ("km/h", 1_000, &["kmh", "kph", "km/hr"])],
    reader: |own, text| own.real(text).map(|(value, size)| value * size as f64 / 3600.0),
    printer: |own, mps| {
        let kmh = format!("{} km/h", (mps * 3.6e6).round() / 1e6);
        if own.read(&kmh) == Ok(mps) { kmh } else { print_real(mps, "m/s") }
    },
};

/// Multiples of the bandwidth-delay product.
pub const MULTIPLE: Dimension<f64> =
    real("a multiple of the bandwidth-delay product", &[("BDP", 1, &["bdp", "Bdp"])]);

/// Mean numbers of packets.
pub const MEAN_PACKETS: Dimension<f64> = real(PACKETS.what, PACKETS.units);

/// Angles in degrees.
pub const ANGLE: Dimension<f64> =
    real("an angle", &[("deg", 1, &["\u{b0}", "degree", "degrees", "Deg", "N", "E"])]);

/// Angular rates in degrees per second.
pub const ANGULAR_RATE: Dimension<f64> =
    real("an angular rate", &[("deg/s", 1, &["deg/sec", "degrees/s", "dps", "deg"])]);

/// Levels and ratios of power.
pub const LEVEL: Dimension<f64> = real("a level", &[("dB", 1, &["db", "DB", "decibel"])]);

/// Powers relative to 1 W.
pub const POWER: Dimension<f64> = real("a power", &[("dBW", 1, &["dbW", "dbw"])]);

/// Gains of antennas.
pub const GAIN: Dimension<f64> = real("a gain", &[("dBi", 1, &["dB", "dbi"])]);

/// Figures of merit of receivers, G/T.
pub const MERIT: Dimension<f64> = real("a figure of merit", &[("dB/K", 1, &["dB", "dBK", "dB/k"])]);

/// Temperatures.
pub const TEMPERATURE: Dimension<f64> = real("a temperature", &[("K", 1, &["Kelvin"])]);

/// Percentages.
pub const PERCENT: Dimension<f64> = real("a percentage", &[("%", 1, &["percent"])]);

/// Rain rates.
pub const RAIN_RATE: Dimension<f64> = real("a rain rate", &[("mm/h", 1, &["mm"])]);

/// Densities of water vapour.
pub const DENSITY: Dimension<f64> = real("a density", &[("g/m3", 1, &["g/m^3"])]);

/// Contents of vertical columns of air.
pub const COLUMN: Dimension<f64> =
    real("a content of a column", &[("kg/m2", 1, &["mm", "kg/m^2"])]);

/// Units of every dimension that has several sizes of them.
pub const CONVERTIBLE: &[&[Unit]] =
    &[TIME.units, RATE.units, SIZE.units, METRES.units, SPEED.units, FREQUENCY.units];

/// A dimension of real numbers in its first unit, which is its only one.
const fn real(what: &'static str, units: &'static [Unit]) -> Dimension<f64> {
    Dimension {
        what,
        units,
        reader: |own, text| own.real(text).map(|(value, _)| value),
        printer: |own, value| print_real(value, own.units[0].0),
    }
}

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

impl<T> Dimension<T> {
    /// Parses a value with its unit, such as `"50 ms"`.
    pub fn read(&self, text: &str) -> Result<T, QuantityFault> {
        (self.reader)(self, text)
    }

    /// Prints a value as in a scenario file, exactly.
    pub fn print(&self, value: T) -> String {
        (self.printer)(self, value)
    }

    /// The pattern that values match in the schema.
    pub fn pattern(&self, signed: bool) -> String {
        let units: Vec<&str> = self.units.iter().map(|(name, ..)| *name).collect();
        let sign = if signed { "-?" } else { "" };
        format!("^{sign}[0-9]+(\\.[0-9]+)?(e[-+]?[0-9]{{1,3}})? ({})$", units.join("|"))
    }

    /// One name of each unit; other accepted spellings, such as plurals, are not listed.
    fn names(&self) -> Vec<&'static str> {
        let listed = |name: &&str| !["packet", "segment", "day", "days"].contains(name);
        self.units.iter().map(|(name, ..)| *name).filter(listed).collect()
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
        self.nearest(unit).is_some()
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
        let fault = |message: String, help| Err(QuantityFault { message, help: Some(help) });
        if unit.is_empty() {
            return fault("the unit is missing".into(), format!("add {}", self.unit_names()));
        }
        if !is_number(number) {
            let plain = number.replace([',', '_'], "");
            let help = match plain != number && is_number(&plain) {
                true => format!("write it without separators: \"{plain} {unit}\""),
                false => "write a plain decimal number, such as 1500 or 0.25".into(),
            };
            return fault(format!("`{}` is not a number", short(number)), help);
        }
        let Some((_, size, _)) = self.units.iter().find(|(name, ..)| *name == unit) else {
            let help = match self.nearest(unit) {
                Some(right) if unit == "KB" => {
                    format!("write \"{number} {right}\" (1000 B) or KiB (1024 B)")
                }
                Some(right) => format!("write \"{number} {right}\""),
                None => format!("use {}", self.unit_names()),
            };
            return fault(format!("unknown unit `{}` for {}", short(unit), self.what), help);
        };
        if text != format!("{number} {unit}") {
            let message = "number and unit must have exactly one space between them";
            return fault(message.into(), format!("write \"{number} {unit}\""));
        }
        Ok((number, *size))
    }

    /// The unit that `unit` probably means.
    fn nearest(&self, unit: &str) -> Option<&'static str> {
        let means =
            |(name, _, wrong): &&Unit| wrong.contains(&unit) || name.eq_ignore_ascii_case(unit);
        self.units.iter().find(means).map(|(name, ..)| *name)
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
            let unit = self.units.iter().find(|(_, size, _)| *size == 1);
            let (unit, ..) = unit.expect("a unit that is counted");
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
pub fn is_decimal(text: &str) -> bool {
    let digits = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
    let unsigned = text.strip_prefix('-').unwrap_or(text);
    match unsigned.split_once('.') {
        Some((before, after)) => digits(before) && digits(after),
        None => digits(unsigned),
    }
}

/// Parses a time since time zero of the form `hh:mm:ss`.
fn clock(text: &str) -> Result<SimTime, QuantityFault> {
    let fault = || {
        QuantityFault::new(format!("`{}` is not a time of the form hh:mm:ss", short(text)))
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
        since += TIME.read(&format!("{number} {unit}")).map_err(|_| fault())?;
    }
    Ok(SimTime::ZERO + since)
}

/// Prints a duration as in a scenario file, exactly.
pub fn print_duration(length: Duration) -> String {
    match length.as_nanos() {
        0 => "0 s".into(),
        n if n % 3_600_000_000_000 == 0 => format!("{} h", n / 3_600_000_000_000),
        n => decimal(n, &[("s", 9), ("ms", 6), ("us", 3), ("ns", 0)]),
    }
}

/// Prints a rate as in a scenario file, exactly.
pub fn print_rate(rate: Rate) -> String {
    decimal(rate.as_bps(), &[("Gbit/s", 9), ("Mbit/s", 6), ("kbit/s", 3), ("bit/s", 0)])
}

/// Prints a size as in a scenario file, exactly.
pub fn print_bytes(bytes: impl Into<u64>) -> String {
    format!("{} B", bytes.into())
}

/// Prints a floating-point value with its unit, in the shortest decimals that read back as the same
/// value.
pub fn print_real(value: f64, unit: &str) -> String {
    format!("{value} {unit}")
}

/// `count` in the first of these units that is not larger, or the last one, without trailing zeros;
/// a unit is `10^places`.
fn decimal(count: u64, units: &[(&str, u32)]) -> String {
    let fits = units.iter().find(|(_, places)| count >= 10u64.pow(*places));
    let (unit, places) = *fits.unwrap_or(&units[units.len() - 1]);
    let scale = 10u64.pow(places);
    let (whole, rest) = (count / scale, count % scale);
    if rest == 0 {
        return format!("{whole} {unit}");
    }
    let rest = format!("{rest:0width$}", width = places as usize);
    format!("{whole}.{} {unit}", rest.trim_end_matches('0'))
}
