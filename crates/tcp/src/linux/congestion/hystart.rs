//! HyStart: the end of CUBIC's first slow start, found in trains of ACKs or in growing delay
//! (Ha and Rhee, "Taming the Elephants: New TCP Slow Start", 2011; `hystart_update`).

use skyseam_base::{Duration, SimTime};

use super::{Sample, Window};

/// Window, in segments, below which the search does not run.
const LOW_WINDOW: u32 = 16;
/// Maximum interval between ACKs of one train.
const ACK_SPACING: Duration = Duration::from_millis(2);
/// Samples of a round before its delay is evaluated.
const SAMPLES: u32 = 8;
/// Minimum and maximum of the delay increase that ends slow start, which is an eighth of the
/// smallest delay between them.
const DELAY_BOUNDS: (Duration, Duration) = (Duration::from_millis(4), Duration::from_millis(16));
/// Length that a sender's own bursts may add to a train (`hystart_ack_delay`: bounded by 1 ms,
/// which applies to every rate below 2 Gbit/s).
const BURST: Duration = Duration::from_millis(1);

/// State of the search, kept per round trip.
#[derive(Clone, Debug)]
pub struct HyStart {
    /// Whether segments are paced, which stretches a train to half a round trip by itself.
    paced: bool,
    found: bool,
    round_start: SimTime,
    last_ack: SimTime,
    /// Offset whose acknowledgement ends the round.
    round_end: u64,
    least: Option<Duration>,
    samples: u32,
}

impl HyStart {
    /// Returns a search that begins at `now`, with segments `paced` or not.
    pub fn new(paced: bool, now: SimTime) -> Self {
        Self {
            paced,
            found: false,
            round_start: now,
            last_ack: now,
            round_end: 0,
            least: None,
            samples: 0,
        }
    }

    /// Restarts the search after a timeout.
    pub fn restart(&mut self, now: SimTime, next: u64) {
        self.found = false;
        self.new_round(now, next);
    }

    fn new_round(&mut self, now: SimTime, next: u64) {
        self.round_start = now;
        self.last_ack = now;
        self.round_end = next;
        self.least = None;
        self.samples = 0;
    }

    /// Evaluates a sample in slow start; `smallest` is the smallest delay so far. Sets the
    /// threshold to the window if slow start should end.
    pub(crate) fn on_sample(&mut self, window: &mut Window, sample: &Sample, smallest: Duration) {
        if self.found {
            return;
        }
        if sample.una > self.round_end {
            self.new_round(sample.now, sample.next);
        }
        if window.cwnd < LOW_WINDOW {
            return;
        }
        if self.train_is_long(sample.now, smallest) || self.delay_grew(sample.rtt, smallest) {
            self.found = true;
            window.ssthresh = window.cwnd;
        }
    }

    /// Whether a train of closely spaced ACKs lasts half the smallest round trip, or all of it if
    /// segments are paced.
    fn train_is_long(&mut self, now: SimTime, smallest: Duration) -> bool {
        if now.saturating_since(self.last_ack) > ACK_SPACING {
            return false;
        }
        self.last_ack = now;
        now.saturating_since(self.round_start) > (smallest + BURST) / if self.paced { 1 } else { 2 }
    }

    /// Whether the smallest of the round's first delays exceeds the smallest delay by more than the
    /// threshold.
    fn delay_grew(&mut self, rtt: Duration, smallest: Duration) -> bool {
        let least = self.least.map_or(rtt, |least| least.min(rtt));
        self.least = Some(least);
        if self.samples < SAMPLES {
            self.samples += 1;
            return false;
        }
        let (low, high) = DELAY_BOUNDS;
        least > smallest + (smallest / 8).clamp(low, high)
    }
}
