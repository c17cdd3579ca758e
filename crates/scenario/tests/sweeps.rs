//! Sweep files: every broken one is rejected with exactly the message stored beside it, and draws
//! and combinations are those of the file.
//!
//! The messages in tests/sweeps/*.txt are for reading: a change of wording shows in review. After
//! an intended change write them again with `SKYSEAM_BLESS=1 cargo test -p skyseam-scenario`.

use std::fs;
use std::path::PathBuf;

use serde_json::{Value, json};
use skyseam_base::math;
use skyseam_scenario::sweep::{self, BaseFile, Sweep};
use skyseam_scenario::{Files, ScenarioErrors};
use skyseam_sim::models;

fn directory() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/sweeps")
}

fn read(text: &str, name: &str) -> Result<Sweep, ScenarioErrors> {
    let base = sweep::base_of(text).map(|file| match fs::read_to_string(directory().join(&file)) {
        Ok(text) => BaseFile::Read { text, name: file, files: Files::new() },
        Err(_) => BaseFile::Unreadable(format!("there is no file {file}")),
    });
    sweep::read(text, name, base, Files::new(), &models())
}

fn good(text: &str) -> Sweep {
    read(text, "sweep.toml").unwrap_or_else(|errors| panic!("{errors}"))
}

fn broken() -> Vec<(String, String)> {
    let entries = fs::read_dir(directory()).unwrap().map(|entry| entry.unwrap().path());
    let mut found: Vec<(String, String)> = entries
        .filter(|path| path.extension().is_some_and(|extension| extension == "toml"))
        .map(|path| {
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            (name, fs::read_to_string(path).unwrap())
        })
        .filter(|(name, _)| name != "base.toml")
        .collect();
    found.sort();
    found
}

#[test]
#[expect(
    clippy::disallowed_methods,
    reason = "writing golden files anew is asked for from outside"
)]
fn every_broken_sweep_gets_its_message() {
    let files = broken();
    assert!(files.len() >= 20, "only {} broken sweeps", files.len());
    let mut wrong = Vec::new();
    for (name, text) in files {
        let message = match read(&text, &name) {
            Ok(sweep) => panic!("{name} is not broken: {sweep:#?}"),
            Err(errors) => errors.to_string(),
        };
        let golden = directory().join(&name).with_extension("txt");
        if std::env::var_os("SKYSEAM_BLESS").is_some() {
            fs::write(&golden, &message).unwrap();
        }
        if fs::read_to_string(&golden).unwrap_or_default() != message {
            wrong.push(format!("{name}\n{message}"));
        }
    }
    assert!(wrong.is_empty(), "messages changed:\n\n{}", wrong.join("\n"));
}

fn column(sweep: &Sweep, key: &str) -> Vec<Value> {
    let of = |run| {
        let mut values = sweep.values(run).into_iter();
        values.find(|(known, _)| known == key).map_or(Value::Null, |(_, value)| value)
    };
    (0..sweep.runs()).map(of).collect()
}

#[test]
fn listed_values_are_combined_the_last_fastest() {
    let sweep = good(
        r#"
        scenario = "base.toml"
        replications = 2
        [[vary]]
        key = "wires[0].delay"
        range = { from = "1 ms", to = "2.5 ms", step = "0.5 ms" }
        [[vary]]
        key = ["wires[0].rate", "wires[0].queue"]
        values = [["1 Mbit/s", "5 packets"], ["2 Mbit/s", "9 packets"]]
        "#,
    );
    assert_eq!(sweep.runs(), 16);
    assert_eq!(
        Value::Array(column(&sweep, "wires[0].delay").into_iter().step_by(4).collect()),
        json!(["1 ms", "1.5 ms", "2 ms", "2.5 ms"])
    );
    assert_eq!(
        Value::Array(column(&sweep, "wires[0].queue")[..5].to_vec()),
        json!(["5 packets", "5 packets", "9 packets", "9 packets", "5 packets"])
    );
    assert_eq!(Value::Array(column(&sweep, "run.seed")[..3].to_vec()), json!([1, 2, 1]));
    let scenario = sweep.scenario(15).unwrap().scenario;
    assert_eq!(scenario.run.seed, 2);
    assert_eq!(scenario.sky.wires[0].delays[0].as_millis_f64(), 2.5);
}

