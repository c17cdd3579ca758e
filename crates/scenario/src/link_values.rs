//! Values of keys about links: probabilities, mean numbers, sizes of queues.

use serde_json::{Value as Json, json};

use crate::document::{At, Value};
use crate::error::{Problems, short};
use crate::shape::{Definitions, Shape, last_key};
use crate::units;
use crate::values::{pattern, quantity};

/// A probability, a plain number.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Probability(pub(crate) f64);

impl Shape for Probability {
    fn read(value: &At<Value>, problems: &mut Problems<'_>) -> Option<Self> {
        let number = match &value.value {
            Value::Whole(_, number) | Value::Real(number) => {
                number.replace('_', "").parse::<f64>().ok()
            }
            _ => None,
        };
        match number {
            Some(number) if (0.0..=1.0).contains(&number) => return Some(Self(number)),
            _ => {}
        }
        let key = last_key(&value.place.path);
        let what = if number.is_some() { "is out of range" } else { "must be a number" };
        let problem = problems
            .add(&value.place, format!("`{key}` {what}"))
            .found(value.value.described())
            .expected("a probability from 0 to 1, such as 0.001");
        if let Value::Text(text) = &value.value {
            match text.strip_suffix('%').map(|share| share.trim().parse::<f64>()) {
                Some(Ok(percent)) if (0.0..=100.0).contains(&percent) => {
                    problem.help(format!("write {key} = {}", percent / 100.0));
                }
                _ if text.parse::<f64>().is_ok() => {
                    problem.help("leave out the quotes");
                }
                _ => {}
            }
        }
        None
    }

    fn schema(_: &mut Definitions) -> Json {
        json!({ "type": "number", "minimum": 0, "maximum": 1, "examples": [0.001] })
    }
}

quantity! {
    /// A mean number of packets.
    MeanPackets(f64) reads units::mean_packets, PACKETS,
    accepts |packets| (1.0..=1e12).contains(&packets),
    expected "a mean number of packets of at least 1", such as "8.5 packets"
}

quantity! {
    /// Bytes of a frame.
    FrameSize(u64) reads units::bytes, SIZE,
    accepts |bytes| (1..=100_000).contains(&bytes),
    expected "a size from 1 B to 100000 B", such as "1514 B"
}

/// How much may wait: packets, bytes, or a multiple of the bandwidth-delay product.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum QueueLimit {
    /// So many packets.
    Packets(u32),
    /// So many bytes, framing included.
    Bytes(u64),
    /// So many times what the link sends in a reference round-trip time.
    Bdp(f64),
}

impl QueueLimit {
    const EXPECTED: &'static str = "packets from 1 to 100000000, bytes from 1 B to 1 TB, or a \
                                    multiple of the bandwidth-delay product, such as \
                                    \"50 packets\", \"75 kB\" or \"1 BDP\"";
    const MOST_PACKETS: u64 = 100_000_000;
    const MOST_BYTES: u64 = 1_000_000_000_000;

    /// The limit, if it is within range.
    fn of(text: &str) -> Result<Option<Self>, units::Fault> {
        let unit = text.trim().rsplit(' ').next().unwrap_or("");
        if unit.eq_ignore_ascii_case("BDP") || text.trim().ends_with("BDP") {
            let multiple = units::multiple(text)?;
            let is_right = multiple > 0.0 && multiple <= 1000.0;
            return Ok(is_right.then_some(Self::Bdp(multiple)));
        }
        if units::SIZE.knows(unit) {
            let bytes = units::bytes(text)?;
            let is_right = (1..=Self::MOST_BYTES).contains(&bytes);
            return Ok(is_right.then_some(Self::Bytes(bytes)));
        }
        let packets = units::packets(text)?;
        let is_right = (1..=Self::MOST_PACKETS).contains(&packets);
        Ok(u32::try_from(packets).ok().filter(|_| is_right).map(Self::Packets))
    }
}

impl Shape for QueueLimit {
    fn read(value: &At<Value>, problems: &mut Problems<'_>) -> Option<Self> {
        let key = last_key(&value.place.path);
        let text = match &value.value {
            Value::Text(text) => text,
            Value::Whole(_, number) | Value::Real(number) => {
                problems
                    .add(&value.place, format!("`{key}` has no unit"))
                    .found(value.value.described())
                    .expected(Self::EXPECTED)
                    .help(format!(
                        "write the unit inside quotes, for example \"{number} packets\""
                    ));
                return None;
            }
            other => {
                problems
                    .add(&value.place, format!("`{key}` must be a queue's limit, as a string"))
                    .found(other.described())
                    .expected(Self::EXPECTED);
                return None;
            }
        };
        let found = format!("\"{}\"", short(text));
        match Self::of(text) {
            Ok(Some(limit)) => return Some(limit),
            Ok(None) => problems
                .add(&value.place, format!("`{key}` is out of range"))
                .found(found)
                .expected(Self::EXPECTED),
            Err(fault) => {
                let problem = problems
                    .add(&value.place, format!("`{key}`: {}", fault.message))
                    .found(found)
                    .expected(Self::EXPECTED);
                problem.help = fault.help;
                problem
            }
        };
        None
    }

    fn schema(_: &mut Definitions) -> Json {
        let patterns = [&units::PACKETS, &units::SIZE, &units::MULTIPLE]
            .map(|dimension| format!("({})", pattern(dimension, false)));
        json!({
            "type": "string",
            "pattern": patterns.join("|"),
            "description": format!("Expected: {}.", Self::EXPECTED),
            "examples": ["50 packets", "75 kB", "1 BDP"],
        })
    }
}
