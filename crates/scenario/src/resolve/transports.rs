//! Transports of flows, as far as they depend on the location of endpoints and proxies.

use std::collections::BTreeSet;

use skyseam_app::Application;
use skyseam_constellation::description::config::Wire;
use skyseam_constellation::names::{Names, links_in_doubt};
use skyseam_endpoint::transport::Transport;
use skyseam_host::connection::{ConnectionKeys, ProxyPlacement};
use skyseam_host::split::ProxyKeys;
use skyseam_params::Model;
use skyseam_params::shape::{List, Tried};

use crate::document::{Items, SourceSpan, Spanned};
use crate::error::{Problems, short};
use crate::tables::ScenarioTable;
use crate::text_values::Name;
use crate::users::{SessionDirection, Users};

/// The transport between two endpoints, and the proxies on the path, each at a node of its own.
pub(super) fn carried(
    connection: &ConnectionKeys<'_>,
    ends: [Option<&Spanned<Name>>; 2],
    names: &Names,
    application: Option<&Application>,
    problems: &mut Problems<'_>,
) -> (Option<Model<dyn Transport>>, Option<Vec<ProxyPlacement>>) {
    let transport = connection.transport(application, problems);
    let mut taken: Vec<String> = ends.into_iter().flatten().map(|end| end.0.clone()).collect();
    let mut check = |node: &str, place: &SourceSpan, problems: &mut Problems<'_>| {
        check_place(ends[0], (node, place), &taken, names, problems);
        taken.push(node.to_owned());
    };
    let splits = connection.splits(application, transport.as_ref(), &mut check, problems);
    if let (Some(application), Some(transport)) = (application, &transport) {
        connection.check(application, &**transport, problems);
    }
    (transport, splits)
}

/// Warns of a proxy whose `transport` applies only to wires, while the part of the connection over
/// satellites, before the proxy, keeps the default.
pub(super) fn warn_of_proxies(
    file: &ScenarioTable,
    resolved: &[Users],
    names: &Names,
    wires: &[Wire],
    problems: &mut Problems<'_>,
) {
    let flows = file.flows.items().map(|flow| OfFlow {
        from: flow.from.as_ref().map(|end| end.0.0.as_str()),
        to: flow.to.as_ref().map(|end| end.0.0.as_str()),
        is_default: flow.transport.is_none(),
        proxies: flow.split_at.as_ref(),
    });
    let tables = file.users.items();
    let users = tables.zip(resolved).flat_map(|(users, resolved)| {
        let user = users.nodes.as_ref().or(users.name.as_ref());
        let other = users.to.as_ref().and_then(|to| to.0.first());
        let mix = users.mix.iter().flat_map(|mix| &mix.0).zip(&resolved.mix);
        mix.map(move |(part, own)| {
            let (from, to) =
                if own.way == SessionDirection::Up { (user, other) } else { (other, user) };
            let proxies = part.split_at.as_ref();
            let [from, to] = [from, to].map(|end| end.map(|name| name.0.as_str()));
            OfFlow { from, to, is_default: part.transport.is_none(), proxies }
        })
    });
    for OfFlow { from, to, is_default, proxies } in flows.chain(users) {
        let Some(last) = proxies.and_then(|list| list.0.last()).filter(|_| is_default) else {
            continue;
        };
        let (Some(from), Some(to), Some(own)) = (from, to, &last.read) else { continue };
        if !last.keys.has("transport") {
            continue;
        }
        let [from_node, to_node] = [from, to].map(|end| names.end(end).node(0));
        let around = wired(wires, &own.node);
        if around.contains(to_node.as_str()) && !around.contains(from_node.as_str()) {
            let node = &own.node;
            problems
                .warn(
                    &last.keys.at("transport"),
                    "this transport is for wires only: satellites are in front of the proxy",
                )
                .found(format!("from \"{node}\" to \"{to}\" it holds, not from \"{from}\""))
                .expected("`transport` beside `split_at`, which is that of the part before");
        }
    }
}

/// A connection with proxies.
struct OfFlow<'t> {
    from: Option<&'t str>,
    to: Option<&'t str>,
    is_default: bool,
    proxies: Option<&'t Spanned<List<Tried<ProxyKeys>>>>,
}

/// Nodes that only wires connect with `node`.
fn wired<'w>(wires: &'w [Wire], node: &'w str) -> BTreeSet<&'w str> {
    let mut around = BTreeSet::from([node]);
    loop {
        let before = around.len();
        for Wire { between: [a, b], .. } in wires {
            if around.contains(a.as_str()) || around.contains(b.as_str()) {
                around.extend([a.as_str(), b.as_str()]);
            }
        }
        if around.len() == before {
            return around;
        }
    }
}

fn check_place(
    from: Option<&Spanned<Name>>,
    (node, place): (&str, &SourceSpan),
    taken: &[String],
    names: &Names,
    problems: &mut Problems<'_>,
) {
    names.check(node, place, problems);
    let is_end = |end: &String| *end == node || names.is_member(end, node);
    if taken.iter().any(is_end) {
        problems
            .add(place, "the flow already has an endpoint or a proxy there")
            .found(format!("\"{}\"", short(node)))
            .expected("another terminal or node between its endpoints");
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
