//! Reno (RFC 5681) as the kernel counts it: slow start per segment acknowledged, then one segment
//! per window; half the window after a loss.

use super::{Controller, Growth, Window};

/// The controller; it remembers nothing.
#[derive(Clone, Copy, Debug)]
pub struct Reno;

/// Reno's growth, which others fall back to (`tcp_reno_cong_avoid`).
pub(super) fn grow(window: &mut Window, growth: &Growth) {
    if !growth.limited {
        return;
    }
    let acked = growth.acked;
    let left = if window.in_slow_start() { window.slow_start(acked) } else { acked };
    if left > 0 {
        window.avoid_congestion(window.cwnd, left);
    }
}

/// Half the window (`tcp_reno_ssthresh`).
pub(super) fn ssthresh(window: &Window) -> u32 {
    (window.cwnd / 2).max(2)
}

impl Controller for Reno {
    fn grow(&mut self, window: &mut Window, growth: &Growth) {
        grow(window, growth);
    }

    fn ssthresh(&mut self, window: &Window) -> u32 {
        ssthresh(window)
    }
}
