//! Model predictive control: the bitrates of the next segments with the best predicted quality of
//! experience, of which the first is requested.
//!
//! X. Yin, A. Jindal, V. Sekar, B. Sinopoli, "A Control-Theoretic Approach for Dynamic Adaptive
//! Video Streaming over HTTP", SIGCOMM 2015, in the form RobustMPC (Sec. 5.2): the throughput is
//! the harmonic mean over the last 5 segments, divided by 1 plus the greatest relative error of the
//! predictions for these. Quality is the bitrate; switches and stalls have the weights that Sec.
//! 7.1 calls balanced, per second of stall 3000 kbit/s.

use std::sync::Arc;

use skyseam_base::Duration;
use skyseam_params::values::Count;
use skyseam_params::{parameters, plain_number};

use super::{Abr, AdaptationRule, BitrateChoice, DownloadedSegment, PlayerState};
use crate::video::presentation::Presentation;

/// Number of segments whose throughput and errors are used.
const LOOKED_AT: usize = 5;

plain_number! {
    /// Cost of a switch or stall.
    Cost from 0.0 to 1e12
}

parameters! {
    /// By prediction: the bitrates of the next segments with the best quality of experience, at a
    /// conservative throughput.
    pub struct Mpc "mpc" from "Yin et al., SIGCOMM 2015 (RobustMPC)" {
        /// Number of predicted segments.
        horizon: Count<1, 8> = 5,
        /// Cost of a switch, relative to the difference of the bitrates.
        switch_cost: Cost = 1.0,
        /// Cost of a second of stall, kbit/s.
        stall_cost_kbps: Cost = 3000.0,
    }
}

impl Abr for Mpc {
    fn begin(&self, presentation: &Arc<Presentation>) -> Box<dyn AdaptationRule> {
        Box::new(LookingAhead {
            config: self.clone(),
            presentation: presentation.clone(),
            predicted_bps: None,
            errors: Vec::new(),
        })
    }
}

#[derive(Debug)]
struct LookingAhead {
    config: Mpc,
    presentation: Arc<Presentation>,
    /// Predicted mean for the current segment.
    predicted_bps: Option<f64>,
    /// Relative errors of the last predictions, the latest last.
    errors: Vec<f64>,
}

/// A partial sequence of bitrates under evaluation.
#[derive(Clone, Copy, Debug)]
struct BitratePlan {
    /// Level of its first segment.
    first: usize,
    /// Level of its last segment so far.
    last: Option<usize>,
    /// Quality so far, kbit/s.
    quality: f64,
    /// Length of the buffered video then, s.
    buffer_s: f64,
}

impl LookingAhead {
    /// The conservative throughput; `None` before the first segment.
    fn robust_throughput_bps(&mut self, view: &PlayerState<'_>) -> Option<f64> {
        let recent = &view.fetched[view.fetched.len().saturating_sub(LOOKED_AT)..];
        if recent.is_empty() {
            return None;
        }
        let inverse: f64 = recent.iter().map(|fetched| 1.0 / fetched.throughput_bps()).sum();
        let mean_bps = recent.len() as f64 / inverse;
        self.predicted_bps = Some(mean_bps);
        let worst = self.errors.iter().copied().fold(0.0, f64::max);
        Some(mean_bps / (1.0 + worst))
    }

    /// Evaluates all sequences that continue `course` with segment `number`; `best` is the best one
    /// so far.
    fn look(
        &self,
        bps: f64,
        limit_s: f64,
        number: u32,
        end: u32,
        course: BitratePlan,
        best: &mut BitratePlan,
    ) {
        if number == end {
            if course.quality > best.quality {
                *best = course;
            }
            return;
        }
        let top = self.presentation.ladder().len() - 1;
        let kbps = |level: usize| self.presentation.bitrate_bps(level) / 1e3;
        // Not even the highest bitrate without a switch or stall would do.
        if course.quality + f64::from(end - number) * kbps(top) <= best.quality {
            return;
        }
        for level in 0..=top {
            let took_s = self.presentation.bytes(number, level) as f64 * 8.0 / bps;
            let stall_s = (took_s - course.buffer_s).max(0.0);
            let switch = course.last.map_or(0.0, |last| (kbps(level) - kbps(last)).abs());
            let quality = course.quality + kbps(level)
                - self.config.switch_cost * switch
                - self.config.stall_cost_kbps * stall_s;
            let length_s = self.presentation.length(number).as_secs_f64();
            let buffer_s = ((course.buffer_s - took_s).max(0.0) + length_s).min(limit_s);
            let first = if course.first == usize::MAX { level } else { course.first };
            let next = BitratePlan { first, last: Some(level), quality, buffer_s };
            self.look(bps, limit_s, number + 1, end, next, best);
        }
    }
}

