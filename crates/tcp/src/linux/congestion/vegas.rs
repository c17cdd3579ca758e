//! Vegas as in the kernel's module (`tcp_vegas`): once per round trip the window is compared with
//! the capacity of the path without a queue, and adjusted so that two to four packets are queued.
//!
//! L. S. Brakmo, L. L. Peterson, "TCP Vegas: End to End Congestion Avoidance on a Global Internet",
//! IEEE Journal on Selected Areas in Communications 13 (1995) 1465. The module uses the smallest
//! round trip of a round, so that delayed ACKs do not count. Its slow start doubles every round,
//! not every other one, until one packet is queued.

use skyseam_base::SimTime;
use skyseam_params::parameters;

use super::{Growth, LinuxController, Sample, Window, reno};
use crate::congestion::algorithm::{Setup, TcpAlgorithm};
use crate::linux::clock::micros;

/// Queued packets below which the window grows (`alpha`) and above which it shrinks (`beta`).
const ALPHA: u64 = 2;
const BETA: u64 = 4;
/// Queued packets that end slow start (`gamma`).
const GAMMA: u64 = 1;
/// Number of samples up to which the smallest round trip of a round is not trusted.
const FEW: u32 = 2;

parameters! {
    /// Keeps two to four packets queued, judged by how much the round trip has grown. Stacks:
    /// linux.
    pub struct Vegas "vegas"
        from "Brakmo and Peterson 1995, IEEE J. Sel. Areas Commun. 13, 1465" {}
}

/// State of the controller.
#[derive(Clone, Debug)]
pub(crate) struct VegasState {
    /// Whether the congestion state is Open; in other states the window grows as Reno's.
    open: bool,
    /// Offset whose acknowledgement ends the round.
    round_end: u64,
    /// Smallest round trip of the round, and of all rounds, in microseconds plus one.
    round: Option<u64>,
    base: Option<u64>,
    samples: u32,
}

impl TcpAlgorithm for Vegas {
    fn in_segments(&self, _: &Setup) -> Option<Box<dyn LinuxController>> {
        Some(Box::new(VegasState::new()))
    }
}

impl VegasState {
    /// Returns a controller without a round trip.
    pub fn new() -> Self {
        Self { open: true, round_end: 0, round: None, base: None, samples: 0 }
    }

    fn new_round(&mut self, next: u64) {
        self.round_end = next;
        self.round = None;
        self.samples = 0;
    }

    /// Compares window and capacity once per round, from the smallest round trips of the round and
    /// of all.
    fn adjust(window: &mut Window, acked: u32, round: u64, base: u64) {
        let cwnd = u64::from(window.cwnd);
        // What fits the path alone, and how much more the window is.
        let target = cwnd * base / round;
        let queued = cwnd * (round - base) / base;
        if window.in_slow_start() {
            if queued > GAMMA {
                window.cwnd = window.cwnd.min(target as u32 + 1);
                window.ssthresh = window.ssthresh.min(window.cwnd.saturating_sub(1).max(2));
            } else {
                window.slow_start(acked);
            }
        } else if queued > BETA {
            window.cwnd -= 1;
            window.ssthresh = window.ssthresh.min(window.cwnd.saturating_sub(1).max(2));
        } else if queued < ALPHA {
            window.cwnd += 1;
        }
        window.cwnd = window.cwnd.max(2);
        window.ssthresh = window.ssthresh.max(window.cwnd / 2 + window.cwnd / 4);
    }
}

impl Default for VegasState {
    fn default() -> Self {
        Self::new()
    }
}

impl LinuxController for VegasState {
    fn on_acked(&mut self, _: &mut Window, sample: &Sample) {
        let rtt = micros(sample.rtt) + 1;
        self.base = Some(self.base.map_or(rtt, |base| base.min(rtt)));
        self.round = Some(self.round.map_or(rtt, |round| round.min(rtt)));
        self.samples += 1;
    }