/// Goal: the number of users who share a beam is one value, and so are its receivers. Method: both
/// by name.
#[test]
fn groups_and_beams_are_varied_by_name() {
    let sweep = good(
        r#"
        [[vary]]
        key = "nodes.user.count"
        values = [1, 3]
        [[vary]]
        key = "beams.beam.scheduler.kind"
        values = ["round-robin", "drop-tail"]

        [scenario]
        nodes = [{ name = "sat" }, { name = "user" }]
        flows = [{ name = "ping", from = "sat", to = "user", stagger = "1 s",
                   application = { kind = "ping", count = 1, interval = "1 s" } }]
        run = { duration = "9 s" }
        [[scenario.beams]]
        name = "beam"
        from = "sat"
        to = "user"
        delay = "8 ms"
        rate = "8 Mbit/s"
        scheduler = { limit = "9 packets" }
        back = { rate = "1 Mbit/s", queue = "9 packets" }
        "#,
    );
    let run = |number| sweep.scenario(number).unwrap().scenario;
    let users = |number| run(number).links.beams[0].users.len();
    assert_eq!([0, 1, 2, 3].map(users), [1, 1, 3, 3]);
    assert_eq!([0, 3].map(|number| run(number).flows.len()), [1, 3]);
    let names = ["round-robin", "drop-tail"];
    let policy = |number| {
        let resolved = run(number).resolved();
        let policy = &resolved["beams"][0]["scheduler"]["kind"];
        names.iter().position(|name| policy == name).unwrap()
    };
    assert_eq!([0, 1, 2, 3].map(policy), [0, 1, 0, 1]);
}

const DRAWN: &str = r#"
    draws = 400
    seed = 3
    scenario = { terminals = [{ name = "T" }], run = { duration = "1 s" } }
    [[vary]]
    key = "terminals.T"
    globe = { south = "-30 deg", north = "60 deg", west = "170 deg", east = "-170 deg" }
    [[vary]]
    key = "run.start"
    uniform = { from = "0 s", to = "86400 s", step = "1 ms" }
    [[vary]]
    key = "run.seed"
    choice = [3, 5]
"#;

/// Goal: places are distributed evenly over an area, also across 180 deg; times and choices evenly.
/// Method: counts of 400 draws against their expectations, four standard deviations wide.
#[test]
fn draws_are_spread_evenly() {
    let sweep = good(DRAWN);
    assert_eq!(sweep.runs(), 400);
    let number = |value: &Value| -> f64 {
        value.as_str().unwrap().split(' ').next().unwrap().parse().unwrap()
    };
    let latitudes = column(&sweep, "terminals.T.latitude");
    // Half the area from 30 S to 60 N lies south of asin((sin(-30) + sin(60)) / 2).
    let middle = math::asin((0.75_f64.sqrt() - 0.5) / 2.0).to_degrees();
    let south = latitudes.iter().filter(|value| number(value) < middle).count();
    assert!(south.abs_diff(200) < 40, "{south}");
    assert!(latitudes.iter().all(|value| (-30.0..=60.0).contains(&number(value))));
    let longitudes = column(&sweep, "terminals.T.longitude");
    assert!(longitudes.iter().all(|value| number(value).abs() >= 170.0));
    let east = longitudes.iter().filter(|value| number(value) > 0.0).count();
    assert!(east.abs_diff(200) < 40, "{east}");
    let early = column(&sweep, "run.start").iter().filter(|value| number(value) < 43_200.0).count();
    assert!(early.abs_diff(200) < 40, "{early}");
    let threes = column(&sweep, "run.seed").iter().filter(|&value| *value == json!(3)).count();
    assert!(threes.abs_diff(200) < 40, "{threes}");
}

#[test]
fn another_variable_or_more_draws_change_no_draw() {
    let keys = ["terminals.T.latitude", "terminals.T.longitude", "run.start", "run.seed"];
    let sweep = good(DRAWN);
    let more = good(&DRAWN.replace("draws = 400", "draws = 500"));
    let wider = good(&format!("{DRAWN}\n[[vary]]\nkey = \"title\"\nchoice = [\"a\", \"b\"]"));
    let reseeded = good(&DRAWN.replace("seed = 3", "seed = 4"));
    for key in keys {
        let drawn = column(&sweep, key);
        assert_eq!(drawn[..], column(&more, key)[..400], "{key}");
        assert_eq!(drawn, column(&wider, key), "{key}");
        assert_ne!(drawn, column(&reseeded, key), "{key}");
    }
    let crossed = good(&format!("{DRAWN}\n[[vary]]\nkey = \"title\"\nvalues = [\"a\", \"b\"]"));
    assert_eq!(crossed.runs(), 800);
    let twice = column(&sweep, "run.start").into_iter().flat_map(|value| [value.clone(), value]);
    assert_eq!(twice.collect::<Vec<_>>(), column(&crossed, "run.start"));
}

