//! Names in a file: terminals, nodes and groups of them.

use std::collections::BTreeSet;

use skyseam_constellation::names::{Names, links_in_doubt};

use super::sky::Satellites;
use crate::document::{Items, SourceSpan};
use crate::error::{Problems, short};
use crate::tables::ScenarioTable;

/// Every name of a terminal or node, unlinked except for terminals, which the satellites connect;
/// reports duplicates.
pub(super) fn declared(
    file: &ScenarioTable,
    sky: &Satellites,
    problems: &mut Problems<'_>,
) -> Names {
    let terminals = file.terminals.items().map(|own| &own.place);
    let nodes = file.nodes.items().map(|own| &own.place);
    let places = terminals.chain(nodes).chain(file.users.items().map(|own| &own.place));
    let read: BTreeSet<&str> = places.map(|place| place.path.as_str()).collect();
    let in_doubt = problems.any(|path| {
        let lists = ["terminals", "nodes", "users"];
        let of_places = lists.iter().any(|list| path.starts_with(list));
        let is_whole = !path.contains('.') && !read.contains(path);
        of_places && (path.ends_with(".name") || path.ends_with(".count") || is_whole)
    });
    let mut names = Names::new(sky.shells.is_some().then(|| sky.names()), in_doubt);
    for name in file.terminals.items().filter_map(|t| t.name.as_ref()) {
        names.add_terminal(name, problems);
    }
    for table in file.nodes.items() {
        match (&table.latitude, &table.longitude) {
            (Some(_), None) => {
                problems.require("longitude", &table.place, "it goes with `latitude`");
            }
            (None, Some(_)) => {
                problems.require("latitude", &table.place, "it goes with `longitude`");
            }
            _ => {}
        }
        match (&table.name, &table.count) {
            (Some(name), Some(count)) => names.add_group(name, count, false, problems),
            // Whether it is a group could not be read.
            (Some(_), None) if problems.doubts(&table.place.path_of("count")) => {}
            (Some(name), None) => names.add_node(name, problems),
            (None, _) => {}
        }
    }
    for table in file.users.items() {
        if let (Some(name), Some(count), None) = (&table.name, &table.count, &table.nodes) {
            names.add_group(name, count, true, problems);
        }
    }
    names
}

/// Reports that neither a wire nor a satellite leads from one end to another, named at `place`.
pub(super) fn check_joined(
    names: &Names,
    [from, to]: [&str; 2],
    place: &SourceSpan,
    problems: &mut Problems<'_>,
) {
    if names.separated(from, to) && !links_in_doubt(problems) {
        problems
            .add(place, format!("no wire or satellite leads from \"{from}\" here"))
            .found(format!("\"{}\"", short(to)))
            .help("connect the two with [[wires]]");
    }
}
