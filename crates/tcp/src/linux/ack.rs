//! Effects of an acknowledgement (`tcp_ack`): on the retransmission queue, the round-trip samples,
//! the congestion window and the segments sent in answer.

use skyseam_base::{Duration, SimTime};
use skyseam_endpoint::careful_resume::{Change, Feedback};
use skyseam_packet::{SackBlock, SackBlocks, TcpFlags, TcpSegment};
use skyseam_trace::{Event, Events, Recorder};

use super::ack_policy::ANSWER_TICKS;
use super::congestion::{ControlContext, EcnCounts, Growth, LinuxController, Sample};
use super::queue::{EVER_RETRANS, RETRANS, SACKED, Sent};
use super::rate::{Newest, RateSample};
use super::receiver::REPLAY_WINDOW;
use super::recovery::Resend;
use super::sender::{Pending, Sender};
use super::state::State;
use crate::ecn::{Acked, Departure};

/// Findings about one acknowledgement.
#[derive(Clone, Debug, Default)]
pub(crate) struct AckOutcome {
    /// Whether the oldest outstanding offset advanced.
    pub advanced: bool,
    /// Whether the ACK carried data, changed the window or acknowledged something.
    pub not_duplicate: bool,
    /// Whether segments were newly selectively acknowledged.
    pub sacked: bool,
    /// Whether segments were acknowledged cumulatively.
    pub data_acked: bool,
    /// Whether any of them had been retransmitted.
    pub resent_acked: bool,
    /// Whether the delivered segments that were never retransmitted include one sent before the
    /// last loss event.
    pub original: bool,
    /// Whether the ACK reports congestion by ECN (`FLAG_ECE`).
    pub marked: bool,
    /// Whether the ACK carried a DSACK.
    pub dsack: bool,
    /// End of the DSACK.
    pub dsack_at: Option<u64>,
    /// Whether the retransmission timer is to be rearmed.
    pub set_timer: bool,
    /// Whether a retransmission was lost.
    pub lost_again: bool,
    /// Segments delivered, cumulatively or selectively.
    pub delivered: u32,
    /// Latest sent of the delivered segments.
    newest: Newest,
    /// Round trip of the segment that gave the last sample.
    rtt: Option<Duration>,
    /// Whether the ACK covers a single segment, whose ACK the peer may have delayed.
    maybe_held: bool,
    /// Transmission times of the first and the last segment that give a sample.
    acked_at: Option<(SimTime, SimTime)>,
    sacked_at: Option<(SimTime, SimTime)>,
    /// Lowest offset that was delivered after a later one.
    late: Option<u64>,
    /// Segments in the network before this ACK.
    prior_in_flight: u32,
}

impl AckOutcome {
    fn note_late(&mut self, start: u64) {
        self.late = Some(self.late.map_or(start, |late| late.min(start)));
    }
}

/// Extends a pair of first and last time.
fn extend(pair: &mut Option<(SimTime, SimTime)>, at: SimTime) {
    *pair = Some((pair.map_or(at, |(first, _)| first), at));
}

