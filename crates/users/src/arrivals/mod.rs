//! When users begin sessions: processes of arrivals to choose from.

mod even;
mod poisson;
mod trace;
mod uniform;

use skyseam_base::{Duration, RandomStream};
use skyseam_params::values::{PositiveSpan, Span};
use skyseam_params::{Keys, Parameters, Problems, parameters, registry};

pub use even::Even;
pub use poisson::{BusyHour, Poisson};
pub use trace::Trace;
pub use uniform::Uniform;

use crate::ground::Ground;

/// A process of arrivals and its parameters.
pub trait Arrivals: Parameters {
    /// How many sessions so many users begin in a window of this length, about; a scenario with too
    /// many is refused before they are drawn.
    fn expected(&self, users: u32, window: Duration) -> f64;

    /// The sessions of a group of users, those of each user in the order of time. `None` if
    /// something is wrong, which is noted; `keys` says where the parameters stand.
    fn begin(
        &self,
        scene: &Scene<'_>,
        keys: &Keys,
        problems: &mut Problems<'_>,
    ) -> Option<Vec<Begun>>;

    /// The key under which a `clock` has to stand where the scenario does not know the time of day
    /// at the start of the run; `None` where that is of no concern.
    fn lacks_clock(&self) -> Option<&'static str> {
        None
    }
}

/// What is known of a group of users when their sessions are drawn.
pub struct Scene<'s> {
    /// Where each user is; `None` for those without a place.
    pub users: &'s [Option<Ground>],
    /// From when sessions begin, counted from the start of the run.
    pub start: Duration,
    /// Within how long after that.
    pub window: Duration,
    /// Seconds after midnight (UTC) at the start of the run, if the scenario says so.
    pub utc_s: Option<f64>,
    /// The random numbers of each user for this purpose.
    pub random: &'s dyn Fn(u32) -> RandomStream,
}

impl Scene<'_> {
    /// How many users there are.
    pub fn count(&self) -> u32 {
        self.users.len() as u32
    }

    /// The instant so many seconds into the window, or its end.
    pub fn at(&self, t_s: f64) -> Duration {
        self.start + Duration::from_secs_f64(t_s).min(self.window)
    }
}

/// A session that begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Begun {
    /// Index of the user whose it is.
    pub user: u32,
    /// When, counted from the start of the run.
    pub at: Duration,
}

parameters! {
    /// Keys of all processes of arrivals.
    pub struct WindowKeys {
        /// From when, counted from the start of the run.
        start: Span = Duration::ZERO,
        /// Length of the window in which sessions begin. Default: to the end of the run.
        within: Option<PositiveSpan> = None,
    }
}

registry! {
    /// When sessions begin.
    dyn Arrivals "Sessions" is "a process of arrivals" at "users.sessions.kind" by "kind"
    or "poisson" with WindowKeys {
        Poisson, Uniform, Even, Trace,
    }
    pub fn built_in;
    pub fn member;
}
