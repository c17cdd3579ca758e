//! Bounds that follow from losses: a long-term bound, which probes raise again, and short-term
//! bounds, which the next probe resets (draft-ietf-ccwg-bbr-05 Sec. 3.4.2, 5.5.10).

use crate::linux::rate::RateSample;

/// Value of an absent bound.
pub(crate) const INFINITE: u64 = u64::MAX;
/// Share of lost segments, per cent, above which too much was in flight (`LossThresh`).
const LOSS_PCT: u64 = 2;
/// Share of a bound that a round trip with loss leaves at least, per cent (`Beta`).
const BETA_PCT: u64 = 70;
/// Share left free below the long-term bound while cruising, per cent (`Headroom`).
const HEADROOM_PCT: u64 = 15;
/// Minimum window under the bounds.
const LEAST_WINDOW: u64 = 4;
/// Maximum number of doublings of the growth per round trip.
const MOST_DOUBLINGS: u32 = 30;

/// Whether `lost` of `in_flight` segments is too much (`IsInflightTooHigh`).
pub(crate) fn is_too_high(lost: u64, in_flight: u64) -> bool {
    lost * 100 > in_flight * LOSS_PCT
}

/// Bounds restored after a spurious loss.
#[derive(Clone, Copy, Debug)]
struct Saved {
    rate: u64,
    short_term: u64,
    long_term: u64,
}

/// Bounds of rate and window, and the losses they follow from.
#[derive(Clone, Copy, Debug)]
pub struct Bounds {
    rate: u64,
    short_term: u64,
    long_term: u64,
    saved: Saved,
    /// Largest rate and volume delivered in this round trip.
    latest_rate: u64,
    latest_volume: u64,
    loss_in_round: bool,
    round_end: u64,
    round_start: bool,
    /// Ranges of segments lost in this round trip, and the end of the last one.
    ranges: u32,
    range_end: u64,
    /// Whether losses still count as an answer to a probe.
    expects_samples: bool,
    /// Segments acknowledged per segment of growth, those not used yet, and doublings so far.
    per_segment: u64,
    acked: u64,
    doublings: u32,
}

impl Default for Bounds {
    fn default() -> Self {
        let saved = Saved { rate: INFINITE, short_term: INFINITE, long_term: INFINITE };
        Self {
            rate: INFINITE,
            short_term: INFINITE,
            long_term: INFINITE,
            saved,
            latest_rate: 0,
            latest_volume: 0,
            loss_in_round: false,
            round_end: 0,
            round_start: false,
            ranges: 0,
            range_end: 0,
            expects_samples: false,
            per_segment: INFINITE,
            acked: 0,
            doublings: 0,
        }
    }
}

impl Bounds {
    /// Returns the short-term bound of the rate.
    pub fn rate(&self) -> u64 {
        self.rate
    }

    /// Returns the short-term bound of the window.
    pub(crate) fn short_term(&self) -> u64 {
        self.short_term
    }

    /// Returns the long-term bound of the window.
    pub(crate) fn long_term(&self) -> u64 {
        self.long_term
    }

    /// Returns the long-term bound less some headroom (`BBRInflightWithHeadroom`).
    pub(crate) fn with_headroom(&self) -> u64 {
        if self.long_term == INFINITE {
            return INFINITE;
        }
        let headroom = (self.long_term * HEADROOM_PCT / 100).max(1);
        self.long_term.saturating_sub(headroom).max(LEAST_WINDOW)
    }

    /// Whether this ACK ended a round trip in which losses are counted.
    pub(crate) fn is_round_start(&self) -> bool {
        self.round_start
    }

    /// Returns the number of ranges of segments lost in this round trip.
    pub(crate) fn lost_ranges(&self) -> u32 {
        self.ranges
    }

    /// Whether the long-term bound limits a window of `cwnd`.
    pub(crate) fn is_limiting(&self, cwnd: u32) -> bool {
        u64::from(cwnd) >= self.long_term
    }

    /// Whether losses still count as an answer to a probe.
    pub(crate) fn expects_samples(&self) -> bool {
        self.expects_samples
    }

    /// Sets [`Bounds::expects_samples`].
    pub(crate) fn expect_samples(&mut self, expected: bool) {
        self.expects_samples = expected;
    }

