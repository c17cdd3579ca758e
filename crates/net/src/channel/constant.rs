//! A channel that does not fade: noise alone, at a level that stays as it is.

use skyseam_base::Duration;

use super::{Channel, ChannelEntry, ChannelModel};

/// How scenarios and documentation know it.
pub(super) const ENTRY: ChannelEntry = ChannelEntry {
    name: "constant",
    summary: "the same level all the time: noise without fading",
    source: "additive white Gaussian noise",
    example: || ChannelModel::Constant { level_db: -3.0 },
};

/// One level.
#[derive(Debug)]
pub(super) struct Constant {
    pub(super) level_db: f64,
}

impl Channel for Constant {
    fn level_db(&mut self, _: Duration) -> f64 {
        self.level_db
    }
}
