//! HARQ: the decoding of a packet sent over a fading channel, transmission by transmission.
//!
//! Owns the information of a reception, when a packet is decoded and how much is sent next; the
//! state of a packet is a plain value ([`Process`]). Knows no events and no links: the world of
//! `sim` moves transmissions and requests, and levels come from [`crate::channel`]. A scheme is one
//! file here, parameters included, and one line in the registry below, from which reader, messages,
//! schema and manifest are made.

mod adaptive;
mod chase;
pub mod mutual_information;
mod redundancy;
pub mod symbols;

use std::sync::Arc;

use serde_json::{Value as Json, json};
use skyseam_base::{Duration, math};
use skyseam_params::names::{Choice, Named, choice};
use skyseam_params::shape::last_key;
use skyseam_params::values::Span;
use skyseam_params::{
    At, Definitions, Keys, Model, Parameter, Parameters, Problems, Shape, Value, parameters,
    registry,
};

use crate::channel::values::Level;
use mutual_information::{Capacity, ratio};

pub use adaptive::Adaptive;
pub use chase::ChaseCombining;
pub use redundancy::IncrementalRedundancy;
pub use symbols::Symbols;

/// Default number of information bits of a codeword: that of the papers on TCP.
const USUAL_BITS: u32 = 8920;

/// A HARQ scheme: its parameters, and the plan that they make.
pub trait HarqScheme: Parameters {
    /// How many symbols each transmission has.
    fn plan(&self, code: &Code<'_>) -> Box<dyn Plan>;

    /// The most retransmissions of a packet, of the same symbols or of further ones.
    fn retransmissions(&self) -> u32;

    /// Information bits of a codeword.
    fn information_bits(&self) -> u32;

    /// Notes what is wrong with its parameters together with the common keys.
    fn check_with(&self, _harq: &HarqKeys, _keys: &Keys, _problems: &mut Problems<'_>) {}
}

/// The code and the channel that a plan is made for.
#[derive(Clone, Copy)]
pub struct Code<'a> {
    /// Mutual information per symbol, by Es/N0.
    pub capacity: &'a Capacity,
    /// Es/N0 received over an unobstructed line of sight, dB.
    pub reference_es_n0_db: f64,
    /// Symbols of the mother codeword.
    pub mother_symbols: u32,
    /// Mutual information at which a packet is decoded, bits per symbol of the mother codeword.
    pub threshold: f64,
    /// The level, dB, that the channel exceeds with a given probability.
    pub exceeded: &'a dyn Fn(f64) -> f64,
}

/// How many symbols are sent next.
pub trait Plan: std::fmt::Debug + Send + Sync {
    /// Symbols of the transmission that follows those `process` has received.
    fn symbols(&self, process: &Process) -> u32;

    /// Number of transmissions for which it has symbols.
    fn transmissions(&self) -> usize;

    /// Whether receptions add up as signal-to-noise ratios instead of as mutual information.
    fn adds_ratios(&self) -> bool {
        false
    }
}

parameters! {
    /// What every scheme has beside its own.
    pub struct HarqKeys {
        /// Es/N0 received over an unobstructed line of sight, that is at a level of 0 dB.
        reference_snr: Level,
        /// Rate of the mother code: what all its symbols together have.
        code_rate: CodeRate = CodeRate::SIXTH,
        /// Es/N0 at which the whole mother codeword, QPSK, can just be decoded.
        threshold: Level = -4.8612,
        /// Time from the end of a reception to the result of its decoding.
        decoding_delay: Span = Duration::ZERO,
        /// What a packet's first transmission costs.
        accounting: Accounting = Accounting::Papers,
        /// What becomes of packets that are longer than the information bits of a codeword.
        packets: Packets = Packets::Whole,
    }
}

impl HarqKeys {
    /// The usual ones at a reference Es/N0, dB.
    pub fn at(reference_snr: f64) -> Self {
        Self {
            reference_snr,
            code_rate: CodeRate::SIXTH,
            threshold: -4.8612,
            decoding_delay: Duration::ZERO,
            accounting: Accounting::Papers,
            packets: Packets::Whole,
        }
    }
}

registry! {
    /// How packets over a fading channel are coded, decoded and repeated.
    dyn HarqScheme "Harq" is "a kind of HARQ" at "links.*.harq.kind" by "kind" with HarqKeys,
    check check_with {
        IncrementalRedundancy,
        Adaptive,
        ChaseCombining,
    }
    pub fn built_in;
    pub fn member;
}

/// How packets are coded, decoded and repeated.
#[derive(Clone, Debug, PartialEq)]
pub struct HarqConfig {
    /// Which symbols are sent when.
    pub scheme: Model<dyn HarqScheme>,
    /// The code, its reference and its costs.
    pub keys: HarqKeys,
}

impl HarqConfig {
    /// A scheme at a reference Es/N0, dB.
    pub fn of(scheme: impl HarqScheme, reference_snr: f64) -> Self {
        Self { scheme: Model::new(Arc::new(scheme)), keys: HarqKeys::at(reference_snr) }
    }
}

/// A code rate as a fraction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CodeRate {
    /// Information bits
    pub of: u32,
    /// per this many coded bits.
    pub coded: u32,
}

