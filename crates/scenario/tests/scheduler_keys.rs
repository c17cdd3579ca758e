//! What keys of a downlink's scheduler resolve to, and that it reads back as the same.

use skyseam_base::Duration;
use skyseam_net::config::{Limit, QueueConfig};
use skyseam_net::scheduler::{
    AverageRate, CoDeSConfig, DeficitRoundRobinConfig, ExpPfConfig, InstantRate, LimitRule,
    MLwdfConfig, MLwdfRule, Policy, RatesConfig, SCHEDULERS, SchedulerConfig, UserCoDelConfig,
    Utility, UtilityConfig,
};
use skyseam_scenario::{Scenario, parse_alone};

const CHANNEL: &str = r#"
    channel = { model = "constant", level = "0 dB" }
    harq = { kind = "incremental-redundancy", reference_snr = "8.5 dB" }"#;

/// What a downlink with these keys resolves to; also what is printed of it reads back as the same.
fn scheduler(channel: &str, keys: &str) -> SchedulerConfig {
    let text = format!(
        r#"
        constellation.preset = "iridium"
        [links]
        reference_rtt = "100 ms"
        uplink = {{ rate = "1 Mbit/s", queue = "9 packets" }}
        isl = {{ rate = "1 Mbit/s", queue = "9 packets" }}
        [links.downlink]
        rate = "8 Mbit/s"
        {channel}
        scheduler = {{ {keys} }}"#
    );
    let read = |text: &str| -> Scenario {
        parse_alone(text, "test.toml").unwrap_or_else(|errors| panic!("{errors}"))
    };
    let scenario = read(&text);
    let toml: toml::Table = serde_json::from_value(scenario.resolved()).unwrap();
    let again = read(&toml::to_string(&toml).unwrap());
    assert_eq!(again.links, scenario.links);
    assert_eq!(again.resolved(), scenario.resolved());
    match scenario.links.downlink.unwrap().queue {
        QueueConfig::Scheduled(config) => config,
        other => panic!("{other:?}"),
    }
}

fn policy(keys: &str) -> Policy {
    scheduler(CHANNEL, &format!("limit = \"9 packets\", {keys}")).policy
}

/// 8 Mbit/s and 100 ms are 100 kB.
#[test]
fn a_limit_is_a_queues_or_a_rule() {
    let limit = |limit: &str| {
        scheduler("", &format!("policy = \"round-robin\", limit = \"{limit}\"")).limit
    };
    assert_eq!(limit("67 packets"), LimitRule::Each(Limit::Packets(67)));
    assert_eq!(limit("1 BDP"), LimitRule::Each(Limit::Bytes(100_000)));
    assert_eq!(limit("tauran-whole"), LimitRule::TauranWhole);
    assert_eq!(limit("tauran-share"), LimitRule::TauranShare);
    let usual = scheduler("", "policy = \"fq-codel\"");
    assert_eq!(usual.limit, LimitRule::Each(Limit::Packets(10_240)));
    assert_eq!(usual.policy, Policy::FqCoDel(UserCoDelConfig::LINUX));
}

