//! Goal: rows taken during a run equal those of a run that keeps them, and the number held does not
//! grow with its duration. Method: a watcher takes rows, counts them, and queries how many the
//! recorder holds; links that know a packet's transmission time at its arrival, and links that do
//! not.

use std::collections::BTreeMap;

use skyseam_sim::{Control, Outcome, Progress, RunOptions, Watcher, parse_alone, run};
use skyseam_trace::Table;

/// Runs a wire whose queue overflows. `QUEUE` is the discipline of a second wire.
fn outcome_of(queue: &str, duration_s: u32, watcher: &mut dyn Watcher) -> Outcome {
    let text = format!(
        r#"
        nodes = [{{ name = "a" }}, {{ name = "b" }}, {{ name = "c" }}]
        [[wires]]
        between = ["a", "b"]
        delay = "2 ms"
        rate = "400 Mbit/s"
        queue = "50 packets"
        [[wires]]
        between = ["a", "c"]
        delay = "2 ms"
        rate = "400 Mbit/s"
        queue = {queue}
        [[flows]]
        name = "f"
        from = "a"
        to = "b"
        count = 3
        every = "10 ms"
        application = {{ kind = "bulk", duration = "1000 s" }}
        [[flows]]
        name = "datagrams"
        from = "a"
        to = "b"
        [flows.application]
        kind = "udp"
        source = {{ kind = "constant", rate = "800 Mbit/s", size = "500 B" }}
        duration = "1000 s"
        [[flows]]
        name = "g"
        from = "a"
        to = "c"
        application = {{ kind = "bulk", duration = "1000 s" }}
        [run]
        duration = "{duration_s} s"
        record = ["sequence", "rtt", "cwnd", "rate", "queue"]
        "#
    );
    let scenario = parse_alone(&text, "test.toml").unwrap_or_else(|errors| panic!("{errors}"));
    run(&scenario, &RunOptions::default(), watcher).expect("nobody cancels").outcome
}

/// Takes all available rows.
#[derive(Default)]
struct Taker {
    taken: BTreeMap<&'static str, Table>,
    rows: usize,
    /// Rows taken since the last query.
    fresh: usize,
    /// Maximum number of rows held when rows could be taken.
    most_held: usize,
}

impl Watcher for Taker {
    fn note(&mut self, progress: Progress<'_>) -> Control {
        self.most_held = self.most_held.max(progress.rows_held + self.fresh);
        self.fresh = 0;
        Control::Continue
    }

    fn takes_rows(&self) -> bool {
        true
    }

    fn take(&mut self, name: &'static str, rows: Table) {
        self.fresh += rows.rows();
        self.rows += rows.rows();
        self.taken.entry(name).or_default().append(rows);
    }
}

const KNOWN_AT_ARRIVAL: &str = r#""50 packets""#;
const KNOWN_WHEN_IT_LEAVES: &str = r#"{ kind = "codel", limit = "500 packets" }"#;

/// Compares the rows taken, and the last ones, with those of a run that keeps them.
fn compare(queue: &str) -> Taker {
    let mut taker = Taker::default();
    let last = outcome_of(queue, 2, &mut taker);
    let kept = outcome_of(queue, 2, &mut |_: Progress<'_>| Control::Continue);
    assert_eq!(last.manifest, kept.manifest);
    let names = |outcome: &Outcome| outcome.tables.iter().map(|one| one.0).collect::<Vec<_>>();
    assert_eq!(names(&last), names(&kept));
    for ((name, rest), (_, expected)) in last.tables.into_iter().zip(kept.tables) {
        let mut whole = taker.taken.get(name).cloned().unwrap_or_default();
        whole.append(rest);
        // Empty values are NaN, which equals nothing.
        assert!(format!("{whole:?}") == format!("{expected:?}"), "table {name}");
    }
    taker
}

#[test]
fn rows_that_leave_are_those_of_a_run_that_keeps_them() {
    let taker = compare(KNOWN_AT_ARRIVAL);
    for name in ["drops", "sequence", "queue"] {
        assert!(taker.taken.contains_key(name), "{:?}", taker.taken.keys());
    }
}

#[test]
fn lengths_of_queues_stay_where_waits_are_told_when_they_end() {
    let taker = compare(KNOWN_WHEN_IT_LEAVES);
    assert!(taker.taken.contains_key("sequence"), "{:?}", taker.taken.keys());
    assert!(!taker.taken.contains_key("queue"), "{:?}", taker.taken.keys());
}

/// Goal: ten times the duration, no more rows in memory.
#[test]
fn rows_held_do_not_grow_with_the_duration() {
    let [short, long] = [1, 10].map(|duration_s| {
        let mut taker = Taker::default();
        outcome_of(KNOWN_AT_ARRIVAL, duration_s, &mut taker);
        taker
    });
    println!("{} of {}, {} of {}", short.most_held, short.rows, long.most_held, long.rows);
    assert!(long.rows > 8 * short.rows, "{} and {} rows", short.rows, long.rows);
    assert!(long.rows > 8 * long.most_held, "{} rows, {} held", long.rows, long.most_held);
    assert!(long.most_held < 2 * short.most_held, "{} and {}", short.most_held, long.most_held);
    // With nobody to take them, all are held.
    let mut all_held = 0;
    outcome_of(KNOWN_AT_ARRIVAL, 1, &mut |progress: Progress<'_>| {
        all_held = progress.rows_held;
        Control::Continue
    });
    assert!(all_held > short.rows, "{all_held} of {}", short.rows);
}