impl CodeRate {
    /// The rate of the papers' mother code.
    pub(crate) const SIXTH: Self = Self { of: 1, coded: 6 };
}

impl Shape for CodeRate {
    fn read(value: &At<Value>, problems: &mut Problems<'_>) -> Option<Self> {
        let rate = match &value.value {
            Value::Text(text) => text.split_once('/').and_then(|(of, coded)| {
                let part = |part: &str| part.parse::<u32>().ok().filter(|part| *part > 0);
                Some(CodeRate { of: part(of)?, coded: part(coded)? })
            }),
            _ => None,
        };
        if let Some(rate) = rate.filter(|rate| rate.of < rate.coded && rate.coded <= 1000) {
            return Some(rate);
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

impl Parameter for CodeRate {
    type Own = Self;

    fn own(self) -> Self {
        self
    }

    fn print(own: &Self) -> Json {
        json!(format!("{}/{}", own.of, own.coded))
    }
}

/// What a packet's first transmission costs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Accounting {
    /// The IP packet and the coded bits, one after the other.
    Papers,
    /// The coded bits.
    CodedBits,
}

/// What becomes of packets that are longer than the information bits of a codeword.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Packets {
    /// They are refused with the scenario: one codeword carries one packet.
    Whole,
    /// Each is divided into as few codewords as hold it.
    Split,
}

impl HarqConfig {
    /// QPSK symbols of the mother codeword, two coded bits each.
    pub(crate) fn mother_symbols(&self) -> u32 {
        let coded = u64::from(self.scheme.information_bits())
            * u64::from(self.keys.code_rate.coded)
            / u64::from(self.keys.code_rate.of);
        u32::try_from(coded / 2).unwrap_or(u32::MAX).max(1)
    }
}

/// HARQ on a link, with its constants computed; the state of each packet is in [`Process`].
#[derive(Debug)]
pub struct Harq {
    capacity: Capacity,
    plan: Box<dyn Plan>,
    mother_symbols: f64,
    /// Mutual information at which a packet is decoded, bits per symbol of the mother codeword.
    threshold: f64,
    reference_es_n0_db: f64,
    retransmissions: u32,
    decoding_delay: Duration,
    accounting: Accounting,
    /// Where packets are split: information bits of a codeword.
    split_at: Option<u32>,
}

/// A codeword on its way through HARQ.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Process {
    /// Symbols of the transmission in progress.
    pub symbols: u32,
    /// Symbols of all transmissions received.
    pub symbols_received: u32,
    /// Transmissions received.
    pub transmissions: u32,
    /// Accumulated mutual information, bits per symbol of the mother codeword.
    pub mutual_information: f64,
    /// Sum of Es/N0 over the transmissions, a plain ratio.
    es_n0: f64,
}

/// The result of a reception.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The packet is decoded.
    Decoded,
    /// The next transmission is requested.
    Again,
    /// The packet is not decoded, and there is no further transmission.
    GaveUp,
}

