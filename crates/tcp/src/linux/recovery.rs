//! Congestion states and their transitions (`tcp_fastretrans_alert`, `tcp_enter_loss`), and
//! reductions of the window.

use skyseam_base::SimTime;
use skyseam_trace::{Event, Recorder};

use super::ack::AckOutcome;
use super::congestion::{INFINITE, Window};
use super::prr::Reduction;
use super::queue::SACKED;
use super::sender::Sender;
use super::state::State;

/// Data sent after an ACK, before the usual new data.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Resend {
    /// No data.
    Nothing,
    /// Lost segments.
    Lost,
    /// New data first, to learn whether a timeout was spurious (F-RTO, RFC 5682).
    New,
}

impl Sender {
    /// Begins a reduction: sets the threshold (`tcp_init_cwnd_reduction`).
    pub(super) fn begin_reduction(&mut self) {
        self.high = self.next_new;
        self.probe = None;
        self.window.count = 0;
        self.reduction = Reduction { prior_cwnd: self.window.cwnd, delivered: 0, out: 0 };
        let retreat = self.careful.as_mut().and_then(|own| own.on_congestion(self.next_new));
        let pipe = retreat.map(|half| self.segments(2 * half));
        let held = Window { cwnd: pipe.unwrap_or(self.window.cwnd), ..self.window };
        self.window.ssthresh = self.controller.ssthresh(&held);
        if let Some(pipe) = pipe {
            self.window.ssthresh = (pipe / 2).max(2);
        }
        self.tell_reduced(true);
    }

    /// Has CWR sent with the next new data, or not if the reduction was undone.
    pub(super) fn tell_reduced(&mut self, is_reduced: bool) {
        if let Some(ecn) = &mut self.ecn {
            ecn.set_reduced(is_reduced);
        }
    }

    /// Returns the whole segments of `bytes`.
    pub(super) fn segments(&self, bytes: u64) -> u32 {
        u32::try_from(bytes / u64::from(self.payload_of_full())).unwrap_or(INFINITE)
    }

    /// Enters CWR (`tcp_enter_cwr`).
    fn enter_cwr(&mut self) {
        self.undo.prior_ssthresh = 0;
        if self.state < State::Cwr {
            self.undo.marker = None;
            self.begin_reduction();
            self.state = State::Cwr;
        }
    }

    /// Sets the window after `delivered` more segments.
    pub(super) fn reduce(&mut self, delivered: u32, advanced: bool) {
        if delivered == 0 {
            return;
        }
        let in_flight = self.queue.in_flight();
        let target = self.window.ssthresh;
        if self.careful.as_ref().is_some_and(|own| own.is_retreating()) {
            // At once, not in proportion to what arrives (RFC 9959 Sec. 4.5).
            let first = if self.reduction.out == 0 { in_flight + 1 } else { 0 };
            self.window.cwnd = target.max(first);
            return;
        }
        let advanced = advanced && self.newly_lost == 0;
        let allowed = self.reduction.allowance(target, in_flight, delivered, advanced);
        self.window.cwnd = (in_flight + allowed).max(1);
    }

    /// Ends a reduction: sets the window to the threshold (`tcp_end_cwnd_reduction`).
    pub(super) fn end_reduction(&mut self) {
        let reduced = self.state == State::Cwr || self.undo.marker.is_some();
        if self.window.ssthresh < INFINITE && reduced && !self.controller.governs() {
            self.window.cwnd = self.window.ssthresh;
        }
        self.controller.on_reduced(&mut self.window);
    }

    pub(super) fn in_reduction(&self) -> bool {
        matches!(self.state, State::Cwr | State::Recovery)
    }

    /// Notifies the controller when the state has become Open, or has ceased to be.
    pub(super) fn tell_state(&mut self) {
        let open = self.state == State::Open;
        if self.told_open != open {
            self.told_open = open;
            self.controller.on_state(open, self.next_new);
        }
    }

    /// Returns the threshold that applies now (`tcp_current_ssthresh`).
    pub(super) fn current_ssthresh(&self) -> u32 {
        if self.in_reduction() {
            return self.window.ssthresh;
        }
        let cwnd = self.window.cwnd;
        self.window.ssthresh.max(cwnd / 2 + cwnd / 4)
    }

    /// Sets the state to Open or Disorder (`tcp_try_keep_open`).
    pub(super) fn keep_open(&mut self) {
        let queue = &self.queue;
        let quiet = queue.sacked_out + queue.lost_out == 0 && !queue.any_resent();
        let state = if quiet { State::Open } else { State::Disorder };
        if self.state != state {
            self.state = state;
            self.high = self.next_new;
        }
    }

