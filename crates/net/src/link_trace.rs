//! Rate, delay and losses of a link over time: steps, each of which holds until the next one.
//!
//! Owns the steps and the iteration over them. The scenario owns their source (a file, a list of
//! changes); [`crate::line`] and [`crate::medium`] own their effect.

use std::sync::Arc;

use skyseam_base::{Duration, Rate, SimTime};

/// The state of a link from an instant until the next step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TraceStep {
    /// Start of the step, counted from the start of the run.
    pub from: Duration,
    /// Propagation delay of packets whose last bit leaves in this step; `None` if it follows from
    /// the distance between the endpoints.
    pub delay: Option<Duration>,
    /// Transmission rate; `None` while nothing is sent.
    pub rate: Option<Rate>,
    /// Probability that a packet whose last bit leaves in this step is lost.
    pub loss: f64,
}

/// The steps of a link, ascending in time. The first also holds before its time, the last to the
/// end or until the trace repeats.
#[derive(Clone, Debug, PartialEq)]
pub struct LinkTrace {
    steps: Vec<TraceStep>,
    file: Option<TraceFile>,
    /// Period of the trace; `None` if it does not repeat.
    period: Option<Duration>,
}

/// The file from which the steps of a link were read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TraceFile {
    /// Name of the file in the scenario.
    pub name: String,
    /// Whether the file gives the delay.
    pub has_delay: bool,
    /// Whether the file gives the rate.
    pub has_rate: bool,
}

/// Reason for which steps do not form a trace.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoTrace {
    /// There are no steps.
    #[error("a trace has at least one step")]
    Empty,
    /// The step with this index does not begin after the previous one.
    #[error("step {0} does not begin after the one before it")]
    NotAscending(usize),
    /// The last step has no rate, so that nothing would be sent any more.
    #[error("the last step has no rate: waiting packets would never be sent")]
    EndsWithoutRate,
    /// The trace would repeat before its last step, which has this time.
    #[error("the last step begins at {0}, after the trace has begun again")]
    PeriodTooShort(Duration),
}

impl LinkTrace {
    /// Creates a trace of these steps.
    ///
    /// # Errors
    /// If they do not ascend in time, or the last one has no rate.
    pub fn new(steps: Vec<TraceStep>) -> Result<Self, NoTrace> {
        let mut pairs = (1..).zip(steps.windows(2));
        if let Some((number, _)) = pairs.find(|(_, pair)| pair[1].from <= pair[0].from) {
            return Err(NoTrace::NotAscending(number));
        }
        match steps.last() {
            None => Err(NoTrace::Empty),
            Some(last) if last.rate.is_none() => Err(NoTrace::EndsWithoutRate),
            Some(_) => Ok(Self { steps, file: None, period: None }),
        }
    }

    /// Whether the trace has the constant rate `rate`.
    pub fn keeps_rate(&self, rate: Rate) -> bool {
        self.steps.iter().all(|step| step.rate == Some(rate))
    }

    /// The trace with the same delays and losses, at a constant `rate`.
    pub fn at_rate(&self, rate: Rate) -> Self {
        let step = |step: &TraceStep| TraceStep { rate: Some(rate), ..*step };
        Self { steps: self.steps.iter().map(step).collect(), ..self.clone() }
    }

    /// The trace, repeated with this period.
    ///
    /// # Errors
    /// If the last step does not begin within the period.
    pub fn repeated(self, period: Duration) -> Result<Self, NoTrace> {
        match self.steps.last() {
            Some(last) if last.from >= period => Err(NoTrace::PeriodTooShort(last.from)),
            _ => Ok(Self { period: Some(period), ..self }),
        }
    }

    /// Period of the trace, if it repeats.
    pub fn period(&self) -> Option<Duration> {
        self.period
    }

    /// The period and the work that is done in it, bit ns/s; `None` if the trace does not repeat.
    pub(crate) fn work_of_period(&self) -> Option<(Duration, u128)> {
        let period = self.period?;
        let begins = |index: usize| match index {
            0 => Duration::ZERO,
            _ => self.steps.get(index).map_or(period, |step| step.from),
        };
        let work = self.steps.iter().enumerate().map(|(index, step)| {
            let length = begins(index + 1) - begins(index);
            u128::from(length.as_nanos()) * u128::from(step.rate.map_or(0, Rate::as_bps))
        });
        Some((period, work.sum()))
    }

