//! The tables of a scenario file: every key with its documentation, presence and shape.
//!
//! This is the format. `resolve` owns relations between keys (defaults from presets, names that
//! must exist); see [`crate::shape`] for the notation.

use skyseam_app::ApplicationKind;
use skyseam_constellation::description::config::{Geometry, Propagation};
use skyseam_constellation::description::element_file::ElementFile;
use skyseam_constellation::description::failures::FailureTable;
use skyseam_constellation::description::shell::ShellConfig;
use skyseam_constellation::description::site_keys::{
    AntennaCount, ElevationMask, Skyline, SkylineFile, SkylineFrom, TerminalHeight,
};
use skyseam_constellation::handover::{HandoverKeys, PresetHandoverKeys};
use skyseam_constellation::isl::IslKeys;
use skyseam_constellation::names::Members;
use skyseam_constellation::routing::RoutingRule;
use skyseam_endpoint::transport::Transport;
use skyseam_host::split::ProxyKeys;
use skyseam_net::channel::ChannelModel;
use skyseam_net::keys::beam::BeamTable;
use skyseam_net::keys::link::{LinkTable, LinksTable};
use skyseam_net::keys::wire::WireTable;
use skyseam_params::shape::Tried;
use skyseam_params::{Chosen, FileOf};
use skyseam_users::Ground;

use crate::ground::{FlowEnd, GroundTable};
use crate::names::{SeriesName, TerminalKind};
use crate::presets::PresetName;
use crate::shape::{List, table};
use crate::text_values::{FileName, FreeText, Name, NameOrEnds, Pair};
use crate::transfers::Transfers;
use crate::users::UsersTable;
use crate::values::{Flag, Instant, Latitude, Longitude, PositiveSpan, Span, Whole};
use skyseam_params::dscp::Dscp;

table! {
    /// A Skyseam scenario: a constellation, terminals, links, flows, and the run.
    ScenarioTable "Scenario" {
        /// One-line title.
        optional title: FreeText,
        /// Satellites and the links between them.
        optional constellation: ConstellationTable,
        /// Failures of satellites, terminals, nodes and links.
        optional failures: List<FailureTable>,
        /// Changes of the satellites of terminals, and of the state of inter-satellite links.
        default handover: Tried<HandoverKeys> = (),
        /// Routing of packets.
        default routing: Chosen<dyn RoutingRule> = "shortest-path",
        /// Locations on or above the Earth, each with links to satellites.
        optional terminals: List<TerminalTable>,
        /// Routers and servers, linked by wires and beams.
        optional nodes: List<NodeTable>,
        /// Gateways and points of presence of an operator.
        optional ground: GroundTable,
        /// Fixed links between terminals and nodes.
        optional wires: List<WireTable>,
        /// Transmitters that several users share.
        optional beams: List<BeamTable>,
        /// Rates and queues of the links to, from and between satellites.
        default links: LinksTable = (),
        /// Large numbers of terminals or nodes, and their traffic.
        optional users: List<UsersTable>,
        /// Traffic between nodes.
        optional flows: List<FlowTable>,
        /// Simulated time interval, and recording.
        default run: RunTable = (),
        /// Study of `skyseam delay`.
        optional delay: DelayTable,
    }
}

table! {
    /// Satellites and the links between them: a preset, shells of your own, or the orbits of an
    /// element file.
    ConstellationTable "Constellation" {
        /// A constellation by name, or the name of a file beside the scenario that describes one
        /// and ends with .toml. Other keys of this table override its values.
        optional preset: PresetName,
        /// A shell of evenly spaced circular orbits.
        optional shell: Tried<ShellConfig>,
        /// Several such shells; their satellites are numbered in this order.
        optional shells: List<Tried<ShellConfig>>,
        /// Published orbits.
        optional elements: Tried<ElementFile>,
        /// Approximations for positions and delays. Default: the preset's, else "exact".
        optional geometry: Geometry,
        /// Model of satellite motion; the geometry "ns2" supports only "kepler".
        default propagation: Propagation = "kepler",
        /// Default elevation mask of terminals. Default: the preset's.
        optional elevation_mask: ElevationMask,
        /// Links between satellites.
        default isl: Tried<IslKeys> = (),
        exactly one of (preset, shell, shells, elements)
    }
}

