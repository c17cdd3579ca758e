//! Goal: the agents of the stack `ns2` behave as ns-2.35's over one link of 10 Mbit/s and 80 ms,
//! without and with random loss. Method: the runs of `data/ns2/README.md`, with the same packets
//! lost as in ns-2, and goodput under independent losses compared with that of other seeds.

use proptest::prelude::*;
use skyseam_app::{Application, Bulk, File};
use skyseam_base::{Duration, FlowId, NodeId, RandomStream, SimTime};
use skyseam_endpoint::FlowReport;
use skyseam_host::{bytes_of, open};
use skyseam_tcp::{DelayedAck, LossRecovery, Ns2, TcpConfig};

use crate::support::{Link, Notes, World};

/// Runs of data/ns2/variants.tcl.
const RUNS: &str = include_str!("data/ns2/variants.csv");
/// Rows of the reference `single_link.csv`.
const GOODPUT: &str = include_str!("data/ns2/goodput.csv");

const MSS: u32 = 1460;

const DELAYS: [DelayedAck; 3] =
    [DelayedAck::Off, DelayedAck::Timer(Duration::from_millis(100)), DelayedAck::Linux];

/// The agent and module that the tables call `variant`, its `window_` in packets.
fn transport(variant: &str, window: &str) -> TcpConfig {
    let (recovery, algorithm) = match variant {
        "newreno" => (LossRecovery::NewReno, "newreno"),
        "sack1" => (LossRecovery::Sack, "newreno"),
        "linux-reno" => (LossRecovery::Fack, "newreno"),
        "cubic" => (LossRecovery::Fack, "cubic"),
        "hybla" => (LossRecovery::Fack, "hybla"),
        other => panic!("no such variant: {other}"),
    };
    let packets: u64 = window.parse().expect("a number of packets");
    TcpConfig {
        mss: MSS,
        initial_window: 2.into(),
        receive_window: packets * u64::from(MSS),
        ..TcpConfig::of(&Ns2::by(recovery), algorithm)
    }
}

/// A bulk transfer over the link, with `queue` as ns-2's limit.
fn world(transport: &TcpConfig, queue: usize) -> World<Notes> {
    let application = Application::of(Bulk { duration: Duration::from_secs(60) });
    let ends = open(FlowId(0), NodeId(0), NodeId(1), SimTime::ZERO, &application, transport);
    // ns-2 drops what finds one packet less than the limit waiting.
    let link = |limit: usize| Link::new(Some(10_000_000), Duration::from_millis(80), limit - 1);
    World::new(ends, [link(queue), link(1000)], Notes::default())
}

/// Counts of both endpoints just before 60 s.
fn run(world: &mut World<Notes>) -> FlowReport {
    world.run(SimTime::from_nanos(59_999_999_999));
    world.ends[0].report().merged(&world.ends[1].report())
}

fn cells(line: &str) -> Vec<&str> {
    line.split(',').collect()
}

fn number<T: std::str::FromStr>(text: &str) -> T {
    text.parse().ok().unwrap_or_else(|| panic!("a number, not {text}"))
}

/// If the packets lost are those that ns-2 lost, all counters equal ns-2's for the agents with
/// plain arithmetic: packets sent, retransmitted, timeouts, window cuts.
///
/// CUBIC's cube root starts from a formula instead of a table, so now and then a packet leaves one
/// ACK earlier or later; Hybla fills the queue in bursts, where ns-2 decides by rounding errors
/// which of two simultaneous events comes first. Both within a thousandth of what is sent and two
/// retransmissions; timeouts and cuts are equal.
#[test]
fn the_same_losses_have_the_same_effect() {
    assert_eq!(RUNS.lines().count(), 1 + 5 * 9);
    for line in RUNS.lines().skip(1) {
        let [variant, window, loss, seed, _, sent, again, timeouts, cuts, lost] = cells(line)[..]
        else {
            panic!("a row of ten cells, not {line}")
        };
        let lost: Vec<u64> = lost.split_whitespace().map(number).collect();
        let mut world = world(&transport(variant, window), 133);
        let mut index = 0;
        world.impair = Box::new(move |_, direction, _| {
            if direction == 1 {
                return vec![Duration::ZERO];
            }
            index += 1;
            if lost.binary_search(&(index - 1)).is_ok() { vec![] } else { vec![Duration::ZERO] }
        });
        let ours = run(&mut world);
        let name = format!("{variant} {window}, loss {loss}, seed {seed}");
        println!(
            "{name}: sent {sent} and {}, again {again} and {}, timeouts {timeouts} and {}, cuts \
             {cuts} and {}",
            ours.packets_sent,
            ours.retransmissions,
            ours.timeouts,
            ours.recoveries + ours.timeouts
        );
        assert_eq!(ours.timeouts, number::<u64>(timeouts), "{name}");
        assert_eq!(ours.recoveries + ours.timeouts, number::<u64>(cuts), "{name}");
        let (sent, again): (u64, u64) = (number(sent), number(again));
        let plain = !matches!(variant, "cubic" | "hybla");
        let slack = if plain { (0, 0) } else { (sent / 1000, 2) };
        assert!(ours.packets_sent.abs_diff(sent) <= slack.0, "{name}");
        assert!(ours.retransmissions.abs_diff(again) <= slack.1, "{name}");
    }
}