#[test]
fn what_is_kept_is_recorded_and_nothing_else() {
    let base = "scenario = \"base.toml\"\nreplications = 2\n";
    let record = |keep: &str| {
        let sweep = good(&format!("{base}{keep}"));
        (sweep.kept().to_vec(), sweep.scenario(0).unwrap().scenario.run.record)
    };
    let (kept, recorded) = record("keep = [\"cwnd\", \"links\", \"cwnd\"]");
    assert_eq!(kept, ["flows", "cwnd", "links"]);
    assert_eq!(recorded.series, [skyseam_sim::series::built_in().find("cwnd").unwrap()]);
    let (kept, recorded) = record("");
    assert_eq!(kept, ["flows"]);
    assert_eq!(recorded.series, []);
}

#[test]
fn comments_do_not_make_another_sweep_but_values_do() {
    let text = "scenario = \"base.toml\"\nreplications = 2\n";
    let identity = |text: &str| good(text).identity();
    assert_eq!(identity(text), identity(&format!("# again\n{text}")));
    assert_ne!(identity(text), identity(&text.replace('2', "3")));
    assert_eq!(identity(DRAWN), identity(DRAWN));
    assert_ne!(identity(DRAWN), identity(&DRAWN.replace("60 deg", "61 deg")));
    assert_ne!(identity(DRAWN), identity(&DRAWN.replace("seed = 3", "seed = 4")));
}

/// Goal: for any content of a file, there are runs or problems, never a panic. Method: good and
/// broken sweeps cut off anywhere, and with any one line left out.
#[test]
fn a_mutilated_sweep_is_read_or_refused_with_reasons() {
    let mut texts: Vec<String> = broken().into_iter().map(|(_, text)| text).collect();
    texts.push(DRAWN.into());
    for text in texts {
        let cut = (0..text.len()).step_by(3).filter(|&end| text.is_char_boundary(end));
        let cut = cut.map(|end| text[..end].to_string());
        let lines: Vec<&str> = text.lines().collect();
        let without = (0..lines.len()).map(|left_out| {
            let kept = (0..).zip(&lines).filter(|(number, _)| *number != left_out);
            kept.map(|(_, line)| format!("{line}\n")).collect::<String>()
        });
        for text in cut.chain(without) {
            match read(&text, "cut.toml") {
                Ok(sweep) => {
                    for run in [0, sweep.runs() - 1] {
                        assert!(
                            sweep
                                .scenario(run)
                                .is_ok_and(|parsed| !parsed.scenario.flows.is_empty())
                                || sweep
                                    .scenario(run)
                                    .is_err_and(|errors| !errors.problems.is_empty())
                        );
                    }
                }
                Err(errors) => assert!(!errors.problems.is_empty(), "{text}"),
            }
        }
    }
}

/// Goal: names of files that a sweep varies are refused, since only the scenario's own are read.
#[test]
fn files_do_not_vary() {
    let sweep = good(
        "vary = [{ key = \"flows.file.transfers\", values = [\"mon.csv\", \"tue.csv\"] }]\n\
         [scenario]\nnodes = [{ name = \"a\" }, { name = \"b\" }]\n\
         wires = [{ between = [\"a\", \"b\"], delay = \"1 ms\", rate = \"1 Mbit/s\", \
         queue = \"9 packets\" }]\n\
         flows = [{ name = \"file\", from = \"a\", to = \"b\" }]\nrun.duration = \"30 s\"\n",
    );
    let errors = sweep.scenario(1).unwrap_err().to_string();
    assert!(errors.contains("`transfers`: a sweep does not vary files"), "{errors}");
    assert!(errors.contains("found: \"tue.csv\"") && errors.contains("run 1 of"), "{errors}");
}
