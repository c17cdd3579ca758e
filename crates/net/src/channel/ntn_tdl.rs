//! Tapped delay lines of 3GPP for links of satellites, NTN-TDL-A to D: echoes that arrive at
//! different times fade some frequencies of the band and not others.
//!
//! Taps are those of 3GPP TR 38.811 Sec. 6.9.2, for an elevation of 50 deg, as public
//! implementations have them (openntn 2.0.0); their powers are divided by their sum. Echoes have
//! Clarke's spectrum; the line of sight of C and D is shifted by 0.7 of the maximum Doppler shift
//! (TR 38.901 Sec. 7.7.2, as Sionna has it). The shift by the satellite's motion, which all taps
//! share, is assumed to be compensated. A level holds for the whole band: that of a flat channel
//! with the same capacity at the reference Es/N0.

use std::f64::consts::{LN_10, TAU};
use std::sync::{Arc, Mutex};

use skyseam_base::{Duration, RandomStream, math};
use skyseam_params::names::{Choice, Named, choice};
use skyseam_params::values::{PositiveSpan, Span};
use skyseam_params::{Keys, Problems, parameters};

use super::diffuse::{BLOCK, Diffuse, Samples};
use super::mobile::ValidityRange;
use super::serving::Serving;
use super::values::{Bandwidth, Frequency, Level, Speed};
use super::{Channel, ChannelModel, MobileUser};
use crate::context::LinkContext;

parameters! {
    /// Frequency-selective fading by a tapped delay line of 3GPP for satellites.
    pub struct NtnTdl "ntn-tdl" from "3GPP TR 38.811 Sec. 6.9.2", check range {
        /// Delay line: "A" and "B" without line of sight, "C" and "D" with one.
        profile: NtnTdlProfile,
        /// Root mean square of the delays of the echoes, by which the line is scaled.
        delay_spread: PositiveSpan = Duration::from_nanos(100),
        /// Bandwidth of the signal, over which the level is averaged.
        bandwidth: Bandwidth,
        /// Es/N0 of the link at 0 dB, at which the frequencies are averaged: by capacity.
        reference_es_n0: Level = 10.0,
        /// Speed of the user; at "0 km/h" the level is constant.
        speed: Speed,
        /// Carrier frequency, from 0.5 GHz to 100 GHz.
        frequency: Frequency = 2_000_000_000,
        /// Time from one level to the next; each level holds until the next one.
        sample: PositiveSpan = Duration::from_millis(1),
        /// Time in the channel's realization at the start of the run.
        offset: Span = Duration::ZERO,
    }
}

/// Doppler shift of the line of sight, relative to the maximum.
const LINE_OF_SIGHT_SHIFT: f64 = 0.7;

impl NtnTdl {
    fn mobile(&self) -> MobileUser {
        let shift = if self.profile.taps().0.is_some() { LINE_OF_SIGHT_SHIFT } else { 0.0 };
        MobileUser {
            speed_mps: self.speed,
            frequency_hz: self.frequency as f64,
            elevation_deg: Some(math::acos(shift).to_degrees()),
            sample: self.sample,
        }
    }

    fn range(&self, keys: &Keys, problems: &mut Problems<'_>) {
        let band_hz = (0.5e9, 100e9);
        let known = ValidityRange { model: "ntn-tdl", band_hz, elevations_deg: &[] };
        known.check(&MobileUser { elevation_deg: None, ..self.mobile() }, keys, problems);
    }
}

/// Delay lines with parameters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NtnTdlProfile {
    /// NTN-TDL-A.
    A,
    /// NTN-TDL-B.
    B,
    /// NTN-TDL-C.
    C,
    /// NTN-TDL-D.
    D,
}

/// Normalised delay and power in dB of an echo.
type Echo = (f64, f64);

impl NtnTdlProfile {
    /// Power of the line of sight, dB, if there is one, and the echoes.
    fn taps(self) -> (Option<f64>, &'static [Echo]) {
        match self {
            Self::A => (None, &[(0.0, 0.0), (1.0811, -4.675), (2.8416, -6.482)]),
            Self::B => (None, &[(0.0, 0.0), (0.7249, -1.973), (0.741, -4.332), (5.7392, -11.914)]),
            Self::C => (Some(-0.394), &[(0.0, -10.618), (14.8124, -23.373)]),
            Self::D => (Some(-0.284), &[(0.0, -11.991), (0.5596, -9.887), (7.334, -16.771)]),
        }
    }
}

