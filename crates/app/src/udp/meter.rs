//! Measurements of arriving datagrams at an endpoint of a UDP flow.
//!
//! Owns delay, jitter, runs of losses and reordering. The network counts losses and their reasons.

use skyseam_base::Duration;

use crate::measure::{Jitter, MissingPackets, Moments, NumberSet};
use crate::voice::report::Delay;

/// Measurements of one direction.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct UdpReport {
    /// Whether the peer sends at all.
    pub is_awaited: bool,
    /// Datagrams that arrived, each counted once.
    pub received: u64,
    /// One-way delay, ms; `None` if nothing arrived.
    pub delay: Option<Delay>,
    /// Percentiles 50, 95 and 99 of the delay (nearest rank), ms.
    pub percentiles: Option<[f64; 3]>,
    /// Interarrival jitter (RFC 3550 Sec. 6.4.1), mean of its values at each arrival, ms; `None`
    /// for fewer than two arrivals.
    pub jitter_ms: Option<f64>,
    /// Missing datagrams before the last one that arrived.
    pub missing: u64,
    /// Runs of consecutive missing datagrams.
    pub loss_runs: u64,
    /// Length of the longest run.
    pub longest_run: u64,
    /// Datagrams that arrived after one that was sent later (RFC 4737 Sec. 3.3).
    pub reordered: u64,
}

/// Statistics of arriving datagrams.
#[derive(Clone, Debug, Default)]
pub struct DatagramStats {
    numbers: NumberSet,
    /// Number after the highest one that arrived.
    expected: u64,
    reordered: u64,
    delays_ns: Vec<u64>,
    delays: Moments,
    jitter: Jitter,
}

impl DatagramStats {
    /// Records an arrival; returns true if the number is new.
    pub fn on_arrival(&mut self, number: u32, delay: Duration) -> bool {
        if !self.numbers.insert(number) {
            return false;
        }
        let next = u64::from(number) + 1;
        if next <= self.expected {
            self.reordered += 1;
        }
        self.expected = self.expected.max(next);
        self.delays_ns.push(delay.as_nanos());
        self.delays.add(delay.as_millis_f64());
        self.jitter.add(delay.as_millis_f64());
        true
    }

    /// The measurements so far; `is_awaited` says whether the peer sends.
    pub fn report(&self, is_awaited: bool) -> UdpReport {
        let MissingPackets { missing, runs, longest } = self.numbers.gaps();
        let mut sorted = self.delays_ns.clone();
        sorted.sort_unstable();
        let nearest = |percent: usize| {
            let rank = (sorted.len() * percent).div_ceil(100);
            sorted[rank.max(1) - 1] as f64 / 1e6
        };
        UdpReport {
            is_awaited,
            received: sorted.len() as u64,
            delay: self.delays.delay(),
            percentiles: (!sorted.is_empty()).then(|| [50, 95, 99].map(nearest)),
            jitter_ms: self.jitter.values.delay().map(|jitter| jitter.mean),
            missing,
            loss_runs: runs,
            longest_run: longest,
            reordered: self.reordered,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn meter(arrivals: &[(u32, u64)]) -> UdpReport {
        let mut meter = DatagramStats::default();
        for &(number, ms) in arrivals {
            meter.on_arrival(number, Duration::from_millis(ms));
        }
        meter.report(true)
    }

    /// Goal: every quantity by hand. Method: numbers 2, 5 and 6 never arrive, 7 overtakes 4, and
    /// one arrives twice.
    #[test]
    fn what_is_measured_is_as_defined() {
        let report = meter(&[(0, 100), (1, 110), (3, 90), (7, 120), (4, 150), (4, 160), (8, 110)]);
        let delay = report.delay.unwrap();
        assert_eq!((report.received, delay.min, delay.max), (6, 90.0, 150.0));
        assert!((delay.mean - 680.0 / 6.0).abs() < 1e-9);
        // Ranks 3, 6 and 6 of 90, 100, 110, 110, 120, 150.
        assert_eq!(report.percentiles, Some([110.0, 150.0, 150.0]));
        let (mut running, mut sum) = (0.0, 0.0);
        for difference in [10.0, 20.0, 30.0, 30.0, 40.0] {
            running += (difference - running) / 16.0;
            sum += running;
        }
        assert!((report.jitter_ms.unwrap() - sum / 5.0).abs() < 1e-9);
        assert_eq!((report.missing, report.loss_runs, report.longest_run), (3, 2, 2));
        assert_eq!(report.reordered, 1);
    }

    #[test]
    fn nothing_that_arrives_is_nothing_measured() {
        assert_eq!(meter(&[]), UdpReport { is_awaited: true, ..UdpReport::default() });
        let one = meter(&[(3, 7)]);
        assert_eq!((one.percentiles, one.jitter_ms), (Some([7.0; 3]), None));
        assert_eq!((one.missing, one.loss_runs, one.longest_run), (3, 1, 3));
    }
}
