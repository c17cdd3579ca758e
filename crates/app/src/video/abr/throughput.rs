//! The highest bitrate that the expected throughput carries.

use std::sync::Arc;

use skyseam_params::{parameters, plain_number};

use super::{Abr, AdaptationRule, BitrateChoice, PlayerState};
use crate::video::presentation::Presentation;

plain_number! {
    /// Share of the expected throughput.
    Safety from 0.01 to 10.0
}

/// Default share, as in dash.js and Spiteri et al. (MMSys 2018).
pub(super) const USUAL_SAFETY: f64 = 0.9;

parameters! {
    /// The highest bitrate within a share of the expected throughput; the first segment has the
    /// lowest.
    pub struct Throughput "throughput" from "Spiteri et al., MMSys 2018" {
        /// Share of the expected throughput that is used.
        safety: Safety = USUAL_SAFETY,
    }
}

impl Abr for Throughput {
    fn begin(&self, presentation: &Arc<Presentation>) -> Box<dyn AdaptationRule> {
        Box::new(ByThroughput { safety: self.safety, presentation: presentation.clone() })
    }
}

#[derive(Debug)]
struct ByThroughput {
    safety: f64,
    presentation: Arc<Presentation>,
}

impl AdaptationRule for ByThroughput {
    fn choose(&mut self, view: &PlayerState<'_>) -> BitrateChoice {
        let expected = view.throughput_bps.unwrap_or(0.0);
        BitrateChoice::at_once(self.presentation.level_within(self.safety * expected))
    }
}
