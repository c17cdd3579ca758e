//! The tables of HARQ, their values and how they are printed; part of [`crate::tables`].

use serde_json::{Value as Json, json};
use skyseam_net::harq::symbols::{SYMBOL_TABLES, SymbolTable};
use skyseam_net::harq::{
    Accounting, CodeRate, HARQ_SCHEMES, HarqConfig, HarqEntry, Scheme, Symbols,
};

use crate::document::{At, Value};
use crate::error::{Problems, short};
use crate::names::{Choice, Named, choice, name_of};
use crate::shape::{Definitions, List, Shape, kinds, last_key, table};
use crate::units::{print_duration, print_real};
use crate::values::Probability;
use crate::values::{Span, Whole};
use skyseam_net::channel::values::Level;

/// Information bits of a codeword.
pub(crate) type Information = Whole<8, 1_000_000>;
/// Retransmissions of a packet.
pub(crate) type Retransmissions = Whole<0, 15>;

kinds! {
    /// How packets over a fading channel are coded, decoded and repeated. One codeword carries one
    /// packet.
    HarqTable "Harq" by HarqKind {
        IncrementalRedundancy(RedundancyTable),
        Adaptive(AdaptiveTable),
        ChaseCombining(ChaseTable),
    }
}

table! {
    /// Type II with a number of symbols laid down for each transmission.
    RedundancyTable "IncrementalRedundancy" {
        /// Es/N0 received over an unobstructed line of sight, that is at a level of 0 dB.
        required reference_snr: Level,
        /// Symbols of each transmission, QPSK with two coded bits each: the name of a table, whose
        /// row is that of the reference SNR (between two rows interpolated linearly, beyond the
        /// table refused), or a list with one number for each transmission.
        default symbols: SymbolChoice = "k8920",
        /// How often a packet is added to at most. Default: as often as `symbols` says.
        optional retransmissions: Retransmissions,
        /// Information bits of a codeword. Default: those of the table, else 8920.
        optional information_bits: Information,
        /// Rate of the mother code.
        default code_rate: Fraction = "1/6",
        /// Es/N0 at which the whole mother codeword can just be decoded.
        default threshold: Level = "-4.8612 dB",
        /// From the end of a reception to the verdict.
        default decoding_delay: Span = "0 s",
        /// What a packet's first transmission costs.
        default accounting: Accounting = "papers",
    }
}

table! {
    /// Type II with as many symbols as are missing.
    AdaptiveTable "AdaptiveHarq" {
        /// Es/N0 received over an unobstructed line of sight, that is at a level of 0 dB.
        required reference_snr: Level,
        /// Probability with which each transmission is to be the last, ascending; 1 asks for all
        /// symbols that are left. Default: 0.42, 0.69, 0.87, 1.
        optional targets: List<Probability>,
        /// How often a packet is added to at most. Default: one less than there are targets.
        optional retransmissions: Retransmissions,
        /// Information bits of a codeword.
        default information_bits: Information = 8920,
        /// Rate of the mother code.
        default code_rate: Fraction = "1/6",
        /// Es/N0 at which the whole mother codeword can just be decoded.
        default threshold: Level = "-4.8612 dB",
        /// From the end of a reception to the verdict.
        default decoding_delay: Span = "0 s",
        /// What a packet's first transmission costs.
        default accounting: Accounting = "papers",
    }
}

table! {
    /// Type I: the same symbols again.
    ChaseTable "ChaseCombining" {
        /// Es/N0 received over an unobstructed line of sight, that is at a level of 0 dB.
        required reference_snr: Level,
        /// Symbols of every transmission, QPSK with two coded bits each.
        required symbols: Whole<1, 10_000_000>,
        /// How often a packet is repeated at most.
        default retransmissions: Retransmissions = 3,
        /// Information bits of a codeword.
        default information_bits: Information = 8920,
        /// Rate of the mother code.
        default code_rate: Fraction = "1/6",
        /// Es/N0 at which the whole mother codeword can just be decoded.
        default threshold: Level = "-4.8612 dB",
        /// From the end of a reception to the verdict.
        default decoding_delay: Span = "0 s",
        /// What a packet's first transmission costs.
        default accounting: Accounting = "papers",
    }
}

/// Kinds of HARQ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum HarqKind {
    /// Laid down.
    IncrementalRedundancy,
    /// What is missing.
    Adaptive,
    /// The same again.
    ChaseCombining,
}

