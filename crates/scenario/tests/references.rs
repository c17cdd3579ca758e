//! Goal: a scenario names its files, whatever else is wrong with it. Method: a text with a file in
//! every key that can name one.

use skyseam_scenario::references;

#[test]
fn a_scenario_names_its_files() {
    let text = "
        wires = [{ trace = \"d.csv\", channel = { kind = \"trace\", file = \"e.csv\" } }]
        beams = [{ trace = \"g.csv\", channel = { kind = \"trace\", file = \"h.csv\" } }]
        links.downlink.channel = { kind = \"trace\", file = \"f.csv\" }
        flows = [{ application.kind = \"udp\",
                   application.source = { kind = \"replay\", file = \"i.pcap\" } },
                 { application = { kind = \"video\", sizes = \"j.csv\" } },
                 { application = { kind = \"web\", page = \"p.toml\" } },
                 { application = { kind = \"web\", page = \"plain\" } }]
        users = [{ places = { kind = \"points\", file = \"i.csv\" }, uplink = { trace = \"l.csv\" },
                   sessions = { kind = \"trace\", file = \"k.csv\" } },
                 { places = 1, mix = [{ application = { kind = \"web\", page = \"q.toml\" } }] }]
        terminals = [{ track = \"a.csv\" }, { track = 7 }, { name = \"x\" }]
        constellation = { elements = \"b.tle\", isl = { file = \"c.txt\" } }
    ";
    let mut found: Vec<(String, String)> =
        references(text).into_iter().map(|found| (found.key, found.path)).collect();
    let pair = |key: &str, path: &str| (key.to_string(), path.to_string());
    let mut expected = [
        pair("constellation.elements", "b.tle"),
        pair("constellation.isl.file", "c.txt"),
        pair("terminals[0].track", "a.csv"),
        pair("wires[0].trace", "d.csv"),
        pair("wires[0].channel.file", "e.csv"),
        pair("beams[0].trace", "g.csv"),
        pair("beams[0].channel.file", "h.csv"),
        pair("flows[0].application.source.file", "i.pcap"),
        pair("flows[1].application.sizes", "j.csv"),
        pair("flows[2].application.page", "p.toml"),
        pair("users[1].mix[0].application.page", "q.toml"),
        pair("users[0].places.file", "i.csv"),
        pair("users[0].sessions.file", "k.csv"),
        pair("users[0].uplink.trace", "l.csv"),
        pair("links.downlink.channel.file", "f.csv"),
    ];
    found.sort();
    expected.sort();
    assert_eq!(found, expected);
    let found = references("constellation.elements.file = \"b.tle\"");
    assert_eq!((&*found[0].key, found.len()), ("constellation.elements.file", 1));
    let found = references("constellation.preset = \"own/sky.toml\"");
    assert_eq!(found.len(), 1);
    assert_eq!((&*found[0].key, &*found[0].path), ("constellation.preset", "own/sky.toml"));
    for nothing in [
        "constellation.preset = \"iridium\"",
        "",
        "= 7",
        "constellation = []",
        "terminals = 1\nconstellation = \"x\"",
    ] {
        assert_eq!(references(nothing), []);
    }
}