table! {
    /// A constellation file: the values that a scenario gets by naming it in
    /// `constellation.preset`.
    PresetTable "Preset" {
        /// One-line summary.
        required summary: FreeText,
        /// Source of the values, and assumptions.
        required source: FreeText,
        /// Satellites and the links between them.
        required constellation: ConstellationTable,
        /// Choice of satellites by terminals.
        required handover: PresetHandoverKeys,
        /// Rates and queues of the links. Default: the scenario must give them.
        optional links: LinksTable,
    }
}

table! {
    /// A location on or above the Earth, fixed or moving, with a link to one satellite at a time or
    /// to several.
    TerminalTable "Terminal" {
        /// Unique name among terminals, nodes and satellites.
        required name: Name,
        /// Kind of terminal: gateways have the links of `links.gateway`.
        default kind: TerminalKind = "user",
        /// Geodetic latitude, north positive; goes with `longitude`.
        optional latitude: Latitude,
        /// Longitude, east positive.
        optional longitude: Longitude,
        /// Height above the ellipsoid; the geometry "ns2" ignores it. Default: 0 m.
        optional altitude: TerminalHeight,
        /// A file beside the scenario with the location over time: CSV with the header
        /// `t_s,latitude_deg,longitude_deg,altitude_m`, ascending times. Between two points the
        /// terminal moves at constant speed on the great circle; before the first and after the
        /// last it is stationary.
        optional track: FileName,
        /// Elevation at or below which satellites are not used. Default: the constellation's.
        optional elevation_mask: ElevationMask,
        /// Skyline: [azimuth, elevation] pairs, azimuths clockwise from north, ascending.
        /// Satellites at or below it are not used either. Between two pairs, and from the last to
        /// the first, the elevation is interpolated linearly.
        optional skyline: Skyline,
        /// Name of a CSV file with a skyline, `azimuth_deg,elevation_deg`, in place of `skyline`.
        optional skyline_file: FileOf<SkylineFile>,
        /// Direction from which azimuths of the skyline count: "north", or "heading", the direction
        /// of motion along the `track`: parts of a vehicle that turn with it. At rest it is the
        /// last one. Default: "north".
        optional skyline_from: SkylineFrom,
        /// Number of satellites to which it is linked at a time, or "all". With more than one, a
        /// satellite is kept while above the mask, and replaced by the highest unused one. The
        /// policy "shortest-path" uses every satellite and excludes this key. Default: 1; "all" for
        /// a gateway, and for every terminal where `handover.kind` is the default of users.
        optional antennas: AntennaCount,
        /// Whether it forwards packets of others from satellite to satellite.
        default relay: Flag = false,
        /// Channel over which it receives the downlinks, with its surroundings and motion. Default:
        /// the `channel` of `links.downlink`, without which it has none.
        optional channel: Tried<Chosen<dyn ChannelModel>>,
        /// Its link to satellites. Absent keys are those of `links.gateway.uplink` for a gateway,
        /// then of `links.uplink`.
        optional uplink: LinkTable,
        /// Link of satellites to this terminal: every satellite then has a separate transmitter for
        /// it. Absent keys are those of `links.gateway.downlink` for a gateway, then of
        /// `links.downlink`. Default: it shares the satellite's.
        optional downlink: LinkTable,
        exactly one of (latitude, track)
    }
}

table! {
    /// A router or server, linked by wires and beams, or a group of them.
    NodeTable "Node" {
        /// Unique name among terminals, nodes and satellites. Members of a group are called
        /// `user-1`, `user-2`, and so on.
        required name: Name,
        /// Number of nodes of a group. A wire, flow or beam that names the group applies to each
        /// member. Default: one node.
        optional count: Members,
        /// Geodetic latitude, north positive; goes with `longitude`. A location matters where users
        /// have the nearest of several endpoints. Default: that of a terminal that is wired to it.
        optional latitude: Latitude,
        /// Longitude, east positive.
        optional longitude: Longitude,
    }
}

