//! Reno of Linux 2.6.22 with byte counting (RFC 5681, RFC 3465): half the window after a loss, and
//! half of that during its repair.

use super::{Ack, ControllerModule, Window};

/// Module without state.
#[derive(Clone, Copy, Debug)]
pub struct Reno;

impl ControllerModule for Reno {
    fn grow(&mut self, window: &mut Window, ack: &Ack) {
        if !ack.is_limited(window) {
            return;
        }
        if window.in_slow_start() {
            window.slow_start();
        } else {
            window.avoid_congestion();
        }
    }

    fn ssthresh(&mut self, window: &Window) -> u64 {
        (window.cwnd / 2).max(2)
    }

    fn least(&self, window: &Window) -> u64 {
        window.ssthresh / 2
    }
}
