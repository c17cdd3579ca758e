//! Every broken scenario is rejected with exactly the message stored beside it.
//!
//! The messages in tests/broken/*.txt are for reading: a change of wording shows in review. After
//! an intended change write them again with `SKYSEAM_BLESS=1 cargo test -p skyseam-scenario`.

use std::fs;
use std::sync::LazyLock;

use crate::common::{broken, broken_directory, parse};
use skyseam_scenario::ScenarioErrors;

/// Name and text of every broken scenario, and its problems.
static REFUSED: LazyLock<Vec<(String, String, ScenarioErrors)>> = LazyLock::new(|| {
    let refused = |(name, text): (String, String)| match parse(&text, &name, &broken_directory()) {
        Ok(scenario) => panic!("{name} is not broken: {scenario:#?}"),
        Err(errors) => (name, text, errors),
    };
    broken().into_iter().map(refused).collect()
});

#[test]
#[expect(
    clippy::disallowed_methods,
    reason = "writing golden files anew is asked for from outside"
)]
fn every_broken_scenario_gets_its_message() {
    assert!(REFUSED.len() >= 45, "only {} broken scenarios", REFUSED.len());
    let mut wrong = Vec::new();
    for (name, _, errors) in &*REFUSED {
        let message = errors.to_string();
        let golden = broken_directory().join(name).with_extension("txt");
        if std::env::var_os("SKYSEAM_BLESS").is_some() {
            fs::write(&golden, &message).unwrap();
        }
        let expected = fs::read_to_string(&golden).unwrap_or_default();
        if message != expected {
            wrong.push(format!("{name}\n{}", difference(&expected, &message)));
        }
    }
    assert!(wrong.is_empty(), "messages changed:\n\n{}", wrong.join("\n"));
}

/// Lines that differ, those of `expected` with `-`, those of `actual` with `+`.
fn difference(expected: &str, actual: &str) -> String {
    let (old, new): (Vec<&str>, Vec<&str>) = (expected.lines().collect(), actual.lines().collect());
    let same = old.iter().zip(&new).take_while(|(a, b)| a == b).count();
    let old_rest = old[same..].iter().map(|line| format!("- {line}\n"));
    let new_rest = new[same..].iter().map(|line| format!("+ {line}\n"));
    old_rest.chain(new_rest).collect()
}

/// A message must help: it states what is wrong, and either its location or the intended key, and
/// the valid values or a remedy.
#[test]
fn every_problem_has_a_place_and_a_way_out() {
    for (name, text, errors) in &*REFUSED {
        assert!(!errors.problems.is_empty(), "{name} is refused without a reason");
        for problem in &errors.problems {
            let lines: Vec<&str> = text.lines().collect();
            let is_here = problem.file.is_none();
            assert!(problem.line >= 1, "{name}");
            assert!(!is_here || problem.line <= lines.len().max(1), "{name}");
            if !problem.source_line.is_empty() && is_here {
                assert_eq!(lines[problem.line - 1], problem.source_line, "{name}");
                assert!(problem.column <= problem.source_line.chars().count() + 1, "{name}");
            }
            let is_syntax = problem.message.starts_with("this is not TOML");
            let has_way_out = !problem.expected.is_empty() || problem.help.is_some();
            assert!(has_way_out || is_syntax || !problem.path.is_empty(), "{name}: {problem:?}");
        }
    }
}

#[test]
fn colour_is_only_added_when_asked_for() {
    for (name, _, errors) in &*REFUSED {
        let plain = errors.render(false);
        assert!(!plain.contains('\x1b'), "{name}");
        let coloured = errors.render(true);
        assert!(coloured.contains('\x1b'), "{name}");
        let stripped = coloured.split('\x1b').enumerate().map(|(i, part)| match i {
            0 => part,
            _ => part.split_once('m').unwrap().1,
        });
        assert_eq!(stripped.collect::<String>(), plain, "{name}");
    }
}
