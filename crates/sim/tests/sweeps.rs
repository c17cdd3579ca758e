//! Runs of a batch or sweep share the common parts of their constellations, without any effect on
//! their results: each equals the run alone.

use std::fs;
use std::path::PathBuf;

use skyseam_scenario::sweep::{self, BaseFile};
use skyseam_scenario::{Files, Scenario};
use skyseam_sim::models;
use skyseam_sim::sweep::{Kept, Pile};
use skyseam_sim::{
    Control, NoSweep, check_sweep, parse, parse_alone, run_alone, run_batch, run_sweep,
};
use skyseam_trace::{Columns, Table, Values, columns};

const SKY: &str = r#"
    [constellation]
    preset = "iridium"
    [constellation.isl]
    pattern = "PATTERN"
    [handover]
    kind = "POLICY"
    randomized = RANDOMIZED
    [routing]
    metric = "METRIC"
    [links]
    uplink = { rate = "1.5 Mbit/s", queue = "20 packets" }
    downlink = { rate = "1.5 Mbit/s", queue = "20 packets" }
    isl = { rate = "25 Mbit/s", queue = "20 packets" }
    [[terminals]]
    name = "gateway"
    latitude = "21.5 deg"
    longitude = "-158.0 deg"
    [[terminals]]
    name = "anywhere"
    latitude = "LATITUDE deg"
    longitude = "LONGITUDE deg"
    [[flows]]
    name = "file"
    from = "gateway"
    to = "anywhere"
    application = { kind = "file", size = "300 kB" }
    [run]
    start = "START s"
    duration = "120 s"
    seed = SEED
    record = ["cwnd"]
"#;

fn skies() -> Vec<Scenario> {
    let mut scenarios = Vec::new();
    for (number, (pattern, policy, randomized, metric)) in [
        ("grid-seam-open", "sticky", "false", "hops"),
        ("grid-seam-open", "sticky", "true", "delay"),
        ("grid-seam-crossed", "highest-elevation", "false", "delay"),
        ("grid-seam-open", "global-reallocation", "false", "delay"),
        ("grid-seam-crossed", "shortest-path", "true", "hops"),
    ]
    .into_iter()
    .enumerate()
    {
        // The first two places twice: at other times, and one of them with another seed.
        for (latitude, longitude, start, seed) in
            [(30, -100, 3000, 1), (-20, 25, 900, 1), (30, -100, 60, 1), (-20, 25, 900, 2)]
        {
            let text = [
                ("PATTERN", pattern.to_string()),
                ("POLICY", policy.to_string()),
                ("RANDOMIZED", randomized.to_string()),
                ("METRIC", metric.to_string()),
                ("LATITUDE", (latitude + number as i32).to_string()),
                ("LONGITUDE", longitude.to_string()),
                ("START", start.to_string()),
                ("SEED", seed.to_string()),
            ]
            .iter()
            .fold(SKY.to_string(), |text, (word, value)| text.replace(word, value));
            scenarios.push(parse_alone(&text, "test.toml").unwrap_or_else(|e| panic!("{e}")));
        }
    }
    scenarios
}

fn element_skies() -> Vec<Scenario> {
    let directory = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../scenarios");
    let text = fs::read_to_string(directory.join("element-file.toml")).unwrap();
    let mut files = Files::new();
    files.insert("made-up-66.tle", fs::read(directory.join("made-up-66.tle")).unwrap());
    let more = r#"
        [links]
        uplink = { rate = "1.5 Mbit/s", queue = "20 packets" }
        downlink = { rate = "1.5 Mbit/s", queue = "20 packets" }
        isl = { rate = "25 Mbit/s", queue = "20 packets" }
        [[flows]]
        name = "file"
        from = "HNL"
        to = "LAX"
        application = { kind = "file", size = "300 kB" }
        [run]
        duration = "120 s"
    "#;
    [("33.94", 4000), ("40.1", 0), ("50.2", 1000)]
        .map(|(latitude, start)| {
            let text = format!("{text}\n{more}\nstart = \"{start} s\"").replace("33.94", latitude);
            parse(&text, "test.toml", &files).unwrap_or_else(|e| panic!("{e}")).scenario
        })
        .into()
}

