//! Evenly spaced sessions, for checks by hand.

use skyseam_base::Duration;
use skyseam_params::values::Count;
use skyseam_params::{Keys, Problems, parameters};

use super::{ArrivalContext, Arrivals, SessionStart};

parameters! {
    /// Each user has a fixed number of sessions, and all sessions are equally spaced in time: first
    /// the first session of each user, in order of the users, then the second of each.
    pub struct Even "even" from "for checks by hand" {
        /// Sessions of each user.
        each: Count<1, 1_000_000>,
    }
}

impl Arrivals for Even {
    fn expected(&self, users: u32, _: Duration) -> f64 {
        f64::from(users) * f64::from(self.each)
    }

    fn begin(
        &self,
        scene: &ArrivalContext<'_>,
        _: &Keys,
        _: &mut Problems<'_>,
    ) -> Option<Vec<SessionStart>> {
        let users = u64::from(scene.count());
        let number = users * u64::from(self.each);
        let begun = |index: u64| {
            let nanos =
                u128::from(scene.window.as_nanos()) * u128::from(index) / u128::from(number);
            let at = scene.start + Duration::from_nanos(nanos as u64);
            SessionStart { user: (index % users) as u32, at }
        };
        Some((0..number).map(begun).collect())
    }
}
