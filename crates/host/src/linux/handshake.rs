//! The passive side of the handshake: when the SYN-ACK leaves again (`reqsk_timer_handler`), and
//! the round trip from it to the answer (`tcp_synack_rtt_meas`).

use skyseam_base::{Duration, SimTime};

use super::clock::{ticks_in, timer};

/// Times that the timer sends the SYN-ACK again (`tcp_synack_retries`).
const RETRIES: u32 = 5;

/// A connection that was asked for.
#[derive(Clone, Copy, Debug)]
pub struct Handshake {
    /// The first timeout; each further one is twice as long.
    first: Duration,
    /// When the SYN-ACK left last, and how often it has left.
    left: Option<(SimTime, u32)>,
    timeouts: u32,
    due: Option<SimTime>,
    over: bool,
    round_trip: Option<Duration>,
}

impl Handshake {
    /// No SYN came yet; `first` is the timeout of the first SYN-ACK.
    pub fn new(first: Duration) -> Self {
        Self { first, left: None, timeouts: 0, due: None, over: false, round_trip: None }
    }

    /// The SYN-ACK leaves, for the first time or again: the timer starts anew.
    pub fn on_syn_ack(&mut self, now: SimTime) {
        self.left = Some((now, self.left.map_or(1, |(_, times)| times + 1)));
        let again = !self.over && self.timeouts < RETRIES;
        self.due = again.then(|| timer(now, ticks_in(self.first) << self.timeouts));
    }

    /// A deadline passed; whether the SYN-ACK is to leave again.
    pub fn on_timeout(&mut self, now: SimTime) -> bool {
        let passed = self.due.take_if(|due| *due <= now).is_some();
        self.timeouts += u32::from(passed);
        passed
    }

    /// A segment without SYN came; whether it ends the handshake.
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

    /// The round trip of the handshake, where it is over and one SYN-ACK was sent.
    pub fn round_trip(&self) -> Option<Duration> {
        self.round_trip
    }

    /// When [`Handshake::on_timeout`] is to be called.
    pub fn deadline(&self) -> Option<SimTime> {
        self.due
    }
}
