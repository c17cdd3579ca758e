//! Creates the queue of a link from the configuration of the link.

use super::at_arrival::AtArrival;
use super::{Built, LazyScheduler, QueueContext};
use crate::config::{LinkConfig, QueueConfig};
use crate::context::LinkContext;
use crate::scheduler::SharedLink;

/// Creates the discipline of a link shared by `users`, a number that only schedulers use. A link
/// with HARQ holds its packets whatever the discipline, since redundancy precedes them; so does one
/// with medium access.
///
/// # Panics
/// If the parameters of a scheduler are invalid: see `SchedulingPolicy::validate`.
pub fn build(link: &LinkConfig, context: &LinkContext<'_>, users: u32) -> Built {
    if link.shares_carrier() {
        return match by_config(link, context, users) {
            Built::AtArrival(queue) => Built::Granted(Box::new(AtArrival::new(queue))),
            Built::Holding(buffer) => Built::Granted(buffer),
            Built::Scheduled(_) | Built::Granted(_) => panic!("a discipline before a carrier"),
        };
    }
    match by_config(link, context, users) {
        Built::AtArrival(queue) if link.radio.is_some() => {
            Built::Holding(Box::new(AtArrival::new(queue)))
        }
        built => built,
    }
}

fn by_config(link: &LinkConfig, context: &LinkContext<'_>, users: u32) -> Built {
    match &link.queue {
        QueueConfig::Discipline(discipline) => {
            let (rate, framing_bytes) = (link.rate, link.framing_bytes);
            discipline.build(&QueueContext { rate, framing_bytes, context })
        }
        QueueConfig::Scheduled(policy) => {
            let reference = link.radio.as_ref().map(|radio| radio.harq.keys.reference_snr);
            let reference_es_n0_db = reference.unwrap_or(0.0);
            let (name, seed) = (context.name.into(), context.seed);
            let best_mode = link.has_modes().then_some(link.rate);
            let link = SharedLink { users, reference_es_n0_db, name, seed, best_mode };
            Built::Scheduled(LazyScheduler::new(policy, link))
        }
    }
}
