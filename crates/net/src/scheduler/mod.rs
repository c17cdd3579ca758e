//! Schedulers: choice of the user that a shared link serves next.
//!
//! A user is a receiver: a terminal below a satellite. A scheduler holds the waiting packets, in a
//! queue for each user if the policy requires it, and picks one whenever the link is free, with or
//! without reading the current level of each user. It owns limits and drops. It knows no events and
//! no links, and no redundancy of HARQ, which the owner of the link sends before all packets that
//! wait here.
//!
//! A policy is one file here, including its parameters, and one line in the registry below, from
//! which reader, messages, schema, manifest, `skyseam models` and the contract test are made. A
//! policy that picks the user with the highest score is a [`by_metric::UserRanking`].

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

use std::sync::Arc;

use skyseam_base::{RandomStream, Rate, SimTime};
use skyseam_params::{Parameters, registry};

pub use codes::CoDeS;
pub use config::{LimitRule, SchedulerError, TauranLimit};
pub use deficit_round_robin::{DeficitRoundRobin, Share};
pub use drop_tail::DropTailScheduler;
pub use exp_pf::ExpPf;
pub use fq_codel::FqCoDelScheduler;
pub use m_lwdf::{MLwdf, WeightRule};
pub use proportional_fair::ProportionalFair;
pub use rates::{AverageRate, InstantRate, RatesConfig, RatesForm, TauranRates, TextbookRates};
pub use round_robin::RoundRobin;
pub use utility::Utility;

use crate::queue::{Dropped, QueuedPacket};

/// Callback for the level at which a user would receive now: dB relative to an unobstructed line of
/// sight, minus infinity for no signal. NaN counts as minus infinity, a level above 300 dB as 300
/// dB. On a carrier with modes it is that of the user's rate: see [`SharedLink::best_mode`]. It is
/// called only if a policy needs it, and only for users that are backlogged or were
/// served last.
pub type LevelOf<'a> = dyn FnMut(u32) -> f64 + 'a;

/// Holds the packets of a link's users and chooses the next one whenever the link is free.
///
/// Users are numbered from 0 up to the number the scheduler was built for. Instants never decrease.
pub trait Scheduler: Send {
    /// Enqueues a packet for `user`; packets dropped as a result, possibly itself, are appended to
    /// `dropped`.
    ///
    /// # Panics
    /// If there is no such user.
    fn enqueue(
        &mut self,
        now: SimTime,
        user: u32,
        packet: QueuedPacket,
        dropped: &mut Vec<Dropped>,
    );

    /// Dequeues the packet to send at `now`; packets dropped before it are appended to `dropped`.
    /// `None` only if none is left but for blocked users: no policy leaves the link idle while
    /// another packet waits.
    fn dequeue(
        &mut self,
        now: SimTime,
        levels: &mut LevelOf<'_>,
        dropped: &mut Vec<Dropped>,
    ) -> Option<QueuedPacket>;

    /// Removes all packets of a user that the link no longer reaches, in their order.
    fn withdraw(&mut self, user: u32, out: &mut Vec<QueuedPacket>);

    /// Excludes a user from the choice, since the link cannot send to it now, or includes it again.
    /// A policy that ignores this has the packet that it chooses for such a user held back, and
    /// with it all others.
    fn set_blocked(&mut self, _user: u32, _is_blocked: bool) {}

    /// Number of packets held.
    fn len(&self) -> usize;

    /// Whether no packets are held.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// A policy: its parameters, and the scheduler they define.
pub trait SchedulingPolicy: Parameters {
    /// Creates the scheduler of one link.
    fn build(&self, link: SharedLink) -> Box<dyn Scheduler>;

    /// Checks the parameters.
    ///
    /// # Errors
    /// The first one that is invalid.
    fn validate(&self) -> Result<(), SchedulerError> {
        Ok(())
    }

    /// Whether the policy reads the users' levels, so that the link needs a channel.
    fn needs_levels(&self) -> bool {
        false
    }

    /// Whether the policy needs the rates at which users receive, so that the link needs a budget.
    fn needs_modes(&self) -> bool {
        false
    }

    /// Whether every backlogged user is eventually served, whatever the levels.
    fn serves_everyone(&self) -> bool {
        false
    }

    /// Weights of the first users, if the policy has weights.
    fn weights(&self) -> &[f64] {
        &[]
    }
}

/// The link that a scheduler is built for.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SharedLink {
    /// Number of users who share the link.
    pub users: u32,
    /// Es/N0 received over an unobstructed line of sight (level 0 dB), dB; policies that read no
    /// levels ignore it.
    pub reference_es_n0_db: f64,
    /// Unique name of the link.
    pub name: Arc<str>,
    /// Seed of the run.
    pub seed: u64,
    /// Rate of the most efficient mode, on a carrier whose users receive at modes of their own:
    /// then the level of a user is that of its rate against this one, 10 log10 of their ratio.
    pub best_mode: Option<Rate>,
}

impl SharedLink {
    /// Rates and averages by `form`: where users have modes, the rate of a user is that of its
    /// mode.
    pub fn rates(&self, form: &dyn RatesForm) -> RatesConfig {
        let config = form.rates(self.reference_es_n0_db);
        match self.best_mode {
            Some(best) => {
                let best_bps = best.as_bps() as f64;
                RatesConfig { instant: InstantRate::Mode { best_bps }, ..config }
            }
            None => config,
        }
    }

    /// The random stream of the scheduler, from its beginning at every call.
    pub fn stream(&self) -> RandomStream {
        RandomStream::new(self.seed, &format!("scheduler of {}", self.name))
    }
}

registry! {
    /// Policy that chooses the user served next on a downlink. Each terminal is a user with a queue
    /// of its own, unless the policy says otherwise.
    dyn SchedulingPolicy "Scheduler" is "a policy of a scheduler"
    at "links.downlink.scheduler.kind" {
        DropTailScheduler,
        RoundRobin,
        DeficitRoundRobin,
        FqCoDelScheduler,
        ProportionalFair,
        MLwdf,
        ExpPf,
        Utility,
        CoDeS,
    }
    pub fn built_in;
    pub fn member;
}