impl Harq {
    /// HARQ by `config`, over a channel that exceeds the level `exceeded(p)` (dB) with probability
    /// p.
    ///
    /// # Panics
    /// When the reference Es/N0 is outside the symbol table, or a list does not have one entry for
    /// each transmission: both are checked where a configuration is made.
    pub fn new(config: &HarqConfig, exceeded: &dyn Fn(f64) -> f64) -> Self {
        let capacity = Capacity::qpsk();
        let keys = &config.keys;
        let reference = keys.reference_snr;
        let mother_symbols = config.mother_symbols();
        let threshold = capacity.at(keys.threshold);
        let plan = config.scheme.plan(&Code {
            capacity: &capacity,
            reference_es_n0_db: reference,
            mother_symbols,
            threshold,
            exceeded,
        });
        let retransmissions = config.scheme.retransmissions();
        let counts = plan.transmissions();
        assert!(counts > retransmissions as usize, "symbols for every transmission");
        Self {
            capacity,
            plan,
            mother_symbols: f64::from(mother_symbols),
            threshold,
            reference_es_n0_db: reference,
            retransmissions,
            decoding_delay: keys.decoding_delay,
            accounting: keys.accounting,
            split_at: match keys.packets {
                Packets::Whole => None,
                Packets::Split => Some(config.scheme.information_bits()),
            },
        }
    }

    /// How many codewords carry an IP packet of `size` bytes.
    pub fn codewords(&self, size: u32) -> u32 {
        let bits = 8 * u64::from(size);
        let codewords = self.split_at.map_or(1, |most| bits.div_ceil(u64::from(most)));
        u32::try_from(codewords).unwrap_or(u32::MAX).max(1)
    }

    /// A codeword before its first transmission.
    pub fn begin(&self) -> Process {
        let fresh = Process {
            symbols: 0,
            symbols_received: 0,
            transmissions: 0,
            mutual_information: 0.0,
            es_n0: 0.0,
        };
        Process { symbols: self.plan.symbols(&fresh), ..fresh }
    }

    /// Receives the transmission in progress at a level of `level_db`; minus infinity if nothing of
    /// it was received. If another one follows, `process` then describes that one.
    pub fn receive(&self, process: &mut Process, level_db: f64) -> Verdict {
        let es_n0_db = self.reference_es_n0_db + level_db;
        let share = f64::from(process.symbols) / self.mother_symbols;
        process.transmissions += 1;
        process.symbols_received += process.symbols;
        if self.plan.adds_ratios() {
            process.es_n0 += ratio(es_n0_db);
            let combined = self.capacity.at(10.0 * math::log10(process.es_n0));
            process.mutual_information = combined * share;
        } else {
            process.mutual_information += self.capacity.at(es_n0_db) * share;
        }
        if process.mutual_information >= self.threshold {
            Verdict::Decoded
        } else if process.transmissions > self.retransmissions {
            Verdict::GaveUp
        } else {
            process.symbols = self.plan.symbols(process);
            Verdict::Again
        }
    }

    /// Mutual information at which a packet is decoded, bits per symbol of the mother codeword.
    pub fn threshold(&self) -> f64 {
        self.threshold
    }

    /// Time from the end of a reception to its result.
    pub fn decoding_delay(&self) -> Duration {
        self.decoding_delay
    }

    /// Bytes of link time of a transmission of `process`, the first one being that of an IP packet
    /// of `size` bytes with `framing` in all its codewords. What is added later is of one codeword
    /// and has no framing.
    pub fn frame_bytes(&self, process: &Process, size: u32, framing: u32) -> u32 {
        // Two coded bits per symbol.
        let coded = process.symbols.div_ceil(4);
        match self.accounting {
            _ if process.transmissions > 0 => coded,
            Accounting::Papers => size + framing + coded * self.codewords(size),
            Accounting::CodedBits => framing + coded * self.codewords(size),
        }
    }
}

impl Named for Accounting {
    const WHAT: &'static str = "an accounting of link time";
    fn choices() -> Vec<Choice<Self>> {
        vec![
            choice(
                Self::Papers,
                "papers",
                "the IP packet, its framing and the coded bits after it",
                "Tauran et al. 2019, as their module has it",
            ),
            choice(
                Self::CodedBits,
                "coded-bits",
                "the coded bits and the framing: the packet is in them",
                "what a link sends",
            ),
        ]
    }
}

impl Named for Packets {
    const WHAT: &'static str = "what becomes of long packets";
    fn choices() -> Vec<Choice<Self>> {
        vec![
            choice(
                Self::Whole,
                "whole",
                "one codeword carries one packet; a scenario with longer ones is refused",
                "Tauran et al. 2019",
            ),
            choice(
                Self::Split,
                "split",
                "as few equal codewords as hold a packet, each repeated by itself; the packet \
                 arrives once all are decoded",
                "segmentation of radio link control, 3GPP TS 38.322 Sec. 5.2, without headers",
            ),
        ]
    }
}

#[cfg(test)]
mod tests;