    // ---- on every ACK ----

    /// Records rate and volume of a sample (`BBRUpdateLatestDeliverySignals`).
    pub(crate) fn on_sample(&mut self, delivered: u64, sample: &RateSample, rate: u64) {
        self.latest_rate = self.latest_rate.max(rate);
        self.latest_volume = self.latest_volume.max(sample.delivered);
        self.round_start = sample.prior_delivered.is_some_and(|prior| prior >= self.round_end);
        if self.round_start {
            self.round_end = delivered;
        }
    }

    /// Ends a round trip (`BBRAdaptLowerBoundsFromCongestion`): loss in it lowers the short-term
    /// bounds to what was delivered, unless the sender was accelerating.
    pub(crate) fn on_round(&mut self, accelerates: bool, largest: u64, cwnd: u32) {
        if self.loss_in_round && !accelerates {
            let kept = |bound: u64, first: u64| {
                let bound = if bound == INFINITE { first } else { bound };
                (u128::from(bound) * u128::from(BETA_PCT) / 100) as u64
            };
            self.rate = self.latest_rate.max(kept(self.rate, largest));
            self.short_term = self.latest_volume.max(kept(self.short_term, u64::from(cwnd)));
        }
        self.loss_in_round = false;
    }

    /// Starts the next round trip after an ACK that ends one (`BBRAdvanceLatestDeliverySignals`).
    pub(crate) fn end_ack(&mut self, sample: &RateSample, rate: u64) {
        if self.round_start {
            self.latest_rate = rate;
            self.latest_volume = sample.delivered;
            self.ranges = 0;
        }
    }

    // ---- losses ----

    /// Starts the round trip in which losses count at its first loss (`BBRNoteLoss`). Returns
    /// whether this is the first.
    pub(crate) fn begin_loss(&mut self, delivered: u64) -> bool {
        let first = !self.loss_in_round;
        if first {
            self.round_end = delivered;
            self.save();
        }
        self.loss_in_round = true;
        first
    }

    /// Records that the segment at `start..end` was lost.
    pub(crate) fn note_range(&mut self, start: u64, end: u64) {
        self.ranges += u32::from(start != self.range_end);
        self.range_end = end;
    }

    /// Sets the long-term bound to the amount in flight when the loss became too high
    /// (`BBRInflightAtLoss`, `BBRHandleInflightTooHigh`): `lost` segments of `in_flight`, the last
    /// of them one.
    pub(crate) fn limit_at_loss(&mut self, in_flight: u64, lost: u64, target: u64) {
        let (before, lost_before) = (in_flight.saturating_sub(1), lost.saturating_sub(1));
        let prefix = (before * LOSS_PCT).saturating_sub(lost_before * 100) / (100 - LOSS_PCT);
        self.long_term = (before + prefix).max(target * BETA_PCT / 100);
    }

    /// Sets the bound after too much loss in `Startup`: the larger of the path's capacity and the
    /// amount delivered.
    pub fn limit(&mut self, product: u64) {
        self.long_term = product.max(self.latest_volume);
    }

    /// Clears losses, rate and volume of the round trip (`BBRResetCongestionSignals`).
    pub(crate) fn forget_latest(&mut self) {
        self.loss_in_round = false;
        self.latest_rate = 0;
        self.latest_volume = 0;
    }

    /// Clears the short-term bounds (`BBRResetShortTermModel`).
    pub(crate) fn forget_short_term(&mut self) {
        self.rate = INFINITE;
        self.short_term = INFINITE;
    }

    /// Saves the bounds before a loss changes them (`BBRSaveStateUponLoss`).
    pub fn save(&mut self) {
        let &mut Self { rate, short_term, long_term, .. } = self;
        self.saved = Saved { rate, short_term, long_term };
    }

    /// Raises every bound to its value before a spurious loss.
    pub fn restore(&mut self) {
        self.loss_in_round = false;
        self.rate = self.rate.max(self.saved.rate);
        self.short_term = self.short_term.max(self.saved.short_term);
        self.long_term = self.long_term.max(self.saved.long_term);
    }

    // ---- growth of the long-term bound ----

    /// Starts a probe.
    pub(crate) fn begin_probe(&mut self) {
        self.doublings = 0;
        self.acked = 0;
    }

