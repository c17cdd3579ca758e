//! Hybla as in the kernel's module (`tcp_hybla`): over a long round trip the window grows as fast
//! per second as Reno's does over a reference of 25 ms.
//!
//! C. Caini, R. Firrincieli, "TCP Hybla: a TCP enhancement for heterogeneous networks",
//! International Journal of Satellite Communications and Networking 22 (2004) 547: with rho = RTT /
//! RTT0, an ACK adds 2^rho - 1 segments in slow start, rho^2 / W after. Three things are the
//! module's: it counts per ACK, not per segment, so delayed ACKs halve the growth; a loss halves
//! the window; growth is Reno's outside the state Open. Integers as there: rho in eighths, growth
//! in 128ths of a segment.

use skyseam_base::Duration;

use super::{Growth, LinuxController, Window, reno};
use crate::linux::clock::micros;

/// One segment of growth.
const WHOLE: u64 = 128;
/// 128 * 2^(i/8), rounded down.
const EIGHTHS: [u64; 8] = [128, 139, 152, 165, 181, 197, 215, 234];
/// The largest window, in segments.
const CLAMP: u32 = 65_535;
/// Largest rho of which a power is computed.
const MOST_DOUBLINGS: u64 = 16;

/// State of the controller.
#[derive(Clone, Debug)]
pub struct Hybla {
    reference: Duration,
    /// Eight times the round-trip time over the reference, at least eight.
    rho8: u64,
    /// Smallest smoothed round-trip time, from which rho is computed.
    smallest: Option<Duration>,
    /// Growth below one segment, in 128ths.
    rest: u64,
    open: bool,
}

impl Hybla {
    /// Returns a controller that grows as Reno does at `reference`.
    pub fn new(reference: Duration) -> Self {
        Self { reference, rho8: 8, smallest: None, rest: 0, open: true }
    }

    fn measure(&mut self, smoothed: Option<Duration>) {
        let Some(smoothed) = smoothed else { return };
        if self.smallest.is_none_or(|smallest| smoothed < smallest) {
            self.smallest = Some(smoothed);
            self.rho8 = (8 * micros(smoothed) / micros(self.reference).max(1)).max(8);
        }
    }

    /// Returns the growth per ACK, in 128ths of a segment.
    fn increment(&self, window: &Window) -> u64 {
        if window.in_slow_start() {
            let (whole, eighths) = (self.rho8 / 8, self.rho8 % 8);
            (1 << whole.min(MOST_DOUBLINGS)) * EIGHTHS[eighths as usize] - WHOLE
        } else {
            // rho8^2 is 64 rho^2.
            2 * self.rho8.saturating_mul(self.rho8) / u64::from(window.cwnd.max(1))
        }
    }
}

impl LinuxController for Hybla {
    fn on_established(&mut self, window: &mut Window, smoothed: Option<Duration>) {
        self.measure(smoothed);
        // The module's: the initial window is not ten but rho.
        window.cwnd = u32::try_from(self.rho8 / 8).unwrap_or(CLAMP).min(CLAMP);
    }

    fn grow(&mut self, window: &mut Window, growth: &Growth) {
        self.measure(growth.smoothed);
        if !growth.limited {
            return;
        }
        if !self.open {
            reno::grow(window, growth);
            return;
        }
        let slow_start = window.in_slow_start();
        let increment = self.increment(window);
        if !slow_start && increment < WHOLE {
            window.count += 1;
        }
        self.rest += increment;
        let grown = self.rest / WHOLE;
        self.rest %= WHOLE;
        if grown > 0 {
            window.cwnd = window.cwnd.saturating_add(grown as u32);
            window.count = 0;
        } else if increment == 0 && window.count >= window.cwnd {
            // A window so large that rho^2 / W is nothing: Reno's pace.
            window.cwnd += 1;
            window.count = 0;
        }
        if slow_start {
            window.cwnd = window.cwnd.min(window.ssthresh);
        }
        window.cwnd = window.cwnd.min(CLAMP);
    }

    fn on_state(&mut self, open: bool, _: u64) {
        self.open = open;
    }

    fn ssthresh(&mut self, window: &Window) -> u32 {
        reno::ssthresh(window)
    }
}

#[cfg(test)]
mod tests {
    use skyseam_base::SimTime;

    use super::super::INFINITE;
    use super::*;

    const REFERENCE: Duration = Duration::from_millis(25);

