//! Resolution of the keys of wires, links, queues and losses, and that they read back as the same.

use skyseam_base::{Duration, Rate};
use skyseam_net::config::{ArrivalOrder, Direction, LossConfig, QueueConfig};
use skyseam_net::loss::{Bernoulli, BitError, GilbertElliott, LossKeys};
use skyseam_net::queue::{
    CoDel, DropTail, FqCoDel, Implementation, QueueLimit, Red, RedImplementation,
};
use skyseam_net::{LinkConfig, TraceStep};
use skyseam_scenario::{Files, Scenario};
use skyseam_sim::parse;

fn files() -> Files {
    let mut files = Files::new();
    files.insert(
        "all.csv",
        "t_s,loss,rate_bps,delay_ms\n0,0,2000000,40.000001\n9.5,0.25,0,60\n\
                             12,0,1500000.4,60 # back\n",
    );
    files.insert("rate.csv", "t_s,rate_bps\n0,1000000\n9,500000\n");
    files.insert("delay.csv", "t_s,delay_ms\n\n1,40\n2,50\n");
    files
}

/// The scenario with one wire of these keys; also checks that its printed form reads back as the
/// same.
fn scenario(wire: &str) -> Scenario {
    let text = format!(
        "nodes = [{{ name = \"a\" }}, {{ name = \"b\" }}]\n\
         [[wires]]\nbetween = [\"a\", \"b\"]\n{wire}"
    );
    let read = |text: &str| {
        parse(text, "test.toml", &files()).unwrap_or_else(|errors| panic!("{errors}")).scenario
    };
    let scenario = read(&text);
    let toml: toml::Table = serde_json::from_value(scenario.resolved()).unwrap();
    let again = read(&toml::to_string(&toml).unwrap());
    assert_eq!(again, scenario, "{}", scenario.resolved());
    scenario
}

fn link(wire: &str) -> LinkConfig {
    scenario(wire).links.wires.remove(0).forward
}

const PLAIN: &str = "delay = \"40 ms\"\nrate = \"10 Mbit/s\"\n";

fn queue(queue: &str) -> QueueConfig {
    link(&format!("{PLAIN}queue = {queue}")).queue
}

/// 10 Mbit/s and twice 40 ms are 100 kB.
#[test]
fn a_limit_is_packets_or_bytes_or_a_product_or_a_time() {
    let bytes = |bytes| QueueConfig::of(DropTail::new(QueueLimit::Bytes(bytes)));
    assert_eq!(queue("\"67 packets\""), QueueConfig::drop_tail(67));
    assert_eq!(queue("\"1.5 kB\""), bytes(1500));
    assert_eq!(queue("\"1 BDP\""), bytes(100_000));
    assert_eq!(queue("\"0.25 BDP\""), bytes(25_000));
    assert_eq!(queue("\"20 ms\""), bytes(25_000));
    assert_eq!(queue("\"1 BDP\"\nreference_rtt = \"600 ms\""), bytes(750_000));
    let trace = "trace = \"all.csv\"\nqueue = \"1 BDP\"";
    // 2 Mbit/s and twice 40.000001 ms: as it is at the start.
    assert_eq!(link(trace).queue, bytes(20_000));
}

#[test]
fn a_link_to_a_satellite_has_the_reference_it_is_given() {
    let text = "constellation.preset = \"iridium-ns2\"\n\
                links = { reference_rtt = \"200 ms\", uplink.queue = \"2 BDP\" }";
    let scenario = skyseam_scenario::parse_alone(text, "test.toml").unwrap();
    let queue = scenario.links.uplink.unwrap().queue;
    assert_eq!(queue, QueueConfig::of(DropTail::new(QueueLimit::Bytes(75_000))));
    assert_eq!(scenario.links.downlink.unwrap().queue, QueueConfig::drop_tail(49));
}

