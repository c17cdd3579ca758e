//! Recovery without selective acknowledgements: duplicate ACKs are counted in their place, and one
//! hole is repaired per round trip (NewReno, RFC 6582; `tcp_add_reno_sack`,
//! `tcp_newreno_mark_lost`).
//!
//! It has no RACK and no tail loss probe. Owns the meaning of `sacked_out` without SACK.

use skyseam_base::SimTime;

use super::ack::AckOutcome;
use super::queue::LOST;
use super::rack::MAX_REORDERING;
use super::sender::Sender;
use super::state::State;

impl Sender {
    /// Whether the connection has no selective acknowledgements (`tcp_is_reno`).
    pub(super) fn without_sack(&self) -> bool {
        self.config.sack_blocks == 0
    }

    /// Counts a duplicate ACK: some segment beyond the hole was delivered (`tcp_add_reno_sack`).
    pub(super) fn count_duplicate(&mut self, outcome: &mut AckOutcome) {
        let before = self.queue.sacked_out;
        self.queue.sacked_out += 1;
        self.check_duplicates(0);
        self.count_delivered(self.queue.sacked_out.saturating_sub(before), outcome);
    }

    /// Subtracts `acked` acknowledged segments from the duplicates: one was the hole, the others
    /// had sent duplicates (`tcp_remove_reno_sacks`).
    pub(super) fn take_duplicates(&mut self, acked: u32, outcome: &mut AckOutcome) {
        if acked > 0 {
            self.count_delivered(acked.saturating_sub(self.queue.sacked_out).max(1), outcome);
            self.queue.sacked_out = self.queue.sacked_out.saturating_sub(acked - 1);
        }
        self.check_duplicates(acked);
    }

    /// Resets the count of duplicates (`tcp_reset_reno_sack`).
    pub(super) fn forget_duplicates(&mut self) {
        if self.without_sack() {
            self.queue.sacked_out = 0;
        }
    }

    fn count_delivered(&mut self, count: u32, outcome: &mut AckOutcome) {
        outcome.delivered += count;
        self.delivery.delivered += u64::from(count);
    }

    /// Detects reordering: more duplicates than outstanding segments beside the hole
    /// (`tcp_check_reno_reordering`, `tcp_limit_reno_sacked`).
    fn check_duplicates(&mut self, acked: u32) {
        let out = self.queue.packets_out;
        let holes = self.queue.lost_out.max(1).min(out);
        if self.queue.sacked_out + holes > out {
            self.queue.sacked_out = out - holes;
            self.rack.reordering = (out + acked).min(MAX_REORDERING);
        }
    }

    /// Marks the oldest segment as lost after as many duplicates as the degree of reordering, or
    /// after a partial ACK in a recovery (`tcp_newreno_mark_lost`).
    pub(super) fn mark_hole(&mut self, now: SimTime, advanced: bool) {
        let shown = self.state < State::Recovery && self.queue.sacked_out >= self.rack.reordering;
        if (shown || (self.state == State::Recovery && advanced))
            && let Some(head) = self.queue.head()
            && !head.is(LOST)
        {
            self.lose(now, head.start);
            self.newly_lost += 1;
        }
    }

    /// Whether a recovery whose end was acknowledged, and nothing beyond, keeps its state, because
    /// late duplicates would begin the next one (RFC 6582 Sec. 4;
    /// `tcp_is_non_sack_preventing_reopen`).
    pub(super) fn stays(&mut self) -> bool {
        let stays = self.without_sack() && self.una == self.high;
        if stays && !self.queue.any_resent() {
            self.undo.first_resent = None;
        }
        stays
    }
}
