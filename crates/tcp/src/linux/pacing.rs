//! Pacing within TCP: a segment leaves only after the previous one has had its time at the pacing
//! rate (`tcp_pacing_check`, `tcp_update_skb_after_send`, `tcp_update_pacing_rate`).
//!
//! The kernel paces so where no queueing discipline (`fq`) does. Its timer counts nanoseconds.

use skyseam_base::{Duration, SimTime};

use super::clock::TICK;

/// Segments that leave unpaced at the start, as with `fq`.
const UNPACED: u64 = 10;
/// Limits of a burst: 1/1024 s (`sk_pacing_shift`), at most 64 KiB less headers, and at least two
/// segments unless the controller sets another minimum.
const BURST_SHIFT: u32 = 10;
const MOST_BURST: u64 = 65_535 - 320;
const LEAST_BURST: u64 = 2;

/// Pacing of one connection.
#[derive(Clone, Debug)]
pub struct Pacing {
    /// Whether segments are paced.
    is_on: bool,
    /// Whether they are paced after the initial window, too.
    stays_on: bool,
    /// Payload bytes per second; `None` before the first round trip.
    pub rate: Option<u64>,
    /// Minimum number of segments in a burst (`tcp_min_tso_segs`).
    pub least_burst: u64,
    /// Earliest departure of the next segment (`tcp_wstamp_ns`).
    next: SimTime,
    segments: u64,
    timer: Option<SimTime>,
    /// Payload bytes of a full segment, where bursts leave as one (segmentation offload).
    offload: Option<u32>,
    /// Segments that may still leave in the current burst.
    burst: u64,
    /// Unused time before the burst.
    credit: Duration,
    /// Segments of an initial window that are still to be spread.
    spread: u32,
}

impl Pacing {
    /// Returns pacing that is on or off; `offload` is the payload of a full segment if bursts leave
    /// as one.
    pub fn new(is_on: bool, offload: Option<u32>) -> Self {
        Self {
            is_on,
            stays_on: is_on,
            rate: None,
            next: SimTime::ZERO,
            segments: 0,
            timer: None,
            offload,
            least_burst: LEAST_BURST,
            burst: 0,
            credit: Duration::ZERO,
            spread: 0,
        }
    }

    /// Returns the segments of `mss` bytes in a burst at the rate (`tcp_tso_autosize`).
    pub fn burst(&self, mss: u32) -> u64 {
        let bytes = (self.rate.unwrap_or(0) >> BURST_SHIFT).min(MOST_BURST);
        (bytes / u64::from(mss.max(1))).max(self.least_burst)
    }

    /// Whether segments are paced.
    pub fn is_on(&self) -> bool {
        self.is_on
    }

    /// Spreads an initial window of `segments`, in all `bytes`, evenly over a round trip (Initial
    /// Spreading, Sallantin et al. 2013).
    pub(super) fn spread(&mut self, segments: u32, bytes: u64, round: Duration) {
        self.rate = Some(bytes * 1_000_000_000 / round.as_nanos().max(1));
        self.spread = segments;
        self.is_on = true;
    }

    /// Whether segments of the initial window are still to be spread.
    pub(super) fn is_spreading(&self) -> bool {
        self.spread > 0
    }

    /// Whether the next segment has to wait; the timer is then armed.
    pub fn holds(&mut self, now: SimTime) -> bool {
        if !self.is_on() || self.burst > 0 {
            return false;
        }
        if self.next > now {
            self.timer = Some(self.next);
            return true;
        }
        self.burst = self.offload.map_or(1, |mss| self.burst(mss));
        false
    }

    /// Ends the burst: the next segment begins a new one.
    pub(crate) fn end_burst(&mut self) {
        self.burst = 0;
        self.credit = Duration::ZERO;
    }

    /// Returns the earliest departure of the next segment.
    pub fn next(&self) -> SimTime {
        self.next
    }

    /// Returns the whole ticks until that departure. Retransmission and probe timers are longer by
    /// them (`tcp_pacing_delay`).
    pub(super) fn delay_ticks(&self, now: SimTime) -> u64 {
        if !self.is_on() {
            return 0;
        }
        self.next.saturating_since(now).as_nanos() / TICK.as_nanos()
    }

    /// Stops the timer; nothing more will leave.
    pub fn stop(&mut self) {
        self.timer = None;
    }

