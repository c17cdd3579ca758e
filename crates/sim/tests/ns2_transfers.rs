//! Goal: whole transfers over Iridium take as long as in ns-2, for each start time. Method: every
//! row of bench/ns2/results, printed by ns-2.35, run with the preset equivalent to its scripts.
//!
//! A page of 9 kB sees no loss and must agree to the precision of the file. 15 MiB have some
//! hundred losses, and agree nearly as well.

use crate::common::{counts, floats};
use skyseam_scenario::Scenario;
use skyseam_sim::{Control, parse_alone, run_batch};

/// A transfer in ns-2.
struct Reference {
    start_s: f64,
    time_ms: f64,
    retransmitted: f64,
    timeouts: u64,
}

/// The same transfer here.
struct Transfer {
    time_ms: f64,
    retransmitted: f64,
    timeouts: u64,
}

fn references(csv: &str) -> Vec<Reference> {
    let mut lines = csv.lines();
    assert_eq!(lines.next(), Some("start_s,time_ms,packets,retransmitted,timeouts"));
    let rows: Vec<Reference> = lines
        .map(|line| {
            let cells: Vec<f64> =
                line.split(',').map(|cell| cell.parse().expect("a number")).collect();
            let [start_s, time_ms, _, retransmitted, timeouts] = cells[..] else {
                panic!("a row of five cells, not {line}")
            };
            Reference { start_s, time_ms, retransmitted, timeouts: timeouts as u64 }
        })
        .collect();
    assert_eq!(rows.len(), 36);
    rows
}

fn scenario(to: &str, size: &str, start_s: f64) -> Scenario {
    let text = format!(
        r#"
        [constellation]
        preset = "iridium-ns2"
        [routing]
        metric = "hops"
        [[terminals]]
        name = "HNL"
        latitude = "21.5 deg"
        longitude = "-158.0 deg"
        [[terminals]]
        name = "LAX"
        latitude = "34.05 deg"
        longitude = "-118.24 deg"
        [[terminals]]
        name = "DEL"
        latitude = "28.61 deg"
        longitude = "77.21 deg"
        [[flows]]
        name = "file"
        from = "HNL"
        to = "{to}"
        application = {{ kind = "file", size = "{size}" }}
        transport = {{ kind = "tcp", stack = "ns2", congestion = "cubic" }}
        [run]
        start = "{start_s} s"
        duration = "200 s"
        "#
    );
    parse_alone(&text, "ns2.toml").unwrap_or_else(|errors| panic!("{errors}"))
}

fn transfers(to: &str, size: &str, references: &[Reference]) -> Vec<Transfer> {
    let scenarios: Vec<Scenario> =
        references.iter().map(|row| scenario(to, size, row.start_s)).collect();
    let outcomes = run_batch(&scenarios, 2, &mut |_| Control::Continue).expect("nobody cancels");
    outcomes
        .iter()
        .map(|outcome| Transfer {
            time_ms: 1e3 * floats(outcome, "flows", "transfer_time_s")[0],
            retransmitted: counts(outcome, "flows", "retransmissions")[0] as f64,
            timeouts: counts(outcome, "flows", "timeouts")[0],
        })
        .collect()
}

fn mean(values: impl Iterator<Item = f64>) -> f64 {
    let values: Vec<f64> = values.collect();
    values.iter().sum::<f64>() / values.len() as f64
}

/// 1e-5 ms: ns-2 rounds each propagation delay to 1e-8 s, the file to 1e-6 ms.
#[test]
fn pages_take_as_long_as_in_ns2_to_ten_nanoseconds() {
    for (to, csv) in [
        ("LAX", include_str!("../../../bench/ns2/results/hnl-lax-9kb.csv")),
        ("DEL", include_str!("../../../bench/ns2/results/hnl-del-9kb.csv")),
    ] {
        let references = references(csv);
        for (row, ours) in references.iter().zip(transfers(to, "9 kB", &references)) {
            let off = ours.time_ms - row.time_ms;
            assert!(off.abs() <= 1e-5, "{to} at {} s: {off:+e} ms", row.start_s);
            assert_eq!((ours.retransmitted, ours.timeouts), (row.retransmitted, row.timeouts));
        }
    }
}

/// All but two starts agree within 30 ns, the sum of ns-2's roundings, with the same
/// retransmissions and no timeout. The two with a timeout (72000.25 s, 73800.25 s) differ by
/// CUBIC's cube root, whose start is a formula here (crates/host/tests/data/ns2/README.md): less
/// than 0.01 %.
#[test]
fn files_of_15_mib_take_as_long_as_in_ns2() {
    let references = references(include_str!("../../../bench/ns2/results/hnl-lax-15mib.csv"));
    let ours = transfers("LAX", "15 MiB", &references);
    for (row, ours) in references.iter().zip(&ours) {
        let deviation = ours.time_ms / row.time_ms - 1.0;
        println!(
            "{} s: ns-2 {} ms, here {:.6} ms ({:+.5} %), sent again {} and {}, timeouts {} and {}",
            row.start_s,
            row.time_ms,
            ours.time_ms,
            100.0 * deviation,
            row.retransmitted,
            ours.retransmitted,
            row.timeouts,
            ours.timeouts
        );
        assert_eq!(ours.timeouts, row.timeouts, "at {} s", row.start_s);
        if row.timeouts == 0 {
            let off = (ours.time_ms - row.time_ms).abs();
            assert!(off < 3e-5, "at {} s: {off} ms", row.start_s);
            assert_eq!(ours.retransmitted, row.retransmitted, "at {} s", row.start_s);
        } else {
            assert!(deviation.abs() < 2e-4, "at {} s: {deviation}", row.start_s);
            let off = ours.retransmitted - row.retransmitted;
            assert!(off.abs() <= 2.0, "at {} s: {off}", row.start_s);
        }
    }
    // The seam lies between the two in these windows (bench/ns2/results/README.md).
    let seam = |row: &Reference| {
        (26_000.0..35_520.0).contains(&row.start_s) || (70_190.0..79_270.0).contains(&row.start_s)
    };
    for inside in [false, true] {
        let rows = || references.iter().zip(&ours).filter(|(row, _)| seam(row) == inside);
        let theirs = mean(rows().map(|(row, _)| row.time_ms));
        let here = mean(rows().map(|(_, ours)| ours.time_ms));
        println!("seam between: {inside}, means {theirs:.3} and {here:.3} ms");
        assert!((here / theirs - 1.0).abs() < 1e-4, "means {theirs} and {here} ms");
    }
}
