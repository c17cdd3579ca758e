//! Loss detection by RACK, after an ACK and when its timer fires (RFC 8985 Sec. 6.2 step 5).

use skyseam_base::{Duration, SimTime};
use skyseam_trace::{Event, Recorder};

use super::clock::ticks_in;
use super::queue::{LOST, RETRANS, Scan};
use super::rack::TIMEOUT_MIN;
use super::sender::{Pending, Sender};
use super::state::State;

impl Sender {
    /// Marks lost segments (RFC 8985 Sec. 6.2 step 5, `tcp_rack_detect_loss`). Returns the time to
    /// wait for segments that may only be late.
    pub(super) fn rack_detect(&mut self, now: SimTime) -> Duration {
        let aggressive = matches!(self.state, State::Recovery | State::Loss)
            || self.queue.sacked_out >= self.rack.reordering;
        let smallest = self.rtt.smallest().unwrap_or(Duration::ZERO);
        let smoothed = self.rtt.smoothed().unwrap_or(Duration::ZERO);
        let slack = self.rack.rtt + self.rack.window(aggressive, smallest, smoothed);
        let latest = self.rack.latest;
        let mut wait = Duration::ZERO;
        let lost = self.queue.scan_by_time(|segment| {
            if (segment.at, segment.end()) >= latest {
                return Scan::Stop;
            }
            let remaining = slack.saturating_sub(now.saturating_since(segment.at));
            if remaining.is_zero() {
                return Scan::Lost;
            }
            wait = wait.max(remaining);
            Scan::Keep
        });
        for start in lost {
            self.lose(now, start);
            self.newly_lost += 1;
        }
        wait
    }

    /// Marks the segment at `start` as lost.
    pub(super) fn lose(&mut self, now: SimTime, start: u64) {
        let Some(sent) = self.queue.mark_lost(start) else { return };
        // A segment that was marked before counts again only if its retransmission is lost.
        if sent.is(LOST) && !sent.is(RETRANS) {
            return;
        }
        self.delivery.lost += 1;
        if self.controller.governs() {
            self.govern(now, |controller, control| controller.on_segment_lost(control, &sent));
        }
    }

    /// Detects losses after an ACK (`tcp_rack_mark_lost`). Returns whether the reordering timer is
    /// set.
    pub(super) fn rack_mark_lost(&mut self, now: SimTime) -> bool {
        if self.queue.is_empty() || !self.rack.advanced {
            return false;
        }
        self.rack.advanced = false;
        let wait = self.rack_detect(now);
        if wait.is_zero() {
            return false;
        }
        let wait = ticks_in(wait + TIMEOUT_MIN);
        self.pending = Pending::Reordering(self.clock.timer(now, wait));
        true
    }

    /// Handles the expiry of the reordering timer (`tcp_rack_reo_timeout`).
    pub(super) fn on_reordering_timeout(&mut self, now: SimTime, trace: &mut dyn Recorder) {
        let before = self.queue.in_flight();
        self.newly_lost = 0;
        self.rack_detect(now);
        if before != self.queue.in_flight() {
            if self.state != State::Recovery {
                self.enter_recovery(false);
                trace.record(now, Event::RecoveryEntered { flow: self.connection.flow });
                if !self.controller.governs() {
                    self.reduce(1, false);
                }
            }
            self.resend_lost(now, trace);
        }
        if !matches!(self.pending, Pending::Retransmit(_)) {
            self.rearm_rto(now);
        }
    }
}
