//! Pacing within TCP: no segment leaves before the one before it has had its time at the pacing
//! rate (`tcp_pacing_check`, `tcp_update_skb_after_send`, `tcp_update_pacing_rate`).
//!
//! What the kernel does where no queueing discipline (`fq`) paces. Its timer counts nanoseconds.

use skyseam_base::{Duration, SimTime};
use skyseam_trace::Recorder;

use super::sender::Sender;

/// Segments that leave unpaced at first, as with `fq`.
const UNPACED: u64 = 10;
/// The rate over window per round trip, per cent: while the window is below half its threshold
/// (`tcp_pacing_ss_ratio`), and above (`tcp_pacing_ca_ratio`).
const RATIOS: (u64, u64) = (200, 120);

/// Pacing of one connection.
#[derive(Clone, Debug)]
pub struct Pacing {
    is_on: bool,
    /// Payload bytes per second; `None` before the first round trip.
    pub rate: Option<u64>,
    /// The next segment leaves no earlier (`tcp_wstamp_ns`).
    next: SimTime,
    segments: u64,
    timer: Option<SimTime>,
}

impl Pacing {
    /// Pacing, or none.
    pub fn new(is_on: bool) -> Self {
        Self { is_on, rate: None, next: SimTime::ZERO, segments: 0, timer: None }
    }

    /// Whether segments are paced.
    pub fn is_on(&self) -> bool {
        self.is_on
    }

    /// Whether the next segment has to wait; then the timer stands.
    pub fn holds(&mut self, now: SimTime) -> bool {
        if !self.is_on || self.next <= now {
            return false;
        }
        self.timer = Some(self.next);
        true
    }

    /// The earliest departure of the next segment.
    pub fn next(&self) -> SimTime {
        self.next
    }

    /// Nothing more will leave.
    pub fn stop(&mut self) {
        self.timer = None;
    }

    /// A segment with `payload` bytes of data left.
    pub fn on_sent(&mut self, now: SimTime, payload: u32) {
        if !self.is_on {
            return;
        }
        // What was not used while nothing could be sent halves the wait at most.
        let credit = now.saturating_since(self.next);
        self.next = self.next.max(now);
        self.segments += u64::from(payload > 0);
        if let Some(rate) = self.rate
            && self.segments >= UNPACED
            && payload > 0
        {
            let length = u64::from(payload) * 1_000_000_000 / rate.max(1);
            let length = length - credit.as_nanos().min(length / 2);
            self.next = self.next.saturating_add(Duration::from_nanos(length));
        }
    }

    /// When the timer fires.
    pub fn deadline(&self) -> Option<SimTime> {
        self.timer
    }

    /// Whether the timer has fired by `now`; it stands no more.
    fn fires(&mut self, now: SimTime) -> bool {
        self.timer.take_if(|due| *due <= now).is_some()
    }
}

impl Sender {
    /// The pacing timer may have fired (`tcp_pace_kick`): what is lost leaves, then new data.
    pub(super) fn on_pacing_timer(&mut self, now: SimTime, trace: &mut dyn Recorder) {
        if self.pacing.fires(now) && self.is_established() {
            self.resend_lost(now, trace);
            self.send_new(now);
        }
    }

    /// Sets the rate for a controller that does not (`tcp_update_pacing_rate`).
    pub(super) fn pace_window(&mut self) {
        let smoothed8 = self.rtt.smoothed8_us();
        if !self.pacing.is_on() || self.controller.governs() || smoothed8 == 0 {
            return;
        }
        let window = self.window;
        let ratio = if window.cwnd < window.ssthresh / 2 { RATIOS.0 } else { RATIOS.1 };
        let segments = u64::from(window.cwnd.max(self.queue.packets_out));
        let per_segment = u64::from(self.config.full_payload()) * (8 * 1_000_000 / 100) * ratio;
        self.pacing.rate = Some(per_segment.saturating_mul(segments) / smoothed8);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Goal: ten segments at once, then one per millisecond. Method: 1000 B at 1 MB/s.
    #[test]
    fn the_first_ten_are_not_paced() {
        let mut pacing = Pacing { rate: Some(1_000_000), ..Pacing::new(true) };
        let at = |micros| SimTime::ZERO + Duration::from_micros(micros);
        for _ in 0..10 {
            assert!(!pacing.holds(at(0)));
            pacing.on_sent(at(0), 1000);
        }
        assert!(pacing.holds(at(999)) && pacing.deadline() == Some(at(1_000)));
        assert!(pacing.fires(at(1_000)) && !pacing.holds(at(1_000)));
        // 200 us late: the next is not.
        pacing.on_sent(at(1_200), 1000);
        assert_eq!(pacing.next, at(2_000));
        // Long after: half the wait is made good.
        pacing.on_sent(at(9_000), 1000);
        assert_eq!(pacing.next, at(9_500));
    }

    #[test]
    fn nothing_is_held_without_pacing() {
        let mut pacing = Pacing { rate: Some(1), ..Pacing::new(false) };
        for _ in 0..100 {
            pacing.on_sent(SimTime::ZERO, 1000);
        }
        assert!(!pacing.holds(SimTime::ZERO) && pacing.deadline().is_none());
    }
}
