//! Handshake: data in the SYN at the active side (`tcp_send_syn_data`), retransmission of the
//! SYN-ACK at the passive side (`reqsk_timer_handler`), and the round trip from the SYN-ACK to its
//! answer (`tcp_synack_rtt_meas`).

use skyseam_base::{Duration, SimTime};
use skyseam_packet::Body;
use skyseam_trace::{Recorder, RetransmitCause};

use super::clock::{HostClock, ticks_in};
use super::queue::Sent;
use super::sender::Sender;
use super::state::State;

/// Number of retransmissions of a SYN-ACK (`tcp_synack_retries`).
const RETRIES: u32 = 5;

impl Sender {
    /// Adds written data to the SYN that is about to leave, as far as it has room. In the queue,
    /// the data are a separate segment: a retransmitted SYN carries none.
    pub(super) fn load_syn(&mut self, now: SimTime) {
        let early = self.written.min(u64::from(self.early_room)) as u32;
        let Some(packet) = self.outbox.back_mut().filter(|_| early > 0) else { return };
        if let Body::Tcp(syn) = &mut packet.body {
            syn.payload = early;
        }
        let departure = self.delivery.on_sent(now, false, self.queue.in_flight() + 1);
        self.queue.push(self.next_new, early, now, departure);
        self.next_new += u64::from(early);
        self.last_data = now;
    }

    /// Retransmits immediately the data of the SYN that the SYN-ACK did not acknowledge
    /// (`tcp_rcv_fastopen_synack`, `tcp_non_congestion_loss_retransmit`).
    pub(super) fn resend_early(&mut self, now: SimTime, data: &Sent, trace: &mut dyn Recorder) {
        self.state = State::Loss;
        self.high = self.next_new;
        self.queue.mark_lost(data.start);
        self.resend(now, data, RetransmitCause::Timeout, trace);
        self.rearm_rto(now);
    }
}

/// Passive open: a connection whose SYN has arrived or is awaited.
#[derive(Clone, Copy, Debug)]
pub struct Handshake {
    pub(super) clock: HostClock,
    /// First timeout; each further one is twice as long.
    first: Duration,
    /// Time of the last SYN-ACK, and the number of SYN-ACKs sent.
    left: Option<(SimTime, u32)>,
    timeouts: u32,
    due: Option<SimTime>,
    over: bool,
    round_trip: Option<Duration>,
}

impl Handshake {
    /// Returns a handshake before its SYN; `first` is the timeout of the first SYN-ACK.
    pub fn new(first: Duration) -> Self {
        Self {
            clock: HostClock::default(),
            first,
            left: None,
            timeouts: 0,
            due: None,
            over: false,
            round_trip: None,
        }
    }

    /// Whether a SYN-ACK has left before.
    pub(crate) fn is_repeated(&self) -> bool {
        self.left.is_some()
    }

    /// Records that a SYN-ACK leaves, first or retransmitted, and restarts the timer.
    pub(crate) fn on_syn_ack(&mut self, now: SimTime) {
        self.left = Some((now, self.left.map_or(1, |(_, times)| times + 1)));
        let again = !self.over && self.timeouts < RETRIES;
        self.due = again.then(|| self.clock.timer(now, ticks_in(self.first) << self.timeouts));
    }

    /// Handles a passed deadline. Returns whether the SYN-ACK is to be retransmitted.
    pub fn on_timeout(&mut self, now: SimTime) -> bool {
        let passed = self.due.take_if(|due| *due <= now).is_some();
        self.timeouts += u32::from(passed);
        passed
    }

    /// Records a segment without SYN. Returns whether it ends the handshake.
    pub fn on_segment(&mut self, now: SimTime) -> bool {
        if self.over {
            return false;
        }
        self.over = true;
        self.due = None;
        // Where several SYN-ACKs have left, nothing says which one was answered.
        let once = self.left.filter(|&(_, times)| times == 1);
        self.round_trip = once.map(|(at, _)| now.saturating_since(at));
        true
    }

    /// Returns the round trip of the handshake, once it is over and if only one SYN-ACK was sent.
    pub fn round_trip(&self) -> Option<Duration> {
        self.round_trip
    }

    /// Time when [`Handshake::on_timeout`] is to be called.
    pub fn deadline(&self) -> Option<SimTime> {
        self.due
    }
}
