//! Distribution of levels: Loo's distribution by quadrature, mixtures of it, and their quantiles.

use std::f64::consts::{FRAC_PI_2, PI, SQRT_2};
use std::sync::LazyLock;

use super::state_sequence::Loo;
use skyseam_base::math;

/// Number of standard deviations at which the normal distribution is truncated.
const TAILS: f64 = 6.0;
/// Steps of the quadratures over the direct ray's level and over the quadrature component.
const DIRECT_STEPS: usize = 36;
const QUADRATURE_STEPS: usize = 20;

/// Probability that a normal variable is above `z` standard deviations.
pub(super) fn normal_above(z: f64) -> f64 {
    0.5 * math::erfc(z / SQRT_2)
}

/// The density of the standard normal distribution.
fn normal_density(z: f64) -> f64 {
    math::exp(-0.5 * z * z) / (2.0 * PI).sqrt()
}

/// Probability that the level of a signal with Loo's distribution exceeds `level_db`; error below
/// 1e-4 (tested for the parameters of the models here).
pub(super) fn loo_above(loo: &Loo, level_db: f64) -> f64 {
    loo_above_in(DIRECT_STEPS, loo, level_db)
}

/// Integrates over the direct ray's level by the trapezoidal rule, which converges faster than any
/// power for a normal weight; [`RiceTail`] gives the Rice tail at each node.
fn loo_above_in(steps: usize, loo: &Loo, level_db: f64) -> f64 {
    let amplitude = |db: f64| math::powf(10.0, db / 20.0);
    let sigma = amplitude(loo.diffuse_db) / SQRT_2;
    let rice = RiceTail::beyond(amplitude(level_db) / sigma);
    let (mut sum, mut weights) = (0.0, 0.0);
    for i in 0..=steps {
        let z = TAILS * (2.0 * i as f64 / steps as f64 - 1.0);
        let weight = normal_density(z);
        let direct = amplitude(loo.mean_db + loo.spread_db * z);
        sum += weight * rice.above(direct / sigma);
        weights += weight;
    }
    sum / weights
}

/// Probability that |a + n| > b, n complex normal with standard deviation 1 in each component:
/// Marcum's Q1(a, b), for one b.
///
/// One minus the probability of the disc: if the quadrature component is t, the in-phase one lies
/// within sqrt(b^2 - t^2) of the centre. With t = b sin(phi) the integrand is smooth and even at
/// both ends of the interval, so the midpoint rule converges faster than any power.
struct RiceTail {
    /// Half width of the disc at each node, and the weight of the node.
    nodes: [(f64, f64); QUADRATURE_STEPS],
}

impl RiceTail {
    fn beyond(b: f64) -> Self {
        let most = b.min(TAILS);
        let step = FRAC_PI_2 / QUADRATURE_STEPS as f64;
        let node = |i| {
            let (sin, cos) = math::sin_cos(step * (i as f64 + 0.5));
            let t = most * sin;
            ((b * b - t * t).max(0.0).sqrt(), 2.0 * step * most * cos * normal_density(t))
        };
        Self { nodes: std::array::from_fn(node) }
    }

    fn above(&self, a: f64) -> f64 {
        let normal = &*NORMAL;
        let in_phase = |edge: f64| normal.above(a - edge) - normal.above(a + edge);
        let inside: f64 = self.nodes.iter().map(|&(edge, weight)| weight * in_phase(edge)).sum();
        (1.0 - inside).clamp(0.0, 1.0)
    }
}

/// [`normal_above`] by cubic interpolation between tabulated values; error below 1e-11.
struct NormalTail {
    /// Value, and its change over one step.
    rows: Vec<(f64, f64)>,
}

static NORMAL: LazyLock<NormalTail> = LazyLock::new(NormalTail::new);

impl NormalTail {
    const STEPS_PER_DEVIATION: f64 = 128.0;
    /// Standard deviations beyond which the tail is 0 or 1.
    const WITHIN: f64 = 7.0;

    fn new() -> Self {
        let count = (2.0 * Self::WITHIN * Self::STEPS_PER_DEVIATION) as usize;
        let row = |i| {
            let z = i as f64 / Self::STEPS_PER_DEVIATION - Self::WITHIN;
            (normal_above(z), -normal_density(z) / Self::STEPS_PER_DEVIATION)
        };
        Self { rows: (0..=count).map(row).collect() }
    }

    fn above(&self, z: f64) -> f64 {
        let at = (z + Self::WITHIN) * Self::STEPS_PER_DEVIATION;
        let row = at as usize;
        match self.rows.get(row..row + 2) {
            Some(&[(left, left_change), (right, right_change)]) if at >= 0.0 => {
                let share = at - row as f64;
                let rise = right - left;
                let bend = (1.0 - share) * (left_change - rise) + share * (rise - right_change);
                left + share * (rise + (1.0 - share) * bend)
            }
            _ => f64::from(u8::from(z < 0.0)),
        }
    }
}

