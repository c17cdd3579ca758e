//! Users: many terminals, or nodes that are there already, and the sessions that they hold.
//!
//! Owns what users are once a scenario is read ([`Users`]), the tables they are read from, the
//! cities, the curves of the day and places on the ground. What concerns other keys, and the draws,
//! are in `resolve::users` and `resolve::sessions`.

pub(crate) mod cities;
mod curve;
pub(crate) mod ground;
pub(crate) mod print;
pub(crate) mod tables;

use std::sync::Arc;

use skyseam_base::{Duration, Rate};
use skyseam_host::{Application, Transport};
use skyseam_params::Model;

pub use curve::Curve;
pub use tables::Way;

use crate::scenario::Split;

/// A group of users. Their terminals and flows stand among those of the scenario.
#[derive(Clone, Debug, PartialEq)]
pub struct Users {
    /// Name, unique among users.
    pub name: String,
    /// Where they are.
    pub places: Places,
    /// The users, at least one.
    pub members: Vec<User>,
    /// Whom sessions are with: terminals, nodes and groups.
    pub to: Vec<String>,
    /// How the other end of a session is drawn; without, it is the nearest.
    pub gravity: Option<Gravity>,
    /// When sessions begin.
    pub sessions: Sessions,
    /// What sessions carry; at least one part.
    pub mix: Vec<Part>,
    /// Seed of places and sessions.
    pub seed: u64,
    /// Number of their first flow in [`crate::Scenario::flows`]; the others follow it.
    pub first_flow: usize,
    /// Their sessions, in the order of their flows.
    pub held: Vec<Held>,
}

/// Where users are.
#[derive(Clone, Debug, PartialEq)]
pub enum Places {
    /// In a circle.
    Circle {
        /// Latitude of its centre, deg.
        latitude_deg: f64,
        /// Longitude of its centre, deg.
        longitude_deg: f64,
        /// Its radius, km.
        radius_km: f64,
    },
    /// On a line through these places (latitude, longitude, deg).
    Line(Vec<(f64, f64)>),
    /// In cities.
    Cities(CityLimits),
    /// They are the nodes of this group, or this node.
    Nodes(String),
}

/// Which cities users live in.
#[derive(Clone, Debug, PartialEq)]
pub struct CityLimits {
    /// The file of cities, if not the built-in table.
    pub file: Option<String>,
    /// Codes of countries, if not all.
    pub countries: Option<Vec<String>>,
    /// South, north, west and east, deg.
    pub edges_deg: [Option<f64>; 4],
    /// Least population.
    pub minimum_population: u32,
    /// How far around the middle of their city users live, km.
    pub spread_km: f64,
}

/// A user.
#[derive(Clone, Debug, PartialEq)]
pub struct User {
    /// Name of the terminal or node.
    pub node: String,
    /// Latitude and longitude, deg, if it has a place.
    pub place_deg: Option<(f64, f64)>,
    /// Name of the city.
    pub city: Option<Arc<str>>,
}

/// A gravity model.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Gravity {
    /// Exponent of the distance.
    pub exponent: f64,
    /// Ends nearer than this count as this far away, km.
    pub shortest_km: f64,
}

/// When sessions begin.
#[derive(Clone, Debug, PartialEq)]
pub struct Sessions {
    /// How many, and when.
    pub arrivals: Arrivals,
    /// From when, counted from the start of the run.
    pub start: Duration,
    /// Within how long.
    pub within: Duration,
}

/// How many sessions a user begins, and when.
#[derive(Clone, Debug, PartialEq)]
pub enum Arrivals {
    /// By a Poisson process, with so many in an hour.
    Poisson {
        /// In the busiest hour, if there is one.
        per_hour: f64,
        /// How it follows the time of day.
        busy_hour: Option<BusyHour>,
    },
    /// A fixed number.
    Each {
        /// Of each user.
        count: u32,
        /// Whether they are spaced evenly over all users.
        evenly: bool,
    },
}

/// How the number of sessions follows the time of day.
#[derive(Clone, Debug, PartialEq)]
pub struct BusyHour {
    /// How busy it is when.
    pub curve: Curve,
    /// Time of day at the start of the run in UTC, if not as the epoch says.
    pub clock: Option<Duration>,
}

/// A part of the mix.
#[derive(Clone, Debug, PartialEq)]
pub struct Part {
    /// Name, unique in the mix.
    pub name: String,
    /// Its share of the sessions.
    pub share: f64,
    /// What they carry.
    pub application: Application,
    /// How they are carried; what has no connection has no use for it.
    pub transport: Model<dyn Transport>,
    /// Proxies that split their connections.
    pub split_at: Vec<Split>,
    /// Who sends.
    pub way: Way,
    /// What they should reach.
    pub target: Option<Target>,
}

/// What a session should reach.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// No longer than this from its start to its last byte.
    Completion(Duration),
    /// At least this goodput.
    Goodput(Rate),
}

/// A session that is held.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Held {
    /// Index of the user.
    pub user: u32,
    /// Index of the part of the mix.
    pub part: u32,
}

impl Users {
    /// How many terminals were made for them.
    pub fn terminals(&self) -> usize {
        match self.places {
            Places::Nodes(_) => 0,
            _ => self.members.len(),
        }
    }
}