    /// Records that a segment with `payload` bytes of data left.
    pub fn on_sent(&mut self, now: SimTime, payload: u32) {
        if !self.is_on() {
            return;
        }
        self.burst = self.burst.saturating_sub(1);
        self.credit = self.credit.max(now.saturating_since(self.next));
        self.next = self.next.max(now);
        self.segments += u64::from(payload > 0);
        // A rate of nothing, which BBR finds where a round brought nothing, paces nothing
        // (`tcp_update_skb_after_send`).
        if let Some(rate) = self.rate.filter(|&rate| rate > 0)
            && (self.segments >= UNPACED || self.is_spreading())
            && payload > 0
        {
            let length = u64::from(payload) * 1_000_000_000 / rate;
            // What was not used while nothing could be sent halves the wait at most.
            let unused = self.credit.min(Duration::from_nanos(length / 2));
            self.credit = self.credit.saturating_sub(unused);
            self.next = self.next.saturating_add(Duration::from_nanos(length) - unused);
        }
        if self.is_spreading() && payload > 0 {
            self.spread -= 1;
            self.is_on = self.stays_on || self.spread > 0;
        }
        if self.burst == 0 {
            self.credit = Duration::ZERO;
        }
    }

    /// Records that an ACK without data left. It is not paced, and pacing time unused before it
    /// shortens no later wait (`__tcp_transmit_skb`).
    pub(crate) fn on_bare_ack(&mut self, now: SimTime) {
        if self.stays_on {
            self.next = self.next.max(now);
        }
    }

    /// Returns the time when the timer fires.
    pub fn deadline(&self) -> Option<SimTime> {
        self.timer
    }

    /// Whether the timer has fired by `now`, which clears it.
    pub(super) fn fires(&mut self, now: SimTime) -> bool {
        self.timer.take_if(|due| *due <= now).is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Goal: ten segments at once, then one per millisecond. Method: 1000 B at 1 MB/s.
    #[test]
    fn the_first_ten_are_not_paced() {
        let mut pacing = Pacing { rate: Some(1_000_000), ..Pacing::new(true, None) };
        let at = |micros| SimTime::ZERO + Duration::from_micros(micros);
        for _ in 0..10 {
            assert!(!pacing.holds(at(0)));
            pacing.on_sent(at(0), 1000);
        }
        assert!(pacing.holds(at(999)) && pacing.deadline() == Some(at(1_000)));
        assert!(pacing.fires(at(1_000)) && !pacing.holds(at(1_000)));
        // 200 us late: the next is not.
        assert!(!pacing.holds(at(1_200)));
        pacing.on_sent(at(1_200), 1000);
        assert_eq!(pacing.next, at(2_000));
        // Long after: half the wait is made good.
        assert!(!pacing.holds(at(9_000)));
        pacing.on_sent(at(9_000), 1000);
        assert_eq!(pacing.next, at(9_500));
        // Long after again, but 0.2 ms after an ACK: these are made good.
        pacing.on_bare_ack(at(19_800));
        assert!(!pacing.holds(at(20_000)));
        pacing.on_sent(at(20_000), 1000);
        assert_eq!(pacing.next, at(20_800));
    }

    /// Goal: an initial window is spread over a round trip, and nothing after it is paced. Method:
    /// four segments of 1000 B over 400 ms.
    #[test]
    fn an_initial_window_is_spread() {
        let mut pacing = Pacing::new(false, None);
        pacing.spread(4, 4_000, Duration::from_millis(400));
        for segment in 0..4 {
            let now = SimTime::ZERO + Duration::from_millis(100 * segment);
            assert!(segment == 0 || pacing.holds(SimTime::from_nanos(now.as_nanos() - 1)));
            assert!(!pacing.holds(now));
            pacing.on_sent(now, 1000);
        }
        assert!(!pacing.is_on() && !pacing.holds(SimTime::from_nanos(300_000_001)));
    }

    /// Goal: with segmentation offload, the segments of a millisecond are sent at once. Method:
    /// 1000 B at 4 MB/s, the first ten sent.
    #[test]
    fn bursts_leave_as_one() {
        let mut pacing =
            Pacing { rate: Some(4_096_000), segments: 10, ..Pacing::new(true, Some(1000)) };
        let send = |pacing: &mut Pacing, now| {
            let mut sent = 0;
            while !pacing.holds(now) {
                pacing.on_sent(now, 1000);
                sent += 1;
            }
            sent
        };
        assert_eq!(send(&mut pacing, SimTime::ZERO), 4);
        assert_eq!(pacing.deadline(), Some(SimTime::from_nanos(4 * 244_140)));
        assert_eq!(send(&mut pacing, SimTime::from_nanos(4 * 244_140)), 4);
    }

    #[test]
    fn nothing_is_held_without_pacing() {
        let mut pacing = Pacing { rate: Some(1), ..Pacing::new(false, None) };
        for _ in 0..100 {
            pacing.on_sent(SimTime::ZERO, 1000);
        }
        assert!(!pacing.holds(SimTime::ZERO) && pacing.deadline().is_none());
    }
}
