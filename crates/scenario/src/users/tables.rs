//! The tables of users and their values; part of [`crate::tables`].

use std::sync::Arc;

use serde_json::{Value as Json, json};
use skyseam_base::Duration;
use skyseam_host::Transport;
use skyseam_host::app::Kind;
use skyseam_host::transport::split::ProxyKeys;
use skyseam_params::Chosen;
use skyseam_params::shape::Tried;

use super::curve::{Curve, HOURS};
use crate::document::{At, Value};
use crate::error::{Problems, short};
use crate::group_values::Members;
use crate::names::{Choice, Named, choice};
use crate::shape::{Definitions, List, Shape, last_key, table};
use crate::sky_values::{AntennaCount, FileName};
use crate::text_values::Name;
use crate::units;
use crate::values::{
    BitRate, ElevationMask, Flag, Latitude, Longitude, PositiveSpan, Span, Whole, plain_number,
    quantity, read_number,
};

table! {
    /// Users: terminals at places that are drawn, or nodes that are there already, and the sessions
    /// that they hold. Each session is a flow of its own.
    UsersTable "Users" {
        /// Name, unique among users, terminals, nodes and satellites. Users are called after it:
        /// `homes-1`, `homes-2`, and so on; their sessions `homes-1.1`, `homes-1.2`, and so on.
        required name: Name,
        /// How many they are; goes with `circle`, `line` and `cities`.
        optional count: Members,
        /// They live in a circle, everywhere in it as densely.
        optional circle: CircleTable,
        /// They live along a line of places, [latitude, longitude] each, on the great circles from
        /// one to the next, everywhere on it as densely.
        optional line: List<PlacePoint>,
        /// They live in cities, in each as many as its population is of that of all.
        optional cities: CitiesTable,
        /// They are the members of this group of `nodes`, or this one node.
        optional nodes: Name,
        /// Satellites at or below this elevation are not used. Default: the constellation's.
        optional elevation_mask: ElevationMask,
        /// How many satellites each is linked to at a time, as of a terminal. Default: 1.
        optional antennas: AntennaCount,
        /// Whom their sessions are with: a terminal, node or group, also one of users, or a list of
        /// them. Of several, each user has the nearest, unless there is `gravity`.
        required to: Servers,
        /// Draws the other end of each session among those that `to` names, the more often the
        /// nearer it is.
        optional gravity: GravityTable,
        /// When sessions begin.
        required sessions: SessionsTable,
        /// What sessions carry, by shares.
        required mix: List<MixTable>,
        /// What a session should reach, where its part of the mix does not say otherwise. Default:
        /// nothing.
        optional target: TargetTable,
        /// Seed of places and sessions. Not that of the run: runs with other seeds have the same
        /// users.
        default seed: Whole<0, { i64::MAX }> = 1,
        exactly one of (circle, line, cities, nodes)
    }
}

table! {
    /// A circle on the ground.
    CircleTable "Circle" {
        /// Latitude of its centre.
        required latitude: Latitude,
        /// Longitude of its centre.
        required longitude: Longitude,
        /// Its radius, along the ground.
        required radius: Radius,
    }
}

table! {
    /// Cities by population: all of a table that lie within the limits given.
    CitiesTable "Cities" {
        /// A file beside the scenario in the place of the built-in table (Natural Earth's populated
        /// places at 1:110m, 243 capitals and largest cities): CSV with the header
        /// `name,country,latitude_deg,longitude_deg,population`.
        optional file: FileName,
        /// Only those in these countries, by their two-letter codes (ISO 3166-1). Default: all.
        optional countries: List<Country>,
        /// None south of this latitude. Default: no limit.
        optional south: Latitude,
        /// None north of this latitude. Default: no limit.
        optional north: Latitude,
        /// None west of this longitude; goes with `east`. Default: no limit.
        optional west: Longitude,
        /// None east of this longitude; where it is less than `west`, the range goes over 180 deg.
        optional east: Longitude,
        /// None with fewer people.
        default minimum_population: Whole<0, 1_000_000_000> = 0,
        /// Users live this far around the middle of their city at most, everywhere as densely.
        default spread: Radius = "20 km",
    }
}

