//! Number of symbols of each transmission of a packet: the tables of Tauran's ns-2 module.
//!
//! Source: the module `adaptive-harq.cc` released with B. Tauran's thesis (ISAE-SUPAERO, 2018),
//! with which the papers of 2017 to 2019 were computed. One row per dB of reference Es/N0, one
//! column per transmission. A row sums to the mother codeword of rate 1/6, except for two mistakes
//! of the module: at 8 dB, which is corrected unless the original is requested, and at 10 dB by 100
//! symbols of 26760.

use serde_json::{Value as Json, json};
use skyseam_params::error::short;
use skyseam_params::shape::{List, last_key};
use skyseam_params::values::Count;
use skyseam_params::{Definitions, Parameter, Problems, Shape, Spanned, Value};

/// Table of the symbols of four transmissions, by reference Es/N0.
#[derive(Debug, PartialEq, Eq)]
pub struct SymbolTable {
    /// Name in scenario files.
    pub name: &'static str,
    /// One-line summary.
    pub summary: &'static str,
    /// Number of information bits of the codewords it was made for.
    pub information_bits: u32,
    /// Es/N0 of the first row, dB; each further row is 1 dB higher.
    pub first_db: u32,
    /// Number of symbols of transmissions 1 to 4, by row.
    pub rows: &'static [[u32; TRANSMISSIONS]],
}

/// Number of transmissions in a table.
pub(crate) const TRANSMISSIONS: usize = 4;

/// All tables, in the order of the documentation.
pub(crate) const SYMBOL_TABLES: &[SymbolTable] = &[
    SymbolTable {
        name: "k8920",
        summary: "codewords of 8920 bits, 7 to 20 dB: the papers on TCP; 42 % are decoded at once",
        information_bits: 8920,
        first_db: 7,
        rows: &K8920,
    },
    SymbolTable {
        name: "k8920-as-printed",
        summary: "the same with the last entry at 8 dB as the module has it, which is that of 9 dB",
        information_bits: 8920,
        first_db: 7,
        rows: &K8920_AS_PRINTED,
    },
    SymbolTable {
        name: "k1680",
        summary: "codewords of 1680 bits, voice packets of 210 bytes, 7 to 13 dB",
        information_bits: 1680,
        first_db: 7,
        rows: &[
            [1275, 614, 1115, 1883],
            [1238, 633, 1093, 2074],
            [1192, 556, 972, 2318],
            [1145, 540, 979, 2373],
            [1127, 512, 1048, 2352],
            [1103, 465, 1019, 2451],
            [1083, 475, 984, 2496],
        ],
    },
    SymbolTable {
        name: "k1000",
        summary: "codewords of 1000 bits, 7 to 13 dB",
        information_bits: 1000,
        first_db: 7,
        rows: &[
            [759, 366, 664, 1121],
            [737, 377, 651, 1235],
            [710, 331, 579, 1380],
            [682, 322, 583, 1413],
            [671, 305, 624, 1400],
            [657, 277, 607, 1459],
            [645, 283, 586, 1486],
        ],
    },
];

/// Table for 8920 bits; the last entry at 8 dB is chosen so that the row has the sum of all others.
const K8920: [[u32; TRANSMISSIONS]; 14] = [
    [6764, 3268, 5924, 10804],
    [6270, 2689, 4974, 12827],
    [5924, 2183, 4199, 14454],
    [5696, 1831, 3560, 15773],
    [5559, 1322, 3027, 16852],
    [5487, 955, 2572, 17746],
    [5455, 639, 2172, 18494],
    [5444, 387, 1805, 19124],
    [5441, 207, 1452, 19660],
    [5441, 95, 1110, 20114],
    [5441, 36, 790, 20493],
    [5441, 10, 513, 20796],
    [5441, 2, 296, 21021],
    [5441, 0, 149, 21170],
];

const K8920_AS_PRINTED: [[u32; TRANSMISSIONS]; 14] = {
    let mut rows = K8920;
    rows[1][3] = 14454;
    rows
};

