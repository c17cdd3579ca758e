//! Time when an ACK is due: quick ACKs at the start and after trouble, every second segment,
//! delayed ACKs with an adaptive timer, and compressed SACKs.
//!
//! A configured delay replaces the adaptive one, to the nanosecond, and switches quick ACKs off.
//! `tcp_event_data_recv`, `__tcp_ack_snd_check`, `tcp_send_delayed_ack`,
//! `tcp_delack_timer_handler`.

use skyseam_base::{Duration, SimTime};

use super::clock::{HostClock, ticks_in};
use crate::delayed_ack::DelayedAck;

/// Minimum interval between two answers to unacceptable segments without data, ticks
/// (`tcp_invalid_ratelimit`).
pub(super) const ANSWER_TICKS: u64 = 125;
/// Maximum number of quick ACKs in a phase (`TCP_MAX_QUICKACKS`).
const MAX_QUICK: u32 = 16;
/// Minimum delay of an ACK, ticks (`TCP_ATO_MIN`, 40 ms).
const LEAST_TICKS: u64 = 10;
/// Maximum delay of an ACK, ticks: a tick less than the minimum retransmission timeout
/// (`tcp_delack_max`).
const MOST_TICKS: u64 = 49;
/// Maximum delay in an interactive exchange or after a pushed segment, and in all other cases,
/// before the bound above applies (`TCP_DELACK_MAX`, half a second).
const EXCHANGE_TICKS: u64 = 50;
const STREAM_TICKS: u64 = 125;
/// Retransmission timeout of this end before it has a sample, ticks (`TCP_TIMEOUT_FALLBACK`).
const FALLBACK_TICKS: u64 = 750;
/// Minimum variation in a retransmission timeout (`TCP_RTO_MIN`).
const LEAST_VARIATION: Duration = Duration::from_millis(200);
/// Duplicate ACKs sent immediately before SACKs are compressed.
const DUPLICATES: u32 = 3;
/// Maximum number of SACKs compressed into one (`tcp_comp_sack_nr`).
const COMPRESSED: u32 = 44;
/// Maximum compression delay (`tcp_comp_sack_delay_ns`), the fraction of the round trip that bounds
/// it otherwise, and the slack by which the timer fires later (`tcp_comp_sack_slack_ns`).
const COMPRESSION: Duration = Duration::from_millis(1);
const ROUND_TRIP_PART: u64 = 20;
const SLACK: Duration = Duration::from_micros(100);
/// Blocks expected to fit into an ACK. A segment that would push another block out makes the
/// pending ACK leave (`TCP_SACK_BLOCKS_EXPECTED`).
const BLOCKS_EXPECTED: usize = 2;

/// Decision when a receiver acknowledges.
#[derive(Clone, Debug)]
pub(crate) struct AckPolicy {
    /// Whether ACKs are delayed at all; otherwise every segment is acknowledged (`TCP_QUICKACK`).
    delayed_ack: DelayedAck,
    /// Maximum number of SACKs compressed into one.
    most_compressed: u32,
    quick: u32,
    /// Ticks an ACK is delayed; 0 before the first data (`ato`).
    hold: u64,
    last_data: SimTime,
    /// Whether data usually leave soon after data arrive, so that an ACK waits to be piggybacked
    /// (`pingpong`).
    is_interactive: bool,
    /// Bytes received in order and not yet acknowledged.
    unacknowledged: u64,
    /// Segments since the last ACK that end an application's write, by the flag PSH or by their
    /// length; at most two (`ICSK_ACK_PUSHED`, `ICSK_ACK_PUSHED2`).
    pushed: u8,
    /// Whether data arrived since the last ACK (`ICSK_ACK_SCHED`). Only an ACK of data uses up a
    /// quick ACK.
    is_scheduled: bool,
    /// Time when the delayed ACK is due.
    delayed: Option<SimTime>,
    /// Next expected offset when duplicates were last counted.
    stuck_at: u64,
    duplicates: u32,
    compressed: u32,
    compressed_until: Option<SimTime>,
    /// Round trip estimated from received data; `None` before the first estimate.
    round_trip: Option<Duration>,
    /// Time when a segment without data from outside the window was last answered.
    answered: Option<SimTime>,
    /// Smoothed round trip and retransmission timeout (ticks) of this endpoint's sender.
    smoothed: Option<Duration>,
    timeout: u64,
    pub(super) clock: HostClock,
}

