//! The table of a downlink's scheduler and how it is printed; part of [`crate::tables`].

use serde_json::{Value as Json, json};
use skyseam_base::Duration;
use skyseam_net::config::Limit;
use skyseam_net::scheduler::{
    AverageRate, InstantRate, LimitRule, MLwdfRule, Policy, RatesConfig, SchedulerConfig, Utility,
};

use crate::channel_values::Level;
use crate::names::name_of;
use crate::scheduler_values::{
    FairnessNumber, RatesForm, RatesShape, SchedulerKind, SchedulerLimit, TauranLimit, Weight,
    WeightRule,
};
use crate::shape::{List, kinds, table};
use crate::units::{print_bytes, print_duration, print_real};
use crate::values::{FrameSize, Probability};
use crate::values::{PositiveSpan, Span, Whole};

kinds! {
    /// Whom a downlink serves next. Each terminal is a user with a queue of its own, but where the
    /// policy says otherwise.
    SchedulerTable "Scheduler" by SchedulerKind as "policy" {
        DropTail(OneQueueTable),
        RoundRobin(RoundRobinTable),
        DeficitRoundRobin(DeficitRoundRobinTable),
        FqCoDel(UserCoDelTable),
        ProportionalFair(ProportionalFairTable),
        MLwdf(MLwdfTable),
        ExpPf(ExpPfTable),
        Utility(UtilityTable),
        CoDeS(CoDeSTable),
    }
}

table! {
    /// In the order of arrival, one queue for all users.
    OneQueueTable "SchedulerDropTail" {
        /// What may wait in it.
        required limit: SchedulerLimit,
    }
}

table! {
    /// A packet of each user in turn.
    RoundRobinTable "RoundRobin" {
        /// What may wait in each queue.
        required limit: SchedulerLimit,
    }
}

table! {
    /// Users in turn, as many bytes each as their weights say.
    DeficitRoundRobinTable "DeficitRoundRobin" {
        /// What may wait in each queue.
        required limit: SchedulerLimit,
        /// Bytes that a user of weight 1 may send in its turn.
        default quantum: FrameSize = "1514 B",
        /// Weights of the first users, terminals or those of a beam in the order of the scenario;
        /// of others 1.
        optional weights: List<Weight>,
    }
}

table! {
    /// Users in turn by bytes, each queue under CoDel's law.
    UserCoDelTable "UserFqCoDel" {
        /// What may wait in all queues together.
        default limit: SchedulerLimit = "10240 packets",
        /// Bytes that a user may send in its turn.
        default quantum: FrameSize = "1514 B",
        /// Waiting time that is good enough.
        default target: PositiveSpan = "5 ms",
        /// How long packets must have waited longer before the first is dropped: the largest usual
        /// round-trip time.
        default interval: PositiveSpan = "100 ms",
        /// In a queue with no more than this nothing is dropped: the largest frame.
        default max_packet: FrameSize = "1514 B",
    }
}

table! {
    /// The user whose rate now is the highest in comparison with their average.
    ProportionalFairTable "ProportionalFair" {
        /// What may wait in each queue.
        required limit: SchedulerLimit,
        /// What a user could receive now, and has received of late.
        default rates: RatesShape = "textbook",
    }
}

table! {
    /// Proportional fair, weighted by how long packets have waited.
    MLwdfTable "MLwdf" {
        /// What may wait in each queue.
        required limit: SchedulerLimit,
        /// What a user could receive now, and has received of late.
        default rates: RatesShape = "textbook",
        /// How waiting counts.
        default rule: WeightRule = "textbook",
        /// Share of packets that may be later than the deadline; only of the textbook's rule, where
        /// it weighs nothing as long as all users have the same. Default: 0.05.
        optional tolerated: Probability,
        /// After which a packet is late; only of the textbook's rule. Default: "100 ms".
        optional deadline: PositiveSpan,
        /// A packet's age when it arrives here; only of Tauran's rule. Default: "0 s".
        optional upstream: Span,
    }
}

table! {
    /// Proportional fair, weighted by the exponential of how long packets have waited.
    ExpPfTable "ExpPf" {
        /// What may wait in each queue.
        required limit: SchedulerLimit,
        /// What a user could receive now, and has received of late.
        default rates: RatesShape = "textbook",
        /// Share of packets that may be later than the deadline. Default: 0.05.
        optional tolerated: Probability,
        /// After which a packet is late.
        default deadline: PositiveSpan = "100 ms",
    }
}

table! {
    /// The user to whom a transmission is of most use.
    UtilityTable "Utility" {
        /// What may wait in each queue.
        required limit: SchedulerLimit,
        /// What a user could receive now, and has received of late.
        default rates: RatesShape = "textbook",
        /// Use of throughput: the highest rate for 0, proportional fair for 1, towards equal
        /// throughputs above.
        optional alpha: FairnessNumber,
        /// Use of a delay: how long a packet may wait before it is of half its use.
        optional deadline: PositiveSpan,
        /// Use of a delay: in which time around the deadline it fades, 1/b of the sigmoid. Default:
        /// "20 ms".
        optional spread: PositiveSpan,
        exactly one of (alpha, deadline)
    }
}

table! {
    /// Proportional fair without the packets that have waited too long.
    CoDeSTable "CoDeS" {
        /// What may wait in each queue.
        required limit: SchedulerLimit,
        /// What a user could receive now, and has received of late.
        default rates: RatesShape = "textbook",
        /// How long a packet may wait; "0 s" drops whatever has waited at all.
        default timeout: Span = "100 ms",
    }
}

