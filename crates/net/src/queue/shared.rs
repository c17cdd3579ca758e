//! The scheduler of a link that users share, made when its first packet comes: most satellites of a
//! large constellation have no user below them all the time, and room for all users of each.

use crate::scheduler::{self, Scheduler, SchedulerConfig};

/// A scheduler, and what it is made of.
pub struct Shared {
    config: SchedulerConfig,
    users: u32,
    scheduler: Option<Box<dyn Scheduler>>,
}

impl Shared {
    /// For so many users.
    ///
    /// # Panics
    /// Where the description makes no sense ([`SchedulerConfig::check`]).
    pub fn new(config: &SchedulerConfig, users: u32) -> Self {
        assert_eq!(config.check(), Ok(()), "a checked description");
        Self { config: config.clone(), users, scheduler: None }
    }

    /// How many users it is for.
    pub const fn users(&self) -> u32 {
        self.users
    }

    /// The scheduler, where something ever came.
    pub fn get(&mut self) -> Option<&mut (dyn Scheduler + 'static)> {
        self.scheduler.as_deref_mut()
    }

    /// The scheduler, for something that comes.
    pub fn get_or_build(&mut self) -> &mut dyn Scheduler {
        let Self { config, users, scheduler } = self;
        let build = || scheduler::build(config, *users).expect("a checked description");
        scheduler.get_or_insert_with(build).as_mut()
    }

    /// How many packets it holds.
    pub fn len(&self) -> usize {
        self.scheduler.as_ref().map_or(0, |scheduler| scheduler.len())
    }

    /// Whether it holds none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}
