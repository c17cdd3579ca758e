//! Serving satellite of a terminal, for channels that follow it.
//!
//! Combines the timeline, which knows satellites, and channels, which know only elevations.

use std::sync::Arc;

use skyseam_base::{Duration, NodeId, SimTime};
use skyseam_constellation::Timeline;
use skyseam_net::channel::{Serving, ServingSight};

/// Serving satellites of a terminal from the start of a run on: of several at a time, the one to
/// which it has been linked longest.
#[derive(Debug)]
pub(crate) struct ServingSatellites {
    timeline: Arc<Timeline>,
    terminal: NodeId,
    start: SimTime,
}

impl ServingSatellites {
    /// The serving satellites of `terminal`, for a run that begins at `start`.
    pub fn of(timeline: &Arc<Timeline>, terminal: NodeId, start: SimTime) -> Arc<dyn Serving> {
        Arc::new(Self { timeline: timeline.clone(), terminal, start })
    }
}

impl Serving for ServingSatellites {
    fn sight(&self, at: Duration) -> (Option<ServingSight>, Duration) {
        // Channels compute a few levels ahead; there are no positions after the end.
        let t = self.start.saturating_add(at).min(self.timeline.end());
        let (satellite, until) = self.timeline.satellite_until(self.terminal, t);
        let sky = self.timeline.sky();
        let sight = satellite.map(|satellite| ServingSight {
            satellite: satellite.0,
            elevation_deg: sky.elevation_rad(self.terminal, satellite, t).to_degrees(),
        });
        (sight, until.saturating_since(self.start))
    }
}