impl Sender {
    /// Processes an arriving segment with an ACK.
    pub(super) fn on_ack(&mut self, now: SimTime, segment: &TcpSegment, trace: &mut dyn Recorder) {
        let Some(ack) = segment.ack.unwrap_near(self.una) else { return };
        if ack > self.next_new {
            // Of what was never sent (RFC 9293 Sec. 3.10.7.4).
            if self.is_established() {
                self.challenge(now);
            }
            return;
        }
        if self.is_overtaken(ack, segment) {
            return;
        }
        let prior_in_flight = self.queue.in_flight();
        let mut outcome = AckOutcome { prior_in_flight, ..AckOutcome::default() };
        self.newly_lost = 0;
        self.entered = false;
        let stamp = segment.timestamps.map_or(0, |timestamps| timestamps.value);
        let is_newer = (stamp.wrapping_sub(self.echo) as i32) > 0;
        self.echoed = segment.timestamps.filter(|_| self.config.timestamps).map(|t| t.echo);
        if let Some(timestamps) = segment.timestamps
            && self.echo.wrapping_sub(timestamps.value) as i32 <= 0
        {
            self.echo = timestamps.value;
        }
        let before = self.una;
        let highest_before = self.queue.highest_sacked().unwrap_or(before).max(before);
        if ack < before {
            // Old, but its blocks may say something (`old_ack`).
            if !self.without_sack() && !segment.sack.is_empty() {
                self.apply_sack(now, before, segment, &mut outcome);
                self.judge_blocks(now, &mut outcome, before, trace);
            }
            return;
        }
        outcome.advanced = ack > before;
        outcome.not_duplicate = segment.payload > 0 || segment.flags.contains(TcpFlags::FIN);
        self.probes_unanswered = 0;
        self.unanswered_since = self.unanswered_since.filter(|_| !outcome.advanced);
        self.timeouts_in_row = if outcome.advanced { 0 } else { self.timeouts_in_row };
        let edge = ack.saturating_add(u64::from(segment.window));
        let edge_before = self.edge;
        // A window may be taken back (`tcp_may_update_window`).
        let newer = segment.seq.0.wrapping_sub(self.window_from.0) as i32;
        let wider = edge > self.edge || segment.window == 0;
        if outcome.advanced || newer > 0 || (newer == 0 && wider) {
            outcome.not_duplicate = true;
            self.edge = edge;
            self.window_from = segment.seq;
            if segment.window > self.largest_window {
                self.largest_window = segment.window;
                self.update_lengths();
            }
        }
        self.una = ack;
        let outstanding = !self.queue.is_empty();
        self.apply_sack(now, before, segment, &mut outcome);
        if !outstanding {
            self.take_feedback(segment, before, is_newer, &mut outcome);
            self.probe = None;
            if self.edge != edge_before && self.has_new() {
                self.restart_after_idle(now);
            }
            if outcome.dsack {
                self.judge_blocks(now, &mut outcome, before, trace);
            }
            if matches!(self.pending, Pending::Persist(_)) {
                // Any answer starts the timer of window probes anew (`tcp_ack_probe`).
                self.pending = Pending::None;
            }
            return;
        }
        self.clean(now, ack, highest_before, &mut outcome, trace);
        self.take_feedback(segment, before, is_newer, &mut outcome);
        self.controller.on_ack(now, self.una, !segment.sack.is_empty());
        if let Some(prior) = outcome.newest.prior_delivered() {
            self.rack.adapt(prior, self.delivery.delivered);
        }
        if self.probe.is_some() {
            self.on_probe_ack(ack, &outcome);
        }
        self.judge(now, &mut outcome, before, trace);
    }

    /// Evaluates the ECN feedback of an ACK (`tcp_accecn_process`). `before` is the oldest offset
    /// that was outstanding before it.
    fn take_feedback(
        &mut self,
        segment: &TcpSegment,
        before: u64,
        is_newer: bool,
        outcome: &mut AckOutcome,
    ) {
        if self.ecn.is_none() || segment.flags.contains(TcpFlags::SYN) {
            return;
        }
        let mss = self.mss();
        let (packets, first) = (outcome.delivered, self.connection.origin + 1);
        let acked = Acked {
            packets,
            bytes: packets * mss,
            is_newer: is_newer || outcome.advanced || outcome.sacked,
            is_first: outcome.data_acked && before == first,
            mss,
        };
        let Some(ecn) = &mut self.ecn else { return };
        outcome.marked = ecn.on_feedback(segment, &acked);
        let counts = EcnCounts {
            una: self.una,
            next: self.next_new,
            delivered: self.delivery.delivered,
            delivered_ce: ecn.delivered_ce().into(),
        };
        self.controller.on_ecn(&counts);
    }

