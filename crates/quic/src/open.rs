//! Opening of a QUIC flow: its two endpoints and their content.

use std::sync::Arc;

use skyseam_base::{FlowId, NodeId, SimTime};
use skyseam_endpoint::app::OfferedData;
use skyseam_endpoint::app::stream::Driver;
use skyseam_endpoint::careful_resume::{CarefulResume, Pair};
use skyseam_endpoint::transport::{self, ConnectionPayload, FlowSetup, Transport};
use skyseam_endpoint::{BoxedEndpoint, SharedState, session};

use super::config::QuicConfig;
use super::download::Download;
use super::end::{Dial, QuicEndpoint};
use super::meter::{ControllerProbe, Controllers};
use super::resume;
use super::settings;
use super::streams::Streams;
use super::upload::Upload;

/// Memory of a connection, in TCP connections.
pub const WEIGHT: u64 = 8;

/// IP and UDP header, bytes.
const UDP_IP: u32 = 28;

impl Transport for QuicConfig {
    fn is_two_way(&self) -> bool {
        true
    }

    fn streams(&self) -> Option<transport::Streams> {
        Some(transport::Streams::Many)
    }

    fn open(&self, opening: FlowSetup<'_>, content: ConnectionPayload) -> [BoxedEndpoint; 2] {
        if let ConnectionPayload::Session(apps) = content {
            return session::open(self.clone(), opening, apps);
        }
        let FlowSetup { flow, from, to, start, shared, .. } = opening;
        let (window, seed) = (self.initial_window, shared.seed);
        let controllers = |owner: &str, pair| {
            let Some(rule) = self.careful_resume.clone() else {
                return self.congestion.controllers(flow, window, seed, owner);
            };
            let (congestion, owner) = (self.congestion.clone(), owner.to_owned());
            let rebuild = move |window| congestion.controllers(flow, window, seed, &owner);
            let state = CarefulResume::new(rule, shared.part(), pair, window);
            resume::controllers(window, Arc::new(rebuild), state, shared.part())
        };
        connect(flow, [from, to], start, content, self, shared, &controllers)
    }

    fn largest_packet(&self) -> u32 {
        u32::from(self.largest_sent()) + UDP_IP
    }

    fn weight(&self) -> u64 {
        WEIGHT
    }

    fn not_split(&self) -> [String; 2] {
        [
            "a QUIC connection cannot be split".to_owned(),
            "it is encrypted from end to end (RFC 9001): remove `split_at`, or carry TCP"
                .to_owned(),
        ]
    }
}

/// Creates the two endpoints of a flow, with congestion controllers from the caller: the client at
/// `from`, which connects at `start` and sends `supply`, and the server at `to`. `controllers` is
/// called with the name of each endpoint, which should name its random streams.
pub fn open_with(
    flow: FlowId,
    nodes: [NodeId; 2],
    start: SimTime,
    supply: OfferedData,
    config: &QuicConfig,
    shared: &SharedState,
    controllers: &dyn Fn(&str) -> Controllers,
) -> (BoxedEndpoint, BoxedEndpoint) {
    let content = ConnectionPayload::Transfer(supply);
    let controllers = |owner: &str, _: Pair| controllers(owner);
    connect(flow, nodes, start, content, config, shared, &controllers).into()
}

fn connect(
    flow: FlowId,
    [from, to]: [NodeId; 2],
    start: SimTime,
    content: ConnectionPayload,
    config: &QuicConfig,
    shared: &SharedState,
    controllers: &dyn Fn(&str, Pair) -> Controllers,
) -> [BoxedEndpoint; 2] {
    let names = ["client", "server"].map(|side| format!("{flow} quic {side}"));
    let meters = [ControllerProbe::default(), ControllerProbe::default()];
    let transport = |side: usize| {
        let pair = [(from, to), (to, from)][side];
        settings::transport(config, controllers(&names[side], pair), &meters[side])
    };
    let settings = settings::client(config, shared.seed, &names[0], transport(0));
    let server = settings::server(config, transport(1));
    let [client_meter, server_meter] = meters.clone();
    let dial = Some(Dial { settings, start });
    let end = |nodes, side: usize, meter, dial, server| {
        QuicEndpoint::new(flow, nodes, config, shared, &names[side], meter, dial, server)
    };
    let mut client = end([from, to], 0, client_meter, dial, None);
    let mut server = end([to, from], 1, server_meter, None, Some(server));
    match content {
        ConnectionPayload::Transfer(supply) => {
            client.upload = Some(Upload::new(supply));
            server.download = Some(Download::default());
            server.expected = supply.limit;
        }
        ConnectionPayload::Stream(apps) => {
            for (end, app) in [&mut client, &mut server].into_iter().zip(apps) {
                end.upload = Some(Upload::of_application());
                end.download = Some(Download::default());
                end.driver = Some(Driver::new(flow, app));
            }
        }
        ConnectionPayload::Ports(ports) => {
            for (end, port) in [&mut client, &mut server].into_iter().zip(ports) {
                end.streams = Some(Streams::new(port));
            }
        }
        ConnectionPayload::Session(_) => unreachable!("a session opens its connections itself"),
    }
    [Box::new(client), Box::new(server)]
}
