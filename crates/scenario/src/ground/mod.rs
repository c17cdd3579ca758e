//! Ground segments by name: the files of `ground/` at the top of the repository, and those of users
//! in the same form: gateways and points of presence (PoPs), each with its location.
//!
//! Owns the keys of `[ground]` and the form of such a file; `resolve::ground` makes terminals,
//! nodes and wires of them.

mod ends;

use std::sync::Arc;

use serde_json::Value as Json;
use skyseam_net::keys::link::GatewayTable;
use skyseam_params::Catalogue;
use skyseam_params::embedded::{self, Embedded, EmbeddedName};
use skyseam_params::values::{BitRate, Latitude, Longitude, plain_number};
use skyseam_users::Ground;
use skyseam_users::ground::UnitVector;
use skyseam_users::values::Radius;

use crate::document::{self, Spanned, Value};
use crate::error::Problems;
use crate::schema;
use crate::shape::{Definitions, List, Shape, table};
use crate::text_values::{FreeText, Name};
pub(crate) use ends::{FlowEnd, INTERNET, pop_of, session_end};

/// Name and text of every built-in ground segment.
pub(crate) const SEGMENTS: &[Embedded] = &[
    ("starlink-2023", include_str!("../../../../ground/starlink-2023.toml")),
    ("starlink-2024", include_str!("../../../../ground/starlink-2024.toml")),
    ("oneweb-2025", include_str!("../../../../ground/oneweb-2025.toml")),
    ("geo-europe", include_str!("../../../../ground/geo-europe.toml")),
];

plain_number! {
    /// Ratio of the length of a cable to the great circle between its ends.
    RouteFactor from 1.0 to 10.0
}

table! {
    /// Gateways and points of presence (PoPs) of an operator. Gateways become terminals called
    /// `gateway-NAME`, of the kind "gateway"; PoPs become nodes called `pop-NAME`; a wire of fibre
    /// leads from each gateway to each PoP. Flows and users then end at `"internet"`, the nearest
    /// PoP, or at `"pop:NAME"`. Unless the scenario names another metric or rule of routing, paths
    /// are those with the fewest links between satellites (`routing.metric = "isl-hops"`).
    GroundTable "Ground" {
        /// Ground segment by name, or the name of a file beside the scenario that describes one and
        /// ends with .toml.
        required preset: GroundName,
        /// Names of the gateways to take, instead of a `radius`. Default: those within `radius`.
        optional gateways: List<Name>,
        /// Largest distance of a gateway from a terminal, or from a user. If a terminal has none
        /// within it, and there are links between satellites, the three nearest are taken. Default:
        /// the largest distance of a gateway and a terminal that both see one satellite.
        optional radius: Radius,
        /// Names of the PoPs that "internet" stands for; each flow and each user has the nearest.
        /// Default: all.
        optional pops: List<Name>,
        /// Length of the fibre from a gateway to a PoP in units of the great circle. Its delay is
        /// that length at two thirds of the speed of light. 2.1 is a rule of thumb for
        /// Internet paths; the shortest fibre routes between US cities have 1.3 in the median
        /// (Bozkurt et al., arXiv 1811.10737).
        default route_factor: RouteFactor = 2.1,
        /// Rate of the fibre from a gateway to a PoP; its queue holds 10000 packets.
        default fibre_rate: BitRate = "100 Gbit/s",
    }
}

table! {
    /// A file that describes a ground segment.
    SegmentTable "Segment" {
        /// One-line summary.
        required summary: FreeText,
        /// Source of the locations, and assumptions.
        required source: FreeText,
        /// Gateways, each with a unique name.
        required gateways: List<SiteTable>,
        /// Points of presence, each with a unique name.
        required pops: List<SiteTable>,
        /// Links of gateways in scenarios without `links.gateway`. Default: none.
        optional feeder: GatewayTable,
    }
}

table! {
    /// A location of a ground segment.
    SiteTable "Site" {
        /// Unique name among gateways, or among points of presence.
        required name: Name,
        /// Geodetic latitude, north positive.
        required latitude: Latitude,
        /// Longitude, east positive.
        required longitude: Longitude,
        /// Source of this location, where it is not that of the file.
        optional source: FreeText,
    }
}

