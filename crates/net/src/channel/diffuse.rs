//! The diffuse component of a received signal: many echoes from all directions, Clarke's spectrum.
//!
//! A sum of sinusoids with random angles of arrival and phases (R. H. Clarke, Bell System Technical
//! Journal 47, 1968; W. C. Jakes, "Microwave Mobile Communications", 1974, Sec. 1.7). One angle is
//! drawn from each of 64 equal sectors, which brings the autocorrelation of a single run closer to
//! J0 than angles drawn from the whole circle would.

use std::f64::consts::TAU;

use pulp::{Arch, NullaryFnOnce};
use skyseam_base::{RandomStream, math};

/// Number of samples computed at once.
pub(super) const BLOCK: usize = 256;

const SINUSOIDS: usize = 64;

/// SIMD layout: number of sinusoids rotated together (enough to hide the latency of a rotation),
/// number of them summed before the next group, and number of partial sums.
const LANES: usize = 32;
const GROUP: usize = 8;
const SUMS: usize = 4;

/// Samples of unit power: in-phase and quadrature components of a [`BLOCK`].
pub(super) type Samples = [(f32, f32); BLOCK];

/// Sum of the sinusoids.
#[derive(Debug)]
pub(super) struct Diffuse {
    /// Phases at sample 0, in turns.
    phase: [f64; SINUSOIDS],
    /// Phase change per sample, in turns, and the corresponding rotation.
    per_sample: [f64; SINUSOIDS],
    cos: [f32; SINUSOIDS],
    sin: [f32; SINUSOIDS],
    /// Increase of the carrier's shift since the start, turns per sample, and the turns it has
    /// accumulated up to the block entered last.
    carried: f64,
    carried_turns: f64,
    /// Instruction set of the processor. It does not affect results: the operations and their order
    /// are the same.
    arch: Arch,
}

impl Diffuse {
    /// Echoes with Doppler shifts of up to `doppler` turns per sample in both directions, relative
    /// to a carrier that is itself shifted by `carrier` turns per sample.
    pub(super) fn new(doppler: f64, carrier: f64, stream: &mut RandomStream) -> Self {
        let mut this = Self {
            phase: [0.0; SINUSOIDS],
            per_sample: [0.0; SINUSOIDS],
            cos: [0.0; SINUSOIDS],
            sin: [0.0; SINUSOIDS],
            carried: 0.0,
            carried_turns: 0.0,
            arch: Arch::new(),
        };
        for i in 0..SINUSOIDS {
            let angle = TAU * (i as f64 + stream.uniform()) / SINUSOIDS as f64;
            this.per_sample[i] = doppler * math::cos(angle) - carrier;
            this.phase[i] = stream.uniform();
        }
        this.rotate();
        this
    }

    fn rotate(&mut self) {
        for i in 0..SINUSOIDS {
            let (cos, sin) = turned(self.per_sample[i] - self.carried);
            (self.cos[i], self.sin[i]) = (cos as f32, sin as f32);
        }
    }

    /// Enters the next block, in which the carrier is shifted by `carried` turns per sample more
    /// than at the start.
    pub(super) fn enter(&mut self, carried: f64) {
        self.carried_turns = (self.carried_turns + BLOCK as f64 * self.carried).fract();
        if carried != self.carried {
            self.carried = carried;
            self.rotate();
        }
    }

    /// Computes the samples from `first` on. The first is exact; the others come by rotation in
    /// single precision, whose errors stay below 1e-4 over a block and do not accumulate from block
    /// to block.
    pub(super) fn fill(&self, first: u64, samples: &mut Samples) {
        self.arch.dispatch(Fill { echoes: self, first: first as f64, samples });
    }