#[test]
fn disciplines_have_the_defaults_of_their_sources() {
    assert_eq!(queue("{ kind = \"codel\" }"), QueueConfig::of(CoDel::default()));
    assert_eq!(queue("{ kind = \"fq-codel\" }"), QueueConfig::of(FqCoDel::default()));
    assert_eq!(queue("\"codel\""), QueueConfig::of(CoDel::default()));
    let red = Red {
        limit: QueueLimit::Bytes(100_000),
        min_threshold: QueueLimit::Packets(5),
        max_threshold: QueueLimit::Packets(15),
        weight: 0.002,
        max_probability: 0.1,
        gentle: false,
        wait: false,
        mean_packet: 500,
        ecn: false,
        implementation: RedImplementation::Linux,
    };
    let keys = "kind = \"red\", limit = \"1 BDP\", min_threshold = \"5 packets\", \
                max_threshold = \"15 packets\"";
    assert_eq!(queue(&format!("{{ {keys} }}")), QueueConfig::of(red.clone()));
    let more = "weight = 0.01, max_probability = 0.02, gentle = true, wait = true, \
                mean_packet = \"1 kB\", ecn = true, implementation = \"floyd-jacobson\"";
    let changed = Red {
        weight: 0.01,
        max_probability: 0.02,
        gentle: true,
        wait: true,
        mean_packet: 1000,
        ecn: true,
        implementation: RedImplementation::FloydJacobson,
        ..red
    };
    assert_eq!(queue(&format!("{{ {keys}, {more} }}")), QueueConfig::of(changed));
    let narrow = "{ kind = \"fq-codel\", limit = \"30 packets\", flows = 7, quantum = \"300 B\", \
                  target = \"20 ms\", interval = \"600 ms\", max_packet = \"1 kB\", \
                  ecn = false, ce_threshold = \"1 ms\", implementation = \"rfc\" }";
    let expected = FqCoDel {
        limit: QueueLimit::Packets(30),
        flows: 7,
        quantum: 300,
        target: Duration::from_millis(20),
        interval: Duration::from_millis(600),
        max_packet: 1000,
        ecn: false,
        ce_threshold: Some(Duration::from_millis(1)),
        implementation: Implementation::Rfc,
    };
    assert_eq!(queue(narrow), QueueConfig::of(expected));
}

#[test]
fn losses_are_by_probability_or_by_mean_length() {
    let loss = |keys: &str| {
        link(&format!("{PLAIN}queue = \"9 packets\"\nloss = {{ {keys} }}")).loss.unwrap()
    };
    let bernoulli = || LossConfig::of(Bernoulli { probability: 1e-3 });
    assert_eq!(loss("kind = \"bernoulli\", probability = 0.001"), bernoulli());
    let forward = "kind = \"bernoulli\", probability = 1e-3, data_only = true, \
                   direction = \"forward\"";
    let keys = LossKeys { data_only: true, direction: Direction::Forward };
    assert_eq!(loss(forward), LossConfig { keys, ..bernoulli() });
    let bits = LossConfig::of(BitError { rate: 1e-7 });
    assert_eq!(loss("kind = \"bit-error\", rate = 1e-7"), bits);
    let by_means = GilbertElliott {
        good_to_bad: None,
        mean_good: Some(500.0),
        bad_to_good: None,
        mean_bad: Some(2.5),
        loss_good: 0.0,
        loss_bad: 1.0,
    };
    assert_eq!(
        loss("kind = \"gilbert-elliott\", mean_good = \"500 packets\", mean_bad = \"2.5 packets\""),
        LossConfig::of(by_means)
    );
    let by_probabilities = GilbertElliott {
        good_to_bad: Some(0.1),
        mean_good: None,
        bad_to_good: Some(0.3),
        mean_bad: None,
        loss_good: 0.01,
        loss_bad: 0.5,
    };
    assert_eq!(
        loss(
            "kind = \"gilbert-elliott\", good_to_bad = 0.1, bad_to_good = 0.3, \
              loss_good = 0.01, loss_bad = 0.5"
        ),
        LossConfig::of(by_probabilities)
    );
}

