//! Reno (RFC 5681) as the kernel counts it: slow start per segment acknowledged, then one segment
//! per window; half the window after a loss.

use skyseam_base::SimTime;

use super::{Controller, Window};

/// The controller; it remembers nothing.
#[derive(Clone, Copy, Debug)]
pub struct Reno;

impl Controller for Reno {
    fn grow(&mut self, window: &mut Window, _: SimTime, acked: u32) {
        let left = if window.in_slow_start() { window.slow_start(acked) } else { acked };
        if left > 0 {
            window.avoid_congestion(window.cwnd, left);
        }
    }

    fn ssthresh(&mut self, window: &Window) -> u32 {
        (window.cwnd / 2).max(2)
    }
}