impl Named for NtnTdlProfile {
    const WHAT: &'static str = "a delay line of the model \"ntn-tdl\"";
    fn choices() -> Vec<Choice<Self>> {
        let source = "3GPP TR 38.811 Sec. 6.9.2";
        vec![
            choice(Self::A, "A", "three echoes without line of sight", source),
            choice(Self::B, "B", "four echoes without line of sight", source),
            choice(Self::C, "C", "a line of sight and two echoes, 10.2 dB weaker or more", source),
            choice(Self::D, "D", "a line of sight and three echoes, 9.6 dB weaker or more", source),
        ]
    }
}

/// Level of the band for the amplitudes of a delay line.
#[derive(Clone, Debug)]
struct Band {
    /// Amplitude of the line of sight, and of each echo.
    direct: f64,
    amplitudes: Vec<f64>,
    /// Rotation of each echo at each frequency.
    rotations: Vec<Vec<(f64, f64)>>,
    es_n0: f64,
}

impl Band {
    /// Frequencies for each turn of the latest echo across the band, and the least and most.
    const PER_TURN: f64 = 4.0;
    const FREQUENCIES: (f64, f64) = (8.0, 64.0);

    fn new(model: &NtnTdl) -> Self {
        let ratio = |db: f64| math::powf(10.0, db / 10.0);
        let (direct, echoes) = model.profile.taps();
        let direct = direct.map_or(0.0, ratio);
        let whole = direct + echoes.iter().map(|(_, db)| ratio(*db)).sum::<f64>();
        let (spread_s, width_hz) = (model.delay_spread.as_secs_f64(), model.bandwidth as f64);
        let latest = echoes.iter().fold(0.0, |latest: f64, (delay, _)| latest.max(*delay));
        let (least, most) = Self::FREQUENCIES;
        let count = (Self::PER_TURN * width_hz * spread_s * latest).ceil().clamp(least, most);
        let frequencies = (0..count as u32).map(|k| (f64::from(k) + 0.5) / count - 0.5);
        let rotation = |frequency: f64, delay: f64| {
            let (sin, cos) = math::sin_cos(-TAU * frequency * width_hz * delay * spread_s);
            (cos, sin)
        };
        Self {
            direct: (direct / whole).sqrt(),
            amplitudes: echoes.iter().map(|(_, db)| (ratio(*db) / whole).sqrt()).collect(),
            rotations: frequencies
                .map(|own| echoes.iter().map(|(delay, _)| rotation(own, *delay)).collect())
                .collect(),
            es_n0: ratio(model.reference_es_n0),
        }
    }

    /// The level for unit amplitudes `echoes`, relative to the line of sight's phase, dB.
    fn level_db(&self, echoes: impl Iterator<Item = (f64, f64)> + Clone) -> f64 {
        let capacity = |rotations: &Vec<(f64, f64)>| {
            let (mut re, mut im) = (self.direct, 0.0);
            for ((amplitude, (cos, sin)), (x, y)) in
                self.amplitudes.iter().zip(rotations).zip(echoes.clone())
            {
                re += amplitude * (x * cos - y * sin);
                im += amplitude * (x * sin + y * cos);
            }
            math::ln_1p(self.es_n0 * (re * re + im * im))
        };
        let mean = self.rotations.iter().map(capacity).sum::<f64>() / self.rotations.len() as f64;
        (10.0 / LN_10) * math::ln((math::exp_m1(mean) / self.es_n0).max(1e-30))
    }
}

/// Independent levels of a model, ascending, for its distribution, which has no closed form.
type Drawn = Arc<Vec<f64>>;

impl NtnTdl {
    /// Number of independent levels: shares are known within 0.4 %, one standard error.
    const DRAWN: usize = 1 << 14;

