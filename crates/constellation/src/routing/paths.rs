//! Explicit paths: checks that a network has them.

use std::collections::BTreeMap;

use skyseam_params::error::short;
use skyseam_params::shape::{List, Shape};
use skyseam_params::text_values::Name;
use skyseam_params::{Keys, Problems, Spanned};

use super::ExplicitPath;
use crate::description::config::Terminal;
use crate::names::{Linkable, Names, links_in_doubt};

/// Reports paths that no packet could take.
pub fn check_paths(
    key: &str,
    keys: &Keys,
    names: &Names,
    terminals: &[Terminal],
    linkable: &Linkable<'_>,
    problems: &mut Problems<'_>,
) {
    let ways = keys.value(key).and_then(|value| List::<ExplicitPath>::read(value, problems));
    // Next node by node and destination.
    let mut next_hops: BTreeMap<[&str; 2], &str> = BTreeMap::new();
    for way in ways.iter().flat_map(|list| &list.0) {
        let nodes = &way.value.0;
        for name in nodes {
            names.check_any(name, problems);
        }
        let (Some(first), Some(last)) = (nodes.first(), nodes.last()) else { continue };
        for end in [first, last] {
            if names.is_end(&end.0) == Some(false) && names.has_satellite(&end.0) {
                problems
                    .add(&end.place, "a path begins and ends at a terminal or node")
                    .found(format!("the satellite \"{}\"", short(&end.0)))
                    .expected("the name of a terminal or node");
            }
        }
        let twice = |&(i, name): &(usize, &Spanned<Name>)| {
            nodes[..i].iter().any(|before| before.value == name.value)
        };
        if let Some((_, name)) = nodes.iter().enumerate().find(twice) {
            problems
                .add(&name.place, "a path goes through a node only once")
                .found(format!("\"{}\" a second time", short(&name.0)))
                .expected("a path without a loop");
            continue;
        }
        for hop in nodes.windows(2) {
            check_hop(hop, names, linkable, problems);
            let known = next_hops.insert([&hop[0].0, &last.0], &hop[1].0);
            if let Some(known) = known.filter(|known| *known != hop[1].0.as_str()) {
                let (from, to) = (short(&hop[0].0), short(&last.0));
                problems
                    .add(
                        &hop[1].place,
                        format!("two paths disagree on the way from \"{from}\" to \"{to}\""),
                    )
                    .found(format!("\"{}\", and \"{}\" before", short(&hop[1].0), short(known)))
                    .expected("the same next node: packets are forwarded by their destination");
            }
        }
        for around in nodes.windows(3) {
            check_relay(around, names, terminals, problems);
        }
    }
}

/// Reports two consecutive nodes that can never be linked.
fn check_hop(
    hop: &[Spanned<Name>],
    names: &Names,
    linkable: &Linkable<'_>,
    problems: &mut Problems<'_>,
) {
    let (a, b) = (&hop[0], &hop[1]);
    let (one, other) = (names.satellite_number(&a.0), names.satellite_number(&b.0));
    let known = |name: &Name| names.is_end(&name.0) == Some(true);
    let is_terminal = |name: &Name| names.terminals.contains(&name.0);
    let can_be = match (one, other) {
        (Some(one), Some(other)) => linkable.satellites(one, other),
        (Some(_), None) => !known(b) || is_terminal(b),
        (None, Some(_)) => !known(a) || is_terminal(a),
        (None, None) => !known(a) || !known(b) || linkable.wired(&a.0, &b.0),
    };
    // A wire that could not be read may join the two nodes.
    let in_doubt = one.is_none() && other.is_none() && links_in_doubt(problems);
    if !(can_be || in_doubt) {
        problems
            .add(&b.place, "two nodes of a path are never linked")
            .found(format!("\"{}\" after \"{}\"", short(&b.0), short(&a.0)))
            .expected("a node to which a link or wire leads from the one before");
    }
}

/// Reports a terminal between two satellites that is not a relay.
fn check_relay(
    around: &[Spanned<Name>],
    names: &Names,
    terminals: &[Terminal],
    problems: &mut Problems<'_>,
) {
    let [before, name, after] = around else { return };
    let between = names.has_satellite(&before.0) && names.has_satellite(&after.0);
    let terminal = terminals.iter().find(|terminal| terminal.name == name.0);
    if between && terminal.is_some_and(|terminal| !terminal.is_relay) {
        problems
            .add(&name.place, "a path goes through a terminal that relays nothing")
            .found(format!("\"{}\" between two satellites", short(&name.0)))
            .help("write relay = true in its [[terminals]]");
    }
}