    fn growth(smoothed: Duration) -> Growth {
        let (now, smoothed) = (SimTime::ZERO, Some(smoothed));
        Growth { now, acked: 1, limited: true, smoothed, una: 0, next: 0 }
    }

    fn established(rtt: Duration) -> (Hybla, Window) {
        let mut window = Window { cwnd: 10, ssthresh: INFINITE, count: 0 };
        let mut hybla = Hybla::new(REFERENCE);
        hybla.on_established(&mut window, Some(rtt));
        (hybla, window)
    }

    /// Goal: the paper's sums, by hand. Method: an RTT of 100 ms, rho = 4: the first window is 4;
    /// an ACK adds 2^4 - 1 = 15 in slow start; above the threshold, at a window of 32, an ACK adds
    /// 16 / 32 = half a segment.
    #[test]
    fn an_ack_adds_what_the_paper_says() {
        let (mut hybla, mut window) = established(Duration::from_millis(100));
        assert_eq!(window.cwnd, 4);
        hybla.grow(&mut window, &growth(Duration::from_millis(100)));
        assert_eq!(window.cwnd, 19);
        (window.cwnd, window.ssthresh) = (32, 32);
        for expected in [32, 33, 33] {
            hybla.grow(&mut window, &growth(Duration::from_millis(100)));
            assert_eq!(window.cwnd, expected);
        }
        // 2^4.5 - 1 = 21.6: rho from 112.5 ms.
        let (hybla, window) = established(Duration::from_micros(112_500));
        assert_eq!(hybla.increment(&window), 16 * 181 - 128);
    }

    /// Goal: a short path is Reno's: 25 ms and less add one per ACK, then one per window.
    #[test]
    fn a_short_path_is_renos() {
        for rtt in [5, 25] {
            let rtt = Duration::from_millis(rtt);
            let (mut hybla, mut window) = established(rtt);
            assert_eq!(window.cwnd, 1);
            (0..9).for_each(|_| hybla.grow(&mut window, &growth(rtt)));
            assert_eq!(window.cwnd, 10);
            window.ssthresh = 10;
            (0..10).for_each(|_| hybla.grow(&mut window, &growth(rtt)));
            // 128 / 10 rounds down to 12, so that it takes eleven ACKs.
            assert_eq!(window.cwnd, 10);
            hybla.grow(&mut window, &growth(rtt));
            assert_eq!(window.cwnd, 11);
        }
    }

    /// Goal: rho follows the smallest round trip; it does not make a window grow that is not fully
    /// used, or in recovery.
    #[test]
    fn only_a_shorter_round_trip_counts() {
        let (mut hybla, mut window) = established(Duration::from_millis(100));
        hybla.grow(&mut window, &Growth { limited: false, ..growth(Duration::from_millis(50)) });
        assert_eq!((window.cwnd, hybla.rho8), (4, 16));
        hybla.grow(&mut window, &growth(Duration::from_millis(200)));
        assert_eq!((window.cwnd, hybla.rho8), (7, 16));
        hybla.on_state(false, 0);
        hybla.grow(&mut window, &growth(Duration::from_millis(50)));
        assert_eq!(window.cwnd, 8, "Reno's");
    }

    /// Goal: 600 ms grows like 25 ms. Method: congestion avoidance for five seconds from the rate
    /// that Reno has at 100 segments and 25 ms, an ACK per segment evenly over the round trip; a
    /// window of rho times Reno's, which adds a segment per 25 ms, is the same rate. The module
    /// rounds rho^2 / W down.
    #[test]
    fn a_long_path_grows_as_a_short_one_per_second() {
        let rtt = Duration::from_millis(600);
        let (mut hybla, mut window) = established(rtt);
        (window.cwnd, window.ssthresh) = (2_400, 2_400);
        let mut now = Duration::ZERO;
        while now < Duration::from_secs(5) {
            now += Duration::from_nanos(rtt.as_nanos() / u64::from(window.cwnd));
            hybla.grow(&mut window, &growth(rtt));
        }
        // Reno at 25 ms: 100 + 5 / 0.025 = 300 segments; rho = 24 times as many here.
        let reno = 100.0 + 5.0 / 0.025;
        let ratio = f64::from(window.cwnd) / (24.0 * reno);
        assert!((0.95..1.01).contains(&ratio), "{} segments, {ratio}", window.cwnd);
    }

    #[test]
    fn a_loss_leaves_half() {
        let (mut hybla, window) = established(REFERENCE);
        assert_eq!(hybla.ssthresh(&Window { cwnd: 40, ..window }), 20);
    }
}
