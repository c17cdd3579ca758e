//! Users: many terminals, or existing nodes, and the sessions that they hold.
//!
//! Owns the resolved form of users ([`Users`]) and the tables they are read from. The crate `users`
//! owns locations, arrivals and demand; `resolve::users` and `resolve::sessions` make terminals and
//! flows of them.

pub(crate) mod tables;

use std::sync::Arc;

use skyseam_app::Application;
use skyseam_base::Duration;
use skyseam_endpoint::transport::Transport;
use skyseam_host::connection::ProxyPlacement;
use skyseam_params::Model;
use skyseam_users::{Arrivals, Demand, Places};

pub use skyseam_users::session::{SessionDirection, SessionTarget};

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
