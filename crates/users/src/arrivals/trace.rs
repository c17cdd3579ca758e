//! Sessions at instants from a file, such as a measured trace of arrivals.

use skyseam_base::Duration;
use skyseam_params::rows::Fields;
use skyseam_params::values::Flag;
use skyseam_params::{Keys, Problems, parameters};

use super::{ArrivalContext, Arrivals, SessionStart};
use crate::text_file::{TextFile, number};

const COLUMNS: &[&str] = &["start_s"];
const COLUMNS_BY_USER: &[&str] = &["start_s", "user"];

/// Maximum instant in a file, s: a hundred years.
const LATEST_S: f64 = 3.2e9;

parameters! {
    /// Instants from a file, such as a measured trace of arrivals. Instants outside the window are
    /// ignored.
    pub struct ArrivalTrace "trace" from "as measured" {
        /// A file beside the scenario: CSV with the header `start_s` (seconds after `start`), whose
        /// sessions are assigned to the users in rotation, or with `by_user` the header
        /// `start_s,user`.
        file: TextFile,
        /// Whether the file also gives the number of the user of each session, from 1.
        by_user: Flag = false,
    }
}

impl ArrivalTrace {
    fn rows(&self, keys: &Keys, problems: &mut Problems<'_>) -> Option<Vec<(f64, Option<u32>)>> {
        let header = if self.by_user { COLUMNS_BY_USER } else { COLUMNS };
        let what = "an arrival";
        self.file
            .rows((header, what), &keys.at("file"), problems, |fields| row(fields, self.by_user))
    }
}

impl Arrivals for ArrivalTrace {
    fn expected(&self, _: u32, _: Duration) -> f64 {
        self.file.text.lines().count() as f64
    }

    fn begin(
        &self,
        scene: &ArrivalContext<'_>,
        keys: &Keys,
        problems: &mut Problems<'_>,
    ) -> Option<Vec<SessionStart>> {
        let rows = self.rows(keys, problems)?;
        let count = scene.count();
        if let Some((_, Some(user))) = rows.iter().find(|(_, user)| user.is_some_and(|u| u > count))
        {
            problems
                .add(&keys.at("file"), "the file names a user that does not exist")
                .found(format!("user {user} of {count}"))
                .expected("users from 1 to their `count`");
            return None;
        }
        let span_s = scene.window.as_secs_f64();
        let mut all: Vec<SessionStart> = (0..)
            .zip(rows)
            .filter(|(_, (start_s, _))| *start_s < span_s)
            .map(|(turn, (start_s, user)): (u64, _)| {
                let in_turn = (turn % u64::from(count)) as u32;
                let user = user.map_or(in_turn, |number| number - 1);
                SessionStart { user, at: scene.at(start_s) }
            })
            .collect();
        // Stable: sessions of one instant stay in the order of the file.
        all.sort_by_key(|begun| begun.at);
        Some(all)
    }
}

fn row(fields: Fields<'_, '_>, by_user: bool) -> Result<(f64, Option<u32>), &'static str> {
    let (start, user) = if by_user {
        let [start, user] = fields.array().ok_or("two fields, such as 12.5,3")?;
        let user = user.parse().ok().filter(|user: &u32| *user > 0);
        (start, Some(user.ok_or("the number of a user, from 1")?))
    } else {
        let [start] = fields.array().ok_or("one field, such as 12.5")?;
        (start, None)
    };
    let start_s = number(start, LATEST_S).filter(|start_s| *start_s >= 0.0);
    Ok((start_s.ok_or("seconds after the start, at least 0")?, user))
}