impl AckPolicy {
    /// Returns a policy with the given ACK delay, with or without SACK compression.
    pub fn new(delayed_ack: DelayedAck, compressing: bool) -> Self {
        Self {
            most_compressed: if compressing { COMPRESSED } else { 0 },
            delayed_ack,
            quick: 0,
            hold: 0,
            last_data: SimTime::ZERO,
            is_interactive: false,
            unacknowledged: 0,
            pushed: 0,
            is_scheduled: false,
            delayed: None,
            stuck_at: 0,
            duplicates: 0,
            compressed: 0,
            compressed_until: None,
            round_trip: None,
            answered: None,
            smoothed: None,
            timeout: FALLBACK_TICKS,
            clock: HostClock::default(),
        }
    }

    /// Records that the connection is established. A pause before the first data counts from here.
    pub(crate) fn on_established(&mut self, now: SimTime) {
        self.last_data = now;
    }

    /// Records the round trip of the handshake, the only one that an endpoint measures if it sends
    /// no data.
    pub(crate) fn on_handshake(&mut self, sample: Duration) {
        let timeout = sample + (sample * 2).max(LEAST_VARIATION);
        self.on_timeout_estimate(sample, ticks_in(timeout));
    }

    /// Records the smoothed round trip and the retransmission timeout in ticks of this endpoint's
    /// sender.
    pub(crate) fn on_timeout_estimate(&mut self, smoothed: Duration, timeout: u64) {
        self.smoothed = Some(smoothed);
        self.timeout = timeout;
    }

    /// Records the receiver's estimate of the round trip.
    pub(crate) fn on_round_trip(&mut self, round_trip: Option<Duration>) {
        self.round_trip = round_trip;
    }

    /// Records a segment beyond a hole. It touches the block `place` positions behind the latest
    /// one, or none if `place` is the number of blocks. Returns whether the pending ACK has to
    /// leave before the segment is added (`tcp_sack_new_ofo_skb`).
    pub(crate) fn crowds_out(&self, place: usize) -> bool {
        self.compressed > 0 && place >= BLOCKS_EXPECTED
    }

    /// Returns the policy for a receiver of another stack if its ACKs are delayed as Linux does it.
    /// Boxed, because few receivers have one.
    pub(crate) fn if_asked_for(delayed_ack: DelayedAck) -> Option<Box<Self>> {
        (delayed_ack == DelayedAck::Linux).then(|| Box::new(Self::new(delayed_ack, false)))
    }

    /// Sets the clock of the host. Call before anything arrives.
    pub(crate) fn set_clock(&mut self, clock: HostClock) {
        self.clock = clock;
    }

    /// Starts quick ACKs after trouble: the next segments are acknowledged immediately. `window` is
    /// the offered window in bytes and `mss` the length of a full segment
    /// (`tcp_enter_quickack_mode`).
    pub(crate) fn hurry(&mut self, mss: u32, window: u64) {
        self.begin_quick(mss, window);
        self.hold = LEAST_TICKS;
        self.is_interactive = false;
    }

    /// Starts two quick ACKs after a mark of ECN.
    pub(crate) fn hurry_briefly(&mut self) {
        self.quick = self.quick.max(2);
        self.hold = LEAST_TICKS;
        self.is_interactive = false;
    }

    /// Whether an ACK is delayed.
    pub(crate) fn is_holding(&self) -> bool {
        self.delayed.is_some()
    }

    /// Returns the smoothed round trip of this endpoint's sender.
    pub fn smoothed(&self) -> Option<Duration> {
        self.smoothed
    }

    /// Records that this endpoint sends data, which carry an ACK. Data sent within the ACK delay
    /// after data arrived count as an answer (`tcp_event_data_sent`).
    pub(crate) fn on_data_sent(&mut self, now: SimTime) {
        self.is_interactive |= self.gap(now) < self.hold;
    }