    /// Body of [`Diffuse::fill`], compiled for each instruction set of [`Arch`].
    #[inline(always)]
    fn fill_with(&self, first: f64, samples: &mut Samples) {
        let scale = (1.0 / SINUSOIDS as f64).sqrt();
        let (mut all_re, mut all_im) = ([0.0f32; SINUSOIDS], [0.0f32; SINUSOIDS]);
        for i in 0..SINUSOIDS {
            let turns = self.phase[i] + self.per_sample[i] * first;
            let (cos, sin) = turned(turns - self.carried_turns);
            (all_re[i], all_im[i]) = ((scale * cos) as f32, (scale * sin) as f32);
        }
        let mut sums = [([0.0f32; SUMS], [0.0f32; SUMS]); BLOCK];
        for chunk in 0..SINUSOIDS / LANES {
            let (mut re, mut im) = ([0.0f32; LANES], [0.0f32; LANES]);
            let (mut cos, mut sin) = ([0.0f32; LANES], [0.0f32; LANES]);
            let own = chunk * LANES..(chunk + 1) * LANES;
            re.copy_from_slice(&all_re[own.clone()]);
            im.copy_from_slice(&all_im[own.clone()]);
            cos.copy_from_slice(&self.cos[own.clone()]);
            sin.copy_from_slice(&self.sin[own]);
            for (sum_re, sum_im) in &mut sums {
                for group in (0..LANES).step_by(GROUP) {
                    for sum in 0..SUMS {
                        sum_re[sum] += re[group + sum] + re[group + sum + SUMS];
                        sum_im[sum] += im[group + sum] + im[group + sum + SUMS];
                    }
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

/// A call of [`Diffuse::fill_with`]. It is not a closure: the standard library calls those by way
/// of a function that is compiled for any processor, and the body with it.
struct Fill<'a> {
    echoes: &'a Diffuse,
    first: f64,
    samples: &'a mut Samples,
}

impl NullaryFnOnce for Fill<'_> {
    type Output = ();

    #[inline(always)]
    fn call(self) {
        self.echoes.fill_with(self.first, self.samples);
    }
}

/// Cosine and sine of an angle in turns, below 2^49 turns; within 3e-16 of the exact values for the
/// rounded angle. Without branches, so that many are computed at once, and without the system's
/// mathematical library, whose last digits differ between machines.
#[inline(always)]
fn turned(turns: f64) -> (f64, f64) {
    // Adding and subtracting this number leaves the nearest integer.
    const ROUND: f64 = 6_755_399_441_055_744.0;
    let quarters = (4.0 * turns + ROUND) - ROUND;
    let x = TAU * (turns - 0.25 * quarters);
    let y = x * x;
    let sin = x * polynomial(y, &SIN);
    let cos = polynomial(y, &COS);
    // The quadrant: odd ones swap sine and cosine, and two of the four change a sign.
    let quarter = quarters - 4.0 * ((0.25 * quarters - 0.375 + ROUND) - ROUND);
    let is_odd = quarter == 1.0 || quarter == 3.0;
    let (c, s) = if is_odd { (sin, cos) } else { (cos, sin) };
    let c = if quarter == 1.0 || quarter == 2.0 { -c } else { c };
    let s = if quarter >= 2.0 { -s } else { s };
    (c, s)
}

/// Taylor series in x^2 of sin(x) / x and of cos(x): for |x| up to pi/4 the remainder is below
/// 1e-16.
const SIN: [f64; 8] = series(1);
const COS: [f64; 9] = series(0);

/// (-1)^k / (2 k + `first`)! for each k.
const fn series<const TERMS: usize>(first: usize) -> [f64; TERMS] {
    let mut terms = [1.0; TERMS];
    let mut k = 1;
    while k < TERMS {
        let n = (2 * k + first) as f64;
        terms[k] = -terms[k - 1] / (n * (n - 1.0));
        k += 1;
    }
    terms
}

#[inline(always)]
fn polynomial<const TERMS: usize>(x: f64, terms: &[f64; TERMS]) -> f64 {
    let mut value = terms[TERMS - 1];
    for term in terms[..TERMS - 1].iter().rev() {
        value = value * x + term;
    }
    value
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Compares with the standard library, in all quadrants of many turns and at their boundaries.
    #[test]
    fn an_angle_in_turns_is_what_sine_and_cosine_say() {
        for i in -4000..4000 {
            for turns in [f64::from(i) / 1600.0, f64::from(i) * 1e6 + 0.123, f64::from(i) / 8.0] {
                let (sin, cos) = math::sin_cos(TAU * (turns - turns.round()));
                let (c, s) = turned(turns);
                assert!((c - cos).abs() < 5e-16 && (s - sin).abs() < 5e-16, "{turns}: {c} {s}");
            }
        }
    }

    /// Goal: the processor has no influence. Method: the code for any processor compared with that
    /// for this one, bit by bit.
    #[test]
    fn all_processors_give_the_same() {
        let diffuse = Diffuse::new(0.1223, 0.0937, &mut RandomStream::new(1, "test"));
        let (mut here, mut anywhere) = ([(0.0, 0.0); BLOCK], [(0.0, 0.0); BLOCK]);
        for first in [0, 77_777 * BLOCK as u64] {
            diffuse.fill(first, &mut here);
            diffuse.fill_with(first as f64, &mut anywhere);
            assert_eq!(here, anywhere);
        }
    }

    /// Goal: the carrier's shift changes from block to block without a jump of phase. Method:
    /// blocks under a varying shift compared with sums whose phases add up block by block.
    #[test]
    fn the_carrier_turns_on_from_block_to_block() {
        let mut diffuse = Diffuse::new(0.1223, 0.0937, &mut RandomStream::new(1, "test"));
        let mut samples = [(0.0, 0.0); BLOCK];
        let mut carried_turns = 0.0;
        for block in 0..200u64 {
            let carried = 0.02 * math::sin(0.1 * block as f64);
            diffuse.enter(carried);
            if block % 7 == 0 {
                diffuse.fill(block * BLOCK as u64, &mut samples);
                for (i, sample) in samples.iter().enumerate() {
                    let (mut re, mut im) = (0.0, 0.0);
                    let number = (block * BLOCK as u64 + i as u64) as f64;
                    for (phase, per_sample) in diffuse.phase.iter().zip(&diffuse.per_sample) {
                        let turns =
                            phase + per_sample * number - carried_turns - carried * i as f64;
                        re += math::cos(TAU * turns) / 8.0;
                        im += math::sin(TAU * turns) / 8.0;
                    }
                    let error = math::hypot(re - f64::from(sample.0), im - f64::from(sample.1));
                    assert!(error < 1e-4, "{error} at {i} of {block}");
                }
            }
            carried_turns += BLOCK as f64 * carried;
        }
    }

    /// Goal: rotation in single precision is accurate enough. Method: a block far into a run
    /// compared with the same sums by sine and cosine of every sample.
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
                    re += math::cos(TAU * turns) / 8.0;
                    im += math::sin(TAU * turns) / 8.0;
                }
                let error = math::hypot(re - f64::from(sample.0), im - f64::from(sample.1));
                assert!(error < 1e-4, "{error} at {i}");
            }
        }
    }
}
