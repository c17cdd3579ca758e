//! Proportional rate reduction (RFC 6937bis with its slow-start bound): the gradual reduction of
//! the window.

/// Window reduction in progress.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Reduction {
    /// Window before the reduction.
    pub prior_cwnd: u32,
    /// Segments delivered since the reduction began.
    pub delivered: u32,
    /// Segments sent since the reduction began.
    pub out: u32,
}

impl Reduction {
    /// Returns how many segments may leave now (`tcp_cwnd_reduction`). `delivered` segments were
    /// just delivered, `in_flight` are in the network, and `advanced` says that the ACK advanced
    /// the window without showing a new loss.
    pub(super) fn allowance(
        &mut self,
        target: u32,
        in_flight: u32,
        delivered: u32,
        advanced: bool,
    ) -> u32 {
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Goal: a window of 100 is reduced to 70 proportionally. Method: RFC 6937 Sec. 3.1's sum, 100
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

    /// Goal: `tcp_cwnd_reduction`: the first retransmission leaves even where the sums allow none,
    /// and only the first. Method: as much in flight as the threshold has, and nothing delivered
    /// above it (a loss that a timer found).
    #[test]
    fn the_first_retransmission_leaves_in_any_case() {
        for (in_flight, delivered) in [(5, 1), (9, 0)] {
            let mut reduction = Reduction { prior_cwnd: 10, delivered: 0, out: 0 };
            assert_eq!(reduction.allowance(5, in_flight, delivered, true), 1);
            reduction.out = 1;
            assert_eq!(reduction.allowance(5, in_flight, delivered, true), 0);
        }
    }

    /// Goal: RFC 6937bis: below the threshold as many leave as were delivered and not yet made up
    /// for, one more where the window advances, and never more than the threshold has room for.
    #[test]
    fn below_the_threshold_the_window_grows_by_one_at_most() {
        let reduction = Reduction { prior_cwnd: 100, delivered: 20, out: 17 };
        let allowance = |in_flight, delivered, advanced| {
            { reduction }.allowance(70, in_flight, delivered, advanced)
        };
        assert_eq!([allowance(50, 1, false), allowance(50, 1, true)], [4, 5]);
        assert_eq!([allowance(67, 1, true), allowance(70, 1, true)], [3, 0]);
        let ahead = Reduction { prior_cwnd: 100, delivered: 20, out: 40 };
        assert_eq!({ ahead }.allowance(70, 50, 2, true), 3, "what was just delivered");
    }
}
