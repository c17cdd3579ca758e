//! Goal: a manifest is the file with overridden values, and with defaults for absent keys. Method:
//! a hand-written tree.

use serde_json::{Value as Json, json};
use skyseam_params::error::Problems;
use skyseam_params::{Manifest, document};

#[test]
fn values_are_put_where_they_stand_and_absent_keys_are_filled() {
    let mut manifest = Manifest::of(json!({
        "nodes": [{ "name": "a", "delay": "1000 ms" }, { "name": "b" }],
        "queue": "50 packets",
        "preset": "own",
    }));
    manifest.put("nodes[0].delay", json!("1 s"));
    manifest.fill("nodes[0]", json!({ "delay": "0 s", "rate": "1 bit/s" }));
    manifest.fill("nodes[1]", json!({ "delay": "0 s", "trace": null }));
    manifest.put("queue", json!({ "kind": "drop-tail" }));
    manifest.put("preset", Json::Null);
    manifest.put("run.seed", json!(1));
    manifest.fill("links", json!({}));
    let expected = json!({
        "nodes": [
            { "name": "a", "delay": "1 s", "rate": "1 bit/s" },
            { "name": "b", "delay": "0 s" },
        ],
        "queue": { "kind": "drop-tail" },
        "run": { "seed": 1 },
    });
    assert_eq!(manifest.clone().into_json(), expected);
}

#[test]
fn a_path_that_leads_nowhere_changes_nothing() {
    let mut manifest = Manifest::of(json!({ "title": "t", "nodes": [1] }));
    for path in ["title.of", "nodes[1]", "nodes[x]", "nodes.name", "title[0]"] {
        manifest.put(path, json!("?"));
        manifest.fill(path, json!({ "key": "?" }));
    }
    assert_eq!(manifest.clone().into_json(), json!({ "title": "t", "nodes": [1] }));
}

/// Goal: the keys that a file sets are known with their lines, except those that a reader records
/// as set to their default. Method: a text with tables, lists and inline tables.
#[test]
fn a_manifest_knows_the_keys_of_its_file() {
    let text = "a = 1\n\n[[wires]]\nqueue = { kind = \"codel\", limit = 3 }\nlose = [1, 2]\n";
    let mut problems = Problems::new(text);
    let document = document::read(text, &mut problems).expect("TOML");
    let mut manifest = Manifest::of_document(&document, text);
    manifest.note_default("wires[0].queue.limit");
    manifest.fill("wires[0]", json!({ "rate": "1 Mbit/s" }));
    let written: Vec<(&str, usize)> = manifest.written().collect();
    assert_eq!(written, [("a", 1), ("wires[0].lose", 5), ("wires[0].queue.kind", 4)]);
    assert_eq!(Manifest::of(json!({ "a": 1 })).written().count(), 0);
}
