//! Modes of modulation and coding, and the adaptive choice among them.
//!
//! The tables are files in `data/`, each with its source.

/// A mode: modulation and code.
#[derive(Clone, Debug, PartialEq)]
pub struct Mode {
    /// Name, such as "QPSK 1/2".
    pub name: String,
    /// Spectral efficiency, information bits per symbol.
    pub bit_per_symbol: f64,
    /// Lowest Es/N0 at which the mode is received, dB.
    pub es_n0_db: f64,
}

/// A table of modes by name.
#[derive(Clone, Copy, Debug)]
pub struct ModeTable {
    /// Name, such as "dvb-s2".
    pub name: &'static str,
    /// One-line summary, with the meaning of the thresholds.
    pub summary: &'static str,
    /// Source of modes and thresholds.
    pub source: &'static str,
    text: &'static str,
}

impl PartialEq for ModeTable {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl ModeTable {
    /// Tables that come with the simulator.
    pub const BUILT_IN: [Self; 6] = [
        Self {
            name: "dvb-s2",
            summary: "DVB-S2, normal frames without pilots, PER of 1e-7",
            source: "ETSI EN 302 307-1 Table 13",
            text: include_str!("../data/dvb_s2.csv"),
        },
        Self {
            name: "dvb-s2x",
            summary: "DVB-S2X, normal frames without pilots, linear channel, FER of 1e-5",
            source: "ETSI EN 302 307-2 Table 20a",
            text: include_str!("../data/dvb_s2x.csv"),
        },
        Self {
            name: "dvb-rcs2-short",
            summary: "DVB-RCS2, linear bursts of 536 symbols, PER of 1e-5",
            source: "ETSI EN 301 545-2",
            text: include_str!("../data/dvb_rcs2_short.csv"),
        },
        Self {
            name: "dvb-rcs2-long",
            summary: "DVB-RCS2, linear bursts of 1616 symbols, PER of 1e-5",
            source: "ETSI EN 301 545-2",
            text: include_str!("../data/dvb_rcs2_long.csv"),
        },
        Self {
            name: "nr-mcs-1",
            summary: "5G NR, MCS 3 to 28 up to 64QAM, BLER of 0.1 within about 1 dB",
            source: "3GPP TS 38.214 Table 5.1.3.1-1; thresholds from sionna-no-rt 2.2.0",
            text: include_str!("../data/nr_mcs_1.csv"),
        },
        Self {
            name: "nr-mcs-2",
            summary: "5G NR, MCS 2 to 26 up to 256QAM, BLER of 0.1 within about 1 dB",
            source: "3GPP TS 38.214 Table 5.1.3.1-2; thresholds from sionna-no-rt 2.2.0",
            text: include_str!("../data/nr_mcs_2.csv"),
        },
    ];

    /// The table of a name.
    pub fn named(name: &str) -> Option<Self> {
        Self::BUILT_IN.into_iter().find(|table| table.name == name)
    }

    /// Modes in the order of the standard.
    pub fn modes(&self) -> Vec<Mode> {
        let rows = self.text.lines().filter(|line| !line.starts_with('#')).skip(1);
        rows.map(|row| {
            let mut fields = row.split(',');
            let name = fields.next().unwrap_or_default().to_owned();
            let mut number = || fields.next()?.parse().ok();
            let (bit_per_symbol, es_n0_db) = number().zip(number()).expect("two numbers");
            Mode { name, bit_per_symbol, es_n0_db }
        })
        .collect()
    }
}

/// Adaptive coding and modulation.
#[derive(Clone, Debug, PartialEq)]
pub struct AdaptiveCoding {
    /// Modes that are worth choosing, by ascending threshold and efficiency.
    modes: Vec<Mode>,
    margin_db: f64,
    hysteresis_db: f64,
}

impl AdaptiveCoding {
    /// Creates the choice among modes.
    ///
    /// `margin_db` is added to each threshold, and `hysteresis_db` to those of modes that are
    /// better than the current one. A mode is left out if another one carries as much at the same
    /// or a lower threshold.
    pub fn new(mut modes: Vec<Mode>, margin_db: f64, hysteresis_db: f64) -> Self {
        modes.sort_by(|a, b| {
            a.es_n0_db.total_cmp(&b.es_n0_db).then(b.bit_per_symbol.total_cmp(&a.bit_per_symbol))
        });
        let mut best = 0.0;
        modes.retain(|mode| {
            let is_better = mode.bit_per_symbol > best;
            best = mode.bit_per_symbol.max(best);
            is_better
        });
        Self { modes, margin_db, hysteresis_db }
    }

    /// Modes that can be chosen, by ascending threshold and efficiency.
    pub fn modes(&self) -> &[Mode] {
        &self.modes
    }

    /// Margin added to each threshold, dB.
    pub fn margin_db(&self) -> f64 {
        self.margin_db
    }

    /// Most efficient mode whose threshold holds at `es_n0_db`, by its index; `None` below all
    /// modes.
    pub fn best(&self, es_n0_db: f64) -> Option<usize> {
        // A sum of parts that equals a threshold meets it in spite of rounding.
        let reached_db = es_n0_db - self.margin_db + 1e-9;
        self.modes.partition_point(|mode| mode.es_n0_db <= reached_db).checked_sub(1)
    }

    /// Mode at `es_n0_db` after mode `current`: a better one is chosen only above its threshold
    /// plus the hysteresis.
    pub fn next(&self, current: Option<usize>, es_n0_db: f64) -> Option<usize> {
        let best = self.best(es_n0_db);
        if best <= current {
            return best;
        }
        self.best(es_n0_db - self.hysteresis_db).max(current)
    }
}
