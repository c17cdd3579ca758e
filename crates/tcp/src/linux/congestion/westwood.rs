//! Westwood+ as in the kernel's module (`tcp_westwood`): Reno, but a loss sets the window to the
//! measured rate of ACKs times the smallest round trip.
//!
//! S. Mascolo et al., "TCP Westwood: Bandwidth Estimation for Enhanced Transport over Wireless
//! Links", MobiCom 2001; L. A. Grieco, S. Mascolo, "Performance Evaluation and Comparison of
//! Westwood+, New Reno, and Vegas TCP Congestion Control", ACM Computer Communication Review 34 (2)
//! (2004) 25: one sample of the rate per round trip, smoothed twice by 7/8. The module's integers:
//! bytes per tick of 4 ms, round trips in ticks.

use skyseam_base::{Duration, SimTime};
use skyseam_params::parameters;

use super::{Growth, LinuxController, Sample, Window, reno};
use crate::congestion::algorithm::{Setup, TcpAlgorithm};
use crate::linux::clock::{ticks, ticks_in};

/// Minimum duration of a sample of the rate, ticks: 50 ms.
const LEAST_TICKS: u64 = 250 / 20;
/// Assumed round trip before the first measurement, ticks: 20 s.
const FIRST_RTT: u64 = 20 * 250;

parameters! {
    /// Westwood+: Reno with a window after a loss equal to the measured delivery of the path.
    /// Stacks: linux.
    pub struct Westwood "westwood"
        from "Grieco and Mascolo 2004, ACM Comput. Commun. Rev. 34 (2), 25" {}
}

/// State of the controller.
#[derive(Clone, Debug)]
pub(crate) struct WestwoodState {
    mss: u64,
    /// The rate smoothed once and twice, bytes per tick.
    rate_once: u64,
    rate: u64,
    /// Start of the current sample in ticks, and bytes acknowledged since.
    since: u64,
    bytes: u64,
    /// Oldest offset outstanding at the ACK before; `None` before the first ACK.
    una: Option<u64>,
    /// Bytes counted for duplicate ACKs, to be subtracted from the ACK that covers them.
    accounted: u64,
    /// The latest and the smallest round trip, ticks.
    rtt: u64,
    rtt_min: u64,
    /// Whether the next round trip replaces the smallest one.
    measure_anew: bool,
}

impl TcpAlgorithm for Westwood {
    fn in_segments(&self, setup: &Setup) -> Option<Box<dyn LinuxController>> {
        Some(Box::new(WestwoodState::new(setup.mss, setup.now)))
    }
}

impl WestwoodState {
    /// Returns a controller of a connection with segments of `mss` bytes that begins at `now`.
    pub fn new(mss: u32, now: SimTime) -> Self {
        Self {
            mss: u64::from(mss).max(1),
            rate_once: 0,
            rate: 0,
            since: ticks(now),
            bytes: 0,
            una: None,
            accounted: 0,
            rtt: FIRST_RTT,
            rtt_min: FIRST_RTT,
            measure_anew: true,
        }
    }

    /// Returns the segments that fill the path without a queue, at least two.
    fn held_by_path(&self) -> u32 {
        let segments = self.rate.saturating_mul(self.rtt_min) / self.mss;
        u32::try_from(segments).unwrap_or(u32::MAX / 2).max(2)
    }

    /// Ends the current sample if it is longer than a round trip.
    fn sample(&mut self, now: SimTime) {
        let length = ticks(now).saturating_sub(self.since);
        if length <= self.rtt.max(LEAST_TICKS) {
            return;
        }
        let rate = self.bytes / length;
        if self.rate_once == 0 && self.rate == 0 {
            (self.rate_once, self.rate) = (rate, rate);
        } else {
            self.rate_once = (7 * self.rate_once + rate) / 8;
            self.rate = (7 * self.rate + self.rate_once) / 8;
        }
        self.bytes = 0;
        self.since = ticks(now);
    }

    /// Returns the bytes that the ACK reports as delivered. A duplicate counts as a segment, which
    /// is subtracted when the hole closes (`westwood_acked_count`).
    fn count(&mut self, advanced: u64) -> u64 {
        if advanced == 0 {
            self.accounted += self.mss;
            self.mss
        } else if advanced <= self.mss {
            advanced
        } else if self.accounted >= advanced {
            self.accounted -= advanced;
            self.mss
        } else {
            advanced - std::mem::take(&mut self.accounted)
        }
    }
}

