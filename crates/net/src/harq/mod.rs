//! HARQ: what becomes of a packet sent over a fading channel, transmission by transmission.
//!
//! Owns what a reception is worth, when a packet is decoded and how much is sent next; the state of
//! a packet is a plain value ([`Process`]). Knows no events and no links: who moves transmissions
//! and requests is the world of `sim`, and the levels come from [`crate::channel`]. A scheme is a
//! variant of [`Scheme`] and a line in [`HARQ_SCHEMES`].

mod adaptive;
pub mod mutual_information;
pub mod symbols;

use skyseam_base::{Duration, math};
use skyseam_params::names::{Choice, Named, choice};

use mutual_information::{Capacity, ratio};
use symbols::SymbolTable;

/// How packets are coded, decoded and repeated. One codeword carries one IP packet.
#[derive(Clone, Debug, PartialEq)]
pub struct HarqConfig {
    /// What is sent when.
    pub scheme: Scheme,
    /// Information bits of a codeword.
    pub information_bits: u32,
    /// Rate of the mother code: what all its symbols together have.
    pub code_rate: CodeRate,
    /// Es/N0 at which the whole mother codeword, QPSK, can just be decoded, dB.
    pub threshold_es_n0_db: f64,
    /// Es/N0 received over an unobstructed line of sight (level 0 dB of the channel), dB.
    pub reference_es_n0_db: f64,
    /// How often a packet is repeated, or added to, at most.
    pub retransmissions: u32,
    /// From the end of a reception to the verdict.
    pub decoding_delay: Duration,
    /// What a packet's first transmission costs.
    pub accounting: Accounting,
}

/// A code rate as a fraction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CodeRate {
    /// Information bits of
    pub of: u32,
    /// so many coded ones.
    pub coded: u32,
}

/// What is sent when.
#[derive(Clone, Debug, PartialEq)]
pub enum Scheme {
    /// Type II: each transmission has symbols that none before had, a number that is laid down.
    IncrementalRedundancy {
        /// How many.
        symbols: Symbols,
    },
    /// Type II: each transmission has as many further symbols as are missing.
    Adaptive {
        /// Probability with which each transmission is to be the last, counted from the first on,
        /// ascending; 1 stands for all that is left. One more than there are retransmissions.
        targets: Vec<f64>,
    },
    /// Type I with soft combining: each transmission has the same symbols again (D. Chase, IEEE
    /// Trans. Commun. 33(5), 1985).
    ChaseCombining {
        /// How many.
        symbols: u32,
    },
}

/// Symbols of each transmission.
#[derive(Clone, Debug, PartialEq)]
pub enum Symbols {
    /// By the reference Es/N0.
    Table(&'static SymbolTable),
    /// These, one more than there are retransmissions.
    List(Vec<u32>),
}

/// What a packet's first transmission costs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Accounting {
    /// The IP packet and the coded bits, one after the other.
    Papers,
    /// The coded bits.
    CodedBits,
}

/// A scheme as scenarios and documentation know it.
#[derive(Clone, Debug)]
pub struct HarqEntry {
    /// Name in scenario files.
    pub name: &'static str,
    /// One line of what it does.
    pub summary: &'static str,
    /// Where it is defined.
    pub source: &'static str,
}

/// Every scheme there is.
pub const HARQ_SCHEMES: &[HarqEntry] = &[
    HarqEntry {
        name: "incremental-redundancy",
        summary: "type II: further symbols of the mother code, as many as a table or list says",
        source: "Tauran et al., IEEE WiSATS 2017 and J. Spacecraft and Rockets 2019; their tables",
    },
    HarqEntry {
        name: "adaptive",
        summary: "type II: as many further symbols as are missing, for a target probability",
        source: "after Ali Ahmad et al., IEEE ASMS/SPSC 2014, as Tauran et al. describe it",
    },
    HarqEntry {
        name: "chase-combining",
        summary: "type I: the same symbols again, combined by their signal-to-noise ratios",
        source: "Chase 1985, IEEE Trans. Commun. 33(5), 385",
    },
];

impl HarqConfig {
    /// QPSK symbols of the mother codeword, two coded bits each.
    pub fn mother_symbols(&self) -> u32 {
        let coded = u64::from(self.information_bits) * u64::from(self.code_rate.coded)
            / u64::from(self.code_rate.of);
        u32::try_from(coded / 2).unwrap_or(u32::MAX).max(1)
    }
}

/// What HARQ a link has, worked out once; the packets' own state is in [`Process`].
#[derive(Debug)]
pub struct Harq {
    capacity: Capacity,
    plan: Plan,
    mother_symbols: f64,
    /// Mutual information at which a packet is decoded, bits per symbol of the mother codeword.
    threshold: f64,
    reference_es_n0_db: f64,
    retransmissions: u32,
    decoding_delay: Duration,
    accounting: Accounting,
}