    /// Sets the state to Open or Disorder unless it is CWR (`tcp_try_to_open`).
    fn try_to_open(&mut self, marked: bool) {
        if !self.queue.any_resent() {
            self.undo.first_resent = None;
        }
        if marked {
            self.enter_cwr();
        }
        if self.state != State::Cwr {
            self.keep_open();
        }
    }

    /// Enters Recovery (`tcp_enter_recovery`).
    pub(super) fn enter_recovery(&mut self, marked: bool) {
        self.undo.prior_ssthresh = 0;
        self.remember();
        if !self.in_reduction() {
            if !marked {
                self.undo.prior_ssthresh = self.current_ssthresh();
            }
            self.begin_reduction();
        }
        if self.state != State::Recovery {
            self.controller.on_recovery(&mut self.window);
        }
        self.state = State::Recovery;
        self.report.recoveries += 1;
        self.entered = true;
    }

    /// Undoes a recovery at its end if it was spurious (`tcp_try_undo_recovery`). Returns whether
    /// the state is kept for a while.
    fn leave(&mut self) -> bool {
        if self.may_undo() {
            self.take_back(false);
        } else {
            self.rack.on_recovered();
        }
        let stays = self.stays();
        if !stays {
            self.state = State::Open;
        }
        stays
    }

    /// Undoes a reduction after DSACKs of all retransmissions (`tcp_try_undo_dsack`).
    fn undo_by_dsack(&mut self) -> bool {
        let needless = self.undo.marker.is_some() && self.undo.resent == Some(0);
        if needless {
            self.rack.on_needless();
            self.take_back(false);
        }
        needless
    }

    /// Undoes a spurious timeout (`tcp_try_undo_loss`).
    fn undo_loss(&mut self, spurious: bool) -> bool {
        if !spurious && !self.may_undo() {
            return false;
        }
        self.take_back(true);
        self.timeouts_in_row = 0;
        if self.stays() {
            return true;
        }
        if spurious || self.config.sack_blocks > 0 {
            self.state = State::Open;
        }
        true
    }

    /// Handles an ACK other than plain progress (`tcp_fastretrans_alert`). `before` is the oldest
    /// offset that was outstanding before it.
    pub(super) fn on_alert(
        &mut self,
        now: SimTime,
        outcome: &mut AckOutcome,
        duplicate: bool,
        before: u64,
    ) -> Resend {
        if outcome.marked {
            self.undo.prior_ssthresh = 0;
        }
        if self.state == State::Open {
            self.undo.first_resent = None;
        } else if self.una >= self.high {
            match self.state {
                State::Cwr if self.una != self.high => {
                    self.end_reduction();
                    self.state = State::Open;
                }
                State::Recovery => {
                    self.forget_duplicates();
                    // An undo takes the marker away, and the window stays.
                    if self.leave() {
                        return Resend::Nothing;
                    }
                    self.end_reduction();
                }
                _ => {}
            }
        }
        match self.state {
            State::Recovery => {
                if outcome.advanced && self.undo_partially(before) {
                    return Resend::Nothing;
                }
                if self.without_sack() && duplicate {
                    self.count_duplicate(outcome);
                }
                if self.undo_by_dsack() {
                    self.try_to_open(outcome.marked);
                }
                self.identify(now, outcome);
                if self.state != State::Recovery {
                    if self.queue.lost_out == 0 {
                        return Resend::Nothing;
                    }
                    self.enter_recovery(outcome.marked);
                }
            }
            State::Loss => {
                let resend = self.on_ack_in_loss(outcome, duplicate);
                self.identify(now, outcome);
                if self.state != State::Open && !outcome.lost_again {
                    return resend;
                }
                if outcome.advanced {
                    self.forget_duplicates();
                }
                if self.state == State::Open && self.queue.lost_out == 0 {
                    self.try_to_open(outcome.marked);
                    return resend;
                }
                self.enter_recovery(outcome.marked);
            }
            _ => {
                if outcome.advanced {
                    self.forget_duplicates();
                }
                if self.without_sack() && duplicate {
                    self.count_duplicate(outcome);
                }
                if self.state <= State::Disorder {
                    self.undo_by_dsack();
                }
                self.identify(now, outcome);
                if self.queue.lost_out == 0 {
                    self.try_to_open(outcome.marked);
                    return Resend::Nothing;
                }
                self.enter_recovery(outcome.marked);
            }
        }
        Resend::Lost
    }

