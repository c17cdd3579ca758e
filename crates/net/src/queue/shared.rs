//! The scheduler of a link that users share, made when its first packet comes: most satellites of a
//! large constellation have no user below them all the time, and room for all users of each.

use skyseam_params::Model;

use crate::scheduler::{Policy, Scheduler, SharedLink};

/// A scheduler, and what it is made of.
pub struct Shared {
    policy: Model<dyn Policy>,
    link: SharedLink,
    scheduler: Option<Box<dyn Scheduler>>,
}

impl Shared {
    /// For the users of this link.
    ///
    /// # Panics
    /// Where the description makes no sense ([`Policy::sense`]).
    pub fn new(policy: &Model<dyn Policy>, link: SharedLink) -> Self {
        assert_eq!(policy.sense(), Ok(()), "a checked description");
        Self { policy: policy.clone(), link, scheduler: None }
    }

    /// How many users it is for.
    pub const fn users(&self) -> u32 {
        self.link.users
    }

    /// The scheduler, where something ever came.
    pub fn get(&mut self) -> Option<&mut (dyn Scheduler + 'static)> {
        self.scheduler.as_deref_mut()
    }

    /// The scheduler, for something that comes.
    pub fn get_or_build(&mut self) -> &mut dyn Scheduler {
        let Self { policy, link, scheduler } = self;
        scheduler.get_or_insert_with(|| policy.build(*link)).as_mut()
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
