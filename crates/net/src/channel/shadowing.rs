//! Shadowing: a normal variable along the course whose correlation decays exponentially with
//! distance (a first-order autoregressive process; M. Gudmundson, Electronics Letters 27, 1991).
//!
//! Values at the ends of blocks are drawn one after the other; those inside are drawn given both
//! ends (the Ornstein-Uhlenbeck bridge, which has the same distribution), from a stream of the
//! block's own. A block that is not read thus costs one number, and no value depends on which were
//! read.

use skyseam_base::{RandomStream, math};

use super::diffuse::BLOCK;

/// The process, of mean 0 and standard deviation 1.
#[derive(Debug)]
pub(super) struct Shadowing {
    stream: RandomStream,
    /// Correlation over a block, and the standard deviation of the innovation.
    over_block: (f64, f64),
    /// Coefficients for value `k` + 1 of a block: of value `k`, of the block's end, and of the
    /// noise.
    bridge: Box<[[f64; 3]; BLOCK]>,
    block: u64,
    /// Values at the start of the block and at the start of the next.
    ends: [f64; 2],
}

impl Shadowing {
    /// The process with correlation exp(-`decay`) from one sample to the next.
    pub(super) fn new(decay: f64, mut stream: RandomStream) -> Self {
        // 1 - rho^(2 n), accurate even if rho is almost 1.
        let new_after = |samples: f64| -math::exp_m1(-2.0 * decay * samples);
        let rho = |samples: f64| math::exp(-decay * samples);
        let mut bridge = Box::new([[1.0, 0.0, 0.0]; BLOCK]);
        for (k, step) in bridge.iter_mut().enumerate() {
            let left = (BLOCK - k) as f64;
            if decay > 0.0 {
                // Prior: mean rho z, variance 1 - rho^2. The end is an observation with the later
                // innovations as noise.
                let pull = new_after(1.0) * rho(left - 1.0) / new_after(left);
                let variance = new_after(1.0) * new_after(left - 1.0) / new_after(left);
                *step = [rho(1.0) - pull * rho(left), pull, variance.sqrt()];
            }
        }
        let samples = BLOCK as f64;
        let over_block = (rho(samples), new_after(samples).sqrt());
        let first = stream.normal();
        let mut this = Self { stream, over_block, bridge, block: 0, ends: [first; 2] };
        this.ends[1] = this.following();
        this
    }

    fn following(&mut self) -> f64 {
        let (keep, new) = self.over_block;
        keep * self.ends[1] + new * self.stream.normal()
    }

    /// The values of a block; blocks must not decrease.
    pub(super) fn fill(&mut self, block: u64, values: &mut [f32; BLOCK]) {
        while self.block < block {
            self.ends = [self.ends[1], self.following()];
            self.block += 1;
        }
        let mut inside = self.stream.part(block);
        let mut value = self.ends[0];
        for (out, [keep, pull, new]) in values.iter_mut().zip(self.bridge.iter()) {
            *out = value as f32;
            value = keep * value + pull * self.ends[1] + new * inside.normal();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Goal: the bridge does not change the distribution. Method: variance and correlation at lags
    /// within and across blocks over 2000 blocks, to four standard errors (Bartlett's formula for
    /// the variance of an estimated correlation, here below (1 + rho^2) / (1 - rho^2) / n).
    #[test]
    fn correlation_is_exponential_across_blocks() {
        let decay = 0.05;
        let mut shadowing = Shadowing::new(decay, RandomStream::new(3, "test"));
        let mut values = Vec::new();
        for block in 0..2000 {
            let mut out = [0.0; BLOCK];
            shadowing.fill(block, &mut out);
            values.extend(out.map(f64::from));
        }
        let samples = values.len() as f64;
        let error = (2.0 / (1.0 - math::exp(-2.0 * decay)) / samples).sqrt();
        for lag in [0, 1, 20, 60] {
            let pairs = values.iter().zip(&values[lag..]);
            let found = pairs.map(|(a, b)| a * b).sum::<f64>() / samples;
            let expected = math::exp(-decay * lag as f64);
            assert!((found - expected).abs() < 6.0 * error, "{found} at {lag}, not {expected}");
        }
        // Steps are as small at the boundaries of blocks as elsewhere.
        let step = |i: usize| math::powi(values[i] - values[i - 1], 2);
        let seams = (1..2000).map(|block| step(block * BLOCK)).sum::<f64>() / 1999.0;
        let expected = 2.0 * (1.0 - math::exp(-decay));
        assert!((seams / expected - 1.0).abs() < 4.0 * (2.0f64 / 1999.0).sqrt(), "{seams}");
    }

    #[test]
    fn who_does_not_move_keeps_what_he_has() {
        let mut shadowing = Shadowing::new(0.0, RandomStream::new(3, "test"));
        let mut out = [0.0; BLOCK];
        shadowing.fill(0, &mut out);
        let first = out[0];
        shadowing.fill(7, &mut out);
        assert!(out.iter().all(|value| *value == first));
    }
}
