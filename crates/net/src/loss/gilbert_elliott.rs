//! Losses in bursts: a link with a good and a bad state (E. N. Gilbert, Bell System Technical
//! Journal 39, 1960; E. O. Elliott, the same 42, 1963).
//!
//! Gilbert's bits are packets here, as in most studies of packet loss; his good state loses
//! nothing, Elliott's may. The first packet finds either state with its share of time, so that a
//! short run is like any part of a long one.

use skyseam_base::RandomStream;

use super::{Loss, LossEntry};
use crate::config::LossModel;

/// How scenarios and documentation know it.
pub(super) const ENTRY: LossEntry = LossEntry {
    name: "gilbert-elliott",
    summary: "a good and a bad state, between which the link changes from packet to packet",
    source: "Gilbert 1960, BSTJ 39, 1253; Elliott 1963, BSTJ 42, 1977",
    // A fifth of packets in the bad state, half of them lost, and 1 % of the others.
    example: (
        LossModel::GilbertElliott {
            good_to_bad: 0.05,
            bad_to_good: 0.2,
            loss_good: 0.01,
            loss_bad: 0.5,
        },
        0.108,
    ),
};

/// Two states.
#[derive(Debug)]
pub(super) struct GilbertElliott {
    /// That the state changes: from good, from bad.
    change: [f64; 2],
    /// That a packet is lost: in good, in bad.
    loss: [f64; 2],
    /// Whether the packet before was in the bad state; `None` before the first.
    is_bad: Option<bool>,
}

impl GilbertElliott {
    pub(super) fn new(change: [f64; 2], loss: [f64; 2]) -> Self {
        Self { change, loss, is_bad: None }
    }
}

impl Loss for GilbertElliott {
    fn loses(&mut self, _: u32, stream: &mut RandomStream) -> bool {
        let [to_bad, to_good] = self.change;
        let bad = match self.is_bad {
            // The bad state's share of packets; one that is never left or entered stays good.
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

    /// Goal: bursts are as long as stated. Method: with a bad state that loses everything, the mean
    /// length of bursts and of gaps over many of them, to four standard deviations of a geometric
    /// length (near its mean m, sqrt(m (m - 1)) each).
    #[test]
    fn bursts_and_gaps_have_their_mean_lengths() {
        let (burst, gap) = (8.0, 50.0);
        let mut model = GilbertElliott::new([1.0 / gap, 1.0 / burst], [0.0, 1.0]);
        let mut stream = RandomStream::new(3, "test");
        let fates: Vec<bool> = (0..600_000).map(|_| model.loses(1, &mut stream)).collect();
        let changes = fates.windows(2).filter(|pair| pair[0] != pair[1]).count();
        let bursts = changes as f64 / 2.0;
        let lost = fates.iter().filter(|lost| **lost).count() as f64;
        for (mean, total) in [(burst, lost), (gap, fates.len() as f64 - lost)] {
            let error = (mean * (mean - 1.0) / bursts).sqrt();
            assert!((total / bursts - mean).abs() < 4.0 * error, "{} not {mean}", total / bursts);
        }
    }
}