table! {
    /// Data sent from one node to another, once or repeatedly. With a group at one endpoint, one
    /// flow for each member; with two groups of equal size, the first to the first, and so on. With
    /// satellites by a pattern at one endpoint, one flow for each satellite.
    FlowTable "Flow" {
        /// Unique name among flows. The flows of a group are called `call-1`, `call-2`, and so on;
        /// those of a pattern `call-SATELLITE`.
        required name: Name,
        /// Sending terminal, node, group or satellite; for an application with two senders, the
        /// client. Satellites by a pattern of their names, in which `*` stands for any characters:
        /// "imager-*" is each of these satellites. With a ground segment also "internet", the
        /// nearest point of presence, or "pop:NAME".
        required from: FlowEnd,
        /// Receiving terminal, node, group, satellite, or satellites by a pattern; the server. With
        /// a ground segment also "internet", the nearest point of presence, or "pop:NAME".
        required to: FlowEnd,
        /// First start, counted from the start of the run.
        default start: Span = "0 s",
        /// Time between the starts of successive flows of a group or pattern. Default: 0 s.
        optional stagger: Span,
        /// Number of starts, each of which is a flow of its own.
        default count: Whole<1, 10_000_000> = 1,
        /// Time between starts; goes with `count`.
        optional every: PositiveSpan,
        /// Application of the flow.
        optional application: Chosen<dyn ApplicationKind>,
        /// Files to send, in place of an application, such as a measured or drawn workload: each is
        /// a flow of its own, called `NAME-1`, `NAME-2`, and so on. A list of starts, counted from
        /// `start`, and sizes, such as `[["1.5 s", "12 kB"]]`; or the name of a CSV file with the
        /// header `start_s,size_bytes`.
        optional transfers: Transfers,
        /// Transport of the flow. Default: TCP, stack "rfc", CUBIC. Pings and voice have none.
        optional transport: Chosen<dyn Transport>,
        /// Proxies (PEPs) that split the TCP connection, in the order from sender to receiver.
        optional split_at: List<Tried<ProxyKeys>>,
        /// Codepoint of the packets in both directions, by which the queue "cake" divides traffic.
        default dscp: Dscp = "CS0",
        exactly one of (application, transfers)
    }
}

table! {
    /// Simulated time interval, and recording.
    RunTable "Run" {
        /// Time after time zero at which the run begins.
        default start: Instant = "0 s",
        /// Maximum duration of the run, which ends earlier when all flows are finished. Required if
        /// there are flows; else 24 h.
        optional duration: PositiveSpan,
        /// Seed of every random stream.
        default seed: Whole<0, { i64::MAX }> = 1,
        /// Series to record in addition to flows and drops.
        optional record: List<SeriesName>,
        /// Bin width for recording the delivered bytes of every flow.
        optional throughput_bin: PositiveSpan,
        /// Bin width for recording the delivered bytes of all flows of a name together, and of
        /// users by group and component of the mix, in both directions: for many flows.
        optional group_throughput_bin: PositiveSpan,
        /// Nodes whose packets are captured to a file each, and links as `"A - B"`: packets at the
        /// interface of A towards B, in both directions.
        optional captures: List<NameOrEnds>,
    }
}

table! {
    /// Study of `skyseam delay`: path and delay over time, without packets.
    DelayTable "Delay" {
        /// Sources and destinations. Default: those of the flows, else all pairs of terminals.
        optional pairs: List<Pair>,
        /// First sample. Default: the start of the run.
        optional start: Instant,
        /// Length of the study. Default: the duration of the run.
        optional duration: PositiveSpan,
        /// Time between samples.
        default step: PositiveSpan = "10 s",
    }
}

impl NodeTable {
    /// Location of the node, if it has one of its own.
    pub(crate) fn ground(&self) -> Option<Ground> {
        let (latitude, longitude) = (self.latitude.as_ref()?, self.longitude.as_ref()?);
        Some(Ground { latitude_deg: latitude.0, longitude_deg: longitude.0 })
    }
}
