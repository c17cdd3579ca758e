//! Congestion window of `Agent/TCP/Newreno` and `Agent/TCP/Sack1`: a real number that grows by one
//! packet per ACK in slow start, and afterwards by the rule of increase, by default the reciprocal
//! of the window.

use skyseam_base::Duration;

use crate::congestion::increase::Increase;

/// Window and threshold, packets.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RenoWindow {
    pub cwnd: f64,
    pub ssthresh: u64,
    increase: Increase,
}

impl RenoWindow {
    /// Returns the window before any ACK; the initial threshold is the receive window.
    pub fn new(cwnd: u64, receive_window: u64, increase: Increase) -> Self {
        Self { cwnd: cwnd as f64, ssthresh: receive_window, increase }
    }

    /// Grows the window for an ACK of new data (`opencwnd`), whatever the number of packets.
    pub fn open(&mut self, smoothed_rtt: Duration) {
        self.cwnd += match self.cwnd < self.ssthresh as f64 {
            true => 1.0,
            false => self.increase.per_segment(self.cwnd, smoothed_rtt),
        };
    }

    /// Sets window and threshold to half of the packets in use (`slowdown`): the window keeps the
    /// fraction, the threshold does not.
    pub fn halve(&mut self, in_use: f64) {
        self.cwnd = in_use / 2.0;
        self.ssthresh = (self.cwnd as u64).max(2);
    }

    /// Sets the window to one packet, and the threshold to half of the packets in use.
    pub fn restart(&mut self, in_use: f64) {
        self.halve(in_use);
        self.cwnd = 1.0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Goal: a rule of increase opens the window in congestion avoidance, and does nothing else.
    /// Method: slow start to the threshold, then 4 * 0.5^2 = 1 segment per round trip with c = 4
    /// and K segments with K = 3; half the window after a loss.
    #[test]
    fn a_rule_of_increase_is_one_of_congestion_avoidance() {
        let rate = Increase::ConstantRate { c: 4.0, per_round: false };
        let by_k = Increase::ByConstant { segments: 3.0, above: Duration::from_millis(400) };
        for (rule, added) in [(Increase::Standard, 0.1), (rate, 0.1), (by_k, 0.3)] {
            let mut window = RenoWindow::new(1, 10, rule);
            (0..9).for_each(|_| window.open(Duration::from_millis(500)));
            assert!((window.cwnd - 10.0).abs() < 1e-12, "{rule:?}");
            window.open(Duration::from_millis(500));
            assert!((window.cwnd - 10.0 - added).abs() < 1e-12, "{rule:?}: {}", window.cwnd);
            window.halve(10.0);
            assert!((window.cwnd - 5.0).abs() < 1e-12 && window.ssthresh == 5, "{rule:?}");
        }
    }
}