    /// Records the peer's FIN at an endpoint that has not closed: the ACK waits to be carried by
    /// its own FIN (`tcp_fin`).
    pub(crate) fn on_fin(&mut self) {
        // It takes a place in the sequence, as a byte.
        self.unacknowledged += 1;
        self.is_interactive = true;
    }

    /// Ends quick ACKs because less than half of the buffer is free (`__tcp_select_window`).
    pub(crate) fn end_quick(&mut self) {
        self.quick = 0;
    }

    /// Whether a segment without data from outside the window is answered: at most every half
    /// second (`tcp_oow_rate_limited`).
    pub(crate) fn may_answer(&mut self, now: SimTime) -> bool {
        let since = |last| self.clock.ticks(now).saturating_sub(self.clock.ticks(last));
        let may = self.answered.is_none_or(|last| since(last) >= ANSWER_TICKS);
        if may {
            self.answered = Some(now);
        }
        may
    }

    /// Ticks since data last arrived in order.
    fn gap(&self, now: SimTime) -> u64 {
        self.clock.ticks(now).saturating_sub(self.clock.ticks(self.last_data))
    }

    /// Records that the receive window grew with a segment, which is worth announcing
    /// (`tcp_grow_window`).
    pub(crate) fn on_window_grown(&mut self) {
        self.quick |= 1;
    }

    /// Records the arrival of a segment that the next ACK reports (`inet_csk_schedule_ack`).
    pub fn schedule(&mut self) {
        self.is_scheduled = true;
    }

    /// Records that a segment ends an application's write: by its flag PSH if it is full, otherwise
    /// by its length.
    pub(crate) fn on_end_of_write(&mut self, is_full: bool) {
        self.pushed = if is_full { self.pushed.max(1) } else { (self.pushed + 1).min(2) };
    }

    /// Records a segment in order with `payload` bytes. `window` is the offered window in bytes and
    /// `mss` the length of a full segment.
    pub fn on_data(&mut self, now: SimTime, payload: u32, mss: u32, window: u64) {
        let gap = self.gap(now);
        if self.hold == 0 {
            self.begin_quick(mss, window);
            self.hold = LEAST_TICKS;
        } else if gap <= LEAST_TICKS / 2 {
            self.hold = self.hold / 2 + LEAST_TICKS / 2;
        } else if gap < self.hold {
            self.hold = (self.hold / 2 + gap).min(self.timeout);
        } else if gap > self.timeout {
            // After such a pause the sender's window should have started anew.
            self.begin_quick(mss, window);
        }
        self.last_data = now;
        self.unacknowledged += u64::from(payload);
        self.schedule();
    }

    /// Adds quick ACKs (`tcp_incr_quickack`).
    fn begin_quick(&mut self, mss: u32, window: u64) {
        let segments = match window / (2 * u64::from(mss.max(1))) {
            0 => 2,
            segments => segments.min(u64::from(MAX_QUICK)) as u32,
        };
        self.quick = self.quick.max(segments);
    }

    /// Records that a segment in order joined `bytes` that had waited beyond a hole.
    pub(crate) fn on_joined(&mut self, bytes: u64) {
        self.unacknowledged += bytes;
    }

    /// Combines [`AckPolicy::decide`] and [`AckPolicy::on_read`] for an application that reads
    /// immediately and a window that does not follow the buffer.
    pub(crate) fn decide_and_read(&mut self, now: SimTime, mss: u32, next: u64) -> bool {
        self.decide(now, mss, true, next, false) || self.on_read(mss, true)
    }

    /// Decides whether an ACK leaves now, after a segment and before the application reads. `next`
    /// is the next expected offset; data may wait beyond a hole. `keeps_window` says that the ACK
    /// would offer the same window as the last one (`__tcp_ack_snd_check`).
    pub fn decide(
        &mut self,
        now: SimTime,
        mss: u32,
        keeps_window: bool,
        next: u64,
        holes: bool,
    ) -> bool {
        let in_a_hurry = match self.delayed_ack {
            DelayedAck::Off => true,
            DelayedAck::Timer(_) | DelayedAck::Heartbeat => false,
            DelayedAck::Linux => !self.is_interactive && self.quick > 0,
        };
        if in_a_hurry || (keeps_window && self.has_second(mss)) {
            return true;
        }
        if holes {
            return self.decide_selective(now, next);
        }
        match self.delayed_ack.deadline(now) {
            Some(deadline) => {
                self.delayed.get_or_insert(deadline);
                false
            }
            None => self.hold_back(now),
        }
    }

