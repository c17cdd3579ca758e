//! Sessions by a Poisson process, whose rate may follow the time of day.

use skyseam_base::{Duration, math};
use skyseam_params::{Keys, Problems, parameters};

use super::{Arrivals, Begun, Scene};
use crate::curve::Curve;
use crate::values::{Clock, PerHour};

const HOUR_S: f64 = 3600.0;

/// Solar time passes by an hour per so many degrees of longitude.
const DEG_PER_HOUR: f64 = 15.0;

parameters! {
    /// How the number of sessions follows the time of day, by the solar time of each user's place.
    pub struct BusyHour {
        /// A published curve by name, or 24 numbers that say how busy the hours 0 to 23 are, of
        /// which the greatest is the busiest hour; in between they are interpolated linearly.
        curve: Curve,
        /// Time of day at the start of the run, in UTC. Default: as `constellation.elements.epoch`
        /// has it. Users without a place have it as their own.
        clock: Option<Clock>,
    }
}

parameters! {
    /// The sessions of each user are a Poisson process.
    pub struct Poisson "poisson"
    from "with busy_hour by thinning: Lewis and Shedler, Naval Res. Logist. Q. 26, 1979" {
        /// Sessions that a user begins in an hour, on average; with `busy_hour` in the busiest.
        per_hour: PerHour,
        /// How the rate of sessions follows the time of day. Default: the rate is constant.
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

    fn begin(&self, scene: &Scene<'_>, _: &Keys, _: &mut Problems<'_>) -> Option<Vec<Begun>> {
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
                    all.push(Begun { user, at: scene.at(t_s) });
                }
            }
        }
        Some(all)
    }
}
