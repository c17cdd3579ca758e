//! The quality of a call: the E-model of ITU-T G.107 (06/2015) in full, the simplified form of Cole
//! and Rosenbluth, and the mean opinion score for a rating.
//!
//! Owns the formulas. Does not own measurements: delay, loss and codec are arguments. Names are
//! those of the recommendation.

use skyseam_base::math;

/// The parameters of G.107 that do not depend on the network. The defaults are those of its Table
/// 3; `nfo` is its noise floor `Nfor` of -64 dBmp as seen through the receive loudness.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EModel {
    /// Send loudness rating, dB.
    pub slr: f64,
    /// Receive loudness rating, dB.
    pub rlr: f64,
    /// Sidetone masking rating, dB.
    pub stmr: f64,
    /// Listener sidetone rating, dB.
    pub lstr: f64,
    /// D-value of the telephone on the send side.
    pub ds: f64,
    /// Talker echo loudness rating, dB.
    pub telr: f64,
    /// Weighted echo path loss, dB.
    pub wepl: f64,
    /// Delay once around the four-wire loop, `Tr`, ms. Default: twice the one-way delay.
    pub tr_ms: Option<f64>,
    /// Quantizing distortion units.
    pub qdu: f64,
    /// Circuit noise referred to 0 dBr, dBm0p.
    pub nc: f64,
    /// Noise floor at the receive side, referred to 0 dBr, dBmp.
    pub nfo: f64,
    /// Room noise at the send side, dB(A).
    pub ps: f64,
    /// Room noise at the receive side, dB(A).
    pub pr: f64,
    /// Delay below which no delay is perceived, ms.
    pub mt_ms: f64,
    /// Sensitivity of the listener to delay.
    pub st: f64,
    /// Advantage factor: tolerance for the sake of mobility or access.
    pub a: f64,
}

impl Default for EModel {
    fn default() -> Self {
        Self {
            slr: 8.0,
            rlr: 2.0,
            stmr: 15.0,
            lstr: 18.0,
            ds: 3.0,
            telr: 65.0,
            wepl: 110.0,
            tr_ms: None,
            qdu: 1.0,
            nc: -70.0,
            nfo: -62.0,
            ps: 35.0,
            pr: 35.0,
            mt_ms: 100.0,
            st: 1.0,
            a: 0.0,
        }
    }
}

/// Inputs of the E-model on codec and network.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CallConditions {
    /// One-way delay from mouth to ear, ms: both `T` (echo) and `Ta` (conversation).
    pub delay_ms: f64,
    /// Packets that were not played, percent.
    pub loss_percent: f64,
    /// Mean length of loss bursts over that of random loss of the same rate.
    pub burst_ratio: f64,
    /// Equipment impairment factor of the codec.
    pub ie: f64,
    /// Packet-loss robustness factor of the codec with its concealment.
    pub bpl: f64,
}

impl EModel {
    /// The rating R (G.107 eq. 7-1), from some 94 for a good line down to 0 and below.
    pub fn rating(&self, hearing: &CallConditions) -> f64 {
        let no = self.noise();
        let ro = 15.0 - 1.5 * (self.slr + no);
        let delay = self.delay_impairment(ro, no, hearing.delay_ms);
        let simultaneous = self.simultaneous_impairment(ro, no, hearing.delay_ms);
        ro - simultaneous - delay - equipment_impairment(hearing) + self.a
    }

    /// `No`, the sum of all noise in dBm0p (eqs. 7-3 to 7-7).
    fn noise(&self) -> f64 {
        let olr = self.slr + self.rlr;
        let nos = self.ps - self.slr - self.ds - 100.0
            + 0.004 * math::powi(self.ps - olr - self.ds - 14.0, 2);
        let pre = self.pr + 10.0 * math::log10(1.0 + power((10.0 - self.lstr) / 10.0));
        let nor = self.rlr - 121.0 + pre + 0.008 * math::powi(pre - 35.0, 2);
        let sum: f64 = [self.nc, nos, nor, self.nfo].map(|noise| power(noise / 10.0)).iter().sum();
        10.0 * math::log10(sum)
    }

