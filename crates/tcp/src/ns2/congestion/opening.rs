//! Reno of Linux 2.6.22 with another rule of increase ([`Increase`]). ns-2's `Agent/TCP/Linux` has
//! no such module: the rules are those of `Agent/TCP` (`windowOption_`, `increase_num_`). The
//! round-trip time has the resolution of the modules, a millisecond.

use skyseam_base::Duration;

use super::reno::Reno;
use super::{Ack, ControllerModule, Window};
use crate::congestion::increase::Increase;

/// State of the module.
#[derive(Clone, Debug)]
pub struct Opening {
    increase: Increase,
    /// Fraction of a packet of growth.
    rest: f64,
}

impl Opening {
    /// Returns a module with this rule.
    pub fn new(increase: Increase) -> Self {
        Self { increase, rest: 0.0 }
    }
}

impl ControllerModule for Opening {
    fn grow(&mut self, window: &mut Window, ack: &Ack) {
        if !ack.is_limited(window) || window.in_slow_start() {
            Reno.grow(window, ack);
            return;
        }
        let smoothed = Duration::from_millis(ack.eightfold_rtt) / 8;
        self.rest += self.increase.per_segment(window.cwnd as f64, smoothed);
        if self.rest >= 1.0 {
            self.rest -= 1.0;
            window.increment();
        }
    }

    fn ssthresh(&mut self, window: &Window) -> u64 {
        self.rest = 0.0;
        Reno.ssthresh(window)
    }

    fn least(&self, window: &Window) -> u64 {
        Reno.least(window)
    }
}