    /// Ends a probe.
    pub(crate) fn stop_growing(&mut self) {
        self.per_segment = INFINITE;
    }

    /// Doubles the growth for the next round trip (`BBRRaiseInflightLongtermSlope`).
    pub(crate) fn raise_slope(&mut self, cwnd: u32) {
        self.per_segment = (u64::from(cwnd) >> self.doublings).max(1);
        self.doublings = (self.doublings + 1).min(MOST_DOUBLINGS);
    }

    /// Raises the long-term bound to `in_flight` segments, which were sent without too much loss.
    pub(crate) fn raise_to(&mut self, in_flight: u64) {
        // An infinite bound stays.
        self.long_term = self.long_term.max(in_flight);
    }

    /// Raises the long-term bound while it is fully used (`BBRProbeInflightLongtermUpward`).
    pub fn grow(&mut self, cwnd: u32, acked: u32, round_start: bool) {
        if self.long_term == INFINITE || !self.is_limiting(cwnd) {
            return;
        }
        self.acked += u64::from(acked);
        let grown = self.acked / self.per_segment;
        self.acked %= self.per_segment;
        self.long_term = self.long_term.saturating_add(grown);
        if round_start {
            self.raise_slope(cwnd);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Goal: the bound is the number in flight at which losses reached 2 %. Method: the third loss
    /// of 100 in flight is too many, found by the sum of Sec. 5.5.10.2: (2 % of 99 - 2) / 98 % < 0,
    /// so 99.
    #[test]
    fn the_bound_is_what_was_in_flight_as_loss_became_too_high() {
        assert!(!is_too_high(2, 100) && is_too_high(3, 100));
        let mut bounds = Bounds::default();
        bounds.limit_at_loss(100, 3, 80);
        assert_eq!(bounds.long_term(), 99);
        assert_eq!(bounds.with_headroom(), 99 - 14);
        bounds.limit_at_loss(20, 3, 80);
        assert_eq!(bounds.long_term(), 56, "no less than 0.7 of the target");
        bounds.limit_at_loss(200, 2, 0);
        assert_eq!(bounds.long_term(), 199 + 3, "(2 % of 199 - 1) / 98 % is 3");
    }

    /// Goal: a new probe grows by one segment per round trip at first, however far the one before
    /// came.
    #[test]
    fn every_probe_begins_slowly() {
        let mut bounds = Bounds::default();
        let slopes = |bounds: &mut Bounds| {
            [(); 3].map(|()| {
                bounds.raise_slope(64);
                bounds.per_segment
            })
        };
        assert_eq!(slopes(&mut bounds), [64, 32, 16]);
        bounds.acked = 5;
        bounds.begin_probe();
        assert_eq!((bounds.acked, slopes(&mut bounds)), (0, [64, 32, 16]));
    }

    /// Goal: the bound grows by 1, 2, 4 .. per round trip. Method: rounds of as many
    /// acknowledgements as the window had segments when they began.
    #[test]
    fn the_bound_grows_faster_and_faster() {
        let mut bounds = Bounds { long_term: 64, ..Bounds::default() };
        bounds.begin_probe();
        bounds.raise_slope(64);
        for grown in [1, 2, 4, 8] {
            let before = bounds.long_term();
            for _ in 0..64 {
                bounds.grow(100, 1, false);
            }
            assert_eq!(bounds.long_term() - before, grown);
            bounds.raise_slope(64);
        }
    }

    /// Goal: a loss leaves 0.7 of a bound, or what was delivered; a spurious loss changes nothing.
    #[test]
    fn a_round_with_loss_lowers_the_bounds_for_now() {
        let mut bounds = Bounds::default();
        assert!(bounds.begin_loss(10));
        bounds.on_round(false, 1_000, 100);
        assert_eq!((bounds.rate(), bounds.short_term()), (700, 70));
        bounds.begin_loss(20);
        bounds.on_round(true, 1_000, 100);
        assert_eq!((bounds.rate(), bounds.short_term()), (700, 70));
        bounds.forget_short_term();
        assert_eq!((bounds.rate(), bounds.short_term()), (INFINITE, INFINITE));
        bounds.begin_loss(30);
        bounds.on_round(false, 1_000, 100);
        bounds.restore();
        assert_eq!(bounds.rate(), INFINITE);
    }
}
