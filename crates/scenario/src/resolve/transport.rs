//! How flows are carried, as far as it hangs on the rest of the flow.

use std::sync::Arc;

use skyseam_host::app::Service;
use skyseam_host::transport::carrier::Streams;
use skyseam_host::transport::split::ProxyKeys;
use skyseam_host::{Application, TcpConfig, Transport};
use skyseam_params::shape::Tried;
use skyseam_params::{Chosen, Keys, Model};

use crate::document::At;
use crate::error::Problems;
use crate::shape::List;
use crate::tables::FlowTable;
use crate::text_values::Name;

/// The keys of a flow that say between whom it is and how it is carried.
#[derive(Clone, Copy)]
pub(super) struct Connection<'t> {
    pub(super) from: Option<&'t At<Name>>,
    pub(super) to: Option<&'t At<Name>>,
    pub(super) transport: Option<&'t At<Chosen<dyn Transport>>>,
    pub(super) split_at: Option<&'t At<List<Tried<ProxyKeys>>>>,
}

impl<'t> From<&'t FlowTable> for Connection<'t> {
    fn from(table: &'t FlowTable) -> Self {
        Self {
            from: table.from.as_ref(),
            to: table.to.as_ref(),
            transport: table.transport.as_ref(),
            split_at: table.split_at.as_ref(),
        }
    }
}

/// The transport of a flow: where the file has none, what `application` usually goes over.
pub(super) fn transport(
    table: &Connection<'_>,
    application: Option<&Application>,
    problems: &mut Problems<'_>,
) -> Option<Model<dyn Transport>> {
    match table.transport {
        Some(own) => own.model(problems),
        None => {
            let usual = application.and_then(|application| application.usual_transport());
            Some(usual.unwrap_or_else(|| Model::new(Arc::new(TcpConfig::default()))))
        }
    }
}

/// Notes a connection that cannot carry what the ends of `application` send.
pub(super) fn check_carried(
    table: &Connection<'_>,
    application: &Application,
    transport: &dyn Transport,
    problems: &mut Problems<'_>,
) {
    let kind = application.name();
    if application.service() == Service::Transfer
        && let Some(own) = table.transport
    {
        transport.check_one_way(&format!("kind = \"{kind}\""), &own.keys, problems);
    }
    if !matches!(application.service(), Service::Stream | Service::Connections) {
        return;
    }
    if let Some(own) = table.transport {
        transport.check_two_way(kind, &own.keys, problems);
        if application.service() == Service::Connections && transport.is_two_way() {
            check_streams(application, transport, &own.keys, problems);
        }
    }
}

/// Notes a transport whose connections have other streams than those of `application`.
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
        Streams::One => "needs connections of one stream, as TCP's",
        Streams::Many => "needs connections with many streams, as QUIC's",
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
