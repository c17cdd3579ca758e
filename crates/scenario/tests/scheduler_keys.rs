//! Resolution of the keys of a downlink's scheduler, and that they read back as the same.

use std::sync::Arc;

use skyseam_base::Duration;
use skyseam_net::config::QueueConfig;
use skyseam_net::queue::QueueLimit;
use skyseam_net::scheduler::rates::model;
use skyseam_net::scheduler::{
    CoDeS, DeficitRoundRobin, DropTailScheduler, ExpPf, FqCoDelScheduler, LimitRule, MLwdf,
    ProportionalFair, RoundRobin, SchedulingPolicy, Share, TauranLimit, TauranRates, TextbookRates,
    Utility, WeightRule, built_in,
};
use skyseam_params::Model;
use skyseam_scenario::{Scenario, parse_alone};

const CHANNEL: &str = r#"
    channel = { kind = "constant", level = "0 dB" }
    harq = { kind = "incremental-redundancy", reference_snr = "8.5 dB" }"#;

/// The resolved scheduler of a downlink with these keys; also checks that its printed form reads
/// back as the same.
fn scheduler(channel: &str, keys: &str) -> Model<dyn SchedulingPolicy> {
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
        QueueConfig::Scheduled(policy) => policy,
        other => panic!("{other:?}"),
    }
}

fn policy(keys: &str) -> Model<dyn SchedulingPolicy> {
    scheduler(CHANNEL, &format!("limit = \"9 packets\", {keys}"))
}

fn of(policy: impl SchedulingPolicy) -> Model<dyn SchedulingPolicy> {
    Model::new(Arc::new(policy))
}

const NINE: LimitRule = LimitRule::Each(QueueLimit::Packets(9));

/// 8 Mbit/s and 100 ms are 100 kB.
#[test]
fn a_limit_is_a_queues_or_a_rule() {
    let round_robin =
        |limit: &str| scheduler("", &format!("kind = \"round-robin\", limit = \"{limit}\""));
    for (text, limit) in [
        ("67 packets", LimitRule::Each(QueueLimit::Packets(67))),
        ("1 BDP", LimitRule::Each(QueueLimit::Bytes(100_000))),
        ("tauran-whole", LimitRule::Tauran(TauranLimit::Whole)),
        ("tauran-share", LimitRule::Tauran(TauranLimit::Share)),
    ] {
        assert_eq!(round_robin(text), of(RoundRobin { limit }));
    }
    assert_eq!(scheduler("", "kind = \"fq-codel\""), of(FqCoDelScheduler::default()));
    assert_eq!(FqCoDelScheduler::default().limit, LimitRule::Each(QueueLimit::Packets(10_240)));
}

/// Every policy with only its required keys.
#[test]
fn every_policy_has_defaults() {
    let ms = Duration::from_millis;
    let limit = NINE;
    let rates = || model(TextbookRates::default());
    assert_eq!(TextbookRates::default().time_constant, ms(1667));
    for entry in built_in() {
        let more = if entry.name == "utility" { ", alpha = 1" } else { "" };
        let expected = match entry.name {
            "drop-tail" => of(DropTailScheduler { limit }),
            "round-robin" => of(RoundRobin { limit }),
            "deficit-round-robin" => {
                of(DeficitRoundRobin { limit, quantum: 1514, share: Share::Bytes, weights: None })
            }
            "fq-codel" => of(FqCoDelScheduler { limit, ..FqCoDelScheduler::default() }),
            "proportional-fair" => of(ProportionalFair { limit, rates: rates() }),
            "m-lwdf" => of(MLwdf {
                limit,
                rates: rates(),
                rule: WeightRule::Textbook,
                tolerated: Some(0.05),
                deadline: Some(ms(100)),
                upstream: None,
            }),
            "exp-pf" => of(ExpPf { limit, rates: rates(), tolerated: 0.05, deadline: ms(100) }),
            "utility" => of(utility(Some(1.0), None)),
            "codes" => of(CoDeS { limit, rates: rates(), timeout: ms(100) }),
            other => panic!("the scheduler {other} is not tested"),
        };
        assert_eq!(policy(&format!("kind = \"{}\"{more}", entry.name)), expected);
    }
}

fn utility(alpha: Option<f64>, delay: Option<[Duration; 2]>) -> Utility {
    let (deadline, spread) = (delay.map(|[deadline, _]| deadline), delay.map(|[_, spread]| spread));
    Utility { limit: NINE, rates: model(TextbookRates::default()), alpha, deadline, spread }
}

#[test]
fn every_key_is_read() {
    let ms = Duration::from_millis;
    let limit = NINE;
    let weighted =
        policy("kind = \"deficit-round-robin\", quantum = \"1000 B\", weights = [2, 0.5, 1_0]");
    let weights = Some(vec![2.0, 0.5, 10.0]);
    assert_eq!(
        weighted,
        of(DeficitRoundRobin { limit, quantum: 1000, share: Share::Bytes, weights })
    );

    let thesis = policy("kind = \"proportional-fair\", rates = \"tauran\"");
    assert_eq!(thesis, of(ProportionalFair { limit, rates: model(TauranRates::default()) }));
    let table = "rates = { kind = \"tauran\", offset = \"9 dB\", weight = 0.1, updates = 1, \
                 report_interval = \"0 s\" }";
    let own = TauranRates { offset: 9.0, weight: 0.1, updates: 1, report_interval: Duration::ZERO };
    let codes = policy(&format!("kind = \"codes\", timeout = \"0 s\", {table}"));
    assert_eq!(codes, of(CoDeS { limit, rates: model(own), timeout: Duration::ZERO }));
    let table = "rates = { kind = \"textbook\", reference_snr = \"-1 dB\", \
                 time_constant = \"3 s\", report_interval = \"10 ms\" }";
    let own = TextbookRates {
        reference_snr: Some(-1.0),
        time_constant: Duration::from_secs(3),
        report_interval: ms(10),
    };
    let late =
        policy(&format!("kind = \"exp-pf\", tolerated = 0.01, deadline = \"70 ms\", {table}"));
    assert_eq!(late, of(ExpPf { limit, rates: model(own), tolerated: 0.01, deadline: ms(70) }));

    let textbook = MLwdf {
        limit,
        rates: model(TextbookRates::default()),
        rule: WeightRule::Textbook,
        tolerated: Some(0.2),
        deadline: Some(Duration::from_secs(1)),
        upstream: None,
    };
    let read = policy("kind = \"m-lwdf\", tolerated = 0.2, deadline = \"1 s\"");
    assert_eq!(read, of(textbook.clone()));
    let (tolerated, deadline, upstream) = (None, None, Some(ms(80)));
    let tauran = MLwdf { rule: WeightRule::Tauran, tolerated, deadline, upstream, ..textbook };
    let read = policy("kind = \"m-lwdf\", rule = \"tauran\", upstream = \"80 ms\"");
    assert_eq!(read, of(tauran));

    for (keys, spread) in [("", ms(20)), (", spread = \"8 ms\"", ms(8))] {
        let read = policy(&format!("kind = \"utility\", deadline = \"150 ms\"{keys}"));
        assert_eq!(read, of(utility(None, Some([ms(150), spread]))));
    }
}
