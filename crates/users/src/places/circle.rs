//! Users in a circle on the ground.

use skyseam_params::values::{Latitude, Longitude};
use skyseam_params::{Keys, Problems, parameters};

use super::{Draw, Places};
use crate::ground::Ground;
use crate::values::Radius;

parameters! {
    /// A circle on the ground, with users spread uniformly over its area.
    pub struct Circle "circle" from "uniform by area on a sphere" {
        /// Latitude of the centre.
        latitude: Latitude,
        /// Longitude of the centre.
        longitude: Longitude,
        /// Radius along the ground.
        radius: Radius,
    }
}

impl Places for Circle {
    fn draw(&self, _: &Keys, _: &mut Problems<'_>) -> Option<Box<Draw>> {
        let centre = Ground { latitude_deg: self.latitude, longitude_deg: self.longitude };
        let radius_km = self.radius;
        Some(Box::new(move |_, random| centre.within(radius_km, random).into()))
    }
}
