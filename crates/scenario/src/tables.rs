//! The tables of a scenario file: every key, its documentation, presence and shape.
//!
//! This is the format. What a key means for other keys (defaults from presets, names that must
//! exist) is in `resolve`; see [`crate::shape`] for the notation.

use skyseam_constellation::description::config::{Geometry, Propagation};
use skyseam_constellation::description::element_file::ElementFile;
use skyseam_constellation::description::failures::FailureTable;
use skyseam_constellation::description::shell::ShellConfig;
use skyseam_constellation::description::site_keys::{
    AntennaCount, ElevationMask, Skyline, TerminalHeight,
};
use skyseam_constellation::handover::{HandoverKeys, PresetHandoverKeys};
use skyseam_constellation::isl::IslKeys;
use skyseam_constellation::names::Members;
use skyseam_constellation::routing::RoutingRule;
use skyseam_host::Transport;
use skyseam_host::app::Kind;
use skyseam_host::transport::split::ProxyKeys;
use skyseam_net::channel::ChannelModel;
use skyseam_net::keys::beam::BeamTable;
use skyseam_net::keys::link::{LinkTable, LinksTable};
use skyseam_net::keys::wire::WireTable;
use skyseam_params::Chosen;
use skyseam_params::shape::Tried;

use crate::names::{SeriesName, TerminalKind};
use crate::presets::PresetName;
use crate::shape::{List, table};
use crate::text_values::{FileName, Line, Name, NameOrEnds, Pair};
use crate::users::tables::UsersTable;
use crate::values::{Flag, Instant, Latitude, Longitude, PositiveSpan, Span, Whole};

table! {
    /// A Skyseam scenario: a constellation, places, links, flows, and what to run.
    ScenarioTable "Scenario" {
        /// One line for people.
        optional title: Line,
        /// Satellites and how they are linked to each other.
        optional constellation: ConstellationTable,
        /// Satellites and links between them that are out of order for a time.
        optional failures: List<FailureTable>,
        /// When terminals change satellites and inter-satellite links change state.
        default handover: Tried<HandoverKeys> = (),
        /// How packets find their way.
        default routing: Chosen<dyn RoutingRule> = "shortest-path",
        /// Places on or over the Earth, each with links to satellites.
        optional terminals: List<TerminalTable>,
        /// Routers and servers, linked by wires and beams.
        optional nodes: List<NodeTable>,
        /// Fixed links between terminals and nodes.
        optional wires: List<WireTable>,
        /// Transmitters that several users share.
        optional beams: List<BeamTable>,
        /// Rates and queues of the links to, from and between satellites.
        default links: LinksTable = (),
        /// Terminals or nodes by the hundred or thousand, and what they send.
        optional users: List<UsersTable>,
        /// What is sent.
        optional flows: List<FlowTable>,
        /// What part of time is simulated, and what is written down.
        default run: RunTable = (),
        /// What `skyseam delay` looks at.
        optional delay: DelayTable,
    }
}

table! {
    /// Satellites and how they are linked to each other: a preset, shells of your own, or the
    /// orbits of an element file.
    ConstellationTable "Constellation" {
        /// A constellation by name, or the name of a file beside the scenario that describes one
        /// and ends with .toml. Other keys of this table override what it brings.
        optional preset: PresetName,
        /// A shell of evenly spaced circular orbits.
        optional shell: Tried<ShellConfig>,
        /// Several such shells; their satellites are numbered in this order.
        optional shells: List<Tried<ShellConfig>>,
        /// Published orbits.
        optional elements: Tried<ElementFile>,
        /// Which approximations positions and delays follow. Default: the preset's, else "exact".
        optional geometry: Geometry,
        /// What moves the satellites; the geometry "ns2" knows "kepler" only.
        default propagation: Propagation = "kepler",
        /// Elevation mask of terminals that give none. Default: the preset's.
        optional elevation_mask: ElevationMask,
        /// Links between satellites.
        default isl: Tried<IslKeys> = (),
        exactly one of (preset, shell, shells, elements)
    }
}

table! {
    /// A file of a constellation by name: what a scenario has that names it in
    /// `constellation.preset` and does not say otherwise.
    PresetTable "Preset" {
        /// One line for people.
        required summary: Line,
        /// Where its values come from, and what is assumed.
        required source: Line,
        /// Its satellites and how they are linked to each other.
        required constellation: ConstellationTable,
        /// Which satellites terminals take.
        required handover: PresetHandoverKeys,
        /// Rates and queues of its links. Default: they are the scenario's to say.
        optional links: LinksTable,
    }
}

