//! Schedulers of downlinks and beams.

use skyseam_base::Duration;
use skyseam_net::RadioConfig;
use skyseam_net::config::QueueConfig;
use skyseam_net::queue::QueueChoice;
use skyseam_net::scheduler::{
    AverageRate, CoDeSConfig, DeficitRoundRobinConfig, ExpPfConfig, InstantRate, LimitRule,
    MLwdfConfig, MLwdfRule, Policy, RatesConfig, SchedulerConfig, UserCoDelConfig, Utility,
    UtilityConfig,
};

use super::queues::{Product, limit, queue};
use crate::document::At;
use crate::error::Problems;
use crate::link_tables::LinkTable;
use crate::scheduler_tables::{MLwdfTable, RatesTable, SchedulerTable, UtilityTable};
use crate::scheduler_values::{RatesForm, RatesShape, SchedulerLimit, TauranLimit, WeightRule};
use crate::values::Probability;

/// What may be later than the deadline where nobody says it.
const TOLERATED: f64 = 0.05;
/// The deadline of M-LWDF where nobody says it.
const DEADLINE: Duration = Duration::from_millis(100);
/// In which time the use of a packet fades where nobody says it.
const SPREAD: Duration = Duration::from_millis(20);

/// What a link with users to choose between says of what waits for it.
#[derive(Clone, Copy)]
pub(super) struct Waiting<'t> {
    pub(super) queue: Option<&'t At<QueueChoice>>,
    pub(super) scheduler: Option<&'t At<SchedulerTable>>,
    /// Whether it has a channel or HARQ, right or wrong.
    pub(super) has_channel: bool,
}

/// The queue or the scheduler of a link over `radio`, if it has one.
pub(super) fn queue_or_scheduler(
    waiting: Waiting<'_>,
    radio: Option<&RadioConfig>,
    product: Product,
    problems: &mut Problems<'_>,
) -> Option<QueueConfig> {
    let own = waiting.queue.and_then(|shape| queue(shape, product, problems));
    let Some(table) = waiting.scheduler else { return own };
    if let Some(queue) = waiting.queue {
        problems
            .add(&queue.place, "`queue` and `scheduler` exclude each other")
            .help("remove one of the two: a scheduler has queues and a `limit` of its own");
    }
    scheduler(table, waiting.has_channel, radio, product, problems).map(QueueConfig::Scheduled)
}

fn scheduler(
    own: &At<SchedulerTable>,
    has_channel: bool,
    radio: Option<&RadioConfig>,
    product: Product,
    problems: &mut Problems<'_>,
) -> Option<SchedulerConfig> {
    // Of a channel that is wrong it was said what is wrong with it.
    let is_in_doubt = has_channel && radio.is_none();
    let reference = radio.map(|radio| radio.harq.reference_es_n0_db);
    let policy = policy(&own.value, reference.unwrap_or(0.0), problems)?;
    if policy.needs_levels() && !has_channel {
        problems
            .add(&own.place, "the policy looks at how well users receive, and all receive alike")
            .expected("`channel` and `harq` beside `scheduler`")
            .help("add both, or take a policy such as \"round-robin\", which looks at no level");
        return None;
    }
    let most = limit_rule(own, product, problems)?;
    let config = SchedulerConfig { policy, limit: most };
    if let Err(error) = config.check() {
        problems
            .add(&own.place, format!("`{}` makes no sense here", error.key))
            .found(error.found)
            .expected(error.expected);
    }
    (!is_in_doubt).then_some(config)
}

/// Notes weights of more users than there are.
pub(super) fn check_weights(own: &At<SchedulerTable>, users: u32, problems: &mut Problems<'_>) {
    let SchedulerTable::DeficitRoundRobin(table) = &own.value else { return };
    let Some(weights) = &table.weights else { return };
    if weights.0.len() > users as usize {
        problems
            .add(&weights.place, "there are more weights than users")
            .found(format!("{} weights, {users} users", weights.0.len()))
            .expected("a weight for each of the first users; the others have 1");
    }
}

/// Notes that a link other than a downlink has no scheduler.
pub(super) fn refuse(key: &str, link: &At<LinkTable>, problems: &mut Problems<'_>) {
    let Some(own) = &link.scheduler else { return };
    let why = match key {
        "uplink" => "a terminal's uplink has no users to choose between: each terminal has its own",
        _ => "a link between satellites has no users to choose between: it has one receiver",
    };
    problems
        .add(&own.place, why)
        .help("give the link a `queue`; schedulers belong to `downlink` and to beams");
}

fn limit_rule(
    table: &At<SchedulerTable>,
    product: Product,
    problems: &mut Problems<'_>,
) -> Option<LimitRule> {
    let own = match &table.value {
        SchedulerTable::DropTail(own) => &own.limit,
        SchedulerTable::RoundRobin(own) => &own.limit,
        SchedulerTable::DeficitRoundRobin(own) => &own.limit,
        SchedulerTable::FqCoDel(own) => &own.limit,
        SchedulerTable::ProportionalFair(own) => &own.limit,
        SchedulerTable::MLwdf(own) => &own.limit,
        SchedulerTable::ExpPf(own) => &own.limit,
        SchedulerTable::Utility(own) => &own.limit,
        SchedulerTable::CoDeS(own) => &own.limit,
    };
    let own = own.as_ref()?;
    Some(match own.value {
        SchedulerLimit::Tauran(TauranLimit::Whole) => LimitRule::TauranWhole,
        SchedulerLimit::Tauran(TauranLimit::Share) => LimitRule::TauranShare,
        SchedulerLimit::Each(most) => {
            LimitRule::Each(limit(&At::new(most, own.place.clone()), product, problems)?)
        }
    })
}

