//! Maximum information that a symbol can carry over a noisy channel: mutual information of QPSK.
//!
//! With g = Es/N0, C(g) = 2 J(g/2) bits per symbol, where J(x) = 1 - E[log2(1 + exp(-4x(1 + n)))]
//! over Gaussian n of mean 0 and variance 1/(2x): QPSK is two binary channels (S. ten Brink, IEEE
//! Trans. Commun. 49(10), 2001, App.; there with sigma^2 = 1/(2x)).

use skyseam_base::math;

/// Lower limit of the table, upper limit and step, dB.
const LOWEST_DB: f64 = -50.0;
const HIGHEST_DB: f64 = 25.0;
const STEP_DB: f64 = 0.05;

/// Bits per QPSK symbol at `es_n0`, a ratio.
///
/// The expectation is computed by the trapezoidal rule, which converges like a Gauss rule for such
/// integrands. Nodes extend to a Gaussian weight of 1e-28; doubling their number changes less than
/// 1e-9.
pub(crate) fn qpsk(es_n0: f64) -> f64 {
    const NODES: i32 = 64;
    const SPACING: f64 = 8.0 / NODES as f64;
    let x = es_n0 / 2.0;
    if x <= 0.0 {
        return 0.0;
    }
    let node = |i: i32| {
        let t = f64::from(i) * SPACING;
        // n = t / sqrt(x), so that the weight is exp(-t^2).
        let exponent = -4.0 * (x + x.sqrt() * t);
        let softplus = exponent.max(0.0) + math::ln_1p(math::exp(-exponent.abs()));
        math::exp(-t * t) * softplus
    };
    let lost: f64 = (-NODES..=NODES).map(node).sum::<f64>() * SPACING
        / (std::f64::consts::PI.sqrt() * std::f64::consts::LN_2);
    2.0 * (1.0 - lost).max(0.0)
}

/// [`qpsk`] tabulated over Es/N0 in dB, for a look-up at every reception; accurate to 1e-5.
#[derive(Clone, Debug)]
pub struct Capacity {
    values: Vec<f64>,
}

impl Capacity {
    /// Computes the table, which takes a millisecond or two.
    pub(crate) fn qpsk() -> Self {
        let steps = ((HIGHEST_DB - LOWEST_DB) / STEP_DB).round() as u32;
        let value = |i: u32| qpsk(ratio(LOWEST_DB + f64::from(i) * STEP_DB));
        Self { values: (0..=steps).map(value).collect() }
    }

    /// Bits per symbol at `es_n0_db`. Below the table it is proportional to the ratio, above it is
    /// 2; at minus infinity it is 0.
    #[inline]
    pub fn at(&self, es_n0_db: f64) -> f64 {
        let place = (es_n0_db - LOWEST_DB) / STEP_DB;
        if place < 0.0 {
            return self.values[0] * ratio(es_n0_db - LOWEST_DB);
        }
        let index = place as usize;
        match self.values.get(index..index.saturating_add(2)) {
            Some(&[below, above]) => below + (above - below) * (place - index as f64),
            _ => 2.0,
        }
    }
}

/// The ratio of a value in dB.
pub(super) fn ratio(db: f64) -> f64 {
    math::powf(10.0, db / 10.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Compares with an independent evaluation with 64 Gauss-Hermite nodes.
    #[test]
    fn known_values_are_met() {
        let known = [
            (-10.0, 0.13749),
            (-4.8612, 0.40657),
            (-2.0, 0.69776),
            (0.0, 0.97189),
            (2.0, 1.28430),
            (4.0, 1.58871),
            (6.0, 1.82376),
            (8.0, 1.95196),
            (10.0, 1.99351),
        ];
        let table = Capacity::qpsk();
        for (db, bits) in known {
            assert!((qpsk(ratio(db)) - bits).abs() < 1e-5, "{db} dB: {}", qpsk(ratio(db)));
            assert!((table.at(db) - bits).abs() < 2e-5, "{db} dB: {}", table.at(db));
        }
    }

    /// The table follows the integral between its points, rises, and is continued correctly beyond
    /// both ends: for a weak signal C is g / ln 2 (Shannon's limit for any modulation), which at
    /// -60 dB holds to one part in 10^5.
    #[test]
    fn the_table_is_the_integral() {
        let table = Capacity::qpsk();
        let mut before = 0.0;
        for i in 0..4000 {
            let db = -60.0 + f64::from(i) * 0.0231;
            let value = table.at(db);
            assert!((value - qpsk(ratio(db))).abs() < 1e-5, "{db} dB");
            assert!(value >= before && value <= 2.0, "{db} dB: {value} after {before}");
            before = value;
        }
        let weak = 1e-6 / std::f64::consts::LN_2;
        assert!((table.at(-60.0) / weak - 1.0).abs() < 2e-5, "{}", table.at(-60.0) / weak);
        assert_eq!(table.at(f64::NEG_INFINITY), 0.0);
        assert_eq!([table.at(60.0), table.at(f64::INFINITY)], [2.0, 2.0]);
    }
}
