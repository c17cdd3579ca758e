//! Sessions by a Poisson process, whose rate may follow the time of day.

use skyseam_base::{Duration, math};
use skyseam_params::{Keys, Problems, parameters};

use super::{ArrivalContext, Arrivals, SessionStart};
use crate::curve::Curve;
use crate::values::{PerHour, TimeOfDay};

const HOUR_S: f64 = 3600.0;

/// Degrees of longitude by which solar time differs by an hour.
const DEG_PER_HOUR: f64 = 15.0;

parameters! {
    /// Variation of the number of sessions over the day, by the solar time of each user's location.
    pub struct BusyHour {
        /// A published curve by name, or 24 numbers, one per hour from 0 to 23, that give the
        /// relative activity; the largest is the busiest hour. Values between the hours are
        /// interpolated linearly.
        curve: Curve,
        /// Time of day at the start of the run, in UTC. Default: that of
        /// `constellation.elements.epoch`. Users without a location take it as their solar time.
        clock: Option<TimeOfDay>,
    }
}

parameters! {
    /// The sessions of each user are a Poisson process.
    pub struct Poisson "poisson"
    from "with busy_hour by thinning: Lewis and Shedler, Naval Res. Logist. Q. 26, 1979" {
        /// Mean number of sessions that a user begins per hour; with `busy_hour`, in the busiest
        /// hour.
        per_hour: PerHour,
        /// Variation of the session rate over the day. Default: the rate is constant.
        busy_hour: Option<BusyHour>,
    }
}

impl Arrivals for Poisson {
    fn expected(&self, users: u32, window: Duration) -> f64 {
        f64::from(users) * (self.per_hour * window.as_secs_f64() / HOUR_S)
    }

    fn lacks_clock(&self) -> Option<&'static str> {
        self.busy_hour.as_ref().filter(|busy| busy.clock.is_none()).map(|_| "busy_hour")
    }

    fn begin(
        &self,
        scene: &ArrivalContext<'_>,
        _: &Keys,
        _: &mut Problems<'_>,
    ) -> Option<Vec<SessionStart>> {
        let span_s = scene.window.as_secs_f64();
        let mut all = Vec::new();
        for (user, place) in (0..).zip(scene.users) {
            let mut random = (scene.random)(user);
            let busy = match &self.busy_hour {
                Some(busy) => {
                    let utc_s = busy.clock.map(Duration::as_secs_f64).or(scene.utc_s)?;
                    let longitude_deg = place.map_or(0.0, |place| place.longitude_deg);
                    let midnight_s =
                        utc_s + longitude_deg / DEG_PER_HOUR * HOUR_S + scene.start.as_secs_f64();
                    Some((&busy.curve, midnight_s))
                }
                None => None,
            };
            let mut t_s = 0.0;
            loop {
                t_s -= math::ln_1p(-random.uniform()) * HOUR_S / self.per_hour;
                if t_s >= span_s {
                    break;
                }
                // Lewis and Shedler: those of the busiest hour, of which the curve keeps its share.
                let is_kept = busy.is_none_or(|(curve, midnight_s)| {
                    random.uniform() < curve.at(midnight_s + t_s)
                });
                if is_kept {
                    all.push(SessionStart { user, at: scene.at(t_s) });
                }
            }
        }
        Some(all)
    }
}
