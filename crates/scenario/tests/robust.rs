//! Whatever bytes a file has, the reader answers: with a scenario or with reasons, never a panic.
//!
//! Arbitrary text hardly gets past TOML, so good and broken files are also mutated: bytes replaced,
//! pieces cut, doubled and exchanged between files.

mod common;

use proptest::prelude::*;
use skyseam_scenario::{Files, parse};

/// Files that a scenario may name, good and bad ones.
fn files() -> Files {
    let mut files = Files::new();
    files.insert("isls.txt", "0 1\n1 2 # two");
    files.insert("flight.csv", "t_s,latitude_deg,longitude_deg,altitude_m\n0,1,2,3\n9,2,3,4\n");
    files.insert("link.csv", "t_s,delay_ms,rate_bps,loss\n0,1,2000,0\n9,2,0,1\n10,3,4,0.5\n");
    files.insert("bad.csv", [0xff, 0x0a]);
    files
}

/// What must hold of every answer.
fn check(text: &str) {
    let files = files();
    match parse(text, "test.toml", &files) {
        Ok(parsed) => {
            let resolved = parsed.scenario.resolved();
            assert!(resolved.is_object());
            let toml: toml::Table = serde_json::from_value(resolved).unwrap();
            let again = parse(&toml::to_string(&toml).unwrap(), "again.toml", &files);
            assert!(again.is_ok(), "{}\nfrom\n{text}", again.unwrap_err());
        }
        Err(errors) => {
            assert!(!errors.problems.is_empty(), "refused without a reason:\n{text}");
            assert!(errors.render(true).len() >= errors.to_string().len());
        }
    }
}

/// Files to start from.
fn seeds() -> Vec<String> {
    common::examples().into_iter().chain(common::broken()).map(|(_, text)| text).collect()
}

/// Pieces that mean something in a scenario, to be put anywhere.
const PIECES: &[&str] = &[
    "[[",
    "]]",
    "[",
    "]",
    "{",
    "}",
    "=",
    "\"",
    "\n",
    ",",
    ".",
    "-",
    "0",
    "9999999999999999999",
    "1e999",
    "nan",
    "inf",
    "true",
    "12:21:00",
    "1979-05-27",
    "\"50 ms\"",
    "\"25 Mbit/s\"",
    "\"-1 deg\"",
    "constellation",
    "shell",
    "terminals",
    "track = \"flight.csv\"",
    "trace = \"link.csv\"",
    "changes = [{ at = \"20 s\", delay = \"60 ms\" }]",
    "queue = { kind = \"red\", limit = \"1 BDP\", min_threshold = \"5 packets\" }",
    "queue = { kind = \"fq-codel\" }",
    "loss = { kind = \"gilbert-elliott\", mean_good = \"9 packets\", mean_bad = \"2 packets\" }",
    "isl = { pattern = \"file\", file = \"isls.txt\" }",
    "paths = [[\"HNL\", \"iridium-0-3\", \"LAX\"]]",
    "failures",
    "beams",
    "count = 3",
    "stagger = \"1 s\"",
    "trace_stagger = \"1 s\"",
    "to = [\"user\", \"HNL\"]",
    "flows",
    "name",
    "kind",
    "\u{0}",
    "\u{1f6f0}",
    "'''",
];

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn arbitrary_text_gets_an_answer(text in any::<String>()) {
        check(&text);
    }

    #[test]
    fn mutated_files_get_an_answer(
        file in any::<prop::sample::Index>(),
        other in any::<prop::sample::Index>(),
        edits in prop::collection::vec(
            (0u8..4, any::<prop::sample::Index>(), 0usize..80, any::<prop::sample::Index>()),
            1..6,
        ),
    ) {
        let seeds = seeds();
        let other: Vec<char> = other.get(&seeds).chars().collect();
        let mut text: Vec<char> = file.get(&seeds).chars().collect();
        for (edit, at, length, piece) in edits {
            let start = at.index(text.len() + 1);
            let end = (start + length).min(text.len());
            let put: Vec<char> = match edit {
                0 => Vec::new(),
                1 => piece.get(PIECES).chars().collect(),
                2 => text[start..end].repeat(2),
                _ => other.iter().copied().skip(start.min(other.len())).take(length).collect(),
            };
            let end = if edit == 1 { start } else { end };
            text.splice(start..end, put);
        }
        check(&text.into_iter().collect::<String>());
    }
}

/// Every line left out, doubled and cut in half: what an editor sees while somebody types.
#[test]
fn files_half_typed_get_an_answer() {
    for (_, text) in common::examples() {
        let lines: Vec<&str> = text.lines().collect();
        for skipped in 0..lines.len() {
            let mut left = lines.clone();
            let line = left.remove(skipped);
            check(&left.join("\n"));
            let half = line.char_indices().map(|(i, _)| i).nth(line.chars().count() / 2);
            left.insert(skipped, &line[..half.unwrap_or(0)]);
            check(&left.join("\n"));
            left[skipped] = line;
            left.insert(skipped, line);
            check(&left.join("\n"));
        }
    }
}

/// A file can be deep without end; reading it is not.
#[test]
fn deep_nesting_is_refused() {
    for depth in [10, 100, 10_000] {
        check(&format!("x = {}{}", "[".repeat(depth), "]".repeat(depth)));
        check(&format!("x = {}1{}", "{ a = ".repeat(depth), " }".repeat(depth)));
        check(&format!("[{}]", vec!["a"; depth].join(".")));
    }
}
