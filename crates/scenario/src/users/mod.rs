//! Users: many terminals, or nodes that are there already, and the sessions that they hold.
//!
//! Owns what users are once a scenario is read ([`Users`]) and the tables they are read from.
//! Places, arrivals and demand are those of the crate `users`; terminals and flows are made of them
//! in `resolve::users` and `resolve::sessions`.

pub(crate) mod tables;

use std::sync::Arc;

use skyseam_base::Duration;
use skyseam_host::transport::connection::Split;
use skyseam_host::{Application, Transport};
use skyseam_params::Model;
use skyseam_users::{Arrivals, Demand, Places};

pub use skyseam_users::session::{Target, Way};

/// A group of users. Their terminals and flows stand among those of the scenario.
#[derive(Clone, Debug, PartialEq)]
pub struct Users {
    /// Name, unique among users.
    pub name: String,
    /// Where they are.
    pub places: Whereabouts,
    /// The users, at least one.
    pub members: Vec<User>,
    /// Whom sessions are with: terminals, nodes and groups.
    pub to: Vec<String>,
    /// Which of those is the other end of a session.
    pub demand: Model<dyn Demand>,
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
pub enum Whereabouts {
    /// At places that are drawn.
    Placed(Model<dyn Places>),
    /// They are the nodes of this group, or this node.
    Nodes(String),
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

/// When sessions begin.
#[derive(Clone, Debug, PartialEq)]
pub struct Sessions {
    /// The process by which they do.
    pub arrivals: Model<dyn Arrivals>,
    /// From when, counted from the start of the run.
    pub start: Duration,
    /// Within how long.
    pub within: Duration,
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
            Whereabouts::Nodes(_) => 0,
            _ => self.members.len(),
        }
    }
}