fn step(from_ms: u64, delay_ns: u64, bps: u64, loss: f64) -> TraceStep {
    TraceStep {
        from: Duration::from_millis(from_ms),
        delay: Some(Duration::from_nanos(delay_ns)),
        rate: Rate::from_bps(bps),
        loss,
    }
}

/// Goal: a direction has the keys of its table, and otherwise the wire's; read again from the
/// manifest it is the same.
#[test]
fn directions_differ_in_what_their_tables_say() {
    let text = "delay = \"40 ms\"\nrate = \"10 Mbit/s\"\nqueue = \"1 BDP\"\njitter = \"5 us\"\n\
                loss = { kind = \"bernoulli\", probability = 0.1, direction = \"forward\" }\n\
                forward = { rate = \"2 Mbit/s\" }\n\
                backward = { delay = \"20 ms\", jitter = \"0 s\", trace = \"rate.csv\", \
                             trace_offset = \"2 s\", trace_repeat = \"1 min\" }";
    let scenario = scenario(text);
    let wire = &scenario.links.wires[0];
    assert_eq!(scenario.sky.wires[0].delays, [40, 20].map(Duration::from_millis));
    let bytes = |bytes| QueueConfig::of(DropTail::new(QueueLimit::Bytes(bytes)));
    assert_eq!(wire.forward.queue, bytes(15_000), "2 Mbit/s and 60 ms");
    assert_eq!(wire.backward.queue, bytes(7_500), "1 Mbit/s and 60 ms");
    assert_eq!((wire.forward.loss.is_some(), wire.backward.loss.is_some()), (true, false));
    assert_eq!(
        (wire.forward.jitter, wire.backward.jitter),
        (Duration::from_micros(5), Duration::ZERO)
    );
    assert_eq!(
        (wire.forward.trace.is_some(), wire.backward.trace_offset),
        (false, Duration::from_secs(2))
    );
    let trace = wire.backward.trace.as_ref().unwrap();
    assert_eq!(trace.period(), Some(Duration::from_secs(60)));
    // Only one direction differs, in its delay: queues follow it.
    let text = format!("{PLAIN}queue = \"1 BDP\"\nbackward = {{ delay = \"20 ms\" }}");
    assert_eq!(link(&text).queue, bytes(75_000), "10 Mbit/s and 60 ms");
}

#[test]
fn a_trace_says_what_its_columns_say_and_keys_the_rest() {
    let scenario = scenario("trace = \"all.csv\"\nqueue = \"9 packets\"\norder = \"fifo\"");
    let wire = &scenario.links.wires[0].forward;
    let expected = [
        step(0, 40_000_001, 2_000_000, 0.0),
        step(9_500, 60_000_000, 0, 0.25),
        step(12_000, 60_000_000, 1_500_000, 0.0),
    ];
    assert_eq!(wire.trace.as_ref().unwrap().steps(), expected);
    assert_eq!((wire.order, Some(wire.rate)), (ArrivalOrder::Fifo, Rate::from_bps(2_000_000)));
    // Routes weigh the wire by its delay at the start.
    assert_eq!(scenario.sky.wires[0].delays[0], Duration::from_nanos(40_000_001));
    let wire = link("trace = \"delay.csv\"\nrate = \"1 Mbit/s\"\nqueue = \"9 packets\"");
    let expected =
        [step(1_000, 40_000_000, 1_000_000, 0.0), step(2_000, 50_000_000, 1_000_000, 0.0)];
    assert_eq!(wire.trace.unwrap().steps(), expected);
}