impl Named for HarqKind {
    const WHAT: &'static str = "a kind of HARQ";
    fn choices() -> Vec<Choice<Self>> {
        let kind = |row: &HarqEntry| {
            let value = match row.name {
                "incremental-redundancy" => Self::IncrementalRedundancy,
                "adaptive" => Self::Adaptive,
                "chase-combining" => Self::ChaseCombining,
                other => panic!("the HARQ scheme {other} has no keys in the scenario format"),
            };
            choice(value, row.name, row.summary, row.source)
        };
        HARQ_SCHEMES.iter().map(kind).collect()
    }
}

/// Symbols of each transmission, by the name of a table or one by one.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum SymbolChoice {
    /// By the reference SNR.
    Table(&'static SymbolTable),
    /// These.
    List(Vec<u32>),
}

impl Shape for SymbolChoice {
    fn read(value: &At<Value>, problems: &mut Problems<'_>) -> Option<Self> {
        let names: Vec<String> =
            SYMBOL_TABLES.iter().map(|table| format!("\"{}\"", table.name)).collect();
        let expected =
            format!("{}, or a list of symbols, one number for each transmission", names.join(", "));
        match &value.value {
            Value::List(_) => {
                let list = List::<Whole<0, 10_000_000>>::read(value, problems)?;
                let symbols = list.0.iter().filter_map(|symbols| u32::try_from(symbols.0).ok());
                let symbols: Vec<u32> = symbols.collect();
                if symbols.is_empty() {
                    // What is wrong with entries was noted where they stand.
                    if matches!(&value.value, Value::List(entries) if entries.is_empty()) {
                        problems.add(&value.place, "no transmission").expected(expected);
                    }
                    return None;
                }
                return Some(Self::List(symbols));
            }
            Value::Text(name) => {
                if let Some(table) = SymbolTable::named(name) {
                    return Some(Self::Table(table));
                }
                problems
                    .add(&value.place, format!("\"{}\" is not a table of symbols", short(name)))
                    .expected(expected);
            }
            other => {
                let key = last_key(&value.place.path);
                problems
                    .add(&value.place, format!("`{key}` must be a table's name or a list"))
                    .found(other.described())
                    .expected(expected);
            }
        }
        None
    }

    fn schema(definitions: &mut Definitions) -> Json {
        let tables = SYMBOL_TABLES
            .iter()
            .map(|table| json!({ "const": table.name, "description": table.summary }));
        let mut choices: Vec<Json> = tables.collect();
        choices.push(List::<Whole<0, 10_000_000>>::schema(definitions));
        json!({ "oneOf": choices })
    }
}

/// A fraction below 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Fraction(pub(crate) CodeRate);

impl Shape for Fraction {
    fn read(value: &At<Value>, problems: &mut Problems<'_>) -> Option<Self> {
        let rate = match &value.value {
            Value::Text(text) => text.split_once('/').and_then(|(of, coded)| {
                let part = |part: &str| part.parse::<u32>().ok().filter(|part| *part > 0);
                Some(CodeRate { of: part(of)?, coded: part(coded)? })
            }),
            _ => None,
        };
        if let Some(rate) = rate.filter(|rate| rate.of < rate.coded && rate.coded <= 1000) {
            return Some(Self(rate));
        }
        let key = last_key(&value.place.path);
        problems
            .add(&value.place, format!("`{key}` is not a code rate"))
            .found(value.value.described())
            .expected("a fraction below 1, such as \"1/6\"");
        None
    }

    fn schema(_: &mut Definitions) -> Json {
        json!({ "type": "string", "pattern": "^[0-9]+/[0-9]+$", "examples": ["1/6"] })
    }
}

/// HARQ as a scenario file has it.
pub(crate) fn printed(config: &HarqConfig) -> Json {
    let mut table = match &config.scheme {
        Scheme::IncrementalRedundancy { symbols } => {
            let kind = name_of(HarqKind::IncrementalRedundancy);
            match symbols {
                Symbols::Table(table) => json!({ "kind": kind, "symbols": table.name }),
                Symbols::List(list) => json!({ "kind": kind, "symbols": list }),
            }
        }
        Scheme::Adaptive { targets } => {
            json!({ "kind": name_of(HarqKind::Adaptive), "targets": targets })
        }
        Scheme::ChaseCombining { symbols } => {
            json!({ "kind": name_of(HarqKind::ChaseCombining), "symbols": symbols })
        }
    };
    let CodeRate { of, coded } = config.code_rate;
    table["reference_snr"] = json!(print_real(config.reference_es_n0_db, "dB"));
    table["retransmissions"] = json!(config.retransmissions);
    table["information_bits"] = json!(config.information_bits);
    table["code_rate"] = json!(format!("{of}/{coded}"));
    table["threshold"] = json!(print_real(config.threshold_es_n0_db, "dB"));
    table["decoding_delay"] = json!(print_duration(config.decoding_delay));
    table["accounting"] = json!(name_of(config.accounting));
    table
}
