//! Slotted access, as of Starlink and OneWeb: a scheduler assigns terminals to satellites and
//! capacity in slots of seconds, and a round trip takes what the slot gives.
//!
//! Geometry explains little of the delay that is measured over such networks. Here delay, loss and
//! rate follow distributions fitted to a measurement (a [`Profile`]): of each slot, of the instants
//! within it, and of those near its beginning. The terminal has its carrier to itself, so that this
//! method schedules no bursts.

pub(crate) mod course;
mod profile;

use std::sync::Arc;

use serde_json::{Value as Json, json};
use skyseam_base::{Duration, Rate};
use skyseam_params::document::{self, Value};
use skyseam_params::embedded::{self, Embedded, EmbeddedName};
use skyseam_params::shape::{Definitions, Shape};
use skyseam_params::text_values::FileName;
use skyseam_params::{Parameter, Problems, Spanned, parameters};

pub use profile::Profile;

use super::{Access, AccessController, AccessError, Carrier};

parameters! {
    /// Delay, loss and rate follow distributions fitted to a measurement, slot by slot.
    pub struct Slotted "slotted"
    from "slots of 15 s: Tanveer et al. 2023 (arXiv:2307.00402); each profile states its source" {
        /// A profile by name, or a file beside the scenario that ends in `.toml`, such as
        /// `skyseam fit` writes.
        profile: ProfileChoice,
    }
}

impl Access for Slotted {
    fn validate(&self, _: Rate) -> Result<(), AccessError> {
        Ok(())
    }

    fn build(&self, _: Carrier) -> Box<dyn AccessController> {
        unreachable!("a slotted access shares no carrier")
    }

    fn profile(&self) -> Option<&Arc<Profile>> {
        Some(&self.profile.content)
    }
}

/// Direction of a terminal's link.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SlotDirection {
    /// From the terminal to the network.
    Up,
    /// From the network to the terminal.
    Down,
}

/// The terminal whose slots a link follows.
#[derive(Clone, Copy, Debug)]
pub struct TerminalSlots<'a> {
    /// Name of the terminal: its links in both directions have the same slots.
    pub terminal: &'a str,
    /// Direction of the link.
    pub direction: SlotDirection,
    /// Time from the beginning of the day, UTC, to time zero.
    pub of_day: Duration,
}

/// Embeds files, each under the name that scenarios use.
macro_rules! embedded_files {
    ($($name:literal),* $(,)?) => {
        &[$(($name, include_str!(concat!("../../../../../profiles/", $name, ".toml")))),*]
    };
}

/// Name and text of every built-in profile.
const PROFILES: &[Embedded] = embedded_files![
    "starlink-victoria-2023",
    "starlink-vancouver-island-2025",
    "starlink-motorway-2024",
    "iridium-certus-2019",
    "geo-published",
];

/// A profile and the name by which a scenario chose it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct ProfileChoice {
    /// Name of a built-in profile, or of a file.
    pub name: String,
    /// Content of the profile.
    pub content: Arc<Profile>,
}

impl Shape for ProfileChoice {
    fn read(value: &Spanned<Value>, problems: &mut Problems<'_>) -> Option<Self> {
        let (name, text) = match embedded::read(value, "a profile", PROFILES, problems)? {
            EmbeddedName::BuiltIn(row) => (FileName(PROFILES[row].0.into()), PROFILES[row].1),
            EmbeddedName::File(name) => {
                let named = Spanned::new(name.clone(), value.place.clone());
                (name, problems.text_of(&named)?)
            }
        };
        let name = Spanned::new(name, value.place.clone());
        let mut own = Problems::new(text);
        let profile = document::read(text, &mut own)
            .and_then(|document| <Profile as Shape>::read(&document, &mut own));
        match own.verdict(profile, &name.0) {
            Ok(profile) => Some(Self { name: name.value.0, content: Arc::new(profile) }),
            Err(errors) => {
                problems.adopt(&name, errors);
                None
            }
        }
    }

    fn schema(_: &mut Definitions) -> Json {
        embedded::schema(PROFILES)
    }
}

impl Parameter for ProfileChoice {
    type Own = Self;

    fn own(self) -> Self {
        self
    }

    fn print(own: &Self) -> Json {
        json!(own.name)
    }
}

#[cfg(test)]
mod tests;
