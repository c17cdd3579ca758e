//! The tables of users and their values; part of [`crate::tables`].

use serde_json::{Value as Json, json};
use skyseam_constellation::names::Members;
use skyseam_host::Transport;
use skyseam_host::app::Kind;
use skyseam_host::transport::split::ProxyKeys;
use skyseam_net::channel::ChannelModel;
use skyseam_net::keys::link::LinkTable;
use skyseam_params::Chosen;
use skyseam_params::shape::Tried;
use skyseam_users::session::{Share, TargetTable, Way};
use skyseam_users::{Arrivals, Demand, Places};

use crate::document::{At, Value};
use crate::error::Problems;
use crate::names::TerminalKind;
use crate::shape::{Definitions, List, Shape, table};
use crate::text_values::Name;
use crate::values::Whole;
use skyseam_constellation::description::site_keys::{AntennaCount, ElevationMask};

table! {
    /// Users: terminals at places that are drawn, or nodes that are there already, and the sessions
    /// that they hold. Each session is a flow of its own.
    UsersTable "Users" {
        /// Name, unique among users, terminals, nodes and satellites. Users are called after it:
        /// `homes-1`, `homes-2`, and so on; their sessions `homes-1.1`, `homes-1.2`, and so on.
        required name: Name,
        /// How many they are; goes with `places`.
        optional count: Members,
        /// Where they are: terminals at places that are drawn. Goes with `count`.
        optional places: Chosen<dyn Places>,
        /// They are the members of this group of `nodes`, or this one node.
        optional nodes: Name,
        /// Satellites at or below this elevation are not used. Default: the constellation's.
        optional elevation_mask: ElevationMask,
        /// How many satellites each is linked to at a time, as of a terminal. Default: 1; "all" for
        /// gateways.
        optional antennas: AntennaCount,
        /// What they are, as of a terminal: gateways have the links of `links.gateway`.
        default kind: TerminalKind = "user",
        /// The channel over which each receives the downlinks, as for a terminal; each draws a
        /// course of its own. Default: the `channel` of `links.downlink`.
        optional channel: Tried<Chosen<dyn ChannelModel>>,
        /// The link of each to satellites, as of a terminal. What this does not say is as
        /// `links.uplink` has it, and of gateways `links.gateway.uplink`.
        optional uplink: LinkTable,
        /// The link of satellites to each of them alone, as of a terminal. What this does not say
        /// is as `links.downlink` has it, and of gateways `links.gateway.downlink`. Default: they
        /// share the satellite's.
        optional downlink: LinkTable,
        /// Whom their sessions are with: a terminal, node or group, also one of users, or a list of
        /// them, of which `demand` says who has whom.
        required to: Servers,
        /// Which of those that `to` names is the other end of a session. Default: "nearest".
        optional demand: Chosen<dyn Demand>,
        /// When sessions begin.
        required sessions: Chosen<dyn Arrivals>,
        /// What sessions carry, by shares.
        required mix: List<MixTable>,
        /// What a session should reach, where its part of the mix does not say otherwise. Default:
        /// nothing.
        optional target: TargetTable,
        /// Seed of places and sessions: with it, runs with other seeds have the same users.
        /// Default: that of the run.
        optional seed: Whole<0, { i64::MAX }>,
        exactly one of (places, nodes)
    }
}

table! {
    /// A part of the mix: what some of the sessions carry.
    MixTable "Mix" {
        /// Name in the results, unique among those of the mix. Default: the kind of application.
        optional name: Name,
        /// Share of the sessions; those of a mix add up to 1.
        required share: Share,
        /// What they carry.
        required application: Chosen<dyn Kind>,
        /// How they are carried. Default: TCP, stack "rfc", CUBIC. Pings and voice have none.
        optional transport: Chosen<dyn Transport>,
        /// Proxies (PEPs) that split their connections, in the order from sender to receiver.
        optional split_at: List<Tried<ProxyKeys>>,
        /// Who sends; of an application whose ends both send, who is the client. Default: "down"
        /// for what goes one way, such as files and bulk data, else "up".
        optional direction: Way,
        /// What they should reach. Default: what the users' `target` says.
        optional target: TargetTable,
    }
}

/// One name or several.
#[derive(Debug)]
pub(crate) struct Servers(pub(crate) Vec<At<Name>>);

impl Shape for Servers {
    fn read(value: &At<Value>, problems: &mut Problems<'_>) -> Option<Self> {
        if !matches!(value.value, Value::List(_)) {
            let name = Name::read(value, problems)?;
            return Some(Self(vec![At::new(name, value.place.clone())]));
        }
        let names = List::<Name>::read(value, problems)?;
        if names.0.is_empty() && matches!(&value.value, Value::List(items) if items.is_empty()) {
            problems
                .add(&value.place, "sessions need another end")
                .found("an empty list")
                .expected("at least one name of a terminal, node or group");
            return None;
        }
        Some(Self(names.0))
    }

    fn schema(definitions: &mut Definitions) -> Json {
        let name = Name::schema(definitions);
        json!({ "oneOf": [name, { "type": "array", "items": name, "minItems": 1 }] })
    }
}
