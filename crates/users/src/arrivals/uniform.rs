//! A fixed number of sessions per user at random instants.

use skyseam_base::Duration;
use skyseam_params::values::Count;
use skyseam_params::{Keys, Problems, parameters};

use super::{ArrivalContext, Arrivals, SessionStart};

parameters! {
    /// Each user has a fixed number of sessions, each at an instant drawn uniformly.
    pub struct Uniform "uniform" from "a Poisson process given its number of arrivals" {
        /// Sessions of each user.
        each: Count<1, 1_000_000>,
    }
}

impl Arrivals for Uniform {
    fn expected(&self, users: u32, _: Duration) -> f64 {
        f64::from(users) * f64::from(self.each)
    }

    fn begin(
        &self,
        scene: &ArrivalContext<'_>,
        _: &Keys,
        _: &mut Problems<'_>,
    ) -> Option<Vec<SessionStart>> {
        let span_s = scene.window.as_secs_f64();
        let mut all = Vec::new();
        for user in 0..scene.count() {
            let mut random = (scene.random)(user);
            let mut own: Vec<f64> = (0..self.each).map(|_| span_s * random.uniform()).collect();
            own.sort_by(f64::total_cmp);
            all.extend(own.into_iter().map(|t_s| SessionStart { user, at: scene.at(t_s) }));
        }
        Some(all)
    }
}
