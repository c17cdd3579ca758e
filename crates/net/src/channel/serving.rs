//! The serving satellite of a receiver, and how a channel follows it across the sky.
//!
//! The caller in `sim` provides the serving satellites and their positions.

use std::fmt::Debug;
use std::sync::Arc;

use skyseam_base::Duration;

/// Serving satellite as seen by a receiver.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ServingSight {
    /// Number that identifies the satellite.
    pub satellite: u32,
    /// Elevation above the receiver's horizontal plane, degrees.
    pub elevation_deg: f64,
}

/// The successive serving satellites of a receiver.
pub trait Serving: Debug + Send + Sync {
    /// The satellite serving at `at`, counted from the start of the run, if any, and the time of
    /// the next change.
    fn sight(&self, at: Duration) -> (Option<ServingSight>, Duration);
}

/// Time between two updates of the elevation, during which the elevation of a satellite 500 km high
/// changes by less than a tenth of a degree.
pub(super) const BETWEEN_LOOKS: Duration = Duration::from_millis(100);

/// Follows the satellite along the samples of a channel. Updates are at the same samples whichever
/// levels are read: every [`BETWEEN_LOOKS`], and at each handover.
#[derive(Debug)]
pub(super) struct SatelliteTracker {
    serving: Arc<dyn Serving>,
    /// Time in the channel's realization at the start of the run; the first satellite serves until
    /// then.
    offset: Duration,
    sample: Duration,
    /// Sample of the next update.
    next: u64,
    satellite: Option<u32>,
    elevation_deg: f64,
}

/// A change found by an update.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum SatelliteChange {
    /// The satellite is at another elevation, degrees.
    Moved(f64),
    /// A handover to another satellite, at this elevation, degrees.
    HandedOver(f64),
}

impl SatelliteTracker {
    pub(super) fn new(serving: Arc<dyn Serving>, offset: Duration, sample: Duration) -> Self {
        let (satellite, elevation_deg) = (None, 0.0);
        let mut this = Self { serving, offset, sample, next: 0, satellite, elevation_deg };
        this.look(0);
        this
    }

    /// Elevation at the last update, degrees; that of the horizon if there is no satellite.
    pub(super) fn elevation_deg(&self) -> f64 {
        self.elevation_deg
    }

    /// The next update due by `sample`: its sample, and the change found.
    pub(super) fn look_by(&mut self, sample: u64) -> Option<(u64, Option<SatelliteChange>)> {
        let due = self.next;
        (due <= sample).then(|| (due, self.look(due)))
    }

    fn look(&mut self, sample: u64) -> Option<SatelliteChange> {
        let at = self.sample.saturating_mul(sample).saturating_sub(self.offset);
        let (sight, until) = self.serving.sight(at);
        let step = self.sample.as_nanos();
        let change = until.as_nanos().saturating_add(self.offset.as_nanos()).div_ceil(step);
        let regular = sample + (BETWEEN_LOOKS.as_nanos() / step).max(1);
        self.next = regular.min(change.max(sample + 1));
        let ServingSight { satellite, elevation_deg } = sight?;
        let is_another = self.satellite.replace(satellite) != Some(satellite);
        let has_moved = std::mem::replace(&mut self.elevation_deg, elevation_deg) != elevation_deg;
        match (is_another, has_moved) {
            (true, _) => Some(SatelliteChange::HandedOver(elevation_deg)),
            (false, true) => Some(SatelliteChange::Moved(elevation_deg)),
            (false, false) => None,
        }
    }
}