    /// Undoes a part of a recovery: a hole was filled by a segment that was only late, so the
    /// network reorders (`tcp_try_undo_partial`).
    fn undo_partially(&mut self, before: u64) -> bool {
        if self.undo.marker.is_none() || !self.was_only_late() {
            return false;
        }
        self.check_reordering(Some(before));
        if self.queue.retrans_out > 0 {
            return true;
        }
        if !self.queue.any_resent() {
            self.undo.first_resent = None;
        }
        self.take_back(true);
        self.keep_open();
        false
    }

    /// Detects lost segments (`tcp_identify_packet_loss`).
    fn identify(&mut self, now: SimTime, outcome: &mut AckOutcome) {
        if self.without_sack() {
            self.mark_hole(now, outcome.advanced);
            return;
        }
        let resent = self.queue.retrans_out;
        if self.rack_mark_lost(now) {
            outcome.set_timer = false;
        }
        outcome.lost_again |= resent > self.queue.retrans_out;
    }

    /// Handles an ACK in Loss: F-RTO (RFC 5682 Sec. 3.1 with SACK) and the end of Loss
    /// (`tcp_process_loss`).
    fn on_ack_in_loss(&mut self, outcome: &mut AckOutcome, duplicate: bool) -> Resend {
        let recovered = self.una >= self.high;
        if outcome.advanced && self.undo_loss(false) {
            return Resend::Nothing;
        }
        if self.frto {
            if outcome.original && self.undo_loss(true) {
                return Resend::Nothing;
            }
            if self.next_new > self.high {
                if outcome.sacked || duplicate {
                    self.frto = false;
                }
            } else if outcome.advanced && !recovered {
                self.high = self.next_new;
                if self.has_new() && self.edge > self.next_new {
                    return Resend::New;
                }
                self.frto = false;
            }
        }
        if recovered {
            self.leave();
            return Resend::Nothing;
        }
        if self.without_sack() && duplicate && self.next_new > self.high {
            // New data of F-RTO arrived: what is in flight is less.
            self.count_duplicate(outcome);
        } else if outcome.advanced {
            self.forget_duplicates();
        }
        Resend::Lost
    }

    /// Handles a retransmission timeout (`tcp_retransmit_timer`, `tcp_enter_loss`).
    pub(super) fn enter_loss(&mut self, now: SimTime, trace: &mut dyn Recorder) {
        trace.record(now, Event::RetransmissionTimeout { flow: self.connection.flow });
        self.report.timeouts += 1;
        if let Some(own) = &mut self.careful {
            own.on_timeout();
        }
        self.mark_timed_out(now);
        let new = self.state < State::Recovery;
        let again = self.state == State::Loss && self.timeouts_in_row == 0;
        if self.state <= State::Disorder || self.high <= self.una || again {
            self.undo.prior_ssthresh = self.current_ssthresh();
            self.reduction.prior_cwnd = self.window.cwnd;
            self.window.ssthresh = self.controller.ssthresh(&self.window);
            self.controller.on_lost(&mut self.window);
            self.remember();
        }
        self.controller.on_timeout(now, self.next_new);
        self.window.cwnd = self.queue.in_flight() + 1;
        self.window.count = 0;
        self.usage.since = now;
        let assumed = self.rack.assumed;
        if self.state <= State::Disorder && self.queue.sacked_out >= assumed {
            self.rack.reordering = self.rack.reordering.min(assumed);
        }
        self.govern(now, |controller, control| controller.on_loss(control));
        self.tell_reduced(true);
        self.state = State::Loss;
        self.tell_state();
        self.high = self.next_new;
        self.probe = None;
        self.frto = new || self.timeouts_in_row > 0;
        self.timeouts_in_row += 1;
    }

    /// Marks all segments as lost except those sent less than a round trip ago
    /// (`tcp_timeout_mark_lost`).
    fn mark_timed_out(&mut self, now: SimTime) {
        if self.queue.head().is_some_and(|head| head.is(SACKED)) {
            self.queue.forget_sacked();
        }
        self.forget_duplicates();
        let round = self.rack.rtt;
        let first = self.una;
        let late: Vec<u64> = self
            .queue
            .iter()
            .filter(|s| s.start <= first || now.saturating_since(s.at) >= round)
            .map(|s| s.start)
            .collect();
        for start in late {
            self.lose(now, start);
        }
    }

    /// Records when retransmissions began, for [`super::undo`] and [`super::giving_up`].
    pub(super) fn note_resent(&mut self, now: SimTime) {
        self.unanswered_since.get_or_insert(now);
        self.undo.resent = Some(self.undo.resent.unwrap_or(0) + 1);
        self.undo.first_resent.get_or_insert(self.clock.stamp(now));
    }
}
