//! Slow starts that a congestion controller can have instead of its own: HyStart++ (RFC 9406).
//!
//! Owns rounds, the search for growing round trips and the growth per ACK, for every transport.
//! Windows, thresholds and congestion avoidance are the controller's.

use skyseam_base::Duration;
use skyseam_params::values::{Count, PositiveSpan};
use skyseam_params::{Keys, Model, Parameters, Problems, parameters, registry};

use crate::congestion::AckInfo;

/// Slow start that a scenario can choose for a congestion controller.
pub trait SlowStart: Parameters {
    /// Returns the search of a connection whose packets are `paced` or not; `None` for the
    /// controller's own slow start.
    fn search(&self, paced: bool) -> Option<HyStartSearch>;
}

registry! {
    /// Slow start of a congestion controller.
    dyn SlowStart "SlowStart" is "a slow start" at "flows.transport.congestion.slow_start" {
        Standard, HyStartPlusPlus,
    }
    pub fn built_in;
    pub fn member;
}

/// Returns the search of a connection with this slow start; `None` for the controller's own.
pub fn search(own: &Option<Model<dyn SlowStart>>, paced: bool) -> Option<HyStartSearch> {
    own.as_ref()?.search(paced)
}

parameters! {
    /// Slow start of the controller itself. With the stack "linux" CUBIC has Linux's HyStart.
    pub struct Standard "standard" from "RFC 5681 Sec. 3.1" {}
}

impl SlowStart for Standard {
    fn search(&self, _: bool) -> Option<HyStartSearch> {
        None
    }
}

parameters! {
    /// HyStart++: growing round trips begin a conservative slow start (CSS), which ends slow start
    /// after some rounds, or returns to it if round trips become shorter.
    pub struct HyStartPlusPlus "hystart++" from "RFC 9406", check together {
        /// Minimum growth of the round trip in a round that begins CSS (MIN_RTT_THRESH).
        min_rtt_thresh: PositiveSpan = Duration::from_millis(4),
        /// Maximum of that growth (MAX_RTT_THRESH).
        max_rtt_thresh: PositiveSpan = Duration::from_millis(16),
        /// Part of the last round's minimum round trip that this growth is between these limits:
        /// its divisor (MIN_RTT_DIVISOR).
        min_rtt_divisor: Count<1, 1000> = 8,
        /// Round-trip samples of a round before it is evaluated (N_RTT_SAMPLE).
        n_rtt_sample: Count<1, 1000> = 8,
        /// Divisor of the growth in CSS (CSS_GROWTH_DIVISOR).
        css_growth_divisor: Count<2, 1000> = 4,
        /// Rounds of CSS after which slow start ends (CSS_ROUNDS).
        css_rounds: Count<1, 1000> = 5,
        /// Full segments by which an ACK may widen the window (L). Default: 8; unlimited if packets
        /// are paced.
        growth_limit: Option<Count<1, 1000>> = None,
    }
}

impl HyStartPlusPlus {
    fn together(&mut self, keys: &Keys, problems: &mut Problems<'_>) {
        let (least, most) = (self.min_rtt_thresh, self.max_rtt_thresh);
        if least > most {
            problems
                .add(&keys.at("min_rtt_thresh"), "the minimum growth exceeds the maximum")
                .found(format!("min_rtt_thresh = {least}, max_rtt_thresh = {most}"))
                .expected("min_rtt_thresh <= max_rtt_thresh (RFC 9406 Sec. 4.2)");
        }
    }
}

impl SlowStart for HyStartPlusPlus {
    fn search(&self, paced: bool) -> Option<HyStartSearch> {
        // RFC 9406 Sec. 4.3: L is 8 without pacing, infinite with it.
        let limit = self.growth_limit.or(if paced { None } else { Some(8) });
        Some(HyStartSearch {
            limit,
            rules: self.clone(),
            acked: 0,
            round_end: None,
            last: None,
            current: None,
            samples: 0,
            baseline: None,
            rounds: 0,
            rest: 0,
        })
    }
}

