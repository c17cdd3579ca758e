//! The scheduler of a link that users share, built when its first packet arrives: most satellites
//! of a large constellation have no user most of the time, but could have any.

use skyseam_params::Model;

use crate::scheduler::{Scheduler, SchedulingPolicy, SharedLink};

/// A scheduler that is built on demand, and its configuration.
pub struct LazyScheduler {
    policy: Model<dyn SchedulingPolicy>,
    link: SharedLink,
    scheduler: Option<Box<dyn Scheduler>>,
}

impl LazyScheduler {
    /// The scheduler of this link, not built yet.
    ///
    /// # Panics
    /// If the policy's parameters are invalid ([`SchedulingPolicy::validate`]).
    pub fn new(policy: &Model<dyn SchedulingPolicy>, link: SharedLink) -> Self {
        assert_eq!(policy.validate(), Ok(()), "a checked description");
        Self { policy: policy.clone(), link, scheduler: None }
    }

    /// Number of users who share the link.
    pub const fn users(&self) -> u32 {
        self.link.users
    }

    /// The scheduler, if a packet has arrived.
    pub fn get(&mut self) -> Option<&mut (dyn Scheduler + 'static)> {
        self.scheduler.as_deref_mut()
    }

    /// The scheduler, after building it if necessary.
    pub(crate) fn get_or_build(&mut self) -> &mut dyn Scheduler {
        let Self { policy, link, scheduler } = self;
        scheduler.get_or_insert_with(|| policy.build(link.clone())).as_mut()
    }

    /// Number of packets held.
    pub fn len(&self) -> usize {
        self.scheduler.as_ref().map_or(0, |scheduler| scheduler.len())
    }

    /// Whether no packets are held.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}