    fn grow(&mut self, window: &mut Window, growth: &Growth) {
        if !self.open {
            reno::grow(window, growth);
        } else if growth.una > self.round_end {
            match (self.round, self.base) {
                (Some(round), Some(base)) if self.samples > FEW => {
                    Self::adjust(window, growth.acked, round, base);
                }
                _ => reno::grow(window, growth),
            }
            self.new_round(growth.next);
        } else if window.in_slow_start() {
            window.slow_start(growth.acked);
        }
    }

    fn on_state(&mut self, open: bool, next: u64) {
        if open {
            self.new_round(next);
        }
        self.open = open;
    }

    /// Restarts the measurement after an idle time (`tcp_vegas_cwnd_event`).
    fn on_start(&mut self, _: SimTime, _: SimTime, next: u64) {
        *self = Self { round_end: next, ..Self::new() };
    }

    fn ssthresh(&mut self, window: &Window) -> u32 {
        reno::ssthresh(window)
    }
}

#[cfg(test)]
mod tests {
    use skyseam_base::{Duration, SimTime};

    use super::super::INFINITE;
    use super::*;

    /// A round whose least round trip is `millis`: three samples, then its end.
    fn round(vegas: &mut VegasState, window: &mut Window, millis: u64, una: u64) {
        let (now, next) = (SimTime::ZERO, una + 10);
        for extra in [5, 0, 9] {
            // The module counts a microsecond more; the test's round trips come out whole.
            let rtt = Duration::from_micros((millis + extra) * 1_000 - 1);
            vegas.on_acked(window, &Sample { now, rtt, una, next });
        }
        let growth = Growth { now, acked: 1, limited: true, smoothed: None, una, next };
        vegas.grow(window, &growth);
    }

    /// Goal: the paper's Diff, by hand: a window of 40 and a path of 100 ms. At 104 ms, 40 * 4 /
    /// 100 = 1.6 are queued: one more. At 106 ms 2.4, at 112 ms 4.8 counted as 4: kept. At 113 ms
    /// 5.2: one less.
    #[test]
    fn two_to_four_packets_stay_queued() {
        for (millis, expected) in [(100, 41), (104, 41), (106, 40), (112, 40), (113, 39)] {
            let mut vegas = VegasState::new();
            let mut window = Window { cwnd: 40, ssthresh: 30, count: 0 };
            round(&mut vegas, &mut window, 100, 1);
            window = Window { cwnd: 40, ssthresh: 30, count: 0 };
            round(&mut vegas, &mut window, millis, 100);
            assert_eq!(window.cwnd, expected, "at {millis} ms");
        }
    }

    /// Goal: slow start ends when more than one packet is queued, and the window falls to the
    /// path's capacity: 32 segments at 120 ms of which the path accounts for 100, 32 * 100 / 120 +
    /// 1 = 27.
    #[test]
    fn a_queue_of_two_ends_slow_start() {
        let mut vegas = VegasState::new();
        let mut window = Window { cwnd: 31, ssthresh: INFINITE, count: 0 };
        round(&mut vegas, &mut window, 100, 1);
        assert_eq!(window.cwnd, 32, "an ACK of slow start");
        round(&mut vegas, &mut window, 120, 100);
        assert_eq!((window.cwnd, window.ssthresh), (27, 26));
        assert!(!window.in_slow_start());
    }

    /// Goal: measurements during a recovery are discarded; while it lasts, and in a round of too
    /// few samples, growth is Reno's.
    #[test]
    fn trouble_is_renos() {
        let mut vegas = VegasState::new();
        let mut window = Window { cwnd: 4, ssthresh: 2, count: 0 };
        let now = SimTime::ZERO;
        let growth = Growth { now, acked: 4, limited: true, smoothed: None, una: 5, next: 9 };
        vegas.on_state(false, 0);
        vegas.grow(&mut window, &growth);
        assert_eq!(window.cwnd, 5);
        vegas.on_state(true, 20);
        vegas.grow(&mut window, &Growth { una: 20, ..growth });
        assert_eq!(window.cwnd, 5, "the round is not over");
        vegas.grow(&mut window, &Growth { una: 21, acked: 5, ..growth });
        assert_eq!(window.cwnd, 6, "no sample");
    }
}
