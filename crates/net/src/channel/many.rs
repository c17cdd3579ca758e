//! Exponentials and logarithms of several numbers at once, bit by bit those of
//! [`skyseam_base::math`]: the same operations in the same order, without branches, so that a
//! processor with wide registers computes them together.

use pulp::{Arch, NullaryFnOnce};
use skyseam_base::math;

/// Numbers at once.
pub(super) const LANES: usize = 8;

type Lanes = [f64; LANES];

/// ln 2 in two parts, and the polynomials of FreeBSD's msun (`e_log.c`, `e_exp.c`).
const LN2: [f64; 2] = [6.931_471_803_691_238e-1, 1.908_214_929_270_587_7e-10];
const LOG: [f64; 7] = [
    6.666_666_666_666_735e-1,
    3.999_999_999_940_942e-1,
    2.857_142_874_366_239e-1,
    2.222_219_843_214_978_4e-1,
    1.818_357_216_161_805e-1,
    1.531_383_769_920_937_3e-1,
    1.479_819_860_511_658_6e-1,
];
const EXP: [f64; 5] = [
    1.666_666_666_666_660_2e-1,
    -2.777_777_777_701_559_3e-3,
    6.613_756_321_437_934e-5,
    -1.653_390_220_546_525_2e-6,
    4.138_136_797_057_238_5e-8,
];

/// Replaces positive numbers by their natural logarithms.
pub(super) fn ln(arch: Arch, numbers: &mut Lanes) {
    let given = *numbers;
    arch.dispatch(All { numbers, of: ln_of });
    for (number, given) in numbers.iter_mut().zip(given) {
        if !given.is_normal() || given < 0.0 {
            *number = math::ln(given);
        }
    }
}

/// Replaces numbers by their exponentials.
pub(super) fn exp(arch: Arch, numbers: &mut Lanes) {
    let given = *numbers;
    arch.dispatch(All { numbers, of: exp_of });
    for (number, given) in numbers.iter_mut().zip(given) {
        // Elsewhere the result is not a normal number, or all but one.
        if !(4e-9..700.0).contains(&given.abs()) {
            *number = math::exp(given);
        }
    }
}

/// The logarithm of a normal number.
#[inline(always)]
fn ln_of(x: f64) -> f64 {
    // The exponent and the fraction from sqrt(1/2) to sqrt(2).
    let bits = x.to_bits().wrapping_add((0x3ff0_0000 - 0x3fe6_a09e) << 32);
    let exponent = f64::from_bits(0x4330_0000_0000_0000 | (bits >> 52)) - 4_503_599_627_371_519.0;
    let fraction = (bits & 0x000f_ffff_ffff_ffff) + (0x3fe6_a09e << 32);
    let f = f64::from_bits(fraction) - 1.0;
    let half_square = 0.5 * f * f;
    let s = f / (2.0 + f);
    let z = s * s;
    let w = z * z;
    let even = w * (LOG[1] + w * (LOG[3] + w * LOG[5]));
    let odd = z * (LOG[0] + w * (LOG[2] + w * (LOG[4] + w * LOG[6])));
    let sum = odd + even;
    s * (half_square + sum) + exponent * LN2[1] - half_square + f + exponent * LN2[0]
}

/// The exponential of a number whose magnitude is from 4e-9 to 700.
#[inline(always)]
fn exp_of(x: f64) -> f64 {
    // Adding and subtracting this number leaves the nearest integer.
    const ROUND: f64 = 6_755_399_441_055_744.0;
    let high = x.abs().to_bits() >> 32;
    let turns = std::f64::consts::LOG2_E * x.abs() + 0.5;
    let nearest = (turns + ROUND) - ROUND;
    let whole = nearest - if nearest > turns { 1.0 } else { 0.0 };
    let far = if high >= 0x3ff0_a2b2 { whole } else { 1.0 };
    let power = if high > 0x3fd6_2e42 { far } else { 0.0 };
    let k = if x < 0.0 { -power } else { power };
    let (hi, lo) = (x - k * LN2[0], k * LN2[1]);
    let r = hi - lo;
    let square = r * r;
    let polynomial = EXP[3] + square * EXP[4];
    let polynomial = EXP[0] + square * (EXP[1] + square * (EXP[2] + square * polynomial));
    let c = r - square * polynomial;
    let y = 1.0 + (r * c / (2.0 - c) - lo + hi);
    let scale = (k + (4_503_599_627_370_496.0 + 1023.0)).to_bits() << 52;
    y * f64::from_bits(scale)
}

/// A function of all numbers. It is not a closure: the standard library calls those by way of a
/// function that is compiled for any processor.
struct All<'a, F> {
    numbers: &'a mut Lanes,
    of: F,
}

impl<F: Fn(f64) -> f64> NullaryFnOnce for All<'_, F> {
    type Output = ();

    #[inline(always)]
    fn call(self) {
        for number in self.numbers {
            *number = (self.of)(*number);
        }
    }
}

#[cfg(test)]
mod tests {
    use skyseam_base::RandomStream;

    use super::*;

    /// Goal: the bits are those of the library. Method: numbers of all magnitudes, around the
    /// limits of each branch, and those that are not normal.
    #[test]
    fn bits_are_those_of_one_at_a_time() {
        let mut stream = RandomStream::new(1, "test");
        let ln2 = std::f64::consts::LN_2;
        let mut numbers = vec![
            0.0,
            -0.0,
            1.0,
            -1.0,
            f64::INFINITY,
            f64::NEG_INFINITY,
            f64::NAN,
            f64::MIN_POSITIVE,
            5e-324,
            f64::MAX,
            3e-9,
            2.9e-9,
            700.0,
            699.9,
            709.9,
            -708.5,
            -746.0,
        ];
        for limit in [0.5 * ln2, 1.5 * ln2, 2.5 * ln2, 1.0, std::f64::consts::SQRT_2, 0.5] {
            for step in -10_000..10_000i64 {
                let step = if step % 10 == 0 { step << 20 } else { step };
                let near = f64::from_bits(limit.to_bits().wrapping_add_signed(step));
                numbers.extend([near, -near]);
            }
        }
        for _ in 0..200_000 {
            let wide = f64::from_bits(stream.next_u64());
            numbers.extend([wide, 40.0 * stream.normal(), stream.uniform(), 1.0 + stream.normal()]);
        }
        let arch = Arch::new();
        for some in numbers.chunks_exact(LANES) {
            let (mut exps, mut lns) = (<Lanes>::try_from(some).unwrap(), [0.0; LANES]);
            lns.copy_from_slice(some);
            exp(arch, &mut exps);
            ln(arch, &mut lns);
            for ((x, exp), ln) in some.iter().zip(exps).zip(lns) {
                assert!(exp.to_bits() == math::exp(*x).to_bits() || x.is_nan(), "exp {x:e}");
                let of_library = math::ln(*x);
                assert!(ln.to_bits() == of_library.to_bits() || ln.is_nan(), "ln {x:e}");
                assert_eq!(ln.is_nan(), of_library.is_nan(), "ln {x:e}");
            }
        }
    }
}
