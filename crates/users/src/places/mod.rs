//! Where users are: families of places to draw from.

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
pub use cities::Cities;
pub use line::AlongLine;
pub use points::Points;
pub use polygon::Polygon;

use crate::ground::Ground;

/// Places that users are at, and their parameters.
pub trait Places: Parameters {
    /// How the place of each user is drawn; asked for once for each group of users. `None` if
    /// there is nowhere to be, which is noted; `keys` says where the parameters stand.
    fn draw(&self, keys: &Keys, problems: &mut Problems<'_>) -> Option<Box<Draw>>;
}

/// Gives user `index` of a group, counted from zero, a place. The random numbers are that user's
/// own, so that more users change nobody's place.
pub type Draw = dyn Fn(u32, &mut RandomStream) -> Placed;

/// The place of a user.
#[derive(Clone, Debug, PartialEq)]
pub struct Placed {
    /// Where it is.
    pub ground: Ground,
    /// Name of the city, where users live in cities.
    pub city: Option<Arc<str>>,
}

impl From<Ground> for Placed {
    fn from(ground: Ground) -> Self {
        Self { ground, city: None }
    }
}

registry! {
    /// Where users are.
    dyn Places "Places" is "a kind of places" at "users.places.kind" by "kind" {
        Circle, AlongLine, Cities, Area, Polygon, Points,
    }
    pub fn built_in;
    pub fn member;
}
