//! Users along a line: a road, a railway, a route of ships.

use skyseam_params::shape::List;
use skyseam_params::{Keys, Problems, parameters};

use super::{Draw, Places};
use crate::ground::GroundLine;
use crate::values::PlacePoint;

parameters! {
    /// The great circles from one location to the next, with users spread uniformly along them.
    pub struct AlongLine "line" from "uniform by length on a sphere" {
        /// Locations, [latitude, longitude] each; at least two.
        through: List<PlacePoint>,
    }
}

impl Places for AlongLine {
    fn draw(&self, keys: &Keys, problems: &mut Problems<'_>) -> Option<Box<Draw>> {
        let line = GroundLine::new(self.through.clone());
        if line.length_km() <= 0.0 {
            let place = keys.at("through");
            if !problems.any_under(&place.path) {
                problems
                    .add(&place, "a line needs two places that differ")
                    .found(format!("{} places", self.through.len()))
                    .expected(
                        "at least two, such as [[\"48 deg\", \"11 deg\"], [\"52 deg\", \
                         \"13 deg\"]]",
                    );
            }
            return None;
        }
        Some(Box::new(move |_, random| line.draw(random).into()))
    }
}
