//! `Agent/TCP/Newreno`: fast retransmit at the third duplicate, one hole per round trip, a window
//! inflated by duplicates meanwhile (RFC 6582, the careful and impatient variant).

use skyseam_trace::RetransmitCause;

use super::Variant;
use super::base::{Ack, Base};
use super::reno_window::RenoWindow;
use crate::congestion::increase::Increase;

/// Cause of the last change of the window (`last_cwnd_action_`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Action {
    None,
    Duplicates,
    Recovered,
    Timeout,
}

/// State of the agent.
#[derive(Debug)]
pub(crate) struct NewReno {
    window: RenoWindow,
    initial_window: u64,
    /// Whether the first window waits for the acknowledgement of the SYN (`delay_growth_`).
    waits: bool,
    threshold: u64,
    duplicates: u64,
    /// Inflation of the window by duplicates (`dupwnd_`).
    inflation: u64,
    /// First unsent packet at the last reduction. Losses below it cause no further reduction.
    recover: u64,
    action: Action,
    /// Whether a partial acknowledgement has arrived in this recovery; only the first restarts the
    /// timer.
    partial: bool,
    cause: RetransmitCause,
}

impl NewReno {
    pub fn new(
        initial_window: u64,
        receive_window: u64,
        waits: bool,
        threshold: u64,
        increase: Increase,
    ) -> Self {
        let first = if waits { 1 } else { initial_window };
        Self {
            window: RenoWindow::new(first, receive_window, increase),
            initial_window,
            waits,
            threshold,
            duplicates: 0,
            inflation: 0,
            recover: 1,
            action: Action::None,
            partial: false,
            cause: RetransmitCause::Timeout,
        }
    }

    fn allowed(&self, base: &Base) -> u64 {
        (self.window.cwnd as u64 + self.inflation).min(base.window)
    }

    fn in_use(&self, base: &Base) -> f64 {
        (self.window.cwnd + self.inflation as f64).min(base.window as f64)
    }

    /// Sends as many packets as the window allows, at most `burst`.
    fn send_much(&self, base: &mut Base, burst: usize) {
        for _ in 0..burst {
            if base.next >= base.una + self.allowed(base) || !base.offers(base.next) {
                break;
            }
            base.send_next(self.cause);
        }
    }

    fn on_duplicate(&mut self, base: &mut Base) {
        self.duplicates += 1;
        if self.duplicates == self.threshold {
            // The first data packet is not beyond any cut, and may be lost (`bugfix_ss_`).
            if base.una > self.recover || base.una == 1 {
                self.retransmit_fast(base);
            }
        } else if self.duplicates > self.threshold {
            if self.action == Action::Duplicates {
                self.inflation += 1;
            }
        } else if base.next < base.una + base.window
            && base.offers(base.next)
            && (base.next + 1) as f64 <= base.una as f64 + self.window.cwnd + self.duplicates as f64
        {
            // Limited transmit (RFC 3042, `send_one`).
            base.send_next(self.cause);
        }
    }

    fn retransmit_fast(&mut self, base: &mut Base) {
        self.recover = base.top;
        self.action = Action::Duplicates;
        base.reset_timer();
        base.entered = true;
        let in_use = self.in_use(base);
        self.window.halve(in_use);
        base.send(base.una, RetransmitCause::FastRetransmit);
        self.inflation = self.threshold;
    }

    fn on_partial(&mut self, base: &mut Base, una: u64) {
        if !self.partial {
            self.partial = true;
            base.set_timer();
        }
        // The window goes down by what was acknowledged, and up by the one packet sent again.
        let deflation = una - base.una;
        if self.inflation > deflation {
            self.inflation -= deflation - 1;
        } else {
            self.window.cwnd = (self.window.cwnd - (deflation - self.inflation) as f64).max(1.0);
            self.inflation = 1;
        }
        base.acknowledge(una);
        base.drop_timed();
        base.send(base.una, RetransmitCause::PartialAck);
    }
}

impl Variant for NewReno {
    fn begin(&mut self, base: &mut Base) {
        self.send_much(base, usize::MAX);
    }

    fn resume(&mut self, base: &mut Base) {
        self.send_much(base, usize::MAX);
    }

    fn on_ack(&mut self, base: &mut Base, ack: &Ack<'_>) {
        if ack.una > base.una {
            if ack.una >= self.recover || self.action != Action::Duplicates {
                if self.inflation > 0 && self.action == Action::Duplicates {
                    self.action = Action::Recovered;
                }
                self.inflation = 0;
                self.partial = false;
                self.duplicates = 0;
                base.on_new_ack(ack);
                self.window.open(base.rtt.exact());
                if self.waits && base.una == 1 {
                    self.window.cwnd = self.initial_window as f64;
                }
            } else {
                self.on_partial(base, ack.una);
            }
        } else if ack.una == base.una {
            self.on_duplicate(base);
        }
        if self.duplicates == 0 {
            self.send_much(base, usize::MAX);
        } else if self.duplicates >= self.threshold {
            self.send_much(base, 2);
        }
    }

    fn on_timeout(&mut self, base: &mut Base) {
        self.inflation = 0;
        self.duplicates = 0;
        self.recover = base.top;
        if base.una == 0 {
            // The SYN was lost (RFC 5681 Sec. 3.1, `bugfix_ss_`).
            self.initial_window = 1;
        }
        self.window.cwnd = self.window.cwnd.max(1.0);
        let in_use = self.in_use(base);
        self.window.restart(in_use);
        self.action = Action::Timeout;
        base.rtt.back_off();
        base.reset_timer();
        base.next = base.una;
        self.send_much(base, usize::MAX);
    }

    fn cwnd(&self) -> u64 {
        (self.window.cwnd as u64).max(1)
    }

    fn ssthresh(&self) -> u64 {
        self.window.ssthresh
    }

    fn in_flight(&self, base: &Base) -> u64 {
        base.next - base.una
    }
}