/// Every policy with nothing but what it must have; the Es/N0 of rates is that of HARQ.
#[test]
fn every_policy_has_defaults() {
    let rates = || RatesConfig::textbook(8.5);
    let ms = Duration::from_millis;
    let textbook = RatesConfig {
        // As a scenario can say it; the value in the library is 1000 slots of 1.667 ms.
        average: AverageRate::Served { time_constant: ms(1667) },
        ..rates()
    };
    assert_eq!(textbook, rates());
    for entry in SCHEDULERS {
        let more = if entry.name == "utility" { ", alpha = 1" } else { "" };
        let expected = match entry.name {
            "drop-tail" => Policy::DropTail,
            "round-robin" => Policy::RoundRobin,
            "deficit-round-robin" => Policy::DeficitRoundRobin(DeficitRoundRobinConfig {
                quantum_bytes: 1514,
                weights: vec![],
            }),
            "fq-codel" => Policy::FqCoDel(UserCoDelConfig::LINUX),
            "proportional-fair" => Policy::ProportionalFair(rates()),
            "m-lwdf" => Policy::MLwdf(MLwdfConfig {
                rates: rates(),
                rule: MLwdfRule::Textbook { tolerated: 0.05, deadline: ms(100) },
            }),
            "exp-pf" => {
                Policy::ExpPf(ExpPfConfig { rates: rates(), tolerated: 0.05, deadline: ms(100) })
            }
            "utility" => Policy::Utility(UtilityConfig {
                rates: rates(),
                utility: Utility::AlphaFair { alpha: 1.0 },
            }),
            "codes" => Policy::CoDeS(CoDeSConfig { rates: rates(), timeout: ms(100) }),
            other => panic!("the scheduler {other} is not tested"),
        };
        assert_eq!(policy(&format!("policy = \"{}\"{more}", entry.name)), expected);
    }
}

#[test]
fn every_key_is_read() {
    let ms = Duration::from_millis;
    let weighted =
        policy("policy = \"deficit-round-robin\", quantum = \"1000 B\", weights = [2, 0.5, 1_0]");
    let config = DeficitRoundRobinConfig { quantum_bytes: 1000, weights: vec![2.0, 0.5, 10.0] };
    assert_eq!(weighted, Policy::DeficitRoundRobin(config));

    let thesis = policy("policy = \"proportional-fair\", rates = \"tauran\"");
    assert_eq!(thesis, Policy::ProportionalFair(RatesConfig::TAURAN));
    let table = "rates = { form = \"tauran\", offset = \"9 dB\", weight = 0.1, updates = 1, \
                 report_interval = \"0 s\" }";
    let own = RatesConfig {
        instant: InstantRate::LinearDb { offset_db: 9.0 },
        average: AverageRate::Decisions { weight: 0.1, updates: 1 },
        report_interval: Duration::ZERO,
    };
    let codes = policy(&format!("policy = \"codes\", timeout = \"0 s\", {table}"));
    assert_eq!(codes, Policy::CoDeS(CoDeSConfig { rates: own, timeout: Duration::ZERO }));
    let table = "rates = { form = \"textbook\", reference_snr = \"-1 dB\", \
                 time_constant = \"3 s\", report_interval = \"10 ms\" }";
    let own = RatesConfig {
        instant: InstantRate::Capacity { reference_es_n0_db: -1.0 },
        average: AverageRate::Served { time_constant: Duration::from_secs(3) },
        report_interval: ms(10),
    };
    let late =
        policy(&format!("policy = \"exp-pf\", tolerated = 0.01, deadline = \"70 ms\", {table}"));
    let config = ExpPfConfig { rates: own, tolerated: 0.01, deadline: ms(70) };
    assert_eq!(late, Policy::ExpPf(config));

    let rule = |keys: &str| match policy(&format!("policy = \"m-lwdf\", {keys}")) {
        Policy::MLwdf(config) => config.rule,
        other => panic!("{other:?}"),
    };
    assert_eq!(
        rule("tolerated = 0.2, deadline = \"1 s\""),
        MLwdfRule::Textbook { tolerated: 0.2, deadline: Duration::from_secs(1) }
    );
    assert_eq!(
        rule("rule = \"tauran\", upstream = \"80 ms\""),
        MLwdfRule::Tauran { upstream: ms(80) }
    );

    let sigmoid = |keys: &str| match policy(&format!("policy = \"utility\", {keys}")) {
        Policy::Utility(config) => config.utility,
        other => panic!("{other:?}"),
    };
    for (keys, expected) in [("", 50.0), (", spread = \"8 ms\"", 125.0)] {
        let Utility::Sigmoid { deadline, steepness_per_s } =
            sigmoid(&format!("deadline = \"150 ms\"{keys}"))
        else {
            panic!("a deadline is of a sigmoid")
        };
        assert_eq!((deadline, steepness_per_s), (ms(150), expected));
    }
}
