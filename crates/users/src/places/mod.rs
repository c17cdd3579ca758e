//! Locations of users: families of models to draw from.

mod area;
mod circle;
mod cities;
mod line;
mod points;
mod polygon;

use std::sync::Arc;

use skyseam_base::RandomStream;
use skyseam_params::{Keys, Parameters, Problems, registry};

pub use area::Area;
pub use circle::Circle;
pub use cities::{Cities, listed as cities};
pub use line::AlongLine;
pub use points::Points;
pub use polygon::Polygon;

use crate::ground::Ground;

/// A model of the locations of users, and its parameters.
pub trait Places: Parameters {
    /// Prepares the drawing of locations; called once for each group of users. Reports a problem
    /// and returns `None` if there is no location; `keys` locates the parameters in the file.
    fn draw(&self, keys: &Keys, problems: &mut Problems<'_>) -> Option<Box<Draw>>;
}

/// Draws the location of user `index` of a group, counted from zero. The random stream is the
/// user's own, so that adding users changes no other user's location.
pub type Draw = dyn Fn(u32, &mut RandomStream) -> UserLocation;

/// The location of a user.
#[derive(Clone, Debug, PartialEq)]
pub struct UserLocation {
    /// Location on the ground.
    pub ground: Ground,
    /// Name of the city, if users live in cities.
    pub city: Option<Arc<str>>,
}

impl From<Ground> for UserLocation {
    fn from(ground: Ground) -> Self {
        Self { ground, city: None }
    }
}

registry! {
    /// Locations of users.
    dyn Places "Places" is "a kind of places" at "users.places.kind" {
        Circle, AlongLine, Cities, Area, Polygon, Points,
    }
    pub fn built_in;
    pub fn member;
}
