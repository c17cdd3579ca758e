//! HARQ: the decoding of a packet sent over a fading channel, transmission by transmission.
//!
//! Owns the information gained by a reception, the decision whether a packet is decoded and the
//! size of the next transmission; the state of a packet is a plain value ([`Process`]). Knows no
//! events and no links: the world of `sim` moves transmissions and requests, and levels come from
//! [`crate::channel`]. A scheme is one file here, including its parameters, and one line in the
//! registry below, from which reader, messages, schema and manifest are made.

mod adaptive;
mod chase;
pub mod mutual_information;
mod processes;
mod redundancy;
pub mod symbols;

use std::sync::Arc;

use serde_json::{Value as Json, json};
use skyseam_base::{Duration, SimTime, math};
use skyseam_params::names::{Choice, Named, choice};
use skyseam_params::shape::last_key;
use skyseam_params::values::{Count, Span};
use skyseam_params::{
    Definitions, Keys, Model, Parameter, Parameters, Problems, Shape, Spanned, Value, parameters,
    registry,
};

use crate::channel::values::Level;
use crate::rlc::RlcConfig;
use mutual_information::{Capacity, ratio};

pub use adaptive::Adaptive;
pub use chase::ChaseCombining;
pub use processes::{Feedback, Processes};
pub use redundancy::IncrementalRedundancy;
pub use symbols::Symbols;

/// Default number of information bits of a codeword, from the papers on TCP.
const USUAL_BITS: u32 = 8920;