table! {
    /// A place on or over the Earth, fixed or under way, with a link to one satellite at a time or
    /// to several.
    TerminalTable "Terminal" {
        /// Name, unique among terminals, nodes and satellites.
        required name: Name,
        /// What it is: gateways have the links of `links.gateway`.
        default kind: TerminalKind = "user",
        /// Geodetic latitude, north positive; goes with `longitude`.
        optional latitude: Latitude,
        /// Longitude, east positive.
        optional longitude: Longitude,
        /// Height above the ellipsoid; the geometry "ns2" ignores it. Default: 0 m.
        optional altitude: TerminalHeight,
        /// A file beside the scenario that says where the terminal is when: CSV with the header
        /// `t_s,latitude_deg,longitude_deg,altitude_m`, times ascending. Between two points it
        /// moves at constant speed on the great circle; before the first and after the last it
        /// stands still.
        optional track: FileName,
        /// Satellites at or below this elevation are not used. Default: the constellation's.
        optional elevation_mask: ElevationMask,
        /// The skyline: [azimuth, elevation] pairs, azimuths clockwise from north, ascending.
        /// Satellites at or below it are not used either. Between two pairs, and from the last to
        /// the first, the elevation is interpolated linearly.
        optional horizon: Skyline,
        /// How many satellites it is linked to at a time, a number or "all". More than one: a
        /// satellite is kept while above the mask, and replaced by the highest that is not held.
        /// The policy "shortest-path" takes every satellite, and no number goes beside it. Default:
        /// 1; "all" for a gateway.
        optional antennas: AntennaCount,
        /// Whether packets of others go through it, from satellite to satellite.
        default relay: Flag = false,
        /// The channel over which it receives the downlinks: what it stands among or moves through.
        /// Default: the `channel` of `links.downlink`, without which it has none.
        optional channel: Tried<Chosen<dyn ChannelModel>>,
        /// Its link to satellites. What this does not say is as `links.gateway.uplink` has it for a
        /// gateway, and `links.uplink`.
        optional uplink: LinkTable,
        /// The link of satellites to it: with this, every satellite has a transmitter for this
        /// terminal alone. What this does not say is as `links.gateway.downlink` has it for a
        /// gateway, and `links.downlink`. Default: it shares the satellite's.
        optional downlink: LinkTable,
        exactly one of (latitude, track)
    }
}

table! {
    /// A router or server, linked by wires and beams, or a group of them.
    NodeTable "Node" {
        /// Name, unique among terminals, nodes and satellites. Members of a group are called after
        /// it: `user-1`, `user-2`, and so on.
        required name: Name,
        /// Makes it a group of so many nodes. Where wires, flows and beams name the group, each of
        /// its members is meant. Default: one node.
        optional count: Members,
    }
}

table! {
    /// Data sent from one node to another, once or again and again. With a group at one end, one
    /// flow for each member; with two groups of equal size, the first to the first, and so on.
    FlowTable "Flow" {
        /// Name, unique among flows. Those of a group are called after it: `call-1`, `call-2`, and
        /// so on.
        required name: Name,
        /// Terminal, node or group that sends; of an application whose ends both send, the client.
        required from: Name,
        /// Terminal, node or group that receives; the server.
        required to: Name,
        /// First start, counted from the start of the run.
        default start: Span = "0 s",
        /// How much later each flow of a group starts than the one before. Default: 0 s.
        optional stagger: Span,
        /// How often it is started, each time as a flow of its own.
        default count: Whole<1, 10_000_000> = 1,
        /// From one start to the next; goes with `count`.
        optional every: PositiveSpan,
        /// What it carries.
        required application: Chosen<dyn Kind>,
        /// How it is carried. Default: TCP, stack "rfc", CUBIC. Pings and voice have
        /// none.
        optional transport: Chosen<dyn Transport>,
        /// Proxies (PEPs) that split the TCP connection, in the order from sender to receiver.
        optional split_at: List<Tried<ProxyKeys>>,
    }
}

table! {
    /// What part of time is simulated, and what is written down.
    RunTable "Run" {
        /// Where the sky stands when the run begins.
        default start: Instant = "0 s",
        /// The run ends after this long, or earlier when all flows are finished. Must be there when
        /// there are flows; else 24 h.
        optional duration: PositiveSpan,
        /// Seed of every random stream.
        default seed: Whole<0, { i64::MAX }> = 1,
        /// Series written down beside flows and drops.
        optional record: List<SeriesName>,
        /// Delivered bytes of every flow are written down in bins of this width.
        optional throughput_bin: PositiveSpan,
        /// Delivered bytes of all flows of a name together, and of users by group and part of the
        /// mix, are written down in bins of this width, both ways: for many flows.
        optional group_throughput_bin: PositiveSpan,
        /// Nodes whose packets go into a capture file each, and links as `"A - B"`: what passes the
        /// interface of A towards B, both ways.
        optional captures: List<NameOrEnds>,
    }
}

table! {
    /// What `skyseam delay` looks at: path and delay over time, without packets.
    DelayTable "Delay" {
        /// Sources and destinations. Default: those of the flows, else all pairs of terminals.
        optional pairs: List<Pair>,
        /// First sample. Default: the start of the run.
        optional start: Instant,
        /// No sample after this long. Default: the duration of the run.
        optional duration: PositiveSpan,
        /// From one sample to the next.
        default step: PositiveSpan = "10 s",
    }
}