    /// Whether more than a full segment of `mss` bytes is unacknowledged.
    pub(crate) fn has_second(&self, mss: u32) -> bool {
        self.unacknowledged > u64::from(mss)
    }

    /// Records that the application has read, everything or a part. Returns whether an ACK leaves
    /// now, because the second segment or the end of a write waited for that (`tcp_cleanup_rbuf`).
    pub(crate) fn on_read(&self, mss: u32, is_empty: bool) -> bool {
        let ends = self.pushed == 2 || (self.pushed == 1 && !self.is_interactive);
        let ends = ends && is_empty && self.delayed_ack == DelayedAck::Linux;
        self.has_second(mss) || (ends && self.unacknowledged > 0)
    }

    /// Delays the ACK (`tcp_send_delayed_ack`). Returns whether it leaves immediately all the same.
    fn hold_back(&mut self, now: SimTime) -> bool {
        let mut hold = self.hold.clamp(1, MOST_TICKS);
        if self.hold > LEAST_TICKS {
            let exchange = self.is_interactive || self.pushed > 0;
            let most = if exchange { EXCHANGE_TICKS } else { STREAM_TICKS };
            let round_trip = self.smoothed.map_or(most, ticks_in);
            hold = hold.min(round_trip.max(LEAST_TICKS).min(most));
        }
        match self.delayed {
            // About to fire anyway.
            Some(due) if due <= self.clock.timer(now, hold / 4) => return true,
            Some(due) if due <= self.clock.timer(now, hold) => {}
            _ => self.delayed = Some(self.clock.timer(now, hold)),
        }
        false
    }

    fn decide_selective(&mut self, now: SimTime, next: u64) -> bool {
        if self.compressed >= self.most_compressed {
            return true;
        }
        if self.stuck_at != next {
            self.stuck_at = next;
            self.duplicates = 0;
        }
        if self.duplicates < DUPLICATES {
            self.duplicates += 1;
            return true;
        }
        self.compressed += 1;
        let round_trip = self.round_trip.unwrap_or(Duration::ZERO);
        let part = round_trip.min(self.smoothed.unwrap_or(round_trip)) / ROUND_TRIP_PART;
        let wait = part.min(COMPRESSION) + SLACK;
        self.compressed_until.get_or_insert(now.saturating_add(wait));
        false
    }

    /// Records that an ACK left.
    pub(crate) fn on_ack_sent(&mut self) {
        if std::mem::take(&mut self.is_scheduled) && self.quick > 0 {
            self.quick -= 1;
            if self.quick == 0 {
                self.hold = LEAST_TICKS;
            }
        }
        self.unacknowledged = 0;
        self.pushed = 0;
        self.delayed = None;
        self.compressed = 0;
        self.compressed_until = None;
    }

    /// Handles a passed deadline. Returns whether an ACK is due.
    pub fn on_timeout(&mut self, now: SimTime) -> bool {
        let compressed = self.compressed_until.is_some_and(|due| due <= now);
        let delayed = self.delayed.is_some_and(|due| due <= now);
        if delayed {
            // The second segment took longer, or the answer: wait longer the next time.
            self.hold = match std::mem::take(&mut self.is_interactive) {
                true => LEAST_TICKS,
                false => (self.hold * 2).min(self.timeout),
            };
            self.delayed = None;
        }
        if compressed {
            self.compressed_until = None;
        }
        compressed || delayed
    }

    /// Time when [`AckPolicy::on_timeout`] is to be called.
    pub fn deadline(&self) -> Option<SimTime> {
        [self.delayed, self.compressed_until].into_iter().flatten().min()
    }
}