    /// Answers an ACK of data that were never sent, at most every half second
    /// (`tcp_send_challenge_ack`, `tcp_invalid_ratelimit`).
    fn challenge(&mut self, now: SimTime) {
        let since = |last| self.clock.ticks(now).saturating_sub(self.clock.ticks(last));
        if self.last_challenge.is_none_or(|last| since(last) >= ANSWER_TICKS) {
            self.last_challenge = Some(now);
            self.emit(now, self.next_new, 0, Departure::Other);
        }
    }

    /// Whether an ACK is older than one that arrived before it, by number and by timestamp. Such an
    /// ACK is ignored with its SACK blocks (PAWS, RFC 7323 Sec. 5; `tcp_disordered_ack_check`).
    fn is_overtaken(&self, ack: u64, segment: &TcpSegment) -> bool {
        let age = |value: u32| self.echo.wrapping_sub(value) as i32;
        let is_stale = segment.timestamps.is_some_and(|t| age(t.value) > REPLAY_WINDOW);
        is_stale && ack < self.una && segment.payload == 0 && self.is_established()
    }

    /// Updates the congestion state after an ACK that is old or finds nothing outstanding. Only its
    /// SACK blocks count. Returns what may be retransmitted.
    fn judge_blocks(
        &mut self,
        now: SimTime,
        outcome: &mut AckOutcome,
        before: u64,
        trace: &mut dyn Recorder,
    ) {
        let resend = self.on_alert(now, outcome, false, before);
        self.report_entered(now, trace);
        self.tell_state();
        self.send_after(now, resend, trace);
    }

    fn report_entered(&mut self, now: SimTime, trace: &mut dyn Recorder) {
        if self.entered {
            // The window that is reduced: the same ACK may have taken a reduction back.
            self.report_congestion(now, trace);
            trace.record(now, Event::RecoveryEntered { flow: self.connection.flow });
        }
    }

    /// Retransmits lost segments, or sends new data in their place where that is allowed
    /// (`tcp_xmit_recovery`).
    fn send_after(&mut self, now: SimTime, mut resend: Resend, trace: &mut dyn Recorder) {
        if resend == Resend::New {
            self.send_new(now);
            if self.next_new <= self.high {
                self.frto = false;
                resend = Resend::Lost;
            }
        }
        if resend == Resend::Lost {
            self.resend_lost(now, trace);
        }
    }

    /// Updates congestion state, timers and window, and returns what may be retransmitted. `before`
    /// is the oldest offset that was outstanding before this ACK.
    fn judge(
        &mut self,
        now: SimTime,
        outcome: &mut AckOutcome,
        before: u64,
        trace: &mut dyn Recorder,
    ) {
        outcome.not_duplicate |= outcome.data_acked;
        let mut resend = Resend::Nothing;
        let is_alert = outcome.sacked || outcome.dsack || outcome.marked;
        if !outcome.not_duplicate || is_alert || self.state != State::Open {
            let duplicate = !outcome.advanced && !outcome.not_duplicate && !outcome.dsack;
            resend = self.on_alert(now, outcome, duplicate, before);
        }
        self.report_entered(now, trace);
        if outcome.set_timer && !self.schedule_probe(now, true) {
            self.rearm_rto(now);
        }
        self.tell_state();
        self.control(now, outcome, trace);
        self.send_after(now, resend, trace);
    }