impl AdaptationRule for LookingAhead {
    fn choose(&mut self, view: &PlayerState<'_>) -> BitrateChoice {
        let Some(bps) = self.robust_throughput_bps(view) else { return BitrateChoice::at_once(0) };
        let end = (view.number + self.config.horizon).min(self.presentation.segments());
        let seconds = Duration::as_secs_f64;
        let (last, buffer_s) = (view.last_level(), seconds(view.buffer));
        let course = BitratePlan { first: usize::MAX, last, quality: 0.0, buffer_s };
        let mut best = BitratePlan { first: 0, quality: f64::NEG_INFINITY, ..course };
        self.look(bps, seconds(view.limit), view.number, end, course, &mut best);
        BitrateChoice::at_once(best.first)
    }

    fn on_segment(&mut self, fetched: &DownloadedSegment) {
        let Some(predicted_bps) = self.predicted_bps.take() else { return };
        let actual_bps = fetched.throughput_bps();
        if self.errors.len() == LOOKED_AT {
            self.errors.remove(0);
        }
        self.errors.push((predicted_bps - actual_bps).abs() / actual_bps);
    }
}

#[cfg(test)]
mod tests {
    use skyseam_base::{Rate, SimTime};

    use super::*;

    const SECONDS: fn(u64) -> Duration = Duration::from_secs;

    fn rule(config: Mpc) -> (Arc<Presentation>, Box<dyn AdaptationRule>) {
        let ladder = [300, 750, 1200, 1850, 2850].map(|kbps| Rate::from_bps(kbps * 1000).unwrap());
        let presentation =
            Arc::new(Presentation::new(SECONDS(400), SECONDS(4), ladder.to_vec(), None));
        let rule = config.begin(&presentation);
        (presentation, rule)
    }

    /// Segments of 1 s each at these throughputs, kbit/s, of level 2.
    fn fetched(kbps: &[u64]) -> Vec<DownloadedSegment> {
        let one = |(number, kbps): (u32, &u64)| DownloadedSegment {
            number,
            level: 2,
            bytes: kbps * 125,
            length: SECONDS(4),
            asked: SimTime::from_secs(u64::from(number)),
            finished: SimTime::from_secs(u64::from(number) + 1),
            buffer: SECONDS(8),
        };
        (0u32..).zip(kbps).map(one).collect()
    }

    fn view(fetched: &[DownloadedSegment], buffer_s: u64) -> PlayerState<'_> {
        PlayerState {
            now: SimTime::from_secs(100),
            number: fetched.len() as u32,
            buffer: SECONDS(buffer_s),
            throughput_bps: None,
            fetched,
            limit: SECONDS(30),
        }
    }

    /// Goal: the best of all sequences is chosen. Method: every sequence is scored one by one, by
    /// the formula of Yin et al. as written, over buffers and throughputs.
    #[test]
    fn the_best_course_is_chosen() {
        let config = Mpc { horizon: 3, ..Mpc::default() };
        for kbps in [200, 500, 900, 1500, 2500, 6000] {
            for buffer_s in [0, 2, 5, 9, 20] {
                let (presentation, mut rule) = rule(config.clone());
                let fetched = fetched(&[kbps]);
                let mut best = (f64::NEG_INFINITY, 0);
                for course in 0..125usize {
                    let levels = [course / 25, course / 5 % 5, course % 5];
                    let (mut quality, mut buffer, mut last) = (0.0, buffer_s as f64, 2usize);
                    for level in levels {
                        let rate = |level: usize| presentation.bitrate_bps(level) / 1000.0;
                        let took = 4.0 * rate(level) / kbps as f64;
                        quality += rate(level) - (rate(level) - rate(last)).abs();
                        quality -= 3000.0 * (took - buffer).max(0.0);
                        buffer = ((buffer - took).max(0.0) + 4.0).min(30.0);
                        last = level;
                    }
                    if quality > best.0 + 1e-6 {
                        best = (quality, levels[0]);
                    }
                }
                let choice = rule.choose(&view(&fetched, buffer_s));
                assert_eq!(choice, BitrateChoice::at_once(best.1), "{kbps} kbit/s, {buffer_s} s");
            }
        }
    }

    /// Goal: prediction errors make it conservative. Method: a mean of 2000 kbit/s after which only
    /// 500 come, an error of 3; the next mean is 800, of which a quarter is used.
    #[test]
    fn errors_lower_the_prediction() {
        let (_, mut rule) = rule(Mpc::default());
        let all = fetched(&[2000, 500]);
        assert_eq!(rule.choose(&view(&[], 0)), BitrateChoice::at_once(0));
        rule.choose(&view(&all[..1], 8));
        rule.on_segment(&all[1]);
        let careful = rule.choose(&view(&all, 6));
        let (_, mut fresh) = self::rule(Mpc::default());
        let careless = fresh.choose(&view(&all, 6));
        assert!(careful.level < careless.level, "{careful:?} {careless:?}");
        // At 200 kbit/s the lowest alone takes 6 s.
        assert_eq!(careful, BitrateChoice::at_once(0));
    }
}
