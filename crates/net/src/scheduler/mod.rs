//! Schedulers: whom a link that many users share sends to next.
//!
//! A user is whoever receives what is sent: a terminal below a satellite. A scheduler holds the
//! packets that wait, each user's apart where the policy wants it so, and chooses whenever the link
//! is free, with or without a look at how well each user receives at that instant. It owns limits
//! and drops; it knows no events and no links, and not what HARQ adds to a packet: redundancy goes
//! before everything that waits here, and whoever owns the link sees to that.
//!
//! A policy is one file here, parameters and all, and one line in the registry below, from which
//! come reader, messages, schema, manifest, `skyseam models` and the contract test. Policies that
//! choose the user with the highest score are a [`by_metric::Metric`] each.

pub mod by_metric;
mod codes;
mod config;
mod deficit_round_robin;
mod drop_tail;
mod exp_pf;
mod fq_codel;
mod m_lwdf;
mod proportional_fair;
pub mod rates;
mod round_robin;
mod standing;
pub mod users;
mod utility;

#[cfg(test)]
mod contract;

use skyseam_base::SimTime;
use skyseam_params::{Parameters, registry};

pub use codes::CoDeS;
pub use config::{LimitRule, SchedulerError, TauranLimit};
pub use deficit_round_robin::DeficitRoundRobin;
pub use drop_tail::DropTail;
pub use exp_pf::ExpPf;
pub use fq_codel::FqCoDel;
pub use m_lwdf::{MLwdf, WeightRule};
pub use proportional_fair::ProportionalFair;
pub use rates::{AverageRate, InstantRate, RatesConfig, RatesForm, TauranRates, TextbookRates};
pub use round_robin::RoundRobin;
pub use utility::Utility;

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

/// Whom to serve next: parameters, and the state that they begin with.
pub trait Policy: Parameters {
    /// The scheduler of one link.
    fn build(&self, link: SharedLink) -> Box<dyn Scheduler>;

    /// Whether its description makes sense.
    ///
    /// # Errors
    /// The first thing that does not.
    fn sense(&self) -> Result<(), SchedulerError> {
        Ok(())
    }

    /// Whether it looks at how well each user receives, so that the link needs a channel.
    fn needs_levels(&self) -> bool {
        false
    }

    /// Whether every user for whom something waits is served sooner or later, whatever the levels.
    fn serves_everyone(&self) -> bool {
        false
    }

    /// Weights of the first users, where it has such.
    fn weights(&self) -> &[f64] {
        &[]
    }
}

/// The link that a scheduler is built for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SharedLink {
    /// How many users share it.
    pub users: u32,
    /// Es/N0 that they receive over an unobstructed line of sight (level 0 dB), dB; of no meaning
    /// to policies that look at no levels.
    pub reference_es_n0_db: f64,
}

registry! {
    /// Whom a downlink serves next. Each terminal is a user with a queue of its own, but where the
    /// policy says otherwise.
    dyn Policy "Scheduler" is "a policy of a scheduler"
    at "links.downlink.scheduler.policy" by "policy" {
        DropTail,
        RoundRobin,
        DeficitRoundRobin,
        FqCoDel,
        ProportionalFair,
        MLwdf,
        ExpPf,
        Utility,
        CoDeS,
    }
    pub fn built_in;
    pub fn member;
}
