//! Transport of a flow: its keys, and their combination with the application.

use std::sync::Arc;

use serde_json::json;
use skyseam_app::{Application, NoTransportNote, TransportService};
use skyseam_endpoint::proxy::ProxyConfig;
use skyseam_endpoint::transport::{Streams, Transport};
use skyseam_params::shape::{List, Tried};
use skyseam_params::{Chosen, Keys, Model, Parameter, Problems, SourceSpan, Spanned};
use skyseam_tcp::TcpConfig;

use crate::parts::is_bidirectional;
use crate::split::{ProxyKeys, SplitFlow};

/// A node at which a connection is split.
#[derive(Clone, Debug, PartialEq)]
pub struct ProxyPlacement {
    /// Name of the terminal or node of the proxy; no other endpoint or proxy of the flow is there.
    pub node: String,
    /// Configuration of the proxy.
    pub proxy: ProxyConfig,
}

/// Keys of a table that describe a connection.
#[derive(Clone, Copy, Debug)]
pub struct ConnectionKeys<'t> {
    /// Location of the table.
    pub place: &'t SourceSpan,
    /// Transport of the connection.
    pub transport: Option<&'t Spanned<Chosen<dyn Transport>>>,
    /// Proxies on the path.
    pub split_at: Option<&'t Spanned<List<Tried<ProxyKeys>>>>,
}

impl ConnectionKeys<'_> {
    /// The transport of `application`: its default unless a key names one. Reports a transport of
    /// an application that has none.
    pub fn transport(
        &self,
        application: Option<&Application>,
        problems: &mut Problems<'_>,
    ) -> Option<Model<dyn Transport>> {
        let is_two_way = application.is_some_and(|application| {
            matches!(
                application.service(),
                TransportService::Stream | TransportService::Connections
            )
        });
        let Some(own) = self.transport else {
            let usual = application.and_then(|application| application.default_transport());
            let usual = usual.unwrap_or_else(|| Model::new(Arc::new(TcpConfig::default())));
            let usual = if is_two_way { unbuffered(usual) } else { usual };
            if application.is_some_and(|application| application.has_connection()) {
                problems.fill(self.place, json!({ "transport": usual.print() }));
            }
            return Some(usual);
        };
        if let Some(NoTransportNote { what, why }) = application.and_then(without_transport) {
            problems
                .add(&own.place, format!("{what} has no transport"))
                .help(format!("remove `transport`: {why}"));
            return None;
        }
        let mut model = own.model(problems)?;
        if is_two_way && !own.keys.has("send_buffer") {
            model = unbuffered(model);
            if let Some(buffer) = model.print().get("send_buffer") {
                problems.print(&own.keys.at("send_buffer"), buffer.clone());
            }
        }
        // TLS that the application has by default is filled in like a default of the transport.
        if application.is_some_and(|application| application.uses_tls())
            && let Some(secured) = model.secured()
        {
            problems.fill(own.keys.table(), json!({ "tls": secured.print()["tls"] }));
            return Some(secured);
        }
        Some(model)
    }

    /// The proxies on the path; `check` reports what is wrong with the node of one.
    pub fn splits(
        &self,
        application: Option<&Application>,
        transport: Option<&Model<dyn Transport>>,
        check: &mut dyn FnMut(&str, &SourceSpan, &mut Problems<'_>),
        problems: &mut Problems<'_>,
    ) -> Option<Vec<ProxyPlacement>> {
        let Some(list) = self.split_at else { return Some(Vec::new()) };
        if let Some(NoTransportNote { what, why }) = application.and_then(without_transport) {
            problems
                .add(&list.place, format!("{what} has no connection to split"))
                .help(format!("remove `split_at`: {why}"));
            return None;
        }
        if let Some(transport) = transport
            && !transport.is_relayed()
        {
            let [what, help] = transport.not_split();
            problems.add(&list.place, what).help(help);
            return None;
        }
        let carried = SplitFlow {
            kind: application.map_or("file", |application| application.name()),
            bidirectional: application.is_some_and(is_bidirectional),
            sessions: application.is_some_and(|own| own.service() == TransportService::Connections),
        };
        if carried.sessions
            && let Some(transport) = transport
            && !transport.is_relayed_in_sessions()
        {
            let (what, help) = carried.only_tcp(transport.name());
            problems.add(&list.place, what).help(help);
            return None;
        }
        let mut splits = Vec::new();
        for proxy in &list.0 {
            let keys = &proxy.keys;
            splits.push(proxy.read.as_ref().and_then(|own| {
                check(&own.node, &keys.at("node"), problems);
                let proxy = own.config(transport, carried, keys, problems)?;
                problems.print(keys.table(), ProxyKeys::print(&ProxyKeys::of(&own.node, &proxy)));
                Some(ProxyPlacement { node: own.node.clone(), proxy })
            }));
        }
        splits.into_iter().collect()
    }

    /// Reports a connection that cannot carry the data of `application`.
    pub fn check(
        &self,
        application: &Application,
        transport: &dyn Transport,
        problems: &mut Problems<'_>,
    ) {
        let kind = application.name();
        if application.service() == TransportService::Transfer
            && let Some(own) = self.transport
        {
            transport.check_one_way(&format!("kind = \"{kind}\""), &own.keys, problems);
        }
        if !matches!(
            application.service(),
            TransportService::Stream | TransportService::Connections
        ) {
            return;
        }
        if let Some(own) = self.transport {
            transport.check_two_way(kind, &own.keys, problems);
            if application.service() == TransportService::Connections && transport.is_two_way() {
                check_streams(application, transport, &own.keys, problems);
            }
        }
    }
}

/// The default transport of applications with two senders.
pub(super) fn unbuffered(transport: Model<dyn Transport>) -> Model<dyn Transport> {
    transport.unbuffered().unwrap_or(transport)
}

/// The carrier of an application that uses no transport.
fn without_transport(application: &Application) -> Option<NoTransportNote> {
    (!application.has_connection()).then(|| application.carrier())
}

/// Reports a transport whose connections have different streams from those that `application`
/// requires.
fn check_streams(
    application: &Application,
    transport: &dyn Transport,
    keys: &Keys,
    problems: &mut Problems<'_>,
) {
    let (streams, why) = application.streams();
    if transport.streams() == Some(streams) {
        return;
    }
    let name = transport.name();
    let what = match streams {
        Streams::One => "needs connections with one stream, such as TCP's",
        Streams::Many => "needs connections with many streams, such as QUIC's",
    };
    let problem = problems
        .add(keys.table(), format!("{why} {what}"))
        .found(format!("kind = \"{name}\" under transport"));
    match streams {
        Streams::One => problem.expected("kind = \"tcp\"").help("HTTP over QUIC is http = \"3\""),
        Streams::Many => problem
            .expected("kind = \"quic\"")
            .help("remove `transport`, or choose another version of HTTP, such as http = \"2\""),
    };
}
