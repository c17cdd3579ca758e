//! Goal: the programs of `examples/`, here and in the root, run, and their results show the
//! intended effect.
//!
//! Method: each is a module here, and its rows are examined.

#![allow(dead_code, reason = "their `main` is not called here")]

#[path = "../../../examples/own-controller-rs/src/main.rs"]
mod own_controller;
#[path = "../examples/own_policy.rs"]
mod own_policy;
#[path = "../examples/own_queue.rs"]
mod own_queue;
#[path = "../examples/scenario_in_code.rs"]
mod scenario_in_code;

/// The page with the code and tables of the examples; `tests/test_docs.py` compares the code.
const PAGE: &str = include_str!("../../../docs/howto/from-rust.md");

#[test]
fn the_page_shows_the_tables_that_they_print() {
    let tables = [
        scenario_in_code::table(),
        own_queue::table(),
        own_controller::table(),
        own_policy::table(),
    ];
    for table in tables {
        let table = table.unwrap_or_else(|errors| panic!("{errors}"));
        assert!(PAGE.contains(&table), "docs/howto/from-rust.md does not have\n{table}");
    }
}

#[test]
fn a_scenario_made_in_code_runs() {
    let rows = scenario_in_code::rows().unwrap_or_else(|errors| panic!("{errors}"));
    let rates = rows.iter().map(|&(bytes, seconds)| bytes as f64 * 8.0 / seconds);
    assert!(rates.is_sorted() && rows[2].1 > 8.0, "1 MB at 1 Mbit/s: {rows:?}");
}

#[test]
fn a_queue_that_limits_waiting_keeps_pings_short() {
    let rows = own_queue::rows().unwrap_or_else(|errors| panic!("{errors}"));
    let [(_, _, tail_ms), (_, _, usual_ms), (_, _, short_ms)] = rows[..] else {
        panic!("{rows:?}")
    };
    // The path takes 40 ms both ways; one packet more than the limit may wait.
    assert!(short_ms < 40.0 + 10.0 + 2.0 * 1.3 && short_ms < usual_ms, "{rows:?}");
    assert!(usual_ms < 40.0 + 50.0 + 2.0 * 1.3 && usual_ms < tail_ms, "{rows:?}");
}

#[test]
fn a_controller_that_grows_faster_takes_less_time() {
    let rows = own_controller::rows().unwrap_or_else(|errors| panic!("{errors}"));
    let [(_, newreno_s, _), (_, aimd_s, _), (_, fast_s, _)] = rows[..] else { panic!("{rows:?}") };
    assert!((aimd_s / newreno_s - 1.0).abs() < 0.1 && fast_s < 0.8 * aimd_s, "{rows:?}");
}

#[test]
fn a_policy_that_keeps_satellites_changes_less_often() {
    let rows = own_policy::rows().unwrap_or_else(|errors| panic!("{errors}"));
    let [highest, high, low] = [0, 1, 2].map(|row| rows[row].1);
    assert!(low < high && high <= highest, "{rows:?}");
}