    /// The step that holds at time `into` after the beginning of the trace.
    pub fn at(&self, into: Duration) -> &TraceStep {
        let into = match self.period {
            Some(period) => Duration::from_nanos(into.as_nanos() % period.as_nanos()),
            None => into,
        };
        let begun = self.steps.partition_point(|step| step.from <= into);
        &self.steps[begun.saturating_sub(1)]
    }

    /// The trace, marked as read from `file`.
    #[must_use]
    pub fn from_file(self, file: TraceFile) -> Self {
        Self { file: Some(file), ..self }
    }

    /// The file from which the trace was read, if any.
    pub fn file(&self) -> Option<&TraceFile> {
        self.file.as_ref()
    }

    /// The steps in order of time.
    pub fn steps(&self) -> &[TraceStep] {
        &self.steps
    }
}

/// A forward iterator over the steps of a trace.
#[derive(Clone, Debug)]
pub(crate) struct StepCursor {
    trace: Arc<LinkTrace>,
    /// Instant from which the trace's times count.
    start: SimTime,
    /// Position in the trace at that instant.
    offset: Duration,
    current: usize,
    /// Time taken by the completed repetitions of the trace.
    repeated: Duration,
}

impl StepCursor {
    pub(crate) fn new(trace: Arc<LinkTrace>, start: SimTime, offset: Duration) -> Self {
        Self { trace, start, offset, current: 0, repeated: Duration::ZERO }
    }

