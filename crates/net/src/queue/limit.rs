//! Limits of a queue and the choice of its discipline, as in a scenario.

use std::sync::Arc;

use serde_json::{Value as Json, json};
use skyseam_base::Duration;
use skyseam_params::document::{Spanned, Value};
use skyseam_params::error::Problems;
use skyseam_params::shape::{Definitions, Shape};
use skyseam_params::units::{self, Dimension, QuantityFault};
use skyseam_params::values::read_quantity;
use skyseam_params::{Chosen, Keys, NoKeys, Parameter};

use super::{Discipline, DropTail};

/// Maximum content of a queue, excluding the packet being sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// Number of packets.
    Packets(u32),
    /// Number of bytes, including framing.
    Bytes(u64),
}

/// Limit of a queue: packets, bytes, a multiple of the bandwidth-delay product, or the time that
/// the link takes to send it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum QueueLimit {
    /// Number of packets.
    Packets(u32),
    /// Number of bytes, including framing.
    Bytes(u64),
    /// Multiple of the amount that the link sends in a reference round-trip time.
    Bdp(f64),
    /// Time in which the link, at its rate, sends as much.
    Time(Duration),
}

impl QueueLimit {
    /// Returns the limit once multiples of a product and times are resolved.
    ///
    /// # Panics
    /// If it is still a multiple of the bandwidth-delay product or a time.
    pub fn known(self) -> Limit {
        match self {
            Self::Packets(packets) => Limit::Packets(packets),
            Self::Bytes(bytes) => Limit::Bytes(bytes),
            Self::Bdp(_) | Self::Time(_) => panic!("{self:?} of a link that nobody named"),
        }
    }

    const EXPECTED: &'static str = "packets from 1 to 100000000, bytes from 1 B to 1 TB, a \
                                    multiple of the bandwidth-delay product, or a time at the \
                                    link's rate, such as \"50 packets\", \"75 kB\", \"1 BDP\" \
                                    or \"100 ms\"";
    const MAX_PACKETS: u32 = 100_000_000;
    pub(super) const MAX_BYTES: u64 = 1_000_000_000_000;

    const DIMENSION: Dimension<Self> = Dimension {
        what: "a queue's limit",
        units: units::PACKETS.units,
        reader: |_, text| Self::of(text),
        printer: |_, own| match own {
            Self::Packets(packets) => units::PACKETS.print(packets.into()),
            Self::Bytes(bytes) => units::SIZE.print(bytes),
            Self::Bdp(multiple) => units::MULTIPLE.print(multiple),
            Self::Time(time) => units::TIME.print(time),
        },
    };

    fn of(text: &str) -> Result<Self, QuantityFault> {
        let unit = text.trim().rsplit(' ').next().unwrap_or("");
        if unit.eq_ignore_ascii_case("BDP") || text.trim().ends_with("BDP") {
            return units::MULTIPLE.read(text).map(Self::Bdp);
        }
        if units::SIZE.knows(unit) {
            return units::SIZE.read(text).map(Self::Bytes);
        }
        if units::TIME.knows(unit) {
            return units::TIME.read(text).map(Self::Time);
        }
        let packets = units::PACKETS.read(text)?;
        Ok(Self::Packets(packets.try_into().unwrap_or(u32::MAX)))
    }

    fn is_valid(self) -> bool {
        match self {
            Self::Packets(packets) => (1..=Self::MAX_PACKETS).contains(&packets),
            Self::Bytes(bytes) => (1..=Self::MAX_BYTES).contains(&bytes),
            Self::Bdp(multiple) => multiple > 0.0 && multiple <= 1000.0,
            Self::Time(time) => !time.is_zero(),
        }
    }
}

impl Shape for QueueLimit {
    fn read(value: &Spanned<Value>, problems: &mut Problems<'_>) -> Option<Self> {
        read_quantity(value, problems, &Self::DIMENSION, Self::is_valid, Self::EXPECTED)
    }

    fn schema(_: &mut Definitions) -> Json {
        let patterns = [
            units::PACKETS.pattern(false),
            units::SIZE.pattern(false),
            units::MULTIPLE.pattern(false),
            units::TIME.pattern(false),
        ]
        .map(|pattern| format!("({pattern})"));
        json!({
            "type": "string",
            "pattern": patterns.join("|"),
            "description": format!("Expected: {}.", Self::EXPECTED),
            "examples": ["50 packets", "75 kB", "1 BDP", "100 ms"],
        })
    }
}

impl From<Limit> for QueueLimit {
    fn from(limit: Limit) -> Self {
        match limit {
            Limit::Packets(packets) => Self::Packets(packets),
            Limit::Bytes(bytes) => Self::Bytes(bytes),
        }
    }
}

impl Parameter for QueueLimit {
    type Own = Self;

    fn own(self) -> Self {
        self
    }

    fn print(own: &Self) -> Json {
        json!(Self::DIMENSION.print(*own))
    }
}

/// The queue of a link: a limit (drop-tail), the name of a discipline, or a table.
#[derive(Debug)]
pub struct QueueChoice(pub Chosen<dyn Discipline>);

impl Shape for QueueChoice {
    fn read(value: &Spanned<Value>, problems: &mut Problems<'_>) -> Option<Self> {
        let is_choice = match &value.value {
            Value::Table(_) => true,
            Value::Text(text) => text.starts_with(|c: char| c.is_ascii_alphabetic()),
            _ => false,
        };
        if is_choice {
            return Chosen::read(value, problems).map(Self);
        }
        let limit = QueueLimit::read(value, problems)?;
        let keys = Keys::alone("limit", value);
        Some(Self(Chosen::new(DropTail::new(limit), NoKeys {}, keys, |own| Arc::new(own))))
    }

    fn schema(definitions: &mut Definitions) -> Json {
        let mut choices = vec![QueueLimit::schema(definitions)];
        match Chosen::<dyn Discipline>::schema(definitions) {
            Json::Object(mut either) if either.contains_key("oneOf") => {
                choices
                    .extend(either["oneOf"].as_array_mut().into_iter().flatten().map(Json::take));
            }
            table => choices.push(table),
        }
        json!({ "oneOf": choices })
    }
}
