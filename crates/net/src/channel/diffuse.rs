//! The diffuse part of a received signal: many echoes from all around, Clarke's spectrum.
//!
//! A sum of sinusoids with random angles of arrival and phases (R. H. Clarke, Bell System Technical
//! Journal 47, 1968; W. C. Jakes, "Microwave Mobile Communications", 1974, Sec. 1.7). One angle is
//! drawn from each of 64 equal sectors, which brings the autocorrelation of a single run closer to
//! J0 than angles drawn from the whole circle would.

use std::f64::consts::TAU;

use skyseam_base::RandomStream;

/// Samples computed at once.
pub(super) const BLOCK: usize = 256;

const SINUSOIDS: usize = 64;

/// Sinusoids rotated at the same time: what a few vector registers hold; and sums kept of them.
const LANES: usize = 8;
const SUMS: usize = 4;

/// Unit power, unit in phase and quadrature of [`BLOCK`] samples.
pub(super) type Samples = [(f32, f32); BLOCK];

/// The sinusoids.
#[derive(Debug)]
pub(super) struct Diffuse {
    /// Turns at sample 0.
    phase: [f64; SINUSOIDS],
    /// Turns from one sample to the next.
    per_sample: [f64; SINUSOIDS],
}

impl Diffuse {
    /// Echoes whose Doppler shifts reach `doppler` turns per sample either way, seen from a carrier
    /// that is itself shifted by `carrier` turns per sample.
    pub(super) fn new(doppler: f64, carrier: f64, stream: &mut RandomStream) -> Self {
        let mut this = Self { phase: [0.0; SINUSOIDS], per_sample: [0.0; SINUSOIDS] };
        for (i, (phase, per_sample)) in this.phase.iter_mut().zip(&mut this.per_sample).enumerate()
        {
            let angle = TAU * (i as f64 + stream.uniform()) / SINUSOIDS as f64;
            *per_sample = doppler * angle.cos() - carrier;
            *phase = stream.uniform();
        }
        this
    }

    /// The samples from `first` on. Exact at the first; from there by rotation in single precision,
    /// whose errors stay below 1e-4 over a block and do not add up from block to block.
    pub(super) fn fill(&self, first: u64, samples: &mut Samples) {
        let mut sums = [([0.0f32; SUMS], [0.0f32; SUMS]); BLOCK];
        let scale = (1.0 / SINUSOIDS as f64).sqrt();
        let chunks = self.phase.chunks_exact(LANES).zip(self.per_sample.chunks_exact(LANES));
        for (phases, steps) in chunks {
            let (mut re, mut im) = ([0.0f32; LANES], [0.0f32; LANES]);
            let (mut cos, mut sin) = ([0.0f32; LANES], [0.0f32; LANES]);
            for lane in 0..LANES {
                let turns = (phases[lane] + steps[lane] * first as f64).fract();
                let (s, c) = (TAU * turns).sin_cos();
                (re[lane], im[lane]) = ((scale * c) as f32, (scale * s) as f32);
                let (s, c) = (TAU * steps[lane]).sin_cos();
                (cos[lane], sin[lane]) = (c as f32, s as f32);
            }
            for (sum_re, sum_im) in &mut sums {
                for sum in 0..SUMS {
                    sum_re[sum] += re[sum] + re[sum + SUMS];
                    sum_im[sum] += im[sum] + im[sum + SUMS];
                }
                for lane in 0..LANES {
                    let turned = re[lane] * cos[lane] - im[lane] * sin[lane];
                    im[lane] = re[lane] * sin[lane] + im[lane] * cos[lane];
                    re[lane] = turned;
                }
            }
        }
        for (sample, (re, im)) in samples.iter_mut().zip(&sums) {
            *sample = (re.iter().sum(), im.iter().sum());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Goal: rotation in single precision is good enough. Method: a block far into a run beside the
    /// same sums by sine and cosine of every sample.
    #[test]
    fn rotation_does_not_drift() {
        let diffuse = Diffuse::new(0.1223, 0.0937, &mut RandomStream::new(1, "test"));
        let mut samples = [(0.0, 0.0); BLOCK];
        for first in [0, 1_000_000_000 * BLOCK as u64] {
            diffuse.fill(first, &mut samples);
            for (i, sample) in samples.iter().enumerate() {
                let (mut re, mut im) = (0.0, 0.0);
                for (phase, per_sample) in diffuse.phase.iter().zip(&diffuse.per_sample) {
                    let turns = (phase + per_sample * first as f64).fract() + per_sample * i as f64;
                    re += (TAU * turns).cos() / 8.0;
                    im += (TAU * turns).sin() / 8.0;
                }
                let error = (re - f64::from(sample.0)).hypot(im - f64::from(sample.1));
                assert!(error < 1e-4, "{error} at {i}");
            }
        }
    }
}