/// How many symbols are sent next.
#[derive(Debug)]
enum Plan {
    Fixed(Vec<u32>),
    Adaptive(adaptive::Adaptive),
    Same(u32),
}

/// A packet on its way through HARQ.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Process {
    /// Symbols of the transmission that is under way.
    pub symbols: u32,
    /// Symbols of all that were received.
    pub symbols_received: u32,
    /// Transmissions received.
    pub transmissions: u32,
    /// Accumulated mutual information, bits per symbol of the mother codeword.
    pub mutual_information: f64,
    /// Sum of Es/N0 over the transmissions, a plain ratio.
    es_n0: f64,
}

/// What a reception leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The packet is decoded.
    Decoded,
    /// The next transmission is asked for.
    Again,
    /// It is not, and there is no further transmission.
    GaveUp,
}

impl Harq {
    /// What `config` describes, over a channel that exceeds the level `exceeded(p)` with
    /// probability p.
    ///
    /// # Panics
    /// When the reference Es/N0 is outside the symbol table, or a list has not one entry for each
    /// transmission: both are checked where a configuration is made.
    pub fn new(config: &HarqConfig, exceeded: &dyn Fn(f64) -> f64) -> Self {
        let capacity = Capacity::qpsk();
        let reference = config.reference_es_n0_db;
        let mother_symbols = f64::from(config.mother_symbols());
        let threshold = capacity.at(config.threshold_es_n0_db);
        let plan = match &config.scheme {
            Scheme::IncrementalRedundancy { symbols: Symbols::Table(table) } => {
                Plan::Fixed(table.row(reference).expect("a reference within the table").to_vec())
            }
            Scheme::IncrementalRedundancy { symbols: Symbols::List(list) } => {
                Plan::Fixed(list.clone())
            }
            Scheme::Adaptive { targets } => {
                let worth = |p: f64| capacity.at(reference + exceeded(p));
                let worth = targets.iter().map(|&p| (p < 1.0).then(|| worth(p))).collect();
                Plan::Adaptive(adaptive::Adaptive::new(worth, config.mother_symbols(), threshold))
            }
            Scheme::ChaseCombining { symbols } => Plan::Same(*symbols),
        };
        let harq = Self {
            capacity,
            plan,
            mother_symbols,
            threshold,
            reference_es_n0_db: reference,
            retransmissions: config.retransmissions,
            decoding_delay: config.decoding_delay,
            accounting: config.accounting,
        };
        let counts = match &harq.plan {
            Plan::Fixed(symbols) => symbols.len(),
            Plan::Adaptive(adaptive) => adaptive.transmissions(),
            Plan::Same(_) => usize::MAX,
        };
        assert!(counts > config.retransmissions as usize, "symbols for every transmission");
        harq
    }

    /// A packet before its first transmission.
    pub fn begin(&self) -> Process {
        let fresh = Process {
            symbols: 0,
            symbols_received: 0,
            transmissions: 0,
            mutual_information: 0.0,
            es_n0: 0.0,
        };
        Process { symbols: self.next_symbols(&fresh), ..fresh }
    }

    fn next_symbols(&self, process: &Process) -> u32 {
        let number = process.transmissions as usize;
        match &self.plan {
            Plan::Fixed(symbols) => symbols[number],
            Plan::Adaptive(adaptive) => {
                adaptive.symbols(number, process.mutual_information, process.symbols_received)
            }
            Plan::Same(symbols) => *symbols,
        }
    }

    /// Receives the transmission under way at a level of `level_db`; minus infinity where nothing
    /// of it came. Where another one follows, `process` is that one's.
    pub fn receive(&self, process: &mut Process, level_db: f64) -> Verdict {
        let es_n0_db = self.reference_es_n0_db + level_db;
        let share = f64::from(process.symbols) / self.mother_symbols;
        process.transmissions += 1;
        process.symbols_received += process.symbols;
        if let Plan::Same(_) = self.plan {
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
            process.symbols = self.next_symbols(process);
            Verdict::Again
        }
    }

    /// Mutual information at which a packet is decoded, bits per symbol of the mother codeword.
    pub fn threshold(&self) -> f64 {
        self.threshold
    }

    /// From the end of a reception to the verdict.
    pub fn decoding_delay(&self) -> Duration {
        self.decoding_delay
    }

    /// Bytes of link time of a transmission of `process`, the first one being that of an IP packet
    /// of `size` bytes with `framing`. What is added later has no framing.
    pub fn frame_bytes(&self, process: &Process, size: u32, framing: u32) -> u32 {
        // Two coded bits a symbol.
        let coded = process.symbols.div_ceil(4);
        match self.accounting {
            _ if process.transmissions > 0 => coded,
            Accounting::Papers => size + framing + coded,
            Accounting::CodedBits => framing + coded,
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

#[cfg(test)]
mod tests;
