//! Undo: reverts a window reduction when nothing had been lost.
//!
//! Two signals show that: an ACK echoes a timestamp older than the first retransmission (Eifel, RFC
//! 3522), or a DSACK arrived for every retransmission (RFC 3708).

use super::sender::Sender;

impl Sender {
    /// Saves the state for an undo (`tcp_init_undo`).
    pub(super) fn remember(&mut self) {
        self.undo.marker = Some(self.una);
        let probes = u32::from(self.probe.is_some_and(|probe| probe.resent));
        let resent = self.queue.retrans_out + probes;
        self.undo.resent = (resent > 0).then_some(resent);
    }

    /// Whether the current ACK echoes a time before `clock`.
    pub(super) fn echoes_before(&self, clock: u32) -> bool {
        self.echoed.is_some_and(|echoed| (echoed.wrapping_sub(clock) as i32) < 0)
    }

    /// Whether the ACK answers a segment sent before the first retransmission
    /// (`tcp_packet_delayed`).
    pub(super) fn was_only_late(&self) -> bool {
        match self.undo.first_resent {
            Some(clock) => self.echoes_before(clock),
            // The end of a recovery takes the clock away though copies were sent.
            None => !self.without_sack() || self.una < self.high,
        }
    }

    /// Whether the reduction may be undone (`tcp_may_undo`).
    pub(super) fn may_undo(&self) -> bool {
        self.undo.marker.is_some() && (self.undo.resent == Some(0) || self.was_only_late())
    }

    /// Undoes the reduction (`tcp_undo_cwnd_reduction`).
    pub(super) fn take_back(&mut self, unmark: bool) {
        if unmark {
            self.queue.unmark_lost();
        }
        if self.undo.prior_ssthresh > 0 {
            self.controller.on_undo(&self.delivery);
            if !self.controller.governs() {
                self.window.cwnd = self.window.cwnd.max(self.reduction.prior_cwnd);
            }
            if self.undo.prior_ssthresh > self.window.ssthresh {
                self.window.ssthresh = self.undo.prior_ssthresh;
                self.tell_reduced(false);
            }
        }
        self.undo.marker = None;
        self.rack.look_again();
    }

    /// Records a DSACK for a retransmission above the marker.
    pub(super) fn needless(&mut self, end: u64, count: u32) {
        if self.undo.marker.is_some_and(|marker| end > marker)
            && let Some(resent) = &mut self.undo.resent
        {
            *resent = resent.saturating_sub(count);
        }
    }
}
