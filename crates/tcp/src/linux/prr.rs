//! Proportional rate reduction (RFC 6937bis with its slow-start bound): the gradual reduction of
//! the window.

/// Window reduction in progress.
#[derive(Clone, Copy, Debug, Default)]
pub struct Reduction {
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
}