kinds! {
    /// What a user could receive now, and has received of late.
    RatesTable "SchedulerRates" by RatesForm as "form" {
        Textbook(TextbookRatesTable),
        Tauran(TauranRatesTable),
    }
}

table! {
    /// Mutual information of QPSK now, and bytes received with an exponential window over time.
    TextbookRatesTable "TextbookRates" {
        /// Es/N0 received over an unobstructed line of sight, that is at a level of 0 dB. Default:
        /// that of `harq`.
        optional reference_snr: Level,
        /// After which an average has decayed to 1/e.
        default time_constant: PositiveSpan = "1667 ms",
        /// How long one report of a user's level holds; "0 s" looks at every decision.
        default report_interval: Span = "1 ms",
    }
}

table! {
    /// The level plus an offset in dB, at least 0, and its average over decisions of the link.
    TauranRatesTable "TauranRates" {
        /// What is added to the level.
        default offset: Level = "11 dB",
        /// Weight of the newest decision, above 0 and below 1. Default: 0.05.
        optional weight: Probability,
        /// How many times averages decay at each decision.
        default updates: Whole<1, 16> = 2,
        /// How long one report of a user's level holds; "0 s" looks at every decision.
        default report_interval: Span = "1 ms",
    }
}

/// The scheduler as a scenario file has it.
pub(crate) fn printed(config: &SchedulerConfig) -> Json {
    let mut table = match &config.policy {
        Policy::DropTail => json!({ "policy": name_of(SchedulerKind::DropTail) }),
        Policy::RoundRobin => json!({ "policy": name_of(SchedulerKind::RoundRobin) }),
        Policy::DeficitRoundRobin(own) => json!({
            "policy": name_of(SchedulerKind::DeficitRoundRobin),
            "quantum": print_bytes(u64::from(own.quantum_bytes)),
            "weights": own.weights,
        }),
        Policy::FqCoDel(own) => json!({
            "policy": name_of(SchedulerKind::FqCoDel),
            "quantum": print_bytes(u64::from(own.quantum_bytes)),
            "target": print_duration(own.target),
            "interval": print_duration(own.interval),
            "max_packet": print_bytes(u64::from(own.max_packet_bytes)),
        }),
        Policy::ProportionalFair(own) => {
            json!({ "policy": name_of(SchedulerKind::ProportionalFair), "rates": rates(own) })
        }
        Policy::MLwdf(own) => {
            let mut table =
                json!({ "policy": name_of(SchedulerKind::MLwdf), "rates": rates(&own.rates) });
            match own.rule {
                MLwdfRule::Textbook { tolerated, deadline } => {
                    table["rule"] = json!(name_of(WeightRule::Textbook));
                    table["tolerated"] = json!(tolerated);
                    table["deadline"] = json!(print_duration(deadline));
                }
                MLwdfRule::Tauran { upstream } => {
                    table["rule"] = json!(name_of(WeightRule::Tauran));
                    table["upstream"] = json!(print_duration(upstream));
                }
            }
            table
        }
        Policy::ExpPf(own) => json!({
            "policy": name_of(SchedulerKind::ExpPf),
            "rates": rates(&own.rates),
            "tolerated": own.tolerated,
            "deadline": print_duration(own.deadline),
        }),
        Policy::Utility(own) => {
            let mut table =
                json!({ "policy": name_of(SchedulerKind::Utility), "rates": rates(&own.rates) });
            match own.utility {
                Utility::AlphaFair { alpha } => table["alpha"] = json!(alpha),
                Utility::Sigmoid { deadline, steepness_per_s } => {
                    table["deadline"] = json!(print_duration(deadline));
                    let nanos = (1e9 / steepness_per_s).round() as u64;
                    table["spread"] = json!(print_duration(Duration::from_nanos(nanos)));
                }
            }
            table
        }
        Policy::CoDeS(own) => json!({
            "policy": name_of(SchedulerKind::CoDeS),
            "rates": rates(&own.rates),
            "timeout": print_duration(own.timeout),
        }),
    };
    table["limit"] = json!(match config.limit {
        LimitRule::Each(Limit::Packets(packets)) => format!("{packets} packets"),
        LimitRule::Each(Limit::Bytes(bytes)) => print_bytes(bytes),
        LimitRule::TauranWhole => name_of(TauranLimit::Whole).into(),
        LimitRule::TauranShare => name_of(TauranLimit::Share).into(),
    });
    table
}

fn rates(config: &RatesConfig) -> Json {
    // Forms mix in the library only.
    let mut table = match config.average {
        AverageRate::Served { time_constant } => json!({
            "form": name_of(RatesForm::Textbook),
            "time_constant": print_duration(time_constant),
        }),
        AverageRate::Decisions { weight, updates } => json!({
            "form": name_of(RatesForm::Tauran),
            "weight": weight,
            "updates": updates,
        }),
    };
    match config.instant {
        InstantRate::Capacity { reference_es_n0_db } => {
            table["reference_snr"] = json!(print_real(reference_es_n0_db, "dB"));
        }
        InstantRate::LinearDb { offset_db } => {
            table["offset"] = json!(print_real(offset_db, "dB"));
        }
    }
    table["report_interval"] = json!(print_duration(config.report_interval));
    table
}