/// Search of a connection for the end of its first slow start (RFC 9406 Sec. 4.2).
///
/// Positions are what the transport orders its data by: offsets of bytes, or times of departure.
#[derive(Clone, Debug)]
pub struct HyStartSearch {
    rules: HyStartPlusPlus,
    /// Full segments by which an ACK may widen the window.
    limit: Option<u32>,
    /// Bytes acknowledged, where the transport counts no positions.
    acked: u64,
    /// `windowEnd`: the position whose acknowledgement ends the round.
    round_end: Option<u64>,
    /// `lastRoundMinRTT` and `currentRoundMinRTT`.
    last: Option<Duration>,
    current: Option<Duration>,
    /// `rttSampleCount`.
    samples: u32,
    /// `cssBaselineMinRtt`; `None` outside of CSS.
    baseline: Option<Duration>,
    /// Rounds of CSS that have ended, the first of them a part of one.
    rounds: u32,
    /// Acknowledged data that have not contributed to growth in CSS yet.
    rest: u64,
}

impl HyStartSearch {
    /// Handles an ACK in slow start: all before `acked` was received, and `next` is the next new
    /// position. Returns whether slow start ends: the threshold is then the window.
    pub fn on_ack(&mut self, acked: u64, next: u64, rtt: Option<Duration>) -> bool {
        let mut ends = false;
        if acked > *self.round_end.get_or_insert(next) {
            self.round_end = Some(next);
            self.last = self.current.take();
            self.samples = 0;
            if self.baseline.is_some() {
                self.rounds += 1;
                ends = self.rounds >= self.rules.css_rounds;
            }
        }
        if let Some(rtt) = rtt {
            self.current = Some(self.current.map_or(rtt, |least| least.min(rtt)));
            self.samples += 1;
            self.evaluate();
        }
        ends
    }

    /// Handles an ACK as [`HyStartSearch::on_ack`], for controllers that count bytes. Every ACK of
    /// the first slow start counts, of a window in full use or not.
    pub fn on_bytes(&mut self, ack: &AckInfo) -> bool {
        self.acked += ack.bytes;
        self.on_ack(self.acked, self.acked + ack.in_flight.unwrap_or(0), ack.rtt)
    }

    /// Enters CSS, or leaves it after a spurious entry.
    fn evaluate(&mut self) {
        let Some(current) = self.current.filter(|_| self.samples >= self.rules.n_rtt_sample) else {
            return;
        };
        match (self.baseline, self.last) {
            (Some(baseline), _) if current < baseline => self.baseline = None,
            (None, Some(last)) => {
                let (least, most) = (self.rules.min_rtt_thresh, self.rules.max_rtt_thresh);
                let part = last / u64::from(self.rules.min_rtt_divisor);
                if current >= last + part.clamp(least, most) {
                    self.baseline = Some(current);
                    self.rounds = 0;
                }
            }
            _ => {}
        }
    }

    /// Whether the slow start is conservative now.
    #[cfg(test)]
    fn is_conservative(&self) -> bool {
        self.baseline.is_some()
    }