/// Probability that the level of a mixture of Loo's distributions, weighted by shares of time,
/// exceeds `level_db`.
pub(super) fn mixture_above(shares: &[(f64, Loo)], level_db: f64) -> f64 {
    let total: f64 = shares.iter().map(|(share, _)| share).sum();
    shares.iter().map(|(share, loo)| share * loo_above(loo, level_db)).sum::<f64>() / total
}

/// The level that a mixture of Loo's distributions, weighted by shares of time, exceeds with
/// `probability`, dB.
pub(super) fn mixture_exceeded_with(shares: &[(f64, Loo)], probability: f64) -> f64 {
    let (mut low, mut high) = (-120.0, 40.0);
    while high - low > 1e-4 {
        let middle = 0.5 * (low + high);
        if mixture_above(shares, middle) > probability { low = middle } else { high = middle }
    }
    0.5 * (low + high)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Goal: Marcum's Q1. Method: cases with a closed form (Rayleigh; a = b, where it is (1 +
    /// exp(-a^2) I0(a^2)) / 2), and a strong direct ray, where the envelope is almost normal.
    #[test]
    fn the_rice_tail_is_that_of_closed_forms() {
        let rice_above = |a, b| RiceTail::beyond(b).above(a);
        for b in [0.01f64, 0.5, 1.0, 3.0, 5.0] {
            assert!((rice_above(0.0, b) - math::exp(-0.5 * b * b)).abs() < 1e-6, "b {b}");
        }
        let bessel_i0 = |x: f64| {
            let (mut term, mut sum) = (1.0, 1.0);
            for k in 1..200 {
                term *= math::powi(0.5 * x / f64::from(k), 2);
                sum += term;
            }
            sum
        };
        for a in [0.3f64, 1.0, 2.0, 5.0] {
            let expected = 0.5 * (1.0 + math::exp(-a * a) * bessel_i0(a * a));
            assert!((rice_above(a, a) - expected).abs() < 1e-6, "a {a}");
        }
        let (a, b) = (1000.0, 1001.0);
        assert!((rice_above(a, b) - normal_above(b - a - 0.5 / a)).abs() < 1e-5);
    }

    /// Goal: the table replaces the function. Method: 200,000 points across it and beyond its ends.
    #[test]
    fn the_tabulated_normal_tail_is_the_normal_tail() {
        for i in -100_000..=100_000 {
            let z = f64::from(i) * 1e-4;
            let error = NORMAL.above(z) - normal_above(z);
            assert!(error.abs() < 1e-11, "{error} at {z}");
        }
    }

    /// Goal: the limits of Loo's distribution. Method: with almost no echoes it is log-normal, with
    /// echoes only it is Rayleigh.
    #[test]
    fn loos_law_holds_both_of_its_limits() {
        let direct = Loo { mean_db: -8.2, spread_db: 2.0, diffuse_db: -40.0 };
        for z in [-2.0, -0.5, 0.0, 1.0, 2.5] {
            let found = loo_above_in(1000, &direct, -8.2 + 2.0 * z);
            assert!((found - normal_above(z)).abs() < 0.002, "{found} at {z}");
        }
        let echoes = Loo { mean_db: -90.0, spread_db: 1.0, diffuse_db: -10.0 };
        for level_db in [-30.0f64, -12.0, -10.0, -4.0] {
            let expected = math::exp(-math::powf(10.0, (level_db + 10.0) / 10.0));
            assert!((loo_above(&echoes, level_db) - expected).abs() < 1e-5);
        }
    }

    /// Goal: the steps are fine enough for every model here. Method: compare with ten times finer
    /// ones.
    #[test]
    fn finer_steps_change_nothing_that_counts() {
        for (_, loo) in super::super::tests::every_share() {
            for level_db in [-25.0, -15.0, -8.0, -3.0, 0.0, 2.0] {
                let error = loo_above(&loo, level_db) - loo_above_in(360, &loo, level_db);
                assert!(error.abs() < 1e-4, "{error} for {loo:?} at {level_db}");
            }
        }
    }

    #[test]
    fn a_quantile_is_where_the_tail_has_its_probability() {
        let shares = [
            (2.0, Loo { mean_db: -0.4, spread_db: 1.5, diffuse_db: -13.2 }),
            (1.0, Loo { mean_db: -17.0, spread_db: 3.1, diffuse_db: -10.0 }),
        ];
        for probability in [0.01, 0.42, 0.9, 0.999] {
            let level = mixture_exceeded_with(&shares, probability);
            let above = |i: usize| shares[i].0 * loo_above(&shares[i].1, level) / 3.0;
            assert!((above(0) + above(1) - probability).abs() < 1e-4);
        }
        let mut last = f64::INFINITY;
        for i in 1..100 {
            let level = mixture_exceeded_with(&shares, f64::from(i) / 100.0);
            assert!(level < last);
            last = level;
        }
    }
}
