//! Incremental redundancy with a fixed plan: each transmission has symbols that were not sent
//! before, in numbers given by a table or a list.

use skyseam_params::values::Count;
use skyseam_params::{Keys, Problems, parameters};

use super::symbols::{SymbolTable, Symbols, TRANSMISSIONS};
use super::{Code, CodeRate, HarqKeys, HarqScheme, Plan, Process};

parameters! {
    /// Type II with a fixed number of symbols for each transmission: further symbols of the mother
    /// code.
    pub struct IncrementalRedundancy "incremental-redundancy"
    from "Tauran et al., IEEE WiSATS 2017 and J. Spacecraft and Rockets 2019; their tables",
    check together {
        /// Number of symbols of each transmission, QPSK with two coded bits each: the name of a
        /// table, whose row is that of the reference SNR (interpolated linearly between rows,
        /// rejected outside of the table), or a list with one number for each transmission.
        symbols: Symbols = Symbols::Table(SymbolTable::usual()),
        /// Maximum number of retransmissions of a packet. Default: the number that `symbols`
        /// provides.
        retransmissions: Option<Count<0, 15>> = None,
        /// Number of information bits of a codeword. Default: those of the table, else 8920.
        information_bits: Option<Count<8, 1_000_000>> = None,
    }
}

impl IncrementalRedundancy {
    /// Number of transmissions for which there are symbols.
    fn transmissions(&self) -> usize {
        match &self.symbols {
            Symbols::Table(_) => TRANSMISSIONS,
            Symbols::List(list) => list.len(),
        }
    }

    fn together(&mut self, keys: &Keys, problems: &mut Problems<'_>) {
        let most = self.transmissions();
        if let Some(given) = self.retransmissions {
            let wanted = given as usize + 1;
            let is_list = matches!(self.symbols, Symbols::List(_));
            if wanted > most || (is_list && wanted != most) {
                problems
                    .add(
                        &keys.at("retransmissions"),
                        "`retransmissions` and `symbols` do not agree",
                    )
                    .found(format!("{given} retransmissions, and symbols of {most} transmissions"))
                    .expected("symbols for one more transmission than retransmissions");
            }
        }
        if let (Symbols::Table(table), Some(bits)) = (&self.symbols, self.information_bits)
            && bits != table.information_bits
        {
            problems
                .add(
                    &keys.at("information_bits"),
                    "`information_bits` is not that of the symbol table",
                )
                .found(format!("{bits} bits, and \"{}\"", table.name))
                .expected(format!("{} bits, or `symbols` as a list", table.information_bits));
        }
        self.retransmissions = Some(self.retransmissions());
        self.information_bits = Some(self.information_bits());
    }
}

impl HarqScheme for IncrementalRedundancy {
    fn plan(&self, code: &Code<'_>) -> Box<dyn Plan> {
        let reference = code.reference_es_n0_db;
        Box::new(FixedPlan(match &self.symbols {
            Symbols::Table(table) => {
                table.row(reference).expect("a reference within the table").to_vec()
            }
            Symbols::List(list) => list.clone(),
        }))
    }

    fn retransmissions(&self) -> u32 {
        self.retransmissions.unwrap_or(self.transmissions() as u32 - 1)
    }

    fn information_bits(&self) -> u32 {
        let usual = match &self.symbols {
            Symbols::Table(table) => table.information_bits,
            Symbols::List(_) => super::USUAL_BITS,
        };
        self.information_bits.unwrap_or(usual)
    }

    fn check_with(&self, harq: &HarqKeys, keys: &Keys, problems: &mut Problems<'_>) {
        let Symbols::Table(table) = &self.symbols else { return };
        if table.row(harq.reference_snr).is_none() {
            problems
                .add(
                    &keys.at("reference_snr"),
                    format!("the symbol table \"{}\" has no row for it", table.name),
                )
                .found(format!("{} dB", harq.reference_snr))
                .expected(format!(
                    "a reference SNR from {} dB to {} dB",
                    table.first_db,
                    table.last_db()
                ))
                .help("give `symbols` as a list, or use the kind \"adaptive\"");
        }
        if harq.code_rate != CodeRate::SIXTH {
            problems
                .add(
                    &keys.at("code_rate"),
                    "the symbol tables belong to the mother code of rate 1/6",
                )
                .expected("\"1/6\", or `symbols` as a list");
        }
    }
}

/// Fixed number of symbols of each transmission.
#[derive(Debug)]
struct FixedPlan(Vec<u32>);

impl Plan for FixedPlan {
    fn symbols(&self, process: &Process) -> u32 {
        self.0[process.transmissions as usize]
    }

    fn transmissions(&self) -> usize {
        self.0.len()
    }
}
