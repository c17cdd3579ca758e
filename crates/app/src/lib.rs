//! Applications: the content of flows, as state machines above a transport.
//!
//! A kind of application is a type that implements [`ApplicationKind`]: the parameters of a flow,
//! declared by `parameters!`, and the creation of its two endpoints. A new one is one file here,
//! its `mod` line and its line in the registry below, from which the reader of scenarios, its
//! messages, the schema, the manifest and `skyseam models` are made. One from outside of this crate
//! needs none of these lines: a program passes it to the reader as [`member`].
//!
//! | An application that | requires | and consists of |
//! |---|---|---|
//! | sends bytes in one direction | [`AppEndpoints::Transfer`] | a [`OfferedData`] |
//! | writes and reads bytes in both directions | [`AppEndpoints::Stream`] | two [`StreamApp`]s |
//! | opens connections with streams | [`AppEndpoints::Connections`] | two [`SessionApp`]s |
//! | sends messages that may be lost | [`AppEndpoints::Messages`] | two [`MessageApp`]s |
//!
//! [`OfferedData`]: skyseam_endpoint::app::OfferedData
//! [`StreamApp`]: skyseam_endpoint::app::StreamApp
//! [`SessionApp`]: skyseam_endpoint::app::SessionApp
//! [`MessageApp`]: skyseam_endpoint::app::MessageApp

pub mod bulk;
pub mod distributions;
pub mod download;
pub mod file;
mod kind;
mod measure;
pub mod ping;
pub mod request_response;
pub mod udp;
pub mod video;
pub mod voice;
pub mod web;

use skyseam_params::registry;

pub use bulk::Bulk;
pub use download::Download;
pub use file::File;
pub use kind::{
    AppEndpoints, Application, ApplicationKind, NoTransportNote, PacketLimit, RetainedPackets,
    TransportService,
};
pub use ping::Ping;
pub use request_response::RequestResponse;
pub use udp::{Udp, UdpReport};
pub use video::Video;
pub use voice::Voice;
pub use web::Web;

registry! {
    /// Application of a flow.
    dyn ApplicationKind "Application" is "a kind of application" at "flows.application.kind" {
        File,
        Bulk,
        Ping,
        Voice,
        RequestResponse,
        Download,
        Udp,
        Video,
        Web,
    }
    pub fn built_in;
    pub fn member;
}
