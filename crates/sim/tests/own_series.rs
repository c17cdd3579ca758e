//! Goal: a series defined outside the simulator's crates is equivalent to theirs. Method: one is
//! declared here, run, and looked up wherever series are named.

use skyseam_base::SimTime;
use skyseam_scenario::sweep;
use skyseam_scenario::{Files, Models, ScenarioErrors};
use skyseam_sim::series::built_in;
use skyseam_sim::{Control, Outcome, check_sweep, run_alone, run_sweep, tables};
use skyseam_trace::{
    Columns, Event, Events, Names, Recording, RunEnd, Series, SeriesSet, Table, TableSpec, Values,
    columns,
};

columns! {
    /// A row for each packet that a flow's sender sends.
    struct Departures "departures" {
        /// Time of sending.
        t_s: Vec<f64> as "s",
        /// Name of the destination node.
        destination: Names,
        /// Size of the IP packet.
        size_bytes: Vec<u64> as "B",
    }
}

impl Series for Departures {
    const TABLE: TableSpec = Self::SPEC;
    const SUMMARY: &'static str = "every packet of a sender, when it leaves";
    const SOURCE: &'static str = "tests of the crate sim";
    const EVENTS: Events = Events::SENT;
}

impl Recording for Departures {
    fn record(&mut self, now: SimTime, event: &Event<'_>) {
        let Event::Sent { packet } = event else { panic!("{event:?} was not asked for") };
        self.t_s.push(now.as_secs_f64());
        self.destination.indices.push(packet.destination.0);
        self.size_bytes.push(u64::from(packet.size));
    }

    fn into_table(mut self: Box<Self>, end: &RunEnd<'_>) -> Table {
        self.destination.names = end.nodes.to_vec();
        Columns::into_table(*self)
    }
}

fn all() -> SeriesSet {
    built_in().with::<Departures>()
}

/// Ten pings over a wire that records `record`.
fn scenario(record: &str) -> String {
    format!(
        r#"
        nodes = [{{ name = "near" }}, {{ name = "far" }}]

        [[wires]]
        between = ["near", "far"]
        delay = "20 ms"
        rate = "1 Mbit/s"
        queue = "10 packets"

        [[flows]]
        name = "echo"
        from = "near"
        to = "far"
        application = {{ kind = "ping", count = 10, interval = "1 s", size = "100 B" }}

        [run]
        duration = "30 s"
        record = [{record}]
        "#
    )
}

fn models(series: &SeriesSet) -> Models {
    Models::built_in().with_series(series)
}

fn outcome(record: &str) -> Outcome {
    let text = scenario(record);
    let parsed = models(&all()).parse(&text, "own.toml", &Files::new());
    let scenario = parsed.unwrap_or_else(|errors| panic!("{errors}")).scenario;
    run_alone(&scenario, &mut |_| Control::Continue).expect("nobody cancels")
}

fn refused(record: &str, series: &SeriesSet) -> ScenarioErrors {
    let text = scenario(record);
    models(series).parse(&text, "own.toml", &Files::new()).expect_err("it is taken")
}

#[test]
fn it_runs_beside_those_of_the_simulator() {
    let out = outcome("\"rtt\", \"departures\"");
    let find = |name: &str| out.tables.iter().find(|(table, _)| *table == name);
    let (_, departures) = find("departures").expect("it was asked for");
    let leaves: Vec<f64> = (0..10).map(f64::from).collect();
    assert_eq!(departures.column("t_s"), Some(&Values::F64(leaves)));
    let (_, rtt) = find("rtt").expect("it was asked for");
    assert_eq!(rtt.rows(), 10);
    assert_eq!(out.manifest["scenario"]["run"]["record"].to_string(), "[\"rtt\",\"departures\"]");
    let without = outcome("\"rtt\"");
    assert!(without.tables.iter().all(|(table, _)| *table != "departures"));
}

#[test]
fn it_is_kept_by_sweeps() {
    let text = format!(
        "replications = 2\nkeep = [\"departures\"]\n{}",
        scenario("")
            .replace("[[", "[[scenario.")
            .replace("[run]", "[scenario.run]")
            .replace("nodes =", "scenario.nodes =")
    );
    let sweep = sweep::read(&text, "sweep.toml", None, Files::new(), &models(&all()));
    let sweep = sweep.unwrap_or_else(|errors| panic!("{errors}"));
    assert_eq!(sweep.kept(), ["flows", "departures"]);
    let checked = check_sweep(&sweep, &[0, 1], 1, &mut |_| Control::Continue).unwrap();
    let mut rows = Vec::new();
    run_sweep(checked, 1, &mut |run| {
        rows.extend(run.map(|(number, kept)| (number, kept[1].1.rows())));
        Control::Continue
    })
    .unwrap();
    assert_eq!(rows, [(0, 10), (1, 10)]);
}

#[test]
fn it_is_in_the_schema_the_models_and_the_list_of_tables() {
    let text = models(&all()).schema().to_string();
    assert!(text.contains("every packet of a sender, when it leaves (tests of the crate sim)."));
    assert!(sweep::schema(&models(&all())).to_string().contains("\"departures\""));
    let models = models(&all()).list();
    let row = models.as_array().unwrap().iter().find(|row| row["name"] == "departures").unwrap();
    assert_eq!(row["key"], "run.record");
    assert_eq!(row["source"], "tests of the crate sim");
    let tables = tables(&all());
    let table = tables.as_array().unwrap().iter().find(|row| row["table"] == "departures");
    let columns = &table.unwrap()["columns"];
    assert_eq!(
        (&columns[0]["unit"], &columns[0]["meaning"]),
        (&"s".into(), &"Time of sending.".into())
    );
}

#[test]
fn a_misspelt_name_is_told_by_it() {
    let errors = refused("\"departure\"", &all());
    let [problem] = &errors.problems[..] else { panic!("{errors}") };
    assert_eq!(problem.message, "\"departure\" is not a series a run can record");
    assert!(problem.expected.ends_with("\"web_objects\", \"departures\""), "{errors}");
    assert_eq!(problem.help.as_deref(), Some("did you mean \"departures\"?"));
    // Whoever has not added it does not have it.
    let errors = refused("\"departures\"", &built_in());
    assert!(!errors.problems[0].expected.contains("departures"), "{errors}");
}
