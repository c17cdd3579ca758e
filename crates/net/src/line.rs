//! The sending side of a link: departure times of the first and the last bit of each frame.
//!
//! Exact: whole nanoseconds, with the remainder carried over, so that back-to-back frames do not
//! drift. Changes of the rate are known in advance, so the end of a transmission is computed when a
//! frame is accepted, across any number of changes.

use skyseam_base::{Duration, Rate, SimTime};

use crate::access::course::RateCourse;
use crate::config::LinkConfig;
use crate::context::LinkContext;
use crate::link_trace::StepCursor;

/// Time interval of the transmission of an accepted packet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Transmission {
    /// Departure of the first bit.
    pub start: SimTime,
    /// Departure of the last bit.
    pub end: SimTime,
}

impl Transmission {
    /// Departure of the last bit of part `n` of `parts` equal parts, counted from 1; the start for
    /// 0.
    pub fn end_of(&self, n: u32, parts: u32) -> SimTime {
        let whole = u128::from(self.end.as_nanos() - self.start.as_nanos());
        let until = whole * u128::from(n) / u128::from(parts);
        SimTime::from_nanos(self.start.as_nanos() + until as u64)
    }
}

/// Serializer of frames, one after the other.
#[derive(Debug)]
pub(crate) struct FrameSerializer {
    /// Rate, or that of the last frame if each has a rate of its own.
    rate: Rate,
    /// End of the last accepted frame's transmission: whole nanoseconds, and the work that remains
    /// then, in bit ns/s, less than a nanosecond's worth.
    free_at: SimTime,
    remainder: u64,
    /// Last frame size seen, and its transmission time.
    last_size: u32,
    last_transmission: (Duration, u64),
    rates: Option<Box<Rates>>,
}

/// Rates over time.
#[derive(Debug)]
enum Rates {
    /// Rates of a trace, with the period of a repeating one and the work done in it.
    Trace(StepCursor, Option<(Duration, u128)>),
    /// Rates of a slotted access.
    Slots(Box<RateCourse>),
}

impl Rates {
    /// The rate at `t`, 0 if nothing is sent, and the time until which it holds.
    fn at(&mut self, t: SimTime) -> (u64, SimTime) {
        let (rate, until) = match self {
            Self::Trace(walk, _) => {
                let (step, until) = walk.at(t);
                (step.rate, until)
            }
            Self::Slots(course) => course.at(t),
        };
        (rate.map_or(0, Rate::as_bps), until)
    }
}

impl FrameSerializer {
    pub(crate) fn new(config: &LinkConfig, context: &LinkContext<'_>) -> Self {
        let changes = config.trace.as_ref().filter(|trace| !trace.keeps_rate(config.rate));
        let traced = changes.map(|trace| {
            let walk = StepCursor::new(trace.clone(), context.start, config.trace_offset);
            Rates::Trace(walk, trace.work_of_period())
        });
        let drawn = config.profile().filter(|_| config.rate_of_profile).and_then(|profile| {
            RateCourse::new(profile, context.seed, &context.terminal_slots())
                .map(Box::new)
                .map(Rates::Slots)
        });
        let rates = traced.or(drawn).map(Box::new);
        Self {
            rate: config.rate,
            free_at: SimTime::ZERO,
            remainder: 0,
            last_size: 0,
            last_transmission: (Duration::ZERO, 0),
            rates,
        }
    }

    /// End of the transmission of all accepted frames, rounded down to nanoseconds.
    #[inline]
    pub(crate) fn free_at(&self) -> SimTime {
        self.free_at
    }

    pub(crate) fn has_constant_rate(&self) -> bool {
        self.rates.is_none()
    }

    /// Rate at `t`, and the time until which it holds; `None` while nothing is sent.
    pub(crate) fn rate_until(&mut self, t: SimTime) -> (Option<Rate>, SimTime) {
        match &mut self.rates {
            None => (Some(self.rate), SimTime::MAX),
            Some(rates) => {
                let (bps, until) = rates.at(t);
                (Rate::from_bps(bps), until)
            }
        }
    }

    /// Transmission time of a frame at the constant rate, and the remainder in bit ns/s.
    pub(crate) fn transmission(&self, bytes: u32) -> (Duration, u64) {
        self.rate.transmission(bytes)
    }

    /// Whether nothing is being sent at `now`.
    #[inline]
    pub(crate) fn is_idle(&self, now: SimTime) -> bool {
        self.free_at < now || (self.free_at == now && self.remainder == 0)
    }

