//! Reno (RFC 5681) as the kernel counts it: slow start per acknowledged segment, then one segment
//! per window; a loss halves the window.

use super::{Growth, LinuxController, Window};

/// Controller without state.
#[derive(Clone, Copy, Debug)]
pub struct Reno;

/// Grows the window as Reno; other controllers fall back to it (`tcp_reno_cong_avoid`).
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

/// Returns half the window (`tcp_reno_ssthresh`).
pub(super) fn ssthresh(window: &Window) -> u32 {
    (window.cwnd / 2).max(2)
}

impl LinuxController for Reno {
    fn grow(&mut self, window: &mut Window, growth: &Growth) {
        grow(window, growth);
    }

    fn ssthresh(&mut self, window: &Window) -> u32 {
        ssthresh(window)
    }
}
