//! Users: many terminals, or existing nodes, and the sessions that they hold.
//!
//! Owns the resolved form of users ([`Users`]) and the tables they are read from, which are part of
//! [`crate::tables`]. The crate `users` owns locations, arrivals and demand; `resolve::users` and
//! `resolve::sessions` make terminals and flows of them.

use std::sync::Arc;

use serde_json::{Value as Json, json};
use skyseam_app::{Application, ApplicationKind};
use skyseam_base::Duration;
use skyseam_constellation::description::site_keys::{
    AntennaCount, ElevationMask, Skyline, SkylineFile, SkylineFrom,
};
use skyseam_constellation::names::Members;
use skyseam_endpoint::transport::Transport;
use skyseam_host::connection::ProxyPlacement;
use skyseam_host::split::ProxyKeys;
use skyseam_net::channel::ChannelModel;
use skyseam_net::keys::link::LinkTable;
use skyseam_params::dscp::Dscp;
use skyseam_params::shape::Tried;
use skyseam_params::{Chosen, FileOf, Model};
use skyseam_users::session::{Share, TargetTable};
use skyseam_users::{Arrivals, Demand, Places};

pub use skyseam_users::session::{SessionDirection, SessionTarget};

use crate::document::{Spanned, Value};
use crate::error::Problems;
use crate::ground::session_end;
use crate::names::TerminalKind;
use crate::shape::{Definitions, List, Shape, table};
use crate::text_values::{FileName, Name};
use crate::values::Whole;

/// A group of users. Their terminals and flows are among those of the scenario.
#[derive(Clone, Debug, PartialEq)]
pub struct Users {
    /// Unique name among groups of users.
    pub name: String,
    /// Locations of the users.
    pub places: Whereabouts,
    /// The users, at least one.
    pub members: Vec<User>,
    /// Remote endpoints of sessions: terminals, nodes and groups.
    pub to: Vec<String>,
    /// Model that chooses the other endpoint of a session.
    pub demand: Model<dyn Demand>,
    /// Start times of sessions.
    pub sessions: Sessions,
    /// Components of the traffic mix; at least one.
    pub mix: Vec<MixComponent>,
    /// Seed of locations and sessions.
    pub seed: u64,
    /// Number of their first flow in [`crate::Scenario::flows`]; the others follow it.
    pub first_flow: usize,
    /// Their sessions, in the order of their flows.
    pub held: Vec<UserSession>,
}

/// Locations of users.
#[derive(Clone, Debug, PartialEq)]
pub enum Whereabouts {
    /// At random locations.
    Placed(Model<dyn Places>),
    /// Along a track, in the file of this name.
    Along(String),
    /// At existing nodes: this group, or this node.
    Nodes(String),
}

/// A member of a group of users.
#[derive(Clone, Debug, PartialEq)]
pub struct User {
    /// Name of the terminal or node.
    pub node: String,
    /// Latitude and longitude, deg, if it has a location.
    pub place_deg: Option<(f64, f64)>,
    /// Name of the city.
    pub city: Option<Arc<str>>,
}

/// Start times of sessions.
#[derive(Clone, Debug, PartialEq)]
pub struct Sessions {
    /// Arrival process.
    pub arrivals: Model<dyn Arrivals>,
    /// Start of the window in which sessions begin, after the start of the run.
    pub start: Duration,
    /// Length of the window.
    pub within: Duration,
}

/// A component of the mix.
#[derive(Clone, Debug, PartialEq)]
pub struct MixComponent {
    /// Unique name in the mix.
    pub name: String,
    /// Share of the sessions.
    pub share: f64,
    /// Application of the sessions.
    pub application: Application,
    /// Transport of the sessions; unused without connections.
    pub transport: Model<dyn Transport>,
    /// Proxies that split their connections.
    pub split_at: Vec<ProxyPlacement>,
    /// Codepoint of their packets (DSCP).
    pub dscp: u8,
    /// Direction of the data.
    pub way: SessionDirection,
    /// Target of the sessions.
    pub target: Option<SessionTarget>,
}

/// A session of a user.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UserSession {
    /// Index of the user.
    pub user: u32,
    /// Index of the component of the mix.
    pub part: u32,
}

impl Users {
    /// Number of terminals that were made for them.
    pub fn terminals(&self) -> usize {
        match self.places {
            Whereabouts::Nodes(_) => 0,
            _ => self.members.len(),
        }
    }
}