    /// Sends a frame of `bytes` at `now`, or after the frames before it.
    #[inline]
    pub(crate) fn send(&mut self, now: SimTime, bytes: u32) -> Transmission {
        let start = if self.is_idle(now) {
            self.remainder = 0;
            now
        } else {
            self.free_at
        };
        if self.rates.is_some() {
            return self.follow(start, bytes);
        }
        if bytes != self.last_size {
            self.last_size = bytes;
            self.last_transmission = self.rate.transmission(bytes);
        }
        let (whole, rest) = self.last_transmission;
        let mut end = start + whole;
        self.remainder += rest;
        if self.remainder >= self.rate.as_bps() {
            self.remainder -= self.rate.as_bps();
            end += Duration::from_nanos(1);
        }
        self.free_at = end;
        Transmission { start, end }
    }

    /// Sends a frame like [`FrameSerializer::send`], at a `rate` of its own.
    pub(crate) fn send_at(&mut self, now: SimTime, bytes: u32, rate: Rate) -> Transmission {
        if rate != self.rate {
            // The same part of a nanosecond, in the work of the new rate.
            let remainder = u128::from(self.remainder) * u128::from(rate.as_bps());
            self.remainder = (remainder / u128::from(self.rate.as_bps())) as u64;
            self.rate = rate;
            self.last_size = 0;
        }
        self.send(now, bytes)
    }

