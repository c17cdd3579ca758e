//! BOLA: the bitrate from the buffer, by Lyapunov optimization, as in dash.js.
//!
//! K. Spiteri, R. Urgaonkar, R. K. Sitaraman, "BOLA: Near-Optimal Bitrate Adaptation for Online
//! Videos", INFOCOM 2016, in the form BOLA-E of Spiteri et al., MMSys 2018: a placeholder stands
//! for video that was not loaded although there was time, and an increase is limited to a bitrate
//! that the throughput carries. Constants and steps are those of dash.js 5.2.1 (`BolaRule`). Not
//! modelled: abandoned and replaced segments, seeking.

use std::sync::Arc;

use skyseam_base::{Duration, SimTime, math};
use skyseam_params::parameters;
use skyseam_params::values::PositiveSpan;

use super::throughput::{Safety, USUAL_SAFETY};
use super::{Abr, AdaptationRule, BitrateChoice, DownloadedSegment, PlayerState};
use crate::video::presentation::Presentation;

/// Buffer level below which it never waits, s.
const MIN_BUFFER_S: f64 = 10.0;
/// Contribution of each bitrate to the minimum target, s.
const BUFFER_PER_LEVEL_S: f64 = 2.0;
/// Factor by which the placeholder decays with each segment.
const DECAY: f64 = 0.99;

parameters! {
    /// By the buffer, with utilities logarithmic in the bitrate; increases are limited to bitrates
    /// that the throughput carries.
    pub struct Bola "bola" from "Spiteri et al., INFOCOM 2016; dash.js 5.2.1" {
        /// Buffer level at which the highest bitrate is chosen; 10 s and 2 s for each bitrate if
        /// that is more.
        target: PositiveSpan = Duration::from_secs(18),
        /// Share of the expected throughput that is used.
        safety: Safety = USUAL_SAFETY,
    }
}

impl Abr for Bola {
    fn begin(&self, presentation: &Arc<Presentation>) -> Box<dyn AdaptationRule> {
        let ladder = presentation.ladder();
        let lowest = presentation.bitrate_bps(0);
        let utilities: Vec<f64> = ladder
            .iter()
            .map(|rate| math::ln(rate.as_bps() as f64) - math::ln(lowest) + 1.0)
            .collect();
        let least_s = MIN_BUFFER_S + BUFFER_PER_LEVEL_S * ladder.len() as f64;
        let target_s = self.target.as_secs_f64().max(least_s);
        let highest = utilities[utilities.len() - 1];
        let gp = (highest - 1.0) / (target_s / MIN_BUFFER_S - 1.0);
        Box::new(ByBuffer {
            presentation: presentation.clone(),
            safety: self.safety,
            utilities,
            gp,
            vp: MIN_BUFFER_S / gp,
            placeholder_s: 0.0,
            level: None,
            last: None,
            is_steady: false,
        })
    }
}

#[derive(Debug)]
struct ByBuffer {
    presentation: Arc<Presentation>,
    safety: f64,
    /// Utility of each level, 1 for the lowest.
    utilities: Vec<f64>,
    /// `gamma p` and `V p` of the paper, the latter in s.
    gp: f64,
    vp: f64,
    /// Addition to the buffer level before it is evaluated, s.
    placeholder_s: f64,
    /// Level chosen last.
    level: Option<usize>,
    /// Arrival time and length of the last segment.
    last: Option<(SimTime, Duration)>,
    /// Whether the buffer decides, as opposed to the throughput.
    is_steady: bool,
}

impl ByBuffer {
    /// The best level at this buffer level; of two equally good ones, the higher.
    fn best_with(&self, buffer_s: f64) -> usize {
        let score = |level: usize| {
            let worth = self.vp * (self.utilities[level] - 1.0 + self.gp);
            (worth - buffer_s) / self.presentation.bitrate_bps(level)
        };
        let better = |best: usize, level: usize| {
            if score(level) >= score(best) { level } else { best }
        };
        (1..self.utilities.len()).fold(0, better)
    }

    /// Minimum buffer level at which `level` is better than all below it, s.
    fn least_for(&self, level: usize) -> f64 {
        let (bps, utility) = (self.presentation.bitrate_bps(level), self.utilities[level]);
        let over = |lower: usize| {
            let (lower_bps, lower_utility) =
                (self.presentation.bitrate_bps(lower), self.utilities[lower]);
            let ratio = (bps * lower_utility - lower_bps * utility) / (bps - lower_bps);
            self.vp * (self.gp + ratio)
        };
        (0..level).map(over).fold(0.0, f64::max)
    }

    /// Maximum buffer level at which loading at `level` is better than waiting, s.
    fn most_for(&self, level: usize) -> f64 {
        self.vp * (self.utilities[level] + self.gp)
    }

    fn carried(&self, throughput_bps: f64) -> usize {
        self.presentation.level_within(self.safety * throughput_bps)
    }

    fn choose_by_throughput(&mut self, view: &PlayerState<'_>) -> BitrateChoice {
        let Some(throughput_bps) = view.throughput_bps else { return BitrateChoice::at_once(0) };
        let level = self.carried(throughput_bps);
        let buffer_s = view.buffer.as_secs_f64();
        self.placeholder_s = (self.least_for(level) - buffer_s).max(0.0);
        self.level = Some(level);
        self.is_steady = self.last.is_some_and(|(_, length)| view.buffer >= length);
        BitrateChoice::at_once(level)
    }

    fn choose_by_buffer(&mut self, view: &PlayerState<'_>) -> BitrateChoice {
        if let Some((finished, _)) = self.last {
            self.placeholder_s += view.now.saturating_since(finished).as_secs_f64();
        }
        let buffer_s = view.buffer.as_secs_f64();
        let mut level = self.best_with(buffer_s + self.placeholder_s);
        let before = self.level.unwrap_or(0);
        let carried = self.carried(view.throughput_bps.unwrap_or(0.0));
        if level > before && level > carried {
            level = before.max(carried);
        }
        let mut excess_s = (buffer_s + self.placeholder_s - self.most_for(level)).max(0.0);
        if excess_s <= self.placeholder_s {
            self.placeholder_s -= excess_s;
            excess_s = 0.0;
        } else {
            excess_s -= self.placeholder_s;
            self.placeholder_s = 0.0;
            if level + 1 == self.utilities.len() {
                excess_s = 0.0;
            }
        }
        self.level = Some(level);
        BitrateChoice { level, pause: Duration::from_secs_f64(excess_s) }
    }
}

impl AdaptationRule for ByBuffer {
    fn choose(&mut self, view: &PlayerState<'_>) -> BitrateChoice {
        match self.utilities.len() {
            1 => BitrateChoice::at_once(0),
            _ if self.is_steady => self.choose_by_buffer(view),
            _ => self.choose_by_throughput(view),
        }
    }

    fn on_segment(&mut self, fetched: &DownloadedSegment) {
        self.placeholder_s *= DECAY;
        let at_request_s = fetched.buffer.as_secs_f64() + fetched.took_s();
        let most_s = (self.most_for(fetched.level) - at_request_s).max(0.0);
        self.placeholder_s = self.placeholder_s.min(most_s);
        self.level = Some(fetched.level);
        self.last = Some((fetched.finished, fetched.length));
    }

    fn on_stall(&mut self) {
        if self.is_steady {
            self.placeholder_s = 0.0;
        }
    }
}
