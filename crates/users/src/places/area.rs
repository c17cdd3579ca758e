//! Users between two parallels and two meridians.

use skyseam_base::math;
use skyseam_params::values::{Latitude, Longitude};
use skyseam_params::{Keys, Problems, parameters};

use super::{Draw, Places};
use crate::ground::Ground;

parameters! {
    /// The area between two parallels and two meridians, land and sea, with users spread uniformly
    /// over it; without keys, the whole Earth.
    pub struct Area "area" from "uniform by area on a sphere" {
        /// Southern limit.
        south: Latitude = -90.0,
        /// Northern limit.
        north: Latitude = 90.0,
        /// Western limit.
        west: Longitude = -180.0,
        /// Eastern limit; if it is less than `west`, the area spans the meridian at 180 deg.
        east: Longitude = 180.0,
    }
}

impl Places for Area {
    fn draw(&self, keys: &Keys, problems: &mut Problems<'_>) -> Option<Box<Draw>> {
        let Self { south, north, west, east } = *self;
        let before = problems.count();
        if south >= north {
            let key = if keys.has("north") { "north" } else { "south" };
            problems
                .add(&keys.at(key), "an area has its `north` north of its `south`")
                .found(format!("from {south} deg to {north} deg"))
                .expected("`south` less than `north`");
        }
        if west == east {
            let key = if keys.has("east") { "east" } else { "west" };
            problems
                .add(&keys.at(key), "an area from a meridian to the same has no width")
                .found(format!("from {west} deg to {east} deg"))
                .expected("`west` and `east` that differ; without both, all longitudes");
        }
        if problems.count() > before {
            return None;
        }
        // Whole turns are all longitudes.
        let width_deg = match (east - west).rem_euclid(360.0) {
            0.0 => 360.0,
            part => part,
        };
        // The area of a zone is in proportion to the sines of its parallels.
        let [from, to] = [south, north].map(|deg| math::sin(deg.to_radians()));
        Some(Box::new(move |_, random| {
            let sine = from + (to - from) * random.uniform();
            let latitude_deg = math::asin(sine.clamp(-1.0, 1.0)).to_degrees().clamp(south, north);
            let east_deg = west + width_deg * random.uniform();
            let longitude_deg = (east_deg + 180.0).rem_euclid(360.0) - 180.0;
            Ground { latitude_deg, longitude_deg }.into()
        }))
    }
}
