//! Users at listed locations, from the scenario or from a file.

use skyseam_params::rows::Fields;
use skyseam_params::shape::List;
use skyseam_params::{Keys, Problems, parameters};

use super::{Draw, Places};
use crate::ground::Ground;
use crate::text_file::{TextFile, number};
use crate::values::PlacePoint;

const COLUMNS: &[&str] = &["latitude_deg", "longitude_deg"];

parameters! {
    /// Listed locations, assigned to the users in rotation: the first user takes the first
    /// location, and after the last location the list starts again.
    pub struct Points "points" from "as listed", exactly one of (at, file) {
        /// Locations, [latitude, longitude] each.
        at: Option<List<PlacePoint>>,
        /// A file beside the scenario that lists the locations: CSV with the header
        /// `latitude_deg,longitude_deg`.
        file: Option<TextFile>,
    }
}

impl Places for Points {
    fn draw(&self, keys: &Keys, problems: &mut Problems<'_>) -> Option<Box<Draw>> {
        let key = if self.file.is_some() { "file" } else { "at" };
        let points = match &self.file {
            Some(file) => file.rows((COLUMNS, "a place"), &keys.at(key), problems, row)?,
            None => self.at.clone()?,
        };
        if points.is_empty() {
            if !problems.any_under(&keys.at(key).path) {
                problems
                    .add(&keys.at(key), "users need a place")
                    .found("none")
                    .expected("at least one, such as [[\"48.1 deg\", \"11.6 deg\"]]");
            }
            return None;
        }
        Some(Box::new(move |user, _| points[user as usize % points.len()].into()))
    }
}

fn row(fields: Fields<'_, '_>) -> Result<Ground, &'static str> {
    let Some([latitude, longitude]) = fields.array() else {
        return Err("two fields, such as 48.1,11.6");
    };
    let latitude_deg = number(latitude, 90.0).ok_or("a latitude from -90 to 90 deg")?;
    let longitude_deg = number(longitude, 360.0).ok_or("a longitude from -360 to 360 deg")?;
    Ok(Ground { latitude_deg, longitude_deg })
}
