//! Queues of a link with several receivers: one queue, or the queues of a scheduler.

use skyseam_params::{Chosen, Model, Problems, Spanned};

use crate::config::{QueueConfig, RadioConfig};
use crate::queue::QueueChoice;
use crate::queue::product::{BandwidthDelay, in_bytes, queue};
use crate::scheduler::SchedulingPolicy;

/// Keys of the queue or the scheduler of a link with several users.
#[derive(Clone, Copy)]
pub(super) struct QueueKeys<'t> {
    pub(super) queue: Option<&'t Spanned<QueueChoice>>,
    pub(super) scheduler: Option<&'t Spanned<Chosen<dyn SchedulingPolicy>>>,
    /// Whether the table has a channel or HARQ, valid or not.
    pub(super) has_channel: bool,
    /// Whether each user has a mode of its own.
    pub(super) has_modes: bool,
}

/// The queue or the scheduler of a link over `radio`, if it has one.
pub(super) fn queue_or_scheduler(
    waiting: QueueKeys<'_>,
    radio: Option<&RadioConfig>,
    product: BandwidthDelay,
    problems: &mut Problems<'_>,
) -> Option<QueueConfig> {
    let own = waiting.queue.and_then(|shape| queue(shape, product, problems));
    let Some(table) = waiting.scheduler else { return own };
    if let Some(queue) = waiting.queue {
        problems
            .add(&queue.place, "`queue` and `scheduler` exclude each other")
            .help("remove one of the two: a scheduler has queues and a `limit` of its own");
    }
    scheduler(table, &waiting, radio, product, problems).map(QueueConfig::Scheduled)
}

fn scheduler(
    own: &Spanned<Chosen<dyn SchedulingPolicy>>,
    waiting: &QueueKeys<'_>,
    radio: Option<&RadioConfig>,
    product: BandwidthDelay,
    problems: &mut Problems<'_>,
) -> Option<Model<dyn SchedulingPolicy>> {
    let QueueKeys { has_channel, has_modes, .. } = *waiting;
    // Of a channel that is wrong it was said what is wrong with it.
    let is_in_doubt = has_channel && radio.is_none();
    let policy = own.adapted(&mut in_bytes(product), problems)?;
    if policy.needs_levels() && !has_channel && !has_modes {
        problems
            .add(&own.place, "the policy depends on the users' levels, and all users have the same")
            .expected("`channel` and `harq` beside `scheduler`")
            .help("add both, or take a policy such as \"round-robin\", which needs no level");
        return None;
    }
    if policy.needs_modes() && !has_modes {
        problems
            .add(&own.keys.at("share"), "users share time only where each has a rate of its own")
            .expected("`link_budget` beside `scheduler`, without `harq`")
            .help("add a budget, or take share = \"bytes\"");
        return None;
    }
    // Of keys that are missing or unknown it was said.
    let is_read = !problems.any_under(&own.place.path);
    if is_read && let Err(error) = policy.validate() {
        problems
            .add(&own.place, format!("`{}` has no effect here", error.key))
            .found(error.found)
            .expected(error.expected);
    }
    (!is_in_doubt).then_some(policy)
}

/// Reports weights for more users than there are.
pub fn check_weights(
    own: &Spanned<Chosen<dyn SchedulingPolicy>>,
    resolved: Option<&QueueConfig>,
    users: u32,
    problems: &mut Problems<'_>,
) {
    let Some(QueueConfig::Scheduled(policy)) = resolved else { return };
    let weights = policy.weights().len();
    if weights > users as usize {
        problems
            .add(&own.keys.at("weights"), "there are more weights than users")
            .found(format!("{weights} weights, {users} users"))
            .expected("a weight for each of the first users; the others have 1");
    }
}
