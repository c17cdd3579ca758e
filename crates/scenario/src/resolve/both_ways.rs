//! What an application both of whose ends send asks of the connection.

use skyseam_host::app::Service;
use skyseam_host::{Application, TransportConfig, transport};

use crate::error::Problems;
use crate::tables::{FlowTable, TransportTable};

/// Notes a connection that cannot carry what both ends of `application` send.
pub(super) fn check(
    table: &FlowTable,
    application: &Application,
    transport: &TransportConfig,
    problems: &mut Problems<'_>,
) {
    if application.service() != Service::Stream {
        return;
    }
    let kind = application.name();
    if let Some(list) = &table.split_at {
        problems
            .add(&list.place, "a proxy passes data on one way")
            .found(format!("split_at with kind = \"{kind}\""))
            .expected("an application that sends one way, such as \"file\" or \"bulk\"")
            .help("remove `split_at`");
    }
    let Some(TransportTable::Tcp(tcp)) = table.transport.as_ref().map(|given| &given.value) else {
        return;
    };
    if let Some(stack) =
        tcp.stack.as_ref().filter(|_| !transport::offers(transport.transport(), application))
    {
        problems
            .add(&stack.place, "the TCP stack \"ns2\" sends data one way")
            .found(format!("stack = \"ns2\" with kind = \"{kind}\""))
            .expected("stack = \"rfc\" or stack = \"linux\", or kind = \"quic\"")
            .help("ns-2's agents are a source and a sink: they carry \"file\" and \"bulk\"");
    }
    if let Some(buffer) = &tcp.send_buffer
        && buffer.0.is_some()
    {
        problems
            .add(&buffer.place, "`send_buffer` is of one-way senders alone")
            .found(format!("send_buffer with kind = \"{kind}\""))
            .help("remove `send_buffer`: what such an application writes always finds room");
    }
}