    /// Updates the window and the pacing rate after an ACK (`tcp_cong_control`).
    fn control(&mut self, now: SimTime, outcome: &AckOutcome, trace: &mut dyn Recorder) {
        self.delivery.on_ack(now, outcome.delivered);
        if self.controller.governs() {
            if self.is_established() {
                let sample = self.rate_sample(now, outcome);
                self.govern(now, |controller, control| controller.govern(control, &sample));
                self.report_rate(now, &sample, trace);
            }
            return;
        }
        if self.in_reduction() {
            self.reduce(outcome.delivered, outcome.advanced);
        } else if self.may_grow(outcome)
            && !self.careful.as_ref().is_some_and(|own| own.holds_window())
        {
            let growth = Growth {
                now,
                acked: outcome.delivered,
                limited: self.is_limited(),
                smoothed: self.rtt.smoothed(),
                una: self.una,
                next: self.next_new,
            };
            if self.controller.takes_samples() {
                let sample = self.rate_sample(now, outcome);
                self.controller.on_delivery(&self.delivery, &sample, self.queue.in_flight());
            }
            self.controller.grow(&mut self.window, &growth);
            self.usage.since = now;
        }
        if self.careful.is_some() {
            self.resume_carefully(now, outcome);
        }
        self.pace_window();
        if self.is_established() && trace.receives(Events::RATE) {
            self.report_rate(now, &self.rate_sample(now, outcome), trace);
        }
    }

    /// Returns the sample of the delivery rate from this ACK.
    #[inline]
    fn rate_sample(&self, now: SimTime, outcome: &AckOutcome) -> RateSample {
        let counts = (outcome.delivered, self.newly_lost);
        RateSample {
            prior_in_flight: outcome.prior_in_flight,
            rtt: outcome.rtt,
            maybe_held: outcome.maybe_held,
            ..self.delivery.sample(now, &outcome.newest, counts, self.rtt.smallest())
        }
    }

    /// Sets what Careful Resume requires after an ACK.
    fn resume_carefully(&mut self, now: SimTime, outcome: &AckOutcome) {
        let Some(mut careful) = self.careful.take() else { return };
        let bytes = |segments: u32| u64::from(segments) * u64::from(self.payload_of_full());
        let change = careful.on_ack(&Feedback {
            now,
            acked: self.una,
            next: self.next_new,
            bytes: bytes(outcome.delivered),
            in_flight: bytes(self.queue.in_flight()),
            rtt: outcome.rtt,
            window: bytes(self.window.cwnd),
            limited: self.is_limited(),
        });
        self.careful = Some(careful);
        match change {
            Some(Change::Window(bytes)) => self.window.cwnd = self.segments(bytes).max(2),
            Some(Change::Threshold(bytes)) => self.window.ssthresh = self.segments(bytes).max(2),
            None => {}
        }
    }

    fn report_rate(&self, now: SimTime, sample: &RateSample, trace: &mut dyn Recorder) {
        let Some(delivered) = sample.per_second(self.payload_of_full().into()) else { return };
        let event = Event::Rate {
            flow: self.connection.flow,
            delivered,
            app_limited: sample.app_limited,
            pacing: self.pacing.rate.filter(|_| self.pacing.is_on()),
        };
        trace.record(now, event);
    }