    /// Returns the growth of the window after an ACK of `acked` more, in the unit of `acked`, in
    /// which a full segment is `segment`.
    pub fn growth(&mut self, acked: u64, segment: u64) -> u64 {
        let limit = self.limit.map_or(u64::MAX, |limit| u64::from(limit).saturating_mul(segment));
        let counted = acked.min(limit);
        if self.baseline.is_none() {
            return counted;
        }
        let divisor = u64::from(self.rules.css_growth_divisor);
        let sum = self.rest + counted;
        self.rest = sum % divisor;
        sum / divisor
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Connection whose rounds have `count` ACKs of one byte, with a search and its position.
    struct Rounds {
        search: HyStartSearch,
        acked: u64,
        count: u64,
    }

    impl Rounds {
        fn new(rules: &HyStartPlusPlus, count: u64) -> Self {
            let search = rules.search(false).expect("a search");
            Self { search, acked: 0, count }
        }

        /// One round whose ACKs all have this round trip; returns whether slow start ended in it.
        fn round(&mut self, rtt_ms: u64) -> bool {
            let rtt = Some(Duration::from_millis(rtt_ms));
            let mut ends = false;
            for _ in 0..self.count {
                self.acked += 1;
                ends |= self.search.on_ack(self.acked, self.acked + self.count - 1, rtt);
            }
            ends
        }
    }

    /// Goal: CSS begins where a round's minimum exceeds the last round's by the threshold, an
    /// eighth of it between 4 and 16 ms (RFC 9406 Sec. 4.2). Method: growth of exactly the
    /// threshold, and of one millisecond less, for round trips at which each of the three limits
    /// applies.
    #[test]
    fn css_begins_at_the_threshold() {
        for (rtt_ms, thresh_ms) in [(16, 4), (80, 10), (600, 16)] {
            for (grown_ms, is_css) in [(thresh_ms - 1, false), (thresh_ms, true)] {
                let mut rounds = Rounds::new(&HyStartPlusPlus::default(), 10);
                rounds.round(rtt_ms);
                rounds.round(rtt_ms + grown_ms);
                assert_eq!(rounds.search.is_conservative(), is_css, "{rtt_ms} + {grown_ms} ms");
            }
        }
    }

    /// Goal: a round with fewer samples than N_RTT_SAMPLE is not evaluated. Method: rounds of seven
    /// and of eight ACKs, with a second minimum far above the first.
    #[test]
    fn a_round_of_few_samples_is_not_evaluated() {
        for (count, is_css) in [(7, false), (8, true)] {
            let mut rounds = Rounds::new(&HyStartPlusPlus::default(), count);
            rounds.round(50);
            rounds.round(90);
            assert_eq!(rounds.search.is_conservative(), is_css, "{count} samples");
        }
    }

    /// Goal: slow start resumes when the round trip falls below that at which CSS began, and a
    /// later CSS has all its rounds again. Method: one growth, one fall, a second growth.
    #[test]
    fn a_spurious_css_is_left() {
        let mut rounds = Rounds::new(&HyStartPlusPlus::default(), 10);
        rounds.round(50);
        rounds.round(60);
        assert!(!rounds.round(60) && rounds.search.is_conservative(), "not below the baseline");
        assert!(!rounds.round(59) && !rounds.search.is_conservative(), "below it");
        rounds.round(70);
        assert!(rounds.search.is_conservative());
        assert_eq!((0..4).filter(|_| rounds.round(70)).count(), 0, "four more rounds");
        assert!(rounds.round(70), "the fifth");
    }

    /// Goal: slow start ends after CSS_ROUNDS rounds of CSS, of which the one in which it began is
    /// the first.
    #[test]
    fn css_ends_after_its_rounds() {
        for css_rounds in [1, 5] {
            let rules = HyStartPlusPlus { css_rounds, ..HyStartPlusPlus::default() };
            let mut rounds = Rounds::new(&rules, 10);
            rounds.round(50);
            rounds.round(60);
            let ended = (1..).find(|_| rounds.round(60));
            assert_eq!(ended, Some(css_rounds));
        }
    }

    /// Goal: an ACK widens the window by L segments at most, without limit if packets are paced,
    /// and by a quarter in CSS, of which no part is lost. Method: ACKs of 20 segments of 1000 B,
    /// and ten ACKs of one segment, counted in segments.
    #[test]
    fn growth_per_ack() {
        let rules = HyStartPlusPlus::default();
        let growth = |paced| rules.search(paced).expect("a search").growth(20_000, 1000);
        assert_eq!([growth(false), growth(true)], [8_000, 20_000]);
        let mut rounds = Rounds::new(&rules, 10);
        rounds.round(50);
        rounds.round(60);
        assert_eq!(rounds.search.growth(20_000, 1000), 2_000);
        let grown: u64 = (0..10).map(|_| rounds.search.growth(1, 1)).sum();
        assert_eq!(grown, 2);
    }
}