    /// The step that holds at `t`, and its end. `t` must not decrease.
    pub(crate) fn at(&mut self, t: SimTime) -> (&TraceStep, SimTime) {
        let steps = &self.trace.steps;
        if let Some(period) = self.trace.period {
            let into = (t - SimTime::ZERO) + self.offset;
            let into = into.as_nanos().saturating_sub((self.start - SimTime::ZERO).as_nanos());
            let repeated = Duration::from_nanos(into - into % period.as_nanos());
            if repeated > self.repeated {
                (self.repeated, self.current) = (repeated, 0);
            }
        }
        let begins = |from: Duration| {
            let begin = self.start.saturating_add(self.repeated).saturating_add(from);
            // Steps that begin before time zero have begun then.
            SimTime::ZERO + begin.saturating_since(SimTime::ZERO + self.offset)
        };
        while steps.get(self.current + 1).is_some_and(|next| begins(next.from) <= t) {
            self.current += 1;
        }
        let next = steps.get(self.current + 1).map(|next| next.from).or(self.trace.period);
        (&steps[self.current], next.map_or(SimTime::MAX, begins))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn step(from_s: u64, bps: u64) -> TraceStep {
        let from = Duration::from_secs(from_s);
        TraceStep { from, delay: None, rate: Rate::from_bps(bps), loss: 0.0 }
    }

    #[test]
    fn the_first_step_holds_before_its_time_too() {
        let trace = LinkTrace::new(vec![step(2, 1), step(4, 2), step(6, 3)]).unwrap();
        let rates = [0, 2, 3, 4, 6, 99].map(|s| trace.at(Duration::from_secs(s)).rate);
        assert_eq!(rates, [1, 1, 1, 2, 3, 3].map(Rate::from_bps));
    }

    #[test]
    fn steps_ascend_and_end_with_a_rate() {
        assert_eq!(LinkTrace::new(vec![]), Err(NoTrace::Empty));
        let twice = vec![step(0, 1), step(2, 1), step(2, 1)];
        assert_eq!(LinkTrace::new(twice), Err(NoTrace::NotAscending(2)));
        assert_eq!(LinkTrace::new(vec![step(0, 1), step(1, 0)]), Err(NoTrace::EndsWithoutRate));
        assert!(LinkTrace::new(vec![step(0, 0), step(1, 1)]).is_ok());
    }

    #[test]
    fn a_step_holds_until_the_next_counted_from_the_start() {
        let trace = LinkTrace::new(vec![step(1, 10), step(5, 20)]).unwrap();
        let mut walk = StepCursor::new(trace.into(), SimTime::from_secs(100), Duration::ZERO);
        let mut bps = |s: u64, n: u64| {
            let (step, until) = walk.at(SimTime::from_nanos(s * 1_000_000_000 + n));
            (step.rate.unwrap().as_bps(), until)
        };
        let change = SimTime::from_secs(105);
        assert_eq!(bps(100, 0), (10, change), "the first holds before its time too");
        assert_eq!(bps(104, 999_999_999), (10, change));
        assert_eq!(bps(105, 0), (20, SimTime::MAX));
        assert_eq!(bps(9_999, 0), (20, SimTime::MAX));
    }

    /// Goal: a repeating trace equals concatenated copies of its rows, from any offset. Method:
    /// iterators over both, and the step at any time.
    #[test]
    fn a_trace_that_repeats_is_its_copies() {
        let steps = [step(1, 10), step(5, 20), step(6, 30)];
        let period = Duration::from_secs(9);
        let repeated = LinkTrace::new(steps.to_vec()).unwrap().repeated(period).unwrap();
        let copies = (0..60u64).flat_map(|round| {
            steps.iter().enumerate().map(move |(index, step)| {
                // The first step holds from the period's beginning.
                let from = if index == 0 { Duration::ZERO } else { step.from };
                TraceStep { from: from + period.saturating_mul(round), ..*step }
            })
        });
        let copied = Arc::new(LinkTrace::new(copies.collect()).unwrap());
        let repeated = Arc::new(repeated);
        for offset_ms in [0, 1, 8_999, 9_000, 9_001, 200_500] {
            let offset = Duration::from_millis(offset_ms);
            let start = SimTime::from_secs(7);
            let mut walks =
                [&copied, &repeated].map(|of| StepCursor::new(of.clone(), start, offset));
            for ms in (0..200_000).step_by(250) {
                let t = start + Duration::from_millis(ms);
                let [expected, found] = walks.each_mut().map(|walk| walk.at(t));
                assert_eq!((found.0.rate, found.0.delay), (expected.0.rate, expected.0.delay));
                // The first step of a period goes on from the last where the rates are the same.
                assert_eq!(found.1, expected.1, "{ms} ms, offset {offset_ms} ms");
                let into = offset + Duration::from_millis(ms);
                assert_eq!(repeated.at(into).rate, found.0.rate);
            }
        }
    }

    /// Goal: an iterator skips any number of periods at once.
    #[test]
    fn short_periods_are_skipped() {
        let trace = LinkTrace::new(vec![step(0, 10)]).unwrap();
        let trace = Arc::new(trace.repeated(Duration::from_nanos(3)).unwrap());
        let mut walk = StepCursor::new(trace, SimTime::ZERO, Duration::from_nanos(1));
        let (_, until) = walk.at(SimTime::from_secs(1_000_000));
        assert!(until > SimTime::from_secs(1_000_000));
        assert!(until <= SimTime::from_secs(1_000_000) + Duration::from_nanos(3));
        let short = LinkTrace::new(vec![step(0, 1), step(2, 1)]).unwrap();
        let last = Duration::from_secs(2);
        assert_eq!(short.repeated(last), Err(NoTrace::PeriodTooShort(last)));
    }

    /// Goal: an offset counts as elapsed time, even if it exceeds the run's start.
    #[test]
    fn a_walk_may_begin_inside_of_the_trace() {
        let trace = Arc::new(LinkTrace::new(vec![step(0, 10), step(5, 20), step(9, 30)]).unwrap());
        let after = |offset_s, start_s, t_s| {
            let offset = Duration::from_secs(offset_s);
            let mut walk = StepCursor::new(trace.clone(), SimTime::from_secs(start_s), offset);
            let (step, until) = walk.at(SimTime::from_secs(t_s));
            (step.rate.unwrap().as_bps(), until)
        };
        assert_eq!(after(2, 100, 100), (10, SimTime::from_secs(103)));
        assert_eq!(after(2, 100, 103), (20, SimTime::from_secs(107)));
        assert_eq!(after(6, 0, 0), (20, SimTime::from_secs(3)));
        assert_eq!(after(60, 0, 0), (30, SimTime::MAX));
    }
}
