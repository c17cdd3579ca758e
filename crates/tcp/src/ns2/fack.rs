//! `Agent/TCP/Linux`: a packet more than three below the highest selectively acknowledged one is
//! lost; the window is reduced by one packet for every second one that leaves (rate halving);
//! controllers are modules of Linux 2.6.22.
//!
//! [`super::board`] has the marks. As in ns-2, the end of a recovery clears them, recovery can be
//! entered immediately after a timeout, and the timer restarts with every ACK.

use skyseam_base::SimTime;
use skyseam_trace::RetransmitCause;

use super::Variant;
use super::base::{Ack, Base};
use super::board::{BoardChange, Scoreboard};
use super::congestion::{ControllerModule, State, Window};

/// Maximum number of packets that leave at the end of a recovery (`tcp_max_burst`).
const MAX_BURST: u64 = 3;

/// Maximum number of packets, of those retransmitted and lost again, that leave for one ACK with
/// the storm guard. ns-2 sends all that the window allows, into a queue that drops most of them,
/// and again an ACK later. This number is our choice: larger ones let more of a storm through.
const AGAIN_AT_ONCE: u32 = 32;

/// State of the agent.
#[derive(Debug)]
pub(crate) struct Fack {
    window: Window,
    /// Progress of the first window, if it waits for the acknowledgement of the SYN.
    delayed_window: Option<u64>,
    controller: Box<dyn ControllerModule>,
    /// Whether the controller has received an ACK.
    begun: bool,
    state: State,
    /// First unsent packet when the state was entered. Its acknowledgement ends the state.
    recover: u64,
    /// Maximum number of packets in flight while the rate is halved (`next_pkts_in_flight_`), else
    /// 0.
    halving: u64,
    board: Scoreboard,
    /// Whether two steps that ns-2 does not take prevent storms of retransmissions.
    storm_guard: bool,
}

impl Fack {
    pub fn new(
        controller: Box<dyn ControllerModule>,
        initial_window: u64,
        receive_window: u64,
        waits: bool,
        threshold: u64,
        storm_guard: bool,
    ) -> Self {
        let cwnd = if waits { 1 } else { initial_window };
        Self {
            window: Window::new(cwnd, receive_window),
            delayed_window: waits.then_some(initial_window),
            controller,
            begun: false,
            state: State::Open,
            recover: 0,
            halving: 0,
            board: Scoreboard::new(threshold),
            storm_guard,
        }
    }

    fn flight(&self, base: &Base) -> u64 {
        (base.next - base.una).saturating_sub(self.board.gone())
    }

    /// Updates the state after an ACK (`tcp_fastretrans_alert`).
    fn judge(&mut self, base: &mut Base, change: BoardChange) {
        if self.state != State::Open && base.una >= self.recover {
            self.board.clear();
            if self.window.cwnd < self.window.ssthresh {
                let burst = self.flight(base) + MAX_BURST;
                self.window.cwnd = self.window.ssthresh.min(burst);
            }
            self.enter(State::Open);
            self.halving = 0;
        } else if self.state != State::Recovery && change.lost {
            self.recover = base.top;
            self.halving = self.window.cwnd;
            self.window.ssthresh = self.controller.ssthresh(&self.window);
            self.window.forget_counts();
            self.window.cwnd = self.controller.least(&self.window);
            self.enter(State::Recovery);
            base.entered = true;
        }
    }

    fn enter(&mut self, state: State) {
        self.controller.on_state(state);
        self.state = state;
    }

    /// Sends lost packets, then new ones, as far as the window and the halving allow.
    fn send_much(&mut self, base: &mut Base) {
        self.halving = self.halving.min(self.flight(base) + 1);
        let cause = match self.state {
            State::Loss => RetransmitCause::Timeout,
            State::Open | State::Recovery => RetransmitCause::FastRetransmit,
        };
        let mut again_left = if self.storm_guard { AGAIN_AT_ONCE } else { u32::MAX };
        while self.flight(base) < self.window.cwnd.max(self.halving) {
            if let Some((packet, again)) = self.board.next_lost() {
                if again && again_left == 0 {
                    return;
                }
                again_left -= u32::from(again);
                self.board.resent(base.next, base.now);
                base.send(packet, cause);
            } else if base.offers(base.next) {
                base.send_next(cause);
            } else {
                return;
            }
            let left = self.flight(base).saturating_sub(1).max(1);
            self.halving = self.halving.min(left);
        }
    }
}

impl Variant for Fack {
    fn begin(&mut self, base: &mut Base) {
        self.send_much(base);
    }

    fn resume(&mut self, base: &mut Base) {
        self.send_much(base);
    }

    fn on_ack(&mut self, base: &mut Base, ack: &Ack<'_>) {
        if ack.una < base.una {
            return;
        }
        let in_flight = self.flight(base);
        let acked = ack.una - base.una;
        self.window.acked += acked;
        base.acknowledge(ack.una);
        let change = if ack.blocks.is_empty() && self.board.is_empty() {
            BoardChange::default()
        } else {
            let guarded = self.storm_guard.then(|| base.rtt.answered(base.now));
            self.board.update(base.una, ack.blocks, guarded.unwrap_or(SimTime::MAX))
        };
        match ack.echoed {
            Some(age) => base.measure_echo(age, true),
            None => base.measure(),
        }
        base.set_timer();
        if acked > 0
            && let Some(window) = self.delayed_window.take()
        {
            self.window.cwnd = window;
        }
        let eightfold_rtt = base.rtt.eightfold();
        if !self.begun {
            self.begun = true;
            self.controller.begin(&mut self.window, eightfold_rtt);
        }
        if acked > 0 {
            self.controller.on_acked(acked, self.state);
            if self.state != State::Recovery {
                let now = super::congestion::Ack {
                    now: base.now,
                    eightfold_rtt,
                    echoed: ack.echoed,
                    in_flight,
                    is_plain: self.state == State::Open && !change.sacked,
                };
                self.controller.grow(&mut self.window, &now);
            }
        }
        if acked == 0 || change.sacked || self.state != State::Open {
            self.judge(base, change);
        }
        self.send_much(base);
    }

    fn on_timeout(&mut self, base: &mut Base) {
        self.window.ssthresh = self.controller.ssthresh(&self.window);
        self.window.cwnd = 1;
        self.window.forget_counts();
        self.recover = base.top;
        self.enter(State::Loss);
        self.board.lose_all(base.una, base.next);
        base.rtt.back_off();
        base.reset_timer();
        self.halving = 0;
        self.send_much(base);
    }

    fn cwnd(&self) -> u64 {
        self.window.cwnd.max(self.halving)
    }

    fn ssthresh(&self) -> u64 {
        self.window.ssthresh
    }

    fn in_flight(&self, base: &Base) -> u64 {
        self.flight(base)
    }

    #[cfg(test)]
    fn check(&self) {
        self.board.check();
    }
}
