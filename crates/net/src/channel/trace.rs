//! A channel that was written down: levels at equal distances in time, of a measurement or of a
//! model.

use skyseam_params::names::{Choice, Named, choice};
use std::sync::Arc;

use skyseam_base::Duration;

use super::{Channel, ChannelEntry, ChannelModel};

/// How scenarios and documentation know it.
pub(super) const ENTRY: ChannelEntry = ChannelEntry {
    name: "trace",
    summary: "levels from a file, at equal distances in time",
    source: "measurements, or `skyseam channel`",
    example: || {
        let levels_db = (0..30).map(|k| -f64::from(k * k % 17)).collect();
        let sample = Duration::from_millis(250);
        let trace = ChannelTrace::new("example.csv", sample, levels_db, WhenOver::Repeat);
        ChannelModel::Trace(Arc::new(trace.expect("it has levels")))
    },
};

/// What holds after the last level of a trace.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WhenOver {
    /// The trace from its beginning.
    Repeat,
    /// Its last level.
    Hold,
}

/// Levels at equal distances in time; each holds until the next.
#[derive(Clone, Debug, PartialEq)]
pub struct ChannelTrace {
    name: String,
    sample: Duration,
    levels_db: Vec<f64>,
    when_over: WhenOver,
}

impl ChannelTrace {
    /// The levels of the file called `name`, one each `sample`; `None` where there are none, one is
    /// not finite or `sample` is zero.
    pub fn new(
        name: impl Into<String>,
        sample: Duration,
        levels_db: Vec<f64>,
        when_over: WhenOver,
    ) -> Option<Self> {
        let is_right = levels_db.iter().all(|level| level.is_finite())
            && !levels_db.is_empty()
            && !sample.is_zero();
        is_right.then(|| Self { name: name.into(), sample, levels_db, when_over })
    }

    /// Name of the file.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// From one level to the next.
    pub fn sample(&self) -> Duration {
        self.sample
    }

    /// The levels, dB.
    pub fn levels_db(&self) -> &[f64] {
        &self.levels_db
    }

    /// What holds after the last.
    pub fn when_over(&self) -> WhenOver {
        self.when_over
    }

    /// Share of the samples above a level.
    pub(super) fn probability_above(&self, level_db: f64) -> f64 {
        let above = self.levels_db.iter().filter(|level| **level > level_db).count();
        above as f64 / self.levels_db.len() as f64
    }

    /// The level exceeded by `probability` of the samples.
    pub(super) fn exceeded_with(&self, probability: f64) -> f64 {
        let mut sorted = self.levels_db.clone();
        sorted.sort_by(|a, b| b.total_cmp(a));
        let count = sorted.len() as f64;
        let index = (probability * count).floor().clamp(0.0, count - 1.0);
        sorted[index as usize]
    }
}

/// A trace as it is read.
#[derive(Debug)]
pub(super) struct Replay {
    pub(super) trace: Arc<ChannelTrace>,
    pub(super) offset: Duration,
}

impl Channel for Replay {
    fn level_db(&mut self, at: Duration) -> f64 {
        let trace = &*self.trace;
        let sample = (at + self.offset).as_nanos() / trace.sample.as_nanos();
        let count = trace.levels_db.len() as u64;
        let index = match trace.when_over {
            WhenOver::Repeat => sample % count,
            WhenOver::Hold => sample.min(count - 1),
        };
        trace.levels_db[index as usize]
    }
}

impl Named for WhenOver {
    const WHAT: &'static str = "what holds after the last level";
    fn choices() -> Vec<Choice<Self>> {
        vec![
            choice(
                Self::Repeat,
                "repeat",
                "the trace from its beginning",
                "Tauran et al.: a trace of 600 s, read modulo its length",
            ),
            choice(Self::Hold, "hold", "its last level", "none; for runs within the trace"),
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn trace(when_over: WhenOver) -> Arc<ChannelTrace> {
        let levels = vec![0.0, -3.0, -20.0, 1.5];
        Arc::new(ChannelTrace::new("t", Duration::from_millis(10), levels, when_over).unwrap())
    }

    #[test]
    fn a_trace_is_repeated_or_held_and_begins_where_the_offset_says() {
        let at = |when_over, offset, ms: u64| {
            let offset = Duration::from_millis(offset);
            Replay { trace: trace(when_over), offset }.level_db(Duration::from_millis(ms))
        };
        let read = |when_over, offset, times: [u64; 5]| times.map(|ms| at(when_over, offset, ms));
        let times = [0, 9, 10, 39, 40];
        assert_eq!(read(WhenOver::Repeat, 0, times), [0.0, 0.0, -3.0, 1.5, 0.0]);
        assert_eq!(read(WhenOver::Repeat, 20, times), [-20.0, -20.0, 1.5, -3.0, -20.0]);
        assert_eq!(read(WhenOver::Hold, 0, times), [0.0, 0.0, -3.0, 1.5, 1.5]);
        assert_eq!(read(WhenOver::Hold, 4000, times), [1.5; 5]);
    }

    #[test]
    fn quantiles_are_those_of_the_levels() {
        let trace = trace(WhenOver::Hold);
        let found = [0.0, 0.2, 0.25, 0.5, 0.74, 0.75, 1.0].map(|p| trace.exceeded_with(p));
        assert_eq!(found, [1.5, 1.5, 0.0, -3.0, -3.0, -20.0, -20.0]);
    }

    #[test]
    fn what_is_no_trace_is_none() {
        let new = |sample, levels| ChannelTrace::new("t", sample, levels, WhenOver::Hold);
        let ms = Duration::from_millis(1);
        assert!(new(ms, Vec::new()).is_none());
        assert!(new(ms, vec![0.0, f64::NAN]).is_none());
        assert!(new(Duration::ZERO, vec![0.0]).is_none());
    }
}