/// Goodputs of ns-2 with this variant and loss, Mbit/s, from four further seeds.
fn own_runs(variant: &str, loss: f64) -> impl Iterator<Item = f64> {
    let rows = RUNS.lines().skip(1).map(cells);
    rows.filter(move |cells| cells[0] == variant && number::<f64>(cells[2]) == loss)
        .map(|cells| number::<f64>(cells[4]) * f64::from(MSS) * 8.0 / 60e6)
}

/// Goodput of the reference: without loss within half a percent; with loss the mean of 20 seeds is
/// within the range of eight seeds of ns-2, the reference's four and those of variants.csv.
///
/// CUBIC with loss was measured with an effectively unlimited window; the losses keep it below 266.
#[test]
fn goodput_is_that_of_ns2() {
    assert_eq!(GOODPUT.lines().count(), 1 + 15);
    for line in GOODPUT.lines().skip(1) {
        let cells = cells(line);
        let (variant, loss) = (cells[0], number::<f64>(cells[3]));
        let mean: f64 = number(cells[5]);
        let (least, most) = own_runs(variant, loss)
            .fold((number(cells[6]), number(cells[7])), |(least, most): (f64, f64), run| {
                (least.min(run), most.max(run))
            });
        let window = if variant == "cubic" { "266" } else { cells[1] };
        let transport = transport(variant, window);
        let seeds = if loss > 0.0 { 20 } else { 1 };
        let goodputs = (1..=seeds).map(|seed| {
            // One place less than the limit of 133: so the reference's retransmissions come out.
            let mut world = world(&transport, 132);
            world.links[0].loss = (loss, seed);
            run(&mut world).bytes_delivered as f64 * 8.0 / 60e6
        });
        let ours = goodputs.sum::<f64>() / seeds as f64;
        let off = ours / mean - 1.0;
        println!(
            "{variant}, loss {loss}: {mean} ({least:.3} to {most:.3}) and {ours:.3} Mbit/s \
             ({:+.1} %)",
            100.0 * off
        );
        if loss == 0.0 {
            assert!(off.abs() < 0.005, "{line}: {ours}");
        } else {
            assert!((least..=most).contains(&ours), "{line}: {ours}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    /// Goal: every agent completes every transfer and delivers everything, whatever the path.
    /// Method: random paths that lose, duplicate and reorder.
    #[test]
    fn a_file_arrives_whole(
        variant in prop::sample::select(vec!["newreno", "sack1", "linux-reno", "cubic", "hybla"]),
        seed in any::<u64>(), loss in prop_oneof![Just(0.0), 0.0..0.3f64],
        duplication in prop_oneof![Just(0.0), 0.0..0.2f64],
        jitter_ms in prop_oneof![Just(0u64), 1u64..200], delay_ms in 1u64..300,
        queue in 2usize..60, size_bytes in 1u64..200_000, window in 1u32..100,
        delayed in 0usize..3, timestamps in any::<bool>(),
    ) {
        let transport = TcpConfig {
            delayed_ack: DELAYS[delayed],
            timestamps,
            ..transport(variant, &window.to_string())
        };
        let application = Application::of(File { size: size_bytes });
        let ends = open(FlowId(0), NodeId(0), NodeId(1), SimTime::ZERO, &application, &transport);
        let link = |queue| Link::new(Some(2_000_000), Duration::from_millis(delay_ms), queue);
        let mut world = World::new(ends, [link(queue), link(1000)], Notes::default());
        let mut random = RandomStream::new(seed, "path");
        world.impair = Box::new(move |_, _, _| {
            let copies = match (random.uniform() < loss, random.uniform() < duplication) {
                (true, _) => 0,
                (false, true) => 2,
                (false, false) => 1,
            };
            let mut late = || Duration::from_secs_f64(random.uniform() * jitter_ms as f64 / 1e3);
            (0..copies).map(|_| late()).collect()
        });
        prop_assert!(world.run(SimTime::from_secs(100_000)), "it never ends");
        let report = world.ends[0].report().merged(&world.ends[1].report());
        prop_assert_eq!(Some(report.bytes_delivered), bytes_of(&application, &transport));
        prop_assert_eq!((world.trace.received, world.trace.finished), (1, 1));
    }
}
