//! For any bytes in a file, the reader returns a scenario or problems, and never panics.
//!
//! Arbitrary text hardly passes the TOML parser, so good and broken files are also mutated: bytes
//! replaced, pieces cut, duplicated and exchanged between files.

use std::collections::BTreeSet;

use proptest::prelude::*;
use skyseam_scenario::Files;
use skyseam_sim::parse;

/// Files that a scenario may name, good and bad ones.
fn files() -> Files {
    let mut files = Files::new();
    files.insert("isls.txt", "0 1\n1 2 # two");
    files.insert("flight.csv", "t_s,latitude_deg,longitude_deg,altitude_m\n0,1,2,3\n9,2,3,4\n");
    files.insert("link.csv", "t_s,delay_ms,rate_bps,loss\n0,1,2000,0\n9,2,0,1\n10,3,4,0.5\n");
    files.insert("bad.csv", [0xff, 0x0a]);
    files
}

/// Invariants of every answer.
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
    crate::common::examples()
        .into_iter()
        .chain(crate::common::broken())
        .map(|(_, text)| text)
        .collect()
}

/// Pieces that are meaningful in a scenario, inserted anywhere.
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
    "isl = { file = \"isls.txt\" }",
    "paths = [[\"HNL\", \"iridium-0-3\", \"LAX\"]]",
    "failures",
    "beams",
    "count = 3",
    "stagger = \"1 s\"",
    "trace_stagger = \"1 s\"",
    "to = [\"user\", \"HNL\"]",
    "users",
    "places = { kind = \"circle\", latitude = \"48 deg\", longitude = \"11 deg\", radius = \"9 \
     km\" }",
    "sessions = { per_hour = 60, busy_hour = { curve = \"earth-2012\" } }",
    "demand = \"gravity\"",
    "nodes = \"user\"",
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

/// Every line left out, duplicated and cut in half, as an editor sees a file while it is typed. A
/// line that tables of several examples have is tried in the first.
#[test]
fn files_half_typed_get_an_answer() {
    let mut tried = BTreeSet::new();
    for (_, text) in crate::common::examples() {
        let mut table = String::new();
        // Ten thousand users take half a second each time.
        let many = ["7000", "2500"].map(|number| format!("count = {number}"));
        let text = many.iter().fold(text, |text, many| text.replace(many, "count = 20"));
        let lines: Vec<&str> = text.lines().collect();
        for skipped in 0..lines.len() {
            let mut left = lines.clone();
            let line = left.remove(skipped);
            if line.starts_with('[') {
                table = line.to_owned();
            }
            let is_comment = line.is_empty() || line.starts_with('#');
            if is_comment || !tried.insert((table.clone(), line.to_owned())) {
                continue;
            }
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

/// Goal: large groups do not produce more of anything than memory holds. Method: many nodes, each
/// named by three wires and flows.
#[test]
fn groups_of_many_do_not_multiply_without_end() {
    let nodes = r#"nodes = [{ name = "hub", count = 3 }, { name = "user", count = 600_000 }]"#;
    let wire = |n: u32| {
        format!(
            "[[wires]]\nbetween = [\"hub-{n}\", \"user\"]\ndelay = \"1 ms\"\n\
             rate = \"1 Mbit/s\"\nqueue = \"10 packets\"\n"
        )
    };
    let flow = |n: u32| {
        format!(
            "[[flows]]\nname = \"call-{n}\"\nfrom = \"hub-1\"\nto = \"user\"\nstagger = \"10 us\"\n\
             application = {{ kind = \"file\", size = \"1 kB\" }}\n"
        )
    };
    let wires: String = (1..=3).map(wire).collect();
    let flows: String = (1..=3).map(flow).collect();
    let text = format!("{nodes}\n{wires}{flows}[run]\nduration = \"10 s\"\n");
    let errors = parse(&text, "many.toml", &Files::new()).expect_err("too many of all");
    let found: Vec<(&str, &str, &str)> =
        errors.problems.iter().map(|p| (&*p.path, &*p.message, &*p.found)).collect();
    let wanted = [
        ("wires[1].between", "there are too many wires and users of beams", "1200000 up to here"),
        ("flows[1]", "the scenario describes too many flows", "1200000 flows up to here"),
    ];
    assert_eq!(found, wanted);
}

/// Goal: pings at intervals of a nanosecond do not fill memory. Method: the number within the run
/// counts, not the key's; of several flows together.
#[test]
fn pings_within_a_run_are_limited() {
    let text = |count: u64, flows: usize| {
        let flow = |n| {
            format!(
                "[[flows]]\nname = \"p{n}\"\nfrom = \"a\"\nto = \"b\"\napplication = \
                 {{ kind = \"ping\", count = {count}, interval = \"100 ns\" }}\n"
            )
        };
        let flows: String = (0..flows).map(flow).collect();
        format!(
            "nodes = [{{ name = \"a\" }}, {{ name = \"b\" }}]\nrun.duration = \"600 ms\"\n\
             wires = [{{ between = [\"a\", \"b\"], delay = \"1 ms\", rate = \"1 Mbit/s\", \
             queue = \"9 packets\" }}]\n{flows}"
        )
    };
    let read = |count, flows| parse(&text(count, flows), "pings.toml", &Files::new());
    assert!(read(4_000_000_000, 1).is_ok());
    assert!(read(1_000_000, 10).is_ok());
    let errors = read(4_000_000_000, 2).unwrap_err();
    assert_eq!(errors.problems.len(), 1, "{errors}");
    assert_eq!(errors.problems[0].path, "flows[1].application");
    assert_eq!(errors.problems[0].found, "12000002 pings up to here");
}

/// Goal: for a file with very many problems the first ones and the number of the others are
/// reported, up to a thousand. Method: nodes without keys on one line, and a problem found before
/// them.
#[test]
fn problems_beyond_a_hundred_are_counted() {
    let text =
        format!("run.duration = \"1 s\"\nnodes = [{}]\nx = 1\n", vec!["{}"; 16_000].join(", "));
    let errors = parse(&text, "many.toml", &Files::new()).unwrap_err();
    assert_eq!((errors.problems.len(), errors.more), (100, 900), "{errors}");
    assert!(errors.to_string().ends_with("\nand at least 900 more problems\n"));
    let each: Vec<usize> = errors.problems.iter().map(|problem| problem.column).collect();
    assert!(each.is_sorted(), "{each:?}");
    assert!(errors.problems.iter().all(|problem| problem.source_line.chars().count() <= 120));
    let few = parse("x = 1\ny = 2\n", "few.toml", &Files::new()).unwrap_err();
    assert!(!few.to_string().contains("more problem"));
}

/// A file that would take gigabytes once it is read is rejected by its length.
#[test]
fn a_file_of_millions_of_values_is_refused() {
    let errors = parse(&"a=1\n".repeat(4_000_001), "huge.toml", &Files::new()).unwrap_err();
    assert_eq!(errors.problems.len(), 1);
    assert_eq!(errors.problems[0].message, "the file holds too much for a scenario");
}

/// A file can be nested arbitrarily deep; reading stops at a limit.
#[test]
fn deep_nesting_is_refused() {
    for depth in [10, 100, 10_000] {
        check(&format!("x = {}{}", "[".repeat(depth), "]".repeat(depth)));
        check(&format!("x = {}1{}", "{ a = ".repeat(depth), " }".repeat(depth)));
        check(&format!("[{}]", vec!["a"; depth].join(".")));
    }
}
