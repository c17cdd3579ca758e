//! Tail loss probes (RFC 8985 Sec. 7): when no ACK arrives, one segment is sent to provoke one.

use skyseam_base::SimTime;
use skyseam_trace::{Recorder, RetransmitCause};

use super::clock::ticks_in;
use super::rack::TIMEOUT_MIN;
use super::sender::{Pending, Sender};
use super::state::{Probe, State};

impl Sender {
    /// Sets the probe timer if a probe is allowed (RFC 8985 Sec. 7.2, `tcp_schedule_loss_probe`).
    pub(super) fn schedule_probe(&mut self, now: SimTime, advancing: bool) -> bool {
        let open = matches!(self.state, State::Open | State::Cwr);
        if !open || self.queue.is_empty() || self.config.sack_blocks == 0 {
            return false;
        }
        let wait = match self.rtt.smoothed() {
            Some(smoothed) => {
                // With one segment out, the peer may be holding its ACK back.
                let held =
                    if self.queue.packets_out == 1 { self.config.min_rto } else { TIMEOUT_MIN };
                ticks_in(smoothed * 2 + held)
            }
            None => ticks_in(self.config.initial_rto),
        };
        let left = if advancing { self.rtt.rto_ticks() } else { self.rto_left(now) };
        let wait = if left > 0 { wait.min(left) } else { wait };
        let wait = wait + self.pacing.delay_ticks(now);
        self.pending = Pending::Probe(self.clock.timer(now, wait));
        true
    }

    /// Sends a probe when its timer expires: new data if there are any, otherwise the last segment
    /// again (RFC 8985 Sec. 7.3, `tcp_send_loss_probe`).
    pub(super) fn on_probe_timeout(&mut self, now: SimTime, trace: &mut dyn Recorder) {
        if self.probe.is_none() {
            let (mut resent, mut sent) = (false, false);
            self.fill_buffers(now);
            let new = self.next_new_length();
            if let Some(length) = new
                && !self.pacing.holds(now)
            {
                self.send_new_of(now, length);
                sent = true;
            }
            self.pacing.end_burst();
            if new.is_none()
                && let Some(tail) = self.queue.tail()
                && let Some(tail) = self.within_window(tail)
            {
                self.resend(now, &tail, RetransmitCause::TailLossProbe, trace);
                resent = true;
                sent = true;
            }
            if sent {
                self.probe = Some(Probe { high: self.next_new, resent });
                self.pending = Pending::None;
            }
        }
        self.rearm_rto(now);
    }

    /// Evaluates an ACK after a probe (RFC 8985 Sec. 7.4, `tcp_process_tlp_ack`).
    pub(super) fn on_probe_ack(&mut self, ack: u64, outcome: &super::ack::AckOutcome) {
        let Some(probe) = self.probe else { return };
        if ack < probe.high {
            return;
        }
        if !probe.resent || outcome.dsack_at == Some(probe.high) {
            self.probe = None;
        } else if ack > probe.high {
            // The probe repaired a loss: the window is reduced as for any other.
            self.begin_reduction();
            self.state = State::Cwr;
            self.end_reduction();
            self.keep_open();
        } else if !outcome.advanced && !outcome.not_duplicate && !outcome.sacked {
            // A plain duplicate: both copies arrived.
            self.probe = None;
        }
    }
}