/// Name of a ground segment in a scenario.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct GroundName(EmbeddedName);

impl Shape for GroundName {
    fn read(value: &Spanned<Value>, problems: &mut Problems<'_>) -> Option<Self> {
        embedded::read(value, "a ground segment", SEGMENTS, problems).map(Self)
    }

    fn schema(_: &mut Definitions) -> Json {
        embedded::schema(SEGMENTS)
    }
}

/// A gateway or point of presence.
#[derive(Clone, Debug)]
pub(crate) struct GroundSite {
    pub(crate) name: String,
    pub(crate) ground: Ground,
    /// Its direction from the centre of the Earth.
    pub(crate) direction: UnitVector,
}

/// Content of a file.
#[derive(Clone, Debug)]
pub(crate) struct Segment {
    /// Name in scenario files.
    pub(crate) name: String,
    /// One line for documentation.
    pub(crate) summary: String,
    /// Source of the locations.
    pub(crate) source: String,
    pub(crate) gateways: Vec<GroundSite>,
    pub(crate) pops: Vec<GroundSite>,
    /// Links of gateways, as written.
    pub(crate) feeder: Option<Json>,
}

/// All built-in ground segments.
pub(crate) fn built_in(catalogue: &Arc<Catalogue>) -> Vec<Segment> {
    SEGMENTS.iter().map(|row| embedded_segment(row, catalogue)).collect()
}

fn embedded_segment((name, text): &Embedded, catalogue: &Arc<Catalogue>) -> Segment {
    let mut problems = Problems::of(text, schema::format(catalogue.clone()));
    let segment = segment(text, name, &mut problems);
    problems.verdict(segment, name).unwrap_or_else(|errors| panic!("{errors}"))
}

/// The segment that a scenario names; reports what is wrong with a file.
pub(crate) fn named(given: &Spanned<GroundName>, problems: &mut Problems<'_>) -> Option<Segment> {
    let catalogue = problems.catalogue().clone();
    let name = match &given.0 {
        EmbeddedName::BuiltIn(row) => return Some(embedded_segment(&SEGMENTS[*row], &catalogue)),
        EmbeddedName::File(name) => Spanned::new(name.clone(), given.place.clone()),
    };
    let text = problems.text_of(&name)?;
    let mut own = Problems::of(text, schema::format(catalogue));
    let segment = segment(text, &name.0, &mut own);
    own.verdict(segment, &name.0).map_err(|errors| problems.adopt(&name, errors)).ok()
}

fn segment(text: &str, name: &str, problems: &mut Problems<'_>) -> Option<Segment> {
    let document = document::read(text, problems)?;
    let table = SegmentTable::read(&document, problems)?;
    let feeder = document.value.json().get("feeder").cloned();
    Some(Segment {
        name: name.to_owned(),
        summary: table.summary?.0.trim().to_owned(),
        source: table.source?.0.trim().to_owned(),
        gateways: sites(&table.gateways?, "gateways", problems)?,
        pops: sites(&table.pops?, "points of presence", problems)?,
        feeder,
    })
}

/// The locations of a list; reports an empty list and names that occur twice.
fn sites(
    list: &Spanned<List<SiteTable>>,
    what: &str,
    problems: &mut Problems<'_>,
) -> Option<Vec<GroundSite>> {
    let mut sites: Vec<GroundSite> = Vec::new();
    for table in &list.0 {
        let (Some(name), Some(latitude), Some(longitude)) =
            (&table.name, &table.latitude, &table.longitude)
        else {
            continue;
        };
        if sites.iter().any(|site| site.name == name.0) {
            problems
                .add(&name.place, format!("two {what} have the same name"))
                .found(format!("\"{}\" a second time", name.0))
                .expected("a name of its own for each");
        }
        let ground = Ground { latitude_deg: latitude.0, longitude_deg: longitude.0 };
        sites.push(GroundSite { name: name.0.clone(), ground, direction: ground.direction() });
    }
    if sites.is_empty() && problems.is_empty() {
        problems.add(&list.place, format!("there are no {what}")).expected("at least one");
    }
    Some(sites)
}
