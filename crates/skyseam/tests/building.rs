//! Goal: a scenario made in code equals a file with the same keys, and its problems are reported
//! with their keys.

use skyseam::net::queue::CoDel;
use skyseam::prelude::*;

fn builder(queue: impl Into<Setting>) -> ScenarioBuilder {
    ScenarioBuilder::new()
        .node("a")
        .node("b")
        .wire("a", "b", "10 Mbit/s", Duration::from_millis(20), queue)
        .flow("copy", "a", "b", Table::of("file").with("size", "1 MB"))
        .set("run.seed", 7)
        .duration("60 s")
}

const TEXT: &str = r#"
    nodes = [{ name = "a" }, { name = "b" }]
    [[wires]]
    between = ["a", "b"]
    rate = "10 Mbit/s"
    delay = "20 ms"
    queue = { kind = "codel", target = "10 ms" }
    [[flows]]
    name = "copy"
    from = "a"
    to = "b"
    application = { kind = "file", size = "1 MB" }
    [run]
    seed = 7
    duration = "60 s"
"#;

#[test]
fn it_is_the_scenario_of_a_file() {
    let of_text = models().parse(TEXT, "text.toml", &Files::new()).unwrap().scenario;
    let codel = CoDel { target: Duration::from_millis(10), ..CoDel::default() };
    let table = Table::of("codel").with("target", "10 ms");
    assert_eq!(builder(table).build(&models()).unwrap(), of_text);
    // A model prints all its keys, so the manifest says which limit was meant.
    let of_model = builder(&codel).build(&models()).unwrap();
    assert_eq!(of_model.resolved(), of_text.resolved());
}

#[test]
fn what_is_wrong_is_told_with_its_key() {
    let refused = |builder: ScenarioBuilder| builder.build(&models()).unwrap_err().to_string();
    let message = refused(builder(Table::of("codel").with("taget", "10 ms")));
    assert!(message.contains("unknown key `taget`"), "{message}");
    assert!(message.contains("did you mean `target`?"), "{message}");
    let message = refused(builder("50 packets").terminal("HNL", 91.0, 0.0));
    assert!(message.contains("terminals[0].latitude"), "{message}");
}

#[test]
#[should_panic(expected = "`seed` is not a table")]
fn a_path_through_a_value_is_refused() {
    let _ = builder("50 packets").set("run.seed.more", 1);
}