table! {
    /// A gravity model: the other end of a session is drawn with weights 1 / distance^exponent.
    /// Where users live in cities by population, those between two cities are in proportion to the
    /// product of their populations (Krings et al., Urban gravity, J. Stat. Mech. 2009 L07003:
    /// calls between cities, exponent 2).
    GravityTable "Gravity" {
        /// The exponent. Default: 2.
        optional exponent: Exponent,
        /// Ends nearer than this count as this far away.
        default shortest: Radius = "10 km",
    }
}

table! {
    /// When sessions begin.
    SessionsTable "Sessions" {
        /// Sessions that a user begins in an hour, on average, by a Poisson process; with
        /// `busy_hour` in the busiest.
        optional per_hour: PerHour,
        /// Sessions of each user, a fixed number, each at an instant drawn evenly.
        optional each: Whole<1, 1_000_000>,
        /// Spaces the sessions of all users evenly instead of drawing their instants: first the
        /// first of each user, in their order, then the second of each; goes with `each`.
        default evenly: Flag = false,
        /// From when, counted from the start of the run.
        default start: Span = "0 s",
        /// Within how long. Default: to the end of the run.
        optional within: PositiveSpan,
        /// How their number follows the time of day; goes with `per_hour`. Default: not at all.
        optional busy_hour: BusyHourTable,
        exactly one of (per_hour, each)
    }
}

table! {
    /// How the number of sessions follows the time of day, each user by the solar time of his
    /// place.
    BusyHourTable "BusyHour" {
        /// A published curve by name, or 24 numbers, how busy it is at 0, 1, .. 23 h, of which the
        /// greatest is the busiest hour; between two it goes evenly.
        required curve: Curve,
        /// Time of day at the start of the run, in UTC. Default: as `constellation.epoch` has it.
        /// Users without a place have it as their own.
        optional clock: Clock,
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

table! {
    /// What a session should reach; results say what share of them did.
    TargetTable "Target" {
        /// From its start to its last byte, no longer than this.
        optional completion: PositiveSpan,
        /// Goodput, at least this.
        optional goodput: BitRate,
        exactly one of (completion, goodput)
    }
}

quantity! {
    /// A distance along the ground, km.
    Radius(f64) reads units::kilometres, prints units::print_kilometres, LENGTH,
    accepts |km| km > 0.0 && km <= 20_000.0,
    expected "a distance above 0 km and at most 20000 km", such as "50 km"
}

plain_number! {
    /// An exponent of a distance.
    Exponent from 0.0 to 10.0
}

plain_number! {
    /// Sessions in an hour.
    PerHour from 0.001 to 1_000_000.0
}

plain_number! {
    /// A share of a whole.
    Share from 0.0 to 1.0
}

/// Who sends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// The user.
    Up,
    /// The other end.
    Down,
}

impl Named for Way {
    const WHAT: &'static str = "a direction of sessions";
    fn choices() -> Vec<Choice<Self>> {
        vec![
            choice(Self::Up, "up", "the user sends, or is the client", "uploads, requests, calls"),
            choice(
                Self::Down,
                "down",
                "the other end sends, or is the client",
                "downloads of one-way applications",
            ),
        ]
    }
}

/// A place on the ground, as a pair.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct PlacePoint {
    pub(crate) latitude_deg: f64,
    pub(crate) longitude_deg: f64,
}

impl Shape for PlacePoint {
    fn read(value: &At<Value>, problems: &mut Problems<'_>) -> Option<Self> {
        if let Value::List(items) = &value.value
            && let [latitude, longitude] = &items[..]
        {
            let latitude = Latitude::read(latitude, problems);
            let longitude = Longitude::read(longitude, problems);
            return Some(Self { latitude_deg: latitude?.0, longitude_deg: longitude?.0 });
        }
        let found = match &value.value {
            Value::List(items) => format!("a list of {}", items.len()),
            other => other.described(),
        };
        problems
            .add(&value.place, format!("`{}` is a list of places", last_key(&value.place.path)))
            .found(found)
            .expected(
                "pairs, such as [[\"48.1 deg\", \"11.6 deg\"], [\"52.5 deg\", \"13.4 deg\"]]",
            );
        None
    }

