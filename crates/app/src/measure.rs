//! Measurements by receivers of numbered packets: moments of a quantity, and the numbers that
//! arrived.

use super::voice::report::Delay;

/// Mean and standard deviation of values, updated incrementally (Welford).
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Moments {
    /// Number of values.
    pub(crate) count: u64,
    /// Mean of the values.
    pub(crate) mean: f64,
    squares: f64,
    min: f64,
    max: f64,
}

impl Moments {
    /// Adds a value.
    pub(crate) fn add(&mut self, value: f64) {
        (self.min, self.max) = match self.count {
            0 => (value, value),
            _ => (self.min.min(value), self.max.max(value)),
        };
        self.count += 1;
        let off = value - self.mean;
        self.mean += off / self.count as f64;
        self.squares += off * (value - self.mean);
    }

    /// Mean, standard deviation and limits; `None` without a value.
    pub(crate) fn delay(&self) -> Option<Delay> {
        let Self { count, mean, squares, min, max } = *self;
        (count > 0).then(|| Delay { mean, std: (squares / count as f64).sqrt(), min, max })
    }
}

/// Interarrival jitter (RFC 3550 Sec. 6.4.1), ms.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Jitter {
    last: Option<f64>,
    running: f64,
    /// Values of the jitter at each arrival.
    pub(crate) values: Moments,
}

impl Jitter {
    /// Adds the delay of an arriving packet; returns its difference from the previous one.
    pub(crate) fn add(&mut self, delay_ms: f64) -> Option<f64> {
        let difference = (delay_ms - self.last.replace(delay_ms)?).abs();
        self.running += (difference - self.running) / 16.0;
        self.values.add(self.running);
        Some(difference)
    }
}

/// Set of packet numbers, one bit each.
#[derive(Clone, Debug, Default)]
pub(crate) struct NumberSet(Vec<u64>);

/// Missing packets before the last one that arrived.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct MissingPackets {
    /// Number of missing packets.
    pub(crate) missing: u64,
    /// Number of runs of consecutive missing packets.
    pub(crate) runs: u64,
    /// Length of the longest run.
    pub(crate) longest: u64,
}

impl NumberSet {
    /// Inserts a number; returns whether it is new.
    pub(crate) fn insert(&mut self, number: u32) -> bool {
        let (word, bit) = (number as usize / 64, 1 << (number % 64));
        if self.0.len() <= word {
            self.0.resize(word + 1, 0);
        }
        let was = self.0[word] & bit != 0;
        self.0[word] |= bit;
        !was
    }

    /// The missing packets before the last one that arrived.
    pub(crate) fn gaps(&self) -> MissingPackets {
        let (mut gaps, mut run) = (MissingPackets::default(), 0);
        for (word, bit) in self.0.iter().flat_map(|&word| (0..64).map(move |bit| (word, bit))) {
            if word >> bit & 1 == 0 {
                run += 1;
            } else if run > 0 {
                gaps.missing += run;
                gaps.runs += 1;
                gaps.longest = gaps.longest.max(run);
                run = 0;
            }
        }
        gaps
    }
}