impl SymbolTable {
    /// The table called `name`.
    pub fn named(name: &str) -> Option<&'static Self> {
        SYMBOL_TABLES.iter().find(|table| table.name == name)
    }

    /// The default table, from the papers on TCP.
    pub fn usual() -> &'static Self {
        &SYMBOL_TABLES[0]
    }

    /// Es/N0 of the last row, dB.
    pub(crate) fn last_db(&self) -> u32 {
        self.first_db + self.rows.len() as u32 - 1
    }

    /// Symbols of each transmission at `es_n0_db`, interpolated linearly between rows and rounded;
    /// `None` outside the table.
    pub fn row(&self, es_n0_db: f64) -> Option<[u32; TRANSMISSIONS]> {
        let place = es_n0_db - f64::from(self.first_db);
        let last = self.rows.len() - 1;
        if !(0.0..=last as f64).contains(&place) {
            return None;
        }
        let below = place as usize;
        let above = (below + 1).min(last);
        let share = place - below as f64;
        Some(std::array::from_fn(|k| {
            let [low, high] = [below, above].map(|row| f64::from(self.rows[row][k]));
            (low + (high - low) * share).round() as u32
        }))
    }
}

/// Number of symbols of each transmission: a table, or a list.
#[derive(Clone, Debug, PartialEq)]
pub enum Symbols {
    /// A table by reference Es/N0.
    Table(&'static SymbolTable),
    /// A list, one longer than the number of retransmissions.
    List(Vec<u32>),
}

impl Shape for Symbols {
    fn read(value: &Spanned<Value>, problems: &mut Problems<'_>) -> Option<Self> {
        let names: Vec<String> =
            SYMBOL_TABLES.iter().map(|table| format!("\"{}\"", table.name)).collect();
        let expected =
            format!("{}, or a list of symbols, one number for each transmission", names.join(", "));
        match &value.value {
            Value::List(_) => {
                let list = List::<Count<0, 10_000_000>>::read(value, problems)?;
                let symbols = list.own();
                if symbols.is_empty() {
                    // Problems of entries were noted where they stand.
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
        choices.push(List::<Count<0, 10_000_000>>::schema(definitions));
        json!({ "oneOf": choices })
    }
}

impl Parameter for Symbols {
    type Own = Self;

    fn own(self) -> Self {
        self
    }

    fn print(own: &Self) -> Json {
        match own {
            Self::Table(table) => json!(table.name),
            Self::List(list) => json!(list),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Rows sum to the mother codeword of rate 1/6 (3 symbols per information bit), except for the
    /// mistakes of the source. The short tables sum to a little less.
    #[test]
    fn rows_sum_to_the_mother_codeword() {
        for table in SYMBOL_TABLES {
            let whole = 3 * table.information_bits;
            for (row, db) in table.rows.iter().zip(table.first_db..) {
                let sum: u32 = row.iter().sum();
                match table.name {
                    "k8920-as-printed" if db == 8 => assert_eq!(sum, 28_387),
                    "k8920" | "k8920-as-printed" if db == 10 => assert_eq!(sum, whole + 100),
                    "k8920" | "k8920-as-printed" => assert_eq!(sum, whole, "{db} dB"),
                    _ => assert!(sum <= whole && sum > whole * 19 / 20, "{db} dB: {sum}"),
                }
            }
        }
    }

    #[test]
    fn between_rows_symbols_are_interpolated_and_beyond_refused() {
        let table = SymbolTable::named("k8920").unwrap();
        assert_eq!(table.row(7.0), Some([6764, 3268, 5924, 10804]));
        assert_eq!(table.row(7.5), Some([6517, 2979, 5449, 11816]));
        assert_eq!(table.row(20.0), Some([5441, 0, 149, 21170]));
        for outside in [6.999, 20.001, f64::NAN, f64::INFINITY] {
            assert_eq!(table.row(outside), None, "{outside}");
        }
        assert_eq!((table.first_db, table.last_db()), (7, 20));
    }
}
