//! Which files beside a scenario it refers to.
//!
//! Opens no file: [`references`] says which to read, those that a key names which is declared as
//! the name of a file. Their forms stand with what is made of them.

use skyseam_net::keys::ChannelFile;
pub use skyseam_params::files::{Files, Reference};

use crate::document::{At, Value, read};
use crate::error::Problems;
use crate::models::Models;
use crate::shape::Shape;
use crate::tables::ScenarioTable;

impl Models {
    /// The files that a scenario text refers to, each with the key that names it.
    ///
    /// Tolerant of everything that is wrong with the text: what cannot be read refers to nothing,
    /// and is said by [`Models::parse`].
    pub fn references(&self, text: &str) -> Vec<Reference> {
        let file = read(text, &mut Problems::new(text));
        file.as_ref().map_or_else(Vec::new, |file| self.references_in(file))
    }

    /// The files that the tree of a scenario, or of a channel alone, refers to.
    pub(crate) fn references_in(&self, file: &At<Value>) -> Vec<Reference> {
        let mut problems = Problems::of("", self.format());
        match &file.value {
            Value::Table(entries) if entries.len() == 1 && *entries[0].key == "channel" => {
                ChannelFile::read(file, &mut problems);
            }
            _ => _ = ScenarioTable::read(file, &mut problems),
        }
        problems.named_files().to_vec()
    }
}

/// As [`Models::references`], of what is built in.
pub fn references(text: &str) -> Vec<Reference> {
    Models::built_in().references(text)
}