    /// Lets a controller that governs set the window and the pacing rate.
    pub(super) fn govern(
        &mut self,
        now: SimTime,
        act: impl FnOnce(&mut dyn LinuxController, &mut ControlContext<'_>),
    ) {
        let mut control = ControlContext {
            now,
            state: self.state,
            in_flight: self.queue.in_flight(),
            limited: self.is_limited(),
            mss: self.mss(),
            smoothed: self.rtt.smoothed(),
            smallest: self.rtt.smallest(),
            window: &mut self.window,
            pacing: &mut self.pacing,
            delivery: &mut self.delivery,
            random: &mut self.random,
        };
        act(self.controller.as_mut(), &mut control);
    }

    /// Whether the window may grow by this ACK (`tcp_may_raise_cwnd`).
    fn may_grow(&self, outcome: &AckOutcome) -> bool {
        if self.rack.reordering > self.rack.assumed {
            return outcome.sacked || outcome.data_acked;
        }
        outcome.data_acked
    }

    /// Applies the SACK blocks. Blocks outside the data in flight are ignored (RFC 2018 Sec. 5),
    /// except for a first block that is a DSACK (RFC 2883 Sec. 4).
    fn apply_sack(
        &mut self,
        now: SimTime,
        before: u64,
        segment: &TcpSegment,
        outcome: &mut AckOutcome,
    ) {
        if self.config.sack_blocks == 0 || segment.sack.is_empty() {
            return;
        }
        let floor = segment.ack.unwrap_near(before).unwrap_or(before);
        let span = |block: &SackBlock| {
            let (start, end) = (block.start.unwrap_near(before)?, block.end.unwrap_near(before)?);
            (start < end && end <= self.next_new).then_some((start, end))
        };
        let mut spans = [None; SackBlocks::MAX];
        for (place, block) in spans.iter_mut().zip(segment.sack.as_slice()) {
            *place = span(block);
        }
        let mut first = 0;
        if let Some((start, end)) = spans[0] {
            let inside = spans[1].is_some_and(|(s, e)| s <= start && end <= e);
            if (start < floor || inside) && self.on_dsack(before, start, end, outcome) {
                first = 1;
            }
        }
        // From the lowest up: RACK keeps the round trip of the last.
        spans[first..].sort_unstable();
        let smallest = self.rtt.smallest();
        for &(start, end) in spans[first..].iter().flatten() {
            let start = start.max(self.una);
            if start >= end {
                continue;
            }
            let highest = self.queue.highest_sacked();
            let (rack, delivery, high) = (&mut self.rack, &mut self.delivery, self.high);
            self.queue.mark_sacked(start, end, |sent: &Sent| {
                rack.on_delivered(sent, now, smallest);
                if !sent.is(EVER_RETRANS) {
                    if highest.is_some_and(|highest| sent.start < highest) {
                        outcome.note_late(sent.start);
                    }
                    outcome.original |= sent.end() <= high;
                    extend(&mut outcome.sacked_at, sent.at);
                }
                outcome.sacked = true;
                outcome.delivered += 1;
                delivery.delivered += 1;
                if sent.is_timed() {
                    delivery.on_delivered(sent, &mut outcome.newest);
                }
            });
        }
        if self.state != State::Loss || self.undo.marker.is_some() {
            self.check_reordering(outcome.late);
        }
    }

    /// Applies a block that reports duplicate segments (`tcp_dsack_seen`). Returns `false` if it
    /// reports more than were ever retransmitted, which cannot be.
    fn on_dsack(&mut self, before: u64, start: u64, end: u64, outcome: &mut AckOutcome) -> bool {
        let mss = u64::from(self.mss());
        let count = (end - start).div_ceil(mss) as u32;
        self.duplicates_told += u64::from(count);
        if self.duplicates_told > self.report.retransmissions {
            return false;
        }
        outcome.dsack = true;
        outcome.dsack_at = Some(end);
        if self.probe.is_none_or(|probe| probe.high != end) {
            self.rack.on_dsack();
        }
        // The needless copies were delivered too.
        outcome.delivered += count;
        self.delivery.delivered += u64::from(count);
        if end <= before {
            self.needless(end, count);
        }
        let mut needless = Vec::new();
        let mut late = None;
        self.queue.duplicated(start, end, |sent| {
            needless.push(sent.end());
            if sent.is(SACKED) {
                late.get_or_insert(sent.start);
            }
        });
        for end in needless {
            self.needless(end, 1);
        }
        if let Some(late) = late {
            outcome.note_late(late);
        }
        true
    }

    /// Records reordering: the data first delivered at `late` were overtaken
    /// (`tcp_check_sack_reordering`).
    pub(super) fn check_reordering(&mut self, late: Option<u64>) {
        let highest = self.queue.highest_sacked().unwrap_or(self.una).max(self.una);
        if let Some(late) = late.filter(|&late| late < highest) {
            self.rack.on_reordering(late, highest, self.mss());
        }
    }

    /// Removes acknowledged segments and takes round-trip samples (`tcp_clean_rtx_queue`).
    fn clean(
        &mut self,
        now: SimTime,
        ack: u64,
        highest: u64,
        outcome: &mut AckOutcome,
        trace: &mut dyn Recorder,
    ) {
        let mut late = None;
        let mut acked = 0;
        let smallest = self.rtt.smallest();
        while let Some((sent, whole)) = self.queue.pop_below(ack) {
            if sent.is(EVER_RETRANS) {
                outcome.resent_acked = true;
            } else if !sent.is(SACKED) {
                extend(&mut outcome.acked_at, sent.at);
                late.get_or_insert(sent.start);
                outcome.original |= sent.end() <= self.high;
            }
            if !whole {
                break;
            }
            acked += 1;
            if !sent.is(SACKED) {
                if !self.without_sack() {
                    outcome.delivered += 1;
                    self.delivery.delivered += 1;
                }
                if sent.is_timed() && sent.start != self.connection.origin {
                    self.delivery.on_delivered(&sent, &mut outcome.newest);
                }
                let clock = self.clock.stamp(sent.at);
                let spurious = sent.is(RETRANS | EVER_RETRANS) && self.echoes_before(clock);
                if !spurious && !self.without_sack() {
                    self.rack.on_delivered(&sent, now, smallest);
                }
            }
            outcome.data_acked |= sent.start != self.connection.origin;
        }
        self.queue.acknowledged(ack);
        let sampled = self.sample(now, outcome, trace);
        if outcome.advanced {
            outcome.set_timer = true;
            if self.without_sack() {
                self.take_duplicates(acked, outcome);
                // No block says which copy, or whether of all: not the original, then.
                outcome.original &= !outcome.resent_acked;
            } else if late.is_some_and(|late| late < highest) {
                self.check_reordering(late);
            }
        } else if sampled
            && let (Some((first, _)), Some(head)) = (outcome.sacked_at, self.queue.head())
            && first < head.at
        {
            outcome.set_timer = true;
        }
    }

    /// Passes the round-trip sample to the estimator and the controller (`tcp_ack_update_rtt`).
    /// Returns whether there was one.
    fn sample(&mut self, now: SimTime, outcome: &mut AckOutcome, trace: &mut dyn Recorder) -> bool {
        let since = |at: SimTime| now.saturating_since(at);
        let acked = outcome.acked_at.filter(|_| !outcome.resent_acked);
        let (mut seq, mut newest) =
            (acked.map(|(first, _)| since(first)), acked.map(|(_, last)| since(last)));
        if let Some((first, last)) = outcome.sacked_at {
            seq = seq.or(Some(since(first)));
            newest = Some(since(last));
        }
        if seq.is_none()
            && outcome.advanced
            && let Some(echoed) = self.echoed
        {
            let age = self.clock.stamp(now).wrapping_sub(echoed);
            let age = Duration::from_millis(u64::from(age.max(1)));
            if age <= now.saturating_since(self.start) {
                seq = Some(age);
                newest = Some(age);
            }
        }
        let (Some(seq), Some(newest)) = (seq, newest) else { return false };
        outcome.rtt = Some(newest);
        // A lone segment's ACK may have been held back.
        let prior = outcome.newest.prior_delivered();
        outcome.maybe_held = outcome.delivered == 1
            && outcome.sacked_at.is_none()
            && prior.is_some_and(|prior| prior + 1 == self.delivery.delivered);
        if !outcome.maybe_held || self.rtt.smallest().is_none_or(|smallest| newest < smallest) {
            self.rtt.on_smallest(newest, now);
        }
        self.rtt.on_sample(seq, self.una, self.next_new);
        let smoothed = self.rtt.smoothed().unwrap_or(seq);
        let flow = self.connection.flow;
        trace.record(now, Event::RoundTrip { flow, sample: seq, smoothed });
        if self.is_established() {
            let sample = Sample { now, rtt: newest, una: self.una, next: self.next_new };
            self.controller.on_acked(&mut self.window, &sample);
        }
        true
    }

    /// Whether another timer than the retransmission timer is armed.
    pub(super) fn stands_in(&self) -> bool {
        matches!(self.pending, Pending::Reordering(_) | Pending::Probe(_))
    }
}
