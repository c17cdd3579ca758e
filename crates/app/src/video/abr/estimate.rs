//! Estimate of the throughput: exponentially weighted means over segments.

use skyseam_base::{Duration, math};

/// Half-lives, s of downloading: K. Spiteri, R. Sitaraman, D. Sparacio, "From Theory to Practice",
/// MMSys 2018, and dash.js.
const HALF_LIVES_S: [f64; 2] = [3.0, 8.0];

/// Two means of throughput, one with fast and one with slow decay, of which the smaller counts. A
/// segment's throughput is its bits over the time from its request to its last byte.
#[derive(Clone, Copy, Debug, Default)]
pub struct Estimate {
    means_bps: [f64; 2],
    /// Total time of all downloads, s.
    weight_s: f64,
}

impl Estimate {
    /// Adds a segment of `bytes` that took `took`.
    pub fn add(&mut self, bytes: u64, took: Duration) {
        let took_s = took.as_secs_f64().max(1e-9);
        let bps = bytes as f64 * 8.0 / took_s;
        for (mean, half_life_s) in self.means_bps.iter_mut().zip(HALF_LIVES_S) {
            let kept = math::powf(0.5, took_s / half_life_s);
            *mean = kept * *mean + (1.0 - kept) * bps;
        }
        self.weight_s += took_s;
    }

    /// The smaller mean, corrected for its beginning at zero, bit/s; `None` before the first
    /// segment.
    pub fn throughput_bps(&self) -> Option<f64> {
        if self.weight_s <= 0.0 {
            return None;
        }
        let corrected =
            self.means_bps.iter().zip(HALF_LIVES_S).map(|(mean, half_life_s)| {
                mean / (1.0 - math::powf(0.5, self.weight_s / half_life_s))
            });
        corrected.min_by(f64::total_cmp)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Goal: the means by hand. Method: 3 s at 8 Mbit/s, then 3 s at 2 Mbit/s: the fast mean has
    /// weights of 1/4 and 1/2 over 3/4.
    #[test]
    fn the_mean_that_fell_more_counts() {
        let mut estimate = Estimate::default();
        assert_eq!(estimate.throughput_bps(), None);
        let seconds = Duration::from_secs;
        estimate.add(3_000_000, seconds(3));
        assert!((estimate.throughput_bps().unwrap() - 8e6).abs() < 1e-3);
        estimate.add(750_000, seconds(3));
        assert!((estimate.throughput_bps().unwrap() - 4e6).abs() < 1e-3);
        // Rising, the slow one counts.
        estimate.add(37_500_000, seconds(3));
        let kept = math::powf(0.5, 3.0 / 8.0);
        let slow = ((8e6 * kept + 2e6) * kept + 1e8) * (1.0 - kept) / (1.0 - kept * kept * kept);
        assert!((estimate.throughput_bps().unwrap() - slow).abs() < 1.0);
    }
}
