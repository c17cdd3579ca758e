//! Proportional rate reduction (RFC 6937bis with its slow-start bound): the window on its way down.

use super::congestion::INFINITE;
use super::recovery::State;
use super::sender::Sender;

/// A reduction under way.
#[derive(Clone, Copy, Debug, Default)]
pub struct Reduction {
    /// The window before it.
    pub prior_cwnd: u32,
    /// Segments delivered since it began.
    pub delivered: u32,
    /// Segments sent since it began.
    pub out: u32,
}

impl Reduction {
    /// How many segments may leave now (`tcp_cwnd_reduction`): `delivered` just were, `in_flight`
    /// are under way, `advanced` says that the ACK moved the window on and showed no new loss.
    fn allowance(&mut self, target: u32, in_flight: u32, delivered: u32, advanced: bool) -> u32 {
        self.delivered += delivered;
        let allowed = match target.checked_sub(in_flight) {
            None => {
                let share = (u64::from(target) * u64::from(self.delivered))
                    .div_ceil(u64::from(self.prior_cwnd.max(1)));
                share.saturating_sub(u64::from(self.out)) as u32
            }
            Some(room) => {
                let kept = self.delivered.saturating_sub(self.out).max(delivered);
                (kept + u32::from(advanced)).min(room)
            }
        };
        // The first retransmission leaves whatever the sums say.
        allowed.max(u32::from(self.out == 0))
    }
}

impl Sender {
    /// A reduction begins: the threshold is set (`tcp_init_cwnd_reduction`).
    pub(super) fn begin_reduction(&mut self) {
        self.high = self.next_new;
        self.probe = None;
        self.window.count = 0;
        self.reduction = Reduction { prior_cwnd: self.window.cwnd, delivered: 0, out: 0 };
        self.window.ssthresh = self.controller.ssthresh(&self.window);
    }

    /// The window for `delivered` more segments.
    pub(super) fn reduce(&mut self, delivered: u32, advanced: bool) {
        if delivered == 0 {
            return;
        }
        let in_flight = self.queue.in_flight();
        let target = self.window.ssthresh;
        let advanced = advanced && self.newly_lost == 0;
        let allowed = self.reduction.allowance(target, in_flight, delivered, advanced);
        self.window.cwnd = (in_flight + allowed).max(1);
    }

    /// A reduction ends: the window is the threshold (`tcp_end_cwnd_reduction`).
    pub(super) fn end_reduction(&mut self) {
        let reduced = self.state == State::Cwr || self.undo.marker.is_some();
        if self.window.ssthresh < INFINITE && reduced && !self.controller.governs() {
            self.window.cwnd = self.window.ssthresh;
        }
        self.controller.on_reduced(&mut self.window);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Goal: a window of 100 comes down to 70 in proportion. Method: RFC 6937 Sec. 3.1's sum, 100
    /// segments delivered one by one, each segment allowed sent at once.
    #[test]
    fn as_many_leave_as_the_threshold_has() {
        let mut reduction = Reduction { prior_cwnd: 100, delivered: 0, out: 0 };
        let mut in_flight = 99;
        for _ in 0..99 {
            in_flight -= 1;
            let allowed = reduction.allowance(70, in_flight, 1, true);
            assert!(allowed <= 2);
            reduction.out += allowed;
            in_flight += allowed;
        }
        assert_eq!(in_flight, 70);
    }
}
