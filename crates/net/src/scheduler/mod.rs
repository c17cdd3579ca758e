//! Schedulers: whom a link that many users share sends to next.
//!
//! A user is whoever receives what is sent: a terminal below a satellite. A scheduler holds the
//! packets that wait, each user's apart where the policy wants it so, and chooses whenever the link
//! is free, with or without a look at how well each user receives at that instant. It owns limits
//! and drops; it knows no events and no links, and not what HARQ adds to a packet: redundancy goes
//! before everything that waits here, and whoever owns the link sees to that.
//!
//! A policy is one file here, one variant of [`Policy`] and one line in [`SCHEDULERS`]; that line
//! feeds the scenario's names, the documentation and the contract test below. Policies that choose
//! the user with the highest score are a [`by_metric::Metric`] each.

pub mod by_metric;
mod codes;
mod config;
mod deficit_round_robin;
mod drop_tail;
mod exp_pf;
mod fq_codel;
mod m_lwdf;
mod proportional_fair;
mod rates;
mod round_robin;
mod standing;
pub mod users;
mod utility;

#[cfg(test)]
mod contract;

use skyseam_base::SimTime;

pub use codes::CoDeSConfig;
pub use config::{LimitRule, SchedulerConfig, SchedulerError};
pub use deficit_round_robin::DeficitRoundRobinConfig;
pub use exp_pf::ExpPfConfig;
pub use fq_codel::UserCoDelConfig;
pub use m_lwdf::{MLwdfConfig, MLwdfRule};
pub use rates::{AverageRate, InstantRate, RatesConfig};
pub use utility::{Utility, UtilityConfig};

use crate::queue::{Dropped, Held};

/// The level at which each user would receive now: dB relative to an unobstructed line of sight,
/// minus infinity for nothing at all. What is no number counts as nothing, what is above 300 dB as
/// 300 dB. Asked only where a policy needs it, and only for users for whom something waits or who
/// were served last.
pub type Levels<'a> = dyn FnMut(u32) -> f64 + 'a;

/// Holds the packets of a link's users and chooses the next one whenever the link is free.
///
/// Users are numbered from 0 up to the number the scheduler was built for. Instants never go back.
pub trait Scheduler: Send {
    /// Takes in a packet for `user`; those thrown out for it, maybe itself, go to `dropped`.
    ///
    /// # Panics
    /// Where there is no such user.
    fn enqueue(&mut self, now: SimTime, user: u32, packet: Held, dropped: &mut Vec<Dropped>);

    /// Takes out the packet that is sent from `now` on; those thrown out on the way to it go to
    /// `dropped`. `None` only when none is left: no policy lets the link idle while one waits.
    fn dequeue(
        &mut self,
        now: SimTime,
        levels: &mut Levels<'_>,
        dropped: &mut Vec<Dropped>,
    ) -> Option<Held>;

    /// Takes out all packets of a user, in their order: one whom the link no longer reaches.
    fn withdraw(&mut self, user: u32, out: &mut Vec<Held>);

    /// How many packets it holds.
    fn len(&self) -> usize;

    /// Whether it holds none.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// Whom to serve next.
#[derive(Clone, Debug, PartialEq)]
pub enum Policy {
    /// In the order of arrival.
    DropTail,
    /// One user after the other, a packet each.
    RoundRobin,
    /// One user after the other, as many bytes each as their weights say.
    DeficitRoundRobin(DeficitRoundRobinConfig),
    /// A queue for each user under CoDel's law, by turns.
    FqCoDel(UserCoDelConfig),
    /// The user whose rate now is the highest in comparison with their average.
    ProportionalFair(RatesConfig),
    /// Proportional fair, weighted by how long packets have waited.
    MLwdf(MLwdfConfig),
    /// Proportional fair, weighted by the exponential of how long packets have waited.
    ExpPf(ExpPfConfig),
    /// The user to whom a transmission is of most use.
    Utility(UtilityConfig),
    /// Proportional fair without the packets that have waited too long.
    CoDeS(CoDeSConfig),
}

impl Policy {
    /// Whether it looks at how well each user receives, so that the link needs a channel.
    pub const fn needs_levels(&self) -> bool {
        match self {
            Self::DropTail | Self::RoundRobin | Self::DeficitRoundRobin(_) | Self::FqCoDel(_) => {
                false
            }
            Self::ProportionalFair(_)
            | Self::MLwdf(_)
            | Self::ExpPf(_)
            | Self::Utility(_)
            | Self::CoDeS(_) => true,
        }
    }
}

/// A policy as scenarios and documentation know it.
#[derive(Clone, Debug)]
pub struct SchedulerEntry {
    /// Name in scenario files.
    pub name: &'static str,
    /// One line of what it does.
    pub summary: &'static str,
    /// Where it is defined.
    pub source: &'static str,
    /// Whether every user for whom something waits is served sooner or later, whatever the levels.
    pub serves_everyone: bool,
    /// Some of its kind, for the contract test: as in textbooks, and as in the thesis where that
    /// differs.
    pub examples: fn() -> Vec<Policy>,
}

/// Every policy there is.
pub const SCHEDULERS: &[SchedulerEntry] = &[
    drop_tail::ENTRY,
    round_robin::ENTRY,
    deficit_round_robin::ENTRY,
    fq_codel::ENTRY,
    proportional_fair::ENTRY,
    m_lwdf::ENTRY,
    exp_pf::ENTRY,
    utility::ENTRY,
    codes::ENTRY,
];

/// The scheduler of a link with `users`.
///
/// # Errors
/// What of its description makes no sense.
pub fn build(config: &SchedulerConfig, users: u32) -> Result<Box<dyn Scheduler>, SchedulerError> {
    config.check()?;
    let limit = config.limit.of(users);
    Ok(match &config.policy {
        Policy::DropTail => Box::new(drop_tail::DropTail::new(users, limit)),
        Policy::RoundRobin => Box::new(round_robin::RoundRobin::new(users, limit)),
        Policy::DeficitRoundRobin(config) => {
            Box::new(deficit_round_robin::DeficitRoundRobin::new(config, users, limit))
        }
        Policy::FqCoDel(config) => Box::new(fq_codel::UserFqCoDel::new(config, users, limit)),
        Policy::ProportionalFair(config) => {
            Box::new(proportional_fair::scheduler(config, users, limit))
        }
        Policy::MLwdf(config) => Box::new(m_lwdf::scheduler(config, users, limit)),
        Policy::ExpPf(config) => Box::new(exp_pf::scheduler(config, users, limit)),
        Policy::Utility(config) => Box::new(utility::scheduler(config, users, limit)),
        Policy::CoDeS(config) => Box::new(codes::scheduler(config, users, limit)),
    })
}
