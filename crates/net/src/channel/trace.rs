//! A recorded channel: levels at equal intervals, measured or from a model.

use std::sync::Arc;

use skyseam_base::Duration;
use skyseam_params::names::{Choice, Named, choice};
use skyseam_params::values::Span;
use skyseam_params::{FileOf, parameters};

use super::serving::Serving;
use super::{Channel, ChannelModel};
use crate::context::LinkContext;

parameters! {
    /// Levels from a file, at equal time intervals.
    pub struct LevelTrace "trace" from "measurements, or `skyseam channel`" {
        /// A file beside the scenario: CSV with the header `t_s,level_db`, ascending times at equal
        /// intervals, levels relative to an unobstructed line of sight. `skyseam channel` writes
        /// such files.
        file: FileOf<Levels>,
        /// Continuation after the last level.
        when_over: WhenOver = WhenOver::Repeat,
        /// Position in the trace at the start of the run.
        offset: Span = Duration::ZERO,
    }
}

impl LevelTrace {
    fn levels(&self) -> &Arc<Levels> {
        &self.file.content
    }
}

impl ChannelModel for LevelTrace {
    fn build(
        &self,
        offset: Duration,
        _: &LinkContext<'_>,
        _: Option<&Arc<dyn Serving>>,
    ) -> Box<dyn Channel> {
        let (levels, when_over) = (self.levels().clone(), self.when_over);
        Box::new(Replay::new(levels, when_over, offset))
    }

    fn offset(&self) -> Duration {
        self.offset
    }

    fn level_exceeded_with(&self, probability: f64) -> f64 {
        self.levels().exceeded_with(probability)
    }

    fn probability_above(&self, level_db: f64) -> f64 {
        self.levels().probability_above(level_db)
    }

    fn sample(&self) -> Option<Duration> {
        Some(self.levels().sample)
    }

    fn written(&self) -> Option<u64> {
        Some(self.levels().levels_db.len() as u64)
    }

    fn is_drawn(&self) -> bool {
        false
    }
}

/// Continuation after the last level of a trace.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WhenOver {
    /// Repeats the trace from its beginning.
    Repeat,
    /// Holds the last level.
    Hold,
}

/// Levels at equal intervals; each holds until the next.
#[derive(Clone, Debug, PartialEq)]
pub struct Levels {
    sample: Duration,
    levels_db: Vec<f64>,
}

impl Levels {
    /// Creates levels at intervals of `sample`; `None` if there are none, one is not finite, or
    /// `sample` is zero.
    pub fn new(sample: Duration, levels_db: Vec<f64>) -> Option<Self> {
        let is_right = levels_db.iter().all(|level| level.is_finite())
            && !levels_db.is_empty()
            && !sample.is_zero();
        is_right.then_some(Self { sample, levels_db })
    }

    /// Time between levels.
    pub fn sample(&self) -> Duration {
        self.sample
    }

    /// Share of the samples above a level.
    fn probability_above(&self, level_db: f64) -> f64 {
        let above = self.levels_db.iter().filter(|level| **level > level_db).count();
        above as f64 / self.levels_db.len() as f64
    }

    /// The level exceeded by `probability` of the samples.
    fn exceeded_with(&self, probability: f64) -> f64 {
        let mut sorted = self.levels_db.clone();
        sorted.sort_by(|a, b| b.total_cmp(a));
        let count = sorted.len() as f64;
        let index = (probability * count).floor().clamp(0.0, count - 1.0);
        sorted[index as usize]
    }
}

/// Reader over a recorded trace.
#[derive(Debug)]
struct Replay {
    levels: Arc<Levels>,
    when_over: WhenOver,
    offset: Duration,
    /// Number of the sample read last, its start in ns, and its index in the levels.
    sample: u64,
    start: u64,
    index: u64,
}

impl Replay {
    fn new(levels: Arc<Levels>, when_over: WhenOver, offset: Duration) -> Self {
        Self { levels, when_over, offset, sample: 0, start: 0, index: 0 }
    }
}

impl Channel for Replay {
    #[inline]
    fn level_db(&mut self, at: Duration) -> f64 {
        let Levels { sample, levels_db } = &*self.levels;
        let (at, every) = ((at + self.offset).as_nanos(), sample.as_nanos());
        let (since, count) = (at.wrapping_sub(self.start), levels_db.len() as u64);
        if since >= every {
            // Most readers ask for consecutive samples, which need no division.
            let is_next = since - every < every;
            self.sample = if is_next { self.sample + 1 } else { at / every };
            self.start = self.sample * every;
            self.index = match self.when_over {
                WhenOver::Repeat if is_next && self.index + 1 < count => self.index + 1,
                WhenOver::Repeat => self.sample % count,
                WhenOver::Hold => self.sample.min(count - 1),
            };
        }
        levels_db[self.index as usize]
    }
}

impl Named for WhenOver {
    const WHAT: &'static str = "behaviour after the last level";
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

    fn trace() -> Arc<Levels> {
        let levels = vec![0.0, -3.0, -20.0, 1.5];
        Arc::new(Levels::new(Duration::from_millis(10), levels).unwrap())
    }

    #[test]
    fn a_trace_is_repeated_or_held_and_begins_where_the_offset_says() {
        let at = |when_over, offset, ms: u64| {
            let offset = Duration::from_millis(offset);
            Replay::new(trace(), when_over, offset).level_db(Duration::from_millis(ms))
        };
        let read = |when_over, offset, times: [u64; 5]| times.map(|ms| at(when_over, offset, ms));
        let times = [0, 9, 10, 39, 40];
        assert_eq!(read(WhenOver::Repeat, 0, times), [0.0, 0.0, -3.0, 1.5, 0.0]);
        assert_eq!(read(WhenOver::Repeat, 20, times), [-20.0, -20.0, 1.5, -3.0, -20.0]);
        assert_eq!(read(WhenOver::Hold, 0, times), [0.0, 0.0, -3.0, 1.5, 1.5]);
        assert_eq!(read(WhenOver::Hold, 4000, times), [1.5; 5]);
    }

    /// Goal: a reader that goes on reads what one that begins there does. Method: reads in one
    /// sample, in the next, beyond several, over the end and back at the start, beside new readers.
    #[test]
    fn a_level_does_not_depend_on_those_read_before() {
        for when_over in [WhenOver::Repeat, WhenOver::Hold] {
            let new = || Replay::new(trace(), when_over, Duration::from_millis(10));
            let mut reader = new();
            for ms in [0, 3, 10, 19, 20, 29, 30, 55, 64, 65, 70, 140, 150, 151, 5000, 0, 12] {
                let at = Duration::from_millis(ms);
                assert_eq!(reader.level_db(at), new().level_db(at), "{when_over:?} at {ms} ms");
            }
        }
    }

    #[test]
    fn quantiles_are_those_of_the_levels() {
        let trace = trace();
        let found = [0.0, 0.2, 0.25, 0.5, 0.74, 0.75, 1.0].map(|p| trace.exceeded_with(p));
        assert_eq!(found, [1.5, 1.5, 0.0, -3.0, -3.0, -20.0, -20.0]);
        let shares = [-21.0, -3.0, 0.0, 2.0].map(|level_db| trace.probability_above(level_db));
        assert_eq!(shares, [1.0, 0.5, 0.25, 0.0]);
    }

    #[test]
    fn what_is_no_trace_is_none() {
        let new = Levels::new;
        let ms = Duration::from_millis(1);
        assert!(new(ms, Vec::new()).is_none());
        assert!(new(ms, vec![0.0, f64::NAN]).is_none());
        assert!(new(Duration::ZERO, vec![0.0]).is_none());
    }
}