    fn drawn(&self) -> Drawn {
        static LAST: Mutex<Option<(NtnTdl, Drawn)>> = Mutex::new(None);
        let mut last = LAST.lock().expect("a computation that does not panic");
        if let Some((model, levels)) = &*last
            && model == self
        {
            return levels.clone();
        }
        let band = Band::new(self);
        let mut stream = RandomStream::new(1, "levels of ntn-tdl");
        let mut level = || {
            let echo = |_: &f64| {
                let half = std::f64::consts::FRAC_1_SQRT_2;
                (half * stream.normal(), half * stream.normal())
            };
            let echoes: Vec<(f64, f64)> = band.amplitudes.iter().map(echo).collect();
            band.level_db(echoes.iter().copied())
        };
        let mut levels: Vec<f64> = (0..Self::DRAWN).map(|_| level()).collect();
        levels.sort_by(f64::total_cmp);
        let levels = Arc::new(levels);
        *last = Some((self.clone(), levels.clone()));
        levels
    }
}

impl ChannelModel for NtnTdl {
    fn build(
        &self,
        offset: Duration,
        context: &LinkContext<'_>,
        _: Option<&Arc<dyn Serving>>,
    ) -> Box<dyn Channel> {
        let user = self.mobile();
        let doppler = user.doppler_hz() * self.sample.as_secs_f64();
        let (direct, echoes) = self.profile.taps();
        let carrier = direct.map_or(0.0, |_| LINE_OF_SIGHT_SHIFT * doppler);
        let mut stream = context.stream("echoes of");
        Box::new(DelayLine {
            band: Band::new(self),
            echoes: echoes.iter().map(|_| Diffuse::new(doppler, carrier, &mut stream)).collect(),
            samples: vec![[(0.0, 0.0); BLOCK]; echoes.len()],
            block: None,
            sample: self.sample,
            offset,
            last: None,
        })
    }

    fn offset(&self) -> Duration {
        self.offset
    }

    fn level_exceeded_with(&self, probability: f64) -> f64 {
        let levels = self.drawn();
        let place = ((1.0 - probability) * levels.len() as f64) as usize;
        levels[place.min(levels.len() - 1)]
    }

    fn probability_above(&self, level_db: f64) -> f64 {
        let levels = self.drawn();
        let below = levels.partition_point(|level| *level <= level_db);
        1.0 - below as f64 / levels.len() as f64
    }

    fn user(&self) -> Option<MobileUser> {
        Some(self.mobile())
    }

    fn sample(&self) -> Option<Duration> {
        Some(self.sample)
    }
}

/// Channel of a user, with a block of samples of each echo.
struct DelayLine {
    band: Band,
    echoes: Vec<Diffuse>,
    samples: Vec<Samples>,
    block: Option<u64>,
    sample: Duration,
    offset: Duration,
    /// Number of the last sample read, and its level.
    last: Option<(u64, f64)>,
}

