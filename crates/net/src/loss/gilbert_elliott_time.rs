//! Losses in bursts whose lengths are times: a good and a bad state between which the link changes
//! whether or not packets are sent.
//!
//! The continuous-time form of [`super::gilbert_elliott`], for causes that do not depend on
//! traffic: a blocked line of sight, interference. The times of the changes depend only on seed and
//! link, so that all transports meet the same bursts.

use skyseam_base::{Duration, RandomStream, SimTime, math};
use skyseam_params::parameters;
use skyseam_params::values::{PositiveSpan, Probability};

use super::{LinkFrame, Loss, LossModel};

parameters! {
    /// A good and a bad state of exponentially distributed durations. The state in which the last
    /// bit of a packet leaves decides about its loss.
    pub struct GilbertElliottTime "gilbert-elliott-time"
    from "the two-state Markov chain of Gilbert 1960 and Elliott 1963 in continuous time" {
        /// Mean time from the end of a bad state to the next.
        mean_good: PositiveSpan,
        /// Mean duration of a bad state.
        mean_bad: PositiveSpan,
        /// Probability that a packet is lost in the good state.
        loss_good: Probability = 0.0,
        /// Probability that a packet is lost in the bad state.
        loss_bad: Probability = 1.0,
    }
}

impl LossModel for GilbertElliottTime {
    fn build(&self, start: SimTime) -> Box<dyn Loss> {
        Box::new(States {
            mean: [self.mean_good, self.mean_bad],
            loss: [self.loss_good, self.loss_bad],
            until: start,
            is_bad: false,
            changes: None,
        })
    }
}

/// Sequence of states in time.
#[derive(Debug)]
struct States {
    /// Mean duration: of the good state, of the bad state.
    mean: [Duration; 2],
    /// Probability that a packet is lost: in the good state, in the bad state.
    loss: [f64; 2],
    /// End of the current state.
    until: SimTime,
    is_bad: bool,
    /// Random stream of the state changes, separate from that of losses; `None` before the first
    /// packet.
    changes: Option<RandomStream>,
}

/// Number of pairs of mean state durations after which the current state is independent of a later
/// one: longer times are skipped at once.
const FORGOTTEN: u64 = 1_000;

impl States {
    /// Draws the state at `t`, by the states' shares of time, and its remaining duration: an
    /// exponential time has no memory.
    fn draw(&mut self, t: SimTime) {
        let [good, bad] = self.mean.map(|mean| mean.as_nanos() as f64);
        let changes = self.changes.as_mut().expect("a stream");
        self.is_bad = changes.uniform() * (good + bad) < bad;
        self.until = t;
        self.stay();
    }

    /// Adds the duration of the current state.
    fn stay(&mut self) {
        let changes = self.changes.as_mut().expect("a stream");
        let mean = self.mean[usize::from(self.is_bad)].as_nanos() as f64;
        let nanos = -math::ln_1p(-changes.uniform()) * mean;
        self.until = self.until.saturating_add(Duration::from_nanos(nanos.ceil() as u64));
    }

    /// Advances to the state at `t`, which must not decrease.
    fn seek(&mut self, t: SimTime) {
        let pair = self.mean[0] + self.mean[1];
        if t.saturating_since(self.until) > pair.saturating_mul(FORGOTTEN) {
            self.draw(t);
        }
        while self.until <= t {
            self.is_bad = !self.is_bad;
            self.stay();
        }
    }
}

impl Loss for States {
    fn loses(&mut self, frame: LinkFrame, stream: &mut RandomStream) -> bool {
        if self.changes.is_none() {
            self.changes = Some(stream.part(0));
            self.draw(self.until);
        }
        self.seek(frame.end);
        stream.uniform() < self.loss[usize::from(self.is_bad)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fates(every: Duration, count: u64) -> Vec<bool> {
        let model = GilbertElliottTime {
            mean_good: Duration::from_millis(900),
            mean_bad: Duration::from_millis(100),
            loss_good: 0.0,
            loss_bad: 1.0,
        };
        let start = SimTime::from_secs(50);
        let (mut model, mut stream) = (model.build(start), RandomStream::new(3, "test"));
        (1..=count)
            .map(|number| {
                let frame = LinkFrame { bytes: 1500, end: start + every.saturating_mul(number) };
                model.loses(frame, &mut stream)
            })
            .collect()
    }

    /// Goal: states last as long as stated. Method: packets every ms sample bursts and gaps, whose
    /// means over thousands are the stated ones to four standard deviations of an exponential
    /// duration, and half a millisecond of sampling.
    #[test]
    fn bursts_and_gaps_have_their_mean_durations() {
        let fates = fates(Duration::from_millis(1), 4_000_000);
        let bursts = fates.windows(2).filter(|pair| pair[0] != pair[1]).count() as f64 / 2.0;
        let lost = fates.iter().filter(|lost| **lost).count() as f64;
        for (mean, total) in [(100.0, lost), (900.0, fates.len() as f64 - lost)] {
            let error = 4.0 * mean / bursts.sqrt() + 0.5;
            assert!((total / bursts - mean).abs() < error, "{} not {mean}", total / bursts);
        }
    }

    /// Goal: bursts do not depend on the packets sent. Method: packets every ms and every 10 ms
    /// meet the same state at the same instants.
    #[test]
    fn bursts_stand_at_the_same_times_whatever_is_sent() {
        let fine = fates(Duration::from_millis(1), 100_000);
        let coarse = fates(Duration::from_millis(10), 10_000);
        let same: Vec<bool> = fine.iter().skip(9).step_by(10).copied().collect();
        assert!(coarse.contains(&true));
        assert_eq!(coarse, same);
    }

    /// Goal: states a billion times shorter than the time between packets are skipped without
    /// delay, and keep their share.
    #[test]
    fn short_states_are_skipped() {
        let model = GilbertElliottTime {
            mean_good: Duration::from_nanos(3),
            mean_bad: Duration::from_nanos(1),
            loss_good: 0.0,
            loss_bad: 1.0,
        };
        let (mut model, mut stream) = (model.build(SimTime::ZERO), RandomStream::new(3, "test"));
        let lost = (1..=40_000u64)
            .filter(|second| {
                let frame = LinkFrame { bytes: 1500, end: SimTime::from_secs(*second) };
                model.loses(frame, &mut stream)
            })
            .count() as f64;
        let (share, count) = (0.25, 40_000.0);
        let error = 4.0 * f64::sqrt(share * (1.0 - share) / count);
        assert!((lost / count - share).abs() < error, "{lost} of {count}");
    }
}
