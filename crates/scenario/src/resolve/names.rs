//! Names in a file: terminals, nodes and groups of them.

use std::collections::BTreeSet;

use skyseam_constellation::names::Names;

use super::sky::Satellites;
use crate::document::Items;
use crate::error::Problems;
use crate::tables::ScenarioTable;

/// Every name of a terminal or node, unlinked except for terminals, which the satellites connect;
/// reports duplicates.
pub(super) fn declared(
    file: &ScenarioTable,
    sky: &Satellites,
    problems: &mut Problems<'_>,
) -> Names {
    let read: BTreeSet<&str> = file
        .terminals
        .iter()
        .flat_map(|list| list.0.iter().map(|terminal| terminal.place.path.as_str()))
        .chain(file.nodes.iter().flat_map(|list| list.0.iter().map(|n| n.place.path.as_str())))
        .chain(file.users.iter().flat_map(|list| list.0.iter().map(|u| u.place.path.as_str())))
        .collect();
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
        let (given, absent) = match (&table.latitude, &table.longitude) {
            (Some(_), None) => ("latitude", Some("longitude")),
            (None, Some(_)) => ("longitude", Some("latitude")),
            _ => ("", None),
        };
        if let Some(absent) = absent {
            problems.require(absent, &table.place, &format!("it goes with `{given}`"));
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
