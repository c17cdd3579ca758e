//! Proxies that split a flow's connection.

use skyseam_host::app::Carrier;
use skyseam_host::{Application, ProxyConfig, TcpConfig, Transport};

use super::flows::{links_in_doubt, without_transport};
use super::names::Names;
use super::transport::Connection;
use crate::document::At;
use crate::error::{Problems, short};
use crate::scenario::Split;
use crate::tables::ProxyTable;
use crate::text_values::Name;

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
    let mut taken: Vec<&str> = Vec::new();
    taken.extend([table.from, table.to].into_iter().flatten().map(|end| end.0.as_str()));
    let mut splits = Vec::new();
    for proxy in &list.0 {
        if let Some(node) = &proxy.node {
            check_place(table, node, &taken, names, problems);
            taken.push(&node.0);
        }
        splits.push(split(proxy, tcp, problems));
    }
    splits.into_iter().collect()
}

fn check_place(
    table: &Connection<'_>,
    node: &At<Name>,
    taken: &[&str],
    names: &Names,
    problems: &mut Problems<'_>,
) {
    names.check(&node.0, &node.place, problems);
    let is_end = |end: &&str| *end == node.0 || names.is_member(end, &node.0);
    if taken.iter().any(is_end) {
        problems
            .add(&node.place, "the flow has an end or a proxy there already")
            .found(format!("\"{}\"", short(&node.0)))
            .expected("another terminal or node between its ends");
    } else if let Some(from) = table.from
        && names.separated(&from.0, &node.0)
        && !links_in_doubt(problems)
    {
        problems
            .add(&node.place, format!("no wire or satellite leads from \"{}\" here", from.0))
            .found(format!("\"{}\"", short(&node.0)))
            .help("connect the two with [[wires]]");
    }
}

fn split(
    table: &At<ProxyTable>,
    of_flow: Option<&TcpConfig>,
    problems: &mut Problems<'_>,
) -> Option<Split> {
    let transport = match &table.transport {
        Some(own) => {
            let model = own.model(problems)?;
            model.check_one_way("split_at", &own.keys, problems);
            let tcp = model.tcp().cloned();
            if tcp.is_none() {
                problems
                    .add(&own.place, "a proxy sends TCP data on over TCP")
                    .expected("kind = \"tcp\"");
            }
            tcp
        }
        None => of_flow.cloned(),
    }?;
    let buffer = table.buffer.as_ref()?;
    if buffer.0 < 2 * u64::from(transport.mss) {
        problems
            .add(&buffer.place, "the proxy's buffer does not hold two segments")
            .found(format!("buffer = {} B, mss = {} B", buffer.0, transport.mss))
            .expected("a buffer of at least two segments");
        return None;
    }
    let proxy = ProxyConfig { transport, buffer_bytes: buffer.0 };
    Some(Split { node: table.node.as_ref()?.0.clone(), proxy })
}
