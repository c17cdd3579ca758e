//! Transports of flows, as far as they depend on the location of endpoints and proxies.

use std::collections::BTreeSet;

use skyseam_app::Application;
use skyseam_constellation::description::config::Wire;
use skyseam_constellation::names::Names;
use skyseam_endpoint::transport::Transport;
use skyseam_host::connection::{ConnectionKeys, ProxyPlacement};
use skyseam_host::split::ProxyKeys;
use skyseam_params::Model;
use skyseam_params::shape::{List, Tried};

use super::names::check_joined;
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
        names.check(node, place, problems);
        if taken.iter().any(|end| *end == node || names.is_member(end, node)) {
            problems
                .add(place, "the flow already has an endpoint or a proxy there")
                .found(format!("\"{}\"", short(node)))
                .expected("another terminal or node between its endpoints");
        } else if let Some(from) = ends[0] {
            check_joined(names, [&from.0, node], place, problems);
        }
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
    let mut check = |[from, to]: [Option<&Name>; 2], proxies: &Proxies| {
        let (Some(from), Some(to), Some(last)) = (from, to, proxies.items().last()) else { return };
        let Some(own) = last.read.as_ref().filter(|_| last.keys.has("transport")) else { return };
        let [from_node, to_node] = [from, to].map(|end| names.end(&end.0).node(0));
        let around = wired(wires, &own.node);
        if around.contains(to_node.as_str()) && !around.contains(from_node.as_str()) {
            let (node, from, to) = (&own.node, &from.0, &to.0);
            problems
                .warn(
                    &last.keys.at("transport"),
                    "this transport is for wires only: satellites are in front of the proxy",
                )
                .found(format!("from \"{node}\" to \"{to}\" it holds, not from \"{from}\""))
                .expected("`transport` beside `split_at`, which is that of the part before");
        }
    };
    for flow in file.flows.items().filter(|flow| flow.transport.is_none()) {
        let ends = [&flow.from, &flow.to].map(|end| end.as_ref().map(|end| &end.value.0));
        check(ends, &flow.split_at);
    }
    for (users, resolved) in file.users.items().zip(resolved) {
        let user = users.nodes.as_ref().or(users.name.as_ref()).map(|name| &name.value);
        let other = users.to.as_ref().and_then(|to| to.0.first()).map(|name| &name.value);
        let mix = users.mix.items().zip(&resolved.mix);
        for (part, own) in mix.filter(|(part, _)| part.transport.is_none()) {
            let ends = match own.way {
                SessionDirection::Up => [user, other],
                SessionDirection::Down => [other, user],
            };
            check(ends, &part.split_at);
        }
    }
}

/// The key `split_at`.
type Proxies = Option<Spanned<List<Tried<ProxyKeys>>>>;

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