/// A HARQ scheme: its parameters, and the plan that they define.
pub trait HarqScheme: Parameters {
    /// Creates the plan of the sizes of transmissions.
    fn plan(&self, code: &Code<'_>) -> Box<dyn Plan>;

    /// Maximum number of retransmissions of a packet, of the same symbols or of further ones.
    fn retransmissions(&self) -> u32;

    /// Number of information bits of a codeword.
    fn information_bits(&self) -> u32;

    /// Reports what is wrong with the parameters together with the common keys.
    fn check_with(&self, _harq: &HarqKeys, _keys: &Keys, _problems: &mut Problems<'_>) {}
}

/// The code and the channel that a plan is made for.
#[derive(Clone, Copy)]
pub struct Code<'a> {
    /// Mutual information per symbol as a function of Es/N0.
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

/// Sizes of the transmissions of a packet.
pub trait Plan: std::fmt::Debug + Send + Sync {
    /// Number of symbols of the transmission that follows those `process` has received.
    fn symbols(&self, process: &Process) -> u32;

    /// Number of transmissions for which the plan has symbols.
    fn transmissions(&self) -> usize;

    /// Whether receptions add their signal-to-noise ratios (Chase combining), not their mutual
    /// information.
    fn adds_ratios(&self) -> bool {
        false
    }
}

parameters! {
    /// Keys of every scheme.
    pub struct HarqKeys {
        /// Es/N0 received over an unobstructed line of sight, at a level of 0 dB. Beside a
        /// `link_budget`, which gives that, only the one for which `symbols` by name and `targets`
        /// are chosen.
        reference_snr: Level,
        /// Rate of the mother code, which all its symbols together have.
        code_rate: CodeRate = CodeRate::SIXTH,
        /// Minimum Es/N0 at which the whole mother codeword, QPSK, can be decoded.
        threshold: Level = -4.8612,
        /// Time from the end of a reception to the result of its decoding.
        decoding_delay: Span = Duration::ZERO,
        /// Cost of a packet's first transmission.
        accounting: Accounting = Accounting::Papers,
        /// Treatment of packets that are longer than the information bits of a codeword.
        packets: LongPackets = LongPackets::Whole,
        /// Number of HARQ processes for each receiver (`nrofHARQ-ProcessesForPDSCH` of 3GPP TS
        /// 38.331: 16, over satellites up to 32). A process is in use from the start of a
        /// codeword until its feedback is at the sender. Default: any number.
        processes: Option<Count<1, 4096>>,
        /// Number of these processes whose feedback is disabled
        /// (`downlinkHARQ-FeedbackDisabled` of TS 38.331): a codeword is sent once, without
        /// retransmission, and the process is free at the end of its transmission. A codeword
        /// takes one of them if all others are in use.
        feedback_disabled: Count<0, 4096> = 0,
        /// Minimum time from the start of a transmission to its feedback (`cellSpecificKoffset` of
        /// TS 38.331, there in ms, with K1 of TS 38.213 Sec. 9.2.3 added). Default: feedback comes
        /// after the round trip of the instant.
        k_offset: Option<Span>,
        /// Round trip between the satellite and the uplink time synchronization reference point,
        /// by which feedback is later, such as that of a feeder link (`ta-Common` of TS 38.331,
        /// a part of the timing advance of TS 38.211 Sec. 4.3.1).
        ta_common: Span = Duration::ZERO,
        /// Round trip between that point and the base station, by which feedback is later (`kmac`
        /// of TS 38.331).
        k_mac: Span = Duration::ZERO,
    }
}

impl HarqKeys {
    /// Default keys with a reference Es/N0, dB.
    pub fn at(reference_snr: f64) -> Self {
        Self {
            reference_snr,
            code_rate: CodeRate::SIXTH,
            threshold: -4.8612,
            decoding_delay: Duration::ZERO,
            accounting: Accounting::Papers,
            packets: LongPackets::Whole,
            processes: None,
            feedback_disabled: 0,
            k_offset: None,
            ta_common: Duration::ZERO,
            k_mac: Duration::ZERO,
        }
    }

    /// Reports more processes without feedback than there are processes.
    pub(crate) fn check_processes(&self, keys: &Keys, problems: &mut Problems<'_>) {
        let most = self.processes.unwrap_or(0);
        if self.feedback_disabled <= most {
            return;
        }
        let problem = problems
            .add(&keys.at("feedback_disabled"), "`feedback_disabled` is more than `processes`")
            .found(match self.processes {
                Some(most) => format!("{} of {most}", self.feedback_disabled),
                None => format!("{}, and no `processes`", self.feedback_disabled),
            })
            .expected("at most the number of `processes`");
        if self.processes.is_none() {
            problem.help("add `processes`, such as processes = 32");
        }
    }
}

registry! {
    /// Coding, decoding and retransmission of packets over a fading channel.
    dyn HarqScheme "Harq" is "a kind of HARQ" at "links.*.harq.kind" with HarqKeys,
    check check_with {
        IncrementalRedundancy,
        Adaptive,
        ChaseCombining,
    }
    pub fn built_in;
    pub fn member;
}

/// Coding, decoding and retransmission of packets.
#[derive(Clone, Debug, PartialEq)]
pub struct HarqConfig {
    /// Scheme that chooses the symbols of each transmission.
    pub scheme: Model<dyn HarqScheme>,
    /// Code, reference level and costs.
    pub keys: HarqKeys,
}

impl HarqConfig {
    /// A scheme with a reference Es/N0, dB.
    pub fn of(scheme: impl HarqScheme, reference_snr: f64) -> Self {
        Self { scheme: Model::new(Arc::new(scheme)), keys: HarqKeys::at(reference_snr) }
    }
}

/// A code rate as a fraction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CodeRate {
    /// Number of information bits.
    pub of: u32,
    /// Number of coded bits per `of` information bits.
    pub coded: u32,
}

impl CodeRate {
    /// Rate of the mother code in the papers.
    pub(crate) const SIXTH: Self = Self { of: 1, coded: 6 };
}

impl Shape for CodeRate {
    fn read(value: &Spanned<Value>, problems: &mut Problems<'_>) -> Option<Self> {
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

/// Cost of a packet's first transmission.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Accounting {
    /// The IP packet followed by the coded bits.
    Papers,
    /// Only the coded bits.
    CodedBits,
}

/// Treatment of packets that are longer than the information bits of a codeword.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LongPackets {
    /// The scenario is rejected: one codeword carries one packet.
    Whole,
    /// Each packet is segmented into the fewest codewords that hold it.
    Split,
}

impl HarqConfig {
    /// Number of QPSK symbols of the mother codeword, two coded bits each.
    pub(crate) fn mother_symbols(&self) -> u32 {
        let coded = u64::from(self.scheme.information_bits())
            * u64::from(self.keys.code_rate.coded)
            / u64::from(self.keys.code_rate.of);
        u32::try_from(coded / 2).unwrap_or(u32::MAX).max(1)
    }
}

/// HARQ on a link, with its precomputed constants; [`Process`] has the state of each packet.
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
    /// Number of information bits of a codeword, if packets are segmented.
    split_at: Option<u32>,
    /// Processes of a receiver, none of them in use; `None` if any number is.
    processes: Option<Processes>,
    k_offset: Duration,
    ta_common: Duration,
    k_mac: Duration,
    /// Radio link control, whose headers are in the codewords.
    rlc: Option<RlcConfig>,
}

