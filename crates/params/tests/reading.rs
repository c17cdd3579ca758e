//! Suggestions for misspelt names, paths, and values as JSON.

use serde_json::json;
use skyseam_params::Value;
use skyseam_params::shape::{last_key, nearest};

#[test]
fn the_nearest_name_is_what_was_meant_or_nothing() {
    let keys = ["latitude", "longitude", "altitude", "name", "elevation_mask"];
    let near = |word: &str| nearest(word, keys.into_iter());
    assert_eq!(near("latitud"), Some("latitude"));
    assert_eq!(near("Latitude"), Some("latitude"));
    assert_eq!(near("lon"), Some("longitude"));
    assert_eq!(near("elevation-mask"), Some("elevation_mask"));
    assert_eq!(near("nmae"), Some("name"));
    assert_eq!(near("colour"), None);
    assert_eq!(near(""), None);
}

#[test]
fn the_last_key_of_a_path_has_no_index() {
    assert_eq!(last_key("links.isl.rate"), "rate");
    assert_eq!(last_key("wires[2]"), "wires");
    assert_eq!(last_key("wires[2].between[0]"), "between");
    assert_eq!(last_key(""), "");
}

#[test]
fn values_come_back_as_they_went() {
    let held = json!({ "a": ["1 s", 2, true], "b": { "c": "x", "d": 0.5 }, "e": -3 });
    assert_eq!(Value::of_json(&held).unwrap().json(), held);
    assert_eq!(Value::of_json(&json!({ "a": null })), None);
}
