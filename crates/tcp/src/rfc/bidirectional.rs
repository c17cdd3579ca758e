//! Interaction of the sender and the receiver of a bidirectional endpoint of the stack `rfc`.

use skyseam_base::{Duration, SimTime};
use skyseam_packet::TcpSegment;
use skyseam_trace::Recorder;

use super::receiver::Receiver;
use super::sender::Sender;
use super::state::State;
use crate::duplex::{ReceiveHalf, SendHalf};
use crate::ecn::EcnState;

impl Sender {
    /// Returns the first offset after everything to be acknowledged, including the FIN.
    pub(super) fn stream_end(&self) -> Option<u64> {
        self.data_end().map(|end| end + u64::from(self.is_half))
    }

    /// Whether the segment at `start` is the FIN, which leaves alone.
    pub(super) fn is_fin(&self, start: u64) -> bool {
        self.is_half && self.data_end() == Some(start)
    }
}

impl SendHalf for Sender {
    fn join(&mut self, _: bool) {
        self.is_half = true;
    }

    fn accept(&mut self, now: SimTime, window: u32, round_trip: Option<Duration>, _: u32) {
        self.state = State::Established;
        self.una = self.data_start();
        self.next_new = self.una;
        self.update_window(self.una, window);
        self.sends_option = self.ecn.as_ref().is_some_and(|ecn| ecn.always_sends_option());
        if let Some(sample) = round_trip {
            self.rtt.on_sample(sample);
        }
        self.watch_window(now);
    }

    fn ecn(&mut self) -> &mut Option<Box<EcnState>> {
        &mut self.ecn
    }

    fn is_established(&self) -> bool {
        self.una > self.connection.origin
    }

    fn is_done(&self) -> bool {
        self.state == State::Finished
    }

    fn next_offset(&self) -> u64 {
        self.next_new
    }

    fn set_syn_data_limit(&mut self, room: u32) {
        self.early_room = Some(room);
    }

    fn sample_handshake(&mut self, _: SimTime, round_trip: Duration) {
        self.rtt.on_sample(round_trip);
    }
}

impl ReceiveHalf for Receiver {
    // RFC 1122 Sec. 4.2.3.2: an ACK is better combined with data.
    const ACKS_FIRST: bool = false;
    const REPEATS_SYN_ACK: bool = false;

    fn join(&mut self) {}

    fn on_peer_syn(&mut self, _: SimTime) {
        self.next = self.next.max(self.connection.origin + 1);
        self.ack_due = true;
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
        self.on_data(now, segment, trace);
    }

    fn on_pure_ack(&mut self, _: SimTime) {}

    fn on_ack_piggybacked(&mut self, now: SimTime, payload: u32, trace: &mut dyn Recorder) {
        self.held.on_ack_sent(now, self.connection.flow, trace);
        if let Some(policy) = &mut self.policy
            && payload > 0
        {
            policy.on_data_sent(now);
        }
        self.on_acknowledged();
    }

    fn is_ack_due(&self) -> bool {
        self.ack_due
    }

    fn has_blocks(&self) -> bool {
        !self.out_of_order.is_empty() && self.lengths.sack_room > 0
    }

    fn offer_window(&mut self) -> u32 {
        self.edge = self.offer();
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
        self.fin.is_some_and(|fin| self.next > fin)
    }
}