/// Tables as text: an absent value is NaN, which equals nothing. Names as they occur in rows: a
/// longer timeline knows names of more links, which occur in no row.
fn told(tables: &[(&'static str, Table)]) -> String {
    let mut text = String::new();
    for (name, table) in tables {
        for column in &table.columns {
            let values = match &column.values {
                Values::Names { indices, names } => {
                    let named = indices.iter().map(|&index| names.get(index as usize));
                    format!("{:?}", named.collect::<Vec<_>>())
                }
                plain => format!("{plain:?}"),
            };
            text += &format!("{name}.{}: {values}\n", column.spec.name);
        }
    }
    text
}

#[test]
fn a_batch_gives_each_run_what_it_gives_alone() {
    for scenarios in [skies(), element_skies()] {
        let together = run_batch(&scenarios, 2, &mut |_| Control::Continue).unwrap();
        for (scenario, outcome) in scenarios.iter().zip(&together) {
            let alone = run_alone(scenario, &mut |_| Control::Continue).unwrap();
            assert_eq!(told(&outcome.tables), told(&alone.tables));
            assert_eq!(outcome.manifest, alone.manifest);
        }
    }
}

fn many() -> sweep::Sweep {
    let base = SKY
        .replace("PATTERN", "grid-seam-open")
        .replace("POLICY", "sticky")
        .replace("RANDOMIZED", "false")
        .replace("METRIC", "hops")
        .replace("SEED", "1")
        .replace("START", "0")
        .replace("LATITUDE deg", "0 deg")
        .replace("LONGITUDE deg", "0 deg");
    let text = r#"
        scenario = "base.toml"
        draws = 12
        keep = ["drops"]
        [[vary]]
        key = "terminals.anywhere"
        globe = {}
        [[vary]]
        key = "run.start"
        uniform = { from = "0 s", to = "7200 s" }
        [[vary]]
        key = "flows.file.application.size"
        values = ["9 kB", "90 kB"]
    "#;
    let base = BaseFile::Read { text: base, name: "base.toml".into(), files: Files::new() };
    sweep::read(text, "many.toml", Some(base), Files::new(), &models())
        .unwrap_or_else(|e| panic!("{e}"))
}

/// Tables of all runs, in the order of the runs, as text.
fn tables(sweep: &sweep::Sweep, threads: usize) -> Vec<String> {
    let runs: Vec<u64> = (0..sweep.runs()).collect();
    let checked = check_sweep(sweep, &runs, threads, &mut |_| Control::Continue).unwrap();
    let mut found = vec![String::new(); runs.len()];
    run_sweep(checked, threads, &mut |run| {
        if let Some((run, tables)) = run {
            found[run as usize] = told(&tables);
        }
        Control::Continue
    })
    .unwrap();
    found
}

/// Goal: runs that differ only in the age at which packets expire are one simulation, and have the
/// results of each alone. Method: three ages over two queues, made together and one by one.
#[test]
fn runs_that_differ_in_an_age_of_expiry_equal_those_alone() {
    let text = r#"
        keep = ["voice", "voice_losses"]
        [scenario]
        nodes = [{ name = "a" }, { name = "b" }]
        wires = [{ between = ["a", "b"], delay = "50 ms", rate = "60 kbit/s", queue = "5 packets" }]
        [[scenario.flows]]
        name = "call"
        from = "a"
        to = "b"
        application = { kind = "voice", duration = "20 s", playout = { kind = "twice-jitter" } }
        [scenario.run]
        duration = "30 s"
        [[vary]]
        key = "flows.call.application.playout.expires_after"
        values = ["100 ms", "150 ms", "200 ms"]
        [[vary]]
        key = "wires[0].queue"
        values = ["3 packets", "5 packets"]
    "#;
    let sweep = sweep::read(text, "s.toml", None, Files::new(), &models()).unwrap();
    let together = tables(&sweep, 2);
    for (run, together) in (0..).zip(&together) {
        let checked = check_sweep(&sweep, &[run], 1, &mut |_| Control::Continue).unwrap();
        let mut alone = String::new();
        let mut take = |made: Option<(u64, Kept)>| {
            alone.extend(made.map(|(_, kept)| told(&kept)));
            Control::Continue
        };
        run_sweep(checked, 1, &mut take).unwrap();
        assert_eq!(together, &alone, "run {run}");
    }
    assert!((1..together.len()).all(|run| together[run] != together[0]), "each has its own");
}

#[test]
fn a_sweep_gives_each_run_what_it_gives_alone_on_any_number_of_threads() {
    let sweep = many();
    let found = tables(&sweep, 3);
    assert_eq!(found, tables(&sweep, 1));
    for (run, found) in (0..).zip(&found) {
        let scenario = sweep.scenario(run).unwrap().scenario;
        let alone = run_alone(&scenario, &mut |_| Control::Continue).unwrap().tables;
        let kept =
            ["flows", "drops"].map(|name| alone.iter().find(|(known, _)| *known == name).unwrap());
        assert_eq!(*found, told(&kept.map(Clone::clone)));
    }
}

#[test]
fn a_stopped_sweep_hands_over_what_is_finished() {
    let sweep = many();
    let runs: Vec<u64> = (0..sweep.runs()).collect();
    let checked = check_sweep(&sweep, &runs, 2, &mut |_| Control::Continue).unwrap();
    let mut finished = 0;
    let stopped = run_sweep(checked, 1, &mut |run| {
        finished += usize::from(run.is_some());
        Control::Cancel
    });
    assert!(finished > 0);
    assert!(stopped == Err(NoSweep::Stopped) || finished == runs.len());
}

#[test]
fn the_first_run_that_cannot_be_is_told() {
    let text = r#"
        replications = 40
        [[vary]]
        key = "wires[0].delay"
        values = ["1 ms", "2 ms", "3 sec", "4 sec"]
        [scenario]
        nodes = [{ name = "a" }, { name = "b" }]
        wires = [{ between = ["a", "b"], rate = "1 Mbit/s", queue = "9 packets" }]
        run = { duration = "1 s" }
        [[scenario.flows]]
        name = "f"
        from = "a"
        to = "b"
        application = { kind = "file", size = "9 kB" }
    "#;
    let sweep = sweep::read(text, "s.toml", None, Files::new(), &models()).unwrap();
    let runs: Vec<u64> = (0..sweep.runs()).collect();
    for threads in [1, 5] {
        let refused = check_sweep(&sweep, &runs, threads, &mut |_| Control::Continue);
        let Err(NoSweep::Scenario(errors)) = refused.map(|_| ()) else { panic!("it is taken") };
        let help = errors.problems[0].help.as_deref().unwrap();
        assert!(help.contains("run 80 of s.toml has wires[0].delay = \"3 sec\""), "{help}");
    }
}

#[test]
fn tables_of_runs_are_piled_up_with_their_numbers() {
    columns! {
        /// A row for each flow.
        struct Flows "flows" {
            /// Number of the flow.
            flow: Vec<u64>,
        }
    }
    let table = |rows: u64| vec![("flows", Flows { flow: (0..rows).collect() }.into_table())];
    let mut pile = Pile::default();
    pile.add(7, table(2));
    pile.add(3, table(0));
    pile.add(4, table(1));
    assert_eq!((pile.runs(), pile.rows()), (&[7, 3, 4][..], 3));
    let (_, flows) = &pile.tables()[0];
    assert_eq!(flows.column("run"), Some(&Values::U64(vec![7, 7, 4])));
    assert_eq!(flows.column("flow"), Some(&Values::U64(vec![0, 1, 0])));
}