#[test]
fn a_change_stays_until_the_next() {
    let wire = link(&format!(
        "{PLAIN}queue = \"9 packets\"\nchanges = [\n\
         {{ at = \"20 s\", delay = \"60 ms\" }}, {{ at = \"30 s\", rate = \"5 Mbit/s\" }},\n\
         {{ at = \"31 s\", delay = \"60 ms\" }},\n\
         {{ at = \"40 s\", delay = \"40 ms\", rate = \"9 Mbit/s\" }}]"
    ));
    let expected = [
        step(0, 40_000_000, 10_000_000, 0.0),
        step(20_000, 60_000_000, 10_000_000, 0.0),
        step(30_000, 60_000_000, 5_000_000, 0.0),
        step(31_000, 60_000_000, 5_000_000, 0.0),
        step(40_000, 40_000_000, 9_000_000, 0.0),
    ];
    assert_eq!(wire.trace.unwrap().steps(), expected);
}

fn harq(keys: &str) -> skyseam_net::harq::HarqConfig {
    let channel = "channel = { kind = \"constant\", level = \"-3 dB\" }";
    let wire = format!("{PLAIN}queue = \"9 packets\"\n{channel}\nharq = {{ {keys} }}");
    link(&wire).radio.unwrap().harq.clone()
}

/// The papers' values by default, and every key if it is given.
#[test]
fn harq_has_the_defaults_of_the_papers() {
    use skyseam_net::harq::{
        Accounting, Adaptive, ChaseCombining, CodeRate, HarqConfig, HarqKeys,
        IncrementalRedundancy, LongPackets, Symbols, symbols,
    };
    let symbols = Symbols::Table(symbols::SymbolTable::named("k8920").unwrap());
    let (retransmissions, information_bits) = (Some(3), Some(8920));
    let usual = IncrementalRedundancy { symbols, retransmissions, information_bits };
    let usual = HarqConfig::of(usual, 7.5);
    assert_eq!((usual.keys.threshold, usual.keys.code_rate.coded), (-4.8612, 6));
    let reference = "reference_snr = \"7.5 dB\"";
    assert_eq!(harq(&format!("kind = \"incremental-redundancy\", {reference}")), usual);
    let listed = harq(&format!(
        "kind = \"incremental-redundancy\", {reference}, symbols = [700, 0, 9], \
         information_bits = 1200, code_rate = \"1/3\", threshold = \"-1 dB\", \
         decoding_delay = \"2 ms\", accounting = \"coded-bits\", packets = \"split\", \
         processes = 16, feedback_disabled = 3, k_offset = \"26 ms\", ta_common = \"8 ms\", \
         k_mac = \"5 ms\""
    ));
    let symbols = Symbols::List(vec![700, 0, 9]);
    let (retransmissions, information_bits) = (Some(2), Some(1200));
    let own = IncrementalRedundancy { symbols, retransmissions, information_bits };
    let keys = HarqKeys {
        reference_snr: 7.5,
        code_rate: CodeRate { of: 1, coded: 3 },
        threshold: -1.0,
        decoding_delay: Duration::from_millis(2),
        accounting: Accounting::CodedBits,
        packets: LongPackets::Split,
        processes: Some(16),
        feedback_disabled: 3,
        k_offset: Some(Duration::from_millis(26)),
        ta_common: Duration::from_millis(8),
        k_mac: Duration::from_millis(5),
    };
    assert_eq!(listed, HarqConfig { keys, ..HarqConfig::of(own, 0.0) });
    let adaptive = harq(&format!("kind = \"adaptive\", {reference}, targets = [0.5, 0.9]"));
    let (targets, retransmissions) = (vec![0.5, 0.9], Some(1));
    let own = Adaptive { targets, retransmissions, ..Adaptive::default() };
    assert_eq!(adaptive, HarqConfig::of(own, 7.5));
    let chase = harq(&format!(
        "kind = \"chase-combining\", {reference}, symbols = 4460, retransmissions = 15"
    ));
    let own = ChaseCombining { symbols: 4460, retransmissions: 15, information_bits: 8920 };
    assert_eq!(chase, HarqConfig::of(own, 7.5));
}