    fn schema(definitions: &mut Definitions) -> Json {
        json!({
            "type": "array",
            "prefixItems": [Latitude::schema(definitions), Longitude::schema(definitions)],
            "minItems": 2,
            "maxItems": 2,
        })
    }
}

/// The code of a country.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Country(pub(crate) String);

impl Shape for Country {
    fn read(value: &At<Value>, problems: &mut Problems<'_>) -> Option<Self> {
        if let Value::Text(text) = &value.value
            && text.len() == 2
            && text.bytes().all(|letter| letter.is_ascii_uppercase())
        {
            return Some(Self(text.clone()));
        }
        let found = match &value.value {
            Value::Text(text) => format!("\"{}\"", short(text)),
            other => other.described(),
        };
        problems
            .add(&value.place, "that is not the code of a country")
            .found(found)
            .expected("two capital letters (ISO 3166-1 alpha-2), such as \"US\"");
        None
    }

    fn schema(_: &mut Definitions) -> Json {
        json!({ "type": "string", "pattern": "^[A-Z]{2}$", "examples": ["US"] })
    }
}

/// A time of day.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Clock(pub(crate) Duration);

impl Clock {
    /// Hours and minutes, as a file has them.
    pub(crate) fn print(of_day: Duration) -> String {
        let minutes = of_day.as_nanos() / 60_000_000_000;
        format!("{:02}:{:02}", minutes / 60, minutes % 60)
    }
}

impl Shape for Clock {
    fn read(value: &At<Value>, problems: &mut Problems<'_>) -> Option<Self> {
        let found = match &value.value {
            Value::Text(text) => {
                let two = |part: &str| (part.len() == 2).then(|| part.parse::<u64>().ok())?;
                let parts = text.split_once(':').map(|(h, m)| [two(h), two(m)]);
                if let Some([Some(hours @ 0..=23), Some(minutes @ 0..=59)]) = parts {
                    return Some(Self(Duration::from_secs(hours * 3600 + minutes * 60)));
                }
                format!("\"{}\"", short(text))
            }
            other => other.described(),
        };
        problems
            .add(&value.place, format!("`{}` is not a time of day", last_key(&value.place.path)))
            .found(found)
            .expected("hours and minutes from \"00:00\" to \"23:59\"");
        None
    }

    fn schema(_: &mut Definitions) -> Json {
        json!({
            "type": "string",
            "pattern": "^([01][0-9]|2[0-3]):[0-5][0-9]$",
            "examples": ["20:30"],
        })
    }
}

impl Shape for Curve {
    fn read(value: &At<Value>, problems: &mut Problems<'_>) -> Option<Self> {
        let Value::List(items) = &value.value else {
            return super::curve::Published::read(value, problems).map(Self::Published);
        };
        let expected = "a number from 0 to 1000000";
        let mut hours = Vec::new();
        for item in items {
            hours.push(read_number(item, 0.0..=1e6, expected, problems)?);
        }
        let read = <[f64; HOURS]>::try_from(hours);
        if let Ok(hours) = read
            && hours.iter().any(|busy| *busy > 0.0)
        {
            return Some(Self::Own(Arc::new(hours)));
        }
        problems
            .add(&value.place, "a curve of the day has a number for each hour")
            .found(match read {
                Ok(_) => "nothing but zeros".to_owned(),
                Err(hours) => format!("{} numbers", hours.len()),
            })
            .expected("24 numbers, for 0, 1, .. 23 h, of which one at least is above zero");
        None
    }

    fn schema(definitions: &mut Definitions) -> Json {
        let number = json!({ "type": "number", "minimum": 0, "maximum": 1e6 });
        let list = json!({
            "type": "array", "items": number, "minItems": HOURS, "maxItems": HOURS,
        });
        json!({ "oneOf": [super::curve::Published::schema(definitions), list] })
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
