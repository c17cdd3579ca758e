//! Losses in bursts: a link with a good and a bad state (E. N. Gilbert, Bell System Technical
//! Journal 39, 1960; E. O. Elliott, ibid. 42, 1963).
//!
//! Gilbert's bits are packets here, as in most studies of packet loss. Gilbert's good state loses
//! nothing; Elliott's may. The first packet meets each state with that state's share of time, so
//! that a short run is like any part of a long one.

use skyseam_base::{RandomStream, SimTime};
use skyseam_params::values::{MeanPackets, Probability};
use skyseam_params::{Keys, Problems, parameters};

use super::{LinkFrame, Loss, LossModel};

parameters! {
    /// A good and a bad state, between which the link changes from packet to packet.
    pub struct GilbertElliott "gilbert-elliott"
    from "Gilbert 1960, BSTJ 39, 1253; Elliott 1963, BSTJ 42, 1977", check together,
    exactly one of (good_to_bad, mean_good) {
        /// Probability that a packet in the bad state follows one in the good state; goes with
        /// `bad_to_good`.
        good_to_bad: Option<Probability>,
        /// Mean number of packets from the end of a bad state to the next one, 1 / `good_to_bad`;
        /// goes with `mean_bad`.
        mean_good: Option<MeanPackets>,
        /// Probability that a packet in the good state follows one in the bad state.
        bad_to_good: Option<Probability>,
        /// Mean number of packets of a bad state, 1 / `bad_to_good`.
        mean_bad: Option<MeanPackets>,
        /// Probability that a packet is lost in the good state; Gilbert's model has 0.
        loss_good: Probability = 0.0,
        /// Probability that a packet is lost in the bad state.
        loss_bad: Probability = 1.0,
    }
}

impl GilbertElliott {
    fn together(&self, keys: &Keys, problems: &mut Problems<'_>) {
        let by_means = self.mean_good.is_some();
        let (needed, given, other, why) = match by_means {
            true => {
                let why = "a mean length of bad periods, such as \"5 packets\"";
                ("mean_bad", self.mean_bad.is_some(), "bad_to_good", why)
            }
            false => {
                let why = "a probability from 0 to 1, such as 0.2";
                ("bad_to_good", self.bad_to_good.is_some(), "mean_bad", why)
            }
        };
        if keys.has(other) {
            problems
                .add(&keys.at(other), "probabilities and mean lengths are mixed")
                .expected("`good_to_bad` and `bad_to_good`, or `mean_good` and `mean_bad`");
        } else if !given && (by_means || self.good_to_bad.is_some()) {
            problems.require(needed, keys.table(), why);
        }
    }
}

impl LossModel for GilbertElliott {
    fn build(&self, _: SimTime) -> Box<dyn Loss> {
        let change = [(self.good_to_bad, self.mean_good), (self.bad_to_good, self.mean_bad)];
        let change = change.map(|(probability, mean)| {
            let by_mean = mean.map(|packets| 1.0 / packets);
            probability.or(by_mean).expect("a probability or a mean length")
        });
        Box::new(TwoStates::new(change, [self.loss_good, self.loss_bad]))
    }
}

/// State machine of the link.
#[derive(Debug)]
struct TwoStates {
    /// Probability that the state changes: from good, from bad.
    change: [f64; 2],
    /// Probability that a packet is lost: in the good state, in the bad state.
    loss: [f64; 2],
    /// Whether the previous packet was in the bad state; `None` before the first.
    is_bad: Option<bool>,
}

impl TwoStates {
    fn new(change: [f64; 2], loss: [f64; 2]) -> Self {
        Self { change, loss, is_bad: None }
    }
}

impl Loss for TwoStates {
    fn loses(&mut self, _: LinkFrame, stream: &mut RandomStream) -> bool {
        let [to_bad, to_good] = self.change;
        let bad = match self.is_bad {
            // The bad state's share of packets; a state that is never left or entered stays good.
            None => stream.uniform() * (to_bad + to_good) < to_bad,
            Some(false) => stream.uniform() < to_bad,
            Some(true) => stream.uniform() >= to_good,
        };
        self.is_bad = Some(bad);
        stream.uniform() < self.loss[usize::from(bad)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Goal: a link begins in the bad state with that state's share of packets. Method: the first
    /// packets of links that lose every packet of the bad state and none of the good one, to four
    /// standard deviations of their number.
    #[test]
    fn the_first_packet_finds_the_bad_state_with_its_share() {
        let frame = LinkFrame { bytes: 1, end: SimTime::ZERO };
        let (links, share) = (20_000, 0.2);
        let mut stream = RandomStream::new(5, "test");
        let lost = (0..links)
            .filter(|_| TwoStates::new([0.02, 0.08], [0.0, 1.0]).loses(frame, &mut stream))
            .count();
        let expected = f64::from(links) * share;
        let error = (expected * (1.0 - share)).sqrt();
        assert!((lost as f64 - expected).abs() < 4.0 * error, "{lost} not {expected}");
    }

    /// Goal: bursts are as long as stated. Method: with a bad state that loses everything, the mean
    /// length of bursts and of gaps over many of them, to four standard deviations of a geometric
    /// length (near its mean m, sqrt(m (m - 1)) each).
    #[test]
    fn bursts_and_gaps_have_their_mean_lengths() {
        let (burst, gap) = (8.0, 50.0);
        let mut model = TwoStates::new([1.0 / gap, 1.0 / burst], [0.0, 1.0]);
        let mut stream = RandomStream::new(3, "test");
        let frame = LinkFrame { bytes: 1, end: SimTime::ZERO };
        let fates: Vec<bool> = (0..600_000).map(|_| model.loses(frame, &mut stream)).collect();
        let changes = fates.windows(2).filter(|pair| pair[0] != pair[1]).count();
        let bursts = changes as f64 / 2.0;
        let lost = fates.iter().filter(|lost| **lost).count() as f64;
        for (mean, total) in [(burst, lost), (gap, fates.len() as f64 - lost)] {
            let error = (mean * (mean - 1.0) / bursts).sqrt();
            assert!((total / bursts - mean).abs() < 4.0 * error, "{} not {mean}", total / bursts);
        }
    }

    /// Goal: mean lengths are those of the states. Method: states of 4 and 2 packets on average, a
    /// third of the packets lost, to four standard deviations of independent pairs of states.
    #[test]
    fn mean_lengths_say_how_long_the_states_last() {
        let states = GilbertElliott {
            good_to_bad: None,
            mean_good: Some(4.0),
            bad_to_good: None,
            mean_bad: Some(2.0),
            loss_good: 0.0,
            loss_bad: 1.0,
        };
        let mut model = states.build(SimTime::ZERO);
        let mut stream = RandomStream::new(4, "test");
        let frame = LinkFrame { bytes: 1, end: SimTime::ZERO };
        let fates: Vec<bool> = (0..120_000).map(|_| model.loses(frame, &mut stream)).collect();
        let pairs = fates.windows(2).filter(|pair| !pair[0] && pair[1]).count() as f64;
        let deviation = (4.0_f64 * 3.0 + 2.0).sqrt() / pairs.sqrt();
        assert!((fates.len() as f64 / pairs - 6.0).abs() < 4.0 * deviation, "{pairs} pairs");
    }
}