/// The policy that `table` describes, with an Es/N0 of `reference` dB at a level of 0 dB.
fn policy(table: &SchedulerTable, reference: f64, problems: &mut Problems<'_>) -> Option<Policy> {
    let rates = |own: &Option<At<RatesShape>>| rates(&own.as_ref()?.value, reference);
    Some(match table {
        SchedulerTable::DropTail(_) => Policy::DropTail,
        SchedulerTable::RoundRobin(_) => Policy::RoundRobin,
        SchedulerTable::DeficitRoundRobin(own) => {
            let weights = own.weights.iter().flat_map(|list| &list.0);
            Policy::DeficitRoundRobin(DeficitRoundRobinConfig {
                quantum_bytes: own.quantum.as_ref()?.0,
                weights: weights.map(|weight| weight.0).collect(),
            })
        }
        SchedulerTable::FqCoDel(own) => Policy::FqCoDel(UserCoDelConfig {
            target: own.target.as_ref()?.0,
            interval: own.interval.as_ref()?.0,
            max_packet_bytes: own.max_packet.as_ref()?.0,
            quantum_bytes: own.quantum.as_ref()?.0,
        }),
        SchedulerTable::ProportionalFair(own) => Policy::ProportionalFair(rates(&own.rates)?),
        SchedulerTable::MLwdf(own) => {
            let rule = weight_rule(own, problems)?;
            Policy::MLwdf(MLwdfConfig { rates: rates(&own.rates)?, rule })
        }
        SchedulerTable::ExpPf(own) => Policy::ExpPf(ExpPfConfig {
            rates: rates(&own.rates)?,
            tolerated: share(&own.tolerated),
            deadline: own.deadline.as_ref()?.0,
        }),
        SchedulerTable::Utility(own) => {
            let utility = utility(own, problems)?;
            Policy::Utility(UtilityConfig { rates: rates(&own.rates)?, utility })
        }
        SchedulerTable::CoDeS(own) => Policy::CoDeS(CoDeSConfig {
            rates: rates(&own.rates)?,
            timeout: own.timeout.as_ref()?.0,
        }),
    })
}

fn share(own: &Option<At<Probability>>) -> f64 {
    own.as_ref().map_or(TOLERATED, |own| own.0)
}

fn weight_rule(own: &MLwdfTable, problems: &mut Problems<'_>) -> Option<MLwdfRule> {
    let rule = own.rule.as_ref()?.value;
    let foreign = match rule {
        WeightRule::Textbook => own.upstream.as_ref().map(|key| ("upstream", &key.place)),
        WeightRule::Tauran => {
            let tolerated = own.tolerated.as_ref().map(|key| ("tolerated", &key.place));
            tolerated.or(own.deadline.as_ref().map(|key| ("deadline", &key.place)))
        }
    };
    if let Some((key, place)) = foreign {
        problems
            .add(place, format!("`{key}` belongs to the other rule of M-LWDF"))
            .help("remove it, or choose the other `rule`");
    }
    Some(match rule {
        WeightRule::Textbook => MLwdfRule::Textbook {
            tolerated: share(&own.tolerated),
            deadline: own.deadline.as_ref().map_or(DEADLINE, |own| own.0),
        },
        WeightRule::Tauran => {
            let upstream = own.upstream.as_ref().map_or(Duration::ZERO, |own| own.0);
            MLwdfRule::Tauran { upstream }
        }
    })
}

fn utility(own: &UtilityTable, problems: &mut Problems<'_>) -> Option<Utility> {
    if let (Some(_), Some(spread)) = (&own.alpha, &own.spread) {
        problems
            .add(&spread.place, "`spread` belongs to the use of a delay")
            .help("remove it, or give `deadline` in the place of `alpha`");
    }
    if let Some(alpha) = &own.alpha {
        return Some(Utility::AlphaFair { alpha: alpha.0 });
    }
    let spread = own.spread.as_ref().map_or(SPREAD, |own| own.0);
    let deadline = own.deadline.as_ref()?.0;
    Some(Utility::Sigmoid { deadline, steepness_per_s: 1.0 / spread.as_secs_f64() })
}

fn rates(own: &RatesShape, reference: f64) -> Option<RatesConfig> {
    let table = match own {
        RatesShape::Form(RatesForm::Textbook) => return Some(RatesConfig::textbook(reference)),
        RatesShape::Form(RatesForm::Tauran) => return Some(RatesConfig::TAURAN),
        RatesShape::Table(table) => table,
    };
    Some(match table {
        RatesTable::Textbook(own) => {
            let given = own.reference_snr.as_ref().map(|own| own.0);
            RatesConfig {
                instant: InstantRate::Capacity { reference_es_n0_db: given.unwrap_or(reference) },
                average: AverageRate::Served { time_constant: own.time_constant.as_ref()?.0 },
                report_interval: own.report_interval.as_ref()?.0,
            }
        }
        RatesTable::Tauran(own) => RatesConfig {
            instant: InstantRate::LinearDb { offset_db: own.offset.as_ref()?.0 },
            average: AverageRate::Decisions {
                weight: own.weight.as_ref().map_or(0.05, |own| own.0),
                updates: u32::try_from(own.updates.as_ref()?.0).ok()?,
            },
            report_interval: own.report_interval.as_ref()?.0,
        },
    })
}