    /// `Is`: simultaneous impairment (eqs. 7-8 to 7-17).
    fn simultaneous_impairment(&self, ro: f64, no: f64, t: f64) -> f64 {
        let xolr = self.slr + self.rlr + 0.2 * (64.0 + no - self.rlr);
        let iolr = 20.0 * (soft(xolr / 8.0, 8.0) - xolr / 8.0);
        let q = 37.0 - 15.0 * math::log10(self.qdu);
        let g = 1.07 + 0.258 * q + 0.0602 * q * q;
        let y = (ro - 100.0) / 15.0 + 46.0 / 8.4 - g / 9.0;
        let z = 46.0 / 30.0 - g / 40.0;
        let iq = 15.0 * math::log10(1.0 + power(y) + power(z));
        iolr + self.sidetone_impairment(t) + iq
    }

    /// `Ist` (eqs. 7-11 and 7-12).
    fn sidetone_impairment(&self, t: f64) -> f64 {
        let echo = math::exp(-t / 4.0) * power(-self.telr / 10.0);
        let stmro = -10.0 * math::log10(power(-self.stmr / 10.0) + echo);
        12.0 * soft((stmro - 13.0) / 6.0, 8.0)
            - 28.0 * soft((stmro + 1.0) / 19.4, 35.0)
            - 13.0 * soft((stmro - 3.0) / 33.0, 13.0)
            + 29.0
    }

    /// `Id`: talker echo, listener echo, and absolute delay (eqs. 7-18 to 7-28).
    fn delay_impairment(&self, ro: f64, no: f64, t: f64) -> f64 {
        let around = self.tr_ms.unwrap_or(2.0 * t);
        let rle = 10.5 * (self.wepl + 7.0) * math::powf(around + 1.0, -0.25);
        let idle = (ro - rle) / 2.0 + (math::powi(ro - rle, 2) / 4.0 + 169.0).sqrt();
        self.talker_echo_impairment(no, t) + idle + self.pure_delay_impairment(t)
    }

    /// `Idte`: talker echo. Below 1 ms an echo is perceived as sidetone.
    fn talker_echo_impairment(&self, no: f64, t: f64) -> f64 {
        let ist = self.sidetone_impairment(t);
        let mut terv = self.telr - 40.0 * math::log10((1.0 + t / 10.0) / (1.0 + t / 150.0))
            + 6.0 * math::exp(-0.3 * t * t);
        if self.stmr < 9.0 {
            terv += ist / 2.0;
        }
        let roe = -1.5 * (no - self.rlr);
        let re = 80.0 + 2.5 * (terv - 14.0);
        let distance = roe - re;
        let idte = if t < 1.0 {
            0.0
        } else {
            (distance / 2.0 + (distance * distance / 4.0 + 100.0).sqrt() - 1.0)
                * (1.0 - math::exp(-t))
        };
        if self.stmr > 20.0 { math::hypot(idte, ist) } else { idte }
    }

    /// `Idd`: absolute delay.
    fn pure_delay_impairment(&self, ta: f64) -> f64 {
        if ta <= self.mt_ms {
            return 0.0;
        }
        let x = math::log2(ta / self.mt_ms);
        let sharpness = 6.0 * self.st;
        25.0 * (soft(x, sharpness) - 3.0 * soft(x / 3.0, sharpness) + 2.0)
    }
}

/// `Ie,eff`: effective equipment impairment (eq. 7-29).
fn equipment_impairment(hearing: &CallConditions) -> f64 {
    let CallConditions { loss_percent, burst_ratio, ie, bpl, .. } = *hearing;
    ie + (95.0 - ie) * loss_percent / (loss_percent / burst_ratio + bpl)
}

/// `(1 + x^n)^(1/n)`, the function with which G.107 smooths corners.
fn soft(x: f64, n: f64) -> f64 {
    // The recommendation's odd powers are of ratios that may be negative.
    let power = if n.fract() == 0.0 { math::powi(x, n as i32) } else { math::powf(x, n) };
    math::powf(1.0 + power, 1.0 / n)
}

fn power(exponent: f64) -> f64 {
    math::powf(10.0, exponent)
}

/// The rating by R. G. Cole and J. H. Rosenbluth, "Voice over IP performance monitoring", ACM
/// SIGCOMM CCR 31(2), 2001: `94.2 - Id - Ie`, with `Ie = g1 + g2 ln(1 + g3 e)` of the codec's three
/// constants `gamma` and the share `e` of packets lost.
pub fn cole_rosenbluth(delay_ms: f64, loss_percent: f64, gamma: [f64; 3]) -> f64 {
    let beyond = (delay_ms - 177.3).max(0.0);
    let ie = gamma[0] + gamma[1] * math::ln(1.0 + gamma[2] * loss_percent / 100.0);
    94.2 - 0.024 * delay_ms - 0.11 * beyond - ie
}