/// HARQ process of a codeword.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Process {
    /// Number of symbols of the transmission in progress.
    pub symbols: u32,
    /// Number of symbols of all transmissions received.
    pub symbols_received: u32,
    /// Number of transmissions received.
    pub transmissions: u32,
    /// Accumulated mutual information, bits per symbol of the mother codeword.
    pub mutual_information: f64,
    /// Sum of Es/N0 over the transmissions, as a ratio.
    es_n0: f64,
}

/// Number of codewords of `bits` information bits that carry a packet of `size` bytes, with the
/// headers of `rlc`.
pub(crate) fn codewords(size: u32, bits: u32, rlc: Option<&RlcConfig>) -> u32 {
    let header = |is_segmented| 8 * rlc.map_or(0, |rlc| rlc.header_bytes(is_segmented));
    let size = 8 * u64::from(size);
    if size + u64::from(header(false)) <= u64::from(bits) {
        return 1;
    }
    let each = bits.saturating_sub(header(true)).max(8);
    u32::try_from(size.div_ceil(u64::from(each))).unwrap_or(u32::MAX)
}

/// Result of a reception.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DecodingResult {
    /// The packet is decoded.
    Decoded,
    /// The next transmission is requested.
    Again,
    /// The packet is not decoded, and no further transmission follows.
    GaveUp,
}

impl Harq {
    /// Creates HARQ with `config`, over a channel that exceeds the level `exceeded(p)` (dB) with
    /// probability p.
    ///
    /// # Panics
    /// If the reference Es/N0 is outside the symbol table, or a list does not have one entry for
    /// each transmission: both are checked when a configuration is made.
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
                LongPackets::Whole => None,
                LongPackets::Split => Some(config.scheme.information_bits()),
            },
            processes: keys.processes.map(|all| Processes::new(all, keys.feedback_disabled)),
            k_offset: keys.k_offset.unwrap_or_default(),
            ta_common: keys.ta_common,
            k_mac: keys.k_mac,
            rlc: None,
        }
    }

    /// The processes for a receiver, none of them in use; `None` if any number is allowed.
    pub fn processes(&self) -> Option<Processes> {
        self.processes
    }

    /// Time at which feedback on a transmission that began at `began` is at the sender; over the
    /// link alone it would be there at `returned`.
    pub fn feedback_at(&self, began: SimTime, returned: SimTime) -> SimTime {
        let advanced = returned.saturating_add(self.ta_common);
        advanced.max(began.saturating_add(self.k_offset)).saturating_add(self.k_mac)
    }

    /// The same with the headers of RLC in every codeword.
    pub fn below(mut self, rlc: Option<&RlcConfig>) -> Self {
        self.rlc = rlc.cloned();
        self
    }

    /// Number of codewords that carry an IP packet of `size` bytes.
    pub fn codewords(&self, size: u32) -> u32 {
        self.split_at.map_or(1, |bits| codewords(size, bits, self.rlc.as_ref()))
    }

    /// Starts the process of a codeword.
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
    pub fn receive(&self, process: &mut Process, level_db: f64) -> DecodingResult {
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
            DecodingResult::Decoded
        } else if process.transmissions > self.retransmissions {
            DecodingResult::GaveUp
        } else {
            process.symbols = self.plan.symbols(process);
            DecodingResult::Again
        }
    }

    /// Time at which a report is at the sender that over the link alone would be there at
    /// `returned`.
    pub fn report_at(&self, returned: SimTime) -> SimTime {
        returned.saturating_add(self.ta_common).saturating_add(self.k_mac)
    }

    /// Mutual information at which a packet is decoded, bits per symbol of the mother codeword.
    pub fn threshold(&self) -> f64 {
        self.threshold
    }

    /// Time from the end of a reception to its result.
    pub fn decoding_delay(&self) -> Duration {
        self.decoding_delay
    }

    /// Link time of the transmission in progress, bytes, if it carries coded bits alone.
    pub fn coded_bytes(&self, process: &Process) -> u32 {
        // Two coded bits per symbol.
        process.symbols.div_ceil(4)
    }

    /// Link time of a transmission in bytes. The first transmission carries an IP packet of `size`
    /// bytes with `framing` in all its codewords; later ones carry one codeword without framing.
    pub fn frame_bytes(&self, process: &Process, size: u32, framing: u32) -> u32 {
        let coded = self.coded_bytes(process);
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

impl Named for LongPackets {
    const WHAT: &'static str = "handling of long packets";
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
