//! Interaction of the sender and the receiver of a bidirectional endpoint: the passive side's first
//! data, data after a pause, and piggybacked acknowledgements.

use skyseam_base::{Duration, SimTime};
use skyseam_packet::TcpSegment;
use skyseam_trace::Recorder;

use super::clock::ticks_in;
use super::receiver::Receiver;
use super::sender::{Phase, Sender};
use crate::duplex::{ReceiveHalf, SendHalf};
use crate::ecn::EcnState;

impl SendHalf for Sender {
    fn join(&mut self, _: bool) {
        self.is_half = true;
    }

    /// Completes the passive open (`tcp_rcv_state_process` in SYN-RECV): the round trip of the
    /// SYN-ACK is the first sample.
    fn accept(&mut self, now: SimTime, window: u32, round_trip: Option<Duration>, lost: u32) {
        self.una = self.connection.origin + 1;
        self.next_new = self.una;
        self.edge = self.una + u64::from(window);
        self.largest_window = window;
        self.sends_option = self.ecn.as_ref().is_some_and(|ecn| ecn.always_sends_option());
        self.update_lengths();
        self.syn_acks_again = lost;
        // The SYN-ACK, which no queue holds.
        self.delivery.delivered += 1;
        if let Some(sample) = round_trip {
            self.rtt.on_smallest(sample, now);
            self.rtt.on_sample(sample, self.una, self.next_new);
        }
        self.begin_data(now);
    }

    fn ecn(&mut self) -> &mut Option<Box<EcnState>> {
        &mut self.ecn
    }

    fn is_established(&self) -> bool {
        self.una > self.connection.origin
    }

    fn is_done(&self) -> bool {
        self.phase == Phase::Finished && self.report.gave_up.is_none()
    }

    fn has_abandoned_fin(&self) -> bool {
        self.phase == Phase::Finished && self.closed && self.data_end() == Some(self.una)
    }

    fn next_offset(&self) -> u64 {
        self.next_new
    }

    fn set_syn_data_limit(&mut self, room: u32) {
        self.early_room = room;
    }

    fn estimate(&self) -> Option<(Duration, Duration)> {
        Some((self.rtt.smoothed()?, self.rtt.rto()))
    }

    /// Takes the handshake's sample after data have left, if there is none yet
    /// (`tcp_rcv_state_process` in SYN-RECV).
    fn sample_handshake(&mut self, now: SimTime, round_trip: Duration) {
        if self.rtt.smoothed().is_none() {
            self.rtt.on_smallest(round_trip, now);
            self.rtt.on_sample(round_trip, self.una, self.next_new);
        }
    }

    fn on_bare_ack(&mut self, now: SimTime) {
        self.pacing.on_bare_ack(now);
    }
}

impl Sender {
    /// Records that the application writes after everything before was sent: it was limited by the
    /// application, not by the window (`tcp_rate_check_app_limited`).
    pub(super) fn resume_after_idle(&mut self, now: SimTime) {
        if !self.is_established() || self.has_new() {
            return;
        }
        let in_flight = self.queue.in_flight();
        if in_flight < self.window.cwnd && self.queue.lost_out <= self.queue.retrans_out {
            self.delivery.limit_by_app(in_flight);
        }
        self.restart_after_idle(now);
    }

    /// Resets the window after a pause longer than the timeout, unless the controller governs.
    /// Called when the application writes, or when the peer's window changed and data wait
    /// (`tcp_slow_start_after_idle_check`, `tcp_cwnd_restart`).
    pub(super) fn restart_after_idle(&mut self, now: SimTime) {
        if !self.queue.is_empty() {
            return;
        }
        let rto = self.rtt.rto_ticks();
        let mut idle = self.clock.ticks(now).saturating_sub(self.clock.ticks(self.last_data));
        if self.controller.governs() || self.last_data == SimTime::ZERO || idle <= rto {
            return;
        }
        let window = &mut self.window;
        window.ssthresh = window.ssthresh.max(window.cwnd / 2 + window.cwnd / 4);
        let restart = self.initial.min(window.cwnd);
        while idle > rto && window.cwnd > restart {
            idle -= rto;
            window.cwnd /= 2;
        }
        window.cwnd = window.cwnd.max(restart);
        (self.usage.used, self.usage.since) = (0, now);
    }
}

impl ReceiveHalf for Receiver {
    /// `tcp_rcv_established` decides about the ACK before the application reads.
    const ACKS_FIRST: bool = true;
    const REPEATS_SYN_ACK: bool = true;

    fn join(&mut self) {
        self.answers_fin = false;
    }

    /// Makes the sending half emit the third segment of the handshake, repeated for each SYN-ACK.
    fn on_peer_syn(&mut self, now: SimTime) {
        self.next = self.next.max(self.connection.origin + 1);
        self.end_handshake(now);
    }

    fn ecn(&mut self) -> &mut Option<Box<EcnState>> {
        &mut self.ecn
    }

    fn repeat_syn_ack(&mut self) {
        self.syn_ack_due = true;
        self.ack_due = true;
    }

    fn is_syn_ack_due(&self) -> bool {
        self.syn_ack_due
    }

    fn handle_early(&mut self, now: SimTime, segment: &TcpSegment, trace: &mut dyn Recorder) {
        self.window.begin(now, self.next);
        self.offer_window();
        self.on_data(now, segment, trace);
    }

    fn on_pure_ack(&mut self, now: SimTime) {
        self.end_handshake(now);
    }

    fn on_closing(&mut self) {
        self.has_closed = true;
    }

    fn on_estimate(&mut self, (smoothed, timeout): (Duration, Duration)) {
        self.policy.on_timeout_estimate(smoothed, ticks_in(timeout));
    }

    fn on_ack_piggybacked(&mut self, now: SimTime, payload: u32, trace: &mut dyn Recorder) {
        self.held.on_ack_sent(now, self.connection.flow, trace);
        if payload > 0 {
            self.policy.on_data_sent(now);
        }
        self.ack_due = false;
        self.forget_ack_now();
        self.policy.on_ack_sent();
        self.acknowledged = self.next;
        self.read_queued(now);
    }

    fn is_ack_due(&self) -> bool {
        self.ack_due || self.flushed.is_some()
    }

    /// Compressed SACKs (`tcp_sack_compress_send_ack`), and the ACK of a FIN if this end closed
    /// first (`tcp_fin`).
    fn answers_at_once(&self) -> bool {
        self.flushed.is_some() || (self.ack_due && self.has_closed && self.is_closed())
    }

    fn has_blocks(&self) -> bool {
        let any = !self.out_of_order.is_empty() || self.duplicate.is_some();
        any && self.lengths.sack_room > 0 || self.flushed.is_some()
    }

    fn offer_window(&mut self) -> u32 {
        self.edge = self.edge.max(self.next + self.next_window());
        u32::try_from(self.edge - self.next).unwrap_or(u32::MAX)
    }

    fn expected(&self) -> u64 {
        self.next
    }

    fn acknowledged(&self) -> u64 {
        self.acknowledged
    }

    fn delivered(&self) -> u64 {
        self.delivered()
    }

    fn is_at_end(&self) -> bool {
        self.is_closed()
    }
}
