//! How flows are carried, as far as it hangs on where their ends and proxies are.

use skyseam_constellation::names::{Names, links_in_doubt};
use skyseam_host::transport::connection::{Connection, Split};
use skyseam_host::{Application, Transport};
use skyseam_params::Model;

use crate::document::{At, Place};
use crate::error::{Problems, short};
use crate::text_values::Name;

/// The transport between two ends, and the proxies on the way, each at a place of its own.
pub(super) fn carried(
    connection: &Connection<'_>,
    ends: [Option<&At<Name>>; 2],
    names: &Names,
    application: Option<&Application>,
    problems: &mut Problems<'_>,
) -> (Option<Model<dyn Transport>>, Option<Vec<Split>>) {
    let transport = connection.transport(application, problems);
    let mut taken: Vec<String> = ends.into_iter().flatten().map(|end| end.0.clone()).collect();
    let mut check = |node: &str, place: &Place, problems: &mut Problems<'_>| {
        check_place(ends[0], (node, place), &taken, names, problems);
        taken.push(node.to_owned());
    };
    let splits = connection.splits(application, transport.as_ref(), &mut check, problems);
    if let (Some(application), Some(transport)) = (application, &transport) {
        connection.check(application, &**transport, problems);
    }
    (transport, splits)
}

fn check_place(
    from: Option<&At<Name>>,
    (node, place): (&str, &Place),
    taken: &[String],
    names: &Names,
    problems: &mut Problems<'_>,
) {
    names.check(node, place, problems);
    let is_end = |end: &String| *end == node || names.is_member(end, node);
    if taken.iter().any(is_end) {
        problems
            .add(place, "the flow has an end or a proxy there already")
            .found(format!("\"{}\"", short(node)))
            .expected("another terminal or node between its ends");
    } else if let Some(from) = from
        && names.separated(&from.0, node)
        && !links_in_doubt(problems)
    {
        problems
            .add(place, format!("no wire or satellite leads from \"{}\" here", from.0))
            .found(format!("\"{}\"", short(node)))
            .help("connect the two with [[wires]]");
    }
}
