//! Elementary functions whose last digits are the same on every processor.
//!
//! The methods of `f64` call the C library, which selects other routines on processors with FMA and
//! AVX2; their last digits differ, and so do those of different versions of the library. The
//! functions here are compiled into the simulator, from the crate `libm` (derived from musl,
//! FreeBSD's msun and CORE-MATH), so that a scenario gives the same bytes everywhere. `clippy.toml`
//! forbids the methods. Operations that IEEE 754 defines to the last digit (`sqrt`, `floor`,
//! `round`, `%` and the four operations) are used directly. Angles are in radians; errors are below
//! one unit in the last place.

pub use libm::{
    acos, asin, atan, atan2, cbrt, cos, erfc, exp, expm1 as exp_m1, hypot, j1, log as ln,
    log1p as ln_1p, log2, log10, pow as powf, sin, sincos as sin_cos, tan,
};

/// `x` to an integer power, by repeated squaring in a fixed order of multiplications, which
/// [`f64::powi`] leaves to the compiler.
#[inline]
pub fn powi(x: f64, power: i32) -> f64 {
    let (mut square, mut left, mut product) = (x, power.unsigned_abs(), 1.0);
    loop {
        if left & 1 == 1 {
            product *= square;
        }
        left >>= 1;
        if left == 0 {
            break;
        }
        square *= square;
    }
    if power < 0 { 1.0 / product } else { product }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Goal: a change of the last digits with build, processor or version of `libm` is noticed.
    /// Method: bits of values recorded once; the crate is pinned by Cargo.lock.
    #[test]
    fn digits_are_these_everywhere() {
        let x = 0.739_085_133_215_160_6;
        let found = [
            sin(1e6 * x),
            cos(1e6 * x),
            tan(x),
            asin(x),
            acos(x),
            atan(x),
            atan2(x, -3.0),
            hypot(x, 5.0),
            exp(9.0 * x),
            exp_m1(x / 1e3),
            ln(7.0 * x),
            ln_1p(x / 1e3),
            log2(7.0 * x),
            log10(7.0 * x),
            powf(10.0, x),
            cbrt(x),
        ];
        assert_eq!(
            found.map(f64::to_bits),
            [
                0x3fd4a93aa825e645,
                0x3fee4960e3de0029,
                0x3fed2a4c4012ad33,
                0x3fea9d60cb048c02,
                0x3fe7a695dd83ce2f,
                0x3fe45e0909880cb4,
                0x40073348caacd02d,
                0x401437a227f4087e,
                0x4088313410ad3dfa,
                0x3f483a2fe920c4db,
                0x3ffa4c0df181acb6,
                0x3f48359affb2e482,
                0x4002f8269a9e6eef,
                0x3fe6d76361f0f057,
                0x4015ef74f042c8b6,
                0x3feceea4b2521fb5,
            ]
        );
        assert_eq!(sin_cos(1e6 * x), (found[0], found[1]));
    }

    #[test]
    fn whole_powers_are_products() {
        for x in [-1.5, 0.998, 3.0, 10.0] {
            assert_eq!(powi(x, 0), 1.0);
            assert_eq!(powi(x, 1), x);
            assert_eq!(powi(x, 3), x * x * x);
            assert_eq!(powi(x, 6), (x * x) * ((x * x) * (x * x)));
            assert_eq!(powi(x, -2), 1.0 / (x * x));
        }
        assert_eq!(powi(0.5, i32::MIN), f64::INFINITY);
    }
}