table! {
    /// Users: terminals at random locations, or existing nodes, and the sessions that they hold.
    /// Each session is a flow of its own.
    UsersTable "Users" {
        /// Unique name among users, terminals, nodes and satellites. Users are called `homes-1`,
        /// `homes-2`, and so on; their sessions `homes-1.1`, `homes-1.2`, and so on.
        required name: Name,
        /// Number of users; goes with `places` or `track`.
        optional count: Members,
        /// Locations: terminals at random locations. Goes with `count`.
        optional places: Chosen<dyn Places>,
        /// Name of a CSV file with positions, as for a terminal: each user begins somewhere along
        /// the track, at random in time, and moves along it to and fro. Goes with `count`.
        optional track: FileName,
        /// Existing nodes as users: the members of this group of `nodes`, or this one node.
        optional nodes: Name,
        /// Elevation at or below which satellites are not used. Default: the constellation's.
        optional elevation_mask: ElevationMask,
        /// Skyline around each, as for a terminal.
        optional skyline: Skyline,
        /// Name of a CSV file with a skyline, `azimuth_deg,elevation_deg`, in place of `skyline`.
        optional skyline_file: FileOf<SkylineFile>,
        /// Direction from which azimuths of the skyline count: "north", or "heading", the direction
        /// of motion along the `track`. Default: "north".
        optional skyline_from: SkylineFrom,
        /// Number of satellites to which each is linked at a time, as for a terminal. Default: 1;
        /// "all" for gateways.
        optional antennas: AntennaCount,
        /// Kind of terminal: gateways have the links of `links.gateway`.
        default kind: TerminalKind = "user",
        /// Channel over which each receives the downlinks, as for a terminal; each has an
        /// independent realization. Default: the `channel` of `links.downlink`.
        optional channel: Tried<Chosen<dyn ChannelModel>>,
        /// Link of each to satellites, as for a terminal. Absent keys are those of
        /// `links.gateway.uplink` for gateways, then of `links.uplink`.
        optional uplink: LinkTable,
        /// Link of satellites to each user, as for a terminal, with separate transmitters. Absent
        /// keys are those of `links.gateway.downlink` for gateways, then of `links.downlink`.
        /// Default: they share the satellite's.
        optional downlink: LinkTable,
        /// Remote endpoints of the sessions: a terminal, node or group (also of users), or a list
        /// of them, among which `demand` chooses. With a ground segment also "internet", which
        /// stands for the points of presence nearest to the users, or "pop:NAME".
        required to: Servers,
        /// Choice among the endpoints in `to`. Default: "nearest".
        optional demand: Chosen<dyn Demand>,
        /// Start times of sessions.
        required sessions: Chosen<dyn Arrivals>,
        /// Components of the traffic, with their shares of the sessions.
        required mix: List<MixTable>,
        /// Default target of a session. Default: none.
        optional target: TargetTable,
        /// Seed of locations and sessions: with it, runs with other seeds have the same users.
        /// Default: that of the run.
        optional seed: Whole<0, { i64::MAX }>,
        exactly one of (places, track, nodes)
    }
}

impl UsersTable {
    /// Whether each user has a terminal of its own.
    pub(crate) fn has_terminals(&self) -> bool {
        self.places.is_some() || self.track.is_some()
    }
}

table! {
    /// A component of the traffic mix.
    MixTable "Mix" {
        /// Unique name in the results. Default: the kind of application.
        optional name: Name,
        /// Share of the sessions; the shares of a mix add up to 1.
        required share: Share,
        /// Application of the sessions.
        required application: Chosen<dyn ApplicationKind>,
        /// Transport of the sessions. Default: TCP, stack "rfc", CUBIC. Pings and voice have none.
        optional transport: Chosen<dyn Transport>,
        /// Proxies (PEPs) that split their connections, in the order from sender to receiver.
        optional split_at: List<Tried<ProxyKeys>>,
        /// Codepoint of their packets in both directions, by which the queue "cake" divides
        /// traffic.
        default dscp: Dscp = "CS0",
        /// Sender, or client of an application with two senders. Default: "down" for one-way
        /// applications, such as files and bulk data, else "up".
        optional direction: SessionDirection,
        /// Target of the sessions. Default: the users' `target`.
        optional target: TargetTable,
    }
}

/// One or several names.
#[derive(Debug)]
pub(crate) struct Servers(pub(crate) Vec<Spanned<Name>>);

impl Shape for Servers {
    fn read(value: &Spanned<Value>, problems: &mut Problems<'_>) -> Option<Self> {
        if !matches!(value.value, Value::List(_)) {
            let name = Name::read(value, problems)?;
            return Some(Self(vec![Spanned::new(name, value.place.clone())]));
        }
        let names = List::<Name>::read(value, problems)?;
        if names.0.is_empty() && matches!(&value.value, Value::List(items) if items.is_empty()) {
            problems
                .add(&value.place, "sessions need another endpoint")
                .found("an empty list")
                .expected("at least one name of a terminal, node or group");
            return None;
        }
        Some(Self(names.0))
    }

    fn schema(definitions: &mut Definitions) -> Json {
        let end = session_end(definitions);
        json!({ "oneOf": [end, { "type": "array", "items": end, "minItems": 1 }] })
    }
}
