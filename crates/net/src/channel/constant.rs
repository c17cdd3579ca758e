//! A channel without fading: noise at a constant level.

use std::sync::Arc;

use skyseam_base::Duration;
use skyseam_params::parameters;

use super::serving::Serving;
use super::values::Level;
use super::{Channel, ChannelModel};
use crate::context::LinkContext;

parameters! {
    /// A constant level: noise without fading.
    pub struct ConstantLevel "constant" from "additive white Gaussian noise" {
        /// Received level.
        level: Level,
    }
}

impl ChannelModel for ConstantLevel {
    fn build(
        &self,
        _: Duration,
        _: &LinkContext<'_>,
        _: Option<&Arc<dyn Serving>>,
    ) -> Box<dyn Channel> {
        Box::new(OneLevel { level_db: self.level })
    }

    fn level_exceeded_with(&self, _: f64) -> f64 {
        self.level
    }

    fn probability_above(&self, level_db: f64) -> f64 {
        f64::from(u8::from(self.level > level_db))
    }

    fn sample(&self) -> Option<Duration> {
        None
    }

    fn is_drawn(&self) -> bool {
        false
    }
}

/// A constant level.
#[derive(Debug)]
struct OneLevel {
    level_db: f64,
}

impl Channel for OneLevel {
    fn level_db(&mut self, _: Duration) -> f64 {
        self.level_db
    }
}
