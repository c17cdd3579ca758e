//! Hybla of Linux 2.6.22 (Caini and Firrincieli 2004): growth as on a path of 25 ms, by the
//! normalized round trip rho = RTT / 25 ms; Reno's reductions, and Reno's growth while a loss is
//! repaired.
//!
//! Rho is counted in eighths, increments in 128ths of a packet.

use skyseam_base::Duration;

use super::reno::Reno;
use super::{Ack, ControllerModule, State, Window};

/// 2 to the power of 0/8, 1/8, ... 7/8, in 128ths, truncated.
const EIGHTH_POWERS: [u64; 8] = [128, 139, 152, 165, 181, 197, 215, 234];
/// Upper limit of rho, above any path's, so that a power of two fits.
const MAX_RHO: u64 = 40;

/// State of the module.
#[derive(Clone, Debug)]
pub struct Hybla {
    /// The reference round trip, ms.
    reference: u64,
    enabled: bool,
    eightfold_rho: u64,
    /// Eight times the smallest smoothed round trip, ms.
    smallest: u64,
    /// Fraction of a packet of growth, in 128ths.
    owed: u64,
}

impl Hybla {
    /// Returns a module that grows as Reno does over `reference`.
    pub fn new(reference: Duration) -> Self {
        let reference = (reference.as_nanos() / 1_000_000).max(1);
        Self { reference, enabled: true, eightfold_rho: 8, smallest: u64::MAX, owed: 0 }
    }

    fn measure(&mut self, eightfold_rtt: u64) {
        self.smallest = eightfold_rtt;
        self.eightfold_rho = (eightfold_rtt / self.reference).clamp(8, 8 * MAX_RHO);
    }

    fn rho(&self) -> u64 {
        self.eightfold_rho >> 3
    }
}

impl ControllerModule for Hybla {
    fn begin(&mut self, window: &mut Window, eightfold_rtt: u64) {
        self.measure(eightfold_rtt);
        window.clamp = 65_535;
        window.cwnd = self.rho();
    }

    fn grow(&mut self, window: &mut Window, ack: &Ack) {
        if ack.eightfold_rtt < self.smallest {
            self.measure(ack.eightfold_rtt);
        }
        if !ack.is_limited(window) {
            return;
        }
        if !self.enabled {
            return Reno.grow(window, ack);
        }
        let slow_start = window.cwnd < window.ssthresh;
        let increment = if slow_start {
            // 2^rho - 1
            (EIGHTH_POWERS[(self.eightfold_rho & 7) as usize] << self.rho()) - 128
        } else {
            // rho^2 / W
            let increment = ((self.eightfold_rho * self.eightfold_rho) << 1) / window.cwnd;
            window.count += u64::from(increment < 128);
            increment
        };
        window.cwnd += increment >> 7;
        self.owed += increment & 127;
        while self.owed >= 128 {
            self.owed -= 128;
            window.cwnd += 1;
            window.count = 0;
        }
        if slow_start {
            window.cwnd = window.cwnd.min(window.ssthresh);
        }
        window.cwnd = window.cwnd.min(window.clamp);
    }

    fn ssthresh(&mut self, window: &Window) -> u64 {
        Reno.ssthresh(window)
    }

    fn least(&self, window: &Window) -> u64 {
        Reno.least(window)
    }

    fn on_state(&mut self, state: State) {
        self.enabled = state == State::Open;
    }
}
