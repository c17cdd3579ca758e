//! Schedulers: which of its many users a shared link serves next.
//!
//! A user is a receiver: a terminal below a satellite. A scheduler holds the packets that wait, in
//! a queue for each user if the policy wants it so, and picks one whenever the link is free, with
//! or without reading how well each user receives at that instant. It owns limits and drops. It
//! knows no events and no links, and not what HARQ adds to a packet: redundancy goes before all
//! packets that wait here, which the owner of the link ensures.
//!
//! A policy is one file here, parameters included, and one line in the registry below, from which
//! reader, messages, schema, manifest, `skyseam models` and the contract test are made. A policy
//! that picks the user with the highest score is a [`by_metric::Metric`].

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
/// minus infinity for no signal. NaN counts as minus infinity, a level above 300 dB as 300 dB. It
/// is called only if a policy needs it, and only for users that are backlogged or were served last.
pub type Levels<'a> = dyn FnMut(u32) -> f64 + 'a;

/// Holds the packets of a link's users and chooses the next one whenever the link is free.
///
/// Users are numbered from 0 up to the number the scheduler was built for. Instants never go back.
pub trait Scheduler: Send {
    /// Takes in a packet for `user`; packets dropped because of it, perhaps itself, go to
    /// `dropped`.
    ///
    /// # Panics
    /// When there is no such user.
    fn enqueue(&mut self, now: SimTime, user: u32, packet: Held, dropped: &mut Vec<Dropped>);

    /// Takes out the packet to send at `now`; packets dropped before it go to `dropped`. `None`
    /// only when none is left: no policy leaves the link idle while a packet waits.
    fn dequeue(
        &mut self,
        now: SimTime,
        levels: &mut Levels<'_>,
        dropped: &mut Vec<Dropped>,
    ) -> Option<Held>;

    /// Takes out all packets of a user that the link no longer reaches, in their order.
    fn withdraw(&mut self, user: u32, out: &mut Vec<Held>);

    /// How many packets it holds.
    fn len(&self) -> usize;

    /// Whether it holds no packet.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// A policy: its parameters, and the scheduler they give.
pub trait Policy: Parameters {
    /// The scheduler of one link.
    fn build(&self, link: SharedLink) -> Box<dyn Scheduler>;

    /// Checks its parameters.
    ///
    /// # Errors
    /// The first one that is invalid.
    fn sense(&self) -> Result<(), SchedulerError> {
        Ok(())
    }

    /// Whether it reads the users' levels, so that the link needs a channel.
    fn needs_levels(&self) -> bool {
        false
    }

    /// Whether every backlogged user is served sooner or later, whatever the levels.
    fn serves_everyone(&self) -> bool {
        false
    }

    /// Weights of the first users, if the policy has weights.
    fn weights(&self) -> &[f64] {
        &[]
    }
}

/// The link that a scheduler is built for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SharedLink {
    /// How many users share it.
    pub users: u32,
    /// Es/N0 received over an unobstructed line of sight (level 0 dB), dB; policies that read no
    /// levels ignore it.
    pub reference_es_n0_db: f64,
}

registry! {
    /// Which user a downlink serves next. Each terminal is a user with a queue of its own, unless
    /// the policy says otherwise.
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