/// The estimated mean opinion score of a rating (G.107 Annex B), from 1 to 4.5; NaN for NaN.
pub fn mos(rating: f64) -> f64 {
    if rating <= 0.0 {
        1.0
    } else if rating >= 100.0 {
        4.5
    } else {
        // The cubic dips below 1 by 0.012 for ratings below 6.5.
        let cubic = rating * (rating - 60.0) * (100.0 - rating) * 7e-6;
        (1.0 + 0.035 * rating + cubic).max(1.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const REFERENCE: &str = include_str!("../../tests/data/emodel_reference.csv");

    fn number(field: &str) -> f64 {
        field.parse().unwrap_or(f64::NAN)
    }

    /// Goal: the published algorithm. Method: every pair of the reference, computed elsewhere from
    /// the same recommendation, to 0.01 in R and 0.005 in MOS.
    #[test]
    fn ratings_are_those_of_the_reference() {
        let rows = REFERENCE.lines().filter(|line| !line.starts_with(['#', 'm']));
        let mut compared = 0;
        for row in rows {
            let fields: Vec<&str> = row.split(',').collect();
            let [model, delay, jitter, loss, ie, bpl, r, score] = fields[..] else {
                panic!("a row of eight: {row}")
            };
            let delay_ms = number(delay) + 2.0 * number(jitter);
            let rating = if model.starts_with("G.107") {
                let (loss_percent, ie, bpl) = (number(loss), number(ie), number(bpl));
                let hearing = CallConditions { delay_ms, loss_percent, burst_ratio: 1.0, ie, bpl };
                let tr_ms = model.contains("OpenBACH").then_some(0.0);
                EModel { tr_ms, ..EModel::default() }.rating(&hearing)
            } else if model.starts_with("Cole") {
                cole_rosenbluth(delay_ms, number(loss), [0.0, 30.0, 15.0])
            } else {
                number(r)
            };
            assert!((rating - number(r)).abs() <= 0.01, "{row}: R {rating}");
            assert!((mos(rating) - number(score)).abs() <= 0.005, "{row}: MOS {}", mos(rating));
            compared += 1;
        }
        assert!(compared >= 30, "{compared} rows");
    }

    /// Goal: the branches of echo beyond the defaults. Method: a sidetone on either side of its
    /// limits reduces the rating, and no line is better than the default one.
    #[test]
    fn sidetone_and_echo_only_impair() {
        let hearing = CallConditions {
            delay_ms: 80.0,
            loss_percent: 0.0,
            burst_ratio: 1.0,
            ie: 0.0,
            bpl: 4.3,
        };
        let default = EModel::default().rating(&hearing);
        for (stmr, telr) in [(5.0, 65.0), (25.0, 65.0), (15.0, 45.0), (5.0, 45.0), (25.0, 45.0)] {
            let model = EModel { stmr, telr, ..EModel::default() };
            let rating = model.rating(&hearing);
            assert!(rating < default && rating > 0.0, "STMR {stmr}, TELR {telr}: {rating}");
        }
    }

    #[test]
    fn bursts_and_advantage_move_the_rating() {
        let at = |burst_ratio: f64, a: f64| {
            let hearing = CallConditions {
                delay_ms: 50.0,
                loss_percent: 2.0,
                burst_ratio,
                ie: 11.0,
                bpl: 19.0,
            };
            EModel { a, ..EModel::default() }.rating(&hearing)
        };
        assert!(at(2.0, 0.0) < at(1.0, 0.0));
        assert!((at(1.0, 20.0) - at(1.0, 0.0) - 20.0).abs() < 1e-12);
    }

    #[test]
    fn scores_stay_on_the_scale_and_rise_with_the_rating() {
        let scores: Vec<f64> = (-200..1200).map(|tenth| mos(f64::from(tenth) / 10.0)).collect();
        assert!(scores.iter().all(|score| (1.0..=4.5).contains(score)));
        assert!(scores.is_sorted());
    }
}
