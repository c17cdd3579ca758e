//! Shadowing: a normal variable along the course whose correlation decays exponentially with
//! distance (a first-order autoregressive process; M. Gudmundson, Electronics Letters 27, 1991).
//!
//! Values at the ends of blocks are drawn in sequence; those inside are drawn given both ends (the
//! Ornstein-Uhlenbeck bridge, which has the same distribution), from a stream of the block's own. A
//! block that is not read thus costs one number, and no value depends on which were read.

use skyseam_base::{RandomStream, math};

use super::diffuse::BLOCK;

/// Process of mean 0 and standard deviation 1.
#[derive(Debug)]
pub(super) struct Shadowing {
    stream: RandomStream,
    /// Correlation over a block, and standard deviation of the innovation.
    over_block: (f64, f64),
    /// Coefficients for value `k` + 1 of a block: of value `k`, of the block's end, and of the
    /// noise.
    bridge: Box<[[f64; 3]; BLOCK]>,
    /// Decay per sample for which the coefficients were computed.
    decay: f64,
    block: u64,
    /// Values at the start of the block and at the start of the next.
    ends: [f64; 2],
}

impl Shadowing {
    /// Creates the process with correlation exp(-`decay`) from one sample to the next.
    pub(super) fn new(decay: f64, mut stream: RandomStream) -> Self {
        let first = stream.normal();
        let (over_block, bridge) = Self::coefficients(decay);
        let mut this = Self { stream, over_block, bridge, decay, block: 0, ends: [first; 2] };
        this.ends[1] = this.following();
        this
    }

    /// Enters the next block; the correlation from one sample to the next is exp(-`decay`) from
    /// there on. Blocks are entered in sequence.
    pub(super) fn enter(&mut self, block: u64, decay: f64) {
        if decay != self.decay {
            self.decay = decay;
            (self.over_block, self.bridge) = Self::coefficients(decay);
        }
        self.reach(block);
    }

    /// Coefficients over a block, and within it, for a decay per sample.
    fn coefficients(decay: f64) -> ((f64, f64), Box<[[f64; 3]; BLOCK]>) {
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
        ((rho(samples), new_after(samples).sqrt()), bridge)
    }

    fn following(&mut self) -> f64 {
        let (keep, new) = self.over_block;
        keep * self.ends[1] + new * self.stream.normal()
    }

    fn reach(&mut self, block: u64) {
        while self.block < block {
            self.ends = [self.ends[1], self.following()];
            self.block += 1;
        }
    }

    /// Computes the values of a block; block numbers must not decrease.
    pub(super) fn fill(&mut self, block: u64, values: &mut [f32; BLOCK]) {
        self.reach(block);
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

    /// Goal: a change of the correlation does not change the distribution. Method: blocks of two
    /// correlations alternately, 4000 of each; the variance, and the correlation over a block, of
    /// each kind of block, to four standard errors.
    #[test]
    fn correlation_may_change_from_block_to_block() {
        let decays = [0.002, 0.01];
        let mut shadowing = Shadowing::new(decays[0], RandomStream::new(5, "test"));
        let mut ends = Vec::new();
        for block in 0..8001 {
            shadowing.enter(block, decays[block as usize % 2]);
            let mut out = [0.0; BLOCK];
            shadowing.fill(block, &mut out);
            ends.push(f64::from(out[0]));
        }
        for (parity, decay) in decays.into_iter().enumerate() {
            let pairs = || ends.windows(2).skip(parity).step_by(2);
            let found = pairs().map(|pair| pair[0] * pair[1]).sum::<f64>() / 4000.0;
            let expected = math::exp(-decay * BLOCK as f64);
            // Values two blocks apart are correlated by the product of both, 0.05.
            let error = ((1.0 + expected * expected) * 1.1 / 4000.0).sqrt();
            assert!((found - expected).abs() < 4.0 * error, "{found} not {expected}");
            let variance = pairs().map(|pair| pair[0] * pair[0]).sum::<f64>() / 4000.0;
            assert!((variance - 1.0).abs() < 4.0 * (2.2f64 / 4000.0).sqrt(), "{variance}");
        }
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