impl Channel for DelayLine {
    fn level_db(&mut self, at: Duration) -> f64 {
        let sample = (at + self.offset).as_nanos() / self.sample.as_nanos();
        if let Some((number, level)) = self.last
            && number == sample
        {
            return level;
        }
        let (block, inside) = (sample / BLOCK as u64, (sample % BLOCK as u64) as usize);
        if self.block != Some(block) {
            self.block = Some(block);
            for (echo, samples) in self.echoes.iter().zip(&mut self.samples) {
                echo.fill(block * BLOCK as u64, samples);
            }
        }
        let echoes = self.samples.iter().map(|samples| {
            let (re, im) = samples[inside];
            (f64::from(re), f64::from(im))
        });
        let level = self.band.level_db(echoes);
        self.last = Some((sample, level));
        level
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::context;
    use super::*;

    fn model(profile: NtnTdlProfile, bandwidth: u64) -> NtnTdl {
        NtnTdl {
            profile,
            delay_spread: Duration::from_nanos(100),
            bandwidth,
            reference_es_n0: 10.0,
            speed: 10.0,
            frequency: 2_000_000_000,
            sample: Duration::from_millis(1),
            offset: Duration::ZERO,
        }
    }

    const ALL: [NtnTdlProfile; 4] =
        [NtnTdlProfile::A, NtnTdlProfile::B, NtnTdlProfile::C, NtnTdlProfile::D];

    /// Goal: the tables are those published. Method: delays of A and B, which are normalised, have
    /// a spread of 1; K of C and D is 10.224 and 11.707 dB (openntn 2.0.0).
    #[test]
    fn delay_lines_have_their_published_figures() {
        for profile in [NtnTdlProfile::A, NtnTdlProfile::B] {
            let (_, echoes) = profile.taps();
            let mean = |of: &dyn Fn(f64) -> f64| {
                let powers =
                    echoes.iter().map(|(delay, db)| (of(*delay), math::powf(10.0, db / 10.0)));
                let (sum, whole) =
                    powers.fold((0.0, 0.0), |(sum, whole), (x, p)| (sum + p * x, whole + p));
                sum / whole
            };
            let spread = (mean(&|x| x * x) - math::powi(mean(&|x| x), 2)).sqrt();
            assert!((spread - 1.0).abs() < 0.001, "{profile:?}: {spread}");
        }
        for (profile, k_db) in [(NtnTdlProfile::C, 10.224), (NtnTdlProfile::D, 11.707)] {
            let (direct, echoes) = profile.taps();
            assert!((direct.unwrap() - echoes[0].1 - k_db).abs() < 1e-9);
        }
    }

    /// Goal: over a narrow band A and B fade as Rayleigh, C and D as Rice with all echoes. Method:
    /// the share of levels below -10 dB, 1 - exp(-0.1) for A and B; mean power 1 for all.
    #[test]
    fn a_narrow_band_fades_flat() {
        for profile in ALL {
            let narrow = model(profile, 1000);
            let levels = narrow.drawn();
            let power = levels.iter().map(|db| math::powf(10.0, db / 10.0)).sum::<f64>();
            assert!((power / levels.len() as f64 - 1.0).abs() < 0.03, "{profile:?}: {power}");
            let deep = 1.0 - narrow.probability_above(-10.0);
            match profile.taps().0 {
                None => assert!((deep - (1.0 - math::exp(-0.1))).abs() < 0.01, "{deep}"),
                Some(_) => assert!(deep < 0.01, "{deep}"),
            }
        }
    }

    /// Goal: a wide band averages fades. Method: what the level exceeded for 99 % of the time gains
    /// from 1 kHz to 100 MHz: several dB for the lines without line of sight, least for C, whose
    /// strong echo comes with the line of sight.
    #[test]
    fn a_wide_band_fades_less() {
        for (profile, least) in ALL.into_iter().zip([8.0, 8.0, 0.1, 1.0]) {
            let [narrow, wide] = [1000, 100_000_000]
                .map(|bandwidth| model(profile, bandwidth).level_exceeded_with(0.99));
            assert!(wide - narrow > least, "{profile:?}: {narrow} {wide}");
        }
    }

    /// Goal: levels over time have the distribution of independent draws. Method: the greatest
    /// distance of both over 300 users of 10 s, whose Doppler shift is 67 Hz, at levels 20 ms
    /// apart; some 100 independent fades each, of which 30,000 and 16,384 draws are 0.013 apart at
    /// the 5 % point.
    #[test]
    fn levels_are_distributed_as_independent_draws() {
        for profile in ALL {
            let sample = Duration::from_millis(20);
            let own = NtnTdl { sample, ..model(profile, 5_000_000) };
            let mut levels = Vec::new();
            for user in 0..300 {
                let mut channel =
                    own.build(Duration::ZERO, &context(&format!("user {user}")), None);
                levels.extend((0..500).map(|i| channel.level_db(sample * i)));
            }
            levels.sort_by(f64::total_cmp);
            let distance = (-100..=40).map(|quarter| {
                let level_db = 0.25 * f64::from(quarter);
                let below = levels.partition_point(|level| *level <= level_db);
                let above = 1.0 - below as f64 / levels.len() as f64;
                (above - own.probability_above(level_db)).abs()
            });
            let distance = distance.fold(0.0, f64::max);
            assert!(distance < 0.013, "{profile:?}: {distance}");
        }
    }
}
