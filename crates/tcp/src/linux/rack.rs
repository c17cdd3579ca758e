//! RACK (RFC 8985 Sec. 6): a segment is lost when another one sent sufficiently later was
//! delivered. The reordering window says how much later.

use skyseam_base::{Duration, SimTime};

use super::queue::{EVER_RETRANS, Sent};

/// Recoveries for which a widened reordering window is kept (RFC 8985 Sec. 6.2 step 4).
const WIDE_FOR: u32 = 16;
/// Minimum time that a reordering timer waits beyond its deadline (`TCP_TIMEOUT_MIN_US`).
pub(crate) const TIMEOUT_MIN: Duration = Duration::from_millis(2);
/// Maximum degree of reordering (`tcp_max_reordering`).
pub(crate) const MAX_REORDERING: u32 = 300;

/// State of RACK.
#[derive(Clone, Debug)]
pub struct Rack {
    /// Transmission time and end of the most recently sent of the delivered segments.
    pub(super) latest: (SimTime, u64),
    /// Round trip of the last delivered segment.
    pub rtt: Duration,
    /// Whether anything was delivered since the last search for losses.
    pub advanced: bool,
    /// Quarters of the smallest round trip in the reordering window.
    steps: u64,
    wide_for: u32,
    dsack_seen: bool,
    /// Segments delivered when the window was last widened.
    widened_at: u64,
    /// Assumed degree of reordering, segments (`sysctl_tcp_reordering`).
    pub assumed: u32,
    /// Measured degree of reordering, segments; initially the assumed one.
    pub reordering: u32,
    reordering_seen: bool,
}

impl Rack {
    /// Returns the state before any delivery, with the assumed degree of reordering.
    pub fn new(assumed: u32) -> Self {
        Self {
            latest: (SimTime::ZERO, 0),
            rtt: Duration::ZERO,
            advanced: false,
            steps: 1,
            wide_for: 0,
            dsack_seen: false,
            widened_at: 0,
            assumed,
            reordering: assumed,
            reordering_seen: false,
        }
    }

    /// Records a delivered segment (RFC 8985 Sec. 6.2 step 2, `tcp_rack_advance`).
    #[inline]
    pub(crate) fn on_delivered(
        &mut self,
        segment: &Sent,
        now: SimTime,
        smallest: Option<Duration>,
    ) {
        let rtt = now.saturating_since(segment.at);
        if segment.is(EVER_RETRANS) && smallest.is_some_and(|smallest| rtt < smallest) {
            // Which copy arrived is unclear; the last cannot have.
            return;
        }
        self.advanced = true;
        self.rtt = rtt;
        self.latest = self.latest.max((segment.at, segment.end()));
    }

    /// Records a DSACK of a segment that was no probe: where there was reordering, the next ACK
    /// widens the window.
    pub(crate) fn on_dsack(&mut self) {
        self.dsack_seen |= self.reordering_seen;
    }

    /// Requires a new search for losses after an undo (`tcp_undo_cwnd_reduction`).
    pub(crate) fn look_again(&mut self) {
        self.advanced = true;
    }

    /// Adapts the reordering window (RFC 8985 Sec. 6.2 step 4, `tcp_rack_update_reo_wnd`). `prior`
    /// segments had been delivered when the segment acknowledged now was sent, and `delivered` by
    /// now.
    pub fn adapt(&mut self, prior: u64, delivered: u64) {
        if prior < self.widened_at {
            self.dsack_seen = false;
        }
        if self.dsack_seen {
            self.steps = (self.steps + 1).min(255);
            self.dsack_seen = false;
            self.widened_at = delivered;
            self.wide_for = WIDE_FOR;
        } else if self.wide_for == 0 {
            self.steps = 1;
        }
    }

    /// Records the end of a recovery without undo.
    pub(crate) fn on_recovered(&mut self) {
        self.wide_for = self.wide_for.saturating_sub(1);
    }

    /// Records that all retransmissions of a recovery were spurious: the widened window is kept
    /// longer.
    pub(crate) fn on_needless(&mut self) {
        self.wide_for = (self.wide_for + 1).min(WIDE_FOR);
    }

    /// Records that a segment from `low` on arrived after one up to `high`
    /// (`tcp_check_sack_reordering`).
    pub(crate) fn on_reordering(&mut self, low: u64, high: u64, mss: u32) {
        let distance = (high - low).div_ceil(u64::from(mss)).min(u64::from(MAX_REORDERING)) as u32;
        self.reordering = self.reordering.max(distance);
        self.reordering_seen = true;
    }

    pub(super) fn window(
        &self,
        aggressive: bool,
        smallest: Duration,
        smoothed: Duration,
    ) -> Duration {
        if !self.reordering_seen && aggressive {
            return Duration::ZERO;
        }
        (smallest / 4 * self.steps).min(smoothed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::linux::queue::RtxQueue;
    use crate::linux::rate::Delivery;

    const SMALLEST: Duration = Duration::from_millis(100);

    fn window(rack: &Rack) -> u64 {
        rack.window(true, SMALLEST, Duration::from_secs(1)).as_nanos() / 1_000_000
    }

    /// Goal: RFC 8985 Sec. 6.2 step 4, widening: a DSACK widens the window by a quarter of the
    /// smallest round trip, once per round trip, for sixteen recoveries. Method: DSACKs with ACKs
    /// of segments that were sent before and after the window was widened last.
    #[test]
    fn a_dsack_widens_the_window_once_per_round_trip() {
        let mut rack = Rack::new(3);
        rack.on_dsack();
        rack.adapt(0, 10);
        assert_eq!(window(&rack), 0, "no reordering was seen");
        rack.on_reordering(0, 1, 1);
        assert_eq!(window(&rack), 25);
        rack.on_dsack();
        rack.adapt(5, 20);
        assert_eq!(window(&rack), 50);
        rack.on_dsack();
        rack.adapt(19, 30);
        assert_eq!(window(&rack), 50, "sent before the window was widened");
        rack.adapt(30, 40);
        assert_eq!(window(&rack), 50, "that DSACK is spent");
        for recovery in 0..16 {
            assert_eq!(window(&rack), 50, "{recovery}");
            rack.on_recovered();
            rack.adapt(50, 60);
        }
        assert_eq!(window(&rack), 25);
    }

    /// Goal: RFC 8985 Sec. 6.2 step 2: an ACK that arrives sooner after a retransmission than the
    /// smallest round trip acknowledges the first copy, and says nothing about the second.
    #[test]
    fn an_ack_too_soon_is_of_the_first_copy() {
        let mut queue = RtxQueue::default();
        let departure = Delivery::default().on_sent(SimTime::ZERO, true, 1);
        queue.push(0, 1, SimTime::ZERO, departure);
        let again = SimTime::from_nanos(150_000_000);
        queue.resent(0, again, departure, true);
        let sent = queue.head().expect("a segment");
        let mut rack = Rack::new(3);
        rack.on_delivered(&sent, again + Duration::from_millis(99), Some(SMALLEST));
        assert_eq!((rack.advanced, rack.latest.0), (false, SimTime::ZERO));
        rack.on_delivered(&sent, again + SMALLEST, Some(SMALLEST));
        assert_eq!((rack.advanced, rack.latest.0), (true, again));
    }
}
