//! Proxies that split a flow's connection.

use skyseam_host::app::Carrier;
use skyseam_host::{Application, Transport, relays_both_ways};

use super::flows::{links_in_doubt, without_transport};
use super::names::Names;
use super::transport::Connection;
use crate::document::Place;
use crate::error::{Problems, short};
use crate::scenario::Split;

/// The proxies on the way, each at a place of its own.
pub(super) fn splits(
    table: &Connection<'_>,
    names: &Names,
    application: Option<&Application>,
    transport: Option<&dyn Transport>,
    problems: &mut Problems<'_>,
) -> Option<Vec<Split>> {
    let Some(list) = table.split_at else { return Some(Vec::new()) };
    if let Some(Carrier { what, why }) = application.and_then(without_transport) {
        problems
            .add(&list.place, format!("{what} has no connection to split"))
            .help(format!("remove `split_at`: {why}"));
        return None;
    }
    let tcp = transport.and_then(Transport::tcp);
    if let (Some(transport), None) = (transport, tcp) {
        let [what, help] = transport.not_split();
        problems.add(&list.place, what).help(help);
        return None;
    }
    let kind = application.map_or("file", |application| application.name());
    let both_ways = application.is_some_and(relays_both_ways);
    let mut taken: Vec<&str> = Vec::new();
    taken.extend([table.from, table.to].into_iter().flatten().map(|end| end.0.as_str()));
    let mut splits = Vec::new();
    for proxy in &list.0 {
        let keys = &proxy.keys;
        splits.push(proxy.read.as_ref().and_then(|own| {
            check_place(table, &own.node, &keys.at("node"), &taken, names, problems);
            taken.push(&own.node);
            let proxy = own.config(tcp, (kind, both_ways), keys, problems)?;
            Some(Split { node: own.node.clone(), proxy })
        }));
    }
    splits.into_iter().collect()
}

fn check_place(
    table: &Connection<'_>,
    node: &str,
    place: &Place,
    taken: &[&str],
    names: &Names,
    problems: &mut Problems<'_>,
) {
    names.check(node, place, problems);
    let is_end = |end: &&str| *end == node || names.is_member(end, node);
    if taken.iter().any(is_end) {
        problems
            .add(place, "the flow has an end or a proxy there already")
            .found(format!("\"{}\"", short(node)))
            .expected("another terminal or node between its ends");
    } else if let Some(from) = table.from
        && names.separated(&from.0, node)
        && !links_in_doubt(problems)
    {
        problems
            .add(place, format!("no wire or satellite leads from \"{}\" here", from.0))
            .found(format!("\"{}\"", short(node)))
            .help("connect the two with [[wires]]");
    }
}