    /// Sends a frame like [`FrameSerializer::send`], from `start` on, at the rates of the trace.
    fn follow(&mut self, start: SimTime, bytes: u32) -> Transmission {
        const NANOS: u128 = 1_000_000_000;
        let rates = &mut **self.rates.as_mut().expect("rates to follow");
        // In bit ns/s: a nanosecond at r bit/s is worth r.
        let mut work = u128::from(self.remainder) + u128::from(bytes) * 8 * NANOS;
        let mut t = start;
        // Whole periods of a trace that repeats are passed at once, up to the last bit.
        if let Rates::Trace(_, Some((period, each))) = *rates
            && work > each
        {
            let whole = (work - 1) / each;
            let times = u64::try_from(whole).unwrap_or(u64::MAX);
            t = t.saturating_add(period.saturating_mul(times));
            work -= whole * each;
        }
        loop {
            let (bps, until) = rates.at(t);
            let room = u128::from((until - t).as_nanos()) * u128::from(bps);
            // The last step of a trace that does not repeat has a rate and holds for ever: a frame
            // that it does not finish is never sent.
            if work <= room || until == SimTime::MAX {
                let bps = u128::from(bps).max(1);
                let end = t + Duration::from_nanos((work / bps) as u64);
                self.remainder = (work % bps) as u64;
                self.free_at = end;
                return Transmission { start, end };
            }
            work -= room;
            t = until;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::QueueConfig;
    use crate::link_trace::{LinkTrace, TraceStep};

    const CONTEXT: LinkContext<'_> = LinkContext::plain(1, "a -> b", SimTime::ZERO);

    fn line(steps: &[(u64, u64)]) -> FrameSerializer {
        let steps = steps.iter().map(|&(from_ms, bps)| TraceStep {
            from: Duration::from_millis(from_ms),
            delay: None,
            rate: Rate::from_bps(bps),
            loss: 0.0,
        });
        let trace = LinkTrace::new(steps.collect()).unwrap();
        let rate = Rate::from_bps(1).unwrap();
        let mut config = LinkConfig::plain(rate, 0, QueueConfig::drop_tail(9));
        config.trace = Some(trace.into());
        FrameSerializer::new(&config, &CONTEXT)
    }

    /// 1000 B take 8 ms at 1 Mbit/s. The second begins at 8 ms, has sent 2000 bits at 10 ms, then
    /// nothing for 5 ms, then the other 6000 bits at 2 Mbit/s: 18 ms.
    #[test]
    fn a_frame_takes_the_rates_it_meets() {
        let mut line = line(&[(0, 1_000_000), (10, 0), (15, 2_000_000)]);
        let mut end = |bytes| line.send(SimTime::ZERO, bytes).end.as_nanos();
        assert_eq!([end(1000), end(1000), end(1000)], [8_000_000, 18_000_000, 22_000_000]);
    }

    /// Frames of 1 B at 3 and at 7 Mbit/s in turn take 2666.67 and 1142.86 ns: after 2100 of them,
    /// of which the parts of a nanosecond that each leaves are kept, 4,000,000 ns have passed.
    #[test]
    fn frames_have_rates_of_their_own() {
        let config = LinkConfig::plain(Rate::from_bps(1).unwrap(), 0, QueueConfig::drop_tail(9));
        let mut line = FrameSerializer::new(&config, &CONTEXT);
        let rates = [3_000_000, 7_000_000].map(|bps| Rate::from_bps(bps).unwrap());
        for n in 0..2100 {
            line.send_at(SimTime::ZERO, 1, rates[n % 2]);
        }
        assert!(line.free_at().as_nanos().abs_diff(4_000_000) <= 1, "{}", line.free_at());
    }

    /// Goal: a frame over a repeating trace is sent at the rates it meets, through any number of
    /// periods. Method: a period of 10 ms in which 2000 bits are sent in the first 2 ms and 4000 in
    /// the last 4 ms: 6000 bits; by hand, and frames of hours over periods of 10 ns.
    #[test]
    fn a_frame_passes_periods() {
        let steps = [(0, Some(1_000_000)), (2, None), (6, Some(1_000_000))];
        let steps = steps.map(|(from_ms, bps)| TraceStep {
            from: Duration::from_millis(from_ms),
            delay: None,
            rate: bps.and_then(Rate::from_bps),
            loss: 0.0,
        });
        let repeated = |steps: Vec<TraceStep>, period| {
            let trace = LinkTrace::new(steps).unwrap().repeated(period).unwrap();
            let rate = Rate::from_bps(7).unwrap();
            let mut config = LinkConfig::plain(rate, 0, QueueConfig::drop_tail(9));
            config.trace = Some(trace.into());
            FrameSerializer::new(&config, &CONTEXT)
        };
        let mut line = repeated(steps.to_vec(), Duration::from_millis(10));
        let mut end = |bytes| line.send(SimTime::ZERO, bytes).end.as_nanos();
        // 2000 bits, 4000 bits, two periods, one period and 1000 bits.
        assert_eq!([end(250), end(500)], [2_000_000, 10_000_000]);
        assert_eq!([end(1500), end(875)], [30_000_000, 41_000_000]);
        let half = TraceStep { rate: None, from: Duration::ZERO, ..steps[0] };
        let other = TraceStep { from: Duration::from_nanos(5), rate: Rate::from_bps(1), ..half };
        let mut line = repeated(vec![half, other], Duration::from_nanos(10));
        assert_eq!(line.send(SimTime::ZERO, 65_535).end, SimTime::from_secs(2 * 8 * 65_535));
        for _ in 0..40_000 {
            line.send(SimTime::ZERO, 65_535);
        }
        assert_eq!(line.free_at(), SimTime::MAX);
    }

    /// Goal: a frame that takes more than 584 years is never sent, and this is found quickly.
    /// Method: frames at 1 bit/s, also after a trace.
    #[test]
    fn a_frame_beyond_all_time_is_never_sent() {
        let plain = LinkConfig::plain(Rate::from_bps(1).unwrap(), 0, QueueConfig::drop_tail(9));
        for mut line in [FrameSerializer::new(&plain, &CONTEXT), line(&[(0, 1_000_000), (10, 1)])] {
            let ends: Vec<SimTime> =
                (0..40_000).map(|_| line.send(SimTime::ZERO, 65_535).end).collect();
            assert!(ends.is_sorted());
            assert!(ends[0] < SimTime::from_secs(600_000));
            assert_eq!(ends.last(), Some(&SimTime::MAX));
            assert!(!line.is_idle(SimTime::from_secs(1)));
        }
    }

    /// Goal: no drift across changes. Method: frames of one byte back to back at rates that leave
    /// remainders; in total they take the time that the rates imply.
    #[test]
    fn frames_across_changes_do_not_drift() {
        let steps: Vec<(u64, u64)> = (0..200).map(|i| (i, 700_001 + 13 * (i % 7))).collect();
        let mut line = line(&steps);
        let mut bits = 0u128;
        let mut end = SimTime::ZERO;
        while end < SimTime::from_nanos(190_000_000) {
            end = line.send(SimTime::ZERO, 1).end;
            bits += 8;
        }
        let sent: u128 = steps
            .iter()
            .map(|&(from, bps)| {
                let from = SimTime::from_nanos(from * 1_000_000);
                let until = end.min(from + Duration::from_millis(1));
                u128::from(until.saturating_since(from).as_nanos()) * u128::from(bps)
            })
            .sum();
        let wanted = bits * 1_000_000_000;
        assert!(sent <= wanted && wanted - sent < 800_000, "{wanted} sent as {sent}");
    }
}
