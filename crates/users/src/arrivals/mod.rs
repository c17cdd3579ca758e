//! Start times of sessions: a family of arrival processes.

mod even;
mod poisson;
mod trace;
mod uniform;

use skyseam_base::{Duration, RandomStream};
use skyseam_params::values::{PositiveSpan, Span};
use skyseam_params::{Keys, Parameters, Problems, parameters, registry};

pub use even::Even;
pub use poisson::{BusyHour, Poisson};
pub use trace::ArrivalTrace;
pub use uniform::Uniform;

use crate::ground::Ground;

/// An arrival process and its parameters.
pub trait Arrivals: Parameters {
    /// Approximate number of sessions that `users` users begin in a window of this length. A
    /// scenario with too many is rejected before they are drawn.
    fn expected(&self, users: u32, window: Duration) -> f64;

    /// The sessions of a group of users, those of each user in order of time. Returns `None` after
    /// reporting a problem; `keys` locates the parameters in the file.
    fn begin(
        &self,
        scene: &ArrivalContext<'_>,
        keys: &Keys,
        problems: &mut Problems<'_>,
    ) -> Option<Vec<SessionStart>>;

    /// Key for which `clock` is required if the scenario does not define the time of day; `None` if
    /// the process does not need it.
    fn lacks_clock(&self) -> Option<&'static str> {
        None
    }
}

/// Known data of a group of users when their sessions are drawn.
pub struct ArrivalContext<'s> {
    /// Location of each user; `None` for users without one.
    pub users: &'s [Option<Ground>],
    /// Start of the window in which sessions begin, after the start of the run.
    pub start: Duration,
    /// Length of the window.
    pub window: Duration,
    /// Seconds after midnight (UTC) at the start of the run, if the scenario says so.
    pub utc_s: Option<f64>,
    /// Random stream of each user for this purpose.
    pub random: &'s dyn Fn(u32) -> RandomStream,
}

impl ArrivalContext<'_> {
    /// Number of users.
    pub fn count(&self) -> u32 {
        self.users.len() as u32
    }

    /// The instant `t_s` seconds into the window, at most its end.
    pub fn at(&self, t_s: f64) -> Duration {
        self.start + Duration::from_secs_f64(t_s).min(self.window)
    }
}

/// The start of a session.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SessionStart {
    /// Index of the user.
    pub user: u32,
    /// Time after the start of the run.
    pub at: Duration,
}

parameters! {
    /// Keys that all arrival processes have.
    pub struct WindowKeys {
        /// Start of the window in which sessions begin, counted from the start of the run.
        start: Span = Duration::ZERO,
        /// Length of the window in which sessions begin. Default: to the end of the run.
        within: Option<PositiveSpan> = None,
    }
}

registry! {
    /// Start times of sessions.
    dyn Arrivals "Sessions" is "a process of arrivals" at "users.sessions.kind"
    or "poisson" with WindowKeys {
        Poisson, Uniform, Even, ArrivalTrace,
    }
    pub fn built_in;
    pub fn member;
}
