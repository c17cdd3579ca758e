//! Modes of the users of a shared carrier over time: each receives at the rate of its own mode, and
//! they share the carrier's time.
//!
//! Owns the modes; their source is a link budget for each user, and the transmitter sends.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};
use std::sync::Arc;

use skyseam_base::{Duration, Rate, SimTime};
use skyseam_radio::decibel::db;

use crate::link_trace::{LinkTrace, StepCursor};

/// Modes of the users of a carrier.
#[derive(Debug)]
pub struct UserModes {
    /// Users whom the carrier reaches at some time.
    users: BTreeMap<u32, UserMode>,
    /// Next change of each user whose mode changes.
    changes: BinaryHeap<Reverse<(SimTime, u32)>>,
    /// Rate of the most efficient mode.
    best: Rate,
    /// Rate of the most robust mode, in which frames for users without a mode are sent.
    least: Rate,
}

/// Mode of a user, by its rate.
#[derive(Debug)]
struct UserMode {
    /// Modes over time.
    course: StepCursor,
    /// Rate of the mode; `None` below all modes.
    rate: Option<Rate>,
    /// Whether the user cannot receive this mode: its level has fallen below the threshold, and the
    /// transmitter does not know it yet.
    is_lost: bool,
}

impl UserModes {
    /// Modes of the users of `courses`: rate over time from `start` on, and a loss of 1 where the
    /// user cannot receive the mode. `rates` are those of the most robust and of the most efficient
    /// mode.
    pub fn new(courses: &[(u32, Arc<LinkTrace>)], rates: [Rate; 2], start: SimTime) -> Self {
        let mode = |(user, course): &(u32, Arc<LinkTrace>)| {
            let course = StepCursor::new(course.clone(), start, Duration::ZERO);
            (*user, UserMode { course, rate: None, is_lost: false })
        };
        let users = courses.iter().map(mode).collect();
        let [least, best] = rates;
        let mut modes = Self { users, changes: BinaryHeap::new(), best, least };
        for (user, _) in courses {
            modes.change(*user, start);
        }
        modes
    }

    /// Sets the mode that `user` has at `now`, and notes its next change; returns its rate.
    fn change(&mut self, user: u32, now: SimTime) -> Option<Rate> {
        let UserMode { course, rate, is_lost } = self.users.get_mut(&user)?;
        let (step, until) = course.at(now);
        (*rate, *is_lost) = (step.rate, step.loss > 0.0);
        if until < SimTime::MAX {
            self.changes.push(Reverse((until, user)));
        }
        *rate
    }

    /// Changes modes up to `now`; reports users, and whether they have a mode, if that has changed.
    pub(crate) fn advance(&mut self, now: SimTime, note: &mut dyn FnMut(u32, bool)) {
        while let Some(&Reverse((at, user))) = self.changes.peek()
            && at <= now
        {
            self.changes.pop();
            let had_mode = self.users[&user].rate.is_some();
            let has_mode = self.change(user, now).is_some();
            if has_mode != had_mode {
                note(user, has_mode);
            }
        }
    }

    /// Time of the next change of a mode.
    pub(crate) fn next_change(&self) -> SimTime {
        self.changes.peek().map_or(SimTime::MAX, |Reverse((at, _))| *at)
    }

    /// Users below all modes.
    pub(crate) fn without(&self) -> impl Iterator<Item = u32> {
        self.users.iter().filter(|(_, own)| own.rate.is_none()).map(|(user, _)| *user)
    }

    /// Level of a user: the rate of its frames over that of the most efficient mode, dB.
    pub(crate) fn level_db(&self, user: u32) -> f64 {
        db(self.frame(user).0.as_bps() as f64 / self.best.as_bps() as f64)
    }

    /// Rate of a frame for a user, and whether the user cannot receive it.
    pub(crate) fn frame(&self, user: u32) -> (Rate, bool) {
        match self.users.get(&user) {
            Some(&UserMode { rate: Some(rate), is_lost, .. }) => (rate, is_lost),
            _ => (self.least, true),
        }
    }
}