impl LinuxController for WestwoodState {
    fn on_ack(&mut self, now: SimTime, una: u64, selective: bool) {
        self.sample(now);
        let advanced = una.saturating_sub(self.una.unwrap_or(una));
        let plain = !selective && advanced > 0;
        self.bytes += if plain || self.una.is_none() { advanced } else { self.count(advanced) };
        self.una = Some(una);
        if self.measure_anew {
            self.rtt_min = self.rtt;
            self.measure_anew = false;
        } else {
            self.rtt_min = self.rtt_min.min(self.rtt);
        }
    }

    fn on_acked(&mut self, _: &mut Window, sample: &Sample) {
        self.rtt = ticks_in(sample.rtt.max(Duration::from_nanos(1)));
    }

    fn grow(&mut self, window: &mut Window, growth: &Growth) {
        reno::grow(window, growth);
    }

    fn ssthresh(&mut self, window: &Window) -> u32 {
        reno::ssthresh(window)
    }

    fn on_lost(&mut self, window: &mut Window) {
        window.ssthresh = self.held_by_path();
        self.measure_anew = true;
    }

    fn on_reduced(&mut self, window: &mut Window) {
        window.ssthresh = self.held_by_path();
        window.cwnd = window.ssthresh;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(millis: u64) -> SimTime {
        SimTime::ZERO + Duration::from_millis(millis)
    }

    /// An ACK of everything below `una` whose round trip was 100 ms.
    fn ack(westwood: &mut WestwoodState, millis: u64, una: u64) {
        let mut window = Window { cwnd: 10, ssthresh: 10, count: 0 };
        let (now, rtt) = (at(millis), Duration::from_millis(100));
        westwood.on_acked(&mut window, &Sample { now, rtt, una, next: una });
        westwood.on_ack(now, una, false);
    }

    /// Goal: the filter by hand. Method: segments of 1000 bytes, one each 4 ms; a sample ends with
    /// the first ACK after more than 25 ticks, 26 * 1000 / 26 = 1000 bytes per tick, so that the
    /// window is 1000 * 25 / 1000 = 25. Then nothing for 104 ms: 0 is smoothed to 7/8 and, the
    /// second time, to 7/8 + 1/8 * 7/8 of the rate.
    #[test]
    fn the_window_is_rate_times_round_trip() {
        let mut westwood = WestwoodState::new(1000, SimTime::ZERO);
        let mut window = Window { cwnd: 100, ssthresh: 100, count: 0 };
        ack(&mut westwood, 0, 1);
        for number in 1..=26 {
            ack(&mut westwood, 4 * number, 1 + 1000 * number);
        }
        // The ACK that ends a sample counts in the next one: 25 segments over 26 ticks.
        assert_eq!((westwood.rate, westwood.bytes), (25_000 / 26, 1000));
        westwood.on_lost(&mut window);
        assert_eq!(window, Window { cwnd: 100, ssthresh: 961 * 25 / 1000, count: 0 });
        ack(&mut westwood, 208 + 4, 27_001);
        let once = (7 * 961 + 1000 / 27) / 8;
        assert_eq!((westwood.rate_once, westwood.rate), (once, (7 * 961 + once) / 8));
        westwood.on_reduced(&mut window);
        assert_eq!(window.cwnd, window.ssthresh);
    }

    /// Goal: duplicates count as segments and are taken off later: ten segments, the first lost,
    /// nine duplicates, then an ACK for all ten: ten segments in all.
    #[test]
    fn a_segment_counts_once() {
        let mut westwood = WestwoodState::new(1000, SimTime::ZERO);
        westwood.on_ack(at(1), 1, false);
        for _ in 0..9 {
            westwood.on_ack(at(2), 1, true);
        }
        assert_eq!(westwood.bytes, 9_000);
        westwood.on_ack(at(3), 10_001, true);
        assert_eq!((westwood.bytes, westwood.accounted), (10_000, 0));
    }

    /// Goal: a rate beyond all bounds gives a window that can still be doubled.
    #[test]
    fn the_window_does_not_overflow() {
        let mut westwood = WestwoodState::new(1000, SimTime::ZERO);
        westwood.rate = u64::MAX;
        assert_eq!(westwood.held_by_path(), u32::MAX / 2);
    }
}
